"""The table as one viewer sees it: the chart, the market, tableaus, panels, the result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from takujo.core.texts import WHO, Card, Player, Text, say
from takujo.core.views import Counter, Panel, Piece, Progress, Result, Shape, Sheet, Zone
from takujo.core.zones import ZoneId
from takujo.games.pax_renaissance import standing, victory
from takujo.games.pax_renaissance.names import city_word
from takujo.games.pax_renaissance.pieces import (
    BANKS,
    BORDERS,
    CITIES,
    COMETS,
    DISK,
    EAST,
    EMPIRES,
    EMPORIA,
    HELD,
    PAPAL_STATES,
    PATRON,
    PRESTIGE,
    REGIONS,
    RELIGIONS,
    SQUARE_COUNT,
    STATES,
    TOKENS,
    VENICE_2,
    VICTORIES,
    WEST,
    token_of,
)
from takujo.games.pax_renaissance.state import (
    COLUMNS,
    DECK_LOW,
    DECK_TOP,
    DISCARD,
    GOING_ON,
    HAND,
    MARKET,
    NOBODY,
    PATRON_ENDING,
    RIVAL_WINS,
    TABLEAU,
    THRONE,
    ZONES_EACH,
    Board,
)

NEWEST = 12  # of the cards out of play; the older ones would make every view longer


def scene(s: Board, viewer: Player | None) -> tuple[Zone, ...]:
    """The zones, in reading order."""
    zones = [chart(s, viewer), market(s, viewer, 0), market(s, viewer, 1), victories(s)]
    if s.staged:
        zones.append(Zone("battle", "row", tuple(staged(s)), say("zone.battle")))
    for region, name in enumerate(REGIONS):
        zones.append(deck(s, viewer, region, name))
    order = (
        range(s.players) if viewer is None else [(viewer + i) % s.players for i in range(s.players)]
    )
    for player in order:
        zones += belongings(s, viewer, player)
    zones.append(discards(s, viewer))
    if viewer is not None:
        label = say("zone.purse")
        zones.append(Zone("purse", "counter", (), label, owner=viewer, count=s.florins[viewer]))
    return tuple(zones)


# --- The chart ----------------------------------------------------------------------------------


def chart(s: Board, viewer: Player | None) -> Zone:
    """Tokens in cities and on borders, thrones with squares and queens, states of empires."""
    pieces: list[Piece] = []
    for square in range(SQUARE_COUNT):
        pieces += cards(s, viewer, THRONE + square, f"square_{EMPIRES[square]}")
    for city, token in enumerate(s.city):
        if token:
            pieces.append(Piece(f"city.{CITIES[city]}", token_face(city, token), at=CITIES[city]))
    for border, name in enumerate(BORDERS):
        if s.pawn[border]:
            pieces.append(Piece(f"pawn.{name}", "pawn", s.pawn[border] - 1, at=name))
        if s.pirate[border]:
            face = f"{RELIGIONS[s.pirate[border] - 1]}_pirate"
            pieces.append(Piece(f"pirate.{name}", face, at=name))
    return Zone(
        "map", "board", tuple(pieces), say("zone.map"), shape=Shape(zoom=True), marks=chart_marks(s)
    )


def token_face(city: int, token: int) -> str:
    """The face of a token in a city; a disk wears the colour of its route."""
    if token == DISK:
        return "black_disk" if city in EMPORIA[0] else "white_disk"
    return TOKENS[token]


def staged(s: Board) -> Iterator[Piece]:
    """The tokens that are about to fight."""
    for token in sorted(set(s.staged)):
        n, pawn = s.staged.count(token), TOKENS[token].startswith("pawn")
        seat = int(TOKENS[token][-1]) if pawn else None
        face = "pawn" if pawn else TOKENS[token]
        yield Piece(f"staged.{TOKENS[token]}", face, seat, n=n)


def chart_marks(s: Board) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Theocracies, what is fought over or taxed, where fairs start, a second slot in Venice."""
    marks = []
    at_stake = {getattr(frame, "empire", NOBODY) for frame in s.agenda}
    for empire, faith in enumerate(s.faith):
        shown: tuple[str, ...] = (STATES[faith],) if faith else ()
        shown += ("at_stake",) if empire in at_stake else ()
        if shown:
            marks.append((f"#{EMPIRES[empire]}", shown))
    marks += [
        (f"#{CITIES[s.open_emporium(row)]}", (f"fair_{name}",)) for row, name in enumerate(REGIONS)
    ]
    if s.city[VENICE_2] or len(s.cities(PAPAL_STATES)) > 1:
        marks.append((f"#{CITIES[VENICE_2]}", ("open",)))
    return tuple(marks)


# --- Cards and what lies on them ----------------------------------------------------------------


def cards(s: Board, viewer: Player | None, zone: ZoneId, at: str = "") -> Iterator[Piece]:
    """The cards of a throne or a row, with bishops and repressed tokens on them."""
    row = -1
    for card, piece in zip(s.zones[zone], s.pieces(zone, viewer), strict=True):
        base = s.base_of(card)
        row += base == card
        king = s.husband[card] - 1 if s.husband[card] else base
        yield replace(
            piece,
            face=face_of(s, card),
            at=at or str(row),
            on=f"c{king}" if king != card else "",
            marks=marks_of(s, card),
        )
        if s.bishop[card]:
            name = f"{RELIGIONS[s.bishop[card] - 1]}_bishop"
            yield Piece(f"bishop.c{card}", name, on=f"c{card}")
        if card < SQUARE_COUNT:
            yield from held(s, card)


def face_of(s: Board, card: Card) -> str:
    """What a known card shows; a square has two sides."""
    name = s.layout.faces[card]
    if card >= SQUARE_COUNT:
        return name
    return f"{name}_republic" if s.republic[card] else f"{name}_king"


def marks_of(s: Board, card: Card) -> tuple[str, ...]:
    """Silenced cards, vassals, and cards that have used an op this turn."""
    marks = []
    if s.owner(card) != NOBODY and s.silenced(card):
        marks.append("silenced")
    if card < SQUARE_COUNT and s.suzerain[card]:
        marks.append("vassal")
    if s.acted >> card & 1:
        marks.append("used")
    return tuple(marks)


def held(s: Board, square: Card) -> Iterator[Piece]:
    """The tokens repressed on a square."""
    for kind in range(HELD):
        n = s.repressed[HELD * square + kind]
        if n:
            token = token_of(kind)
            pawn = kind >= 6
            yield Piece(
                f"held.{EMPIRES[square]}.{TOKENS[token]}",
                "pawn" if pawn else TOKENS[token],
                kind - 6 if pawn else None,
                on=f"c{square}", n=n,
            )  # fmt: skip


def market(s: Board, viewer: Player | None, row: int) -> Zone:
    """A row of the market; its first card lies face down, whoever may know it."""
    pieces: list[Piece] = []
    for column in range(COLUMNS):
        spot = row * COLUMNS + column
        for piece in s.pieces(MARKET + spot, viewer):
            n = s.pot[spot]
            text = None if column else fair_label(s, row)
            pieces.append(replace(piece, at=f"0,{column}", tokens=n, down=not column, text=text))
        if s.pot[spot] and not s.zones[MARKET + spot]:
            pieces.append(
                Piece(f"pot.{REGIONS[row]}{column}", "florin", at=f"0,{column}", n=s.pot[spot])
            )
    name = f"market.{REGIONS[row]}"
    place = f"market_{REGIONS[row]}"
    shape = Shape(rows=1, cols=COLUMNS)
    return Zone(name, "grid", tuple(pieces), say(f"zone.{name}"), place, shape=shape)


def fair_label(s: Board, row: int) -> Text:
    """What the card of a fair says: where its route begins."""
    return say(f"fair.label.{REGIONS[row]}", city=city_word(s.open_emporium(row)))


def victories(s: Board) -> Zone:
    """The four victory squares, awake or asleep, and how everybody stands to them."""
    pieces = tuple(
        Piece(
            f"victory.{name}", f"{name}_victory", at=f"{v},0",
            marks=("active",) if s.active >> v & 1 else (),
            text=standing.compared(s, v), tallies=standing.tallies(s, v),
        )
        for v, name in enumerate(VICTORIES)
    )  # fmt: skip
    shape = Shape(rows=len(VICTORIES), cols=1)
    return Zone("victories", "grid", pieces, say("zone.victories"), shape=shape)


def deck(s: Board, viewer: Player | None, region: int, name: str) -> Zone:
    """How many cards a deck holds, and its top card where it lies face up."""
    for zone in (DECK_TOP + region, DECK_LOW + region):
        if s.zones[zone]:
            top = s.pieces(zone, viewer)[-1]
            known = (top,) if top.face != "back" else ()
            return Zone(f"deck.{name}", "counter", known, say(f"zone.deck.{name}"),
                        f"deck_{name}", count=s.deck_size(region))  # fmt: skip
    return Zone(f"deck.{name}", "counter", (), say(f"zone.deck.{name}"), f"deck_{name}")


def discards(s: Board, viewer: Player | None) -> Zone:
    """The last cards that went out of play, the newest first, to be opened."""
    label = say("zone.discard", n=len(s.zones[DISCARD]))
    pieces = tuple(replace(p, at="") for p in s.pieces(DISCARD, viewer)[: -1 - NEWEST : -1])
    return Zone("discard", "row", pieces, label, shape=Shape(folded=True))


def belongings(s: Board, viewer: Player | None, player: Player) -> list[Zone]:
    """Tableau, hand and old maids of a player; what is empty is shown to its owner alone.

    But where one side of a tableau has cards the other is there too, so that rows come in pairs.
    """
    mine, first = player == viewer, TABLEAU + ZONES_EACH * player
    hold = HAND + ZONES_EACH * player
    other = "" if mine else "hidden"
    zones = [
        _own(player, "west", tuple(cards(s, viewer, first + 1)), "west" if mine else "other"),
        _own(player, "east", tuple(cards(s, viewer, first)), "east" if mine else "other"),
        _own(player, "hand", s.pieces(hold, viewer), other or "hand", "hand" if mine else "row"),
    ]
    maids, sold = s.pieces(first + 2, viewer), s.pieces(first + 3, viewer)
    loose = [
        _own(player, "old_maids", maids, other or "old_maids"),
        _own(player, "sold", sold, "hidden"),
    ]
    begun = bool(zones[0].pieces or zones[1].pieces)
    shown = [z for z in zones if mine or z.pieces or (begun and z.place == "other")]
    return shown + [z for z in loose if z.pieces]


def _own(
    player: Player, name: str, pieces: tuple[Piece, ...], place: str, kind: str = "row"
) -> Zone:
    label = say(f"zone.{name}", whose=WHO[player])
    return Zone(f"{name}.{player}", kind, pieces, label, place, owner=player)


# --- Panels and progress ------------------------------------------------------------------------


def panels(s: Board) -> tuple[Panel, ...]:
    """Florins, cards, squares, concessions and prestige; all of it public."""
    kings, republics = victory.kingdoms(s), victory.republics(s)
    return tuple(
        Panel(
            player,
            side=player,
            house=s.figures.solo and player == 1,
            main=Counter("florins", s.florins[player], "@coin"),
            counters=tuple(c for c in counters(s, player, kings, republics) if c.value),
            tags=(BANKS[s.banks[player]],),
            zones=tuple(
                f"{name}.{player}"
                for name, cards in (
                    ("west", s.tableau(player, WEST)),
                    ("east", s.tableau(player, EAST)),
                    ("hand", s.hand(player)),
                )
                if cards
            ),
        )
        for player in range(s.players)
    )


def counters(s: Board, player: Player, kings: list[int], republics: list[int]) -> list[Counter]:
    """What is counted beside the florins."""
    found = [
        Counter("hand", len(s.hand(player)), "@card"),
        Counter("kings", kings[player], "kings"),
        Counter("republics", republics[player], "republics"),
        Counter("concessions", s.pawn.count(player + 1), "pawn"),
    ]
    shown = s.prestige(player)
    return found + [Counter(name, n, f"pr-{name}") for name, n in zip(PRESTIGE, shown, strict=True)]


def progress(s: Board) -> Progress:
    """How much of the decks has been drawn, and how many comets have come and gone."""
    left = s.deck_size(0) + s.deck_size(1)
    size = 2 * (s.figures.deck_bottom + 2 + s.figures.deck_top - COLUMNS)
    done = max(0, min(size, size - left))
    passed = sum(s.where[comet] == DISCARD for comet in COMETS)
    decks = say("progress.decks", east=s.deck_size(0), west=s.deck_size(1), n=passed)
    return Progress(say("progress.turn", n=max(1, s.number)), done, size, decks)


# --- Result -------------------------------------------------------------------------------------


def result(s: Board) -> Result:
    """A declared victory, or most Patron prestige, then most florins, else shared (rule 94)."""
    if s.winner != NOBODY:
        won = tuple(p == s.winner for p in range(s.players))
        return Result(tuple(1 if w else 2 for w in won), won, reason(s))
    patron, florins = victory.patronage(s), list(s.florins)
    standing = list(zip(patron, florins, strict=True))
    rank = tuple(1 + sum(other > mine for other in standing) for mine in standing)
    best = [p for p in range(s.players) if rank[p] == 1]
    deciding = None if len(best) > 1 else int(patron.count(max(patron)) > 1)
    return Result(
        rank,
        tuple(r == 1 for r in rank),
        patron_reason(s, best, deciding),
        criteria=(
            (say("result.patron"), tuple(patron)),
            (say("result.florins"), tuple(florins)),
        ),
        deciding=deciding,
    )


def reason(s: Board) -> Text:
    """Which victory was declared."""
    if s.ending == RIVAL_WINS:
        return say("result.rival", who=WHO[s.winner])
    return say("result.declared", who=WHO[s.winner], victory=f"victory.{VICTORIES[s.ending - 1]}")


def patron_reason(s: Board, best: list[Player], deciding: int | None) -> Text:
    """Why the best patron won."""
    if s.ending not in (GOING_ON, PATRON_ENDING) or len(best) > 1:
        return say("result.shared", sharing=len(best))
    key = "result.richer_patron" if deciding else "result.greatest_patron"
    return say(key, who=WHO[best[0]], n=s.prestige(best[0])[PATRON])


def sheet(s: Board) -> Sheet:
    """What the victories compare."""
    prestige = [s.prestige(p) for p in range(s.players)]
    rows: list[tuple[Text, tuple[int | None, ...]]] = [
        (say("counter.kings"), tuple(victory.kingdoms(s))),
        (say("counter.republics"), tuple(victory.republics(s))),
        (say("counter.concessions"), tuple(victory.concessions(s))),
    ]
    rows += [
        (say(f"counter.{name}"), tuple(shown[i] for shown in prestige))
        for i, name in enumerate(PRESTIGE)
    ]
    rows.append((say("counter.florins"), tuple(s.florins)))
    return Sheet(say("sheet.title"), tuple(range(s.players)), tuple(rows))

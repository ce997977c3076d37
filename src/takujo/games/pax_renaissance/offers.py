"""How each choice is clicked and named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from takujo.core.actions import Action, Decision
from takujo.core.texts import CARD, Arg, Text, say
from takujo.core.views import Offer
from takujo.games.pax_renaissance.battle import Target, attackers, campaigners, defenders
from takujo.games.pax_renaissance.names import border_word, city_word, empire_word, token_word
from takujo.games.pax_renaissance.ops import price_of_vote
from takujo.games.pax_renaissance.pieces import (
    BISHOP,
    BORDERS,
    CAMPAIGN_WAR,
    CITIES,
    CONSTANTINOPLE,
    CRUSADE,
    EMPIRES,
    HOLY_WARS,
    MAMLUK,
    OPS,
    OWN_PAWN,
    PAWN,
    PIRATE,
    REGIONS,
    TOKENS,
    VICTORIES,
    held_of,
    token_of,
)
from takujo.games.pax_renaissance.places import price_of_city
from takujo.games.pax_renaissance.play import pair_words
from takujo.games.pax_renaissance.sale import price
from takujo.games.pax_renaissance.state import COLUMNS, MARKET, Board
from takujo.games.pax_renaissance.verbs import (
    ACTING,
    AT_BORDER,
    FIGHTERS,
    HELD_BY_MAMLUK,
    HELD_HERE,
    PAWN_AT,
    PIRATE_AT,
    REVOLT_WAY,
    STAGED,
)
from takujo.games.pax_renaissance.victory import cost

Path = tuple[str, ...]


def offer(s: Board, decision: Decision, action: Action, key: str) -> Offer:
    """The action as it is clicked and named."""
    made = MADE.get(action.kind)
    if made is None:
        return Offer(key, say(f"offer.{action.kind}"), (f"!{action.kind}",))
    path, label, note = made(s, decision, action.args)
    return Offer(key, label, path, note)


# --- Ids ----------------------------------------------------------------------------------------


def spot_id(s: Board, spot: int) -> str:
    """The card of a spot of the market as everybody calls it, or the florins left in a gap."""
    cards = s.zones[MARKET + spot]
    if cards:
        return s.piece_id(cards[0], None)
    return f"pot.{REGIONS[spot // COLUMNS]}{spot % COLUMNS}"


def piece_id(s: Board, piece: int, empire: int) -> str:
    """The id of a token that `PIECE` names; `empire` is the one that is fought for."""
    if piece >= HELD_BY_MAMLUK:
        return f"held.{EMPIRES[MAMLUK]}.{TOKENS[token_of(piece - HELD_BY_MAMLUK)]}"
    if piece >= HELD_HERE:
        return f"held.{EMPIRES[empire]}.{TOKENS[token_of(piece - HELD_HERE)]}"
    if piece >= STAGED:
        return f"staged.{TOKENS[FIGHTERS[piece - STAGED]]}"
    if piece >= PIRATE_AT:
        return f"pirate.{BORDERS[piece - PIRATE_AT]}"
    if piece >= PAWN_AT:
        return f"pawn.{BORDERS[piece - PAWN_AT]}"
    return f"city.{CITIES[piece]}"


def place_id(place: int) -> str:
    """The id of a city or a border."""
    return f"#{CITIES[place]}" if place < AT_BORDER else f"#{BORDERS[place - AT_BORDER]}"


def place_word(place: int) -> str:
    """The key of the name of a city or a border."""
    return city_word(place) if place < AT_BORDER else border_word(place - AT_BORDER)


# --- Offers by verb -----------------------------------------------------------------------------

Made = tuple[Path, Text, Text | None]


def _buy(s: Board, decision: Decision, args: tuple[int, ...]) -> Made:
    spot = args[0]
    (card,) = s.zones[MARKET + spot]
    column = spot % COLUMNS
    label = say("offer.buy", card=CARD[card], n=column)
    note = say("note.takes", n=s.pot[spot]) if s.pot[spot] else None
    return (spot_id(s, spot),), label, note


def _on_card(kind: str) -> Callable[[Board, Decision, tuple[int, ...]], Made]:
    """A card and a button, where a card may be used in several ways."""

    def made(s: Board, decision: Decision, args: tuple[int, ...]) -> Made:
        card = args[0]
        label = say(f"offer.{kind}", card=CARD[card])
        note = say("note.brings", n=price(s, card)) if kind == "sell" else None
        return (f"c{card}", f"!{kind}"), label, note

    return made


def _card(kind: str) -> Callable[[Board, Decision, tuple[int, ...]], Made]:
    """Nothing but a card."""

    def made(s: Board, decision: Decision, args: tuple[int, ...]) -> Made:
        card = args[0]
        note = None
        if kind == "vote":
            note = say("note.costs", n=price_of_vote(s, decision.player, card))
        return (f"c{card}",), say(f"offer.{kind}", card=CARD[card]), note

    return made


def _side(s: Board, decision: Decision, args: tuple[int, ...]) -> Made:
    word = ("east", "west", "both")[args[0]]
    return (f"!ops_{word}",), say(f"offer.ops.{word}"), None


def _fair(s: Board, decision: Decision, args: tuple[int, ...]) -> Made:
    row = args[0]
    emporium = city_word(s.open_emporium(row))
    spot = row * COLUMNS
    label = say(f"offer.fair.{REGIONS[row]}", city=emporium)
    return (spot_id(s, spot),), label, say("note.fair", n=s.pot[spot] + s.figures.fair_florins)


def _victory(kind: str) -> Callable[[Board, Decision, tuple[int, ...]], Made]:
    def made(s: Board, decision: Decision, args: tuple[int, ...]) -> Made:
        name = VICTORIES[args[0]]
        label = say(f"offer.{kind}", victory=f"victory.{name}")
        twice = kind == "declare" and cost(s, args[0]) > 1
        return (f"victory.{name}",), label, say("note.both_actions") if twice else None

    return made


def _act(s: Board, decision: Decision, args: tuple[int, ...]) -> Made:
    card, way = ACTING[args[0]], args[1]
    if way == REVOLT_WAY:
        return (f"c{card}", "!revolt"), say("offer.act", card=CARD[card]), None
    one, two = pair_words(7 & ~(1 << way))
    return (f"c{card}", f"!apostasy_{way}"), say("offer.apostasy", one=one, two=two), None


def _empire(s: Board, decision: Decision, args: tuple[int, ...]) -> Made:
    empire, name = args[0], EMPIRES[args[0]]
    label = say("offer.attack", empire=f"empire.{name}")
    top: Any = s.agenda[-1]
    if isinstance(top, Target):
        holy = top.war in HOLY_WARS
        fresh = sum(a < BISHOP and not (holy and a == OWN_PAWN) for a in top.agents)
        rooks = top.war == CRUSADE and s.abilities("crusade_adjacent_rooks_fight", top.player) > 0
        ours = fresh + len(attackers(s, top.player, top.war, empire, rooks))
        theirs = len(defenders(s, top.war, empire))
    else:
        ours = len(campaigners(s, decision.player, top.card, empire))
        theirs = len(defenders(s, CAMPAIGN_WAR, empire))
    return (f"#{name}",), label, say("note.battle", n=ours, m=theirs)


def _square(s: Board, decision: Decision, args: tuple[int, ...]) -> Made:
    return (f"c{args[0]}",), say("offer.square", empire=empire_word(args[0])), None


def _place(s: Board, decision: Decision, args: tuple[int, ...]) -> Made:
    token, place = args
    label = say("offer.place", token=token_word(token), place=place_word(place))
    several = len({a.args[0] for a in decision.actions if a.kind == "place"}) > 1
    path: Path = (place_id(place),)
    if several:
        path = (_token_id(s, token), *path)
    return path, label, _price_of_place(s, token, place)


def _token_id(s: Board, token: int) -> str:
    """What is clicked to choose one of several tokens: where it waits, else a button."""
    top: Any = s.agenda[-1]
    if token in s.staged:
        return f"staged.{TOKENS[token]}"
    square = getattr(top, "square", getattr(top, "empire", -1))
    if square >= 0 and token < 15 and s.repressed_on(square)[held_of(token)]:
        return f"held.{EMPIRES[square]}.{TOKENS[token]}"
    return f"!token_{TOKENS[token]}"


def _price_of_place(s: Board, token: int, place: int) -> Text | None:
    """What a place costs that is taken already; a pirate pays nothing."""
    if place < AT_BORDER:
        return say("note.costs", n=price_of_city(s, place)) if s.city[place] else None
    return say("note.costs", n=1) if token >= PAWN and s.pawn[place - AT_BORDER] else None


def _concede(s: Board, decision: Decision, args: tuple[int, ...]) -> Made:
    border = args[0]
    note = say("note.costs", n=1) if s.pawn[border] else None
    return (f"#{BORDERS[border]}",), say("offer.concede", border=border_word(border)), note


def _op(s: Board, decision: Decision, args: tuple[int, ...]) -> Made:
    card, nth = args
    op = s.printed(card).ops[nth]
    label = say("offer.op", card=CARD[card], op=f"op.{OPS[op.kind]}")
    several = sum(a.kind == "op" and a.args[0] == card for a in decision.actions) > 1
    path: Path = (f"c{card}", f"c{card}:op{nth + 1}") if several else (f"c{card}",)
    return path, label, None


def _bishop(s: Board, decision: Decision, args: tuple[int, ...]) -> Made:
    return (f"bishop.c{args[0]}",), say("offer.bishop", card=CARD[args[0]]), None


def _take(s: Board, decision: Decision, args: tuple[int, ...]) -> Made:
    spot = args[0]
    row, column = divmod(spot, COLUMNS)
    side = f"side.{REGIONS[row]}"
    label = say("offer.take", row=side, n=column) if column else say("offer.take_fair", row=side)
    return (spot_id(s, spot),), label, None


def _tax(s: Board, decision: Decision, args: tuple[int, ...]) -> Made:
    name = BORDERS[args[0]]
    return (f"pawn.{name}",), say("offer.tax", border=f"border.{name}"), None


def _piece(kind: str) -> Callable[[Board, Decision, tuple[int, ...]], Made]:
    def made(s: Board, decision: Decision, args: tuple[int, ...]) -> Made:
        top: Any = s.agenda[-1]
        piece = args[0]
        label = say(f"offer.{kind}", token=token_at(s, piece), place=where(s, piece, top))
        return (piece_id(s, piece, getattr(top, "empire", 0)),), label, None

    return made


def token_at(s: Board, piece: int) -> Arg:
    """The name of a token that `PIECE` names."""
    if piece >= HELD_HERE:
        at = HELD_BY_MAMLUK if piece >= HELD_BY_MAMLUK else HELD_HERE
        return token_word(token_of(piece - at))
    if piece >= STAGED:
        return token_word(FIGHTERS[piece - STAGED])
    if piece >= PIRATE_AT:
        return token_word(PIRATE + s.pirate[piece - PIRATE_AT] - 1)
    if piece >= PAWN_AT:
        return token_word(PAWN + s.pawn[piece - PAWN_AT] - 1)
    return token_word(s.city[piece])


def where(s: Board, piece: int, top: Any) -> str:
    """The key of the name of the place where it stands."""
    if piece >= HELD_BY_MAMLUK:
        return empire_word(MAMLUK)
    if piece >= STAGED:
        return empire_word(top.empire)
    if piece >= PAWN_AT:
        return border_word((piece - PAWN_AT) % len(BORDERS))
    return city_word(piece)


def _sail(s: Board, decision: Decision, args: tuple[int, ...]) -> Made:
    origin, to = args
    path = (f"pirate.{BORDERS[origin]}", f"#{BORDERS[to]}")
    return path, say("offer.sail", place=border_word(origin), border=border_word(to)), None


def _levy(s: Board, decision: Decision, args: tuple[int, ...]) -> Made:
    city = args[0]
    label = say("offer.levy", token=token_word(s.levy(city)), city=city_word(city))
    return (f"#{CITIES[city]}",), label, None


def _swap(s: Board, decision: Decision, args: tuple[int, ...]) -> Made:
    a, b = (CONSTANTINOPLE[i] for i in args)
    label = say("offer.swap", city=city_word(a), other=city_word(b))
    return (f"#{CITIES[a]}", f"#{CITIES[b]}"), label, None


def _pacify(s: Board, decision: Decision, args: tuple[int, ...]) -> Made:
    top: Any = s.agenda[-1]
    path = (f"held.{EMPIRES[top.square]}.{TOKENS[args[0]]}",)
    return path, say("offer.pacify", token=token_word(args[0])), None


MADE: dict[str, Callable[[Board, Decision, tuple[int, ...]], Made]] = {
    "buy": _buy,
    "play": _on_card("play"),
    "sell": _on_card("sell"),
    "ops": _side,
    "fair": _fair,
    "declare": _victory("declare"),
    "flip": _victory("flip"),
    "act": _act,
    "attack": _empire,
    "marry": _card("marry"),
    "vote": _card("vote"),
    "behead": _card("behead"),
    "onto": _card("onto"),
    "drop": _card("drop"),
    "square": _square,
    "place": _place,
    "concede": _concede,
    "op": _op,
    "bishop": _bishop,
    "take": _take,
    "tax": _tax,
    "repress": _piece("repress"),
    "kill": _piece("kill"),
    "lose": _piece("lose"),
    "fetch": _piece("fetch"),
    "sail": _sail,
    "levy": _levy,
    "swap": _swap,
    "pacify": _pacify,
}


def part(s: Board, decision: Decision, action: Action, key: str) -> Offer:
    """Emancipation or concession first, where the table leaves the order free (D3)."""
    top: Any = s.agenda[-1]
    name = type(top.frames[action.args[0]]).__name__.lower()
    return Offer(key, say(f"offer.part.{name}"), (f"!{name}",))

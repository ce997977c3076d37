"""The table as one viewer sees it: trick, wish, hands, piles, panels, result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from takujo.core.texts import Card, Player, Several, Text, Who, say
from takujo.core.views import Counter, Draft, Panel, Piece, Progress, Result, Shape, Sheet, Zone
from takujo.games.tichu import rules
from takujo.games.tichu.plays import Combination
from takujo.games.tichu.state import (
    ASIDE,
    FACES,
    FIRST,
    GRAND_TICHU,
    HAND,
    HIGHEST,
    LOWEST,
    PHOENIX,
    PLAYERS,
    RANKS,
    SIDES,
    SUITS,
    TICHU,
    TRICK,
    WON,
    Round,
    by_player,
    partner_of,
    side_of,
)

RUN: Final = 5  # cards that make the shortest straight


def scene(s: Round, viewer: Player | None) -> tuple[Zone, ...]:
    """The trick in the middle, the others' hands around it, the own hand; gifts on their way."""
    given = _given(s, viewer)
    zones = [trick(s, viewer)]
    if s.wish:
        paper = Piece("wish", "wish", text=say(f"short.{s.wish}"))
        label = say("zone.wish", rank=f"rank.{s.wish}")
        zones.append(Zone("wish", "text", (paper,), label, "wish"))
    if s.last:
        zones.append(last_trick(s))
    if s.zones[ASIDE]:
        zones.append(Zone("aside", "stack", s.pieces(ASIDE, viewer), say("zone.aside"), "aside"))
    if viewer is not None and s.agenda and isinstance(s.agenda[-1], rules.Exchange):
        zones.append(_gifts(s, viewer, given))
    for p in range(PLAYERS):
        mine = p == viewer
        shown = s.pieces(HAND + p, viewer)
        if mine:
            shown = tuple(x for x in shown if x.id not in given)
        else:
            # A card that one has given away is known, and held like the others all the same.
            shown = tuple(replace(x, face="back") for x in shown)
        zones.append(
            Zone(
                f"hand.{p}",
                "hand" if mine else "fan",
                shown,
                say("zone.hand", whose=Who(p)),
                place="hand" if mine else _place(p, viewer),
                owner=p,
                private=mine,
                orders=_orders([int(x.id[1:]) for x in shown]) if mine else (),
            )
        )
    return tuple(zones)


def _place(player: Player, viewer: Player | None) -> str:
    """Where a player sits as the viewer sees it; play goes round to the right."""
    return ("near", "right", "across", "left")[(player - (viewer or 0)) % PLAYERS]


def trick(s: Round, viewer: Player | None) -> Zone:
    """The plays of this trick, each a group, and what their cards are worth together."""
    pieces: list[Piece] = []
    cards = s.pieces(TRICK, viewer)
    at = 0
    for i, (_, n) in enumerate(s.plays, start=1):
        pieces += (replace(piece, at=str(i)) for piece in cards[at : at + n])
        at += n
    if not s.top:
        return Zone("trick", "trick", (), say("zone.trick"), "trick")
    kind, n, strength, owner = s.top
    what = rules.combination_text(Combination(kind, n, strength))
    worth = s.worth(s.zones[TRICK])
    return Zone("trick", "trick", tuple(pieces), what, "trick", owner=owner, count=worth)


def last_trick(s: Round) -> Zone:
    """The trick before this one, to be looked at again."""
    pieces = tuple(
        Piece(f"last.{card}", FACES[card], at=str(i))
        for i, (_, *cards) in enumerate(s.last, start=1)
        for card in cards
    )
    return Zone("last", "trick", pieces, say("zone.last"), "last", shape=Shape(folded=True))


def _given(s: Round, viewer: Player | None) -> tuple[str, ...]:
    """The cards that the viewer means to give, in the order of those who will get them."""
    top = s.agenda[-1] if s.agenda else None
    if viewer is None or not isinstance(top, rules.Exchange):
        return ()
    return tuple(f"c{gift.args[0]}" for gift in top.answers[viewer])


def _gifts(s: Round, viewer: Player, given: tuple[str, ...]) -> Zone:
    """Three places, each toward the player who gets what lies there; only the giver sees them."""
    held = {x.id: x for x in s.pieces(HAND + viewer, viewer)}
    lying = tuple(replace(held[id], at=str(i)) for i, id in enumerate(given))
    names = tuple(
        say("gift.for", whom=Who(rules.receiver(viewer, i))) for i in range(s.figures.gifts)
    )
    return Zone(
        "gifts",
        "track",
        lying,
        say("zone.gifts"),
        place="gifts",
        owner=viewer,
        private=True,
        shape=Shape(slots=s.figures.gifts, names=names),
    )


def draft(s: Round) -> Draft | None:
    """All gifts are chosen together, in any order, and changed until they are given."""
    if not isinstance(s.agenda[-1], rules.Exchange):
        return None
    places = tuple(f"#gifts:{i}" for i in range(s.figures.gifts))
    return Draft(places, say("offer.give_all"))


def _orders(hand: Sequence[Card]) -> tuple[tuple[Text, tuple[int, ...]], ...]:
    """Ways to sort a hand that lies in rising order."""
    at = {card: i for i, card in enumerate(hand)}
    plain = [card for card in hand if FIRST <= card < PHOENIX]
    ends = [[c for c in hand if c < FIRST], [c for c in hand if c >= PHOENIX]]
    suits = [[c for c in plain if (c - FIRST) % len(SUITS) == suit] for suit in range(len(SUITS))]
    sorts = {"suit": suits, "combination": _groups(plain)}
    by = [(say("order.rank"), tuple(range(len(hand))))]
    for name, groups in sorts.items():
        laid = [group for group in (ends[0], *groups, ends[1]) if group]
        places = [place for group in laid for place in (-1, *(at[c] for c in group))]
        by.append((say(f"order.{name}"), tuple(places[1:])))
    return tuple(by)


def _groups(cards: Sequence[Card]) -> list[list[Card]]:
    """Bombs, then the longest straights that tear few pairs, then equal ranks; the rest last."""
    left = list(cards)
    groups: list[list[Card]] = []

    def take(found: list[Card]) -> None:
        groups.append(found)
        left[:] = [card for card in left if card not in found]

    for suit in range(len(SUITS)):
        while len(run := _longest([c for c in left if (c - FIRST) % len(SUITS) == suit])) >= RUN:
            take(run)
    for rank in range(LOWEST, HIGHEST + 1):
        if len(four := [c for c in left if RANKS[c] == rank]) == len(SUITS):
            take(four)
    while len(run := _longest(left)) >= RUN:
        torn = sum(sum(RANKS[c] == RANKS[card] for c in left) > 1 for card in run)
        if 2 * torn > len(run):
            break
        take(run)
    singles: list[Card] = []
    for rank in range(LOWEST, HIGHEST + 1):
        equal = [c for c in left if RANKS[c] == rank]
        if len(equal) > 1:
            take(equal)
        else:
            singles += equal
    return [*groups, singles]


def _longest(cards: Sequence[Card]) -> list[Card]:
    """A card of each rank of the longest run of ranks."""
    of_rank = {RANKS[card]: card for card in cards}
    best: list[Card] = []
    run: list[Card] = []
    for rank in range(LOWEST, HIGHEST + 2):
        if rank in of_rank:
            run.append(of_rank[rank])
            continue
        best, run = max(best, run, key=len), []
    return best


def panels(s: Round) -> tuple[Panel, ...]:
    """Points of the team, cards in hand, points in tricks, call; every figure is public."""
    passed = _passed(s)
    return tuple(
        Panel(
            p,
            side=side_of(p),
            main=Counter("points", s.totals[side_of(p)], "@plum"),
            counters=(
                Counter("hand", len(s.zones[HAND + p]), "@card"),
                Counter("taken", s.worth(s.zones[WON + p]), "@plum"),
            ),
            tags=_tags(s, p, passed),
            done=p in s.out,
        )
        for p in range(PLAYERS)
    )


def _tags(s: Round, p: Player, passed: Sequence[Player]) -> tuple[str, ...]:
    called = {TICHU: ("tichu",), GRAND_TICHU: ("grand_tichu",)}.get(s.calls[p], ())
    if p in s.out:
        return (*called, f"out{s.out.index(p) + 1}")
    return (*called, "passed") if p in passed else called


def _passed(s: Round) -> tuple[Player, ...]:
    """Who has passed since the last play: everybody with cards between its player and the next."""
    top = s.agenda[-1] if s.agenda else None
    if not s.top or not isinstance(top, (rules.Follow, rules.Collect, rules.DragonGift)):
        return ()
    owner = s.top[3]
    # Where the trick is to be taken it has come round to the owner of the last play.
    end = top.player if isinstance(top, rules.Follow) else owner
    turns = (end - owner - 1) % PLAYERS
    between = [(owner + i) % PLAYERS for i in range(1, turns + 1)]
    return () if s.is_over else tuple(p for p in between if s.hand(p))


def progress(s: Round) -> Progress:
    """The round; how far it is to the target, or to the last round."""
    n, rounds, target = max(s.number, 1), s.figures.rounds, s.figures.target
    phase = None
    if s.agenda:
        top = s.agenda[-1]
        grand = isinstance(top, (rules.GrandTichu, rules.GrandTichuInTurn))
        exchange = isinstance(top, rules.Exchange)
        phase = say("phase.grand" if grand else "phase.exchange" if exchange else "phase.tricks")
    if rounds:
        done = n - 1 if s.agenda else n
        return Progress(say("progress.round_of", n=n, of=rounds), done, rounds, phase)
    done = min(target, max(0, *s.totals))
    return Progress(say("progress.round", n=n, of=target), done, target, phase)


# --- result -----------------------------------------------------------------------------------


def result(s: Round) -> Result:
    """The team with the higher total; equal totals share (H1, I5)."""
    points = by_player(s.totals)
    best = max(points)
    tie = s.totals[0] == s.totals[1]
    winner = points.index(best)
    return Result(
        rank=tuple(1 if n == best else 3 for n in points),
        won=tuple(n == best for n in points),
        reason=_reason(winner, best, min(points), tie),
        score=points,
        criteria=((say("counter.points"), points),),
        deciding=None if tie else 0,
        series=((0,) * PLAYERS, *s.series),
    )


def _reason(winner: Player, best: int, less: int, tie: bool) -> Text:
    if tie:
        return say("result.tie", n=best)
    return say("result.won", who=Who(winner), whose=Who(partner_of(winner)), n=best, less=less)


def sheet(s: Round) -> Sheet:
    """What each round brought each player's team."""
    start = (0,) * PLAYERS
    rows = tuple(
        (say("sheet.round", n=i), tuple(b - a for a, b in zip(before, now, strict=True)))
        for i, (before, now) in enumerate(pairwise((start, *s.series)), start=1)
    )
    return Sheet(say("sheet.title"), tuple(p for p in range(PLAYERS)), rows)


# --- the match so far -------------------------------------------------------------------------


def scores(s: Round) -> Sheet:
    """What each round has brought each team, with the calls; the last row is the round now."""
    start = (0,) * PLAYERS
    known: list[tuple[int, ...]] = [()] * (len(s.series) - len(s.past)) + list(s.past)
    rows: list[tuple[Text, tuple[int | None, ...]]] = []
    notes: list[tuple[Text | None, ...]] = []
    for i, (before, now) in enumerate(pairwise((start, *s.series)), start=1):
        gained = tuple(now[side] - before[side] for side in range(len(SIDES)))
        rows.append((say("sheet.n", n=i), gained))
        notes.append(tuple(_note(s, known[i - 1], side) for side in range(len(SIDES))))
    if s.agenda:
        rows.append((say("sheet.now", n=max(s.number, 1)), (None,) * len(SIDES)))
        notes.append(tuple(_note(s, tuple(s.calls), side) for side in range(len(SIDES))))
    columns = tuple(side[0] for side in SIDES)
    return Sheet(say("sheet.title"), columns, tuple(rows), tuple(notes))


def _note(s: Round, past: tuple[int, ...], side: int) -> Text | None:
    """The calls of a team in a round and how they ended, or its double victory."""
    said: list[Text] = []
    calls, rest = past[:PLAYERS], past[PLAYERS:]
    for p, call in enumerate(calls):
        if call and side_of(p) == side:
            name = say("tag.tichu" if call == TICHU else "tag.grand_tichu")
            won = rest and rest[0] == p
            n = s.figures.bonus[call] * (1 if won else -1)
            said.append(say("sheet.call", call=name, n=n) if rest else name)
    if rest and rest[1] and side_of(rest[0]) == side:
        said.insert(0, say("sheet.double_victory"))
    return say("sheet.notes", what=Several(tuple(said))) if said else None

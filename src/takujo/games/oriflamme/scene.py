"""The table as one viewer sees it: queue, own hand and removed cards, discards, panels, result."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate, pairwise

from takujo.core.texts import Player, Text, Who, say
from takujo.core.views import Counter, Panel, Piece, Progress, Result, Shape, Sheet, Zone
from takujo.games.oriflamme.rules import criteria
from takujo.games.oriflamme.state import NOWHERE, QUEUE, Court


def scene(s: Court, viewer: Player | None) -> tuple[Zone, ...]:
    """The zones, in reading order."""
    zones = [queue(s, viewer)]
    for player in range(s.players):
        zones.append(_cards(s, viewer, player, s.discard_area(player), "row", "discard", "out"))
    if viewer is not None:
        zones.append(_cards(s, viewer, viewer, s.hand(viewer), "hand", "hand", "hand"))
        zones.append(_cards(s, viewer, viewer, s.removed(viewer), "row", "removed", "aside"))
        purse = s.influence[viewer]
        label = say("zone.purse")
        zones.append(Zone("purse", "counter", (), label, owner=viewer, count=purse))
    if not s.agenda:
        for player in range(s.players):
            if player != viewer:
                zones.append(_cards(s, viewer, player, s.removed(player), "row", "removed"))
                zones.append(_cards(s, viewer, player, s.hand(player), "row", "hand"))
    return tuple(zones)


def _cards(
    s: Court, viewer: Player | None, owner: Player, zone: int, kind: str, name: str, place: str = ""
) -> Zone:
    """A zone of one player; what only its owner sees says so until the match is over."""
    return Zone(
        s.layout.specs[zone].name,
        kind,
        s.pieces(zone, viewer),
        say(f"zone.{name}", whose=Who(owner)),
        place or "hidden",
        owner=owner,
        private=name != "discard" and bool(s.agenda),
    )


def queue(s: Court, viewer: Player | None) -> Zone:
    """The queue from head to tail; in a stack the bottom card comes first."""
    tops = {end - 1: i for i, end in enumerate(accumulate(s.heights))}
    cards = s.zones[QUEUE]
    pieces: list[Piece] = []
    stack, below = 0, ""
    for i, (card, piece) in enumerate(zip(cards, s.pieces(QUEUE, viewer), strict=True)):
        on_top = i in tops
        pieces.append(
            replace(
                piece,
                at=str(stack + 1),
                on=below,
                down=not s.up[card],
                tokens=s.tokens[card],
                last=s.stamp[card] == s.touched,
                pointer=on_top and stack == s.cursor,
            )
        )
        below = "" if on_top else piece.id
        stack += on_top
    shape = Shape(gaps=True, ends=(say("zone.queue.head"), say("zone.queue.tail")))
    return Zone("queue", "row", tuple(pieces), say("zone.queue"), "queue", shape=shape)


def panels(s: Court) -> tuple[Panel, ...]:
    """One panel per family; every figure is public."""
    return tuple(
        Panel(
            player,
            side=player,
            main=Counter("influence", s.influence[player], "@coin"),
            counters=(
                Counter("hand", len(s.zones[s.hand(player)]), "@card"),
                Counter("out", len(s.zones[s.discard_area(player)]), "@strike"),
            ),
            tags=("first",) if s.round and player == s.first and s.agenda else (),
            zones=(s.layout.specs[s.discard_area(player)].name,),
        )
        for player in range(s.players)
    )


def progress(s: Court) -> Progress:
    """The round and its phase."""
    rounds = s.figures.rounds
    phase = None
    if s.agenda:
        phase = say("phase.placement" if s.cursor == NOWHERE else "phase.resolution")
    done = s.round if not s.agenda else max(0, s.round - 1)
    label = say("progress.round", n=max(1, s.round), of=rounds)
    return Progress(label, done, rounds, phase)


# --- result -----------------------------------------------------------------------------------


def result(s: Court) -> Result:
    """Most influence, then most cards left in the queue, then a shared victory (ruling 31)."""
    influence, cards = criteria(s)
    everyone = range(s.players)
    standing = list(zip(influence, cards, strict=True))
    rank = tuple(1 + sum(other > mine for other in standing) for mine in standing)
    first = [p for p in everyone if rank[p] == 1]
    rich = [p for p in everyone if influence[p] == max(influence)]
    tie_broken = len(first) < len(rich)
    deciding = 1 if tie_broken else 0 if len(first) < s.players else None
    series = s.series if not s.agenda else (*s.series, influence)
    names = [s.layout.specs[zone(p)].name for p in everyone for zone in (s.removed, s.hand)]
    return Result(
        rank=rank,
        won=tuple(r == 1 for r in rank),
        reason=_reason(s, first, rich, cards),
        score=influence,
        criteria=((say("result.influence"), influence), (say("result.cards"), cards)),
        deciding=deciding,
        series=series,
        revealed=tuple(names) if not s.agenda else (),
    )


def _reason(s: Court, first: list[Player], rich: list[Player], cards: tuple[int, ...]) -> Text:
    """Why the winners won, the tie-break in words."""
    winner = first[0]
    n = s.influence[winner]
    if len(first) == 1:
        if len(rich) == 1:
            return say("result.most_influence", who=Who(winner), n=n)
        second = max((p for p in rich if p != winner), key=lambda p: cards[p])
        key = "result.more_cards" if len(rich) == 2 else "result.most_cards"
        return say(
            key,
            who=Who(winner), whose=Who(second), influence=n, n=cards[winner], less=cards[second],
        )  # fmt: skip
    if len(first) == 2:
        return say("result.shared", who=Who(first[0]), whose=Who(first[1]), influence=n)
    return say("result.shared_by_many", sharing=len(first), influence=n)


def sheet(s: Court) -> Sheet:
    """Where the influence came from, round by round."""
    everyone = tuple(range(s.players))
    rows: list[tuple[Text, tuple[int | None, ...]]] = [(say("sheet.start"), s.series[0])]
    for number, (before, after) in enumerate(pairwise((*s.series, tuple(s.influence))), start=1):
        if number < len(s.series) or s.agenda:
            gained = tuple(after[p] - before[p] for p in everyone)
            rows.append((say("sheet.round", n=number), gained))
    return Sheet(say("sheet.title"), everyone, tuple(rows))

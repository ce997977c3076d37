"""The table as one viewer sees it: trick, wish, hands, piles, panels, result."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from takujo.core.texts import Player, Text, Who, say
from takujo.core.views import Counter, Panel, Piece, Progress, Result, Sheet, Zone
from takujo.games.tichu import rules
from takujo.games.tichu.plays import Combination
from takujo.games.tichu.state import (
    ASIDE,
    GRAND_TICHU,
    HAND,
    PLAYERS,
    TICHU,
    TRICK,
    WON,
    Round,
    by_player,
    partner_of,
    side_of,
)


def scene(s: Round, viewer: Player | None) -> tuple[Zone, ...]:
    """The trick in the middle, the others' hands and piles around it, the own hand."""
    zones = [trick(s, viewer)]
    if s.top:
        kind, n, strength, owner = s.top
        what = rules.combination_text(Combination(kind, n, strength))
        label = say("zone.to_beat", who=Who(owner), what=what)
        zones.append(Zone("to_beat", "text", (), label, "middle"))
    if s.wish:
        label = say("zone.wish", rank=f"rank.{s.wish}")
        zones.append(Zone("wish", "text", (Piece("wish", "wish"),), label, "wish"))
    if s.zones[ASIDE]:
        zones.append(Zone("aside", "row", s.pieces(ASIDE, viewer), say("zone.aside"), "aside"))
    for p in range(PLAYERS):
        zones.append(
            Zone(
                f"won.{p}",
                "counter",
                (),
                say("zone.won", whose=Who(p)),
                place="hidden",
                owner=p,
                count=len(s.zones[WON + p]),
            )
        )
        mine = p == viewer
        zones.append(
            Zone(
                f"hand.{p}",
                "hand" if mine else "fan",
                s.pieces(HAND + p, viewer),
                say("zone.hand", whose=Who(p)),
                place="hand" if mine else _place(p, viewer),
                owner=p,
                private=mine,
            )
        )
    return tuple(zones)


def _place(player: Player, viewer: Player | None) -> str:
    """Where a player sits as the viewer sees it; play goes round to the left."""
    return ("near", "left", "across", "right")[(player - (viewer or 0)) % PLAYERS]


def trick(s: Round, viewer: Player | None) -> Zone:
    """The plays of this trick, each a group by its player; the newest is marked."""
    pieces: list[Piece] = []
    cards = s.pieces(TRICK, viewer)
    at = 0
    for i, (_, n) in enumerate(s.plays, start=1):
        for piece in cards[at : at + n]:
            pieces.append(replace(piece, at=str(i), last=i == len(s.plays)))
        at += n
    return Zone("trick", "fan", tuple(pieces), say("zone.trick"), "trick")


def panels(s: Round) -> tuple[Panel, ...]:
    """Points of the team, cards in hand and won, call; every figure is public."""
    return tuple(
        Panel(
            p,
            side=side_of(p),
            main=Counter("points", s.totals[side_of(p)], "@star"),
            counters=(
                Counter("hand", len(s.zones[HAND + p]), "@card"),
                Counter("won", len(s.zones[WON + p]), "@stack"),
            ),
            tags=_tags(s, p),
            done=p in s.out,
        )
        for p in range(PLAYERS)
    )


def _tags(s: Round, p: Player) -> tuple[str, ...]:
    called = {TICHU: ("tichu",), GRAND_TICHU: ("grand_tichu",)}.get(s.calls[p], ())
    if p in s.out:
        return (*called, f"out{s.out.index(p) + 1}")
    return called


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
        series=s.series,
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

"""The table of Atlas as one viewer sees it, and how the match stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from takujo.core.texts import Player, Who, say
from takujo.core.views import Counter, Panel, Piece, Progress, Result, Shape, Zone
from toys.atlas.rules import BISHOP
from toys.atlas.state import (
    BOX,
    COMET,
    COURT,
    DISCARD,
    EDGE_PLACES,
    FAIR,
    FAIRS,
    LOW,
    PLACES,
    SKY,
    SLOT,
    SLOTS,
    TOP,
    AtlasState,
)


def scene(s: AtlasState, viewer: Player | None) -> tuple[Zone, ...]:
    """The map, the market, the fairs, the deck, the comet, and all courts."""
    held = tuple((f"#{PLACES[e]}", ("held",)) for e in EDGE_PLACES if s.agents[e])
    agents = tuple(
        Piece(f"agent.{PLACES[at]}", "agent", a - 1, at=PLACES[at])
        for at, a in enumerate(s.agents)
        if a
    )
    market = tuple(_market(s, viewer))
    zones = [
        Zone("map", "board", agents, say("zone.map"), shape=Shape(zoom=True), marks=held),
        Zone("market", "row", market, say("zone.market"), shape=Shape(slots=SLOTS)),
        Zone("fairs", "row", tuple(_fairs(s, viewer)), say("zone.fairs")),
        Zone("deck", "stack", s.pieces(LOW, viewer) + s.pieces(TOP, viewer), say("zone.deck")),
        Zone("discard", "stack", s.pieces(DISCARD, viewer), say("zone.discard")),
    ]
    if s.zones[SKY]:
        zones.append(Zone("sky", "row", s.pieces(SKY, viewer), say("zone.sky")))
    for p in range(s.players):
        pieces = tuple(_court(s, p, viewer))
        place = "own" if p == viewer else "courts"
        label = say("zone.court", whose=Who(p))
        zones.append(Zone(f"court.{p}", "row", pieces, label, place=place, owner=p))
    return tuple(zones)


def _market(s: AtlasState, viewer: Player | None) -> Iterator[Piece]:
    for i in range(SLOTS):
        for piece, card in zip(s.pieces(SLOT + i, viewer), s.zones[SLOT + i], strict=True):
            yield replace(piece, at=str(i + 1), tokens=s.florins[card])


def _fairs(s: AtlasState, viewer: Player | None) -> Iterator[Piece]:
    for i, fair in enumerate(FAIRS):
        for piece, card in zip(s.pieces(FAIR + i, viewer), s.zones[FAIR + i], strict=True):
            yield replace(piece, at=str(i + 1), tokens=s.florins[card], text=say(f"fair.{fair}"))


def _court(s: AtlasState, player: Player, viewer: Player | None) -> Iterator[Piece]:
    """Stacks from the bottom to the top: a queen, the king upon her, a bishop upon him."""
    shown = dict(zip(s.court(player), s.pieces(COURT + player, viewer), strict=True))
    top = [card for card in s.court(player) if s.king_of(card) is None]
    for i, card in enumerate(top, start=1):
        piece = replace(shown[card], at=str(i))
        if s.queens[card]:
            queen = replace(shown[s.queens[card] - 1], at=str(i))
            yield queen
            piece = replace(piece, on=queen.id)
        yield replace(piece, marks=("silenced",)) if s.bishops[card] else piece
        if s.bishops[card]:
            yield Piece(BISHOP.clicks[card], "bishop", at=str(i), on=piece.id)


def panels(s: AtlasState) -> tuple[Panel, ...]:
    """Florins first; crowns and roads win."""
    return tuple(
        Panel(
            p,
            side=p,
            house=p >= s.seats,
            main=Counter("florins", s.purses[p], "@coin"),
            counters=(
                Counter("crowns", s.crowns(p), "@crown"),
                Counter("roads", s.roads(p), "@road"),
                Counter("agents", s.supply(p)),
            ),
            tags=("rival",) if p >= s.seats else (),
            done=not s.agenda,
            zones=(f"court.{p}",),
        )
        for p in range(s.players)
    )


def progress(s: AtlasState) -> Progress:
    """How much of the deck has been seen."""
    left = len(s.zones[TOP]) + len(s.zones[LOW])
    of = len(s.layout.faces) - SLOTS - len(FAIRS) - len(s.zones[BOX])
    phase = say("phase.comet" if s.where[COMET] == SKY else "phase.calm")
    return Progress(say("progress.deck", n=left), of - left, of, phase)


def result(s: AtlasState) -> Result:
    """A declared victory has one winner and all others equal; else crowns, roads, florins rank."""
    players = range(s.players)
    if s.victor:
        winner = s.victor - 1
        won = tuple(p == winner for p in players)
        reason = say(f"result.{s.goal}", who=Who(winner))
        return Result(tuple(1 if w else 2 for w in won), won, reason)
    criteria = (
        (say("counter.crowns"), tuple(map(s.crowns, players))),
        (say("counter.roads"), tuple(map(s.roads, players))),
        (say("counter.florins"), tuple(s.purses)),
    )
    keys = [tuple(figures[p] for _, figures in criteria) for p in players]
    rank = tuple(1 + sum(other > key for other in keys) for key in keys)
    if s.players == 1:
        return Result(rank, (False,), say("result.alone"), criteria=criteria)
    won = tuple(r == 1 for r in rank)
    winner = rank.index(1)
    if sum(won) > 1:
        return Result(rank, won, say("result.shared"), criteria=criteria)
    next_best = max(key for key in keys if key != keys[winner])
    deciding = next(i for i, x in enumerate(keys[winner]) if x != next_best[i])
    reason = say("result.patron", who=Who(winner))
    return Result(rank, won, reason, criteria=criteria, deciding=deciding)

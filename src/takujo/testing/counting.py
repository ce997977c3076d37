"""Points that count: cards, tallies, panels, score sheets, results."""

from __future__ import annotations

from collections import Counter
from typing import Any

from takujo.core.views import Panel, Result, Sheet, View
from takujo.core.zones import COUNT, PIECE
from takujo.testing.books import missing
from takujo.testing.points import Found, Point, Position, whom
from takujo.testing.report import difference


def cards_are_somewhere(p: Position) -> Found:
    """Every card is in exactly one zone, `where` agrees, and only the verbs moved it."""
    s = p.s
    lost = missing(s)
    yield lost or None
    if lost:
        return
    stamps = Counter(x for x in s.stamp if x)
    for zone, cards in enumerate(s.zones):
        spec = s.layout.specs[zone]
        for card in cards:
            if s.where[card] != zone:
                yield f"`where` puts card {card} elsewhere than in {spec.name}"
            elif spec.follow == PIECE and stamps[s.stamp[card]] != 1:
                yield f"card {card} in {spec.name} is followed by eye and has no stamp of its own"
            elif spec.follow != PIECE and s.stamp[card]:
                yield f"card {card} in {spec.name} keeps a stamp that nobody can follow"
            elif s.seen[card] & ~s.layout.all:
                yield f"`seen` of card {card} has bits of nobody"
        if spec.follow == COUNT and list(cards) != sorted(cards):
            yield f"{spec.name} is followed by count and not sorted: its order tells something"
    yield None
    books = p.table.watch.books
    if books.wrong:
        yield books.wrong[0]
        return
    for spec, mine, cards in zip(s.layout.specs, books.truth, s.zones, strict=True):
        if sorted(mine) != sorted(cards) or (spec.follow != COUNT and mine != list(cards)):
            yield f"the cards of {spec.name} changed without a verb: {list(cards)}, not {mine}"
            return
    yield None


def tallies_never_change(p: Position) -> Found:
    """The sums that a game declares never change."""
    if p.taken is None:
        return
    before, now = p.game.tallies(p.taken.before), p.game.tallies(p.s)
    if before or now:
        key = p.game.notation(p.taken.choice.action)
        found = difference(before, now)
        yield f"{key!r} changes a sum that never changes: {found}" if found else None


def panels_are_recounts(p: Position) -> Found:
    """Panels are functions of the position, the same for all viewers, and count what lies there."""
    if not p.full:
        return
    game, s = p.game, p.s
    again = game.from_json(p.table.players, p.table.options, s.to_json())
    house = len(game.house(p.table.players, p.table.options))
    first = game.panels(s, None)
    owners = [panel.player for panel in first]
    expected = list(range(p.table.players + house))
    yield None if owners == expected else f"panels are of players {owners}, not {expected}"
    for viewer in p.viewers:
        panels = game.panels(s, viewer)
        for name, t in (("a position read back", again), ("a copy", s.clone())):
            found = difference(panels, game.panels(t, viewer), "panels")
            yield f"{name} has other panels for {whom(viewer)}: {found}" if found else None
        for mine, public in zip(panels, first, strict=False):
            found = difference(public.main, mine.main, f"the main counter of {mine.player}")
            yield f"viewers see different figures: {found}" if found else None
        for panel in panels:
            yield from _counted(p, panel, p.views[viewer])
        yield from _icons(panels)
        yield from _sides(p, panels)


def _counted(p: Position, panel: Panel, view: View) -> Found:
    """A counter named as a zone of the player tells how many cards lie there."""
    zones = {spec.name: len(cards) for spec, cards in zip(
        p.s.layout.specs, p.s.zones, strict=True)}  # fmt: skip
    for counter in panel.figures:
        lies = zones.get(f"{counter.name}.{panel.player}")
        if lies is not None:
            said = f"counter {counter.name} of player {panel.player} says {counter.value}"
            yield None if lies == counter.value else f"{said}, and {lies} cards lie there"
    shown = {zone.id for zone in view.scene}
    lost = [z for z in panel.zones if z not in shown]
    yield f"panel {panel.player} opens {lost}, which the view lacks" if lost else None


def _icons(panels: tuple[Panel, ...]) -> Found:
    """A view says once what the counters of a name count."""
    icons: dict[str, set[str]] = {}
    for panel in panels:
        for counter in panel.figures:
            icons.setdefault(counter.name, set()).add(counter.icon)
    for name, some in icons.items():
        yield f"counter {name} has the icons {sorted(some)}" if len(some) > 1 else None


def _sides(p: Position, panels: tuple[Panel, ...]) -> Found:
    sides = p.game.sides(p.table.players, p.table.options)
    members = sorted(x for side in sides for x in side)
    seats = list(range(p.table.players))
    yield None if members[: len(seats)] == seats else f"sides {sides} leave somebody out"
    for side, players in enumerate(sides):
        for player in players:
            if player < len(panels) and panels[player].side != side:
                yield f"panel {player} says side {panels[player].side}, not {side}"


def sheets_sum_up(p: Position) -> Found:
    """The score sheet sums to the result; the result is whole, also as it stands."""
    if not p.full and p.choice is not None:
        return
    result = p.game.result(p.s)
    players = p.table.players + len(p.game.house(p.table.players, p.table.options))
    yield from _whole(result, players)
    sheet = result.sheet or p.game.sheet(p.s)
    if sheet is not None:
        yield from _shaped(sheet, players)
        if result.score is not None:
            for column, player in enumerate(sheet.columns):
                total = sum(cells[column] or 0 for _, cells in sheet.rows)
                if total != result.score[player]:
                    yield (
                        f"the sheet gives player {player} {total}, "
                        f"the result {result.score[player]}"
                    )
                else:
                    yield None
    if p.taken is not None:
        for event in p.taken.events:
            if event.sheet is not None:
                yield from _shaped(event.sheet, players)


def _whole(result: Result, players: int) -> Found:
    lengths: dict[str, Any] = {"rank": result.rank, "won": result.won}
    if result.score is not None:
        lengths["score"] = result.score
    for i, (_, figures) in enumerate(result.criteria):
        lengths[f"criterion {i}"] = figures
    for i, figures in enumerate(result.series):
        lengths[f"round {i} of the series"] = figures
    for name, values in lengths.items():
        if len(values) != players:
            yield f"{name} of the result has {len(values)} figures for {players} players"
    if result.deciding is not None and not 0 <= result.deciding < len(result.criteria):
        yield f"the deciding criterion {result.deciding} is none of {len(result.criteria)}"
    for player, rank in enumerate(result.rank):
        # Competition ranking by player; in a team game all of a side share its rank.
        better = sum(r < rank for r in result.rank)
        if rank < 1 or (better == 0) != (rank == 1) or rank > better + 1:
            yield f"rank {rank} of player {player} does not fit {result.rank}"
            return
    yield None


def _shaped(sheet: Sheet, players: int) -> Found:
    strange = [c for c in sheet.columns if not 0 <= c < players]
    yield f"the sheet has columns of nobody: {strange}" if strange else None
    for label, cells in sheet.rows:
        if len(cells) != len(sheet.columns):
            yield f"row {label.key!r} of the sheet has {len(cells)} cells"
        else:
            yield None


EARLY = (
    Point("zones", cards_are_somewhere, grave=True),
    Point("tallies", tallies_never_change, grave=True),
)
POINTS = (Point("panels", panels_are_recounts), Point("sheets", sheets_sum_up))

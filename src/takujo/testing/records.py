"""Points about the journal: records replay to the same bytes, undo is exact and tells nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from takujo.core.actions import IllegalAction
from takujo.core.chance import Live
from takujo.core.frames import EACH, apply, awaited
from takujo.core.knowledge import resample
from takujo.core.match import Match, RecordError, Refused
from takujo.core.projection import log_line
from takujo.core.state import State
from takujo.core.views import View
from takujo.testing.points import Position, other_nature, whom
from takujo.testing.report import difference
from takujo.testing.table import Drawing, Table

Named: TypeAlias = "Iterator[tuple[str, str | None]]"  # point, and what `points.Found` yields


class Companion:
    """The same match played beside the kit's own through `Match`, with detours taken back."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lost = False  # the two have parted; a fault was told
        self.past: list[tuple[int, str, str]] = []  # digest before, seat, key: choices that stand
        self.match = Match.load(table.header, table.lines[:1], key=table.key, game=table.game)

    def walk(self, p: Position) -> Named:
        """Play the step that led to this position; a later look compares the two."""
        if self.lost or p.taken is None:
            return
        player = p.taken.choice.player
        key = p.game.notation(p.taken.choice.action)
        self.match.play(player, key, self.match.asked(player))
        yield "replay", None

    def follow(self, p: Position) -> Named:
        """Play the step that led to this position, with hold and undo on the way."""
        if self.lost or p.taken is None:
            return
        match, taken = self.match, p.taken
        player = taken.choice.player
        key = p.game.notation(taken.choice.action)
        if difference(taken.before.to_json(), match.state.to_json()):
            yield self._parted(key)
            return
        before = self._views() if p.full else {}
        hold = "always" if p.full and p.rng.below(2) else "never"
        named = match.asked(player)
        match.play(player, key, named, hold=hold)
        if match.held is not None:
            yield from self._held(p, before)
            match.confirm(player)
        if difference(match.state.to_json(), p.s.to_json()):
            yield self._parted(key)
            return
        yield "replay", None
        yield from self._undo(p, before)

    def _parted(self, key: str) -> tuple[str, str]:
        self.lost = True
        return "replay", f"the same match played twice parts at {key!r}"

    def _views(self) -> dict[Any, View]:
        return {v: self.match.view(v) for v in self.table.viewers}

    def _held(self, p: Position, before: dict[Any, View]) -> Named:
        """A held choice is in no other view and not in the position; it can be taken back."""
        assert p.taken is not None
        match, player = self.match, p.taken.choice.player
        key = p.game.notation(p.taken.choice.action)
        found = difference(p.taken.before.to_json(), match.state.to_json())
        yield "hold", f"{key!r}, while held, changes the position: {found}" if found else None
        awaited_now = match.awaited
        fine = awaited_now == (player,) and match.can_undo(player)
        yield "hold", None if fine else f"while {key!r} is held {awaited_now} are awaited"
        for viewer in self.table.viewers:
            shown = match.view(viewer)
            if viewer == player:
                yield "hold", None if shown.held else f"player {player} is not told that he holds"
                continue
            found = difference(_table(before[viewer]), _table(shown))
            yield "hold", f"{whom(viewer)} sees a held choice: {found}" if found else None
        match.undo(player)
        found = difference(p.taken.before.to_json(), match.state.to_json())
        yield "hold", f"{key!r}, held and taken back, leaves something: {found}" if found else None
        match.play(player, key, match.asked(player), hold="always")
        if match.held is None:
            yield "hold", f"{key!r} is held once and not the second time"

    def _undo(self, p: Position, before: dict[Any, View]) -> Named:
        assert p.taken is not None
        match, player, s = self.match, p.taken.choice.player, p.s
        key = p.game.notation(p.taken.choice.action)
        each = bool(s.agenda) and s.agenda[-1].kind == EACH
        others = [d.player for d in awaited(s) if d.player != player]
        for seat in range(self.table.players):
            if seat != player and not each and match.can_undo(seat):
                yield "undo", f"after {key!r} of player {player}, player {seat} may undo"
        if not match.can_undo(player):
            yield "undo", None
            return
        if not each:
            if others:
                yield "undo", f"{key!r} may be taken back though player {others[0]} is asked since"
                return
            learned = next(_learned(p), None)
            yield "undo", f"{key!r} may be taken back though {learned}" if learned else None
            if learned:
                return
        elif p.taken.choice.decision.optional or p.taken.before.agenda[-1].kind != EACH:
            return  # undo takes back an earlier answer, not this step
        match.undo(player)
        found = difference(p.taken.before.to_json(), match.state.to_json())
        yield "undo", f"undo of {key!r} leaves something: {found}" if found else None
        if found:
            self.lost = True
            return
        for viewer, shown in before.items():
            found = difference(_table(shown), _table(match.view(viewer)))
            yield (
                "undo",
                f"undo of {key!r} leaves a trace for {whom(viewer)}: {found}" if (found) else None,
            )
        match.play(player, key, match.asked(player))
        found = difference(s.to_json(), match.state.to_json())
        if found:
            self.lost = True
            yield "undo", f"{key!r} played again after undo leads elsewhere: {found}"

    def close(self) -> Named:
        """The journal so far, its record, and the kit's own journal all replay to this."""
        table, match = self.table, self.match
        if self.lost:
            return
        yield from _replayed(table, "the record", table.header, table.lines, len(table.log))
        lines = json.loads(json.dumps(match.lines))
        try:
            again = Match.load(match.header, lines, key=table.key, game=table.game)
        except RecordError as error:
            yield "replay", f"the journal with its undo lines does not load: {error}"
        else:
            yield "replay", _parts(match, again)
        header, *kept = match.record()
        yield from _replayed(table, "the match's record", header, kept, len(table.log))
        if not match.over:
            match.truncate()
            result = match.result()
            fine = match.over and len(result.rank) >= table.players
            yield "ends", None if fine else "a truncated match has no result"


def _table(view: View) -> View:
    """What lies on the table, without what belongs to the journal."""
    return replace(
        view, seq=0, log=(), moves=(), undo=False, restart=False, held=False, report=None
    )


def _replayed(table: Table, what: str, header: Any, lines: Any, events: int) -> Named:
    try:
        again = Match.load(header, json.loads(json.dumps(list(lines))), game=table.game)
    except RecordError as error:
        yield "replay", f"{what} does not replay: {error}"
        return
    found = difference(table.state.to_json(), again.state.to_json())
    if found:
        yield "replay", f"{what} replays to another position: {found}"
        return
    for viewer in table.viewers:
        mine = tuple(log_line(event, table.state.layout, viewer, 0) for _, event in table.log)
        told = tuple(replace(line, seq=0) for line in again.log(viewer))
        found = difference(mine, told, "the log")
        yield "replay", f"{what} has another log for {whom(viewer)}: {found}" if found else None


def _parts(match: Match, again: Match) -> str | None:
    for viewer in (*range(match.players), None):
        found = difference(replace(match.view(viewer), moves=()), replace(
            again.view(viewer), moves=()))  # fmt: skip
        if found:
            return f"a journal loaded again has another view for {whom(viewer)}: {found}"
    return None


def _learned(p: Position) -> Iterator[str]:
    """What somebody has learned by the last step, so that it may not be taken back."""
    taken = p.taken
    assert taken is not None
    before, choice = taken.before, taken.choice
    for card, mask in enumerate(taken.glimpsed):
        gained = mask & ~before.seen[card]
        if gained:
            viewer = next(v for v in p.viewers if gained & p.s.layout.bit(v))
            yield f"{whom(viewer)} has learned card {card}"
            return
    index = p.table.outcomes - len(taken.draws)
    if taken.draws:
        t = before.clone()
        drawing = Drawing(other_nature(p.rng.below(1 << 30)))
        apply(t, choice.player, choice.action, drawing)
        if [d for d, _ in drawing.drawn] == [d for d, _ in taken.draws]:
            for viewer in p.viewers:
                if repr(p.look(t, viewer)) != repr(p.views[viewer]):
                    yield f"{whom(viewer)} sees what was drawn"
                    return
    if not p.full:
        return
    for viewer in p.viewers:
        t = resample(p.game, before, viewer, p.rng)
        if not _offered(t, choice.player, choice.action):
            continue
        drawing = Drawing(Live(p.table.key, index))
        try:
            apply(t, choice.player, choice.action, drawing)
        except IllegalAction:
            continue
        if tuple(drawing.drawn) == taken.draws and repr(p.look(t, viewer)) != repr(p.views[viewer]):
            yield f"it showed {whom(viewer)} something that he could not know before"
            return


def _offered(s: State, player: int, action: Any) -> bool:
    return any(d.player == player and action in d.actions for d in awaited(s))


def refused_undo_changes_nothing(match: Match, seats: int) -> Named:
    """Undo by somebody who may not is refused and leaves no line."""
    for seat in range(seats):
        if match.over or match.can_undo(seat):
            continue
        before, lines = match.state.to_json(), len(match.lines)
        try:
            match.undo(seat)
        except Refused:
            fine = before == match.state.to_json() and lines == len(match.lines)
            yield "undo", None if fine else f"a refused undo of player {seat} changes something"
        else:
            yield "undo", f"player {seat} may not undo and could"

"""What a point is, and the position that points look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from takujo.core import projection
from takujo.core.actions import Decision
from takujo.core.chance import Live, SplitMix
from takujo.core.frames import apply, awaited, optional
from takujo.core.game import Game
from takujo.core.knowledge import resample
from takujo.core.state import State
from takujo.core.texts import Player, Text
from takujo.core.views import View
from takujo.testing.books import Agenda
from takujo.testing.report import Coverage
from takujo.testing.table import Choice, Drawing, Table, Taken

T = TypeVar("T")

# A point yields None for every single check that held and a sentence for every fault.
Found: TypeAlias = "Iterator[str | None]"


@dataclass(frozen=True)
class Point(Generic[T]):
    """One thing that must hold; `grave` means that the match cannot go on when it does not."""

    name: str
    find: Callable[[T], Found]
    grave: bool = False


class After(NamedTuple):
    """A copy of a position after one choice, as far as the log and the table tell it."""

    choice: Choice
    s: State
    draws: tuple[Any, ...]
    logs: dict[Player | None, tuple[Any, ...]]  # per viewer: the lines that he reads
    moves: dict[Player | None, tuple[tuple[str, str], ...]]


@dataclass
class Position:
    """A position of a match under examination, with what several points need of it."""

    table: Table
    rng: SplitMix
    choice: Choice | None  # what will be chosen here; None when it is over
    taken: Taken | None  # the step that led here; None at the beginning
    full: bool  # examined in full; otherwise only the quick points look
    coverage: Coverage
    said: list[Text] = field(default_factory=list)  # texts that the points came across

    @property
    def game(self) -> Game[Any]:
        return self.table.game

    @property
    def s(self) -> State:
        return self.table.state

    @property
    def viewers(self) -> tuple[Player | None, ...]:
        return self.table.viewers

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """What is asked here, and what may be done out of turn."""
        return (*awaited(self.s), *optional(self.s))

    @cached_property
    def watchers(self) -> tuple[Player | None, ...]:
        """Whose views are looked at: all in full, else one who is asked and one other."""
        if self.full:
            return self.viewers
        asked = [d.player for d in self.decisions][:1]
        some = self.viewers[self.rng.below(len(self.viewers))]
        return tuple(dict.fromkeys((*asked, some)))

    @cached_property
    def views(self) -> Mapping[Player | None, View]:
        """What every viewer sees, made when it is asked for."""
        return _Views(self)

    def look(self, s: State, viewer: Player | None) -> View:
        """What a viewer sees of a position, as the match would show it here."""
        chosen = self.table.chosen[viewer] if viewer is not None else 0
        return projection.view(self.game, s, viewer, chosen=chosen)

    def world(self, viewer: Player | None) -> State:
        """A position that the viewer cannot tell from this one."""
        t: State = resample(self.game, self.s, viewer, self.rng)
        return t

    def after(self, s: State, choice: Choice, nature: Any = None) -> After:
        """Carry a choice out on a copy, by default with the outcomes that would come."""
        t = s.clone()
        t.agenda = Agenda(t, [])
        drawing = Drawing(nature if nature is not None else self.table.live())
        apply(t, choice.player, choice.action, drawing)
        t.agenda = list(t.agenda)
        layout, line = t.layout, len(self.table.lines)
        logs = {
            v: tuple(projection.log_line(e, layout, v, line) for e in t.events)
            for v in self.viewers
        }
        moves = {v: projection.moves(t.trail, layout, v) for v in self.viewers}
        return After(choice, t, tuple(drawing.drawn), logs, moves)

    def some(self, n: int) -> list[Choice]:
        """At most `n` of the choices that are offered, of all players, the one taken first."""
        found = [Choice(d, a) for d in self.decisions for a in d.actions]
        if len(found) > n:
            for i in range(n):
                j = i + self.rng.below(len(found) - i)
                found[i], found[j] = found[j], found[i]
            found = found[:n]
        if self.choice is not None and self.choice not in found:
            found[:1] = [self.choice]
        return found

    @cached_property
    def futures(self) -> list[After]:
        """Where some of the offered choices lead."""
        return [self.after(self.s, choice) for choice in self.some(FUTURES)]


class _Views(dict["Player | None", View]):
    """Views of one position by viewer."""

    def __init__(self, p: Position) -> None:
        super().__init__()
        self.p = p

    def __missing__(self, viewer: Player | None) -> View:
        made = self[viewer] = self.p.look(self.p.s, viewer)
        return made


FUTURES = 12  # choices followed at a position


def whom(viewer: Player | None) -> str:
    """A viewer in a sentence."""
    return "the onlooker" if viewer is None else f"player {viewer}"


def other_nature(seed: int) -> Live:
    """Outcomes that have nothing to do with those of the match."""
    return Live(b"another nature %d" % seed, 0)

"""The agenda: a stack of small immutable frames, things still to do, and the loop that runs them.

Four kinds only: a `Step` acts by itself, an `Ask` lets one player choose, an `AskEach` several at
once, a `Chance` takes an outcome from nature. `Parts` and `Repeat` are library frames made of them.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast, dataclass_transform

from takujo.core.actions import (
    NOT_ASKED,
    NOT_OFFERED,
    Action,
    Decision,
    Domain,
    IllegalAction,
    Verb,
)
from takujo.core.chance import Draw, Nature, Outcome
from takujo.core.texts import Player, Who, say

if TYPE_CHECKING:
    from takujo.core.state import State

S = TypeVar("S", bound="State")
C = TypeVar("C", bound=type)

STEP, ASK, EACH, CHANCE = 0, 1, 2, 3


@dataclass_transform(frozen_default=True)
def frame(cls: C) -> C:
    """Make a frame class a frozen slotted dataclass: its fields are ints, words, frames, tuples."""
    return cast(C, dataclasses.dataclass(frozen=True, slots=True)(cls))


class Frame(Generic[S]):
    """One named step of the rulebook; never holds the id of a card that is hidden from anybody."""

    __slots__ = ()
    kind: ClassVar[int]

    def interrupts(self, s: S) -> tuple[Decision, ...]:
        """Optional decisions beside this frame's own; listed only when somebody wants them."""
        return ()

    def interrupt(self, s: S, player: Player, action: Action) -> None:
        """Carry out an optional decision; this frame stays unless the handler replaces it."""
        raise IllegalAction(NOT_OFFERED)

    def window(self, s: S) -> bool:
        """Could anybody interrupt, judged from public facts alone?"""
        return False


class Step(Frame[S]):
    """A frame that acts by itself and cannot draw."""

    __slots__ = ()
    kind = STEP

    def run(self, s: S) -> None:
        """Act; may push further frames."""
        raise NotImplementedError


class Ask(Frame[S]):
    """A frame in which one player chooses."""

    __slots__ = ()
    kind = ASK
    open: ClassVar[bool] = False  # the list depends on public facts alone

    def decision(self, s: S) -> Decision:
        """All legal actions of the player who is asked."""
        raise NotImplementedError

    def choose(self, s: S, action: Action) -> None:
        """Carry the choice out; the frame is off the agenda already."""
        raise NotImplementedError


class AskEach(Frame[S]):
    """Several players choose at once, each by a short private chain, taken back until all are done.

    A subclass is a `frame` with the field `answers`: one tuple of actions per player, all empty at
    first. Nothing changes before `resolve`.
    """

    __slots__ = ()
    kind = EACH

    def ask(self, s: S, player: Player, given: tuple[Action, ...]) -> Decision | None:
        """The player's next question after these answers; `None` when he is done."""
        raise NotImplementedError

    def resolve(self, s: S, answers: tuple[tuple[Action, ...], ...]) -> None:
        """All are done: carry everything out at once."""
        raise NotImplementedError


class Chance(Frame[S]):
    """A frame in which nature draws; the outcome is in the record, nothing else is random."""

    __slots__ = ()
    kind = CHANCE

    def draw(self, s: S) -> Draw:
        """What is drawn: `k` of `n`; games read the numbers as positions in a sorted list."""
        raise NotImplementedError

    def happen(self, s: S, outcome: Outcome) -> None:
        """Carry the outcome out."""
        raise NotImplementedError


def answers_of(asking: AskEach[Any]) -> tuple[tuple[Action, ...], ...]:
    """The chains given so far, one per player."""
    answers: tuple[tuple[Action, ...], ...] = asking.answers  # type: ignore[attr-defined]
    return answers


def with_answers(asking: AskEach[Any], player: Player, chain: tuple[Action, ...]) -> AskEach[Any]:
    """The same frame with another chain of one player."""
    answers = answers_of(asking)
    new = (*answers[:player], chain, *answers[player + 1 :])
    return dataclasses.replace(asking, answers=new)  # type: ignore[type-var]


# --- library frames ---------------------------------------------------------------------------

ANY, PRINTED, FREE = 0, 1, 2  # the player's order; as printed; the parts commute

_PLACES = 12  # parts of one frame, at most
PART = Verb(
    "part",
    Domain(
        "part",
        tuple(str(i + 1) for i in range(_PLACES)),
        tuple(f"!part{i}" for i in range(_PLACES)),
    ),
)
DONE = Verb("done")


@frame
class Parts(Step["State"]):
    """Several things to do, in any order, as printed, or in an order that does not matter.

    When a single mandatory part is left, or the order is not the player's, it runs unasked.
    """

    player: Player
    frames: tuple[Frame[Any], ...]
    order: int = ANY
    optional: bool = False

    def run(self, s: State) -> None:
        if not self.frames:
            return
        if not self.optional and (self.order != ANY or len(self.frames) == 1):
            s.then(*self.frames)
        else:
            s.then(ChoosePart(self.player, self.frames, self.order, self.optional))


@frame
class ChoosePart(Ask["State"]):
    """Which of the parts comes next; with optional parts also: no more."""

    player: Player
    frames: tuple[Frame[Any], ...]
    order: int
    optional: bool
    open: ClassVar[bool] = True

    def decision(self, s: State) -> Decision:
        choices = 1 if self.order == PRINTED else len(self.frames)
        actions = tuple(PART(i) for i in range(choices))
        if self.optional:
            actions = (*actions, DONE())
        return Decision(self.player, say("prompt.part", who=Who(self.player)), actions)

    def choose(self, s: State, action: Action) -> None:
        if action == DONE():
            return
        i = action.args[0]
        rest = self.frames[:i] + self.frames[i + 1 :]
        s.then(self.frames[i], Parts(self.player, rest, self.order, self.optional))


@frame
class Repeat(Ask["State"]):
    """Ask the same again and again until the player is done."""

    ask: Ask[Any]

    @property
    def player(self) -> Player:
        """Whoever is asked."""
        player: Player = self.ask.player  # type: ignore[attr-defined]
        return player

    def decision(self, s: State) -> Decision:
        inner = self.ask.decision(s)
        brief = None if inner.brief is None else (*inner.brief, DONE())
        return inner._replace(actions=(*inner.actions, DONE()), brief=brief)

    def choose(self, s: State, action: Action) -> None:
        if action == DONE():
            return
        s.then(self)
        self.ask.choose(s, action)

    def interrupts(self, s: State) -> tuple[Decision, ...]:
        return self.ask.interrupts(s)

    def interrupt(self, s: State, player: Player, action: Action) -> None:
        self.ask.interrupt(s, player, action)

    def window(self, s: State) -> bool:
        return self.ask.window(s)


LIBRARY: tuple[type[Frame[Any]], ...] = (Parts, ChoosePart, Repeat)
LIBRARY_VERBS = (PART, DONE)


# --- the run loop -----------------------------------------------------------------------------


def advance(s: State, nature: Nature) -> None:
    """Run what acts by itself, up to a decision or the end."""
    agenda = s.agenda
    while agenda:
        top: Any = agenda[-1]
        kind = top.kind
        if kind == STEP:
            agenda.pop()
            top.run(s)
        elif kind == ASK:
            return
        elif kind == CHANCE:
            outcome = nature(s, top)
            agenda.pop()
            top.happen(s, outcome)
        else:
            answers = answers_of(top)
            if any(top.ask(s, p, given) is not None for p, given in enumerate(answers)):
                return
            agenda.pop()
            top.resolve(s, answers)


def awaited(s: State) -> tuple[Decision, ...]:
    """Whom the match waits for: `()` when it is over, several in a simultaneous choice.

    The list is made once per position and kept until the position changes.
    """
    listed = s.listed
    if listed is None:
        listed = s.listed = _awaited(s)
    return listed


def _awaited(s: State) -> tuple[Decision, ...]:
    if not s.agenda:
        return ()
    top: Any = s.agenda[-1]
    if top.kind == ASK:
        return (top.decision(s),)
    if top.kind == EACH:
        asked = (top.ask(s, p, given) for p, given in enumerate(answers_of(top)))
        return tuple(d for d in asked if d is not None)
    raise RuntimeError(f"the run loop stopped at {top!r}, which asks nobody")


def optional(s: State) -> tuple[Decision, ...]:
    """Interrupts: decisions that are offered and never awaited."""
    if not s.agenda:
        return ()
    return s.agenda[-1].interrupts(s)


def do(s: State, player: Player, action: Action, nature: Nature) -> None:
    """Carry an action out without checking it, and run on to the next decision or the end."""
    s.listed = None
    top: Any = s.agenda[-1]
    if top.kind == ASK and top.player == player:
        s.agenda.pop()
        top.choose(s, action)
    elif top.kind == EACH:
        given = (*answers_of(top)[player], action)
        s.agenda[-1] = with_answers(top, player, given)
    else:
        top.interrupt(s, player, action)
    advance(s, nature)


def interrupt(s: State, player: Player, action: Action, nature: Nature) -> None:
    """Carry an optional action out without checking it, and run on."""
    s.listed = None
    s.agenda[-1].interrupt(s, player, action)
    advance(s, nature)


def apply(s: State, player: Player, action: Action, nature: Nature) -> None:
    """Carry an action out if it is offered; otherwise raise `IllegalAction` and change nothing."""
    asked = False
    for decision in awaited(s):
        if decision.player == player:
            if action in decision.actions:
                do(s, player, action, nature)
                return
            asked = True
    for decision in optional(s):
        if decision.player == player:
            if action in decision.actions:
                interrupt(s, player, action, nature)
                return
            asked = True
    raise IllegalAction(NOT_OFFERED if asked else NOT_ASKED)


def retract(s: State, player: Player) -> None:
    """Take back the player's last answer in an open simultaneous choice."""
    top: Any = s.agenda[-1] if s.agenda else None
    if top is None or top.kind != EACH or not answers_of(top)[player]:
        raise IllegalAction(say("refused.nothing_to_take_back"))
    s.listed = None
    s.agenda[-1] = with_answers(top, player, answers_of(top)[player][:-1])

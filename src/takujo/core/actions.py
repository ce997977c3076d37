"""Verbs, domains, actions and their notation; decisions and refusals."""

from __future__ import annotations

from typing import NamedTuple

from takujo.core.texts import Player, Text, say


class Action(NamedTuple):
    """One legal choice: a verb and the indices of its arguments in their domains."""

    kind: str
    args: tuple[int, ...] = ()


class Domain:
    """The values of one argument: value i is written `words[i]` and clicked as `clicks[i]`.

    Without `clicks` a value is picked in a chooser (`=i`); an empty click means no click.
    """

    __slots__ = ("clicks", "name", "words")

    def __init__(
        self, name: str, words: tuple[str, ...], clicks: tuple[str, ...] | None = None
    ) -> None:
        self.name = name
        self.words = words
        self.clicks = tuple(f"={i}" for i in range(len(words))) if clicks is None else clicks
        if len(self.clicks) != len(words):
            raise ValueError(f"domain {name}: {len(words)} words but {len(self.clicks)} clicks")
        if len(set(words)) != len(words):
            raise ValueError(f"domain {name}: a word occurs twice")

    def __len__(self) -> int:
        return len(self.words)

    def __repr__(self) -> str:
        return f"Domain({self.name!r}, {self.words!r}, {self.clicks!r})"


class Verb:
    """A kind of action: `verb(*indices)` gives the action, one object for equal arguments.

    `many` is the domain of any number of further arguments, which form a set.
    """

    __slots__ = ("_made", "args", "many", "name")

    def __init__(self, name: str, *args: Domain, many: Domain | None = None) -> None:
        self.name = name
        self.args = args
        self.many = many
        self._made: dict[tuple[int, ...], Action] = {}

    def __call__(self, *args: int) -> Action:
        made = self._made.get(args)
        if made is None:
            made = self._make(args)
        return made

    def _make(self, args: tuple[int, ...]) -> Action:
        fixed = len(self.args)
        if len(args) < fixed or (len(args) > fixed and self.many is None):
            raise ValueError(f"verb {self.name} takes {fixed} arguments, not {len(args)}")
        rest = args[fixed:]
        if list(rest) != sorted(set(rest)):
            raise ValueError(f"verb {self.name}: a set is written in rising order, not {rest}")
        for value, domain in zip(args, self.domains(len(args)), strict=True):
            if not 0 <= value < len(domain):
                raise ValueError(f"verb {self.name}: {domain.name} has no value {value}")
        made = self._made[args] = Action(self.name, args)
        return made

    def domains(self, n: int) -> tuple[Domain, ...]:
        """The domain of each of `n` arguments."""
        rest = n - len(self.args)
        return self.args + ((self.many,) * rest if self.many is not None else ())

    def notation(self, action: Action) -> str:
        """The action as it is written, sent and recorded."""
        words = (
            d.words[i] for i, d in zip(action.args, self.domains(len(action.args)), strict=True)
        )
        return " ".join((self.name, *words))

    def clicks(self, action: Action) -> tuple[str, ...]:
        """The ids to click, in order; a button `!verb` where no argument is clicked."""
        ids = (
            d.clicks[i] for i, d in zip(action.args, self.domains(len(action.args)), strict=True)
        )
        return tuple(i for i in ids if i) or (f"!{self.name}",)

    def __repr__(self) -> str:
        rest = ", ".join(repr(d.name) for d in self.args)
        return f"Verb({self.name!r}{', ' if rest else ''}{rest})"


class Decision(NamedTuple):
    """What one player is asked: all legal actions, distinct, in a stable order."""

    player: Player
    prompt: Text
    actions: tuple[Action, ...]
    optional: bool = False  # offered, never awaited
    brief: tuple[Action, ...] | None = None  # for bots: one per class of equal actions


class IllegalAction(Exception):
    """An action that is not offered; `reason` says which rule or what was expected."""

    def __init__(self, reason: Text) -> None:
        super().__init__(f"{reason.key} {dict(reason.args)}" if reason.args else reason.key)
        self.reason = reason


NOT_ASKED = say("refused.not_asked")
NOT_OFFERED = say("refused.not_offered")

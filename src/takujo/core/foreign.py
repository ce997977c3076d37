"""What came of a file in which another place recorded matches of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from takujo.core.state import Json
from takujo.core.texts import Text


class Difference(NamedTuple):
    """A round that does not come out as recorded, or cannot be read."""

    round: int  # counted from 1; 0: outside of all rounds
    line: int  # counted from 1; 0: the file as a whole
    reason: Text


@dataclass
class Imported:
    """One file after its rounds were played again; `matches` holds a record per match begun."""

    file: str
    rounds: int = 0
    exact: int = 0
    differing: list[Difference] = field(default_factory=list)
    matches: list[list[Json]] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Was there a round, and did all of them come out exactly?"""
        return self.rounds == self.exact > 0 and not self.differing

    def to_json(self, say_it: Callable[[Text], str]) -> Json:
        """The counts and the differing rounds; `say_it` puts a text in words."""
        differing = [d._asdict() | {"reason": say_it(d.reason)} for d in self.differing]
        return {
            "file": self.file,
            "rounds": self.rounds,
            "exact": self.exact,
            "differing": differing,
        }

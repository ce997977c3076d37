"""What a record is made of: its header, its lines, the faults it may have, nature written down.

The journal is a list of JSON objects, one per line, each with its `seq`. Line kinds, by the key
that they carry:

| key        | meaning                                                                     |
|------------|-----------------------------------------------------------------------------|
| `start`    | the first outcomes of nature, up to the first decision                      |
| `key`      | `seat` chose `key`; `chance` holds the outcomes that followed               |
| `hold`     | `seat` chose `hold`, which hands over, and has not confirmed it yet         |
| `undo`     | everything from line `undo` on is taken back                                |
| `retract`  | the answer of line `retract` in a simultaneous choice is taken back         |
| `by`       | `seat` is played by `by` from now on: "human" or "bot:<name>"               |
| `concede`  | the player of seat `concede` gave up; his seat ranks last                   |
| `truncate` | the match ends here and is scored as it stands                              |
| `check`    | the rules have changed since: the stored position goes on from here         |

`chance` is a list of `[n, [outcome]]`. Every tenth line carries `digest`, a hash of the position.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from takujo.core.chance import Draw, Nature, Outcome
from takujo.core.state import Json, State
from takujo.core.texts import Player, Text

FORMAT = 1  # version of the record


class Refused(Exception):
    """A command that was not carried out; nothing has changed.

    `code` is one of `stale`, `illegal`, `not_yours`, `not_now`; `reason` says what was expected.
    """

    def __init__(self, code: str, reason: Text) -> None:
        super().__init__(f"{code}: {reason.key}")
        self.code = code
        self.reason = reason


class RecordError(ValueError):
    """A record that cannot be read or replayed; the message names the line."""


class Moment(NamedTuple):
    """The position before a line, kept so that the line can be taken back."""

    seq: int
    seat: Player
    state: State
    choices: tuple[int, ...]
    outcomes: int


class WrittenDown:
    """Nature, with everything written down that she drew."""

    __slots__ = ("_nature", "drawn")

    def __init__(self, nature: Nature) -> None:
        self._nature = nature
        self.drawn: list[tuple[Draw, Outcome]] = []

    def __call__(self, s: State, frame: Any) -> Outcome:
        draw = frame.draw(s)
        outcome = self._nature(s, frame)
        self.drawn.append((draw, outcome))
        return outcome

    def chance(self) -> list[Json]:
        """What was drawn as a line of the journal holds it: `[n, [outcome]]` each."""
        return [[draw.n, list(outcome)] for draw, outcome in self.drawn]


def checked_header(header: Json) -> Json:
    """The header, if it is one; raises RecordError with what was expected."""
    if not isinstance(header, dict) or header.get("takujo") != FORMAT:
        raise RecordError(f"line 1: expected the header of a Takujo record, `takujo`: {FORMAT}")
    wanted: dict[str, tuple[type, str]] = {
        "game": (str, "the id of a game"),
        "rules": (int, "a rules version"),
        "players": (int, "a number of players"),
        "options": (dict, "the options by name"),
        "seats": (list, "who plays, one word per seat"),
    }
    for name, (kind, what) in wanted.items():
        if not isinstance(header.get(name), kind):
            raise RecordError(f"line 1 (header): `{name}` is {what}, not {header.get(name)!r}")
    seats = header["seats"]
    if len(seats) != header["players"] or not all(isinstance(by, str) for by in seats):
        raise RecordError(f"line 1 (header): {header['players']} seats expected, not {seats!r}")
    return header

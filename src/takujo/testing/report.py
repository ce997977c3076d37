"""What a check found: faults with the place where they showed, and how much was covered."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, NamedTuple

from takujo.core.state import Json

SHOWN = 3  # faults printed per point


class Where(NamedTuple):
    """The place of a fault: the table, the seed of the match, and how many lines were played."""

    players: int
    options: tuple[tuple[str, Any], ...]
    seed: int
    ply: int

    def __str__(self) -> str:
        options = ", ".join(f"{name}={value}" for name, value in self.options) or "no options"
        return f"{self.players} players, {options}, seed {self.seed}, line {self.ply}"


class Fault(NamedTuple):
    """One breach of a point: what is wrong, where, and the record that leads there."""

    point: str
    says: str
    where: Where | None = None
    record: tuple[Json, ...] = ()

    def __str__(self) -> str:
        return self.says if self.where is None else f"{self.says} ({self.where})"


@dataclass
class Coverage:
    """What was played and compared; every count is of this check alone."""

    matches: int = 0
    ended: int = 0
    truncated: int = 0
    choices: int = 0
    examined: int = 0  # positions that went through every point
    frames: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    players: Counter[int] = field(default_factory=Counter)  # matches per player count
    options: Counter[tuple[str, str]] = field(default_factory=Counter)  # matches per value
    texts: set[str] = field(default_factory=set)  # keys that occurred
    rules: set[str] = field(default_factory=set)  # rules named by `never_swaps`

    def add(self, other: Coverage) -> None:
        """Take another part's counts in."""
        for f in fields(self):
            mine, theirs = getattr(self, f.name), getattr(other, f.name)
            if isinstance(mine, (Counter, set)):
                mine.update(theirs)
            else:
                setattr(self, f.name, mine + theirs)


@dataclass
class Report:
    """The outcome of a check of one game."""

    game: str
    says: Mapping[str, str]  # per point: the sentence that must hold
    rests: Mapping[str, tuple[str, ...]]  # per point: those without which it cannot be judged
    faults: list[Fault] = field(default_factory=list)
    held: Counter[str] = field(default_factory=Counter)  # per point: single checks that held
    coverage: Coverage = field(default_factory=Coverage)

    @property
    def ok(self) -> bool:
        """Every point holds."""
        return not self.faults

    @property
    def failed(self) -> tuple[str, ...]:
        """The points that fail, without those that rest on another failing one."""
        named = {f.point for f in self.faults}
        return tuple(n for n in self.says if n in named and not self._shaken(n, named))

    def _shaken(self, point: str, named: set[str]) -> bool:
        return any(n in named for n in _below(point, self.rests))

    def of(self, point: str) -> list[Fault]:
        """The faults of one point."""
        return [f for f in self.faults if f.point == point]

    def add(self, other: Report) -> None:
        """Take another part's findings in."""
        self.faults += other.faults
        self.held.update(other.held)
        self.coverage.add(other.coverage)

    def save(self, folder: Path) -> list[Path]:
        """Write the record of the first fault of every failing point as JSON lines."""
        folder.mkdir(parents=True, exist_ok=True)
        written = []
        for point in self.failed:
            fault = next((f for f in self.of(point) if f.record), None)
            if fault is not None:
                path = folder / f"{self.game}-{point.replace(' ', '-')}.jsonl"
                write_record(path, fault.record)
                written.append(path)
        return written

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        c = self.coverage
        yield f"{self.game}: {'every point holds' if self.ok else 'not every point holds'}"
        named = {f.point for f in self.faults}
        width = max(map(len, self.says), default=0)
        for point, says in self.says.items():
            found = self.of(point)
            if not found:
                state = f"{self.held[point]} checks" if self.held[point] else "nothing to check"
                yield f"    {point:<{width}}  {state}"
                continue
            shaken = [n for n in _below(point, self.rests) if n in named]
            why = f" (may follow from {shaken[0]})" if shaken else ""
            yield f"  {'- ' if shaken else 'x '}{point:<{width}}  {_faults(found)}{why}: {says}"
            for fault in found[:SHOWN]:
                yield f"      {fault}"
            if len(found) > SHOWN:
                yield f"      and {len(found) - SHOWN} more"
        yield (
            f"  played {c.matches} matches ({c.ended} to the end, {c.truncated} truncated), "
            f"{c.choices} choices; {c.examined} positions were examined in full"
        )
        yield f"  players: {_counts(c.players)}"
        yield "  options: " + (
            ", ".join(f"{n}={v} {k}" for (n, v), k in sorted(c.options.items())) or "none"
        )
        yield f"  frames: {_counts(c.frames)}"
        yield f"  verbs: {_counts(c.verbs)}"
        yield f"  texts: {len(c.texts)} keys"
        for rule in sorted(c.rules):
            yield f"  may not trade places: {rule}"


def _below(point: str, rests: Mapping[str, tuple[str, ...]]) -> list[str]:
    """All points that a point rests on, nearest first."""
    found: list[str] = []
    todo = list(rests.get(point, ()))
    while todo:
        name = todo.pop(0)
        if name not in found:
            found.append(name)
            todo += rests.get(name, ())
    return found


def _faults(found: list[Fault]) -> str:
    return "1 fault" if len(found) == 1 else f"{len(found)} faults"


def _counts(counter: Mapping[Any, int]) -> str:
    return ", ".join(f"{name} {n}" for name, n in sorted(counter.items())) or "none"


def write_record(path: Path, record: Iterable[Json]) -> None:
    """Write a record as JSON lines."""
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in record)
    path.write_text(text, encoding="utf-8")


def difference(a: Any, b: Any, at: str = "") -> str:
    """Where two values part first, as a path and both values; `""` when they are equal."""
    if type(a) is not type(b):
        return _parted(a, b, at)
    if a == b:
        return ""
    if is_dataclass(a) and not isinstance(a, type):
        for f in fields(a):
            found = difference(getattr(a, f.name), getattr(b, f.name), _path(at, f.name))
            if found:
                return found
        return ""
    if isinstance(a, dict):
        for name in sorted({*a, *b}, key=str):
            if name not in a or name not in b:
                return _parted(a.get(name, "nothing"), b.get(name, "nothing"), _path(at, name))
            found = difference(a[name], b[name], _path(at, name))
            if found:
                return found
        return ""
    if isinstance(a, (tuple, list)):
        if len(a) != len(b):
            return _parted(a, b, at)
        for i, (x, y) in enumerate(zip(a, b, strict=True)):
            found = difference(x, y, f"{at}[{i}]")
            if found:
                return found
        return ""
    return _parted(a, b, at)


def _path(at: str, name: object) -> str:
    return f"{at}.{name}" if at else str(name)


def _parted(a: object, b: object, at: str) -> str:
    return f"{at or 'the value'} is {_short(a)} in one and {_short(b)} in the other"


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 120 else text[:117] + "..."

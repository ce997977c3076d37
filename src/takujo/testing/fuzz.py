"""Fuzz: random matches at random tables until one breaks a point or the time is over."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from takujo.core.chance import SplitMix
from takujo.core.game import Game
from takujo.core.game import game as game_named
from takujo.testing.conform import Check, Setting
from takujo.testing.report import Fault, write_record

FULL = 40  # one position in so many is examined in full


@dataclass(frozen=True)
class FuzzResult:
    """What fuzzing found; `record` is the file of the failing match."""

    game: str
    seed: int
    matches: int
    choices: int
    faults: tuple[Fault, ...] = ()
    record: Path | None = None

    @property
    def ok(self) -> bool:
        """No match broke a point."""
        return not self.faults

    @property
    def command(self) -> str:
        """The command that shows the failing match, `""` if there is none."""
        return f"takujo replay {self.record}" if self.record else ""

    def __str__(self) -> str:
        played = f"{self.game}: {self.matches} matches, {self.choices} choices, seed {self.seed}"
        if self.ok:
            return f"{played}: no fault"
        told = [f"{played}: a fault", *(f"  {f.point}: {f}" for f in self.faults)]
        if self.record is not None:
            told.append(f"  to see it: {self.command}")
        return "\n".join(told)


def fuzz(
    game: Game[Any] | str, seconds: float, seed: int, out: Path, *, matches: int | None = None
) -> FuzzResult:
    """Play random matches of every player count and option for so long, or so many `matches`.

    Every position goes through the quick points of the kit, one in forty through all of them. The
    first failing match is written to `out` as `fuzz-<game>-<seed>.jsonl`.
    """
    rules = game_named(game) if isinstance(game, str) else game
    run = Check(rules, seed, 1)
    rng = SplitMix(seed)
    until = time.monotonic() + seconds
    played = 0
    while run.report.ok and (time.monotonic() < until if matches is None else played < matches):
        run.full(_table(rules, rng), rng.word() >> 32, FULL)
        played += 1
    c = run.report.coverage
    found = tuple(f for f in run.report.faults if f.point in run.report.failed)
    record = None
    shown = next((f for f in found if f.record), None)
    if shown is not None:
        record = out / f"fuzz-{rules.id}-{seed}.jsonl"
        out.mkdir(parents=True, exist_ok=True)
        write_record(record, shown.record)
    return FuzzResult(rules.id, seed, c.matches, c.choices, found, record)


def _table(game: Game[Any], rng: SplitMix) -> Setting:
    """A random player count with random options that go together."""
    players = game.players[rng.below(len(game.players))]
    chosen: dict[str, Any] = {}
    for option in game.options:
        value = option.values[rng.below(len(option.values))]
        if _fits(game, players, {**chosen, option.name: value}):
            chosen[option.name] = value
    return Setting(players, tuple(chosen.items()))


def _fits(game: Game[Any], players: int, options: Mapping[str, Any]) -> bool:
    try:
        game.checked_options(players, options)
    except ValueError:
        return False
    return True

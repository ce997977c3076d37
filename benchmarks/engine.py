"""How fast the engine plays at random, beside other people's engines.

Every engine is driven from Python through its public interface: list the legal actions, choose one
at random, apply it with whatever check the engine makes. A decision is a choice of a player; the
time of a match includes its deals. Machines differ and swing, so engines run in turn within one
process, several rounds, and what counts is the ratio within a round. The time is that of the
processor, since other work on the machine would distort the clock's.

    python benchmarks/engine.py [--rounds 5] [--seconds 1.0] [--players 3] [--json]
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import gc
import io
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Position(NamedTuple):
    """A position on the way through a match: how it is copied, how its actions are listed."""

    clone: Callable[[], object]
    listing: Callable[[], object] | None = None


Match = Iterator[Position]  # one step per decision

CLONED = 200  # copies in a row for one figure
LISTED = 20  # lists in a row for one figure
# At random nobody reaches the target of Tichu: calls fail too often. So its rounds are counted.
OPTIONS: dict[str, dict[str, Any]] = {"tichu": {"rounds": 8}}


@dataclass
class Row:
    """One engine with one game: its figures, a value per round."""

    engine: str
    game: str
    play: Callable[[random.Random], int]  # a whole match; gives the number of decisions
    walk: Callable[[random.Random], Match]  # a match step by step, to copy positions
    rates: list[float] = field(default_factory=list)
    clones: list[float] = field(default_factory=list)
    lists: list[float] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The row as it is named in a ratio."""
        return self.game if self.engine == "takujo" else f"{self.engine}:{self.game}"


# --- the engines ------------------------------------------------------------------------------


def takujo(name: str, players: int) -> Row:
    """A game of this package: list, choose, apply with its check."""
    from takujo.core.chance import Simulated, SplitMix
    from takujo.core.frames import advance, apply, awaited
    from takujo.core.game import game as game_named

    game = game_named(name)
    seats = players if players in game.players else min(game.players)
    checked = game.checked_options(seats, OPTIONS.get(name))

    def play(rng: random.Random) -> int:
        number = rng.random
        nature = Simulated(SplitMix(rng.getrandbits(64)))
        s = game.setup(seats, checked)
        s.silent = True  # its peers keep no log either
        advance(s, nature)
        decisions = 0
        while asked := awaited(s):
            decision = asked[0]
            actions = decision.actions
            apply(s, decision.player, actions[int(number() * len(actions))], nature)
            decisions += 1
        return decisions

    def walk(rng: random.Random) -> Match:
        nature = Simulated(SplitMix(rng.getrandbits(64)))
        s = game.setup(seats, checked)
        s.silent = True  # its peers keep no log either
        advance(s, nature)

        def listing() -> None:
            s.listed = None
            awaited(s)

        while asked := awaited(s):
            yield Position(s.clone, listing)
            decision = asked[0]
            apply(s, decision.player, rng.choice(decision.actions), nature)

    return Row("takujo", name, play, walk)


def open_spiel(name: str) -> Row:
    """A game of OpenSpiel (C++), driven through its Python module."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play(rng: random.Random) -> int:
        number = rng.random
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                # As its documentation samples chance, with the faster generator of the library.
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(number() * len(actions))])
                decisions += 1
        return decisions

    def walk(rng: random.Random) -> Match:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                yield Position(state.clone, state.legal_actions)
            state.apply_action(rng.choice(state.legal_actions()))

    return Row("open_spiel", name, play, walk)


def rlcard(name: str) -> Row:
    """A game of RLCard (Python), driven through its environment; it has no copy but `deepcopy`."""
    import rlcard as package

    env: Any = package.make(name, config={"seed": 1})

    def play(rng: random.Random) -> int:
        number = rng.random
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(number() * len(actions))])
            decisions += 1
        return decisions

    def walk(rng: random.Random) -> Match:
        state, _ = env.reset()
        while not env.is_over():
            yield Position(lambda: copy.deepcopy(env.game))
            state, _ = env.step(rng.choice(list(state["legal_actions"])))

    return Row("rlcard", name, play, walk)


# --- measuring --------------------------------------------------------------------------------


def rate(row: Row, seconds: float, rng: random.Random) -> float:
    """Decisions per second over whole matches for at least this long."""
    decisions, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        decisions += row.play(rng)
    return decisions / spent


def costs(row: Row, seconds: float, rng: random.Random) -> tuple[float, float | None]:
    """Microseconds for a copy and for a list, the mean over the positions of matches."""
    copying, listing, began = Spent(), Spent(), time.process_time()
    while time.process_time() - began < seconds:
        for step, position in enumerate(row.walk(rng)):
            if step % 5:
                continue
            copying.repeat(position.clone, CLONED if row.engine != "rlcard" else 2)
            if position.listing is not None:
                listing.repeat(position.listing, LISTED)
            if time.process_time() - began >= seconds:
                break
    return copying.mean, listing.mean if listing.times else None


@dataclass
class Spent:
    """Time that the same thing took, again and again."""

    seconds: float = 0.0
    times: int = 0

    def repeat(self, what: Callable[[], object], times: int) -> None:
        """Do it so many times."""
        start = time.process_time()
        for _ in range(times):
            what()
        self.seconds += time.process_time() - start
        self.times += times

    @property
    def mean(self) -> float:
        """Microseconds for one time."""
        return self.seconds / self.times * 1e6


def measure(rows: list[Row], rounds: int, seconds: float) -> None:
    """Run all engines in turn, round by round."""
    for i in range(rounds):
        for row in rows:
            tell(f"round {i + 1} of {rounds}: {row.name}", last=row is rows[-1])
            rng = random.Random(i)
            row.play(rng)
            gc.collect()
            row.rates.append(rate(row, seconds, rng))
            clone, listing = costs(row, seconds / 4, rng)
            row.clones.append(clone)
            if listing is not None:
                row.lists.append(listing)
    tell("", last=False)


def tell(text: str, last: bool) -> None:
    """How far we are, on stderr: a line that is rewritten, or one at the end of each round."""
    if sys.stderr.isatty():
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)
    elif last:
        print(text, file=sys.stderr, flush=True)


def ratios(rows: list[Row]) -> dict[str, list[float]]:
    """The rate of each of our games over each peer's, round by round."""
    ours = [row for row in rows if row.engine == "takujo"]
    return {
        f"{mine.name}/{peer.name}": [a / b for a, b in zip(mine.rates, peer.rates, strict=True)]
        for mine in ours
        for peer in rows
        if peer.engine != "takujo"
    }


# --- printing ---------------------------------------------------------------------------------


def spread(values: list[float], form: str) -> str:
    """The median, and between brackets the least and the greatest."""
    low, middle, high = min(values), statistics.median(values), max(values)
    return f"{middle:{form}} ({low:{form}}–{high:{form}})"


def table(rows: list[Row]) -> str:
    """What a person reads."""
    lines = [
        f"{'engine':12}{'game':16}{'decisions per second':>32}{'clone, µs':>24}{'list, µs':>24}"
    ]
    for row in rows:
        speed, copied = spread(row.rates, ",.0f"), spread(row.clones, ",.2f")
        listed = spread(row.lists, ",.1f") if row.lists else ""
        lines.append(f"{row.engine:12}{row.game:16}{speed:>32}{copied:>24}{listed:>24}")
    lines.append("")
    lines += [f"{name:36}{spread(values, '.3g'):>24}" for name, values in ratios(rows).items()]
    return "\n".join(lines)


def as_json(rows: list[Row]) -> str:
    """What a program reads: medians."""
    return json.dumps(
        {
            "rows": [
                {
                    "engine": row.engine,
                    "game": row.game,
                    "decisions_per_second": round(statistics.median(row.rates), 1),
                    "clone_us": round(statistics.median(row.clones), 3),
                    "list_us": round(statistics.median(row.lists), 3) if row.lists else None,
                }
                for row in rows
            ],
            "ratios": {
                name: round(statistics.median(values), 4) for name, values in ratios(rows).items()
            },
        }
    )


def main() -> int:
    """Measure and print; exit status 2 when a peer is not installed."""
    from takujo.core.game import games

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="how often each engine runs")
    parser.add_argument("--seconds", type=float, default=1.0, help="per engine and round")
    parser.add_argument("--players", type=int, default=3, help="seats where a game has as many")
    parser.add_argument("--json", action="store_true", help="print JSON for other programs")
    args = parser.parse_args()
    if args.rounds < 1 or args.seconds <= 0:
        parser.error("at least one round and more than zero seconds are needed")
    ours = [takujo(name, args.players) for name in games()]
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            peers = [open_spiel(name) for name in ("hearts", "skat", "gin_rummy", "connect_four")]
            peers += [rlcard(name) for name in ("doudizhu", "uno")]
    except ImportError as error:
        parser.error(f"{error.name} is not installed; pip install 'takujo[bench]'")
    rows = [*ours, *peers]
    measure(rows, args.rounds, args.seconds)
    print(as_json(rows) if args.json else table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())

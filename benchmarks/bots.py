"""How strong Tichu's bots are: one on one side, another on the other, by matches to the target.

Sides are rotated from match to match. Printed are each bot's part of the wins with its 95 %
interval, its points ahead per round, how many of its calls succeeded, and the time that it thinks
per choice; that time is the processor's, since other work on the machine distorts the clock's.

    python benchmarks/bots.py strong greedy [--matches 300] [--seed 1] [--jobs 1] [--json]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

from takujo.bots import BOTS, bot
from takujo.bots.seats import Seat
from takujo.bots.simulate import bot_play, generator, interval, win_shares
from takujo.core.chance import Rng, Simulated
from takujo.core.frames import advance
from takujo.core.game import game as game_named
from takujo.core.texts import Who

SEATS = 4
SIDES = 2


@dataclass
class Timed:
    """A bot whose choices are timed, in seconds of the processor."""

    name: str
    seconds: list[float] = field(default_factory=list)

    def choose(self, seat: Seat, rng: Rng) -> str:
        """What the bot of this name chooses."""
        begun = time.process_time()
        key = bot(self.name).choose(seat, rng)
        self.seconds.append(time.process_time() - begun)
        return key


@dataclass
class Side:
    """What one bot did in all matches."""

    bot: str
    wins: float = 0.0
    rounds: int = 0
    ahead: int = 0  # points, over all rounds
    calls: dict[str, int] = field(default_factory=lambda: {"won": 0, "lost": 0})
    seconds: list[float] = field(default_factory=list)

    def add(self, other: Side) -> None:
        """Count another match in."""
        self.wins += other.wins
        self.rounds += other.rounds
        self.ahead += other.ahead
        for how, n in other.calls.items():
            self.calls[how] += n
        self.seconds += other.seconds

    def figures(self, matches: int) -> dict[str, Any]:
        """The figures as they are printed."""
        share = self.wins / matches
        low, high = interval(share, matches)
        called = sum(self.calls.values())
        times = sorted(self.seconds)
        return {
            "bot": self.bot,
            "win_share": round(share, 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "points_ahead_per_round": round(self.ahead / self.rounds, 1),
            "rounds": self.rounds,
            "calls": called,
            "calls_won": round(self.calls["won"] / called, 3) if called else None,
            "ms_mean": round(1000 * sum(times) / len(times), 2),
            "ms_p99": round(1000 * times[len(times) * 99 // 100], 2),
            "choices": len(times),
        }


def play(names: tuple[str, str], seed: int, index: int) -> list[Side]:
    """One match; bot number 0 has the players of one side, and the other side in the next match."""
    game = game_named("tichu")
    options = game.checked_options(SEATS, {})
    rng = generator(seed, index)
    s = game.setup(SEATS, options)
    natural = rng.split()
    advance(s, Simulated(natural))
    bots = [Timed(names[(seat + index) % SIDES]) for seat in range(SEATS)]
    rngs = [natural, *(rng.split() for _ in bots)]
    bot_play(game, s, bots, rngs, game.horizon(SEATS, options))
    result = game.result(s)
    shares = win_shares(game, SEATS, options, result.won)
    found = []
    for side, name in enumerate(names):
        seats = [seat for seat in range(SEATS) if (seat + index) % SIDES == side]
        mine, other = seats[0], 1 - seats[0]
        totals = (result.series or ((0,) * SEATS,))[-1]
        one = Side(name, float(shares[mine]))
        one.rounds = len(result.series or ())
        one.ahead = totals[mine] - totals[other]
        for event in s.events:
            how = event.kind.rpartition("call_")[2]
            if how in one.calls and dict(event.args)["who"] in [Who(seat) for seat in seats]:
                one.calls[how] += 1
        for seat in seats:
            one.seconds += bots[seat].seconds
        found.append(one)
    return found


def played(names: tuple[str, str], seed: int, matches: int, jobs: int) -> Iterator[list[Side]]:
    """All matches, in order."""
    if jobs == 1:
        for index in range(matches):
            yield play(names, seed, index)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(play, names, seed, index) for index in range(matches)]
        for future in waiting:
            yield future.result()


def main(argv: list[str] | None = None) -> int:
    """Print a line per bot."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("bots", nargs=SIDES, choices=BOTS, metavar="BOT", help=" or ".join(BOTS))
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = parser.parse_args(argv)
    if asked.matches < 1 or asked.jobs < 1:
        parser.error("at least one match is played, by at least one job")
    names = (asked.bots[0], asked.bots[1])
    sums = [Side(name) for name in names]
    for done, sides in enumerate(played(names, asked.seed, asked.matches, asked.jobs), start=1):
        for total, one in zip(sums, sides, strict=True):
            total.add(one)
        if done % 10 == 0:
            won = f"{names[0]} has won {sums[0].wins:g}"
            print(f"{done}/{asked.matches}: {won}", file=sys.stderr)
    figures = [side.figures(asked.matches) for side in sums]
    if asked.json:
        print(json.dumps({"matches": asked.matches, "seed": asked.seed, "sides": figures}))
        return 0
    print(f"{asked.matches} matches to the target, seed {asked.seed}")
    for f in figures:
        won = "none" if f["calls_won"] is None else f"{f['calls_won']:.0%}"
        print(
            f"  {f['bot']:8} wins {f['win_share']:6.1%} ({f['low']:.1%} to {f['high']:.1%}), "
            f"{f['points_ahead_per_round']:+.1f} points a round over {f['rounds']} rounds, "
            f"{f['calls']} calls, {won} won; {f['ms_mean']} ms a choice, 99 % under {f['ms_p99']}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())

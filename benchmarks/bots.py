"""How strong a bot is: it plays one side of a game, its rivals play the others, in whole matches.

Sides move on from match to match, so that everybody plays from every seat. Printed are for each bot
the part of the wins with its 95 % interval, the points ahead of the best other side where the game
counts points, and the time that it thinks per choice; that time is the processor's, since other
work on the machine distorts the clock's. `--count` adds how often something happened to its side,
by the word of the log.

    python benchmarks/bots.py GAME BOT RIVAL [RIVAL ...] [--players N] [--matches 300] [--seed 1]
        [--jobs 1] [--count WORD ...] [--json]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any, NamedTuple

from takujo.bots import BOTS, bot
from takujo.bots.seats import Seat
from takujo.bots.simulate import bot_play, generator, interval, win_shares
from takujo.core.chance import Rng, Simulated
from takujo.core.frames import advance
from takujo.core.game import game as game_named
from takujo.core.game import games
from takujo.core.state import State
from takujo.core.texts import Player, Who
from takujo.core.views import Result


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


class Contest(NamedTuple):
    """What is played: `bots` are the one that is measured and its rivals."""

    game: str
    bots: tuple[str, ...]
    players: int
    counted: tuple[str, ...]
    seed: int

    def playing(self, side: int, index: int, sides: int) -> int:
        """The number of the bot that plays a side in match number `index`."""
        at = (side + index) % sides
        return at and 1 + (at - 1) % (len(self.bots) - 1)


@dataclass
class Row:
    """What one bot did in all matches, on all sides that it played."""

    bot: str
    wins: float = 0.0
    sides: int = 0  # that it played, over all matches
    rounds: int = 0  # over these
    ahead: int | None = None  # points, over these
    counts: dict[str, int] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)

    def add(self, other: Row) -> None:
        """Count another match in."""
        self.wins += other.wins
        self.sides += other.sides
        self.rounds += other.rounds
        if other.ahead is not None:
            self.ahead = (self.ahead or 0) + other.ahead
        for word, n in other.counts.items():
            self.counts[word] = self.counts.get(word, 0) + n
        self.seconds += other.seconds

    def figures(self, matches: int) -> dict[str, Any]:
        """The figures as they are printed; those of a round are those of a match in many games."""
        share = self.wins / matches
        low, high = interval(share, matches)
        times = sorted(self.seconds)
        each = self.sides // matches
        ahead = None if self.ahead is None else round(self.ahead / self.rounds, 1)
        return {
            "bot": self.bot,
            "sides": each,
            "win_share": round(share, 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "points_ahead_per_round": ahead,
            "rounds": self.rounds // each,
            "counts": self.counts,
            "ms_mean": round(1000 * sum(times) / len(times), 2),
            "ms_p99": round(1000 * times[len(times) * 99 // 100], 2),
            "ms_most": round(1000 * times[-1], 2),
            "choices": len(times),
        }


def play(contest: Contest, index: int) -> list[Row]:
    """One match: a row for each bot."""
    game = game_named(contest.game)
    options = game.checked_options(contest.players, {})
    sides = game.sides(contest.players, options)
    number = [contest.playing(side, index, len(sides)) for side in range(len(sides))]
    side_of = {p: side for side, members in enumerate(sides) for p in members}
    rng = generator(contest.seed, index)
    s = game.setup(contest.players, options)
    s.silent = not contest.counted
    natural = rng.split()
    advance(s, Simulated(natural))
    bots = [Timed(contest.bots[number[side_of[p]]]) for p in range(contest.players)]
    rngs = [natural, *(rng.split() for _ in bots)]
    bot_play(game, s, bots, rngs, game.horizon(contest.players, options))
    result = game.result(s)
    shares = win_shares(game, contest.players, options, result.won)
    rows = [Row(name) for name in contest.bots]
    for side, members in enumerate(sides):
        one = Row(contest.bots[number[side]], sum(float(shares[p]) for p in members) / len(members))
        one.sides, one.rounds = 1, max(1, len(result.series) - 1)  # a series tells the start too
        one.ahead = ahead(result, [each[0] for each in sides], side)
        one.counts = {word: happened(s, word, members) for word in contest.counted}
        one.seconds = [second for p in members for second in bots[p].seconds]
        rows[number[side]].add(one)
    return rows


def ahead(result: Result, first: Sequence[Player], side: int) -> int | None:
    """The points of a side less those of the best other; `first` has a player of each side."""
    totals = result.series[-1] if result.series else result.score
    if totals is None or len(first) < 2:
        return None
    return totals[first[side]] - max(totals[p] for at, p in enumerate(first) if at != side)


def happened(s: State, word: str, members: Sequence[Player]) -> int:
    """How often the log says this word of one of these players."""
    whose = [Who(p) for p in members]
    return sum(event.kind == word and dict(event.args).get("who") in whose for event in s.events)


def played(contest: Contest, matches: int, jobs: int) -> Iterator[list[Row]]:
    """All matches, in order."""
    if jobs == 1:
        for index in range(matches):
            yield play(contest, index)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(play, contest, index) for index in range(matches)]
        for future in waiting:
            yield future.result()


def line(f: dict[str, Any], matches: int) -> str:
    """The figures of a bot for people."""
    who = f"{f['bot']} ×{f['sides']}" if f["sides"] > 1 else f["bot"]
    parts = [f"{who:10} wins {f['win_share']:6.1%} ({f['low']:.1%} to {f['high']:.1%})"]
    points = f["points_ahead_per_round"]
    if points is not None and f["rounds"] > matches:
        parts.append(f"{points:+.1f} points a round over {f['rounds']} rounds")
    elif points is not None:
        parts.append(f"{points:+.1f} points a match")
    parts += [f"{word} {n}" for word, n in f["counts"].items()]
    parts.append(f"{f['ms_mean']} ms a choice, 99 % under {f['ms_p99']}, at most {f['ms_most']}")
    return "  " + ", ".join(parts)


def asked(argv: list[str] | None) -> argparse.Namespace:
    """What is to be measured; leaves with a sentence where that cannot be played."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=sorted(games()), metavar="GAME")
    parser.add_argument("bot", choices=BOTS, metavar="BOT", help="the bot: " + ", ".join(BOTS))
    parser.add_argument(
        "rivals", nargs="+", choices=BOTS, metavar="RIVAL", help="the others, in turn"
    )
    parser.add_argument(
        "--players", type=int, help="default: as few as the game allows for all bots"
    )
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--count", nargs="+", default=[], metavar="WORD", help="words of the log")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    found = parser.parse_args(argv)
    if found.matches < 1 or found.jobs < 1:
        parser.error("at least one match is played, by at least one job")
    game, bots = game_named(found.game), 1 + len(found.rivals)
    counts = game.players if found.players is None else (found.players,)
    try:
        sides = {n: len(game.sides(n, game.checked_options(n, {}))) for n in counts}
    except ValueError as error:
        parser.error(str(error))
    fitting = [n for n in counts if sides[n] >= bots]
    if not fitting:
        parser.error(f"{found.game} has at most {max(sides.values())} sides here, not {bots}")
    found.players = fitting[0]
    return found


def main(argv: list[str] | None = None) -> int:
    """Print a line per bot."""
    given = asked(argv)
    bots, counted = (given.bot, *given.rivals), tuple(given.count)
    contest = Contest(given.game, bots, given.players, counted, given.seed)
    sums = [Row(name) for name in bots]
    for done, rows in enumerate(played(contest, given.matches, given.jobs), start=1):
        for total, one in zip(sums, rows, strict=True):
            total.add(one)
        if done % 10 == 0:
            print(f"{done}/{given.matches}: {bots[0]} has won {sums[0].wins:g}", file=sys.stderr)
    figures = [row.figures(given.matches) for row in sums]
    if given.json:
        print(json.dumps({"matches": given.matches, "seed": given.seed, "bots": figures}))
        return 0
    print(f"{given.matches} matches of {given.game}, {given.players} players, seed {given.seed}")
    for f in figures:
        print(line(f, given.matches))
    return 0


if __name__ == "__main__":
    sys.exit(main())

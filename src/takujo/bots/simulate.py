"""Many matches in a row: random play as fast as the engine goes, or bots against each other."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from math import sqrt
from multiprocessing import get_context
from typing import Any, NamedTuple

from takujo.bots import Bot, bot
from takujo.bots.seats import StateSeat
from takujo.core.actions import Action, Decision
from takujo.core.chance import Simulated, SplitMix
from takujo.core.frames import advance, apply, awaited, optional
from takujo.core.game import Game
from takujo.core.state import Options, State
from takujo.core.texts import Player

CHUNKS = 40  # per job, about: so that progress is seen


class Played(NamedTuple):
    """One match: its decisions, and for each seat its score and its part of the win."""

    decisions: int
    truncated: bool
    scores: tuple[int, ...] | None
    shares: tuple[Fraction, ...]


class Record(NamedTuple):
    """How one bot did: `low` and `high` are the 95 % interval of `win_share`."""

    bot: str
    mean_score: float | None
    win_share: float
    low: float
    high: float


class Simulation(NamedTuple):
    """What came out of many matches; `seconds` is the only figure that the clock decides."""

    matches: int
    decisions: int
    truncated: int
    seconds: float
    seats: tuple[Record, ...]

    @property
    def decisions_per_second(self) -> float:
        """By the clock on the wall, all jobs together."""
        return self.decisions / self.seconds if self.seconds else 0.0


def generator(seed: int, index: int) -> SplitMix:
    """The generator of match number `index`: the same whoever plays it, and when."""
    digest = hashlib.blake2b(f"{seed}/{index}".encode(), digest_size=8).digest()
    return SplitMix(int.from_bytes(digest, "little"))


def random_play(game: Game[Any], s: State, rng: SplitMix, horizon: int) -> int:
    """Play on at random to the end or to the horizon; gives the number of decisions.

    The position is at a decision or over. Through the public API: list, choose, apply with its
    check.
    """
    nature = Simulated(rng)
    below = rng.below
    decisions = 0
    polled = False
    while decisions < horizon:
        asked = awaited(s)
        if not asked:
            break
        extra = () if polled else optional(s)
        if extra:
            called = _call(extra, below)
            polled = called is None
            if called is not None:
                apply(s, *called, nature)
                decisions += 1
            continue
        decision = asked[0]
        actions = decision.actions
        apply(s, decision.player, actions[below(len(actions))], nature)
        decisions += 1
        polled = False
    return decisions


def _call(extra: Iterable[Decision], below: Callable[[int], int]) -> tuple[Player, Action] | None:
    """Somebody's interrupt: each player declines as often as he takes any one action."""
    for decision in extra:
        i = below(len(decision.actions) + 1)
        if i < len(decision.actions):
            return decision.player, decision.actions[i]
    return None


def bot_play(
    game: Game[Any], s: State, bots: Sequence[Bot], rngs: Sequence[SplitMix], horizon: int
) -> int:
    """Let a bot per seat play on to the end or to the horizon; gives the number of decisions.

    `rngs` are nature's generator and one for each bot. After every choice the seats that might
    interrupt are polled in order, beginning after the last to act, each once.
    """
    nature = Simulated(rngs[0])
    decisions = 0
    last = len(bots) - 1
    polled = False
    while decisions < horizon:
        asked = awaited(s)
        if not asked:
            break
        extra = () if polled else optional(s)
        turns = sorted(extra, key=lambda d: (d.player - last - 1) % len(bots)) or [asked[0]]
        polled = bool(extra)
        for decision in turns:
            player = decision.player
            seat = StateSeat(game, s, player, decision)
            key = bots[player].choose(seat, rngs[player + 1])
            if not key and decision.optional:
                continue
            action = game.keys(decision).get(key)
            if action is None:
                name, keys = bots[player].name, ", ".join(game.keys(decision))
                raise ValueError(f"the bot {name} chose {key!r}, which is none of: {keys}")
            apply(s, player, action, nature)
            decisions += 1
            last, polled = player, False
            break
    return decisions


def play_match(
    game: Game[Any], players: int, options: Options, bots: Sequence[str], rng: SplitMix
) -> Played:
    """One match from setup to the end, `bots` by seat; options must have been checked."""
    s: State = game.setup(players, options)
    s.silent = True
    horizon = game.horizon(players, options)
    natural = rng.split()
    advance(s, Simulated(natural))
    if all(name == "random" for name in bots):
        decisions = random_play(game, s, natural, horizon)
    else:
        rngs = [natural, *(rng.split() for _ in bots)]
        decisions = bot_play(game, s, [bot(name) for name in bots], rngs, horizon)
    result = game.result(s)
    scores = None if result.score is None else result.score[:players]
    shares = win_shares(game, players, options, result.won)
    return Played(decisions, bool(s.agenda), scores, shares)


def win_shares(
    game: Game[Any], players: int, options: Options, won: Sequence[bool]
) -> tuple[Fraction, ...]:
    """Each seat's part of the win: one is divided among the sides that won together.

    Partners have their side's part each; the house's players are sides of their own.
    """
    sides = [*game.sides(players, options)]
    seated = {p for side in sides for p in side}
    sides += [(p,) for p in range(len(won)) if p not in seated]
    winning = [side for side in sides if any(won[p] for p in side)]
    part = Fraction(1, max(1, len(winning)))
    winners = {p for side in winning for p in side}
    return tuple(part if p in winners else Fraction(0) for p in range(players))


def _chunk(
    game: Game[Any],
    players: int,
    options: Mapping[str, Any],
    bots: Sequence[str],
    rotate: bool,
    seed: int,
    matches: range,
) -> list[Played]:
    """Some matches of a simulation, in a process of their own or not."""
    return [
        play_match(game, players, options, seating(bots, i, rotate), generator(seed, i))
        for i in matches
    ]


def seating(bots: Sequence[str], index: int, rotate: bool) -> list[str]:
    """Who sits where in match number `index`: with `rotate` everybody moves on by one seat."""
    shift = index % len(bots) if rotate else 0
    return [bots[(seat + shift) % len(bots)] for seat in range(len(bots))]


def simulate(
    game: Game[Any],
    matches: int,
    players: int,
    *,
    bots: Sequence[str] | None = None,
    rotate: bool = False,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Simulation:
    """Play `matches` matches; the same seed gives the same result whatever the jobs.

    Without `bots` all play at random. `progress(done, matches)` is called now and then. With more
    than one job a script must be importable (`if __name__ == "__main__"`). Raises ValueError with
    a sentence for players, options or bots that the game does not have.
    """
    checked = game.checked_options(players, options)
    names = list(bots) if bots is not None else ["random"] * players
    if len(names) != players:
        raise ValueError(f"{players} players need {players} bots, not {len(names)}")
    for name in names:
        bot(name)
    if matches < 1 or jobs < 1:
        raise ValueError("at least one match is played, by at least one job")
    began = time.perf_counter()
    played: list[Played] = []
    for some in _run(game, matches, players, checked, names, rotate, seed, jobs):
        played += some
        if progress is not None:
            progress(len(played), matches)
    seconds = time.perf_counter() - began
    return Simulation(
        matches,
        sum(p.decisions for p in played),
        sum(p.truncated for p in played),
        seconds,
        tuple(_record(i, names, rotate, played) for i in range(players)),
    )


def _run(
    game: Game[Any],
    matches: int,
    players: int,
    options: Options,
    bots: Sequence[str],
    rotate: bool,
    seed: int,
    jobs: int,
) -> Iterator[list[Played]]:
    """The matches chunk by chunk, in order."""
    size = max(1, min(250, -(-matches // (CHUNKS * jobs))))
    chunks = [range(i, min(matches, i + size)) for i in range(0, matches, size)]
    fixed = (game, players, dict(options), list(bots), rotate, seed)
    if jobs == 1:
        for chunk in chunks:
            yield _chunk(*fixed, chunk)
        return
    # "spawn" is the one way that works on every system and beside other threads.
    with ProcessPoolExecutor(min(jobs, len(chunks)), mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(_chunk, *fixed, chunk) for chunk in chunks]
        try:
            for future in waiting:
                yield future.result()
        finally:
            for future in waiting:
                future.cancel()


def _record(index: int, bots: Sequence[str], rotate: bool, played: Sequence[Played]) -> Record:
    """How the bot that was named as number `index` did, over all matches."""
    seats = [(index - (i if rotate else 0)) % len(bots) for i in range(len(played))]
    shares = [p.shares[seat] for p, seat in zip(played, seats, strict=True)]
    scores = [p.scores[seat] for p, seat in zip(played, seats, strict=True) if p.scores is not None]
    mean = sum(shares, Fraction(0)) / len(shares)
    low, high = interval(float(mean), len(shares))
    score = float(Fraction(sum(scores), len(scores))) if scores else None
    return Record(bots[index], score, float(mean), low, high)


def interval(share: float, n: int, z: float = 1.959964) -> tuple[float, float]:
    """The 95 % interval of a share that was seen in `n` matches (Wilson's).

    A win that is shared counts in parts and varies less than this allows for: the interval is
    rather too wide than too narrow.
    """
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, middle - half), min(1.0, middle + half)

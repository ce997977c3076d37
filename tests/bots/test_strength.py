from __future__ import annotations

import os

import pytest

from takujo.bots.simulate import Record, simulate
from takujo.core.game import game

ENOUGH = 0.88  # of the matches against two random players


def against_random(matches: int, seed: int, jobs: int = 1) -> Record:
    bots = ["greedy", "random", "random"]
    done = simulate(game("oriflamme"), matches, 3, bots=bots, rotate=True, seed=seed, jobs=jobs)
    return done.seats[0]


def test_greedy_beats_two_random_players_of_oriflamme() -> None:
    assert against_random(24, seed=1).win_share >= ENOUGH


@pytest.mark.prove
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_greedy_wins_most_of_a_thousand_matches_of_oriflamme(
    seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    won = against_random(1000, seed, jobs=os.cpu_count() or 1)
    with capsys.disabled():
        share, low, high = won.win_share, won.low, won.high
        print(f"\nseed {seed}: greedy wins {share:.4f}, 95 % interval {low:.4f} to {high:.4f}")
    assert won.win_share >= ENOUGH

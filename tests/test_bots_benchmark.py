"""The benchmark of bots: who sits where, and what is printed of whom."""

from __future__ import annotations

import json
from types import ModuleType
from typing import Any

import pytest

from benchmark_scripts import script


@pytest.fixture(scope="module")
def bots() -> ModuleType:
    """The benchmark as a module."""
    return script("bots")


def figures(bots: ModuleType, capsys: pytest.CaptureFixture[str], *argv: str) -> list[Any]:
    """What the benchmark prints as JSON, a row for each bot."""
    assert bots.main([*argv, "--json"]) == 0
    found: list[Any] = json.loads(capsys.readouterr().out)["bots"]
    return found


def test_every_bot_plays_every_seat_and_the_rivals_share_the_other_sides(bots: ModuleType) -> None:
    contest = bots.Contest("oriflamme", ("strong", "greedy", "random"), 4, (), 1)
    seated = [[contest.playing(side, index, 4) for side in range(4)] for index in range(4)]
    assert [sorted(row) for row in seated] == [[0, 1, 1, 2]] * 4
    assert [sorted(column) for column in zip(*seated, strict=True)] == [[0, 1, 1, 2]] * 4


def test_the_wins_of_all_bots_make_one_per_match(
    bots: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ("oriflamme", "random", "greedy", "--players", "3", "--matches", "6")
    random, greedy = figures(bots, capsys, *argv)
    assert (random["sides"], greedy["sides"]) == (1, 2)
    assert random["win_share"] + greedy["win_share"] == pytest.approx(1.0, abs=1e-3)
    assert random["rounds"] == greedy["rounds"] == 6 * 6
    assert 0 < 1.5 * random["choices"] < greedy["choices"]
    assert greedy["low"] < greedy["win_share"] <= greedy["high"]
    assert 0 <= greedy["ms_mean"] <= greedy["ms_most"]


def test_partners_are_one_side_and_words_of_the_log_are_counted(
    bots: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ("tichu", "strong", "random", "--matches", "2", "--count", "call_won", "call_lost")
    strong, random = figures(bots, capsys, *argv)
    assert (strong["win_share"], random["win_share"]) == (1.0, 0.0)
    assert strong["points_ahead_per_round"] == -random["points_ahead_per_round"] > 0
    assert strong["rounds"] == random["rounds"] > 0
    assert random["counts"]["call_lost"] > 0 < strong["counts"]["call_won"]


def test_a_line_for_people_tells_the_same(
    bots: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ["oriflamme", "random", "random", "--players", "5", "--matches", "3", "--seed", "4"]
    assert bots.main(argv) == 0
    first, one, rest = capsys.readouterr().out.splitlines()
    assert first == "3 matches of oriflamme, 5 players, seed 4"
    assert one.startswith("  random     wins ")
    assert rest.startswith("  random ×4  wins ")
    assert "points a round over 18 rounds" in rest


@pytest.mark.parametrize(
    "argv",
    [
        ["chess", "strong", "greedy"],
        ["tichu", "strong", "greedy", "random"],
        ["oriflamme", "strong", "greedy", "--players", "9"],
        ["oriflamme", "strong", "greedy", "--matches", "0"],
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(
    bots: ModuleType, argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        bots.main(argv)
    assert left.value.code == 2
    assert "error: " in capsys.readouterr().err

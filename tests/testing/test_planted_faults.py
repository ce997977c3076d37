from __future__ import annotations

from pathlib import Path

import planted_again
import pytest
from cellar import GAME
from planted import PLANTS, Plant

from takujo.testing.conform import SAYS, check

SEEDS = (1, 2, 3, 4)  # a rare fault may need more matches to show


@pytest.fixture(autouse=True)
def _copies_are_laid_aside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(planted_again, "FOLDER", tmp_path)


def test_the_game_without_a_fault_passes_every_point() -> None:
    report = check(GAME)
    assert report.ok, str(report)


def test_faults_of_two_shapes_are_planted_for_every_point_that_a_game_can_break() -> None:
    # A game has no say in these: `Match` alone holds choices and takes answers back.
    points = set(SAYS) - {"hold", "answers"}
    assert sorted(point for point in points if len(PLANTS.get(point, ())) < 2) == []


@pytest.mark.parametrize(
    ("point", "plant"),
    [pytest.param(point, plant, id=f"{point}: {plant.__name__}")
     for point, found in PLANTS.items() for plant in found],
)  # fmt: skip
def test_a_planted_fault_makes_exactly_its_point_fail(
    point: str, plant: Plant, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = plant(monkeypatch)
    for seed in SEEDS:
        report = check(game, seed=seed)
        if not report.ok:
            break
    assert report.failed == (point,), str(report)
    assert str(report.of(point)[0]), "a fault says what is wrong"

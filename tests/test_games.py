"""Every installed game against the conformance kit, and its golden transcripts."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from takujo.core.game import Game, games
from takujo.testing.conform import Setting, check, pytest_points
from takujo.testing.transcripts import compare, kept

TRANSCRIPTS = Path(__file__).parent / "transcripts"
UPDATE = bool(os.environ.get("TAKUJO_UPDATE"))  # write the transcripts anew


@pytest.mark.parametrize(
    ("game", "part"),
    [pytest.param(game, part, id=f"{game.id}-{part}") for game, part in pytest_points()],
)
def test_a_game_keeps_every_point_of_the_kit(game: Game[Any], part: str) -> None:
    report = check(game, parts=[part])
    assert report.ok, str(report)


@pytest.mark.prove
@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_a_game_keeps_every_point_of_the_kit_in_its_long_form(game: Game[Any]) -> None:
    report = check(game, seed=2, long=True)
    assert report.ok, str(report)


@pytest.mark.parametrize(
    ("game", "setting", "seed"),
    [
        pytest.param(game, setting, seed, id=f"{game.id}-{setting}")
        for game in games().values()
        for setting, seed in kept(game)
    ],
)
def test_a_match_reads_like_its_golden_transcript(
    game: Game[Any], setting: Setting, seed: int
) -> None:
    diff = compare(TRANSCRIPTS, game, setting, seed, update=UPDATE)
    assert UPDATE or not diff, f"{diff}\nIf this is meant: TAKUJO_UPDATE=1 pytest, and review"

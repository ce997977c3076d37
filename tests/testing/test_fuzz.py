from __future__ import annotations

import json
from pathlib import Path

import pytest
from cellar import GAME
from planted import a_dumped_bottle_is_lost, an_offered_rest_is_refused

from takujo.core.match import Match
from takujo.testing.fuzz import fuzz


def test_fuzzing_a_sound_game_finds_nothing(tmp_path: Path) -> None:
    found = fuzz(GAME, 0, 5, tmp_path, matches=4)
    assert found.ok, str(found)
    assert found.matches == 4
    assert not list(tmp_path.iterdir())
    assert str(found) == f"cellar: 4 matches, {found.choices} choices, seed 5: no fault"


def test_a_failing_match_is_written_as_a_record_that_replays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = an_offered_rest_is_refused(monkeypatch)
    found = fuzz(game, 0, 5, tmp_path, matches=40)
    assert not found.ok
    assert found.record is not None
    assert f"takujo replay {found.record}" in str(found)
    header, *lines = map(json.loads, found.record.read_text("utf-8").splitlines())
    match = Match.load(header, lines, game=game)
    assert any("rest" in game.keys(match.decision(p)) for p in match.awaited)


def test_the_same_seed_finds_the_same_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = a_dumped_bottle_is_lost(monkeypatch)
    one = fuzz(game, 0, 9, tmp_path / "a", matches=20)
    two = fuzz(game, 0, 9, tmp_path / "b", matches=20)
    assert [f.point for f in one.faults] == ["zones"]
    assert one.faults == two.faults

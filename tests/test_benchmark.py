from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from benchmark_scripts import script


@pytest.fixture(scope="module")
def engine() -> ModuleType:
    """The benchmark as a module."""
    return script("engine")


def peer(engine: ModuleType, name: str) -> Any:
    """An engine that counts to a hundred."""

    def walk(rng: random.Random) -> Iterator[Any]:
        for _ in range(100):
            yield engine.Position(list)

    return engine.Row("open_spiel", name, lambda rng: sum(1 for _ in walk(rng)), walk)


def test_the_benchmark_plays_whole_matches_of_our_game(engine: ModuleType) -> None:
    ours = engine.takujo("oriflamme", 3)
    decisions = {ours.play(random.Random(seed)) for seed in range(20)}
    assert all(40 <= n <= 120 for n in decisions)
    assert len(decisions) > 5
    assert sum(1 for _ in ours.walk(random.Random(1))) > 40


def test_rows_and_ratios_are_printed_as_json_and_as_a_table(
    engine: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [engine.takujo("oriflamme", 3), peer(engine, "hearts"), peer(engine, "go")]
    engine.measure(rows, rounds=3, seconds=0.01)
    assert all(len(row.rates) == len(row.clones) == 3 for row in rows)
    printed = json.loads(engine.as_json(rows))
    assert list(printed) == ["rows", "ratios"]
    assert [list(row) for row in printed["rows"]] == [
        ["engine", "game", "decisions_per_second", "clone_us", "list_us"]
    ] * 3
    assert list(printed["ratios"]) == [
        "oriflamme/open_spiel:hearts",
        "oriflamme/open_spiel:go",
    ]
    assert [row["list_us"] is None for row in printed["rows"]] == [False, True, True]
    assert "round 3 of 3: open_spiel:go" in capsys.readouterr().err
    assert "oriflamme/open_spiel:hearts" in engine.table(rows)


def test_a_ratio_is_the_median_of_the_rounds_and_shown_with_its_spread(engine: ModuleType) -> None:
    ours, other = engine.takujo("oriflamme", 3), peer(engine, "hearts")
    ours.rates, other.rates = [10.0, 40.0, 30.0], [20.0, 20.0, 20.0]
    ours.clones = other.clones = [1.0, 2.0, 3.0]
    assert engine.ratios([ours, other]) == {"oriflamme/open_spiel:hearts": [0.5, 2.0, 1.5]}
    assert json.loads(engine.as_json([ours, other]))["ratios"] == {
        "oriflamme/open_spiel:hearts": 1.5
    }
    assert "1.5 (0.5–2)" in engine.table([ours, other])


def test_each_of_our_games_is_compared_with_each_peer(engine: ModuleType) -> None:
    rows = [engine.takujo("oriflamme", 3), engine.takujo("tichu", 3)]
    rows += [peer(engine, "hearts"), peer(engine, "skat")]
    for i, row in enumerate(rows, start=1):
        row.rates = [float(i)]
    assert engine.ratios(rows) == {
        "oriflamme/open_spiel:hearts": [1 / 3],
        "oriflamme/open_spiel:skat": [1 / 4],
        "tichu/open_spiel:hearts": [2 / 3],
        "tichu/open_spiel:skat": [2 / 4],
    }


def test_a_game_is_played_by_as_many_as_asked_for_where_it_can_be(engine: ModuleType) -> None:
    longer = [engine.takujo("oriflamme", n).play(random.Random(1)) for n in (3, 5)]
    assert longer[1] > 1.3 * longer[0]
    assert engine.takujo("tichu", 3).play(random.Random(1)) > 0


def test_the_list_of_a_position_is_made_anew_each_time(engine: ModuleType) -> None:
    position = next(engine.takujo("oriflamme", 3).walk(random.Random(1)))
    before = position.clone().listed
    position.listing()
    after = position.clone().listed
    assert before == after
    assert before is not after


def test_a_match_of_tichu_ends_by_its_rounds(engine: ModuleType) -> None:
    ours = engine.takujo("tichu", 3)
    assert all(500 <= ours.play(random.Random(seed)) <= 2500 for seed in range(3))


def test_a_missing_peer_is_named_with_the_way_to_get_it(
    engine: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.setattr(sys, "argv", ["engine.py"])
    with pytest.raises(SystemExit) as left:
        engine.main()
    assert left.value.code == 2
    assert "pyspiel is not installed; pip install 'takujo[bench]'" in capsys.readouterr().err

from __future__ import annotations

from pathlib import Path

import pytest
from cellar import GAME

from takujo.testing import transcripts
from takujo.testing.conform import Setting
from takujo.testing.transcripts import compare, kept, path_of, transcript


def test_the_same_seed_gives_the_same_transcript() -> None:
    setting = Setting(2, (("length", "long"),))
    assert transcript(GAME, setting, 7) == transcript(GAME, setting, 7)
    assert transcript(GAME, setting, 7) != transcript(GAME, setting, 8)


def test_a_transcript_tells_position_prompt_offers_choice_log_and_nature() -> None:
    text = transcript(GAME, Setting(3), 1)
    assert "   nature: " in text
    assert "\n1. Player " in text
    assert "   offers: " in text
    assert "   plays:  " in text
    assert "== Round 1" in text
    assert "   | " in text
    assert "All bottles are turned up." in text


def test_a_difference_is_told_as_a_diff_and_goes_away_by_updating(tmp_path: Path) -> None:
    setting, seed = kept(GAME)[0]
    assert compare(tmp_path, GAME, setting, seed, update=True)
    assert compare(tmp_path, GAME, setting, seed) == ""
    path = path_of(tmp_path, GAME, setting, seed)
    path.write_text(path.read_text("utf-8").replace("All bottles are", "No bottle is"), "utf-8")
    diff = compare(tmp_path, GAME, setting, seed)
    assert "-   - No bottle is turned up." in diff
    assert "+   - All bottles are turned up." in diff


@pytest.mark.parametrize("setting", [s for s, _ in kept(GAME)], ids=str)
def test_every_setting_has_a_file_of_its_own(setting: Setting) -> None:
    others = [path_of(Path(), GAME, s, n) for s, n in kept(GAME) if s != setting]
    mine = next(path_of(Path(), GAME, s, n) for s, n in kept(GAME) if s == setting)
    assert mine not in others


def test_a_long_list_is_told_by_its_ends_and_a_hash_of_the_whole() -> None:
    keys = [f"play {i}" for i in range(40)]
    told = transcripts._offers(keys)
    assert told.startswith("play 0 | play 1 |")
    assert told.endswith("| play 38 | play 39")
    assert "... 40 in all, " in told
    other = transcripts._offers([*keys[:20], "play x", *keys[21:]])
    assert other != told
    assert transcripts._offers(keys[:5]) == "play 0 | play 1 | play 2 | play 3 | play 4"


def test_of_a_long_match_the_beginning_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = transcript(GAME, Setting(3), 1)
    monkeypatch.setattr(transcripts, "LONGEST", 5)
    short = transcript(GAME, Setting(3), 1)
    assert "\n5. Player" in short
    assert "\n6. Player" not in short
    assert whole.startswith(short[: short.index("\n5. Player")])

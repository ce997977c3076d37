"""The log of a match: every line is read once for each viewer, and reads the same ever after."""

from __future__ import annotations

from typing import Any

import pytest

from core.play import again, play, small, toy, wild
from core.small import Pick
from takujo.core import projection
from takujo.core.chance import SplitMix
from takujo.core.log import TAIL
from toys import TOYS


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", sorted(TOYS))
def test_what_is_kept_for_a_viewer_is_what_he_would_read_anew(name: str, seed: int) -> None:
    match = toy(name)
    rng = SplitMix(seed)
    viewers = (*range(match.players), None)
    while not match.over and match.seq < 120:
        wild(match, rng, 3)
        for viewer in viewers[: 1 + rng.below(len(viewers))]:
            kept = match.view(viewer).log
            assert kept == match.log(viewer)[-TAIL:]
            assert kept == again(match).view(viewer).log


def test_what_is_taken_back_is_marked_for_those_who_have_read_it() -> None:
    match = small(*(Pick(0) for _ in range(5)))
    play(match, 0, "pick 1", "pick 1")
    read = match.view(1).log
    assert not any(line.undone for line in read)
    match.undo(0)
    assert [line.undone for line in match.view(1).log] == [False] * (len(read) - 1) + [True]


def test_a_move_costs_as_many_readings_as_it_has_new_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    match = small(*(Pick(0) for _ in range(100)))
    play(match, 0, *["pick 1"] * 80)
    for viewer in (0, 1, None):
        match.view(viewer)
    read: list[int] = []
    usual = projection.log_line

    def counted(event: Any, layout: Any, viewer: Any, seq: int) -> Any:
        read.append(seq)
        return usual(event, layout, viewer, seq)

    monkeypatch.setattr(projection, "log_line", counted)
    before = match.seq
    play(match, 0, "pick 1")
    for viewer in (0, 1, None, 0, 1, None):
        match.view(viewer)
    assert set(read) == {before}
    match.forget()
    match.view(0)
    assert len(read) > TAIL - 3


def test_the_tail_is_no_longer_than_it_says_and_none_may_be_asked_for() -> None:
    match = small(*(Pick(0) for _ in range(100)))
    play(match, 0, *["pick 1"] * 90)
    assert match.log(0, 0) == ()
    assert match.log(0, 2) == match.log(0)[-2:]
    assert match.log(0, 75) == match.log(0)[-75:]
    assert len(match.view(0).log) == TAIL

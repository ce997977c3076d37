"""The game that `docs/adding_a_game.md` builds is real: its blocks are extracted and run here."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from takujo.core.game import Game, games
from takujo.core.match import Match
from takujo.testing.conform import check

PAGE = Path(__file__).resolve().parent.parent / "docs" / "adding_a_game.md"
FIRST = r"(?:#|/\*|<!--) file: (\S+)(?: \*/| -->)?"
BLOCK = re.compile(rf"^(`{{3,}})\w+\n{FIRST}\n(.*?)^\1$", re.M | re.S)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All files of the page, written out."""
    root = tmp_path_factory.mktemp("adding")
    for _, name, text in BLOCK.findall(PAGE.read_text("utf-8")):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


@pytest.fixture(scope="module")
def harvest(folder: Path) -> Iterator[Game[Any]]:
    """The game, installed while these tests run."""
    sys.path.insert(0, str(folder))
    try:
        game: Game[Any] = import_module("harvest").GAME
        games()["harvest"] = game
        yield game
    finally:
        games().pop("harvest", None)
        sys.path.remove(str(folder))
        for name in [m for m in sys.modules if m.partition(".")[0] == "harvest"]:
            del sys.modules[name]


def test_the_game_of_the_page_passes_the_whole_kit(harvest: Game[Any]) -> None:
    report = check(harvest)
    assert report.ok, str(report)


def test_the_rule_tests_of_the_page_pass(folder: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_harvest.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout


def test_the_types_of_the_page_are_strict(folder: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), "harvest"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_game_of_the_page_is_played_to_its_end(harvest: Game[Any]) -> None:
    match = Match.start(harvest, 2, {}, key=b"k" * 32)
    while not match.over:
        seat = match.awaited[0]
        match.play(seat, match.view(seat).offers[0].key, match.asked(seat))
    assert match.result().score is not None

"""Pieces, words, help and the conformance kit."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from takujo.core.game import Game
from takujo.games.pax_renaissance import GAME
from takujo.games.pax_renaissance.pieces import CARDS, OPS, SHOTS, VICTORIES
from takujo.testing.conform import check, pytest_points
from takujo.text import words

FOLDER = files("takujo.games.pax_renaissance")


@pytest.mark.prove
@pytest.mark.parametrize(
    ("game", "part"),
    [pytest.param(game, part, id=part) for game, part in pytest_points([GAME])],
)
def test_pax_renaissance_keeps_every_point_of_the_kit(game: Game[Any], part: str) -> None:
    report = check(game, parts=[part])
    assert report.ok, str(report)


def test_the_folder_is_whole() -> None:
    report = check(GAME, parts=["folder"])
    assert report.ok, str(report)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_card_and_both_sides_of_every_square_have_name_and_text(lang):
    said = words(lang, GAME)
    for card in CARDS[10:]:
        assert said.has(f"face.{card.name}")
        assert said.has(f"face.{card.name}.text")
    for square in CARDS[:10]:
        for side in ("king", "republic"):
            assert said.has(f"face.{square.name}_{side}.text")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_word_of_the_rules_is_said(lang):
    said = words(lang, GAME)
    for op in OPS:
        assert said.has(f"op.{op}")
        assert said.has(f"prompt.use.{op}")
    for shot in SHOTS[1:]:
        assert said.has(f"shot.{shot}")
        assert said.has(f"prompt.one_shot.{shot}")
    for victory in VICTORIES:
        assert said.has(f"victory.{victory}")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_help_names_every_op_one_shot_and_victory(lang):
    text = (FOLDER / "help" / f"{lang}.md").read_text("utf-8").lower()
    said = words(lang, GAME)
    for key in (*(f"op.{o}" for o in OPS), *(f"shot.{s}" for s in SHOTS[1:])):
        assert said.word(key).lower() in text, key
    for victory in VICTORIES:
        assert said.word(f"victory.{victory}").lower().removesuffix(" victory") in text


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_option_value_has_its_words(lang):
    for option in GAME.options:
        for value in option.values:
            assert words(lang, GAME).has(f"option.{option.name}.{str(value).lower()}")


def test_rulings_that_the_code_cites_exist():
    rulings = (FOLDER / "RULINGS.md").read_text("utf-8")
    for number in range(1, 35):
        assert f"| D{number} |" in rulings

"""Pieces, words, help and bots of the folder."""

from __future__ import annotations

from importlib.resources import files

import pytest

from takujo.games.tichu import GAME
from takujo.games.tichu.bot import evaluate
from takujo.games.tichu.state import FACES, LABELS, RANKS, SUITS, WORDS
from takujo.text import words

FOLDER = files("takujo.games.tichu")


def test_cards_are_numbered_by_rank_with_four_suits_each():
    assert len(FACES) == len(WORDS) == len(RANKS) == len(set(FACES)) == 56
    assert WORDS[2:6] == ("S2", "P2", "J2", "T2")
    assert FACES[50:] == ("swordA", "pagodaA", "jadeA", "starA", "phoenix", "dragon")
    assert sorted(RANKS) == [0, 0, 0, *sorted([1, *(r for r in range(2, 15) for _ in SUITS)])]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_rank_and_special_card_has_its_words(lang):
    said = words(lang, GAME)
    for rank in range(2, 2 + len(LABELS)):
        assert said.has(f"rank.{rank}")
        assert said.has(f"ranks.{rank}")
    for face in ("mahjong", "dog", "phoenix", "dragon"):
        assert said.has(f"face.{face}.text")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_help_names_the_special_cards_and_every_option(lang):
    text = (FOLDER / "help" / f"{lang}.md").read_text("utf-8")
    said = words(lang, GAME)
    for face in ("mahjong", "dog", "phoenix", "dragon"):
        assert said.face(face) in text
    for option in GAME.options:
        assert said.word(f"option.{option.name}") in text


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_option_value_has_its_words(lang):
    for option in GAME.options:
        for value in option.values:
            assert words(lang, GAME).has(f"option.{option.name}.{str(value).lower()}")


def test_a_log_line_names_the_play_and_its_cards(line):
    at = line(hands={0: "S5 P6 J7 T8 PH S2", 1: "S3", 2: "J3", 3: "P2"}, lead=0)
    at.play("play S5 P6 J7 T8 PH")
    assert at.log("en", viewer=0) == [
        "You lead Straight to 9: Sword 5, Pagoda 6, Jade 7, Star 8, Phoenix."
    ]
    assert "9までのストレート" in at.log("ja")[0]


def test_points_ahead_and_good_cards_are_worth_more(line):
    rest = {1: "P2 P3", 2: "J2 J3", 3: "T2 T3"}
    poor = line(hands={0: "S5 S7", **rest}, lead=0)
    rich = line(hands={0: "DR SA", **rest}, lead=0)
    ahead = line(hands={0: "S5 S7", **rest}, lead=0, totals=(100, 0))
    assert evaluate(rich.s, 0) > evaluate(poor.s, 0)
    assert evaluate(ahead.s, 0) > evaluate(poor.s, 0)
    assert evaluate(ahead.s, 1) < evaluate(poor.s, 1)
    assert evaluate(poor.s, 0) == evaluate(poor.s, 2) == -evaluate(poor.s, 1)

"""Pieces, words, rulings and help agree with each other and with the code."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from takujo.bots.seats import StateSeat
from takujo.bots.simulate import simulate
from takujo.core.chance import SplitMix
from takujo.games.oriflamme import GAME, rules
from takujo.games.oriflamme.bot import evaluate
from takujo.games.oriflamme.state import INTRIGUE, KINDS, NAMES, pieces
from takujo.text import words

FOLDER = files("takujo.games.oriflamme")


def test_the_pieces_are_listed_in_the_order_of_the_code():
    assert [card["id"] for card in pieces()["cards"]] == list(NAMES)
    assert len(rules.ABILITIES) == KINDS
    assert [f.__name__ for f in rules.ABILITIES] == list(NAMES)


def test_the_kind_of_a_card_tells_whether_it_is_used_up():
    for number, card in enumerate(pieces()["cards"]):
        assert card["kind"] == ("intrigue" if number >= INTRIGUE else "character")
        assert card["once"] == (number >= INTRIGUE)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_catalogue_calls_every_card_as_the_pieces_do(lang):
    for card in pieces()["cards"]:
        assert words(lang, GAME).face(card["id"]) == card[lang]
        assert words(lang, GAME).has(f"face.{card['id']}.text")


def test_every_family_has_the_hand_and_the_removed_cards():
    numbers = {name: entry["value"] for name, entry in pieces()["figures"].items()}
    assert numbers["hand"] + numbers["removed_cards"] == KINDS


def test_every_ruling_that_is_cited_exists():
    text = (FOLDER / "RULINGS.md").read_text("utf-8")
    known = set(re.findall(r"^(\d+)\. ", text, re.M)) | set(re.findall(r"\*\*(\d+[a-d])\*\*", text))
    assert {str(n) for n in range(1, 49)} <= known
    cited = set()
    for name in ("rules.py", "state.py", "scene.py", "scenario.py", "locale/en.toml"):
        source = (FOLDER / name).read_text("utf-8")
        for group in re.findall(r"[Rr]ulings? ((?:\d+[a-d]?(?:, | and )?)+)", source):
            cited |= set(re.findall(r"\d+[a-d]?", group))
    assert cited
    assert cited <= known


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_help_names_every_card_and_every_option(lang):
    text = (FOLDER / "help" / f"{lang}.md").read_text("utf-8")
    said = words(lang, GAME)
    for name in NAMES:
        assert said.face(name) in text
    for option in GAME.options:
        assert said.word(f"option.{option.name}") in text


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_option_value_has_its_words(lang):
    for option in GAME.options:
        for value in option.values:
            assert words(lang, GAME).has(f"option.{option.name}.{str(value).lower()}")


# --- bots -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bot", "matches"), [("greedy", 3), ("strong", 1)])
def test_a_thinking_bot_beats_random_play(bot, matches):
    played = simulate(GAME, matches, 3, bots=[bot, "random", "random"], rotate=True, seed=3)
    assert played.seats[0].win_share == 1.0


def test_the_strong_bot_is_the_same_for_the_same_luck(line):
    at = line(queue="A:(Spy,2), B:(Lord), C:(Heir)", round=3)
    seat = StateSeat(GAME, at.s, 0)
    assert GAME.strong(seat, SplitMix(4)) == GAME.strong(seat, SplitMix(4))
    assert at.asked == "A KeepOrReveal 1"


def test_more_influence_is_worth_more(line):
    poor = line(queue="A:(Spy), B:Heir", influence={"A": 1})
    rich = line(queue="A:(Spy), B:Heir", influence={"A": 3})
    assert evaluate(rich.s, 0) > evaluate(poor.s, 0)
    assert evaluate(rich.s, 1) < evaluate(poor.s, 1)

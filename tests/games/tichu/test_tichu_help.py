"""The help of Tichu: every drawn example is what it is called, every figure is the rules'."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from itertools import pairwise

import pytest

from takujo.booklet import LEAVES, Leaf, Row, drawings, read
from takujo.games.tichu import GAME
from takujo.games.tichu.plays import (
    BOMB,
    FULL_HOUSE,
    PAIR,
    SINGLE,
    STAIRS,
    STRAIGHT,
    TRIPLE,
    Combination,
    beats,
    readings,
)
from takujo.games.tichu.state import FACES, pieces
from takujo.text import LANGUAGES

CALLED = {
    "en": {
        "Single": SINGLE, "Pair": PAIR, "Triple": TRIPLE, "Full house": FULL_HOUSE,
        "Stairs": STAIRS, "Straight": STRAIGHT, "Bomb": BOMB,
    },
    "ja": {
        "シングル": SINGLE, "ペア": PAIR, "トリプル": TRIPLE, "フルハウス": FULL_HOUSE,
        "ステアー": STAIRS, "ストレート": STRAIGHT, "ボム": BOMB,
    },
}  # fmt: skip
TABLE = re.compile(r"^\|(.*)\|$", re.M)


def text(leaf: Leaf, lang: str) -> str:
    found = read(GAME.package, leaf, lang)
    assert found is not None
    return found


def examples(leaf: Leaf, lang: str) -> Iterator[tuple[Row, tuple[int, ...], int]]:
    """Rows whose caption names a combination in bold: the row, its cards, what it is called."""
    for row in drawings(text(leaf, lang)):
        named = re.search(r"\*\*(.+?)\*\*", row.caption)
        kind = CALLED[lang].get(named[1]) if named else None
        if kind:
            yield row, tuple(sorted(FACES.index(card.face) for card in row.cards)), kind


def faces_of(row: Row) -> str:
    return " ".join(card.face for card in row.cards)


def what(faces: str) -> list[Combination]:
    """What a row of the rules can be, the row named by its faces, the highest reading first."""
    (row,) = (row for row in drawings(text("rules", "en")) if faces_of(row) == faces)
    cards = sorted(FACES.index(card.face) for card in row.cards)
    return [made for made, _ in readings(cards)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("leaf", LEAVES)
def test_every_drawn_combination_is_what_it_is_called(leaf, lang):
    found = list(examples(leaf, lang))
    assert {kind for _, _, kind in found} == set(CALLED[lang].values())
    for row, cards, kind in found:
        made = readings(cards)
        assert made, row
        assert {each.kind for each, _ in made} == {kind}, row


PHOENIX = {
    "sword10 phoenix": [10],
    "sword3 jade4 phoenix star6 sword7": [7],
    "star5 jade6 pagoda7 sword8 phoenix": [9, 8],
    "sword7 jade7 pagoda8 star8 phoenix": [8, 7],
    "jade5 jade6 phoenix jade8 jade9": [9],
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("faces", PHOENIX)
def test_a_play_with_the_phoenix_has_the_ranks_that_its_caption_names(faces, lang):
    assert [made.strength // 2 for made in what(faces)] == PHOENIX[faces]
    (caption,) = (r.caption for r in drawings(text("rules", lang)) if faces_of(r) == faces)
    told = [int(n) for n in re.findall(r"\d+", caption)]
    assert told[: len(PHOENIX[faces])] == PHOENIX[faces]


def test_of_the_drawn_bombs_each_beats_the_one_before():
    rising = [
        "sword2 pagoda2 jade2 star2", "swordA pagodaA jadeA starA",
        "star2 star3 star4 star5 star6", "jade2 jade3 jade4 jade5 jade6 jade7",
    ]  # fmt: skip
    for low, high in pairwise(rising):
        assert beats(what(high)[0], what(low)[0])
        assert not beats(what(low)[0], what(high)[0])


def test_of_the_drawn_trick_each_play_beats_the_one_before():
    for low, high in pairwise(["sword4 jade4", "pagoda9 star9", "starQ phoenix"]):
        assert beats(what(high)[0], what(low)[0])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_points_of_the_cards_are_those_of_the_pieces(lang):
    names = {"en": ("each king", "Phoenix", "Dragon"), "ja": ("K（1枚につき）", "鳳凰", "龍")}
    rows = [row.split("|") for row in TABLE.findall(text("rules", lang))]
    told = {row[0].strip(): row[1].strip().replace("−", "-") for row in rows}
    for name, key in zip(names[lang], ("K", "phoenix", "dragon"), strict=True):
        assert int(told[name]) == pieces()["points"][key]
    for rank in ("5", "10"):
        (worth,) = (v for k, v in told.items() if re.search(rf"(^each |^){rank}(（|$)", k))
        assert int(worth) == pieces()["points"][rank]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_worked_example_adds_up(lang):
    after = text("rules", lang).split({"en": "### An example", "ja": "### 計算の例"}[lang])[1]
    rows = [[cell.strip(" *") for cell in row.split("|")] for row in TABLE.findall(after)]
    figures = [
        [int(cell.replace("−", "-") or 0) for cell in row[1:]]
        for row in rows
        if any(re.fullmatch(r"[+−]?\d+", cell) for cell in row[1:])
    ]
    *parts, cards, mine, theirs, total = figures
    points = pieces()["points"]
    assert [points["K"] + points["phoenix"], 0] in parts
    assert cards == [sum(column) for column in zip(*parts, strict=True)]
    assert sum(cards) == 100
    assert [mine[0], theirs[1]] == [pieces()["bonus"]["tichu"], -pieces()["bonus"]["tichu"]]
    assert total == [cards[0] + mine[0], cards[1] + theirs[1]]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("leaf", LEAVES)
def test_the_figures_of_calls_and_targets_are_named(leaf, lang):
    told = set(re.findall(r"\d+", text(leaf, lang)))
    bonus, target = pieces()["bonus"], pieces()["target"]["value"]
    wanted = [bonus["tichu"], bonus["grand_tichu"], bonus["double_victory"], target]
    if leaf == "rules":
        wanted += [*pieces()["other_targets"]["values"], *pieces()["rounds"]["values"]]
        wanted.append(pieces()["deal"]["hand"])
    assert {str(n) for n in wanted} <= told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_ruling_that_the_help_cites_exists(lang):
    cited = re.findall(r"^- \*\*([A-I]\d+)\*\*", text("rules", lang), re.M)
    rulings = (files(GAME.package) / "RULINGS.md").read_text("utf-8")
    assert len(cited) >= 10
    for name in cited:
        assert f"**{name}**" in rulings

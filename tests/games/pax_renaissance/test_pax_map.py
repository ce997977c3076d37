"""The map, the squares and the tokens are those of `printed_map.txt`, line by line."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from takujo.games.pax_renaissance.pieces import (
    ADJACENT,
    BANK_BORDER,
    BANKS,
    BORDERS,
    BORDERS_OF,
    CITIES,
    CITY_EMPIRE,
    EMPIRES,
    ENDS,
    KINDS,
    LEVIES,
    OPS,
    PRESTIGE,
    REGION_OF,
    REGIONS,
    RELIGIONS,
    REPUBLICS,
    ROUTES,
    SEA,
    SQUARES,
    START_DISKS,
    START_TOKENS,
    STATE_OF,
    STATES,
    SUPPLY,
    TOKENS,
    Op,
)

TOLD: dict[str, list[list[str]]] = {}
for _line in (Path(__file__).parent / "printed_map.txt").read_text("utf-8").splitlines():
    if not _line.startswith("#"):
        _kind, *_fields = _line.split("|")
        TOLD.setdefault(_kind, []).append(_fields)


def test_nothing_is_printed_that_is_not_written_down_twice():
    assert [name for name, *_ in TOLD["empire"]] == list(EMPIRES)
    assert sorted(name for name, _ in TOLD["border"]) == sorted(BORDERS)
    assert [name for name, *_ in TOLD["city"]] == list(CITIES[:-1])  # the last one is an ability's
    assert sorted(name for name, *_ in TOLD["route"]) == sorted(CITIES[c] for c in ROUTES)
    assert [name for name, _ in TOLD["bank"]] == list(BANKS)
    assert len(TOLD["square"]) == 2 * len(SQUARES)


def test_empires_lie_where_they_are_printed_and_touch_as_a_king_moves():
    at = {}
    for name, place, region, state in TOLD["empire"]:
        empire = EMPIRES.index(name)
        at[empire] = tuple(int(n) for n in place.split(", "))
        assert REGIONS[REGION_OF[empire]] == region
        assert STATES[STATE_OF[empire]] == state
    for empire, (row, column) in at.items():
        near = [f for f, (r, c) in at.items() if max(abs(r - row), abs(c - column)) == 1]
        assert list(ADJACENT[empire]) == near
        beside = [
            f for f in near if sum(a != b for a, b in zip(at[f], at[empire], strict=True)) == 1
        ]
        ends = sorted(e for b in BORDERS_OF[empire] for e in ENDS[b] if e != empire)
        assert ends == beside


def test_borders_are_at_sea_or_on_land():
    for name, kind in TOLD["border"]:
        assert (BORDERS.index(name) < SEA) == (kind == "sea"), name


@pytest.mark.parametrize("told", TOLD["city"], ids=lambda told: str(told[0]))
def test_a_city_levies_by_the_state_of_its_empire(told):
    name, empire, levies, start = told
    city = CITIES.index(name)
    assert EMPIRES[CITY_EMPIRE[city]] == empire
    assert [TOKENS[t] for t in LEVIES[city]] == levies.split(", ")
    assert (city in START_DISKS) == (start == "disk")
    assert TOKENS[START_TOKENS[city]] == ("" if start == "disk" else start)


@pytest.mark.parametrize("told", TOLD["route"], ids=lambda told: str(told[0]))
def test_a_route_enters_one_empire_after_the_other_over_sea(told):
    name, fair, empires = told
    route = ROUTES[CITIES.index(name)]
    assert REGIONS[route.fair] == fair
    assert [EMPIRES[e] for e in route.empires] == empires.split()
    assert EMPIRES[CITY_EMPIRE[route.emporium]] == empires.split()[0]
    legs = [{a, b} for a, b in pairwise(route.empires)]
    assert [set(ENDS[b]) for b in route.borders] == legs
    assert max(route.borders) < SEA


@pytest.mark.parametrize("told", TOLD["square"], ids=lambda told: f"{told[0]}-{told[1]}")
def test_a_square_shows_what_is_printed_on_that_side(told):
    name, side, prestige, ops = told
    square = (SQUARES if side == "king" else REPUBLICS)[EMPIRES.index(name)]
    shown = [PRESTIGE[i] for i, n in enumerate(square.prestige) for _ in range(n)]
    assert sorted(shown) == sorted(prestige.split())
    assert list(square.ops) == [_op(words) for words in ops.split(", ")]


def _op(words: str) -> Op:
    kind, *of = words.split()
    if kind == "repress":
        return Op(OPS.index(kind), sum(1 << KINDS.index(k) for k in of))
    names = RELIGIONS if kind in ("inquisitor", "corsair") else REGIONS
    return Op(OPS.index(kind), names.index(of[0]) if of else 0)


def test_there_are_as_many_tokens_as_in_the_box():
    for religion, *counts in TOLD["tokens"]:
        kinds = ("bishop", "knight", "rook", "pirate")
        found = [SUPPLY[TOKENS.index(f"{religion}_{kind}")] for kind in kinds]
        assert found == [int(n) for n in counts]
    assert [SUPPLY[TOKENS.index(f"pawn_{p}")] for p in range(4)] == [10] * 4


def test_banks_begin_on_their_borders():
    for bank, (_, border) in enumerate(TOLD["bank"]):
        assert BORDERS[BANK_BORDER[bank]] == border

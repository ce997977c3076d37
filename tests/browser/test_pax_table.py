"""The table of Pax Renaissance: the chart, the market, the victories, previews."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Page, expect

from browser.conftest import Come
from browser.house import House
from browser.play import until
from takujo.core.game import games
from takujo.games.pax_renaissance import GAME

FACTS: dict[str, Any] = {
    "florins": {0: 9}, "hands": {0: "gutenberg"}, "west": {0: "merchants_of_the_staple"},
    "east": {0: "hungary+elzbieta_of_bohemia crimean_goths"}, "states": {"hre": "reformist"},
    "pawns": {"france-hre": 0, "hungary-byzantium": 1}, "active": "imperial",
    "bishops": {"crimean_goths": "islamic"}, "pots": {"east0": 1},
}  # fmt: skip
SIZES = [(1440, 900), (1280, 720), (820, 1180), (390, 844)]


@pytest.fixture(autouse=True)
def pax(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is installed while the test runs."""
    monkeypatch.setitem(games(), "pax_renaissance", GAME)


async def seated(house: House, visit: Come, lang: str = "en", **look: Any) -> Page:
    """Somebody whose turn it is."""
    aoi = await visit(house, "Aoi", lang, **look)
    with house.beginning("pax_renaissance", **FACTS):
        table = await aoi.match("bot:random", game="pax_renaissance")
        page: Page = await aoi.open(f"/table/{table}")
        await until(page, "document.querySelector('.prompt.yours')")
        await until(page, "document.querySelector('.k-board .drawing')")
    return page


async def test_the_chart_names_its_places_and_wears_the_faith_of_empires(
    own_house: House, visit: Come
) -> None:
    page = await seated(own_house, visit)
    written = page.locator(".k-board .written")
    await expect(written.filter(has_text="London")).to_have_count(1)
    await expect(written.filter(has_text="Holy Roman Empire")).to_have_count(1)
    await expect(page.locator(".drawing [data-place=hre].m-reformist")).to_have_count(1)
    await expect(page.locator(".drawing [data-place=tana].m-fair_east")).to_have_count(1)
    await expect(page.locator(".k-board .sign")).to_have_count(3)


async def test_each_victory_says_who_is_nearest_and_what_it_takes(
    own_house: House, visit: Come
) -> None:
    page = await seated(own_house, visit)
    imperial = page.locator("[data-id='victory.imperial']")
    await expect(imperial).to_have_class(re.compile(r"\bm-active\b"))
    await expect(imperial.locator(".note")).to_have_text("Aoi: kingdoms 1 of 3")


async def test_a_purchase_is_previewed_with_its_price_and_where_it_is_laid(
    own_house: House, visit: Come
) -> None:
    page = await seated(own_house, visit)
    await page.locator("[data-place=market_east] .piece.card").nth(3).hover()
    await expect(page.locator(".seat .delta")).to_have_text("−3")
    await expect(page.locator(".ghost-token")).to_have_count(3)


async def test_a_fair_is_previewed_for_everybody_whom_it_pays(
    own_house: House, visit: Come
) -> None:
    page = await seated(own_house, visit)
    await page.locator("[data-place=market_east] .piece.card").first.hover()
    await expect(page.locator(".seat .delta")).to_have_text(["+1", "+1"])


async def test_a_bishop_lies_upon_the_card_that_it_silences(own_house: House, visit: Come) -> None:
    page = await seated(own_house, visit)
    goths = page.locator(".own .piece.card.m-silenced")
    await expect(goths.locator(".name")).to_contain_text("Crimean Goths")
    await expect(goths.locator(".piece.thing")).to_have_count(1)


@pytest.mark.parametrize("size", SIZES)
async def test_chart_and_market_have_their_place_at_every_size(
    own_house: House, visit: Come, size: tuple[int, int]
) -> None:
    wide, tall = size
    page = await seated(own_house, visit, viewport={"width": wide, "height": tall})
    heights = await page.evaluate(
        """["map", "market_east", "market_west", "victories"].map((place) =>
        document.querySelector(`[data-place=${place}]`).getBoundingClientRect().height)"""
    )
    assert heights[0] > 180
    assert min(heights) > 60
    assert await page.evaluate("document.documentElement.scrollWidth") <= wide

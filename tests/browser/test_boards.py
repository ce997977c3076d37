"""A drawn board with named places, things upon cards, a rival without a seat: the toy Atlas."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from browser.conftest import Come
from browser.house import House
from browser.person import Person
from browser.play import choose, until
from toys.atlas.position import card_of

FACTS: dict[str, Any] = {
    "market": "queen3 captain3 merchant3 merchant4", "deck": "abbot3 abbot2 king4",
    "low": "queen2 comet", "courts": {0: "king1/queen1 captain1 marshal1", 1: "merchant1"},
    "agents": {"amber": 0, "basalt": 1}, "bishops": "king1",
}  # fmt: skip
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
MARSHAL = f"c{card_of('marshal1')}"
AGENT = "[data-place=map] .piece[data-id='agent.{}']"


async def seated(
    house: House, visit: Come, *bots: str, lang: str = "en", look: Any = None, **facts: Any
) -> tuple[Person, Page]:
    """Somebody whose turn it is in a position of Atlas, with a rival."""
    aoi: Person = await visit(house, "Aoi", lang, **(look or {}))
    with house.beginning("atlas", **(FACTS | facts)):
        table = await aoi.match(*(bots or ("bot:random",)), game="atlas", rival=True)
        page = await aoi.open(f"/table/{table}")
        await until(page, "document.querySelector('.prompt.yours')")
        await until(page, "document.querySelector('.k-board .drawing')")
    return aoi, page


async def middle(page: Page, place: str) -> tuple[float, float]:
    """The point of the window in the middle of a place of the map."""
    box = await page.locator(f".drawing [data-place='{place}']").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def centre(page: Page, thing: str) -> tuple[float, float]:
    """The point of the window in the middle of a piece."""
    box = await page.locator(thing).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.usefixtures("toys")
async def test_a_place_is_clicked_also_where_a_piece_stands(own_house: House, visit: Come) -> None:
    _, page = await seated(own_house, visit)
    await choose(page, "ops")
    await choose(page, MARSHAL)
    await until(page, "document.querySelector('.drawing [data-place=amber][data-pick]')")
    await page.mouse.click(*await middle(page, "amber"))
    await until(page, "document.querySelector('.drawing [data-place=basalt][data-pick]')")
    await page.mouse.click(*await middle(page, "basalt"))
    await until(page, "!document.querySelector('[data-id=\"agent.amber\"]')")
    here, there = await centre(page, AGENT.format("basalt")), await middle(page, "basalt")
    assert max(abs(a - b) for a, b in zip(here, there, strict=True)) < 4


@pytest.mark.usefixtures("toys")
async def test_places_are_reached_by_keyboard_and_say_their_names_and_who_stands_there(
    own_house: House, visit: Come
) -> None:
    _, page = await seated(own_house, visit, lang="ja")
    await choose(page, "ops")
    await choose(page, MARSHAL)
    await until(page, "document.querySelector('.drawing [data-pick]')")
    place = page.locator(".drawing [data-place=amber]")
    await expect(place).to_have_attribute("role", "button")
    label = await place.get_attribute("aria-label") or ""
    assert "アンバー" in label
    assert "駒" in label
    await page.locator(".drawing [data-pick][tabindex='0']").focus()
    await page.keyboard.press("Enter")
    await until(page, "document.querySelector('.drawing .sel')")


@pytest.mark.usefixtures("toys")
async def test_a_thing_lies_small_upon_its_card_and_is_read_with_it(
    own_house: House, visit: Come
) -> None:
    _, page = await seated(own_house, visit)
    king = f"[data-id='c{card_of('king1')}']"
    bishop = page.locator(f"{king} > [data-id='bishop.{card_of('king1')}']")
    small, large = await bishop.bounding_box(), await page.locator(king).bounding_box()
    assert small is not None
    assert large is not None
    assert small["width"] < large["width"] / 2
    label = await page.locator(king).get_attribute("aria-label") or ""
    assert "King" in label
    assert "Bishop" in label


@pytest.mark.usefixtures("toys")
async def test_a_card_under_another_is_partly_seen(own_house: House, visit: Come) -> None:
    _, page = await seated(own_house, visit)
    queen = await page.locator(f"[data-id='c{card_of('queen1')}']").bounding_box()
    king = await page.locator(f"[data-id='c{card_of('king1')}']").bounding_box()
    assert queen is not None
    assert king is not None
    assert queen["x"] < king["x"] < queen["x"] + queen["width"]


@pytest.mark.usefixtures("toys")
async def test_a_rival_has_a_panel_with_its_name_and_a_result_without_points_shows_none(
    own_house: House, visit: Come
) -> None:
    _, page = await seated(own_house, visit, comet=True, low="", bishops="")
    await expect(page.locator(".seat .who b")).to_have_text(["Aoi", "Owl", "Rival"])
    declare = page.locator("[data-key='declare crowns']")
    await declare.click()
    await declare.click()
    await expect(page.locator(".standings tbody th b")).to_have_text(["Aoi", "Owl", "Rival"])
    await expect(page.locator(".standings tbody .pl")).to_have_text(["1", "2", "2"])
    await expect(page.locator(".standard .points")).to_have_count(0)


@pytest.mark.usefixtures("toys")
async def test_a_phone_shows_what_lies_before_its_owner_where_there_is_no_hand(
    own_house: House, visit: Come
) -> None:
    _, page = await seated(own_house, visit, look=PHONE)
    await choose(page, "ops")
    await page.locator(f".own [data-id='{MARSHAL}'][data-pick]").tap()
    await until(page, "document.querySelector('.drawing [data-pick]')")


@pytest.mark.usefixtures("toys")
async def test_a_board_is_brought_nearer_and_moved_without_clicking_on_it(
    own_house: House, visit: Come
) -> None:
    _, page = await seated(own_house, visit, look=PHONE)
    await choose(page, "ops")
    await choose(page, MARSHAL)
    await until(page, "document.querySelector('.drawing [data-pick]')")
    before = await page.locator(".drawing").bounding_box()
    await page.locator(".nearer button").first.click()
    after = await page.locator(".drawing").bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] > before["width"] * 1.5
    x, y = await middle(page, "ember")
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 200, y + 200, steps=4)
    await page.mouse.up()
    moved = await page.locator(".drawing").bounding_box()
    assert moved is not None
    assert moved["x"] > after["x"] + 30  # as far as its corner
    await expect(page.locator(".drawing .sel")).to_have_count(0)
    await page.mouse.click(*await middle(page, "amber"))
    await expect(page.locator(".drawing .sel")).to_have_count(1)


@pytest.mark.usefixtures("toys")
async def test_an_empty_board_shows_its_drawing_alone(own_house: House, visit: Come) -> None:
    _, page = await seated(own_house, visit, agents={})
    await expect(page.locator("[data-place=map] .drawing")).to_be_visible()
    await expect(page.locator("[data-place=map] .plate")).to_have_count(0)

"""The table of Pax Renaissance: chart, market, victories, previews, newcomers, a whole match."""

from __future__ import annotations

import re
from typing import Any

from playwright.async_api import Page, expect

from browser.conftest import Come
from browser.house import House
from browser.play import choose, play_by_clicking, until

FACTS: dict[str, Any] = {
    "florins": {0: 9}, "west": {0: "merchants_of_the_staple"},
    "east": {0: "hungary+elzbieta_of_bohemia crimean_goths", 1: "ottoman"},
    "states": {"hre": "reformist"}, "cities": {"buda": "islamic_rook"},
    "pirates": {"hungary-byzantium": "islamic"}, "pawns": {"france-hre": 0}, "active": "imperial",
    "bishops": {"crimean_goths": "islamic"}, "pots": {"east0": 1},
}  # fmt: skip
WEST = ["merchants_of_the_staple", "star_chamber", "hanseatic_league", "house_of_borgia",
        "cornish_tin", "mons_meg", "the_mary_rose"]  # fmt: skip
SIZES = [(1440, 900), (1280, 720), (820, 1180), (390, 844)]
PHONE = {
    "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True,
}  # fmt: skip
# Has everything found a size at which it can be read?
FITS = """(() => {
  const heights = ["map", "market_east", "market_west", "victories"].map((place) =>
    document.querySelector(`[data-place=${place}]`).getBoundingClientRect().height);
  return innerWidth === arg && heights[0] > 180 && Math.min(...heights) > 50
    && document.documentElement.scrollWidth <= arg;
})()"""
UNDO = "document.querySelector('[data-key=undo]')"


async def seated(
    own_house: House,
    visit: Come,
    options: dict[str, Any] | None = None,
    hand: str = "gutenberg",
    **look: Any,
) -> Page:
    """Somebody whose turn it is."""
    aoi = await visit(own_house, "Aoi", **look)
    with own_house.beginning("pax_renaissance", **FACTS, hands={0: hand}):
        table = await aoi.match("bot:random", game="pax_renaissance", **(options or {}))
        page: Page = await aoi.open(f"/table/{table}")
        await until(page, "document.querySelector('.prompt.yours')")
        await until(page, "document.querySelector('.k-board .drawing')")
    return page


async def test_the_chart_and_the_victories_say_how_things_stand(
    own_house: House, visit: Come
) -> None:
    page = await seated(own_house, visit)
    written = page.locator(".k-board .written")
    await expect(written.filter(has_text="Holy Roman Empire")).to_have_count(1)
    await expect(page.locator(".drawing [data-place=hre].m-reformist")).to_have_count(1)
    await expect(page.locator(".drawing [data-place=tana].m-fair_east")).to_have_count(1)
    imperial = page.locator("[data-id='victory.imperial']")
    await expect(imperial).to_have_class(re.compile(r"\bm-active\b"))
    await expect(imperial.locator(".tallies > span")).to_have_text(["1/4", "1/4"])
    king = page.locator(".own .piece.card[data-face=hungary_king]")
    ticket = page.locator(".own .piece.card", has_text="Merchants of the Staple")
    wide = "(el) => el.offsetWidth"
    assert await king.evaluate(wide) < await ticket.evaluate(
        wide
    )  # squares have a look of their own
    goths = page.locator(".own .piece.card.m-silenced")
    await expect(goths.locator(".name")).to_contain_text("Crimean Goths")
    await expect(goths.locator(".piece.thing")).to_have_count(1)
    for wide, tall in SIZES:
        await page.set_viewport_size({"width": wide, "height": tall})
        await until(page, FITS, wide)
        # what the others have lies open, each card with its ops and prestige
        await expect(page.locator(".strip [data-id=c8] .small")).to_be_visible()


async def test_each_of_many_own_cards_can_be_read_and_met(own_house: House, visit: Come) -> None:
    aoi = await visit(own_house, "Aoi", viewport={"width": 1280, "height": 720})
    many = {**FACTS, "hands": {0: "gutenberg luther"}, "west": {0: " ".join(WEST)}}
    with own_house.beginning("pax_renaissance", **many):
        table = await aoi.match("bot:random", game="pax_renaissance")
        page = await aoi.open(f"/table/{table}")
        await until(page, "document.querySelectorAll('.own .piece.card.can').length > 8")
    cards = page.locator(".own .piece.card")
    await expect(cards).to_have_count(len(WEST) + 5)
    for i in range(await cards.count()):
        await expect(cards.nth(i).locator(".name")).to_be_in_viewport(ratio=0.9)
        await cards.nth(i).click(trial=True)  # nothing lies over its middle


async def test_a_purchase_and_a_fair_are_foretold_in_figures_and_words(
    own_house: House, visit: Come
) -> None:
    page = await seated(own_house, visit)
    await page.locator("[data-place=market_east] .piece.card").nth(3).hover()
    await expect(page.locator(".seat .delta")).to_have_text("−3")
    await expect(page.locator(".ghost-token")).to_have_count(3)
    await expect(page.locator(".foretold")).to_contain_text("You keep 6")
    await page.locator("[data-place=market_east] .piece.card").first.hover()
    await expect(page.locator(".foretold")).to_contain_text("You take 1")


async def test_a_battle_shows_who_fights_and_who_falls(own_house: House, visit: Come) -> None:
    page = await seated(own_house, visit, hand="vlad_the_impaler")
    await choose(page, "c96")
    await choose(page, "play vlad_the_impaler")
    await until(page, "document.querySelector('.acts [data-key=yes]')")
    await page.locator(".acts [data-key=yes]").hover()
    await expect(page.locator(".foretold")).to_contain_text("3 against 1: you win")
    await expect(page.locator(".will-falls")).to_have_attribute("data-id", "city.buda")
    await expect(page.locator(".will-for")).to_have_attribute("data-id", "pirate.hungary-byzantium")
    await page.mouse.move(1, 1)
    await expect(page.locator(".will-falls")).to_have_count(0)


async def test_a_card_is_read_line_by_line_beside_its_icons(own_house: House, visit: Come) -> None:
    page = await seated(own_house, visit)
    await page.locator(".own [data-id]").filter(has_text="Gutenberg").hover()
    lines = page.locator(".zoom.on .say p")
    await expect(lines.first).to_have_text("Location: the Holy Roman Empire.")
    await expect(lines.filter(has_text="Commerce (West)").locator("svg")).to_have_count(1)
    await expect(lines.last).to_have_text("You may hold any number of cards.")


async def test_steps_of_ones_own_turn_are_taken_back_until_something_is_learned(
    own_house: House, visit: Come
) -> None:
    page = await seated(own_house, visit)
    gutenberg = page.locator(".own [data-place=west] .name", has_text="Gutenberg")
    await choose(page, "c56")
    await choose(page, "play gutenberg")
    await choose(page, "#hre-hungary")
    await until(page, "document.querySelector(\"[data-id='pawn.hre-hungary']\")")
    await expect(gutenberg).to_have_count(1)
    await page.locator(".pane [data-ref='#hre-hungary']").hover()  # the log names the place
    await expect(page.locator(".drawing [data-place=hre-hungary].meant")).to_have_count(1)
    await page.locator("[data-key=restart]").click()
    await until(page, "!document.querySelector(\"[data-id='pawn.hre-hungary']\")")
    await expect(gutenberg).to_have_count(0)
    await page.locator("[data-place=market_east] .piece.card").first.click()  # a card is turned up
    await until(page, "!document.querySelector('.prompt.busy')")
    assert not await page.evaluate(UNDO)


async def test_a_square_that_comes_from_the_chart_is_as_large_as_before(
    own_house: House, visit: Come
) -> None:
    page = await seated(own_house, visit)
    width = "document.querySelector('[data-id=c3]').offsetWidth"
    wide = await page.evaluate(width)
    for click in ("c3", "sell hungary"):
        await choose(page, click)
    await until(page, f"document.querySelector('.k-board [data-id=c3]') && {width} < arg", wide)
    await page.click("[data-key=undo]")
    await until(page, f"document.querySelector('.own [data-id=c3]') && {width} === arg", wide)


async def test_at_a_newcomers_table_an_action_is_explained_before_it_is_taken(
    own_house: House, visit: Come
) -> None:
    page = await seated(own_house, visit, {"newcomer": True}, **PHONE)
    await expect(page.locator(".prompt .sub")).to_contain_text("Buy, play or sell a card")
    card = page.locator("[data-place=market_west] .piece.card").nth(1)
    await card.tap()
    await expect(page.locator(".foretold")).to_contain_text("Purchase: a florin on each card")
    await expect(page.locator(".own .k-hand .piece")).to_have_count(1)
    await page.locator(".own .k-hand .piece").tap()  # another choice takes the place of the first
    await page.locator(".acts [data-key='play gutenberg']").tap()
    await expect(page.locator(".foretold")).to_contain_text("Play: the card goes to your tableau")
    await expect(page.locator(".own .k-hand .piece")).to_have_count(1)
    await card.tap()
    await expect(page.locator(".foretold")).to_contain_text("Purchase: a florin on each card")
    await expect(page.locator(".sel")).to_have_count(1)
    await page.locator(".own .k-hand .piece").tap()
    await page.locator(".acts [data-key='play gutenberg']").tap()
    await page.locator(".own .k-hand .piece").tap()  # what a button does, a card only takes back
    await expect(page.locator(".sel")).to_have_count(0)
    await expect(page.locator(".own .k-hand .piece")).to_have_count(1)
    # both rows of the market move together
    lefts = """["east", "west"].map((row) => document.querySelector(
      `[data-place=market_${row}] .piece.card`).getBoundingClientRect().left)"""
    await page.evaluate("document.querySelector('.board').scrollLeft = 0")
    east, west = await page.evaluate(lefts)
    await page.evaluate("document.querySelector('.board').scrollLeft = 200")
    assert await page.evaluate(lefts) == [east - 200, west - 200]


async def test_on_a_phone_what_is_asked_for_comes_into_view(own_house: House, visit: Come) -> None:
    page = await seated(own_house, visit, hand="vlad_the_impaler", **PHONE)
    hungary = "document.querySelector('.drawing [data-place=hungary]').getBoundingClientRect()"
    assert (await page.evaluate(f"({hungary}).right")) > 390
    await choose(page, "c96")
    await choose(page, "play vlad_the_impaler")
    await choose(page, "no")  # the agents may be placed in cities of Hungary
    await until(page, f"({hungary}).left >= 0 && ({hungary}).right <= 390")
    await page.locator(".seat").nth(1).tap()
    sheet = page.locator("dialog[open] .sheet")
    await expect(sheet.locator("tr", has_text="Imperial: Kingdoms")).to_contain_text("3 more")


async def test_a_whole_match_of_three_is_played_by_clicking(own_house: House, visit: Come) -> None:
    aoi = await visit(own_house, "Aoi")
    table = await aoi.match("bot:random", "bot:random", game="pax_renaissance")
    page = await aoi.open(f"/table/{table}")
    player = await play_by_clicking(page, seed=3, most=600)
    assert player.clicks > 20
    await expect(page.locator(".result h2")).to_be_visible()

"""Whole matches, played by clicking what is lit."""

from __future__ import annotations

import asyncio

from playwright.async_api import Page, expect

from browser.conftest import Come
from browser.play import Player, play_by_clicking, until
from browser.words import foreign, said
from takujo.core.chance import SplitMix

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NAMES = ("Tom", "Hana")


async def standings(page: Page) -> list[str]:
    """The names on the result, best first."""
    return await page.locator(".standings tbody th b").all_inner_texts()


async def test_two_people_play_a_match_with_a_bot_each_in_their_language(come: Come) -> None:
    tom = await come(lang="en", reduced_motion="reduce")
    page = await tom.open("/")
    await page.click("[data-key=create]")
    await page.locator(".seg", has_text="3 players").click()
    await page.get_by_label("Seat 3").select_option("bot:random")
    await page.locator(".seg", has_text="By link only").click()
    await page.click("form.create button[type=submit]")
    await page.fill("#name-input", "Tom")
    await page.keyboard.press("Enter")
    link = await page.get_by_label("Invite link").input_value()
    assert foreign(await said(page), "en", NAMES) == []

    hana = await come(lang="ja", reduced_motion="reduce")
    other = await hana.open(link)
    await other.click("[data-key=sit-2]")
    await other.fill("#name-input", "Hana")
    await other.keyboard.press("Enter")
    await expect(other.locator(".seat-2, .room-seat").nth(1)).to_contain_text("Hana")
    assert foreign(await said(other), "ja", NAMES) == []

    await page.click("[data-key=start]:not([disabled])")
    sides = [Player(page, SplitMix(5)), Player(other, SplitMix(6))]
    langs = ["en", "ja"]

    async def play(side: Player, lang: str) -> None:
        while await side.act():
            if side.clicks % 7 == 1:
                assert foreign(await said(side.page), lang, NAMES) == []

    await asyncio.gather(*map(play, sides, langs))
    ranked = await standings(page)
    assert len(ranked) == 3
    assert {"Tom", "Hana"} <= set(ranked)
    assert [n for n in ranked if n in NAMES] == [n for n in await standings(other) if n in NAMES]
    figures = ".standings tbody td"
    assert await page.locator(figures).all_inner_texts() == (
        await other.locator(figures).all_inner_texts()
    )
    for side, lang in zip(sides, langs, strict=True):
        assert foreign(await said(side.page), lang, NAMES) == []


async def test_a_phone_plays_a_match_against_bots_to_the_end(come: Come) -> None:
    aoi = await come("Aoi", **PHONE)
    page = await aoi.open(f"/table/{await aoi.match('bot:random', 'bot:random')}")
    player = await play_by_clicking(page, seed=3, hand="finger")
    assert player.clicks > 12  # six placements of two taps each, and more
    assert len(await standings(page)) == 3
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_a_match_is_played_with_the_keyboard_alone(come: Come) -> None:
    aoi = await come("Aoi")
    page = await aoi.open(f"/table/{await aoi.match('bot:random', 'bot:random')}")
    await page.evaluate(
        "for (const t of ['pointerdown', 'mousedown', 'touchstart']) "
        "document.addEventListener(t, () => (window.pointed = true), true)"
    )
    player = await play_by_clicking(page, seed=4, hand="keys")
    assert player.clicks > 12
    assert len(await standings(page)) == 3
    assert not await page.evaluate("window.pointed ?? false")


async def test_single_keys_rest_while_somebody_types(come: Come) -> None:
    aoi = await come("Aoi")
    page = await aoi.open(f"/table/{await aoi.match('bot:random', 'bot:random')}")
    await Player(page, SplitMix(1)).now()
    await page.keyboard.press("c")
    field = page.locator("form.say input")
    await field.fill("")
    await field.press_sequentially("1 look? u, l. k")
    assert await field.input_value() == "1 look? u, l. k"
    await expect(page.locator(".tabs [data-tab=chat]")).to_have_attribute("aria-selected", "true")
    assert await page.locator("dialog").count() == 0
    await page.keyboard.press("Enter")
    await expect(page.locator(".pane")).to_contain_text("1 look? u, l. k")


async def test_single_keys_can_be_switched_off(come: Come) -> None:
    aoi = await come("Aoi", settings={"keys": False})
    page = await aoi.open(f"/table/{await aoi.match('bot:random', 'bot:random')}")
    await Player(page, SplitMix(1)).now()
    for key in ("c", "?", "k"):
        await page.keyboard.press(key)
    await expect(page.locator(".tabs [data-tab=log]")).to_have_attribute("aria-selected", "true")
    assert await page.locator("dialog").count() == 0
    await page.click("[aria-label=Settings]")
    async with page.expect_response("**/api/me"):
        await page.get_by_role("switch", name="Single-key shortcuts").check(force=True)
    await page.keyboard.press("Escape")
    await until(page, "!document.querySelector('dialog')")
    await page.keyboard.press("c")
    await expect(page.locator(".tabs [data-tab=chat]")).to_have_attribute("aria-selected", "true")

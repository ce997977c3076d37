"""Rules and aid as they are read: on their pages, over the table, on paper."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from browser.conftest import Come
from browser.house import House
from browser.play import Player, until
from browser.test_pages import WIDE, axe, barriers
from browser.words import CLIENT, foreign, said
from takujo.booklet import LEAVES, drawings, read
from takujo.core.chance import SplitMix
from takujo.core.game import games

__all__ = ["axe"]  # a fixture
DRAWN = "document.querySelector('.rulebook .cards .piece svg use')"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
GAMES = ("oriflamme", "tichu")
AID = "dialog.aid-dialog[open]"


async def opened(page: Page) -> None:
    """Wait until the aid lies over the table, with its drawings."""
    await until(page, f"document.querySelector('{AID} .cards .piece')")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("lang", "scheme"), [("en", "dark"), ("ja", "light")])
async def test_rules_and_aid_are_drawn_without_barriers_in_one_language(
    come: Come, axe: str, game: str, lang: str, scheme: str
) -> None:
    aoi = await come("Aoi", lang, color_scheme=scheme, **PHONE)
    found: list[str] = []
    for leaf, path in zip(LEAVES, (f"/rules/{game}", f"/rules/{game}/aid"), strict=True):
        page = await aoi.open(path)
        await until(page, DRAWN)
        found += [f"{path}: {line}" for line in await barriers(page, axe)]
        found += foreign(await said(page), lang, ["Aoi"])
        assert await page.evaluate(WIDE) <= 0, path
        text = read(games()[game].package, leaf, lang)
        assert text is not None
        cards = sum(len(row.cards) for row in drawings(text))
        assert await page.locator(".cards .piece svg.face").count() == cards
        assert await page.locator(".cards .blank").count() == 0
    assert found == []


@pytest.mark.parametrize("game", GAMES)
async def test_a_drawn_card_is_as_wide_as_a_finger_and_shows_its_corner(
    come: Come, game: str
) -> None:
    aoi = await come("Aoi", **PHONE)
    page = await aoi.open(f"/rules/{game}")
    await until(page, DRAWN)
    steps: list[float] = await page.evaluate(
        """[...document.querySelectorAll(".cards")].flatMap((row) => [...row.children].slice(1)
          .map((el, i) => el.getBoundingClientRect().left
            - row.children[i].getBoundingClientRect().left))"""
    )
    assert min(steps) >= 16


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", GAMES)
async def test_the_aid_is_one_page_of_paper(come: Come, game: str, lang: str) -> None:
    aoi = await come("Aoi", lang, color_scheme="dark")
    page = await aoi.open(f"/rules/{game}/aid")
    await until(page, DRAWN)
    paper = await page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", paper)) == 1


async def test_from_the_rules_one_comes_to_the_aid_and_back(come: Come) -> None:
    aoi = await come("Aoi", "ja")
    page = await aoi.open("/rules/tichu")
    leaves = page.locator(".leaves a")
    await leaves.nth(1).click()
    await page.wait_for_url("**/rules/tichu/aid")
    await until(page, DRAWN)
    assert await page.title() == f"ティチュー · {CLIENT['ja']['common.takujo']}"
    await expect(leaves.nth(1)).to_have_attribute("aria-current", "page")
    await leaves.nth(0).click()
    await page.wait_for_url("**/rules/tichu")


async def test_one_key_lays_the_aid_over_the_table_and_another_takes_it_away(
    come: Come, axe: str
) -> None:
    aoi = await come("Aoi", "ja")
    page = await aoi.open(f"/table/{await aoi.match('bot:random', 'bot:random')}")
    await Player(page, SplitMix(1)).now()
    address = page.url
    await page.keyboard.press("?")
    await opened(page)
    assert await page.locator(f"{AID} .cards .blank").count() == 0
    assert await barriers(page, axe) == []
    assert foreign(await said(page), "ja", ["Aoi"]) == []
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog")).to_have_count(0)
    assert page.url == address


async def test_a_button_lays_the_aid_over_the_table_and_it_leads_to_rules_and_keys(
    house: House, come: Come
) -> None:
    aoi = await come("Aoi", **PHONE)
    page = await aoi.open(f"/table/{await aoi.match('bot:random', 'bot:random')}")
    await Player(page, SplitMix(1)).now()
    await page.get_by_role("button", name=CLIENT["en"]["aid.title"], exact=True).tap()
    await opened(page)
    assert await page.evaluate(WIDE) <= 0
    rules = page.locator(f"{AID} a.btn")
    await expect(rules).to_have_attribute("href", "/rules/oriflamme")
    await page.locator(f"{AID} button.btn").tap()
    await expect(page.locator("dialog.keys")).to_contain_text(CLIENT["en"]["keys.aid"])
    await expect(page.locator(AID)).to_have_count(0)


async def test_the_aid_changes_its_language_with_the_table(come: Come) -> None:
    aoi = await come("Aoi")
    page = await aoi.open(f"/table/{await aoi.match('bot:random', 'bot:random')}")
    await Player(page, SplitMix(1)).now()
    for lang, word in (("en", "Lord"), ("ja", "君主")):
        if lang == "ja":
            await page.click("[aria-label=Settings]")
            async with page.expect_response("**/api/me"):
                await page.locator("input[name=set-lang][value=ja]").check(force=True)
            await page.keyboard.press("Escape")
            await until(page, "document.documentElement.lang === 'ja'")
        await page.keyboard.press("?")
        await opened(page)
        await expect(page.locator(AID)).to_contain_text(word)
        await page.keyboard.press("Escape")

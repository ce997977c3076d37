"""Choosing with second thoughts: confirmation, holding, taking back; and the reader's settings."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Page, expect

from browser.conftest import Come
from browser.house import House
from browser.person import gather
from browser.play import Player, choose, until
from browser.words import CLIENT, WORDS
from takujo.core.chance import SplitMix

# Aoi resolves a Royal Decree: first which card, then where to; nobody learns anything in between.
DECREE = {
    "queue": "A:(Royal Decree), B:(Heir), C:(Spy)", "round": 1, "resolve": 1,
}  # fmt: skip


async def decree(house: House, come: Come, **settings: Any) -> tuple[Page, Page, str]:
    """A match in which Aoi has a Royal Decree to resolve, seen by her and by Hana."""
    aoi, hana = await come("Aoi", settings=settings), await come("Hana")
    with house.beginning("oriflamme", **DECREE):
        table = await gather(aoi, hana, bots=1)
    pages = [await x.open(f"/table/{table}") for x in (aoi, hana)]
    return pages[0], pages[1], table


async def lit(page: Page) -> set[str]:
    """The ids and keys of what can be done now."""
    state = await Player(page, SplitMix(0)).now()
    return {thing["id"] or thing["key"] for thing in state["things"]}


async def test_a_choice_is_taken_back(house: House, come: Come) -> None:
    page, _, _ = await decree(house, come)
    await choose(page, "reveal")
    before = await lit(page)
    await choose(page, "#queue:2")
    assert await lit(page) == {"#queue:gap0", "#queue:gap3"}
    await page.locator("[data-key=undo]").click()
    await until(page, "document.querySelector('[data-pick=\"#queue:2\"]')")
    assert await lit(page) == before
    await choose(page, "#queue:2")
    await Player(page, SplitMix(0)).now()
    await page.keyboard.press("u")
    await until(page, "document.querySelector('[data-pick=\"#queue:2\"]')")


async def test_what_is_taken_back_is_struck_through_for_everybody(house: House, come: Come) -> None:
    aoi, hana = await come("Aoi"), await come("Hana")
    with house.beginning("oriflamme", queue="A:Lord, A:(Heir), B:(Spy)", round=2, resolve=1):
        table = await gather(aoi, hana, bots=1)
    page, other = [await x.open(f"/table/{table}") for x in (aoi, hana)]
    await choose(page, "apply")
    await Player(page, SplitMix(0)).now()
    lines = len(await other.locator(".pane p").all())
    await page.locator("[data-key=undo]").click()
    for shown in (page, other):
        await expect(shown.locator(".pane p.undone").first).to_be_visible()
        await expect(shown.locator(".pane p.undone > span").last).to_have_css(
            "text-decoration-line", "line-through"
        )
    assert len(await other.locator(".pane p").all()) >= lines
    await expect(page.locator(".seat", has_text="Aoi").locator(".figure")).to_have_text("1")


async def test_a_choice_that_hands_over_can_be_held_until_it_is_confirmed(
    house: House, come: Come
) -> None:
    page, other, table = await decree(house, come, hold="always")
    await choose(page, "keep")
    confirm = page.locator("[data-key=confirm]")
    await expect(confirm).to_be_visible()
    await expect(other.locator(".prompt.wait")).to_be_visible()
    await page.locator("[data-key=undo]").click()
    await expect(confirm).to_have_count(0)
    assert {"keep", "reveal"} <= await lit(page)
    await choose(page, "keep")
    await confirm.dblclick()  # twice is once, and nobody is told off
    await expect(other.locator(".prompt.yours")).to_be_visible()
    await expect(page.locator(".prompt.wait")).to_be_visible()
    assert await page.locator(".toast.bad").count() == 0
    running = house.arena.matches.loaded(table)
    assert running is not None
    assert sum(line.get("key") == "keep" for line in running.match.lines) == 1


async def test_with_confirmation_the_first_click_shows_and_the_second_sends(
    house: House, come: Come
) -> None:
    page, _, table = await decree(house, come, confirm="always")
    before = house.seq(table)
    await choose(page, "keep")
    await expect(page.locator("[data-key=keep]")).to_have_class("btn go")
    await expect(page.locator("[data-key=keep]")).to_contain_text(WORDS["prompt.click_again"])
    assert house.seq(table) == before
    await page.locator("[data-key=keep]").click()
    await until(page, "document.querySelector('.prompt').matches('.wait')")
    assert house.seq(table) > before


async def test_what_a_choice_does_is_shown_before_it_is_made(house: House, come: Come) -> None:
    aoi, hana = await come("Aoi"), await come("Hana")
    with house.beginning("oriflamme", queue="A:(Lord,3), B:(Heir), C:(Spy)", round=1, resolve=1):
        table = await gather(aoi, hana, bots=1)
    page = await aoi.open(f"/table/{table}")
    await page.locator("[data-key=reveal]").hover()
    await expect(page.locator(".seat.now .delta.up")).to_have_text("+4")
    await page.mouse.move(5, 5)
    await expect(page.locator(".delta")).to_have_count(0)


async def test_settings_are_kept_over_a_reload_and_in_another_tab(house: House, come: Come) -> None:
    aoi = await come("Aoi", settings={"motion": "normal"})
    page = await aoi.open("/")
    await page.click(f"[aria-label={WORDS['common.settings']}]")
    wanted = {
        "theme": "dark", "motion": "fast", "confirm": "always", "hold": "never", "lang": "ja",
    }  # fmt: skip
    for name, value in wanted.items():
        async with page.expect_response("**/api/me"):
            await page.locator(f"input[name=set-{name}][value={value}]").check(force=True)
    await expect(page.locator("dialog h2")).to_have_text(CLIENT["ja"]["common.settings"])
    for switch in ("sound", "keys"):
        box = page.locator(".switch").nth(["sound", "keys"].index(switch)).locator("input")
        async with page.expect_response("**/api/me"):
            await box.click(force=True)
    settings = wanted | {"sound": True, "keys": False}
    await page.reload()
    for shown in (page, await aoi.tab("/")):
        await until(shown, "document.querySelector('.me')")
        assert await shown.evaluate("document.documentElement.lang") == "ja"
        assert await shown.evaluate("document.documentElement.dataset.theme") == "dark"
        await expect(shown.locator(".top")).to_have_css("background-color", "rgb(34, 31, 37)")
    assert (await aoi.get("/api/me"))["settings"] == settings


async def test_motion_that_is_switched_off_stays_off(house: House, come: Come) -> None:
    aoi = await come("Aoi", settings={"motion": "normal"}, reduced_motion="reduce")
    page = await aoi.open(f"/table/{await aoi.match('bot:random', 'bot:random')}")
    await page.evaluate(
        """() => {
          window.moved = 0;
          const usual = Element.prototype.animate;
          Element.prototype.animate = function (frames, options) {
            if (JSON.stringify(frames).includes("transform")) window.moved += 1;
            return usual.call(this, frames, options);
          };
        }"""
    )
    player = Player(page, SplitMix(3))
    for _ in range(6):
        await player.act()
    await player.now()
    assert await page.evaluate("window.moved") == 0


async def test_motion_carries_pieces_when_it_is_wanted(house: House, come: Come) -> None:
    aoi = await come("Aoi", settings={"motion": "normal"})
    page = await aoi.open(f"/table/{await aoi.match('bot:random', 'bot:random')}")
    await Player(page, SplitMix(3)).now()
    await page.evaluate(
        """() => {
          window.moved = 0;
          const usual = Element.prototype.animate;
          Element.prototype.animate = function (frames, options) {
            if (JSON.stringify(frames).includes("translate")) window.moved += 1;
            return usual.call(this, frames, options);
          };
        }"""
    )
    await page.locator(".k-hand .piece").first.press("Enter")
    await page.locator(".place[data-pick]").first.press("Enter")
    await until(page, "window.moved > 0")

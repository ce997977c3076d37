"""Every page in light and dark, both languages, large type and high contrast: for everybody."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from browser.conftest import Come
from browser.house import House
from browser.person import Person, gather
from browser.play import Player, choose, until
from browser.words import CLIENT, foreign, said
from takujo.core.chance import SplitMix

AXE = Path(__file__).resolve().parents[2] / ".venv/client-tools/node_modules/axe-core/axe.min.js"
NAMES = ("Aoi", "Hana", "Yuki")


@pytest.fixture(scope="module")
def axe() -> str:
    """The script that looks for barriers; `python tests/typecheck_client.py` fetches it."""
    if not AXE.is_file():
        pytest.skip("axe-core is not here: run `python tests/typecheck_client.py` to fetch it")
    return AXE.read_text("utf-8")


async def barriers(page: Page, axe: str) -> list[str]:
    """What axe finds, as short lines."""
    if not await page.evaluate("Boolean(window.axe)"):
        await page.evaluate(axe)
    found: list[str] = await page.evaluate(
        """async () => (await axe.run(document)).violations.flatMap((v) => v.nodes.slice(0, 3)
          .map((n) => `${v.id}: ${n.target.join(" ")} ${n.any.concat(n.all, n.none)
            .map((x) => x.message).join("; ")}`))"""
    )
    return found


async def settled(page: Page) -> None:
    await until(page, "document.querySelector('#app')?.childElementCount > 0")
    await page.evaluate("async () => { await document.fonts.ready; }")


async def check(page: Page, axe: str, what: str, lang: str) -> list[str]:
    """Barriers of a page, and texts of it that are in no language or the wrong one."""
    await settled(page)
    wrong = [f"{what}: {line}" for line in await barriers(page, axe)]
    return wrong + [f"{what}: text {t!r}" for t in foreign(await said(page), lang, NAMES)]


@pytest.mark.parametrize(("lang", "scheme"), [("en", "light"), ("ja", "dark")])
async def test_pages_around_a_match_are_without_barriers_and_in_one_language(
    own_house: House, visit: Come, axe: str, lang: str, scheme: str
) -> None:
    aoi = await visit(own_house, "Aoi", lang, color_scheme=scheme)
    found: list[str] = []
    w = CLIENT[lang]
    page = await aoi.open("/")
    await until(page, "document.querySelector('[data-key=create]')")
    found += await check(page, axe, "lobby", lang)
    await page.click("[data-key=create]")
    await page.locator("form.create details summary").click()
    found += await check(page, axe, "create", lang)
    await page.keyboard.press("Escape")
    await page.locator(".tools .iconbtn").last.click()
    await until(page, "document.querySelector('input[name=set-theme]')")
    found += await check(page, axe, "settings", lang)
    table = await aoi.table("open", "bot:random", public=True)
    page = await aoi.open(f"/table/{table['id']}")
    await until(page, "document.querySelector('[data-key=start]')")
    found += await check(page, axe, "room", lang)
    page = await aoi.open(f"/check/{table['id']}")
    await until(page, "document.querySelector('.verdict h1')")
    found += await check(page, axe, "check", lang)
    page = await aoi.open("/rules/oriflamme")
    await until(page, "document.querySelector('.rulebook h1, .rulebook h2')")
    found += await check(page, axe, "rules", lang)
    page = await aoi.open("/table/nothing")
    await until(page, "document.querySelector('.top')")
    found += await check(page, axe, "not found", lang)
    assert await page.title()
    assert w["error.lobby"] in await page.locator("main .btn").inner_text()
    assert found == []


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_a_table_is_without_barriers_and_in_one_language_in_light_and_dark(
    house: House, come: Come, axe: str, lang: str
) -> None:
    found: list[str] = []
    aoi, hana = await come("Aoi", lang), await come("Hana", lang)
    facts = {
        "queue": "B:Lord, A:(Archer,2), B:(Spy)/B:(Heir,1), C:(Soldier), A:(Ambush)",
        "round": 2, "discards": {"B": "soldier", "C": "lord"},
    }  # fmt: skip
    end = {"queue": "A:(Lord,2)", "round": 6, "resolve": 1, "influence": {"A": 9}}
    tables = {}
    for name, more in {
        "placing": facts | {"placing": "A", "hands": {"A": "spy heir lord soldier"}},
        "resolving": facts | {"resolve": 2},
        "end": end,
    }.items():
        with house.beginning("oriflamme", **more):
            tables[name] = await gather(aoi, hana, bots=1)
    page = await aoi.open(f"/table/{tables['end']}")
    await choose(page, "reveal")
    await until(page, "document.querySelector('.result h2')")
    for name, table in tables.items():
        page = await aoi.open(f"/table/{table}")
        await Player(page, SplitMix(0)).now()
        if name == "placing":
            await Player(page, SplitMix(0)).act()
        for scheme in ("light", "dark"):
            await page.emulate_media(color_scheme=scheme)
            found += await check(page, axe, f"{name} {scheme}", lang)
    page = await hana.open(f"/table/{tables['resolving']}")
    await until(page, "document.querySelector('.prompt.wait')")
    found += await check(page, axe, "waiting", lang)
    assert found == []


async def test_pages_have_titles_and_a_turn_lights_the_icon(house: House, come: Come) -> None:
    aoi, hana, kai = await come("Aoi"), await come("Hana"), await come("Kai")
    with house.beginning("oriflamme", queue="A:(Lord), B:(Heir)", round=1, resolve=1):
        table = await gather(aoi, hana, kai)
    page, other = [await x.open(f"/table/{table}") for x in (aoi, hana)]
    await Player(page, SplitMix(0)).now()
    icon = "document.querySelector('link[rel=icon]').href.includes('favicon-turn')"
    assert await page.evaluate(icon)
    assert (await page.title()).startswith("●")
    await until(other, "document.querySelector('.prompt.wait')")
    assert not await other.evaluate(icon)
    assert await other.title() == "Oriflamme · Takujo"
    await choose(page, "keep")
    await until(other, icon)
    await until(page, f"!({icon})")
    for path, title in {
        "/": "Lobby · Takujo",
        f"/check/{table}": "Check the shuffles · Takujo",
        "/rules/oriflamme": "Oriflamme",
        "/no/such/page": "Page not found",
    }.items():
        page = await aoi.open(path)
        await until(page, "document.querySelector('.top')")
        await expect(page).to_have_title(re.compile(title))


async def test_what_is_not_there_has_a_page_that_says_so(come: Come) -> None:
    aoi = await come("Aoi", "ja")
    for path in ("/table/nothing", "/replay/nothing", "/check/nothing", "/rules/nothing", "/x"):
        page = await aoi.context.new_page()
        answer = await page.goto(path)
        assert answer is not None
        assert answer.status == 404, path
        await until(page, "document.querySelector('.top')")
        assert foreign(await said(page), "ja") == []
        await page.close()
    assert all("404" in line for line in aoi.console)


WIDE = "document.documentElement.scrollWidth - innerWidth"
CLIPPED = """() => [...document.querySelectorAll(
    ".prompt .title, .prompt .btn .lb, .seat .who b, .seat .figure, h1, h2, .room-seat b, .btn")]
  .filter((el) => el.offsetParent && el.clientWidth > 1 && !el.closest(".sr-only")
    && el.scrollWidth > el.clientWidth + 2
    && getComputedStyle(el).overflowX !== "visible")
  .map((el) => `${el.className || el.tagName}: ${el.textContent}`)"""


async def test_type_of_twice_the_size_needs_no_scrolling_sideways_and_cuts_nothing_off(
    house: House, come: Come
) -> None:
    # Zoom by the browser to 200 % on a screen of 1280 x 800.
    aoi = await come("Aoi", viewport={"width": 640, "height": 400}, device_scale_factor=2)
    table = await aoi.match("bot:random", "bot:random")
    for path in ("/", f"/table/{table}", f"/check/{table}", "/rules/oriflamme"):
        page = await aoi.open(path)
        await settled(page)
        if "table" in path:
            await Player(page, SplitMix(0)).now()
            for _ in range(2):
                await Player(page, SplitMix(1)).act()
            await Player(page, SplitMix(1)).now()
        assert await page.evaluate(WIDE) <= 0, path
        assert await page.evaluate(CLIPPED) == [], path


async def test_with_forced_colours_what_is_lit_still_has_a_ring(house: House, come: Come) -> None:
    aoi = await come("Aoi", forced_colors="active")
    page = await aoi.open(f"/table/{await aoi.match('bot:random', 'bot:random')}")
    await Player(page, SplitMix(0)).now()
    outline = """(el) => { const s = getComputedStyle(el);
      const b = getComputedStyle(el.querySelector(".body") ?? el);
      return [s, b].some((x) => x.outlineStyle !== "none" && parseFloat(x.outlineWidth) >= 2
        || x.borderTopStyle !== "none" && parseFloat(x.borderTopWidth) >= 2); }"""
    assert await page.locator(".piece[data-pick]").first.evaluate(outline)


KILO = 1000


async def loaded(person: Person, path: str, ready: str) -> dict[str, float]:
    """Kilobytes that came over the wire for a page that was never opened before, by kind."""
    page = await person.context.new_page()
    network = await person.context.new_cdp_session(page)
    await network.send("Network.enable")
    kinds: dict[str, str] = {}
    sizes: dict[str, float] = {}

    def answered(event: Any) -> None:
        address = event["response"]["url"].partition("?")[0]
        art = "/skins/" in address or address.endswith(".svg")
        code = address.endswith((".js", ".css"))
        kinds[event["requestId"]] = "art" if art else "code" if code else "other"

    def finished(event: Any) -> None:
        kind = kinds.get(event["requestId"], "other")
        sizes[kind] = sizes.get(kind, 0) + event["encodedDataLength"] / KILO

    network.on("Network.responseReceived", answered)
    network.on("Network.loadingFinished", finished)
    await page.goto(path)
    await until(page, ready)
    await page.wait_for_load_state("networkidle")
    return sizes


async def test_a_cold_load_stays_within_its_budget(house: House, come: Come) -> None:
    aoi = await come("Aoi")
    table = await aoi.match("bot:random", "bot:random")
    # What moves is loaded with the first move that is seen: let the bots make theirs before.
    match = (await house.arena.matches.get(table)).match
    async with asyncio.timeout(60):
        while match.awaited != (0,):
            await asyncio.sleep(0.02)
    for path, ready in {
        f"/table/{table}": "document.querySelector('.prompt.yours')",
        "/": "document.querySelector('[data-key=create]')",
    }.items():
        fresh = await come(storage_state=await aoi.context.storage_state())
        sizes = await loaded(fresh, path, ready)
        assert 10 < sizes["code"] <= 44, (path, sizes)
        assert 1 < sizes["art"] <= 25, (path, sizes)

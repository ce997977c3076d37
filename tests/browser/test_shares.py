"""Each browser's share of the shuffles: given after the seal was seen, found again afterwards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.async_api import Page, Request, expect

import takujo.web
from browser.conftest import Come
from browser.house import House
from browser.person import Person

STATIC = Path(takujo.web.__file__).parent / "static"
LAST = {"queue": "A:(Lord,2), B:(Heir,1), C:(Soldier)", "round": 6, "resolve": 1}
WORDS = json.loads((STATIC / "words" / "en.json").read_text("utf-8"))


def listen(page: Page) -> list[tuple[str, Any]]:
    """(path, body) of everything that the page posts from now on."""
    posted: list[tuple[str, Any]] = []

    def sent(request: Request) -> None:
        if request.method == "POST":
            posted.append((request.url.partition("/api/")[2], request.post_data_json))

    page.on("request", sent)
    return posted


async def kept(page: Page, key: str) -> str | None:
    found: str | None = await page.evaluate("(key) => localStorage.getItem(key)", key)
    return found


async def against_bots(house: House, page: Page) -> str:
    """Begin a match against two bots, near its end, from the lobby; gives the table's id."""
    with house.beginning("oriflamme", **LAST):
        await page.click("[data-key=game-oriflamme]")
        await page.locator("label.seg", has_text="3").first.click()
        await page.click("[data-key=bots]")
        await page.wait_for_url("**/table/*")
    return page.url.rpartition("/")[2]


async def end(person: Person, table: str) -> None:
    """Concede, so that the bots play to the end."""
    await person.call_me("Aoi", {"motion": "off"})
    await person.ask(f"/api/tables/{table}/concede")


async def is_mine(page: Page, table: str) -> None:
    """Does the check page of a finished match find this browser's secret and seal?"""
    await page.goto(f"/check/{table}")
    await expect(page.locator(".verdict h1")).to_have_text(WORDS["check.fair"])
    await expect(page.locator(".point.ok", has_text=WORDS["check.nonces.in"])).to_be_visible()
    await expect(page.locator(".point.ok", has_text=WORDS["check.seal.kept"])).to_be_visible()
    assert await page.locator(".point.bad").count() == 0


async def test_the_secret_of_a_match_and_of_its_rematch_answers_the_seal(
    house: House, come: Come
) -> None:
    aoi = await come("Aoi")
    page = await aoi.open("/")
    posted = listen(page)
    first = await against_bots(house, page)
    (opened, order), (started, share) = posted
    assert (opened, started) == ("tables", f"tables/{first}/start")
    assert "nonce" not in order
    assert share["seal"] == await kept(page, f"takujo.seal.{first}")
    assert share["nonce"] == await kept(page, f"takujo.nonce.{first}")

    await end(aoi, first)
    with house.beginning("oriflamme", **LAST):
        await page.locator(".endcard .btn.go").click()
        await page.wait_for_url(lambda url: "/table/" in url and first not in url)
    second = page.url.rpartition("/")[2]
    (asked, vote) = posted[-1]
    assert asked == f"tables/{first}/rematch"
    assert vote["seal"] == (await aoi.get(f"/api/tables/{second}"))["commitment"]
    assert vote["seal"] == await kept(page, f"takujo.seal.{second}")
    assert vote["nonce"] == await kept(page, f"takujo.nonce.{second}")
    assert vote["nonce"] != share["nonce"]

    await end(aoi, second)
    await expect(page.locator(".endcard .btn.go")).to_be_visible()
    for table in (first, second):
        await is_mine(page, table)


async def test_a_rematch_found_later_is_still_this_browsers(house: House, come: Come) -> None:
    aoi = await come("Aoi")
    page = await aoi.open("/")
    first = await against_bots(house, page)
    await end(aoi, first)
    await expect(page.locator(".endcard .btn.go")).to_be_visible()
    other = await aoi.tab(f"/table/{first}")
    await page.goto("about:blank")
    with house.beginning("oriflamme", **LAST):
        await other.locator(".endcard .btn.go").click()
        await other.wait_for_url(lambda url: "/table/" in url and first not in url)
    await other.evaluate("localStorage.removeItem('takujo.nonce.' + location.pathname.slice(7))")
    await other.evaluate("localStorage.removeItem('takujo.seal.' + location.pathname.slice(7))")
    await other.close()
    await page.goto(f"/table/{first}")
    await page.locator(".endcard a.btn.go").click()
    await page.wait_for_url(lambda url: "/table/" in url and first not in url)
    second = page.url.rpartition("/")[2]
    await end(aoi, second)
    await expect(page.locator(".endcard .btn.go")).to_be_visible()
    await is_mine(page, second)

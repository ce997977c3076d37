"""A record from a file: chosen or dropped, looked at from every side, its link sent to others."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, Route, expect

from browser.conftest import Come
from browser.house import House
from browser.test_pages import WIDE, axe, barriers
from browser.words import CLIENT, WORDS, foreign, said
from games.tichu.written import WHOLE, log
from takujo.arena.records import MEGABYTE, SIZE
from takujo.core.chance import Simulated, SplitMix, commitment, match_key
from takujo.core.game import games
from takujo.core.match import Match
from takujo.importing import write_records

__all__ = ["axe"]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# What a technical sentence may hold in any language.
TERMS = ("JSON Lines", "JSON", "jsonl", "MB", "takujo import", "UTF-8")
DROP = """(text) => {
  const data = new DataTransfer();
  data.items.add(new File([text], "dropped.jsonl"));
  for (const type of ["dragover", "drop"]) {
    const event = new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true});
    document.querySelector(".drop").dispatchEvent(event);
  }
}"""


def play(match: Match, moves: int) -> Match:
    """Random choices, so many or to the end."""
    rng = SplitMix(5)
    while moves and not match.over:
        seat = match.awaited[0]
        offers = [o for o in match.view(seat).offers if not o.why_not]
        match.play(seat, offers[rng.below(len(offers))].key, match.asked(seat))
        moves -= 1
    return match


def written(lines: list[Any]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


def oriflamme() -> str:
    """A whole match with its keys."""
    key, nonces = b"k" * 32, [b"a" * 32, b"b" * 32, b""]
    seats = ("human", "human", "bot:greedy")
    match = Match.start(
        games()["oriflamme"], 3, seats=seats, key=match_key(key, nonces), commitment=commitment(key)
    )
    return written(play(match, 10_000).record(server_key=key, nonces=nonces))


def tichu() -> str:
    """The beginning of a match that was dealt elsewhere."""
    match = Match.start(games()["tichu"], 4, nature=Simulated(SplitMix(4)))
    header, *lines = play(match, 60).record()
    return written([header | {"source": "abend.tch"}, *lines])


async def send(page: Page, text: str, name: str = "match.jsonl") -> None:
    """Choose a file with this text."""
    file = {"name": name, "mimeType": "application/jsonl", "buffer": text.encode()}
    await page.set_input_files("#record-file", files=[file])  # type: ignore[list-item]


async def replaying(page: Page) -> None:
    await page.wait_for_url("**/record/*")
    await expect(page.locator(".past-bar .at")).to_be_visible()
    await expect(page.locator(".pill.record")).to_be_visible()


async def test_a_record_is_opened_from_the_lobby_and_its_link_shows_it_to_others(
    house: House, come: Come
) -> None:
    aoi, kenji = await come("Aoi"), await come()
    page = await aoi.open("/")
    await page.get_by_role("link", name=WORDS["records.title"]).click()
    await page.wait_for_url("**/records")
    await expect(page.locator(".drop label")).to_be_visible()
    assert foreign(await said(page), "en") == []
    await send(page, oriflamme())
    await replaying(page)
    at = page.locator(".past-bar .at")
    for side in ("0", "1", "2", "onlooker"):
        await page.get_by_label(WORDS["replay.side"]).select_option(side)
        await expect(page.locator(".k-hand .piece")).to_have_count(0 if side == "onlooker" else 7)
    await page.keyboard.press(".")
    await expect(at).to_contain_text("1 / ")
    await expect(page.locator(".k-row.line .piece")).to_have_count(1)
    sides = await page.get_by_label(WORDS["replay.side"]).locator("option").all_inner_texts()
    assert sides == ["Player 1", "Player 2", "Bot 3 (greedy)", WORDS["replay.onlooker"]]
    await expect(page.locator(".pill.record")).to_have_text(WORDS["record.proved"])
    await page.locator(".pill.record").click()
    await expect(page.locator("dialog .said")).to_have_text(WORDS["record.proved.text"])
    assert foreign(await said(page), "en") == []
    link = await page.get_by_label(WORDS["record.link"]).input_value()
    assert link == page.url
    await page.locator("dialog").get_by_role("button", name=WORDS["room.copy"]).click()
    await expect(page.locator(".toast")).to_have_text(WORDS["room.copied"])

    other = await kenji.open(link)
    await replaying(other)
    slider = other.locator(".past-bar").get_by_label(WORDS["replay.slider"])
    steps = await slider.get_attribute("max")
    await slider.fill(str(steps))
    await expect(other.locator(".past-bar .at")).to_have_text(f"{steps} / {steps}")
    await expect(other.locator(".prompt")).to_contain_text("share the victory")
    assert await other.locator("[data-pick], .acts button").count() == 0


async def test_a_record_from_elsewhere_is_dropped_on_the_page_and_says_so(
    house: House, come: Come
) -> None:
    w = CLIENT["ja"]
    aoi = await come("Aoi", "ja", **PHONE)
    page = await aoi.open("/records")
    await expect(page.locator(".drop label")).to_be_visible()
    assert foreign(await said(page), "ja", TERMS) == []
    await page.evaluate(DROP, tichu())
    await replaying(page)
    assert await page.evaluate(WIDE) <= 0
    await page.locator(".pill.record").click()
    box = page.locator("dialog .dialog-body")
    await expect(box).to_contain_text(w["record.elsewhere.text"])
    await expect(box).to_contain_text("abend.tch")
    await expect(box).to_contain_text(w["record.unfinished"])
    assert foreign(await said(page), "ja", ["abend.tch"]) == []
    assert await page.evaluate(WIDE) <= 0


async def test_a_file_that_is_no_record_is_refused_and_another_can_be_chosen(
    house: House, come: Come
) -> None:
    aoi = await come("Aoi")
    page = await aoi.open("/records")
    told = page.locator(".told")
    lines = oriflamme().splitlines()
    await send(page, "\n".join([*lines[:3], "oops", *lines[3:]]))
    await expect(told).to_contain_text("Line 4 is not a JSON object")
    await expect(told).to_contain_text("match.jsonl")
    assert await page.evaluate("document.querySelector('.told').getAttribute('role')") == "alert"
    await send(page, "x" * (SIZE * MEGABYTE + 1), "big.jsonl")
    await expect(told).to_contain_text("This file has 3 MB")
    assert foreign(await said(page), "en") == []
    await send(page, "\n".join(lines))
    await replaying(page)


async def test_what_is_said_of_a_record_follows_the_language(house: House, come: Come) -> None:
    aoi = await come("Aoi")
    page = await aoi.open("/records")
    await expect(page.locator(".drop label")).to_be_visible()
    await send(page, oriflamme())
    await replaying(page)
    shell = "document.querySelector('script[type=module]').src.replace('table.js', 'shell.js')"
    await page.evaluate(f"import({shell}).then((m) => m.saveMe({{settings: {{lang: 'ja'}}}}))")
    pill = page.locator(".pill.record")
    await expect(pill).to_have_text(CLIENT["ja"]["record.proved"])
    assert await pill.count() == 1
    await expect(page.locator(".seat", has_text="プレイヤー1").first).to_be_visible()
    await expect(page.locator(".rail")).to_contain_text("ラウンド")
    await expect(page.locator(".prompt .title")).to_contain_text("プレイヤー1")
    assert foreign(await said(page), "ja") == []


@pytest.mark.parametrize(("lang", "scheme"), [("en", "light"), ("ja", "dark")])
async def test_the_pages_of_records_are_without_barriers(
    house: House, come: Come, axe: str, lang: str, scheme: str
) -> None:
    aoi = await come("Aoi", lang, color_scheme=scheme)
    page = await aoi.open("/records")
    await expect(page.locator(".drop label")).to_be_visible()
    found = await barriers(page, axe)
    await send(page, "no")
    await expect(page.locator(".told b")).to_be_visible()
    found += await barriers(page, axe)
    await send(page, oriflamme())
    await replaying(page)
    found += await barriers(page, axe)
    await page.locator(".pill.record").click()
    await expect(page.locator("dialog .said")).to_be_visible()
    assert found + await barriers(page, axe) == []


async def test_the_check_of_a_match_leads_to_records(house: House, come: Come) -> None:
    aoi = await come("Aoi")
    page = await aoi.open(f"/check/{await aoi.match('bot:random', 'bot:random')}")
    await page.get_by_role("link", name=WORDS["check.records"]).click()
    await page.wait_for_url("**/records")


async def test_records_that_were_imported_open(house: House, come: Come, tmp_path: Path) -> None:
    importer = games()["tichu"].importer
    assert importer is not None
    done = [importer(log(WHOLE, "125 - 75"), "abend.tch")]
    ((path,),) = write_records(done, tmp_path)
    aoi = await come("Aoi")
    page = await aoi.open("/records")
    await page.set_input_files("#record-file", path)
    await replaying(page)
    await expect(page.locator(".pill.record")).to_have_text(WORDS["record.elsewhere"])


async def test_what_was_asked_for_last_is_shown_however_late_the_others_come(
    house: House, come: Come
) -> None:
    aoi = await come("Aoi")
    page = await aoi.open("/records")
    await send(page, oriflamme())
    await replaying(page)
    late = asyncio.Event()

    async def slow(route: Route) -> None:
        await late.wait()
        await route.continue_()

    await page.route("**/replay?side=2*", slow)
    side = page.get_by_label(WORDS["replay.side"])
    await side.select_option("2")
    await side.select_option("onlooker")
    await expect(page.locator(".k-hand .piece")).to_have_count(0)
    async with page.expect_response("**/replay?side=2*"):
        late.set()
    await expect(side).to_have_value("onlooker")
    await expect(page.locator(".k-hand .piece")).to_have_count(0)

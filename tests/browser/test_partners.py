"""Partners in the browser: choosing them, winning with them; and questions that are kept open."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio
from playwright.async_api import Page, expect

from browser.conftest import Come
from browser.house import House
from browser.person import gather

FEW = {0: "S7 P7 S8", 1: "S9 P9 J9 T9 S2", 2: "SJ PJ JJ S3", 3: "SK PK"}
CLOSING: dict[str, Any] = {
    "hands": FEW, "trick": ["0 S4"], "collect": True, "totals": (415, 185), "round": 3,
}  # fmt: skip


@pytest_asyncio.fixture(loop_scope="session")
async def patient(tmp_path: Path) -> AsyncIterator[House]:
    """An arena that keeps questions open for longer than any test takes to look."""
    arena = House(tmp_path / "data", grace=60.0)
    await arena.open()
    yield arena
    await arena.close()


async def names(page: Page) -> list[str]:
    """Who sits where, side by side."""
    return await page.locator(".room-team .seat-who b").all_text_contents()


async def test_partners_are_chosen_before_the_match(house: House, come: Come) -> None:
    aoi, ken = await come("Aoi"), await come("Ken", "ja")
    table = await aoi.table("open", "open", "bot:greedy", game="tichu", public=True)
    page = await aoi.open(f"/table/{table['id']}")
    other = await ken.open(f"/table/{table['id']}")
    await expect(page.locator(".room-team h3")).to_have_text(["Mountain", "Cloud"])
    await expect(other.locator(".room-team h3")).to_have_text(["山", "雲"])
    await other.locator("[data-key=sit-2]").click()
    await expect(page.locator(".seat-who b").filter(has_text="Ken")).to_be_visible()
    assert await names(page) == ["Aoi", "Free seat", "Ken", "Bot"]
    await other.locator("[data-key=move-3]").click()
    await expect(page.locator("[data-key=move-2]")).to_be_visible()
    assert await names(page) == ["Aoi", "Ken", "Free seat", "Bot"]
    await expect(other.locator("[data-key^=swap]")).to_have_count(0)
    await page.locator("[data-key=swap-3]").click()
    await page.locator("[data-key=swap-4]").click()
    await expect(page.locator("[data-key=swap-off]")).to_have_count(0)
    await expect(page.locator(".room-team").last).to_contain_text("Ken")
    assert await names(page) == ["Aoi", "Bot", "Free seat", "Ken"]
    await page.locator("[data-key=draw]").click()
    await expect(page.locator("[data-key=draw]")).to_be_enabled()
    assert sorted(await names(page)) == ["Aoi", "Bot", "Free seat", "Ken"]


async def test_a_game_in_which_everybody_plays_alone_shows_no_teams(
    house: House, come: Come
) -> None:
    aoi = await come("Aoi")
    table = await aoi.table("open", "open")
    page = await aoi.open(f"/table/{table['id']}")
    await expect(page.locator(".room-seat")).to_have_count(3)
    await expect(page.locator(".room-team, [data-key=draw], [data-key^=swap]")).to_have_count(0)


async def test_a_result_has_one_line_for_each_team(house: House, come: Come) -> None:
    aoi, ken = await come("Aoi"), await come("Ken")
    with house.beginning("tichu", **CLOSING):
        table = await gather(aoi, ken, bots=2, game="tichu")
    await house.arena.matches.command(table, lambda match: match.truncate())
    page = await aoi.open(f"/table/{table}")
    lines = page.locator(".standings tbody tr")
    await expect(lines).to_have_count(2)
    await expect(lines.first).to_contain_text("Mountain")
    await expect(lines.first).to_contain_text("Aoi and Badger")
    await expect(lines.first).to_contain_text("415")
    await expect(lines.last).to_contain_text("2")
    await expect(lines.last).to_contain_text("Ken and Hare")
    await expect(page.locator(".verdict h2")).to_have_text("You and Badger win")
    await expect(page.locator(".chart .course")).to_have_count(2)
    await page.locator(".figures").click()
    await expect(page.locator("dialog thead th")).to_have_count(3)
    await page.keyboard.press("Escape")
    other = await ken.open(f"/table/{table}")
    await expect(other.locator(".verdict h2")).to_have_text("Aoi and Badger win")
    await other.locator("label.switch").filter(has_text="Draw new partners").click()
    await other.locator(".endcard .btn.go").click()
    await expect(other.locator(".endcard .btn.go")).to_be_disabled()
    votes = (await aoi.get(f"/api/tables/{table}"))["votes"]
    assert (votes["rematch"], votes["draw"]) == ([1], [1])


async def test_the_time_that_a_question_stays_open_is_right_though_the_clock_is_wrong(
    patient: House, visit: Come
) -> None:
    aoi, ken = await visit(patient, "Aoi"), await visit(patient, "Ken")
    await aoi.context.clock.set_system_time(time.time() + 7 * 60)
    with patient.beginning("tichu", **CLOSING):
        table = await gather(aoi, ken, bots=2, game="tichu")
    page, other = await aoi.open(f"/table/{table}"), await ken.open(f"/table/{table}")
    for shown in (page, other):
        await expect(shown.locator(".grace")).to_be_visible()
        timing = "document.querySelector('.grace i').getAnimations()[0].effect.getTiming()"
        left = (await shown.evaluate(timing))["duration"]
        assert 0 < left <= 60_000
    bomb = other.locator(".interrupt")
    await expect(bomb).to_be_visible()
    await page.locator("[data-key=collect]").click()
    running = patient.arena.matches.loaded(table)
    assert running is not None
    window = running.window
    assert window is not None
    assert window.timer is not None
    await expect(bomb).to_be_visible()  # the early answer waits
    window.over.set()  # the server's time is over, whatever the browsers' clocks say
    window.timer.cancel()
    await expect(bomb).to_have_count(0)
    await expect(page.locator(".grace")).to_have_count(0)
    await expect(other.locator(".grace")).to_have_count(0)


async def test_options_change_with_the_pace_of_the_table(house: House, come: Come) -> None:
    aoi = await come("Aoi")
    page = await aoi.open("/")
    await page.locator(".actions .btn").click()
    await page.locator("form.create select").first.select_option("tichu")
    await page.locator("form.create details summary").click()
    bombs = page.locator("#option-bombs_out_of_turn")
    await expect(bombs.locator("option")).to_have_count(3)
    await page.locator("input[name=create-turns][value=turn-based]").click()
    await expect(bombs.locator("option")).to_have_count(2)
    await expect(bombs).to_have_value('"ask"')
    await page.locator("form.create .btn.go").click()
    await expect(page.locator(".room-box dl")).to_contain_text("Turn-based")

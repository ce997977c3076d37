"""Looking back: steps of a running match, replays of a finished one, records, fair shuffles."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.async_api import Page, expect

from browser.conftest import Come
from browser.house import House
from browser.person import Person, gather
from browser.play import Player, choose, play_by_clicking, until
from browser.words import WORDS, foreign, said
from takujo.core.chance import SplitMix
from takujo.core.match import Match
from takujo.core.proof import verify


async def finished(aoi: Person) -> tuple[Page, str]:
    """A whole match of Aoi's against two bots, opened from the lobby so that its secret is hers."""
    page = await aoi.open("/")
    await page.click("[data-key=game-oriflamme]")
    await page.locator("label.seg", has_text="3").first.click()
    await page.locator("label.seg", has_text="Random").first.click()
    await page.click("[data-key=bots]")
    await page.wait_for_url("**/table/*")
    await play_by_clicking(page, seed=11)
    return page, page.url.rpartition("/")[2]


async def test_a_finished_match_is_replayed_recorded_and_its_shuffles_checked(
    house: House, come: Come, tmp_path: Path
) -> None:
    aoi = await come("Aoi")
    page, table = await finished(aoi)
    assert await page.title() == "Oriflamme · Takujo"

    async with page.expect_download() as coming:
        await page.get_by_role("link", name=WORDS["result.record"]).click()
    path = tmp_path / "record.jsonl"
    await (await coming.value).save_as(path)
    header, *lines = map(json.loads, path.read_text("utf-8").splitlines())
    match = Match.load(header, lines)
    assert match.over
    assert match.players == 3
    assert verify([header, *lines]) == []

    await page.get_by_role("link", name=WORDS["result.check"]).click()
    await expect(page.locator(".verdict h1")).to_have_text(WORDS["check.fair"])
    await expect(page.locator(".point.ok", has_text=WORDS["check.nonces.in"])).to_be_visible()
    assert await page.locator(".point.bad").count() == 0
    assert foreign(await said(page), "en", ["Aoi"]) == []

    page = await aoi.open(f"/replay/{table}")
    at = page.locator(".past-bar .at")
    steps = len(match.effective()) - 1
    await expect(at).to_have_text(f"0 / {steps}")
    for side in ("0", "1", "onlooker"):
        await page.get_by_label(WORDS["replay.side"]).select_option(side)
        await expect(page.locator(".k-hand .piece")).to_have_count(0 if side == "onlooker" else 7)
    await page.locator(".past-bar").get_by_label(WORDS["replay.on"]).click()
    await expect(at).to_have_text(f"1 / {steps}")
    await expect(page.locator(".k-row.line .piece")).to_have_count(1)
    slider = page.locator(".past-bar").get_by_label(WORDS["replay.slider"])
    await slider.fill(str(steps))
    await expect(at).to_have_text(f"{steps} / {steps}")
    await page.locator(".past-bar").get_by_label(WORDS["replay.back"]).click()
    await expect(at).to_have_text(f"{steps - 1} / {steps}")
    await page.locator(".past-bar").get_by_label(WORDS["replay.first"]).click()
    await expect(at).to_have_text(f"0 / {steps}")
    assert await page.locator("[data-pick], .acts button").count() == 0


async def test_a_running_match_is_looked_back_at_and_played_on(house: House, come: Come) -> None:
    aoi = await come("Aoi")
    page = await aoi.open(f"/table/{await aoi.match('bot:random', 'bot:random')}")
    player = Player(page, SplitMix(8))
    for _ in range(8):
        await player.act()
    await player.now()
    await page.keyboard.press("Escape")
    await player.now()
    count = await page.locator(".k-row.line .piece").count()
    await page.keyboard.press(",")
    await expect(page.locator(".past-bar .at")).to_be_visible()
    await page.locator(".past-bar").get_by_label(WORDS["replay.first"]).click()
    await expect(page.locator(".k-row.line .piece")).to_have_count(0)
    assert await page.locator("[data-pick], .acts button").count() == 0
    await page.get_by_role("button", name=WORDS["replay.now"]).click()
    await expect(page.locator(".k-row.line .piece")).to_have_count(count)
    await player.act()


async def test_the_past_of_a_running_match_shows_nobody_elses_cards(
    house: House, come: Come
) -> None:
    aoi, hana = await come("Aoi"), await come("Hana")
    with house.beginning("oriflamme", queue="A:(Lord), B:(Heir), C:(Spy)", round=1, resolve=1):
        table = await gather(aoi, hana, bots=1)
        page = await hana.open(f"/table/{table}")
        await (await aoi.open(f"/table/{table}")).locator("[data-key=keep]").click()
        await Player(page, SplitMix(1)).now()
        await page.keyboard.press(",")
        await expect(page.locator(".past-bar .at")).to_be_visible()
        await expect(page.locator(".piece.seat-flame.back")).to_have_count(1)
        assert await page.locator(".piece.seat-flame:not(.back)").count() == 0
        asked = await hana.context.request.get(f"/api/tables/{table}/replay?side=0&step=0")
        assert not asked.ok


async def test_the_seal_is_shown_before_the_start_and_the_secret_stays_here(come: Come) -> None:
    aoi = await come("Aoi")
    table = await aoi.match("bot:random", "bot:random")
    page = await aoi.open(f"/check/{table}")
    await expect(page.locator(".verdict h1")).to_have_text(WORDS["check.later"])
    commitment = (await aoi.get(f"/api/tables/{table}"))["commitment"]
    shown = await page.locator("code.hex").first.inner_text()
    assert "".join(shown.split()) == commitment


async def test_the_result_tells_who_won_why_and_what_was_hidden(house: House, come: Come) -> None:
    aoi, hana = await come("Aoi"), await come("Hana")
    facts = {
        "queue": "A:(Lord,2), B:(Heir,1)", "round": 6, "resolve": 1,
        "influence": {"A": 8, "B": 3, "C": 2},
    }  # fmt: skip
    with house.beginning("oriflamme", **facts):
        table = await gather(aoi, hana, bots=1)
    page, other = [await x.open(f"/table/{table}") for x in (aoi, hana)]
    await choose(page, "reveal")
    await choose(other, "reveal")
    await until(page, "document.querySelector('.result h2')")
    await expect(page.locator(".result h2")).to_have_text(WORDS["result.you_win"])
    await expect(other.locator(".result h2")).to_contain_text("Aoi")
    for shown in (page, other):
        await expect(shown.locator(".standings tbody tr")).to_have_count(3)
        await expect(shown.locator(".family")).to_have_count(3)
        assert await shown.locator(".family .piece").count() >= 9
        await expect(shown.locator(".result .why")).not_to_be_empty()
        await shown.get_by_role("button", name=WORDS["result.look"]).click()
        await expect(shown.locator(".k-row.line")).to_be_visible()

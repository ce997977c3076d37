"""What a browser must not hold, and a server that is killed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from playwright.async_api import Page, expect

from browser.conftest import Come
from browser.house import House
from browser.person import Person, gather
from browser.play import Player, choose, until
from takujo.core.chance import SplitMix
from takujo.games.oriflamme.state import NAMES

STORED = """async () => JSON.stringify({
  local: {...localStorage}, session: {...sessionStorage},
  caches: await caches?.keys?.() ?? [],
  databases: (await indexedDB.databases()).map((each) => each.name),
  cookie: document.cookie,
  workers: (await navigator.serviceWorker?.getRegistrations?.() ?? []).length,
})"""


async def test_nothing_about_cards_is_written_to_console_or_kept_in_the_browser(
    house: House, come: Come
) -> None:
    aoi = await come()
    page = await aoi.open("/")
    await page.click("[data-key=game-oriflamme]")
    await page.locator("label.seg", has_text="3").first.click()
    await page.click("[data-key=bots]")
    await page.fill("#name-input", "Aoi")
    await page.keyboard.press("Enter")
    await page.wait_for_url("**/table/*")
    player = Player(page, SplitMix(4))
    for _ in range(10):
        if not await player.act():
            break
    assert aoi.console == []
    kept = json.loads(await page.evaluate(STORED))
    table = page.url.rpartition("/")[2]
    assert set(kept["local"]) == {f"takujo.nonce.{table}", f"takujo.seal.{table}"}
    assert all(re.fullmatch("[0-9a-f]{64}", value) for value in kept["local"].values())
    assert kept["session"] == {}
    assert kept["caches"] == kept["databases"] == []
    assert kept["workers"] == 0
    assert "takujo=" not in kept["cookie"]  # the identity is not for scripts
    assert not [name for name in NAMES if name in json.dumps(kept)]


async def test_no_frame_names_a_card_that_nobody_has_shown(house: House, come: Come) -> None:
    aoi, hana, kai = await come("Aoi"), await come("Hana"), await come("Kai")
    facts = {"queue": "A:(Lord), B:(Heir), C:(Spy)", "round": 1, "resolve": 1}
    with house.beginning("oriflamme", **facts):
        table = await gather(aoi, hana, kai)
    frames: list[str] = []
    page = await kai.context.new_page()
    page.on("websocket", lambda ws: ws.on("framereceived", lambda f: frames.append(str(f))))
    await page.goto(f"/table/{table}")
    await until(page, "document.querySelector('.prompt .title')?.textContent")
    for person in (aoi, hana):
        await choose(await person.open(f"/table/{table}"), "keep")
    await Player(page, SplitMix(0)).now()
    views = [json.loads(f)["view"] for f in frames if '"t":"view"' in f]
    assert len(views) >= 3
    faces = {
        face
        for view in views for zone in view["scene"] for _, face, *more in zone.get("pieces", ())
        if face and all(said.get("seat") != 2 for said in more[1:])
    }  # fmt: skip
    assert faces <= {"back"}
    assert "Lord" not in json.dumps([view.get("log") for view in views])


@contextlib.asynccontextmanager
async def command(
    data: Path, port: int = 0
) -> AsyncIterator[tuple[asyncio.subprocess.Process, int]]:
    """`takujo serve` as people start it; killed at the end, not asked to stop."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "takujo.cli", "serve", "--port", str(port), "--data", str(data),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        line = ""
        while "http://" not in line:
            line = (await process.stdout.readline()).decode()
            assert line, "the server has not told its address"
        found = re.search(r":(\d+)/", line)
        assert found is not None
        yield process, int(found[1])
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGKILL)
        await process.wait()


async def shown(page: Page) -> tuple[str, list[str]]:
    state = await Player(page, SplitMix(0)).now()
    title = await page.locator(".prompt .title").inner_text()
    return title, sorted(thing["id"] or thing["key"] for thing in state["things"])


async def test_after_a_kill_the_same_person_is_asked_the_same_and_the_last_move_stands(
    browser: object, tmp_path: Path
) -> None:
    people: list[Person] = []
    async with command(tmp_path) as (_, port):
        for name in ("Aoi", "Hana", "Kai"):
            origin = f"http://127.0.0.1:{port}"
            people.append(await Person.come(browser, origin, name))  # type: ignore[arg-type]
        table = await gather(*people)
        pages = [await person.open(f"/table/{table}") for person in people]
        first = [await page.evaluate(TOLD) for page in pages].index(True)
        player = Player(pages[first], SplitMix(3))
        while await pages[first].locator(".prompt.yours").count():
            await player.act()
            await until(pages[first], "!document.querySelector('.prompt.busy')")
        second = pages[(first + 1) % 3]
        asked = await shown(second)
    await expect(second.locator(".pill.off")).to_be_visible()
    async with command(tmp_path, port):
        await expect(second.locator(".pill:not(.off)")).to_be_visible()
        await second.reload()
        assert await shown(second) == asked
        await expect(second.locator(".k-row.line .piece")).to_have_count(1)
        await Player(second, SplitMix(1)).act()
        for person in people:
            assert person.faults == []
            await person.context.close()


# Is this the page of the player who is asked?
TOLD = """async () => {
  for (;;) {
    if (document.querySelector(".prompt.yours")) return true;
    if (document.querySelector(".prompt.wait .title")?.textContent) return false;
    await new Promise((done) => setTimeout(done, 30));
  }
}"""

"""Bad lines, closed tabs, restarted servers, second tabs: a seat and its decision survive them."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from playwright.async_api import Page, WebSocketRoute, expect

from browser.conftest import Come
from browser.house import House
from browser.person import gather
from browser.play import Player, until
from takujo.core.chance import SplitMix

BOTS = ("bot:random", "bot:random")
# A picture of the table that a fresh page must give again: what lies where, in which state.
PICTURE = """() => {
  for (const animation of document.getAnimations()) animation.finish();
  const where = (el) => {
    const box = el.getBoundingClientRect();
    return [Math.round(box.x), Math.round(box.y), Math.round(box.width), Math.round(box.height)];
  };
  return {
    pieces: [...document.querySelectorAll(".cloth .piece")].map(
      (el) => [el.dataset.id, el.className, el.ariaLabel, el.innerText, where(el)]),
    seats: [...document.querySelectorAll(".seat")].map((el) => [el.className, el.innerText]),
    last: document.querySelector(".pane p.last").innerText,
    prompt: document.querySelector(".prompt").innerText,
    flying: document.querySelectorAll(".flights > *, .piece > .old, .flying").length,
  };
}"""
KEEP = "document.querySelector('.acts [data-key=keep]')"
# What minds a button that is held down is loaded with the first press.
HEARD = "performance.getEntriesByType('resource').some((r) => r.name.endsWith('/press.js'))"


async def decision(page: Page) -> tuple[str, list[str]]:
    """What this page is asked, and what it may answer."""
    state = await Player(page, SplitMix(0)).now()
    title = await page.locator(".prompt .title").inner_text()
    return title, sorted(thing["id"] or thing["key"] for thing in state["things"])


def answers(house: House, table: str, seat: int) -> int:
    """How many choices of a seat are in the journal."""
    running = house.arena.matches.loaded(table)
    assert running is not None
    return sum("key" in line and line["seat"] == seat for line in running.match.lines)


async def choose_once(house: House, page: Page, table: str, seat: int = 0) -> None:
    """Answer one decision by clicking; it must be in the journal once."""
    before = answers(house, table, seat)
    player = Player(page, SplitMix(7))
    for _ in range(4):
        await player.act()
        await until(page, "!document.querySelector('.prompt.busy')")
        if answers(house, table, seat) > before:
            break
    assert answers(house, table, seat) == before + 1


async def break_line(house: House, page: Page, guest: str) -> None:
    """Break somebody's line; his page must notice it and find it again.

    It may be found again at once, so the page itself looks out for what it says meanwhile.
    """
    await page.evaluate(
        """() => {
          const pill = document.querySelector(".pill");
          const look = () => pill.classList.contains("off") && (window.missed = pill.innerText);
          new MutationObserver(look).observe(pill, {attributes: true, childList: true});
        }"""
    )
    assert house.cut(guest) == 1
    assert await until(page, "window.missed") == "reconnecting"
    await expect(page.locator(".pill:not(.off)")).to_have_text("live")


async def up_to_date(page: Page, other: Page) -> None:
    """Wait until a page tells what another tells whose reader is asked."""
    await decision(other)
    told = "document.querySelector('.pane')?.innerText"
    await until(page, f"{told} === arg", await other.evaluate(told))


async def test_a_click_counts_though_the_table_is_drawn_anew_while_the_button_is_held_down(
    house: House, come: Come
) -> None:
    aoi, hana, kai = await come("Aoi"), await come("Hana"), await come("Kai")
    with house.beginning("oriflamme", queue="A:(Lord), B:(Heir), C:(Spy)", round=1, resolve=1):
        table = await gather(aoi, hana, kai)
    page = await aoi.open(f"/table/{table}")
    await until(page, KEEP)
    await page.locator(".acts [data-key=keep]").hover()
    await page.mouse.down()
    await until(page, HEARD)
    await page.evaluate(f"() => {{ ({KEEP}).dataset.old = 'yes'; }}")
    await hana.ask(f"/api/tables/{table}/say", {"text": "Good luck"})
    await until(page, f"({KEEP})?.dataset.old === undefined")
    await page.mouse.up()
    await until(page, f"!{KEEP}")


async def test_a_line_that_breaks_in_mid_decision_costs_nothing(house: House, come: Come) -> None:
    aoi = await come("Aoi")
    table = await aoi.match(*BOTS)
    page = await aoi.open(f"/table/{table}")
    asked = await decision(page)
    await break_line(house, page, aoi.id)
    assert await decision(page) == asked
    await choose_once(house, page, table)


async def test_a_click_made_offline_counts_once_and_the_same_on_both_screens(
    house: House, come: Come
) -> None:
    aoi, hana, kai = await come("Aoi"), await come("Hana"), await come("Kai")
    table = await gather(aoi, hana, kai)
    pages = [await person.open(f"/table/{table}") for person in (aoi, hana, kai)]
    running = house.arena.matches.loaded(table)
    assert running is not None
    (seat,) = running.match.awaited
    person, page = [aoi, hana, kai][seat], pages[seat]
    other = pages[(seat + 1) % 3]
    player = Player(page, SplitMix(2))
    await player.now()
    await person.context.set_offline(True)
    assert house.cut(person.id) == 1
    await expect(page.locator(".pill.off")).to_be_visible()  # at the latest by silence
    await player.act()
    while not await page.evaluate("document.querySelector('.prompt').matches('.busy')"):
        await player.act()  # the card was chosen; now its place
    for lit in await page.locator(".cloth .piece").all():
        await lit.click(force=True, no_wait_after=True)  # while it is pending, clicks do nothing
        break
    assert answers(house, table, seat) == 0
    await expect(other.locator(".prompt.yours")).to_have_count(0)
    await person.context.set_offline(False)
    await expect(page.locator(".pill:not(.off)")).to_be_visible()
    await expect(other.locator(".prompt.yours")).to_be_visible()
    await until(page, "!document.querySelector('.prompt.busy')")
    assert answers(house, table, seat) == 1
    for shown in (page, other):
        await expect(shown.locator(".k-row.line .piece")).to_have_count(1)


async def test_a_server_that_starts_again_finds_everybody_where_he_was(
    own_house: House, visit: Come
) -> None:
    aoi = await visit(own_house, "Aoi")
    table = await aoi.match(*BOTS)
    page = await aoi.open(f"/table/{table}")
    await choose_once(own_house, page, table)
    asked = await decision(page)
    seq = own_house.seq(table)
    await own_house.close()
    await expect(page.locator(".pill.off")).to_be_visible()
    await own_house.open()
    await expect(page.locator(".pill:not(.off)")).to_be_visible()
    assert await decision(page) == asked
    await own_house.awake(table)
    assert own_house.seq(table) == seq
    await choose_once(own_house, page, table)


async def test_a_seat_waits_for_its_owner_in_another_tab_and_in_another_browser_with_his_cookies(
    own_house: House, visit: Come
) -> None:
    aoi = await visit(own_house, "Aoi")
    table = await aoi.match(*BOTS)
    page = await aoi.open(f"/table/{table}")
    asked = await decision(page)
    hand = await page.locator(".k-hand .piece").count()
    await page.close()
    again = await aoi.tab(f"/table/{table}")
    assert await decision(again) == asked
    cookies = await aoi.context.storage_state()
    await aoi.context.close()
    await own_house.close()
    await own_house.open()
    back = await visit(own_house, storage_state=cookies, reduced_motion="reduce")
    page = await back.open(f"/table/{table}")
    assert await decision(page) == asked
    assert await page.locator(".k-hand .piece").count() == hand


async def test_an_old_offer_in_a_second_tab_is_refused_and_the_tab_shows_what_is_new(
    house: House, come: Come
) -> None:
    aoi, hana, kai = await come("Aoi"), await come("Hana"), await come("Kai")
    table = await gather(aoi, hana, kai)
    running = house.arena.matches.loaded(table)
    assert running is not None
    (seat,) = running.match.awaited
    owner = [aoi, hana, kai][seat]
    first = await owner.open(f"/table/{table}")
    second = await owner.context.new_page()
    slow = asyncio.Event()
    held: list[Any] = []

    async def relay(page_side: WebSocketRoute) -> None:
        server = page_side.connect_to_server()

        def from_page(message: str | bytes) -> None:
            if '"watch"' in str(message):
                slow.clear()
            server.send(message)

        def from_server(message: str | bytes) -> None:
            if slow.is_set() and '"t":"view"' in str(message):
                held.append(message)
            else:
                page_side.send(message)

        page_side.on_message(from_page)
        server.on_message(from_server)

    await second.route_web_socket("**/ws", relay)
    await second.goto(f"/table/{table}")
    late = Player(second, SplitMix(3))
    await late.now()
    slow.set()
    await choose_once(house, first, table, seat)
    await late.act()
    while not await second.evaluate("Boolean(document.querySelector('.prompt.busy, .toast.bad'))"):
        await late.act()
    await expect(second.locator(".toast.bad")).to_be_visible()
    await expect(second.locator(".prompt.wait")).to_be_visible()
    await expect(second.locator(".k-row.line .piece")).to_have_count(1)
    assert held
    assert answers(house, table, seat) == 1


async def test_both_tabs_of_a_seat_are_live(house: House, come: Come) -> None:
    aoi = await come("Aoi")
    table = await aoi.match(*BOTS)
    first = await aoi.open(f"/table/{table}")
    second = await aoi.tab(f"/table/{table}")
    for page, other in ((first, second), (second, first), (first, second)):
        await up_to_date(page, other)
        await choose_once(house, page, table)
    assert await decision(first) == await decision(second)
    assert len(house.arena.live.links_of(aoi.id)) == 2


async def test_a_selection_is_gone_with_the_decision_that_it_was_made_for(
    house: House, come: Come
) -> None:
    aoi = await come("Aoi")
    table = await aoi.match(*BOTS)
    first = await aoi.open(f"/table/{table}")
    await Player(first, SplitMix(1)).act()
    await expect(first.locator(".piece.sel")).to_have_count(1)
    second = await aoi.tab(f"/table/{table}")
    await choose_once(house, second, table)
    await Player(first, SplitMix(1)).now()
    await expect(first.locator(".sel")).to_have_count(0)


async def test_a_tab_that_was_hidden_shows_what_a_fresh_page_shows(
    house: House, come: Come
) -> None:
    aoi = await come("Aoi")
    table = await aoi.match(*BOTS, public=True)
    page = await aoi.open(f"/table/{table}")
    onlooker = await come("Ken", settings={"motion": "normal"})
    watching = await onlooker.open(f"/table/{table}")
    await expect(watching.locator(".seat")).to_have_count(3)
    hide = """(hidden) => {
      Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    await watching.evaluate(hide, True)
    player = Player(page, SplitMix(5))
    start = house.seq(table)
    while house.seq(table) < start + 20:
        assert await player.act()
        await until(page, "!document.querySelector('.prompt.busy')")
    await player.now()
    await watching.evaluate(hide, False)
    fresh = await onlooker.tab(f"/table/{table}")
    await expect(fresh.locator(".seat")).to_have_count(3)
    for shown in (watching, fresh):
        await expect(shown.locator(".prompt .title")).to_contain_text("Aoi")
    async with asyncio.timeout(60):
        while (seen := await watching.evaluate(PICTURE)) != await fresh.evaluate(PICTURE):
            await asyncio.sleep(0.05)
    assert seen["flying"] == 0


async def test_a_clock_that_is_seven_minutes_wrong_changes_nothing(
    house: House, come: Come
) -> None:
    aoi = await come("Aoi")
    table = await aoi.match(*BOTS)
    await aoi.context.clock.set_system_time(time.time() + 7 * 60)
    page = await aoi.open(f"/table/{table}")
    assert await page.evaluate("Date.now() / 1000") > time.time() + 6 * 60
    await choose_once(house, page, table)
    await aoi.context.clock.set_system_time(time.time() - 7 * 60)
    await choose_once(house, page, table)
    await break_line(house, page, aoi.id)
    await choose_once(house, page, table)


async def test_where_sockets_are_blocked_a_match_is_played_over_http(
    house: House, come: Come
) -> None:
    aoi = await come("Aoi")
    table = await aoi.match(*BOTS)
    await aoi.context.route_web_socket("**/ws", lambda route: route.close())
    page = await aoi.open(f"/table/{table}")
    await choose_once(house, page, table)
    assert not house.arena.live.links_of(aoi.id)

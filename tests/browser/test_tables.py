"""Around a match: gathering, watching, talking, leaving, coming back, playing again."""

from __future__ import annotations

import asyncio

from playwright.async_api import Route, expect

from browser.conftest import Come
from browser.house import House
from browser.person import gather, share
from browser.play import Player, play_by_clicking, until
from browser.words import WORDS
from takujo.core.chance import SplitMix

# A match whose last choices are being made.
LAST = {"queue": "A:(Lord,2), B:(Heir,1), C:(Soldier)", "round": 6, "resolve": 1}


async def test_a_newcomer_sits_in_a_running_match_after_one_click_and_a_name(
    own_house: House, visit: Come
) -> None:
    somebody = await visit(own_house)
    page = await somebody.open("/")
    await page.click("[data-key=game-oriflamme]")
    await page.click("[data-key=bots]")
    await page.fill("#name-input", "Yuki")
    await page.keyboard.press("Enter")
    await expect(page.locator(".k-hand .piece")).to_have_count(7)
    await expect(page.locator(".seat", has_text="Yuki")).to_contain_text(WORDS["common.you"])


async def test_a_host_invites_sends_away_seats_a_bot_and_starts(house: House, come: Come) -> None:
    aoi, hana, kai = await come("Aoi"), await come("Hana"), await come("Kai")
    table = await aoi.table("open", "open", public=True)
    page = await aoi.open(f"/table/{table['id']}")
    link = await page.get_by_label(WORDS["room.invite"]).input_value()
    start = page.locator("[data-key=start]")
    await expect(start).to_be_disabled()

    hers = await hana.open(link)
    await hers.click("[data-key=sit-2]")
    his = await kai.open(f"/table/{table['id']}")
    await his.click("[data-key=sit-3]")
    await expect(start).to_be_enabled()
    await expect(hers.locator("[data-key=start]")).to_have_count(0)

    await his.click("[data-key=leave]")
    await his.wait_for_url("**/")
    await expect(start).to_be_disabled()
    await page.locator("[data-key=kind-3]").select_option("bot:random")
    await expect(hers.locator(".room-seat").nth(2)).to_contain_text("Random")

    await page.click("[data-key=kick-2]")
    await page.locator(".toast button").click()
    await expect(hers.locator("[data-key^=sit]")).to_have_count(0)
    await expect(page.locator(".room-seat").nth(1)).to_contain_text(WORDS["room.free"])
    await page.locator("[data-key=kind-2]").select_option("bot:random")
    await start.click()
    await Player(page, SplitMix(1)).now()


async def test_what_is_said_before_the_start_is_heard_at_the_table(come: Come) -> None:
    aoi, hana = await come("Aoi"), await come("Hana")
    table = await aoi.table("open", "bot:random", public=True)
    page, other = [await x.open(f"/table/{table['id']}") for x in (aoi, hana)]
    await other.click("[data-key=sit-2]")
    await expect(page.locator(".room-seat").nth(1)).to_contain_text("Hana")
    await page.locator(".room-say input").fill("Shall we?")
    await page.keyboard.press("Enter")
    await expect(other.locator(".room-lines")).to_contain_text("Shall we?")


async def test_an_onlooker_sees_the_table_but_no_hand_and_nothing_to_press(come: Come) -> None:
    aoi, ken = await come("Aoi"), await come("Ken")
    table = await aoi.match("bot:random", "bot:random", public=True)
    page, watching = [await x.open(f"/table/{table}") for x in (aoi, ken)]
    player = Player(page, SplitMix(1))
    await player.act()
    await player.act()
    await expect(watching.locator(".k-row.line .piece")).not_to_have_count(0)
    await expect(watching.locator(".seat.now")).to_have_count(1)
    assert await watching.locator(".k-hand, .private, [data-pick], .acts button").count() == 0
    assert await watching.locator(".prompt.wait .title").inner_text()
    await expect(page.locator(".k-hand .piece")).to_have_count(6)
    hand = await page.locator(".k-hand .piece").evaluate_all("all => all.map(e => e.dataset.id)")
    shown = await watching.locator("[data-id]").evaluate_all("all => all.map(e => e.dataset.id)")
    assert shown
    assert not {*hand} & {*shown}


async def test_onlookers_talk_apart_and_read_what_the_seats_say(come: Come) -> None:
    aoi, ken, rin = await come("Aoi"), await come("Ken"), await come("Rin")
    table = await aoi.match("bot:random", "bot:random", public=True)
    page, *watching = [await x.open(f"/table/{table}") for x in (aoi, ken, rin)]
    for shown in (page, *watching):
        await shown.locator(".tabs [data-tab=chat]").click()
    await watching[0].locator("form.say input").fill("He bluffs")
    await watching[0].keyboard.press("Enter")
    await expect(watching[1].locator(".pane")).to_contain_text("He bluffs")
    await page.locator("form.say input").fill("Hello all")
    await page.keyboard.press("Enter")
    for shown in (page, *watching):
        await expect(shown.locator(".pane")).to_contain_text("Hello all")
    assert "He bluffs" not in await page.content()


async def test_an_absent_seat_is_handed_to_a_bot_and_taken_back(house: House, come: Come) -> None:
    aoi, hana, kai = await come("Aoi"), await come("Hana"), await come("Kai")
    table = await gather(aoi, hana, kai)
    page, other, _ = [await x.open(f"/table/{table}") for x in (aoi, hana, kai)]
    await expect(page.locator(".seat")).to_have_count(3)
    await expect(page.locator(".t-away")).to_have_count(0)
    await other.close()
    panel = page.locator(".seat", has_text="Hana")
    await expect(panel.locator(".t-away")).to_be_visible()
    await page.get_by_role("button", name=WORDS["table.hand_over"]).click()
    await expect(panel.locator(".t-bot")).to_be_visible()

    back = await hana.open(f"/table/{table}")
    await back.get_by_role("button", name=WORDS["table.return"]).click()
    await expect(panel.locator(".t-bot")).to_have_count(0)
    await expect(panel.locator(".t-away")).to_have_count(0)
    running = house.arena.matches.loaded(table)
    assert running is not None
    assert running.match.by == ["human"] * 3


async def test_who_concedes_is_played_by_a_bot_and_ranks_last(house: House, come: Come) -> None:
    aoi, hana = await come("Aoi"), await come("Hana")
    with house.beginning("oriflamme", **LAST, influence={"A": 9, "B": 1, "C": 1}):
        table = await gather(aoi, hana, bots=1)
    page, other = [await x.open(f"/table/{table}") for x in (aoi, hana)]
    await page.get_by_role("button", name=WORDS["table.more"]).click()
    await page.get_by_role("button", name=WORDS["table.concede"]).click()
    await page.locator("dialog .interrupt").click()
    await expect(other.locator(".seat", has_text="Aoi")).to_contain_text(WORDS["table.conceded"])
    await play_by_clicking(other, seed=1)
    await expect(page.locator(".standings tbody tr").last).to_contain_text("Aoi")


async def test_a_rematch_brings_both_to_the_same_new_table(house: House, come: Come) -> None:
    aoi, hana = await come("Aoi"), await come("Hana")
    with house.beginning("oriflamme", **LAST):
        table = await gather(aoi, hana, bots=1)
    pages = [await x.open(f"/table/{table}") for x in (aoi, hana)]
    sides = [Player(page, SplitMix(2)) for page in pages]
    for side in sides:  # A resolves first, then B; C is the bot's
        while not await side.page.evaluate("Boolean(document.querySelector('.result'))"):
            if not await side.act():
                break
            await until(side.page, "!document.querySelector('.prompt.busy')")
            if side is sides[0] and await side.page.locator(".prompt.wait").count():
                break
    for page in pages:
        await page.locator(".endcard .btn.go").click()
    for page in pages:
        await page.wait_for_url(lambda url: "/table/" in url and table not in url)
        await expect(page.locator(".k-hand .piece")).to_have_count(7)
    assert pages[0].url == pages[1].url


async def test_what_is_face_down_tells_nothing_by_id_or_look_in_one_match_or_the_next(
    house: House, come: Come
) -> None:
    aoi, hana, kai = await come("Aoi"), await come("Hana"), await come("Kai")
    dealt: list[list[str]] = []
    for cards in ("archer soldier spy", "lord heir ambush"):
        facts = {"queue": "", "round": 1, "placing": "A", "hands": {"A": cards}}
        with house.beginning("oriflamme", **facts):
            table = await gather(aoi, hana, kai)
        running = house.arena.matches.loaded(table)
        assert running is not None
        for seat, person in enumerate((aoi, hana)):  # what they place, and where, is the same
            asked = running.match.asked(seat)
            keys = [o.key for o in running.match.view(seat).offers if o.key.endswith("head")]
            key = keys[len(dealt) % len(keys)] if keys else running.match.view(seat).offers[0].key
            await person.ask(f"/api/tables/{table}/play", {"key": key, "asked": asked})
        page = await kai.open(f"/table/{table}")
        await expect(page.locator(".piece.back")).to_have_count(2)
        looks = "all => all.map((e) => e.outerHTML.replace(/--(?!ar)[^;]*;/g, ''))"
        dealt.append(await page.locator(".piece.back").evaluate_all(looks))
    assert dealt[0] == dealt[1]


async def test_a_button_of_the_room_works_before_the_answer_to_the_last_one_has_come(
    house: House, come: Come
) -> None:
    aoi, hana = await come("Aoi"), await come("Hana")
    table = await aoi.table("open", "open", "open", game="tichu", public=True)
    page = await hana.open(f"/table/{table['id']}")
    late = asyncio.Event()

    async def slow(route: Route) -> None:
        answer = await route.fetch()
        await late.wait()
        await route.fulfill(response=answer)

    await page.route("**/join", slow)
    await page.locator("[data-key=sit-2]").click()
    await page.locator("[data-key=move-3]").click()
    await expect(page.locator("[data-key=move-2]")).to_be_visible()
    async with page.expect_response("**/join"):
        late.set()
    await expect(page.locator("[data-key=move-2]")).to_be_visible()
    await expect(page.locator("[data-key=move-3]")).to_have_count(0)


async def test_a_click_counts_though_the_room_changes_while_the_button_is_held_down(
    house: House, come: Come
) -> None:
    aoi, hana = await come("Aoi"), await come("Hana")
    table = await aoi.table("open", "open", "open", game="tichu", public=True)
    page = await aoi.context.new_page()
    frames: list[str] = []
    page.on("websocket", lambda ws: ws.on("framereceived", lambda f: frames.append(str(f))))
    await page.goto(f"/table/{table['id']}")
    await page.locator("[data-key=swap-1]").hover()
    await page.mouse.down()
    await hana.ask(f"/api/tables/{table['id']}/join", share(table) | {"seat": 3})
    await asyncio.wait_for(told(frames, '"name":"Hana"'), 60)
    await page.mouse.up()
    await expect(page.locator("[data-key=swap-off]")).to_be_visible()
    await expect(page.locator(".seat-who b").filter(has_text="Hana")).to_be_visible()


async def told(frames: list[str], what: str) -> None:
    """Wait until a page has been sent this."""
    while not any(what in frame for frame in frames):
        await asyncio.sleep(0.02)

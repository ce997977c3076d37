"""A table of four with hands that sets are chosen from: the same client, another game."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from browser.conftest import Come
from browser.house import House
from browser.person import Person, gather
from browser.play import KEYS, Hand, choose, play_by_clicking, until
from browser.words import foreign, said
from takujo.games.tichu.state import WORDS

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NAMES = ("Aoi", "Kenji", "Ines", "Mathilde")
HANDS = {
    0: "J2 S3 P5 T8 J9 S9 T9 T10 PJ JQ SK TA PH DR",
    1: "P2 P3 S4 P7 P10 TK",
    2: "S2 T2 J3 T3 J4 P4 T4 J5 S5 T5 T6 SQ TQ JA",
    3: "MA DG S7 S10 J10 SJ JJ TJ PQ PK JK",
}
MIDDLE = {
    "hands": HANDS, "trick": ["1 J6 P6 S6", "3 J8 P8 S8"], "wish": "7", "calls": {3: "tichu"},
    "totals": (415, 185), "round": 4, "follow": 0,
}  # fmt: skip
BOMB = {
    "hands": {0: "S5 P5 J5 T5 J9", 1: "P2 P3 S4", 2: "S2 T2", 3: "S6 S7"}, "trick": ["3 SA"],
    "collect": True,
}  # fmt: skip
FULL = {
    0: "J2 S3 P5 T8 J9 S9 T9 DR T10 PJ JQ SK TA PH",
    1: "P2 P3 S4 P6 P7 P10 S2 T2 J3 T3 J4 P4 T4 DG",
    2: "J5 S5 T5 J6 T6 SQ TQ S6 S7 S10 J10 SJ JJ MA",
    3: "TJ PQ PK S8 P8 J8 P9 JK TK JA SA PA J7 T7",
}


def card(word: str) -> str:
    """The piece of a card."""
    return f'.piece[data-id="c{WORDS.index(word)}"]'


async def sit(house: House, people: list[Person], **facts: Any) -> str:
    """These people at a match that begins in this position."""
    with house.beginning("tichu", **facts):
        return await gather(*people, game="tichu")


async def company(come: Come, lang: str = "en", **look: Any) -> list[Person]:
    """Four people; the first has this screen."""
    return [await come(NAMES[0], lang, **look), *[await come(name) for name in NAMES[1:]]]


async def show(person: Person, table: str) -> Page:
    page = await person.open(f"/table/{table}")
    await until(page, "document.querySelector('.prompt .title')?.textContent")
    await until(page, "document.querySelector('.who-plate')")
    return page


async def names(page: Page) -> list[str]:
    """The reader's hand as it lies."""
    found = await page.eval_on_selector_all(
        ".k-hand .piece", "all => all.map((el) => Number(el.dataset.id.slice(1)))"
    )
    return [WORDS[each] for each in found]


@pytest.mark.parametrize(
    ("look", "hand", "lang"),
    [({}, "mouse", "en"), (PHONE, "finger", "ja"), ({}, "keys", "en")],
    ids=["mouse", "finger", "keys"],
)
async def test_a_round_is_played_by_clicking_what_is_lit(
    house: House, come: Come, look: dict[str, Any], hand: Hand, lang: str
) -> None:
    aoi = await come("Aoi", lang, **look)
    bots = ("bot:random",) * 3
    table = await aoi.match(*bots, game="tichu", rounds=1, grand_tichu=False)
    page = await show(aoi, table)
    assert foreign(await said(page), lang, ["Aoi"]) == []
    player = await play_by_clicking(page, 2, hand, late=True)
    assert player.clicks > 3
    await expect(page.locator(".result h2")).not_to_be_empty()


async def test_each_of_fourteen_cards_can_be_touched_on_a_phone(house: House, come: Come) -> None:
    people = await company(come, **PHONE)
    page = await show(people[0], await sit(house, people, **MIDDLE))
    hit = """(() => { const all = [...document.querySelectorAll(".k-hand .piece")].map((el) => {
      const box = el.getBoundingClientRect();
      const [x, y] = [box.left + 12, box.top + 24];
      const seen = (dx) => document.elementFromPoint(x + dx, y)?.closest(".piece") === el;
      return seen(0) && seen(20) && box.left >= 0 && box.right <= innerWidth;
    }); return all.length === 14 && all.every(Boolean); })()"""
    await until(page, hit)
    assert await page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    for word in ("J9", "S9", "T9"):
        box = await page.locator(card(word)).bounding_box()
        assert box is not None
        await page.touchscreen.tap(box["x"] + 14, box["y"] + 28)
    await expect(page.locator(".acts .btn.go")).to_have_text("Three 9s")


async def test_the_button_names_the_play_and_sends_it(house: House, come: Come) -> None:
    people = await company(come)
    table = await sit(house, people, **MIDDLE)
    page = await show(people[0], table)
    await expect(page.locator(".acts .btn:disabled")).to_have_text("Nothing chosen yet")
    await page.click(card("J9"))
    await expect(page.locator(".prompt .sub")).to_contain_text("not a play yet")
    await expect(page.locator(".acts .go")).to_have_count(0)  # passing is not what is chosen
    await page.click(card("S9"))
    await page.click(card("T9"))
    await expect(page.locator(".prompt .sub")).to_contain_text("11 are left")
    await expect(page.locator(".acts .btn")).to_have_text(["Pass", "Three 9s"])
    before = house.seq(table)
    await page.click(".acts .btn.go")
    await expect(page.locator(".k-trick .age-0")).to_have_count(3)
    assert house.seq(table) == before + 1
    await expect(page.locator(".k-trick .label")).to_contain_text("Three 9s")
    await expect(page.locator(".k-hand .piece")).to_have_count(11)


async def test_a_selection_that_is_no_play_is_explained_and_sends_nothing(
    house: House, come: Come
) -> None:
    people = await company(come)
    table = await sit(house, people, **MIDDLE)
    page = await show(people[0], table)
    before = house.seq(table)
    await page.click(card("J2"))
    await page.click(card("T8"))
    await expect(page.locator(".prompt .sub")).to_contain_text("no combination")
    await expect(page.locator(".acts .btn").last).to_be_disabled()
    await page.keyboard.press("Escape")
    await expect(page.locator(".k-hand .sel")).to_have_count(0)
    await page.click(card("SK"))
    await expect(page.locator(".prompt .sub")).to_contain_text("to beat: Three 8s")
    assert house.seq(table) == before
    await expect(page.locator(".toast")).to_have_count(0)


async def test_two_readings_of_the_phoenix_are_two_buttons(house: House, come: Come) -> None:
    hands = {0: "MA J2 S3 P4 T5 J6 S7 T7 P7 J8 S8 PJ SJ PH", 1: "P2", 2: "S2", 3: "DG"}
    people = await company(come)
    page = await show(people[0], await sit(house, people, hands=hands, lead=0))
    for word in ("S3", "P4", "T5", "J6", "PH"):
        await page.click(card(word))
    await expect(page.locator(".acts .btn.go")).to_have_text(["Straight to 6", "Straight to 7"])
    await page.locator(".acts .btn.go").first.click()
    await expect(page.locator(".k-trick .label")).to_contain_text("Straight to 6")


async def test_sorting_is_the_readers_own_and_is_kept(house: House, come: Come) -> None:
    people = await company(come)
    table = await sit(house, people, **MIDDLE)
    page = await show(people[0], table)
    before = house.seq(table)
    assert await names(page) == HANDS[0].replace("J9 S9", "S9 J9").split()
    await page.click("[data-key=order-1]")
    by_suit = await names(page)
    assert [word[0] for word in by_suit] == [*"SSSPPJJJTTTTPD"]
    await page.click("[data-key=order-2]")
    assert await names(page) not in ([], by_suit)
    assert sorted(await names(page)) == sorted(by_suit)
    await page.click("[data-key=order-1]")
    page = await show(people[0], table)
    assert await names(page) == by_suit
    assert house.seq(table) == before


async def test_a_hand_is_played_with_the_keyboard_alone(house: House, come: Come) -> None:
    people = await company(come)
    page = await show(people[0], await sit(house, people, **MIDDLE))
    keys = page.keyboard
    await page.locator(card("T8")).focus()
    await keys.press("Shift")  # what keys mean is loaded with the first one
    await until(page, KEYS)
    await keys.press("ArrowRight")
    await expect(page.locator(card("S9"))).to_be_focused()
    await keys.press("Space")
    await keys.press("ArrowRight")
    await keys.press("Space")
    await keys.press("Escape")
    await expect(page.locator(".k-hand .sel")).to_have_count(0)
    await page.locator(card("S9")).focus()
    for _ in range(3):
        await keys.press("Space")
        await keys.press("ArrowRight")
    await expect(page.locator(".k-hand [aria-pressed=true]")).to_have_count(3)
    await keys.press("Enter")
    await expect(page.locator(".k-trick .label")).to_contain_text("Three 9s")


async def test_hints_light_what_belongs_to_a_play(house: House, come: Come) -> None:
    people = await company(come)
    page = await show(people[0], await sit(house, people, **MIDDLE))
    lit = "getComputedStyle(document.querySelector('%s > .body'), '::after').backgroundColor"
    low, nine = lit % card("J2").replace('"', '\\"'), lit % card("J9").replace('"', '\\"')
    plain = await page.evaluate(low)
    assert plain == await page.evaluate(nine)
    await page.click("[data-key=hints]")
    assert await page.evaluate(low) != await page.evaluate(nine) == plain


async def gift(page: Page, i: int) -> str:
    """The card that is to go to the next player (0), the partner or the player before."""
    piece = page.locator(f"[data-place=gifts] .piece[style*='--c: {i + 1};']")
    return WORDS[int(str(await piece.get_attribute("data-id"))[1:])]


async def gifts(page: Page) -> list[str]:
    """All three."""
    await expect(page.locator("[data-place=gifts] .piece")).to_have_count(3)
    return [await gift(page, i) for i in range(3)]


async def test_gifts_are_chosen_in_any_order_and_changed_until_they_are_given(
    house: House, come: Come
) -> None:
    people = await company(come)
    table = await sit(house, people, hands=FULL, exchange=True, calls={2: "grand"})
    page, other = await show(people[0], table), await show(people[1], table)
    await until(page, "document.querySelector('.drafting')")
    await expect(page.locator("[data-place=gifts] .cell")).to_have_text(
        ["for Mathilde", "for Ines", "for Kenji"]
    )
    before = house.seq(table)
    give = page.locator(".acts .btn", has_text="Give the three cards")
    await page.click(card("TA"))
    await page.click("[data-pick='#gifts:1']")  # a card, then its place
    await page.click("[data-pick='#gifts:2']")  # a place, then its card
    await page.click(card("S3"))
    await expect(give).to_be_disabled()
    await page.click(card("J2"))  # for the only place that is left
    assert await gifts(page) == ["J2", "TA", "S3"]
    await expect(give).to_be_enabled()
    await page.click(card("TA"))  # which comes back
    await expect(page.locator(f".k-hand {card('TA')}")).to_be_visible()
    await page.click(card("T8"))
    assert await gifts(page) == ["J2", "T8", "S3"]
    assert house.seq(table) == before
    await expect(other.locator("[data-place=gifts] .piece")).to_have_count(0)
    await page.click("[data-key=draft]")
    await expect(page.locator(".prompt .title")).to_have_text("Everybody chooses.")
    await page.click("[data-key=undo]")  # everything lies as it lay, and may be changed
    await expect(give).to_be_enabled()
    await page.click(card("T8"))
    await page.click(card("TA"))
    await page.click("[data-key=draft]")
    await expect(page.locator(".prompt .title")).to_have_text("Everybody chooses.")
    assert await gifts(page) == ["J2", "TA", "S3"]
    match = house.arena.matches.loaded(table)
    assert match is not None
    answers = match.match.state.agenda[-1].answers[0]
    assert [WORDS[answer.args[0]] for answer in answers] == ["J2", "TA", "S3"]
    await expect(other.locator("[data-place=gifts] .piece")).to_have_count(0)


async def test_gifts_are_dragged_to_their_places_which_lie_toward_those_who_get_them(
    house: House, come: Come
) -> None:
    people = await company(come)
    page = await show(people[0], await sit(house, people, hands=FULL, exchange=True))
    await until(page, "document.querySelector('.drafting')")

    async def drag(word: str, end: str) -> None:
        """From the left edge of a card, which is seen in any hand."""
        boxes = [await page.locator(each).bounding_box() for each in (card(word), end)]
        (start, to) = [box for box in boxes if box]
        await page.mouse.move(start["x"] + 14, start["y"] + 40)
        await page.mouse.down()
        await page.mouse.move(start["x"] + 40, start["y"] + 60)
        await page.mouse.move(to["x"] + to["width"] / 2, to["y"] + 40, steps=3)
        await page.mouse.up()

    cells = [f"[data-place=gifts] .cell[aria-label='for {name}']" for name in NAMES[1:]]
    for word, cell in zip(("TA", "S3", "J2"), cells, strict=True):
        await drag(word, cell)
        await expect(page.locator(f"[data-place=gifts] {card(word)}")).to_be_visible()
    assert await gifts(page) == ["TA", "S3", "J2"]
    await drag("TA", cells[2])  # two change places
    assert await gifts(page) == ["J2", "S3", "TA"]
    await drag("S3", ".k-hand .hold")
    await expect(page.locator("[data-place=gifts] .piece")).to_have_count(2)
    await expect(page.locator(".k-hand .piece")).to_have_count(12)
    for i, name in ((0, "Kenji"), (2, "Mathilde")):
        there = await page.locator(cells[i]).bounding_box()
        plate = await page.locator(".who-plate", has_text=name).bounding_box()
        assert there is not None
        assert plate is not None
        assert (there["x"] < 500) == (plate["x"] < 500)  # the middle of the table


async def test_what_each_round_has_brought_opens_on_a_phone(house: House, come: Come) -> None:
    people = await company(come, "ja", **PHONE)
    page = await show(people[0], await sit(house, people, **MIDDLE))
    await expect(page.locator(".rounds-so-far")).to_be_hidden()
    await page.locator(".by-round").tap()
    sheet = page.locator("dialog .scores")
    await expect(sheet.locator("tbody tr")).to_have_count(4)
    await expect(sheet.locator(".now .note")).to_have_text("ティチュー")
    await expect(page.locator("dialog h2")).to_have_text("ラウンドごとの得点")


async def test_only_who_holds_a_bomb_is_shown_a_button_for_it(house: House, come: Come) -> None:
    people = await company(come)
    table = await sit(house, people, **BOMB)
    page, other = await show(people[0], table), await show(people[1], table)
    await expect(page.locator(".bar .interrupt")).to_have_text("Throw it now – Bomb: four 5s")
    await expect(page.locator(".prompt")).not_to_have_class("yours")
    await expect(page.locator(".prompt .title")).to_have_text("Mathilde takes the trick.")
    await expect(other.locator(".interrupt")).to_have_count(0)
    await page.click(".bar .interrupt")
    await expect(page.locator(".k-trick .label")).to_contain_text("Bomb: four 5s")


async def test_the_trick_of_the_dragon_is_given_to_a_lit_seat(house: House, come: Come) -> None:
    people = await company(come)
    hands = {0: "S5 P5", 1: "P2 P3", 2: "S2", 3: "S6 S7"}
    table = await sit(house, people, hands=hands, trick=["3 SA", "0 DR"], gift=True)
    page = await show(people[0], table)
    await expect(page.locator(".who-plate[data-pick]")).to_have_count(2)
    await choose(page, "~3")
    await expect(page.locator(".who-plate", has_text="Mathilde")).to_contain_text("25")
    await expect(page.locator(".fold")).to_have_text("Last trick")
    await page.click(".fold")
    await expect(page.locator("dialog .piece")).to_have_count(2)


async def test_the_table_says_the_wish_the_calls_and_how_the_teams_stand(
    house: House, come: Come
) -> None:
    people = await company(come, "ja")
    page = await show(people[0], await sit(house, people, **MIDDLE))
    await expect(page.locator("[data-place=wish] .note")).to_have_text("7")
    plaque = page.locator(".who-plate", has_text="Mathilde").locator(".t-tichu")
    await expect(plaque).to_have_text("ティチュー")
    await expect(page.locator(".team .total")).to_have_text(["415", "185"])
    await expect(page.locator(".team .names").first).to_contain_text("あなた")
    await expect(page.locator(".scores tbody tr")).to_have_count(4)
    await expect(page.locator(".scores .now .note")).to_have_text("ティチュー")
    assert foreign(await said(page), "ja", [*NAMES]) == []


async def test_what_one_considers_sends_nobody_anything(house: House, come: Come) -> None:
    people = await company(come)
    table = await sit(house, people, **MIDDLE)
    page, other = await show(people[0], table), await people[1].context.new_page()
    frames: list[str] = []
    other.on("websocket", lambda ws: ws.on("framereceived", lambda f: frames.append(str(f))))
    await other.goto(f"/table/{table}")
    await until(other, "document.querySelector('.who-plate')")
    while not any('"chat"' in frame for frame in frames):  # the last that a new page is sent
        await other.wait_for_timeout(20)
    seen = told(frames)
    for word in ("J2", "T8", "SK"):
        await page.click(card(word))
    await expect(page.locator(".prompt .sub")).to_contain_text("no combination")
    await other.wait_for_timeout(200)
    assert told(frames) == seen
    assert sum('"t":"view"' in frame for frame in seen) == 1


def told(frames: list[str]) -> list[str]:
    """What a page was sent of the match, whoever comes and goes."""
    return [f for f in frames if '"t":"beat"' not in f and '"t":"table"' not in f]


ROUND = {
    0: "MA S2 S3 S4 S5 S6 S7 S8 PH S10 SJ SQ SK SA",
    1: "P3 T3 P4",
    2: "DR J2",
    3: "S9 J9 P9 T9 J5",
}


async def test_four_people_play_a_round_with_a_call_a_wish_a_bomb_and_a_dragon(
    house: House, come: Come
) -> None:
    people = await company(come)
    with house.beginning("tichu", hands=ROUND, lead=0):
        table = await gather(*people, game="tichu", rounds=1)
    aoi, kenji, ines, mathilde = pages = [await show(person, table) for person in people]

    async def press(page: Page, name: str, *cards: str) -> None:
        for word in cards:
            await page.click(f"{card(word)}[data-pick]")
        await page.locator(".acts").get_by_role("button", name=name).first.click()

    call = aoi.locator(".interrupt", has_text="Call Tichu")
    await call.click()
    await expect(call).to_have_count(1)  # and says so where it stands, once
    await expect(aoi.get_by_text("Click again")).to_have_count(1)
    await call.click()  # it cannot be taken back, so it asks again
    for page in pages:
        plaque = page.locator(".who-plate", has_text="Aoi").locator(".t-tichu")
        await expect(plaque).to_have_text("Tichu")
    await press(aoi, "Straight to Ace", *ROUND[0].split())
    await aoi.locator(".acts").get_by_role("button", name="2", exact=True).click()
    for page in pages:
        await expect(page.locator("[data-place=wish] .note")).to_have_text("2")
    await expect(kenji.locator(".interrupt")).to_have_count(0)  # for he holds no bomb
    await mathilde.click(".interrupt")
    for page in pages:
        await expect(page.locator(".k-trick .label")).to_contain_text("Bomb: four 9s")
    await press(kenji, "Pass")
    await press(ines, "Pass")
    await press(mathilde, "Take the trick")
    await press(mathilde, "5", "J5")
    await press(kenji, "Pass")
    await press(ines, "Dragon", "DR")
    await press(kenji, "Pass")
    await press(ines, "Take the trick")
    await choose(ines, "~1")
    await press(ines, "2", "J2")
    for page in pages:
        await expect(page.locator(".result h2")).to_be_visible()
        await expect(page.locator(".result")).to_contain_text("Aoi")
    match = house.arena.matches.loaded(table)
    assert match is not None
    kinds = [line.text.key for line in match.match.log(None)]
    for kind in ("tichu", "wished", "bomb", "granted"):
        assert f"log.{kind}" in kinds
    assert match.match.result().won == (True, False, True, False)

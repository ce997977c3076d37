"""Pictures of chosen positions, to be judged by eye: `python tests/browser/look.py OUT [PART ...]`.

Every position in every size, light and dark, English and Japanese; with PARTs only the pictures
whose name holds one of them, such as `five`, `390` or `ja_dark`.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.async_api import Browser, Page, async_playwright

from browser import chromium
from browser.house import House
from browser.person import Person, gather
from browser.play import choose, until

SIZES: dict[str, dict[str, Any]] = {
    "1440": {"viewport": {"width": 1440, "height": 900}},
    "1280": {"viewport": {"width": 1280, "height": 720}},
    "820": {"viewport": {"width": 820, "height": 1180}},
    "390": {
        "viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True,
        "has_touch": True,
    },
}  # fmt: skip
NAMES = ("Aoi", "Tom", "Hana", "Kenji", "Beatrix")
LONG = ("Maximiliane Wallburg", "薔薇小路清右衛門之介御連中一同様宛名書", "WWWWWWWWWWWWWWWWWWWW",
        "Chrysanthemum-Takujo", "五十嵐紫陽花と愉快な仲間たち一行二十字")  # fmt: skip
MIDDLE = "B:Lord, A:(Archer,2), C:(Spy)/C:(Heir,1), B:(Soldier), A:Heir, C:Lord"


class Picture(NamedTuple):
    """A position, and what is clicked before it is looked at."""

    players: int
    facts: dict[str, Any]
    clicks: tuple[str, ...] = ()
    names: tuple[str, ...] = NAMES
    viewer: int = 0
    hover: str = ""


POSITIONS: dict[str, Picture] = {
    "empty_queue": Picture(3, {"queue": "", "round": 1, "placing": "A"}),
    "three_your_turn": Picture(
        3, {"queue": MIDDLE, "round": 3, "resolve": 2, "influence": {"A": 4, "B": 3, "C": 6},
            "discards": {"B": "spy archer", "A": "ambush"}},
        hover="[data-key=reveal]",
    ),
    "three_waiting": Picture(3, {"queue": MIDDLE, "round": 3, "resolve": 2}, viewer=1),
    "three_placing": Picture(
        3, {"queue": MIDDLE, "round": 3, "placing": "A"}, clicks=("first card",)
    ),
    "three_targets": Picture(
        3, {"queue": "B:Lord, A:(Assassination,1), C:(Spy), B:(Heir), C:Soldier", "round": 2,
            "resolve": 2},
        clicks=("reveal",),
    ),
    "three_gaps": Picture(
        3, {"queue": "B:Lord, A:(Royal Decree), C:(Spy), B:(Heir), C:Soldier", "round": 2,
            "resolve": 2},
        clicks=("reveal", "#queue:4"),
    ),
    "four": Picture(
        4, {"queue": "D:(Spy), A:Lord, B:(Ambush,2), C:Archer, D:(Heir)/D:Soldier, "
            "A:(Shapeshifter)", "round": 2, "resolve": 2, "discards": {"C": "lord", "D": "archer"}},
    ),
    "five": Picture(
        5, {"queue": "E:(Spy), A:Lord, B:(Ambush,2), C:Archer, D:(Heir)/D:Soldier, E:(Lord,1)",
            "round": 2, "resolve": 2, "influence": {"A": 12, "B": 7, "C": 3, "D": 0, "E": 21}},
    ),
    "five_twelve_stacks": Picture(
        5, {"queue": "E:(Spy,1), A:Lord, B:(Ambush,2), C:Archer, D:(Heir), E:(Lord,1), A:(Archer), "
            "B:Heir, C:(Spy), D:Soldier, A:(Soldier), C:(Lord,3)", "round": 4, "resolve": 7},
    ),
    "stack_of_four": Picture(
        3, {"queue": "B:Lord, A:(Archer,3)/A:Heir/A:(Spy)/A:Lord, C:(Heir), B:(Soldier)/B:(Spy)",
            "round": 4, "resolve": 2},
    ),
    "long_names": Picture(
        5, {"queue": "E:(Spy), A:Lord, B:(Ambush,2), C:Archer, D:(Royal Decree)", "round": 2,
            "resolve": 2},
        names=LONG,
    ),
    "result": Picture(
        3, {"queue": "A:(Lord,3)", "round": 6, "resolve": 1, "influence": {"A": 9, "B": 8, "C": 12},
            "discards": {"B": "spy archer heir", "C": "lord"}},
        clicks=("reveal",),
    ),
}  # fmt: skip


async def lobby(me: Person, _: str) -> Page:
    return await me.open("/")


async def create(me: Person, _: str) -> Page:
    page = await me.open("/")
    await page.locator("[data-key=create]").click()
    await page.locator("form.create details summary").click()
    return page


async def settings(me: Person, _: str) -> Page:
    page = await me.open("/")
    await page.locator(".tools .iconbtn").last.click()
    await page.locator("dialog").wait_for()
    return page


async def room(me: Person, _: str) -> Page:
    table = await me.table("open", "bot:greedy", "open", public=True)
    return await me.open(f"/table/{table['id']}")


async def rules(me: Person, _: str) -> Page:
    return await me.open("/rules/oriflamme")


async def check(me: Person, over: str) -> Page:
    return await me.open(f"/check/{over}")


async def missing(me: Person, _: str) -> Page:
    return await me.open("/table/nothing")


PAGES: dict[str, Callable[[Person, str], Awaitable[Page]]] = {
    "lobby": lobby, "create": create, "settings": settings, "room": room, "rules": rules,
    "check": check, "not_found": missing,
}  # fmt: skip


async def seat(house: House, people: list[Person], shown: Picture) -> str:
    """A running match in this position; the viewer's clicks are still to be made."""
    with house.beginning("oriflamme", **shown.facts):
        return await gather(*people[: shown.players])


async def show(me: Person, table: str, shown: Picture) -> Page:
    """The position on the viewer's screen."""
    page = await me.open(f"/table/{table}")
    await until(page, "document.querySelector('.prompt .title')?.textContent")
    for wanted in shown.clicks:
        if await page.evaluate("Boolean(document.querySelector('.result'))"):
            break
        first = page.locator(".k-hand .piece").first
        target = await first.get_attribute("data-id") if wanted == "first card" else wanted
        await choose(page, str(target))
        await until(page, "!document.querySelector('.prompt.busy')")
    if shown.hover and await page.locator(shown.hover).count():
        await page.locator(shown.hover).hover()
    return page


async def shoot(browser: Browser, house: House, out: Path, parts: list[str]) -> int:
    """Take the pictures; gives how many."""
    taken = 0
    looks = [
        (size, lang, scheme)
        for size in SIZES for lang in ("en", "ja") for scheme in ("light", "dark")
    ]  # fmt: skip
    for size, lang, scheme in looks:
        wanted = [
            name for name in (*POSITIONS, *PAGES)
            if not parts or any(part in f"{name}_{size}_{lang}_{scheme}" for part in parts)
        ]  # fmt: skip
        cast: dict[tuple[str, ...], list[Person]] = {}
        over = ""
        for name in wanted:
            shown = POSITIONS.get(name, POSITIONS["result"])
            if shown.names not in cast:
                look = SIZES[size] | {"color_scheme": scheme}
                cast[shown.names] = [
                    await Person.come(browser, house.origin, who, lang, **look)
                    for who in shown.names
                ]
            people = cast[shown.names]
            if name in POSITIONS:
                table = await seat(house, people, shown)
                page = await show(people[shown.viewer], table, shown)
                over = table if name == "result" else over
            else:
                if not over:
                    over = await seat(house, people, shown)
                    await show(people[0], over, shown)
                page = await PAGES[name](people[0], over)
            await page.wait_for_load_state("networkidle")
            await page.evaluate("() => document.fonts.ready.then(() => true)")
            await page.screenshot(path=out / f"{name}_{size}_{lang}_{scheme}.png")
            taken += 1
        for people in cast.values():
            for person in people:
                await person.context.close()
    return taken


async def main(out: Path, parts: list[str]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        house = House(Path(data), away_after=86_400.0)  # nobody here has a page of his own open
        await house.open()
        async with async_playwright() as playwright:
            browser = await chromium.launch(playwright)
            taken = await shoot(browser, house, out, parts)
            await browser.close()
        await house.close()
    print(f"{taken} pictures in {out}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if chromium.PATH is None:
        sys.exit(f"No Chromium here: none of {', '.join(chromium.NAMES)} is installed.")
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2:]))

"""Playing as a person does: looking for what is lit and clicking it, with mouse, finger or keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from playwright.async_api import Page

from takujo.core.chance import SplitMix

Hand = Literal["mouse", "finger", "keys"]
PATIENCE = 60_000  # ms; only a failure waits for so long, on however slow a machine

# What can be done now: every lit thing with a point at which a click meets it. Nothing (null) while
# the page waits for the others or for the server.
NOW = """(() => {
  const app = document.getElementById("app");
  const bad = document.querySelector(".toast.bad");
  if (bad && !arg) return {refused: bad.textContent};
  if (document.querySelector("dialog[open]")) return {sheet: true};
  if (app.classList.contains("over") && document.querySelector(".result h2")) return {over: true};
  const prompt = document.querySelector(".prompt.yours");
  if (!prompt || prompt.classList.contains("busy") || app.classList.contains("stale")) return null;
  const every = [...document.querySelectorAll("[data-pick]:not(.sel)")];
  const next = every.filter((el) => el.matches(".tgt"));
  // Others stay lit in the place of what is chosen; a player who goes on comes to an end.
  const lit = document.querySelector(".sel") && next.length ? next : every;
  const buttons = [...prompt.querySelectorAll(".acts button[data-key]")];
  if (!lit.length && !buttons.length) return null;
  const meets = (el) => {
    const box = el.getBoundingClientRect();
    for (const [fx, fy] of [[.5, .5], [.25, .5], [.75, .5], [.5, .2], [.5, .85], [.12, .3]]) {
      const [x, y] = [box.left + box.width * fx, box.top + box.height * fy];
      const hit = document.elementFromPoint(x, y);
      if (hit && el.contains(hit)) return [x, y];
    }
    return null;
  };
  const things = [...lit, ...buttons].map((el) => {
    let at = meets(el);
    if (!at) {
      el.scrollIntoView({block: "nearest", inline: "nearest"});
      at = meets(el);
    }
    return {
      id: el.dataset.pick ?? "", key: el.dataset.key ?? "", at,
      name: el.getAttribute("aria-label") ?? el.textContent,
    };
  });
  return {things, chosen: [...document.querySelectorAll(".sel")].map((el) => el.dataset.pick)};
})()"""
# The same, once all that is lit can be met.
MET = f"((now) => (now?.things ?? []).every((thing) => thing.at) && now)({NOW})"
# What has the focus: its id or key, something that tells it from its neighbours, is it in a zone.
FOCUS = """() => {
  const el = document.activeElement;
  const {pick, key, id} = el.dataset;
  const zone = el.closest(".zone, .seats");
  return [pick ?? key ?? "", (id ?? el.ariaLabel ?? el.innerText).slice(0, 40), Boolean(zone)];
}"""
# Can a thing or a button still be chosen?
LIT = """(wanted) => [...document.querySelectorAll("[data-pick], .prompt .acts [data-key]")]
  .some((el) => wanted === (el.dataset.pick || el.dataset.key))"""
# What keys mean is loaded with the first one.
KEYS = "performance.getEntriesByType('resource').some((r) => r.name.endsWith('/keys.js'))"
# Playwright's own waiting compiles text later on, which the arena's policy for scripts forbids.
UNTIL = """async ([patience, arg]) => {
  const end = performance.now() + patience;
  for (;;) {
    const found = await (%s);
    if (found) return found;
    if (performance.now() > end) return null;
    await new Promise((done) => setTimeout(done, 25));
  }
}"""


async def until(page: Page, expression: str, arg: Any = None, patience: int = PATIENCE) -> Any:
    """Wait in the page until an expression (of `arg`) is true; gives its value."""
    found = await page.evaluate(UNTIL % expression, [patience, arg])
    if not found:
        shown = await page.evaluate("() => document.getElementById('app')?.innerText ?? ''")
        raise AssertionError(f"in vain: {expression[:200]}; the page says: {shown[:800]}")
    return found


class Refusal(AssertionError):
    """The page told its reader off, though everything that was clicked was lit."""


@dataclass
class Player:
    """Plays at random among what is lit; two with the same seed choose alike."""

    page: Page
    rng: SplitMix
    hand: Hand = "mouse"
    clicks: int = 0
    late: bool = False  # in games in which others may act first, what is clicked may be gone

    async def now(self) -> dict[str, Any]:
        """Wait until something can be done, or the match is over."""
        state: dict[str, Any] = await until(self.page, NOW, self.late)
        while "sheet" in state or not all(thing["at"] for thing in state.get("things", ())):
            if "sheet" in state:  # a score sheet that the game shows in passing
                await self.page.locator("dialog[open] header .iconbtn").last.click()
            elif self.hand == "mouse":
                await self.page.mouse.move(1, 1)  # a stack fans out under the pointer
            state = await until(self.page, MET, self.late)
        if "refused" in state:
            raise Refusal(state["refused"])
        return state

    async def act(self) -> bool:
        """Click one lit thing; gives False when the match is over instead."""
        state = await self.now()
        if state.get("over"):
            return False
        things = state["things"]
        # What is gathered could be changed for ever: half the time it is sent.
        ready = [thing for thing in things if thing["key"] == "draft"]
        if ready and self.rng.below(2):
            things = ready
        await self.click(things[self.rng.below(len(things))])
        return True

    async def click(self, thing: dict[str, Any]) -> None:
        """Click a thing that `now` gave."""
        self.clicks += 1
        await self._press(thing)
        if thing["key"] == "confirm":
            await until(self.page, "!document.querySelector('.acts [data-key=confirm]')")

    async def _press(self, thing: dict[str, Any]) -> None:
        if self.hand == "mouse":
            await self.page.mouse.click(*thing["at"])
        elif self.hand == "finger":
            await self.page.touchscreen.tap(*thing["at"])
        else:
            if await self.reach(thing["id"] or thing["key"]):
                await self.page.keyboard.press("Enter")

    async def reach(self, wanted: str) -> bool:
        """Bring the focus to a thing with Tab and the arrows alone; gives False if it is gone."""
        keys = self.page.keyboard
        await keys.press("Shift")
        await until(self.page, KEYS)
        passed = []
        for _ in range(60):
            start = here = await self.page.evaluate(FOCUS)
            for _ in range(15):
                if here[0] == wanted or not here[2]:
                    break
                await keys.press("ArrowRight")
                here = await self.page.evaluate(FOCUS)
                if here == start:
                    break
            if here[0] == wanted:
                return True
            if self.late and not await self.page.evaluate(LIT, wanted):
                return False
            passed.append(here)
            await keys.press("Tab")
        raise AssertionError(f"the keyboard does not reach {wanted}, only {passed}")


async def play_by_clicking(
    page: Page, seed: int = 1, hand: Hand = "mouse", most: int = 400, late: bool = False
) -> Player:
    """Play a seat to the end of its match."""
    player = Player(page, SplitMix(seed), hand, late=late)
    while await player.act():
        assert player.clicks < most, "the match does not end"
    return player


async def choose(page: Page, wanted: str) -> None:
    """Click the lit thing with this id or key, once it is lit."""
    player = Player(page, SplitMix(0))
    state = await player.now()
    for thing in state["things"]:
        if wanted in (thing["id"], thing["key"]):
            return await player.click(thing)
    raise AssertionError(f"{wanted} is not lit; lit are {state['things']}")

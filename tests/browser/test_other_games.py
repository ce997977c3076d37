"""The one client plays games it has never heard of: the toys, and the game of the guide."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from playwright.async_api import expect

from browser.conftest import Come
from browser.house import House
from browser.play import Player
from browser.words import foreign, said
from takujo.core.chance import SplitMix
from takujo.core.game import games

GUIDE = Path(__file__).resolve().parents[2] / "docs/adding_a_game.md"
FIRST = r"(?:#|/\*|<!--) file: (\S+)(?: \*/| -->)?"
BLOCK = re.compile(rf"^(`{{3,}})\w+\n{FIRST}\n(.*?)^\1$", re.M | re.S)


@pytest.fixture
def guide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game that the guide builds is installed while the test runs."""
    for _, name, text in BLOCK.findall(GUIDE.read_text("utf-8")):
        path = tmp_path / "guide" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path / "guide")
    monkeypatch.setitem(games(), "harvest", import_module("harvest").GAME)
    yield
    for name in [m for m in sys.modules if m.partition(".")[0] == "harvest"]:
        del sys.modules[name]


@pytest.mark.usefixtures("toys", "guide")
@pytest.mark.parametrize(
    ("game", "lang"), [("ambush", "en"), ("atlas", "ja"), ("bombs", "ja"), ("harvest", "en")]
)
async def test_a_match_of_another_game_is_played_by_clicking_what_is_lit(
    own_house: House, visit: Come, game: str, lang: str
) -> None:
    aoi = await visit(own_house, "Aoi", lang)
    page = await aoi.open("/")
    await page.click(f"[data-key=game-{game}]")
    await page.locator("dialog [data-key=bots]").click()
    await page.wait_for_url("**/table/*")
    player = Player(page, SplitMix(5), late=game == "bombs")
    while await player.act():
        assert foreign(await said(page), lang, ["Aoi"]) == []
    assert player.clicks
    await expect(page.locator(".standings tbody tr").first).to_be_visible()
    await expect(page.locator(".result h2")).not_to_be_empty()

"""One Chromium for each worker, arenas with quick bots, and people who come and go."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from browser import chromium
from browser.house import House
from browser.person import Person
from browser.play import PATIENCE

Come: TypeAlias = Callable[..., Awaitable[Person]]
HERE = Path(__file__).parent
# Playwright waits for five seconds, which a loaded machine may need for a single page.
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of this folder runs in one loop, in which the browser lives."""
    for item in items:
        if HERE not in item.path.parents:
            continue
        item.add_marker(pytest.mark.browser)
        item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
        if chromium.PATH is None:
            reason = f"no Chromium here: none of {', '.join(chromium.NAMES)} is installed"
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Chromium, started once."""
    async with async_playwright() as playwright:
        found = await chromium.launch(playwright)
        yield found
        await found.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """An arena that all tests of a worker visit; each brings its own people and tables."""
    arena = House(tmp_path_factory.mktemp("house"))
    await arena.open()
    yield arena
    await arena.close()


@pytest_asyncio.fixture(loop_scope="session")
async def own_house(tmp_path: Path) -> AsyncIterator[House]:
    """An arena of this test alone, so that it may be closed and opened, and its lobby is empty."""
    arena = House(tmp_path / "data")
    await arena.open()
    yield arena
    await arena.close()


async def _reception(browser: Browser) -> AsyncIterator[Any]:
    guests: list[Person] = []

    async def come(house: House, name: str | None = None, lang: str = "en", **more: Any) -> Person:
        person = await Person.come(browser, house.origin, name, lang, **more)
        guests.append(person)
        return person

    yield come
    faults = [f"{fault}" for person in guests for fault in person.faults]
    for person in guests:
        await person.context.close()
    assert not faults, f"the browser complained: {faults}"


@pytest_asyncio.fixture(loop_scope="session")
async def visit(browser: Browser) -> AsyncIterator[Come]:
    """`await visit(house, "Aoi", "ja")`: somebody comes to an arena with a browser.

    At the end nobody's browser may have complained of anything: errors, policies, warnings.
    """
    async for come in _reception(browser):
        yield come


@pytest_asyncio.fixture(loop_scope="session")
async def come(visit: Come, house: House) -> Come:
    """`await come("Aoi", "ja")`: somebody comes to the shared arena with a browser."""

    async def arrive(name: str | None = None, lang: str = "en", **more: Any) -> Person:
        return await visit(house, name, lang, **more)

    return arrive

"""Somebody at a browser: cookies, pages, and everything that the browser complained about."""

from __future__ import annotations

import re
import secrets
from typing import Any

from playwright.async_api import Browser, BrowserContext, Page

from browser.play import PATIENCE

# What a page says when the connection is cut, or when a test asks for what is not there.
EXPECTED = re.compile(r"Failed to load resource|WebSocket connection to .* failed")
WATCH = """document.addEventListener("securitypolicyviolation",
  (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));"""


class Person:
    """One browser context, which is one guest of the arena."""

    def __init__(self, context: BrowserContext, origin: str, lang: str) -> None:
        self.context = context
        self.origin = origin
        self.lang = lang
        self.id = ""
        self.csrf = ""
        self.console: list[str] = []
        self.faults: list[str] = []
        self._page: Page | None = None

    @classmethod
    async def come(
        cls,
        browser: Browser,
        origin: str,
        name: str | None = None,
        lang: str = "en",
        *,
        settings: dict[str, Any] | None = None,
        **look: Any,
    ) -> Person:
        """A new browser context; with a name the guest is written down at once.

        `look` goes to Playwright: viewport, is_mobile, color_scheme ...
        """
        view = {"viewport": {"width": 1280, "height": 800}} | look
        locale = "ja-JP" if lang == "ja" else "en-GB"
        context = await browser.new_context(base_url=origin, locale=locale, **view)
        context.set_default_timeout(PATIENCE)
        person = cls(context, origin, lang)
        await context.add_init_script(WATCH)
        context.on("page", person._listen)
        if name is not None:
            await person.call_me(name, {"motion": "off", "lang": lang} | (settings or {}))
        return person

    def _listen(self, page: Page) -> None:
        def said(kind: str, text: str) -> None:
            self.console.append(text)
            if kind in ("error", "warning") and not EXPECTED.search(text):
                self.faults.append(text)

        page.on("console", lambda message: said(message.type, message.text))
        page.on("pageerror", lambda error: self.faults.append(str(error)))

    @property
    def page(self) -> Page:
        assert self._page is not None
        return self._page

    async def open(self, path: str) -> Page:
        """Show this path in the person's page."""
        if self._page is None or self._page.is_closed():
            self._page = await self.context.new_page()
        await self._page.goto(path)
        return self._page

    async def tab(self, path: str) -> Page:
        """One more page of the same person."""
        page = await self.context.new_page()
        await page.goto(path)
        return page

    # over HTTP, for what a test is not about

    async def call_me(self, name: str, settings: dict[str, Any]) -> None:
        answer = await self.context.request.get("/api/me")
        self.csrf = answer.headers["x-csrf-token"]
        self.id = (await answer.json())["id"]
        answer = await self.context.request.put(
            "/api/me", data={"name": name, "settings": settings}, headers=self._headers
        )
        assert answer.ok, await answer.text()

    @property
    def _headers(self) -> dict[str, str]:
        return {"x-csrf-token": self.csrf, "origin": self.origin, "accept-language": self.lang}

    async def ask(self, path: str, body: Any = None) -> Any:
        """POST that must succeed; gives the answer."""
        answer = await self.context.request.post(path, data=body or {}, headers=self._headers)
        assert answer.ok, await answer.text()
        return await answer.json()

    async def get(self, path: str) -> Any:
        """GET that must succeed; gives the answer."""
        answer = await self.context.request.get(path, headers=self._headers)
        assert answer.ok, await answer.text()
        return await answer.json()

    async def table(
        self, *others: str, game: str = "oriflamme", public: bool = False, **options: Any
    ) -> Any:
        """Open a table: this person, and seats that are "open" or "bot:<name>"."""
        order = {
            "game": game, "players": 1 + len(others), "seats": ["me", *others],
            "options": options, "public": public,
        }  # fmt: skip
        return await self.ask("/api/tables", order)

    async def match(self, *others: str, **more: Any) -> str:
        """Open a table whose other seats are bots', and start; gives its id."""
        table = await self.table(*others, **more)
        await self.ask(f"/api/tables/{table['id']}/start", share(table))
        return str(table["id"])


def share(table: Any) -> dict[str, str]:
    """A browser's share of a table's shuffles, answering its seal."""
    return {"nonce": secrets.token_hex(32), "seal": table["commitment"]}


async def gather(host: Person, *others: Person, bots: int = 0, **more: Any) -> str:
    """These people at one running match, seated in this order; gives the table's id."""
    table = await host.table(*["open"] * len(others), *["bot:random"] * bots, **more)
    invite = table["invite"].partition("invite=")[2]
    for other in others:
        await other.ask(f"/api/tables/{table['id']}/join", share(table) | {"invite": invite})
    await host.ask(f"/api/tables/{table['id']}/start", share(table))
    return str(table["id"])

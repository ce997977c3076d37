"""The door: identity, origin, CSRF token, rates and headers, before anything else is looked at."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias
from urllib.parse import SplitResult, urlsplit

import msgspec

from takujo.arena.caller import LANG_COOKIE, Caller, caller, headers, set_cookie
from takujo.arena.house import Arena
from takujo.arena.identity import COOKIE, COOKIE_AGE
from takujo.arena.logging import fault, log
from takujo.arena.problem import Problem, problem

Scope: TypeAlias = Any
Receive: TypeAlias = Any
Send: TypeAlias = Callable[[Any], Awaitable[None]]
App: TypeAlias = Callable[[Any, Any, Any], Awaitable[None]]

SAFE = ("GET", "HEAD", "OPTIONS")
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
SHIELD = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    # Invite links are addresses with a secret in them.
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]

# Browsers take this one only from https and from their own machine, and complain elsewhere.
ALONE = (b"cross-origin-opener-policy", b"same-origin")
OWN_MACHINE = ("localhost", "127.0.0.1", "::1")

# Scripts and styles are no documents; a table loads sixteen of them and the rest would weigh 6 kB.
FILE_SHIELD = [(b"x-content-type-options", b"nosniff")]


class Door:
    """ASGI application around the arena's."""

    def __init__(self, app: App, arena: Arena) -> None:
        self._app = app
        self._arena = arena

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope["path"]
        sent = headers(scope)
        who = caller(scope, sent, self._arena.identity)
        scope["takujo"] = who
        if path.startswith(("/static/", "/skins/")):
            # The same for everybody: no cookie is set, so that it may be kept anywhere.
            bare = path.endswith((".js", ".css", ".json"))
            sending = _shielded(send, [], FILE_SHIELD if bare else SHIELD)
            await self._enter(scope, receive, sending, who)
            return
        extra: list[tuple[bytes, bytes]] = []
        if path.startswith("/api/"):
            extra.append((b"cache-control", b"no-store"))
        if who.secure or _split("//" + sent.get("host", "")).hostname in OWN_MACHINE:
            extra.append(ALONE)
        if not who.known and path != "/health":
            extra.append(self._cookie(who))
        send = _shielded(send, extra)
        try:
            self._check(scope, sent, who)
        except Problem as refused:
            await _refuse(send, refused, who)
            return
        await self._enter(scope, receive, send, who)

    async def _enter(self, scope: Scope, receive: Receive, send: Send, who: Caller) -> None:
        """Let the application answer; when even its own answer to faults fails, say so."""
        begun = False

        async def sending(message: Any) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except Exception as error:
            log.error("answer failed", method=scope["method"], **fault(error))
            if not begun:
                await _refuse(send, problem("fault", "error.unexpected"), who)

    def _check(self, scope: Scope, sent: dict[str, str], who: Caller) -> None:
        path, method = scope["path"], scope["method"]
        safe = method in SAFE
        what = "act" if not safe else "read" if path.startswith("/api/") else "page"
        if path != "/health":
            self._arena.limits.take(what, who.id if who.known else who.address, who.address)
        if safe:
            return
        if not self._is_own(sent):
            raise problem("origin", "error.origin")
        if not who.known or not self._arena.identity.is_token(who.id, sent.get("x-csrf-token", "")):
            raise problem("csrf", "error.csrf")

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        sent = headers(scope)
        who = caller(scope, sent, self._arena.identity)
        scope["takujo"] = who
        try:
            if not self._is_own(sent):
                raise problem("origin", "error.origin")
            if who.forged:
                raise problem("auth", "error.cookie")
            guest = who.id if who.known else who.address
            self._arena.limits.take("connect", guest, who.address)
        except Problem:
            await send({"type": "websocket.close", "code": 4403})
            return
        await self._app(scope, receive, send)

    def _is_own(self, sent: dict[str, str]) -> bool:
        """Does the page that asks come from this arena?"""
        origin = sent.get("origin", "")
        if origin in self._arena.settings.origins:
            return True
        host = _split(origin).netloc
        return bool(host) and host == sent.get("host", "")

    def _cookie(self, who: Caller) -> tuple[bytes, bytes]:
        value = self._arena.identity.cookie(who.id)
        return (b"set-cookie", set_cookie(COOKIE, value, COOKIE_AGE, who.secure).encode())


def _split(address: str) -> SplitResult:
    """The parts of an address; of what is none, none."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def language_cookie(lang: str, secure: bool) -> str:
    """The cookie that lets the next page come in the reader's language."""
    return set_cookie(LANG_COOKIE, lang, COOKIE_AGE, secure)


def _shielded(
    send: Send, extra: list[tuple[bytes, bytes]], shield: list[tuple[bytes, bytes]] = SHIELD
) -> Send:
    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            old = {name.lower() for name, _ in message.get("headers", ())}
            more = [(n, v) for n, v in extra if n == b"set-cookie" or n not in old]
            message = {**message, "headers": [*message.get("headers", ()), *shield, *more]}
        await send(message)

    return sending


def refusal(refused: Problem, lang: Any) -> bytes:
    """The body of an answer that says no."""
    return msgspec.json.encode({"error": {"code": refused.code, "text": refused.said(lang)}})


async def _refuse(send: Send, refused: Problem, who: Caller) -> None:
    body = refusal(refused, who.lang)
    more = [(b"retry-after", b"2")] if refused.code == "rate" else []
    start: dict[str, Any] = {
        "type": "http.response.start",
        "status": refused.status,
        "headers": [(b"content-type", b"application/json"), *more],
    }
    await send(start)
    await send({"type": "http.response.body", "body": body})

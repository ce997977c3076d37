"""The WebSocket half of the protocol: one open page, what it asks and what it is sent."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from takujo.arena import chat
from takujo.arena.caller import Caller
from takujo.arena.given import House
from takujo.arena.house import Arena
from takujo.arena.identity import LANGS, preferences
from takujo.arena.journal import now
from takujo.arena.live import Link, Part
from takujo.arena.logging import fault, log
from takujo.arena.problem import Problem, problem
from takujo.arena.showing import show
from takujo.arena.store import Table

VERSION = 1


class Message(msgspec.Struct, frozen=True):
    """Anything a client may send; which fields count depends on `t`."""

    t: str
    n: int | None = None
    table: str = ""
    invite: str | None = None
    key: str = ""
    asked: str = ""
    to: str = "ask"
    text: str = ""
    lang: str = ""
    ids: tuple[str, ...] = ()


READ = msgspec.json.Decoder(Message)


@websocket("/ws")
async def live(socket: WebSocket[Any, Any, Any], arena: House) -> None:
    """Serve one page for as long as it is open."""
    who: Caller = socket.scope["takujo"]  # type: ignore[typeddict-item]
    await socket.accept()
    if len(arena.live.links_of(who.id)) >= arena.settings.sockets:
        await socket.close(code=4429)
        return
    person = await arena.store.person(who.id)
    link = Link(who.id, who.address, who.lang, preferences(person, who.lang).hold)
    link.post(_pack({"t": "hello", "v": VERSION, "time": now()}))
    arena.live.add(link)
    talk = Talk(arena, link)
    reading = asyncio.create_task(_read(socket, talk))
    writing = asyncio.create_task(_write(socket, talk))
    try:
        await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
    finally:
        arena.live.drop(link)
        for task in (reading, writing, *talk.waiting):
            task.cancel()
        await asyncio.gather(reading, writing, *talk.waiting, return_exceptions=True)
        with contextlib.suppress(Exception):
            await socket.close(code=link.closing or 1000)


async def _read(socket: WebSocket[Any, Any, Any], talk: Talk) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            await talk.hear(await socket.receive_data("text"))


async def _write(socket: WebSocket[Any, Any, Any], talk: Talk) -> None:
    while (item := await talk.link.next()) is not None:
        frame = item if isinstance(item, bytes) else await talk.part(item)
        if frame is not None:
            await socket.send_data(frame, mode="text")


class Talk:
    """What is said on one link."""

    def __init__(self, arena: Arena, link: Link) -> None:
        self.arena = arena
        self.link = link
        self.waiting: set[asyncio.Task[None]] = set()  # answers that come when a question closes

    async def hear(self, text: str | bytes) -> None:
        """Do what a message asks, and answer it."""
        n: int | None = None
        try:
            if len(text) > self.arena.settings.message:
                raise problem("too_large", "error.too_large")
            try:
                message = READ.decode(text)
            except msgspec.DecodeError as error:
                raise problem("bad_input", "error.message") from error
            n = message.n
            if message.t != "beat":
                self.arena.limits.take("socket", self.link.guest, self.link.address)
        except Problem as refused:
            self._refuse(n, refused)
            return
        if message.t == "play" and self._kept_open():
            task = asyncio.create_task(self._answer(message))
            self.waiting.add(task)
            task.add_done_callback(self.waiting.discard)
        else:
            await self._answer(message)

    def _kept_open(self) -> bool:
        """May an answer have to wait, while this page still says other things?"""
        running = self.arena.matches.loaded(self.link.table) if self.link.table else None
        return running is not None and running.window is not None

    async def _answer(self, message: Message) -> None:
        try:
            await self._do(message)
        except Problem as refused:
            self._refuse(message.n, refused)
        except Exception as error:
            log.error("message failed", table=self.link.table or "", **fault(error))
            self._refuse(message.n, problem("busy", "error.unexpected"))

    async def _do(self, message: Message) -> None:
        match message.t:
            case "beat":
                self._beat()
            case "lobby":
                self.link.lobby = True
                self.link.shown.pop("lobby", None)
                self.link.renew("lobby")
            case "watch":
                await self._watch(message)
            case "lang":
                self._speak(message.lang)
            case "why":
                why = await self._why(message.ids)
                self.link.post(_pack({"t": "ack", "n": message.n, "text": why}))
            case "play" | "undo" | "confirm" | "say":
                await self._act(message)
                self.link.post(_pack({"t": "ack", "n": message.n}))
            case _:
                raise problem("bad_input", "error.message")

    def _beat(self) -> None:
        link = self.link
        link.beat = time.monotonic()
        answer: dict[str, Any] = {"t": "beat", "time": now()}
        running = self.arena.matches.loaded(link.table) if link.table else None
        if running is not None:
            answer["seq"] = running.told_to(link.guest)
        link.post(_pack(answer))

    async def _watch(self, message: Message) -> None:
        link = self.link
        try:
            await self.arena.tables.visible(message.table, link.guest, message.invite)
        except Problem as refused:
            self._gone(refused)
            return
        self.arena.live.follow(link, message.table)
        link.chat = link.window = None
        link.shown.clear()
        for part in ("table", "view", "grace", "chat"):
            link.renew(part)

    def _speak(self, lang: str) -> None:
        spoken = next((each for each in LANGS if each == lang), None)
        if spoken is None:
            raise problem("bad_input", "error.lang")
        self.link.lang = spoken
        if self.link.table is not None:
            self.link.renew("table")
            self.link.renew("view")
        if self.link.lobby:
            self.link.renew("lobby")

    async def _act(self, message: Message) -> None:
        arena, link = self.arena, self.link
        if link.table is None:
            raise problem("not_now", "error.watch_first")
        match message.t:
            case "play":
                await arena.matches.play(
                    link.table, link.guest, message.key, message.asked, link.hold
                )
            case "undo":
                await arena.matches.undo(link.table, link.guest, message.to)
            case "confirm":
                await arena.matches.confirm(link.table, link.guest)
            case _:
                arena.limits.take("say", link.guest, link.address)
                table = await arena.tables.visible(link.table, link.guest)
                person = await arena.store.person(link.guest)
                if person is None:
                    raise problem("auth", "error.name_first")
                await chat.say(table, person, message.text, arena.store, arena.live)

    async def _why(self, ids: tuple[str, ...]) -> str:
        link = self.link
        if link.table is None:
            raise problem("not_now", "error.watch_first")
        return await self.arena.matches.why(link.table, link.guest, ids, link.lang)

    async def part(self, part: Part) -> bytes | None:
        """The bytes of a part as it is now; None when there is nothing to send."""
        arena, link = self.arena, self.link
        try:
            if part == "lobby":
                shown = await arena.reception.lobby(link.guest, link.lang)
                return self._fresh(part, _pack({"t": "lobby", "lobby": shown}))
            if link.table is None:
                return None
            if part == "view":
                # Who may follow the table was settled when he began to, and nobody is sent away
                # from a match: the journal in memory is all that a view needs.
                frame = await arena.matches.frame(link.table, link.guest, link.lang)
                return self._fresh(part, b'{"t":"view","view":' + frame + b"}")
            if part == "grace":
                return self._grace(link.table)
            table = await arena.tables.visible(link.table, link.guest)
            if part == "table":
                return _pack(
                    {"t": "table", "table": show(table, link.guest, link.lang, arena.live)}
                )
            return await self._chat(table)
        except Problem as refused:
            if refused.code == "not_found" and part != "view":
                self._gone(refused)
            return None
        except Exception as error:
            log.error("part failed", table=link.table or "", **fault(error))
            return None

    def _fresh(self, part: Part, frame: bytes) -> bytes | None:
        """The frame, unless this page shows it already: that something has happened which it may
        not notice must not show by a message either.
        """
        if self.link.shown.get(part) == frame:
            return None
        self.link.shown[part] = frame
        return frame

    def _grace(self, table: str) -> bytes | None:
        """How long the question that stands is kept open; told once, and when it is gone."""
        running = self.arena.matches.loaded(table)
        window = running.window if running is not None else None
        if running is None or window is self.link.window:
            return None
        self.link.window = window
        left, of = self.arena.matches.open_for(window) if window is not None else (0, 0)
        return _pack({"t": "grace", "left": left, "of": of})

    async def _chat(self, table: Table) -> bytes | None:
        link, first = self.link, self.link.chat is None
        lines = await self.arena.store.chat(table.id, after=link.chat or 0)
        link.chat = lines[-1].id if lines else link.chat or 0
        heard = chat.audible(table, link.guest, lines)
        return _pack({"t": "chat", "lines": heard}) if heard or first else None

    def _gone(self, refused: Problem) -> None:
        self.arena.live.leave(self.link)
        self.link.post(
            _pack({"t": "gone", "code": refused.code, "text": refused.said(self.link.lang)})
        )

    def _refuse(self, n: int | None, refused: Problem) -> None:
        self.link.post(
            _pack({"t": "no", "n": n, "code": refused.code, "text": refused.said(self.link.lang)})
        )
        if n is None and refused.code == "too_large":
            self.link.close(1009)


_pack = msgspec.json.Encoder().encode

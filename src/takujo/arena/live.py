"""Who is connected and what they follow: one bus, one fan-out, presence by heartbeat."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from typing import Literal, NamedTuple, TypeAlias

from takujo.arena.identity import Lang
from takujo.arena.journal import now
from takujo.arena.logging import fault, log
from takujo.arena.settings import Settings
from takujo.core.game import Pace

Kind: TypeAlias = Literal["match", "table", "chat", "lobby", "probe"]
Part: TypeAlias = Literal["table", "view", "grace", "chat", "lobby"]
TAKES: dict[Kind, tuple[Part, ...]] = {
    "match": ("view", "grace"),
    "table": ("table",),
    "chat": ("chat",),
}
BACKLOG = 400  # frames waiting for one socket; who reads so slowly is cut off
FORGOTTEN = 48 * 3600 * 1000


class Notice(NamedTuple):
    """What travels on the bus: that something changed, never what it is now."""

    kind: Kind
    id: str = ""
    version: int = 0


class Link:
    """One open page: what it follows, and what still has to be sent to it.

    The parts of a table are put together when it is their turn to be sent, so a slow reader gets
    the newest of each and no queue of old ones.
    """

    def __init__(self, guest: str, address: str, lang: Lang, hold: str = "never") -> None:
        self.guest = guest
        self.address = address
        self.lang = lang
        self.hold = hold
        self.table: str | None = None
        self.lobby = False
        self.chat: int | None = None  # id of the last chat line looked at; None: nothing sent yet
        self.beat = time.monotonic()
        self.shown: dict[Part, bytes] = {}  # the view and the lobby as they were sent last
        self.window: object = None  # the question it was told is kept open
        self.closing: int | None = None  # the code to close with
        self._waiting: list[bytes | Part] = []
        self._wake = asyncio.Event()

    def post(self, frame: bytes) -> None:
        """Send these bytes, in order."""
        self._put(frame)

    def renew(self, part: Part) -> None:
        """Send this part as it will be when its turn comes; asking twice is asking once."""
        if part not in self._waiting:
            self._put(part)

    def close(self, code: int) -> None:
        """End the connection, without sending what still waits."""
        self.closing = code
        self._wake.set()

    def _put(self, item: bytes | Part) -> None:
        self._waiting.append(item)
        if len(self._waiting) > BACKLOG:
            self.close(4413)
        self._wake.set()

    async def next(self) -> bytes | Part | None:
        """What is to be sent next; None: close."""
        while self.closing is None:
            if self._waiting:
                return self._waiting.pop(0)
            self._wake.clear()
            await self._wake.wait()
        return None


class Live:
    """Fans notices out to the links of this process and knows who is present.

    All notices pass one channel with one reader. With several processes this channel would be
    Redis' or PostgreSQL's; nothing else would change.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._bus: asyncio.Queue[Notice] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._awaiting: dict[str, asyncio.Event] = {}
        self._probes: dict[str, asyncio.Event] = {}
        self._at: defaultdict[str, set[Link]] = defaultdict(set)
        self._of: defaultdict[str, set[Link]] = defaultdict(set)
        self._lobby_changed = False
        self.tables_changed = 0  # grows with every change of a table
        # (table, guest) -> (last seen, counts as present until), both in ms
        self._seen: dict[tuple[str, str], tuple[int, int]] = {}
        self._announced: set[tuple[str, str]] = set()  # whose absence has been told
        self.left: Callable[[str], Awaitable[None]] | None = None  # told of tables somebody left
        self._begun = now()
        self._settled = False  # whether those who did not come back after the start are away now

    def start(self) -> None:
        """Begin to listen to the bus and to look after presence."""
        self._begun = now()
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._tick())]

    async def stop(self) -> None:
        """Close all links and end."""
        for link in list(self.links()):
            link.close(1012)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # The bus

    def publish(self, kind: Kind, id: str = "", version: int = 0) -> None:
        """Tell everybody who follows it that something changed."""
        self.tables_changed += kind == "table"
        self._bus.put_nowait(Notice(kind, id, version))

    async def hears(self, patience: float = 2.0) -> bool:
        """Does a probe come back through the bus?"""
        id = secrets.token_hex(8)
        came = self._probes[id] = asyncio.Event()
        self.publish("probe", id)
        try:
            await asyncio.wait_for(came.wait(), patience)
        except TimeoutError:
            return False
        finally:
            del self._probes[id]
        return True

    async def news(self, id: str, patience: float) -> None:
        """Wait until something about this table has been told, or patience ends."""
        came = self._awaiting.setdefault(id, asyncio.Event())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(came.wait(), patience)

    async def _listen(self) -> None:
        while True:
            self._take(await self._bus.get())

    def _take(self, notice: Notice) -> None:
        if notice.kind == "probe":
            if notice.id in self._probes:
                self._probes[notice.id].set()
            return
        if notice.kind != "chat":
            self._lobby_changed = True
        if notice.id in self._awaiting:
            self._awaiting.pop(notice.id).set()
        for part in TAKES.get(notice.kind, ()):
            for link in self._at.get(notice.id, ()):
                link.renew(part)

    # Links

    def links(self) -> Iterator[Link]:
        """All links of this process."""
        for links in self._of.values():
            yield from links

    def links_of(self, guest: str) -> set[Link]:
        """The open pages of a guest, any number."""
        return self._of.get(guest, set())

    def add(self, link: Link) -> None:
        """A page has opened."""
        self._of[link.guest].add(link)

    def drop(self, link: Link) -> None:
        """A page has closed."""
        self.leave(link)
        self._of[link.guest].discard(link)
        if not self._of[link.guest]:
            del self._of[link.guest]

    def follow(self, link: Link, table: str) -> None:
        """The page shows this table from now on."""
        if link.table == table:
            return
        self.leave(link)
        came = not self.present(table, link.guest)
        link.table = table
        link.chat = None
        self._at[table].add(link)
        self._announced.discard((table, link.guest))
        if came:
            self.publish("table", table)

    def leave(self, link: Link) -> None:
        """The page shows no table any more."""
        table, link.table = link.table, None
        if table is None:
            return
        self._at[table].discard(link)
        if not self._at[table]:
            del self._at[table]
        if not self._links_at(table, link.guest):
            self._saw(table, link.guest, self._settings.away_after)

    def poll(self, table: str, guest: str) -> None:
        """A guest follows the table by asking again and again."""
        came = not self.present(table, guest)
        self._saw(table, guest, self._settings.beat)
        self._announced.discard((table, guest))
        if came:
            self.publish("table", table)

    # Presence

    def _links_at(self, table: str, guest: str) -> bool:
        return any(link.guest == guest for link in self._at.get(table, ()))

    def _saw(self, table: str, guest: str, grace: float) -> None:
        stamp = now()
        self._seen[table, guest] = (stamp, stamp + int(grace * 1000))

    def present(self, table: str, guest: str) -> bool:
        """Is this guest at the table, or has he been within the last few seconds?"""
        if self._links_at(table, guest):
            return True
        grace = self._begun + int(self._settings.away_after * 1000)
        return now() < self._seen.get((table, guest), (0, grace))[1]

    def away_since(self, table: str, guest: str) -> int | None:
        """When he was last seen there, in ms; None while he is present."""
        if self.present(table, guest):
            return None
        return self._seen.get((table, guest), (self._begun, 0))[0]

    def gone(self, table: str, guest: str, turns: Pace) -> bool:
        """Is he away for so long, at a table of this pace, that a bot may take his seat?"""
        since = self.away_since(table, guest)
        if since is None or turns == "live":
            return since is not None
        return since <= now() - int(self._settings.away_long * 1000)

    def guests_at(self, table: str) -> set[str]:
        """Everybody who has a page of this table open."""
        return {link.guest for link in self._at.get(table, ())}

    def followed(self, table: str) -> bool:
        """Is anybody looking?"""
        return bool(self._at.get(table))

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(self._settings.tick)
            try:
                for table in self.look():
                    if self.left is not None:
                        await self.left(table)
            except Exception as error:
                log.error("tick failed", **fault(error))

    def look(self) -> list[str]:
        """Close links that fell silent, tell who has gone, send the lobby if it changed.

        Gives the tables that somebody has left.
        """
        left: list[str] = []
        silent = time.monotonic() - self._settings.beat
        for link in list(self.links()):
            if link.beat < silent:
                link.close(4408)
        stamp = now()
        if not self._settled and stamp >= self._begun + self._settings.away_after * 1000:
            self._settled = True
            for table in list(self._at):
                self.publish("table", table)
        for (table, guest), (last, until) in list(self._seen.items()):
            if self._links_at(table, guest):
                continue
            if until <= stamp and (table, guest) not in self._announced:
                self._announced.add((table, guest))
                self.publish("table", table)
                left.append(table)
            if last < stamp - FORGOTTEN:
                del self._seen[table, guest]
                self._announced.discard((table, guest))
        if self._lobby_changed:
            self._lobby_changed = False
            for link in self.links():
                if link.lobby:
                    link.renew("lobby")
        return left

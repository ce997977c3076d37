"""An arena on a port of its own, and guests who come to it with cookies and sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from takujo.arena.app import create_app
from takujo.arena.deflate import Sockets
from takujo.arena.door import Door
from takujo.arena.house import Arena
from takujo.arena.serve import listen
from takujo.arena.settings import Settings
from takujo.core.state import State

PATIENCE = 60.0  # only a failure waits for so long, on however slow a machine
Found = TypeVar("Found")


class Quiet(uvicorn.Server):
    """A server that leaves the signals of the test run alone."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Running:
    """An arena being served."""

    def __init__(self, settings: Settings, host: str = "127.0.0.1") -> None:
        self.settings = settings
        self.app: Door = create_app(settings)
        self.arena: Arena = self.app._arena
        self._listener = listen(host, 0)
        self.origin = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._server = Quiet(
            uvicorn.Config(
                self.app, ws=Sockets, lifespan="on", log_level="error",
                timeout_graceful_shutdown=20,
            )
        )  # fmt: skip
        self._task: asyncio.Task[None] | None = None
        self._guests: list[Guest] = []

    async def start(self) -> None:
        self._task = asyncio.create_task(self._server.serve(sockets=[self._listener]))
        while not self._server.started:
            await asyncio.sleep(0.01)
            if self._task.done():
                await self._task

    async def stop(self) -> None:
        for guest in self._guests:
            await guest.close()
        self._server.should_exit = True
        if self._task is not None:
            await self._task
        self._listener.close()

    async def guest(self, name: str | None = None, lang: str = "en") -> Guest:
        """Somebody new; with a name he is written down at once."""
        guest = Guest(self.origin, lang)
        self._guests.append(guest)
        await guest.come()
        if name is not None:
            answer = await guest.put("/api/me", {"name": name, "settings": {"hold": "never"}})
            assert answer.status_code == 200, answer.text
        return guest


class Guest:
    """A browser: cookies, token, HTTP and sockets."""

    def __init__(self, origin: str, lang: str = "en") -> None:
        self.origin = origin
        self.http = httpx.AsyncClient(
            base_url=origin, timeout=PATIENCE, headers={"accept-language": lang}, trust_env=False
        )
        self.id = ""
        self.sockets: list[Socket] = []
        self.nonce = secrets.token_hex(32)
        self.seals: dict[str, tuple[str, str]] = {}  # of tables that were seen, and their next

    async def come(self) -> None:
        answer = await self.http.get("/api/me")
        self.id = answer.json()["id"]
        self.http.headers["x-csrf-token"] = answer.headers["x-csrf-token"]
        self.http.headers["origin"] = self.origin

    async def move(self, house: Running) -> Guest:
        """The same browser at another arena, which has the same data."""
        guest = await house.guest()
        guest.http.cookies.clear()
        guest.http.cookies.update(dict(self.http.cookies))
        await guest.come()
        return guest

    async def close(self) -> None:
        for socket in self.sockets:
            await socket.close()
        await self.http.aclose()

    async def get(self, path: str, **params: Any) -> httpx.Response:
        return await self.http.get(path, params=params)

    async def post(self, path: str, body: Any = None) -> httpx.Response:
        return await self.http.post(path, json={} if body is None else body)

    async def put(self, path: str, body: Any) -> httpx.Response:
        return await self.http.put(path, json=body)

    async def ok(self, path: str, body: Any = None) -> Any:
        """POST that must succeed; gives the answer."""
        answer = await self.post(path, body)
        assert answer.status_code in (200, 201), answer.text
        self._look(answer.json())
        return answer.json()

    async def table(
        self,
        *seats: str,
        game: str = "oriflamme",
        public: bool = True,
        options: dict[str, Any] | None = None,
        turns: str = "live",
    ) -> Any:
        """Open a table: `me` and the given other seats."""
        order = {
            "game": game,
            "turns": turns,
            "players": len(seats) + 1,
            "seats": ["me", *seats],
            "options": options or {},
            "public": public,
        }
        return await self.ok("/api/tables", order)

    async def share(self, table: str, *, again: bool = False, **more: Any) -> dict[str, str]:
        """This guest's share of a table's shuffles (`again`: of its rematch's).

        It answers the seal as he was shown it first.
        """
        if table not in self.seals:
            self._look((await self.get(f"/api/tables/{table}", **more)).json())
        return {"nonce": self.nonce, "seal": self.seals[table][again]}

    def _look(self, shown: Any) -> None:
        if isinstance(shown, dict) and "commitment" in shown:
            seals = shown["commitment"], shown["next_commitment"]
            self.seals.setdefault(shown["id"], seals)

    async def join(self, table: str, *, invite: str | None = None, **more: Any) -> Any:
        share = await self.share(table, **({"invite": invite} if invite else {}))
        body = {**share, "invite": invite, **more}
        return await self.ok(f"/api/tables/{table}/join", body)

    async def start(self, table: str) -> Any:
        return await self.ok(f"/api/tables/{table}/start", await self.share(table))

    async def rematch(self, table: str) -> Any:
        return await self.ok(f"/api/tables/{table}/rematch", await self.share(table, again=True))

    async def shown(self, table: str) -> Any:
        """The table, as this guest sees it."""
        answer = await self.get(f"/api/tables/{table}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def view(self, table: str) -> Any:
        answer = await self.get(f"/api/tables/{table}/view")
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def socket(self, **headers: str) -> Socket:
        cookie = "; ".join(f"{c.name}={c.value}" for c in self.http.cookies.jar)
        sent = {"Origin": self.origin, "Cookie": cookie} | headers
        address = self.origin.replace("http", "ws") + "/ws"
        link = await connect(
            address, additional_headers=sent, max_size=None, proxy=None,
            open_timeout=PATIENCE, close_timeout=0.5,
        )  # fmt: skip
        socket = Socket(link)
        self.sockets.append(socket)
        return socket

    async def watch(self, table: str, **more: Any) -> Socket:
        """A socket that follows a table."""
        socket = await self.socket()
        await socket.send(t="watch", table=table, **more)
        return socket


class Socket:
    """The client's side of a socket; every frame it got is kept."""

    def __init__(self, link: ClientConnection) -> None:
        self.link = link
        self.frames: list[str] = []
        self.unread: list[Any] = []
        self.n = 0

    async def send(self, **message: Any) -> None:
        await self.link.send(json.dumps(message))

    async def next(self) -> Any:
        return self.unread.pop(0) if self.unread else await self._receive()

    async def _receive(self) -> Any:
        frame = await asyncio.wait_for(self.link.recv(), PATIENCE)
        assert isinstance(frame, str)
        self.frames.append(frame)
        return json.loads(frame)

    async def until(self, t: str, fits: Callable[[Any], bool] = lambda _: True) -> Any:
        """The next message of this type that fits."""
        while True:
            message = await self.next()
            if message["t"] == t and fits(message):
                return message

    async def ask(self, **message: Any) -> Any:
        """Send with a number and wait for `ack` or `no`."""
        self.n += 1
        n = self.n
        await self.send(n=n, **message)
        while True:
            answer = await self._receive()
            if answer["t"] in ("ack", "no") and answer.get("n") == n:
                return answer
            self.unread.append(answer)

    async def drain(self, seconds: float = 0.3) -> None:
        """Read what comes within a while."""
        with contextlib.suppress(TimeoutError):
            while True:
                frame = await asyncio.wait_for(self.link.recv(), seconds)
                assert isinstance(frame, str)
                self.frames.append(frame)

    async def close(self) -> None:
        await self.link.close()


async def once(ask: Callable[[], Awaitable[Found]], fits: Callable[[Found], bool]) -> Found:
    """What is asked for, again and again, as soon as it fits."""
    async with asyncio.timeout(PATIENCE):
        while not fits(found := await ask()):
            await asyncio.sleep(0.02)
    return found


def settings_for(data: Path, **more: Any) -> Settings:
    """Settings under which nothing waits and nobody is too fast."""
    quick: dict[str, Any] = {
        "bot_delay": (0.0, 0.0), "grace": 0.0, "rate": 1000.0, "tick": 0.05, "sweep": 0.2,
        "away_after": 0.3, "log": False,
    }  # fmt: skip
    return Settings(data=data, **(quick | more))


def offers(view: Any) -> list[Any]:
    """The offers of a view, without what is only explained."""
    listed: list[Any] = (view.get("offers") or {}).get("list", [])
    return [offer for offer in listed if not offer.get("why_not")]


async def gather(house: Running, *names: str, **more: Any) -> tuple[list[Guest], str]:
    """People at one table whose match has begun; the first is its host."""
    people = [await house.guest(name) for name in names]
    bots = more.pop("bots", ())
    table = await people[0].table(*["open"] * (len(names) - 1), *bots, **more)
    invite = table["invite"].partition("invite=")[2]
    for guest in people[1:]:
        await guest.join(table["id"], invite=invite)
    await people[0].start(table["id"])
    return people, str(table["id"])


async def place(house: Running, table: str, position: State) -> None:
    """Let a running match go on from this position."""
    await house.arena.matches.command(table, lambda match: match.checkpoint(position.to_json()))


async def turn(people: list[Guest], table: str) -> tuple[int, Any]:
    """Who has to choose now, and what he sees."""
    for seat, guest in enumerate(people):
        view = await guest.view(table)
        if offers(view):
            return seat, view
    raise AssertionError("nobody is asked")


async def play(guest: Guest, table: str, view: Any, i: int = 0) -> Any:
    """Choose the i-th offer of a view over HTTP; gives the new view."""
    body = {"key": offers(view)[i]["key"], "asked": view["prompt"]["asked"]}
    return await guest.ok(f"/api/tables/{table}/play", body)


async def play_on(people: list[Guest], table: str, choices: int = 10_000) -> int:
    """Play so many choices, or to the end; gives how many it were. All seats are people's."""
    done = 0
    view = await people[0].view(table)
    while done < choices and not view.get("result"):
        (seat,) = view["prompt"]["awaited"]
        mine = await people[seat].view(table)
        view = await play(people[seat], table, mine, done % len(offers(mine)))
        done += 1
    return done


async def finish(guest: Guest, table: str) -> Any:
    """Play a guest's seat against bots over a socket until the match is over."""
    socket = await guest.watch(table)
    answered = ""
    while True:
        view = (await socket.until("view"))["view"]
        if view.get("result"):
            return view
        asked = view["prompt"].get("asked", "")
        if offers(view) and asked != answered:
            answered = asked
            chosen = offers(view)[0]
            answer = await socket.ask(t="play", key=chosen["key"], asked=asked)
            # An interrupt may come too late for the bots, who do not wait here; then a newer view
            # is on its way.
            late = chosen.get("interrupt") and answer.get("code") == "stale"
            assert answer["t"] == "ack" or late, answer

"""An arena of the test's own that can be stopped and opened again on the same port and data."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uvicorn

from takujo.arena.app import create_app
from takujo.arena.deflate import Sockets
from takujo.arena.house import Arena
from takujo.arena.serve import listen
from takujo.arena.settings import Settings
from takujo.core.game import games

QUICK: dict[str, Any] = {
    "bot_delay": (0.0, 0.0), "grace": 0.3, "rate": 1000.0, "tick": 0.05, "sweep": 1.0,
    "away_after": 0.3, "log": False,
}  # fmt: skip


class Quiet(uvicorn.Server):
    """A server that leaves the signals of the test run alone."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class House:
    """An arena served in this process, so that tests may look behind the browser's back."""

    def __init__(self, data: Path, **settings: Any) -> None:
        self.settings = Settings(data=data, **(QUICK | settings))
        self.arena: Arena
        self._port = 0
        self._listener: socket.socket | None = None
        self._server: Quiet | None = None
        self._serving: asyncio.Task[None] | None = None

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    async def open(self) -> None:
        """Serve; the second time on the port of the first."""
        self._listener = listen("127.0.0.1", self._port)
        self._port = self._listener.getsockname()[1]
        app = create_app(self.settings)
        self.arena = app._arena
        self._server = Quiet(
            uvicorn.Config(
                app, ws=Sockets, lifespan="on", log_level="error",
                timeout_graceful_shutdown=20,
            )
        )  # fmt: skip
        self._serving = asyncio.create_task(self._server.serve(sockets=[self._listener]))
        while not self._server.started:
            await asyncio.sleep(0.01)
            if self._serving.done():
                await self._serving

    async def close(self) -> None:
        """Stop serving; what is durable stays in the data directory."""
        if self._serving is None or self._server is None or self._listener is None:
            return
        self._server.should_exit = True
        await self._serving
        self._listener.close()
        self._serving = None

    def cut(self, *guests: str) -> int:
        """Break the sockets of these guests, or of everybody, as a bad line would; how many."""
        links = [x for x in self.arena.live.links() if not guests or x.guest in guests]
        for link in links:
            link.close(1012)
        return len(links)

    async def awake(self, table: str) -> None:
        """Wait until somebody's page has called a match back into memory after a restart."""
        async with asyncio.timeout(60):
            while self.arena.matches.loaded(table) is None:
                await asyncio.sleep(0.01)

    def seq(self, table: str) -> int:
        """How many lines the journal of a match has."""
        running = self.arena.matches.loaded(table)
        assert running is not None
        return running.match.seq

    @contextlib.contextmanager
    def beginning(self, game: str, **facts: Any) -> Iterator[None]:
        """Matches that start meanwhile begin in the position that these facts tell."""
        usual = games()[game]
        placed = copy.copy(usual)
        placed.setup = lambda players, options: usual.position(  # type: ignore[method-assign]
            players, options, **facts
        )
        games()[game] = placed
        try:
            yield
        finally:
            games()[game] = usual

"""The arena as a whole: its parts, put together and taken apart in the right order."""

from __future__ import annotations

import asyncio
import contextlib

from takujo.arena.bots import Bots
from takujo.arena.identity import Identity
from takujo.arena.limits import Limits
from takujo.arena.live import Live
from takujo.arena.lobby import Reception
from takujo.arena.logging import configure, fault, log
from takujo.arena.matches import Matches
from takujo.arena.problem import Problem
from takujo.arena.records import Records
from takujo.arena.settings import Settings
from takujo.arena.store import Store
from takujo.arena.tables import Tables


class Arena:
    """One process's arena over one data directory."""

    def __init__(self, settings: Settings) -> None:
        settings.data.mkdir(parents=True, exist_ok=True)
        configure(settings.log)
        self.settings = settings
        self.identity = Identity(settings.data)
        self.limits = Limits(settings.rate)
        self.store = Store(settings.database)
        self.live = Live(settings)
        self.tables = Tables(settings, self.store, self.live)
        self.matches = Matches(
            settings, self.store, self.live, Bots(settings), self.tables.ended, self.tables.lost
        )
        self.tables.matches = self.matches
        self.reception = Reception(self.store, self.live, self.matches)
        self.records = Records(settings, self.store)
        self.live.left = self._left
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Open the file, listen, and wake the matches at which bots play."""
        await self.store.open()
        self.live.start()
        self._tasks = [asyncio.create_task(self._sweep()), asyncio.create_task(self._resume())]
        log.info("arena open")

    async def stop(self) -> None:
        """Let what has begun finish, then close everything."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.live.stop()
        await self.matches.stop()
        await self.store.close()
        log.info("arena closed")

    async def _resume(self) -> None:
        for id in await self.store.running():
            with contextlib.suppress(Problem):
                await self.matches.get(id)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(self.settings.sweep)
            self.limits.forget()
            try:
                await self.tables.sweep()
                await self.records.sweep()
            except Exception as error:
                log.error("sweep failed", **fault(error))

    async def _left(self, table: str) -> None:
        """Somebody has gone from a table: those who stay may all want the rematch now."""
        await self.tables.try_rematch(table)

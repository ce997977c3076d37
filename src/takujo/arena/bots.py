"""Bots at the tables: they think in threads of their own and never hold up the arena."""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any

from takujo.arena.logging import fault, log
from takujo.arena.settings import Settings
from takujo.bots import bot
from takujo.core.chance import SplitMix
from takujo.core.match import Seat


class Bots:
    """Chooses for the seats that bots hold."""

    def __init__(
        self,
        settings: Settings,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._sleep = sleep
        self._clock = clock
        self._rng = SplitMix(secrets.randbits(64))
        self._free = asyncio.Semaphore(settings.bot_threads)

    async def choose(self, seat: Seat, name: str) -> str:
        """The key that a bot plays; `seat` shares nothing with the match.

        A bot that fails or thinks too long is replaced by a random legal choice. The answer
        comes after a time that does not depend on what the bot may choose from.
        """
        offers = seat.offers()
        rng = self._rng.split()
        low, high = self._settings.bot_delay
        begun = self._clock()
        async with self._free:
            try:
                key: str = await asyncio.wait_for(
                    _in_thread(lambda: bot(name).choose(seat, rng)), self._settings.bot_timeout
                )
                if key not in offers and not (key == "" and seat.decision().optional):
                    log.warning("bot chose what was not offered", bot=name, game=seat.game.id)
                    key = offers[self._rng.below(len(offers))]
            except Exception as error:
                log.error("bot failed", bot=name, game=seat.game.id, **fault(error))
                key = offers[self._rng.below(len(offers))]
        pause = low + (high - low) * self._rng.below(1000) / 1000
        await self._sleep(max(0.0, pause - (self._clock() - begun)))
        return key


async def _in_thread(call: Callable[[], Any]) -> Any:
    """Run a call in a thread that, should it never end, does not keep the process alive."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Any] = loop.create_future()

    def tell(result: Any, error: BaseException | None) -> None:
        if answer.done():
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(result)

    def work() -> None:
        result, failed = None, None
        try:
            result = call()
        except Exception as error:
            failed = error
        if not loop.is_closed():
            loop.call_soon_threadsafe(tell, result, failed)

    threading.Thread(target=work, name="bot", daemon=True).start()
    return await answer

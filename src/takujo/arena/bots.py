"""Bots at the tables: they think in threads of their own and never hold up the arena."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from takujo.arena.logging import fault, log
from takujo.arena.settings import Settings
from takujo.bots import bot
from takujo.core.chance import SplitMix, shuffled
from takujo.core.match import Seat

T = TypeVar("T")


class Bots:
    """Chooses for the seats that bots hold."""

    def __init__(
        self,
        settings: Settings,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._settings = settings
        self._sleep = sleep
        self._rng = SplitMix(secrets.randbits(64))
        self._free = asyncio.Semaphore(settings.bot_threads)

    async def think(self, seat: Seat, name: str) -> str:
        """The key that a bot plays, `""` to let an interrupt go.

        `seat` shares nothing with the match. A bot that fails or thinks too long is replaced by a
        random legal choice, or lets it go.
        """
        rng = self._rng.split()
        async with self._free:
            try:
                key: str = await asyncio.wait_for(
                    _in_thread(lambda: bot(name).choose(seat, rng)), self._settings.bot_timeout
                )
                if key in seat.offers() or (key == "" and seat.decision().optional):
                    return key
                log.warning("bot chose what was not offered", bot=name, game=seat.game.id)
            except Exception as error:
                log.error("bot failed", bot=name, game=seat.game.id, **fault(error))
        decision = seat.decision()
        keys = tuple(seat.game.keys(decision))
        return "" if decision.optional else keys[self._rng.below(len(keys))]

    async def pause(self) -> None:
        """Wait as long as bots take, whatever they have to choose from."""
        low, high = self._settings.bot_delay
        await self._sleep(low + (high - low) * self._rng.below(1000) / 1000)

    def shuffled(self, bots: Sequence[T]) -> list[T]:
        """The same in a random order."""
        return [bots[i] for i in shuffled(self._rng, range(len(bots)))]


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

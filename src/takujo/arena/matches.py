"""Matches in play: one queue of commands each; durable first, then acknowledged, then told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection
from typing import Any, NamedTuple, TypeAlias

from takujo.arena import steps, wire
from takujo.arena.bots import Bots
from takujo.arena.identity import Lang
from takujo.arena.journal import Conflict, JournalFault, Line
from takujo.arena.live import Live
from takujo.arena.logging import fault, log
from takujo.arena.problem import Problem, not_found, problem
from takujo.arena.running import Running, Window, read_match
from takujo.arena.settings import Settings
from takujo.arena.store import Store, Table
from takujo.core import standing
from takujo.core.game import games
from takujo.core.match import Match, Refused, Seat
from takujo.core.texts import say

Act: TypeAlias = Callable[[Match], list[Line]]
Told: TypeAlias = Callable[[str], Awaitable[None]]
Sleep: TypeAlias = Callable[[float], Awaitable[None]]
TRIES = 3
STUBBORN = 5  # refusals in a row after which a bot rests


class Matches:
    """Loads matches from the journal when they are wanted and lets them go when not."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        live: Live,
        bots: Bots,
        ended: Told,
        lost: Told,
        *,
        sleep: Sleep = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._sleep = sleep
        self._clock = clock
        self._store = store
        self._live = live
        self._bots = bots
        self._ended = ended
        self._lost = lost  # told of matches that cannot go on under today's rules
        self._running: dict[str, Running] = {}
        self._loading: dict[str, asyncio.Task[Running]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._stopping = False

    async def stop(self) -> None:
        """Let commands finish, stop the bots."""
        self._stopping = True
        for running in self._running.values():
            if running.thinking is not None:
                running.thinking.cancel()
            if running.window is not None:
                running.window.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Loading

    async def get(self, id: str) -> Running:
        """The match of a table; raises Problem when there is none."""
        running = self._running.get(id)
        if running is None:
            if id not in self._loading:
                self._loading[id] = self._task(self._load(id))
            running = await asyncio.shield(self._loading[id])
        running.used = time.monotonic()
        return running

    async def _load(self, id: str) -> Running:
        try:
            table, match = await self._fetch(id)
            running = Running(
                id,
                match,
                {c.person: c.seat for c in table.chairs if c.person},
                {c.seat: c.name or "" for c in table.chairs if c.person},
                table.turns,
            )
            running.told = match.seq
            running.closed = table.state == "closed"
            self._running[id] = running
        finally:
            self._loading.pop(id, None)
        if match.over and table.state == "running":
            await self._ended(id)
        self._keep_open(running)
        self._wake(running)
        return running

    async def _fetch(self, id: str) -> tuple[Table, Match]:
        """Read a match; after a change of rules its journal goes on from the stored position."""
        for _ in range(TRIES):
            table = await self._store.table(id)
            if table is None or table.header is None:
                raise not_found()
            lines, position = await self._store.match(id)
            match = await asyncio.to_thread(read_match, table, lines, position)
            if match is None:
                if table.state == "running" and table.game in games():
                    await self._lost(id)
                raise problem("not_now", "error.match_unreadable")
            added = match.lines[len(lines) :]
            if added and table.state == "running":
                try:
                    await self._keep(id, match, added)
                except Conflict:
                    continue
            return table, match
        raise problem("conflict", "error.conflict")

    async def _keep(self, id: str, match: Match, lines: list[Line]) -> None:
        """Write lines down, with the position after them; raises Conflict, or Problem `busy`."""
        try:
            await self._store.journal.append(id, lines, match.state.to_json())
        except JournalFault as error:
            log.error("journal failed", table=id, **fault(error))
            raise problem("busy", "error.not_written") from error

    def _drop(self, running: Running) -> None:
        """Forget the match in memory; the journal is what counts."""
        running.dropped = True
        if self._running.get(running.id) is running:
            del self._running[running.id]
        if running.thinking is not None and running.thinking is not asyncio.current_task():
            running.thinking.cancel()
        if running.window is not None:
            running.window.close()

    def rest(self) -> None:
        """Let go of matches that nobody follows and nobody has asked for in a while."""
        late = time.monotonic() - self._settings.idle_match
        for running in list(self._running.values()):
            if not self._live.followed(running.id):
                running.forget()
            busy = running.lock.locked() or (running.thinking and not running.thinking.done())
            busy = busy or (running.window is not None and not running.window.over.is_set())
            if running.used < late and not busy and not self._live.followed(running.id):
                self._drop(running)

    def close(self, id: str) -> None:
        """The table was closed: the match can be looked at, not played."""
        running = self._running.get(id)
        if running is not None:
            running.closed = True
            if running.thinking is not None:
                running.thinking.cancel()

    def loaded(self, id: str) -> Running | None:
        """The match if it is in memory."""
        return self._running.get(id)

    def __len__(self) -> int:
        return len(self._running)

    def stuck(self) -> list[str]:
        """Matches in which nothing is awaited though they are not over: there must be none."""
        return [r.id for r in self._running.values() if not r.match.over and not r.match.awaited]

    # Commands

    async def command(self, id: str, act: Act) -> None:
        """Carry a command out; returns when its lines are durable and everybody is being told.

        Raises Problem when the match refuses; nothing has changed then.
        """
        # In a task of its own: that the asker goes away must not leave it half done.
        await asyncio.shield(self._task(self._command(id, act)))

    async def _command(self, id: str, act: Act) -> None:
        for _ in range(TRIES):
            running = await self.get(id)
            async with running.lock:
                if running.dropped:
                    continue
                if running.closed:
                    raise problem("not_now", "error.state_closed")
                try:
                    lines = act(running.match)
                except Refused as refused:
                    speech = running.speech("en", None)
                    raise Problem(refused.code, refused.reason, speech) from refused
                except BaseException:
                    self._drop(running)  # the position may be half changed
                    raise
                if not lines:
                    return
                try:
                    await self._keep(id, running.match, lines)
                except Conflict:
                    self._drop(running)
                    continue
                except BaseException:
                    self._drop(running)
                    raise
                running.frames.clear()
                running.told = running.match.seq
                self._keep_open(running)
                if running.match.over:
                    await self._ended(id)
            self._live.publish("match", id, running.match.seq)
            self._wake(running)
            return
        raise problem("conflict", "error.conflict")

    async def play(self, id: str, guest: str, key: str, asked: str, hold: str) -> None:
        """Answer a decision for the seat that this guest owns.

        An answer that would close a question too early is carried out when its time is over; a
        question that is gone by then is refused as `stale`.
        """

        def act(match: Match) -> list[Line]:
            seat = self._seat(id, match, guest)
            meant = wire.key_of(key, lambda: match.view(seat).offers)
            try:
                return match.play(seat, meant, asked, hold=hold)
            except Refused as refused:
                # Somebody was faster: to this seat it is the same whether it is asked anything now.
                gone = asked and asked == self._running[id].asked.get(seat)
                if gone and refused.reason.key == "refused.not_asked":
                    raise Refused("stale", say("refused.stale")) from None
                raise

        await self._wait(id, guest, key, asked)
        await self.command(id, act)

    async def undo(self, id: str, guest: str, to: str) -> None:
        """Take back the last choice, all since the turn began, or an answer."""
        await self.command(id, lambda m: m.undo(self._seat(id, m, guest), to))

    async def confirm(self, id: str, guest: str) -> None:
        """Release a choice that waits for its player's confirmation."""
        await self.command(id, lambda m: m.confirm(self._seat(id, m, guest)))

    def _seat(self, id: str, match: Match, guest: str) -> int:
        """The seat that a guest owns and plays himself."""
        running = self._running[id]
        seat = running.owners.get(guest)
        if seat is None:
            raise problem("not_yours", "error.no_seat")
        if seat in running.by_bot:
            raise problem("not_yours", "error.bot_plays")
        return seat

    # Questions that are kept open

    def _keep_open(self, running: Running) -> None:
        """See how long the question that stands now stays open; public facts alone say so."""
        match, old = running.match, running.window
        live = running.turns == "live"
        needed = (live and standing.window(match)) or standing.formality(match) is not None
        question = standing.question(match) if needed else None
        if old is not None:
            if old.question is question:
                return
            old.close()
            running.window = None
        if question is not None and not running.closed:
            length = self._settings.grace if live else 0.0
            window = running.window = Window(question, length, self._clock() + length)
            window.timer = self._task(self._close_window(running, window))

    async def _close_window(self, running: Running, window: Window) -> None:
        await self._sleep(window.length)
        window.over.set()

        def act(match: Match) -> list[Line]:
            due = standing.formality(match) if standing.question(match) is window.question else None
            return match.play(*due, match.asked(due[0])) if due is not None else []

        try:
            await self.command(running.id, act)
        except Problem as refused:
            log.warning("formality was refused", table=running.id, **fault(refused))

    async def _wait(self, id: str, guest: str, key: str, asked: str) -> None:
        """Wait as long as this answer would close a question that others may still interrupt."""
        while True:
            running = await self.get(id)
            window = running.window
            if window is None or window.over.is_set():
                return
            async with running.lock:
                if not _closes(running.match, running.owners.get(guest), key, asked):
                    return
            await window.over.wait()

    def open_for(self, window: Window) -> tuple[int, int]:
        """How much longer a question is kept open, and how long in all, in ms."""
        left = 0.0 if window.over.is_set() else max(0.0, window.until - self._clock())
        return round(left * 1000), round(window.length * 1000)

    # Looking

    async def frame(self, id: str, guest: str, lang: Lang) -> bytes:
        """The view of the seat that a guest owns, or an onlooker's, as JSON."""
        while True:
            running = await self.get(id)
            async with running.lock:
                if running.dropped:
                    continue
                seat = running.owners.get(guest)
                made = running.frames.get((seat, lang))
                if made is None:
                    others = [said for (_, each), said in running.said.items() if each == lang]
                    said = running.said.setdefault((seat, lang), {})
                    shown = running.match.view(seat)
                    if seat is not None and shown.prompt.asked:
                        running.asked[seat] = shown.prompt.asked
                    speech = running.speech(lang, seat)
                    made = wire.packed(wire.view(shown, speech, said, others))
                    running.frames[seat, lang] = made
                return made

    async def why(self, id: str, guest: str, ids: Collection[str], lang: Lang) -> str:
        """Which rule forbids what the seat of this guest has chosen, in words; often nothing."""
        running = await self.glance(id)
        seat = self._seat(id, running.match, guest)
        return running.speech(lang, seat).plain(running.match.why_not(seat, ids))

    async def glance(self, id: str) -> Running:
        """The match for a look at public facts; nothing of it may be changed."""
        while True:
            running = await self.get(id)
            async with running.lock:
                if not running.dropped:
                    return running

    async def step(self, id: str, step: int | None, side: int | None, lang: Lang) -> bytes:
        """The answer to a replay request: what a side saw after `step`, as JSON."""
        running = await self.glance(id)
        kept = running.steps if running.match.over else None
        return await steps.answer(running.match, step, running.speech(lang, side), kept)

    def rename(self, guest: str, name: str) -> None:
        """A guest has another name from now on."""
        for running in self._running.values():
            seat = running.owners.get(guest)
            if seat is not None:
                running.people[seat] = name
                running.forget()
                self._live.publish("match", running.id, running.match.seq)

    # Bots

    def _wake(self, running: Running) -> None:
        """See that the bots think, if they have anything to choose."""
        busy = running.thinking is not None and not running.thinking.done()
        if running.by_bot and not busy and not running.dropped and not self._stopping:
            running.thinking = self._task(self._think(running))

    async def _think(self, running: Running) -> None:
        try:
            await self._bots_turn(running)
        except Exception as error:
            log.error("bots stopped", table=running.id, **fault(error))
            self._drop(running)

    async def _bots_turn(self, running: Running) -> None:
        """Ask the bots until none has anything to say: all of them at once, in the same time."""
        refusals, done = 0, -1
        while not running.dropped and refusals < STUBBORN:
            async with running.lock:
                bots = _asked_bots(running)
                if not bots or running.match.seq == done:
                    return
                done = running.match.seq
            keys = await self._choices(bots)
            interrupted = False
            for bot in sorted(self._bots.shuffled(bots), key=lambda bot: bot.awaited):
                key = keys.get(bot.seat, "")
                if bot.awaited and interrupted:
                    break  # he thinks again about what he has just heard
                interrupted = interrupted or (bool(key) and not bot.awaited)
                try:
                    await self._answer(running, bot, key)
                except Exception as error:
                    refusals, done = refusals + 1, -1
                    log.warning("bot was refused", table=running.id, seat=bot.seat, **fault(error))
                else:
                    refusals = 0
        self._drop(running)

    async def _choices(self, bots: list[Bot]) -> dict[int, str]:
        """What bots choose, by seat, after a time that does not depend on what they hold.

        Who may only interrupt has as long as the others take: that he may is his secret.
        """
        begun = {b: asyncio.create_task(self._bots.think(b.view, b.name)) for b in bots if b.view}
        awaited = [task for bot, task in begun.items() if bot.awaited]
        try:
            await asyncio.gather(self._bots.pause(), *(awaited or begun.values()))
            return {bot.seat: task.result() for bot, task in begun.items() if task.done()}
        finally:
            for task in begun.values():
                task.cancel()

    async def _answer(self, running: Running, bot: Bot, key: str) -> None:
        """Carry out what a bot has chosen, unless it is asked no more."""
        if bot.view is None:  # its person held a choice back and then went
            await self.command(running.id, lambda match: match.confirm(bot.seat))
            return

        def act(match: Match) -> list[Line]:
            if bot.seat not in self._running[running.id].by_bot:
                return []
            gone = match.asked(bot.seat) != bot.asked
            return [] if gone else match.play(bot.seat, key, bot.asked)

        window = running.window
        if key and window is not None and standing.answers(running.match, bot.seat, key):
            await window.over.wait()
        if key:
            await self.command(running.id, act)

    def _task(self, work: Awaitable[Any]) -> asyncio.Task[Any]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            # Whoever waited has got it; asyncio must not print the words of what nobody fetched.
            task.exception()


class Bot(NamedTuple):
    """A bot that may choose now; without a view it only confirms what its seat has held back."""

    seat: int
    name: str
    awaited: bool
    asked: str
    view: Seat | None


def _closes(match: Match, seat: int | None, key: str, asked: str) -> bool:
    """Does this command answer the question for which its seat is awaited?"""
    if seat is None or match.asked(seat) != asked:
        return False
    return standing.answers(match, seat, wire.key_of(key, lambda: match.view(seat).offers))


def _asked_bots(running: Running) -> list[Bot]:
    """The bots that are awaited, or may interrupt."""
    match = running.match
    found = []
    for seat in running.by_bot if not match.over else ():
        awaited, asked = seat in match.awaited, match.asked(seat)
        if awaited or asked:
            view = match.seat(seat) if asked else None
            found.append(Bot(seat, running.bot_at(seat), awaited, asked, view))
    return found

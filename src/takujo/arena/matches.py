"""Matches in play: one queue of commands each; durable first, then acknowledged, then told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from takujo.arena import wire
from takujo.arena.bots import Bots
from takujo.arena.identity import Lang
from takujo.arena.journal import Conflict, JournalFault, Line
from takujo.arena.live import Live
from takujo.arena.logging import fault, log
from takujo.arena.problem import Problem, not_found, problem
from takujo.arena.settings import Settings
from takujo.arena.showing import bot_name
from takujo.arena.speech import Speech
from takujo.arena.store import Store, Table
from takujo.core.chance import match_key
from takujo.core.game import games
from takujo.core.match import Match, RecordError, Refused
from takujo.core.views import Prompt

Act: TypeAlias = Callable[[Match], list[Line]]
Told: TypeAlias = Callable[[str], Awaitable[None]]
TRIES = 3
USUAL = "greedy"  # the bot that takes over from a person
STUBBORN = 5  # refusals in a row after which a bot rests


@dataclass(slots=True)
class Running:
    """A match in memory; whoever reads or changes it holds the lock."""

    id: str
    match: Match
    owners: dict[str, int]  # guest -> seat
    people: dict[int, str]  # seat -> name of the person there
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    used: float = field(default_factory=time.monotonic)
    frames: dict[tuple[int | None, str], bytes] = field(default_factory=dict)  # of this moment
    said: dict[tuple[int | None, str], wire.Said] = field(default_factory=dict)
    steps: dict[tuple[int, int | None, str], bytes] = field(default_factory=dict)
    glimpses: dict[str, tuple[int, list[tuple[int, int]], str]] = field(default_factory=dict)
    thinking: asyncio.Task[None] | None = None
    told: int = 0  # seq of the newest position that may be shown
    closed: bool = False  # nobody came back to it; it can be looked at, not played
    dropped: bool = False

    def told_to(self, guest: str) -> int:
        """The `seq` of the view that this guest is shown."""
        return self.told - (self.match.seq - self.match.seq_for(self.owners.get(guest)))

    def forget(self) -> None:
        """Drop all that was put into words."""
        self.frames.clear()
        self.said.clear()
        self.glimpses.clear()
        self.steps.clear()
        self.match.forget()

    @property
    def by_bot(self) -> tuple[int, ...]:
        """Seats that a bot plays now."""
        match = self.match
        return tuple(
            p for p in range(match.players) if p in match.conceded or match.by[p].startswith("bot:")
        )

    def bot_at(self, seat: int) -> str:
        """Which bot plays this seat; a seat that was conceded gets the usual one."""
        by = self.match.by[seat]
        return by.removeprefix("bot:") if by.startswith("bot:") else USUAL

    def names(self, lang: Lang) -> dict[int, str]:
        """What the players are called in a language."""
        bots = Speech(lang)
        return {p: self.people.get(p) or bot_name(p, bots) for p in range(self.match.players)}

    def speech(self, lang: Lang, viewer: int | None) -> Speech:
        """How this match is put into words for a viewer."""
        return Speech(lang, self.match.game, viewer, self.names(lang))


class Matches:
    """Loads matches from the journal when they are wanted and lets them go when not."""

    def __init__(
        self, settings: Settings, store: Store, live: Live, bots: Bots, ended: Told, lost: Told
    ) -> None:
        self._settings = settings
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
            )
            running.told = match.seq
            running.closed = table.state == "closed"
            self._running[id] = running
        finally:
            self._loading.pop(id, None)
        if match.over and table.state == "running":
            await self._ended(id)
        self._wake(running)
        return running

    async def _fetch(self, id: str) -> tuple[Table, Match]:
        """Read a match; after a change of rules its journal goes on from the stored position."""
        for _ in range(TRIES):
            table = await self._store.table(id)
            if table is None or table.header is None:
                raise not_found()
            lines, position = await self._store.match(id)
            match = await asyncio.to_thread(_read, table, lines, position)
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

    def rest(self) -> None:
        """Let go of matches that nobody follows and nobody has asked for in a while."""
        late = time.monotonic() - self._settings.idle_match
        for running in list(self._running.values()):
            if not self._live.followed(running.id):
                running.forget()
            busy = running.lock.locked() or (running.thinking and not running.thinking.done())
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
                if running.match.over:
                    await self._ended(id)
            self._live.publish("match", id, running.match.seq)
            self._wake(running)
            return
        raise problem("conflict", "error.conflict")

    async def play(self, id: str, guest: str, key: str, asked: str, hold: str) -> None:
        """Answer a decision for the seat that this guest owns."""

        def act(match: Match) -> list[Line]:
            seat = self._seat(id, match, guest)
            meant = wire.key_of(key, lambda: match.view(seat).offers)
            return match.play(seat, meant, asked, hold=hold)

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
                    speech = running.speech(lang, seat)
                    made = wire.ENCODER.encode(wire.view(shown, speech, said, others))
                    running.frames[seat, lang] = made
                return made

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
        match = running.match
        lines = match.effective()
        steps = len(lines) - 1
        step = steps if step is None else max(0, min(step, steps))
        made = running.steps.get((step, side, lang)) if match.over else None
        if made is None:
            try:
                past = await asyncio.to_thread(_replayed, match, lines[: step + 1])
            except RecordError as error:  # the rules have changed since
                raise problem("not_now", "error.step_unreadable") from error
            shown = past.view(side)
            if not past.over:
                prompt = Prompt(title=shown.prompt.title, awaited=shown.prompt.awaited)
                shown = replace(shown, prompt=prompt)
            shown = replace(shown, offers=(), undo=False, restart=False, held=False)
            answer = {
                "step": step,
                "steps": steps,
                "sides": [*range(match.players), None],
                "view": wire.view(shown, running.speech(lang, side)),
            }
            made = wire.ENCODER.encode(answer)
            if match.over and len(running.steps) < 2000:
                running.steps[step, side, lang] = made
        return made

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
        """See that the bots who are awaited think."""
        busy = running.thinking is not None and not running.thinking.done()
        if (
            _next_bot(running, set()) is not None
            and not busy
            and not running.dropped
            and not self._stopping
        ):
            running.thinking = self._task(self._think(running))

    async def _think(self, running: Running) -> None:
        try:
            await self._bots_turn(running)
        except Exception as error:
            log.error("bots stopped", table=running.id, **fault(error))
            self._drop(running)

    async def _bots_turn(self, running: Running) -> None:
        refusals = 0
        declined: set[tuple[int, int]] = set()
        while not running.dropped and refusals < STUBBORN:
            async with running.lock:
                match = running.match
                seat = _next_bot(running, declined)
                if seat is None:
                    return
                asked = match.asked(seat)
                shown = match.seat(seat)
                now = (match.seq, seat)
            try:
                if asked:
                    key = await self._bots.choose(shown, running.bot_at(seat))
                    if key:
                        await self.command(running.id, _answer(running, seat, key, asked))
                    else:
                        declined.add(now)
                else:  # its person held a choice back and then went
                    await self.command(running.id, _confirmation(seat))
            except Exception as error:
                refusals += 1
                log.warning("bot was refused", table=running.id, seat=seat, **fault(error))
            else:
                refusals = 0
        self._drop(running)

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


def _read(table: Table, lines: list[Line], position: Any) -> Match | None:
    """The match, with one more line if its rules have changed; None if it cannot go on."""
    nonces = [bytes.fromhex(c.nonce or "") for c in table.chairs]
    key = match_key(bytes.fromhex(table.server_key), nonces)
    try:
        match = Match.load(table.header, lines, key=key, stored=position)
        if match.parted is not None:
            log.warning("rules have changed", table=table.id, game=table.game)
            match.checkpoint(position)
            views = [match.view(p) for p in (*range(match.players), None)]
            if views[-1].result is None and not match.awaited:
                raise RecordError("nobody is awaited in the stored position")
    except MemoryError:
        raise
    except Exception as error:  # today's rules may do anything with a position of yesterday's
        log.error("match cannot be read", table=table.id, **fault(error))
        return None
    return match


def _next_bot(running: Running, declined: set[tuple[int, int]]) -> int | None:
    """The seat whose bot is to be asked: first who may interrupt, then who is awaited."""
    match = running.match
    if match.over:
        return None
    awaited = [p for p in match.awaited if p in running.by_bot]
    others = [p for p in running.by_bot if p not in match.awaited and match.asked(p)]
    waiting = [p for p in (*others, *awaited) if (match.seq, p) not in declined]
    return waiting[0] if waiting else None


def _answer(running: Running, seat: int, key: str, asked: str) -> Act:
    """A bot's choice, unless its seat has gone back to a person meanwhile."""

    def act(match: Match) -> list[Line]:
        if seat not in running.by_bot:
            return []
        return match.play(seat, key, asked)

    return act


def _confirmation(seat: int) -> Act:
    return lambda match: match.confirm(seat)


def _replayed(match: Match, lines: list[Line]) -> Match:
    """The match as it was after these lines of its effective record."""
    fresh = [{k: v for k, v in line.items() if k not in ("seq", "digest")} for line in lines]
    return Match.load(match.header, [{"seq": i, **line} for i, line in enumerate(fresh)])

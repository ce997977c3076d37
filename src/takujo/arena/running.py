"""A match in memory: who plays it, what has been put into words, which question stands open."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any

from takujo.arena import wire
from takujo.arena.identity import Lang
from takujo.arena.journal import Line
from takujo.arena.logging import fault, log
from takujo.arena.showing import bot_name
from takujo.arena.speech import Speech
from takujo.arena.steps import Steps
from takujo.arena.store import Table
from takujo.core.chance import match_key
from takujo.core.game import Pace
from takujo.core.match import Match, RecordError

USUAL = "greedy"  # the bot that takes over from a person


@dataclass(slots=True, eq=False)
class Window:
    """How long the question that stands is kept open, whoever may interrupt it.

    Times are seconds, of the clock of `Matches`.
    """

    question: object
    length: float
    until: float
    over: asyncio.Event = field(default_factory=asyncio.Event)
    timer: asyncio.Task[None] | None = None

    def close(self) -> None:
        """The question is gone: whoever waits for the end need not wait any more."""
        if self.timer is not None and not self.over.is_set():
            self.timer.cancel()
        self.over.set()


@dataclass(slots=True)
class Running:
    """A match in memory; whoever reads or changes it holds the lock."""

    id: str
    match: Match
    owners: dict[str, int]  # guest -> seat
    people: dict[int, str]  # seat -> name of the person there
    turns: Pace
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    used: float = field(default_factory=time.monotonic)
    frames: dict[tuple[int | None, str], bytes] = field(default_factory=dict)  # of this moment
    said: dict[tuple[int | None, str], wire.Said] = field(default_factory=dict)
    steps: Steps = field(default_factory=dict)
    glimpses: dict[str, tuple[int, list[tuple[int, int]], str]] = field(default_factory=dict)
    asked: dict[int, str] = field(default_factory=dict)  # seat -> decision it was shown last
    window: Window | None = None
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
        speech, match = Speech(lang, self.match.game), self.match
        house = match.game.house(match.players, match.options)
        seats = {p: self.people.get(p) or bot_name(p, speech) for p in range(match.players)}
        return seats | {match.players + i: speech.plain(name) for i, name in enumerate(house)}

    def speech(self, lang: Lang, viewer: int | None) -> Speech:
        """How this match is put into words for a viewer."""
        return Speech(lang, self.match.game, viewer, self.names(lang))


def read_match(table: Table, lines: list[Line], position: Any) -> Match | None:
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

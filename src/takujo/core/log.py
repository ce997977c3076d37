"""The log of a match: what happened at each of its lines, as every viewer reads it."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from takujo.core import projection
from takujo.core.events import Event
from takujo.core.texts import Player, Text
from takujo.core.views import LogLine, Sheet
from takujo.core.zones import Layout

TAIL = 60  # lines in a view


class Log:
    """The events of a match, and the newest lines as they were read last by each viewer."""

    __slots__ = ("_events", "_numbers", "_quiet", "_read", "_seqs", "undone")

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._seqs = array("L")  # the journal line of each event
        self._numbers = array("L")  # the same, without the lines that only one player may notice
        self._quiet = 0  # how many of these there are
        # Lines never change but for the mark of what was taken back: each viewer's newest, and
        # how many events they cover.
        self._read: dict[Player | None, tuple[int, tuple[LogLine, ...]]] = {}
        self.undone: set[int] = set()  # journal lines that were taken back; see `void`

    def add(self, seq: int, events: Iterable[Event]) -> None:
        """What happened at journal line `seq`."""
        for event in events:
            self._events.append(_lean(event))
            self._seqs.append(seq)
            self._numbers.append(seq - self._quiet)

    def hush(self) -> None:
        """The newest journal line does not count in the numbers of those after it."""
        self._quiet += 1

    def cut(self, seq: int) -> None:
        """Drop what happened at journal line `seq` and after it."""
        while self._seqs and self._seqs[-1] >= seq:
            self._seqs.pop()
            self._numbers.pop()
            self._events.pop()
        self._read.clear()

    def void(self, seqs: Iterable[int]) -> None:
        """These journal lines are taken back."""
        self.undone.update(seqs)
        self._read.clear()

    def forget(self) -> None:
        """Drop what is kept for viewers; it is made anew when they look again."""
        self._read.clear()

    def sheet(self, seq: int) -> Sheet | None:
        """The last score sheet that came with journal line `seq`."""
        for i in range(len(self._events) - 1, -1, -1):
            if self._seqs[i] != seq:
                break
            if self._events[i].sheet is not None:
                return self._events[i].sheet
        return None

    def lines(
        self, layout: Layout, viewer: Player | None, last: int | None = None
    ) -> tuple[LogLine, ...]:
        """All of it as this viewer reads it, or the `last` lines."""
        n = len(self._events)
        if last is None or last > TAIL:
            start = 0 if last is None else max(0, n - last)
            return tuple(self._line(i, layout, viewer) for i in range(start, n))
        known, kept = self._read.get(viewer, (0, ()))
        if known < n:
            fresh = range(max(known, n - TAIL), n)
            new = (self._told(i, layout, viewer) for i in fresh)
            kept = (*kept, *new)[-TAIL:]
            self._read[viewer] = n, kept
        return kept[max(0, len(kept) - last) :]

    def _told(self, i: int, layout: Layout, viewer: Player | None) -> LogLine:
        """Line `i`; those who read the same get the same object."""
        others = [
            kept[i - known] for known, kept in self._read.values() if known - len(kept) <= i < known
        ]
        if others and not self._events[i].seen:
            return others[0]
        line = self._line(i, layout, viewer)
        return next((other for other in others if other == line), line)

    def _line(self, i: int, layout: Layout, viewer: Player | None) -> LogLine:
        line = projection.log_line(self._events[i], layout, viewer, self._numbers[i])
        return replace(line, undone=True) if self._seqs[i] in self.undone else line


@lru_cache(maxsize=4096, typed=True)
def _same(*parts: Any) -> tuple[Any, ...]:
    """These parts as a tuple, the same one for equal parts."""
    return parts


def _lean(event: Event) -> Event:
    """The event with parts that it shares with others: all matches name the same few things."""
    args = tuple(pair if type(pair[1]) is Text else _same(*pair) for pair in event.args)
    return event._replace(args=args, seen=_same(*event.seen), stamps=_same(*event.stamps))

"""The journal of all matches: one writer thread, group commit, `(match, seq)` unique."""

from __future__ import annotations

import asyncio
import json
import queue
import sqlite3
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

Line: TypeAlias = dict[str, Any]


class Conflict(Exception):
    """Somebody else has written a line with the same number; the match must be read again."""


class JournalFault(Exception):
    """The lines could not be written down (a full disk, a broken file); nothing is kept."""


class _Entry(NamedTuple):
    """Lines of one command, the position after them, and who waits to hear that both are kept."""

    match: str
    position: Any
    rows: list[tuple[str, int, str, int]]
    done: Future[None]


def now() -> int:
    """Milliseconds since 1970, UTC: the arena's clock."""
    return time.time_ns() // 1_000_000


def connect(path: Path) -> sqlite3.Connection:
    """A connection whose commits survive a power cut; transactions are written out by hand."""
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    for pragma in PRAGMAS:
        db.execute(pragma)
    return db


PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA busy_timeout = 10000",
    "PRAGMA foreign_keys = ON",
)


KEEP_POSITION = (
    "INSERT INTO positions (match, seq, position) VALUES (?, ?, ?) ON CONFLICT (match) "
    "DO UPDATE SET seq = excluded.seq, position = excluded.position"
)


class Journal:
    """Takes lines from the event loop, commits all that have arrived as one transaction."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._waiting: queue.SimpleQueue[_Entry | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="journal", daemon=True)
        self.commits = 0  # transactions so far; one may hold the lines of many matches

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def stop(self) -> None:
        """Write what has arrived, then end."""
        self._waiting.put(None)
        self._thread.join()

    async def append(self, match: str, lines: Sequence[Line], position: Any = None) -> None:
        """Return once the lines are durable; all of them are kept or none.

        `position` is what they lead to, as JSON; it takes the place of the one kept before.
        Raises Conflict if one of their numbers is taken, JournalFault if the disk refuses.
        """
        if not lines:
            return
        stamp = now()
        rows = [(match, line["seq"], encode(line), stamp) for line in lines]
        done: Future[None] = Future()
        self._waiting.put(_Entry(match, position, rows, done))
        await asyncio.shield(asyncio.wrap_future(done))

    def _write(self) -> None:
        db = connect(self._path)
        try:
            stopping = False
            while not stopping:
                group: list[_Entry] = []
                entry = self._waiting.get()
                while True:
                    if entry is None:
                        stopping = True
                    else:
                        group.append(entry)
                    try:
                        entry = self._waiting.get_nowait()
                    except queue.Empty:
                        break
                if group:
                    self._commit(db, group)
        finally:
            db.close()

    def _commit(self, db: sqlite3.Connection, group: list[_Entry]) -> None:
        answers: list[tuple[Future[None], Exception | None]] = []
        newest: dict[str, tuple[int, Any]] = {}
        try:
            db.execute("BEGIN IMMEDIATE")
            for match, position, rows, done in group:
                # One statement for all lines of a command: it is kept or refused as a whole.
                places = ",".join(["(?,?,?,?)"] * len(rows))
                try:
                    db.execute(
                        f"INSERT INTO journal (match, seq, line, time) VALUES {places}",
                        [value for row in rows for value in row],
                    )
                except sqlite3.IntegrityError:
                    answers.append((done, Conflict(match, rows[0][1])))
                else:
                    answers.append((done, None))
                    if position is not None:
                        newest[match] = rows[-1][1], position
            for match, (seq, position) in newest.items():
                db.execute(KEEP_POSITION, (match, seq, encode(position)))
            db.execute("COMMIT")
            self.commits += 1
        except sqlite3.Error as fault:
            if db.in_transaction:
                db.execute("ROLLBACK")
            answers = [(entry.done, JournalFault(str(fault))) for entry in group]
        for done, trouble in answers:
            if trouble is None:
                done.set_result(None)
            else:
                done.set_exception(trouble)


def encode(line: Any) -> str:
    """A journal line, or a position, as it is stored."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))

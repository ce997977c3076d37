"""What whoever runs an arena may set; every figure has a default fit for a club."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

MINUTE = 60.0
DAY = 24 * 60 * MINUTE


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of one arena; times are seconds."""

    data: Path  # directory of the database and of the key that signs cookies
    origins: tuple[str, ...] = ()  # more origins that pages may come from ("https://play.example")
    beat: float = 30.0  # a socket that has not sent a heartbeat for so long is closed
    away_after: float = 8.0  # a seat whose last socket is gone for so long counts as away
    away_long: float = DAY  # at a turn-based table: then a bot may take an absent seat over
    tick: float = 1.0  # how often presence is looked at and the lobby is sent
    sweep: float = 30.0  # how often stale tables and idle matches are looked for
    host_away: float = MINUTE  # then somebody who is present becomes host of an open table
    stale_open: float = 30 * MINUTE  # an open table without a present member is closed
    stale_running: float = 14 * DAY  # a match without a move is closed
    stale_record: float = 90 * DAY  # a record that nobody has opened for so long is dropped
    records: int = 500_000_000  # bytes of records kept; the ones opened last stay
    idle_match: float = 10 * MINUTE  # a match that nobody follows leaves the memory
    grace: float = 2.5  # at live tables: how long a question that may be interrupted stays open
    bot_delay: tuple[float, float] = (0.7, 1.3)  # a bot answers after a time drawn from here
    bot_timeout: float = 10.0  # a bot that thinks longer is replaced by a random legal move
    bot_threads: int = 2
    rate: float = 1.0  # factor on all token buckets
    message: int = 16_384  # bytes of a request body or a socket message
    sockets: int = 32  # sockets of one guest at once
    log: bool = True

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.data / "takujo.sqlite3"

"""Everything that outlives the process: one SQLite file, one class."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, delete, event, func, insert, or_, select, update
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from takujo.arena.journal import PRAGMAS, Journal, Line, encode, now
from takujo.arena.migrations import upgrade
from takujo.arena.schema import CHAT, JOURNAL, MARKS, PEOPLE, POSITIONS, RECORDS, SEATS, TABLES
from takujo.core.game import Pace


@dataclass(slots=True)
class Person:
    """A guest of the arena."""

    id: str
    name: str | None
    settings: dict[str, Any]
    created: int = 0
    seen: int = 0


@dataclass(slots=True)
class Chair:
    """A seat of a table: open, a person's or a bot's."""

    seat: int
    person: str | None = None
    bot: str | None = None
    nonce: str | None = None
    conceded: bool = False
    by_bot: bool = False
    name: str | None = None  # the person's, read along

    @property
    def kind(self) -> str:
        """One of open, human, bot."""
        return "human" if self.person else "bot" if self.bot else "open"


@dataclass(slots=True)
class Mark:
    """Something a person said or got at a table; see `schema.MARKS`."""

    kind: str
    person: str
    seat: int = -1
    nonce: str | None = None
    time: int = field(default_factory=now)


@dataclass(slots=True)
class Table:
    """A table as it is stored, with its seats and marks."""

    id: str
    game: str
    players: int
    options: dict[str, Any]
    public: bool
    state: str
    host: str | None
    invite: str
    server_key: str
    commitment: str
    next_key: str
    next_commitment: str
    created: int
    touched: int
    number: int = 0
    header: dict[str, Any] | None = None
    started: int | None = None
    ended: int | None = None
    next: str | None = None
    chairs: list[Chair] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    turns: Pace = "live"
    reason: str | None = None  # key of the text that says why it was closed
    begun: list[Line] = field(default_factory=list)  # first lines of a match that begins now
    position: Any = None  # what they lead to
    rematch: Table | None = None  # `next`, if it opens now

    def chair_of(self, person: str | None) -> Chair | None:
        """The seat of a person at this table."""
        if person is None:
            return None
        return next((c for c in self.chairs if c.person == person), None)

    def marked(self, kind: str, person: str | None) -> bool:
        """Has this person a mark of this kind?"""
        return any(m.kind == kind and m.person == person for m in self.marks)


@dataclass(frozen=True, slots=True)
class ChatLine:
    """Something said at a table."""

    id: int
    person: str
    name: str
    seat: int | None
    text: str
    audience: str  # seats, onlookers
    time: int


SEEN_AGAIN = 60 * 60 * 1000  # ms after which it is written down that a record was opened again
_OWN = [
    "id", "game", "players", "options", "public", "state", "host", "invite", "server_key",
    "commitment", "next_key", "next_commitment", "header", "created", "started", "ended",
    "touched", "next", "turns", "reason",
]  # fmt: skip


class Store:
    """People, tables, chat and the journal; every write is one immediate transaction."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.journal = Journal(path)
        self._engine = create_async_engine(f"sqlite+aiosqlite:///{path}")
        _set_up(self._engine.sync_engine)
        # Neither WAL nor the time-out helps a transaction that reads first and writes later and
        # finds that another has written in between; so writers take the lock at the start.
        self._writing = self._engine.execution_options(immediate=True)

    async def open(self) -> None:
        """Bring the file to the newest layout and start the journal's writer."""
        await asyncio.to_thread(_migrate, self.path)
        self.journal.start()

    async def close(self) -> None:
        """Write down what is waiting; let go of the file."""
        await asyncio.to_thread(self.journal.stop)
        await self._engine.dispose()

    async def answers(self) -> bool:
        """Can it be read?"""
        try:
            async with self._engine.connect() as db:
                return (await db.execute(select(1))).scalar() == 1
        except SQLAlchemyError:
            return False

    @asynccontextmanager
    async def _write(self) -> AsyncIterator[AsyncConnection]:
        async with self._writing.connect() as db, db.begin():
            yield db

    # People

    async def person(self, id: str) -> Person | None:
        """A guest, if he has been written down."""
        async with self._engine.connect() as db:
            row = (await db.execute(select(PEOPLE).where(PEOPLE.c.id == id))).mappings().first()
        return Person(**row) if row else None

    async def save_person(self, person: Person) -> None:
        """Write a guest down, new or changed."""
        values = {"name": person.name, "settings": person.settings, "seen": now()}
        made = upsert(PEOPLE).values(id=person.id, created=now(), **values)
        async with self._write() as db:
            await db.execute(made.on_conflict_do_update(index_elements=["id"], set_=values))

    # Tables

    async def table(self, id: str) -> Table | None:
        """A table with its seats and marks."""
        async with self._engine.connect() as db:
            found = await _read(db, [id])
        return found[0] if found else None

    @asynccontextmanager
    async def change(self, id: str) -> AsyncIterator[Table | None]:
        """Read a table, let the caller change it, write it back: one transaction.

        The lines in `begun` go to the journal with it, and `rematch` is opened with it. Nothing is
        written when the caller raises.
        """
        async with self._write() as db:
            found = await _read(db, [id])
            table = found[0] if found else None
            yield table
            if table is not None:
                table.touched = now()
                if table.rematch is not None:
                    await _add(db, table.rematch)
                await _save(db, table)

    async def new_table(self, table: Table) -> Table:
        """Write a new table down; its number is given here."""
        async with self._write() as db:
            await _add(db, table)
            (saved,) = await _read(db, [table.id])
        return saved

    async def match(self, id: str) -> tuple[list[Line], Any]:
        """The journal of a match, and the position after its last line, None if it is not kept."""
        lines = select(JOURNAL.c.line).where(JOURNAL.c.match == id).order_by(JOURNAL.c.seq)
        newest = select(POSITIONS.c.seq, POSITIONS.c.position).where(POSITIONS.c.match == id)
        async with self._engine.connect() as db:
            found = [json.loads(line) for line in (await db.execute(lines)).scalars()]
            kept = (await db.execute(newest)).first()
        fits = kept is not None and kept.seq == len(found) - 1
        return found, json.loads(kept.position) if kept is not None and fits else None

    async def lines(self, match: str) -> list[Line]:
        """The journal of a match, from its first line."""
        return (await self.match(match))[0]

    async def tables(
        self, state: str, *, public: bool | None = None, most: int = 60
    ) -> list[Table]:
        """The tables in a state, those touched last first."""
        query = select(TABLES.c.id).where(TABLES.c.state == state)
        if public is not None:
            query = query.where(TABLES.c.public == public)
        query = query.order_by(TABLES.c.touched.desc(), TABLES.c.number.desc()).limit(most)
        async with self._engine.connect() as db:
            return await _read(db, list((await db.execute(query)).scalars()))

    async def tables_of(self, person: str) -> list[Table]:
        """Open and running tables at which a person sits, and his last few that are over."""
        mine = (
            select(TABLES.c.id)
            .join(SEATS, SEATS.c.table == TABLES.c.id)
            .where(SEATS.c.person == person)
        )
        order = (TABLES.c.touched.desc(), TABLES.c.number.desc())
        live = mine.where(TABLES.c.state.in_(("open", "running"))).order_by(*order).limit(40)
        past = mine.where(TABLES.c.state == "over").order_by(*order).limit(4)
        async with self._engine.connect() as db:
            ids = [*(await db.execute(live)).scalars(), *(await db.execute(past)).scalars()]
            return await _read(db, ids)

    async def stale(self, state: str, before: int) -> list[str]:
        """Ids of tables in a state that neither changed nor saw a journal line since."""
        newest = (
            select(func.max(JOURNAL.c.time)).where(JOURNAL.c.match == TABLES.c.id).scalar_subquery()
        )
        query = (
            select(TABLES.c.id)
            .where(TABLES.c.state == state, TABLES.c.touched < before)
            .where(or_(newest.is_(None), newest < before))
        )
        async with self._engine.connect() as db:
            return list((await db.execute(query)).scalars())

    async def hosts(self) -> list[tuple[str, str]]:
        """(table, host) of all open tables."""
        query = select(TABLES.c.id, TABLES.c.host).where(
            TABLES.c.state == "open", TABLES.c.host.is_not(None)
        )
        async with self._engine.connect() as db:
            return [(row.id, row.host) for row in await db.execute(query)]

    async def running(self) -> list[str]:
        """Ids of all running tables at which a bot plays."""
        query = (
            select(TABLES.c.id)
            .join(SEATS, SEATS.c.table == TABLES.c.id)
            .where(TABLES.c.state == "running")
            .where(or_(SEATS.c.bot.is_not(None), SEATS.c.by_bot, SEATS.c.conceded))
            .distinct()
        )
        async with self._engine.connect() as db:
            return list((await db.execute(query)).scalars())

    async def mark(self, table: str, mark: Mark) -> None:
        """Add a mark to a table, once."""
        made = upsert(MARKS).values(
            table=table, kind=mark.kind, person=mark.person, seat=mark.seat,
            nonce=mark.nonce, time=mark.time,
        )  # fmt: skip
        async with self._write() as db:
            await db.execute(made.on_conflict_do_nothing())

    # Chat

    async def say(
        self, table: str, person: str, name: str, seat: int | None, text: str, audience: str
    ) -> ChatLine:
        """Keep a line of chat."""
        values: dict[str, Any] = {
            "person": person, "name": name, "seat": seat, "text": text,
            "audience": audience, "time": now(),
        }  # fmt: skip
        async with self._write() as db:
            made = await db.execute(insert(CHAT).values(table=table, **values))
            (id,) = made.inserted_primary_key or (0,)
        return ChatLine(id=id, **values)

    async def chat(self, table: str, *, after: int = 0, most: int = 200) -> list[ChatLine]:
        """The newest lines of a table, oldest first."""
        columns = [c for c in CHAT.c if c.name != "table"]
        query = (
            select(*columns)
            .where(CHAT.c.table == table, CHAT.c.id > after)
            .order_by(CHAT.c.id.desc())
            .limit(most)
        )
        async with self._engine.connect() as db:
            rows = (await db.execute(query)).mappings().all()
        return [ChatLine(**row) for row in reversed(rows)]

    # Records

    async def record(self, id: str) -> bytes | None:
        """The packed lines of a record that was opened from a file."""
        async with self._engine.connect() as db:
            query = select(RECORDS.c.lines, RECORDS.c.seen).where(RECORDS.c.id == id)
            row = (await db.execute(query)).first()
        if row is None:
            return None
        if row.seen < now() - SEEN_AGAIN:
            async with self._write() as db:
                await db.execute(update(RECORDS).where(RECORDS.c.id == id).values(seen=now()))
        return bytes(row.lines)

    async def keep_record(self, id: str, lines: bytes) -> None:
        """Keep a record's packed lines, once."""
        made = upsert(RECORDS).values(id=id, size=len(lines), seen=now(), lines=lines)
        async with self._write() as db:
            await db.execute(made.on_conflict_do_nothing())

    async def drop_records(self, before: int, room: int) -> int:
        """Drop records last seen before, and the oldest beyond `room` bytes; gives how many."""
        order = (RECORDS.c.seen.desc(), RECORDS.c.id)
        size = func.sum(RECORDS.c.size).over(order_by=order).label("size")
        sums = select(RECORDS.c.id, size).subquery()
        beyond = select(sums.c.id).where(sums.c.size > room)
        old = or_(RECORDS.c.seen < before, RECORDS.c.id.in_(beyond))
        async with self._write() as db:
            return (await db.execute(delete(RECORDS).where(old))).rowcount


def _set_up(engine: Any) -> None:
    @event.listens_for(engine, "connect")
    def connect(dbapi: Any, record: Any) -> None:
        # The driver's own transactions begin late and never IMMEDIATE; ours are written out.
        dbapi.isolation_level = None
        cursor = dbapi.cursor()
        for pragma in PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        immediate = connection.get_execution_options().get("immediate", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


def _migrate(path: Path) -> None:
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    _set_up(engine)
    try:
        upgrade(engine.execution_options(immediate=True))
    finally:
        engine.dispose()


async def _read(db: AsyncConnection, ids: list[str]) -> list[Table]:
    """The tables with these ids, in this order."""
    if not ids:
        return []
    tables = (await db.execute(select(TABLES).where(TABLES.c.id.in_(ids)))).mappings()
    found = {row["id"]: Table(**row) for row in tables}
    chairs = (
        select(SEATS, PEOPLE.c.name)
        .join(PEOPLE, PEOPLE.c.id == SEATS.c.person, isouter=True)
        .where(SEATS.c.table.in_(ids))
        .order_by(SEATS.c.seat)
    )
    for row in (await db.execute(chairs)).mappings():
        values = dict(row)
        found[values.pop("table")].chairs.append(Chair(**values))
    for row in (await db.execute(select(MARKS).where(MARKS.c.table.in_(ids)))).mappings():
        values = dict(row)
        found[values.pop("table")].marks.append(Mark(**values))
    return [found[id] for id in ids if id in found]


async def _add(db: AsyncConnection, table: Table) -> None:
    """Write a new table down."""
    await db.execute(insert(TABLES).values({k: getattr(table, k) for k in _OWN}))
    await _save(db, table)


async def _save(db: AsyncConnection, table: Table) -> None:
    """Write a table's row, its seats, its marks and the lines of a match that begins."""
    if table.begun:
        rows = [
            {"match": table.id, "seq": line["seq"], "line": encode(line), "time": now()}
            for line in table.begun
        ]
        await db.execute(insert(JOURNAL), rows)
    if table.position is not None:
        last, position = table.begun[-1]["seq"], encode(table.position)
        await db.execute(insert(POSITIONS).values(match=table.id, seq=last, position=position))
    own = {k: getattr(table, k) for k in _OWN if k != "id"}
    await db.execute(update(TABLES).where(TABLES.c.id == table.id).values(own))
    await db.execute(delete(SEATS).where(SEATS.c.table == table.id))
    await db.execute(delete(MARKS).where(MARKS.c.table == table.id))
    await db.execute(
        insert(SEATS),
        [
            {
                "table": table.id, "seat": c.seat, "person": c.person, "bot": c.bot,
                "nonce": c.nonce, "conceded": c.conceded, "by_bot": c.by_bot,
            }
            for c in table.chairs
        ],
    )  # fmt: skip
    if table.marks:
        await db.execute(
            insert(MARKS),
            [
                {
                    "table": table.id, "kind": m.kind, "person": m.person,
                    "seat": m.seat, "nonce": m.nonce, "time": m.time,
                }
                for m in table.marks
            ],
        )  # fmt: skip

"""What outlives the process, and the order in which it is written down."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from takujo.arena.journal import Conflict, Journal, JournalFault, connect
from takujo.arena.migrations import upgrade
from takujo.arena.schema import METADATA
from takujo.arena.store import Chair, Mark, Person, Store, Table


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = Store(tmp_path / "t.sqlite3")
    await opened.open()
    yield opened
    await opened.close()


async def table(store: Store, id: str = "t1", state: str = "open") -> Table:
    await store.save_person(Person("aoi", "Aoi", {}))
    return await store.new_table(
        Table(
            id=id, game="oriflamme", players=3, options={"a": True}, public=True, state=state,
            host="aoi", invite="secret", server_key="00", commitment="11", next_key="22",
            next_commitment="33", created=1, touched=1,
            chairs=[Chair(0, "aoi"), Chair(1), Chair(2, bot="greedy")],
        )
    )  # fmt: skip


def test_migrations_from_nothing_give_the_layout_that_the_code_expects(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'new.sqlite3'}", poolclass=NullPool)
    upgrade(engine)
    with engine.connect() as db:
        context = MigrationContext.configure(db, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


async def test_opening_a_file_again_keeps_what_is_in_it(tmp_path: Path) -> None:
    first = Store(tmp_path / "t.sqlite3")
    await first.open()
    await table(first)
    await first.journal.append("t1", [{"seq": 0, "start": True}])
    await first.close()
    second = Store(tmp_path / "t.sqlite3")
    await second.open()
    kept = await second.table("t1")
    assert kept is not None
    assert [c.kind for c in kept.chairs] == ["human", "open", "bot"]
    assert kept.chairs[0].name == "Aoi"
    assert await second.lines("t1") == [{"seq": 0, "start": True}]
    await second.close()


async def test_every_connection_writes_through_to_the_disk(store: Store) -> None:
    async with store._engine.connect() as db:
        answers = {
            name: (await db.exec_driver_sql(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    full, on = 2, 1
    assert answers == {
        "journal_mode": "wal", "synchronous": full, "foreign_keys": on, "busy_timeout": 10000
    }  # fmt: skip
    with connect(store.path) as db:
        assert db.execute("PRAGMA synchronous").fetchone() == (full,)
    db.close()


async def test_changes_at_the_same_time_are_all_kept(store: Store) -> None:
    await table(store)

    async def one_more() -> None:
        async with store.change("t1") as found:
            assert found is not None
            found.options["n"] = found.options.get("n", 0) + 1
            await asyncio.sleep(0)

    await asyncio.gather(*(one_more() for _ in range(25)))
    kept = await store.table("t1")
    assert kept is not None
    assert kept.options["n"] == 25


async def test_a_change_that_fails_leaves_no_trace(store: Store) -> None:
    await table(store)

    async def half() -> None:
        async with store.change("t1") as found:
            assert found is not None
            found.state = "running"
            found.begun = [{"seq": 0}]
            found.chairs[1].bot = "random"
            raise RuntimeError("halfway")

    with pytest.raises(RuntimeError, match="halfway"):
        await half()
    kept = await store.table("t1")
    assert kept is not None
    assert kept.state == "open"
    assert kept.chairs[1].kind == "open"
    assert await store.lines("t1") == []


async def test_a_match_begins_together_with_its_first_lines(store: Store) -> None:
    await table(store)
    async with store.change("t1") as found:
        assert found is not None
        found.state, found.header = "running", {"game": "oriflamme"}
        found.begun = [{"seq": 0, "start": True}, {"seq": 1, "seat": 2, "key": "x"}]
        found.marks.append(Mark("bot", "aoi", 1))
    kept = await store.table("t1")
    assert kept is not None
    assert kept.header == {"game": "oriflamme"}
    assert kept.marked("bot", "aoi")
    assert [line["seq"] for line in await store.lines("t1")] == [0, 1]
    assert await store.running() == ["t1"]


async def test_lines_that_arrive_together_are_one_transaction(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = threading.Event()
    commit = Journal._commit

    def noted(journal: Journal, *group: Any) -> None:
        begun.set()
        commit(journal, *group)

    monkeypatch.setattr(Journal, "_commit", noted)
    blocker = connect(store.path)
    blocker.execute("BEGIN IMMEDIATE")
    first = asyncio.create_task(store.journal.append("m", [{"seq": 0}]))
    await asyncio.to_thread(begun.wait)  # the writer has taken the first line, and no other
    rest = [asyncio.create_task(store.journal.append("m", [{"seq": i}])) for i in range(1, 40)]
    await asyncio.sleep(0.05)
    assert not first.done()
    assert not any(task.done() for task in rest)
    blocker.execute("COMMIT")
    blocker.close()
    await asyncio.gather(first, *rest)
    assert store.journal.commits == 2
    assert [line["seq"] for line in await store.lines("m")] == list(range(40))


async def test_an_acknowledged_line_is_on_the_disk(store: Store) -> None:
    async def append(seq: int) -> None:
        await store.journal.append("m", [{"seq": seq}])
        with sqlite3.connect(store.path) as db:
            found = db.execute("SELECT count(*) FROM journal WHERE seq = ?", (seq,)).fetchone()
        db.close()
        assert found == (1,)

    await asyncio.gather(*(append(seq) for seq in range(30)))


async def test_of_equal_lines_exactly_one_is_kept(store: Store) -> None:
    tries = [store.journal.append("m", [{"seq": 7, "key": f"try {i}"}]) for i in range(50)]
    answers = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(answer is None for answer in answers) == 1
    assert sum(isinstance(answer, Conflict) for answer in answers) == 49
    assert len(await store.lines("m")) == 1


async def test_a_command_of_several_lines_is_kept_whole_or_not_at_all(store: Store) -> None:
    await store.journal.append("m", [{"seq": 2}])
    with pytest.raises(Conflict):
        await store.journal.append("m", [{"seq": 1}, {"seq": 2}, {"seq": 3}])
    await store.journal.append("m", [{"seq": 0}])
    assert [line["seq"] for line in await store.lines("m")] == [0, 2]


async def test_a_conflict_does_not_touch_the_lines_of_others(store: Store) -> None:
    await store.journal.append("a", [{"seq": 0}])
    answers = await asyncio.gather(
        store.journal.append("a", [{"seq": 0}]),
        store.journal.append("b", [{"seq": 0}]),
        return_exceptions=True,
    )
    assert isinstance(answers[0], Conflict)
    assert answers[1] is None


async def test_a_file_that_refuses_is_reported_and_nothing_is_kept(store: Store) -> None:
    with sqlite3.connect(store.path) as db:
        db.execute("CREATE TRIGGER full BEFORE INSERT ON journal "
                   "BEGIN SELECT RAISE(ROLLBACK, 'disk full'); END")  # fmt: skip
    db.close()
    with pytest.raises(JournalFault):
        await store.journal.append("m", [{"seq": 0}])
    with sqlite3.connect(store.path) as db:
        db.execute("DROP TRIGGER full")
    db.close()
    await store.journal.append("m", [{"seq": 0}])
    assert len(await store.lines("m")) == 1


async def test_a_table_is_stale_when_neither_it_nor_its_match_has_moved(store: Store) -> None:
    opened = await table(store, state="running")
    await store.journal.append("t1", [{"seq": 0}])
    assert await store.stale("running", opened.touched + 1) == []
    later = 1 << 50
    assert await store.stale("running", later) == ["t1"]
    assert await store.stale("open", later) == []


async def test_chat_comes_back_in_order_and_only_the_newest(store: Store) -> None:
    await table(store)
    for i in range(8):
        await store.say("t1", "aoi", "Aoi", 0, f"line {i}", "seats")
    assert [line.text for line in await store.chat("t1", most=3)] == ["line 5", "line 6", "line 7"]
    newest = (await store.chat("t1"))[-1]
    assert await store.chat("t1", after=newest.id) == []


async def test_of_the_positions_of_one_transaction_the_newest_is_kept(store: Store) -> None:
    blocker = connect(store.path)
    blocker.execute("BEGIN IMMEDIATE")
    waiting = [
        asyncio.create_task(store.journal.append(match, [{"seq": i}], {match: i}))
        for i in range(5)
        for match in ("a", "b")
    ]
    await asyncio.sleep(0.05)
    assert await store.match("a") == ([], None)
    blocker.execute("COMMIT")
    blocker.close()
    await asyncio.gather(*waiting)
    assert store.journal.commits <= 2
    for match in ("a", "b"):
        lines, position = await store.match(match)
        assert len(lines) == 5
        assert position == {match: 4}


async def test_a_refused_line_leaves_the_position_as_it_was(store: Store) -> None:
    await store.journal.append("m", [{"seq": 0}], {"n": 0})
    with pytest.raises(Conflict):
        await store.journal.append("m", [{"seq": 0}, {"seq": 1}], {"n": 1})
    assert await store.match("m") == ([{"seq": 0}], {"n": 0})


async def test_a_position_of_another_line_than_the_last_does_not_count(store: Store) -> None:
    await store.journal.append("m", [{"seq": 0}], {"n": 0})
    await store.journal.append("m", [{"seq": 1}])
    assert await store.match("m") == ([{"seq": 0}, {"seq": 1}], None)


def test_a_file_of_the_first_layout_is_brought_to_the_newest(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'old.sqlite3'}", poolclass=NullPool)
    upgrade(engine, "0001")
    with engine.begin() as db:
        db.exec_driver_sql(
            "INSERT INTO tables (id, game, players, options, public, state, invite, server_key, "
            "commitment, next_key, next_commitment, created, touched) VALUES "
            "('t', 'oriflamme', 3, '{}', 1, 'running', 'i', 'k', 'c', 'k', 'c', 1, 1)"
        )
    upgrade(engine)
    with engine.connect() as db:
        assert db.exec_driver_sql("SELECT id, reason FROM tables").all() == [("t", None)]
        context = MigrationContext.configure(db, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
    engine.dispose()

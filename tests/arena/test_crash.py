"""`kill -9` in the middle of play: what was acknowledged is there, and nothing is there twice."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from arena_guests import PATIENCE, Guest, offers

SERVER = """
import sys
from pathlib import Path
from takujo.arena.serve import serve
sys.exit(serve("127.0.0.1", 0, Path(sys.argv[1]), rate=1e6, log=False))
"""
TABLES = 20


class Server:
    """An arena in a process of its own."""

    def __init__(self, data: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(data)], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        found = re.search(r"http://[^/\s]+", self.process.stdout.readline())
        assert found is not None
        self.origin = found[0]

    def kill(self) -> None:
        """As a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture
def servers() -> Iterator[list[Server]]:
    started: list[Server] = []
    yield started
    for server in started:
        if server.process.poll() is None:
            server.kill()


async def answers(origin: str) -> None:
    """Wait until the server takes requests."""
    async with httpx.AsyncClient(base_url=origin, trust_env=False) as http:
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    if (await http.get("/health")).status_code == 200:
                        return
                except httpx.TransportError:
                    await asyncio.sleep(0.05)


def journal(data: Path) -> dict[str, list[dict[str, Any]]]:
    """What is on the disk."""
    found: dict[str, list[dict[str, Any]]] = {}
    with sqlite3.connect(data / "takujo.sqlite3") as db:
        rows = db.execute("SELECT match, line FROM journal ORDER BY match, seq").fetchall()
    db.close()
    for match, line in rows:
        found.setdefault(match, []).append(json.loads(line))
    return found


async def storm(
    people: list[Guest],
    tables: list[str],
    rng: random.Random,
    acknowledged: list[tuple[str, int, int, str]],
) -> None:
    """Play at all tables at once until the server is gone; collects what was acknowledged."""

    async def play(table: str, view: Any) -> None:
        while not view.get("result"):
            (seat,) = view["prompt"]["awaited"]
            mine = (await people[seat].get(f"/api/tables/{table}/view")).json()
            key = rng.choice(offers(mine))["key"]
            body = {"key": key, "asked": mine["prompt"]["asked"]}
            answer = await people[seat].post(f"/api/tables/{table}/play", body)
            assert answer.status_code == 200, answer.text
            view = answer.json()
            acknowledged.append((table, view["seq"] - 1, seat, key))

    async def at(table: str) -> None:
        try:
            await play(table, (await people[0].get(f"/api/tables/{table}/view")).json())
        except (httpx.TransportError, json.JSONDecodeError):
            return

    await asyncio.gather(*(at(table) for table in tables))


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill like that")
@pytest.mark.parametrize("kills", [2, pytest.param(25, marks=pytest.mark.prove)])
async def test_no_acknowledged_move_is_lost_and_none_is_made_twice(
    tmp_path: Path, servers: list[Server], kills: int
) -> None:
    rng = random.Random(7)
    data = tmp_path / "data"
    server = await asyncio.to_thread(Server, data)
    servers.append(server)
    await answers(server.origin)
    people = [Guest(server.origin) for _ in range(3)]
    for guest, name in zip(people, ("Aoi", "Ken", "Mio"), strict=True):
        await guest.come()
        await guest.put("/api/me", {"name": name, "settings": {"hold": "never"}})
    tables = []
    for _ in range(TABLES):
        table = await people[0].table("open", "open")
        for guest in people[1:]:
            await guest.join(table["id"])
        await people[0].start(table["id"])
        tables.append(table["id"])
    before = journal(data)
    for _ in range(kills):
        acknowledged: list[tuple[str, int, int, str]] = []
        playing = asyncio.create_task(storm(people, tables, rng, acknowledged))
        enough = rng.randrange(30, 60)
        while len(acknowledged) < enough and not playing.done():
            await asyncio.sleep(0.002)
        os.kill(server.process.pid, signal.SIGKILL)
        await playing
        server.kill()
        after = journal(data)
        for table, seq, seat, key in acknowledged:
            line = after[table][seq]
            assert (line["seat"], line["key"]) == (seat, key)
        for table in tables:
            assert [line["seq"] for line in after[table]] == list(range(len(after[table])))
            assert after[table][: len(before[table])] == before[table]
            new = len(after[table]) - len(before[table])
            told = sum(each[0] == table for each in acknowledged)
            assert told <= new <= told + 1  # at most the one that was on its way
        server = await asyncio.to_thread(Server, data)
        servers.append(server)
        await answers(server.origin)
        for guest in people:
            cookies = dict(guest.http.cookies)
            await guest.http.aclose()
            guest.origin = server.origin
            guest.http = httpx.AsyncClient(
                base_url=server.origin, timeout=PATIENCE, cookies=cookies
            )
            await guest.come()
        for table in tables:
            views = [await guest.view(table) for guest in people]
            assert views[0].get("result") or any(offers(view) for view in views)
        before = journal(data)
    for guest in people:
        await guest.close()

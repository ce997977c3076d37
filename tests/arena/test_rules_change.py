"""Running matches after a change of rules: the position that was stored is what counts."""

from __future__ import annotations

import asyncio
import copy
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from arena_guests import Guest, Running, gather, offers, play_on

from takujo.arena import tables
from takujo.core.game import games
from takujo.games.oriflamme import rules

Change: TypeAlias = Callable[[pytest.MonkeyPatch, int], None]


def richer(patch: pytest.MonkeyPatch, version: int) -> None:
    """Everybody begins with more: positions part at once, and the old lines can be carried out."""

    def setup(players: int, options: Any) -> Any:
        state = usual.setup(players, options)
        state.influence = [n + 5 for n in state.influence]
        return state

    usual, changed = games()["oriflamme"], _version(patch, version)
    patch.setattr(changed, "setup", setup)


def doubled(patch: pytest.MonkeyPatch, version: int) -> None:
    """What lies on a card counts for more: positions part when the first one is taken."""
    usual = rules.influence_factor
    patch.setattr(rules, "influence_factor", lambda s, kind: 2 * usual(s, kind) + 1)
    _version(patch, version)


def stricter(patch: pytest.MonkeyPatch, version: int) -> None:
    """Other hands: lines of the old rules cannot be carried out."""

    def setup(players: int, options: Any) -> Any:
        state = usual.setup(players, options)
        state.agenda.pop(0)  # nobody is asked for anything first
        state.agenda.reverse()
        return state

    usual, changed = games()["oriflamme"], _version(patch, version)
    patch.setattr(changed, "setup", setup)


def _version(patch: pytest.MonkeyPatch, version: int) -> Any:
    changed = copy.copy(games()["oriflamme"])
    patch.setattr(changed, "rules_version", version)
    patch.setitem(games(), "oriflamme", changed)
    return changed


def now() -> int:
    return games()["oriflamme"].rules_version


class Club:
    """An arena that closes, and opens again with other rules."""

    def __init__(self, serve: Any, data: Path) -> None:
        self._serve = serve
        self.data = data
        self.house: Running
        self.people: list[Guest] = []
        self.id = ""

    async def play(self, choices: int) -> None:
        self.house = await self._serve(data=self.data)
        self.people = [await self.house.guest(name) for name in ("Aoi", "Ken", "Mio")]
        self.id = (await self.people[0].table("open", "open"))["id"]
        for seat, guest in enumerate(self.people):
            guest.nonce = f"{seat:02x}" * 32
            if seat > 0:
                await guest.join(self.id)
        await self.people[0].start(self.id)
        await play_on(self.people, self.id, choices)

    async def reopen(self) -> None:
        await self.house.stop()
        self.house = await self._serve(data=self.data)
        self.people = [await guest.move(self.house) for guest in self.people]

    async def views(self) -> list[Any]:
        views = [await guest.view(self.id) for guest in self.people]
        for view in views:
            view.pop("moves", None)
        return views

    async def lines(self) -> list[Any]:
        return await self.house.arena.store.lines(self.id)

    async def sql(self, statement: str) -> Any:
        """Run a statement beside the arena: in a thread, for what the arena has begun to write
        it finishes on this loop, and the file stays locked until then."""
        return await asyncio.to_thread(self._run, statement)

    def _run(self, statement: str) -> Any:
        with sqlite3.connect(self.data / "takujo.sqlite3") as db:
            found = db.execute(statement).fetchall()
        db.close()
        return found


@pytest.fixture
def club(serve: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Club:
    monkeypatch.setattr(tables, "new_key", lambda: bytes(32))  # always the same match
    return Club(serve, tmp_path / "club")


def same_table(before: Any, after: Any) -> None:
    """Is what lies on the table, and what is asked, the same?"""
    for part in ("scene", "panels", "progress"):
        assert before.get(part) == after.get(part), part
    assert [offer["key"] for offer in offers(before)] == [offer["key"] for offer in offers(after)]
    assert before["prompt"] == after["prompt"]


@pytest.mark.parametrize("bumped", [True, False], ids=["announced", "unannounced"])
@pytest.mark.parametrize("change", [richer, doubled, stricter])
async def test_a_match_goes_on_from_the_position_that_was_stored(
    club: Club, monkeypatch: pytest.MonkeyPatch, change: Change, bumped: bool
) -> None:
    await club.play(42)
    before, lines = await club.views(), await club.lines()
    match = (await club.house.arena.matches.get(club.id)).match
    stored = json.loads(json.dumps(match.state.to_json()))
    assert sum(match.state.influence) > 6  # something was taken, so that a factor matters
    change(monkeypatch, now() + bumped)
    await club.reopen()
    after = await club.views()
    for old, new in zip(before, after, strict=True):
        same_table(old, new)
    grown = await club.lines()
    assert grown[: len(lines)] == lines
    assert len(grown) == len(lines) + 1
    assert grown[-1]["check"] == stored
    assert grown[-1]["rules"] == now()
    assert await play_on(club.people, club.id, 2) == 2
    await club.reopen()
    assert len(await club.lines()) == len(lines) + 3, "one checkpoint is enough"
    await play_on(club.people, club.id)
    views = await club.views()
    assert all(view["result"] for view in views)
    shown = (await club.people[0].get(f"/api/tables/{club.id}")).json()
    assert shown["state"] == "over"
    record = await club.people[0].get(f"/api/tables/{club.id}/record")
    assert '"check"' in record.text
    for step in (0, 3, 60):
        answer = await club.people[0].get(f"/api/tables/{club.id}/replay", step=step)
        assert answer.status_code in (200, 409), answer.text


async def test_rules_that_lead_to_the_same_position_change_nothing(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.play(17)
    before, lines = await club.views(), await club.lines()
    _version(monkeypatch, now() + 1)
    await club.reopen()
    assert await club.views() == before
    assert await club.lines() == lines


async def test_a_difference_after_the_last_digest_is_noticed(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.play(9)
    before = await club.views()
    lines = await club.lines()
    assert [line["seq"] for line in lines if "digest" in line] == [0]
    for line in lines:
        line.pop("digest", None)
    text = json.dumps(lines[0]).replace("'", "''")
    await club.sql(f"UPDATE journal SET line = '{text}' WHERE seq = 0")
    richer(monkeypatch, now() + 1)
    await club.reopen()
    for old, new in zip(before, await club.views(), strict=True):
        same_table(old, new)


LOST = {
    "no position": "DELETE FROM positions",
    "an old position": "UPDATE positions SET seq = seq - 1",
    "an empty position": "UPDATE positions SET position = '{}'",
    "other cards": """UPDATE positions
        SET position = replace(position, '"seen":[', '"seen":[1,')""",
    "an unknown frame": """UPDATE positions
        SET position = replace(position, '"agenda":[["', '"agenda":[["Joust')""",
}


@pytest.mark.parametrize("lost", LOST)
async def test_a_match_whose_position_cannot_be_read_either_is_closed_and_says_why(
    club: Club, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    await club.play(12)
    lines = await club.lines()
    view = (await club.views())[0]
    await club.sql(LOST[lost])
    richer(monkeypatch, now() + 1)
    await club.reopen()
    aoi = club.people[0]
    answer = await aoi.get(f"/api/tables/{club.id}/view")
    assert answer.json()["error"]["code"] == "not_now"
    shown = (await aoi.get(f"/api/tables/{club.id}")).json()
    assert shown["state"] == "closed"
    assert "could not go on" in shown["can"]["why_not"]
    japanese = (await aoi.get(f"/api/tables/{club.id}", lang="ja")).json()
    assert "続けられなくなりました" in japanese["can"]["why_not"]
    lobby = (await aoi.get("/api/lobby")).json()
    assert lobby == {"mine": [], "open": [], "running": []}
    body = {"key": offers(view)[0]["key"] if offers(view) else "x", "asked": "x"}
    answer = await aoi.post(f"/api/tables/{club.id}/play", body)
    assert answer.json()["error"]["code"] == "not_now"
    assert (await aoi.get("/health")).status_code == 200
    assert await club.lines() == lines


async def test_a_position_that_todays_rules_cannot_show_is_no_position(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.play(12)
    richer(monkeypatch, now() + 1)
    with monkeypatch.context() as patch:

        def broken(s: Any) -> Any:
            raise ZeroDivisionError

        patch.setattr(games()["oriflamme"], "progress", broken)
        await club.reopen()
        shown = await club.people[0].get(f"/api/tables/{club.id}/view")
        assert shown.json()["error"]["code"] == "not_now"
    shown = await club.people[0].get(f"/api/tables/{club.id}")
    assert shown.json()["state"] == "closed"


async def test_a_match_of_a_game_that_is_missing_waits_until_it_is_back(club: Club) -> None:
    await club.play(12)
    before = await club.views()
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(games(), "oriflamme")
        await club.reopen()
        answer = await club.people[0].get(f"/api/tables/{club.id}/view")
        assert answer.json()["error"]["code"] == "not_now"
    assert await club.views() == before


async def test_the_newest_position_of_every_match_is_kept_with_its_line(club: Club) -> None:
    await club.play(0)
    _, other = await gather(club.house, "Eri", "Kai", "Rin")
    for n in range(1, 6):
        await play_on(club.people, club.id, 1)
        running = await club.house.arena.matches.get(club.id)
        rows = dict(await club.sql("SELECT match, seq FROM positions"))
        assert rows == {club.id: n, other: 0}
        [(text,)] = await club.sql(f"SELECT position FROM positions WHERE match = '{club.id}'")
        assert json.loads(text) == json.loads(json.dumps(running.match.state.to_json()))

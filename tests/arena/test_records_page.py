"""A record file opens in the replay page, and what is none is refused with a clear sentence."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.migration import MigrationContext
from arena_guests import Guest, Running, gather, play_on
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from takujo.arena import records, store
from takujo.arena.migrations import upgrade
from takujo.arena.problem import Problem
from takujo.arena.records import LINES, MEGABYTE, SIZE, Records
from takujo.arena.store import Store
from takujo.core.chance import commitment, match_key
from takujo.core.game import games
from takujo.core.match import Match
from takujo.text import words

PROTOCOL = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
NUMBERED = {"Aoi": "Player 1", "Hana": "Player 2", "Kai": "Player 3"}
KEY, NONCES = b"k" * 32, [b"a" * 32, b"", b"c" * 32]


def played(moves: int = 10_000, *, seats: tuple[str, ...] = ("human",) * 3) -> Match:
    """A match of three, so many choices long or to its end."""
    match = Match.start(
        games()["oriflamme"], 3, seats=seats, key=match_key(KEY, NONCES), commitment=commitment(KEY)
    )
    while moves and not match.over:
        seat = match.awaited[0]
        match.play(seat, match.view(seat).offers[0].key, match.asked(seat))
        moves -= 1
    return match


def written(lines: list[Any]) -> bytes:
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def proved() -> list[Any]:
    return played().record(server_key=KEY, nonces=NONCES)


async def sent(guest: Guest, body: bytes, lang: str = "en") -> Any:
    return await guest.http.post("/api/records", params={"lang": lang}, content=body)


async def opened(guest: Guest, body: bytes) -> Any:
    """The answer for a file that must open."""
    answer = await sent(guest, body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def kept(house: Running) -> int:
    """How many records the file holds: read in a thread, for the arena runs on this loop."""

    def count() -> int:
        with contextlib.closing(sqlite3.connect(house.settings.database)) as db:
            (n,) = db.execute("SELECT count(*) FROM records").fetchone()
        return int(n)

    return await asyncio.to_thread(count)


async def test_the_record_of_a_table_replays_as_the_table_does(house: Running) -> None:
    people, table = await gather(house, "Aoi", "Hana", "Kai")
    await play_on(people, table)
    body = (await people[0].get(f"/api/tables/{table}/record")).content
    stranger = await house.guest()
    record = await opened(stranger, body)
    assert record["state"] == "over"
    assert record["shuffles"] == "proved"
    for step in (0, 1, record["steps"] // 2, record["steps"]):
        for side in ("0", "1", "2", "onlooker"):
            asked = {"step": step, "side": side}
            ours = await stranger.get(f"/api/records/{record['id']}/replay", **asked)
            theirs = await people[0].get(f"/api/tables/{table}/replay", **asked)
            named = re.sub(r"\b(Aoi|Hana|Kai)\b", lambda name: NUMBERED[name[1]], theirs.text)
            got, wanted = ours.json(), json.loads(named)
            assert got["steps"] == wanted["steps"] == record["steps"]
            assert got["sides"] == [0, 1, 2, None]
            assert got["view"] == wanted["view"]


async def test_the_record_of_a_running_match_is_given_to_nobody(house: Running) -> None:
    people, table = await gather(house, "Aoi", "Hana", "Kai")
    await play_on(people, table, 4)
    for guest in (*people, await house.guest()):
        answer = await guest.get(f"/api/tables/{table}/record")
        assert answer.status_code == 409, answer.text
        assert answer.json()["error"]["code"] == "not_now"


async def test_the_same_record_has_one_id_however_its_lines_end(house: Running) -> None:
    aoi, hana = await house.guest(), await house.guest()
    body = written(proved())
    first = await opened(aoi, body)
    assert await opened(hana, body) == first
    assert await opened(hana, b"\xef\xbb\xbf" + body.replace(b"\n", b"\r\n") + b"\n\n") == first
    assert await kept(house) == 1
    other = await opened(hana, written(played(5).record()))
    assert other["id"] != first["id"]
    assert await kept(house) == 2


async def test_a_link_works_after_a_restart(serve: Callable[..., Any]) -> None:
    house = await serve()
    record = await opened(await house.guest(), written(proved()))
    await house.stop()
    again = await serve()
    guest = await again.guest()
    answer = await guest.get(f"/api/records/{record['id']}")
    assert answer.json() == record
    page = await guest.get(f"/record/{record['id']}")
    assert page.status_code == 200
    last = (await guest.get(f"/api/records/{record['id']}/replay", side="1")).json()
    assert last["step"] == record["steps"]
    assert last["view"]["result"]["rank"]


async def test_a_record_that_is_not_kept_is_not_found(house: Running) -> None:
    guest = await house.guest()
    for path in ("/api/records/nothing", "/api/records/nothing/replay", "/record/nothing"):
        assert (await guest.get(path)).status_code == 404, path


async def test_a_side_that_the_match_has_not_is_refused(house: Running) -> None:
    guest = await house.guest()
    record = await opened(guest, written(proved()))
    for side in ("3", "-1", "x"):
        answer = await guest.get(f"/api/records/{record['id']}/replay", side=side)
        assert answer.status_code == 400, side


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "proved"),
        ({"server_key": "00" * 32}, "wrong"),
        ({"nonces": ["aa", "", "cc"]}, "wrong"),
        ({"nonces": 7}, "wrong"),
        ({"server_key": None}, "no_keys"),
        ({"server_key": None, "source": "game_01.tch"}, "elsewhere"),
    ],
)
async def test_the_page_is_told_whether_the_shuffles_can_be_checked(
    house: Running, change: dict[str, Any], said: str
) -> None:
    lines = proved()
    lines[0] = {k: v for k, v in (lines[0] | change).items() if v is not None}
    record = await opened(await house.guest(), written(lines))
    assert record["shuffles"] == said
    assert record["source"] == change.get("source")


async def test_seats_are_called_by_number_and_bots_by_kind(house: Running) -> None:
    guest = await house.guest()
    lines = played(3, seats=("human", "bot:greedy", "bot:of_my_own")).record()
    record = await opened(guest, written(lines))
    names = [seat["name"] for seat in record["seats"]]
    assert names == ["Player 1", "Bot 2 (greedy)", "Bot 3"]
    assert [seat["kind"] for seat in record["seats"]] == ["human", "bot", "bot"]
    shown = (await guest.get(f"/api/records/{record['id']}", lang="ja")).json()
    assert shown["seats"][0]["name"] == words("ja").word("player.number", n="1")
    replay = await guest.get(f"/api/records/{record['id']}/replay", lang="ja", step="2")
    assert "Player" not in replay.text


async def test_a_match_that_was_not_over_can_be_looked_at(house: Running) -> None:
    guest = await house.guest()
    record = await opened(guest, written(played(7).record()))
    assert record["state"] == "running"
    last = (await guest.get(f"/api/records/{record['id']}/replay", side="0")).json()
    assert last["step"] == record["steps"]
    assert "result" not in last["view"]
    assert "offers" not in last["view"]
    assert not last["view"]["prompt"].get("asked")


async def test_matches_written_under_other_rules_say_from_where_they_differ(
    house: Running,
) -> None:
    lines = played().record()
    lines[0] |= {"rules": 99}
    digested = next(i for i, line in enumerate(lines) if line.get("seq") == 10)
    lines[digested] |= {"digest": "0" * 16}
    record = await opened(await house.guest(), written(lines))
    assert record["differs"] == digested + 1


HEADER, START, *_ = played(1).record()


def broken() -> Iterator[tuple[str, bytes, str]]:
    """What the files are, what they hold, and what of the refusal tells it apart."""
    yield "empty", b"", "empty"
    yield "blank", b"\n \r\n\n", "empty"
    yield "binary", b"\x89PNG\r\n\x1a\n\x00\xff", "UTF-8"
    yield "prose", b"Dear server,\nhello", "Line 1 is not a JSON object"
    yield "a list", b"[1, 2]", "Line 1 is not a JSON object"
    yield "deep", b'{"takujo":1,"x":' + b"[" * 200_000, "Line 1 is not a JSON object"
    yield "endless", b'{"takujo":1,"x":' + b"9" * 9_000 + b"}", "Line 1 is not a JSON object"
    yield "half a pair", b'{"takujo":1,"game":"\\ud800"}', "Line 1 is not a JSON object"
    yield "another's", b'{"format": 3}\n{}', '"takujo": 1'
    yield "later", written([HEADER | {"takujo": 2}, START]), '"takujo": 1'
    yield "other game", written([HEADER | {"game": "error.no_such_seat"}]), "not installed"
    yield "no rules", written([{"takujo": 1, "game": "oriflamme"}]), "header of a record of Ori"
    yield "players", written([HEADER | {"players": 30}, START]), "header of a record of Orifl"
    yield "seats", written([HEADER | {"seats": [[], {}, 1]}, START]), "header of a record of Or"
    yield "options", written([HEADER | {"options": {"x": [1]}}, START]), "header of a record of"
    yield (
        "no start",
        written([HEADER]),
        "Line 2 does not fit. By the rules of Oriflamme the match cannot go on",
    )
    yield "two starts", written([HEADER, START, {"start": True}]), "Line 3 does not fit"
    yield "outcome", written([HEADER, START | {"chance": [[9, [8, 8]]]}]), "Line 2 does not fit"
    yield "blank between", written([HEADER, START]) + b'\n\n{"seat":0,"key":"fly"}', "Line 5 does"
    yield "no kind", written([HEADER, START, {"what": 1}]), "Line 3 does not fit"
    yield "undo", written([HEADER, START, {"undo": -(10**12)}]), "Line 3 does not fit"
    yield "key", written([HEADER, START, {"seat": {}, "key": []}]), "Line 3 does not fit"
    yield (
        "other rules",
        written([HEADER | {"rules": 9}, START, {"seat": 0, "key": "fly"}]),
        "Line 3 does not fit",
    )
    yield "position", written([HEADER, START, {"check": {"agenda": []}}]), "Line 3 goes on from"
    yield "no object", written([HEADER, START, 5]), "Line 3 is not a JSON object"
    yield "odd", written([HEADER, START, {"concede": 0, "by": "bot:x", "seat": 9}]), "Line 3"
    yield "long", b"{}\n" * (LINES + 1), f"at most {LINES} lines"


@pytest.mark.parametrize(("body", "said"), [case[1:] for case in broken()],
                         ids=[case[0] for case in broken()])  # fmt: skip
async def test_what_is_no_record_is_refused_in_words_and_not_kept(
    house: Running, body: bytes, said: str
) -> None:
    guest = await house.guest()
    answer = await sent(guest, body)
    assert answer.status_code == 400, answer.text
    told = answer.json()["error"]
    assert told["code"] == "bad_input"
    assert said in told["text"]
    assert not re.search(r"Error|Traceback|[{}]", told["text"])
    japanese = (await sent(guest, body, "ja")).json()["error"]["text"]
    assert japanese.endswith("。")
    line = re.match(r"Line (\d+)", told["text"])
    if line and "header" not in told["text"]:
        assert japanese.startswith(f"{line[1]}行目")
    assert await kept(house) == 0


async def test_a_file_that_is_too_large_is_refused_with_the_size_that_fits(
    house: Running,
) -> None:
    guest = await house.guest()
    answer = await sent(guest, b"x" * (SIZE * MEGABYTE + 1))
    assert answer.status_code == 413
    assert answer.json()["error"]["text"] == words("en").word("error.record_large", most=SIZE)
    assert await kept(house) == 0


async def test_a_record_that_takes_too_long_is_given_up(house: Running) -> None:
    hours = iter(range(0, 10**6, 3600))
    slow = Records(house.settings, house.arena.store, clock=lambda: float(next(hours)))
    with pytest.raises(Problem) as refused:
        await slow.keep(written(proved()))
    assert refused.value.text.key == "error.record_slow"
    assert await kept(house) == 0


async def test_opening_records_has_a_rate_of_its_own(serve: Callable[..., Any]) -> None:
    house = await serve(rate=1.0)
    guest = await house.guest()
    codes = [(await sent(guest, b"no")).status_code for _ in range(12)]
    assert codes[0] == 400
    assert codes[-1] == 429
    assert (await guest.get("/api/me")).status_code == 200


async def test_a_record_is_taken_only_from_a_page_of_this_arena(house: Running) -> None:
    guest = await house.guest()
    for header in ("x-csrf-token", "origin"):
        usual = guest.http.headers.pop(header)
        assert (await sent(guest, written(proved()))).status_code == 403, header
        guest.http.headers[header] = usual
    assert await kept(house) == 0


async def test_only_a_few_records_stay_in_memory(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "OPEN", 2)
    guest = await house.guest()
    ids = [(await opened(guest, written(played(n).record())))["id"] for n in range(1, 5)]
    shelf = house.arena.records
    assert list(shelf._opened) == ids[2:]
    assert (await guest.get(f"/api/records/{ids[0]}")).status_code == 200
    assert list(shelf._opened) == [ids[3], ids[0]]


async def test_records_that_nobody_opens_are_dropped_and_so_are_the_oldest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = Store(tmp_path / "t.sqlite3")
    await shelf.open()
    day = 24 * 60 * 60 * 1000
    time = 0
    monkeypatch.setattr(store, "now", lambda: time)
    for time in range(0, 5 * day, day):
        await shelf.keep_record(f"r{time // day}", b"x" * 100)
    time = 5 * day
    assert await shelf.record("r0") == b"x" * 100  # seen again
    assert await shelf.drop_records(2 * day, 10_000) == 1
    assert [await shelf.record(f"r{n}") is not None for n in range(5)] == [True, False, *[True] * 3]
    await shelf.keep_record("new", b"x" * 250)
    assert await shelf.drop_records(0, 400) == 3
    assert await shelf.record("new") is not None
    await shelf.close()


def test_the_layout_of_records_is_added_to_a_file_that_has_none(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'old.sqlite3'}", poolclass=NullPool)
    upgrade(engine, "0003")
    with engine.begin() as db:
        db.execute(text("INSERT INTO journal VALUES ('m', 0, '{}', 1)"))
    upgrade(engine)
    with engine.connect() as db:
        assert MigrationContext.configure(db).get_current_revision() != "0003"
        assert db.execute(text("SELECT count(*) FROM journal")).scalar() == 1
        assert db.execute(text("SELECT count(*) FROM records")).scalar() == 0
    engine.dispose()


@pytest.mark.parametrize("struct", [records.Shown, records.Player])
def test_the_protocol_names_every_field_of_a_record(struct: Any) -> None:
    (told,) = re.findall(r"^`Record`:[\s\S]*?\n\n", PROTOCOL, re.MULTILINE)
    for field in struct.__struct_fields__:
        assert f'"{field}"' in told, field

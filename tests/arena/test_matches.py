"""Matches over HTTP and sockets: who may do what, what is kept, what bots do."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import pytest
from arena_guests import PATIENCE, Running, finish, gather, offers, once, play, play_on, turn

from takujo.arena import bots
from takujo.core.match import Match
from takujo.core.proof import verify


async def test_a_match_against_bots_is_played_to_its_end(house: Running) -> None:
    guest = await house.guest("Aoi")
    table = await guest.table("bot:greedy", "bot:strong", "bot:random", public=False)
    await guest.start(table["id"])
    view = await finish(guest, table["id"])
    assert any(view["result"]["won"])
    assert "offers" not in view
    shown = (await guest.get(f"/api/tables/{table['id']}")).json()
    assert shown["state"] == "over"
    assert [seat["name"] for seat in shown["seats"]] == ["Aoi", "Owl", "Badger", "Hare"]


async def test_people_play_a_match_to_its_end_over_http(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    assert await play_on(people, id) > 40
    views = [await guest.view(id) for guest in people]
    assert views[0]["result"]["rank"] == views[2]["result"]["rank"]
    assert "Aoi" in json.dumps(views[1]["log"])


async def test_an_answer_to_a_decision_that_is_gone_is_refused(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    seat, view = await turn(people, id)
    old = {"key": offers(view)[0]["key"], "asked": view["prompt"]["asked"]}
    await play_on(people, id, 3)
    while (await turn(people, id))[0] != seat:
        await play_on(people, id, 1)
    before = await house.arena.store.lines(id)
    answer = await people[seat].post(f"/api/tables/{id}/play", old)
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "stale"
    assert await house.arena.store.lines(id) == before


async def test_what_is_not_offered_is_refused_with_a_reason(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    seat, view = await turn(people, id)
    for key in ("place dragon head", "", "place", "set:3", "#queue:gap0", "x" * 2000):
        body = {"key": key, "asked": view["prompt"]["asked"]}
        answer = await people[seat].post(f"/api/tables/{id}/play", body)
        assert answer.json()["error"]["code"] == "illegal"
        assert answer.json()["error"]["text"]
    assert (await people[seat].view(id))["seq"] == view["seq"]


async def test_nobody_plays_out_of_turn_or_for_another_seat(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    onlooker = await house.guest("Rin")
    seat, view = await turn(people, id)
    body = {"key": offers(view)[0]["key"], "asked": view["prompt"]["asked"]}
    for other in (people[(seat + 1) % 3], people[(seat + 2) % 3]):
        answer = await other.post(f"/api/tables/{id}/play", body)
        assert answer.json()["error"]["code"] == "not_now"
        for what in ("undo", "confirm"):
            answer = await other.post(f"/api/tables/{id}/{what}")
            assert answer.json()["error"]["code"] == "not_now"
    for what, sent in {"play": body, "undo": {}, "confirm": {}, "concede": {}}.items():
        answer = await onlooker.post(f"/api/tables/{id}/{what}", sent)
        assert answer.json()["error"]["code"] == "not_yours"
    assert len(await house.arena.store.lines(id)) == view["seq"]


async def test_the_cookie_of_one_seat_never_shows_another(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    for seat, guest in enumerate(people):
        view = await guest.view(id)
        hands = {zone["id"] for zone in view["scene"] if zone["id"].startswith("hand")}
        assert view["viewer"] == seat
        assert hands == {f"hand.{seat}"}
    onlooker = await house.guest("Rin")
    view = await onlooker.view(id)
    assert view["viewer"] is None
    assert not any(zone["id"].startswith("hand") for zone in view["scene"])


async def test_of_fifty_equal_moves_at_once_exactly_one_is_made(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    seat, view = await turn(people, id)
    body = {"key": offers(view)[0]["key"], "asked": view["prompt"]["asked"]}
    one, two = await people[seat].watch(id), await people[seat].watch(id)

    async def over_socket(socket: Any, n: int) -> None:
        await socket.send(t="play", n=n, **body)

    sent = [over_socket((one, two)[n % 2], n) for n in range(30)]
    posted = [people[seat].post(f"/api/tables/{id}/play", body) for _ in range(20)]
    answers = await asyncio.gather(*posted, *sent)
    good = sum(a.status_code == 200 for a in answers if a is not None)
    codes = {a.json()["error"]["code"] for a in answers if a is not None and a.status_code != 200}
    for socket, count in ((one, 15), (two, 15)):
        for _ in range(count):
            answer = await _answer(socket)
            good += answer["t"] == "ack"
            codes |= {answer["code"]} if answer["t"] == "no" else set()
    assert good == 1
    assert codes <= {"stale", "not_now"}
    assert len(await house.arena.store.lines(id)) == view["seq"] + 1


async def _answer(socket: Any) -> Any:
    while True:
        message = await socket.next()
        if message["t"] in ("ack", "no"):
            return message


async def test_the_acknowledgement_comes_after_the_line_is_kept(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    for _ in range(6):
        seat, view = await turn(people, id)
        socket = await people[seat].watch(id)
        key, asked = offers(view)[0]["key"], view["prompt"]["asked"]
        answer = await socket.ask(t="play", key=key, asked=asked)
        assert answer["t"] == "ack"
        lines = await house.arena.store.lines(id)
        assert lines[view["seq"]]["key"] == key


async def test_a_conflict_reloads_and_tries_again(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    seat, view = await turn(people, id)
    # Another process has written a line that leaves the decision as it is.
    other = await house.arena.matches.get(id)
    copy = Match.load(other.match.header, other.match.lines)
    absent = (seat + 1) % 3
    await house.arena.store.journal.append(id, copy.reseat(absent, "human"))
    after = await play(people[seat], id, view)
    assert after["seq"] == view["seq"] + 2
    lines = await house.arena.store.lines(id)
    assert lines[-2]["by"] == "human"
    assert lines[-1]["seat"] == seat


async def test_a_conflict_with_the_same_choice_is_a_refusal(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    seat, view = await turn(people, id)
    running = await house.arena.matches.get(id)
    copy = Match.load(running.match.header, running.match.lines, key=running.match._key)
    taken = copy.play(seat, offers(view)[1]["key"], view["prompt"]["asked"])
    await house.arena.store.journal.append(id, taken)
    body = {"key": offers(view)[0]["key"], "asked": view["prompt"]["asked"]}
    answer = await people[seat].post(f"/api/tables/{id}/play", body)
    assert answer.json()["error"]["code"] in ("stale", "not_now")
    assert (await people[seat].view(id))["seq"] == view["seq"] + 1


async def test_a_disk_that_refuses_undoes_the_move(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    seat, view = await turn(people, id)
    store = house.arena.store
    async with store._write() as db:
        await db.exec_driver_sql(
            "CREATE TRIGGER full BEFORE INSERT ON journal "
            "BEGIN SELECT RAISE(ROLLBACK, 'disk full'); END"
        )
    body = {"key": offers(view)[0]["key"], "asked": view["prompt"]["asked"]}
    answer = await people[seat].post(f"/api/tables/{id}/play", body)
    assert answer.status_code == 503
    assert (await people[seat].view(id))["seq"] == view["seq"]
    async with store._write() as db:
        await db.exec_driver_sql("DROP TRIGGER full")
    await play(people[seat], id, view)


async def test_a_match_goes_on_after_a_restart(serve: Any, tmp_path: Any) -> None:
    first = await serve(data=tmp_path / "one")
    people, id = await gather(first, "Aoi", "Ken", "Mio")
    await play_on(people, id, 17)
    before = [await guest.view(id) for guest in people]
    cookies = [dict(guest.http.cookies) for guest in people]
    await first.stop()
    second = await serve(data=tmp_path / "one")
    back = []
    for cookie in cookies:
        guest = await second.guest()
        guest.http.cookies.clear()
        guest.http.cookies.update(cookie)
        await guest.come()
        back.append(guest)
    after = [await guest.view(id) for guest in back]
    for old, new in zip(before, after, strict=True):
        old.pop("moves", None)
        new.pop("moves", None)
        assert old == new
    assert await play_on(back, id) > 5


async def test_bots_go_on_after_a_restart(serve: Any, tmp_path: Any) -> None:
    first = await serve(data=tmp_path / "one", bot_delay=(30.0, 30.0))
    people, id = await gather(first, "Aoi", bots=("bot:random", "bot:random"))
    cookie = dict(people[0].http.cookies)
    lines = len(await first.arena.store.lines(id))
    await first.stop()
    second = await serve(data=tmp_path / "one")
    guest = await second.guest()
    guest.http.cookies.clear()
    guest.http.cookies.update(cookie)
    await guest.come()
    view = await finish(guest, id)
    assert view["result"]
    assert len(await second.arena.store.lines(id)) > lines


class Broken:
    """A bot that raises."""

    name = "greedy"

    def choose(self, seat: Any, rng: Any) -> str:
        raise ZeroDivisionError("Lord of seat 2")


class Absurd:
    """A bot that chooses what does not exist."""

    name = "greedy"

    def choose(self, seat: Any, rng: Any) -> str:
        return "place dragon nowhere"


class Endless:
    """A bot that thinks until it is told to stop."""

    name = "greedy"

    done = threading.Event()

    def choose(self, seat: Any, rng: Any) -> str:
        self.done.wait(60)
        return ""


@pytest.mark.parametrize("kind", [Broken, Absurd, Endless])
async def test_a_bot_that_fails_plays_a_legal_choice_and_nobody_waits(
    serve: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kind: Any
) -> None:
    house = await serve(bot_timeout=0.05, log=True)
    monkeypatch.setattr(bots, "bot", lambda name: kind())
    people, id = await gather(house, "Aoi", bots=("bot:greedy", "bot:greedy"))
    try:
        for _ in range(3):
            view = await once(lambda: people[0].view(id), offers)
            await play(people[0], id, view)
    finally:
        Endless.done.set()
    lines = await house.arena.store.lines(id)
    assert {line.get("seat") for line in lines} >= {1, 2}
    logged = capsys.readouterr().err
    assert "bot" in logged
    assert "Lord of seat 2" not in logged


async def test_a_choice_is_taken_back_until_somebody_else_is_asked(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    for guest in people:
        await guest.put("/api/me", {"settings": {"hold": "always"}})
    seat, view = await turn(people, id)
    held = await play(people[seat], id, view)
    assert held["held"] is True
    assert held["undo"] is True
    assert "offers" not in held
    others = [await g.view(id) for i, g in enumerate(people) if i != seat]
    assert not any(offers(other) for other in others)
    back = await people[seat].ok(f"/api/tables/{id}/undo", {"to": "ask"})
    assert offers(back) == offers(view)
    assert back["prompt"]["asked"] == view["prompt"]["asked"]
    assert back["seq"] > view["seq"]
    await play(people[seat], id, back)
    confirmed = await people[seat].ok(f"/api/tables/{id}/confirm")
    assert "held" not in confirmed
    answer = await people[seat].post(f"/api/tables/{id}/undo", {"to": "ask"})
    assert answer.json()["error"]["code"] == "not_now"
    wrong = await people[seat].post(f"/api/tables/{id}/undo", {"to": "yesterday"})
    assert wrong.json()["error"]["code"] == "bad_input"


async def test_who_holds_a_choice_back_and_goes_does_not_block_the_table(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    for guest in people:
        await guest.put("/api/me", {"settings": {"hold": "always"}})
    seat, view = await turn(people, id)
    await play(people[seat], id, view)
    await people[seat].ok(f"/api/tables/{id}/concede")
    await once(lambda: house.arena.store.lines(id), lambda kept: len(kept) > view["seq"] + 2)
    other, _ = await turn([g for i, g in enumerate(people) if i != seat], id)
    assert other in (0, 1)


async def test_a_conceded_seat_is_played_by_a_bot_to_the_end(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    await play_on(people, id, 4)
    shown = await people[1].ok(f"/api/tables/{id}/concede")
    assert shown["seats"][1]["conceded"] is True
    assert shown["can"]["return"] is False
    again = await people[1].post(f"/api/tables/{id}/concede")
    assert again.json()["error"]["code"] == "not_now"
    back = await people[1].post(f"/api/tables/{id}/return")
    assert back.json()["error"]["code"] == "not_now"
    ends = await asyncio.gather(finish(people[0], id), finish(people[2], id))
    assert ends[0]["result"]["rank"][1] == 3
    assert ends[0]["result"]["won"][1] is False


async def test_the_last_who_has_not_conceded_wins_at_once(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    await people[0].ok(f"/api/tables/{id}/concede")
    await people[1].ok(f"/api/tables/{id}/concede")
    view = await people[2].view(id)
    assert view["result"]["won"] == [False, False, True]
    assert (await people[2].get(f"/api/tables/{id}")).json()["state"] == "over"


async def test_the_record_and_the_proof_hold_the_whole_match(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    early = await people[0].get(f"/api/tables/{id}/record")
    assert early.json()["error"]["code"] == "not_now"
    await play_on(people, id)
    answer = await people[0].get(f"/api/tables/{id}/record")
    assert "attachment" in answer.headers["content-disposition"]
    record = [json.loads(line) for line in answer.text.splitlines()]
    assert verify(record) == []
    proof = (await people[0].get(f"/api/tables/{id}/proof")).json()
    assert proof["nonces"] == [guest.nonce for guest in people]
    assert proof["server_key"] == record[0]["server_key"]
    assert [d["index"] for d in proof["draws"]] == list(range(len(proof["draws"])))
    forged = [dict(record[0], nonces=["00" * 32] * 3), *record[1:]]
    assert verify(forged) != []


async def test_a_running_match_is_looked_back_at_from_the_own_side_only(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    await play_on(people, id, 9)
    path = f"/api/tables/{id}/replay"
    own = await people[1].get(path, side=1, step=2)
    assert own.json()["view"]["viewer"] == 1
    assert own.json()["step"] == 2
    for side in ("0", "2", "onlooker"):
        answer = await people[1].get(path, side=side)
        assert answer.json()["error"]["code"] == "not_yours"
    onlooker = await house.guest("Rin")
    assert (await onlooker.get(path, step=1)).json()["view"]["viewer"] is None
    assert (await onlooker.get(path, side=0)).json()["error"]["code"] == "not_yours"
    for side in ("7", "-1", "x"):
        assert (await people[1].get(path, side=side)).json()["error"]["code"] == "bad_input"


async def test_a_finished_match_is_replayed_from_every_side(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    await play_on(people, id)
    path = f"/api/tables/{id}/replay"
    end = (await people[0].get(path)).json()
    assert end["step"] == end["steps"]
    assert end["view"]["result"]
    assert end["sides"] == [0, 1, 2, None]
    for side in ("0", "1", "2", "onlooker"):
        seen = (await people[0].get(path, side=side, step=5)).json()
        assert seen["step"] == 5
        assert seen["view"]["viewer"] == (None if side == "onlooker" else int(side))
        assert "offers" not in seen["view"]
        assert not seen["view"].get("result")
    far = (await people[0].get(path, step=10_000)).json()
    assert far["step"] == far["steps"]


async def test_a_replay_shows_a_seat_what_it_saw_then(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    seen = {}
    for _ in range(12):
        view = await people[0].view(id)
        seen[view["seq"] - 1] = view
        await play_on(people, id, 1)
    for step, view in seen.items():
        path = f"/api/tables/{id}/replay"
        shown = (await people[0].get(path, side=0, step=step)).json()["view"]
        assert shown["scene"] == view["scene"]
        assert shown["panels"] == view["panels"]
        assert shown["log"] == view["log"]


async def test_matches_that_nobody_looks_at_leave_the_memory(serve: Any) -> None:
    house = await serve(idle_match=0.2, sweep=0.05)
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    await play_on(people, id, 3)
    before = await people[0].view(id)
    async with asyncio.timeout(PATIENCE):
        while len(house.arena.matches):
            await asyncio.sleep(0.02)
    after = await people[0].view(id)
    assert after["seq"] == before["seq"]
    assert after["scene"] == before["scene"]


async def test_a_view_may_be_waited_for(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    seat, view = await turn(people, id)
    other = people[(seat + 1) % 3]
    path = f"/api/tables/{id}/view"
    waiting = asyncio.create_task(other.get(path, after=view["seq"]))
    await asyncio.sleep(0.1)
    assert not waiting.done()
    await play(people[seat], id, view)
    assert (await waiting).json()["seq"] == view["seq"] + 1
    at_once = await other.get(path, after=0)
    assert at_once.json()["seq"] == view["seq"] + 1

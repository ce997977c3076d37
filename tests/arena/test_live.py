"""Sockets, presence, chat, votes and rematches."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from arena_guests import Guest, Running, finish, gather, offers, once, play, play_on, turn
from sqlalchemy.ext.asyncio import AsyncConnection
from websockets.exceptions import ConnectionClosed

from takujo.arena.live import BACKLOG, Link, Live
from takujo.arena.store import Store
from takujo.core.chance import commitment

A_MINUTE = 60_000  # ms: the server's clock goes by the time of day


async def shown(guest: Guest, id: str, fits: Callable[[Any], bool]) -> Any:
    """The table as soon as it fits."""

    async def found() -> list[Any]:
        mine = (await guest.get("/api/lobby")).json()["mine"]
        return [each["table"] for each in mine if each["table"]["id"] == id and fits(each["table"])]

    return (await once(found, bool))[0]


async def test_a_move_reaches_every_page_of_every_seat_and_onlooker(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    onlooker = await house.guest("Rin")
    sockets = [await g.watch(id) for g in (*people, people[0], onlooker)]
    for socket in sockets:
        await socket.until("view")
    seat, view = await turn(people, id)
    after = await play(people[seat], id, view)
    for socket in sockets:
        message = await socket.until("view", lambda m: m["view"]["seq"] == after["seq"])
        assert message["view"]["seq"] == after["seq"]


async def test_two_pages_of_one_seat_live_side_by_side(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    one, two = await people[0].watch(id), await people[0].watch(id)
    for socket in (one, two):
        assert (await socket.until("view"))["view"]["viewer"] == 0
    await one.close()
    await asyncio.sleep(0.6)
    table = (await people[1].get(f"/api/tables/{id}")).json()
    assert table["seats"][0]["present"] is True
    await two.send(t="beat")
    await two.until("beat")


async def test_a_seat_is_away_when_its_last_page_is_gone(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    watcher = await people[1].watch(id)
    pages = [await people[0].watch(id) for _ in range(2)]
    for page in pages:
        await page.until("table")
        await page.close()
    message = await watcher.until("table", lambda m: not m["table"]["seats"][0]["present"])
    seat = message["table"]["seats"][0]
    assert abs(seat["away_since"] - time.time() * 1000) < A_MINUTE
    again = await people[0].watch(id)
    await again.until("table")
    message = await watcher.until("table", lambda m: m["table"]["seats"][0]["present"])
    assert message["table"]["seats"][0]["away_since"] is None


async def test_a_page_without_heartbeat_is_closed(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    dead, alive = await people[0].watch(id), await people[1].watch(id)
    for page in (dead, alive):
        await page.until("table")
    silent, beating = (next(iter(house.arena.live.links_of(guest.id))) for guest in people[:2])
    before = beating.beat
    await alive.send(t="beat")
    await alive.until("beat")
    assert beating.beat > before
    silent.beat -= house.settings.beat
    with pytest.raises(ConnectionClosed) as caught:
        await dead.until("never")
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 4408
    await alive.until("table", lambda m: not m["table"]["seats"][0]["present"])


async def test_a_heartbeat_tells_the_version_so_that_nobody_stays_behind(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    socket = await people[0].watch(id)
    await socket.until("view")
    await play_on(people, id, 3)
    await socket.send(t="beat")
    beat = await socket.until("beat")
    assert beat["seq"] == (await people[0].view(id))["seq"]
    assert abs(beat["time"] - time.time() * 1000) < A_MINUTE


async def test_the_first_message_greets_with_version_and_clock(house: Running) -> None:
    guest = await house.guest()
    hello = await (await guest.socket()).next()
    assert hello["t"] == "hello"
    assert hello["v"] == 1
    assert abs(hello["time"] - time.time() * 1000) < A_MINUTE


async def test_a_change_of_language_sends_everything_again(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    socket = await people[0].watch(id)
    english = (await socket.until("view"))["view"]
    await socket.until("chat")
    await socket.send(t="lang", lang="ja")
    japanese = await socket.until("view", lambda m: m["view"]["log"] != english["log"])
    assert japanese["view"]["seq"] == english["seq"]
    assert any(ord(c) > 0x3000 for c in json.dumps(japanese, ensure_ascii=False))


async def test_the_lobby_is_sent_when_it_changes(house: Running) -> None:
    watcher, host = await house.guest("Aoi"), await house.guest("Ken")
    socket = await watcher.socket()
    await socket.send(t="lobby")
    assert (await socket.until("lobby"))["lobby"]["open"] == []
    table = await host.table("open", "open")
    message = await socket.until("lobby", lambda m: m["lobby"]["open"] != [])
    assert message["lobby"]["open"][0]["id"] == table["id"]


async def test_what_onlookers_say_reaches_the_seats_only_after_the_match(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    rin, sora = await house.guest("Rin"), await house.guest("Sora")
    seats = [await guest.watch(id) for guest in people]
    looks = [await guest.watch(id) for guest in (rin, sora)]
    for socket in (*seats, *looks):
        await socket.until("chat")
    assert (await looks[0].ask(t="say", text="Aoi has the Lord"))["t"] == "ack"
    heard = await looks[1].until("chat")
    assert heard["lines"][0]["audience"] == "onlookers"
    assert heard["lines"][0]["seat"] is None
    await people[0].ok(f"/api/tables/{id}/say", {"text": "hello <b>all</b>"})
    for socket in seats:
        (line,) = (await socket.until("chat"))["lines"]
        assert (line["text"], line["seat"], line["who"]) == ("hello <b>all</b>", 0, "Aoi")
    for socket in looks:
        await socket.until("chat", lambda m: m["lines"][-1]["text"] == "hello <b>all</b>")
    for guest, socket in zip(people, seats, strict=True):
        assert not any("has the Lord" in frame for frame in socket.frames)
        assert "has the Lord" not in (await guest.get(f"/api/tables/{id}/chat")).text
        again = await guest.watch(id)
        assert "has the Lord" not in str(await again.until("chat"))
    await play_on(people, id)
    assert "has the Lord" in (await people[0].get(f"/api/tables/{id}/chat")).text


@pytest.mark.parametrize("text", ["", "   ", "\u202e\u200b", "x" * 501])
async def test_chat_takes_a_line_and_not_more(house: Running, text: str) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    answer = await people[0].post(f"/api/tables/{id}/say", {"text": text})
    assert answer.json()["error"]["code"] == "bad_input"


async def test_chat_has_a_rate_of_its_own(serve: Any) -> None:
    house = await serve(rate=1.0)
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    codes = [
        (await people[0].post(f"/api/tables/{id}/say", {"text": f"line {i}"})).status_code
        for i in range(12)
    ]
    assert codes[0] == 200
    assert 429 in codes


async def test_the_host_hands_an_absent_seat_to_a_bot_at_once(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    await people[0].watch(id)
    await shown(people[0], id, lambda t: t["can"]["bot"] == [1, 2])
    table = await people[0].ok(f"/api/tables/{id}/bot", {"seat": 1})
    assert table["seats"][1]["by_bot"] is True
    lines = await house.arena.store.lines(id)
    assert any(line.get("by") == "bot:greedy" and line["seat"] == 1 for line in lines)


async def test_a_present_seat_is_nobodys_to_give_away(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    for guest in people:
        await (await guest.watch(id)).until("table")
    await asyncio.sleep(0.5)
    answer = await people[0].post(f"/api/tables/{id}/bot", {"seat": 1})
    assert answer.json()["error"]["code"] == "not_now"
    onlooker = await house.guest("Rin")
    answer = await onlooker.post(f"/api/tables/{id}/bot", {"seat": 1})
    assert answer.json()["error"]["code"] == "not_yours"
    answer = await people[0].post(f"/api/tables/{id}/bot", {"seat": 0})
    assert answer.json()["error"]["code"] == "not_now"


async def test_without_the_host_a_majority_of_those_present_decides(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio", "Sora")
    for guest in people[1:3]:
        await guest.watch(id)
    await shown(people[1], id, lambda t: t["can"]["bot"] == [0, 3])
    table = await people[1].ok(f"/api/tables/{id}/bot", {"seat": 0})
    assert table["seats"][0]["by_bot"] is False
    assert table["votes"]["bot"] == {"0": [1]}
    table = await people[1].ok(f"/api/tables/{id}/bot", {"seat": 0})
    assert table["seats"][0]["by_bot"] is False, "one voice counts once"
    table = await people[2].ok(f"/api/tables/{id}/bot", {"seat": 0})
    assert table["seats"][0]["by_bot"] is True


async def test_a_match_and_its_rematch_need_no_host(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    pages = [await guest.watch(id) for guest in people]
    await pages[0].close()
    await shown(people[1], id, lambda t: t["can"]["bot"] == [0])
    for guest in people[1:]:
        table = await guest.ok(f"/api/tables/{id}/bot", {"seat": 0})
    assert table["seats"][0]["by_bot"] is True
    ends = await asyncio.gather(finish(people[1], id), finish(people[2], id))
    assert all(view["result"] for view in ends)
    for guest in people[1:]:
        table = await guest.rematch(id)
    assert table["id"] != id
    assert [seat["kind"] for seat in table["seats"]] == ["human", "human", "open"]
    host = people[1 + table["host"]]
    await host.ok(f"/api/tables/{table['id']}/seat", {"seat": 2, "kind": "bot:random"})
    assert (await host.start(table["id"]))["state"] == "running"


async def test_whoever_is_alone_may_decide_alone(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    await people[2].watch(id)
    await shown(people[2], id, lambda t: t["can"]["bot"] == [0, 1])
    table = await people[2].ok(f"/api/tables/{id}/bot", {"seat": 0})
    assert table["seats"][0]["by_bot"] is True


async def test_a_vote_ends_when_the_absent_one_comes_back(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio", "Sora")
    for guest in people[1:3]:
        await guest.watch(id)
    await shown(people[1], id, lambda t: t["can"]["bot"] == [0, 3])
    await people[1].ok(f"/api/tables/{id}/bot", {"seat": 0})
    page = await people[0].watch(id)
    await page.until("table")
    assert (await shown(people[1], id, lambda t: t["seats"][0]["present"]))["votes"]["bot"] == {}
    await page.close()
    table = await shown(people[1], id, lambda t: not t["seats"][0]["present"])
    assert table["votes"]["bot"] == {}


async def test_who_was_replaced_takes_his_seat_back(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    await people[0].watch(id)
    await shown(people[0], id, lambda t: 1 in t["can"]["bot"])
    await people[0].ok(f"/api/tables/{id}/bot", {"seat": 1})
    view = await people[1].view(id)
    body = {"key": "place spy head", "asked": view["prompt"].get("asked", "")}
    answer = await people[1].post(f"/api/tables/{id}/play", body)
    assert answer.json()["error"]["code"] == "not_yours"
    table = (await people[1].get(f"/api/tables/{id}")).json()
    assert table["can"]["return"] is True
    table = await people[1].ok(f"/api/tables/{id}/return")
    assert table["seats"][1]["by_bot"] is False
    again = await people[1].post(f"/api/tables/{id}/return")
    assert again.json()["error"]["code"] == "not_now"
    lines = await house.arena.store.lines(id)
    assert lines[-1].get("by") == "human" or any(line.get("by") == "human" for line in lines)


async def test_a_rematch_begins_when_all_want_it_and_everybody_moves_on(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    for guest in people:
        await guest.watch(id)
    early = await people[0].post(f"/api/tables/{id}/rematch", await people[0].share(id, again=True))
    assert early.json()["error"]["code"] == "not_now"
    await play_on(people, id)
    old = (await people[0].get(f"/api/tables/{id}")).json()
    for i, guest in enumerate(people):
        guest.nonce = f"{i:02d}" * 32
        table = await guest.rematch(id)
        if i < 2:
            assert table["id"] == id
            assert table["votes"]["rematch"] == list(range(i + 1))
    assert table["id"] != id
    assert table["state"] == "running"
    assert [seat["name"] for seat in table["seats"]] == ["Ken", "Mio", "Aoi"]
    assert table["commitment"] == old["next_commitment"]
    stored = await house.arena.store.table(table["id"])
    assert stored is not None
    assert commitment(bytes.fromhex(stored.server_key)) == old["next_commitment"]
    assert (await people[0].get(f"/api/tables/{id}")).json()["next"] == table["id"]
    order = [people[1], people[2], people[0]]
    assert [(await guest.view(table["id"]))["viewer"] for guest in order] == [0, 1, 2]
    await play_on(order, table["id"])
    proof = (await people[0].get(f"/api/tables/{table['id']}/proof")).json()
    assert proof["nonces"] == [guest.nonce for guest in order]


async def test_a_rematch_does_not_wait_for_those_who_have_gone(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio", public=False)
    pages = [await guest.watch(id) for guest in people]
    await play_on(people, id)
    for guest in people[:2]:
        await guest.rematch(id)
    assert (await people[0].get(f"/api/tables/{id}")).json()["next"] is None
    await pages[2].close()
    message = await pages[0].until("table", lambda m: m["table"]["next"] is not None)
    following = message["table"]["next"]
    table = (await people[0].get(f"/api/tables/{following}")).json()
    assert table["state"] == "open"
    assert [seat["kind"] for seat in table["seats"]] == ["human", "open", "human"]
    late = await people[2].rematch(id)
    assert late["id"] == following
    assert late["you"] == 1


async def test_a_table_never_leads_to_a_rematch_that_is_not_there(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, id = await gather(house, "Aoi", bots=("bot:random", "bot:greedy"))
    await people[0].ok(f"/api/tables/{id}/concede")
    await once(lambda: people[0].shown(id), lambda table: table["state"] == "over")
    led: list[bool] = []
    write = Store._write

    @contextlib.asynccontextmanager
    async def looking(store: Store) -> AsyncIterator[AsyncConnection]:
        async with write(store) as db:
            yield db
        table = await store.table(id)
        if table is not None and table.next is not None:
            led.append(await store.table(table.next) is not None)

    monkeypatch.setattr(Store, "_write", looking)
    await people[0].rematch(id)
    assert led
    assert all(led)


async def test_alone_against_bots_a_rematch_begins_at_once(house: Running) -> None:
    people, id = await gather(house, "Aoi", bots=("bot:random", "bot:greedy"))
    await people[0].ok(f"/api/tables/{id}/concede")
    await once(lambda: people[0].shown(id), lambda table: table["state"] == "over")
    table = await people[0].rematch(id)
    assert table["id"] != id
    assert table["state"] == "running"
    assert table["you"] == 2
    assert [seat["bot"] for seat in table["seats"]] == ["random", "greedy", None]


async def test_the_health_check_hears_its_own_probe(house: Running) -> None:
    guest = await house.guest()
    assert (await guest.get("/health")).json() == {"ok": True}
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    running = await house.arena.matches.get(id)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(running.match), "awaited", ())
        assert (await guest.get("/health")).status_code == 503
    assert (await people[0].get("/health")).status_code == 200
    house.arena.live._tasks[0].cancel()
    assert await house.arena.live.hears(patience=0.1) is False


async def test_a_slow_reader_gets_the_newest_and_no_heap_of_old_ones() -> None:
    link = Link("guest", "address", "en")
    for _ in range(1000):
        link.renew("view")
        link.renew("table")
    assert await link.next() == "view"
    assert await link.next() == "table"
    link.renew("view")
    assert await link.next() == "view"
    for _ in range(BACKLOG + 1):
        link.post(b"{}")
    assert await link.next() is None
    assert link.closing == 4413


async def test_nobody_is_called_away_right_after_a_start(tmp_path: Any) -> None:
    from arena_guests import settings_for

    live = Live(settings_for(tmp_path, away_after=60.0))
    assert live.present("table", "guest")
    assert live.away_since("table", "guest") is None
    short = Live(settings_for(tmp_path, away_after=0.0))
    assert not short.present("table", "guest")
    assert short.away_since("table", "guest") is not None


async def test_offers_and_their_answers_pass_through_a_socket(house: Running) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    seat, view = await turn(people, id)
    socket = await people[seat].watch(id)
    none = await people[seat].socket()
    answer = await none.ask(t="play", key="x", asked="y")
    assert answer["code"] == "not_now"
    answer = await socket.ask(t="play", key="place dragon", asked=view["prompt"]["asked"])
    assert answer["code"] == "illegal"
    answer = await socket.ask(t="play", key=offers(view)[0]["key"], asked="stale")
    assert answer["code"] == "stale"
    answer = await socket.ask(t="confirm")
    assert answer["code"] == "not_now"
    answer = await socket.ask(t="play", key=offers(view)[0]["key"], asked=view["prompt"]["asked"])
    assert answer == {"t": "ack", "n": answer["n"]}
    answer = await socket.ask(t="undo", to="ask")
    assert answer["code"] == "not_now"

"""The life of a table."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from arena_guests import Guest, Running, once

from takujo.arena import tables
from takujo.arena.journal import now

Shown = dict[str, Any]


async def refused(guest: Guest, path: str, body: Any = None) -> str:
    """POST that must not succeed; gives the code."""
    answer = await guest.post(path, body)
    assert answer.status_code >= 400, answer.text
    error = answer.json()["error"]
    assert error["text"]
    return str(error["code"])


async def three(house: Running, **more: Any) -> tuple[list[Guest], str]:
    """Three people at one table, the first its host."""
    people = [await house.guest(name) for name in ("Aoi", "Ken", "Mio")]
    table = await people[0].table("open", "open", **more)
    invite = table["invite"].partition("invite=")[2]
    for guest in people[1:]:
        await guest.join(table["id"], invite=invite)
    return people, str(table["id"])


async def test_a_table_is_opened_filled_and_started(house: Running) -> None:
    (aoi, ken, mio), id = await three(house)
    shown: Shown = (await ken.get(f"/api/tables/{id}")).json()
    assert [seat["name"] for seat in shown["seats"]] == ["Aoi", "Ken", "Mio"]
    assert [seat["you"] for seat in shown["seats"]] == [False, True, False]
    assert shown["host"] == 0
    assert shown["you"] == 1
    assert not shown["can"]["start"]
    assert shown["can"]["why_not"] == "The host starts the match."
    assert await refused(ken, f"/api/tables/{id}/start", await ken.share(id)) == "not_yours"
    started = await aoi.start(id)
    assert started["state"] == "running"
    assert await refused(aoi, f"/api/tables/{id}/start", await aoi.share(id)) == "not_now"
    views = [await guest.view(id) for guest in (aoi, ken, mio)]
    assert [view["viewer"] for view in views] == [0, 1, 2]


async def test_a_start_that_is_not_possible_says_why_in_both_languages(house: Running) -> None:
    aoi = await house.guest("Aoi")
    table = await aoi.table("open", "bot:greedy")
    assert table["can"]["start"] is False
    assert "One seat is still open" in table["can"]["why_not"]
    japanese = (await aoi.get(f"/api/tables/{table['id']}", lang="ja")).json()
    assert "空席" in japanese["can"]["why_not"]
    share = await aoi.share(table["id"])
    assert await refused(aoi, f"/api/tables/{table['id']}/start", share) == "not_now"


async def test_a_table_needs_a_name_first(house: Running) -> None:
    nobody = await house.guest()
    order = {"game": "oriflamme", "players": 3, "seats": ["me", "open", "open"]}
    assert await refused(nobody, "/api/tables", order) == "auth"


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"players": 2, "seats": ["me", "open"]},
        {"players": 6, "seats": ["me", *["open"] * 5]},
        {"seats": ["me", "open"]},
        {"seats": ["open", "open", "open"]},
        {"seats": ["me", "me", "open"]},
        {"seats": ["me", "bot:clever", "open"]},
        {"seats": ["me", "Ken", "open"]},
        {"options": {"colour": "red"}},
        {"options": {"face_up_activation": "sometimes"}},
        {"options": {"face_up_activation": ["optional"]}},
        {"nonce": "00" * 32},
    ],
)
async def test_an_order_that_cannot_be_met_is_refused(house: Running, wrong: Any) -> None:
    aoi = await house.guest("Aoi")
    seats = ["me", "open", "open"]
    order = {"game": "oriflamme", "players": 3, "seats": seats, "public": True}
    assert await refused(aoi, "/api/tables", order | wrong) == "bad_input"
    assert (await aoi.get("/api/lobby")).json()["mine"] == []


async def test_a_seat_is_taken_once(house: Running) -> None:
    aoi = await house.guest("Aoi")
    table = await aoi.table("open", "bot:random")
    rivals = [await house.guest(f"Rival {i}") for i in range(4)]
    path = f"/api/tables/{table['id']}/join"
    shares = [await g.share(table["id"]) for g in rivals]
    answers = await asyncio.gather(
        *(g.post(path, share) for g, share in zip(rivals, shares, strict=True))
    )
    assert sorted(a.status_code for a in answers) == [200, 409, 409, 409]
    assert {a.json()["error"]["code"] for a in answers if a.status_code == 409} == {"full"}


async def test_who_sits_cannot_sit_twice_and_may_choose_where(house: Running) -> None:
    aoi, ken = await house.guest("Aoi"), await house.guest("Ken")
    table = await aoi.table("open", "open")
    path = f"/api/tables/{table['id']}/join"
    share = await ken.share(table["id"])
    assert await refused(ken, path, {**share, "seat": 0}) == "full"
    joined = await ken.join(table["id"], seat=2)
    assert joined["you"] == 2
    assert await refused(ken, path, share) == "not_now"
    assert await refused(aoi, path, share) == "not_now"


async def test_two_people_at_a_table_have_two_names(house: Running) -> None:
    aoi, other = await house.guest("Aoi"), await house.guest("ＡＯＩ")
    table = await aoi.table("open", "open")
    path = f"/api/tables/{table['id']}/join"
    assert await refused(other, path, await other.share(table["id"])) == "name"
    await other.put("/api/me", {"name": "Ken"})
    await other.join(table["id"])
    renamed = await other.put("/api/me", {"name": "aoi"})
    assert renamed.json()["error"]["code"] == "name"


async def test_a_new_name_is_seen_at_the_table_and_in_the_match(house: Running) -> None:
    (aoi, ken, _), id = await three(house)
    await aoi.start(id)
    await ken.put("/api/me", {"name": "Kenji"})
    shown = (await aoi.get(f"/api/tables/{id}")).json()
    assert shown["seats"][1]["name"] == "Kenji"
    view = await aoi.view(id)
    assert "Kenji" in str(view)


async def test_the_host_leaves_and_the_next_becomes_host(house: Running) -> None:
    (aoi, ken, mio), id = await three(house)
    await aoi.ok(f"/api/tables/{id}/leave")
    shown = (await ken.get(f"/api/tables/{id}")).json()
    assert shown["seats"][0]["kind"] == "open"
    assert shown["host"] == 1
    await ken.ok(f"/api/tables/{id}/leave")
    await mio.ok(f"/api/tables/{id}/leave")
    assert (await mio.get(f"/api/tables/{id}")).json()["state"] == "closed"
    assert id not in str((await mio.get("/api/lobby")).json())


async def test_a_host_who_does_not_come_back_is_host_no_more(serve: Any) -> None:
    house = await serve(host_away=0.2, sweep=0.1, away_after=0.1)
    (aoi, ken, mio), id = await three(house)
    pages = []
    for guest in (aoi, mio):  # the host first: whoever is here without him takes his place
        pages.append(await guest.watch(id))
        await pages[-1].until("table", lambda m: m["table"]["seats"][0]["present"])
    await asyncio.sleep(0.5)
    assert (await pages[1].link.ping()) is not None
    shown = (await mio.get("/api/lobby")).json()["mine"][0]["table"]
    assert shown["host"] == 0, "who is here stays host"
    await pages[0].close()
    message = await pages[1].until("table", lambda m: m["table"]["host"] != 0)
    assert message["table"]["host"] == 2, "not Ken, who is away himself"
    assert message["table"]["seats"][0]["name"] == "Aoi"
    assert message["table"]["can"]["start"] is True
    assert await refused(aoi, f"/api/tables/{id}/start", await aoi.share(id)) == "not_yours"
    await mio.ok(f"/api/tables/{id}/kick", {"seat": 0})
    await mio.ok(f"/api/tables/{id}/seat", {"seat": 0, "kind": "bot:random"})
    assert (await mio.start(id))["state"] == "running"
    assert (await ken.view(id))["viewer"] == 1


async def test_who_was_sent_away_cannot_come_back(house: Running) -> None:
    (aoi, ken, _), id = await three(house)
    assert await refused(ken, f"/api/tables/{id}/kick", {"seat": 2}) == "not_yours"
    assert await refused(aoi, f"/api/tables/{id}/kick", {"seat": 0}) == "not_now"
    assert await refused(aoi, f"/api/tables/{id}/kick", {"seat": 9}) == "bad_input"
    await aoi.ok(f"/api/tables/{id}/kick", {"seat": 1})
    assert await refused(ken, f"/api/tables/{id}/join", await ken.share(id)) == "not_yours"
    assert (await ken.get(f"/api/tables/{id}")).json()["can"]["join"] is False


async def test_who_was_sent_away_from_a_private_table_sees_it_no_more(house: Running) -> None:
    (aoi, ken, _), id = await three(house, public=False)
    socket = await ken.watch(id)
    await socket.until("table")
    invite = (await aoi.get(f"/api/tables/{id}")).json()["invite"].partition("invite=")[2]
    await aoi.ok(f"/api/tables/{id}/kick", {"seat": 1})
    assert (await socket.until("gone"))["code"] == "not_found"
    assert (await ken.get(f"/api/tables/{id}", invite=invite)).status_code == 404


async def test_the_host_arranges_seats(house: Running) -> None:
    aoi, ken = await house.guest("Aoi"), await house.guest("Ken")
    table = await aoi.table("open", "open")
    path = f"/api/tables/{table['id']}/seat"
    shown = await aoi.ok(path, {"seat": 1, "kind": "bot:strong"})
    assert shown["seats"][1]["bot"] == "strong"
    assert await refused(ken, path, {"seat": 1, "kind": "open"}) == "not_yours"
    assert await refused(aoi, path, {"seat": 0, "kind": "open"}) == "not_now"
    assert await refused(aoi, path, {"seat": 1, "kind": "me"}) == "bad_input"
    shown = await aoi.ok(path, {"seat": 1, "kind": "open"})
    assert shown["seats"][1]["kind"] == "open"


async def test_nobody_leaves_a_running_match_without_a_word(house: Running) -> None:
    (aoi, ken, _), id = await three(house)
    await aoi.start(id)
    assert await refused(ken, f"/api/tables/{id}/leave") == "not_now"
    assert await refused(aoi, f"/api/tables/{id}/kick", {"seat": 1}) == "not_now"
    late = await house.guest("Late")
    assert await refused(late, f"/api/tables/{id}/join", await late.share(id)) == "not_now"


async def test_a_private_table_does_not_exist_for_others(house: Running) -> None:
    (aoi, _, _), id = await three(house, public=False)
    await aoi.start(id)
    spy = await house.guest("Eve")
    paths = [
        f"/api/tables/{id}", f"/api/tables/{id}/view", f"/api/tables/{id}/chat",
        f"/api/tables/{id}/replay", f"/api/tables/{id}/record", f"/api/tables/{id}/proof",
        f"/table/{id}", f"/replay/{id}", f"/check/{id}",
    ]  # fmt: skip
    for path in paths:
        real, none = await spy.get(path), await spy.get(path.replace(id, "n0thing"))
        assert real.status_code == 404, path
        assert real.text.replace(id, "n0thing") == none.text, path
    share = {"nonce": spy.nonce, "seal": (await aoi.share(id))["seal"]}
    for what, body in {
        "join": share, "play": {"key": "x", "asked": "y"}, "undo": {}, "confirm": {},
        "say": {"text": "hello"}, "leave": {}, "start": share, "concede": {},
        "bot": {"seat": 1}, "kick": {"seat": 1}, "return": {}, "rematch": share,
    }.items():  # fmt: skip
        assert await refused(spy, f"/api/tables/{id}/{what}", body) == "not_found"
    wrong = await spy.get(f"/api/tables/{id}", invite="wrong")
    assert wrong.status_code == 404
    lobby = (await spy.get("/api/lobby")).text
    assert id not in lobby
    socket = await spy.watch(id)
    assert (await socket.until("gone"))["code"] == "not_found"
    await socket.drain()
    assert not any('"view"' in frame or '"table":' in frame for frame in socket.frames)


async def test_whoever_has_the_link_may_see_a_private_table(house: Running) -> None:
    (aoi, _, _), id = await three(house, public=False)
    await aoi.start(id)
    invite = (await aoi.get(f"/api/tables/{id}")).json()["invite"].partition("invite=")[2]
    friend = await house.guest("Rin")
    page = await friend.get(f"/table/{id}", invite=invite)
    assert page.status_code == 200
    shown = (await friend.get(f"/api/tables/{id}")).json()
    assert shown["invite"] is None
    assert (await friend.view(id))["viewer"] is None
    socket = await friend.watch(id)
    await socket.until("view")


async def test_a_seat_belongs_to_the_cookie_and_not_to_the_socket(house: Running) -> None:
    (aoi, ken, _), id = await three(house)
    socket = await ken.watch(id)
    await socket.until("table")
    await socket.close()
    await aoi.start(id)
    again = await ken.watch(id)
    view = (await again.until("view"))["view"]
    assert view["viewer"] == 1
    assert any(zone["id"] == "hand.1" for zone in view["scene"])


async def test_the_lobby_shows_what_can_be_joined_watched_and_continued(house: Running) -> None:
    (aoi, ken, _), id = await three(house)
    guest = await house.guest("Rin")
    await guest.table("open", "open", public=False)
    waiting = await ken.table("open", "open")
    lobby = (await guest.get("/api/lobby")).json()
    assert [t["id"] for t in lobby["open"]] == [waiting["id"]]
    assert lobby["open"][0]["can"]["join"] is True
    await aoi.start(id)
    lobby = (await guest.get("/api/lobby")).json()
    assert [each["table"]["id"] for each in lobby["running"]] == [id]
    assert lobby["running"][0]["panels"] == [[0, 1], [1, 1], [2, 1]]
    mine = [(await g.get("/api/lobby")).json()["mine"] for g in (aoi, ken)]
    assert {each["table"]["id"] for each in mine[0]} == {id}
    turns = [each["turn"] for each in mine[0]] + [
        each["turn"] for each in mine[1] if each["table"]["id"] == id
    ]
    assert turns.count(True) <= 1


async def test_open_tables_that_everybody_left_are_closed(
    serve: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = await serve(sweep=0.1)
    aoi, ken = await house.guest("Aoi"), await house.guest("Ken")
    left = await aoi.table("open", "open")
    kept = await ken.table("open", "open")
    socket = await ken.watch(kept["id"])
    await socket.until("table")
    late = now() + 2 * int(house.settings.stale_open * 1000)
    monkeypatch.setattr(tables, "now", lambda: late)
    await once(lambda: ken.shown(left["id"]), lambda table: table["state"] == "closed")
    assert (await ken.shown(kept["id"]))["state"] == "open"


async def test_matches_that_nobody_plays_are_closed(serve: Any) -> None:
    house = await serve(stale_running=0.2, sweep=0.1)
    (aoi, ken, _), id = await three(house)
    await aoi.start(id)
    await once(lambda: ken.shown(id), lambda table: table["state"] == "closed")
    view = await aoi.view(id)
    offers = view.get("offers", {}).get("list", [])
    asked = view["prompt"].get("asked", "")
    key = offers[0]["key"] if offers else "x"
    answer = await aoi.post(f"/api/tables/{id}/play", {"key": key, "asked": asked})
    assert answer.json()["error"]["code"] == "not_now"


async def test_every_table_has_a_key_and_a_seal_of_its_own(house: Running) -> None:
    aoi = await house.guest("Aoi")
    opened = [await aoi.table("open", "open") for _ in range(3)]
    seals = {t["commitment"] for t in opened} | {t["next_commitment"] for t in opened}
    assert len(seals) == 6
    proof = (await aoi.get(f"/api/tables/{opened[0]['id']}/proof")).json()
    assert proof["commitment"] == opened[0]["commitment"]
    assert proof["server_key"] is None
    assert proof["nonces"] is None
    stored = await house.arena.store.table(opened[0]["id"])
    assert stored is not None
    text = "".join(str(t) for t in opened)
    assert stored.server_key not in text
    assert stored.next_key not in text
    assert aoi.nonce not in text


async def test_a_share_of_the_shuffle_is_secret_until_the_end(house: Running) -> None:
    (aoi, ken, mio), id = await three(house)
    await aoi.start(id)
    seen = ""
    for guest in (aoi, ken, mio):
        for path in (f"/api/tables/{id}", f"/api/tables/{id}/view", f"/api/tables/{id}/proof"):
            seen += (await guest.get(path)).text
    assert not any(guest.nonce in seen for guest in (aoi, ken, mio))

"""Who shares in the shuffles has seen the seal: the server is bound before it knows a nonce."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from arena_guests import Guest, Running, gather, play_on

from takujo.core.chance import commitment


class Wire:
    """Everything that went between a browser and the arena over HTTP, in order."""

    def __init__(self, guest: Guest) -> None:
        self.passed: list[tuple[str, str]] = []
        guest.http.event_hooks = {"request": [self._sent], "response": [self._got]}

    async def _sent(self, request: httpx.Request) -> None:
        self.passed.append(("sent", request.content.decode()))

    async def _got(self, response: httpx.Response) -> None:
        self.passed.append(("got", (await response.aread()).decode()))

    def first(self, way: str, what: str) -> int:
        """When this was sent or got for the first time."""
        return next(i for i, (w, text) in enumerate(self.passed) if w == way and what in text)


async def test_every_browser_is_shown_the_seal_before_it_gives_its_nonce(house: Running) -> None:
    people = [await house.guest(name) for name in ("Aoi", "Ken", "Mio")]
    wires = [Wire(guest) for guest in people]
    table = await people[0].table("open", "open", public=False)
    id, invite = table["id"], table["invite"].partition("invite=")[2]
    stored = await house.arena.store.table(id)
    assert stored is not None
    assert [chair.nonce for chair in stored.chairs] == [None] * 3
    for guest in people[1:]:
        await guest.join(id, invite=invite)
    await people[0].start(id)
    nonces = [guest.nonce for guest in people]
    for wire, nonce in zip(wires, nonces, strict=True):
        assert wire.first("got", table["commitment"]) < wire.first("sent", nonce)
    await play_on(people, id)
    proof = (await people[0].get(f"/api/tables/{id}/proof")).json()
    assert proof["nonces"] == nonces
    assert commitment(bytes.fromhex(proof["server_key"])) == table["commitment"]

    for guest in people:
        guest.nonce = guest.nonce[::-1]
    for guest in people:
        following = await guest.rematch(id)
    assert following["commitment"] == table["next_commitment"]
    for wire, guest in zip(wires, people, strict=True):
        assert wire.first("got", following["commitment"]) < wire.first("sent", guest.nonce)
    stored = await house.arena.store.table(following["id"])
    assert stored is not None
    assert {chair.nonce for chair in stored.chairs} == {guest.nonce for guest in people}


async def test_against_bots_the_only_nonce_is_given_at_the_start(house: Running) -> None:
    aoi = await house.guest("Aoi")
    wire = Wire(aoi)
    table = await aoi.table("bot:random", "bot:random")
    assert not any(aoi.nonce in text for _, text in wire.passed)
    await aoi.start(table["id"])
    assert wire.first("got", table["commitment"]) < wire.first("sent", aoi.nonce)
    stored = await house.arena.store.table(table["id"])
    assert stored is not None
    assert [chair.nonce for chair in stored.chairs] == [aoi.nonce, None, None]


WRONG = [
    ({"nonce": ""}, "bad_input"),
    ({"nonce": "00"}, "bad_input"),
    ({"nonce": "zz" * 32}, "bad_input"),
    ({"nonce": "00" * 65}, "bad_input"),
    ({"nonce": None}, "bad_input"),
    ({"seal": None}, "bad_input"),
    ({"seal": ""}, "stale"),
    ({"seal": "00" * 32}, "stale"),
]


@pytest.mark.parametrize(("wrong", "code"), WRONG)
async def test_a_nonce_that_answers_no_seal_is_not_taken(
    house: Running, wrong: dict[str, Any], code: str
) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    late = await house.guest("Rin")
    table = await late.table("open", "bot:random")
    share = await late.share(table["id"]) | wrong
    for guest, what in ((people[0], "join"), (late, "start")):
        if what == "start":
            await people[1].join(table["id"])
        answer = await guest.post(f"/api/tables/{table['id']}/{what}", share)
        assert answer.json()["error"]["code"] == code
    for seat in (0, 1):
        await people[seat].ok(f"/api/tables/{id}/concede")
    again = await people[0].share(id, again=True)
    answer = await people[0].post(f"/api/tables/{id}/rematch", again | wrong)
    assert answer.json()["error"]["code"] == code
    if code == "stale":
        # Nor one that answers the seal of the match that is over.
        old = await people[0].share(id)
        answer = await people[0].post(f"/api/tables/{id}/rematch", old)
        assert answer.json()["error"]["code"] == "stale"
    shown = (await people[0].get(f"/api/tables/{id}")).json()
    assert shown["votes"]["rematch"] == []
    assert (await late.start(table["id"]))["state"] == "running"


async def test_a_host_who_came_later_shares_with_the_nonce_of_the_start(house: Running) -> None:
    aoi, ken = await house.guest("Aoi"), await house.guest("Ken")
    table = await aoi.table("open", "bot:random")
    await ken.join(table["id"])
    await aoi.ok(f"/api/tables/{table['id']}/leave")
    await ken.ok(f"/api/tables/{table['id']}/seat", {"seat": 0, "kind": "bot:random"})
    ken.nonce = "ab" * 32
    await ken.start(table["id"])
    stored = await house.arena.store.table(table["id"])
    assert stored is not None
    assert [chair.nonce for chair in stored.chairs] == [None, "ab" * 32, None]

"""An arena for a whole network, over plain http: cookies, origins, links and headers there."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from arena_guests import Guest, Running

from takujo.arena.serve import addresses

OURS = [address for address in addresses("0.0.0.0", 80) if "127.0.0.1" not in address]


@pytest.mark.skipif(not OURS, reason="this machine has no address in a network")
async def test_people_in_the_network_meet_by_the_link_and_play(serve: Any) -> None:
    house: Running = await serve(host="0.0.0.0")
    port = house.origin.rpartition(":")[2]
    house.origin = OURS[0].replace(":80/", f":{port}")
    aoi, ken = await house.guest("Aoi"), await house.guest("Ken")
    table = await aoi.table("open", "bot:random", public=False)
    id, link = table["id"], table["invite"]
    assert link.startswith(f"/table/{id}?invite=")  # the page puts its own origin before it
    page = await ken.http.get(link)
    assert page.status_code == 200
    await ken.join(id, invite=link.partition("invite=")[2])
    await aoi.start(id)
    socket = await ken.watch(id)
    assert (await socket.until("view"))["view"]["viewer"] == 1


async def named(house: Running, host: str) -> tuple[Guest, httpx.Response]:
    """A guest who knows the arena by this name, and the answer to his first request."""
    guest = Guest(house.origin)
    guest.http.headers["host"] = host
    guest.origin = f"http://{host}"
    answer = await guest.get("/")
    await guest.come()
    return guest, answer


@pytest.mark.parametrize("host", ["games.local", "192.168.1.20:8000", "[fe80::1]:8000"])
async def test_an_arena_is_used_by_any_name_that_leads_to_it(house: Running, host: str) -> None:
    guest, page = await named(house, host)
    cookie = page.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie, "it would not come back over plain http"
    answer = await guest.put("/api/me", {"name": "Aoi"})
    assert answer.status_code == 200, answer.text
    table = await guest.table("bot:random", "bot:random")
    assert (await guest.start(table["id"]))["state"] == "running"
    guest.http.headers["origin"] = "http://elsewhere.example"
    answer = await guest.put("/api/me", {"name": "Ken"})
    assert answer.json()["error"]["code"] == "origin"
    await guest.close()


@pytest.mark.parametrize(
    ("host", "sent"),
    [
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("games.local", False),
        ("192.168.1.20:8000", False),
    ],
)
async def test_what_browsers_refuse_over_plain_http_is_sent_where_they_take_it(
    house: Running, host: str, sent: bool
) -> None:
    guest, page = await named(house, host)
    assert ("cross-origin-opener-policy" in page.headers) is sent
    assert page.headers["cross-origin-resource-policy"] == "same-origin"
    await guest.close()


@pytest.mark.parametrize("wrong", ["http://[", "http://[::1", "//", "null", "http://"])
async def test_an_origin_that_is_no_address_is_not_ours(house: Running, wrong: str) -> None:
    guest = await house.guest("Aoi")
    guest.http.headers["origin"] = wrong
    answer = await guest.put("/api/me", {"name": "Ken"})
    assert answer.json()["error"]["code"] == "origin"
    assert (await guest.http.get("/", headers={"host": "[half"})).status_code in (200, 400)

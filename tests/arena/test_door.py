"""What is let in: origins, tokens, cookies, sizes, rates, and the headers on the way out."""

from __future__ import annotations

import gzip
from typing import Any

import httpx
import pytest
from arena_guests import Guest, Running
from websockets.exceptions import ConnectionClosed, InvalidStatus


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
async def test_what_changes_something_needs_the_token(house: Running, method: str) -> None:
    guest = await house.guest("Aoi")
    for token in ("", "0" * 40):
        answer = await guest.http.request(
            method, "/api/tables", json={}, headers={"x-csrf-token": token}
        )
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == "csrf"


async def test_the_token_of_somebody_else_does_not_help(house: Running) -> None:
    aoi, ken = await house.guest("Aoi"), await house.guest("Ken")
    stolen = {"x-csrf-token": aoi.http.headers["x-csrf-token"]}
    answer = await ken.http.put("/api/me", json={"name": "Eve"}, headers=stolen)
    assert answer.status_code == 403


@pytest.mark.parametrize("origin", ["", "null", "http://evil.example", "http://127.0.0.1:1"])
async def test_pages_of_others_may_not_change_anything(house: Running, origin: str) -> None:
    guest = await house.guest("Aoi")
    answer = await guest.http.put("/api/me", json={"name": "Eve"}, headers={"origin": origin})
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "origin"
    assert (await guest.get("/api/me")).json()["name"] == "Aoi"


async def test_an_origin_that_was_allowed_may(serve: Any) -> None:
    house = await serve(origins=("https://play.example",))
    guest = await house.guest("Aoi")
    allowed = {"origin": "https://play.example"}
    answer = await guest.http.put("/api/me", json={"name": "Eve"}, headers=allowed)
    assert answer.status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", ""])
async def test_a_socket_from_another_page_is_refused(house: Running, origin: str) -> None:
    guest = await house.guest("Aoi")
    with pytest.raises(InvalidStatus):
        await guest.socket(Origin=origin)


async def test_a_socket_with_a_forged_cookie_is_refused(house: Running) -> None:
    guest = await house.guest("Aoi")
    with pytest.raises(InvalidStatus):
        await guest.socket(Cookie="takujo=ImFvaSI.forged")


async def test_a_forged_cookie_makes_a_stranger_of_its_bearer(house: Running) -> None:
    guest = await house.guest("Aoi")
    async with httpx.AsyncClient(base_url=house.origin) as http:
        answer = await http.get("/api/me", headers={"cookie": f"takujo={guest.id}"})
        assert answer.json()["id"] != guest.id
        assert "takujo=" in answer.headers["set-cookie"]


async def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(house: Running) -> None:
    async with httpx.AsyncClient(base_url=house.origin) as http:
        plain = (await http.get("/")).headers["set-cookie"]
    assert "HttpOnly" in plain
    assert "SameSite=Lax" in plain
    assert "Path=/" in plain
    assert "Secure" not in plain
    async with httpx.AsyncClient(base_url=house.origin) as http:
        # What a proxy on this machine says about the way a request came.
        behind = await http.get("/", headers={"x-forwarded-proto": "https"})
    assert "Secure" in behind.headers["set-cookie"]


@pytest.mark.parametrize(
    "path", ["/", "/api/me", "/nothing", "/static/0/art/ui.svg", "/static/0/none", "/health"]
)
async def test_every_answer_wears_the_shield(house: Running, path: str) -> None:
    guest = await house.guest()
    sent = (await guest.get(path)).headers
    policy = sent["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert sent["x-content-type-options"] == "nosniff"
    assert sent["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["js/net.js", "css/base.css", "words/en.json"])
async def test_scripts_and_styles_are_taken_for_nothing_else(house: Running, path: str) -> None:
    guest = await house.guest()
    sent = (await guest.get(f"/static/0/{path}")).headers
    assert sent["x-content-type-options"] == "nosniff"
    assert sent["content-type"].partition(";")[0] in (
        "text/javascript", "text/css", "application/json"
    )  # fmt: skip
    assert "set-cookie" not in sent


async def test_a_body_that_is_too_long_is_refused(house: Running) -> None:
    guest = await house.guest("Aoi")
    answer = await guest.put("/api/me", {"name": "x" * 20_000})
    assert answer.status_code == 413
    assert answer.json()["error"]["code"] == "too_large"


async def test_a_message_that_is_too_long_ends_the_socket(house: Running) -> None:
    guest = await house.guest("Aoi")
    socket = await guest.socket()
    await socket.until("hello")
    await socket.link.send("x" * 20_000)
    with pytest.raises(ConnectionClosed):
        await socket.until("never")


@pytest.mark.parametrize(
    "body", ["", "{", "[]", "7", '{"game": 3}', '{"game": "oriflamme", "players": "three"}', "\xff"]
)
async def test_a_body_of_the_wrong_form_gets_a_sentence(house: Running, body: str) -> None:
    guest = await house.guest("Aoi")
    answer = await guest.http.post(
        "/api/tables", content=body.encode("latin-1"), headers={"content-type": "application/json"}
    )
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "bad_input"
    assert answer.json()["error"]["text"].endswith(".")


@pytest.mark.parametrize(
    "message", ["", "{", "[]", '{"t": 3}', '{"n": 1}', '{"t": "shout", "n": 1}', '{"t":"lang"}']
)
async def test_a_message_of_the_wrong_form_gets_a_sentence(house: Running, message: str) -> None:
    guest = await house.guest("Aoi")
    socket = await guest.socket()
    await socket.link.send(message)
    answer = await socket.until("no")
    assert answer["code"] == "bad_input"
    assert answer["text"]
    await socket.send(t="beat")
    await socket.until("beat")


async def test_who_asks_too_fast_is_told_to_wait(serve: Any) -> None:
    house = await serve(rate=0.1)
    guest = Guest(house.origin)
    answers = [await guest.get("/api/lobby") for _ in range(200)]
    await guest.close()
    assert answers[0].status_code == 200
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert refused.headers["retry-after"] == "2"
    assert refused.json()["error"]["code"] == "rate"


async def test_sockets_have_a_rate_too(serve: Any) -> None:
    house = await serve(rate=0.2)
    guest = await house.guest("Aoi")
    socket = await guest.socket()
    for _ in range(40):
        await socket.send(t="lobby", n=1)
    assert (await socket.until("no"))["code"] == "rate"


async def test_a_guest_has_only_so_many_sockets(serve: Any) -> None:
    house = await serve(sockets=2)
    guest = await house.guest("Aoi")
    for _ in range(2):
        await (await guest.socket()).until("hello")
    third = await guest.socket()
    with pytest.raises(ConnectionClosed):
        await third.next()


async def test_answers_come_in_the_readers_language(house: Running) -> None:
    english, japanese = await house.guest(lang="en"), await house.guest(lang="ja")
    assert "There is nothing here" in (await english.get("/api/tables/none")).text
    assert "見つからない" in (await japanese.get("/api/tables/none")).text
    assert '<html lang="ja"' in (await japanese.get("/")).text
    assert "見つからない" in (await english.get("/api/tables/none", lang="ja")).text


async def test_a_chosen_language_is_remembered_for_pages(house: Running) -> None:
    guest = await house.guest("Aoi", lang="en")
    await guest.put("/api/me", {"settings": {"lang": "ja", "theme": "dark"}})
    page = (await guest.get("/")).text
    assert '<html lang="ja"' in page
    assert 'data-theme="dark"' in page


async def test_a_page_that_is_not_there_is_a_page(house: Running) -> None:
    guest = await house.guest()
    answer = await guest.get("/nothing/here")
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert "Page not found" in answer.text
    wrong = await guest.get("/api/nothing")
    assert wrong.status_code == 404
    assert wrong.json()["error"]["code"] == "not_found"
    assert (await guest.http.delete("/api/me")).json()["error"]["code"] == "method"


async def test_large_answers_are_packed(house: Running) -> None:
    guest = await house.guest()
    answer = await guest.get("/api/games/oriflamme")
    assert answer.headers["content-encoding"] == "gzip"
    async with house_raw(house) as http:
        packed = await http.get("/static/x/css/base.css", headers={"accept-encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip"
        plain = await http.get("/static/x/css/base.css", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert packed.content == plain.content
        assert len(gzip.compress(plain.content)) < len(plain.content)


def house_raw(house: Running) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=house.origin)


async def test_a_fault_is_a_sentence_without_its_words(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError("Lord of seat 2")

    guest = await house.guest("Aoi")
    monkeypatch.setattr("takujo.arena.routes.all_games", broken)
    monkeypatch.setattr("takujo.arena.assets.Assets.page", broken)
    for path in ("/api/games", "/", "/nothing"):
        answer = await guest.get(path)
        assert answer.status_code == 500
        assert answer.json()["error"]["code"] == "fault"
        assert "Lord" not in answer.text
        assert "default-src" in answer.headers["content-security-policy"]

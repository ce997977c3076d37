"""Games that use what the first game does not: simultaneous choices, sides, interrupts."""

from __future__ import annotations

from typing import Any

import pytest
from arena_guests import Guest, Running, finish, offers

from takujo.core.game import games


async def seated(house: Running, game: str, people: int) -> tuple[list[Guest], str]:
    """A match of a toy: people first, bots in the seats that are left."""
    players = games()[game].players[-1]
    guests = [await house.guest(f"Guest {i}") for i in range(people)]
    seats = ["me", *["open"] * (people - 1), *["bot:random"] * (players - people)]
    order = {
        "game": game, "players": players, "seats": seats, "options": {}, "public": True,
    }  # fmt: skip
    table = await guests[0].ok("/api/tables", order)
    for guest in guests[1:]:
        await guest.join(table["id"])
    await guests[0].start(table["id"])
    return guests, str(table["id"])


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("game", ["ambush", "atlas", "bombs"])
async def test_a_toy_is_played_to_its_end_against_bots(house: Running, game: str) -> None:
    (guest,), id = await seated(house, game, 1)
    view = await finish(guest, id)
    assert view["result"]["rank"]


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize(("lang", "name"), [("en", "Rival"), ("ja", "ライバル")])
async def test_a_rival_without_a_seat_has_a_name_a_panel_and_a_rank(
    house: Running, lang: str, name: str
) -> None:
    guest = await house.guest("Aoi", lang)
    order = {
        "game": "atlas", "players": 1, "seats": ["me"], "options": {}, "public": True,
    }  # fmt: skip
    id = (await guest.ok("/api/tables", order))["id"]
    await guest.start(id)
    view = await guest.view(id)
    assert [(p.get("house"), p.get("name")) for p in view["panels"]] == [(None, None), (True, name)]
    view = await finish(guest, id)
    assert len(view["result"]["rank"]) == 2
    assert "score" not in view["result"]
    spans = [span for line in view["log"] for span in line["text"] if not isinstance(span, str)]
    assert {"k": "who", "t": name, "seat": 1} in spans


@pytest.mark.usefixtures("toys")
async def test_cards_things_and_places_have_their_names_apart(house: Running) -> None:
    guest = await house.guest("Aoi")
    about = (await guest.get("/api/games/atlas")).json()
    assert about["faces"]["king"]["name"] == "King"
    assert about["things"] == {"agent": "Agent", "bishop": "Bishop"}
    assert about["places"]["amber-dune"] == "the strait of Amber and Dune"
    every = (await guest.get("/api/games/ambush")).json()
    assert (every["things"], every["places"]) == ({}, {})


@pytest.mark.usefixtures("toys")
async def test_answers_at_the_same_moment_are_all_taken(house: Running) -> None:
    guests, id = await seated(house, "bombs", 4)
    for _ in range(60):
        views = [await guest.view(id) for guest in guests]
        awaited = views[0]["prompt"]["awaited"]
        if len(awaited) == 4:
            break
        (seat,) = awaited
        await _choose(guests[seat], id, views[seat])
    assert len(awaited) == 4
    for guest, view in zip(guests, views, strict=True):
        # All four views were fetched before the first answer.
        await _choose(guest, id, view)
    after = [await guest.view(id) for guest in guests]
    # Each answer is the first of two: it counts for its player and shows to nobody else.
    assert [new["seq"] - old["seq"] for old, new in zip(views, after, strict=True)] == [1] * 4


async def _choose(guest: Guest, id: str, view: Any) -> None:
    chosen = next(o for o in offers(view) if not o.get("interrupt"))
    body = {"key": chosen["key"], "asked": view["prompt"]["asked"]}
    await guest.ok(f"/api/tables/{id}/play", body)

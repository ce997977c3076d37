"""Partners: who plays with whom before a match and in the next, and tables of another pace."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from arena_guests import Guest, Running, gather, offers, once, place

from takujo.arena import seating
from takujo.arena.seating import shift
from takujo.arena.store import Chair, Table
from takujo.core.game import game

NAMES = ("Aoi", "Ken", "Mio", "Sol")


async def four(house: Running, **more: Any) -> tuple[list[Guest], str]:
    """Four people at a table that has not begun."""
    people = [await house.guest(name) for name in NAMES]
    table = await people[0].table("open", "open", "open", game="tichu", **more)
    for guest in people[1:]:
        await guest.join(table["id"])
    return people, str(table["id"])


async def names(guest: Guest, id: str) -> list[str | None]:
    shown = (await guest.get(f"/api/tables/{id}")).json()
    return [seat["name"] for seat in shown["seats"]]


async def refused(guest: Guest, path: str, body: Any = None) -> str:
    answer = await guest.post(path, body)
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["error"]["code"])


async def test_a_table_says_who_plays_with_whom(house: Running) -> None:
    guest = await house.guest("Aoi")
    reader = await house.guest("Ken", lang="ja")
    table = await guest.table("open", "open", "open", game="tichu")
    assert table["teams"] == [
        {"name": "Mountain", "seats": [0, 2]}, {"name": "Cloud", "seats": [1, 3]},
    ]  # fmt: skip
    shown = (await reader.get(f"/api/tables/{table['id']}", lang="ja")).json()
    assert [team["name"] for team in shown["teams"]] == ["山", "雲"]
    alone = await guest.table("open", "open")
    assert alone["teams"] == []


@pytest.mark.usefixtures("toys")
async def test_sides_without_a_name_are_numbered(house: Running) -> None:
    guest = await house.guest("Aoi")
    table = await guest.table("open", "open", "open", game="bombs")
    assert [team["name"] for team in table["teams"]] == ["Team 1", "Team 2"]


async def test_a_guest_moves_to_a_free_seat_and_keeps_his_share(house: Running) -> None:
    aoi, ken = await house.guest("Aoi"), await house.guest("Ken")
    table = await aoi.table("open", "open", "bot:random", game="tichu")
    id = table["id"]
    await ken.join(id, seat=1)
    moved = await ken.ok(f"/api/tables/{id}/move", {"seat": 2})
    assert moved["you"] == 2
    assert moved["seats"][1]["kind"] == "open"
    assert await refused(ken, f"/api/tables/{id}/move", {"seat": 0}) == "full"
    assert await refused(ken, f"/api/tables/{id}/move", {"seat": 3}) == "full"
    assert await refused(ken, f"/api/tables/{id}/move", {"seat": 4}) == "bad_input"
    assert await refused(await house.guest("Rin"), f"/api/tables/{id}/move", {"seat": 1}) == (
        "not_yours"
    )
    await aoi.ok(f"/api/tables/{id}/seat", {"seat": 1, "kind": "bot:random"})
    await aoi.start(id)
    stored = await house.arena.store.table(id)
    assert stored is not None
    assert [chair.nonce for chair in stored.chairs] == [aoi.nonce, None, ken.nonce, None]
    assert await refused(ken, f"/api/tables/{id}/move", {"seat": 1}) == "not_now"


async def test_the_host_swaps_two_seats_and_nobody_else_does(house: Running) -> None:
    people, id = await four(house)
    shown = await people[0].ok(f"/api/tables/{id}/swap", {"seats": [0, 3]})
    assert [seat["name"] for seat in shown["seats"]] == ["Sol", "Ken", "Mio", "Aoi"]
    assert (shown["host"], shown["you"]) == (3, 3)
    assert await refused(people[1], f"/api/tables/{id}/swap", {"seats": [0, 1]}) == "not_yours"
    assert await refused(people[1], f"/api/tables/{id}/draw") == "not_yours"
    for seats in ([0], [0, 1, 2], [0, 7]):
        assert await refused(people[0], f"/api/tables/{id}/swap", {"seats": seats}) == "bad_input"
    assert await names(people[2], id) == ["Sol", "Ken", "Mio", "Aoi"]
    await people[0].start(id)
    assert await refused(people[0], f"/api/tables/{id}/draw") == "not_now"
    for guest, seat in zip(people, (3, 1, 2, 0), strict=True):
        assert (await guest.view(id))["viewer"] == seat


async def test_partners_are_drawn_and_everybody_keeps_a_seat(house: Running) -> None:
    people, id = await four(house)
    partners = set()
    for _ in range(40):
        await people[0].ok(f"/api/tables/{id}/draw")
        seated = await names(people[0], id)
        assert sorted(map(str, seated)) == sorted(NAMES)
        partners.add(seated[(seated.index("Aoi") + 2) % 4])
    assert partners == {"Ken", "Mio", "Sol"}


async def end(house: Running, id: str) -> None:
    """End the match here."""
    await house.arena.matches.command(id, lambda match: match.truncate())


async def again(
    house: Running, people: list[Guest], id: str, wishes: list[bool]
) -> list[str | None]:
    """All want a rematch; who sits where in it."""
    await end(house, id)
    for guest in people:
        await guest.watch(id)
    shown: Any = None
    for guest, draw in zip(people, wishes, strict=True):
        share = await guest.share(id, again=True)
        shown = await guest.ok(f"/api/tables/{id}/rematch", {**share, "draw": draw})
    return [seat["name"] for seat in shown["seats"]]


def pairs(seated: list[str | None]) -> set[frozenset[str | None]]:
    return {frozenset((seated[0], seated[2])), frozenset((seated[1], seated[3]))}


async def test_partners_stay_together_in_a_rematch_but_sit_elsewhere(house: Running) -> None:
    people, id = await gather(house, *NAMES, game="tichu")
    seated = await again(house, people, id, [True, True, False, False])
    assert seated == ["Ken", "Mio", "Sol", "Aoi"]
    assert pairs(seated) == pairs(list(NAMES))


async def test_partners_are_drawn_anew_when_more_than_half_want_it(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []
    monkeypatch.setattr(seating, "draw", lambda table: drawn.append(table.id))
    people, id = await gather(house, *NAMES, game="tichu")
    await again(house, people, id, [True, True, True, False])
    votes = (await people[0].get(f"/api/tables/{id}")).json()
    assert votes["votes"]["draw"] == [0, 1, 2]
    assert drawn == [votes["next"]]


def test_a_rematch_goes_on_by_as_few_seats_as_leave_partners_together() -> None:
    class Pairs:
        def __init__(self, *sides: tuple[int, ...]) -> None:
            self.all = sides

        def sides(self, players: int, options: Any) -> tuple[tuple[int, ...], ...]:
            return self.all

    def by(*sides: tuple[int, ...]) -> int:
        players = sum(map(len, sides))
        table: Any = Table(
            id="t", game="x", players=players, options={}, public=True, state="over", host=None,
            invite="", server_key="", commitment="", next_key="", next_commitment="", created=0,
            touched=0, chairs=[Chair(seat) for seat in range(players)],
        )  # fmt: skip
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(seating, "games", lambda: {"x": Pairs(*sides)})
            return shift(table)

    assert by((0, 2), (1, 3)) == 1
    assert by((0, 1), (2, 3)) == 2
    assert by((0,), (1, 2)) == 0  # whoever plays alone would get a partner
    assert by((0, 3), (1, 4), (2, 5)) == 1


async def test_options_fit_the_pace_of_the_table(house: Running) -> None:
    guest = await house.guest("Aoi")
    live = await guest.table("open", "open", "open", game="tichu")
    slow = await guest.table("open", "open", "open", game="tichu", turns="turn-based")
    assert (live["turns"], slow["turns"]) == ("live", "turn-based")
    assert live["options"]["bombs_out_of_turn"] == "grace"
    assert slow["options"]["bombs_out_of_turn"] == "ask"
    assert slow["option_labels"] == []
    order = {"game": "tichu", "players": 4, "seats": ["me", "open", "open", "open"]}
    for more in (
        {"turns": "turn-based", "options": {"bombs_out_of_turn": "grace"}},
        {"turns": "some day"},
    ):
        assert await refused(guest, "/api/tables", {**order, **more}) == "bad_input"
    about = (await guest.get("/api/games/tichu")).json()
    (bombs,) = (o for o in about["options"] if o["name"] == "bombs_out_of_turn")
    assert bombs["at"] == {"turn-based": ["ask", "off"]}


@pytest.mark.parametrize(("turns", "may"), [("live", [1]), ("turn-based", [])])
async def test_at_a_turn_based_table_nobody_is_replaced_because_he_is_away_for_a_while(
    house: Running, turns: str, may: list[int]
) -> None:
    bots = ["bot:random"] * 2
    people, id = await gather(house, "Aoi", "Ken", bots=bots, game="tichu", turns=turns)
    await people[0].watch(id)
    shown = await once(lambda: people[0].shown(id), lambda t: not t["seats"][1]["present"])
    assert shown["can"]["bot"] == may
    answer = await people[0].post(f"/api/tables/{id}/bot", {"seat": 1})
    assert answer.status_code == (200 if may else 409)


async def test_a_turn_based_match_goes_on_after_a_restart_in_the_middle_of_the_exchange(
    serve: Any, tmp_path: Path
) -> None:
    first = await serve(data=tmp_path / "one")
    people, id = await gather(first, *NAMES, game="tichu", turns="turn-based")
    ranks = (*range(2, 11), *"JQKA")
    odd = ("MA", "DG", "PH", "DR")
    hands = {p: " ".join([*(f"{s}{r}" for r in ranks), odd[p]]) for p, s in enumerate("SPJT")}
    asked = {"bombs_out_of_turn": "ask"}
    await place(first, id, game("tichu").position(4, asked, hands=hands, exchange=True))
    given = [["give S2", "give S3", "give S4"], ["give P2"], [], ["give T2", "give T3"]]
    for guest, keys in zip(people, given, strict=True):
        for key in keys:
            await choose(guest, id, key)
    before = [await guest.view(id) for guest in people]
    assert before[1]["prompt"]["awaited"] == [1, 2, 3]
    await first.stop()
    second = await serve(data=tmp_path / "one")
    back = [await guest.move(second) for guest in people]
    after = [await guest.view(id) for guest in back]
    for old, new in zip(before, after, strict=True):
        old.pop("moves", None)
        new.pop("moves", None)
        assert old == new
    # What was only begun can still be taken back; then the rest is given and play goes on.
    await back[1].ok(f"/api/tables/{id}/undo", {"to": "answer"})
    given = [[], ["give P5", "give P3", "give P4"], ["give J2", "give J3", "give J4"], ["give T4"]]
    for guest, keys in zip(back, given, strict=True):
        for key in keys:
            await choose(guest, id, key)
    views = [await guest.view(id) for guest in back]
    assert views[0]["prompt"]["awaited"] == [0]  # who holds the Mah Jong leads
    hand = next(zone for zone in views[2]["scene"] if zone["id"] == "hand.2")
    faces = {face for _, face, *_ in hand["pieces"]}
    assert {"sword3", "pagoda5", "star4"} <= faces


async def choose(guest: Guest, id: str, key: str) -> None:
    view = await guest.view(id)
    assert key in [offer["key"] for offer in offers(view)]
    await guest.ok(f"/api/tables/{id}/play", {"key": key, "asked": view["prompt"]["asked"]})

"""Nothing but what a viewer may know leaves the server: whole matches, every frame and body."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from arena_guests import Guest, Running, Socket, gather, offers, play, play_on, turn

from takujo.arena import tables
from takujo.core.game import games
from takujo.core.match import Match

Viewer = int | None
CARD = re.compile(r"^c\d{1,3}$")  # longer ones are digests


def known(match: Match) -> dict[Viewer, dict[str, str]]:
    """For each viewer the ids and faces of the cards whose place he knows now."""
    state = match.state
    return {
        viewer: {
            f"c{card}": face
            for card, face in enumerate(state.layout.faces)
            if state.knows(viewer, card)
        }
        for viewer in (*range(match.players), None)
    }


def strings(data: Any) -> Iterator[str]:
    """Every text in a piece of JSON, keys included."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from strings(value)
    elif isinstance(data, list):
        for value in data:
            yield from strings(value)


def parts(data: Any) -> Iterator[dict[str, Any]]:
    """Every object in a piece of JSON."""
    if isinstance(data, dict):
        yield data
        for value in data.values():
            yield from parts(value)
    elif isinstance(data, list):
        for value in data:
            yield from parts(value)


class Auditor:
    """Keeps what every viewer has known at every moment, and checks what he is sent."""

    def __init__(self, match: Match) -> None:
        self.names = {
            name: face["name"] for name, face in _faces(match).items() if len(face["name"]) > 3
        }
        self.faces = {name: face for face, name in self.names.items()}
        self.spoken = re.compile(rf"\b({'|'.join(self.faces)})\b")
        self.at: dict[int, dict[Viewer, dict[str, str]]] = {}
        self.ever: dict[Viewer, dict[str, str]] = {v: {} for v in (*range(match.players), None)}

    def look(self, match: Match) -> None:
        """Remember who knows what now."""
        self.at[match.seq] = known(match)
        for viewer, cards in self.at[match.seq].items():
            self.ever[viewer] |= cards

    def check(self, viewer: Viewer, message: Any) -> int:
        """Raise unless the viewer may have this; gives how many cards it named."""
        now = self.at[message["seq"]][viewer] if "scene" in message else {}
        ever = self.ever[viewer]
        named = 0
        for text in strings(message):
            if CARD.match(text):
                named += 1
                assert text in ever, f"{viewer} was sent {text}"
            for word in self._words(text):
                assert word in ever.values(), f"{viewer} read of {word}: {text}"
        for zone in message.get("scene", ()):
            for id, face, *_ in zone.get("pieces", ()):
                if face not in ("back", "") and face in self.names:
                    assert now.get(id) == face, f"{viewer} saw {face}"
        for part in parts(message):
            if part.get("k") == "card" and part["face"]:
                assert ever.get(part["ref"]) == part["face"], f"{viewer} read {part}"
        return named

    def _words(self, text: str) -> list[str]:
        if text.islower():  # ids and keys, not sentences
            return []
        return [self.faces[name] for name in self.spoken.findall(text)]


def _faces(match: Match) -> dict[str, Any]:
    from takujo.arena.about import one_game
    from takujo.arena.assets import Assets

    faces: dict[str, Any] = one_game(match.game.id, "en", Assets())["faces"]
    return faces


async def audited(house: Running, people: list[Guest], id: str, choose: int) -> None:
    """Play a whole match; check each view over HTTP at once and all socket frames at the end."""
    onlooker = await house.guest("Rin")
    everybody: list[tuple[Viewer, Guest]] = [*enumerate(people), (None, onlooker)]
    pages: list[tuple[Viewer, Socket]] = [(v, await g.watch(id)) for v, g in everybody]
    running = await house.arena.matches.get(id)
    auditor = Auditor(running.match)
    auditor.look(running.match)
    named = 0
    turn = 0
    while True:
        views = {}
        for viewer, guest in everybody:
            views[viewer] = await guest.view(id)
            named += auditor.check(viewer, views[viewer])
        if views[None].get("result"):
            break
        awaited = views[None]["prompt"]["awaited"]
        seat = awaited[turn % len(awaited)]
        view = views[seat]
        await play(people[seat], id, view, (turn * choose) % len(offers(view)))
        auditor.look(running.match)
        turn += 1
    assert turn > 20
    assert named > 100
    steps = 0
    for viewer, socket in pages:
        await socket.until("view", lambda message: message["view"].get("result"))
        for frame in socket.frames:
            assert not any(guest.id in frame for guest in people), "an identity was sent"
            message = json.loads(frame)
            if message["t"] == "view":
                auditor.check(viewer, message["view"])
                steps += 1
            else:
                assert not any(CARD.match(text) for text in strings(message))
    assert steps > turn


@pytest.mark.parametrize(
    "choose", [7, *(pytest.param(n, marks=pytest.mark.prove) for n in (1, 2, 3, 5, 11, 13))]
)
async def test_nobody_is_sent_a_card_that_he_may_not_know(house: Running, choose: int) -> None:
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    await audited(house, people, id, choose)


async def twins(house: Running, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Guest], str, str]:
    """Two matches of the same people with the same shuffles."""
    monkeypatch.setattr(tables, "new_key", lambda: bytes(32))
    people = [await house.guest(name) for name in ("Aoi", "Ken", "Mio")]
    for i, guest in enumerate(people):
        guest.nonce = f"{i:02d}" * 32
    ids = []
    for _ in range(2):
        table = await people[0].table("open", "open")
        for guest in people[1:]:
            await guest.join(table["id"])
        await people[0].start(table["id"])
        ids.append(table["id"])
    return people, ids[0], ids[1]


async def test_a_hidden_difference_changes_no_byte_for_others_until_it_shows(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, one, two = await twins(house, monkeypatch)
    rin = await house.guest("Rin")
    first = (await rin.view(one))["prompt"]["awaited"][0]
    others = [g for i, g in enumerate(people) if i != first] + [rin]
    pages = [(await g.watch(one), await g.watch(two)) for g in others]

    async def same() -> bool:
        """Do all others see the same at both tables, byte for byte?"""
        for guest in others:
            bodies = [(await guest.get(f"/api/tables/{id}/view")).text for id in (one, two)]
            if bodies[0] != bodies[1]:
                return False
        return True

    async def both(seat: int, keys: tuple[str, str]) -> None:
        for id, key in zip((one, two), keys, strict=True):
            view = await people[seat].view(id)
            body = {"key": key, "asked": view["prompt"]["asked"]}
            await people[seat].ok(f"/api/tables/{id}/play", body)

    assert await same()
    view = await people[first].view(one)
    kinds = sorted({o["key"].split()[1] for o in offers(view)})
    await both(first, (f"place {kinds[0]} head", f"place {kinds[1]} head"))
    assert await same()
    shown = False
    for _ in range(40):
        awaited = (await rin.view(one))["prompt"]["awaited"]
        seat = awaited[0]
        views = [await people[seat].view(id) for id in (one, two)]
        keys = [[o["key"] for o in offers(v)] for v in views]
        common = [k for k in keys[0] if k in keys[1]]
        tail = [k for k in common if k.endswith(" tail")]
        turned = "reveal" in common and len((await rin.view(one))["log"]) > 14
        key = "reveal" if turned and seat == first else (tail or common)[0]
        if key == "reveal":
            shown = True
        await both(seat, (key, key))
        if shown:
            break
        assert await same(), f"a difference showed after {key}"
    assert shown, "the card was never turned up"
    assert not await same()
    ended = (await rin.view(one))["seq"]
    for here, there in pages:
        for socket in (here, there):
            await socket.until("view", lambda message: message["view"]["seq"] == ended)
        views = [
            {json.loads(f)["view"]["seq"]: f for f in s.frames if f.startswith('{"t":"view"')}
            for s in (here, there)
        ]
        last = max(views[0])
        common_steps = (set(views[0]) & set(views[1])) - {last}
        assert len(common_steps) > 3
        assert all(views[0][step] == views[1][step] for step in common_steps)


async def test_the_log_of_the_server_names_no_card_key_or_chat(
    serve: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    house = await serve(log=True)
    people, id = await gather(house, "Aoi", "Ken", "Mio", public=False)
    invite = (await people[0].get(f"/api/tables/{id}")).json()["invite"].partition("invite=")[2]
    await people[0].ok(f"/api/tables/{id}/say", {"text": "a secret word"})
    await play_on(people, id)
    stored = await house.arena.store.table(id)
    assert stored is not None
    text = "".join(capsys.readouterr())
    assert "match begins" in text
    assert "match over" in text
    for secret in (stored.server_key, stored.next_key, invite, "a secret word", "Aoi"):
        assert secret not in text
    for guest in people:
        assert guest.nonce not in text
        assert guest.id not in text
    for game in games().values():
        for face in set(game.new(game.players[0]).layout.faces):
            assert face not in text


async def test_a_held_choice_sends_nothing_to_anybody_else(serve: Any) -> None:
    house: Running = await serve(away_after=600.0)  # nor is anything told of who comes and goes
    people, id = await gather(house, "Aoi", "Ken", "Mio")
    for guest in people:
        await guest.put("/api/me", {"settings": {"hold": "always"}})
    seat, view = await turn(people, id)
    others = [guest for i, guest in enumerate(people) if i != seat]
    sockets = [await guest.watch(id) for guest in others]
    for socket in sockets:
        await socket.until("chat")  # the last that a new page is sent
    frames = [list(socket.frames) for socket in sockets]
    held = await play(people[seat], id, view)
    assert held["held"] is True
    await people[seat].ok(f"/api/tables/{id}/undo", {"to": "ask"})
    back = await people[seat].view(id)
    await play(people[seat], id, back)
    for socket in sockets:
        await socket.drain()
    assert [socket.frames for socket in sockets] == frames
    await people[seat].ok(f"/api/tables/{id}/confirm")
    for socket in sockets:
        await socket.until("view", lambda message: message["view"]["seq"] > view["seq"])

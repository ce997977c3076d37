"""Questions that anybody may interrupt: how long they stay open, and what that may not tell."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from arena_guests import Guest, Running, gather, offers, place

from takujo.arena import bots, tables
from takujo.arena.socket import Talk
from takujo.core.game import Game, game
from takujo.core.state import State
from takujo.games.tichu.state import HAND

TICHU: Game[Any] = game("tichu")
PEOPLE = ("Aoi", "Ken", "Mio", "Sol")
GRACE, DELAY = 2.5, 0.9


class Clock:
    """Time that stands still until a test lets it go on."""

    def __init__(self) -> None:
        self.now = 0.0
        self.sleepers: list[tuple[float, asyncio.Event]] = []

    async def sleep(self, seconds: float) -> None:
        sleeper = (self.now + seconds, asyncio.Event())
        self.sleepers.append(sleeper)
        try:
            await sleeper[1].wait()
        finally:
            self.sleepers.remove(sleeper)

    async def go(self, house: Running, seconds: float) -> None:
        """Let so many seconds go by, a tenth at a time; whatever is due happens at its time."""
        await settled(house)
        for _ in range(round(seconds * 10)):
            self.now = round(self.now + 0.1, 1)
            for until, woken in list(self.sleepers):
                if until <= self.now + 1e-6:
                    woken.set()
            await settled(house)


async def settled(house: Running) -> None:
    """Wait until everything that has begun is durable and told."""
    quiet = 0
    while quiet < 6:
        await asyncio.sleep(0.002)
        arena = house.arena
        busy = any(running.lock.locked() for running in arena.matches._running.values())
        told = arena.live._bus.empty() and not any(link._waiting for link in arena.live.links())
        quiet = 0 if busy or not told else quiet + 1


async def heard(house: Running, id: str, task: asyncio.Task[Any]) -> None:
    """Wait until an answer is given or waits at the table."""
    window = (await house.arena.matches.get(id)).window
    while not task.done() and not (window is not None and window.over._waiters):
        await asyncio.sleep(0.002)


@pytest.fixture
async def slow(
    serve: Callable[..., Awaitable[Running]], monkeypatch: pytest.MonkeyPatch
) -> tuple[Running, Clock]:
    """An arena in which time goes by when the test says so, and bots think in no time."""

    async def at_once(call: Callable[[], Any]) -> Any:
        return call()

    monkeypatch.setattr(bots, "_in_thread", at_once)
    house = await serve(grace=GRACE, bot_delay=(DELAY, DELAY))
    clock = Clock()
    matches = house.arena.matches
    monkeypatch.setattr(matches, "_sleep", clock.sleep)
    monkeypatch.setattr(matches, "_clock", lambda: clock.now)
    monkeypatch.setattr(matches._bots, "_sleep", clock.sleep)
    return house, clock


def closing(**facts: Any) -> State:
    """All have passed on player 0's four: he is to take the trick."""
    hands = {0: "S7 P7 S8", 1: "S9 P9 J9 T9 S2", 2: "SJ PJ JJ TJ S3", 3: "SK PK"}
    facts = {"hands": hands, "trick": ["0 S4"], "collect": True} | facts
    position: State = TICHU.position(4, {}, **facts)
    return position


async def choose(guest: Guest, id: str, start: str) -> Any:
    """Answer with the first offer that begins so; gives the HTTP answer."""
    return await send(guest, id, await guest.view(id), start)


async def send(guest: Guest, id: str, view: Any, start: str) -> Any:
    key = next(o["key"] for o in offers(view) if o["key"].startswith(start))
    body = {"key": key, "asked": view["prompt"]["asked"]}
    return await guest.post(f"/api/tables/{id}/play", body)


def kept(lines: list[Any]) -> list[str]:
    return [line["key"] for line in lines if "key" in line]


async def test_an_early_answer_is_carried_out_and_acknowledged_when_the_time_is_over(
    slow: tuple[Running, Clock],
) -> None:
    house, clock = slow
    people, id = await gather(house, *PEOPLE, game="tichu")
    await place(house, id, closing())
    socket = await people[0].watch(id)
    view = (await socket.until("view"))["view"]
    await socket.send(t="play", n=1, key="collect", asked=view["prompt"]["asked"])
    await socket.send(t="say", n=2, text="well played")
    assert (await socket.until("ack"))["n"] == 2  # he may still speak
    await clock.go(house, GRACE - 0.2)
    assert kept(await house.arena.store.lines(id)) == []
    assert (await people[0].view(id))["prompt"] == view["prompt"]
    await clock.go(house, 0.3)
    assert (await socket.until("ack"))["n"] == 1
    assert kept(await house.arena.store.lines(id)) == ["collect"]


async def test_an_answer_after_the_time_is_carried_out_at_once(slow: tuple[Running, Clock]) -> None:
    house, clock = slow
    people, id = await gather(house, *PEOPLE, game="tichu")
    await place(house, id, closing())
    await clock.go(house, GRACE + 0.1)
    assert kept(await house.arena.store.lines(id)) == []
    assert (await choose(people[0], id, "collect")).status_code == 200


async def test_a_bomb_within_the_time_makes_the_early_answer_stale(
    slow: tuple[Running, Clock],
) -> None:
    house, clock = slow
    people, id = await gather(house, *PEOPLE, game="tichu")
    await place(house, id, closing())
    early = asyncio.create_task(choose(people[0], id, "collect"))
    await heard(house, id, early)
    await clock.go(house, 1.0)
    assert (await choose(people[1], id, "play S9")).status_code == 200
    answer = await early
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "stale"
    assert kept(await house.arena.store.lines(id)) == ["play S9 P9 J9 T9"]


async def test_of_two_bombs_at_once_the_first_counts_and_the_other_loses_nothing(
    slow: tuple[Running, Clock],
) -> None:
    house, _ = slow
    people, id = await gather(house, *PEOPLE, game="tichu")
    await place(house, id, closing())
    views = [await guest.view(id) for guest in people]
    first = await send(people[2], id, views[2], "play SJ")
    late = await send(people[1], id, views[1], "play S9")
    assert first.status_code == 200
    assert late.status_code == 409
    assert late.json()["error"]["code"] == "stale"
    assert late.json()["error"]["text"]
    state = (await house.arena.matches.get(id)).match.state
    assert len(state.zones[HAND + 1]) == 5
    assert kept(await house.arena.store.lines(id)) == ["play SJ PJ JJ TJ"]


async def test_a_trick_is_taken_for_an_owner_who_is_out_when_the_time_is_over(
    slow: tuple[Running, Clock],
) -> None:
    house, clock = slow
    people, id = await gather(house, *PEOPLE, game="tichu")
    hands = {1: "S9 P9 J9 T9 S2", 2: "S3", 3: "SK PK"}
    await place(house, id, closing(hands=hands, out=(0,)))
    await clock.go(house, GRACE - 0.1)
    assert (await people[1].view(id))["prompt"]["awaited"] == [0]
    await clock.go(house, 0.2)
    assert kept(await house.arena.store.lines(id)) == ["collect"]
    assert (await people[1].view(id))["prompt"]["awaited"] == [1]


async def test_nothing_is_done_for_an_owner_who_still_has_cards(
    slow: tuple[Running, Clock],
) -> None:
    house, clock = slow
    people, id = await gather(house, *PEOPLE, game="tichu")
    await place(house, id, closing())
    await clock.go(house, 3 * GRACE)
    assert (await people[1].view(id))["prompt"]["awaited"] == [0]
    assert kept(await house.arena.store.lines(id)) == []


async def test_a_choice_is_left_to_a_player_who_is_out(slow: tuple[Running, Clock]) -> None:
    house, clock = slow
    people, id = await gather(house, *PEOPLE, game="tichu")
    hands = {1: "S9 P9 J9 T9 S2", 2: "S3", 3: "SK PK"}
    gift = {"trick": ["0 DR"], "collect": False, "gift": True}
    await place(house, id, closing(hands=hands, out=(0,), **gift))
    await clock.go(house, 3 * GRACE)
    assert len(offers(await people[0].view(id))) == 2


async def test_a_turn_based_table_keeps_nothing_open_and_takes_the_trick_at_once(
    slow: tuple[Running, Clock],
) -> None:
    house, clock = slow
    people, id = await gather(house, *PEOPLE, game="tichu", turns="turn-based")
    asked = {"bombs_out_of_turn": "ask"}
    hands = {1: "S2", 2: "S3", 3: "SK PK"}
    facts: dict[str, Any] = {"trick": ["0 S4"], "collect": True, "out": (0,)}
    await place(house, id, TICHU.position(4, asked, hands=hands, **facts))
    await clock.go(house, 0.1)
    assert kept(await house.arena.store.lines(id)) == ["collect"]
    hands = {0: "S8", 1: "S2", 2: "S3", 3: "SK PK"}
    facts["out"] = ()
    await place(house, id, TICHU.position(4, asked, hands=hands, **facts))
    assert (await choose(people[0], id, "collect")).status_code == 200


async def test_everybody_is_told_how_long_a_question_stays_open_by_the_servers_own_clock(
    slow: tuple[Running, Clock],
) -> None:
    house, clock = slow
    people, id = await gather(house, *PEOPLE, game="tichu")
    everybody = [*people, await house.guest("Rin")]
    pages = [await guest.watch(id) for guest in everybody]
    await place(house, id, closing())
    for page in pages:
        assert await page.until("grace") == {"t": "grace", "left": 2500, "of": 2500}
    await clock.go(house, 1.0)
    late = await everybody[-1].watch(id)
    assert await late.until("grace") == {"t": "grace", "left": 1500, "of": 2500}
    await choose(people[1], id, "play S9")
    for page in (*pages, late):
        assert await page.until("grace") == {"t": "grace", "left": 0, "of": 0}


async def test_no_time_is_given_where_nobody_can_hold_a_bomb_by_public_facts(
    slow: tuple[Running, Clock],
) -> None:
    house, clock = slow
    people, id = await gather(house, *PEOPLE, game="tichu")
    page = await people[2].watch(id)
    few = {0: "S7 P7 S8", 1: "S9 P9 J9", 2: "SJ PJ JJ", 3: "SK PK"}
    await place(house, id, closing(hands=few))
    assert (await choose(people[0], id, "collect")).status_code == 200
    await clock.go(house, 0.1)
    await page.drain(0.1)
    assert not any(json.loads(frame)["t"] == "grace" for frame in page.frames)


class Calm:
    """A bot that lets every interrupt go, passes and takes tricks."""

    name = "random"

    def choose(self, seat: Any, rng: Any) -> str:
        if seat.decision().optional:
            return ""
        keys = seat.offers()
        return str(next((k for k in ("pass", "collect") if k in keys), keys[0]))


class Thrower(Calm):
    """The same, but it throws every bomb that it holds."""

    def choose(self, seat: Any, rng: Any) -> str:
        bombs = [key for key in seat.offers() if key.startswith("play ") and key.count(" ") == 4]
        return bombs[0] if bombs else super().choose(seat, rng)


WITH = {1: "S9 P9 J9 T9 S2", 3: "S6 P6 JQ TK PA"}
WITHOUT = {1: "S9 P9 J9 JQ S2", 3: "S6 P6 T9 TK PA"}


async def watched(
    slow: tuple[Running, Clock], monkeypatch: pytest.MonkeyPatch, bot: Calm | None, hidden: Any
) -> list[tuple[int, float, bytes]]:
    """(viewer, time, message) of a trick by players 0 and 2 and of its end.

    Players 1 and 3, who differ in what they hold, are bots or people who let everything go.
    """
    house, clock = slow
    monkeypatch.setattr(tables, "new_key", lambda: bytes(32))
    monkeypatch.setattr(bots, "bot", lambda name: bot)
    people = [await house.guest(name) for name in PEOPLE]
    for i, guest in enumerate(people):
        guest.nonce = f"{i:02d}" * 32
    others = "bot:random" if bot is not None else "open"
    table = await people[0].table(others, "open", others, game="tichu")
    id = table["id"]
    seated = {0: people[0], 2: people[2]} | ({} if bot else {1: people[1], 3: people[3]})
    for seat in sorted(seated)[1:]:
        await seated[seat].join(id, seat=seat)
    await people[0].start(id)
    hands = {0: "S7 P7 J7 S8", 2: "SJ PJ JJ S3"} | hidden
    viewers = [people[0], people[2], await house.guest("Rin")]
    sent: list[tuple[int, float, bytes]] = []
    whole = Talk.part
    names = {guest.id: n for n, guest in enumerate(viewers)}

    async def noting(talk: Talk, part: Any) -> bytes | None:
        frame = await whole(talk, part)
        viewer = names.get(talk.link.guest)
        if frame is not None and part in ("view", "grace") and viewer is not None:
            sent.append((viewer, round(clock.now - begun, 1), frame))
        return frame

    begun = clock.now
    await place(house, id, TICHU.position(4, {}, hands=hands, lead=0))
    for guest in viewers:
        await (await guest.watch(id)).until("chat")  # the last that a new page is sent
    await clock.go(house, DELAY + 0.1)
    monkeypatch.setattr(Talk, "part", noting)
    for _ in range(12):
        awaited = (await viewers[2].view(id))["prompt"]["awaited"]
        if awaited[0] in seated:
            guest = seated[awaited[0]]
            view = await guest.view(id)
            keys = [o["key"] for o in offers(view)]
            wanted = ("pass", "collect") if len(sent) else ("play S8",)
            key = next((k for k in wanted if k in keys), None)
            if key is None:
                break
            task = asyncio.create_task(send(guest, id, view, key))
            await heard(house, id, task)
            await clock.go(house, GRACE + 0.2)
            assert (await task).status_code == 200
        else:
            await clock.go(house, DELAY + 0.1)
    monkeypatch.setattr(Talk, "part", whole)
    return sorted(sent, key=lambda each: each[:2])


@pytest.mark.parametrize("bot", [None, Calm()], ids=["people", "bots"])
async def test_no_message_and_no_pause_tells_whether_somebody_holds_a_bomb(
    slow: tuple[Running, Clock], monkeypatch: pytest.MonkeyPatch, bot: Calm | None
) -> None:
    one = await watched(slow, monkeypatch, bot, WITH)
    two = await watched(slow, monkeypatch, bot, WITHOUT)
    assert len(one) > 3 * 5  # each of the three saw the play, the passes, the wait and the end
    assert one[-1][1] > GRACE
    assert one == two


class Caller(Calm):
    """A bot that calls as soon as it may."""

    def choose(self, seat: Any, rng: Any) -> str:
        return "tichu" if "tichu" in seat.offers() else super().choose(seat, rng)


async def test_a_bot_that_is_asked_may_use_its_own_interrupt_first(
    slow: tuple[Running, Clock], monkeypatch: pytest.MonkeyPatch
) -> None:
    house, clock = slow
    monkeypatch.setattr(bots, "bot", lambda name: Caller())
    _, id = await gather(house, "Aoi", bots=["bot:random"] * 3, game="tichu")
    ranks = (*range(2, 11), *"JQKA")
    odd = ("MA", "DG", "PH", "DR")
    hands = {p: " ".join([*(f"{s}{r}" for r in ranks), odd[p]]) for p, s in enumerate("SPJT")}
    await place(house, id, TICHU.position(4, {}, hands=hands, lead=1))
    await clock.go(house, 4 * DELAY + 0.2)
    done = [
        (line["seat"], line["key"]) for line in await house.arena.store.lines(id) if "key" in line
    ]
    assert sorted(done[:3]) == [(1, "tichu"), (2, "tichu"), (3, "tichu")]
    assert done[3][0] == 1


async def test_a_bomb_shows_when_it_is_thrown_and_not_before(
    slow: tuple[Running, Clock], monkeypatch: pytest.MonkeyPatch
) -> None:
    held = await watched(slow, monkeypatch, Calm(), WITH)
    thrown = await watched(slow, monkeypatch, Thrower(), WITH)
    first = next(i for i, (a, b) in enumerate(zip(held, thrown, strict=False)) if a != b)
    assert first > 0
    assert b"strikes! Bomb: " in thrown[first][2]

"""The HTTP half of the protocol, see `docs/protocol.md`."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any, Literal

import msgspec
from litestar import Response, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from takujo.arena import chat
from takujo.arena.about import all_games, one_game
from takujo.arena.caller import Caller
from takujo.arena.door import language_cookie
from takujo.arena.given import Asker, Files, House
from takujo.arena.house import Arena
from takujo.arena.identity import Preferences, clean_name, guest, preferences, same_name
from takujo.arena.lobby import Lobby
from takujo.arena.problem import problem
from takujo.arena.showing import Shown
from takujo.arena.store import Person
from takujo.arena.tables import NewTable, Share
from takujo.core.chance import match_key

PATIENCE = 25.0  # seconds that a view waits for news when it is asked to
JSON = "application/json"


class Me(msgspec.Struct, frozen=True):
    """The guest who asks."""

    id: str
    name: str | None
    settings: Preferences


class MeOrder(msgspec.Struct, frozen=True):
    name: str | None = None
    settings: dict[str, Any] | None = None


class JoinOrder(Share, frozen=True):
    invite: str | None = None
    seat: int | None = None


class RematchOrder(Share, frozen=True):
    draw: bool = False


class SwapOrder(msgspec.Struct, frozen=True):
    seats: list[int]


class SeatOrder(msgspec.Struct, frozen=True):
    seat: int
    kind: str = ""


class PlayOrder(msgspec.Struct, frozen=True):
    key: str
    asked: str


class UndoOrder(msgspec.Struct, frozen=True):
    to: Literal["ask", "turn", "answer"] = "ask"


class SayOrder(msgspec.Struct, frozen=True):
    text: str


class Draw(msgspec.Struct, frozen=True):
    """One draw of nature: the first `k` of a shuffle of `range(n)`."""

    index: int
    n: int
    k: int
    outcome: list[int]


class Proof(msgspec.Struct, frozen=True):
    """All that is needed to check the shuffles; the secret parts once the match is over."""

    commitment: str
    server_key: str | None = None
    nonces: list[str | None] | None = None
    key: str | None = None
    draws: list[Draw] | None = None


# Guests


@get("/api/me")
async def me(arena: House, who: Asker) -> Response[Me]:
    """Who I am; a token for what changes something comes in the header `X-CSRF-Token`."""
    person = await arena.store.person(who.id)
    answer = Me(who.id, person.name if person else None, preferences(person, who.lang))
    return Response(answer, headers={"X-CSRF-Token": arena.identity.token(who.id)})


@put("/api/me")
async def change_me(arena: House, who: Asker, data: JSONBody[MeOrder]) -> Response[Me]:
    """Change name or settings."""
    if data.name is not None:
        name = clean_name(data.name)
        for table in await arena.store.tables_of(who.id):
            others = [c.name for c in table.chairs if c.person != who.id]
            if table.state in ("open", "running") and any(same_name(n, name) for n in others):
                raise problem("name", "error.name_taken")
    person = await guest(arena.store, who.id, who.lang, data.name, data.settings)
    kept = preferences(person, who.lang)
    if data.name is not None and person.name is not None:
        arena.matches.rename(who.id, person.name)
        for table in await arena.store.tables_of(who.id):
            arena.live.publish("table", table.id)
    for link in arena.live.links_of(who.id):
        link.hold = kept.hold
    answer = Response(Me(who.id, person.name, kept))
    answer.headers["Set-Cookie"] = language_cookie(kept.lang, who.secure)
    return answer


# Games


@get("/api/games", sync_to_thread=True)
def list_games(who: Asker, assets: Files) -> list[dict[str, Any]]:
    """The games that can be played here."""
    return all_games(who.lang, assets)


@get("/api/games/{game:str}", sync_to_thread=True)
def show_game(who: Asker, assets: Files, game: FromPath[str]) -> dict[str, Any]:
    """A game with its faces."""
    return one_game(game, who.lang, assets)


# Tables


@get("/api/lobby")
async def show_lobby(arena: House, who: Asker) -> Lobby:
    """The lobby."""
    return await arena.reception.lobby(who.id, who.lang)


@post("/api/tables")
async def create(arena: House, who: Asker, data: JSONBody[NewTable]) -> Shown:
    """Open a table."""
    arena.limits.take("found", who.id, who.address)
    id = await arena.tables.create(await _person(arena, who), data)
    return await arena.tables.shown(id, who.id, who.lang)


@get("/api/tables/{id:str}")
async def show_table(
    arena: House, who: Asker, id: FromPath[str], invite: FromQuery[str | None] = None
) -> Shown:
    """A table."""
    shown = await arena.tables.shown(id, who.id, who.lang, invite)
    if shown.you is not None:
        arena.live.poll(id, who.id)
    return shown


@post("/api/tables/{id:str}/join", status_code=200)
async def join(arena: House, who: Asker, id: FromPath[str], data: JSONBody[JoinOrder]) -> Shown:
    """Take a seat."""
    person = await _person(arena, who)
    await arena.tables.join(id, person, data, data.invite, data.seat)
    return await arena.tables.shown(id, who.id, who.lang)


@post("/api/tables/{id:str}/leave", status_code=200)
async def leave(arena: House, who: Asker, id: FromPath[str]) -> Shown | None:
    """Get up before the start."""
    table = await arena.tables.visible(id, who.id)
    await arena.tables.leave(id, who.id)
    return await arena.tables.shown(id, who.id, who.lang, table.invite)


@post("/api/tables/{id:str}/start", status_code=200)
async def start(arena: House, who: Asker, id: FromPath[str], data: JSONBody[Share]) -> Shown:
    """Begin the match."""
    await arena.tables.start(id, who.id, data)
    return await arena.tables.shown(id, who.id, who.lang)


@post("/api/tables/{id:str}/kick", status_code=200)
async def kick(arena: House, who: Asker, id: FromPath[str], data: JSONBody[SeatOrder]) -> Shown:
    """Send somebody away before the start."""
    await arena.tables.kick(id, who.id, data.seat)
    return await arena.tables.shown(id, who.id, who.lang)


@post("/api/tables/{id:str}/seat", status_code=200)
async def seat(arena: House, who: Asker, id: FromPath[str], data: JSONBody[SeatOrder]) -> Shown:
    """Open a seat or put a bot there."""
    await arena.tables.set_seat(id, who.id, data.seat, data.kind)
    return await arena.tables.shown(id, who.id, who.lang)


@post("/api/tables/{id:str}/move", status_code=200)
async def move(arena: House, who: Asker, id: FromPath[str], data: JSONBody[SeatOrder]) -> Shown:
    """Take another seat."""
    await arena.tables.move(id, who.id, data.seat)
    return await arena.tables.shown(id, who.id, who.lang)


@post("/api/tables/{id:str}/swap", status_code=200)
async def swap(arena: House, who: Asker, id: FromPath[str], data: JSONBody[SwapOrder]) -> Shown:
    """Let two seats change places."""
    await arena.tables.swap(id, who.id, data.seats)
    return await arena.tables.shown(id, who.id, who.lang)


@post("/api/tables/{id:str}/draw", status_code=200)
async def draw(arena: House, who: Asker, id: FromPath[str]) -> Shown:
    """Draw all seats anew."""
    await arena.tables.swap(id, who.id, None)
    return await arena.tables.shown(id, who.id, who.lang)


@post("/api/tables/{id:str}/bot", status_code=200)
async def hand_over(
    arena: House, who: Asker, id: FromPath[str], data: JSONBody[SeatOrder]
) -> Shown:
    """Want that a bot plays an absent seat."""
    await arena.tables.hand_over(id, who.id, data.seat)
    return await arena.tables.shown(id, who.id, who.lang)


@post("/api/tables/{id:str}/return", status_code=200)
async def give_back(arena: House, who: Asker, id: FromPath[str]) -> Shown:
    """Take the own seat back from the bot."""
    await arena.tables.give_back(id, who.id)
    return await arena.tables.shown(id, who.id, who.lang)


@post("/api/tables/{id:str}/concede", status_code=200)
async def concede(arena: House, who: Asker, id: FromPath[str]) -> Shown:
    """Give the match up."""
    await arena.tables.concede(id, who.id)
    return await arena.tables.shown(id, who.id, who.lang)


@post("/api/tables/{id:str}/rematch", status_code=200)
async def rematch(
    arena: House, who: Asker, id: FromPath[str], data: JSONBody[RematchOrder]
) -> Shown:
    """Want to play again."""
    person = await _person(arena, who)
    following = await arena.tables.rematch(id, person, data, data.draw)
    return await arena.tables.shown(following, who.id, who.lang)


# Matches


@get("/api/tables/{id:str}/view")
async def view(
    arena: House,
    who: Asker,
    id: FromPath[str],
    invite: FromQuery[str | None] = None,
    after: FromQuery[int | None] = None,
) -> Response[bytes]:
    """The view of the own seat or of an onlooker; with `after`, once it has another `seq`."""
    table = await arena.tables.visible(id, who.id, invite)
    if table.chair_of(who.id) is not None:
        arena.live.poll(id, who.id)
    if after is not None:
        end = time.monotonic() + PATIENCE
        while (await arena.matches.get(id)).told_to(who.id) == after and time.monotonic() < end:
            await arena.live.news(id, end - time.monotonic())
    return Response(await arena.matches.frame(id, who.id, who.lang), media_type=JSON)


@post("/api/tables/{id:str}/play", status_code=200)
async def play(
    arena: House, who: Asker, id: FromPath[str], data: JSONBody[PlayOrder]
) -> Response[bytes]:
    """Answer a decision."""
    await arena.tables.at_match(id, who.id)
    person = await arena.store.person(who.id)
    hold = preferences(person, who.lang).hold
    await arena.matches.play(id, who.id, data.key, data.asked, hold)
    return Response(await arena.matches.frame(id, who.id, who.lang), media_type=JSON)


@post("/api/tables/{id:str}/undo", status_code=200)
async def undo(
    arena: House, who: Asker, id: FromPath[str], data: JSONBody[UndoOrder]
) -> Response[bytes]:
    """Take back."""
    await arena.tables.at_match(id, who.id)
    await arena.matches.undo(id, who.id, data.to)
    return Response(await arena.matches.frame(id, who.id, who.lang), media_type=JSON)


@post("/api/tables/{id:str}/confirm", status_code=200)
async def confirm(arena: House, who: Asker, id: FromPath[str]) -> Response[bytes]:
    """Release a choice that was held."""
    await arena.tables.at_match(id, who.id)
    await arena.matches.confirm(id, who.id)
    return Response(await arena.matches.frame(id, who.id, who.lang), media_type=JSON)


@post("/api/tables/{id:str}/say", status_code=200)
async def say(
    arena: House, who: Asker, id: FromPath[str], data: JSONBody[SayOrder]
) -> dict[str, Any]:
    """Say something."""
    arena.limits.take("say", who.id, who.address)
    table = await arena.tables.visible(id, who.id)
    await chat.say(table, await _person(arena, who), data.text, arena.store, arena.live)
    return {}


@get("/api/tables/{id:str}/chat")
async def read_chat(
    arena: House,
    who: Asker,
    id: FromPath[str],
    after: FromQuery[int] = 0,
    invite: FromQuery[str | None] = None,
) -> dict[str, Any]:
    """What was said, for those who have no socket."""
    table = await arena.tables.visible(id, who.id, invite)
    lines = await arena.store.chat(id, after=after)
    return {"lines": chat.audible(table, who.id, lines)}


@get("/api/tables/{id:str}/replay")
async def replay(
    arena: House,
    who: Asker,
    id: FromPath[str],
    step: FromQuery[int | None] = None,
    side: FromQuery[str | None] = None,
    invite: FromQuery[str | None] = None,
) -> Response[bytes]:
    """What a side saw after a step; while the match runs, the own side only."""
    table = await arena.tables.visible(id, who.id, invite)
    chair = table.chair_of(who.id)
    wanted = side_of(side, table.players)
    if table.state == "running" and wanted != (chair.seat if chair else None):
        raise problem("not_yours", "error.own_side")
    made = await arena.matches.step(id, step, wanted, who.lang)
    return Response(made, media_type=JSON)


def side_of(text: str | None, players: int) -> int | None:
    """The side that a replay asks for; None is an onlooker's."""
    if text in (None, "", "onlooker", "null"):
        return None
    if text is None or not text.isdecimal() or int(text) >= players:
        raise problem("bad_input", "error.side", n=players)
    return int(text)


@get("/api/tables/{id:str}/record")
async def record(arena: House, who: Asker, id: FromPath[str]) -> Response[bytes]:
    """The record of a match that is over, as JSON lines."""
    table = await arena.tables.visible(id, who.id)
    if table.state != "over":
        raise problem("not_now", "error.not_over")
    running = await arena.matches.glance(id)
    lines = running.match.record(
        server_key=bytes.fromhex(table.server_key),
        nonces=[bytes.fromhex(c.nonce or "") for c in table.chairs],
    )
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    name = f"takujo-{table.game}-{table.number}.jsonl"
    return Response(
        text.encode(),
        media_type="application/jsonl",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@get("/api/tables/{id:str}/proof")
async def proof(arena: House, who: Asker, id: FromPath[str]) -> Proof:
    """The seal, and once the match is over all that the shuffles follow from."""
    table = await arena.tables.visible(id, who.id)
    if table.state != "over":
        return Proof(table.commitment)
    running = await arena.matches.glance(id)
    nonces = [bytes.fromhex(c.nonce or "") for c in table.chairs]
    return Proof(
        commitment=table.commitment,
        server_key=table.server_key,
        nonces=[c.nonce for c in table.chairs],
        key=match_key(bytes.fromhex(table.server_key), nonces).hex(),
        draws=[Draw(i, d.n, d.k, list(outcome)) for i, d, outcome in running.match.draws()],
    )


@get("/health")
async def health(arena: House) -> Response[dict[str, Any]]:
    """Is everything at work?

    A probe must come back through the bus, the store must answer, no match may be stuck.
    """
    heard, stored = await asyncio.gather(arena.live.hears(), arena.store.answers())
    well = heard and stored and not arena.matches.stuck()
    return Response({"ok": well}, status_code=200 if well else 503)


async def _person(arena: Arena, who: Caller) -> Person:
    person = await arena.store.person(who.id)
    if person is None:
        raise problem("auth", "error.name_first")
    return person


API = [
    me, change_me, list_games, show_game, show_lobby, create, show_table, join, leave, start,
    kick, seat, move, swap, draw, hand_over, give_back, concede, rematch, view, play, undo, confirm,
    say, read_chat, replay, record, proof, health,
]  # fmt: skip

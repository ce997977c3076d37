"""The page on which a record is opened from a file, the page of a record, and what they ask for."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get, post
from litestar.exceptions import HTTPException
from litestar.params import FromPath, FromQuery

from takujo.arena.given import Asker, Files, House
from takujo.arena.pages import page
from takujo.arena.records import MEGABYTE, SIZE, Shown, too_large
from takujo.arena.routes import JSON, side_of
from takujo.arena.speech import Speech

TOO_LARGE = 413


@get("/records")
async def records_page(arena: House, who: Asker, assets: Files) -> Response[bytes]:
    """Open a record."""
    title = Speech(who.lang).word("arena.records")
    return await page(arena, who, assets, "records", title, most=str(SIZE * MEGABYTE))


@get("/record/{id:str}")
async def record_page(
    arena: House, who: Asker, assets: Files, id: FromPath[str]
) -> Response[bytes]:
    """The replay of a record."""
    shown = (await arena.records.get(id)).shown(who.lang)
    return await page(arena, who, assets, "table", shown.name, id=id, game=shown.game)


@post("/api/records", status_code=200, request_max_body_size=SIZE * MEGABYTE)
async def open_record(request: Request[Any, Any, Any], arena: House, who: Asker) -> Shown:
    """Open a record: its JSON lines are the body."""
    arena.limits.take("record", who.id, who.address)
    try:
        body = await request.body()
    except HTTPException as error:
        if error.status_code != TOO_LARGE:
            raise
        raise too_large() from error
    return (await arena.records.keep(body)).shown(who.lang)


@get("/api/records/{id:str}")
async def show_record(arena: House, who: Asker, id: FromPath[str]) -> Shown:
    """A record."""
    return (await arena.records.get(id)).shown(who.lang)


@get("/api/records/{id:str}/replay")
async def replay_record(
    arena: House,
    who: Asker,
    id: FromPath[str],
    step: FromQuery[int | None] = None,
    side: FromQuery[str | None] = None,
) -> Response[bytes]:
    """What a side saw after a step."""
    wanted = side_of(side, (await arena.records.get(id)).match.players)
    return Response(await arena.records.step(id, step, wanted, who.lang), media_type=JSON)


OPENING = [records_page, record_page, open_record, show_record, replay_record]

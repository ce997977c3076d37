"""Pages for people: shells that the scripts fill, rules, and the files they load."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath, FromQuery

from takujo.arena import reading
from takujo.arena.assets import FOREVER, Asset, Assets
from takujo.arena.caller import Caller
from takujo.arena.given import Asker, Files, House
from takujo.arena.house import Arena
from takujo.arena.identity import preferences
from takujo.arena.problem import Problem, not_found
from takujo.arena.showing import game_name
from takujo.arena.speech import Speech
from takujo.booklet import Leaf


@get("/")
async def lobby_page(arena: House, who: Asker, assets: Files) -> Response[bytes]:
    """The lobby."""
    title = Speech(who.lang).word("arena.title")
    return await page(arena, who, assets, "lobby", title)


@get("/table/{id:str}")
async def table_page(
    arena: House,
    who: Asker,
    assets: Files,
    id: FromPath[str],
    invite: FromQuery[str | None] = None,
) -> Response[bytes]:
    """A table: waiting room, match and result."""
    return await _table_page(arena, who, assets, "table", id, invite)


@get("/replay/{id:str}")
async def replay_page(
    arena: House,
    who: Asker,
    assets: Files,
    id: FromPath[str],
    invite: FromQuery[str | None] = None,
) -> Response[bytes]:
    """A match step by step."""
    return await _table_page(arena, who, assets, "table", id, invite)


@get("/check/{id:str}")
async def check_page(
    arena: House,
    who: Asker,
    assets: Files,
    id: FromPath[str],
    invite: FromQuery[str | None] = None,
) -> Response[bytes]:
    """The check of a match's shuffles."""
    return await _table_page(arena, who, assets, "check", id, invite)


@get("/rules/{game:str}")
async def rules_page(
    arena: House,
    who: Asker,
    assets: Files,
    game: FromPath[str],
) -> Response[bytes]:
    """The rules of a game, from its own folder."""
    return await _reading(arena, who, assets, game, "rules")


@get("/rules/{game:str}/aid")
async def aid_page(
    arena: House,
    who: Asker,
    assets: Files,
    game: FromPath[str],
) -> Response[bytes]:
    """What a player of a game likes to have beside the table."""
    return await _reading(arena, who, assets, game, "aid")


@get("/static/{version:str}/{path:path}", sync_to_thread=True)
def static(
    request: Request[Any, Any, Any], assets: Files, version: FromPath[str], path: FromPath[str]
) -> Any:
    """One of our own files, under a name that changes with its content."""
    return _file(request, assets.static(path.lstrip("/")), version == assets.version)


@get("/skins/{game:str}/{version:str}/{path:path}", sync_to_thread=True)
def skin(
    request: Request[Any, Any, Any],
    assets: Files,
    game: FromPath[str],
    version: FromPath[str],
    path: FromPath[str],
) -> Any:
    """A file of a game's skin."""
    return _file(request, assets.skin(game, path.lstrip("/")), version == assets.version)


@get("/favicon.ico", sync_to_thread=True)
def favicon(request: Request[Any, Any, Any], assets: Files) -> Any:
    """The icon, for those who ask for it by its old name."""
    return _file(request, assets.static("art/favicon.svg"), False)


def _file(request: Request[Any, Any, Any], asset: Asset | None, current: bool) -> Response[bytes]:
    if asset is None:
        raise not_found()
    headers = {"Cache-Control": FOREVER if current else "no-cache", "Vary": "Accept-Encoding"}
    body = asset.body
    if asset.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        body = asset.packed
    return Response(body, media_type=asset.kind, headers=headers)


async def _table_page(
    arena: Arena, who: Caller, assets: Assets, name: str, id: str, invite: str | None
) -> Response[bytes]:
    table = await arena.tables.visible(id, who.id, invite)
    title = game_name(table.game, who.lang)
    return await page(arena, who, assets, name, title, id=id, game=table.game)


async def _reading(
    arena: Arena, who: Caller, assets: Assets, game: str, leaf: Leaf
) -> Response[bytes]:
    content = reading.page(game, leaf, who.lang)
    if content is None:
        raise not_found()
    name = game_name(game, who.lang)
    places = {"game": game, "leaf": leaf, "content": content}
    return await page(arena, who, assets, "rules", name, **places)


async def page(
    arena: Arena, who: Caller, assets: Assets, name: str, title: str, **places: str
) -> Response[bytes]:
    """A page of ours with its places filled, in the reader's language and theme."""
    person = await arena.store.person(who.id)
    theme = preferences(person, who.lang).theme
    return _filled(arena, who, assets, name, 200, title=title, theme=theme, **places)


def error_page(arena: Arena, who: Caller, assets: Assets, refused: Problem) -> Response[bytes]:
    """The page that says that there is nothing, or what went wrong."""
    key = "arena.page_not_found" if refused.code == "not_found" else "arena.page_refused"
    title, text = Speech(who.lang).word(key), refused.said(who.lang)
    places = {"title": title, "text": text, "theme": "system"}
    return _filled(arena, who, assets, "error", refused.status, **places)


def _filled(
    arena: Arena, who: Caller, assets: Assets, name: str, status: int, **places: str
) -> Response[bytes]:
    token, version = arena.identity.token(who.id), assets.version
    text = assets.page(name, {"lang": who.lang, "csrf": token, "v": version, **places})
    return Response(
        text.encode(),
        media_type="text/html",
        status_code=status,
        headers={"Cache-Control": "no-store"},
    )


PAGES = [
    lobby_page, table_page, replay_page, check_page, rules_page, aid_page, static, skin, favicon,
]  # fmt: skip

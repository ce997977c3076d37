"""The ASGI application: `create_app(settings)` is all that a server needs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from takujo.arena.assets import Assets
from takujo.arena.caller import Caller
from takujo.arena.door import Door, refusal
from takujo.arena.house import Arena
from takujo.arena.logging import fault, log
from takujo.arena.opening import OPENING
from takujo.arena.pages import PAGES, error_page
from takujo.arena.problem import Problem, not_found, problem
from takujo.arena.routes import API
from takujo.arena.settings import Settings
from takujo.arena.socket import VERSION, live

Asked = Request[Any, Any, Any]


def create_app(settings: Settings) -> Door:
    """The arena over `settings.data`, as an ASGI application with a lifespan."""
    arena = Arena(settings)
    assets = Assets()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        await arena.start()
        try:
            yield
        finally:
            await arena.stop()

    def answer(request: Asked, refused: Problem) -> Response[bytes]:
        who: Caller = request.scope["takujo"]  # type: ignore[typeddict-item]
        if not request.scope["path"].startswith(("/api/", "/health")):
            return error_page(arena, who, assets, refused)
        body = refusal(refused, who.lang)
        return Response(body, media_type="application/json", status_code=refused.status)

    def on_problem(request: Asked, refused: Problem) -> Response[bytes]:
        return answer(request, refused)

    def on_http(request: Asked, error: HTTPException) -> Response[bytes]:
        return answer(request, _translated(error))

    def on_fault(request: Asked, error: Exception) -> Response[bytes]:
        log.error("request failed", method=request.method, **fault(error))
        return answer(request, problem("fault", "error.unexpected"))

    app = Litestar(
        route_handlers=[*API, *PAGES, *OPENING, live],
        dependencies={
            "arena": Provide(lambda: arena, sync_to_thread=False, use_cache=True),
            "assets": Provide(lambda: assets, sync_to_thread=False, use_cache=True),
            "who": Provide(_who, sync_to_thread=False),
        },
        lifespan=[lifespan],
        exception_handlers={
            Problem: on_problem,
            HTTPException: on_http,
            Exception: on_fault,
        },
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=5, minimum_size=600, exclude=["/static", "/skins"]
        ),
        openapi_config=OpenAPIConfig(
            title="Takujo",
            version=str(VERSION),
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        request_max_body_size=settings.message,
        logging_config=None,
    )
    return Door(app, arena)


def _who(request: Asked) -> Caller:
    who: Caller = request.scope["takujo"]  # type: ignore[typeddict-item]
    return who


def _translated(error: HTTPException) -> Problem:
    """Litestar's refusals in the arena's words."""
    if isinstance(error, ValidationException):
        return problem("bad_input", "error.body")
    match error.status_code:
        case 404:
            return not_found()
        case 405:
            return problem("method", "error.method")
        case 413:
            return problem("too_large", "error.too_large")
        case _:
            return problem("bad_input", "error.body")

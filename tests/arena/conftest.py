"""An arena on a port of its own for each test that wants one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from arena_guests import Running, settings_for


@pytest.fixture
async def serve(tmp_path: Path) -> AsyncIterator[Callable[..., Any]]:
    """Start an arena with settings of the test's own; all are stopped afterwards."""
    started: list[Running] = []

    async def start(**more: Any) -> Running:
        data = more.pop("data", tmp_path / "data")
        host = more.pop("host", "127.0.0.1")
        running = Running(settings_for(data, **more), host)
        await running.start()
        started.append(running)
        return running

    yield start
    for running in started:
        await running.stop()


@pytest.fixture
async def house(serve: Callable[..., Any]) -> Running:
    """An arena with quick settings."""
    running: Running = await serve()
    return running

"""Fixtures for all tests. This folder is on the path, so that tests can import the toy games."""

from __future__ import annotations

import pytest

from toys import register


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy games are installed while the test runs."""
    register(monkeypatch)

"""A line of play from any position of Tichu, and a few words about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from takujo.games.tichu import GAME
from takujo.games.tichu.plays import KINDS
from takujo.testing.scenario import Line


class TichuLine(Line):
    """A line whose cards are written as in keys."""

    def __init__(self, options: dict[str, Any] | None = None, **facts: Any) -> None:
        super().__init__(GAME, 4, options or {}, **facts)

    @property
    def top(self) -> str:
        """The play to beat: `straight 5 9` (kind, cards, rank), `single 1 8.5`; its owner last."""
        if not self.s.top:
            return ""
        kind, n, strength, owner = self.s.top
        return f"{KINDS[kind]} {n} {strength / 2:g} of {owner}"

    def plays_of(self, player: int) -> list[str]:
        """What a player may play, without the word `play`."""
        return [k.removeprefix("play ") for k in self.offers_of(player) if k.startswith("play ")]

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(self.s.totals)


@pytest.fixture
def line() -> Callable[..., TichuLine]:
    return TichuLine

"""A line of play from any position of Pax Renaissance, and short words to look at it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from takujo.games.pax_renaissance import GAME
from takujo.games.pax_renaissance.pieces import (
    BORDERS,
    CARD_NAMES,
    CARD_OF,
    CITIES,
    EMPIRES,
    RELIGIONS,
    STATES,
    TOKENS,
    token_of,
)
from takujo.games.pax_renaissance.verbs import SPOT
from takujo.testing.scenario import Line


class PaxLine(Line):
    """A line whose cards, places and tokens are named as in keys."""

    def __init__(
        self, players: int = 2, options: dict[str, Any] | None = None, **facts: Any
    ) -> None:
        super().__init__(GAME, players, options or {}, **facts)

    @property
    def florins(self) -> list[int]:
        return list(self.s.florins)

    def pot(self, spot: str) -> int:
        return int(self.s.pot[SPOT.words.index(spot)])

    def city(self, name: str) -> str:
        return TOKENS[self.s.city[CITIES.index(name)]]

    def pawn(self, border: str) -> int | None:
        at = self.s.pawn[BORDERS.index(border)]
        return at - 1 if at else None

    def pirate(self, border: str) -> str:
        at = self.s.pirate[BORDERS.index(border)]
        return RELIGIONS[at - 1] if at else ""

    def held(self, square: str) -> list[str]:
        counts = self.s.repressed_on(EMPIRES.index(square))
        return [TOKENS[token_of(h)] for h, n in enumerate(counts) for _ in range(n)]

    def bishop(self, card: str) -> str:
        at = self.s.bishop[CARD_OF[card]]
        return RELIGIONS[at - 1] if at else ""

    def side(self, player: int, side: str) -> list[str]:
        """One side of a tableau from left to right."""
        return self.names(f"{side}.{player}")

    def names(self, zone: str) -> list[str]:
        return [CARD_NAMES[c] for c in self.s.zones[self.s.layout.zone(zone)]]

    def where(self, card: str) -> str:
        return str(self.s.layout.specs[self.s.where[CARD_OF[card]]].name)

    def vassals(self, square: str) -> list[str]:
        return [EMPIRES[v] for v in self.s.vassals_of(EMPIRES.index(square))]

    def queens(self, square: str) -> list[str]:
        return [CARD_NAMES[q] for q in self.s.queens_of(EMPIRES.index(square))]

    def is_republic(self, square: str) -> bool:
        return bool(self.s.republic[EMPIRES.index(square)])

    def state(self, empire: str) -> str:
        return STATES[self.s.faith[EMPIRES.index(empire)]]

    def supply(self, token: str) -> int:
        return int(self.s.supply(TOKENS.index(token)))

    def starts(self, word: str) -> list[str]:
        """The offers of one verb, without the verb."""
        return [k.removeprefix(word + " ") for k in self.offers if k.split(" ")[0] == word]


@pytest.fixture
def pax() -> Callable[..., PaxLine]:
    return PaxLine

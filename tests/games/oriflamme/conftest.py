"""A line of play from any position, written and read in the notation of the rulings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from takujo.core.chance import Simulated, SplitMix
from takujo.core.frames import apply, awaited
from takujo.games.oriflamme import GAME
from takujo.games.oriflamme.state import KINDS, NAMES, QUEUE, Court

FAMILIES = "ABCDE"


class Line:
    """Plays keys; everything to compare is a plain string, list or tuple."""

    def __init__(self, players: int = 3, /, *, options: dict[str, Any] | None = None, **facts: Any):
        self.s: Court = GAME.position(players, options or {}, **facts)
        self.nature = Simulated(SplitMix(1))

    def play(self, *keys: str) -> Line:
        for key in keys:
            (decision,) = awaited(self.s)
            offered = GAME.keys(decision)
            assert key in offered, f"{key!r} is not offered to {self.asked}: {list(offered)}"
            apply(self.s, decision.player, offered[key], self.nature)
        return self

    @property
    def asked(self) -> str:
        """Who is asked what, and about which stack: `A KeepOrReveal 2`; `over`."""
        if not self.s.agenda:
            return "over"
        (decision,) = awaited(self.s)
        stack = f" {self.s.cursor + 1}" if self.s.cursor >= 0 else ""
        return f"{FAMILIES[decision.player]} {type(self.s.agenda[-1]).__name__}{stack}"

    @property
    def keys(self) -> list[str]:
        (decision,) = awaited(self.s)
        return [GAME.notation(action) for action in decision.actions]

    @property
    def score(self) -> tuple[int, ...]:
        return tuple(self.s.influence)

    @property
    def queue(self) -> str:
        """The queue in the notation of the rulings."""
        cards = list(self.s.zones[QUEUE])
        stacks = []
        for height in self.s.heights:
            stack, cards = cards[:height], cards[height:]
            stacks.append("/".join(self.written(card) for card in reversed(stack)))
        assert not cards
        return ", ".join(stacks)

    def written(self, card: int) -> str:
        family, name = FAMILIES[card // KINDS], NAMES[card % KINDS].replace("_", " ").title()
        tokens = self.s.tokens[card]
        if self.s.up[card]:
            return f"{family}:{name}" + (f" with {tokens}" if tokens else "")
        return f"{family}:({name},{tokens})" if tokens else f"{family}:({name})"

    def discarded(self, family: str) -> list[str]:
        zone = self.s.discard_area(FAMILIES.index(family))
        return [NAMES[card % KINDS] for card in self.s.zones[zone]]

    def quiet_round(self) -> Line:
        """Everybody places the first card at the tail; nothing is revealed or applied."""
        number = self.s.round
        while self.asked.split()[1] != "Place":
            self.play("keep" if "keep" in self.keys else "decline")
        while self.asked.split()[1] == "Place" and self.s.round <= number + 1:
            self.play(next(key for key in self.keys if key.endswith("tail")))
        return self


@pytest.fixture
def line() -> Callable[..., Line]:
    return Line

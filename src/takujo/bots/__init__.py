"""Bots: the same three names in every game; they know no game and see what a player sees."""

from __future__ import annotations

from typing import Protocol

from takujo.bots.greedy import Greedy
from takujo.bots.seats import Seat, StateSeat
from takujo.core.chance import Rng

__all__ = ["BOTS", "Bot", "Greedy", "Random", "Seat", "StateSeat", "Strong", "bot"]


class Bot(Protocol):
    """Whoever plays a seat by himself; holds nothing between two choices."""

    name: str

    def choose(self, seat: Seat, rng: Rng) -> str:
        """The key of the chosen action; `""` declines an optional decision."""


class Random:
    """Any legal action, all equally likely."""

    name = "random"

    def choose(self, seat: Seat, rng: Rng) -> str:
        """A key at random; an optional decision is declined as often as any action is taken."""
        decision = seat.decision()
        choices = len(decision.actions)
        i = rng.below(choices + decision.optional)
        return seat.game.notation(decision.actions[i]) if i < choices else ""


class Strong:
    """The game's own strong player where its folder has one, else the greedy bot."""

    name = "strong"

    def choose(self, seat: Seat, rng: Rng) -> str:
        """The key of the chosen action; `""` declines an optional decision."""
        own = seat.game.strong
        return Greedy().choose(seat, rng) if own is None else own(seat, rng)


_BOTS: dict[str, Bot] = {b.name: b for b in (Random(), Greedy(), Strong())}

BOTS: tuple[str, ...] = tuple(_BOTS)


def bot(name: str) -> Bot:
    """The bot of this name; raises ValueError with the names there are."""
    if name not in _BOTS:
        raise ValueError(f"no bot {name!r}; there are: {', '.join(BOTS)}")
    return _BOTS[name]

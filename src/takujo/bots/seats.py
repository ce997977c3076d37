"""What a bot sees: its player's view, his legal choices, and possible worlds."""

from __future__ import annotations

from typing import Any, Protocol

from takujo.core import projection
from takujo.core.actions import Decision
from takujo.core.chance import Rng
from takujo.core.frames import awaited, optional
from takujo.core.game import Game
from takujo.core.knowledge import resample
from takujo.core.state import State
from takujo.core.texts import Player
from takujo.core.views import View


class Seat(Protocol):
    """One player's side of a match; `takujo.core.match.Seat` and `StateSeat` are such seats."""

    player: Player

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""

    def view(self) -> View:
        """The player's view."""

    def decision(self) -> Decision:
        """What the player is asked now; raises when he is not."""

    def decisions(self) -> tuple[Decision, ...]:
        """All that he may answer: his own decision, and an interrupt that is open to him."""

    def offers(self) -> tuple[str, ...]:
        """The keys of all legal actions of his decisions, in a stable order."""

    def sample(self, rng: Rng) -> State:
        """A random position that the player cannot tell from the true one."""


class StateSeat:
    """A seat over a bare position, for simulation and tests; it asks one decision at a time."""

    __slots__ = ("_asked", "_game", "_state", "player")

    def __init__(
        self, game: Game[Any], state: State, player: Player, asked: Decision | None = None
    ) -> None:
        self._game = game
        self._state = state
        self._asked = asked
        self.player = player

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return self._game

    def view(self) -> View:
        """The player's view, without the log."""
        return projection.view(self._game, self._state, self.player)

    def decision(self) -> Decision:
        """What the player is asked; raises ValueError when he is not."""
        for decision in self.decisions():
            return decision
        raise ValueError(f"player {self.player} is not asked anything in this position")

    def decisions(self) -> tuple[Decision, ...]:
        """All that he may answer; the one that he was given, if he was given one."""
        if self._asked is not None:
            return (self._asked,)
        every = (*awaited(self._state), *optional(self._state))
        return tuple(decision for decision in every if decision.player == self.player)

    def offers(self) -> tuple[str, ...]:
        """The keys of all legal actions of his decisions, in a stable order."""
        self.decision()
        return tuple(key for asked in self.decisions() for key in self._game.keys(asked))

    def sample(self, rng: Rng) -> State:
        """A random position that the player cannot tell from the true one."""
        world: State = resample(self._game, self._state, self.player, rng)
        return world

"""A seat as a bot gets it."""

from __future__ import annotations

from typing import Any

from takujo.core.actions import Decision
from takujo.core.chance import Rng
from takujo.core.game import Game
from takujo.core.knowledge import resample
from takujo.core.record import Refused
from takujo.core.state import State
from takujo.core.texts import Player, say
from takujo.core.views import View


class Seat:
    """One moment of a match as a bot gets it: his player's view, and possible worlds.

    It shares nothing with the match that can change, so a bot may think about it in a thread.
    """

    __slots__ = ("_decisions", "_state", "_view", "game", "player")

    def __init__(
        self,
        game: Game[Any],
        state: State,
        decisions: tuple[Decision, ...],
        view: View,
        player: Player,
    ) -> None:
        self.game = game
        self.player = player
        self._state = state
        self._decisions = decisions
        self._view = view

    def view(self) -> View:
        """The player's view."""
        return self._view

    def decision(self) -> Decision:
        """What this player is asked, his own decision first; raises `Refused` when he is not."""
        if not self._decisions:
            raise Refused("not_now", say("refused.not_asked"))
        return self._decisions[0]

    def decisions(self) -> tuple[Decision, ...]:
        """All that he may answer: his own decision, and an interrupt that is open to him."""
        return self._decisions

    def offers(self) -> tuple[str, ...]:
        """The keys of all legal actions of his decisions, in a stable order."""
        self.decision()
        return tuple(key for decision in self._decisions for key in self.game.keys(decision))

    def sample(self, rng: Rng) -> State:
        """A random position that this player cannot tell from the true one."""
        world: State = resample(self.game, self._state, self.player, rng)
        return world

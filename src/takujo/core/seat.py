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

    __slots__ = ("_decision", "_state", "_view", "game", "player")

    def __init__(
        self,
        game: Game[Any],
        state: State,
        decision: Decision | None,
        view: View,
        player: Player,
    ) -> None:
        self.game = game
        self.player = player
        self._state = state
        self._decision = decision
        self._view = view

    def view(self) -> View:
        """The player's view."""
        return self._view

    def decision(self) -> Decision:
        """What this player is asked; raises `Refused` when he is not."""
        if self._decision is None:
            raise Refused("not_now", say("refused.not_asked"))
        return self._decision

    def offers(self) -> tuple[str, ...]:
        """The keys of all legal actions, in a stable order."""
        return tuple(self.game.keys(self.decision()))

    def sample(self, rng: Rng) -> State:
        """A random position that this player cannot tell from the true one."""
        world: State = resample(self.game, self._state, self.player, rng)
        return world

"""A seat as a bot gets it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from takujo.core.actions import Decision
from takujo.core.chance import Rng
from takujo.core.game import Game
from takujo.core.knowledge import resample
from takujo.core.state import State
from takujo.core.texts import Player
from takujo.core.views import View

if TYPE_CHECKING:
    from takujo.core.match import Match


class Seat:
    """What a bot gets: it sees its player's view and possible worlds, never the match."""

    __slots__ = ("_match", "player")

    def __init__(self, match: Match, player: Player) -> None:
        self._match = match
        self.player = player

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return self._match.game

    def view(self) -> View:
        """The player's view."""
        return self._match.view(self.player)

    def decision(self) -> Decision:
        """What this player is asked now; raises `Refused` when he is not."""
        return self._match.decision(self.player)

    def offers(self) -> tuple[str, ...]:
        """The keys of all legal actions, in a stable order."""
        return tuple(self._match.game.keys(self.decision()))

    def sample(self, rng: Rng) -> State:
        """A random position that this player cannot tell from the true one."""
        world: State = resample(self._match.game, self._match.state, self.player, rng)
        return world

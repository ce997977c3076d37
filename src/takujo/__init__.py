"""Takujo (卓上): an open arena for modern board games."""

from importlib.metadata import version

from takujo.core.game import Game, game, games
from takujo.core.match import Match, RecordError, Refused, Seat
from takujo.core.proof import verify
from takujo.core.views import View

__version__ = version("takujo")

__all__ = [
    "Game",
    "Match",
    "RecordError",
    "Refused",
    "Seat",
    "View",
    "__version__",
    "game",
    "games",
    "verify",
]

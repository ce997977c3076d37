"""What a position is worth to a player at a glance, and the strong player, who plans his turn.

The weights are judgements; no rule depends on them.
"""

from __future__ import annotations

from typing import Any, Final

from takujo.core.actions import Decision
from takujo.core.chance import Rng
from takujo.core.texts import Player
from takujo.games.pax_renaissance import planning, victory
from takujo.games.pax_renaissance.pieces import (
    CARDS,
    DISCOVERY,
    GLOBALIZATION,
    HOLY,
    IMPERIAL,
    LAW,
    PATRON,
    RENAISSANCE,
    VICTORIES,
)
from takujo.games.pax_renaissance.state import NOBODY, Board

WIN: Final = 1000.0
READY: Final = 60.0  # an active victory whose conditions hold
KING, REPUBLIC, CONCESSION, PRESTIGE = 5.0, 4.0, 1.5, 1.5
CARD, HELD, FLORIN = 1.2, 1.0, 0.45
AWAKE: Final = 2.0  # what counts for an active victory is worth so much more


def evaluate(s: Board, player: Player) -> float:
    """The player's standing beside the best of the others."""
    if not s.agenda and s.winner != NOBODY:
        return WIN if s.winner == player else -WIN
    standing = [_standing(s, p) for p in range(s.players)]
    others = [worth for p, worth in enumerate(standing) if p != player]
    return standing[player] - max(others)


def _standing(s: Board, player: Player) -> float:
    shown = s.prestige(player)
    worth = FLORIN * s.florins[player] + HELD * len(s.hand(player))
    worth += CARD * sum(1 + len(CARDS[c].ops) for c in s.whole_tableau(player))
    worth += KING * _weight(s, IMPERIAL) * victory.kingdoms(s)[player]
    worth += REPUBLIC * _weight(s, RENAISSANCE) * victory.republics(s)[player]
    worth += CONCESSION * _weight(s, GLOBALIZATION) * victory.concessions(s)[player]
    worth += PRESTIGE * (
        _weight(s, RENAISSANCE) * shown[LAW]
        + _weight(s, GLOBALIZATION) * shown[DISCOVERY]
        + _weight(s, HOLY) * sum(shown[:3])
        + shown[PATRON]
    )
    ready = sum(victory.can_declare(s, player, v) for v in range(len(VICTORIES)))
    return worth + READY * ready


def _weight(s: Board, of: int) -> float:
    return AWAKE if s.active >> of & 1 else 1.0


def strong(seat: Any, rng: Rng) -> str:
    """The key of the choice with which the best plan for the turn begins."""
    decision: Decision = seat.decision()
    if len(decision.actions) == 1:
        return str(seat.game.notation(decision.actions[0]))
    world: Board = seat.sample(rng)
    world.silent = True
    action = planning.best(world, seat.player, decision, rng.below(1 << 62))
    return str(seat.game.notation(action))

"""What stands open in a match, judged by public facts alone: to wait for it tells nothing."""

from __future__ import annotations

from typing import Any

from takujo.core.frames import ASK, awaited
from takujo.core.match import Match
from takujo.core.texts import Player


def question(match: Match) -> object:
    """What one player is asked now, the same object as long as it is asked; else `None`."""
    top: Any = None if match.over else match.state.agenda[-1]
    return top if top is not None and top.kind == ASK else None


def window(match: Match) -> bool:
    """Could anybody interrupt the question that stands?"""
    top: Any = question(match)
    return top is not None and bool(top.window(match.state))


def formality(match: Match) -> tuple[Player, str] | None:
    """Seat and key of the one thing left to a player who is done: it may be done for him.

    It is an `open` ask with a single action, of a player whose panel says that he is done.
    """
    top: Any = question(match)
    if top is None or not top.open or match.held is not None:
        return None
    (decision,) = awaited(match.state)
    panels = match.game.panels(match.state, None)
    done = any(panel.player == decision.player and panel.done for panel in panels)
    if not done or len(decision.actions) != 1:
        return None
    return decision.player, match.game.notation(decision.actions[0])


def answers(match: Match, seat: Player, key: str) -> bool:
    """Is this key an answer to what the seat is awaited for, and no interrupt?"""
    if match.over or match.held is not None:
        return False
    return any(d.player == seat and key in match.game.keys(d) for d in awaited(match.state))

"""At a newcomers' table every choice is explained in a sentence before it is made."""

from __future__ import annotations

from dataclasses import replace

from takujo.core.actions import Decision
from takujo.core.texts import Text, say
from takujo.core.views import Forecast, Offer
from takujo.games.pax_renaissance.state import Board
from takujo.games.pax_renaissance.turn import Turn


def guide(s: Board, decision: Decision) -> Text | None:
    """What the choice is about, below what is asked."""
    if not s.options["newcomer"]:
        return None
    return Text(f"{decision.prompt.key}.guide", decision.prompt.args)


def explained(s: Board, kind: str, offer: Offer) -> Offer:
    """An action of a turn says what it is; it and an attack wait for a second click."""
    if kind == "attack" and s.options["newcomer"]:
        return replace(offer, careful=True)
    if not explains(s):
        return offer
    return replace(offer, note=say(f"guide.{kind}"), careful=True)


def foretold(s: Board) -> Forecast | None:
    """An explanation is shown ahead even where nothing can be foretold."""
    return Forecast() if explains(s) else None


def explains(s: Board) -> bool:
    """Is it an action of a turn that is chosen, at a newcomers' table?"""
    return bool(s.options["newcomer"]) and isinstance(s.agenda[-1], Turn)

"""At a newcomers' table every choice is explained in a sentence before it is made."""

from __future__ import annotations

from dataclasses import replace

from takujo.core.actions import Decision
from takujo.core.texts import Text, say
from takujo.core.views import Offer
from takujo.games.pax_renaissance.state import Board
from takujo.games.pax_renaissance.turn import Turn


def guide(s: Board, decision: Decision) -> Text | None:
    """What the choice is about, below what is asked."""
    if not s.options["newcomer"]:
        return None
    return Text(f"{decision.prompt.key}.guide", decision.prompt.args)


def explained(s: Board, kind: str, offer: Offer) -> Offer:
    """An action of a turn says what it is, and waits for a second click."""
    if not s.options["newcomer"] or not isinstance(s.agenda[-1], Turn):
        return offer
    return replace(offer, note=say(f"guide.{kind}"), careful=True)

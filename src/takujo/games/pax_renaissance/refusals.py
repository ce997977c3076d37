"""Which rule forbids what is not offered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from takujo.core.actions import Decision
from takujo.core.texts import CARD, Player, Text, say
from takujo.core.views import Offer
from takujo.games.pax_renaissance import (
    activation,
    turn,
)
from takujo.games.pax_renaissance.offers import spot_id
from takujo.games.pax_renaissance.pieces import (
    CARD_OF,
    COMETS,
    VICTORIES,
)
from takujo.games.pax_renaissance.refusals_within import WITHIN
from takujo.games.pax_renaissance.sale import sellable
from takujo.games.pax_renaissance.state import (
    BOUGHT,
    COLUMNS,
    EAST_FAIR,
    EAST_OPS,
    MARKET,
    NOBODY,
    PLAYED,
    SOLD,
    Board,
)
from takujo.games.pax_renaissance.verbs import SPOT
from takujo.games.pax_renaissance.victory import can_declare, cost


def why_not(s: Board, player: Player, key: str) -> Text | None:
    """The reason in words, for a key of the player who is asked; None when there is no special."""
    top: Any = s.agenda[-1] if s.agenda else None
    if getattr(top, "player", NOBODY) != player:
        return None
    word, *rest = key.split() or [""]
    try:
        if isinstance(top, turn.Turn):
            reason = _IN_TURN[word](s, player, rest) if word in _IN_TURN else ""
        else:
            found = next((f for kind, f in WITHIN.items() if isinstance(top, kind)), None)
            reason = found(s, top, word, rest) if found else ""
    except (IndexError, KeyError, ValueError):
        return None  # it names nothing that there is
    return say(f"refused.{reason}") if reason else None


# --- Actions of a turn --------------------------------------------------------------------------


def _action(s: Board, used: int) -> str:
    """What forbids any further action of a kind that may be repeated."""
    if not s.left:
        return "no_actions"
    return "twice" if s.used[used] >= s.figures.repeats else ""


def _buy(s: Board, player: Player, rest: list[str]) -> str:
    return _action(s, BOUGHT) or not_for_sale(s, player, SPOT.words.index(rest[0]))


def not_for_sale(s: Board, player: Player, spot: int) -> str:
    """Why the card of a spot cannot be bought, apart from the actions left."""
    cards = s.zones[MARKET + spot]
    if not spot % COLUMNS:
        return "fair_card"
    if not cards:
        return "gap"
    if s.barred >> spot & 1:
        return "barred"
    full = len(s.hand(player)) >= s.figures.hand_limit and not s.unlimited_hand(player)
    if full and cards[0] not in COMETS:
        return "hand_full"
    return "price" if s.florins[player] < spot % COLUMNS else ""


def _play(s: Board, player: Player, rest: list[str]) -> str:
    if CARD_OF[rest[0]] not in s.hand(player):
        return "not_in_hand"
    return _action(s, PLAYED)


def _sell(s: Board, player: Player, rest: list[str]) -> str:
    card = CARD_OF[rest[0]]
    if s.husband[card] and s.owner(card) == player:
        return "couple"
    return "not_yours" if card not in sellable(s, player) else _action(s, SOLD)


def _ops(s: Board, player: Player, rest: list[str]) -> str:
    if rest[0] == "both":
        unused = not s.used[EAST_OPS] and not s.used[EAST_OPS + 1]
        if unused and s.abilities("east_and_west_one_action", player):
            return "no_actions" if activation.ready(s, player, activation.BOTH) else "nothing_works"
        return "both_sides" if s.left else "no_actions"
    side = ("east", "west").index(rest[0])
    if s.used[EAST_OPS + side]:
        return "once"
    return "nothing_works" if not activation.ready(s, player, 1 << side) else "no_actions"


def _fair(s: Board, player: Player, rest: list[str]) -> str:
    row = ("east", "west").index(rest[0])
    if not s.used[EAST_FAIR + row] and not s.zones[MARKET + row * COLUMNS]:
        return "gap"
    return "once" if s.used[EAST_FAIR + row] else "no_actions"


def _declare(s: Board, player: Player, rest: list[str]) -> str:
    return no_victory(s, player, VICTORIES.index(rest[0]))


def no_victory(s: Board, player: Player, victory: int) -> str:
    """Why a victory cannot be declared now."""
    if not s.active >> victory & 1:
        return "inactive"
    if not can_declare(s, player, victory):
        return "conditions"
    if not s.left:
        return "no_actions"
    return "two_actions" if cost(s, victory) > s.left else ""


def _no_act(s: Board, rest: list[str]) -> str:
    if not s.left:
        return "no_actions"
    return "rise" if rest[1] == "revolt" else "no_apostasy"


_IN_TURN: dict[str, Callable[[Board, Player, list[str]], str]] = {
    "buy": _buy,
    "play": _play,
    "sell": _sell,
    "ops": _ops,
    "fair": _fair,
    "declare": _declare,
    "act": lambda s, player, rest: _no_act(s, rest),
    "end": lambda s, player, rest: "first_action",
}


# --- What looks playable and is not -------------------------------------------------------------


def explained(s: Board, decision: Decision) -> tuple[Offer, ...]:
    """In a turn: barred cards, cards for which the hand is full, active victories unfulfilled."""
    if not isinstance(s.agenda[-1], turn.Turn) or not s.left:
        return ()
    player = decision.player
    found = []
    for spot in range(2 * COLUMNS):
        if s.zones[MARKET + spot] and spot % COLUMNS:
            reason = not_for_sale(s, player, spot)
            if reason in ("barred", "hand_full"):
                card = s.zones[MARKET + spot][0]
                label = say("offer.buy", card=CARD[card], n=spot % COLUMNS)
                found.append(_explained(label, spot_id(s, spot), reason))
    for victory, name in enumerate(VICTORIES):
        reason = no_victory(s, player, victory)
        if s.active >> victory & 1 and reason:
            label = say("offer.declare", victory=f"victory.{name}")
            found.append(_explained(label, f"victory.{name}", reason))
    return tuple(found)


def _explained(label: Text, clicked: str, reason: str) -> Offer:
    return Offer("", label, (clicked,), why_not=say(f"refused.{reason}"))

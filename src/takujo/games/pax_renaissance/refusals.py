"""Which rule forbids what is not offered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from takujo.core.actions import Decision
from takujo.core.texts import CARD, Player, Text, say
from takujo.core.views import Offer
from takujo.games.pax_renaissance import (
    activation,
    aftermath,
    agents,
    battle,
    moves,
    ops,
    play,
    regime,
    tokens,
    turn,
)
from takujo.games.pax_renaissance.offers import spot_id
from takujo.games.pax_renaissance.pieces import (
    BORDER_MASK,
    CAMPAIGN_WAR,
    CARD_OF,
    CARDS,
    CITIES,
    CITY_EMPIRE,
    COMETS,
    DISK,
    EMPIRES,
    INQUISITOR,
    PAWN,
    REGION_OF,
    SEA,
    TOKENS,
    VICTORIES,
)
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
from takujo.games.pax_renaissance.verbs import AT_BORDER, BORDER, NTH, PIECE, PIRATE_AT, SPOT
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
            found = next((f for kind, f in _REASONS.items() if isinstance(top, kind)), None)
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
        return "both_sides" if s.left else "no_actions"
    side = ("east", "west").index(rest[0])
    if s.used[EAST_OPS + side]:
        return "once"
    return "nothing_works" if not activation.ready(s, player, 1 << side) else "no_actions"


def _fair(s: Board, player: Player, rest: list[str]) -> str:
    row = ("east", "west").index(rest[0])
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


# --- Ops ----------------------------------------------------------------------------------------


def _choose_op(s: Board, top: activation.ChooseOp, word: str, rest: list[str]) -> str:
    if word == "done":
        return "one_op"
    if word != "op":
        return ""
    card, nth = CARD_OF[rest[0]], NTH.words.index(rest[1])
    if s.owner(card) != top.player or not top.sides >> s.side_of(card) & 1:
        return "other_side"
    if s.acted >> card & 1:
        return "acted"
    op = s.printed(card).ops[nth]
    return "silenced" if op.kind != INQUISITOR and s.silenced(card) else "no_target"


def _use_op(s: Board, top: activation.UseOp, word: str, rest: list[str]) -> str:
    location = s.location(top.card)
    if word == "attack":
        return _campaign(s, top, EMPIRES.index(rest[0]))
    if word == "vote":
        return _vote(s, top, EMPIRES.index(rest[0]))
    if word == "behead":
        return _behead(s, top, CARD_OF[rest[0]])
    if word == "tax":
        border = BORDER.words.index(rest[0])
        if not s.pawn[border]:
            return "no_pawn"
        return "full" if BORDER_MASK[border] & location else "location"
    if word in ("repress", "kill"):
        return _token(s, location, PIECE.words.index(rest[0]))
    if word == "sail":
        return _sail(s, top, BORDER.words.index(rest[0]), BORDER.words.index(rest[1]))
    if word == "take":
        return "no_florins_there"
    return "bishop_way" if word == "bishop" else ""


def _campaign(s: Board, top: activation.UseOp, target: int) -> str:
    if s.owner(target) == top.player and not ops.straw(s, top.card, target):
        return "own_empire"
    return "knights" if battle.are_adjacent(s, top.card, target) else "adjacent"


def _vote(s: Board, top: activation.UseOp, empire: int) -> str:
    if REGION_OF[empire] != top.of:
        return "region"
    if s.owner(empire) == NOBODY or s.suzerain[empire]:
        return "vote_place"
    return "vote_price" if ops.has_majority(s, top.player, empire) else "majority"


def _behead(s: Board, top: activation.UseOp, card: int) -> str:
    if card == top.card:
        return "itself"
    if s.owner(card) == NOBODY:
        return "behead_place"
    return "behead_bishop" if s.location(card) & s.location(top.card) else "location"


def _token(s: Board, location: int, piece: int) -> str:
    """Why a token cannot be repressed or killed."""
    if piece < len(CITIES):
        there, here = s.city[piece] not in (0, DISK), 1 << CITY_EMPIRE[piece]
    else:
        border = (piece - len(CITIES)) % len(BORDER.words)
        there = bool((s.pirate if piece >= PIRATE_AT else s.pawn)[border])
        here = BORDER_MASK[border]
    if not there:
        return "no_token"
    return "kind" if here & location else "location"


def _sail(s: Board, top: activation.UseOp, origin: int, to: int) -> str:
    if s.pirate[origin] != top.of + 1:
        return "no_token"
    if not BORDER_MASK[origin] & s.location(top.card):
        return "location"
    return "same_colour" if s.pirate[to] == top.of + 1 else "too_far"


# --- What cards played ask ----------------------------------------------------------------------


def _agent(s: Board, top: agents.PlaceAgent, word: str, rest: list[str]) -> str:
    if word == "skip":
        return "must_place"
    if word == "onto":
        return "location"
    if word != "place":
        return ""
    token, place = TOKENS.index(rest[0]), _place(rest[1])
    if place < AT_BORDER:
        if not top.of.location >> CITY_EMPIRE[place] & 1:
            return "location"
        if s.city[place] == DISK:
            return "disk"
        return "just_filled" if place == top.of.last else "florin"
    border = place - AT_BORDER
    if not BORDER_MASK[border] & top.of.location:
        return "location"
    if token >= PAWN and s.pirate[border]:
        return "pirate_there"
    if token < PAWN and border >= SEA:
        return "land"
    return "just_filled" if place == top.of.last else "florin"


def _place(word: str) -> int:
    return CITIES.index(word) if word in CITIES else AT_BORDER + BORDER.words.index(word)


def _coronation(s: Board, top: play.Coronation, word: str, rest: list[str]) -> str:
    king = EMPIRES.index(rest[0])
    if king not in CARDS[top.queen].suitors:
        return "suitor"
    if s.republic[king]:
        return "republic"
    return "married" if s.queens_of(king) else "king_of_another"


def _concede(s: Board, top: regime.Concede, word: str, rest: list[str]) -> str:
    border = BORDER.words.index(rest[0])
    if not BORDER_MASK[border] >> top.square & 1:
        return "location"
    return "pirate_there" if s.pirate[border] else "florin"


def _target(s: Board, top: battle.Target, word: str, rest: list[str]) -> str:
    empire = EMPIRES.index(rest[0])
    if not top.location >> empire & 1:
        return "location"
    return "heretics" if top.war < CAMPAIGN_WAR else ""


_REASONS: dict[type, Callable[[Board, Any, str, list[str]], str]] = {
    activation.ChooseOp: _choose_op,
    activation.UseOp: _use_op,
    ops.BishopGoes: lambda s, top, word, rest: "bishop_way",
    agents.PlaceAgent: _agent,
    tokens.LevyCity: lambda s, top, word, rest: "occupied",
    aftermath.Survivor: lambda s, top, word, rest: "occupied",
    regime.Emancipate: lambda s, top, word, rest: "occupied",
    regime.Concede: _concede,
    play.Coronation: _coronation,
    battle.Target: _target,
    moves.DropCard: lambda s, top, word, rest: "not_in_hand",
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

"""What the rival's table says about its choices: its habits, and which of equals it prefers."""

from __future__ import annotations

from typing import Any

from takujo.core.actions import Action
from takujo.core.frames import Ask
from takujo.games.pax_renaissance import activation, agents, battle, play, regime, tokens
from takujo.games.pax_renaissance.moves import proof
from takujo.games.pax_renaissance.pieces import (
    BEHEAD,
    CITY_EMPIRE,
    COMMERCE,
    DISK,
    EAST,
    INQUISITOR,
    PAWN,
    ROOK,
    ROUTES,
    WEST,
    religion_of,
)
from takujo.games.pax_renaissance.rival_aims import (
    BISHOPS,
    LEFTMOST,
    MAIN,
    RIVAL,
    YOU,
    aim_of,
    left_to_right,
)
from takujo.games.pax_renaissance.state import COLUMNS, Board
from takujo.games.pax_renaissance.verbs import AT_BORDER, PAY, SKIP, YIELD

Key = tuple[int, ...]


# --- Habits -------------------------------------------------------------------------------------


def preferred(s: Board, ask: Ask[Any], actions: tuple[Action, ...]) -> list[Action] | None:
    """The actions that the rival's table prefers; None where it does not say."""
    if isinstance(ask, agents.PlaceAgent):
        return _agent(s, ask, actions)
    if isinstance(ask, regime.Concede):
        return _border(s, actions)
    if isinstance(ask, tokens.PayTax):
        return [PAY() if s.florins[RIVAL] > 1 else YIELD()]
    if isinstance(ask, tokens.LevyCity):
        return _best(actions, lambda a: _levy(s, a.args[0]))
    if isinstance(ask, play.Coronation):
        return [max(actions, key=lambda a: len(battle.knights(s, a.args[0])))]
    if isinstance(ask, activation.UseOp) and ask.kind_of_op == COMMERCE:
        return [min(actions, key=lambda a: a.args[0] % COLUMNS)]
    return None


def _best(actions: tuple[Action, ...], key: Any) -> list[Action]:
    top = max(key(a) for a in actions)
    return [a for a in actions if key(a) == top]


def _agent(s: Board, ask: agents.PlaceAgent, actions: tuple[Action, ...]) -> list[Action] | None:
    """Pawns and pirates always, knights and rooks at home, bishops on the card itself."""
    if any(a.kind == "onto" for a in actions):
        return [a for a in actions if a.kind == "onto" and a.args[0] == ask.card] or None
    if any(a.kind == "place" and a.args[0] > DISK for a in actions):
        return _border(s, actions)
    aim = aim_of(s)
    if aim.row < LEFTMOST and aim.cell == MAIN:
        return None  # wherever the objective needs them
    homes = [a for a in actions if at_home(s, a)]
    return homes or [a for a in actions if a == SKIP()] or None


def at_home(s: Board, action: Action) -> bool:
    """Does this place a knight or a rook into an empty city of an empire that the rival owns?"""
    if action.kind != "place" or action.args[0] > DISK:
        return False
    city = action.args[1]
    return s.owner(CITY_EMPIRE[city]) == RIVAL and not s.city[city]


def _border(s: Board, actions: tuple[Action, ...]) -> list[Action] | None:
    """First your concessions, then upstream; its own are spared, and its last florin (table)."""
    found: list[tuple[Key, Action]] = []
    for action in actions:
        if action.kind not in ("place", "concede"):
            continue
        border = action.args[-1] - (AT_BORDER if action.kind == "place" else 0)
        pawn = action.kind == "concede" or action.args[0] >= PAWN
        if s.pawn[border] == RIVAL + 1:
            continue
        yours = s.pawn[border] == YOU + 1 and (pawn or not proof(s, YOU))
        last = yours and pawn and s.florins[RIVAL] < 2
        found.append(((int(yours and not last), int(not last), -upstream(s, border)), action))
    if not found:
        return [SKIP()] if SKIP() in actions else None
    top = max(key for key, _ in found)
    return [action for key, action in found if key == top]


def upstream(s: Board, border: int) -> int:
    """How many borders a voyage crosses before this one; many when none comes there."""
    found = [99]
    for region in (EAST, WEST):
        route = ROUTES[s.open_emporium(region)].borders
        if border in route:
            found.append(route.index(border))
    return min(found)


def _levy(s: Board, city: int) -> Key:
    """No believer in a theocracy, then most religious variety, rooks before knights."""
    token, empire = s.levy(city), CITY_EMPIRE[city]
    believer = s.faith[empire] == religion_of(token) + 1
    there = {religion_of(s.city[c]) for c in battle.garrison(s, empire)}
    return int(not believer), len(there | {religion_of(token)}), int(token >= ROOK)


# --- Which of equals ----------------------------------------------------------------------------


def ranked(s: Board, ask: Ask[Any], action: Action, key: Key) -> Key:
    """How good an action is that leads to `key`: the objective, the table's order, the rest."""
    if isinstance(ask, battle.Target):
        empire = action.args[0]
        met = len(s.course) > 3 and key[0] > s.course[3]
        fewest = -len(battle.garrison(s, empire))
        return int(met), int(met and s.owner(empire) == YOU), fewest if met else 0, *key
    return key[0], _rank(s, ask, action), key[1]


def _rank(s: Board, ask: Ask[Any], action: Action) -> int:
    """Bishops are searched from left to right, in the rival's tableau first."""
    if isinstance(ask, activation.UseOp) and aim_of(s).row == BISHOPS:
        order = [*left_to_right(s, RIVAL), *left_to_right(s, YOU)]
        card = action.args[0]
        if ask.kind_of_op in (INQUISITOR, BEHEAD):
            return -order.index(card) if card in order else -len(order)
    return 0

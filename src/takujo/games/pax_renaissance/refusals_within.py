"""Which rule forbids what is not offered within an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from takujo.games.pax_renaissance import (
    activation,
    aftermath,
    agents,
    battle,
    moves,
    ops,
    play,
    regime,
    sale,
    taking,
    tokens,
    turn,
)
from takujo.games.pax_renaissance.pieces import (
    BISHOP,
    BORDER_MASK,
    CAMPAIGN_WAR,
    CARD_OF,
    CARDS,
    CITIES,
    CITY_EMPIRE,
    DISK,
    EMPIRES,
    INQUISITOR,
    PAWN,
    POLITICAL,
    REGION_OF,
    SEA,
    TOKENS,
)
from takujo.games.pax_renaissance.places import price_of_city
from takujo.games.pax_renaissance.state import COLUMNS, NOBODY, Board
from takujo.games.pax_renaissance.verbs import AT_BORDER, BORDER, NTH, PIECE, PIRATE_AT, SPOT

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
    return "silenced" if op.kind != INQUISITOR and s.silenced(card) else NEEDS[op.kind]


# What an op lacks that would do nothing, by its kind.
NEEDS = (
    "no_bishop_moves", "no_florins", "no_victim", "nobody_to_tax", "no_one_to_repress",
    "no_square_to_win", "no_one_to_kill", "no_pirate_sails", "no_campaign",
)  # fmt: skip


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
        return _take(s, top, SPOT.words.index(rest[0]))
    if word == "bishop":
        return "bishop_way" if s.bishop[CARD_OF[rest[0]]] == top.of + 1 else "no_token"
    return ""


def _take(s: Board, top: activation.UseOp, spot: int) -> str:
    if spot // COLUMNS != top.of:
        return "region"
    return "fair_space" if s.pot[spot] else "no_florins_there"


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
        return _onto(s, top, CARD_OF[rest[0]])
    if word != "place":
        return ""
    token, place = TOKENS.index(rest[0]), _place(rest[1])
    if token not in [agents.agent_token(top.player, a) for a in top.of.agents]:
        return "no_such_agent"
    if (token < DISK) != (place < AT_BORDER):
        return "wrong_place"
    if place < AT_BORDER:
        return _into_city(s, top, place)
    border = place - AT_BORDER
    if not BORDER_MASK[border] & top.of.location:
        return "location"
    if token >= PAWN and s.pirate[border]:
        return "pirate_there"
    if token < PAWN and border >= SEA:
        return "land"
    return "just_filled" if place == top.of.last else "florin"


def _into_city(s: Board, top: agents.PlaceAgent, city: int) -> str:
    if not top.of.location >> CITY_EMPIRE[city] & 1:
        return "location"
    if city not in s.cities(CITY_EMPIRE[city]):
        return "no_slot"
    if s.city[city] == DISK:
        return "disk"
    if city == top.of.last:
        return "just_filled"
    rich = s.florins[top.player] >= price_of_city(s, city)
    return "slot_free" if rich else "florin"


def _onto(s: Board, top: agents.PlaceAgent, card: int) -> str:
    if not any(agent >= BISHOP for agent in top.of.agents):
        return "no_such_agent"
    if card not in s.placed():
        return "bishop_place"
    return "bishop_own" if s.location(card) & top.of.location else "location"


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


def _empty_place(s: Board, top: Any, word: str, rest: list[str]) -> str:
    """Why a place cannot take a levy, a survivor, or whoever is emancipated."""
    if word not in ("levy", "place"):
        return ""
    empire = top.square if isinstance(top, regime.Emancipate) else top.empire
    place = _place(rest[-1])
    if place < AT_BORDER:
        inside = CITY_EMPIRE[place] == empire
    else:
        inside = bool(BORDER_MASK[place - AT_BORDER] >> empire & 1)
    if not inside:
        return "other_empire"
    if place < AT_BORDER and place not in s.cities(empire):
        return "no_slot"
    return "disk" if place < AT_BORDER and s.city[place] == DISK else "occupied"


def _take_token(s: Board, top: taking.TakeToken, word: str, rest: list[str]) -> str:
    repressed = top.token != taking.VENICE_SHRINKS and taking.holding(s, top.token)
    return "repressed_first" if repressed and word == "fetch" else "no_token"


def _borrow(s: Board, top: sale.Borrow, word: str, rest: list[str]) -> str:
    if word != "op":
        return ""
    card, nth = CARD_OF[rest[0]], NTH.words.index(rest[1])
    op = s.printed(card).ops[nth]
    if s.owner(card) in (NOBODY, top.player) or op.kind not in POLITICAL:
        return "political"
    return "silenced" if s.silenced(card) else NEEDS[op.kind]


WITHIN: dict[type, Callable[[Board, Any, str, list[str]], str]] = {
    activation.ChooseOp: _choose_op,
    activation.UseOp: _use_op,
    ops.BishopGoes: lambda s, top, word, rest: "bishop_way" if word == "onto" else "",
    agents.PlaceAgent: _agent,
    tokens.LevyCity: _empty_place,
    aftermath.Survivor: _empty_place,
    regime.Emancipate: _empty_place,
    regime.Concede: _concede,
    play.Coronation: _coronation,
    battle.Target: _target,
    battle.Casualty: lambda s, top, word, rest: "not_fighting" if word == "lose" else "",
    turn.FlipVictory: lambda s, top, word, rest: "active" if word == "flip" else "",
    taking.TakeToken: _take_token,
    sale.Borrow: _borrow,
    moves.Pacify: lambda s, top, word, rest: "no_token" if word == "pacify" else "",
    moves.DropCard: lambda s, top, word, rest: "not_in_hand",
}

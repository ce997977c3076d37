"""Tokens are taken from elsewhere: when the supply lacks them, or when Venice shrinks."""

from __future__ import annotations

from typing import ClassVar

from takujo.core.actions import Action, Decision
from takujo.core.frames import Ask, Step, frame
from takujo.core.texts import CARD, Card, Player
from takujo.games.pax_renaissance.names import border_word, city_word, empire_word, token_word
from takujo.games.pax_renaissance.pieces import (
    BISHOP,
    EMPIRES,
    HELD,
    PAWN,
    PIRATE,
    VENICE,
    VENICE_2,
    held_of,
)
from takujo.games.pax_renaissance.state import Board
from takujo.games.pax_renaissance.verbs import (
    BISHOP_ON,
    FETCH,
    PAWN_AT,
    PIRATE_AT,
    SQUARE,
    prompt,
    prompt_token,
)

VENICE_SHRINKS = 0  # in place of a token: one of the two in Venice leaves


def holding(s: Board, token: int) -> list[Card]:
    """The squares on which tokens of this kind are repressed."""
    if token >= BISHOP:
        return []
    held = held_of(token)
    return [e for e in range(len(EMPIRES)) if s.repressed[HELD * e + held]]


def take_repressed(s: Board, token: int, square: Card) -> None:
    """A repressed token is taken up again."""
    s.repressed[HELD * square + held_of(token)] -= 1
    s.emit("taken_repressed", token=token_word(token), empire=empire_word(square))


def in_play(s: Board, token: int) -> list[int]:
    """Where tokens of this kind stand on the map, as values of `PIECE`."""
    if token >= PAWN:
        return [PAWN_AT + b for b, at in enumerate(s.pawn) if at == token - PAWN + 1]
    if token >= PIRATE:
        return [PIRATE_AT + b for b, at in enumerate(s.pirate) if at == token - PIRATE + 1]
    return [c for c, at in enumerate(s.city) if at == token]


def take_from_map(s: Board, piece: int) -> None:
    """A token leaves its place on the map for the supply."""
    if piece >= PIRATE_AT:
        at = piece - PIRATE_AT
        s.emit("taken_sea", token=token_word(PIRATE + s.pirate[at] - 1), border=border_word(at))
        s.pirate[at] = 0
    elif piece >= PAWN_AT:
        at = piece - PAWN_AT
        s.emit("taken_sea", token=token_word(PAWN + s.pawn[at] - 1), border=border_word(at))
        s.pawn[at] = 0
    else:
        s.emit("taken_city", token=token_word(s.city[piece]), city=city_word(piece))
        s.city[piece] = 0


def leave_venice(s: Board, city: int) -> None:
    """A token leaves Venice; what stands in the second slot moves up into the first (rule 85)."""
    s.emit("left_venice", token=token_word(s.city[city]))
    if city == VENICE:
        s.city[VENICE] = s.city[VENICE_2]
    s.city[VENICE_2] = 0


@frame
class TakeToken(Ask[Board]):
    """Choose which token is taken: a repressed one, else one of the map or a bishop (rule 44)."""

    player: Player
    token: int
    open: ClassVar[bool] = True

    def decision(self, s: Board) -> Decision:
        if self.token == VENICE_SHRINKS:
            leaving = (FETCH(VENICE), FETCH(VENICE_2))
            return Decision(self.player, prompt("leave_venice", self.player), leaving)
        actions = [SQUARE(e) for e in holding(s, self.token)]
        if self.token >= BISHOP:
            mine = self.token - BISHOP + 1
            actions += [BISHOP_ON(card) for card in s.placed() if s.bishop[card] == mine]
        elif not actions:
            actions += [FETCH(piece) for piece in in_play(s, self.token)]
        asked = prompt_token("obtain", self.player, self.token)
        return Decision(self.player, asked, tuple(actions))

    def choose(self, s: Board, action: Action) -> None:
        taken = action.args[0]
        if self.token == VENICE_SHRINKS:
            leave_venice(s, taken)
        elif action.kind == SQUARE.name:
            take_repressed(s, self.token, taken)
        elif action.kind == BISHOP_ON.name:
            s.bishop[taken] = 0
            s.emit("taken_bishop", token=token_word(self.token), card=CARD[taken])
        else:
            take_from_map(s, taken)


@frame
class VeniceShrinks(Step[Board]):
    """By option it is chosen which token leaves Venice, unless that has been settled by now."""

    player: Player

    def run(self, s: Board) -> None:
        if s.city[VENICE_2] and not s.two_slots_in_venice():
            s.then(TakeToken(self.player, VENICE_SHRINKS))

"""Tokens are placed, repressed, taken from elsewhere when they run out; levies; agents."""

from __future__ import annotations

from typing import ClassVar

from takujo.core.actions import Action, Decision
from takujo.core.frames import Ask, Step, frame
from takujo.core.texts import WHO, Card, Player
from takujo.games.pax_renaissance.names import border_word, city_word, empire_word, token_word
from takujo.games.pax_renaissance.pieces import (
    BISHOP,
    CITY_EMPIRE,
    ENDS,
    HELD,
    PAWN,
    held_of,
)
from takujo.games.pax_renaissance.state import Board
from takujo.games.pax_renaissance.taking import (
    TakeToken,
    holding,
    in_play,
    take_from_map,
    take_repressed,
)
from takujo.games.pax_renaissance.verbs import (
    LEVY,
    PAY,
    SQUARE,
    YIELD,
    prompt,
    prompt_empire,
)

# --- Repression ---------------------------------------------------------------------------------


def repress(s: Board, token: int, square: Card, place: str) -> None:
    """A token from the map goes to a square, where it stays wherever the square goes (rule 45)."""
    s.repressed[HELD * square + held_of(token)] += 1
    s.emit("repressed", token=token_word(token), place=place, empire=empire_word(square))


def repress_city(s: Board, city: int) -> None:
    """The token of a city is repressed on its empire's square."""
    token = s.city[city]
    s.city[city] = 0
    repress(s, token, CITY_EMPIRE[city], city_word(city))


def repress_pawn(s: Board, border: int, square: Card) -> None:
    """The pawn of a border is repressed on the square of one of the two empires."""
    token = PAWN + s.pawn[border] - 1
    s.pawn[border] = 0
    repress(s, token, square, border_word(border))


def ends_within(border: int, location: int) -> list[int]:
    """The empires of a location on whose border something stands."""
    return [e for e in ENDS[border] if location >> e & 1]


@frame
class NameEmpire(Ask[Board]):
    """A card of a whole region: name one of the two empires of a pawn, to tax it or to repress it.

    Rules 15, 32; D33.
    """

    player: Player
    border: int
    tax: bool
    open: ClassVar[bool] = True

    def decision(self, s: Board) -> Decision:
        actions = tuple(SQUARE(e) for e in ENDS[self.border])
        key = "tax_empire" if self.tax else "square"
        return Decision(self.player, prompt(key, self.player), actions)

    def choose(self, s: Board, action: Action) -> None:
        empire = action.args[0]
        if self.tax:
            s.then(Taxed(s.pawn[self.border] - 1, self.border, empire))
        else:
            repress_pawn(s, self.border, empire)


def pawn_is_repressed(s: Board, player: Player, border: int, location: int) -> None:
    """Repress a border's pawn, on the square of the location or on one of two."""
    squares = ends_within(border, location)
    if len(squares) == 1:
        repress_pawn(s, border, squares[0])
    else:
        s.then(NameEmpire(player, border, False))


# --- Tokens that run out ------------------------------------------------------------------------


@frame
class Obtain(Step[Board]):
    """When the supply lacks a token, take a repressed one, else one in play (rule 44)."""

    player: Player
    token: int

    def run(self, s: Board) -> None:
        if s.supply(self.token) > 0:
            return
        squares = holding(s, self.token)
        there = [] if squares or self.token >= BISHOP else in_play(s, self.token)
        if len(squares) == 1:
            take_repressed(s, self.token, squares[0])
        elif len(there) == 1:
            take_from_map(s, there[0])
        elif squares or there or self.token >= BISHOP:
            s.then(TakeToken(self.player, self.token))


# --- Levies -------------------------------------------------------------------------------------


@frame
class Levy(Step[Board]):
    """A token as the icon of an empty city says; none when the empire is saturated (rule 36)."""

    player: Player
    empire: int

    def run(self, s: Board) -> None:
        empty = s.empty_cities(self.empire)
        if len(empty) == 1:
            levy(s, self.player, empty[0])
        elif empty:
            s.then(LevyCity(self.player, self.empire))


@frame
class LevyCity(Ask[Board]):
    """Choose the city of the levy, and thereby its kind."""

    player: Player
    empire: int
    open: ClassVar[bool] = True

    def decision(self, s: Board) -> Decision:
        actions = tuple(LEVY(city) for city in s.empty_cities(self.empire))
        return Decision(self.player, prompt_empire("levy", self.player, self.empire), actions)

    def choose(self, s: Board, action: Action) -> None:
        levy(s, self.player, action.args[0])


def levy(s: Board, player: Player, city: int) -> None:
    """Put a levy into a city, taking the token from elsewhere if the supply lacks it."""
    token = s.levy(city)
    s.then(Obtain(player, token), Raise(token, city))


@frame
class Raise(Step[Board]):
    """The levy enters its city."""

    token: int
    city: int

    def run(self, s: Board) -> None:
        s.city[self.city] = self.token
        s.emit("levy", token=token_word(self.token), city=city_word(self.city))


# --- Tax ----------------------------------------------------------------------------------------


@frame
class Taxed(Step[Board]):
    """The pawn's owner pays or loses it, and either way places the levy (rule 32)."""

    player: Player
    border: int
    empire: int

    def run(self, s: Board) -> None:
        s.emit("taxed", who=WHO[self.player], border=border_word(self.border),
               empire=empire_word(self.empire))  # fmt: skip
        if s.florins[self.player]:
            s.then(PayTax(self.player, self.border, self.empire), Levy(self.player, self.empire))
        else:
            repress_pawn(s, self.border, self.empire)
            s.then(Levy(self.player, self.empire))


@frame
class PayTax(Ask[Board]):
    """Pay a florin, or let the pawn be repressed."""

    player: Player
    border: int
    empire: int
    open: ClassVar[bool] = True

    def decision(self, s: Board) -> Decision:
        asked = prompt_empire("tax", self.player, self.empire)
        return Decision(self.player, asked, (PAY(), YIELD()))

    def choose(self, s: Board, action: Action) -> None:
        if action == PAY():
            s.florins[self.player] -= 1
            s.emit("tax_paid", who=WHO[self.player])
        else:
            repress_pawn(s, self.border, self.empire)

"""Sales: two florins for whatever is sold, and what some sales bring with them."""

from __future__ import annotations

from typing import ClassVar

from takujo.core.actions import Action, Decision
from takujo.core.frames import DONE, Ask, Frame, Step, frame
from takujo.core.texts import CARD, WHO, Card, Player
from takujo.games.pax_renaissance.activation import op_works, use
from takujo.games.pax_renaissance.moves import discard, send_home, settle
from takujo.games.pax_renaissance.pieces import (
    CARDS,
    OPS,
    POLITICAL,
    REGION_OF,
    SQUARE_COUNT,
    WEST,
    is_square,
)
from takujo.games.pax_renaissance.play import OF_SOLD_CARDS, OneShot, one_shot_possible
from takujo.games.pax_renaissance.regime import Emancipation, freeable
from takujo.games.pax_renaissance.state import BURIED, NOBODY, ZONES_EACH, Board
from takujo.games.pax_renaissance.verbs import OP, SKIP, SQUARE, prompt


def sellable(s: Board, player: Player) -> list[Card]:
    """Hand, tableau and old maids; a couple is sold as its king (rules 23, 24)."""
    crowned = s.husband
    return [
        *s.hand(player),
        *(card for card in s.whole_tableau(player) if not crowned[card]),
        *s.old_maids(player),
    ]


def price(s: Board, card: Card) -> int:
    """Two florins, four for a crown in the tableau; a couple brings both (23, 24; D11)."""
    total = _price_of_one(s, card)
    queens = s.queens_of(card) if is_square(card) else []
    if queens and s.figures.couple_for_four:
        return s.figures.price * 2
    return total + sum(_price_of_one(s, queen) for queen in queens)


def _price_of_one(s: Board, card: Card) -> int:
    if "sell_for_4" in CARDS[card].abilities and s.owner(card) != NOBODY and not s.silenced(card):
        return s.figures.crown_price
    return s.figures.price


def sell(s: Board, player: Player, card: Card) -> None:
    """The card leaves and the money is taken first, then the effect follows (rule 87)."""
    florins = price(s, card)
    effects = effects_of_sale(s, player, card)
    triggers = may_trigger(s, player, card)
    s.florins[player] += florins
    if unseen(s, player, card):
        bury(s, player, card)
    elif is_square(card):
        send_home(s, card)
    else:
        discard(s, card)
    s.emit("sold", who=WHO[player], card=CARD[card], n=florins)
    if triggers and one_shot_possible(s, player, card):
        effects.append(OneShot(player, card, True))
    s.then(*effects)
    settle(s)


def effects_of_sale(s: Board, player: Player, card: Card) -> list[Frame[Board]]:
    """What this sale brings; sale abilities work from the tableau and unsilenced (23, 87)."""
    effects: list[Frame[Board]] = []
    in_tableau = s.owner(card) == player
    abilities = CARDS[card].abilities
    if in_tableau and not s.silenced(card):
        if "sell_for_opponent_political_op" in abilities:
            effects.append(Borrowing(player))
        if "sell_emancipate_west" in abilities:
            effects.append(FreeTheWest(player))
    return effects


def may_trigger(s: Board, player: Player, card: Card) -> bool:
    """Does another card let the seller trigger the one-shot of this one (D22)?"""
    own = "sell_any_and_one_shot" in CARDS[card].abilities
    if s.abilities("sell_any_and_one_shot", player) - own <= 0:
        return False
    if s.figures.sold_one_shot_from_tableau and s.owner(card) != player:
        return False
    return CARDS[card].shot.kind in OF_SOLD_CARDS


def unseen(s: Board, player: Player, card: Card) -> bool:
    """By option a card from the hand is sold face down, unless its one-shot may follow (D29)."""
    if not s.figures.sold_face_down or card not in s.hand(player):
        return False
    return not s.abilities("sell_any_and_one_shot", player)


def bury(s: Board, player: Player, card: Card) -> None:
    """A card sold face down may be any of those that lay in the hand or were sold so before."""
    lay = (*s.hand(player), *s.zones[BURIED + ZONES_EACH * player])
    s.sales = (*s.sales, (player, *sorted(lay)))
    s.move(card, BURIED + ZONES_EACH * player)
    s.commit()


# --- An op of an opponent -----------------------------------------------------------------------


@frame
class Borrowing(Step[Board]):
    """One political op of a card in another tableau, as if it were the seller's."""

    player: Player

    def run(self, s: Board) -> None:
        if borrowable(s, self.player):
            s.then(Borrow(self.player))


def borrowable(s: Board, player: Player) -> list[Action]:
    """The political ops of others that would do something."""
    return [
        OP(card, nth)
        for p in range(s.players)
        if p != player
        for card in s.whole_tableau(p)
        for nth, op in enumerate(s.printed(card).ops)
        if op.kind in POLITICAL and op_works(s, player, card, op)
    ]


@frame
class Borrow(Ask[Board]):
    """Choose the op, or do without."""

    player: Player
    open: ClassVar[bool] = True

    def decision(self, s: Board) -> Decision:
        actions = (*borrowable(s, self.player), SKIP())
        return Decision(self.player, prompt("borrow", self.player), actions)

    def choose(self, s: Board, action: Action) -> None:
        if action == SKIP():
            return
        card, nth = action.args
        op = s.printed(card).ops[nth]
        s.emit("borrowed", who=WHO[self.player], card=CARD[card], op=f"op.{OPS[op.kind]}")
        s.then(use(self.player, card, op))


# --- The West is freed --------------------------------------------------------------------------

WESTERN = tuple(e for e in range(SQUARE_COUNT) if REGION_OF[e] == WEST)


@frame
class FreeTheWest(Step[Board]):
    """Repressed tokens of the western squares may be emancipated, square by square."""

    player: Player
    left: tuple[int, ...] = WESTERN

    def run(self, s: Board) -> None:
        if any(freeable(s, square) for square in self.left):
            s.then(FreeSquare(self.player, self.left))


@frame
class FreeSquare(Ask[Board]):
    """Choose the square whose tokens come next, or stop."""

    player: Player
    left: tuple[int, ...]
    open: ClassVar[bool] = True

    def decision(self, s: Board) -> Decision:
        actions = (*(SQUARE(e) for e in self.left if freeable(s, e)), DONE())
        return Decision(self.player, prompt("free_square", self.player), actions)

    def choose(self, s: Board, action: Action) -> None:
        if action != DONE():
            square = action.args[0]
            rest = tuple(e for e in self.left if e != square)
            s.then(Emancipation(self.player, square), FreeTheWest(self.player, rest))

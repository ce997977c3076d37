"""Activating a tableau: each card may use one of its ops, once a turn."""

from __future__ import annotations

from typing import ClassVar

from takujo.core.actions import Action, Decision
from takujo.core.frames import DONE, Ask, Step, frame
from takujo.core.texts import CARD, WHO, Card, Player
from takujo.games.pax_renaissance.ops import CHOICES, EFFECTS
from takujo.games.pax_renaissance.pieces import INQUISITOR, OPS, Op
from takujo.games.pax_renaissance.state import NOBODY, Board
from takujo.games.pax_renaissance.verbs import OP, prompt, prompt_card

BOTH = 3  # sides of a tableau as a mask: 1 East, 2 West

# --- Activation ---------------------------------------------------------------------------------


@frame
class Activation(Step[Board]):
    """Ops one by one, in any order, until the player stops (rules 26, 27).

    `sides` is a mask; `now` the side of the last op; `used` says whether any op was used.
    """

    player: Player
    sides: int
    used: bool = False
    now: int = NOBODY

    def run(self, s: Board) -> None:
        if ready(s, self.player, self.sides):
            s.then(ChooseOp(self.player, self.sides, self.used, self.now))


@frame
class ChooseOp(Ask[Board]):
    """Choose a card and one of its ops; stop at any time after the first."""

    player: Player
    sides: int
    used: bool
    now: int
    open: ClassVar[bool] = True

    def decision(self, s: Board) -> Decision:
        actions = ready_ops(s, self.player, self.sides)
        if self.used:
            actions.append(DONE())
        return Decision(self.player, prompt("op", self.player), tuple(actions))

    def choose(self, s: Board, action: Action) -> None:
        if action == DONE():
            return
        card, nth = action.args
        side, sides = s.side_of(card), self.sides
        if s.figures.one_side_first and self.now not in (NOBODY, side):
            sides = 1 << side
        s.acted |= 1 << card
        op = s.printed(card).ops[nth]
        s.emit("op", who=WHO[self.player], card=CARD[card], op=f"op.{OPS[op.kind]}")
        s.then(use(self.player, card, op), Activation(self.player, sides, True, side))


def ready_ops(s: Board, player: Player, sides: int) -> list[Action]:
    """Every op that would do something, card by card from left to right, East first."""
    found = []
    for side in (0, 1):
        if sides >> side & 1:
            for card in s.tableau(player, side):
                if not s.acted >> card & 1:
                    found += [
                        OP(card, nth)
                        for nth, op in enumerate(s.printed(card).ops)
                        if op_works(s, player, card, op)
                    ]
    return found


def ready(s: Board, player: Player, sides: int) -> bool:
    """Would any op on these sides do something?"""
    for side in (0, 1):
        if sides >> side & 1:
            for card in s.tableau(player, side):
                if not s.acted >> card & 1:
                    for op in s.printed(card).ops:
                        if op_works(s, player, card, op):
                            return True
    return False


def op_works(s: Board, player: Player, card: Card, op: Op) -> bool:
    """Has an op anything to act on? A silenced card keeps only its religious ops (rule 20)."""
    if op.kind != INQUISITOR and s.silenced(card):
        return False
    return bool(CHOICES[op.kind](s, player, card, op))


def use(player: Player, card: Card, op: Op) -> UseOp:
    """The op as something to do."""
    return UseOp(player, card, op.kind, op.of)


@frame
class UseOp(Ask[Board]):
    """Choose what the op acts on."""

    player: Player
    card: Card
    kind_of_op: int
    of: int
    open: ClassVar[bool] = True

    def decision(self, s: Board) -> Decision:
        op = Op(self.kind_of_op, self.of)
        actions = CHOICES[self.kind_of_op](s, self.player, self.card, op)
        asked = prompt_card(f"use.{OPS[self.kind_of_op]}", self.player, self.card)
        return Decision(self.player, asked, tuple(actions))

    def choose(self, s: Board, action: Action) -> None:
        EFFECTS[self.kind_of_op](s, self.player, self.card, action.args, self.of)

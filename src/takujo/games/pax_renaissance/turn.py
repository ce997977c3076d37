"""The turn: one or two actions, the market and its refresh, the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from takujo.core.actions import Action, Decision
from takujo.core.frames import Ask, Frame, Step, frame
from takujo.core.texts import CARD, WHO, Card, Player
from takujo.games.pax_renaissance.activation import BOTH, Activation, ready
from takujo.games.pax_renaissance.battle import War
from takujo.games.pax_renaissance.fair import Fair
from takujo.games.pax_renaissance.moves import discard, settle
from takujo.games.pax_renaissance.pieces import (
    COMETS,
    EAST,
    REVOLT,
    VICTORIES,
    WEST,
    is_queen,
)
from takujo.games.pax_renaissance.play import Clash, play, victims
from takujo.games.pax_renaissance.sale import sell, sellable
from takujo.games.pax_renaissance.state import (
    BOUGHT,
    COLUMNS,
    DECK_LOW,
    DECK_TOP,
    DISCARD,
    EAST_FAIR,
    EAST_OPS,
    FREE_FAIR,
    HAND,
    MARKET,
    NOBODY,
    PATRON_ENDING,
    PLAYED,
    RIVAL_WINS,
    SOLD,
    WEST_OPS,
    ZONES_EACH,
    Board,
)
from takujo.games.pax_renaissance.verbs import (
    ACT,
    ACTING,
    BUY,
    DECLARE,
    END,
    FAIR,
    FLIP,
    OPS,
    PLAY,
    REVOLT_WAY,
    SELL,
    prompt,
)
from takujo.games.pax_renaissance.victory import can_declare, cost

# --- Turn ---------------------------------------------------------------------------------------


@frame
class BeginTurn(Step[Board]):
    """A new turn: nothing has been used."""

    player: Player

    def run(self, s: Board) -> None:
        s.turn = self.player
        s.number += 1
        s.left = s.figures.actions
        s.used = bytearray(len(s.used))
        s.barred = s.acted = 0
        s.course = ()
        s.headline("turn", who=WHO[self.player], n=s.number)
        s.then(NextAction(self.player))


@frame
class NextAction(Step[Board]):
    """Two actions, and what is free before, between and after them (rules 1-4)."""

    player: Player

    def run(self, s: Board) -> None:
        if s.left or free_actions(s, self.player):
            s.then(Turn(self.player))
        else:
            s.then(Refresh(self.player))


@frame
class Turn(Ask[Board]):
    """Choose an action; the first is compulsory, the second may be declined (rule 1)."""

    player: Player

    def decision(self, s: Board) -> Decision:
        if s.left:
            actions = all_actions(s, self.player)
        else:
            actions = free_actions(s, self.player)
        begun = s.left < s.figures.actions
        if begun:
            actions.append(END())
        key = "turn.free" if not s.left else "turn.second" if begun else "turn.first"
        return Decision(self.player, prompt(key, self.player), tuple(actions))

    def choose(self, s: Board, action: Action) -> None:
        if action == END():
            s.then(Refresh(self.player))
            return
        s.then(NextAction(self.player))
        TAKEN[action.kind](s, self.player, *action.args)


def all_actions(s: Board, player: Player) -> list[Action]:
    """Every action that changes something (rules 1, 2)."""
    actions: list[Action] = []
    if s.used[BOUGHT] < s.figures.repeats:
        actions += [BUY(spot) for spot in buyable(s, player)]
    if s.used[PLAYED] < s.figures.repeats:
        actions += [PLAY(card) for card in s.hand(player)]
    if s.used[SOLD] < s.figures.repeats:
        actions += [SELL(card) for card in sellable(s, player)]
    unused = [side for side in (EAST, WEST) if not s.used[EAST_OPS + side]]
    works = [side for side in unused if ready(s, player, 1 << side)]
    actions += [OPS(side) for side in works]
    if len(unused) == 2 and works and s.abilities("east_and_west_one_action", player):
        actions.append(OPS(2))
    actions += [FAIR(row) for row in (EAST, WEST) if fair_open(s, row)]
    actions += special_actions(s, player)
    for victory in range(len(VICTORIES)):
        if (
            s.active >> victory & 1
            and cost(s, victory) <= s.left
            and can_declare(s, player, victory)
        ):
            actions.append(DECLARE(victory))
    return actions


def special_actions(s: Board, player: Player) -> list[Action]:
    """The actions that cards grant: an apostasy, the revolt of a crowned queen (rule 88)."""
    actions: list[Action] = []
    for actor, card in enumerate(ACTING):
        if s.owner(card) != player or s.silenced(card):
            continue
        if is_queen(card):
            actions.append(ACT(actor, REVOLT_WAY))
        else:
            actions += [ACT(actor, x) for x in range(REVOLT_WAY) if victims(s, 7 & ~(1 << x))]
    return actions


def free_actions(s: Board, player: Player) -> list[Action]:
    """What costs no action now (rule 3)."""
    actions = [
        OPS(side)
        for side in (EAST, WEST)
        if not s.used[EAST_OPS + side] and free_ops(s, player, side) and ready(s, player, 1 << side)
    ]
    if free_fair(s, player):
        actions += [FAIR(row) for row in (EAST, WEST) if fair_open(s, row)]
    return actions


def free_ops(s: Board, player: Player, side: int) -> bool:
    """Is the activation of this side free?"""
    return s.abilities("free_west_ops" if side else "free_east_ops", player) > 0


def free_fair(s: Board, player: Player) -> bool:
    """Is a fair free now? One in a turn."""
    return not s.used[FREE_FAIR] and s.abilities("free_trade_fair", player) > 0


def fair_open(s: Board, row: int) -> bool:
    """Can this fair be held: not yet this turn, and its card is there?"""
    return not s.used[EAST_FAIR + row] and bool(s.zones[MARKET + row * COLUMNS])


# --- The actions --------------------------------------------------------------------------------


def take_fair(s: Board, player: Player, row: int) -> None:
    """Hold a fair, for free if a card grants it."""
    if free_fair(s, player):
        s.used[FREE_FAIR] = 1
    else:
        s.left -= 1
    s.used[EAST_FAIR + row] = 1
    s.then(Fair(player, row))


def take_ops(s: Board, player: Player, side: int) -> None:
    """Activate a side; both in one action are never free (rule 82)."""
    if side == 2:
        s.left -= 1
        s.used[EAST_OPS] = s.used[WEST_OPS] = 1
        s.emit("both", who=WHO[player])
        s.then(Activation(player, BOTH))
        return
    if not free_ops(s, player, side):
        s.left -= 1
    s.used[EAST_OPS + side] = 1
    s.emit("activates", who=WHO[player], side=f"side.{'west' if side else 'east'}")
    s.then(Activation(player, 1 << side))


def take_play(s: Board, player: Player, card: Card) -> None:
    """Play a card from the hand."""
    s.left -= 1
    s.used[PLAYED] += 1
    play(s, player, card)


def take_sell(s: Board, player: Player, card: Card) -> None:
    """Sell a card."""
    s.left -= 1
    s.used[SOLD] += 1
    sell(s, player, card)


def take_act(s: Board, player: Player, actor: int, way: int) -> None:
    """An apostasy without agents, or a crowned queen is discarded and the peasants rise (88)."""
    s.left -= 1
    if way != REVOLT_WAY:
        s.then(Clash(player, 7 & ~(1 << way)))
        return
    card = ACTING[actor]
    location = s.location(card)
    s.emit("rises", who=WHO[player], card=CARD[card])
    discard(s, card)
    s.then(War(player, card, REVOLT, location, ()))
    settle(s)


def take_declare(s: Board, player: Player, victory: int) -> None:
    """A declared victory ends the match."""
    s.winner = player
    s.ending = victory + 1
    s.emit("declared", who=WHO[player], victory=f"victory.{VICTORIES[victory]}")
    s.agenda.clear()


# --- Purchase -----------------------------------------------------------------------------------


def buyable(s: Board, player: Player) -> list[int]:
    """The spots whose cards may be bought now (rules 6-8)."""
    purse = s.florins[player]
    hand = len(s.hand(player))
    full = hand >= s.figures.hand_limit and not s.unlimited_hand(player)
    return [
        spot
        for spot in range(2 * COLUMNS)
        if 0 < spot % COLUMNS <= purse
        and not s.barred >> spot & 1
        and (cards := s.zones[MARKET + spot])
        and (not full or cards[0] in COMETS)
    ]


def tell_purchase(s: Board, player: Player, spot: int, paid: int) -> None:
    """What was bought, and what lay on it, if anything did."""
    (card,) = s.zones[MARKET + spot]
    if s.pot[spot]:
        s.emit("bought", who=WHO[player], card=CARD[card], n=paid, taken=s.pot[spot])
    else:
        s.emit("bought_bare", who=WHO[player], card=CARD[card], n=paid)


def take_buy(s: Board, player: Player, spot: int) -> None:
    """A florin on each card to the left, or on its neighbour in the other row (rule 6)."""
    s.left -= 1
    s.used[BOUGHT] += 1
    column = spot % COLUMNS
    pay_for(s, player, spot)
    (card,) = s.zones[MARKET + spot]
    s.florins[player] += s.pot[spot]
    tell_purchase(s, player, spot, column)
    s.pot[spot] = 0
    if card in COMETS:
        s.move(card, DISCARD)
        s.then(FlipVictory(player))
    else:
        s.move(card, HAND + ZONES_EACH * player)


def pay_for(s: Board, player: Player, spot: int) -> None:
    """Lay the price of a card on the market; without a card in either row it is lost (D27)."""
    row, column = divmod(spot, COLUMNS)
    s.florins[player] -= column
    for left in range(column):
        for at in (row * COLUMNS + left, (1 - row) * COLUMNS + left):
            if s.zones[MARKET + at]:
                s.pot[at] += 1
                s.barred |= 1 << at
                break


@frame
class FlipVictory(Ask[Board]):
    """Whoever bought a comet activates a victory square (rule 8)."""

    player: Player
    open: ClassVar[bool] = True

    def decision(self, s: Board) -> Decision:
        actions = tuple(FLIP(v) for v in range(len(VICTORIES)) if not s.active >> v & 1)
        return Decision(self.player, prompt("flip", self.player), actions)

    def choose(self, s: Board, action: Action) -> None:
        victory = action.args[0]
        s.active |= 1 << victory
        s.emit("activated", who=WHO[self.player], victory=f"victory.{VICTORIES[victory]}")


# --- Market refresh and the end -----------------------------------------------------------------


@frame
class Refresh(Step[Board]):
    """At the end of the turn the rows close up and are filled; else the match ends (41, 42)."""

    player: Player

    def run(self, s: Board) -> None:
        for row in (EAST, WEST):
            slide(s, row)
        if fill(s):
            s.then(*next_turn(s, self.player))
        else:
            s.ending = RIVAL_WINS if s.figures.solo else PATRON_ENDING
            s.winner = 1 if s.figures.solo else NOBODY
            s.emit("decks_empty")
            s.agenda.clear()


def next_turn(s: Board, player: Player) -> tuple[Frame[Board], ...]:
    """Whoever sits to the left is next."""
    return (BeginTurn((player + 1) % s.players),)


def slide(s: Board, row: int) -> None:
    """Cards close up to the left with their florins; what a fair left waits for them (40)."""
    first = row * COLUMNS
    spots = range(first, first + COLUMNS)
    pots = [s.pot[spot] for spot in spots if s.zones[MARKET + spot]]
    left_over = 0 if s.zones[MARKET + first] else s.pot[first]
    free = first
    for spot in spots:
        if s.zones[MARKET + spot]:
            if spot != free:
                s.move(s.zones[MARKET + spot][0], MARKET + free)
            free += 1
    s.pot[first : first + COLUMNS] = (pots + [0] * COLUMNS)[:COLUMNS]
    s.pot[first] += left_over


def fill(s: Board) -> bool:
    """Fill the gaps column by column, West before East; was there a card for each (41)?"""
    filled = True
    for column in range(COLUMNS):
        for row in (WEST, EAST):
            spot = row * COLUMNS + column
            if not s.zones[MARKET + spot]:
                card = top_of(s, row)
                if card == NOBODY:
                    card = top_of(s, 1 - row)
                if card == NOBODY:
                    filled = False
                    continue
                s.move(card, MARKET + spot)
                if s.number:
                    s.emit("arrived", card=CARD[card])
    if s.figures.astrology:
        for region in (EAST, WEST):
            card = top_of(s, region)
            if card != NOBODY:
                s.reveal(card)
    return filled


def top_of(s: Board, region: int) -> Card:
    """The next card of a deck; `NOBODY` when it is empty."""
    for zone in (DECK_TOP + region, DECK_LOW + region):
        if s.zones[zone]:
            return s.zones[zone][-1]
    return NOBODY


TAKEN: dict[str, Callable[..., None]] = {
    "buy": take_buy,
    "play": take_play,
    "sell": take_sell,
    "ops": take_ops,
    "fair": take_fair,
    "act": take_act,
    "declare": take_declare,
}

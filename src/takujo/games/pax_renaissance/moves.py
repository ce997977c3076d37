"""Cards and squares come and go: into a tableau, home to the throne, out of play.

Whatever a card's text upheld ends with it at once; `settle` sees to that.
"""

from __future__ import annotations

from typing import ClassVar

from takujo.core.actions import Action, Decision
from takujo.core.frames import Ask, Step, frame
from takujo.core.texts import CARD, WHO, Card, Player
from takujo.games.pax_renaissance.names import border_word, token_word
from takujo.games.pax_renaissance.pieces import (
    BISHOP,
    EAST,
    HELD,
    REGION,
    REGION_OF,
    RELIGIONS,
    SQUARE_COUNT,
    VENICE,
    VENICE_2,
    held_of,
    is_square,
    token_of,
)
from takujo.games.pax_renaissance.state import DISCARD, MAIDS, TABLEAU, THRONE, ZONES_EACH, Board
from takujo.games.pax_renaissance.taking import VeniceShrinks, leave_venice
from takujo.games.pax_renaissance.verbs import DROP, PACIFY, SKIP, prompt, prompt_card

# --- Into a tableau -----------------------------------------------------------------------------


def group(s: Board, square: Card) -> list[Card]:
    """A square with all that lies with it: its queens, its vassals and theirs."""
    found = [square, *s.queens_of(square)]
    for vassal in s.vassals_of(square):
        found += [vassal, *s.queens_of(vassal)]
    return found


def put_outermost(s: Board, player: Player, cards: list[Card]) -> None:
    """Cards go to the outermost place of their region's side: East right, West left (rule 9)."""
    first = cards[0]
    region = REGION_OF[first] if is_square(first) else REGION[first]
    zone = TABLEAU + ZONES_EACH * player + region
    for i, card in enumerate(cards):
        s.move(card, zone, None if region == EAST else i)


def put_under(s: Board, vassal: Card, suzerain: Card) -> None:
    """A vassal goes behind its suzerain and whatever lies there, with its queens (rule 73)."""
    s.suzerain[vassal] = suzerain + 1
    zone = s.where[suzerain]
    cards = [vassal, *s.queens_of(vassal)]
    last = [c for c in s.zones[zone] if c not in cards and s.base_of(c) == suzerain][-1]
    for card in cards:
        others = [c for c in s.zones[zone] if c != card]  # it may come from the same row
        s.move(card, zone, others.index(last) + 1)
        last = card


# --- Out of a tableau ---------------------------------------------------------------------------


def discard(s: Board, card: Card) -> None:
    """A card leaves for good; the bishop on it returns to the supply (rule 23)."""
    s.bishop[card] = 0
    s.husband[card] = 0
    s.move(card, DISCARD)


def send_home(s: Board, square: Card) -> None:
    """A square returns to its throne, King side up, with queen, bishop and repressed tokens.

    Its vassals go each to their own throne, keeping theirs (rules 25, 76; D5).
    """
    queens, vassals = s.queens_of(square), s.vassals_of(square)
    s.suzerain[square] = 0
    s.republic[square] = 0
    for at, card in enumerate((square, *queens)):
        s.move(card, THRONE + square, at)
    for vassal in vassals:
        if s.figures.vassals_with_suzerain:
            for card in (vassal, *s.queens_of(vassal)):
                s.move(card, THRONE + square)
        else:
            send_home(s, vassal)
    s.emit("home", card=CARD[square])


def strip(s: Board, square: Card) -> None:
    """The bishop on a square and its queens are discarded, its vassals go home (rule 71)."""
    s.bishop[square] = 0
    for queen in s.queens_of(square):
        s.emit("queen_lost", card=CARD[queen])
        discard(s, queen)
    for vassal in s.vassals_of(square):
        send_home(s, vassal)


def become_old_maid(s: Board, player: Player, queen: Card) -> None:
    """An unmarried queen lies under the player board (rule 55)."""
    s.move(queen, MAIDS + ZONES_EACH * player)


# --- What ends at once --------------------------------------------------------------------------


def settle(s: Board, *, silenced: bool = False) -> None:
    """Whatever an ability upheld until now ends (rules 21, 84, 85, 86)."""
    _drown_concessions(s)
    if s.city[VENICE_2] and not s.two_slots_in_venice():
        if s.figures.token_leaving_venice_chosen and s.city[VENICE]:
            s.then(VeniceShrinks(s.turn))
        else:
            leave_venice(s, VENICE_2)
    if silenced or not s.figures.hand_limit_when_silenced_only:
        for player in range(s.players):
            if len(s.hand(player)) > s.figures.hand_limit:
                s.then(HandLimit(player))


def _drown_concessions(s: Board) -> None:
    """Pawns beside a pirate die once nothing protects them any more (rule 84)."""
    for border, pirate in enumerate(s.pirate):
        if pirate and s.pawn[border] and not proof(s, s.pawn[border] - 1):
            s.emit("pawn_lost", whose=WHO[s.pawn[border] - 1], border=border_word(border))
            s.pawn[border] = 0


def proof(s: Board, player: Player) -> bool:
    """Are this player's concessions proof against pirates?"""
    return s.abilities("concessions_pirate_proof", player) > 0


@frame
class HandLimit(Step[Board]):
    """Who may no longer hold any number of cards discards to the limit at once (rule 86)."""

    player: Player

    def run(self, s: Board) -> None:
        hand = s.hand(self.player)
        if len(hand) > s.figures.hand_limit and not s.unlimited_hand(self.player):
            s.then(DropCard(self.player), HandLimit(self.player))


@frame
class DropCard(Ask[Board]):
    """The owner chooses which card to discard."""

    player: Player

    def decision(self, s: Board) -> Decision:
        actions = tuple(DROP(card) for card in s.hand(self.player))
        return Decision(self.player, prompt("drop", self.player), actions)

    def choose(self, s: Board, action: Action) -> None:
        card = action.args[0]
        discard(s, card)
        s.emit("dropped", who=WHO[self.player], card=CARD[card])


# --- Bishops ------------------------------------------------------------------------------------


@frame
class BishopArrives(Step[Board]):
    """A bishop enters a card: both perish if one is there, else it pacifies, then silences."""

    player: Player
    token: int
    card: Card

    def run(self, s: Board) -> None:
        religion = self.token - BISHOP
        if s.bishop[self.card]:
            other = RELIGIONS[s.bishop[self.card] - 1]
            s.bishop[self.card] = 0
            s.emit("diet", card=CARD[self.card], bishop=token_word(self.token),
                   other=f"token.{other}_bishop")  # fmt: skip
            return
        s.bishop[self.card] = religion + 1
        s.emit("bishop", card=CARD[self.card], bishop=token_word(self.token))
        settle(s, silenced=True)
        if self.card < SQUARE_COUNT and any(s.repressed_on(self.card)):
            s.then(Pacify(self.player, self.card))


@frame
class Pacify(Ask[Board]):
    """The active player may kill one token that is repressed on the entered square (rule 19)."""

    player: Player
    square: Card
    open: ClassVar[bool] = True

    def decision(self, s: Board) -> Decision:
        kinds = [token_of(h) for h, n in enumerate(s.repressed_on(self.square)) if n]
        actions = (*(PACIFY(token) for token in kinds), SKIP())
        return Decision(self.player, prompt_card("pacify", self.player, self.square), actions)

    def choose(self, s: Board, action: Action) -> None:
        if action.kind == "pacify":
            token = action.args[0]
            s.repressed[HELD * self.square + held_of(token)] -= 1
            s.emit("pacified", token=token_word(token), card=CARD[self.square])

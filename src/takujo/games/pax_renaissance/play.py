"""Playing a card: its one-shot, trade shift, coronation, apostasy, and its agents."""

from __future__ import annotations

from typing import ClassVar

from takujo.core.actions import Action, Decision
from takujo.core.frames import Ask, Step, frame
from takujo.core.texts import CARD, WHO, Card, Player
from takujo.games.pax_renaissance.agents import place_agents, room_for_agents
from takujo.games.pax_renaissance.battle import War, targets
from takujo.games.pax_renaissance.moves import (
    become_old_maid,
    discard,
    put_outermost,
    send_home,
    settle,
)
from takujo.games.pax_renaissance.names import city_word
from takujo.games.pax_renaissance.pieces import (
    APOSTASY,
    CARDS,
    CITY_EMPIRE,
    CONSPIRACY,
    CORONATION,
    CRUSADE,
    DISCOVERY,
    DISK,
    HOLY_WARS,
    NO_SHOT,
    RELIGIONS,
    REVOLT,
    ROUTES,
    SHOTS,
    SPICE_ISLANDS,
    SQUARE_COUNT,
    TRADE_SHIFT,
    is_queen,
)
from takujo.games.pax_renaissance.regime import marry
from takujo.games.pax_renaissance.state import NOBODY, Board
from takujo.games.pax_renaissance.tokens import repress_city
from takujo.games.pax_renaissance.verbs import MARRY, NO, YES, prompt_card

# One-shots that Machiavellianism triggers when another card is sold.
OF_SOLD_CARDS = (CONSPIRACY, REVOLT, CRUSADE, APOSTASY)


def play(s: Board, player: Player, card: Card) -> None:
    """The card goes to the outermost place of its region's side, then its bomb (rule 9).

    A queen lies with the old maids until she is crowned, and for good if she is not (rule 55).
    """
    if is_queen(card):
        become_old_maid(s, player, card)
    else:
        put_outermost(s, player, [card])
    s.emit("played", who=WHO[player], card=CARD[card])
    shot = CARDS[card].shot
    if shot.kind == NO_SHOT:
        s.then(place_agents(s, player, card, must=False))
    elif one_shot_possible(s, player, card):
        s.then(OneShot(player, card))
    else:
        s.emit("impossible", card=CARD[card], shot=f"shot.{SHOTS[shot.kind]}")
        without_one_shot(s, player, card)


# --- The one-shot -------------------------------------------------------------------------------


@frame
class OneShot(Ask[Board]):
    """Announce the one-shot, or do without it (rules 9, 11, 12); also that of a sold card (D22)."""

    player: Player
    card: Card
    sold: bool = False
    open: ClassVar[bool] = True

    def decision(self, s: Board) -> Decision:
        key = "sale" if self.sold else f"one_shot.{SHOTS[CARDS[self.card].shot.kind]}"
        return Decision(self.player, prompt_card(key, self.player, self.card), (YES(), NO()))

    def choose(self, s: Board, action: Action) -> None:
        if action == YES():
            announce(s, self.player, self.card)
        elif not self.sold or s.figures.refused_sale_places_agents:
            without_one_shot(s, self.player, self.card)


def without_one_shot(s: Board, player: Player, card: Card) -> None:
    """The agents are optional; a queen becomes an old maid (rule 11)."""
    if is_queen(card):
        s.emit("old_maid", who=WHO[player], card=CARD[card])
    else:
        s.then(place_agents(s, player, card, must=False))


def announce(s: Board, player: Player, card: Card) -> None:
    """Carry the one-shot out; the agents that do not fight come last (rule 12)."""
    kind, of = CARDS[card].shot
    if kind == TRADE_SHIFT:
        trade_shift(s, player, of)
        s.then(place_agents(s, player, card, must=True))
    elif kind == CORONATION:
        s.then(Coronation(player, card))
    elif kind == APOSTASY:
        apostasy_of_card(s, player, card)
    else:
        s.then(War(player, card, kind, CARDS[card].location, CARDS[card].agents))


def one_shot_possible(s: Board, player: Player, card: Card) -> bool:
    """Can this one-shot be announced (rule 10)? Also for a card that has just been sold."""
    kind, of = CARDS[card].shot
    if kind == TRADE_SHIFT:
        possible = s.city[of] == DISK and (of != SPICE_ISLANDS or discoverer(s, player, card))
        freed = int(bool(CARDS[card].location >> CITY_EMPIRE[of] & 1))
    elif kind == CORONATION:
        return bool(suitors(s, player, card))
    elif kind == APOSTASY:
        possible, freed = bool(victims(s, of)), 0
    elif kind in HOLY_WARS:
        return bool(targets(s, kind, CARDS[card].location))
    else:
        return True
    if possible and s.figures.agents_must_pay:
        return room_for_agents(s, player, card, freed)
    return possible


def discoverer(s: Board, player: Player, card: Card) -> bool:
    """Has the player Discovery in the tableau beside the card being played (rules 10, 55)?"""
    others = (c for c in s.whole_tableau(player) if c != card)
    return any(s.printed(c).prestige[DISCOVERY] for c in others)


# --- Trade shift --------------------------------------------------------------------------------


def trade_shift(s: Board, player: Player, emporium: int) -> None:
    """The disk moves onto the open emporium of its colour; a token there is repressed (43)."""
    closed = s.open_emporium(ROUTES[emporium].fair)
    s.emit("trade_shift", who=WHO[player], opened=city_word(emporium), closed=city_word(closed))
    if s.city[closed]:
        repress_city(s, closed)
    s.city[closed] = DISK
    s.city[emporium] = 0


# --- Coronation ---------------------------------------------------------------------------------


def suitors(s: Board, player: Player, queen: Card) -> list[Card]:
    """The kings whom a queen may marry: listed, unmarried, in a throne or yours (rule 50)."""
    kings = [k for k in CARDS[queen].suitors if not s.republic[k]]
    if s.abilities("coronation_any_listed_king", player):
        return kings
    mine = (player, NOBODY)
    return [k for k in kings if s.owner(k) in mine and not s.queens_of(k)]


@frame
class Coronation(Ask[Board]):
    """Choose the king; a regime change follows (rules 50-53)."""

    player: Player
    queen: Card
    open: ClassVar[bool] = True

    def decision(self, s: Board) -> Decision:
        actions = tuple(MARRY(king) for king in suitors(s, self.player, self.queen))
        return Decision(self.player, prompt_card("coronation", self.player, self.queen), actions)

    def choose(self, s: Board, action: Action) -> None:
        marry(s, self.player, self.queen, action.args[0])


# --- Apostasy -----------------------------------------------------------------------------------


def victims(s: Board, religions: int) -> tuple[Card, ...]:
    """The cards that an apostasy hits, region by region of each tableau (rules 56, 58)."""
    found: list[Card] = []
    for player in range(s.players):
        if s.abilities("apostasy_immunity", player):
            continue
        shown = [(c, s.printed(c).prestige) for c in s.whole_tableau(player)]
        has = [any(p[r] for _, p in shown) for r in range(3) if religions >> r & 1]
        if all(has):
            found += [c for c, p in shown if any(p[r] for r in range(3) if religions >> r & 1)]
    return tuple(found)


def pair_words(religions: int) -> tuple[str, str]:
    """The keys of the names of two religions."""
    one, two = (f"prestige.{RELIGIONS[r]}" for r in range(3) if religions >> r & 1)
    return one, two


def leave(s: Board, card: Card) -> None:
    """A hit card leaves: a square or a queen with king and queen together (rule 57)."""
    if s.owner(card) == NOBODY:
        return
    square = s.husband[card] - 1 if s.husband[card] else card
    if square < SQUARE_COUNT:
        send_home(s, square)
    else:
        s.emit("apostate", whose=WHO[s.owner(card)], card=CARD[card])
        discard(s, card)


@frame
class Clash(Step[Board]):
    """Two religions clash in every tableau; what is hit is settled before anything leaves (59)."""

    player: Player
    religions: int
    spared: Card = NOBODY

    def run(self, s: Board) -> None:
        one, two = pair_words(self.religions)
        s.emit("apostasy", who=WHO[self.player], one=one, two=two)
        for card in victims(s, self.religions):
            if card != self.spared:
                leave(s, card)
        settle(s)


def apostasy_of_card(s: Board, player: Player, card: Card) -> None:
    """All hit cards leave but the one in play; its agents are placed, then it leaves (59; D8)."""
    religions = CARDS[card].shot.of
    agents = place_agents(s, player, card, must=True)
    if s.figures.apostasy_agents_last or card not in victims(s, religions):
        s.then(Clash(player, religions), agents)
    else:
        s.then(Clash(player, religions, card), agents, Leaves(card))


@frame
class Leaves(Step[Board]):
    """The card in play was hit by its own apostasy and leaves last."""

    card: Card

    def run(self, s: Board) -> None:
        leave(s, self.card)
        settle(s)

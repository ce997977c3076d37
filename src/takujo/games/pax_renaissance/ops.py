"""What each op may act on, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from takujo.core.actions import Action, Decision
from takujo.core.frames import Ask, frame
from takujo.core.texts import CARD, WHO, Card, Player
from takujo.games.pax_renaissance.battle import are_adjacent, campaigners, fight
from takujo.games.pax_renaissance.moves import BishopArrives, discard, send_home, settle
from takujo.games.pax_renaissance.names import border_word, city_word, empire_word, token_word
from takujo.games.pax_renaissance.pieces import (
    ADJACENT,
    BEHEAD,
    BISHOP,
    BORDER_MASK,
    BORDERS_OF,
    CAMPAIGN,
    CAMPAIGN_WAR,
    CITY_EMPIRE,
    COMMERCE,
    CORSAIR,
    DISK,
    HELD,
    INQUISITOR,
    OVERSEAS,
    PATRON,
    PIRATE,
    REGION_OF,
    REGIONS,
    REPRESS,
    ROOK,
    SEA,
    SIEGE,
    SQUARE_COUNT,
    TAX,
    VOTE,
    WITH_ABILITY,
    Op,
    is_square,
)
from takujo.games.pax_renaissance.places import board
from takujo.games.pax_renaissance.regime import RegimeChange
from takujo.games.pax_renaissance.state import COLUMNS, MARKET, NOBODY, Board
from takujo.games.pax_renaissance.tokens import (
    NameEmpire,
    Taxed,
    ends_within,
    pawn_is_repressed,
    repress_city,
)
from takujo.games.pax_renaissance.verbs import (
    ATTACK,
    BISHOP_ON,
    KILL,
    ONTO,
    PAWN_AT,
    PIRATE_AT,
    SAIL,
    TAKE,
    prompt_card,
)
from takujo.games.pax_renaissance.verbs import BEHEAD as BEHEAD_VERB
from takujo.games.pax_renaissance.verbs import REPRESS as REPRESS_VERB
from takujo.games.pax_renaissance.verbs import TAX as TAX_VERB
from takujo.games.pax_renaissance.verbs import VOTE as VOTE_VERB

# --- Inquisitor ---------------------------------------------------------------------------------


def inquisitor(s: Board, player: Player, card: Card, op: Op) -> list[Action]:
    """The cards from which a bishop of the colour can be moved."""
    return [BISHOP_ON(c) for c in s.placed() if s.bishop[c] == op.of + 1 and roads(s, c)]


def move_bishop(s: Board, player: Player, card: Card, args: tuple[int, ...], of: int) -> None:
    """One bishop, wherever it stands, moves one step."""
    s.then(BishopGoes(player, args[0]))


def roads(s: Board, card: Card) -> list[Card]:
    """Where a bishop may step: to the neighbours in its row, or within its location (rule 29)."""
    found: list[Card] = []
    if s.owner(card) != NOBODY:
        row = s.places(s.where[card])
        at = next(i for i, place in enumerate(row) if card in place)
        for place in row[max(0, at - 1) : at + 2]:
            found += place
    location, throne = s.location(card), s.in_throne(card)
    for other in s.placed():
        from_throne_to_throne = throne and s.in_throne(other) and s.where[other] != s.where[card]
        if s.location(other) & location and not from_throne_to_throne and other not in found:
            found.append(other)
    return [c for c in sorted(found) if c != card]


@frame
class BishopGoes(Ask[Board]):
    """Choose where the bishop goes."""

    player: Player
    origin: Card
    open: ClassVar[bool] = True

    def decision(self, s: Board) -> Decision:
        actions = tuple(ONTO(card) for card in roads(s, self.origin))
        return Decision(self.player, prompt_card("bishop_goes", self.player, self.origin), actions)

    def choose(self, s: Board, action: Action) -> None:
        token = BISHOP + s.bishop[self.origin] - 1
        s.emit("bishop_leaves", card=CARD[self.origin], bishop=token_word(token))
        s.bishop[self.origin] = 0
        s.then(BishopArrives(self.player, token, action.args[0]))


# --- Commerce -----------------------------------------------------------------------------------


def commerce(s: Board, player: Player, card: Card, op: Op) -> list[Action]:
    """The cards of the row with a florin, the fair's included (rule 30; D10)."""
    first = op.of * COLUMNS
    return [
        TAKE(spot)
        for spot in range(first, first + COLUMNS)
        if s.pot[spot] and (s.zones[MARKET + spot] or s.figures.commerce_from_fair_space)
    ]


def take_florin(s: Board, player: Player, card: Card, args: tuple[int, ...], of: int) -> None:
    """One florin from the market."""
    s.pot[args[0]] -= 1
    s.florins[player] += 1
    row, column = divmod(args[0], COLUMNS)
    side = f"side.{REGIONS[row]}"
    if column:
        s.emit("commerce", who=WHO[player], row=side, n=column)
    else:
        s.emit("commerce_fair", who=WHO[player], row=side)


# --- Behead -------------------------------------------------------------------------------------


def behead(s: Board, player: Player, card: Card, op: Op) -> list[Action]:
    """Cards of any tableau that share the location, not itself (rule 31)."""
    location, wanted = s.location(card), BISHOPS_ON.get(card)
    return [
        BEHEAD_VERB(c)
        for p in range(s.players)
        for c in s.whole_tableau(p)
        if c != card and s.location(c) & location and (wanted is None or s.bishop[c] in wanted)
    ]


# Some cards behead only what carries a bishop of a colour (religion + 1).
BISHOPS_ON = {
    card: wanted
    for ability, wanted in (
        ("behead_only_west_with_catholic_or_reformist_bishop", (1, 3)),
        ("behead_only_east_with_islamic_or_reformist_bishop", (2, 3)),
        ("behead_only_east_with_any_bishop", (1, 2, 3)),
    )
    for card in WITH_ABILITY[ability]
}


def execute(s: Board, player: Player, card: Card, args: tuple[int, ...], of: int) -> None:
    """A square goes home without its queen, and its executioner is discarded too (rule 31)."""
    victim = args[0]
    s.emit("beheaded", who=WHO[player], card=CARD[victim], whose=WHO[s.owner(victim)])
    if is_square(victim):
        for queen in s.queens_of(victim):
            discard(s, queen)
        send_home(s, victim)
        if s.owner(card) != NOBODY:
            discard(s, card)
            s.emit("executioner", card=CARD[card])
    else:
        discard(s, victim)
    settle(s)


# --- Tax ----------------------------------------------------------------------------------------


def tax(s: Board, player: Player, card: Card, op: Op) -> list[Action]:
    """The pawns on borders of an empire of the location that has an empty city (rule 32)."""
    location = s.location(card)
    return [
        TAX_VERB(b)
        for b, pawn in enumerate(s.pawn)
        if pawn and BORDER_MASK[b] & location and taxable(s, b, location)
    ]


def taxable(s: Board, border: int, location: int) -> list[int]:
    """The empires by which the pawn of a border can be taxed."""
    return [e for e in ends_within(border, location) if s.empty_cities(e)]


def levy_tax(s: Board, player: Player, card: Card, args: tuple[int, ...], of: int) -> None:
    """For a card of a whole region the empire is named."""
    border = args[0]
    empires = taxable(s, border, s.location(card))
    if len(empires) == 1:
        s.then(Taxed(s.pawn[border] - 1, border, empires[0]))
    else:
        s.then(NameEmpire(player, border, True))


# --- Repress ------------------------------------------------------------------------------------


def repressible(s: Board, player: Player, card: Card, op: Op) -> list[Action]:
    """Tokens of the depicted kinds in the location, of any colour (rule 33)."""
    location = s.location(card)
    knight, rook, pawn = op.of & 1, op.of & 2, op.of & 4
    found = [
        REPRESS_VERB(city)
        for city, token in enumerate(s.city)
        if token
        and location >> CITY_EMPIRE[city] & 1
        and (knight if token < ROOK else rook and token < DISK)
    ]
    if pawn:
        found += [
            REPRESS_VERB(PAWN_AT + b)
            for b, at in enumerate(s.pawn)
            if at and BORDER_MASK[b] & location
        ]
    return found


def repress_one(s: Board, player: Player, card: Card, args: tuple[int, ...], of: int) -> None:
    """The token goes to its empire's square, the player gains a florin."""
    piece = args[0]
    s.florins[player] += s.figures.repress_gain
    if piece < PAWN_AT:
        repress_city(s, piece)
    else:
        pawn_is_repressed(s, player, piece - PAWN_AT, s.location(card))


# --- Vote ---------------------------------------------------------------------------------------


def votes(s: Board, player: Player, card: Card, op: Op) -> list[Action]:
    """Squares of the region in a tableau, no vassals, that the player can win and pay (34)."""
    return [
        VOTE_VERB(e)
        for e in range(SQUARE_COUNT)
        if REGION_OF[e] == op.of
        and s.owner(e) != NOBODY
        and not s.suzerain[e]
        and has_majority(s, player, e)
        and price_of_vote(s, player, e) <= s.florins[player]
    ]


def has_majority(s: Board, player: Player, empire: int) -> bool:
    """More concessions on the borders of an empire than all others together, or by option each."""
    count = [0] * s.players
    for border in BORDERS_OF[empire]:
        if s.pawn[border]:
            count[s.pawn[border] - 1] += 1
    if not count[player]:
        return False
    if s.abilities("concessions_double_fairs_votes"):
        for p in range(s.players):
            count[p] <<= s.abilities("concessions_double_fairs_votes", p)
    others = [n for p, n in enumerate(count) if p != player]
    rivals = max(others) if s.figures.majority_over_each else sum(others)
    return count[player] > rivals


def price_of_vote(s: Board, player: Player, empire: int) -> int:
    """A florin for each repressed token; Patron prestige may make it cheaper."""
    price = sum(s.repressed[HELD * empire : HELD * empire + HELD])
    cheaper = s.abilities("patron_reduces_vote_cost", player)
    if price and cheaper:
        price = max(0, price - cheaper * s.prestige(player)[PATRON])
    return price


def vote(s: Board, player: Player, card: Card, args: tuple[int, ...], of: int) -> None:
    """The vote is paid and changes the regime."""
    empire = args[0]
    price = price_of_vote(s, player, empire)
    s.florins[player] -= price
    s.emit("vote", who=WHO[player], empire=empire_word(empire), n=price)
    s.then(RegimeChange(player, empire, vote=True))


# --- Siege --------------------------------------------------------------------------------------


def siege(s: Board, player: Player, card: Card, op: Op) -> list[Action]:
    """Knights, rooks and pirates in the location (rule 35)."""
    location = s.location(card)
    found = [
        KILL(city)
        for city, token in enumerate(s.city)
        if 0 < token < DISK and location >> CITY_EMPIRE[city] & 1
    ]
    return found + [
        KILL(PIRATE_AT + b) for b, at in enumerate(s.pirate) if at and BORDER_MASK[b] & location
    ]


def besiege(s: Board, player: Player, card: Card, args: tuple[int, ...], of: int) -> None:
    """The token dies."""
    piece = args[0]
    if piece < PAWN_AT:
        token, s.city[piece] = s.city[piece], 0
        place = city_word(piece)
    else:
        border = piece - PIRATE_AT
        token, s.pirate[border] = PIRATE + s.pirate[border] - 1, 0
        place = border_word(border)
    s.emit("killed", who=WHO[player], token=token_word(token), place=place)


# --- Corsair ------------------------------------------------------------------------------------


def corsair(s: Board, player: Player, card: Card, op: Op) -> list[Action]:
    """A pirate of the colour sails from the location's borders as far as a neighbour's (35)."""
    location = s.location(card)
    found = []
    for border in range(SEA):
        if s.pirate[border] == op.of + 1 and BORDER_MASK[border] & location:
            reach = {b for e in ends_within(border, location) for b in OVERSEAS[e]}
            found += [SAIL(border, b) for b in sorted(reach) if s.pirate[b] != op.of + 1]
    return found


def sail(s: Board, player: Player, card: Card, args: tuple[int, ...], of: int) -> None:
    """Whatever the pirate meets dies, unless it is proof."""
    origin, to = args
    s.pirate[origin] = 0
    s.emit("sailed", token=token_word(PIRATE + of), place=border_word(origin),
           border=border_word(to))  # fmt: skip
    board(s, PIRATE + of, to)


# --- Campaign -----------------------------------------------------------------------------------


def campaign(s: Board, player: Player, card: Card, op: Op) -> list[Action]:
    """Adjacent empires that a king may attack with all his knights, paid for (rule 63)."""
    found = []
    for target in ADJACENT[card]:
        if s.owner(target) == player and not straw(s, card, target):
            continue
        force = len(campaigners(s, player, card, target))
        if 0 < force <= s.florins[player] and are_adjacent(s, card, target):
            found.append(ATTACK(target))
    return found


def straw(s: Board, king: Card, target: Card) -> bool:
    """By option an own empire may be attacked, unless it has the same suzerain."""
    return s.figures.strawman_campaign and s.base_of(king) != s.base_of(target)


def march(s: Board, player: Player, card: Card, args: tuple[int, ...], of: int) -> None:
    """Every knight costs a florin, and all must go."""
    target = args[0]
    force = campaigners(s, player, card, target)
    s.florins[player] -= len(force)
    s.emit("campaign", who=WHO[player], card=CARD[card], empire=empire_word(target), n=len(force))
    fight(s, player, CAMPAIGN_WAR, target, force, card)


CHOICES: dict[int, Callable[[Board, Player, Card, Op], list[Action]]] = {
    INQUISITOR: inquisitor, COMMERCE: commerce, BEHEAD: behead, TAX: tax, REPRESS: repressible,
    VOTE: votes, SIEGE: siege, CORSAIR: corsair, CAMPAIGN: campaign,
}  # fmt: skip
EFFECTS: dict[int, Callable[[Board, Player, Card, tuple[int, ...], int], None]] = {
    INQUISITOR: move_bishop, COMMERCE: take_florin, BEHEAD: execute, TAX: levy_tax,
    REPRESS: repress_one, VOTE: vote, SIEGE: besiege, CORSAIR: sail, CAMPAIGN: march,
}  # fmt: skip

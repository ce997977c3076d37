"""Where cards, tokens and florins are, what has been done this turn, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Self

from takujo.core.frames import Frame
from takujo.core.state import Options, State
from takujo.core.texts import Card, Player
from takujo.core.zones import COUNT, PLACE, Layout, ZoneId, ZoneSpec, layout
from takujo.games.pax_renaissance.figures import Figures
from takujo.games.pax_renaissance.picture import picture
from takujo.games.pax_renaissance.pieces import (
    BISHOP,
    BORDERS,
    CARD_NAMES,
    CARDS,
    CATHOLIC,
    CITIES,
    CITIES_OF,
    CITY_EMPIRE,
    DISK,
    EMPIRES,
    EMPORIA,
    HELD,
    ISLAMIC,
    LEVIES,
    LOCATION,
    PAPAL_STATES,
    PARIS,
    PAWN,
    PIRATE,
    PRESTIGE,
    REGION,
    REGIONS,
    REPUBLICS,
    ROOK,
    SHOWN,
    SHOWN_BY_REPUBLIC,
    SQUARE_COUNT,
    SUPPLY,
    VENICE,
    VENICE_2,
    WITH_ABILITY,
    CardData,
    held_of,
)

NOBODY = -1

DECK_TOP, DECK_LOW, MARKET, THRONE = 0, 2, 4, 16  # by region, region, spot and empire
DISCARD, BOX, OUT = 26, 27, 28
HAND, TABLEAU, MAIDS, BURIED = 29, 30, 32, 33  # of player 0; five zones for each player
ZONES_EACH = 5
COLUMNS = 6

# What has been used this turn.
BOUGHT, PLAYED, SOLD, EAST_OPS, WEST_OPS, EAST_FAIR, WEST_FAIR, FREE_FAIR = range(8)

# How the match ended: by one of the four victories, else:
GOING_ON, PATRON_ENDING, RIVAL_WINS = 0, 5, 6


def owner_of(zone: ZoneId) -> Player:
    """Whose tableau a zone is; `NOBODY` for all other zones."""
    if zone < HAND:
        return NOBODY
    player, kind = divmod(zone - HAND, ZONES_EACH)
    return player if kind in (1, 2) else NOBODY


TABLEAU_OWNER = tuple(owner_of(z) for z in range(HAND + 4 * ZONES_EACH))


@cache
def table(players: int) -> Layout:
    """All zones and cards; cards that are left out of a match lie in `out`."""
    everybody, everyone = (2 << players) - 1, range(players)
    specs = [ZoneSpec(f"deck.{r}", 0) for r in REGIONS]
    specs += [ZoneSpec(f"deck_low.{r}", 0) for r in REGIONS]
    # What lies face down at a fair was face up before, but for the first two cards.
    specs += [
        ZoneSpec(f"market.{r}{column}", everybody if column else 0)
        for r in REGIONS for column in range(COLUMNS)
    ]  # fmt: skip
    specs += [ZoneSpec(f"throne.{e}", everybody) for e in EMPIRES]
    specs += [ZoneSpec("discard", everybody), ZoneSpec("box", 0, COUNT), ZoneSpec("out", everybody)]
    for p in everyone:
        specs += [
            ZoneSpec(f"hand.{p}", 1 << p, COUNT),
            ZoneSpec(f"east.{p}", everybody),
            ZoneSpec(f"west.{p}", everybody),
            ZoneSpec(f"old_maids.{p}", everybody),
            ZoneSpec(f"sold.{p}", 1 << p, PLACE),
        ]
    backs = [2 if card < SQUARE_COUNT else REGION[card] for card in range(len(CARDS))]
    return layout(players, specs, CARD_NAMES, backs)


class Board(State):
    """A position of Pax Renaissance.

    The cards of a tableau lie from left to right; a queen lies right behind her king, a vassal
    behind its suzerain. In the East the outermost place is the last, in the West the first.
    """

    __slots__ = (
        "acted",
        "active",
        "banks",
        "barred",
        "bishop",
        "city",
        "course",
        "ending",
        "faith",
        "figures",
        "first",
        "florins",
        "husband",
        "left",
        "number",
        "pawn",
        "pirate",
        "pot",
        "repressed",
        "republic",
        "sales",
        "staged",
        "suzerain",
        "turn",
        "used",
        "winner",
    )  # fmt: skip

    card_fields = ("bishop", "husband")
    own = (
        "active", "acted", "banks", "barred", "bishop", "city", "course", "ending", "faith",
        "first", "florins", "husband", "left", "number", "pawn", "pirate", "pot", "repressed",
        "republic", "sales", "staged", "suzerain", "turn", "used", "winner",
    )  # fmt: skip

    figures: Figures
    banks: tuple[int, ...]  # per player
    first: Player
    turn: Player  # whose turn it is
    number: int  # of the turn, from 1
    left: int  # normal actions left in this turn
    used: bytearray  # what has been used this turn: BOUGHT to FREE_FAIR
    barred: int  # mask of the market's spots on which a florin was placed this turn
    acted: int  # mask of the cards that have used an op this turn
    florins: list[int]  # per player
    pot: list[int]  # florins on each spot of the market: row * 6 + column
    city: bytearray  # per city: its token, DISK, or 0
    pawn: bytearray  # per border: its pawn's player + 1
    pirate: bytearray  # per border: its pirate's religion + 1
    repressed: bytearray  # per square, HELD counts of repressed tokens
    bishop: bytearray  # per card: its bishop's religion + 1
    husband: bytearray  # per queen: her king's empire + 1
    suzerain: bytearray  # per square: its suzerain's empire + 1
    republic: bytearray  # per square: does it show its Republic side?
    faith: bytearray  # per empire: 0, or the religion of the theocracy + 1
    active: int  # mask of the active victory squares
    staged: tuple[int, ...]  # tokens on the name of an empire, about to fight
    sales: tuple[tuple[int, ...], ...]  # what a card sold face down may be: player, then cards
    winner: Player
    ending: int
    course: tuple[int, ...]  # the rival's: what it is after, from which measure, and what it met

    def __init__(self, players: int, options: Options, played_by: Figures) -> None:
        super().__init__(table(players), options)
        self.figures = played_by
        self.banks = tuple(range(players))
        self.first = self.turn = 0
        self.number = self.left = self.barred = self.acted = self.active = self.ending = 0
        self.used = bytearray(8)
        self.florins = [0] * players
        self.pot = [0] * (2 * COLUMNS)
        self.city = bytearray(len(CITIES))
        self.pawn = bytearray(len(BORDERS))
        self.pirate = bytearray(len(BORDERS))
        self.repressed = bytearray(HELD * SQUARE_COUNT)
        self.bishop = bytearray(len(CARDS))
        self.husband = bytearray(len(CARDS))
        self.suzerain = bytearray(SQUARE_COUNT)
        self.republic = bytearray(SQUARE_COUNT)
        self.faith = bytearray(SQUARE_COUNT)
        self.staged = ()
        self.sales = ()
        self.course = ()
        self.winner = NOBODY

    def copy_own(self, t: Self) -> None:
        t.figures = self.figures
        t.banks = self.banks
        t.first = self.first
        t.turn = self.turn
        t.number = self.number
        t.left = self.left
        t.used = self.used[:]
        t.barred = self.barred
        t.acted = self.acted
        t.florins = self.florins[:]
        t.pot = self.pot[:]
        t.city = self.city[:]
        t.pawn = self.pawn[:]
        t.pirate = self.pirate[:]
        t.repressed = self.repressed[:]
        t.bishop = self.bishop[:]
        t.husband = self.husband[:]
        t.suzerain = self.suzerain[:]
        t.republic = self.republic[:]
        t.faith = self.faith[:]
        t.active = self.active
        t.staged = self.staged
        t.sales = self.sales
        t.winner = self.winner
        t.ending = self.ending
        t.course = self.course

    def then(self, *frames: Frame[Any]) -> None:
        stands_in = self.figures.stands_in
        if stands_in is None:
            super().then(*frames)
        else:
            super().then(*(stands_in(f) for f in frames))

    def __str__(self) -> str:
        return picture(self)

    # --- zones ---------------------------------------------------------------------------------

    def hand(self, player: Player) -> tuple[Card, ...]:
        """The cards in a player's hand."""
        return self.zones[HAND + ZONES_EACH * player]

    def tableau(self, player: Player, side: int) -> tuple[Card, ...]:
        """One side of a player's tableau, from left to right."""
        return self.zones[TABLEAU + ZONES_EACH * player + side]

    def whole_tableau(self, player: Player) -> tuple[Card, ...]:
        """Both sides of a player's tableau."""
        at = TABLEAU + ZONES_EACH * player
        return self.zones[at] + self.zones[at + 1]

    def old_maids(self, player: Player) -> tuple[Card, ...]:
        """The queens that nobody married."""
        return self.zones[MAIDS + ZONES_EACH * player]

    def owner(self, card: Card) -> Player:
        """In whose tableau a card lies; `NOBODY` when it lies in none."""
        return TABLEAU_OWNER[self.where[card]]

    def in_throne(self, card: Card) -> bool:
        """Does this square or queen lie in a throne?"""
        return THRONE <= self.where[card] < THRONE + SQUARE_COUNT

    def side_of(self, card: Card) -> int:
        """The side of a tableau in which a card lies."""
        return (self.where[card] - TABLEAU) % ZONES_EACH

    def clockwise(self, start: Player) -> list[Player]:
        """All players in turn order from `start` on."""
        n = self.layout.players
        return [(start + i) % n for i in range(n)]

    def deck_size(self, region: int) -> int:
        """How many cards a deck holds."""
        return len(self.zones[DECK_TOP + region]) + len(self.zones[DECK_LOW + region])

    # --- squares, queens, vassals --------------------------------------------------------------

    def printed(self, card: Card) -> CardData:
        """What a card shows: a square the side that is up."""
        if card < SQUARE_COUNT and self.republic[card]:
            return REPUBLICS[card]
        return CARDS[card]

    def queens_of(self, square: Card) -> list[Card]:
        """The queens married to a king."""
        found = []
        queen = self.husband.find(square + 1)
        while queen >= 0:
            found.append(queen)
            queen = self.husband.find(square + 1, queen + 1)
        return found

    def vassals_of(self, square: Card) -> list[Card]:
        """The vassals of a suzerain."""
        return [v for v in range(SQUARE_COUNT) if self.suzerain[v] == square + 1]

    def base_of(self, card: Card) -> Card:
        """The card at whose place of the row this one lies: its king's, its suzerain's, its own."""
        if card >= SQUARE_COUNT:
            if not self.husband[card]:
                return card
            card = self.husband[card] - 1
        return self.suzerain[card] - 1 if self.suzerain[card] else card

    def places(self, zone: ZoneId) -> list[list[Card]]:
        """The places of a row from left to right, each with all cards that lie there."""
        rows: list[list[Card]] = []
        for card in self.zones[zone]:
            if rows and self.base_of(card) == rows[-1][0]:
                rows[-1].append(card)
            else:
                rows.append([card])
        return rows

    def location(self, card: Card) -> int:
        """The empires in which a card acts, as a mask; a crowned queen acts in her king's."""
        if self.husband[card]:
            return 1 << (self.husband[card] - 1)
        return LOCATION[card]

    def placed(self) -> Iterator[Card]:
        """All cards in tableaux and thrones."""
        for player in range(self.layout.players):
            yield from self.whole_tableau(player)
        for throne in self.zones[THRONE : THRONE + SQUARE_COUNT]:
            yield from throne

    def repressed_on(self, square: Card) -> bytearray:
        """The counts of tokens repressed on a square."""
        return self.repressed[HELD * square : HELD * square + HELD]

    # --- silence, abilities, prestige ----------------------------------------------------------

    def silenced(self, card: Card) -> bool:
        """Does a bishop silence this card of a tableau? One on a king or a queen silences both."""
        square = self.husband[card] - 1 if self.husband[card] else card
        struck = self.bishop[square]
        if not struck and square < SQUARE_COUNT:
            struck = any(self.bishop[queen] for queen in self.queens_of(square))
        return bool(struck) and not self.immune(self.owner(card))

    def immune(self, player: Player) -> bool:
        """Does a card of this player keep bishops from silencing?"""
        return any(self.owner(card) == player for card in WITH_ABILITY["silence_immunity"])

    def abilities(self, ability: str, player: Player = NOBODY) -> int:
        """How many unsilenced copies of an ability a player has; of all players by default."""
        n = 0
        for card in WITH_ABILITY[ability]:
            owner = TABLEAU_OWNER[self.where[card]]
            if owner >= 0 and (player < 0 or owner == player) and not self.silenced(card):
                n += 1
        return n

    def prestige(self, player: Player) -> list[int]:
        """A player's prestige of each of the six kinds, old maids included."""
        total = 0
        for card in (*self.whole_tableau(player), *self.old_maids(player)):
            if card < SQUARE_COUNT and self.republic[card]:
                total += SHOWN_BY_REPUBLIC[card]
            else:
                total += SHOWN[card]
        return list(total.to_bytes(len(PRESTIGE), "little"))

    def unlimited_hand(self, player: Player) -> bool:
        """May this player hold any number of cards?"""
        return self.abilities("hand_unlimited", player) > 0

    # --- tokens --------------------------------------------------------------------------------

    def supply(self, token: int) -> int:
        """How many tokens of a kind are left in the supply, or in their player's reserve."""
        n = SUPPLY[token]
        if token >= BISHOP:
            return n - self.bishop.count(token - BISHOP + 1)
        if self.figures.stage_tokens:
            n -= self.staged.count(token)
        if PIRATE <= token < PAWN:
            return n - self.pirate.count(token - PIRATE + 1)
        if token >= PAWN:
            n -= self.pawn.count(token - PAWN + 1)
        else:
            n -= self.city.count(token)
        return n - sum(self.repressed[held_of(token) :: HELD])

    def cities(self, empire: int) -> tuple[int, ...]:
        """The city slots of an empire; Venice may have a second one."""
        if empire == PAPAL_STATES and self.two_slots_in_venice():
            return (VENICE, VENICE_2)
        return CITIES_OF[empire]

    def two_slots_in_venice(self) -> bool:
        """Has Venice room for two tokens? Only while its icon is a Catholic knight."""
        faith = self.faith[PAPAL_STATES]
        return faith in (0, 1) and self.abilities("venice_two_slots") > 0

    def empty_cities(self, empire: int) -> list[int]:
        """The city slots of an empire without token and disk."""
        return [c for c in self.cities(empire) if not self.city[c]]

    def levy(self, city: int) -> int:
        """The token that a levy puts into a city, by the state of its empire."""
        state = self.faith[CITY_EMPIRE[city]]
        if city == PARIS and state == ISLAMIC + 1 and self.figures.catholic_rook_in_islamic_paris:
            return ROOK + CATHOLIC
        return LEVIES[city][state]

    def open_emporium(self, region: int) -> int:
        """The emporium of the East or the West fair that no disk covers."""
        return next(c for c in EMPORIA[region] if self.city[c] != DISK)

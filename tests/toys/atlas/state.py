"""Where the cards, agents, bishops and florins of Atlas are."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Self

from takujo.core.state import Options, State
from takujo.core.texts import Card, Player, Who
from takujo.core.zones import COUNT, PIECE, PLACE, Layout, ZoneSpec, layout

PIECES: dict[str, Any] = tomllib.loads(
    files(__package__).joinpath("pieces.toml").read_text(encoding="utf-8")
)
KINDS = ("king", "queen", "abbot", "marshal", "captain", "merchant")
KING, QUEEN, ABBOT, MARSHAL, CAPTAIN, MERCHANT = range(6)
FACES = tuple(card["id"] for card in PIECES["cards"] for _ in range(card["n"]))
COMET = len(FACES) - 1
COURTIERS = COMET  # how many other cards there are, with smaller numbers

TABLE, TOKENS = PIECES["table"], PIECES["tokens"]
GOALS = ("crowns", "roads")
ENOUGH: dict[str, int] = {goal: PIECES["victory"][goal] for goal in GOALS}
SLOTS: int = TABLE["market"]

CITIES: tuple[str, ...] = tuple(PIECES["map"]["cities"])
BORDERS: tuple[str, ...] = tuple(PIECES["map"]["borders"])
STRAITS: tuple[str, ...] = tuple(PIECES["map"]["straits"])
EDGES = BORDERS + STRAITS
PLACES = CITIES + EDGES
FAIRS = ("land", "sea")

Place = int  # an index of PLACES

# Zones: the two parts of the deck, the market, the fairs; then courts, one for each player.
TOP, LOW, BOX, DISCARD, SKY, SLOT = 0, 1, 2, 3, 4, 5
FAIR = SLOT + SLOTS
COURT = FAIR + len(FAIRS)


def ends(edge: Place) -> tuple[Place, Place]:
    """The two cities that an edge joins."""
    a, b = PLACES[edge].split("-")
    return CITIES.index(a), CITIES.index(b)


EDGE_PLACES = tuple(range(len(CITIES), len(PLACES)))
ENDS = {edge: ends(edge) for edge in EDGE_PLACES}
BETWEEN = {pair: edge for edge, (a, b) in ENDS.items() for pair in ((a, b), (b, a))}


def is_sea(edge: Place) -> bool:
    """Is this edge a strait?"""
    return PLACES[edge] in STRAITS


def table(players: int) -> Layout:
    """The zones and cards for so many players, house players included."""
    everybody = (2 << players) - 1
    specs = [
        ZoneSpec("top", 0, PLACE),
        ZoneSpec("low", 0, PLACE),
        ZoneSpec("box", 0, COUNT),
        ZoneSpec("discard", everybody, PLACE),
        ZoneSpec("sky", everybody, PLACE),
        *(ZoneSpec(f"slot.{i}", everybody, PIECE) for i in range(SLOTS)),
        *(ZoneSpec(f"fair.{fair}", 0, PLACE) for fair in FAIRS),
        *(ZoneSpec(f"court.{p}", everybody, PLACE) for p in range(players)),
    ]
    return layout(players, specs, FACES)


class AtlasState(State):
    """Who stands where, and what lies upon the cards."""

    __slots__ = (
        "agents", "bank", "bishops", "bought", "florins", "goal", "purses", "queens", "seats",
        "victor",
    )  # fmt: skip

    own = ("agents", "bank", "bishops", "bought", "florins", "goal", "purses", "queens", "victor")
    card_fields = ("florins",)  # they lie on face-down cards too

    seats: int  # players with a seat; a rival comes after them
    agents: bytearray  # per place: 0, or the player whose agent stands there, counted from 1
    bank: int
    bishops: bytearray  # per card: does a bishop lie upon it?
    bought: bool  # has a card of the market been bought in this turn?
    florins: bytearray  # per card: those upon it
    goal: str  # by which victory `victor` has won
    purses: list[int]
    queens: bytearray  # per king: 0, or the number of the queen under it, counted from 1
    victor: int  # 0, or who has declared a victory, counted from 1

    def __init__(self, seats: int, rival: bool, options: Options) -> None:
        players = seats + rival
        super().__init__(table(players), options)
        self.seats = seats
        self.agents = bytearray(len(PLACES))
        self.bishops = bytearray(len(FACES))
        self.bought = False
        self.florins = bytearray(len(FACES))
        self.goal = ""
        self.purses = [TOKENS["start"]] * players
        self.bank = TOKENS["florins"] - sum(self.purses)
        self.queens = bytearray(len(FACES))
        self.victor = 0

    def copy_own(self, t: Self) -> None:
        t.seats = self.seats
        t.agents = self.agents[:]
        t.bank = self.bank
        t.bishops = self.bishops[:]
        t.bought = self.bought
        t.florins = self.florins[:]
        t.goal = self.goal
        t.purses = self.purses[:]
        t.queens = self.queens[:]
        t.victor = self.victor

    # --- looking -------------------------------------------------------------------------------

    def kind(self, card: Card) -> int:
        """What a courtier is, an index of KINDS."""
        return KINDS.index(self.layout.faces[card])

    def court(self, player: Player) -> tuple[Card, ...]:
        """A player's courtiers, queens under kings included."""
        return self.zones[COURT + player]

    def courtiers(self) -> list[Card]:
        """All cards in all courts."""
        return [card for p in range(self.players) for card in self.court(p)]

    def owner(self, card: Card) -> Player:
        """In whose court a card lies."""
        return self.where[card] - COURT

    def king_of(self, queen: Card) -> Card | None:
        """The king who lies upon this queen."""
        king = self.queens.find(queen + 1)
        return king if king >= 0 else None

    def slot(self, i: int) -> Card | None:
        """The card at a place of the market."""
        cards = self.zones[SLOT + i]
        return cards[0] if cards else None

    def price(self, i: int) -> int:
        """A florin for every card that is cheaper."""
        return sum(self.slot(j) is not None for j in range(i))

    def supply(self, player: Player) -> int:
        """Agents that stand nowhere."""
        free: int = TOKENS["agents"] - self.agents.count(player + 1)
        return free

    def bishops_left(self) -> int:
        """Bishops that lie nowhere."""
        left: int = TOKENS["bishops"] - sum(self.bishops)
        return left

    def crowns(self, player: Player) -> int:
        """Kings who are not silenced; with a queen they count twice."""
        kings = (c for c in self.court(player) if self.kind(c) == KING and not self.bishops[c])
        return sum(1 + bool(self.queens[king]) for king in kings)

    def roads(self, player: Player) -> int:
        """Agents on borders and straits."""
        return sum(self.agents[edge] == player + 1 for edge in EDGE_PLACES)

    def reaches(self, goal: str, player: Player) -> bool:
        """Has the comet been seen, and is this player far enough and ahead of all others?"""
        figure = self.crowns if goal == "crowns" else self.roads
        mine = figure(player)
        others = (figure(p) for p in range(self.players) if p != player)
        return bool(self.zones[SKY]) and mine >= ENOUGH[goal] and all(mine > n for n in others)

    # --- moving --------------------------------------------------------------------------------

    def gain(self, player: Player, n: int) -> None:
        """Florins from the bank, as far as they last."""
        n = min(n, self.bank)
        self.bank -= n
        self.purses[player] += n
        if n:
            self.emit("gained", who=Who(player), n=n)

    def take_florins(self, player: Player, card: Card) -> None:
        """What lies upon a card goes to a player."""
        self.purses[player] += self.florins[card]
        self.florins[card] = 0

    def dismiss(self, card: Card) -> None:
        """A card leaves the market or a court, with what lies upon it and under it."""
        self.bank += self.florins[card]
        self.florins[card] = self.bishops[card] = 0
        king = self.king_of(card)
        if king is not None:
            self.queens[king] = 0
        queen, self.queens[card] = self.queens[card], 0
        self.move(card, DISCARD)
        if queen:
            self.dismiss(queen - 1)

"""Cards, the trick on the table, calls and points, and the figures that a match is played by."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Self

from takujo.core.state import Options, State
from takujo.core.texts import Card, Player
from takujo.core.zones import COUNT, PLACE, Layout, ZoneId, ZoneSpec, layout

PLAYERS = 4
SIDES = ((0, 2), (1, 3))


@cache
def pieces() -> Mapping[str, Any]:
    """What `pieces.toml` says."""
    return tomllib.loads((files(__package__) / "pieces.toml").read_text("utf-8"))


SUITS: tuple[str, ...] = tuple(pieces()["deck"]["suits"])
LETTERS: tuple[str, ...] = tuple(pieces()["deck"]["letters"])
LABELS: tuple[str, ...] = tuple(pieces()["deck"]["ranks"])
LOWEST, HIGHEST = 2, 14  # ranks of suit cards; the ace is high, never low

# Cards are numbered by rank, so that cards in rising order are in rising rank: the Mah Jong, the
# Dog, the suit cards from the twos to the aces, the Phoenix, the Dragon.
MAH_JONG: Card = 0
DOG: Card = 1
FIRST: Card = 2
PHOENIX: Card = 54
DRAGON: Card = 55
CARDS = 56

FACES = (
    "mahjong",
    "dog",
    *(f"{suit}{label}" for label in LABELS for suit in SUITS),
    "phoenix",
    "dragon",
)
WORDS = ("MA", "DG", *(f"{suit}{label}" for label in LABELS for suit in LETTERS), "PH", "DR")

# The rank of every card; the Mah Jong is a 1, the Dog, the Phoenix and the Dragon have none.
RANKS = (1, 0, *(2 + i // 4 for i in range(52)), 0, 0)

DECK: ZoneId = 0
HAND: ZoneId = 1
GIFT: ZoneId = 5
WON: ZoneId = 9
TRICK: ZoneId = 13
ASIDE: ZoneId = 14

NO_CALL, TICHU, GRAND_TICHU = 0, 1, 2
GRACE, ASK, OFF = "grace", "ask", "off"


@dataclass(frozen=True, slots=True)
class Figures:
    """The numbers of `pieces.toml` and the table's options: what one match is played by."""

    points: tuple[int, ...]  # per card
    bonus: tuple[int, int, int]  # per call: none, Tichu, Grand Tichu
    double_victory: int
    first_deal: int
    hand: int
    gifts: int
    target: int
    rounds: int  # 0: not fixed, the target ends the match
    grand_tichu: bool
    in_turn: bool  # Grand Tichu is decided one after another
    bombs: str  # out of turn: GRACE, ASK or OFF


def figures(options: Options) -> Figures:
    """The figures of a match with these options."""
    p = pieces()
    worth = p["points"]
    points = [worth["phoenix"] if c == PHOENIX else 0 for c in range(CARDS)]
    points[DRAGON] = worth["dragon"]
    for card in range(FIRST, PHOENIX):
        points[card] = worth.get(LABELS[RANKS[card] - LOWEST], 0)
    return Figures(
        points=tuple(points),
        bonus=(0, p["bonus"]["tichu"], p["bonus"]["grand_tichu"]),
        double_victory=p["bonus"]["double_victory"],
        first_deal=p["deal"]["first"],
        hand=p["deal"]["hand"],
        gifts=p["deal"]["gifts"],
        target=options["target"],
        rounds=options["rounds"],
        grand_tichu=options["grand_tichu"],
        in_turn=options["grand_mode"] == "sequential",
        bombs=options["bombs_out_of_turn"],
    )


@cache
def table() -> Layout:
    """Gifts lie before their giver, who knows them, until all are laid down."""
    everybody, players = (2 << PLAYERS) - 1, range(PLAYERS)
    return layout(
        PLAYERS,
        [
            ZoneSpec("deck", 0, COUNT),
            *(ZoneSpec(f"hand.{p}", 1 << p, COUNT) for p in players),
            *(ZoneSpec(f"gift.{p}", 1 << p, PLACE) for p in players),
            *(ZoneSpec(f"won.{p}", everybody, COUNT) for p in players),
            ZoneSpec("trick", everybody, PLACE),
            ZoneSpec("aside", everybody, PLACE),
        ],
        FACES,
    )


def side_of(player: Player) -> int:
    """Which of the two teams a player belongs to."""
    return player & 1


def partner_of(player: Player) -> Player:
    """Who sits opposite."""
    return (player + 2) % PLAYERS


class Round(State):
    """A position of Tichu.

    `top` is the play to beat: kind, number of cards, strength (twice the rank, so that the half
    ranks of the Phoenix are whole) and its player; `()` when there is none.
    """

    __slots__ = ("calls", "figures", "first", "last", "number", "out", "past", "plays", "series",
                 "top", "totals", "wish")  # fmt: skip

    own = ("calls", "first", "last", "number", "out", "past", "plays", "series", "top", "totals",
           "wish")  # fmt: skip

    figures: Figures
    calls: bytearray  # per player: NO_CALL, TICHU or GRAND_TICHU
    first: Player  # who went out first in the round before
    last: tuple[tuple[int, ...], ...]  # the plays of the trick before: who played, then the cards
    number: int  # of the round, from 1
    out: tuple[Player, ...]  # who has no cards left, in order
    past: tuple[tuple[int, ...], ...]  # per round: four calls, who was out first, double victory?
    plays: tuple[tuple[Player, int], ...]  # of this trick: who played, and how many cards
    series: tuple[tuple[int, ...], ...]  # per round: the totals after it, one per player
    top: tuple[int, ...]
    totals: list[int]  # per team
    wish: int  # the rank that the Mah Jong wished; 0: none

    def __init__(self, options: Options, played_by: Figures) -> None:
        super().__init__(table(), options)
        self.figures = played_by
        self.calls = bytearray(PLAYERS)
        self.first = 0
        self.last = ()
        self.number = 0
        self.out = ()
        self.past = ()
        self.plays = ()
        self.series = ()
        self.top = ()
        self.totals = [0, 0]
        self.wish = 0

    def copy_own(self, t: Self) -> None:
        t.figures = self.figures
        t.calls = self.calls[:]
        t.first = self.first
        t.last = self.last
        t.number = self.number
        t.out = self.out
        t.past = self.past
        t.plays = self.plays
        t.series = self.series
        t.top = self.top
        t.totals = self.totals[:]
        t.wish = self.wish

    def hand(self, player: Player) -> tuple[Card, ...]:
        """A player's hand, in rising order."""
        return self.zones[HAND + player]

    def worth(self, cards: Iterable[Card]) -> int:
        """The points of these cards."""
        points = self.figures.points
        return sum(points[c] for c in cards)

    @property
    def double_victory(self) -> bool:
        """Are the first two players out partners? (G2a)"""
        return len(self.out) == 2 and side_of(self.out[0]) == side_of(self.out[1])

    @property
    def is_over(self) -> bool:
        """Is the round over: a double victory, or three players out? (G2)"""
        return len(self.out) > 2 or self.double_victory

    def next_in(self, player: Player) -> Player:
        """This player if he has cards, else the next in order who has."""
        while not self.zones[HAND + player]:
            player = (player + 1) % PLAYERS
        return player


def by_player(points: Iterable[int]) -> tuple[int, ...]:
    """A figure per team, told for each player."""
    per_side = tuple(points)
    return tuple(per_side[side_of(p)] for p in range(PLAYERS))

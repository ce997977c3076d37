"""The queue, its stacks and the cursor; influence; and the figures that a match is played by."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from itertools import accumulate
from typing import Any, Self

from takujo.core.state import Options, State
from takujo.core.texts import Card, Player
from takujo.core.zones import COUNT, PIECE, PLACE, Layout, ZoneId, ZoneSpec, layout

# A card is numbered family * 10 + kind; the families are the players.
KINDS = 10
ARCHER, SOLDIER, SPY, HEIR, LORD = 0, 1, 2, 3, 4
SHAPESHIFTER, ASSASSINATION, ROYAL_DECREE, AMBUSH, CONSPIRACY = 5, 6, 7, 8, 9
NAMES = (
    "archer", "soldier", "spy", "heir", "lord",
    "shapeshifter", "assassination", "royal_decree", "ambush", "conspiracy",
)  # fmt: skip
INTRIGUE = ASSASSINATION  # this kind and the following are intrigue cards, discarded after use

NONE = -1  # no card is applied
NOWHERE = -1  # the cursor outside the resolution phase

QUEUE: ZoneId = 0


@dataclass(frozen=True, slots=True)
class Figures:
    """The numbers of `pieces.toml` and the table's options: what one match is played by."""

    removed_cards: int
    hand: int
    start_influence: int
    rounds: int
    kept_hidden: int
    elimination: int
    spy_steals: int
    heir_gains: int
    lord_gains: int
    lord_gains_per_card: int
    ambush_eliminated: int
    ambush_revealed: int
    conspiracy_factor: int
    must_apply: bool = False
    decree_onto_own_card: bool = False
    own_attacker_leaves: bool = True
    any_heir_blocks_a_copy: bool = False
    lord_counts_covered: bool = True


@cache
def pieces() -> Mapping[str, Any]:
    """What `pieces.toml` says."""
    return tomllib.loads((files(__package__) / "pieces.toml").read_text("utf-8"))


def figures(options: Options) -> Figures:
    """The figures of a match with these options."""
    numbers = {name: entry["value"] for name, entry in pieces()["figures"].items()}
    known = {f.name for f in fields(Figures)}
    if not numbers.keys() <= known:
        raise ValueError(f"pieces.toml has unknown figures: {sorted(numbers.keys() - known)}")
    return Figures(
        **numbers,
        must_apply=options["face_up_activation"] == "mandatory",
        decree_onto_own_card=options["royal_decree_onto_own_card"],
        own_attacker_leaves=options["own_attacker_discarded_by_ambush"],
        any_heir_blocks_a_copy=options["copied_heir"] == "any_heir",
        lord_counts_covered=options["lord_counts_covered"],
    )


@cache
def table(players: int) -> Layout:
    """The queue, then each player's hand, removed cards and discard area."""
    everybody, everyone = (2 << players) - 1, range(players)
    specs = [ZoneSpec("queue", 0, PIECE)]
    specs += [ZoneSpec(f"hand.{p}", 1 << p, COUNT) for p in everyone]
    specs += [ZoneSpec(f"removed.{p}", 1 << p, COUNT) for p in everyone]
    specs += [ZoneSpec(f"discard.{p}", everybody, PLACE) for p in everyone]
    families = [p for p in everyone for _ in range(KINDS)]
    return layout(players, specs, NAMES * players, families, families)


class Court(State):
    """A position of Oriflamme. Stacks and gaps count from 0 at the head of the queue.

    The queue is one list of cards, the bottom card of a stack first; `heights` parts it into
    stacks. The cursor keeps pointing to the same stack when others come and go (ruling 10d).
    """

    __slots__ = (
        "active", "cursor", "figures", "first", "heights", "influence",
        "round", "series", "tokens", "touched", "up",
    )  # fmt: skip

    card_fields = ("tokens", "up")
    own = (
        "heights", "tokens", "up", "influence", "first", "round", "cursor", "active", "touched",
        "series",
    )  # fmt: skip

    figures: Figures
    heights: tuple[int, ...]  # cards per stack
    tokens: bytearray  # per card: the influence lying on it
    up: bytearray  # per card: is it face up in the queue?
    influence: list[int]  # per player
    first: Player  # holds the first player tile
    round: int  # from 1; 0 during setup
    cursor: int  # the stack that is resolved
    active: Card  # the face-up card that is applied now; it may have left the queue
    touched: int  # stamp of the card that the last move concerned
    series: tuple[tuple[int, ...], ...]  # influence at the start and after each round

    def __init__(self, players: int, options: Options, played_by: Figures) -> None:
        super().__init__(table(players), options)
        cards = players * KINDS
        self.figures = played_by
        self.heights = ()
        self.tokens = bytearray(cards)
        self.up = bytearray(cards)
        self.influence = [played_by.start_influence] * players
        self.first = 0
        self.round = 0
        self.cursor = NOWHERE
        self.active = NONE
        self.touched = 0
        self.series = (tuple(self.influence),)

    def copy_own(self, t: Self) -> None:
        t.figures = self.figures
        t.heights = self.heights
        t.tokens = self.tokens[:]
        t.up = self.up[:]
        t.influence = self.influence[:]
        t.first = self.first
        t.round = self.round
        t.cursor = self.cursor
        t.active = self.active
        t.touched = self.touched
        t.series = self.series

    # --- zones and stacks ----------------------------------------------------------------------

    def hand(self, player: Player) -> ZoneId:
        """The zone of a player's hand."""
        return 1 + player

    def removed(self, player: Player) -> ZoneId:
        """The zone of a player's removed cards."""
        return 1 + self.layout.players + player

    def discard_area(self, player: Player) -> ZoneId:
        """The zone of a player's discarded cards."""
        return 1 + 2 * self.layout.players + player

    def clockwise(self, start: Player) -> list[Player]:
        """All players in turn order from `start` on; the next player sits to the left."""
        n = self.layout.players
        return [(start + i) % n for i in range(n)]

    def top(self, stack: int) -> Card:
        """The card on top of a stack."""
        return self.zones[QUEUE][sum(self.heights[: stack + 1]) - 1]

    def tops(self) -> list[Card]:
        """The top card of every stack, from head to tail."""
        queue = self.zones[QUEUE]
        return [queue[end - 1] for end in accumulate(self.heights)]

    def stack_of(self, card: Card) -> int:
        """The stack in which a card of the queue lies."""
        place = self.zones[QUEUE].index(card)
        for stack, end in enumerate(accumulate(self.heights)):
            if place < end:
                return stack
        raise AssertionError("heights and queue differ")

    def neighbours(self, stack: int) -> tuple[int, ...]:
        """The stacks beside a stack: one at each end of the queue, else two."""
        last = len(self.heights) - 1
        if 0 < stack < last:
            return (stack - 1, stack + 1)
        if stack > 0:
            return (stack - 1,)
        return (1,) if last > 0 else ()

    def in_queue(self, player: Player) -> int:
        """How many cards of a player lie in the queue, covered ones included."""
        low = player * KINDS
        return sum(low <= card < low + KINDS for card in self.zones[QUEUE])

    # --- cards come and go ---------------------------------------------------------------------

    def insert(self, card: Card, gap: int) -> None:
        """Lay a card into a gap as a stack of its own; gap g lies before stack g."""
        heights = self.heights
        self.move(card, QUEUE, sum(heights[:gap]))
        self.heights = (*heights[:gap], 1, *heights[gap:])
        if gap <= self.cursor:
            self.cursor += 1
        self.touched = self.stamp[card]

    def cover(self, card: Card, stack: int) -> None:
        """Lay a card on top of a stack."""
        heights = self.heights
        self.move(card, QUEUE, sum(heights[: stack + 1]))
        self.heights = (*heights[:stack], heights[stack] + 1, *heights[stack + 1 :])
        self.touched = self.stamp[card]

    def take_from(self, stack: int) -> bool:
        """Count one card less in a stack; is the stack gone with it?

        The card itself still has to be moved, by `insert`, `cover` or `discard`.
        """
        heights = self.heights
        if heights[stack] > 1:
            self.heights = (*heights[:stack], heights[stack] - 1, *heights[stack + 1 :])
            return False
        self.heights = heights[:stack] + heights[stack + 1 :]
        if stack < self.cursor:
            self.cursor -= 1
        return True

    def discard(self, card: Card) -> None:
        """A card of the queue goes to its owner's discard area, its tokens to the supply."""
        self.take_from(self.stack_of(card))
        self.tokens[card] = 0
        self.up[card] = 0
        self.move(card, self.discard_area(card // KINDS))

    def turn_up(self, card: Card) -> None:
        """Turn a card of the queue face up: everybody sees it."""
        self.up[card] = 1
        self.reveal(card)
        self.touched = self.stamp[card]

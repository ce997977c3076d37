"""Zones, and the verbs that keep track of who knows which card lies where.

`seen[card]` holds one bit per player and one for the onlooker: *this viewer knows that this card
is here*. Only the verbs write it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from takujo.core.events import Mask, Step
from takujo.core.texts import Card, Player
from takujo.core.views import Piece

ZoneId: TypeAlias = int

# How a hidden piece of a zone can be followed: by eye wherever it goes, by its public position, or
# not at all (only how many there are).
PIECE, PLACE, COUNT = 0, 1, 2


# Half the cost of `Step(...)`, whose own `__new__` is a Python function: a step per move.
_step = tuple.__new__


class ZoneSpec(NamedTuple):
    """A zone: who sees what enters it, and how its hidden pieces can be followed."""

    name: str
    sees: Mask
    follow: int = PLACE


class Layout(NamedTuple):
    """What never changes during a match: zones, and for each card its faces and its back."""

    players: int
    specs: tuple[ZoneSpec, ...]
    faces: tuple[str, ...] = ()  # per card: the name of its face
    backs: tuple[int, ...] = ()  # per card: cards with the same back cannot be told apart
    seats: tuple[Player | None, ...] = ()  # per card: whose colours; the same for equal backs

    @property
    def all(self) -> Mask:
        """Every player and the onlooker."""
        return (2 << self.players) - 1

    def bit(self, viewer: Player | None) -> Mask:
        """The viewer's bit; `None` is the onlooker."""
        return 1 << (self.players if viewer is None else viewer)

    def zone(self, name: str) -> ZoneId:
        """The number of the zone with this name."""
        for i, spec in enumerate(self.specs):
            if spec.name == name:
                return i
        raise KeyError(f"no zone {name!r}; there are {', '.join(z.name for z in self.specs)}")


def layout(
    players: int,
    specs: Sequence[ZoneSpec],
    faces: Sequence[str] = (),
    backs: Sequence[int] | None = None,
    seats: Sequence[Player | None] | None = None,
) -> Layout:
    """Make a layout; by default all cards have one back and belong to nobody.

    Raises ValueError for more than 7 players (house players included), 256 zones, or for lists
    that do not go with the faces: masks and zones are kept in one byte per card.
    """
    n = len(faces)
    if not 1 <= players <= 7 or len(specs) > 256:
        raise ValueError(f"expected 1-7 players and up to 256 zones, not {players}, {len(specs)}")
    if any(given is not None and len(given) != n for given in (backs, seats)):
        raise ValueError(f"a layout of {n} faces has as many backs and seats")
    names = [spec.name for spec in specs]
    if len(set(names)) != len(names):
        raise ValueError(f"two zones have the same name: {', '.join(names)}")
    if seats is not None and len(set(zip(backs or (0,) * n, seats, strict=True))) > len(
        set(backs or (0,))
    ):
        raise ValueError("cards with the same back wear the same colours: a seat shows on the back")
    return Layout(
        players,
        tuple(specs),
        tuple(faces),
        tuple(backs) if backs is not None else (0,) * n,
        tuple(seats) if seats is not None else (None,) * n,
    )


class Cards:
    """The cards on the table: zones are tuples that are replaced, never mutated."""

    __slots__ = (
        "epoch", "layout", "next_stamp", "seen", "silent", "stamp", "trail", "where", "zones",
    )  # fmt: skip

    layout: Layout
    zones: list[tuple[Card, ...]]
    where: bytearray  # per card: its zone
    seen: bytearray  # per card: who knows that it is here
    stamp: array[int]  # per card: its name while it can be followed by eye, else 0
    next_stamp: int
    epoch: int  # grows when anybody learns something, and by `commit`
    trail: list[Step]  # what moved since the last look; not part of the position
    silent: bool  # nobody looks: neither trail nor events are kept (simulation, search)

    def lay(self, zone: ZoneId, cards: Sequence[Card]) -> None:
        """Put cards into a zone at setup; who sees the zone knows them."""
        spec = self.layout.specs[zone]
        self.zones[zone] = tuple(sorted(cards)) if spec.follow == COUNT else tuple(cards)
        for card in self.zones[zone]:
            self.where[card] = zone
            self.seen[card] = spec.sees
            if spec.follow == PIECE:
                self._stamp(card)

    def _stamp(self, card: Card) -> None:
        self.next_stamp += 1
        self.stamp[card] = self.next_stamp

    def move(self, card: Card, to: ZoneId, at: int | None = None) -> None:
        """Move a card to position `at` (default: the end) of a zone.

        Who sees the new zone learns the card. Whoever sees neither end cannot tell which card left
        a zone that is followed by count, and forgets every card that he knew there.
        """
        specs, zones, seen = self.layout.specs, self.zones, self.seen
        origin = self.where[card]
        _, sees_origin, origin_follow = specs[origin]
        _, sees_target, target_follow = specs[to]
        cards = zones[origin]
        place = cards.index(card)
        stamp, known = self.stamp[card], seen[card]
        before = (origin, place, stamp, known)
        zones[origin] = cards[:place] + cards[place + 1 :]
        if origin_follow == COUNT:
            kept = sees_origin | sees_target
            for other in cards:
                seen[other] &= kept
            known &= kept
        if sees_target & ~known:
            self.epoch += 1
            known |= sees_target
            seen[card] = known
        cards = zones[to]
        if target_follow == COUNT:
            at = bisect_left(cards, card)
        elif at is None:
            at = len(cards)
        zones[to] = (*cards[:at], card, *cards[at:])
        self.where[card] = to
        if target_follow != PIECE:
            stamp = self.stamp[card] = 0
        elif origin_follow != PIECE or not stamp:
            stamp = self.next_stamp = self.stamp[card] = self.next_stamp + 1
        if not self.silent:
            self.trail.append(_step(Step, (card, before, (to, at, stamp, known))))

    def reveal(self, card: Card) -> None:
        """Everybody learns that this card is here."""
        self._learn(card, self.layout.all)

    def peek(self, card: Card, player: Player) -> None:
        """One player learns that this card is here."""
        self._learn(card, 1 << player)

    def _learn(self, card: Card, mask: Mask) -> None:
        before = self.seen[card]
        if mask & ~before:
            zone, stamp = self.where[card], self.stamp[card]
            place = self.zones[zone].index(card)
            self.epoch += 1
            after = self.seen[card] = before | mask
            if not self.silent:
                ends = ((zone, place, stamp, before), (zone, place, stamp, after))
                self.trail.append(_step(Step, (card, *ends)))

    def arrange(self, zone: ZoneId, order: Sequence[Card]) -> None:
        """Shuffle a zone to a given order: whoever does not see the zone forgets its cards."""
        if sorted(order) != sorted(self.zones[zone]):
            raise ValueError(f"{order} is no order of the cards in {self.layout.specs[zone].name}")
        spec = self.layout.specs[zone]
        self.zones[zone] = tuple(sorted(order)) if spec.follow == COUNT else tuple(order)
        for card in order:
            self.seen[card] &= spec.sees
            if spec.follow == PIECE:
                self._stamp(card)

    def commit(self) -> None:
        """A declaration that reveals no card and yet cannot be taken back.

        Also called by a rule whose public outcome depends on a hidden card or on a draw, whatever
        the outcome is: else its player could look, take it back, and look again.
        """
        self.epoch += 1

    def knows(self, viewer: Player | None, card: Card) -> bool:
        """Does the viewer know that this card is here?"""
        return bool(self.seen[card] & self.layout.bit(viewer))

    def piece_id(self, card: Card, viewer: Player | None) -> str:
        """What the viewer calls this card now; see the id grammar in `docs/protocol.md`."""
        zone = self.where[card]
        if self.knows(viewer, card):
            return f"c{card}"
        spec = self.layout.specs[zone]
        if spec.follow == PIECE:
            return f"k{self.stamp[card]}"
        if spec.follow == PLACE:
            return f"{spec.name}.{self.zones[zone].index(card)}"
        return f"@{spec.name}"

    def pieces(self, zone: ZoneId, viewer: Player | None) -> tuple[Piece, ...]:
        """The zone's cards as the viewer sees them: the only code that turns a card into a face.

        In a zone that is followed by count the known cards come first, sorted by card.
        """
        spec = self.layout.specs[zone]
        known: list[Piece] = []
        backs: list[Piece] = []
        for card in self.zones[zone]:
            seat = self.layout.seats[card]
            if self.knows(viewer, card):
                known.append(Piece(f"c{card}", self.layout.faces[card], seat))
            elif spec.follow == COUNT:
                backs.append(Piece("", "back", seat, down=True))
            else:
                known.append(Piece(self.piece_id(card, viewer), "back", seat, down=True))
        # Backs differ by seat alone; sorting by it keeps the order free of what lies under them.
        backs.sort(key=lambda p: -1 if p.seat is None else p.seat)
        named = (
            Piece(f"{spec.name}.back.{i}", p.face, p.seat, down=True) for i, p in enumerate(backs)
        )
        return (*known, *named)

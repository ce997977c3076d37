"""The verbs against all possible worlds of a deck of five cards.

A world is one order of the five cards in the beginning. Every viewer starts with all 120 of them,
or with those that agree with the cards he sees, and follows the verbs with his own eyes: he keeps
the worlds, as sets of arrangements, that fit what he saw. `seen` may be set for a card only if it
lies in the same place in every arrangement that is left.
"""

from __future__ import annotations

from itertools import permutations

import pytest

from takujo.core.chance import SplitMix, shuffled
from takujo.core.state import State
from takujo.core.zones import COUNT, PIECE, PLACE, ZoneSpec, layout

PLAYERS = 2
VIEWERS = (0, 1, None)
ALL = 0b111
SPECS = (
    ZoneSpec("deck", 0, PLACE),
    ZoneSpec("hand.0", 0b001, COUNT),
    ZoneSpec("hand.1", 0b010, COUNT),
    ZoneSpec("row", 0, PIECE),
    ZoneSpec("bin", 0, COUNT),
    ZoneSpec("shown", ALL, COUNT),  # open, and yet nobody tells its cards' places apart
    ZoneSpec("table", ALL, PLACE),
    ZoneSpec("gift", 0b001, PLACE),
)
CARDS = 5

Arrangement = tuple[tuple[int, ...], ...]


class Witness:
    """One viewer's possible worlds."""

    def __init__(self, s: State, viewer: int | None) -> None:
        self.specs = s.layout.specs
        self.bit = s.layout.bit(viewer)
        (full,) = (z for z, cards in enumerate(s.zones) if cards)
        start = (
            set(permutations(range(CARDS)))
            if self.specs[full].follow != COUNT
            else {tuple(range(CARDS))}
        )
        self.worlds: set[Arrangement] = {
            tuple(order if z == full else () for z in range(len(self.specs))) for order in start
        }
        self.look(s)

    def sees(self, zone: int) -> bool:
        return bool(self.specs[zone].sees & self.bit)

    def look(self, s: State) -> None:
        """Keep the worlds that agree with all open zones."""
        self.worlds = {
            w
            for w in self.worlds
            if all(w[z] == s.zones[z] for z in range(len(self.specs)) if self.sees(z))
        }

    def moved(self, card: int, origin: int, place: int, to: int, at: int) -> None:
        """A card goes: which one it is he knows by its place, or by sight at either end."""
        told = self.sees(origin) or self.sees(to)
        found = set()
        for w in self.worlds:
            counted = self.specs[origin].follow == COUNT
            for which in w[origin] if counted else (w[origin][place],):
                if told and which != card:
                    continue
                zones = list(w)
                zones[origin] = tuple(c for c in w[origin] if c != which)
                if self.specs[to].follow == COUNT:
                    zones[to] = tuple(sorted((*w[to], which)))
                else:
                    zones[to] = (*w[to][:at], which, *w[to][at:])
                found.add(tuple(zones))
        self.worlds = found

    def shown(self, card: int, zone: int, place: int) -> None:
        counted = self.specs[zone].follow == COUNT
        self.worlds = {
            w for w in self.worlds
            if (card in w[zone] if counted else w[zone][place] == card)
        }  # fmt: skip

    def arranged(self, zone: int, order: tuple[int, ...]) -> None:
        if self.specs[zone].follow == COUNT:
            return
        found = set()
        for w in self.worlds:
            for mixed in (order,) if self.sees(zone) else permutations(w[zone]):
                found.add(tuple(mixed if z == zone else x for z, x in enumerate(w)))
        self.worlds = found

    def knows(self, card: int, zone: int, place: int) -> bool:
        if self.specs[zone].follow == COUNT:
            return all(card in w[zone] for w in self.worlds)
        return all(w[zone][place] == card for w in self.worlds)


def _verb(s: State, rng: SplitMix, witnesses: list[Witness]) -> str:
    card = rng.below(CARDS)
    zone = s.where[card]
    place = s.zones[zone].index(card)
    turn = rng.below(10)
    if turn < 7:
        to = rng.below(len(SPECS))
        if to == zone:
            return "nothing"
        at = rng.below(len(s.zones[to]) + 1)
        s.move(card, to, at)
        at = s.zones[to].index(card)
        for witness in witnesses:
            witness.moved(card, zone, place, to, at)
        return f"card {card} from {SPECS[zone].name} to {SPECS[to].name} at {at}"
    if turn == 7:
        s.reveal(card)
        for witness in witnesses:
            witness.shown(card, zone, place)
        return f"reveal card {card}"
    if turn == 8:
        s.peek(card, 1)
        witnesses[1].shown(card, zone, place)
        return f"player 1 peeks at card {card}"
    order = tuple(shuffled(rng, s.zones[zone]))
    s.arrange(zone, order)
    for witness in witnesses:
        witness.arranged(zone, s.zones[zone])
    return f"arrange {SPECS[zone].name}"


@pytest.mark.parametrize("start", range(len(SPECS)), ids=lambda z: SPECS[z].name)
def test_a_seen_card_lies_there_in_every_world_that_the_viewer_considers_possible(
    start: int,
) -> None:
    claims = certain = 0
    for seed in range(25):
        rng = SplitMix(1000 * start + seed)
        s = State(layout(PLAYERS, SPECS, [f"card{c}" for c in range(CARDS)]), {})
        cards = list(range(CARDS))
        s.lay(start, shuffled(rng, cards))
        witnesses = [Witness(s, viewer) for viewer in VIEWERS]
        told: list[str] = []
        for _ in range(20):
            told.append(_verb(s, rng, witnesses))
            for viewer, witness in zip(VIEWERS, witnesses, strict=True):
                assert tuple(s.zones) in witness.worlds, "the truth is possible"
                for card in cards:
                    zone = s.where[card]
                    place = s.zones[zone].index(card)
                    sure = witness.knows(card, zone, place)
                    certain += sure
                    if s.knows(viewer, card):
                        claims += 1
                        assert sure, (
                            f"{viewer} is said to know card {card} in {SPECS[zone].name} after "
                            + ", ".join(told)
                        )
    assert claims > 1000
    # What is certain may go unmarked, which is safe: all five cards in one bin, for instance.
    assert claims > 0.6 * certain


def test_a_card_that_leaves_a_counted_hand_in_secret_makes_others_forget_all_of_it() -> None:
    s = State(layout(PLAYERS, SPECS, [f"card{c}" for c in range(CARDS)]), {})
    s.lay(6, (0, 1))  # open on the table
    s.lay(0, (2, 3, 4))
    for card in (0, 1):
        s.move(card, 1)
    assert all(s.knows(viewer, 0) and s.knows(viewer, 1) for viewer in VIEWERS)
    s.move(1, 4)
    assert [s.knows(viewer, 0) for viewer in VIEWERS] == [True, False, False]
    assert [s.knows(viewer, 1) for viewer in VIEWERS] == [True, False, False]

"""How a hand is best played out: the division into combinations that takes the fewest leads.

Suits matter to bombs alone, so a hand is packed into one number: three bits for each rank count its
cards, the lowest bit is the Phoenix. The Dog, the Dragon and bombs of one suit are set aside first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from takujo.core.texts import Card
from takujo.games.tichu.plays import (
    BOMB,
    DOG_LED,
    DRAGON_STRENGTH,
    FULL_HOUSE,
    PAIR,
    QUAD,
    SHORTEST,
    SINGLE,
    STAIRS,
    STRAIGHT,
    TRIPLE,
    Combination,
    bombs,
)
from takujo.games.tichu.state import DOG, DRAGON, HIGHEST, LOWEST, PHOENIX, RANKS

SPARE: Final = 1  # the Phoenix in a packed hand
LEAST_FOR_BOTTOM: Final = SHORTEST - 1  # cards up to the ace that the Phoenix makes a straight


class Plan(NamedTuple):
    """A hand divided into plays; `cost` is the sum of their prices."""

    cost: float
    plays: tuple[Combination, ...]


def packed(cards: Iterable[Card]) -> int:
    """The hand as one number, without its Dog and Dragon."""
    n = 0
    for card in cards:
        if card == PHOENIX:
            n += SPARE
        elif RANKS[card]:
            n += 1 << 3 * RANKS[card]
    return n


@lru_cache(maxsize=1 << 10)
def openings(hand: int) -> tuple[tuple[Combination, int], ...]:
    """All plays that contain a card of the lowest rank of a packed hand, and what each leaves."""
    if hand == SPARE:
        return ((Combination(SINGLE, 1, DRAGON_STRENGTH - 1), 0),)
    natural = hand & ~SPARE
    rank = ((natural & -natural).bit_length() - 1) // 3
    one = 1 << 3 * rank
    count = hand // one & 7
    spare = hand & SPARE
    found = [(Combination(SINGLE, 1, 2 * rank), hand - one)]
    if rank >= LOWEST:
        for size, kind in ((2, PAIR), (3, TRIPLE)):
            if count >= size:
                found.append((Combination(kind, size, 2 * rank), hand - size * one))
            if spare and count >= size - 1:
                left = hand - (size - 1) * one - SPARE
                found.append((Combination(kind, size, 2 * rank), left))
        if count == QUAD:
            found.append((Combination(BOMB, QUAD, 2 * rank), hand - QUAD * one))
        found += _full_houses(hand, rank, count, spare)
        found += _stairs(hand, rank, spare)
    found += _straights(hand, rank, spare)
    return tuple(found)


def _full_houses(hand: int, rank: int, count: int, spare: int) -> Iterable[tuple[Combination, int]]:
    """Those of this rank and a higher one; the Phoenix fills up either part."""
    for other in range(rank + 1, HIGHEST + 1):
        there = hand >> 3 * other & 7
        for mine, its in ((3, 2), (2, 3)):
            top = 2 * (rank if mine == 3 else other)
            left = hand - (mine << 3 * rank) - (its << 3 * other)
            if count >= mine and there >= its:
                yield Combination(FULL_HOUSE, 5, top), left
            if spare and count >= mine - 1 and there >= its:
                yield Combination(FULL_HOUSE, 5, top), left + (1 << 3 * rank) - SPARE
            if spare and count >= mine and there >= its - 1 > 0:
                yield Combination(FULL_HOUSE, 5, top), left + (1 << 3 * other) - SPARE


def _stairs(hand: int, rank: int, spare: int) -> Iterable[tuple[Combination, int]]:
    left = hand
    for high in range(rank, HIGHEST + 1):
        there = hand >> 3 * high & 7
        if there > 1:
            left -= 2 << 3 * high
        elif there and spare:
            left -= (1 << 3 * high) + SPARE
            spare = 0
        else:
            return
        if high > rank:
            yield Combination(STAIRS, 2 * (high - rank + 1), 2 * high), left


def _straights(hand: int, rank: int, spare: int) -> Iterable[tuple[Combination, int]]:
    left = hand
    high = rank
    while high <= HIGHEST:
        if hand >> 3 * high & 7:
            left -= 1 << 3 * high
        elif spare:
            left -= SPARE
            spare = 0
        else:
            return
        if high - rank + 1 >= SHORTEST:
            yield Combination(STRAIGHT, high - rank + 1, 2 * high), left
        high += 1
    size = high - rank
    if spare and size >= LEAST_FOR_BOTTOM and rank > LOWEST:
        yield Combination(STRAIGHT, size + 1, 2 * HIGHEST), left - SPARE


class Planner:
    """Finds the cheapest division of hands, by a price for each combination."""

    __slots__ = ("_known", "_price", "_prices")

    def __init__(self, price: Callable[[Combination], float]) -> None:
        self._price = price
        self._prices: dict[Combination, float] = {}
        self._known: dict[int, tuple[float, Combination | None, int]] = {0: (0.0, None, 0)}

    def price(self, made: Combination) -> float:
        """What it costs to have this combination still in hand."""
        found = self._prices.get(made)
        if found is None:
            found = self._prices[made] = self._price(made)
        return found

    def plan(self, hand: Sequence[Card]) -> Plan:
        """The cheapest division of a hand in rising order."""
        best = self._divided(hand)
        for bomb in bombs(hand, ()):
            if len(bomb.args) > QUAD:
                made = Combination(BOMB, len(bomb.args), 2 * RANKS[bomb.args[-1]])
                rest = self._divided([c for c in hand if c not in bomb.args])
                cost = rest.cost + self.price(made)
                if cost < best.cost:
                    best = Plan(cost, (made, *rest.plays))
        return best

    def _divided(self, hand: Sequence[Card]) -> Plan:
        apart = []
        if DOG in hand:
            apart.append(Combination(DOG_LED, 1, 0))
        if DRAGON in hand:
            apart.append(Combination(SINGLE, 1, DRAGON_STRENGTH))
        n = packed(hand)
        cost = self._cheapest(n) + sum(self.price(made) for made in apart)
        while n:
            _, made, n = self._known[n]
            assert made is not None
            apart.append(made)
        return Plan(cost, tuple(apart))

    def _cheapest(self, n: int) -> float:
        found = self._known.get(n)
        if found is None:
            found = (float("inf"), None, 0)
            for made, left in openings(n):
                cost = self.price(made) + self._cheapest(left)
                if cost < found[0]:
                    found = (cost, made, left)
            self._known[n] = found
        return found[0]

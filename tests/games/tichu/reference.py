"""The plays of a hand, found the slow and obvious way: try every set of cards and every rank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

SUITS, MAH_JONG, DOG, PHOENIX, DRAGON = "SPJT", 0, 1, 54, 55


Reading: TypeAlias = "tuple[tuple[str, int, float], int]"


def suit_card(card: int) -> tuple[int, str]:
    return (card + 6) // 4, SUITS[(card - 2) % 4]


def natural(ranks: list[int]) -> tuple[str, int, int] | None:
    """Name, number of cards and rank of these ranks, whatever the suits."""
    n, count, kinds = len(ranks), Counter(ranks), sorted(set(ranks))
    consecutive = kinds == list(range(kinds[0], kinds[-1] + 1))
    if n == 2 and len(kinds) == 1 and 1 not in kinds:
        return "pair", n, kinds[0]
    if n == 3 and len(kinds) == 1:
        return "triple", n, kinds[0]
    if n == 5 and sorted(count.values()) == [2, 3] and 1 not in kinds:
        return "full_house", n, next(r for r in kinds if count[r] == 3)
    if n >= 4 and set(count.values()) == {2} and consecutive and 1 not in kinds:
        return "stairs", n, kinds[-1]
    if n >= 5 and set(count.values()) == {1} and consecutive:
        return "straight", n, kinds[-1]
    return None


def readings(cards: Sequence[int]) -> list[Reading]:
    """What two or more cards can be, each with the rank of the Phoenix (0: without)."""
    if DOG in cards or DRAGON in cards:
        return []
    if PHOENIX in cards:
        rest = [1 if c == MAH_JONG else suit_card(c)[0] for c in cards if c != PHOENIX]
        tried = ((natural(sorted([*rest, rank])), rank) for rank in range(2, 15))
        return [(made, rank) for made, rank in tried if made is not None]
    ranks = [1 if c == MAH_JONG else suit_card(c)[0] for c in cards]
    if len(cards) == 4 and len(set(ranks)) == 1:
        return [(("bomb", 4, ranks[0]), 0)]
    made = natural(sorted(ranks))
    if made is None:
        return []
    if made[0] == "straight" and MAH_JONG not in cards:
        suits = {suit_card(c)[1] for c in cards}
        if len(suits) == 1:
            return [(("bomb", made[1], made[2]), 0)]
    return [(made, 0)]


def single(card: int, top: tuple[str, int, float] | None) -> tuple[str, int, float]:
    if card == DOG:
        return "dog", 1, 0
    if card == PHOENIX:
        return "single", 1, 1.5 if top is None else top[2] + 0.5
    if card == DRAGON:
        return "single", 1, 15
    return "single", 1, 1 if card == MAH_JONG else suit_card(card)[0]


def beats(made: tuple[str, int, float], top: tuple[str, int, float] | None) -> bool:
    if top is None:
        return True
    if made[0] == "bomb":
        return top[0] != "bomb" or (made[1], made[2]) > (top[1], top[2])
    return made[:2] == top[:2] and made[2] > top[2] and made[2] != 15.5


def combinations_of(hand: Sequence[int]) -> Iterator[tuple[tuple[int, ...], list[Reading]]]:
    """Every set of two or more cards that is something, with its readings, the highest first."""
    for n in range(2, len(hand) + 1):
        for cards in combinations(hand, n):
            found = readings(cards)
            if found:
                yield cards, sorted(found, key=lambda x: -x[0][2])


def plays(
    hand: Sequence[int],
    made: list[tuple[tuple[int, ...], list[Reading]]],
    top: tuple[str, int, float] | None,
) -> set[tuple[int, ...]]:
    """All plays that beat `top`; `made` are the combinations of the hand.

    The highest legal reading is the play alone, a lower one names the rank of the Phoenix.
    """
    found: set[tuple[int, ...]] = set()
    for card in hand:
        if beats(single(card, top), top):
            found.add((card,))
    for cards, what_they_are in made:
        legal = [(what, rank) for what, rank in what_they_are if beats(what, top)]
        for i, (_, rank) in enumerate(legal):
            found.add(cards if i == 0 else (*cards, 56 + rank - 2))
    return found

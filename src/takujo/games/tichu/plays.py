"""All plays of a hand: every combination of the table, in all readings of the Phoenix.

A hand is looked at as bits, four to a rank, one per suit; tables give the choices of one, two and
three cards for each such set of four, and combinations are products of these. A play is a rising
tuple of cards. The Phoenix stands last; where it may stand for either of two ranks, the play
alone is the higher reading and the play with `as_rank` the lower one (B3).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple, TypeAlias

from takujo.core.actions import Action
from takujo.core.texts import Card
from takujo.games.tichu.state import (
    CARDS,
    DOG,
    DRAGON,
    FIRST,
    HIGHEST,
    LOWEST,
    MAH_JONG,
    PHOENIX,
    RANKS,
    SUITS,
)

Play: TypeAlias = "tuple[int, ...]"  # cards in rising order, then perhaps an `as_rank`

SINGLE, PAIR, TRIPLE, FULL_HOUSE, STAIRS, STRAIGHT, BOMB, DOG_LED = range(1, 9)
KINDS = (
    "", "single", "pair", "triple", "full_house", "stairs", "straight", "bomb", "dog",
)  # fmt: skip

SHORTEST = 5  # cards of a straight, and of a bomb in one suit
QUAD = 4
DRAGON_STRENGTH = 2 * (HIGHEST + 1)


class Combination(NamedTuple):
    """What cards are together; `strength` is twice the rank, so that half ranks are whole."""

    kind: int
    n: int
    strength: int


def as_rank(rank: int) -> int:
    """The value that follows the cards of a play: the Phoenix stands for this rank."""
    return CARDS + rank - LOWEST


def cards_of(play: Sequence[int]) -> tuple[Card, ...]:
    """The cards of a play, without what the Phoenix stands for."""
    return tuple(play[:-1] if play[-1] >= CARDS else play)


def stands_for(play: Sequence[int]) -> int:
    """The rank that a play names for its Phoenix; 0: it names none."""
    return play[-1] - CARDS + LOWEST if play[-1] >= CARDS else 0


# --- what cards are ---------------------------------------------------------------------------


def readings(cards: Sequence[Card], top: Sequence[int] = ()) -> list[tuple[Combination, int]]:
    """What these cards can be, the highest first, each with the rank of its Phoenix (else 0).

    A single Phoenix takes its rank from `top`, the play that it is laid on (B4).
    """
    if len(cards) == 1:
        return [(_single(cards[0], top), 0)]
    if DOG in cards or DRAGON in cards:
        return []
    ranks = sorted(RANKS[c] for c in cards if c != PHOENIX)
    if len(ranks) == len(cards):
        found = _natural(ranks)
        if found is None:
            return []
        suits = {(c - FIRST) % 4 if c else 4 for c in cards}
        one_suit = found.kind == STRAIGHT and len(suits) == 1
        return [(found._replace(kind=BOMB) if one_suit else found, 0)]
    return list(_with_phoenix(tuple(ranks)))


@lru_cache(maxsize=4096)
def _with_phoenix(ranks: tuple[int, ...]) -> tuple[tuple[Combination, int], ...]:
    """The same for the ranks of the other cards, in rising order."""
    made = []
    for rank in range(HIGHEST, LOWEST - 1, -1):
        combination = _natural(sorted((*ranks, rank)))
        if combination is not None and combination.kind != BOMB:  # never part of a bomb (B1)
            made.append((combination, rank))
    return tuple(sorted(made, key=lambda m: -m[0].strength))


def _single(card: Card, top: Sequence[int]) -> Combination:
    if card == DOG:
        return Combination(DOG_LED, 1, 0)
    if card == PHOENIX:
        return Combination(SINGLE, 1, (top[2] if top else 2) + 1)
    return Combination(SINGLE, 1, DRAGON_STRENGTH if card == DRAGON else 2 * RANKS[card])


def _natural(ranks: list[int]) -> Combination | None:
    """The combination of two or more ranks in rising order, suits aside."""
    n, low, high = len(ranks), ranks[0], ranks[-1]
    counts = [ranks.count(r) for r in range(low, high + 1)]
    if len(counts) == 1:
        kind = {2: PAIR, 3: TRIPLE, 4: BOMB}.get(n)
        return Combination(kind, n, 2 * high) if kind and low > 1 else None
    if n >= SHORTEST and set(counts) == {1}:
        return Combination(STRAIGHT, n, 2 * high)
    if low == 1:
        return None
    if set(counts) == {2}:
        return Combination(STAIRS, n, 2 * high)
    if n == 5 and sorted({ranks.count(r) for r in ranks}) == [2, 3]:
        return Combination(FULL_HOUSE, n, 2 * (low if ranks.count(low) == 3 else high))
    return None


def beats(made: Combination, top: Sequence[int]) -> bool:
    """May this be laid on the play to beat? (C2; the Phoenix never on the Dragon, B4)"""
    kind, n, strength = made
    if not top:
        return True
    if kind == BOMB:
        return top[0] != BOMB or (n, strength) > (top[1], top[2])
    # What would be more than the Dragon is the Phoenix laid on him.
    return kind == top[0] and n == top[1] and top[2] < strength <= DRAGON_STRENGTH


def meant(play: Sequence[int], top: Sequence[int]) -> Combination | None:
    """The combination that a play is, laid on `top`: the named or the highest legal reading."""
    named = stands_for(play)
    for made, rank in readings(cards_of(play), top):
        if beats(made, top) and named in (0, rank):
            return made
    return None


# --- the choices of one, two and three cards of a rank ---------------------------------------


def _choices(size: int) -> tuple[tuple[tuple[Play, ...], ...], ...]:
    """Per rank and set of suits: all choices of `size` cards."""
    return tuple(
        tuple(
            tuple(combinations([FIRST + 4 * r + i for i in range(4) if suits >> i & 1], size))
            for suits in range(16)
        )
        for r in range(13)
    )


ONE, TWO, THREE = _choices(1), _choices(2), _choices(3)


def _thinned(
    choices: tuple[tuple[tuple[Play, ...], ...], ...],
) -> tuple[tuple[tuple[tuple[Play, ...], ...], ...], ...]:
    """Per rank, set of suits and those of them that can matter: one choice of each class.

    Cards of a rank whose suit cannot matter stand in for each other: the lowest are taken.
    """
    found = []
    for r, row in enumerate(choices):
        low = FIRST + 4 * r
        per_suits = []
        for suits, plays in enumerate(row):
            per_matter = []
            for matter in range(16):
                plain = [low + i for i in range(4) if suits >> i & 1 and not matter >> i & 1]
                kept = []
                for play in plays:
                    mine = [c for c in play if c in plain]
                    if mine == plain[: len(mine)]:
                        kept.append(play)
                per_matter.append(tuple(kept))
            per_suits.append(tuple(per_matter))
        found.append(tuple(per_suits))
    return tuple(found)


FEW_ONE, FEW_TWO, FEW_THREE = _thinned(ONE), _thinned(TWO), _thinned(THREE)

_VALUES = range(CARDS + HIGHEST - LOWEST + 1)  # what stands in a play: cards, and `as_rank`s
_BITS = tuple(1 << (c - FIRST) if FIRST <= c < PHOENIX else 0 for c in _VALUES)
_KIN = tuple((c < CARDS and RANKS[c]) or -c for c in _VALUES)
_QUADS = int("1" * 13, 16)
_PHOENIX: Play = (PHOENIX,)
_AS: tuple[Play, ...] = tuple((PHOENIX, as_rank(r)) for r in range(LOWEST, HIGHEST + 1))
_SUITED = range(13)

_new = tuple.__new__


def as_actions(plays: Iterable[Play]) -> tuple[Action, ...]:
    """The plays as actions; not kept by their verb, since their number has no bound."""
    return tuple([_new(Action, ("play", play)) for play in plays])


class Choices:
    """The choices that a hand has rank by rank: all of them, or one of each class."""

    __slots__ = ("hand", "has", "mah_jong", "ones", "phoenix", "threes", "twos")

    def __init__(self, hand: Sequence[Card], bits: int, runs: int | None) -> None:
        self.hand = hand
        self.mah_jong = hand[0] == MAH_JONG
        self.phoenix = PHOENIX in hand[-2:]
        sets = [bits >> 4 * r & 15 for r in _SUITED]
        if runs is None:
            self.ones = [ONE[r][m] for r, m in enumerate(sets)]
            self.twos = [TWO[r][m] for r, m in enumerate(sets)]
            self.threes = [THREE[r][m] for r, m in enumerate(sets)]
        else:
            matter = [runs >> 4 * r & 15 for r in _SUITED]
            self.ones = [FEW_ONE[r][sets[r]][matter[r]] for r in _SUITED]
            self.twos = [FEW_TWO[r][sets[r]][matter[r]] for r in _SUITED]
            self.threes = [FEW_THREE[r][sets[r]][matter[r]] for r in _SUITED]

    # Everywhere `above` is a strength: only plays that are stronger are found. Ranks count from 0
    # for the two here, so the strength of rank r is 2 * r + 4.

    def singles(self, above: int) -> list[Play]:
        """Single cards; the Phoenix is stronger than all but the Dragon."""
        found: list[Play] = []
        if not above:
            if self.mah_jong:
                found.append((MAH_JONG,))
            if DOG in self.hand[:2]:
                found.append((DOG,))
        for r in range(max(0, (above - 2) // 2), 13):
            found += self.ones[r]
        if above < DRAGON_STRENGTH:
            if self.phoenix:
                found.append(_PHOENIX)
            if self.hand[-1] == DRAGON:
                found.append((DRAGON,))
        return found

    def pairs(self, above: int) -> list[Play]:
        """Two of a rank."""
        found: list[Play] = []
        for r in range(max(0, (above - 2) // 2), 13):
            found += self.twos[r]
            if self.phoenix:
                found += [one + _PHOENIX for one in self.ones[r]]
        return found

    def triples(self, above: int) -> list[Play]:
        """Three of a rank."""
        found: list[Play] = []
        for r in range(max(0, (above - 2) // 2), 13):
            found += self.threes[r]
            if self.phoenix:
                found += [two + _PHOENIX for two in self.twos[r]]
        return found

    def full_houses(self, above: int) -> list[Play]:
        """A triple and a pair; two pairs and the Phoenix may be read either way (B3)."""
        found: list[Play] = []
        ones, twos, phoenix = self.ones, self.twos, self.phoenix
        some = [r for r in _SUITED if ones[r]] if phoenix else [r for r in _SUITED if twos[r]]
        lowest = max(0, (above - 2) // 2)
        for r in range(lowest, 13):
            for three in self.threes[r]:
                for q in some:
                    if q < r:
                        found += [two + three for two in twos[q]]
                        if phoenix:
                            found += [one + three + _PHOENIX for one in ones[q]]
                    elif q > r:
                        found += [three + two for two in twos[q]]
                        if phoenix:
                            found += [three + one + _PHOENIX for one in ones[q]]
            if phoenix and twos[r]:
                for q in some:
                    if q < r:
                        both = [low + high for low in twos[q] for high in twos[r]]
                        found += [play + _PHOENIX for play in both]
                        if q >= lowest:
                            found += [play + _AS[q] for play in both]
        return found

    def stairs(self, above: int, n: int = 0) -> list[Play]:
        """Pairs of consecutive ranks, of `n` cards in all, or of any number."""
        found: list[Play] = []
        twos, ones, phoenix = self.twos, self.ones, self.phoenix
        for low in range(12):
            whole: Sequence[Play] = twos[low]
            short: Sequence[Play] = ones[low] if phoenix else ()  # the Phoenix fills up one pair
            for high in range(low + 1, 13):
                more = twos[high]
                wider = [play + two for play in short for two in more]
                if phoenix and whole:
                    wider += [play + one for play in whole for one in ones[high]]
                whole = [play + two for play in whole for two in more]
                short = wider
                if not whole and not short:
                    break
                if n and 2 * (high - low + 1) != n:
                    continue
                if 2 * high + 4 > above:
                    found += whole
                    found += [play + _PHOENIX for play in short]
                if n:
                    break
        return found

    def straights(self, above: int, n: int = 0) -> list[Play]:
        """Consecutive ranks, of `n` cards, or of any number; those of one suit are bombs."""
        found: list[Play] = []
        phoenix = self.phoenix
        # Index 0 is the Mah Jong, index r the rank r + 1.
        line: list[Sequence[Play]] = [((MAH_JONG,),) if self.mah_jong else (), *self.ones]
        for low in range(10):
            gap = -1
            if not line[low]:
                if not phoenix or not low:
                    continue
                gap = low
            for high in range(low + 1, 14):
                if not line[high]:
                    if not phoenix or gap >= 0:
                        break
                    gap = high
                size = high - low + 1
                if size < SHORTEST or (n and size < n):
                    continue
                if 2 * high + 2 > above:
                    self._straight(found, line, low, high, gap)
                if n:
                    break
        return found

    def _straight(
        self, found: list[Play], line: list[Sequence[Play]], low: int, high: int, gap: int
    ) -> None:
        """The straights from `low` to `high`, of which `gap` is missing (-1: none)."""
        if gap < 0:
            found += _joined(line[low : high + 1])
            if not self.phoenix:
                return
            places: Iterable[int] = range(max(low, 1), high + 1)
        else:
            places = (gap,)
        for place in places:
            natural = _joined(line[low:place] + line[place + 1 : high + 1])
            if place == low and high < 13:
                # At the top it would be worth more: the play alone means that.
                found += [play + _AS[place - 1] for play in natural]
            else:
                found += [play + _PHOENIX for play in natural]


def _joined(line: list[Sequence[Play]]) -> list[Play]:
    """All choices of one card from each rank."""
    return list(product(*[[one[0] for one in ones] for ones in line]))


# --- bombs ------------------------------------------------------------------------------------


def bits_of(hand: Iterable[Card]) -> int:
    """The suit cards of a hand as bits."""
    return sum([_BITS[c] for c in hand])


def run_starts(bits: int) -> int:
    """Where runs of five in one suit begin."""
    return bits & bits >> 4 & bits >> 8 & bits >> 12 & bits >> 16


def told_apart(play: Sequence[int], hand: int) -> tuple[tuple[int, ...], bool, int]:
    """Equal for two plays of a hand (as bits) that are the same ranks and leave the same bombs."""
    one_suit = len({card % len(SUITS) for card in play}) == 1
    return tuple([_KIN[card] for card in play]), one_suit, run_starts(hand & ~bits_of(play))


def _in_runs(starts: int) -> int:
    """All cards of these runs: those whose suit can matter."""
    return starts | starts << 4 | starts << 8 | starts << 12 | starts << 16


def _bombs(bits: int, top: Sequence[int]) -> list[Play]:
    """The bombs among these cards that beat `top`: more cards, or as many and a higher rank."""
    quads = bits & bits >> 1 & bits >> 2 & bits >> 3 & _QUADS
    starts = run_starts(bits)
    if not quads and not starts:
        return []
    least, strength = (top[1], top[2]) if top and top[0] == BOMB else (0, 0)
    found: list[Play] = []
    if quads and least <= QUAD:
        for r in _SUITED:
            if quads >> 4 * r & 1 and (least < QUAD or 2 * r + 4 > strength):
                low = FIRST + 4 * r
                found.append((low, low + 1, low + 2, low + 3))
    while starts:
        start = starts & -starts
        starts ^= start
        first = start.bit_length() - 1
        last = first + 16
        while last < 52 and bits >> last & 1:
            n = (last - first) // 4 + 1
            if n > least or (n == least and 2 * (last // 4) + 4 > strength):
                found.append(tuple(range(FIRST + first, FIRST + last + 1, 4)))
            last += 4
    return found


def bombs(hand: Sequence[Card], top: Sequence[int]) -> tuple[Action, ...]:
    """All bombs of a hand that beat the play on the table."""
    if len(hand) < QUAD:
        return ()
    found = _bombs(bits_of(hand), top)
    return as_actions(found) if found else ()


_OF_RANK = tuple(
    frozenset(c for c in range(FIRST, PHOENIX) if RANKS[c] == rank) for rank in range(HIGHEST + 1)
)


def has_rank(hand: Sequence[Card], rank: int) -> bool:
    """Is there a natural card of this rank among these?"""
    return not _OF_RANK[rank].isdisjoint(hand)


def with_rank(actions: Iterable[Action], rank: int) -> tuple[Action, ...]:
    """The plays with a natural card of this rank; the Phoenix never counts as one (B5)."""
    wanted = _OF_RANK[rank]
    return tuple([a for a in actions if not wanted.isdisjoint(a.args)])


# --- leading and following --------------------------------------------------------------------

Lists: TypeAlias = "tuple[tuple[Action, ...], tuple[Action, ...]]"


@lru_cache(maxsize=128)
def leads(hand: tuple[Card, ...]) -> Lists:
    """All plays that a hand may lead, and one of each class that differs only in idle suits."""
    bits = bits_of(hand)
    quads = [play for play in _bombs(bits, ()) if len(play) == QUAD]  # runs are among straights
    matter = _in_runs(run_starts(bits))
    return _led(Choices(hand, bits, None), quads), _led(Choices(hand, bits, matter), quads)


def _led(has: Choices, quads: list[Play]) -> tuple[Action, ...]:
    return as_actions(
        [
            *has.singles(0),
            *has.pairs(0),
            *has.triples(0),
            *has.full_houses(0),
            *has.stairs(0),
            *has.straights(0),
            *quads,
        ]
    )


@lru_cache(maxsize=256)
def follows(hand: tuple[Card, ...], kind: int, n: int, strength: int) -> Lists:
    """All plays of a hand that beat such a play, and one of each class; bombs come last."""
    if len(hand) < n and len(hand) < QUAD:
        return (), ()
    bits = bits_of(hand)
    found = _bombs(bits, (kind, n, strength))
    if kind == BOMB or len(hand) < n:
        both = as_actions(found)
        return both, both
    matter = _in_runs(run_starts(bits))
    every = _answers(Choices(hand, bits, None), kind, n, strength)
    few = _answers(Choices(hand, bits, matter), kind, n, strength)
    if found and kind == STRAIGHT:
        there = set(every)
        found = [play for play in found if play not in there]
    return as_actions([*every, *found]), as_actions([*few, *found])


def _answers(has: Choices, kind: int, n: int, strength: int) -> list[Play]:
    """The plays of the same kind that are stronger."""
    if kind == SINGLE:
        return has.singles(strength)
    if kind == PAIR:
        return has.pairs(strength)
    if kind == TRIPLE:
        return has.triples(strength)
    if kind == FULL_HOUSE:
        return has.full_houses(strength)
    if kind == STAIRS:
        return has.stairs(strength, n)
    return has.straights(strength, n)

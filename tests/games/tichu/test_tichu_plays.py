"""The search for plays against a slow and obvious one, and what cards are together."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tichu import reference
from takujo.games.tichu import plays
from takujo.games.tichu.state import CARDS, HIGHEST, LOWEST, PHOENIX, RANKS, WORDS

KINDS = plays.KINDS


def cards(words: str) -> tuple[int, ...]:
    return tuple(sorted(WORDS.index(w) for w in words.split()))


def hands(rng: random.Random, n: int) -> Iterator[tuple[int, ...]]:
    """Hands of all sizes; a part of them from few ranks or few suits, where much fits together."""
    for i in range(n):
        size = 14 if i % 50 == 7 else rng.randint(1, 10)
        deck = list(range(CARDS))
        if i % 4 == 1:
            low = rng.randint(2, 11)
            deck = [c for c in deck if RANKS[c] < 2 or low <= RANKS[c] <= low + 3]
        elif i % 4 == 2:
            suits = rng.sample(range(4), 2)
            deck = [c for c in deck if RANKS[c] < 2 or (c - 2) % 4 in suits]
        elif i % 4 == 3:
            deck = [c for c in deck if RANKS[c] < 2 or rng.random() < 0.6]
        yield tuple(sorted(rng.sample(deck, min(size, len(deck)))))


def tops(rng: random.Random, n: int) -> Iterator[tuple[str, int, float]]:
    """Plays on the table, each possible for somebody."""
    for _ in range(n):
        kind = rng.choice(["single", "single", "pair", "triple", "full_house", "stairs"] * 2
                          + ["straight", "straight", "straight", "bomb"])  # fmt: skip
        if kind == "single":
            rank = rng.choice([*range(1, 16), *(r + 0.5 for r in range(1, 15))])
            yield kind, 1, rank
        elif kind == "stairs":
            pairs = rng.choice([2, 2, 2, 3, 3, 4, 5, 6, 7])
            yield kind, 2 * pairs, rng.randint(LOWEST + pairs - 1, HIGHEST)
        elif kind == "straight":
            n_cards = rng.choice([5, 5, 5, 6, 6, 7, 8, 9, 10, 12, 14])
            yield kind, n_cards, rng.randint(n_cards, HIGHEST)
        elif kind == "bomb":
            n_cards = rng.choice([4, 4, 5, 6, 8])
            low = LOWEST if n_cards == 4 else LOWEST + n_cards - 1
            yield kind, n_cards, rng.randint(low, HIGHEST)
        else:
            size = {"pair": 2, "triple": 3, "full_house": 5}[kind]
            yield kind, size, rng.randint(LOWEST, HIGHEST)


def listed(hand: tuple[int, ...], top: tuple[str, int, float] | None) -> plays.Lists:
    if top is None:
        return plays.leads(hand)
    return plays.follows(hand, KINDS.index(top[0]), top[1], int(2 * top[2]))


def compare(seed: int, n: int, per_hand: int) -> int:
    """Hold the fast search against the slow one; gives the number of situations."""
    rng = random.Random(seed)
    situations = 0
    for hand in hands(rng, n):
        made = list(reference.combinations_of(hand))
        for top in (None, *tops(rng, per_hand - 1)):
            found = [a.args for a in listed(hand, top)[0]]
            wanted = reference.plays(hand, made, top)
            said = f"hand {[WORDS[c] for c in hand]}, top {top}"
            assert len(found) == len(set(found)), said
            assert set(found) == wanted, said
            wish = rng.randint(LOWEST, HIGHEST)
            assert {a.args for a in plays.with_rank(listed(hand, top)[0], wish)} == {
                p for p in wanted if any(c < 54 and c > 1 and (c + 6) // 4 == wish for c in p)
            }, said
            situations += 1
    return situations


@pytest.mark.parametrize("seed", range(2))
def test_the_search_finds_what_trying_every_set_of_cards_finds(seed: int) -> None:
    assert compare(seed, 24, 50) == 1200


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(100, 104))
def test_the_search_finds_the_same_in_a_hundred_thousand_situations(seed: int) -> None:
    assert compare(seed, 320, 80) == 25_600


def signature(play: Sequence[int], hand: tuple[int, ...]) -> tuple[object, ...]:
    """What a play is, when cards whose suit cannot matter have no suit."""
    matter: set[int] = set()
    for card in hand:
        if 2 <= card <= 53 - 16:
            run = [card + 4 * i for i in range(5)]
            if set(run) <= set(hand):
                matter |= set(run)
    return tuple(
        sorted(
            str(c) if c in matter or c >= CARDS or RANKS[c] < 2 else f"r{RANKS[c]}" for c in play
        )
    )


@given(
    hand=st.sets(st.integers(0, 55), min_size=1, max_size=14),
    suits=st.integers(1, 4),
    top=st.none() | st.integers(0, 2**32).map(lambda n: next(tops(random.Random(n), 1))),
)
@settings(max_examples=150, deadline=None, derandomize=True)
def test_a_brief_list_has_one_play_of_each_class_and_no_other(
    hand: set[int], suits: int, top: tuple[str, int, float] | None
) -> None:
    held = tuple(sorted({c if RANKS[c] < 2 else c - (c - 2) % 4 % suits for c in hand}))
    every, few = listed(held, top)
    left = iter(every)
    assert all(action in left for action in few)
    classes = [signature(a.args, held) for a in few]
    assert len(set(classes)) == len(classes)
    assert set(classes) == {signature(a.args, held) for a in every}


def test_the_fullest_hands_have_up_to_sixteen_hundred_plays() -> None:
    # Three cards of most ranks in a row and the Phoenix: the worst that a search has found.
    hand = (21, 22, 23, 28, 29, 30, 31, 32, 36, 37, 38, 41, 44, 54)
    every, few = plays.leads(hand)
    assert len(every) == 1560
    assert {a.args for a in every} == reference.plays(
        hand, list(reference.combinations_of(hand)), None
    )
    assert len(few) < 250


def vectors() -> dict[str, list[object]]:
    path = Path(__file__).parents[4] / "shared" / "games" / "tichu.json"
    if not path.is_file():
        pytest.skip("the component data are not at hand")
    data: dict[str, list[object]] = json.loads(path.read_text("utf-8"))
    return data


def test_what_cards_are_together_agrees_with_the_component_data() -> None:
    for vector in vectors()["classify_vectors"]:
        assert isinstance(vector, dict)
        found = [
            [KINDS[made.kind], made.n, made.strength // 2]
            for made, _ in plays.readings(cards(" ".join(vector["cards"])))
        ]
        wanted = [
            ["bomb" if kind.startswith("bomb") else kind, n, rank]
            for kind, n, rank in vector["readings"]
        ]
        assert sorted(found) == sorted(wanted), vector["cards"]


def test_bombs_are_ordered_by_number_of_cards_and_then_by_rank() -> None:
    """Difference 5."""
    order = [
        "S2 P2 J2 T2",
        "SA PA JA TA",
        "S2 S3 S4 S5 S6",
        "S10 SJ SQ SK SA",
        "J2 J3 J4 J5 J6 J7",
        "T2 T3 T4 T5 T6 T7 T8 T9 T10 TJ TQ TK TA",
    ]
    made = [plays.readings(cards(words))[0][0] for words in order]
    for i, lower in enumerate(made):
        assert lower.kind == plays.BOMB
        for j, higher in enumerate(made):
            assert plays.beats(higher, (*lower, 0)) == (j > i)


def test_flushes_of_equal_length_and_top_do_not_beat_each_other() -> None:
    """Case 54."""
    one = plays.readings(cards("S10 SJ SQ SK SA"))[0][0]
    other = plays.readings(cards("J10 JJ JQ JK JA"))[0][0]
    assert not plays.beats(one, (*other, 0))
    assert not plays.beats(other, (*one, 0))


def test_a_single_phoenix_is_half_a_rank_above_the_card_it_is_laid_on() -> None:
    for rank in range(1, 15):
        made = plays.readings((PHOENIX,), (plays.SINGLE, 1, 2 * rank, 0))[0][0]
        assert made.strength == 2 * rank + 1
    assert plays.readings((PHOENIX,))[0][0].strength == 3

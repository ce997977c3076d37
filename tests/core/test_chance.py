"""Draws, generators, and the keys of a live match."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import permutations

import pytest

from core.small import Small, Toss
from takujo.core.chance import (
    BadOutcome,
    Draw,
    Keyed,
    Live,
    Recorded,
    Simulated,
    SplitMix,
    commitment,
    match_key,
    new_key,
    shuffled,
    take,
)


def words(key: bytes, index: int, n: int) -> list[int]:
    """The first words of a keyed draw, computed in another way."""
    found: list[int] = []
    for block in range(n // 8 + 1):
        data = index.to_bytes(8, "little") + block.to_bytes(8, "little")
        digest = hashlib.blake2b(data, digest_size=64, key=key).digest()
        found += [int.from_bytes(digest[i : i + 8], "little") for i in range(0, 64, 8)]
    return found[:n]


def test_splitmix_gives_the_published_words() -> None:
    rng = SplitMix(1234567)
    assert [rng.word() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize("n", [1, 2, 7, 52, 1000, 1 << 40])
def test_below_is_made_of_the_same_words(n: int) -> None:
    a, b = SplitMix(99), SplitMix(99)
    assert [a.below(n) for _ in range(50)] == [(b.word() * n) >> 64 for _ in range(50)]


def test_a_split_generator_goes_its_own_way() -> None:
    parent = SplitMix(5)
    child = parent.split()
    theirs = [child.word() for _ in range(4)]
    again = SplitMix(5).split()
    for _ in range(3):
        parent.word()
    assert [again.word() for _ in range(4)] == theirs
    assert SplitMix(5).word() not in theirs


@pytest.mark.parametrize("index", [0, 1, 255, 70_000])
@pytest.mark.parametrize("key", [b"", b"k", bytes(range(32))])
def test_a_keyed_word_serves_modulo_n(key: bytes, index: int) -> None:
    rng = Keyed(key, index)
    expected = [w % 10 for w in words(key, index, 20)]
    assert [rng.below(10) for _ in range(20)] == expected


def test_a_keyed_word_above_the_limit_is_passed_over() -> None:
    n = (1 << 63) + 1  # half of all words are too high
    kept = [w for w in words(b"key", 3, 40) if w < n]
    rng = Keyed(b"key", 3)
    assert len(kept) < 30
    assert [rng.below(n) for _ in kept] == kept


def test_keyed_draws_have_not_changed_since_the_first_match() -> None:
    key = bytes(range(32))
    assert take(Keyed(key, 0), Draw(52, 5)) == take(Keyed(key, 0), Draw(52, 52))[:5]
    drawn = [take(Keyed(key, i), Draw(10, 3)) for i in range(3)]
    assert drawn == [(2, 0, 8), (4, 0, 9), (3, 1, 4)]


def test_every_order_of_four_is_drawn_equally_often() -> None:
    seen = Counter(take(Keyed(b"fair", i), Draw(4, 4)) for i in range(12_000))
    assert set(seen) == set(permutations(range(4)))
    assert sum((n - 500) ** 2 / 500 for n in seen.values()) < 50  # 23 degrees of freedom: p < .001


def test_every_pair_of_five_is_drawn_equally_often_in_simulation() -> None:
    rng = SplitMix(3)
    seen = Counter(take(rng, Draw(5, 2)) for _ in range(10_000))
    assert len(seen) == 20
    assert sum((n - 500) ** 2 / 500 for n in seen.values()) < 44


@pytest.mark.parametrize(("n", "k"), [(1, 1), (6, 1), (6, 6), (20, 7), (0, 0)])
def test_a_draw_gives_distinct_numbers_of_the_range(n: int, k: int) -> None:
    outcome = take(SplitMix(8), Draw(n, k))
    assert len(outcome) == len(set(outcome)) == k
    assert set(outcome) <= set(range(n))


def test_shuffled_keeps_the_items() -> None:
    items = [3, 1, 4, 1, 5]
    assert sorted(shuffled(SplitMix(2), items)) == sorted(items)
    assert shuffled(SplitMix(2), [7]) == [7]
    assert shuffled(SplitMix(2), []) == []
    assert items == [3, 1, 4, 1, 5]


def test_outcomes_of_a_match_follow_from_key_and_index() -> None:
    s = Small().new(2)
    live = Live(b"key", 4)
    drawn = [live(s, Toss(6)), live(s, Toss(9, 3))]
    assert drawn == [take(Keyed(b"key", 4), Draw(6)), take(Keyed(b"key", 5), Draw(9, 3))]
    assert live.drawn == list(zip([Draw(6), Draw(9, 3)], drawn, strict=True))
    assert live.index == 6


def test_simulated_nature_draws_from_its_generator() -> None:
    s = Small().new(2)
    assert Simulated(SplitMix(4))(s, Toss(9, 4)) == take(SplitMix(4), Draw(9, 4))


def test_recorded_nature_repeats_the_record() -> None:
    s = Small().new(2)
    nature = Recorded([[3], [2, 0]])
    assert nature(s, Toss(6)) == (3,)
    assert nature.left == 1
    assert nature(s, Toss(3, 2)) == (2, 0)
    assert nature.left == 0
    assert nature.drawn == [(Draw(6), (3,)), (Draw(3, 2), (2, 0))]


@pytest.mark.parametrize(
    ("outcome", "n", "k"), [([6], 6, 1), ([-1], 6, 1), ([1, 1], 6, 2), ([1], 6, 2), ([1, 2], 6, 1)]
)
def test_recorded_nature_refuses_what_cannot_be_drawn(outcome: list[int], n: int, k: int) -> None:
    with pytest.raises(BadOutcome, match="does not fit"):
        Recorded([outcome])(Small().new(2), Toss(n, k))


def test_recorded_nature_refuses_to_invent() -> None:
    with pytest.raises(BadOutcome, match="lacks an outcome"):
        Recorded([])(Small().new(2), Toss(6))


def test_the_seal_is_a_hash_of_the_server_key() -> None:
    assert commitment(b"secret") == hashlib.blake2b(b"secret", digest_size=32).hexdigest()


def test_the_match_key_depends_on_every_part_and_its_length() -> None:
    keys = [
        match_key(b"s", [b"a", b"b"]),
        match_key(b"s", [b"b", b"a"]),
        match_key(b"s", [b"ab", b""]),
        match_key(b"s", [b"", b"ab"]),
        match_key(b"sa", [b"", b"b"]),
        match_key(b"s", [b"a", b"b", b""]),
    ]
    assert len(set(keys)) == len(keys)
    hashed = b"takujo match key" + b"\x01s" + b"\x01a" + b"\x01b"
    assert keys[0] == hashlib.blake2b(hashed, digest_size=32).digest()


def test_a_nonce_that_is_too_long_is_refused() -> None:
    match_key(b"s", [bytes(255)])
    with pytest.raises(ValueError, match="at most 255 bytes, this one has 256"):
        match_key(b"s", [bytes(256)])


def test_server_keys_are_new_every_time() -> None:
    assert len({new_key() for _ in range(20)}) == 20
    assert len(new_key()) == 32

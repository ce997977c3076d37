"""Possible worlds: what a viewer cannot tell from the true position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from core.small import ANSWER, FACES, SHOUT, Each, Notes, Pick, Small, each, simulated
from takujo.core.chance import SplitMix
from takujo.core.frames import advance, answers_of, apply, awaited, optional
from takujo.core.knowledge import pools_by_back, resample, unknown_cards, unknown_places
from takujo.core.projection import view
from takujo.core.zones import COUNT, PIECE, PLACE, Layout, ZoneSpec, layout
from toys import TOYS

HAND, OTHER, DECK, ROW = range(4)
SPECS = (
    ZoneSpec("hand.0", 0b0001, COUNT),
    ZoneSpec("hand.1", 0b0010, COUNT),
    ZoneSpec("deck", 0, PLACE),
    ZoneSpec("row", 0, PIECE),
)
LAY = {HAND: [0, 1], OTHER: [2, 3], DECK: [5, 4], ROW: [7, 6]}


def cards(backs: Sequence[int] | None = None) -> Layout:
    return layout(3, SPECS, FACES, backs)


def table(backs: Sequence[int] | None = None, **given: Any) -> tuple[Small, Notes]:
    game = Small(cards=cards(backs), lay=LAY, **given)
    s = game.new(3)
    advance(s, simulated())
    return game, s


def worlds(game: Small, s: Notes, viewer: int | None, n: int = 200) -> list[Notes]:
    rng = SplitMix(11)
    return [resample(game, s, viewer, rng) for _ in range(n)]


# --- the default pools ------------------------------------------------------------------------


def test_unknown_are_the_cards_without_the_viewers_bit() -> None:
    _, s = table()
    assert unknown_cards(s, 0) == [2, 3, 4, 5, 6, 7]
    assert unknown_cards(s, None) == list(range(8))
    assert unknown_places(s, 1, [HAND, DECK]) == [(HAND, 0), (HAND, 1), (DECK, 0), (DECK, 1)]


def test_cards_with_the_same_back_may_trade_places() -> None:
    _, s = table(backs=[0, 0, 0, 0, 1, 1, 1, 1])
    assert pools_by_back(s, 0) == [
        ([(OTHER, 0), (OTHER, 1)], [2, 3]),
        ([(DECK, 0), (DECK, 1), (ROW, 0), (ROW, 1)], [4, 5, 6, 7]),
    ]


# --- resampling -------------------------------------------------------------------------------


def test_what_the_viewer_knows_stays_and_all_else_is_drawn() -> None:
    game, s = table()
    s.peek(4, 0)
    seen: dict[int, set[int]] = {card: set() for card in range(8)}
    for t in worlds(game, s, 0):
        assert t.zones[HAND] == (0, 1)
        assert t.zones[DECK][1] == 4
        assert sorted(c for zone in t.zones for c in zone) == list(range(8))
        for zone, some in enumerate(t.zones):
            for card in some:
                assert t.where[card] == zone
                seen[card].add(zone)
    assert all(seen[c] == {OTHER, DECK, ROW} for c in (2, 3, 5, 6, 7))


def test_the_true_position_is_left_alone() -> None:
    game, s = table()
    before = s.to_json()
    worlds(game, s, 0, 10)
    assert s.to_json() == before


def test_every_world_is_equally_likely() -> None:
    game = Small(cards=cards(), lay={HAND: range(4), OTHER: [4, 5], DECK: [6], ROW: [7]})
    s = game.new(3)
    rng = SplitMix(5)
    seen = Counter(tuple(resample(game, s, 0, rng).zones) for _ in range(6_000))
    assert len(seen) == 12  # 4! orders, two of which are one hand
    assert sum((n - 500) ** 2 / 500 for n in seen.values()) < 32


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_the_view_is_the_same_in_every_world(viewer: int | None) -> None:
    game = Small(Pick(1), cards=cards(), lay=LAY)
    s = game.new(3)
    s.peek(6, 1)
    s.peek(2, 2)
    expected = view(game, s, viewer)
    for t in worlds(game, s, viewer, 50):
        assert view(game, t, viewer) == expected


@pytest.mark.parametrize("backs", [None, [0, 1, 0, 1, 0, 1, 0, 1]])
@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_a_world_depends_on_nothing_that_the_viewer_does_not_know(
    viewer: int | None, backs: list[int] | None
) -> None:
    game, s = table(backs)
    for card, player in ((2, 0), (3, 2), (5, 1), (7, 2)):
        s.peek(card, player)
    for seed in range(40):
        t = resample(game, s, viewer, SplitMix(1000 + seed))
        a = resample(game, s, viewer, SplitMix(seed))
        b = resample(game, t, viewer, SplitMix(seed))
        assert a == b


def test_a_stamp_and_what_others_know_stay_with_the_place() -> None:
    game, s = table()
    s.peek(7, 2)
    s.peek(5, 1)
    for t in worlds(game, s, 0, 50):
        assert [t.stamp[c] for c in t.zones[ROW]] == [1, 2]
        assert [t.seen[c] for c in t.zones[ROW]] == [0b0100, 0]
        assert [t.seen[c] for c in t.zones[DECK]] == [0b0010, 0]


def test_fields_by_card_stay_with_the_place_too() -> None:
    game, s = table()
    s.marks[7], s.marks[6], s.marks[0] = 3, 1, 2
    for t in worlds(game, s, 0, 50):
        assert [t.marks[c] for c in t.zones[ROW]] == [3, 1]
        assert t.marks[0] == 2
        assert sum(t.marks) == 6


def test_what_others_know_of_a_hand_is_paired_by_chance_and_not_by_rank() -> None:
    game, s = table()
    s.peek(2, 2)  # player 2 knows one of the two cards in the hand of player 1
    lower = 0
    for t in worlds(game, s, 0, 400):
        masks = [t.seen[c] for c in t.zones[OTHER]]
        assert sorted(masks) == [0b0010, 0b0110]
        lower += masks[0] == 0b0110
    assert 140 < lower < 260


def test_what_others_know_of_a_hand_stays_with_the_back_that_they_saw() -> None:
    game, s = table(backs=[0, 0, 0, 1, 0, 1, 0, 1])
    s.peek(3, 2)  # the card in that hand whose back is 1
    for t in worlds(game, s, 0, 100):
        for card in t.zones[OTHER]:
            assert t.seen[card] == (0b0110 if t.layout.backs[card] else 0b0010)


class Pooled(Small):
    """Pools as the test wants them."""

    given: list[Any]

    def pools(self, s: Notes, viewer: int | None, rng: Any) -> list[Any]:
        return self.given


def pooled(*pools: Any) -> tuple[Pooled, Notes]:
    game = Pooled(cards=cards(), lay=LAY)
    game.given = list(pools)
    return game, game.new(3)


def test_pools_are_filled_in_order_from_what_is_left() -> None:
    rest = [(OTHER, 0), (OTHER, 1), (DECK, 0)]
    game, s = pooled(([(DECK, 1)], [4]), (rest, [2, 3, 4, 5]))
    for t in worlds(game, s, 0, 50):
        assert t.zones[DECK][1] == 4
        assert t.zones[ROW] == (7, 6)


def test_one_pool_for_each_place_is_a_joint_draw_that_tells_no_index() -> None:
    game, s = pooled(([(OTHER, 0)], [3]), ([(OTHER, 1)], [2]))
    s.peek(2, 2)
    masks = {tuple(t.seen[c] for c in t.zones[OTHER]) for t in worlds(game, s, 0, 100)}
    assert masks == {(0b0010, 0b0110), (0b0110, 0b0010)}


@pytest.mark.parametrize(
    ("pools", "said"),
    [
        ([([(OTHER, 0), (OTHER, 1)], [2])], "2 places and only 1 cards"),
        ([([(OTHER, 0)], [3])], r"lose or double the cards \[2, 3\]"),
        ([([(OTHER, 0)], [2]), ([(OTHER, 1)], [2])], "1 places and only 0 cards"),
        ([([(OTHER, 0)], [7])], r"lose or double the cards \[2, 7\]"),
        ([([(OTHER, 0), (OTHER, 0)], [2, 3])], "lose or double"),
    ],
)
def test_pools_that_lose_or_double_a_card_are_refused(pools: list[Any], said: str) -> None:
    game, s = pooled(*pools)
    with pytest.raises(ValueError, match=said):
        resample(game, s, 0, SplitMix(1))


def test_a_pool_that_mixes_backs_in_a_hand_is_refused() -> None:
    game = Pooled(cards=cards([0, 0, 0, 1, 1, 0, 0, 0]), lay=LAY)
    game.given = [([(OTHER, 0)], [4]), ([(DECK, 1)], [2])]
    s = game.new(3)
    with pytest.raises(ValueError, match=r"cards with another back into hand\.1"):
        resample(game, s, 0, SplitMix(1))


# --- answers in a simultaneous choice ---------------------------------------------------------


def asking(s: Notes) -> Each:
    return next(f for f in s.agenda if isinstance(f, Each))


def test_answers_of_others_are_redrawn_and_the_viewers_own_are_kept() -> None:
    game, s = table()
    s.then(each(2, 2, 1))
    for player, number in ((0, 4), (1, 3), (1, 0), (0, 1)):
        apply(s, player, ANSWER(number), simulated())
    chains = {answers_of(asking(t)) for t in worlds(game, s, 0)}
    assert {c[0] for c in chains} == {(ANSWER(4), ANSWER(1))}
    assert len({c[1] for c in chains}) == 20  # all pairs of different numbers
    assert {c[2] for c in chains} == {()}
    for t in worlds(game, s, 0, 5):
        assert [d.player for d in awaited(t)] == [2]


def test_how_far_another_player_is_in_his_chain_is_secret() -> None:
    game, s = table()
    s.then(each(1, 3, 1))
    apply(s, 1, ANSWER(2), simulated())
    chains = {answers_of(asking(t))[1] for t in worlds(game, s, 0, 20)}
    assert chains == {()}
    assert answers_of(asking(resample(game, s, 1, SplitMix(1))))[1] == (ANSWER(2),)


def test_answers_stay_secret_while_an_interrupt_asks_something_else() -> None:
    game, s = table()
    s.then(each(1, 1, 1, shouts=[2], then_shout=[Pick(2)]))
    apply(s, 1, ANSWER(3), simulated())
    apply(s, 2, SHOUT(), simulated())
    assert isinstance(s.agenda[-1], Pick)
    assert len({answers_of(asking(t))[1] for t in worlds(game, s, 0)}) == 5
    assert {answers_of(asking(t))[1] for t in worlds(game, s, 1, 20)} == {(ANSWER(3),)}


# --- the toys ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(TOYS))
def test_bots_can_play_on_from_every_world(name: str) -> None:
    game = TOYS[name]
    for seed in range(3):
        nature = simulated(seed)
        s = game.new(game.players[0])
        advance(s, nature)
        n = 0
        while decisions := awaited(s):
            if n % 7 == 0:
                for viewer in (*range(s.players), None):
                    t = resample(game, s, viewer, nature.rng)
                    assert [d.player for d in awaited(t)] == [d.player for d in decisions]
                    finish(t, nature)
            n += 1
            decision = (optional(s) or decisions)[0] if n % 11 == 0 else decisions[-1]
            action = decision.actions[nature.rng.below(len(decision.actions))]
            apply(s, decision.player, action, nature)


def finish(t: Any, nature: Any) -> None:
    for _ in range(300):
        decisions = awaited(t)
        if not decisions:
            return
        decision = decisions[nature.rng.below(len(decisions))]
        action = decision.actions[nature.rng.below(len(decision.actions))]
        apply(t, decision.player, action, nature)
    raise AssertionError("the match does not end")

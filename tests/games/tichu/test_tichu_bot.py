"""Tichu's strong bot: positions with one sensible choice, and what holds in all positions."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from takujo.bots import bot
from takujo.bots.seats import StateSeat
from takujo.bots.simulate import bot_play, simulate
from takujo.core.chance import Simulated, SplitMix
from takujo.core.frames import advance, apply, awaited, optional
from takujo.core.knowledge import resample
from takujo.games.tichu import GAME, planning
from takujo.games.tichu.counting import Holding, Sight
from takujo.games.tichu.exchange import gifts
from takujo.games.tichu.planning import Planner, openings, packed
from takujo.games.tichu.plays import (
    PAIR,
    SINGLE,
    STRAIGHT,
    Combination,
    bits_of,
    follows,
    leads,
    told_apart,
)
from takujo.games.tichu.state import PLAYERS, WORDS, Round
from takujo.games.tichu.tricks import Judgement, turn

STRONG = bot("strong")
SETTINGS: list[dict[str, Any]] = [
    {},
    {"grand_tichu": False},
    {"grand_mode": "sequential"},
    {"bombs_out_of_turn": "ask"},
    {"bombs_out_of_turn": "off"},
]


def cards(words: str) -> tuple[int, ...]:
    return tuple(sorted(WORDS.index(word) for word in words.split()))


def chosen(player: int, options: dict[str, Any] | None = None, /, **facts: Any) -> str:
    s = GAME.position(PLAYERS, options or {}, **facts)
    return STRONG.choose(StateSeat(GAME, s, player), SplitMix(1))


def declines(player: int, /, **facts: Any) -> bool:
    """Of his own decision and the interrupt beside it: is no interrupt taken?"""
    s = GAME.position(PLAYERS, {}, **facts)
    (offered,) = [d for d in optional(s) if d.player == player]
    return STRONG.choose(StateSeat(GAME, s, player, offered), SplitMix(1)) == ""


# --- following --------------------------------------------------------------------------------


def test_a_partner_who_wins_the_trick_is_left_alone() -> None:
    hands = {0: "S3 P6 T8", 1: "S4 P9 TJ", 2: "DR SK P4 T4", 3: "S8 P8 TQ"}
    assert chosen(2, hands=hands, trick=["0 SA"], follow=2) == "pass"


def test_a_low_lead_of_the_partner_is_used_to_get_rid_of_a_loose_card() -> None:
    hands = {0: "S3 P6 T8 SA", 1: "S4 P9 TJ J5", 2: "S9 PQ TQ J2 P2", 3: "S8 P8 TK J3"}
    assert chosen(2, hands=hands, trick=["0 P3"], follow=2) == "play S9"


def test_a_straight_is_not_broken_for_a_low_single() -> None:
    hands = {0: "S3 J6 T8 SK", 1: "S5 P6 T7 J8 P9 SJ", 2: "SA P4 T4", 3: "S8 P8 TQ"}
    assert chosen(1, hands=hands, trick=["0 S4"], follow=1) in ("pass", "play SJ")


def test_a_bomb_is_not_broken_for_a_low_pair() -> None:
    hands = {
        0: "S3 SK J7 J8 J9 JJ S2 P3",
        1: "S6 P6 J6 T6 S9 PJ T2 P5 TK",
        2: "SQ P2 T8 S7 P7 T7 J2 T3",
        3: "S8 P8 TQ J10 T9 S10 P10 J3",
    }
    assert chosen(1, hands=hands, trick=["0 S4 J4"], follow=1) == "pass"


def test_an_opponent_with_one_card_does_not_get_a_cheap_trick() -> None:
    # Player 3 is next and holds a single card: only the ace keeps him from going out.
    hands = {0: "S3 P6 T8", 1: "S4 P9", 2: "S7 SA P4 T4 P3", 3: "SK"}
    key = chosen(2, hands=hands, trick=["1 S6"], follow=2)
    assert key == "play SA"


def test_the_phoenix_and_the_dragon_are_not_spent_on_an_empty_trick_early() -> None:
    hands = {
        0: "S3 P6 T8 SK J7 J8 J9 JJ",
        1: "DR PH S5 P5 T9 J10 SQ PQ",
        2: "SA P4 T4 S2 P2 T2 P7 P8",
        3: "S8 TQ P3 T3 J3 S6 S7 S9",
    }
    key = chosen(1, hands=hands, trick=["0 S4"], follow=1)
    assert key not in ("play DR", "play PH")


def test_nobody_goes_out_before_a_partner_who_has_called() -> None:
    hands = {0: "S3 P6 T8", 1: "S4 P9 TJ", 2: "SA", 3: "S8 P8 TQ"}
    facts: dict[str, Any] = {"hands": hands, "trick": ["0 S5"], "follow": 2}
    assert chosen(2, **facts) == "play SA"
    assert chosen(2, **facts, calls={0: "tichu"}) == "pass"


def test_an_opponent_who_has_called_is_stopped_at_a_price() -> None:
    hands = {
        0: "SK P6 T8 DR",
        1: "S4 P9 TJ S2 J3 T3 S7 J8",
        2: "SA P4 T4 S6 S9 P10 PQ PJ",
        3: "S8 P8 TQ P2 T2 J4 J5 T7",
    }
    facts: dict[str, Any] = {"hands": hands, "trick": ["0 SQ"], "follow": 2, "calls": {1: "tichu"}}
    assert chosen(2, **facts) == "pass"
    facts = {"hands": hands, "trick": ["3 JQ"], "follow": 2, "calls": {3: "tichu"}}
    assert chosen(2, **facts) == "play SA"


# --- leading ----------------------------------------------------------------------------------


def test_sure_winners_come_first_and_the_last_card_last() -> None:
    hands = {0: "DR SA P3", 1: "S4 P9 TJ J5", 2: "S9 PQ", 3: "SK P8 TK J3"}
    won = {2: "PA TA JA PH"}
    first = chosen(0, hands=hands, won=won, lead=0)
    assert first in ("play DR", "play SA")


def test_no_single_is_led_to_an_opponent_with_one_card() -> None:
    hands = {0: "S3 P3 S5 T8", 1: "SK", 2: "S9 PQ J4", 3: "P8 TK J3"}
    assert chosen(0, hands=hands, lead=0) == "play S3 P3"


def test_the_dog_gives_the_lead_to_a_partner_who_has_called() -> None:
    hands = {
        0: "DG S3 P5 T8 SJ PQ JK S4",
        1: "S5 P9 TJ J5 T4 T6 J7 J8",
        2: "SA PA TA DR S9 P10 JQ P2",
        3: "P8 TK J3 S6 S7 T7 P7 S2",
    }
    assert chosen(0, hands=hands, calls={2: "tichu"}, lead=0) == "play DG"


def test_a_hand_that_is_one_combination_is_played_at_once() -> None:
    hands = {0: "S3 P4 T5 J6 S7", 1: "SK", 2: "S9 PQ J4", 3: "P8 TK J3"}
    assert chosen(0, hands=hands, lead=0) == "play S3 P4 T5 J6 S7"


# --- bombs ------------------------------------------------------------------------------------


def test_a_bomb_stops_an_opponent_who_has_called_and_is_nearly_out() -> None:
    hands = {0: "S3", 1: "S4 P4 J4 T4 S9 PK", 2: "SQ P6 T8", 3: "S8 P8 TQ"}
    facts: dict[str, Any] = {"hands": hands, "trick": ["0 SA"], "calls": {0: "tichu"}}
    assert chosen(1, **facts, follow=1) == "play S4 P4 J4 T4" or not declines(
        1, **facts, collect=True
    )
    s = GAME.position(PLAYERS, {}, **facts, collect=True)
    (offered,) = [d for d in optional(s) if d.player == 1]
    seat = StateSeat(GAME, s, 1, offered)
    assert STRONG.choose(seat, SplitMix(1)) == "play S4 P4 J4 T4"


def test_a_bomb_is_never_thrown_on_the_partner_who_leads_next() -> None:
    hands = {0: "S3 P6 SK", 1: "S9 PK P5", 2: "S4 P4 J4 T4 SQ", 3: "S8 P8 TQ"}
    assert declines(2, hands=hands, trick=["0 SA"], collect=True)


def test_a_bomb_is_kept_while_nothing_is_at_stake() -> None:
    hands = {
        0: "S3 P6 SK J7 J8 J9 JJ S2 P3",
        1: "S4 P4 J4 T4 S9 PK P5 T6",
        2: "SQ P2 T8 S7 P7 T7 J2 T3",
        3: "S8 P8 TQ S6 T9 S10 P10 J3",
    }
    assert declines(1, hands=hands, trick=["0 S5"], collect=True)


def test_asked_for_bombs_he_has_the_choice_to_keep_it() -> None:
    hands = {0: "S3 P6 SK P3", 1: "S9 PK P5 T6", 2: "S4 P4 J4 T4 SQ", 3: "S8 P8 TQ T9"}
    options = {"bombs_out_of_turn": "ask"}
    assert chosen(2, options, hands=hands, trick=["0 SA"], window=True) == "no_bomb"


# --- wish, gift, calls, exchange --------------------------------------------------------------


def test_the_dragon_goes_to_the_opponent_with_more_cards() -> None:
    hands = {0: "S3 P6", 1: "S9", 2: "SQ P2 T8", 3: "S8 P8 TQ S6 T9"}
    assert chosen(0, hands=hands, trick=["0 DR"], gift=True) == "dragon 3"


def test_nobody_wishes_for_what_he_holds_himself() -> None:
    hands = {
        0: "MA SA PA JA S3 P6 T8 J9 SJ",
        1: "S9 PK P5 T6 S4 P4",
        2: "SQ P2 T7 J7 S7",
        3: "S8 P8 TQ S6 T9",
    }
    s = GAME.position(PLAYERS, {}, hands=hands, lead=0)
    (lead,) = awaited(s)
    apply(s, 0, GAME.keys(lead)["play MA"], Simulated(SplitMix(1)))
    assert STRONG.choose(StateSeat(GAME, s, 0), SplitMix(1)) == "wish K"


EIGHT = {
    1: "S2 P3 T5 J6 S7 P8 T9 J10",
    2: "P2 T3 J5 S6 P7 T8 J9 S10",
    3: "T2 J3 S5 P6 T7 J8 S9 P10",
}


@pytest.mark.parametrize(
    ("hand", "said"),
    [("DR PH SA PA SK J4 S4 P4", "grand"), ("SQ PJ TK J4 S4 P4 S3 J2", "no_grand")],
)
def test_grand_tichu_takes_the_highest_cards(hand: str, said: str) -> None:
    assert chosen(0, hands={0: hand, **EIGHT}, grand=True) == said


def test_grand_tichu_is_not_called_beside_the_partners() -> None:
    options = {"grand_mode": "sequential"}
    hands = {2: "DR PH SA PA SK J4 S4 P4", 0: EIGHT[2], 1: EIGHT[1], 3: EIGHT[3]}
    assert chosen(2, options, hands=hands, grand=True, first=2) == "grand"
    assert chosen(2, options, hands=hands, grand=True, first=2, calls={0: "grand"}) == "no_grand"


FULL = {
    1: "DG P2 T2 J3 P4 T5 P6 J6 T7 P8 T9 J9 SJ TQ",
    2: "S2 J2 S3 T4 J5 S6 T6 J7 S8 J8 P9 J10 PJ JQ",
    3: "T3 S4 J4 S5 P5 P7 T8 S9 P10 T10 TJ SQ PK JK",
}
BEST = "MA DR PH SA PA TA JA SK TK S7 P3 S10 JJ PQ"


def test_a_hand_that_nobody_stops_is_called() -> None:
    assert not declines(0, hands={0: BEST, **FULL}, lead=0)


def test_no_call_beside_the_partners_or_once_somebody_is_out() -> None:
    assert declines(0, hands={0: BEST, **FULL}, lead=0, calls={2: "tichu"})
    with_one_out = {p: words for p, words in FULL.items() if p != 3}
    assert declines(0, hands={0: BEST, **with_one_out}, lead=0, out=[3])


def test_a_poor_hand_is_not_called() -> None:
    hands = {0: FULL[1], 1: BEST, 2: FULL[2], 3: FULL[3]}
    assert declines(0, hands=hands, lead=0)


def test_a_call_waits_for_the_first_card() -> None:
    assert declines(0, hands={0: BEST, **FULL}, lead=3)


def given(hand: str) -> list[str]:
    others = [c for c in range(len(WORDS)) if WORDS[c] not in hand.split()]
    dealt = {p: " ".join(WORDS[c] for c in others[(p - 1) * 14 : p * 14]) for p in (1, 2, 3)}
    s = GAME.position(PLAYERS, {}, hands={0: hand, **dealt}, exchange=True)
    return [WORDS[c] for c in gifts(Judgement(Sight(s, 0)))]


def test_bombs_and_the_highest_cards_are_not_given_to_opponents() -> None:
    to_next, to_partner, to_previous = given("DR PH SA S6 P6 J6 T6 S2 P3 T9 JJ SQ PQ S4")
    assert {to_next, to_previous} <= {"S2", "P3", "S4", "T9", "JJ"}
    assert to_partner not in ("S6", "P6", "J6", "T6", "DR", "PH")


def test_a_call_between_two_gifts_does_not_make_him_give_a_card_twice() -> None:
    for seed in range(6):
        checked = GAME.checked_options(PLAYERS, {"rounds": 1, "grand_tichu": False})
        s = GAME.setup(PLAYERS, checked)
        nature = Simulated(SplitMix(seed))
        advance(s, nature)
        for i in range(3):
            asked = awaited(s)[0]
            key = STRONG.choose(StateSeat(GAME, s, 0, asked), SplitMix(seed))
            apply(s, 0, GAME.keys(asked)[key], nature)
            if i < 2:
                (offered,) = [d for d in optional(s) if d.player == i + 1]
                apply(s, i + 1, GAME.keys(offered)["tichu"], nature)


def test_a_weak_hand_helps_the_partner() -> None:
    assert given("S2 P2 T4 J4 S5 P7 T7 P9 S9 PJ TJ SQ TK SA")[1] in ("SA", "TK")


# --- planning and counting --------------------------------------------------------------------


def price(made: Combination) -> float:
    return 1.0


def test_a_hand_is_divided_into_the_fewest_combinations() -> None:
    hand = cards("S3 P4 T5 J6 S7 P8 S10 P10 J10 TQ JQ DR DG")
    plan = Planner(price).plan(hand)
    assert plan.cost == 4
    assert sum(made.n for made in plan.plays) == len(hand)


@pytest.mark.parametrize(
    ("hand", "fewest"),
    [
        ("S3 P4 T6 J7 PH", 1),  # fills the gap
        ("SJ PQ TK JA PH", 1),  # stands below the ace's straight
        ("S3 P3 S4 PH", 1),  # stairs
        ("S3 P3 S9 P9 PH", 1),  # full house
        ("S3 PH", 1),
        ("MA S2 P3 T4 PH", 1),
        ("PH", 1),
        ("MA PH", 2),
        ("S4 S5 S6 S7 S8 P8", 2),
    ],
)
def test_the_phoenix_stands_where_it_saves_most(hand: str, fewest: int) -> None:
    assert Planner(price).plan(cards(hand)).cost == fewest


def test_openings_take_away_what_they_play() -> None:
    hand = packed(cards("S3 P3 T4 J5 S6 P7 S9 P9 J9 PH"))
    for made, left in openings(hand):
        gone = sum((hand >> 3 * i & 7) - (left >> 3 * i & 7) for i in range(15))
        assert gone == made.n


def test_what_others_may_hold_is_counted_from_the_cards_unseen() -> None:
    hands = {0: "S3 PA", 1: "SK", 2: "S9 PQ J4", 3: "P8 TK J3"}
    s = GAME.position(PLAYERS, {}, hands=hands, known={0: "TK"}, lead=0)
    sight = Sight(s, 0)
    assert sight.known[3] == list(cards("TK"))
    assert Holding(sight, 3).beats(Combination(SINGLE, 1, 24)) == 1.0
    # One of the six unknown cards lies with player 1, and one of them is a king.
    assert Holding(sight, 1).beats(Combination(SINGLE, 1, 24)) == pytest.approx(1 / 6)
    assert Holding(sight, 1).beats(Combination(PAIR, 2, 4)) == 0.0
    assert Holding(sight, 3).beats(Combination(STRAIGHT, 5, 14)) == 0.0


# --- how much he looks at ---------------------------------------------------------------------


def led_with(words: str) -> Judgement:
    """His judgement when he is about to lead from this hand."""
    hand = cards(words)
    others = [c for c in range(len(WORDS)) if c not in hand]
    dealt = {p: " ".join(WORDS[c] for c in others[p - 1 :: 3]) for p in (1, 2, 3)}
    s = GAME.position(PLAYERS, {}, hands={0: words, **dealt}, lead=0)
    return Judgement(Sight(s, 0))


def weighed(words: str, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int, int]:
    """How many leads a hand has, how many he weighs, and how many plays he tries for the rest."""
    judgement = led_with(words)
    every, few = leads(judgement.sight.hand)
    plain, plays, parts = Judgement.playing, [], []

    def playing(self: Judgement, play: Sequence[int]) -> float:
        plays.append(play)
        return plain(self, play)

    def opened(hand: int) -> tuple[tuple[Combination, int], ...]:
        found = openings(hand)
        parts.extend(found)
        return found

    with monkeypatch.context() as patched:
        patched.setattr(Judgement, "playing", playing)
        patched.setattr(planning, "openings", opened)
        turn(judgement, few)
    return len(every), len(plays), len(parts)


# Found by climbing from hand to hand toward the most leads, the most that are weighed, and the most
# plays that hands are divided into.
MOST_LEADS = "T5 S6 P6 S7 P7 P8 J8 P9 J9 P10 J10 JJ JQ PH"
MOST_WEIGHED = "T2 P3 T4 T5 P6 J7 P8 J9 J10 JJ SQ TK PA PH"
MOST_DIVIDED = "S3 P3 J3 T3 P4 J4 P5 J5 P6 T6 S7 P7 P8 PH"


@pytest.mark.parametrize("hand", [MOST_LEADS, MOST_WEIGHED, MOST_DIVIDED])
def test_the_hands_with_the_most_plays_are_weighed_in_a_bounded_number_of_steps(
    hand: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    every, plays, parts = weighed(hand, monkeypatch)
    assert every > 400
    assert plays < 450
    assert parts < 3300


@pytest.mark.parametrize("hand", [MOST_LEADS, MOST_DIVIDED])
def test_plays_that_are_taken_for_equal_are_worth_the_same(hand: str) -> None:
    judgement = led_with(hand)
    bits = bits_of(judgement.sight.hand)
    every, _ = leads(judgement.sight.hand)
    worth: dict[tuple[Any, ...], set[float]] = {}
    for action in every:
        kin = worth.setdefault(told_apart(action.args, bits), set())
        kin.add(judgement.playing(action.args))
    assert all(len(kin) == 1 for kin in worth.values())
    assert len(worth) < len(every)


def test_what_is_remembered_of_hands_is_little_for_the_garbage_collector() -> None:
    # Whatever is kept is walked through each time, and meanwhile every table of the arena waits.
    simulate(GAME, 1, PLAYERS, bots=["strong"] * 4, options={"rounds": 8}, seed=1)
    gc.collect()
    kinds = Counter(type(each) for each in gc.get_objects())
    assert 0 < kinds[Combination] < 10_000
    kept = [leads.cache_info(), follows.cache_info()]
    assert all(cache.currsize == cache.maxsize for cache in kept)
    assert sum(cache.currsize for cache in kept) < 500


# --- in every position ------------------------------------------------------------------------


def positions(options: dict[str, Any], seed: int, every: int) -> Iterator[Round]:
    """Some positions of a round that strong bots play, each at a decision."""
    checked = GAME.checked_options(PLAYERS, {"rounds": 1, **options})
    s = GAME.setup(PLAYERS, checked)
    nature = Simulated(SplitMix(seed))
    advance(s, nature)
    n = 0
    while s.agenda:
        asked = awaited(s)[0]
        if n % every == 0:
            yield s
        n += 1
        key = STRONG.choose(StateSeat(GAME, s, asked.player, asked), SplitMix(n))
        apply(s, asked.player, GAME.keys(asked)[key], nature)


@pytest.mark.parametrize("options", SETTINGS)
def test_what_he_does_is_always_offered(options: dict[str, Any]) -> None:
    for seed in range(4):
        s = GAME.setup(PLAYERS, GAME.checked_options(PLAYERS, {"rounds": 1, **options}))
        rngs = [SplitMix(seed * 10 + i) for i in range(PLAYERS + 1)]
        advance(s, Simulated(rngs[0]))
        bots = [STRONG, bot("random"), STRONG, STRONG] if seed % 2 else [STRONG] * 4
        bot_play(GAME, s, bots, rngs, GAME.horizon(PLAYERS, s.options))
        assert not s.agenda


@pytest.mark.parametrize("options", SETTINGS)
def test_worlds_that_look_alike_give_the_same_choice(options: dict[str, Any]) -> None:
    for s in positions(options, seed=5, every=4):
        for decision in (*awaited(s), *optional(s)):
            player = decision.player
            keys = set()
            for i in range(3):
                world = resample(GAME, s, player, SplitMix(i)) if i else s
                there = (*awaited(world), *optional(world))
                (same,) = [
                    d for d in there if d.player == player and d.optional == decision.optional
                ]
                seat = StateSeat(GAME, world, player, same)
                keys.add(STRONG.choose(seat, SplitMix(7)))
            assert len(keys) == 1


def test_with_both_decisions_before_him_he_may_call_or_play() -> None:
    s = GAME.position(PLAYERS, {}, hands={0: BEST, **FULL}, lead=0)
    seat = StateSeat(GAME, s, 0)
    assert STRONG.choose(seat, SplitMix(1)) == "tichu"
    nature = Simulated(SplitMix(1))
    (offered,) = [d for d in optional(s) if d.player == 0]
    apply(s, 0, GAME.keys(offered)["tichu"], nature)
    assert STRONG.choose(StateSeat(GAME, s, 0), SplitMix(1)).startswith("play ")


# --- strength ---------------------------------------------------------------------------------


def wins(other: str, matches: int, seed: int, jobs: int = 1) -> float:
    bots = ["strong", other, "strong", other]
    done = simulate(GAME, matches, PLAYERS, bots=bots, rotate=True, seed=seed, jobs=jobs)
    return done.seats[0].win_share


def test_he_wins_every_one_of_six_matches_against_random_players() -> None:
    assert wins("random", 6, seed=1) == 1.0


@pytest.mark.prove
@pytest.mark.parametrize(("other", "enough"), [("random", 0.97), ("greedy", 0.8)])
def test_he_wins_most_of_three_hundred_matches(
    other: str, enough: float, capsys: pytest.CaptureFixture[str]
) -> None:
    share = wins(other, 300, seed=2, jobs=os.cpu_count() or 1)
    with capsys.disabled():
        print(f"\nstrong wins {share:.4f} of 300 matches against {other}")
    assert share >= enough

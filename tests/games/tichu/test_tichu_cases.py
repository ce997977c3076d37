"""Every edge case of the rules, in the notation of the rulings."""

from __future__ import annotations

import pytest

# --- combinations and the Phoenix -------------------------------------------------------------


def test_a_straight_with_a_loose_phoenix_is_read_high_unless_it_says_otherwise(line):
    """Case 1, ruling B3; difference 13."""
    hands = {0: "S5 P6 J7 T8 PH S2", 1: "S3 P3", 2: "J3 T3", 3: "P2"}
    assert line(hands=hands, lead=0).play("play S5 P6 J7 T8 PH").top == "straight 5 9 of 0"
    assert line(hands=hands, lead=0).play("play S5 P6 J7 T8 PH as 4").top == "straight 5 8 of 0"
    at = line(hands=hands, lead=0)
    assert "ruling B3" in at.refused("play S5 P6 J7 T8 PH as 10", by=0)


def test_nothing_is_above_the_ace(line):
    """Case 2, ruling B3."""
    at = line(hands={0: "SJ PQ JK TA PH S2", 1: "P2 P3", 2: "J2 T3", 3: "T2 S3"}, lead=0)
    assert [p for p in at.plays_of(0) if p.startswith("SJ PQ")] == ["SJ PQ JK TA PH"]
    assert at.play("play SJ PQ JK TA PH").top == "straight 5 14 of 0"


def test_the_phoenix_is_never_the_one(line):
    """Case 3, rulings B1, B3."""
    at = line(hands={0: "S2 P3 J4 T5 PH SK", 1: "S6 S7", 2: "S8", 3: "S9"}, lead=0)
    assert [p for p in at.plays_of(0) if p.startswith("S2 P3 J4 T5")] == ["S2 P3 J4 T5 PH"]
    assert at.play("play S2 P3 J4 T5 PH").top == "straight 5 6 of 0"


@pytest.mark.parametrize("cards", ["MA J2 S3 P5 PH", "MA S3 P4 J5 PH"])
def test_the_phoenix_fills_a_gap_above_the_mah_jong(line, cards):
    """Case 4, ruling B1."""
    at = line(hands={0: f"{cards} SK", 1: "S6 S7", 2: "S8", 3: "S9"}, lead=0)
    assert at.play(f"play {cards}").top == "straight 5 5 of 0"


def test_a_hand_of_fourteen_can_be_one_straight(line):
    """Case 5, ruling C1."""
    cards = "MA S2 P3 J4 T5 S6 P7 J8 T9 S10 PJ JQ TK SA"
    at = line(hands={0: cards, 1: "S5 P5 J5 P6 S3", 2: "S7 P8", 3: "S9 P9"}, lead=0)
    at.play(f"play {cards}", "wish none")
    assert at.top == "straight 14 14 of 0"
    assert at.s.out == (0,)
    assert at.offers_of(1) == ("pass",)


def test_the_phoenix_does_not_make_a_straight_of_fourteen_without_the_mah_jong(line):
    """Case 6, ruling B3."""
    cards = "S2 P3 J4 T5 S6 P7 J8 T9 S10 PJ JQ TK SA"
    at = line(hands={0: f"{cards} PH", 1: "P2 J3", 2: "J2", 3: "T2"}, lead=0)
    assert "B1" in at.refused(f"play {cards} PH", by=0)
    assert at.play(f"play {cards}").top == "straight 13 14 of 0"


def test_a_run_in_one_suit_is_a_bomb_on_a_straight_and_on_the_lead(line):
    """Case 7, ruling B2."""
    hands = {0: "S3 S4 S5 S6 S7 PK", 1: "P4 J5 T6 P7 J8 SA", 2: "J2 J6", 3: "SQ"}
    at = line(hands=hands, trick=["3 S2 P3 J4 P5 P6"], follow=0)
    assert at.play("play S3 S4 S5 S6 S7").top == "bomb 5 7 of 0"
    at = line(hands=hands, lead=0).play("play S3 S4 S5 S6 S7")
    assert at.top == "bomb 5 7 of 0"
    assert at.offers_of(1) == ("pass",)


def test_a_run_in_one_suit_with_the_phoenix_is_an_ordinary_straight(line):
    """Case 8, ruling B2."""
    hands = {0: "S3 S4 PH S6 S7 PK", 1: "P9", 2: "J9", 3: "T9"}
    at = line(hands=hands, lead=0).play("play S3 S4 S6 S7 PH")
    assert at.top == "straight 5 7 of 0"
    at = line(hands=hands, trick=["3 S2 P2 J2 T5 P5"], follow=0)
    assert at.offers_of(0) == ("pass",)


def test_a_run_in_one_suit_above_the_mah_jong_is_an_ordinary_straight(line):
    """Case 9, ruling B2."""
    hands = {0: "MA S2 S3 S4 S5 PK", 1: "P9", 2: "J9", 3: "T9"}
    assert line(hands=hands, lead=0).play("play MA S2 S3 S4 S5", "wish none").top == (
        "straight 5 5 of 0"
    )


@pytest.mark.parametrize(
    "cards", ["S7 P7 J7 PH", "S7 P7 J7 T7 PH", "S7 P7 J7 T7 S8 P8 J8 T8"]
)  # fmt: skip
def test_what_is_no_combination_is_refused(line, cards):
    """Case 10, ruling B1; difference 14."""
    at = line(hands={0: f"{cards} SK", 1: "P9", 2: "J9", 3: "T9"}, lead=0)
    assert "no combination" in at.refused(f"play {cards}", by=0)


def test_two_pairs_and_the_phoenix_are_a_full_house_of_either(line):
    """Case 11, ruling B3."""
    hands = {0: "S7 P7 S8 P8 PH SK", 1: "P9", 2: "J9", 3: "T9"}
    assert line(hands=hands, lead=0).play("play S7 P7 S8 P8 PH").top == "full_house 5 8 of 0"
    assert line(hands=hands, lead=0).play("play S7 P7 S8 P8 PH as 7").top == "full_house 5 7 of 0"
    hands = {0: "S6 P6 S8 P8 PH SK", 1: "P9", 2: "J9", 3: "T9"}
    at = line(hands=hands, trick=["3 S7 P7 J7 S2 P2"], follow=0)
    assert at.plays_of(0) == ["S6 P6 S8 P8 PH"]
    assert "ruling C2" in at.refused("play S6 P6 S8 P8 PH as 6", by=0)


def test_stairs_are_followed_by_as_many_cards_and_do_not_go_round(line):
    """Case 12, section 2."""
    hands = {0: "S6 P6 S7 P7 S8 P8", 1: "SK PK SA PA S2 P2", 2: "J9", 3: "T9"}
    at = line(hands=hands, trick=["3 S4 P4 S5 P5"], follow=0)
    assert "S6 P6 S7 P7" in at.plays_of(0)
    assert "as many cards" in at.refused("play S6 P6 S7 P7 S8 P8", by=0)
    at = line(hands=hands, lead=1)
    assert "SK PK SA PA" in at.plays_of(1)
    assert "no combination" in at.refused("play S2 P2 SA PA", by=1)


def test_a_single_phoenix_is_half_a_rank_higher(line):
    """Case 13, ruling B4."""
    hands = {0: "PH S2", 1: "SA PK S3", 2: "DR J3", 3: "T3"}
    at = line(hands=hands, trick=["3 SK"], follow=0).play("play PH")
    assert at.top == "single 1 13.5 of 0"
    assert at.plays_of(1) == ["SA"]
    at = line(hands={**hands, 1: "PA PK S3"}, trick=["3 SA"], follow=0).play("play PH")
    assert at.top == "single 1 14.5 of 0"
    assert at.offers_of(1) == ("pass",)
    assert at.play("pass").plays_of(2) == ["DR"]


def test_the_phoenix_is_never_laid_on_the_dragon_and_the_dragon_beats_it(line):
    """Case 14, rulings B4, F1; T01."""
    at = line(hands={0: "PH S2", 1: "SA", 2: "J3", 3: "T3"}, trick=["3 DR"], follow=0)
    assert at.offers_of(0) == ("pass",)
    assert "Dragon" in at.refused("play PH", by=0)
    at = line(hands={0: "DR S2", 1: "SA", 2: "J3", 3: "T3"}, trick=["2 PA", "3 PH"], follow=0)
    assert at.play("play DR").top == "single 1 15 of 0"


def test_a_phoenix_that_is_led_is_one_and_a_half(line):
    """Case 15, ruling B4."""
    at = line(hands={0: "PH S9", 1: "MA S2", 2: "J3", 3: "T3"}, lead=0).play("play PH")
    assert at.top == "single 1 1.5 of 0"
    assert at.plays_of(1) == ["S2"]


def test_the_phoenix_makes_no_pair_with_a_special_card(line):
    """Case 16, ruling B1."""
    at = line(hands={0: "PH MA DG DR S4", 1: "S3", 2: "J3", 3: "T3"}, lead=0)
    for other in ("MA PH", "DG PH", "PH DR"):
        assert "no combination" in at.refused(f"play {other}", by=0)
    assert "S4 PH" in at.plays_of(0)


# --- tricks and bombs -------------------------------------------------------------------------


def test_a_pass_does_not_bind(line):
    """Case 17, ruling C3."""
    at = line(hands={0: "S4 SK P2", 1: "SJ S2", 2: "S9 S3", 3: "T2 T3"}, lead=0)
    at.play("play S4", "pass", "play S9", "pass", "pass")
    assert at.asked == "1 Follow"
    assert at.play("play SJ").top == "single 1 11 of 1"


def test_the_owner_may_bomb_his_own_trick_but_not_raise_it(line):
    """Case 18, rulings C5, C7."""
    hands = {0: "S5 P5 J5 T5 S7 P7 SK", 1: "S2", 2: "S3", 3: "P2"}
    at = line(hands=hands, trick=["0 S4 P4"], follow=1).play("pass", "pass", "pass")
    assert at.asked == "0 Collect"
    assert at.offers_of(0) == ("collect", "play S5 P5 J5 T5")
    assert "except with a bomb" in at.refused("play S7 P7", by=0)
    at.play("play S5 P5 J5 T5")
    assert (at.asked, at.top) == ("1 Follow", "bomb 4 5 of 0")


def test_a_partner_may_bomb_after_all_have_passed(line):
    """Case 19, ruling C7."""
    hands = {0: "S9 S8", 1: "S2", 2: "S5 P5 J5 T5 S3", 3: "P2"}
    at = line(hands=hands, trick=["0 SA"], collect=True)
    at.play("play S5 P5 J5 T5")
    assert (at.asked, at.top) == ("3 Follow", "bomb 4 5 of 2")
    at.play("pass")
    assert at.asked == "0 Follow"


def test_after_a_bomb_out_of_turn_the_player_after_the_bomber_is_asked(line):
    """Case 20, ruling C7."""
    hands = {0: "S9 S8", 1: "S10", 2: "S3", 3: "S5 P5 J5 T5 P2"}
    at = line(hands=hands, trick=["0 S4"], follow=1)
    assert at.play("play S5 P5 J5 T5").asked == "0 Follow"


def test_the_right_to_lead_cannot_be_bombed(line):
    """Case 21, ruling C8; difference 4."""
    hands = {0: "S6 P6 J6 T6 S8", 1: "S5 P5 J5 T5", 2: "S3", 3: "P2"}
    at = line(hands=hands, trick=["0 SA"], collect=True).play("collect")
    assert at.asked == "0 Lead"
    assert at.offers_of(1) == ()
    assert "C8" in at.refused("play S5 P5 J5 T5", by=1)
    assert at.play("play S6 P6 J6 T6").top == "bomb 4 6 of 0"


def test_the_dog_cannot_be_bombed_and_is_only_led(line):
    """Case 22, rulings C8, E1."""
    hands = {0: "DG S8", 1: "S5 P5 J5 T5", 2: "S3 S9", 3: "P2"}
    at = line(hands=hands, lead=0).play("play DG")
    assert at.asked == "2 Lead"
    assert at.offers_of(1) == ()
    assert "C8" in at.refused("play S5 P5 J5 T5", by=1)
    at = line(hands=hands, trick=["3 S4"], follow=0)
    assert "only be led" in at.refused("play DG", by=0)


@pytest.mark.parametrize(
    ("hands", "out", "leader"),
    [
        ({0: "DG S8", 1: "S5", 3: "P2"}, (2,), "3 Lead"),
        ({0: "DG S8", 1: "S5"}, (2, 3), "0 Lead"),
    ],
)
def test_the_dog_passes_over_players_who_are_out(line, hands, out, leader):
    """Case 23, ruling E1."""
    assert line(hands=hands, out=out, lead=0).play("play DG").asked == leader


def test_the_dog_as_last_card_completes_a_double_victory(line):
    """Case 24, rulings E3, G2, G6; differences 1, 2; T03."""
    at = line({"rounds": 1}, hands={0: "DG", 1: "S5", 3: "P2"}, out=(2,), lead=0,
              won={1: "SK PK"})  # fmt: skip
    at.play("play DG")
    assert (at.asked, at.totals) == ("over", (200, 0))


def test_the_dog_as_last_card_of_the_third_player_ends_the_round(line):
    """Case 25, ruling E3."""
    at = line({"rounds": 1}, hands={0: "DG", 3: "PK"}, out=(1, 2), lead=0, won={3: "S5", 1: "S10"})
    at.play("play DG")
    # The hand of player 3 (a king) goes to the opponents, his tricks to player 1.
    assert (at.asked, at.totals) == ("over", (10, 15))


def test_a_higher_bomb_beats_a_bomb_by_cards_and_then_by_rank(line):
    """Case 54, section 2."""
    flush = "S2 S3 S4 S5 S6"
    at = line(hands={0: f"{flush} SK", 1: "P9", 2: "J9", 3: "T9"},
              trick=["3 SA PA JA TA"], follow=0)  # fmt: skip
    assert at.plays_of(0) == [flush]
    at = line(hands={0: f"{flush} S7 SK", 1: "P9", 2: "J9", 3: "T9"},
              trick=["3 P10 PJ PQ PK PA"], follow=0)  # fmt: skip
    assert at.plays_of(0) == [f"{flush} S7"]
    at = line(hands={0: f"{flush} SK", 1: "P9", 2: "J9", 3: "T9"},
              trick=["3 P2 P3 P4 P5 P6"], follow=0)  # fmt: skip
    assert at.plays_of(0) == []


def test_only_a_higher_bomb_answers_a_bomb_that_was_led(line):
    """Case 55, ruling C2."""
    hands = {0: "S6 P6 J6 T6 S2", 1: "S7 P8 J9 T10 SJ S3", 2: "S4", 3: "P2"}
    at = line(hands=hands, lead=0).play("play S6 P6 J6 T6")
    assert at.offers_of(1) == ("pass",)
    assert "higher bomb" in at.refused("play S7 P8 J9 T10 SJ", by=1)


# --- the wish ---------------------------------------------------------------------------------


def test_a_wish_that_cannot_be_granted_leaves_the_player_free(line):
    """Case 26, ruling D3."""
    at = line(hands={0: "S8 S10 S2", 1: "P9", 2: "J9", 3: "T9"}, trick=["3 S9"], follow=0, wish="8")
    assert at.offers_of(0) == ("pass", "play S10")


def test_a_wish_that_can_be_granted_forbids_to_pass(line):
    """Case 27, ruling D3."""
    hands = {0: "S8 P8 S10 S6 P6 J6 T6", 1: "P9", 2: "J9", 3: "T9"}
    at = line(hands=hands, trick=["3 S5"], follow=0, wish="8")
    assert at.offers_of(0) == ("play S8", "play P8", "play S6 P6 J6 T6")
    assert "wish" in at.refused("pass", by=0)
    assert "natural 8" in at.refused("play S10", by=0)


def test_a_wished_card_is_played_with_the_help_of_the_phoenix(line):
    """Case 28, ruling D4."""
    hands = {0: "S8 PH S9 P9", 1: "P2", 2: "J2", 3: "T2"}
    at = line(hands=hands, trick=["3 S5 P5"], follow=0, wish="8")
    assert at.offers_of(0) == ("play S8 PH",)


def test_a_straight_with_the_wished_rank_is_forced_by_the_phoenix(line):
    """Case 29, ruling D4."""
    hands = {0: "S4 P5 J6 T8 PH SK", 1: "P2", 2: "J2", 3: "T2"}
    at = line(hands=hands, trick=["3 S3 P4 J5 T6 S7"], follow=0, wish="8")
    assert at.offers_of(0) == ("play S4 P5 J6 T8 PH",)
    assert at.play("play S4 P5 J6 T8 PH").top == "straight 5 8 of 0"
    assert at.s.wish == 0


def test_the_phoenix_alone_owes_nothing(line):
    """Case 30, rulings D4, B5."""
    at = line(hands={0: "PH S9", 1: "P2", 2: "J2", 3: "T2"}, trick=["3 S5"], follow=0, wish="8")
    assert at.offers_of(0) == ("pass", "play S9", "play PH")
    at.play("play PH")
    assert at.s.wish == 8


def test_a_wish_forces_a_bomb_where_nothing_else_contains_the_rank(line):
    """Case 31, ruling D5; difference 7."""
    at = line(hands={0: "S8 P8 J8 T8 SK PK JK", 1: "P2", 2: "J2", 3: "T2"},
              trick=["3 SQ PQ JQ"], follow=0, wish="8")  # fmt: skip
    assert at.offers_of(0) == ("play S8 P8 J8 T8",)


def test_a_bomb_without_the_wished_rank_is_never_forbidden_when_following(line):
    """Case 32, ruling D7."""
    hands = {0: "SK PK JK TK S8 S2", 1: "P2", 2: "J2", 3: "T2"}
    at = line(hands=hands, trick=["2 S5"], follow=3, wish="8")
    at.play("play SK PK JK TK", by=0)
    assert at.s.wish == 8
    at.play("pass", "pass", "pass", "collect")
    assert at.asked == "0 Lead"
    assert at.plays_of(0) == ["S8"]


def test_a_leader_with_the_wished_rank_may_not_lead_the_dog(line):
    """Case 33, ruling D8."""
    hands = {0: "DG S8 SK", 1: "P2", 2: "J2", 3: "T2"}
    at = line(hands=hands, lead=0, wish="8")
    assert at.offers_of(0) == ("play S8",)
    assert "wish" in at.refused("play DG", by=0)
    free = line(hands={**hands, 0: "DG S9"}, lead=0, wish="8").play("play DG")
    assert (free.asked, free.s.wish) == ("2 Lead", 8)


@pytest.mark.parametrize("bomb", ["S8 P8 J8 T8", "S6 S7 S8 S9 S10"])
def test_a_bomb_out_of_turn_with_the_wished_rank_grants_the_wish(line, bomb):
    """Case 34, ruling D6."""
    at = line(hands={0: f"{bomb} S2", 1: "P2", 2: "J2", 3: "T2"},
              trick=["2 S5"], follow=3, wish="8")  # fmt: skip
    at.play(f"play {bomb}")
    assert at.s.wish == 0


def test_the_cards_of_the_wishing_play_do_not_grant_the_wish(line):
    """Case 35, ruling D2."""
    at = line(hands={0: "MA S2 P3 J4 T5 SK", 1: "P6", 2: "J6", 3: "T6"}, lead=0)
    at.play("play MA S2 P3 J4 T5")
    assert at.asked == "0 Wish"
    at.play("wish 5")
    assert at.s.wish == 5


def test_the_wisher_is_bound_like_anyone(line):
    """Case 36, ruling D6; difference 6."""
    at = line(hands={0: "S8 SK SQ", 1: "P2", 2: "J2", 3: "T2"}, lead=0, wish="8")
    assert at.offers_of(0) == ("play S8",)


def test_the_next_round_begins_without_a_wish(line):
    """Case 37, ruling D6."""
    at = line(hands={0: "SK", 3: "P2"}, out=(1, 2), lead=0, wish="8", seed=1)
    at.play("play SK", "collect")
    assert at.asked == "0 GrandTichu, 1 GrandTichu, 2 GrandTichu, 3 GrandTichu"
    assert (at.s.wish, at.s.number) == (0, 2)


# --- the Dragon -------------------------------------------------------------------------------


def test_the_dragon_may_be_given_to_an_opponent_who_is_out(line):
    """Case 38, ruling F2."""
    hands = {0: "S2 S3", 2: "J2", 3: "T2"}
    at = line(hands=hands, out=(1,), trick=["0 DR"], follow=2).play("pass", "pass", "collect")
    assert at.asked == "0 DragonGift"
    assert at.offers_of(0) == ("dragon 1", "dragon 3")
    assert "opponent" in at.refused("dragon 2", by=0)
    at.play("dragon 1")
    assert at.asked == "0 Lead"
    assert at.s.worth(at.s.zones[9 + 1]) == 25


def test_a_dragon_bombed_by_its_own_player_is_not_given_away(line):
    """Case 39, ruling F3."""
    hands = {0: "S5 P5 J5 T5 S3", 1: "S2", 2: "J2", 3: "T2"}
    at = line(hands=hands, trick=["0 DR"], collect=True)
    at.play("play S5 P5 J5 T5", "pass", "pass", "pass", "collect")
    assert at.asked == "0 Lead"
    assert at.s.worth(at.s.zones[9]) == 25 + 20


def test_the_dragon_as_last_card_of_the_third_player_is_given_away(line):
    """Case 40, rulings F4, F5, G4; difference 15."""
    at = line({"rounds": 1}, hands={0: "DR", 3: "PK"}, out=(1, 2), lead=0, won={3: "S5"})
    at.play("play DR")
    assert (at.asked, at.offers) == ("0 DragonGift", ("dragon 1", "dragon 3"))
    at.play("dragon 3")
    # The Dragon is in the pile of the last player and goes with his tricks to player 1.
    assert at.totals == (10, 30)


def test_the_dragon_that_completes_a_double_victory_is_not_given_away(line):
    """Case 41, ruling F4."""
    at = line({"rounds": 1}, hands={2: "DR", 1: "S5", 3: "P2"}, out=(0,), lead=2)
    at.play("play DR")
    assert (at.asked, at.offers) == ("2 Collect", ("collect",))
    at.play("collect")
    assert (at.asked, at.totals) == ("over", (200, 0))


# --- the end of a round -----------------------------------------------------------------------


def test_the_last_hand_goes_to_the_opponents_and_the_tricks_to_the_first_player_out(line):
    """Case 42, ruling G4."""
    at = line({"rounds": 1}, hands={0: "S2", 1: "SK PH"}, out=(3, 2), lead=0,
              won={1: "S10 P10 J10"})  # fmt: skip
    at.play("play S2", "collect")
    assert at.totals == (-15, 30)


def test_the_last_players_tricks_may_stay_in_his_team(line):
    """Case 43, ruling G4."""
    at = line({"rounds": 1}, hands={3: "S2", 2: "SK"}, out=(0, 1), lead=3, won={2: "S10 P5"})
    at.play("play S2", "collect")
    assert at.s.series[-1] == (15, 10, 15, 10)


def test_calls_of_partners_are_each_scored_by_themselves(line):
    """Case 44, rulings A3, G7."""
    at = line({"rounds": 1}, hands={0: "SA", 1: "S2", 3: "P2"}, out=(2,), lead=0,
              calls={0: "grand", 2: "tichu"})  # fmt: skip
    at.play("play SA", "collect")
    assert at.totals == (200 - 200 + 100, 0)


def test_a_call_of_the_losers_costs_them_a_hundred(line):
    """Case 45, ruling G7."""
    at = line({"rounds": 1}, hands={0: "SA", 1: "S2", 3: "P2"}, out=(2,), lead=0,
              calls={1: "tichu"})  # fmt: skip
    at.play("play SA", "collect")
    assert at.totals == (200, -100)


def end_of_round(line, totals, won, **facts):
    """The last play of a round in which the piles are `won` and the last hand is worth nothing."""
    at = line(hands={0: "S2", 3: "P2"}, out=(1, 2), lead=0, totals=totals, won=won, seed=3, **facts)
    return at.play("play S2", "collect")


WON_65 = {0: "SK PK JK TK S10 P10 S5", 1: "J10 T10 P5 J5 T5"}
WON_50 = {0: "SK PK JK TK S10", 1: "P10 J10 T10 S5 P5 J5 T5"}


def test_the_higher_total_wins_when_both_teams_reach_the_target(line):
    """Case 46, ruling H1; difference 8."""
    at = end_of_round(line, (995, 990), WON_65)
    assert (at.asked, at.totals) == ("over", (1060, 1025))
    assert at.result.won == (True, False, True, False)
    assert at.result.rank == (1, 3, 1, 3)


def test_a_tie_at_the_target_is_played_on(line):
    """Case 46, ruling H1."""
    at = end_of_round(line, (960, 960), WON_50)
    assert at.totals == (1010, 1010)
    assert at.asked.startswith("0 GrandTichu")


def test_the_target_itself_is_enough(line):
    """Case 47, ruling H1."""
    at = end_of_round(line, (935, 300), WON_65)
    assert (at.asked, at.totals) == ("over", (1000, 335))


# --- calls and the exchange -------------------------------------------------------------------

FULL = {
    0: "MA S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ SK SA",
    1: "DG P2 P3 P4 P5 P6 P7 P8 P9 P10 PJ PQ PK PA",
    2: "PH J2 J3 J4 J5 J6 J7 J8 J9 J10 JJ JQ JK JA",
    3: "DR T2 T3 T4 T5 T6 T7 T8 T9 T10 TJ TQ TK TA",
}


def test_tichu_may_be_called_after_passing_but_not_after_the_first_card(line):
    """Case 48, rulings A2, A5."""
    at = line(hands=FULL, lead=1).play("play P2", "pass", "pass", "pass")
    assert "tichu" in at.offers_of(2)
    assert "tichu" not in at.offers_of(1)
    at.play("tichu", by=2)
    assert at.s.calls[2] == 1
    assert "already" in at.refused("tichu", by=2)
    at = line(hands=FULL, lead=1).play("play DG")
    assert at.asked == "3 Lead"
    assert "before your first card" in at.refused("tichu", by=1)


def test_nobody_calls_between_giving_and_receiving(line):
    """Case 49, ruling A2; T17."""
    at = line(hands=FULL, exchange=True)
    assert "tichu" in at.offers_of(0)
    at.play("give S2", "give S3")
    assert "tichu" in at.offers_of(0)
    at.play("give S4")
    assert at.offers_of(0) == ()
    assert "not with your gifts on their way" in at.refused("tichu", by=0)
    at.play("tichu", by=1)
    assert at.s.calls[1] == 1


def test_whoever_receives_the_mah_jong_leads(line):
    """Case 50, ruling A7."""
    at = line(hands=FULL, exchange=True).play("give S2", "give MA", "give S3")
    for suit in "PJT":
        at.play(f"give {suit}2", f"give {suit}3", f"give {suit}4")
    assert at.asked == "2 Lead"


def test_each_gift_arrives_where_it_was_sent(line):
    """Ruling A6; T06."""
    at = line(hands=FULL, exchange=True)
    for suit in "SPJT":
        at.play(f"give {suit}2", f"give {suit}3", f"give {suit}4")
    faces = {"S": 0, "P": 1, "J": 2, "T": 3}
    names = {"S": "sword", "P": "pagoda", "J": "jade", "T": "star"}
    for suit, giver in faces.items():
        for i, rank in enumerate("234", start=1):
            card = at.s.layout.faces.index(f"{names[suit]}{rank}")
            assert at.s.where[card] == 1 + (giver + i) % 4
            assert [v for v in (0, 1, 2, 3, None) if at.s.knows(v, card)] == sorted(
                {giver, (giver + i) % 4}
            )


def test_the_trick_of_a_player_who_is_out_is_his_and_the_next_one_leads(line):
    """Case 51, rulings C6, G1."""
    hands = {0: "SA", 1: "S2 S3", 2: "J2 J3", 3: "T2 T3"}
    at = line(hands=hands, lead=0).play("play SA", "pass", "pass", "pass")
    assert at.asked == "0 Collect"
    at.play("collect")
    assert at.asked == "1 Lead"
    assert len(at.s.zones[9]) == 1


def test_with_two_players_left_one_pass_ends_the_trick(line):
    """Case 52, ruling C4; difference 3."""
    at = line(hands={0: "SA S2", 1: "S3"}, out=(2, 3), lead=0)
    at.play("play SA", "pass")
    assert at.asked == "0 Collect"
    assert at.play("collect").asked == "0 Lead"


def test_a_phoenix_in_the_last_hand_costs_the_opponents_twenty_five(line):
    """Case 53, ruling G4."""
    at = line({"rounds": 1}, hands={0: "S2", 3: "PH"}, out=(1, 2), lead=0)
    at.play("play S2", "collect")
    assert at.totals == (-25, 0)

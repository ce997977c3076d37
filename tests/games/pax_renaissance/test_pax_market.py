"""Purchases, fairs, levies and the refresh (rules 1 to 8 and 36 to 42)."""

from __future__ import annotations

import pytest


def test_a_card_costs_a_florin_on_each_card_to_its_left_and_brings_those_lying_on_it(pax):
    """Edge case 1."""
    at = pax(florins={0: 3}, pots={"west3": 2}).play("buy west3")
    assert at.florins[0] == 2
    assert [at.pot(f"west{i}") for i in range(4)] == [1, 1, 1, 0]
    assert not {"buy west1", "buy west2"} & set(at.offers)
    assert "buy east1" in at.offers


def test_over_a_gap_the_florin_goes_on_the_card_of_the_other_row_which_is_barred_too(pax):
    """Edge case 2."""
    at = pax(florins={0: 5}, market={"east1": ""}).play("buy east2")
    assert (at.pot("east0"), at.pot("east1"), at.pot("west1")) == (1, 0, 1)
    assert "buy west1" not in at.offers
    assert "buy east3" in at.offers


def test_where_both_rows_have_a_gap_the_florin_goes_to_the_supply(pax):
    """Edge case 3, D27."""
    at = pax(florins={0: 5}, market={"east0": "", "west0": ""}).play("buy west1")
    assert at.florins[0] == 4
    assert not any(at.s.pot)


def test_the_florins_on_the_card_cannot_pay_for_it(pax):
    at = pax(florins={0: 1}, pots={"west2": 5})
    assert at.starts("buy") == ["east1", "west1"]


def test_the_log_tells_what_lay_on_a_card_only_if_something_did(pax):
    at = pax(florins={0: 9}, market={"west2": "luther"}, pots={"west2": 4})
    assert "buys Luther for 2 and takes 4." in at.play("buy west2").log()[0]
    bare = pax(florins={0: 9}, market={"west2": "luther"}).play("buy west2")
    assert bare.log()[0].endswith("buys Luther for 2.")
    assert bare.log("ja")[0].endswith("2金で購入した。")


def test_with_two_cards_in_hand_only_comets_can_be_bought(pax):
    """Edge case 4, D32: the flip is not optional."""
    hand = {0: "luther cromwell"}
    at = pax(hands=hand, florins={0: 5}, market={"east2": "comet_of_copernicus"})
    assert at.starts("buy") == ["east2"]
    at.play("buy east2")
    assert at.asked == "0 FlipVictory"
    assert at.where("comet_of_copernicus") == "discard"


def test_a_comet_wakes_a_square_that_can_be_declared_with_the_second_action(pax):
    west = {0: "england france hre"}
    at = pax(west=west, florins={0: 5}, market={"east1": "comet_of_copernicus"}, active="holy")
    at.play("buy east1")
    assert at.starts("flip") == ["imperial", "renaissance", "globalization"]
    at.play("flip imperial", "declare imperial")
    assert at.asked == "over"
    assert at.result.won == (True, False)


def test_an_unlimited_hand_may_hold_more_than_two(pax):
    at = pax(hands={0: "luther cromwell"}, west={0: "gutenberg"}, florins={0: 2})
    assert at.starts("buy") == ["east1", "east2", "west1", "west2"]


def test_no_more_than_two_purchases_plays_or_sales_in_a_turn(pax):
    used = "bought bought played played sold sold"
    at = pax(hands={0: "luther"}, florins={0: 5}, used=used)
    assert {k.split()[0] for k in at.offers} == {"fair"}


def test_the_first_action_is_compulsory_and_the_second_may_be_declined(pax):
    at = pax(florins={0: 5})
    assert "end" not in at.offers
    at.play("buy east1")
    assert "end" in at.offers
    at.play("end")
    assert at.asked == "1 Turn"


# --- Fairs --------------------------------------------------------------------------------------


def test_with_two_players_an_empty_fair_pays_the_convener_and_nobody_sails(pax):
    """Edge case 5."""
    at = pax().play("fair east")
    assert at.florins[0] == 1
    assert at.asked == "0 Turn"
    assert at.city("caffa") == ""
    assert at.where("the_grim") == "discard"
    assert "fair east" not in at.offers


def test_with_three_players_two_florins_are_added_and_the_voyage_runs(pax):
    at = pax(3).play("fair east")
    assert at.asked == "0 LevyCity"
    assert at.starts("levy") == ["caffa", "trebizond"]


def test_the_fair_ends_at_the_border_where_the_last_florin_is_taken(pax):
    """Edge case 6."""
    at = pax(
        3, pots={"east0": 1}, pawns={"hungary-byzantium": 0},
        pirates={"hungary-ottoman": "islamic"}, cities={"trebizond": "disk", "rhodes": ""},
    )  # fmt: skip
    at.play("fair east")
    assert at.florins[0] == 2  # as the convener, and for the concession
    assert at.city("caffa") == "catholic_knight"  # the only empty city
    assert at.city("varna") == "reformist_knight"
    assert (at.city("modon"), at.city("rhodes"), at.city("cyprus")) == ("", "", "")
    assert at.pot("east0") == 0


def test_what_is_taken_at_the_last_border_keeps_the_last_empire_without_a_levy(pax):
    """Edge case 7."""
    full = {"trebizond": "disk", "caffa": "catholic_knight", "varna": "reformist_knight",
            "modon": "reformist_rook", "rhodes": "catholic_rook", "cyprus": ""}  # fmt: skip
    at = pax(3, cities=full, pawns={"ottoman-mamluk": 1}, pots={"east0": 0}).play("fair east")
    assert at.florins[:2] == [1, 1]
    assert at.city("cyprus") == ""
    at = pax(3, cities=full, pawns={"ottoman-mamluk": 1}, pots={"east0": 1}).play("fair east")
    assert at.city("cyprus") == "catholic_rook"
    assert at.pot("east0") == 1


def test_florins_left_at_the_arrowhead_come_under_the_next_fair_card(pax):
    at = pax(3, pots={"east0": 3, "east1": 2}, cities={"caffa": "catholic_knight"})
    at.play("fair east", "levy modon", "end")
    assert at.asked == "1 Turn"
    assert at.pot("east0") == 4 + 2


def test_a_saturated_empire_gets_no_levy_and_its_pawn_cannot_be_taxed_there(pax):
    """Edge case 8."""
    full = {"lubeck": "catholic_rook", "nurnberg": "reformist_knight"}
    at = pax(west={0: "the_last_knight"}, cities=full, pawns={"france-hre": 1, "hre-hungary": 1})
    at.play("ops west")
    assert "op the_last_knight 1" not in at.offers
    at = pax(west={0: "the_bold"}, cities=full, pawns={"france-hre": 1})
    at.play("ops west", "op the_bold 1")
    assert at.starts("tax") == ["france-hre"]


def test_each_slot_of_constantinople_has_its_own_levy(pax):
    """Edge case 9."""
    empty = {"constantinople_1": "", "constantinople_3": "", "modon": "reformist_rook",
             "rhodes": "catholic_rook", "trebizond": "disk", "caffa": "catholic_knight",
             "varna": "catholic_knight"}  # fmt: skip
    at = pax(3, cities=empty).play("fair east")
    assert at.starts("levy") == ["constantinople_1", "constantinople_3"]
    assert at.city("constantinople_1") == ""
    at.play("levy constantinople_1")
    assert at.city("constantinople_1") == "islamic_rook"


def test_doubling_cards_multiply_and_take_no_more_than_there_is(pax):
    facts = {"cities": {"spice_islands": "", "trebizond": "disk", "granada": "islamic_rook",
                        "bordeaux": "catholic_knight"},
             "pawns": {"england-portugal": 0}}  # fmt: skip
    west = {0: "india_armada almeida_armada michelangelo"}
    at = pax(3, west=west, pots={"west0": 9}, **facts).play("fair west")
    assert at.florins[0] == 1 + 8
    at = pax(3, west=west, pots={"west0": 3}, **facts).play("fair west")
    assert at.florins[0] == 1 + 4
    at = pax(3, west={0: "india_armada"}, pots={"west0": 9}, **facts).play("fair west")
    assert at.florins[0] == 1 + 2


def test_a_concession_beside_a_pirate_is_paid_and_the_pirate_takes_nothing(pax):
    at = pax(
        3, east={0: "dalmatian_merchant_marine"}, pots={"east0": 1},
        pawns={"hungary-byzantium": 0}, pirates={"hungary-byzantium": "islamic"},
        cities={"trebizond": "disk", "caffa": "catholic_knight", "varna": "catholic_knight",
                "modon": "disk", "rhodes": "disk", "cyprus": "disk"},
    )  # fmt: skip
    at.play("fair east")
    assert at.florins[0] == 2
    assert at.pot("east0") == 1


# --- Free actions -------------------------------------------------------------------------------


def test_a_free_fair_costs_no_action_and_only_one_of_the_two_is_free(pax):
    at = pax(west={0: "podesta_of_venice"}, florins={0: 9}).play("fair east")
    assert at.s.left == 2
    at.play("fair west")
    assert at.s.left == 1


def test_a_free_fair_may_come_after_both_actions_and_the_refresh_waits_for_it(pax):
    closed = dict.fromkeys(("trebizond", "caffa"), "disk")
    at = pax(west={0: "podesta_of_venice"}, florins={0: 9}, cities=closed)
    at.play("buy east1", "buy west1")
    assert at.offers == ("fair east", "fair west", "end")
    assert at.names("market.east1") == []
    at.play("end")
    assert at.asked == "1 Turn"
    assert at.names("market.east1") != []


def test_two_free_activations_work_in_one_turn_and_no_second_use_of_a_side(pax):
    """Faults P04."""
    at = pax(
        west={0: "podesta_of_venice mining_engineer swiss_rislaufer"},
        east={0: "the_timar_system civil_engineer"},
    )
    at.play("ops west", "op swiss_rislaufer 1", "kill paris")
    at.play("ops east", "op the_timar_system 2", "kill cairo", "fair west")
    assert at.s.left == 2
    assert not {"ops east", "ops west", "fair west"} & set(at.offers)


def test_an_activation_started_for_free_stays_free_and_a_paid_one_is_not_refunded(pax):
    at = pax(east={0: "civil_engineer the_timar_system"}, bishops={"civil_engineer": "islamic"})
    at.play("ops east")
    assert at.s.left == 1


# --- Refresh ------------------------------------------------------------------------------------


def test_the_row_closes_up_with_its_florins_and_the_new_fair_card_lies_face_down(pax):
    at = pax(florins={0: 2}, pots={"west3": 2}).play("fair west", "buy west2")
    names = ("grand_inquisitor", "papal_elephant", "antipope")
    assert at.names("hand.0") == [names[0]]
    assert at.names("market.west0") == [names[1]]
    assert at.names("market.west1") == [names[2]]
    assert at.pot("west1") == 2


def test_an_empty_deck_is_filled_up_from_the_other(pax):
    at = pax(florins={0: 1}, decks={"east": 0}).play("buy east1", "end")
    assert at.asked == "1 Turn"
    assert at.names("market.east5") == ["cromwell"]


def test_gaps_of_a_column_are_filled_in_the_west_before_the_east(pax):
    """Rule 41, where both rows draw from one deck."""
    at = pax(florins={0: 2}, decks={"east": 0})
    top = at.names("deck.west")[::-1]
    at.play("buy east1", "buy west1")
    assert [*at.names("market.west5"), *at.names("market.east5")] == top[:2]


def test_when_a_gap_cannot_be_filled_the_match_ends_at_once(pax):
    """Edge case 45."""
    at = pax(
        florins={0: 9, 1: 4}, decks={"east": 1, "west": 1}, west={1: "humanism"},
        market={"east0": "", "west0": ""},
    )  # fmt: skip
    at.play("buy east1", "end")
    assert at.asked == "over"
    assert at.result.won == (False, True)


def test_patron_prestige_then_florins_decide_the_end_by_empty_decks(pax):
    empty = {"decks": {"east": 0, "west": 0}}
    at = pax(florins={0: 2, 1: 4}, **empty).play("fair east", "end")
    assert at.result.rank == (2, 1)
    at = pax(florins={0: 3, 1: 4}, **empty).play("fair east", "end")
    assert at.result.won == (True, True)
    at = pax(florins={0: 2, 1: 9}, west={0: "humanism"}, **empty).play("fair east", "end")
    assert at.result.won == (True, False)


def test_old_maids_count_for_the_patron_ending_only_by_their_prestige(pax):
    at = pax(
        florins={0: 0, 1: 9}, west={0: "hungary", 1: "humanism"}, old_maids={0: "mary_the_rich"},
        decks={"east": 0, "west": 0},
    )  # fmt: skip
    at.play("fair east", "end")
    assert at.result.won == (False, True)


@pytest.mark.parametrize(("players", "sizes"), [(2, 22), (3, 26), (4, 30)])
def test_decks_have_twelve_cards_two_comets_and_four_more_for_each_player(pax, players, sizes):
    at = pax(players)
    assert {at.s.deck_size(0) + 6, at.s.deck_size(1) + 6} == {sizes + 6}

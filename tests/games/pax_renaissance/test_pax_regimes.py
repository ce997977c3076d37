"""Regime change, coronation, apostasy (rules 50 to 59, 70 to 77)."""

from __future__ import annotations

BARE = {"london": "", "paris": "", "vienna": "", "buda": "", "toledo": "", "valencia": ""}


def test_an_own_vassal_breaks_loose_as_a_republic(pax):
    """Edge case 25."""
    at = pax(
        hands={0: "flanders_guild"}, cities=BARE, bishops={"france": "catholic"},
        west={0: "spanish_tercio hre>france+mary_the_rich>england"},
    )  # fmt: skip
    at.play("play flanders_guild", "yes", "place pawn_0 france-hre", "skip")
    assert at.side(0, "west") == ["france", "flanders_guild", "spanish_tercio", "hre", "england"]
    assert at.is_republic("france")
    assert at.vassals("hre") == ["england"]
    assert (at.bishop("france"), at.where("mary_the_rich")) == ("", "discard")


def test_a_won_civil_war_on_an_own_republic_brings_the_king_back(pax):
    """Edge case 26."""
    at = pax(hands={0: "flanders_guild"}, cities=BARE, west={0: "france"}, republics="france")
    at.play("play flanders_guild", "yes")
    at.play("place pawn_0 france-hre", "skip")
    assert not at.is_republic("france")


def test_a_flipped_square_moves_to_the_outermost_place_or_by_option_stays(pax):
    """D4."""
    facts = {"hands": {0: "flanders_guild"}, "cities": BARE, "west": {0: "spanish_tercio france"}}
    play = ("play flanders_guild", "yes", "place pawn_0 france-hre", "skip")
    at = pax(**facts).play(*play)
    assert at.side(0, "west") == ["france", "flanders_guild", "spanish_tercio"]
    at = pax(2, {"flipped_square": "stays"}, **facts).play(*play)
    assert at.side(0, "west") == ["flanders_guild", "spanish_tercio", "france"]


def test_flipping_an_own_king_discards_queen_and_bishop_and_frees_his_vassals(pax):
    at = pax(
        hands={0: "flanders_guild"}, cities=BARE, west={0: "france+mary_the_rich>england"},
        bishops={"france": "catholic"}, repressed={"france": "pawn_1"},
        pawns={"england-france": 1, "france-aragon": 1},
    )  # fmt: skip
    at.play("play flanders_guild", "yes", "place pawn_0 france-hre")
    assert at.where("england") == "throne.england"
    assert at.where("mary_the_rich") == "discard"
    assert (at.bishop("france"), at.is_republic("france")) == ("", True)


def test_a_vote_takes_another_players_republic_king_side_up_and_may_end_its_theocracy(pax):
    """Edge case 27."""
    at = pax(
        west={0: "consent_of_the_governed cornish_tin", 1: "spanish_tercio france"},
        republics="france", repressed={"france": "catholic_knight pawn_1"}, florins={0: 2},
        pawns={"england-france": 0}, states={"france": "reformist"}, bishops={"france": "islamic"},
    )  # fmt: skip
    at.play("ops west", "op cornish_tin 1", "vote france")
    assert at.florins[0] == 0
    assert at.side(0, "west")[0] == "france"
    assert not at.is_republic("france")
    assert at.bishop("france") == ""
    at.play("done", "skip")
    assert at.asked == "0 YesOrNo"
    at.play("yes")
    assert at.state("france") == "medieval"


def test_vassals_and_throne_squares_cannot_be_voted_on(pax):
    """Edge case 28."""
    at = pax(
        west={0: "cornish_tin", 1: "hre>france"}, florins={0: 9},
        pawns={"england-france": 0, "england-portugal": 0},
    )  # fmt: skip
    assert "ops west" not in at.offers


def test_an_own_king_may_be_voted_into_a_republic(pax):
    at = pax(west={0: "cornish_tin england"}, pawns={"england-france": 0})
    at.play("ops west", "op cornish_tin 1", "vote england", "skip")
    assert at.is_republic("england")
    assert at.side(0, "west") == ["england", "cornish_tin"]


def test_a_vote_needs_more_concessions_than_all_others_together_or_by_option_than_each(pax):
    """D1."""
    facts = {
        "west": {0: "cornish_tin michelangelo", 1: "france"}, "florins": {0: 9},
        "pawns": {"england-france": 0, "france-hre": 1, "france-aragon": 2},
    }  # fmt: skip
    assert "op cornish_tin 1" not in pax(3, pots={"west1": 1}, **facts).play("ops west").offers
    at = pax(3, {"vote_majority": "each_other"}, **facts).play("ops west")
    assert "op cornish_tin 1" in at.offers


def test_emancipation_comes_before_the_concession_or_by_option_after_it_or_freely(pax):
    """D3."""
    facts = {
        "west": {0: "cornish_tin", 1: "england"}, "florins": {0: 9}, "cities": {"london": ""},
        "pawns": {"england-france": 0}, "repressed": {"england": "catholic_rook"},
    }  # fmt: skip
    play = ("ops west", "op cornish_tin 1", "vote england")
    assert pax(**facts).play(*play).asked == "0 Emancipate"
    at = pax(2, {"regime_change_order": "concession_first"}, **facts).play(*play)
    assert at.asked == "0 Concede"
    at.play("concede england-france")
    assert at.asked == "0 Emancipate"
    assert at.held("england") == ["catholic_rook", "pawn_0"]
    free = pax(2, {"regime_change_order": "free"}, **facts).play(*play)
    assert free.asked == "0 ChoosePart"
    assert free.play("part 2").asked == "0 Concede"


def test_emancipation_never_pushes_anybody_away(pax):
    """Rule 74."""
    at = pax(
        west={0: "cornish_tin", 1: "england"}, florins={0: 9}, cities={"bordeaux": "disk"},
        pawns={"england-france": 0, "england-portugal": 0},
        repressed={"england": "catholic_rook pawn_1"},
    ).play("ops west", "op cornish_tin 1", "vote england")  # fmt: skip
    assert at.asked == "0 Concede"


def test_a_concession_on_an_occupied_border_costs_a_florin_and_represses_here(pax):
    at = pax(
        west={0: "cornish_tin", 1: "england"}, florins={0: 1}, pawns={"england-france": 0,
        "england-portugal": 0}, pirates={"france-hre": "catholic"},
    ).play("ops west", "op cornish_tin 1", "vote england")  # fmt: skip
    at.play("concede england-portugal")
    assert at.florins[0] == 0
    assert at.held("england") == ["pawn_0"]
    poor = pax(
        west={0: "cornish_tin", 1: "england"},
        pawns={"england-france": 0, "england-portugal": 0},
    ).play("ops west", "op cornish_tin 1", "vote england")  # fmt: skip
    assert poor.asked == "0 Turn"


def test_no_concession_goes_where_a_pirate_is(pax):
    at = pax(
        west={0: "cornish_tin", 1: "england"}, pawns={"england-portugal": 0}, florins={0: 3},
        pirates={"england-france": "islamic"},
    ).play("ops west", "op cornish_tin 1", "vote england")  # fmt: skip
    assert at.starts("concede") == ["england-portugal"]


# --- Coronation ---------------------------------------------------------------------------------


def test_a_couple_goes_to_the_side_of_the_kings_region(pax):
    """Edge case 33."""
    at = pax(hands={0: "elzbieta_of_bohemia"}, west={0: "spanish_tercio"})
    at.play("play elzbieta_of_bohemia", "yes", "marry hre", "skip")
    assert at.side(0, "west") == ["hre", "elzbieta_of_bohemia", "spanish_tercio"]


def test_bishop_and_repressed_tokens_of_a_throne_come_along(pax):
    at = pax(
        hands={0: "elzbieta_of_bohemia"}, bishops={"hungary": "islamic"},
        repressed={"hungary": "pawn_1"},
    )  # fmt: skip
    at.play("play elzbieta_of_bohemia", "yes", "marry hungary", "place pawn_1 hungary-ottoman")
    assert at.where("hungary") == "east.0"
    assert at.bishop("hungary") == "islamic"


def test_an_own_king_keeps_bishop_and_vassals_and_only_a_concession_follows(pax):
    """Edge case 34, D2."""
    facts = {
        "hands": {0: "mary_the_rich"}, "west": {0: "hre>england>france"},
        "bishops": {"hre": "catholic"}, "repressed": {"hre": "reformist_knight"},
    }  # fmt: skip
    play = ("play mary_the_rich", "yes", "marry hre")
    at = pax(**facts).play(*play)
    assert at.asked == "0 Concede"
    at.play("skip")
    assert at.side(0, "west") == ["hre", "mary_the_rich", "england", "france"]
    assert at.bishop("hre") == "catholic"
    assert at.s.silenced(at.s.zones[at.s.layout.zone("west.0")][1])
    also = pax(2, {"own_king_coronation": "emancipation_too"}, **facts).play(*play)
    assert also.asked == "0 Emancipate"


def test_a_queen_may_marry_an_own_vassal_who_stays_one(pax):
    """Faults P08."""
    at = pax(hands={0: "mary_the_rich"}, west={0: "hre>france>england"})
    at.play("play mary_the_rich", "yes", "marry france", "skip")
    assert at.side(0, "west") == ["hre", "france", "mary_the_rich", "england"]
    assert at.vassals("hre") == ["england", "france"]


def test_republics_married_kings_and_kings_of_others_are_no_suitors(pax):
    at = pax(
        hands={0: "mary_the_rich"}, republics="france", thrones={"england": "anne_of_brittany"},
        west={0: "france", 1: "portugal"},
    ).play("play mary_the_rich", "yes")  # fmt: skip
    assert at.offers == ("marry hre",)


def test_without_a_suitor_or_a_wedding_a_queen_becomes_an_old_maid(pax):
    at = pax(hands={0: "reichskrone"}, west={1: "hre"}).play("play reichskrone")
    assert at.asked == "0 Turn"
    assert at.names("old_maids.0") == ["reichskrone"]
    at = pax(hands={0: "reichskrone"}).play("play reichskrone", "no")
    assert at.names("old_maids.0") == ["reichskrone"]
    assert "sell reichskrone" in at.offers


def test_the_star_chamber_marries_any_listed_king_and_takes_him_from_others(pax):
    """D19."""
    facts = {
        "hands": {0: "mary_the_rich"},
        "west": {0: "star_chamber", 1: "hre+elzbieta_of_bohemia>england"},
        "bishops": {"hre": "islamic"}, "repressed": {"hre": "pawn_1"},
    }  # fmt: skip
    at = pax(**facts).play("play mary_the_rich", "yes", "marry hre")
    assert at.side(0, "west") == ["hre", "mary_the_rich", "star_chamber"]
    assert at.where("elzbieta_of_bohemia") == "discard"
    assert at.where("england") == "throne.england"
    assert (at.bishop("hre"), at.held("hre")) == ("", ["pawn_1"])


def test_a_married_king_of_a_throne_keeps_both_queens_or_by_option_loses_the_old_one(pax):
    """D19."""
    facts = {
        "hands": {0: "mary_the_rich"}, "west": {0: "star_chamber"},
        "thrones": {"hre": "elzbieta_of_bohemia"},
    }  # fmt: skip
    play = ("play mary_the_rich", "yes", "marry hre", "skip")
    at = pax(**facts).play(*play)
    assert at.queens("hre") == ["mary_the_rich", "elzbieta_of_bohemia"]
    assert set(at.side(0, "west")) == {"hre", "mary_the_rich", "elzbieta_of_bohemia",
                                       "star_chamber"}  # fmt: skip
    at = pax(2, {"queen_of_married_king": "discarded"}, **facts).play(*play)
    assert at.queens("hre") == ["mary_the_rich"]


def test_spice_islands_needs_discovery_beside_the_card_and_no_old_maid_serves(pax):
    """Edge case 36."""
    card = "the_company_of_merchant_adventurers"
    at = pax(hands={0: card}).play(f"play {card}")
    assert at.asked == "0 PlaceAgent"
    assert "skip" in at.offers
    at = pax(hands={0: card}, west={0: "portugal"}).play(f"play {card}")
    assert at.asked == "0 OneShot"


def test_a_shift_closes_the_open_emporium_and_represses_its_token_for_free(pax):
    at = pax(hands={0: "soninke_wangara"}).play("play soninke_wangara", "yes")
    assert (at.city("tana"), at.city("timbuktu")) == ("disk", "")
    assert at.held("byzantium") == ["islamic_knight"]
    at = pax(hands={0: "soninke_wangara"}, cities={"timbuktu": "", "tana": "disk"})
    at.play("play soninke_wangara")
    assert at.asked == "0 PlaceAgent"


# --- Apostasy -----------------------------------------------------------------------------------


def test_whoever_shows_both_religions_loses_every_card_that_shows_either(pax):
    at = pax(
        hands={0: "marechaussee"},
        west={0: "jesuits luther gutenberg", 1: "grand_inquisitor papal_states"},
        east={0: "safavids"},
    ).play("play marechaussee", "yes")  # fmt: skip
    assert at.side(0, "west") == ["marechaussee", "gutenberg"]
    assert at.side(0, "east") == ["safavids"]
    assert at.side(1, "west") == ["grand_inquisitor", "papal_states"]


def test_a_hit_king_or_queen_takes_the_couple_and_its_vassals_home(pax):
    at = pax(
        hands={0: "marechaussee"}, bishops={"hre": "islamic"}, repressed={"hre": "pawn_1"},
        west={0: "luther hre+reichskrone>england+anne_of_brittany"},
    ).play("play marechaussee", "yes")  # fmt: skip
    assert at.names("throne.hre") == ["hre", "reichskrone"]
    assert at.names("throne.england") == ["england", "anne_of_brittany"]
    assert (at.bishop("hre"), at.held("hre")) == ("islamic", ["pawn_1"])


def test_a_hit_vassal_leaves_alone(pax):
    at = pax(hands={0: "marechaussee"}, west={0: "luther hre>papal_states>england"})
    at.play("play marechaussee", "yes")
    assert at.side(0, "west") == ["marechaussee", "hre", "england"]


def test_old_maids_are_not_hit_and_do_not_hit(pax):
    """Edge case 35."""
    at = pax(hands={0: "marechaussee"}, west={0: "luther"}, old_maids={0: "reichskrone"})
    at.play("play marechaussee")
    assert at.asked == "0 PlaceAgent"


def test_an_apostasy_that_hits_its_own_card_places_its_bishops_first(pax):
    """Edge case 48, D8."""
    card = "oratory_of_divine_love"
    facts = {"hands": {0: card}, "west": {0: "luther"}}
    at = pax(**facts).play(f"play {card}", "yes")
    assert at.where("luther") == "discard"
    at.play(f"onto {card}", "onto papal_states")
    assert at.where(card) == "discard"
    assert at.bishop("papal_states") == "catholic"
    assert at.supply("catholic_bishop") == 4
    at = pax(2, {"apostasy_agents": "last"}, **facts).play(f"play {card}", "yes")
    assert at.where(card) == "discard"
    assert f"onto {card}" not in at.offers
    at.play("onto papal_states", "onto papal_states")
    assert at.supply("catholic_bishop") == 5


def test_an_apostasy_without_victims_cannot_be_announced(pax):
    """Faults P10."""
    at = pax(hands={0: "marechaussee"}, west={0: "luther", 1: "jesuits"}).play("play marechaussee")
    assert at.asked == "0 PlaceAgent"


def test_immunity_is_judged_before_anything_leaves(pax):
    at = pax(
        hands={0: "marechaussee"}, west={0: "luther jesuits", 1: "cromwell grand_inquisitor"
        " epicurean_swerve"},
    ).play("play marechaussee", "yes")  # fmt: skip
    assert at.side(0, "west") == ["marechaussee"]
    assert len(at.side(1, "west")) == 3


def test_an_apostasy_may_be_an_action_of_a_card_between_any_two_religions(pax):
    card = "oratory_of_divine_love"
    at = pax(
        west={0: card, 1: "luther"}, east={1: "safavids", 0: "dervishes"},
    )  # fmt: skip
    assert at.starts("act") == [f"{card} islamic_reformist", f"{card} catholic_islamic"]
    at.play(f"act {card} islamic_reformist")
    assert at.side(1, "west") == at.side(1, "east") == []
    assert at.s.left == 1
    silenced = pax(
        west={0: "oratory_of_divine_love", 1: "luther"}, east={1: "safavids"},
        bishops={"oratory_of_divine_love": "catholic"},
    )  # fmt: skip
    assert silenced.starts("act") == []


def test_vassals_that_went_along_by_option_come_along_when_their_suzerain_is_taken(pax):
    """D5."""
    along = {"vassals_of_departing_suzerain": "with_suzerain"}
    at = pax(
        2, along, west={0: "hre>england+anne_of_brittany"}, hands={0: "the_last_knight"},
        cities={"vienna": ""}, bishops={"england": "catholic"},
    )  # fmt: skip
    at.play("sell hre", "play the_last_knight", "yes", "place reformist_knight vienna", "skip")
    assert at.side(0, "west") == ["hre", "england", "anne_of_brittany", "the_last_knight"]
    assert at.vassals("hre") == ["england"]
    assert at.bishop("england") == "catholic"


def test_a_vassal_in_the_throne_of_its_suzerain_may_be_taken_alone(pax):
    """D5."""
    along = {"vassals_of_departing_suzerain": "with_suzerain"}
    at = pax(
        2, along, west={0: "hre>england"}, hands={0: "mons_meg"}, cities={"london": ""},
    ).play("sell hre", "play mons_meg", "yes", "place reformist_knight london", "skip")  # fmt: skip
    assert at.side(0, "west") == ["england", "mons_meg"]
    assert at.vassals("hre") == []
    assert at.names("throne.hre") == ["hre"]


def test_a_suzerain_captured_in_its_throne_loses_the_vassals_that_went_along(pax):
    """D5."""
    along = {"vassals_of_departing_suzerain": "with_suzerain"}
    at = pax(
        2, along, west={0: "hre>england france"}, florins={0: 9},
        cities={"vienna": "", "paris": "catholic_knight"},
    ).play("sell hre", "ops west", "op france 1", "attack hre", "skip")  # fmt: skip
    assert at.side(0, "west") == ["france", "hre"]
    assert (at.vassals("france"), at.where("england")) == (["hre"], "throne.england")

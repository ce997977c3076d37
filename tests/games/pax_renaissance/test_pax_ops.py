"""Ops, sales and abilities (rules 23 to 35, 80 to 88)."""

from __future__ import annotations

import pytest

from takujo.core.chance import Simulated, SplitMix
from takujo.core.frames import advance
from takujo.games.pax_renaissance import GAME
from takujo.games.pax_renaissance.pieces import TOKENS, VENICE
from takujo.games.pax_renaissance.taking import VeniceShrinks
from takujo.testing.scenario import Line

# --- Behead -------------------------------------------------------------------------------------


def test_beheading_a_king_sends_him_home_without_his_queen_and_costs_the_executioner(pax):
    """Edge case 37."""
    facts = {
        "east": {0: "the_grim", 1: "ottoman+carlotta_lusignan_of_cyprus>hungary"},
        "bishops": {"ottoman": "islamic"}, "repressed": {"ottoman": "pawn_0 islamic_rook"},
    }  # fmt: skip
    at = pax(**facts).play("ops east", "op the_grim 1", "behead ottoman")
    assert at.names("throne.ottoman") == ["ottoman"]
    assert at.where("hungary") == "throne.hungary"
    assert at.where("carlotta_lusignan_of_cyprus") == "discard"
    assert (at.bishop("ottoman"), at.held("ottoman")) == ("islamic", ["islamic_rook", "pawn_0"])
    assert at.where("the_grim") == "discard"
    at = pax(**facts).play("ops east", "op the_grim 1", "behead carlotta_lusignan_of_cyprus")
    assert at.side(1, "east") == ["ottoman", "hungary"]
    assert at.where("the_grim") == "east.0"


def test_a_queen_may_behead_her_own_husband_and_is_lost_with_him(pax):
    at = pax(east={0: "ottoman+hurrem_sultan_roxelana"})
    at.play("ops east", "op hurrem_sultan_roxelana 2", "behead ottoman")
    assert at.names("throne.ottoman") == ["ottoman"]
    assert at.where("hurrem_sultan_roxelana") == "discard"


def test_the_inquisition_pope_beheads_only_western_cards_under_certain_bishops(pax):
    """Faults P03: the location counts, not the side where the card lies."""
    at = pax(
        west={0: "inquisition_pope", 1: "spanish_tercio jesuits antipope"},
        east={1: "the_kremlin soninke_wangara dervishes"},
        bishops={"soninke_wangara": "catholic", "spanish_tercio": "islamic", "jesuits":
                 "reformist", "dervishes": "catholic"},
    ).play("ops west", "op inquisition_pope 1")  # fmt: skip
    assert at.starts("behead") == ["soninke_wangara", "jesuits"]


def test_the_grand_mufti_beheads_only_eastern_cards_under_certain_bishops(pax):
    at = pax(
        east={0: "grand_mufti", 1: "dervishes janissaries ottoman"},
        bishops={"dervishes": "islamic", "janissaries": "catholic", "ottoman": "reformist"},
    ).play("ops east", "op grand_mufti 1")  # fmt: skip
    assert at.starts("behead") == ["dervishes", "ottoman"]


# --- Tax, repress, corsair, siege, commerce -----------------------------------------------------


def test_whoever_is_taxed_pays_or_loses_the_pawn_and_places_the_levy(pax):
    """Edge case 38."""
    facts = {"west": {0: "the_last_knight"}, "pawns": {"france-hre": 0}, "florins": {0: 1}}
    at = pax(**facts).play("ops west", "op the_last_knight 1", "tax france-hre")
    assert at.offers == ("pay", "yield")
    paid = at.play("pay")
    assert paid.florins[0] == 0
    assert paid.starts("levy") == ["lubeck", "nurnberg"]
    paid.play("levy nurnberg")
    assert paid.city("nurnberg") == "reformist_knight"
    assert paid.pawn("france-hre") == 0
    lost = pax(**facts).play("ops west", "op the_last_knight 1", "tax france-hre", "yield")
    assert lost.held("hre") == ["pawn_0"]
    assert lost.florins[0] == 1


def test_without_a_florin_the_pawn_is_repressed_and_its_owner_places_the_levy(pax):
    """Edge case 39."""
    at = pax(west={0: "the_last_knight"}, pawns={"france-hre": 1})
    at.play("ops west", "op the_last_knight 1", "tax france-hre")
    assert at.held("hre") == ["pawn_1"]
    assert at.asked == "1 LevyCity"
    at.play("levy lubeck")
    assert at.city("lubeck") == "catholic_rook"
    assert at.asked == "0 Turn"  # nothing is left to do


def test_a_region_wide_tax_names_the_empire(pax):
    at = pax(west={0: "marechaussee"}, pawns={"england-france": 1}, florins={1: 1})
    at.play("ops west", "op marechaussee 1", "tax england-france")
    assert at.offers == ("square england", "square france")
    at.play("square france")
    assert at.asked == "1 PayTax"


def test_a_repressed_token_brings_a_florin(pax):
    """Edge case 40."""
    at = pax(east={0: "transylvanian_saxons counts_of_celji"}, pawns={"hre-hungary": 1})
    at.play("ops east", "op counts_of_celji 1", "repress pawn.hre-hungary")
    assert at.florins[0] == 1
    assert at.held("hre") == ["pawn_1"]
    hungary = pax(east={0: "grand_hetman"}, pawns={"hre-hungary": 1})
    hungary.play("ops east", "op grand_hetman 2", "repress pawn.hre-hungary")
    assert hungary.held("hungary") == ["pawn_1"]


def test_only_the_depicted_kinds_in_the_location_can_be_repressed(pax):
    at = pax(
        west={0: "kingmaker"}, cities={"bordeaux": "catholic_knight"},
        pawns={"england-france": 1}, pirates={"england-portugal": "islamic"},
    ).play("ops west", "op kingmaker 1")  # fmt: skip
    assert at.starts("repress") == ["london"]


def test_siege_kills_knights_rooks_and_pirates_but_no_pawns(pax):
    at = pax(
        west={0: "mons_meg"}, pawns={"england-france": 1},
        pirates={"england-portugal": "islamic"},
    ).play("ops west", "op mons_meg 1")  # fmt: skip
    assert at.starts("kill") == ["london", "pirate.england-portugal"]
    at.play("kill pirate.england-portugal")
    assert at.pirate("england-portugal") == ""


def test_a_corsair_sails_to_any_sea_border_of_a_neighbour_over_sea_and_kills_what_it_meets(pax):
    at = pax(
        west={0: "scottish_privateers"}, pirates={"england-france": "reformist",
        "france-hre": "islamic"}, pawns={"portugal-aragon": 1},
    ).play("ops west", "op scottish_privateers 2")  # fmt: skip
    assert at.starts("sail") == [
        "england-france france-hre", "england-france portugal-aragon",
        "england-france england-portugal",
    ]  # fmt: skip
    at.play("sail england-france france-hre")
    assert (at.pirate("france-hre"), at.pirate("england-france")) == ("reformist", "")


def test_commerce_takes_from_its_row_the_fair_included_wherever_the_card_came_from(pax):
    """Faults P09."""
    at = pax(
        east={0: "zupy_krakowskie_company"}, pots={"east0": 1, "east2": 1, "west1": 1},
        market={"east2": "luther"},
    ).play("ops east", "op zupy_krakowskie_company 3")  # fmt: skip
    assert at.starts("take") == ["east0", "east2"]
    at.play("take east2")
    assert (at.florins[0], at.pot("east2")) == (1, 0)


@pytest.mark.parametrize(
    ("spot", "said"),
    [
        ("east0", "Player 1 takes a florin from the East fair."),
        ("east2", "Player 1 takes a florin from the East market, column 2."),
    ],
)
def test_commerce_says_where_the_florin_lay(pax, spot, said):
    at = pax(east={0: "zupy_krakowskie_company"}, pots={"east0": 1, "east2": 1})
    at.play("ops east", "op zupy_krakowskie_company 3", f"take {spot}")
    assert at.log("en")[-1] == said


def test_commerce_takes_from_an_empty_fair_space_only_by_option(pax):
    """D10."""
    facts = {
        "east": {0: "zupy_krakowskie_company"}, "pots": {"east0": 1, "east1": 1},
        "market": {"east0": ""},
    }  # fmt: skip
    at = pax(**facts).play("ops east", "op zupy_krakowskie_company 3")
    assert at.starts("take") == ["east1"]
    at = pax(2, {"commerce_from_fair_space": True}, **facts)
    at.play("ops east", "op zupy_krakowskie_company 3")
    assert at.starts("take") == ["east0", "east1"]


# --- Activation ---------------------------------------------------------------------------------


def test_a_side_without_a_working_op_cannot_be_activated_and_one_op_must_be_used(pax):
    """D12."""
    at = pax(west={0: "cornish_tin gutenberg"})
    assert "ops west" not in at.offers
    at = pax(west={0: "mons_meg the_bold"}).play("ops west")
    assert "done" not in at.offers
    at.play("op mons_meg 1", "kill london")
    assert "done" in at.offers


def test_cards_gained_on_the_way_may_act_and_a_flipped_square_may_not_again(pax):
    at = pax(
        west={0: "hre cornish_tin"}, florins={0: 9}, pawns={"hre-hungary": 0},
        cities={"vienna": "catholic_knight", "paris": "", "lubeck": "catholic_knight"},
    )  # fmt: skip
    at.play("ops west", "op hre 1", "attack aragon", "lose vienna", "skip")
    at.play("op cornish_tin 1", "vote hre", "skip")
    assert at.is_republic("hre")
    assert not [k for k in at.offers if k.startswith("op hre")]


def test_both_sides_in_one_action_only_while_neither_was_activated_and_never_for_free(pax):
    """Rule 82."""
    facts = {
        "west": {0: "mons_meg"},
        "east": {0: "transylvanian_plot duke_of_athens civil_engineer"},
    }  # fmt: skip
    at = pax(**facts)
    assert {"ops east", "ops west", "ops both"} <= set(at.offers)
    at.play("ops both")
    assert at.s.left == 1
    assert "ops both" not in pax(used="east_ops", **facts).offers


def test_both_sides_in_one_action_are_mixed_or_by_option_one_after_the_other(pax):
    """D20."""
    facts = {
        "west": {0: "mons_meg the_bold"}, "east": {0: "duke_of_athens the_last_sigh"},
    }  # fmt: skip
    play = ("ops both", "op mons_meg 1", "kill london", "op duke_of_athens 1",
            "kill constantinople_1")  # fmt: skip
    mixed = pax(**facts).play(*play)
    assert any(k.startswith("op the_bold") for k in mixed.offers)
    strict = pax(2, {"east_and_west_in_one_action": "one_side_first"}, **facts).play(*play)
    assert not any(k.startswith("op the_bold") for k in strict.offers)
    assert any(k.startswith("op the_last_sigh") for k in strict.offers)


# --- Sales --------------------------------------------------------------------------------------


def test_a_couple_is_sold_together_and_stays_married_in_the_throne(pax):
    """Edge case 41, D11."""
    facts = {"east": {0: "hungary+theft_of_the_holy_crown"}}
    at = pax(**facts).play("sell hungary")
    assert at.florins[0] == 6
    assert at.names("throne.hungary") == ["hungary", "theft_of_the_holy_crown"]
    assert "sell theft_of_the_holy_crown" not in pax(**facts).offers
    four = pax(2, {"royal_couple_price": "four"}, **facts).play("sell hungary")
    assert four.florins[0] == 4
    silenced = pax(bishops={"hungary": "islamic"}, **facts).play("sell hungary")
    assert silenced.florins[0] == 4
    again = pax(hands={0: "elzbieta_of_bohemia"}, thrones={"hungary": "theft_of_the_holy_crown"})
    again.play("play elzbieta_of_bohemia", "yes")
    assert "marry hungary" not in again.offers


def test_a_sold_suzerain_sends_its_vassals_home_for_no_money_or_by_option_takes_them_along(pax):
    """D5."""
    facts = {
        "west": {0: "hre>england+anne_of_brittany"}, "bishops": {"england": "catholic"},
        "repressed": {"england": "pawn_1", "hre": "pawn_0"},
    }  # fmt: skip
    at = pax(**facts).play("sell hre")
    assert at.florins[0] == 2
    assert at.names("throne.england") == ["england", "anne_of_brittany"]
    assert (at.bishop("england"), at.held("england"), at.held("hre")) == (
        "catholic", ["pawn_1"], ["pawn_0"],
    )  # fmt: skip
    assert at.vassals("hre") == []
    along = pax(2, {"vassals_of_departing_suzerain": "with_suzerain"}, **facts).play("sell hre")
    assert along.names("throne.hre") == ["hre", "england", "anne_of_brittany"]
    assert along.vassals("hre") == ["england"]


def test_a_vassal_can_be_sold_alone(pax):
    at = pax(west={0: "hre>england"}).play("sell england")
    assert at.side(0, "west") == ["hre"]
    assert at.where("england") == "throne.england"


def test_a_pirate_on_a_border_sails_from_the_empire_of_the_location_alone(pax):
    """Rule 35: the Ottomans at its other end lead it no further."""
    at = pax(west={0: "venetian_navy"}, pirates={"papal_states-ottoman": "catholic"})
    at.play("ops west", "op venetian_navy 1")
    reached = {key.split()[1] for key in at.starts("sail")}
    assert reached == {
        "aragon-papal_states", "portugal-aragon", "ottoman-mamluk", "hungary-ottoman",
    }  # fmt: skip


def test_a_sold_or_beheaded_republic_shows_its_king_in_the_throne(pax):
    at = pax(west={0: "england france"}, republics="england france").play("sell england")
    assert (at.where("england"), at.is_republic("england")) == ("throne.england", False)
    assert at.is_republic("france")
    behead = pax(east={0: "the_grim", 1: "ottoman"}, republics="ottoman")
    behead.play("ops east", "op the_grim 1", "behead ottoman")
    assert not behead.is_republic("ottoman")


def test_a_card_sold_with_a_bishop_returns_it_to_the_supply(pax):
    at = pax(west={0: "gutenberg"}, bishops={"gutenberg": "catholic"}).play("sell gutenberg")
    assert at.supply("catholic_bishop") == 5
    assert at.florins[0] == 2


@pytest.mark.parametrize(("zone", "florins"), [("tableau", 4), ("hand", 2), ("silenced", 2)])
def test_a_crown_is_worth_four_only_in_the_tableau_and_unsilenced(pax, zone, florins):
    """Faults P01."""
    card = "conquistadors"
    if zone == "hand":
        at = pax(hands={0: card})
    else:
        at = pax(west={0: card}, bishops={card: "islamic"} if zone == "silenced" else {})
    assert at.play(f"sell {card}").florins[0] == florins


def test_enclosure_frees_the_west_when_it_is_sold_unsilenced_from_the_tableau(pax):
    """Faults P01."""
    facts = {
        "west": {0: "enclosure"}, "cities": {"bordeaux": ""},
        "repressed": {"england": "catholic_rook", "france": "pawn_1", "hungary": "pawn_1"},
    }  # fmt: skip
    at = pax(**facts).play("sell enclosure")
    assert at.offers == ("square england", "square france", "done")
    at.play("square france", "place pawn_1 france-hre", "square england")
    at.play("place catholic_rook bordeaux")
    assert at.held("hungary") == ["pawn_1"]
    assert at.asked == "0 Turn"
    assert pax(bishops={"enclosure": "islamic"}, **facts).play("sell enclosure").asked == "0 Turn"
    hand = pax(hands={0: "enclosure"}, repressed={"france": "pawn_1"}).play("sell enclosure")
    assert hand.asked == "0 Turn"


def test_cryptography_borrows_a_political_op_of_an_opponent(pax):
    """D24."""
    facts = {
        "west": {0: "cryptography the_last_knight", 1: "grand_inquisitor mons_meg portugal"},
        "pawns": {"portugal-aragon": 1, "france-hre": 1},
    }  # fmt: skip
    at = pax(**facts).play("sell cryptography")  # an own card could tax, too
    assert at.offers == ("op grand_inquisitor 1", "op grand_inquisitor 2", "skip")
    at.play("op grand_inquisitor 1")
    assert at.starts("behead") == ["portugal"]
    at.play("behead portugal")
    assert at.where("grand_inquisitor") == "discard"
    silenced = pax(bishops={"grand_inquisitor": "islamic"}, **facts).play("sell cryptography")
    assert silenced.asked == "0 Turn"


def test_machiavellianism_triggers_the_one_shot_of_another_sold_card_with_its_agents(pax):
    """Edge case 49, D22."""
    card = "oratory_of_divine_love"
    at = pax(west={0: f"machiavellianism {card} luther jesuits"}).play(f"sell {card}")
    assert at.offers == ("yes", "no")
    at.play("yes")
    assert at.side(0, "west") == ["machiavellianism"]
    assert f"onto {card}" not in at.offers
    assert {"onto papal_states", "onto machiavellianism"} <= set(at.offers)
    at.play("onto papal_states", "onto machiavellianism")
    assert at.asked == "0 Turn"
    own = pax(west={0: f"machiavellianism {card} luther"}).play(f"sell {card}")
    assert own.asked == "0 Turn"  # its own prestige does not count any more


def test_declining_the_one_shot_of_a_sale_brings_no_agents_unless_by_option(pax):
    """D22."""
    facts = {"west": {0: "machiavellianism"}, "hands": {0: "mons_meg"}}
    at = pax(**facts).play("sell mons_meg", "no")
    assert at.asked == "0 Turn"
    quirk = pax(2, {"agents_of_refused_sale": True}, **facts).play("sell mons_meg", "no")
    assert quirk.asked == "0 PlaceAgent"
    tableau = pax(2, {"one_shot_of_sold_card": "tableau"}, **facts).play("sell mons_meg")
    assert tableau.asked == "0 Turn"


@pytest.mark.parametrize(
    ("card", "asked"),
    [("england", "0 Turn"), ("mons_meg", "0 OneShot"), ("safavids", "0 Turn")],
)
def test_machiavellianism_leaves_squares_jihads_and_its_own_sale_alone(pax, card, asked):
    """Faults P11."""
    side = {"east": {0: card}} if card == "safavids" else {}
    west = "machiavellianism" if side else f"machiavellianism {card}"
    at = pax(west={0: west}, cities={"tana": "catholic_knight"}, **side).play(f"sell {card}")
    assert at.asked == asked
    own = pax(west={0: "machiavellianism"}).play("sell machiavellianism")
    assert own.asked == "0 Turn"


def test_a_card_sold_from_the_hand_is_shown_or_by_option_kept_face_down(pax):
    """D29."""
    facts = {"hands": {0: "luther cromwell"}}
    assert pax(**facts).play("sell luther").where("luther") == "discard"
    at = pax(2, {"sold_hand_card": "face_down"}, **facts).play("sell luther")
    assert at.where("luther") == "sold.0"
    assert not at.s.knows(1, at.s.zones[at.s.layout.zone("sold.0")][0])


# --- What ends at once --------------------------------------------------------------------------


def test_a_silenced_unlimited_hand_is_discarded_to_two_at_once_by_its_owner(pax):
    """Edge case 42, D18."""
    hand = "luther cromwell jesuits antipope"
    at = pax(hands={0: "unity_of_the_brethren", 1: hand}, west={1: "gutenberg"})
    at.play("play unity_of_the_brethren", "onto gutenberg")
    assert at.asked == "1 DropCard"
    at.play("drop jesuits", "drop luther")
    assert at.names("hand.1") == ["antipope", "cromwell"]
    assert at.asked == "0 Turn"


def test_a_lost_unlimited_hand_is_discarded_too_or_by_option_not(pax):
    """D18."""
    facts = {"hands": {0: "luther cromwell jesuits"}, "west": {0: "gutenberg"}}
    assert pax(**facts).play("sell gutenberg").asked == "0 DropCard"
    at = pax(2, {"hand_limit_returns": "silenced"}, **facts).play("sell gutenberg")
    assert at.asked == "0 Turn"


def test_a_second_copy_keeps_the_hand_unlimited(pax):
    at = pax(hands={0: "luther cromwell jesuits"}, west={0: "gutenberg william_caxton"})
    assert at.play("sell gutenberg").asked == "0 Turn"


def test_when_the_second_slot_of_venice_ends_its_token_goes_or_by_option_one_of_two(pax):
    """D23."""
    facts = {
        "west": {0: "gonfalonier"}, "cities": {"venice": "catholic_rook", "venice_2":
                                               "islamic_knight"},
    }  # fmt: skip
    at = pax(**facts).play("sell gonfalonier")
    assert (at.city("venice"), at.city("venice_2")) == ("catholic_rook", "")
    at = pax(2, {"token_that_leaves_venice": "chosen"}, **facts).play("sell gonfalonier")
    assert at.offers == ("fetch venice", "fetch venice_2")
    at.play("fetch venice")
    assert (at.city("venice"), at.city("venice_2")) == ("islamic_knight", "")
    two = pax(**{**facts, "west": {0: "gonfalonier", 1: "duchy_of_ferrara"}})
    assert two.play("sell gonfalonier").city("venice_2") == "islamic_knight"


def test_both_slots_of_venice_levy_a_catholic_knight(pax):
    at = pax(
        3,
        west={0: "gonfalonier", 1: "papal_elephant"},
        cities={"venice": ""},
        pawns={"hre-papal_states": 2},
        turn_of=1,
    ).play("ops west", "op papal_elephant 1", "tax hre-papal_states", "square papal_states")
    assert at.starts("levy") == ["venice", "venice_2"]
    at.play("levy venice_2")
    assert at.city("venice_2") == "catholic_knight"


def test_venice_is_asked_for_one_token_once(pax):
    """D23: what ends its second slot may be noticed twice before anybody is asked."""
    at = pax(
        2, {"token_that_leaves_venice": "chosen"},
        cities={"venice": "catholic_rook", "venice_2": "islamic_knight"},
    )  # fmt: skip
    at.s.then(VeniceShrinks(0), VeniceShrinks(0))
    advance(at.s, Simulated(SplitMix(1)))
    line = Line(GAME, at.s).play("fetch venice")
    assert line.asked == "0 Turn"
    assert TOKENS[line.s.city[VENICE]] == "islamic_knight"


def test_a_pirate_does_not_kill_a_proof_concession_until_the_protection_ends(pax):
    """Rule 84."""
    at = pax(
        east={1: "dalmatian_merchant_marine"}, hands={0: "genoese_fleet"},
        pawns={"portugal-aragon": 1},
    ).play("play genoese_fleet", "place catholic_pirate portugal-aragon")  # fmt: skip
    assert (at.pawn("portugal-aragon"), at.pirate("portugal-aragon")) == (1, "catholic")
    ended = pax(
        east={0: "dalmatian_merchant_marine"}, pawns={"portugal-aragon": 0, "england-portugal": 0},
        pirates={"portugal-aragon": "catholic"},
    ).play("sell dalmatian_merchant_marine")  # fmt: skip
    assert (ended.pawn("portugal-aragon"), ended.pawn("england-portugal")) == (None, 0)


def test_a_crowned_queen_of_bathory_may_raise_the_peasants_of_her_kings_empire(pax):
    at = pax(
        east={0: "hungary+elizabeth_bathory"}, pawns={"hungary-ottoman": 0, "hre-hungary": 0},
    )  # fmt: skip
    at.play("act elizabeth_bathory revolt")
    assert at.where("elizabeth_bathory") == "discard"
    at.play("lose pawn.hungary-ottoman", "skip")
    assert at.is_republic("hungary")
    maid = pax(old_maids={0: "elizabeth_bathory"})
    assert maid.starts("act") == []


def test_st_george_makes_votes_cheaper_for_patrons(pax):
    facts = {
        "west": {0: "cornish_tin humanism", 1: "england"}, "pawns": {"england-france": 0},
        "repressed": {"england": "pawn_1 pawn_1"}, "florins": {0: 1},
    }  # fmt: skip
    assert "ops west" not in pax(**facts).offers
    at = pax(east={0: "bank_of_st_george"}, **facts)
    at.play("ops west", "op cornish_tin 1", "vote england")
    assert at.florins[0] == 0


def test_michelangelo_doubles_concessions_in_votes(pax):
    facts = {"pawns": {"england-france": 0, "england-portugal": 1}}
    assert "ops west" not in pax(west={0: "cornish_tin", 1: "england"}, **facts).offers
    assert "ops west" in pax(west={0: "cornish_tin michelangelo", 1: "england"}, **facts).offers


def test_a_queen_in_a_throne_is_no_card_of_any_tableau(pax):
    """Faults P08."""
    at = pax(
        west={0: "grand_inquisitor star_chamber", 1: "portugal"},
        thrones={"england": "reichskrone"},
    )  # fmt: skip
    assert at.s.prestige(0)[0] == 1  # the Grand Inquisitor alone
    assert "sell reichskrone" not in at.offers
    at.play("ops west", "op grand_inquisitor 1")
    assert at.starts("behead") == ["portugal"]


def test_a_campaign_without_a_knight_is_not_offered(pax):
    """Faults P10."""
    at = pax(west={0: "england mons_meg"}, florins={0: 9}).play("ops west")
    assert "op england 1" not in at.offers
    assert "A campaign needs knights" in at.refused("op england 1", by=0)

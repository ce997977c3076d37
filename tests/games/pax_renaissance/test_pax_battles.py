"""Battles (rules 60 to 67 and 83)."""

from __future__ import annotations

import pytest

BARE = {"london": "", "paris": "", "vienna": "", "buda": "", "tana": "", "toledo": "",
        "valencia": "", "venice": "", "constantinople_1": "", "constantinople_2": "",
        "constantinople_3": "", "cairo": ""}  # fmt: skip


def test_a_campaign_against_an_empty_throne_brings_the_square_with_all_that_lies_there(pax):
    """Edge case 18."""
    at = pax(
        west={0: "hre"}, florins={0: 3}, thrones={"france": "mary_the_rich"},
        bishops={"france": "reformist"}, repressed={"france": "catholic_knight pawn_1"},
        cities={**BARE, "vienna": "catholic_knight", "lubeck": "reformist_knight"},
    )  # fmt: skip
    at.play("ops west", "op hre 1", "attack france")
    assert at.florins[0] == 1
    assert at.side(0, "west") == ["hre", "france", "mary_the_rich"]
    assert at.vassals("hre") == ["france"]
    assert at.bishop("france") == "reformist"
    assert at.asked == "0 Emancipate"
    at.play("place catholic_knight paris", "done")
    assert at.city("paris") == "catholic_knight"
    assert at.held("france") == ["pawn_1"]
    assert at.asked == "0 Concede"
    at.play("concede england-france")
    assert at.pawn("england-france") == 0
    assert (at.city("vienna"), at.city("lubeck")) == ("catholic_knight", "reformist_knight")


def test_a_campaign_against_a_suzerain_discards_queen_and_bishop_and_frees_its_vassals(pax):
    """Edge case 19."""
    at = pax(
        west={0: "hre", 1: "france+mary_the_rich>england+anne_of_brittany"}, florins={0: 9},
        bishops={"france": "reformist", "england": "catholic"}, repressed={"england": "pawn_0"},
        cities={**BARE, "vienna": "catholic_knight"},
    )  # fmt: skip
    at.play("ops west", "op hre 1", "attack france", "skip")
    assert at.vassals("hre") == ["france"]
    assert at.where("mary_the_rich") == "discard"
    assert at.bishop("france") == ""
    assert at.names("throne.england") == ["england", "anne_of_brittany"]
    assert (at.bishop("england"), at.held("england")) == ("catholic", ["pawn_0"])


def test_a_captured_republic_shows_its_king_again(pax):
    at = pax(
        west={0: "hre", 1: "france"}, republics="france", florins={0: 9},
        cities={**BARE, "vienna": "catholic_knight"},
    )  # fmt: skip
    at.play("ops west", "op hre 1", "attack france", "skip")
    assert not at.is_republic("france")
    assert at.vassals("hre") == ["france"]


def test_a_captured_vassal_leaves_its_suzerain_untouched(pax):
    """Rule 72."""
    at = pax(
        west={0: "hre", 1: "aragon+isabella_of_castile>france"}, florins={0: 9},
        bishops={"aragon": "catholic"}, cities={**BARE, "vienna": "catholic_knight"},
    )  # fmt: skip
    at.play("ops west", "op hre 1", "attack france", "skip")
    assert at.side(1, "west") == ["aragon", "isabella_of_castile"]
    assert at.bishop("aragon") == "catholic"
    assert at.side(0, "west") == ["hre", "france"]


def test_what_a_vassal_captures_becomes_a_vassal_of_its_suzerain(pax):
    at = pax(
        west={0: "hre>france"}, florins={0: 9}, cities={**BARE, "paris": "catholic_knight"},
    ).play("ops west", "op france 1", "attack england", "skip")  # fmt: skip
    assert at.vassals("hre") == ["england", "france"]
    assert at.side(0, "west") == ["hre", "france", "england"]


def test_a_vassal_acts_on_the_side_where_its_suzerain_lies(pax):
    at = pax(
        west={0: "hre>hungary"}, florins={0: 9}, cities={**BARE, "buda": "catholic_knight"},
    )  # fmt: skip
    assert "ops west" in at.offers
    assert "ops east" not in at.offers
    at.play("ops west", "op hungary 1", "attack byzantium", "skip")
    assert at.side(0, "west") == ["hre", "hungary", "byzantium"]


def test_in_a_tied_campaign_all_die_and_the_florins_are_spent(pax):
    """Edge case 20; faults P07."""
    at = pax(
        west={0: "hre"}, florins={0: 2},
        cities={**BARE, "vienna": "catholic_knight", "lubeck": "catholic_knight",
                "paris": "catholic_knight", "lyon": "catholic_rook"},
    ).play("ops west", "op hre 1", "attack france")  # fmt: skip
    assert at.florins[0] == 0
    assert [at.city(c) for c in ("vienna", "lubeck", "paris", "lyon")] == [""] * 4
    assert at.where("france") == "throne.france"
    assert at.asked == "0 Turn"


def test_a_lost_war_leaves_as_many_defenders_as_were_more_and_the_attacker_chooses(pax):
    at = pax(
        west={0: "hre"}, florins={0: 2},
        cities={**BARE, "vienna": "catholic_knight", "paris": "catholic_knight",
                "lyon": "catholic_rook"},
    ).play("ops west", "op hre 1", "attack france")  # fmt: skip
    assert at.offers == ("lose paris", "lose lyon")
    at.play("lose lyon")
    assert (at.city("paris"), at.city("lyon"), at.city("vienna")) == ("catholic_knight", "", "")
    assert at.asked == "0 Turn"


@pytest.mark.parametrize("knights", [1, 2])
def test_every_knight_must_go_and_be_paid_for(pax, knights):
    cities = dict(zip(("vienna", "lubeck"), ["catholic_knight"] * knights, strict=False))
    at = pax(west={0: "hre"}, florins={0: 1}, cities={**BARE, **cities})
    assert ("ops west" in at.offers) == (knights == 1)


def test_an_own_square_cannot_be_attacked_unless_by_option_outside_the_suzerainty(pax):
    """Edge case 21."""
    facts = {"florins": {0: 9}, "cities": {**BARE, "vienna": "catholic_knight"}}
    at = pax(west={0: "hre>france aragon"}, **facts).play("ops west", "op hre 1")
    assert at.starts("attack") == ["hungary", "papal_states", "ottoman"]
    at = pax(2, {"strawman_campaign": True}, west={0: "hre>france aragon"}, **facts)
    at.play("ops west", "op hre 1")
    assert at.starts("attack") == ["france", "hungary", "aragon", "papal_states", "ottoman"][1:]
    at.play("attack aragon", "skip")
    assert at.vassals("hre") == ["france", "aragon"]
    assert at.side(0, "west") == ["hre", "france", "aragon"]
    before = pax(2, {"strawman_campaign": True}, west={0: "aragon hre>france"}, **facts)
    before.play("ops west", "op hre 1", "attack aragon", "skip")
    assert before.side(0, "west") == ["hre", "france", "aragon"]


def test_a_queen_of_navarre_parts_portugal_from_france_for_everybody(pax):
    facts = {"florins": {0: 9}, "cities": {**BARE, "paris": "catholic_knight"}}
    at = pax(west={0: "france"}, **facts).play("ops west", "op france 1")
    assert "portugal" in at.starts("attack")
    at = pax(west={0: "france", 1: "aragon+catherine_of_navarre"}, **facts)
    at.play("ops west", "op france 1")
    assert "portugal" not in at.starts("attack")
    at = pax(
        west={0: "france", 1: "aragon+catherine_of_navarre"}, bishops={"aragon": "catholic"},
        **facts,
    ).play("ops west", "op france 1")  # fmt: skip
    assert "portugal" in at.starts("attack")


# --- Conspiracies and revolts -------------------------------------------------------------------


def test_repressed_knights_and_bordering_pirates_fight_in_a_conspiracy(pax):
    """Edge case 22."""
    at = pax(
        hands={0: "house_of_borgia"}, repressed={"aragon": "catholic_knight pawn_1"},
        pirates={"aragon-papal_states": "islamic"}, cities={**BARE, "valencia": "catholic_rook"},
    )  # fmt: skip
    at.play("play house_of_borgia", "yes", "attack aragon")
    assert at.offers == ("lose pirate.aragon-papal_states", "lose repressed.catholic_knight")
    at.play("lose pirate.aragon-papal_states")
    assert at.starts("place") == ["catholic_knight valencia", "catholic_knight algiers"]
    at.play("place catholic_knight algiers")
    assert at.side(0, "west") == ["aragon", "house_of_borgia"]
    assert at.held("aragon") == ["pawn_1"]
    at.play("place pawn_1 france-aragon", "skip")
    assert at.asked == "0 PlaceAgent"
    assert "skip" not in at.offers
    assert {"onto house_of_borgia", "onto aragon", "onto england"} <= set(at.offers)


def test_survivors_without_room_are_repressed_for_free(pax):
    """Edge case 23."""
    facts = {"hands": {0: "wolf_of_rimini"}, "cities": BARE}
    at = pax(states={"papal_states": "reformist"}, **facts).play("play wolf_of_rimini", "yes")
    at.play("place catholic_knight venice")
    assert at.held("papal_states") == ["catholic_knight"]
    at = pax(states={"papal_states": "catholic"}, **facts).play("play wolf_of_rimini", "yes")
    at.play("place catholic_knight venice", "place catholic_knight venice_2")
    assert at.held("papal_states") == []
    assert at.city("venice_2") == "catholic_knight"


def test_a_surviving_pirate_goes_to_an_empty_sea_border_or_back_to_the_supply(pax):
    """D15; faults P06."""
    sea = {"england-france": 1, "france-hre": 1}
    facts = {"hands": {0: "arumer_zwarte_hoop"}, "cities": BARE}
    at = pax(pawns=sea, **facts).play("play arumer_zwarte_hoop", "yes")
    assert at.supply("islamic_pirate") == 4
    assert at.asked == "0 Concede"
    at = pax(pawns={"england-france": 1}, **facts).play("play arumer_zwarte_hoop", "yes")
    assert at.starts("place") == ["islamic_pirate france-hre"]


def test_own_pawns_must_fight_in_a_peasant_revolt(pax):
    """Edge case 24."""
    at = pax(
        hands={0: "flanders_guild"}, pawns={"england-france": 0, "france-aragon": 0,
                                            "france-hre": 1},
        pirates={"france-hre": "catholic"},
        cities={**BARE, "paris": "catholic_knight", "lyon": "catholic_rook",
                "bruges": "catholic_rook"},
    ).play("play flanders_guild", "yes")  # fmt: skip
    own = ("lose pawn.england-france", "lose pawn.france-aragon")
    assert at.offers == (*own, "lose pirate.france-hre", "lose staged.pawn_0")
    at.play("lose pawn.england-france", "lose pirate.france-hre", "lose pawn.france-aragon")
    assert at.pawn("france-hre") == 1  # another's pawn does not fight
    assert at.starts("place") == ["pawn_0 england-france", "pawn_0 france-aragon"]


def test_repressed_pawns_of_all_colours_fight_in_a_peasant_revolt(pax):
    at = pax(
        hands={0: "schwarzer_haufen"}, repressed={"portugal": "pawn_1 pawn_1 catholic_rook"},
        cities={**BARE, "toledo": "catholic_knight"},
    )  # fmt: skip
    at.play("play schwarzer_haufen", "yes", "attack portugal")
    assert at.offers == ("lose staged.islamic_knight", "lose repressed.pawn_1")
    at.play("lose staged.islamic_knight")
    at.play("place pawn_1 portugal-aragon", "place pawn_1 england-portugal")
    assert at.held("portugal") == ["catholic_rook"]
    assert at.where("portugal") == "west.0"


def test_surviving_pawns_do_not_go_where_a_pirate_is(pax):
    at = pax(
        hands={0: "schwarzer_haufen"}, repressed={"portugal": "pawn_1"}, cities=BARE,
        pirates={"portugal-aragon": "islamic"},
    ).play("play schwarzer_haufen", "yes", "attack portugal")  # fmt: skip
    assert "pawn_1 england-portugal" in at.starts("place")
    assert "pawn_1 portugal-aragon" not in at.starts("place")


def test_a_hopeless_conspiracy_may_be_announced_and_costs_all_attackers(pax):
    at = pax(
        hands={0: "mons_meg"}, pirates={"england-france": "islamic"},
        repressed={"england": "catholic_rook"}, cities={"bordeaux": "catholic_knight",
        "london": "catholic_rook"},
    )  # fmt: skip
    at.play("play mons_meg", "yes", "lose pirate.england-france", "lose staged.reformist_knight")
    assert at.city("london") == ""  # three attackers against two
    assert at.asked == "0 Survivor"
    at = pax(hands={0: "mons_meg"}, cities={"bordeaux": "catholic_knight"})
    at.play("play mons_meg", "yes", "lose london")
    assert at.asked == "0 Turn"
    assert at.where("england") == "throne.england"
    assert at.supply("reformist_knight") == 7


# --- Religious wars -----------------------------------------------------------------------------


def test_a_religious_war_needs_a_heretic_and_a_pirate_on_a_border_is_enough(pax):
    """Edge case 29."""
    at = pax(hands={0: "jesuits"}).play("play jesuits")
    assert at.asked == "0 PlaceAgent"
    at = pax(hands={0: "jesuits"}, pirates={"portugal-aragon": "islamic"}).play("play jesuits")
    assert at.asked == "0 OneShot"


def test_neighbours_knights_join_a_crusade_and_may_fall_for_it(pax):
    """Edge case 30."""
    at = pax(
        hands={0: "jesuits"}, pirates={"portugal-aragon": "catholic"},
        cities={**BARE, "valencia": "catholic_rook", "toledo": "catholic_knight",
                "algiers": "islamic_rook"},
    ).play("play jesuits", "yes")  # fmt: skip
    assert set(at.starts("lose")) == {"valencia", "toledo", "pirate.portugal-aragon"}
    at.play("lose toledo")
    assert at.state("aragon") == "catholic"
    assert (at.city("valencia"), at.city("toledo"), at.city("algiers")) == ("catholic_rook", "", "")
    assert at.pirate("portugal-aragon") == "catholic"
    assert at.where("aragon") == "west.0"


def test_knights_of_portugal_join_no_crusade_in_france_while_they_do_not_touch(pax):
    facts = {
        "hands": {0: "inquisition_pope"},
        "cities": {**BARE, "toledo": "catholic_knight", "lyon": "islamic_rook",
                   "vienna": "catholic_knight"},
    }  # fmt: skip
    at = pax(**facts).play("play inquisition_pope", "yes")
    assert "lose toledo" in at.offers
    apart = pax(west={1: "aragon+catherine_of_navarre"}, **facts)
    apart.play("play inquisition_pope", "yes")
    assert apart.state("france") == "medieval"
    assert (apart.city("toledo"), apart.city("vienna")) == ("catholic_knight", "")


def test_the_pawn_of_a_religious_war_is_placed_after_it_won_or_lost(pax):
    """Edge case 31."""
    facts = {"hands": {0: "zionist_state"}}
    lost = pax(cities={"cairo": "islamic_rook"}, **facts).play("play zionist_state", "yes")
    assert lost.where("mamluk") == "throne.mamluk"
    assert lost.asked == "0 PlaceAgent"
    assert "skip" not in lost.offers
    won = pax(cities={"cairo": "islamic_rook", "cyprus": "reformist_rook", "buda":
              "reformist_knight"}, **facts)  # fmt: skip
    won.play("play zionist_state", "yes", "lose buda", "skip")
    assert won.state("mamluk") == "reformist"
    assert won.where("mamluk") == "east.0"
    assert won.asked == "0 PlaceAgent"


def test_a_second_crusade_in_a_catholic_theocracy_still_changes_the_regime(pax):
    """Edge case 32."""
    at = pax(
        hands={0: "jesuits"}, west={0: "aragon"}, states={"aragon": "catholic"},
        cities={**BARE, "valencia": "catholic_rook", "timbuktu": "disk",
                "toledo": "catholic_knight", "algiers": "islamic_rook"},
    ).play("play jesuits", "yes", "lose valencia")  # fmt: skip
    assert at.state("aragon") == "catholic"
    assert at.is_republic("aragon")


def test_a_won_religious_war_on_the_ottomans_may_rearrange_constantinople(pax):
    at = pax(
        hands={0: "bashi_bazouk"}, states={"ottoman": "medieval"},
        cities={**BARE, "buda": "reformist_knight", "constantinople_1": "islamic_rook",
                "constantinople_3": "reformist_rook", "modon": "disk", "rhodes": "disk"},
    )  # fmt: skip
    at.play("play bashi_bazouk", "yes")
    at.play("lose buda", "place reformist_knight constantinople_2")
    assert at.asked == "0 Rearrange"
    at.play("swap constantinople_1 constantinople_3", "swap constantinople_2 constantinople_3")
    assert at.city("constantinople_1") == "reformist_rook"
    assert at.city("constantinople_3") == "reformist_knight"


def test_catholic_rooks_of_neighbours_join_a_crusade_with_the_knights_hospitaller(pax):
    """D28."""
    facts = {
        "hands": {0: "jesuits"}, "west": {0: "knights_hospitaller"},
        "cities": {**BARE, "algiers": "islamic_rook", "toledo": "catholic_rook",
                   "paris": "catholic_rook"},
    }  # fmt: skip
    at = pax(**facts).play("play jesuits", "yes")
    assert at.starts("lose") == ["paris", "toledo"]
    may = pax(2, {"rooks_of_rhodes": "may"}, **facts).play("play jesuits", "yes")
    assert may.offers == ("yes", "no")
    may.play("no")
    assert may.where("aragon") == "throne.aragon"
    assert may.city("paris") == "catholic_rook"


# --- Circassian Mamluks -------------------------------------------------------------------------


def test_all_repressed_on_mamluk_fight_for_the_circassians_owner_in_the_east(pax):
    """Rule 83."""
    facts = {
        "east": {0: "hungary circassian_mamluks"}, "florins": {0: 3},
        "repressed": {"mamluk": "pawn_1 islamic_rook"},
        "cities": {**BARE, "buda": "catholic_knight", "tana": "islamic_knight"},
    }  # fmt: skip
    at = pax(**facts).play("ops east", "op hungary 1", "attack byzantium")
    assert at.florins[0] == 0
    assert at.offers == ("lose buda", "lose mamluk.islamic_rook", "lose mamluk.pawn_1")
    at.play("lose mamluk.pawn_1", "skip")
    assert at.held("mamluk") == ["islamic_rook"]
    assert at.vassals("hungary") == ["byzantium"]
    at = pax(**facts).play("ops east", "op hungary 1")
    assert "hre" in at.starts("attack")  # a western target: one knight and one florin are enough
    poor = pax(**{**facts, "florins": {0: 2}}).play("ops east", "op hungary 1")
    assert "byzantium" not in poor.starts("attack")


def test_survivors_of_the_mamluk_square_stay_there_unless_mamluk_is_attacked(pax):
    """Rule 83: what is repressed on the target is not theirs and may stay."""
    at = pax(
        east={0: "hungary circassian_mamluks"}, florins={0: 9}, cities=BARE,
        repressed={"mamluk": "pawn_1 islamic_rook", "byzantium": "pawn_1 islamic_rook"},
    ).play("ops east", "op hungary 1", "attack byzantium")  # fmt: skip
    assert at.asked == "0 Emancipate"
    assert at.held("mamluk") == ["islamic_rook", "pawn_1"]


def test_survivors_repressed_on_mamluk_are_placed_only_when_mamluk_is_attacked(pax):
    at = pax(
        east={0: "hungary circassian_mamluks"}, florins={0: 9},
        repressed={"mamluk": "pawn_1 islamic_rook"},
        cities={**BARE, "buda": "catholic_knight", "cairo": "islamic_rook"},
    )  # fmt: skip
    at.play("ops east", "op hungary 1", "attack mamluk", "lose buda")
    assert set(at.starts("place")) == {
        "islamic_rook cairo", "islamic_rook cyprus", "pawn_1 ottoman-mamluk",
        "pawn_1 byzantium-mamluk",
    }  # fmt: skip


def test_the_state_changes_after_the_casualties_and_before_survivors_are_placed(pax):
    """D34: only the second slot of Venice can notice."""
    at = pax(
        2, {"promo": True}, hands={0: "kaysar_i_rum"}, west={1: "gonfalonier"},
        cities={**BARE, "venice": "catholic_rook", "venice_2": "islamic_knight"},
    ).play("play kaysar_i_rum", "yes", "lose staged.islamic_pirate")  # fmt: skip
    assert at.state("papal_states") == "islamic"
    assert (at.city("venice"), at.city("venice_2")) == ("", "")
    kinds = [e.kind for e in at.events]
    assert kinds.index("theocracy") < kinds.index("left_venice") < kinds.index("seized")

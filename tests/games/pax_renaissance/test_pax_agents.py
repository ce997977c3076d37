"""Cards played: agents, bishops, tokens that run out (rules 9 to 22, 44)."""

from __future__ import annotations


def test_an_agent_must_take_the_last_empty_place_and_without_a_florin_no_other(pax):
    """Edge case 10."""
    facts = {
        "hands": {0: "conquistadors"}, "west": {0: "portugal"},
        "cities": {"granada": "islamic_rook", "trebizond": ""},
    }  # fmt: skip
    at = pax(**facts).play("play conquistadors", "yes")
    assert at.city("trebizond") == "disk"
    assert at.offers == ("place catholic_knight spice_islands",)
    at.play("place catholic_knight spice_islands")
    assert at.asked == "0 Turn"
    at = pax(florins={0: 1}, **facts).play("play conquistadors", "yes")
    at.play("place catholic_knight spice_islands")
    assert at.offers == ("place catholic_knight toledo", "place catholic_knight granada", "skip")
    at.play("place catholic_knight granada")
    assert at.florins[0] == 0
    assert at.held("portugal") == ["islamic_rook"]


def test_a_first_agent_may_be_displaced_by_the_second_only_by_option(pax):
    """D26."""
    facts = {
        "hands": {0: "conquistadors"}, "west": {0: "portugal"}, "florins": {0: 3},
        "cities": {"granada": "islamic_rook"},
    }  # fmt: skip
    play = ("play conquistadors", "yes", "place catholic_knight spice_islands")
    assert "place catholic_knight spice_islands" not in pax(**facts).play(*play).offers
    at = pax(2, {"second_agent_on_first": True}, **facts).play(*play)
    assert "place catholic_knight spice_islands" in at.offers


def test_without_room_agents_are_optional_or_by_option_must_be_paid_for(pax):
    """D9."""
    facts = {
        "hands": {0: "conquistadors"}, "west": {0: "portugal"},
        "cities": {"granada": "islamic_rook"},
    }  # fmt: skip
    strict = {"agents_without_room": "must_pay"}
    first = ("play conquistadors", "yes", "place catholic_knight spice_islands")
    assert "skip" in pax(florins={0: 1}, **facts).play(*first).offers
    assert "skip" not in pax(2, strict, florins={0: 1}, **facts).play(*first).offers
    at = pax(2, strict, florins={0: 0}, **facts).play("play conquistadors")
    assert at.asked != "0 OneShot"  # one agent could not be paid for


def test_by_option_a_pirate_that_kills_for_free_needs_no_florin(pax):
    """D9."""
    at = pax(
        2, {"agents_without_room": "must_pay"}, hands={0: "franco_ottoman_navy"},
        pawns={"portugal-aragon": 1, "aragon-papal_states": 1},
    ).play("play franco_ottoman_navy")  # fmt: skip
    assert at.asked == "0 OneShot"


def test_without_a_one_shot_every_agent_is_optional(pax):
    at = pax(hands={0: "tolfa_alum"}).play("play tolfa_alum")
    assert "skip" in at.offers
    at.play("place pawn_0 aragon-papal_states")
    assert "skip" in at.offers
    at.play("skip")
    assert at.pawn("aragon-papal_states") == 0


def test_a_pawn_may_push_away_an_own_pawn_for_a_florin(pax):
    """Edge case 11."""
    at = pax(hands={0: "gutenberg"}, florins={0: 1}, pawns={"france-hre": 0})
    at.play("play gutenberg", "place pawn_0 france-hre")
    assert at.florins[0] == 0
    assert at.held("hre") == ["pawn_0"]
    assert at.pawn("france-hre") == 0


def test_without_a_florin_a_pawn_enters_only_empty_borders_and_never_one_with_a_pirate(pax):
    at = pax(
        hands={0: "gutenberg"}, pawns={"france-hre": 1}, pirates={"england-france": "catholic"},
    ).play("play gutenberg")  # fmt: skip
    assert at.starts("place") == ["pawn_0 hre-hungary", "pawn_0 hre-papal_states"]
    at = pax(hands={0: "hanseatic_league"}, pirates={"england-france": "catholic"})
    at.play("play hanseatic_league", "no")
    assert "pawn_0 england-france" not in at.starts("place")


def test_a_pawn_of_a_region_wide_card_represses_on_either_of_two_squares_of_the_region(pax):
    """D33."""
    at = pax(
        hands={0: "peasant_republic_of_dithmarschen"}, florins={0: 2},
        pawns={"england-france": 1, "papal_states-ottoman": 1},
    )  # fmt: skip
    at.play("play peasant_republic_of_dithmarschen", "no", "place pawn_0 england-france")
    assert at.offers == ("square england", "square france")
    at.play("square england")
    assert at.held("england") == ["pawn_1"]
    assert at.pawn("england-france") == 0
    again = pax(
        hands={0: "peasant_republic_of_dithmarschen"}, florins={0: 2},
        pawns={"papal_states-ottoman": 1},
    )  # fmt: skip
    again.play("play peasant_republic_of_dithmarschen", "no")
    again.play("place pawn_0 papal_states-ottoman")
    assert again.held("papal_states") == ["pawn_1"]


def test_a_pirate_kills_any_pirate_or_pawn_for_free_also_one_of_its_colour(pax):
    """Edge case 12."""
    at = pax(
        hands={0: "genoese_fleet"}, pirates={"aragon-papal_states": "catholic"},
        pawns={"portugal-aragon": 1},
    ).play("play genoese_fleet")  # fmt: skip
    places = ["portugal-aragon", "aragon-papal_states"]
    assert at.starts("place") == [f"catholic_pirate {p}" for p in places]
    at.play("place catholic_pirate portugal-aragon")
    assert at.pawn("portugal-aragon") is None
    assert at.pirate("portugal-aragon") == "catholic"
    corsair = pax(
        west={0: "genoese_fleet"},
        pirates={"aragon-papal_states": "catholic", "portugal-aragon": "catholic"},
    ).play("ops west", "op genoese_fleet 2")  # fmt: skip
    assert "aragon-papal_states portugal-aragon" not in corsair.starts("sail")
    assert "aragon-papal_states england-portugal" in corsair.starts("sail")


def test_an_occupied_slot_of_a_full_city_is_paid_alone_or_by_option_with_all_of_it(pax):
    """D13."""
    facts = {
        "hands": {0: "greek_klephts"},
        "cities": {"modon": "catholic_rook", "rhodes": "catholic_rook"},
    }  # fmt: skip
    play = ("play greek_klephts", "no", "place reformist_rook constantinople_2")
    at = pax(florins={0: 3}, **facts).play(*play)
    assert (at.florins[0], at.held("ottoman")) == (2, ["islamic_knight"])
    whole = {"agent_into_full_city": "whole_city"}
    at = pax(2, whole, florins={0: 3}, **facts).play(*play)
    assert (at.florins[0], len(at.held("ottoman"))) == (0, 3)
    assert at.city("constantinople_1") == ""
    poor = pax(2, whole, florins={0: 2}, **facts).play(*play[:2])
    assert "reformist_rook constantinople_2" not in poor.starts("place")
    assert "reformist_rook rhodes" in poor.starts("place")
    gap = {**facts, "cities": {**facts["cities"], "constantinople_1": ""}}
    room = pax(2, whole, florins={0: 3}, **gap).play(*play[:2]).starts("place")
    assert "reformist_rook constantinople_1" in room
    assert "reformist_rook constantinople_2" not in room


def test_by_option_both_slots_of_venice_are_paid_for(pax):
    """D13."""
    facts = {
        "hands": {0: "la_serenissima"}, "west": {1: "gonfalonier"},
        "cities": {"venice": "catholic_knight", "venice_2": "islamic_rook"}, "florins": {0: 2},
    }  # fmt: skip
    play = ("play la_serenissima", "no", "place catholic_rook venice")
    assert pax(**facts).play(*play).florins[0] == 1
    whole = pax(2, {"agent_into_full_city": "whole_city"}, **facts).play(*play)
    assert (whole.florins[0], len(whole.held("papal_states"))) == (0, 2)
    assert (whole.city("venice"), whole.city("venice_2")) == ("catholic_rook", "")


# --- Bishops ------------------------------------------------------------------------------------


def test_two_bishops_on_one_card_kill_each_other_and_on_two_cards_both_stay(pax):
    """Edge case 13."""
    facts = {"hands": {0: "oratory_of_divine_love"}, "west": {0: "cryptography"}}
    card = "oratory_of_divine_love"
    at = pax(**facts).play(f"play {card}", f"onto {card}", f"onto {card}")
    assert at.bishop(card) == ""
    assert at.supply("catholic_bishop") == 5
    at = pax(**facts).play(f"play {card}", f"onto {card}", "onto cryptography")
    assert (at.bishop(card), at.bishop("cryptography")) == ("catholic", "catholic")


def test_a_bishop_that_meets_a_bishop_pacifies_nothing(pax):
    """Edge case 14."""
    at = pax(
        hands={0: "humanism"}, bishops={"france": "reformist"},
        repressed={"france": "pawn_0 pawn_0 pawn_1"},
    ).play("play humanism", "onto france")  # fmt: skip
    assert at.asked == "0 Turn"
    assert at.bishop("france") == ""
    assert len(at.held("france")) == 3


def test_a_bishop_may_kill_one_token_that_is_repressed_on_the_square_it_enters(pax):
    facts = {"hands": {0: "humanism"}, "repressed": {"france": "pawn_0 catholic_knight pawn_1"}}
    at = pax(**facts).play("play humanism", "onto france")
    assert at.offers == ("pacify catholic_knight", "pacify pawn_0", "pacify pawn_1", "skip")
    at.play("pacify pawn_1")
    assert at.held("france") == ["catholic_knight", "pawn_0"]
    at = pax(**facts).play("play humanism", "onto france", "skip")
    assert (len(at.held("france")), at.bishop("france")) == (3, "catholic")


def test_a_bishop_on_the_queen_silences_the_couple_but_not_her_inquisitor(pax):
    """Edge case 15."""
    at = pax(
        east={0: "hungary+sophia_palaiologina"}, florins={0: 9}, hands={0: "humanism"},
        bishops={"sophia_palaiologina": "reformist"}, repressed={"hungary": "pawn_1"},
    )  # fmt: skip
    at.play("ops east")
    assert at.offers == ("op sophia_palaiologina 2",)
    at.play("op sophia_palaiologina 2", "bishop sophia_palaiologina")
    assert "onto hungary" in at.offers
    at.play("onto hungary")
    assert at.asked == "0 Pacify"


def test_a_bishop_on_the_queen_does_not_reach_what_is_repressed_on_the_king(pax):
    at = pax(
        hands={0: "humanism"}, thrones={"france": "mary_the_rich"},
        repressed={"france": "pawn_1"},
    ).play("play humanism", "onto mary_the_rich")  # fmt: skip
    assert at.asked == "0 Turn"
    assert at.bishop("mary_the_rich") == "catholic"


def test_the_inquisitor_moves_to_neighbours_and_within_the_location(pax):
    """Edge case 16."""
    at = pax(
        west={0: "papal_elephant", 1: "jesuits spanish_tercio"},
        east={1: "the_kremlin soninke_wangara red_sea_fleet dervishes"},
        bishops={"soninke_wangara": "catholic"},
    )  # fmt: skip
    at.play("ops west", "op papal_elephant 2", "bishop soninke_wangara")
    onto = set(at.starts("onto"))
    assert onto >= {"the_kremlin", "red_sea_fleet", "jesuits", "aragon", "papal_elephant"}
    assert "spanish_tercio" in onto
    assert not {"dervishes", "hre", "soninke_wangara"} & onto


def test_a_bishop_in_a_throne_goes_to_no_other_throne(pax):
    """Edge case 17."""
    at = pax(
        west={0: "papal_elephant", 1: "spanish_tercio the_bold mons_meg"},
        thrones={"france": "mary_the_rich"}, bishops={"france": "catholic"},
    )  # fmt: skip
    at.play("ops west", "op papal_elephant 2", "bishop france")
    assert set(at.starts("onto")) == {
        "papal_elephant", "spanish_tercio", "the_bold", "mary_the_rich",
    }  # fmt: skip


def test_the_east_and_the_west_never_match(pax):
    at = pax(
        east={0: "janissaries", 1: "dervishes"}, west={1: "spanish_tercio"},
        bishops={"dervishes": "islamic"},
    )  # fmt: skip
    at.play("ops east", "op janissaries 3", "bishop dervishes")
    assert "janissaries" in at.starts("onto")
    assert "spanish_tercio" not in at.starts("onto")


def test_a_bishop_reaches_every_member_of_a_suzerainty_and_leaves_it_sideways(pax):
    """Edge case 46, D30."""
    row = "papal_elephant hre+mary_the_rich>england>hungary+sophia_palaiologina swiss_rislaufer"
    facts = {"west": {0: row}, "east": {1: "lizard_union"}}
    at = pax(bishops={"england": "catholic"}, **facts)
    at.play("ops west", "op papal_elephant 2", "bishop england")
    assert set(at.starts("onto")) == {
        "papal_elephant", "hre", "mary_the_rich", "hungary", "sophia_palaiologina",
        "swiss_rislaufer",
    }  # fmt: skip
    at = pax(bishops={"swiss_rislaufer": "catholic"}, **facts)
    at.play("ops west", "op papal_elephant 2", "bishop swiss_rislaufer")
    assert set(at.starts("onto")) >= {"hre", "england", "hungary", "sophia_palaiologina"}


def test_a_bishop_moved_away_frees_a_card_that_may_act_in_the_same_activation(pax):
    at = pax(
        west={0: "papal_elephant swiss_rislaufer"}, bishops={"swiss_rislaufer": "catholic"},
    ).play("ops west")  # fmt: skip
    assert "op swiss_rislaufer 1" not in at.offers
    at.play("op papal_elephant 2", "bishop swiss_rislaufer", "onto papal_elephant")
    assert at.bishop("papal_elephant") == "catholic"
    assert "op swiss_rislaufer 1" in at.offers


def test_a_card_that_grants_immunity_is_never_silenced_nor_are_its_owners_other_cards(pax):
    at = pax(
        west={0: "hermeticism swiss_rislaufer"},
        bishops={"hermeticism": "catholic", "swiss_rislaufer": "catholic"},
    )  # fmt: skip
    assert "ops west" in at.offers
    other = pax(west={0: "swiss_rislaufer"}, bishops={"swiss_rislaufer": "catholic"})
    assert "ops west" not in other.offers


def test_bishop_agents_go_anywhere_or_by_option_not_onto_other_own_cards_and_thrones(pax):
    """D7."""
    facts = {"hands": {0: "humanism"}, "west": {0: "the_bold", 1: "antipope"}}
    anywhere = pax(**facts).play("play humanism")
    assert set(anywhere.starts("onto")) == {"humanism", "the_bold", "antipope", "france"}
    narrow = pax(2, {"bishop_agents": "own_card_or_others"}, **facts).play("play humanism")
    assert set(narrow.starts("onto")) == {"humanism", "antipope"}


# --- Tokens run out -----------------------------------------------------------------------------

KNIGHTS = {
    "buda": "reformist_knight", "varna": "", "vienna": "reformist_knight",
    "lubeck": "reformist_knight", "nurnberg": "reformist_knight", "london": "reformist_knight",
    "bordeaux": "reformist_knight", "paris": "reformist_knight",
}  # fmt: skip


def test_a_fighter_that_the_supply_lacks_is_taken_from_the_map_before_the_sides_are_counted(pax):
    """Edge case 47, D31."""
    facts = {"hands": {0: "jizya_tax_revolt"}, "cities": KNIGHTS}
    play = ("play jizya_tax_revolt", "yes", "attack hungary")
    at = pax(**facts).play(*play)
    assert at.asked == "0 TakeToken"
    at.play("fetch buda")
    assert at.city("buda") == ""
    assert at.starts("place") == ["reformist_knight buda", "reformist_knight varna"]
    at = pax(**facts).play(*play, "fetch paris")
    assert at.asked == "0 Turn"
    assert at.city("buda") == ""
    assert at.where("hungary") == "throne.hungary"


def test_by_option_agents_fight_without_tokens_which_survivors_take_when_they_are_placed(pax):
    """D31."""
    facts = {"hands": {0: "jizya_tax_revolt"}, "cities": {**KNIGHTS, "buda": "", "rhodes": "",
             "cairo": "reformist_knight"}}  # fmt: skip
    at = pax(2, {"missing_fighters": "taken_when_placed"}, **facts)
    at.play("play jizya_tax_revolt", "yes", "attack hungary", "place reformist_knight buda")
    assert at.asked == "0 TakeToken"
    at.play("fetch cairo")
    assert (at.city("buda"), at.city("cairo")) == ("reformist_knight", "")


def test_by_option_a_survivor_without_token_and_room_is_repressed_nowhere(pax):
    """D31."""
    at = pax(
        2, {"missing_fighters": "taken_when_placed"}, hands={0: "wolf_of_rimini"},
        states={"papal_states": "reformist"},
        cities={**dict.fromkeys(("london", "bordeaux", "paris", "lyon", "bruges", "vienna",
                                 "lubeck", "nurnberg", "buda", "varna"), "catholic_knight"),
                "venice": "", "toledo": "", "valencia": ""},
    )  # fmt: skip
    at.play("play wolf_of_rimini", "yes", "place catholic_knight venice", "fetch buda")
    assert (at.city("venice"), at.city("buda")) == ("catholic_knight", "")
    assert at.held("papal_states") == []
    assert at.supply("catholic_knight") == 0


def test_by_option_a_survivor_may_be_taken_for_another_and_then_is_none(pax):
    """D31."""
    at = pax(
        2, {"missing_fighters": "taken_when_placed"}, hands={0: "jizya_tax_revolt"},
        cities={**KNIGHTS, "buda": "", "varna": ""}, repressed={"hungary": "reformist_knight"},
    )  # fmt: skip
    at.play("play jizya_tax_revolt", "yes", "attack hungary", "place reformist_knight buda")
    assert (at.city("buda"), at.city("varna"), at.held("hungary")) == ("reformist_knight", "", [])
    assert at.asked == "0 Concede"


def test_a_staged_token_is_not_staged_twice(pax):
    rooks = ("modon", "rhodes", "buda", "varna", "vienna", "lubeck")
    at = pax(hands={0: "agents_of_dukagjini"}, cities=dict.fromkeys(rooks, "reformist_rook"))
    at.play("play agents_of_dukagjini", "yes")
    assert at.asked == "0 TakeToken"
    assert len(at.s.staged) == 1


def test_a_repressed_token_is_taken_before_one_in_play(pax):
    cities = {**KNIGHTS, "paris": "catholic_knight"}
    at = pax(hands={0: "mons_meg"}, cities=cities, florins={0: 1},
             repressed={"hre": "reformist_knight"})  # fmt: skip
    at.play("play mons_meg", "no", "place reformist_knight london")
    assert at.held("hre") == []
    assert at.city("london") == "reformist_knight"


def test_a_bishop_that_the_supply_lacks_is_taken_from_any_card(pax):
    cards = ("england", "france", "hre", "aragon", "portugal")
    at = pax(hands={0: "humanism"}, bishops=dict.fromkeys(cards, "catholic"))
    at.play("play humanism", "onto humanism")
    assert set(at.starts("bishop")) == set(cards)
    at.play("bishop aragon")
    assert (at.bishop("aragon"), at.bishop("humanism")) == ("", "catholic")


def test_a_pirate_that_the_supply_lacks_is_taken_from_the_sea(pax):
    at = pax(hands={0: "scottish_privateers"}, pirates=dict.fromkeys(
        ("france-hre", "hungary-byzantium", "portugal-aragon"), "reformist"))  # fmt: skip
    at.play("play scottish_privateers", "place reformist_pirate england-france")
    at.play("fetch pirate.portugal-aragon")
    assert (at.pirate("england-france"), at.pirate("portugal-aragon")) == ("reformist", "")


def test_a_pawn_that_the_reserve_lacks_is_taken_from_the_map(pax):
    borders = ("england-france", "france-hre", "hungary-byzantium", "portugal-aragon",
               "aragon-papal_states", "papal_states-ottoman", "ottoman-mamluk",
               "england-portugal", "hungary-ottoman", "byzantium-mamluk")  # fmt: skip
    at = pax(hands={0: "gutenberg"}, pawns=dict.fromkeys(borders, 0))
    at.play("play gutenberg", "place pawn_0 hre-hungary")
    assert at.asked == "0 TakeToken"
    at.play("fetch pawn.england-france")
    assert (at.pawn("england-france"), at.pawn("hre-hungary")) == (None, 0)

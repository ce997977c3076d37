"""The four victories, supremacy, red text (rules 90 to 94); tables and promos."""

from __future__ import annotations

import pytest

from takujo.games.pax_renaissance import victory
from takujo.games.pax_renaissance.pieces import CATHOLIC, ISLAMIC, PARIS, REFORMIST, TOKENS

NONE = dict.fromkeys(
    (
        "london", "paris", "vienna", "buda", "tana", "toledo", "valencia", "venice",
        "constantinople_1", "constantinople_2", "constantinople_3", "cairo",
    ),
    "",
)  # fmt: skip


@pytest.mark.parametrize(
    ("players", "kings", "others", "wins"),
    [
        (2, "england france hre aragon", "portugal", True),
        (2, "england france hre", "portugal", False),
        (3, "england france hre", "portugal", True),
        (3, "england france", "portugal", False),
    ],
)
def test_imperial_needs_two_kings_more_than_each_and_three_with_two_players(
    pax, players, kings, others, wins
):
    """Edge case 43."""
    at = pax(players, active="imperial", west={0: kings, 1: others})
    assert ("declare imperial" in at.offers) == wins


def test_vassals_and_silenced_kings_count_for_imperial_and_republics_only_by_option(pax):
    """D6."""
    facts = {"active": "imperial", "west": {0: "hre>england france"}}
    assert "declare imperial" in pax(bishops={"hre": "islamic"}, **facts).offers
    assert "declare imperial" not in pax(republics="france", **facts).offers
    at = pax(2, {"imperial_victory_counts": "squares"}, republics="france", **facts)
    assert "declare imperial" in at.offers


def test_an_inactive_victory_cannot_be_declared(pax):
    assert "declare imperial" not in pax(west={0: "hre england france"}).offers


def test_renaissance_needs_more_republics_and_two_more_law(pax):
    facts = {"active": "renaissance", "republics": "england"}
    assert "declare renaissance" in pax(west={0: "england gutenberg"}, **facts).offers
    assert "declare renaissance" not in pax(west={0: "england"}, **facts).offers
    rival = {0: "england gutenberg", 1: "cornish_tin"}
    assert "declare renaissance" not in pax(west=rival, **facts).offers
    maid = pax(west={0: "england"}, old_maids={0: "mary_the_rich"}, **facts)
    assert "declare renaissance" in maid.offers


def test_cards_may_count_as_republics_for_every_declaration(pax):
    """D25."""
    at = pax(active="renaissance", east={0: "academia"}, west={0: "gutenberg cornish_tin"})
    assert "declare renaissance" in at.offers
    both = pax(
        active="renaissance", east={0: "academia"},
        west={0: "gutenberg cornish_tin", 1: "epicurean_swerve"},
    )  # fmt: skip
    assert "declare renaissance" not in both.offers
    silenced = pax(
        active="renaissance", east={0: "academia"}, west={0: "gutenberg cornish_tin"},
        bishops={"academia": "islamic"},
    )  # fmt: skip
    assert "declare renaissance" not in silenced.offers


def test_patron_counts_as_law_once_for_each_copy_or_by_option_once(pax):
    """D21."""
    facts = {
        "active": "renaissance", "republics": "france",
        "west": {0: "france artistic_geometry romantic_realism"},
    }  # fmt: skip
    at = pax(**facts)
    assert victory.laws(at.s) == [2, 0]
    assert "declare renaissance" in at.offers
    once = pax(2, {"patron_as_law_adds_up": False}, **facts)
    assert victory.laws(once.s) == [1, 0]


def test_globalization_needs_two_more_concessions_and_more_discovery(pax):
    facts = {"active": "globalization", "pawns": {"england-france": 0, "france-hre": 0}}
    assert "declare globalization" in pax(west={0: "portugal"}, **facts).offers
    assert "declare globalization" not in pax(**facts).offers
    one = {"active": "globalization", "pawns": {"england-france": 0}}
    assert "declare globalization" not in pax(west={0: "portugal"}, **one).offers
    patron = pax(west={0: "humanism"}, east={0: "sahn_i_seman_medrese"}, **one)
    assert victory.concessions(patron.s) == [2, 0]
    assert "declare globalization" in patron.offers


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("red_sea_fleet", "globalization"),
        ("kappeler_milchsuppe", "imperial"),
        ("faith_vs_reason", "holy"),
    ],
)
def test_red_text_makes_a_declaration_take_both_actions_for_everybody(pax, card, name):
    """Rule 81."""
    facts = {
        "active": name,
        "pawns": {"england-france": 0, "france-hre": 0},
        "states": {"mamluk": "medieval"},
        "bishops": {"hre": "catholic"},
    }
    west = "portugal england france papal_states"
    side = {"east": {1: card}} if card == "red_sea_fleet" else {}
    both = {0: west} if side else {0: west, 1: card}
    at = pax(west=both, **side, **facts)
    assert f"declare {name}" in at.offers
    assert f"declare {name}" not in pax(west=both, left=1, **side, **facts).offers
    assert f"declare {name}" in pax(west={0: west}, left=1, **facts).offers


def test_red_text_of_two_cards_does_not_add_up(pax):
    at = pax(active="imperial", west={0: "england france hre", 1: "kappeler_milchsuppe"
             " european_union"})  # fmt: skip
    assert "declare imperial" in at.offers


def test_renaissance_never_takes_two_actions(pax):
    at = pax(
        active="renaissance", republics="england", left=1,
        west={0: "england gutenberg", 1: "kappeler_milchsuppe faith_vs_reason"},
    )  # fmt: skip
    assert "declare renaissance" in at.offers


# --- Holy ---------------------------------------------------------------------------------------


def test_a_supreme_religion_leads_in_bishops_and_in_its_own_theocracies(pax):
    facts = {"cities": {**NONE, "venice": "catholic_knight"}, "states": {"mamluk": "medieval"}}
    assert victory.supreme_religion(pax(**facts).s) == -1
    at = pax(bishops={"hre": "catholic"}, **facts)
    assert victory.supreme_religion(at.s) == CATHOLIC
    tied = pax(bishops={"hre": "catholic", "france": "islamic"}, **facts)
    assert victory.supreme_religion(tied.s) == -1


def test_a_religion_tied_with_the_believers_of_the_others_is_not_supreme(pax):
    facts = {
        "cities": {**NONE, "venice": "catholic_knight", "cairo": "islamic_rook"},
        "bishops": {"hre": "catholic"},
    }  # fmt: skip
    assert victory.believers(pax(**facts).s) == [1, 1, 0]
    assert victory.supreme_religion(pax(**facts).s) == -1


def test_tokens_in_medieval_empires_or_other_theocracies_and_repressed_ones_count_nothing(pax):
    at = pax(
        cities={**NONE, "paris": "catholic_knight", "cairo": "catholic_rook"},
        repressed={"papal_states": "catholic_knight"}, pirates={"england-france": "catholic"},
    )  # fmt: skip
    assert victory.believers(at.s) == [0, 0, 0]


def test_a_pirate_between_two_theocracies_of_its_colour_counts_twice(pax):
    """Edge case 44."""
    at = pax(cities=NONE, states={"ottoman": "islamic"}, pirates={"ottoman-mamluk": "islamic"})
    assert victory.believers(at.s) == [0, 2, 0]


def test_holy_compares_the_prestige_of_the_supreme_religion_old_maids_included(pax):
    """Edge case 35."""
    facts = {
        "active": "holy", "bishops": {"hre": "catholic"}, "states": {"mamluk": "medieval"},
    }  # fmt: skip
    assert "declare holy" in pax(old_maids={0: "reichskrone"}, **facts).offers
    rival = pax(old_maids={0: "reichskrone"}, west={1: "jesuits"}, **facts)
    assert "declare holy" not in rival.offers


def test_patrons_count_as_islamic_bishops_with_the_circassians_for_everybody(pax):
    """Rule 93, D25."""
    at = pax(east={1: "circassian_mamluks"}, west={1: "humanism papal_states"})
    assert victory.bishops(at.s)[ISLAMIC] == 2
    quiet = pax(
        east={1: "circassian_mamluks"}, west={1: "papal_states"},
        bishops={"circassian_mamluks": "catholic"},
    )  # fmt: skip
    assert victory.bishops(quiet.s)[ISLAMIC] == 0


def test_islamic_pirates_count_as_reformist_too_with_the_zionist_state(pax):
    """Rule 93."""
    at = pax(
        east={1: "zionist_state"}, cities=NONE, states={"ottoman": "reformist"},
        pirates={"ottoman-mamluk": "islamic", "england-france": "islamic"},
    )  # fmt: skip
    assert victory.bishops(at.s)[REFORMIST] == 2
    assert victory.believers(at.s) == [0, 1, 1]


# --- Tables -------------------------------------------------------------------------------------


def test_the_promo_cards_are_played_only_by_option(pax):
    at = pax()
    assert at.where("huguenots") == "out"
    assert pax(2, {"promo": True}).where("huguenots") == "box"
    at = pax(2, {"promo": True}, west={0: "reformation_parliament"}, pots={"east0": 4})
    assert at.play("fair east").florins[0] == 2
    behead = pax(
        2, {"promo": True}, east={0: "bureau_of_barbarians", 1: "dervishes hungary"},
        bishops={"hungary": "catholic"},
    ).play("ops east", "op bureau_of_barbarians 1")  # fmt: skip
    assert behead.starts("behead") == ["hungary"]


def test_the_convener_of_the_reformation_parliament_takes_no_more_than_there_is(pax):
    at = pax(2, {"promo": True}, west={0: "reformation_parliament"}).play("fair east")
    assert at.florins[0] == 1


def test_the_pirate_of_a_promo_jihad_fights(pax):
    """D14."""
    at = pax(
        2, {"promo": True}, hands={0: "kaysar_i_rum"}, cities={**NONE, "venice": "catholic_knight"},
        pirates={"papal_states-ottoman": "islamic"},
    ).play("play kaysar_i_rum", "yes")  # fmt: skip
    assert at.starts("lose") == ["pirate.papal_states-ottoman", "staged.islamic_pirate"]


def test_the_limited_set_leaves_out_the_expansion(pax):
    at = pax(2, {"limited_set": True})
    assert at.where("humanism") == "out"
    assert at.where("gutenberg") in ("box", "deck_low.west", "deck.west")


def test_the_map_of_1550_has_two_reformist_theocracies_and_another_west_fair(pax):
    at = pax(2, {"map_1550": True})
    assert (at.state("england"), at.state("hre")) == ("reformist", "reformist")
    assert (at.city("london"), at.city("vienna")) == ("reformist_knight", "reformist_knight")
    assert (at.city("trebizond"), at.city("red_sea")) == ("disk", "")


def test_in_a_bankruptcy_the_convener_takes_nothing(pax):
    at = pax(3, {"bankruptcy": True}, pots={"east0": 1}).play("fair east")
    assert at.florins[0] == 0
    assert at.pot("east0") == 3
    assert at.log()[0].startswith("Player 1 holds the fair from Tana with 3;")


def test_astrology_shows_the_top_of_each_deck(pax):
    at = pax(2, {"astrology": True}, florins={0: 1}).play("buy west1", "end")
    top = at.s.zones[at.s.layout.zone("deck.west")][-1]
    assert at.s.knows(None, top)


def test_an_extended_game_has_four_more_cards_on_each_deck(pax):
    assert pax(2, {"extended": True}).s.deck_size(0) == pax().s.deck_size(0) + 4


def test_paris_levies_an_islamic_rook_in_islamic_france_or_by_option_a_catholic_one(pax):
    """D16."""
    facts = {"states": {"france": "islamic"}, "cities": {"paris": ""}}
    assert TOKENS[pax(**facts).s.levy(PARIS)] == "islamic_rook"
    slip = pax(2, {"islamic_levy_of_paris": "catholic"}, **facts)
    assert TOKENS[slip.s.levy(PARIS)] == "catholic_rook"

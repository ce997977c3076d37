"""The solo game: the rival's setup, its victory check, its table and its choices."""

from __future__ import annotations

import pytest

from takujo.core.chance import Simulated, SplitMix
from takujo.core.frames import advance, apply, awaited
from takujo.games.pax_renaissance import GAME
from takujo.games.pax_renaissance.pieces import (
    CARD_OF,
    CATHOLIC,
    OPS,
    OWN_PAWN,
    RELIGIONS,
    SHOTS,
    TOKENS,
)
from takujo.games.pax_renaissance.rival import cells, rival_price
from takujo.games.pax_renaissance.rival_aims import (
    BELIEVERS,
    BISHOPS,
    MAIN,
    MEANS,
    SECONDARY,
    Aim,
    by_prestige,
    override,
    saleable,
    trigger,
)


def test_you_are_fugger_and_the_rival_owns_the_other_three_start_concessions():
    s = GAME.new(1)
    advance(s, Simulated(SplitMix(1)))
    assert s.players == 2
    assert (s.first, s.banks[0]) == (0, 0)
    assert s.florins == [3, 4]
    assert (s.pawn.count(1), s.pawn.count(2)) == (1, 3)
    assert [s.deck_size(r) for r in (0, 1)] == [18 - 6] * 2


def test_the_rival_has_a_panel_and_no_seat():
    assert GAME.house(1, {})
    assert not GAME.house(2, {})
    s = GAME.new(1)
    advance(s, Simulated(SplitMix(1)))
    assert [p.house for p in GAME.panels(s, 0)] == [False, True]


@pytest.mark.parametrize("seed", range(6))
def test_only_you_are_asked_and_the_match_ends(seed):
    s = GAME.new(1)
    nature = Simulated(SplitMix(seed))
    advance(s, nature)
    rng = SplitMix(seed + 5)
    while awaited(s):
        (decision,) = awaited(s)
        assert decision.player == 0
        apply(s, 0, decision.actions[rng.below(len(decision.actions))], nature)
    assert s.ending


def test_you_win_by_declaring_and_never_by_the_patron_ending(pax):
    at = pax(1, active="imperial", west={0: "england france hre"}).play("declare imperial")
    assert at.result.won == (True, False)
    at = pax(1, west={0: "humanism"}, florins={0: 9}, decks={"east": 0, "west": 0})
    at.play("buy west1", "end")
    assert at.result.won == (False, True)


def test_the_rival_wins_when_its_turn_begins_and_a_victory_is_reached(pax):
    at = pax(1, active="imperial", west={1: "england france hre"}, florins={0: 1}, left=1)
    at.play("buy west1")
    assert at.asked == "over"
    assert at.result.won == (False, True)


def test_the_rival_wins_when_it_could_buy_a_comet_and_declare(pax):
    facts = {"west": {1: "england france hre"}, "left": 1, "seed": 1}
    comet = {"east2": "comet_of_copernicus"}
    at = pax(1, market=comet, florins={0: 1, 1: 2}, **facts).play("buy west1")
    assert at.asked == "over"
    poor = pax(1, market=comet, florins={0: 1, 1: 1}, **facts).play("buy west1")
    assert poor.asked != "over"
    paid = pax(1, market=comet, florins={0: 9, 1: 1}, pots={"east1": 1}, **facts).play("end")
    assert paid.asked == "over"  # it lays no florin where one lies
    red = pax(1, market=comet, florins={0: 1, 1: 2}, **{**facts, "west": {
        1: "england france hre kappeler_milchsuppe"}}).play("buy west1")  # fmt: skip
    assert red.asked != "over"


def test_the_rival_pays_nothing_on_a_face_up_card_with_a_florin(pax):
    at = pax(1, pots={"west0": 2, "west1": 1})
    assert rival_price(at.s, 6 + 3) == 2  # the fair's card and the second
    assert rival_price(at.s, 3) == 3


def test_rows_have_their_triggers_and_an_override_goes_first(pax):
    at = pax(1, west={0: "england france hre"}, pawns={"england-france": 0, "france-hre": 0})
    assert trigger(at.s, 0) is not None
    assert trigger(at.s, 1) is None
    assert trigger(at.s, 4) is not None
    aim, overriding = next(cells(at.s))
    assert (aim.row, aim.cell, overriding) == (0, MAIN, False)
    globe = pax(
        1, west={0: "england france hre"}, pawns={"england-france": 0, "france-hre": 0},
        active="globalization",
    )  # fmt: skip
    aim, overriding = next(cells(globe.s))
    assert (aim.row, overriding) == (4, True)


def test_the_rival_takes_a_kingdom_of_yours_when_you_lead(pax):
    at = pax(
        1, west={0: "england france hre"}, florins={0: 1, 1: 3}, left=1, seed=1,
        market={"west1": "mons_meg"}, cities={"london": ""},
    ).play("buy east1")  # fmt: skip
    assert at.where("england") == "west.1"
    assert at.where("mons_meg") == "west.1"


def test_without_a_danger_the_rival_buys_the_leftmost_card_with_prestige(pax):
    calm = {"papal_states": "medieval", "mamluk": "medieval"}
    row = {"east1": "janissaries", "east2": "qizilbash", "west1": "spanish_tercio",
           "west2": "gutenberg"}  # fmt: skip
    at = pax(1, florins={0: 1, 1: 5}, left=1, seed=1, states=calm, market=row).play("buy east1")
    assert at.where("qizilbash") == "east.1"


def test_a_poor_rival_holds_a_fair_then_trades_and_sells(pax):
    facts = {"states": {"papal_states": "medieval", "mamluk": "medieval"}, "left": 1, "seed": 1}
    at = pax(1, florins={0: 1, 1: 0}, pots={"east0": 3}, **facts).play("buy west1")
    assert at.florins[1] >= 2
    kinds = [e.kind for e in at.events]
    assert kinds.count("fair") == 2  # both actions


def test_what_the_rules_ask_of_you_in_the_rivals_turn_you_answer_yourself(pax):
    pawns = {"papal_states-ottoman": 0, "hungary-ottoman": 0}
    full = {"varna": "catholic_rook"}
    at = pax(
        1, east={1: "janissaries"}, pawns=pawns, cities=full, florins={0: 1, 1: 0}, left=1, seed=1
    )
    at.play("buy west1")
    assert at.asked == "0 LevyCity"
    assert "taxed" in [e.kind for e in at.events]


# --- The table ----------------------------------------------------------------------------------

CALM = {"papal_states": "medieval", "mamluk": "medieval"}
WARS_BY_SHOT = "conspiracy peasant_revolt crusade jihad reformation"
LISTED = {
    (1, MAIN): (f"coronation {WARS_BY_SHOT} apostasy", "vote behead campaign", "", ""),
    (1, SECONDARY): (WARS_BY_SHOT, "repress siege", "", ""),
    (2, MAIN): (f"{WARS_BY_SHOT} apostasy", "vote behead campaign", "", ""),
    (2, SECONDARY): (WARS_BY_SHOT, "repress siege", "", ""),
    (3, MAIN): (
        WARS_BY_SHOT, "repress siege tax",
        "islamic_knight islamic_rook islamic_pirate reformist_knight reformist_rook"
        " reformist_pirate", "fair",
    ),
    (3, SECONDARY): ("crusade jihad reformation", "vote", "", ""),
    (4, MAIN): (
        "apostasy", "behead inquisitor", "catholic_bishop islamic_bishop reformist_bishop", "sale",
    ),
    (4, SECONDARY): ("crusade jihad reformation", "vote", "", ""),
    (5, MAIN): (
        f"coronation {WARS_BY_SHOT}", "corsair siege repress vote tax",
        "pawn catholic_pirate islamic_pirate reformist_pirate", "",
    ),
}  # fmt: skip


def test_each_objective_has_the_means_that_the_table_lists():
    assert {(row + 1, cell) for row, cell in MEANS} == set(LISTED)
    agents = [OWN_PAWN, *(t for t, name in enumerate(TOKENS) if name.split("_")[0] in RELIGIONS)]
    for (row, cell), told in LISTED.items():
        means = MEANS[row - 1, cell]
        placed = [a for a in agents if means.agents is not None and means.agents(a, CATHOLIC)]
        found = (
            {SHOTS[s] for s in means.shots},
            {OPS[o] for o in means.ops},
            {TOKENS[a] or "pawn" for a in placed},
            {word for word in ("fair", "sale") if getattr(means, word)},
        )
        assert found == tuple(set(words.split()) for words in told), (row, cell)


@pytest.mark.parametrize(
    ("row", "facts", "less"),
    [
        (1, {"west": {0: "england france"}}, {"west": {0: "england"}}),
        (1, {"west": {0: "england france hre", 1: "aragon"}}, {"west": {0: "england", 1: "hre"}}),
        (2, {"west": {0: "england"}, "republics": "england"}, {}),
        (3, {"states": {"mamluk": "medieval"}}, {}),  # a Catholic knight in Venice
        (3, {"cities": {"cyprus": "islamic_rook"}, "states": {}}, {"states": {}}),
        (4, {"bishops": {"hre": "catholic"}},
         {"bishops": {"hre": "catholic", "france": "islamic"}}),
        (5, {"pawns": {"england-france": 0, "france-hre": 0}}, {"pawns": {"england-france": 0}}),
    ],
)  # fmt: skip
def test_a_row_has_its_danger_and_one_less_is_none(pax, row, facts, less):
    assert trigger(pax(1, **{"states": CALM} | facts).s, row - 1) is not None
    assert trigger(pax(1, **{"states": CALM} | less).s, row - 1) is None


def test_the_last_rows_go_by_actions_and_florins(pax):
    assert [bool(trigger(pax(1, florins={1: 3}).s, row)) for row in (5, 6)] == [True, False]
    assert [bool(trigger(pax(1, florins={1: 2}).s, row)) for row in (5, 6)] == [True, True]
    one = pax(1, florins={1: 9}, left=1).s
    assert [bool(trigger(one, row)) for row in (5, 6)] == [False, True]


@pytest.mark.parametrize(
    ("row", "active", "facts", "ahead"),
    [
        (1, "imperial", {"west": {0: "england france"}}, None),
        (2, "renaissance", {"west": {0: "england gutenberg", 1: "flanders_guild cornish_tin"},
                            "republics": "england"}, "catalan_pactists"),
        (3, "holy", {"states": {"mamluk": "medieval"},
                     "west": {0: "jesuits", 1: "grand_inquisitor"}}, "council_of_trent"),
        (4, "holy", {"bishops": {"hre": "catholic"}, "west": {0: "jesuits", 1: "grand_inquisitor"}},
         "council_of_trent"),
        (5, "globalization", {"pawns": {"england-france": 0, "france-hre": 0},
                              "west": {0: "india_armada", 1: "almeida_armada"}}, "kalmar_union"),
    ],
)  # fmt: skip
def test_a_row_is_awake_while_the_rival_is_not_ahead_in_its_prestige(
    pax, row, active, facts, ahead
):
    awake = pax(1, **{"states": CALM} | facts, active=active).s
    aim = trigger(awake, row - 1)
    assert override(awake, aim)
    assert not override(pax(1, **{"states": CALM} | facts).s, aim)
    if ahead is not None:
        west = {0: facts["west"][0], 1: f"{facts['west'][1]} {ahead}"}
        leading = pax(1, **{"states": CALM} | facts | {"west": west}, active=active).s
        assert not override(leading, trigger(leading, row - 1))


# --- Its turn from a bare map -------------------------------------------------------------------

BARE = dict.fromkeys(
    (
        "london", "paris", "vienna", "buda", "tana", "toledo", "valencia", "venice",
        "constantinople_1", "constantinople_2", "constantinople_3", "cairo",
    ),
    "",
)  # fmt: skip
DULL = dict(
    zip(
        ("east1", "east2", "east3", "west1", "west2", "west3"),
        ("isfendiyarid_dynasty", "prussian_league_navy", "phocoean_alum",
         "scottish_privateers", "venetian_navy", "genoese_fleet"),
        strict=True,
    )
)  # fmt: skip


@pytest.fixture
def rival(pax):
    """The rival's turn: no row of its table but the last two, unless the facts say so."""

    def turn(options=None, **facts):
        cities = {**BARE, **facts.pop("cities", {})}
        known = {"left": 1, "seed": 1, "states": CALM, "market": DULL} | facts
        return pax(1, options, cities=cities, **known).play("end")

    return turn


def kinds(at):
    return [e.kind for e in at.events]


def test_the_rival_is_asked_for_a_missing_token_in_your_turn_and_takes_one(pax):
    everywhere = ("london", "bordeaux", "paris", "lyon", "bruges", "buda", "vienna")
    cities = {**dict.fromkeys(everywhere, "reformist_knight"), "varna": ""}
    at = pax(
        1, east={0: "janissaries"}, pawns={"hungary-ottoman": 1}, cities=cities,
        florins={1: 3}, seed=1,
    )  # fmt: skip
    at.play("ops east", "op janissaries 1", "tax hungary-ottoman", "square hungary")
    assert at.city("varna") == "reformist_knight"
    assert [at.city(c) for c in everywhere].count("") == 1
    assert at.florins[1] == 2
    assert at.asked.startswith("0")


def test_the_order_of_a_regime_change_is_no_question_to_you_where_the_table_leaves_it_free(rival):
    at = rival(
        {"regime_change_order": "free"}, west={0: "england france"}, florins={1: 3},
        market={**DULL, "west1": "mons_meg"}, repressed={"england": "pawn_0 catholic_rook"},
    )  # fmt: skip
    assert at.where("england") == "west.1"
    assert at.asked == "0 Turn"


def test_rows_of_religion_want_their_prestige_as_much_as_you_have_or_any_of_it(pax):
    at = pax(1, west={0: "jesuits grand_inquisitor"})
    card = CARD_OF["order_of_preachers"]  # shows it once
    assert not by_prestige(at.s, Aim(BELIEVERS, SECONDARY, CATHOLIC), card)
    assert by_prestige(at.s, Aim(BISHOPS, SECONDARY, CATHOLIC), card)
    fewer = pax(1, west={0: "jesuits"})
    assert by_prestige(fewer.s, Aim(BELIEVERS, SECONDARY, CATHOLIC), card)


def test_a_card_is_bought_for_its_prestige_though_its_agents_strengthen_the_danger(rival):
    """The red text comes with a trade shift, whose rook must go into a kingdom of yours."""
    at = rival(
        florins={1: 1}, active="imperial", west={0: "hre england"},
        market={**DULL, "west1": "european_union"},
    )  # fmt: skip
    assert at.where("european_union") == "west.1"
    assert "reformist_rook" in [at.city(c) for c in ("vienna", "lubeck", "nurnberg", "novgorod")]


@pytest.mark.parametrize(("active", "bought"), [("imperial", True), ("holy", False)])
def test_a_card_for_prestige_must_be_cheap_unless_its_row_overrides(rival, active, bought):
    facts = {"florins": {1: 3}, "west": {0: "england france"}, "active": active}
    at = rival(market={**DULL, "west3": "kappeler_milchsuppe"}, **facts)
    assert (at.where("kappeler_milchsuppe") == "west.1") == bought
    near = rival(market={**DULL, "west1": "kappeler_milchsuppe"}, **facts)
    assert near.where("kappeler_milchsuppe") == "west.1"
    paid = rival(
        market={**DULL, "west3": "kappeler_milchsuppe"}, pots={"west3": 2}, **facts
    )  # net it costs 1
    assert paid.where("kappeler_milchsuppe") == "west.1"


def test_bishops_are_searched_in_the_rivals_tableau_first_and_from_left_to_right(rival):
    """The West lies to the left of the East."""
    at = rival(
        west={0: "gutenberg", 1: "kappeler_milchsuppe hochstetter_bank"},
        east={1: "brotherhood_of_st_mark lizard_union"},
        bishops=dict.fromkeys(("gutenberg", "hochstetter_bank", "lizard_union"), "catholic"),
    )  # fmt: skip
    assert at.where("hochstetter_bank") == "discard"
    assert (at.where("lizard_union"), at.where("gutenberg")) == ("east.1", "west.0")


WARS = {
    "florins": {1: 1}, "market": {**DULL, "west1": "house_of_borgia"},
    "cities": {"paris": "islamic_rook", "toledo": "islamic_rook", "granada": "catholic_rook",
               "vienna": "islamic_rook", "london": "catholic_rook", "venice": "catholic_rook",
               "valencia": "catholic_rook"},
    "repressed": {"france": "catholic_rook catholic_rook",
                  "portugal": "catholic_knight catholic_knight catholic_rook"},
}  # fmt: skip


def test_of_several_wars_that_it_would_win_the_rival_wages_that_against_the_fewest(rival):
    """Portugal would bring prestige, too."""
    at = rival(**WARS)
    assert at.where("france") == "west.1"
    assert at.where("portugal") == "throne.portugal"


def test_a_war_that_takes_a_kingdom_of_yours_goes_before_one_against_fewer(rival):
    at = rival(west={0: "portugal"}, **WARS)
    assert at.where("portugal") == "west.1"


def test_the_second_action_undoes_nothing_of_the_first(rival):
    """The fair of the West would bring more, and a rook into London again."""
    facts = {
        "florins": {1: 0}, "pots": {"west0": 3}, "pawns": {"papal_states-ottoman": 1},
        "cities": {"london": "catholic_rook", "bordeaux": "disk"},
    }  # fmt: skip
    at = rival(west={0: "england france", 1: "mons_meg"}, **facts)
    assert at.city("london") == ""
    assert kinds(at).count("fair") == 1
    assert at.pot("west0") == 3
    calm = rival(west={1: "mons_meg"}, **{**facts, "cities": {"bordeaux": "disk"}})
    assert calm.city("london") == "catholic_rook"


@pytest.mark.parametrize(
    ("pots", "pawns", "first"),
    [
        ({}, {}, "tana"),
        ({"west0": 3}, {"papal_states-ottoman": 1}, "trebizond"),
        ({"east0": 1}, {"hungary-byzantium": 0}, "trebizond"),
        ({"west0": 1}, {"hungary-byzantium": 0}, "tana"),
    ],
)
def test_of_the_fairs_it_holds_what_brings_it_more_then_you_less_then_the_east(
    rival, pots, pawns, first
):
    at = rival(florins={1: 0}, pots=pots, pawns=pawns)
    cities = [dict(e.args)["city"] for e in at.events if e.kind == "fair"]
    assert cities[0] == f"city.{first}"


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_of_its_ops_the_rival_uses_what_its_objective_needs_and_all_commerce(rival, seed):
    at = rival(
        florins={1: 0}, seed=seed, pots={"west0": 1, "west2": 1, "west3": 1},
        west={0: "england france",
              1: "mons_meg merchants_of_the_staple communeros_guilds kingmaker"},
        cities={"london": "catholic_rook", "bordeaux": "catholic_rook"},
    )  # fmt: skip
    assert [at.city("london"), at.city("bordeaux")].count("") == 1
    assert [at.pot(f"west{i}") for i in (0, 2, 3)] == [0, 0, 1]  # face down first, then leftmost


def test_a_campaign_is_waged_only_in_the_rows_that_list_it(rival):
    """In the last row its commerce alone is used."""
    at = rival(
        florins={1: 2}, west={1: "hre cornish_tin"}, pots={"west2": 1}, used="",
        cities={"vienna": "catholic_knight"},
    )  # fmt: skip
    assert at.where("france") == "throne.france"


def test_the_rival_sells_what_shows_nothing_before_patrons_and_what_it_misses_least(rival):
    at = rival(florins={1: 0}, west={1: "england gutenberg humanism podesta_of_venice"})
    assert kinds(at).count("fair") == 2  # one of them free
    assert at.where("podesta_of_venice") == "discard"
    assert at.florins[1] == 4


def test_the_rival_sells_no_patron_before_that_and_never_a_square(rival):
    """Cryptography would bring more: it borrows a behead."""
    facts = {"florins": {1: 0}, "west": {0: "grand_inquisitor order_of_santiago",
             1: "england cryptography podesta_of_venice"}}  # fmt: skip
    assert rival(**facts).where("podesta_of_venice") == "discard"
    s = rival(west={1: "england cryptography"}).s
    assert not saleable(s, CARD_OF["england"])
    assert saleable(s, CARD_OF["cryptography"])


def test_its_first_action_is_compulsory_also_where_no_row_has_its_trigger(rival):
    at = rival(florins={1: 3})
    assert kinds(at).count("fair") == 2


def test_without_anything_that_undoes_nothing_the_second_action_is_left_out(rival):
    """Both fairs would bring a rook into London again."""
    at = rival(
        florins={1: 0}, west={0: "england france", 1: "mons_meg"},
        pots={"east0": 12, "west0": 12},
        cities={"london": "catholic_rook", "bordeaux": "disk", "novgorod": "", "tana": "disk"},
    )  # fmt: skip
    assert at.city("london") == ""
    assert "fair" not in kinds(at)
    assert at.asked == "0 Turn"


def test_after_its_fairs_the_last_row_trades(rival):
    at = rival(
        florins={1: 0}, west={1: "podesta_of_venice cornish_tin gutenberg"},
        pots={"west2": 1, "west3": 1},
    )  # fmt: skip
    assert [k for k in kinds(at) if k in ("fair", "op", "sold")] == ["fair", "fair", "op", "op"]
    assert at.florins[1] == 4


def test_the_rival_removes_a_republic_and_else_catches_up_in_law(rival):
    facts = {"west": {0: "england"}, "republics": "england", "florins": {1: 1}}
    at = rival(market={**DULL, "west1": "mons_meg"}, **facts)
    assert at.where("england") == "west.1"
    law = rival(market={**DULL, "west1": "gutenberg"}, **facts)
    assert law.where("gutenberg") == "west.1"


def test_a_fair_may_bring_believers_of_another_religion(rival):
    """It goes before the card with prestige that the rival could pay for."""
    at = rival(
        florins={1: 4}, states={"papal_states": "catholic", "mamluk": "islamic"},
        cities={"venice": "catholic_rook", "cyprus": "catholic_rook", "venice_2": ""},
        pots={"east0": 5}, market={**DULL, "west3": "gutenberg"},
    )  # fmt: skip
    assert kinds(at)[: kinds(at).index("arrived")].count("bought") == 0
    assert at.city("cairo") == "islamic_rook"


def test_the_rival_sells_a_card_to_be_rid_of_its_bishop(rival):
    at = rival(
        west={1: "gutenberg kappeler_milchsuppe"}, florins={1: 0},
        bishops={"kappeler_milchsuppe": "catholic"},
    )  # fmt: skip
    assert at.where("kappeler_milchsuppe") == "discard"
    assert at.where("gutenberg") == "west.1"


# --- Its choices --------------------------------------------------------------------------------


def test_the_one_shot_of_a_card_bought_for_prestige_is_used_if_it_wins_a_kingdom(rival):
    row = {"florins": {1: 1}, "market": {**DULL, "west1": "flanders_guild"}}
    assert rival(**row).where("france") == "west.1"
    at = rival(cities={"paris": "catholic_rook"}, **row)
    assert at.city("paris") == "catholic_rook"
    assert at.pawn("england-france") == 1  # its agent all the same


def test_a_trade_shift_is_used_if_it_hurts_you_as_much_as_the_rival(rival):
    row = {
        "florins": {1: 1}, "market": {**DULL, "west1": "india_armada"}, "west": {1: "portugal"},
    }  # fmt: skip
    assert rival(pawns={"papal_states-ottoman": 0}, **row).city("trebizond") == "disk"
    assert rival(pawns={"papal_states-ottoman": 1}, **row).city("trebizond") == ""


def test_a_queen_marries_the_king_with_most_knights_then_the_first_that_she_lists(rival):
    row = {"florins": {1: 1}, "market": {**DULL, "west1": "mary_the_rich"}}
    assert rival(**row).queens("france") == ["mary_the_rich"]
    most = {"toledo": "catholic_knight", "london": "catholic_rook", "bordeaux": "catholic_rook"}
    assert rival(cities=most, **row).queens("portugal") == ["mary_the_rich"]


def test_a_pawn_replaces_yours_before_it_goes_upstream_but_not_for_the_last_florin(rival):
    facts = {
        "market": {**DULL, "west1": "tolfa_alum"}, "active": "globalization",
        "pawns": {"aragon-papal_states": 0, "england-france": 0, "france-hre": 0},
    }  # fmt: skip
    at = rival(florins={1: 3}, **facts)
    assert at.held("papal_states") == ["pawn_0"]
    assert at.pawn("papal_states-ottoman") == 1  # upstream on the route from Trebizond
    poor = rival(florins={1: 2}, **facts)
    assert poor.held("papal_states") == []
    assert poor.pawn("papal_states-ottoman") == 1


def test_the_last_florin_goes_where_nothing_else_is_left_for_a_concession(rival):
    borders = ("hre-papal_states", "papal_states-ottoman", "aragon-papal_states")
    at = rival(
        florins={1: 2}, market={**DULL, "west1": "tolfa_alum"}, pawns=dict.fromkeys(borders, 0)
    )
    assert at.held("papal_states") == ["pawn_0"]
    assert at.florins[1] == 0


def test_a_pirate_kills_your_concession_and_never_one_of_the_rivals(rival):
    row = {"florins": {1: 1}, "market": {**DULL, "west1": "french_pirates"}}
    at = rival(pawns={"england-france": 1, "france-hre": 0}, **row)
    assert at.pirate("france-hre") == "catholic"
    proof = rival(pawns={"france-hre": 0}, east={0: "dalmatian_merchant_marine"}, **row)
    assert proof.pirate("england-france") == "catholic"  # upstream, since it would kill nobody
    own = rival(pawns={"england-france": 1, "france-hre": 1}, **row)
    assert (own.pirate("england-france"), own.pirate("france-hre")) == ("", "")


def test_knights_and_rooks_stay_aside_without_a_kingdom_unless_the_objective_needs_them(rival):
    row = {"florins": {1: 2}, "market": {**DULL, "west1": "gonfalonier"}}
    assert "placed_city" not in kinds(rival(**row))
    at = rival(west={1: "papal_states"}, **row)
    assert at.city("venice") == at.city("venice_2") == "catholic_knight"
    believers = {"states": {"papal_states": "catholic", "mamluk": "islamic"},
                 "cities": {"cairo": "islamic_rook", "cyprus": "islamic_rook"}}  # fmt: skip
    needed = rival(**row, **believers)
    assert needed.city("venice") == "catholic_knight"


def test_a_bishop_goes_onto_the_card_that_brings_it(rival):
    at = rival(florins={1: 1}, market={**DULL, "west1": "humanism"}, west={0: "the_bold"})
    assert at.bishop("humanism") == "catholic"


@pytest.mark.parametrize(("florins", "pays"), [(2, True), (1, False)])
def test_the_rival_pays_a_tax_but_not_with_its_last_florin(pax, florins, pays):
    at = pax(
        1, west={0: "the_last_knight"}, pawns={"france-hre": 1}, florins={1: florins}, seed=1,
    ).play("ops west", "op the_last_knight 1", "tax france-hre")  # fmt: skip
    assert at.florins[1] == 1
    assert at.held("hre") == ([] if pays else ["pawn_1"])


@pytest.mark.parametrize(
    ("facts", "city", "levied"),
    [
        ({"cities": {}}, "nurnberg", "reformist_knight"),
        ({"cities": {"vienna": "", "nurnberg": "reformist_knight"}, "states": {"hre": "catholic"}},
         "lubeck", "catholic_rook"),
    ],
)  # fmt: skip
def test_a_levy_of_the_rival_brings_variety_rooks_before_knights(pax, facts, city, levied):
    at = pax(
        1, west={0: "the_last_knight"}, pawns={"france-hre": 1}, florins={1: 2}, seed=1, **facts
    ).play("ops west", "op the_last_knight 1", "tax france-hre")
    assert at.city(city) == levied


def test_a_levy_of_the_rival_is_no_believer_in_a_theocracy_if_it_can_be_avoided(pax):
    at = pax(
        1, east={0: "circassian_mamluks"}, pawns={"ottoman-mamluk": 1}, florins={1: 2}, seed=1,
        cities={"cairo": "", "cyprus": ""},
    ).play("ops east", "op circassian_mamluks 1", "tax ottoman-mamluk")  # fmt: skip
    assert (at.city("cairo"), at.city("cyprus")) == ("", "catholic_rook")

"""The solo game: the rival's setup, its victory check, its table and its choices."""

from __future__ import annotations

import pytest

from takujo.core.chance import Simulated, SplitMix
from takujo.core.frames import advance, apply, awaited
from takujo.games.pax_renaissance import GAME
from takujo.games.pax_renaissance.rival import cells, rival_price
from takujo.games.pax_renaissance.rival_aims import FOR_PRESTIGE, MAIN, trigger


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


def test_a_card_for_prestige_must_be_cheap_unless_its_row_overrides(pax):
    at = pax(1, west={0: "england france"}, florins={1: 9}, active="imperial")
    aims = [(a.cell, o) for a, o in cells(at.s) if a.row == 0]
    assert (FOR_PRESTIGE, True) in aims


def test_what_the_rules_ask_of_you_in_the_rivals_turn_you_answer_yourself(pax):
    pawns = {"papal_states-ottoman": 0, "hungary-ottoman": 0}
    full = {"varna": "catholic_rook"}
    at = pax(
        1, east={1: "janissaries"}, pawns=pawns, cities=full, florins={0: 1, 1: 0}, left=1, seed=1
    )
    at.play("buy west1")
    assert at.asked == "0 LevyCity"
    assert "taxed" in [e.kind for e in at.events]

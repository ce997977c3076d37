"""What players are told before they choose: forecasts, explanations, how the victories stand."""

from __future__ import annotations

import pytest

from takujo.games.pax_renaissance import GAME
from takujo.text import words

MARKS = {"for", "against", "falls"}


def foreseen(at, key):
    """The forecast of an offer."""
    return next(o for o in at.view(0).offers if o.key == key).forecast


def marked(forecast, mark):
    return {piece for piece, how in forecast.marks if how == mark}


# --- Purchases and sales ------------------------------------------------------------------------


def test_a_purchase_says_what_is_paid_and_left(pax):
    at = pax(florins={0: 5}, pots={"west3": 2})
    words = at.says(foreseen(at, "buy west3").words)
    assert words == "One on each card to its left. You keep 4."
    at.play("buy west3")
    assert at.florins[0] == 4


def test_a_comet_says_that_it_wakes_a_victory(pax):
    at = pax(florins={0: 5}, market={"west2": "comet_of_halley"})
    assert "wake a victory square" in at.says(foreseen(at, "buy west2").words)


def test_a_sold_suzerain_and_its_vassals_are_seen_going_home(pax):
    at = pax(west={0: "hre>france"})
    sale = foreseen(at, "sell hre")
    assert sale.deltas == ((0, 2),)
    assert [(a.start, a.end) for a in sale.arrows] == [
        ("c2", "#square_hre"),
        ("c1", "#square_france"),
    ]
    assert at.play("sell hre").where("france") == "throne.france"


# --- Battles ------------------------------------------------------------------------------------

SIEGE = {"hands": {0: "vlad_the_impaler"}, "cities": {"buda": "islamic_rook"}}


def test_a_battle_names_both_sides_and_who_is_sure_to_fall(pax):
    at = pax(**SIEGE, pirates={"hungary-byzantium": "islamic"}).play("play vlad_the_impaler")
    battle = foreseen(at, "yes")
    assert marked(battle, "for") == {"pirate.hungary-byzantium"}
    assert marked(battle, "against") == marked(battle, "falls") == {"city.buda"}
    assert at.says(battle.words).startswith("3 against 1: you win.")
    at.play("yes")
    assert at.city("buda") == ""
    assert at.asked.split()[1] == "Casualty"


def test_a_battle_that_fails_is_said_to_fail(pax):
    facts = {"cities": {"buda": "islamic_rook", "varna": "islamic_rook"}}
    at = pax(hands={0: "zupy_krakowskie_company"}, **facts).play("play zupy_krakowskie_company")
    battle = foreseen(at, "yes")
    assert at.says(battle.words).startswith("1 against 2: the attack fails.")
    assert marked(battle, "falls") == set()


def test_a_campaign_costs_a_florin_for_each_knight(pax):
    at = pax(west={0: "france"}, florins={0: 2}).play("ops west", "op france 1")
    key = next(k for k in at.offers if k.startswith("attack"))
    march = foreseen(at, key)
    spent = -march.deltas[0][1]
    assert spent == len(marked(march, "for"))
    assert at.play(key).florins[0] == 2 - spent


def test_in_a_war_on_one_of_several_empires_each_is_foretold(pax):
    at = pax(hands={0: "janissaries"}).play("play janissaries", "yes")
    wars = [o.forecast for o in at.view(0).offers if o.key.startswith("attack")]
    assert len(wars) > 1
    for war in wars:
        assert {mark for _, mark in war.marks} <= MARKS
        assert war.words is not None


# --- Newcomers ----------------------------------------------------------------------------------


def test_at_a_newcomers_table_each_action_is_explained_and_asked_twice(pax):
    at = pax(2, {"newcomer": True}, florins={0: 5}, west={0: "mons_meg"}, hands={0: "luther"})
    view = at.view(0)
    assert view.prompt.guided
    assert "sell" in at.says(view.prompt.subtitle)
    playable = [o for o in view.offers if o.why_not is None]
    assert all(o.careful and o.note is not None for o in playable)
    assert all(o.forecast is not None for o in playable)  # so that it is shown ahead
    buy = next(o for o in playable if o.key == "buy west1")
    assert at.says(buy.note).startswith("Purchase")


def test_at_a_newcomers_table_an_attack_is_shown_before_it_begins(pax):
    at = pax(2, {"newcomer": True}, hands={0: "janissaries"}).play("play janissaries", "yes")
    attacks = [o for o in at.view(0).offers if o.key.startswith("attack")]
    assert attacks
    assert all(o.careful and o.forecast is not None for o in attacks)


def test_at_other_tables_nothing_is_explained_unasked(pax):
    view = pax(florins={0: 5}).view(0)
    assert not view.prompt.guided
    assert not any(o.careful for o in view.offers)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_prompt_has_an_explanation(lang):
    said = words(lang, GAME)
    own = said.messages.keys() - words(lang).messages.keys()
    prompts = [k for k in own if k.startswith("prompt.") and not k.endswith((".hint", ".guide"))]
    assert len(prompts) > 40
    assert [k for k in prompts if not said.has(f"{k}.guide")] == []


# --- How the victories stand --------------------------------------------------------------------


def test_each_victory_says_how_everybody_stands_to_it(pax):
    at = pax(3, west={0: "hre france", 1: "england"}, active="imperial")
    squares = {p.id: p for p in next(z for z in at.view(2).scene if z.id == "victories").pieces}
    imperial = squares["victory.imperial"]
    assert [at.says(t.text) for t in imperial.tallies] == ["2/3", "1/4", "0/4"]
    assert not any(t.done for t in imperial.tallies)
    assert at.says(squares["victory.holy"].text) == "No religion is supreme"


def test_who_fulfils_a_victory_is_marked(pax):
    at = pax(3, west={0: "hre france england"})
    pieces = next(z for z in at.view(0).scene if z.id == "victories").pieces
    assert [t.done for t in pieces[0].tallies] == [True, False, False]


def test_the_sheet_tells_what_is_lacking(pax):
    at = pax(3, west={0: "hre france", 1: "england"}, pawns={"england-france": 1})
    sheet = at.view(0).scores
    rows = [at.says(label) for label, _ in sheet.rows]
    assert rows[0] == "Imperial: Kingdoms"
    assert sheet.rows[0][1] == (2, 1, 0)
    assert [at.says(n) for n in sheet.notes[0]] == ["1 more", "3 more", "4 more"]
    assert any(row.startswith("Holy: no religion is supreme") for row in rows)
    assert len(sheet.notes) == len(sheet.rows)

"""No card, one-shot, op, ability, victory, edge case or discrepancy is untested.

Every card of `pieces.toml` is in `printed.txt` and is played here: what a new card prints has to
be written down a second time before these tests pass.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from takujo.games.pax_renaissance import GAME
from takujo.games.pax_renaissance.pieces import (
    BORDERS,
    CARD_OF,
    CARDS,
    CITIES,
    CITIES_OF,
    EMPIRES,
    ENDS,
    KINDS,
    LOCATION,
    OPS,
    PIECES,
    PRESTIGE,
    PROMO,
    REGIONS,
    RELIGIONS,
    SEAS_OF,
    SHOTS,
    TABLEAU_CARDS,
    TOKENS,
    VICTORIES,
    WITH_ABILITY,
)

HERE = Path(__file__).parent


class Printed(NamedTuple):
    """A line of `printed.txt`."""

    name: str
    side: str
    location: str
    prestige: list[str]
    shot: list[str]
    agents: list[str]
    ops: list[str]
    abilities: list[str]


def _printed() -> Iterator[Printed]:
    for line in (HERE / "printed.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            name, side, place, prestige, shot, agents, ops, abilities = line.split("|")
            yield Printed(
                name, side, place, prestige.split(), shot.split(), agents.split(),
                [op for op in ops.split(", ") if op], abilities.split(),
            )  # fmt: skip


PRINTED = {p.name: p for p in _printed()}
EVERY = [*TABLEAU_CARDS, *PROMO]
NAMES = [CARDS[c].name for c in EVERY]


def test_every_card_is_written_down_a_second_time():
    assert sorted(PRINTED) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_card_shows_what_is_printed_on_it(name):
    card, told = CARDS[CARD_OF[name]], PRINTED[name]
    assert REGIONS[card.region] == told.side
    if told.location.startswith("queen "):
        assert [EMPIRES[e] for e in card.suitors] == told.location.split()[1:]
        assert card.location == 0
    elif told.location.startswith("the_"):
        side = told.location.removeprefix("the_")
        assert card.location == sum(
            LOCATION[e] for e in range(10) if REGIONS[CARDS[e].region] == side
        )
    else:
        assert card.location == LOCATION[EMPIRES.index(told.location)]
    assert [PRESTIGE[i] for i, n in enumerate(card.prestige) for _ in range(n)] == sorted(
        told.prestige, key=PRESTIGE.index
    )
    kind, *of = told.shot or [""]
    assert SHOTS[card.shot.kind] == kind
    if kind == "trade_shift":
        assert CITIES[card.shot.of] == of[0]
    elif kind == "apostasy":
        assert [r for i, r in enumerate(RELIGIONS) if card.shot.of >> i & 1] == of
    assert [TOKENS[a] or "pawn" for a in card.agents] == told.agents
    assert [_op_words(op) for op in card.ops] == [_in_order(op) for op in told.ops]
    assert list(card.abilities) == told.abilities


def _op_words(op: Any) -> str:
    kind = OPS[op.kind]
    if kind == "repress":
        return " ".join([kind, *(k for i, k in enumerate(KINDS) if op.of >> i & 1)])
    if kind in ("inquisitor", "corsair"):
        return f"{kind} {RELIGIONS[op.of]}"
    return f"{kind} {REGIONS[op.of]}" if kind in ("commerce", "vote") else kind


def _in_order(words: str) -> str:
    kind, *of = words.split()
    return " ".join([kind, *sorted(of, key=KINDS.index)]) if kind == "repress" else words


# --- Every card is played -----------------------------------------------------------------------


def _home(name: str) -> str:
    """An empire in which a card acts; a queen's is that of her first suitor."""
    card = CARDS[CARD_OF[name]]
    if card.suitors:
        return EMPIRES[card.suitors[0]]
    return next(e for i, e in enumerate(EMPIRES) if card.location >> i & 1)


def _city(empire: str) -> str:
    cities = [CITIES[c] for c in CITIES_OF[EMPIRES.index(empire)]]
    return next(c for c in cities if c not in ("novgorod", "timbuktu", "spice_islands", "red_sea"))


def _border(empire: str, other: str = "") -> str:
    """A sea border of an empire, not the named one."""
    return next(BORDERS[b] for b in SEAS_OF[EMPIRES.index(empire)] if BORDERS[b] != other)


def _position(pax: Any, name: str) -> Any:
    """The card in hand, and everything that its one-shot may need."""
    home = _home(name)
    shot = PRINTED[name].shot or [""]
    faith = {"crusade": "islamic", "jihad": "catholic", "reformation": "islamic"}.get(shot[0], "")
    opponents = [c for c in ("jesuits", "antipope") if c != name]
    return pax(
        2, {"promo": CARD_OF[name] in PROMO}, florins={0: 9}, hands={0: name},
        west={0: "portugal", 1: " ".join(opponents)},
        east={1: "safavids" if name != "safavids" else "the_grim"},
        pirates={_border(home): faith} if faith else {},
    )  # fmt: skip


def _until_turn(at: Any) -> None:
    while at.asked not in ("0 Turn", "1 Turn", "over"):
        at.play(at.offers[0])


EVENT_OF = {
    "trade_shift": "trade_shift", "coronation": "married", "apostasy": "apostasy",
    "conspiracy": "war", "peasant_revolt": "war", "crusade": "war", "jihad": "war",
    "reformation": "war",
}  # fmt: skip


@pytest.mark.parametrize("name", [n for n in NAMES if PRINTED[n].shot])
def test_a_card_with_a_bomb_carries_its_one_shot_out(pax, name):
    at = _position(pax, name).play(f"play {name}")
    kind = PRINTED[name].shot[0]
    assert at.offers == ("yes", "no")
    at.play("yes")
    _until_turn(at)
    assert EVENT_OF[kind] in [e.kind for e in at.events]
    if kind == "trade_shift":
        assert at.city(PRINTED[name].shot[1]) != "disk"
    elif kind == "coronation":
        assert at.s.husband[CARD_OF[name]]
    elif kind == "apostasy":
        assert "apostate" in [e.kind for e in at.events]
    assert at.s.staged == ()


@pytest.mark.parametrize("name", NAMES)
def test_a_card_without_its_one_shot_goes_to_its_side_and_offers_its_agents(pax, name):
    at = _position(pax, name).play(f"play {name}")
    told = PRINTED[name]
    if told.shot:
        at.play("no")
    if told.location.startswith("queen"):
        assert at.where(name) == "old_maids.0"
        return
    row = at.side(0, told.side)
    assert row[0 if told.side == "west" else -1] == name
    placed = []
    while at.asked == "0 PlaceAgent":
        assert "skip" in at.offers
        key = at.offers[0]
        placed.append(key.split()[1] if key.startswith("place") else key.split()[0])
        at.play(key)
        if at.asked == "0 NameEmpire":
            at.play(at.offers[0])
        if at.asked == "0 Pacify":
            at.play("skip")
    wanted = [{"pawn": "pawn_0"}.get(a, "onto" if "bishop" in a else a) for a in told.agents]
    assert placed == wanted


OP_TESTS = [(name, i, op) for name in NAMES for i, op in enumerate(PRINTED[name].ops)]
SQUARE_OPS = [
    (square, side, i, op)
    for square in EMPIRES
    for side in ("king", "republic")
    for i, op in enumerate(PIECES["squares"][square][side]["ops"])
]


def _facts(op: str, home: str) -> dict[str, Any]:
    """Whatever an op of a card that acts in this empire needs to do something."""
    kind, *of = op.split()
    city, border = _city(home), _border(home)
    facts: dict[str, Any] = {"florins": {0: 9, 1: 2}}
    if kind == "inquisitor":
        facts |= {
            "west": {1: "swiss_rislaufer spanish_tercio"},
            "bishops": {"spanish_tercio": of[0]},
        }
    elif kind == "commerce":
        facts |= {"pots": {f"{of[0]}1": 1}}
    elif kind == "behead":
        side = REGIONS[CARDS[CARD_OF[home]].region]
        facts |= {side: {1: home}, "bishops": {home: "reformist"}}
    elif kind == "tax":
        facts |= {"pawns": {border: 1}, "cities": {city: ""}}
    elif kind == "repress":
        if of[0] == "pawn":
            facts |= {"pawns": {border: 1}}
        else:
            facts |= {"cities": {city: f"catholic_{of[0]}"}}
    elif kind == "vote":
        square = "england" if of[0] == "west" else "byzantium"
        facts |= {of[0]: {1: square}, "pawns": {_border(square): 0}}
    elif kind == "siege":
        facts |= {"cities": {city: "islamic_rook"}}
    elif kind == "corsair":
        facts |= {"pirates": {border: of[0]}}
    elif kind == "campaign":
        facts |= {"cities": {city: "reformist_knight"}}
    return facts


def _with_own(facts: dict[str, Any], side: str, words: str) -> dict[str, Any]:
    return facts | {side: {0: words, **facts.get(side, {})}}


def _use(pax: Any, facts: dict[str, Any], side: str, name: str, nth: int, promo: bool) -> None:
    at = pax(2, {"promo": promo}, **facts).play(f"ops {side}")
    before = at.s.clone()
    at.play(f"op {name} {nth + 1}")
    assert at.asked == "0 UseOp"
    at.play(at.offers[0])
    _until_turn(at)
    assert "op" in [e.kind for e in at.events]
    kept = {k: getattr(at.s, k) for k in ("city", "pawn", "pirate", "pot", "repressed", "bishop")}
    assert any(getattr(before, k) != v for k, v in kept.items()) or at.s.zones != before.zones


@pytest.mark.parametrize(("name", "nth", "op"), OP_TESTS, ids=[f"{n}-{o}" for n, _, o in OP_TESTS])
def test_every_op_of_a_card_does_something(pax, name, nth, op):
    home = _home(name)
    facts = _facts(op, home)
    told = PRINTED[name]
    side, words = told.side, name
    if told.location.startswith("queen"):
        suitor = told.location.split()[1]
        taken = facts.get("west", {}).get(1, "") + facts.get("east", {}).get(1, "")
        if suitor in taken.split():
            suitor = told.location.split()[-1]
        home = suitor
        facts = _facts(op, home)
        if op == "behead":
            facts = {"florins": {0: 9}}
        side, words = REGIONS[CARDS[CARD_OF[suitor]].region], f"{suitor}+{name}"
    _use(pax, _with_own(facts, side, words), side, name, nth, CARD_OF[name] in PROMO)


@pytest.mark.parametrize(("square", "face", "nth", "op"), SQUARE_OPS)
def test_every_op_of_a_square_does_something(pax, square, face, nth, op):
    side = REGIONS[CARDS[CARD_OF[square]].region]
    facts = _facts(op, square)
    if op.startswith("vote"):  # on itself
        facts = {"florins": {0: 9}, "pawns": {_border(square): 0}}
    if face == "republic":
        facts["republics"] = square
    _use(pax, _with_own(facts, side, square), side, square, nth, False)


# --- Nothing is left out ------------------------------------------------------------------------


def _tests() -> dict[str, str]:
    """The tests of this game by name, with docstring and source."""
    found = {}
    for path in sorted(HERE.glob("test_pax_*.py")):
        source = path.read_text("utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found[node.name] = ast.get_source_segment(source, node) or ""
    return found


ABILITIES = {
    "apostasy_action": "test_an_apostasy_may_be_an_action_of_a_card_between_any_two_religions",
    "apostasy_immunity": "test_immunity_is_judged_before_anything_leaves",
    "behead_only_east_with_any_bishop": "test_the_promo_cards_are_played_only_by_option",
    "behead_only_east_with_islamic_or_reformist_bishop":
        "test_the_grand_mufti_beheads_only_eastern_cards_under_certain_bishops",
    "behead_only_west_with_catholic_or_reformist_bishop":
        "test_the_inquisition_pope_beheads_only_western_cards_under_certain_bishops",
    "concessions_double_fairs_votes": "test_michelangelo_doubles_concessions_in_votes",
    "concessions_pirate_proof":
        "test_a_pirate_does_not_kill_a_proof_concession_until_the_protection_ends",
    "coronation_any_listed_king":
        "test_the_star_chamber_marries_any_listed_king_and_takes_him_from_others",
    "counts_as_republic": "test_cards_may_count_as_republics_for_every_declaration",
    "crusade_adjacent_rooks_fight":
        "test_catholic_rooks_of_neighbours_join_a_crusade_with_the_knights_hospitaller",
    "discard_for_peasant_revolt":
        "test_a_crowned_queen_of_bathory_may_raise_the_peasants_of_her_kings_empire",
    "east_and_west_one_action":
        "test_both_sides_in_one_action_only_while_neither_was_activated_and_never_for_free",
    "fair_subsidy_2": "test_the_promo_cards_are_played_only_by_option",
    "free_east_ops": "test_two_free_activations_work_in_one_turn_and_no_second_use_of_a_side",
    "free_trade_fair": "test_a_free_fair_costs_no_action_and_only_one_of_the_two_is_free",
    "free_west_ops": "test_two_free_activations_work_in_one_turn_and_no_second_use_of_a_side",
    "globalization_costs_two":
        "test_red_text_makes_a_declaration_take_both_actions_for_everybody",
    "green_pirates_count_as_reformist":
        "test_islamic_pirates_count_as_reformist_too_with_the_zionist_state",
    "hand_unlimited": "test_an_unlimited_hand_may_hold_more_than_two",
    "holy_costs_two": "test_red_text_makes_a_declaration_take_both_actions_for_everybody",
    "imperial_costs_two": "test_red_text_makes_a_declaration_take_both_actions_for_everybody",
    "mamluk_repressed_fight_in_east":
        "test_all_repressed_on_mamluk_fight_for_the_circassians_owner_in_the_east",
    "patron_as_concession": "test_globalization_needs_two_more_concessions_and_more_discovery",
    "patron_as_green_bishop":
        "test_patrons_count_as_islamic_bishops_with_the_circassians_for_everybody",
    "patron_as_law": "test_patron_counts_as_law_once_for_each_copy_or_by_option_once",
    "patron_reduces_vote_cost": "test_st_george_makes_votes_cheaper_for_patrons",
    "portugal_france_not_adjacent":
        "test_a_queen_of_navarre_parts_portugal_from_france_for_everybody",
    "sell_any_and_one_shot":
        "test_machiavellianism_triggers_the_one_shot_of_another_sold_card_with_its_agents",
    "sell_emancipate_west":
        "test_enclosure_frees_the_west_when_it_is_sold_unsilenced_from_the_tableau",
    "sell_for_4": "test_a_crown_is_worth_four_only_in_the_tableau_and_unsilenced",
    "sell_for_opponent_political_op":
        "test_cryptography_borrows_a_political_op_of_an_opponent",
    "silence_immunity":
        "test_a_card_that_grants_immunity_is_never_silenced_nor_are_its_owners_other_cards",
    "spice_islands_fair_double": "test_doubling_cards_multiply_and_take_no_more_than_there_is",
    "venice_two_slots": "test_both_slots_of_venice_levy_a_catholic_knight",
}  # fmt: skip
VICTORY_TESTS = {
    "imperial": "test_imperial_needs_two_kings_more_than_each_and_three_with_two_players",
    "renaissance": "test_renaissance_needs_more_republics_and_two_more_law",
    "globalization": "test_globalization_needs_two_more_concessions_and_more_discovery",
    "holy": "test_holy_compares_the_prestige_of_the_supreme_religion_old_maids_included",
}


def test_every_ability_has_its_test():
    assert set(ABILITIES) == set(WITH_ABILITY)
    assert set(ABILITIES.values()) <= set(_tests())


def test_every_victory_has_its_test():
    assert set(VICTORY_TESTS) == set(VICTORIES)
    assert set(VICTORY_TESTS.values()) <= set(_tests())


def test_every_op_and_every_one_shot_is_on_a_card_that_is_played():
    printed = {op.split()[0] for _, _, op in OP_TESTS} | {op.split()[0] for *_, op in SQUARE_OPS}
    assert printed == set(OPS)
    assert {p.shot[0] for p in PRINTED.values() if p.shot} == set(SHOTS) - {""}
    assert set(EVENT_OF) == set(SHOTS) - {""}


def _cited(word: str) -> set[int]:
    """The numbers that the tests cite behind this word, `Edge cases 1 to 3` included."""
    numbers: set[int] = set()
    for source in _tests().values():
        doc = source.split('"""')[1] if '"""' in source else ""
        for found in re.findall(rf"{word}(\d+)", doc):
            numbers.add(int(found))
    return numbers


def test_every_edge_case_is_cited_by_a_test():
    assert set(range(1, 50)) - _cited(r"[Ee]dge case ") == set()


def test_every_discrepancy_is_cited_by_a_test():
    assert set(range(1, 35)) - _cited(r"\bD") == set()


def test_every_option_is_set_by_a_test():
    sources = "\n".join(p.read_text("utf-8") for p in HERE.glob("test_pax_*.py"))
    for option in GAME.options:
        assert f'"{option.name}"' in sources, option.name


def test_borders_end_where_their_names_say():
    for name, ends in zip(BORDERS, ENDS, strict=True):
        assert name == "-".join(EMPIRES[e] for e in ends)

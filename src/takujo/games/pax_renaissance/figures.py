"""The numbers of a match and the rules it is played by: the figures and the table's options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from takujo.core.frames import Frame
from takujo.core.game import Option
from takujo.core.state import Options
from takujo.games.pax_renaissance.pieces import PIECES

# Help for newcomers, where the sources differ (D1 to D31 in RULINGS.md), then variants; the first
# value stands.
OPTIONS = (
    Option("newcomer", (False, True), False),
    Option("banks", ("drawn", "fixed"), "drawn"),
    Option("first_player", ("order_of_banks", "drawn_without_fugger"), "order_of_banks"),
    Option("vote_majority", ("all_others", "each_other"), "all_others"),
    Option("own_king_coronation", ("concession", "emancipation_too"), "concession"),
    Option(
        "regime_change_order",
        ("emancipation_first", "concession_first", "free"),
        "emancipation_first",
    ),
    Option("flipped_square", ("outermost", "stays"), "outermost"),
    Option("vassals_of_departing_suzerain", ("own_thrones", "with_suzerain"), "own_thrones"),
    Option("imperial_victory_counts", ("kings", "squares"), "kings"),
    Option("bishop_agents", ("anywhere", "own_card_or_others"), "anywhere"),
    Option("apostasy_agents", ("before_own_card_leaves", "last"), "before_own_card_leaves"),
    Option("agents_without_room", ("optional", "must_pay"), "optional"),
    Option("commerce_from_fair_space", (False, True), False),
    Option("royal_couple_price", ("both", "four"), "both"),
    Option("agent_into_full_city", ("one_slot", "whole_city"), "one_slot"),
    Option("islamic_levy_of_paris", ("islamic", "catholic"), "islamic"),
    Option("hand_limit_returns", ("lost_or_silenced", "silenced"), "lost_or_silenced"),
    Option("queen_of_married_king", ("stays", "discarded"), "stays"),
    Option("east_and_west_in_one_action", ("mixed", "one_side_first"), "mixed"),
    Option("patron_as_law_adds_up", (True, False), True),
    Option("one_shot_of_sold_card", ("hand_or_tableau", "tableau"), "hand_or_tableau"),
    Option("agents_of_refused_sale", (False, True), False),
    Option("token_that_leaves_venice", ("second", "chosen"), "second"),
    Option("second_agent_on_first", (False, True), False),
    Option("rooks_of_rhodes", ("always", "may"), "always"),
    Option("sold_hand_card", ("shown", "face_down"), "shown"),
    Option("missing_fighters", ("taken_first", "taken_when_placed"), "taken_first"),
    Option("promo", (False, True), False),
    Option("limited_set", (False, True), False),
    Option("astrology", (False, True), False),
    Option("bankruptcy", (False, True), False),
    Option("map_1550", (False, True), False),
    Option("extended", (False, True), False),
    Option("strawman_campaign", (False, True), False),
)


@dataclass(frozen=True, slots=True)
class Figures:
    """What one match is played by; tests may bring their own."""

    actions: int
    repeats: int
    start_florins: tuple[int, ...]
    hand_limit: int
    columns: int
    deck_bottom: int
    deck_top: int
    price: int
    crown_price: int
    subsidy: int
    subsidy_of_parliament: int
    fair_florins: int
    repress_gain: int
    imperial_lead: int
    renaissance_lead: int
    law_lead: int
    globalization_lead: int
    discovery_lead: int
    holy_lead: int
    solo: bool = False
    banks_drawn: bool = True
    majority_over_each: bool = False
    own_king_emancipates: bool = False
    regime_order: str = "emancipation_first"
    flipped_square_stays: bool = False
    vassals_with_suzerain: bool = False
    republics_are_imperial: bool = False
    bishops_own_card_or_others: bool = False
    apostasy_agents_last: bool = False
    agents_must_pay: bool = False
    commerce_from_fair_space: bool = False
    couple_for_four: bool = False
    whole_city: bool = False
    catholic_rook_in_islamic_paris: bool = False
    first_drawn_without_fugger: bool = False
    hand_limit_when_silenced_only: bool = False
    old_queen_discarded: bool = False
    one_side_first: bool = False
    patron_as_law_once: bool = False
    sold_one_shot_from_tableau: bool = False
    refused_sale_places_agents: bool = False
    token_leaving_venice_chosen: bool = False
    second_agent_on_first: bool = False
    rooks_of_rhodes_may: bool = False
    sold_face_down: bool = False
    stage_tokens: bool = True
    promo: bool = False
    limited_set: bool = False
    astrology: bool = False
    map_1550: bool = False
    strawman_campaign: bool = False
    # In the solo game: what stands in place of a frame that would ask the rival.
    stands_in: Callable[[Frame[Any]], Frame[Any]] | None = None


def figures(players: int, options: Options) -> Figures:
    """The figures of a match; one player plays the solo game against a rival."""
    own: dict[str, Any] = dict(PIECES["figures"])
    solo = own["solo"]
    extended = own["variants"]["extended"] if options["extended"] else 0
    alone = players == 1
    top = solo["deck_top"] if alone else own["deck_top_per_player"] * players
    changed = {
        "start_florins": tuple(own["start_florins"]),
        "deck_top": top + extended,
        "fair_florins": own["fair_florins"][players - 1],
        "subsidy": 0 if options["bankruptcy"] else own["subsidy"],
        "imperial_lead": own["imperial_lead_of_two" if players <= 2 else "imperial_lead"],
    }
    if alone:
        changed["deck_bottom"] = solo["deck_bottom"]
        changed["start_florins"] = (solo["florins"], solo["rival_florins"])
    own.pop("solo")
    numbers = {f.name: own[f.name] for f in fields(Figures) if f.name in own}
    return Figures(**(numbers | changed), solo=alone, **_switches(options))


def _switches(o: Options) -> dict[str, Any]:
    """The table's options, each as the rule asks for it."""
    return {
        "banks_drawn": o["banks"] == "drawn",
        "majority_over_each": o["vote_majority"] == "each_other",
        "own_king_emancipates": o["own_king_coronation"] == "emancipation_too",
        "regime_order": o["regime_change_order"],
        "flipped_square_stays": o["flipped_square"] == "stays",
        "vassals_with_suzerain": o["vassals_of_departing_suzerain"] == "with_suzerain",
        "republics_are_imperial": o["imperial_victory_counts"] == "squares",
        "bishops_own_card_or_others": o["bishop_agents"] == "own_card_or_others",
        "apostasy_agents_last": o["apostasy_agents"] == "last",
        "agents_must_pay": o["agents_without_room"] == "must_pay",
        "commerce_from_fair_space": o["commerce_from_fair_space"],
        "couple_for_four": o["royal_couple_price"] == "four",
        "whole_city": o["agent_into_full_city"] == "whole_city",
        "catholic_rook_in_islamic_paris": o["islamic_levy_of_paris"] == "catholic",
        "first_drawn_without_fugger": o["first_player"] == "drawn_without_fugger",
        "hand_limit_when_silenced_only": o["hand_limit_returns"] == "silenced",
        "old_queen_discarded": o["queen_of_married_king"] == "discarded",
        "one_side_first": o["east_and_west_in_one_action"] == "one_side_first",
        "patron_as_law_once": not o["patron_as_law_adds_up"],
        "sold_one_shot_from_tableau": o["one_shot_of_sold_card"] == "tableau",
        "refused_sale_places_agents": o["agents_of_refused_sale"],
        "token_leaving_venice_chosen": o["token_that_leaves_venice"] == "chosen",
        "second_agent_on_first": o["second_agent_on_first"],
        "rooks_of_rhodes_may": o["rooks_of_rhodes"] == "may",
        "sold_face_down": o["sold_hand_card"] == "face_down",
        "stage_tokens": o["missing_fighters"] == "taken_first",
        "promo": o["promo"],
        "limited_set": o["limited_set"],
        "astrology": o["astrology"],
        "map_1550": o["map_1550"],
        "strawman_campaign": o["strawman_campaign"],
    }

"""Atlas: places and edges, nested pieces, a rival without a seat, an end that is declared."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from takujo.core.chance import SplitMix
from takujo.core.frames import awaited
from takujo.core.knowledge import resample
from takujo.core.match import Match, Refused
from takujo.core.state import State
from takujo.core.views import Piece, View, Zone
from takujo.testing.conform import settings
from takujo.testing.scenario import Line
from takujo.testing.transcripts import compare
from toys.atlas import GAME, AtlasState
from toys.atlas.position import card_of
from toys.atlas.rules import PayOrYield
from toys.atlas.state import BOX, COMET, FAIR, LOW, SKY, TOP

TRANSCRIPTS = Path(__file__).resolve().parents[1] / "transcripts"
MARKET = "queen3 captain3 merchant3 merchant4"
DECK = "abbot3 abbot2 king4"


def line(players: int = 2, /, **facts: Any) -> Line:
    """A turn of player 0 with a market and a deck that nobody minds."""
    options = facts.pop("options", {})
    usual = {"market": MARKET, "deck": DECK, "low": "queen2 comet"}
    return Line(GAME, players, options, **(usual | facts))


def place(s: AtlasState, name: str) -> int | None:
    """Who stands at a place."""
    owner = next((p for p in _map(s).pieces if p.at == name), None)
    return owner.seat if owner is not None else None


def _map(s: AtlasState) -> Zone:
    return next(z for z in GAME.scene(s, None) if z.id == "map")


def stacks(s: AtlasState, player: int) -> list[str]:
    """A court as it is drawn: each stack from the bottom to the top."""
    zone = next(z for z in GAME.scene(s, None) if z.id == f"court.{player}")
    found: dict[str, list[Piece]] = {}
    for piece in zone.pieces:
        found.setdefault(piece.at, []).append(piece)
    for pieces in found.values():
        assert [p.on for p in pieces] == ["", *(p.id for p in pieces[:-1])]
    return [" ".join(p.face for p in pieces) for pieces in found.values()]


# --- places and edges -------------------------------------------------------------------------


def test_cities_and_edges_are_places_that_are_clicked_on_the_map() -> None:
    played = line(courts={0: "captain1 marshal1"}, agents={"amber": 0, "basalt": 1})
    played.play("ops", "part 1")
    assert played.offers == ("post amber-basalt", "post amber-dune")
    assert [o.path for o in played.view(0).offers] == [("#amber-basalt",), ("#amber-dune",)]
    played.play("post amber-basalt", "part 1")
    assert played.offers == ("march amber basalt", "march amber dune")
    assert played.view(0).offers[0].path == ("#amber", "#basalt")
    played.play("march amber basalt")
    assert (place(played.s, "basalt"), place(played.s, "amber")) == (0, None)
    assert place(played.s, "amber-basalt") == 0
    assert _map(played.s).marks == (("#amber-basalt", ("held",)),)
    assert "Player 2 is driven out of Basalt." in played.log("en")


def test_an_edge_that_another_holds_bars_the_way() -> None:
    played = line(courts={0: "marshal1"}, agents={"amber": 0, "amber-basalt": 1})
    played.play("ops", "part 1")
    assert played.offers == ("march amber dune",)
    assert "over an edge that nobody else holds" in played.refused("march amber basalt", by=0)


# --- pieces on pieces -------------------------------------------------------------------------


def test_a_queen_lies_under_her_king_and_a_bishop_upon_him() -> None:
    played = line(courts={0: "king1/queen1 abbot1"}, bishops="king1")
    assert stacks(played.s, 0) == ["queen king bishop", "abbot"]


def test_a_queen_moves_to_the_court_of_the_king_she_marries() -> None:
    played = line(courts={0: "king1", 1: "king2 abbot1"})
    played.play(f"buy c{card_of('queen3')}")
    assert played.offers == (f"marry c{card_of('king1')}", f"marry c{card_of('king2')}", "single")
    played.play(f"marry c{card_of('king2')}")
    assert stacks(played.s, 0) == ["king"]
    assert stacks(played.s, 1) == ["queen king", "abbot"]
    assert [played.s.crowns(p) for p in (0, 1)] == [1, 2]


def test_with_a_king_goes_all_that_lies_upon_him_and_under_him() -> None:
    played = line(courts={0: "king1/queen1 abbot1 abbot2 king2"}, bishops="king1", deck="king4")
    played.play(f"buy c{card_of('queen3')}", "single")
    assert played.asked == "0 Farewell"
    played.play(f"dismiss c{card_of('king1')}")
    assert stacks(played.s, 0) == ["abbot", "abbot", "king", "queen"]
    assert (played.s.bishops_left(), sum(played.s.queens)) == (3, 0)


def test_a_bishop_moves_from_card_to_card_by_two_clicks_and_meets_another() -> None:
    a, b, c = (card_of(word) for word in ("abbot1", "king1", "king2"))
    played = line(courts={0: "abbot1 king1", 1: "king2"}, bishops="king1 king2")
    played.play("ops", "part 1")
    paths = [offer.path for offer in played.view(0).offers]
    assert (f"bishop.{b}", f"c{a}") in paths
    assert (f"bishop.{b}", f"c{c}") in paths
    played.play(f"preach c{b} c{c}")
    assert sum(played.s.bishops) == 0
    assert stacks(played.s, 1) == ["king"]


def test_a_card_under_a_bishop_neither_acts_nor_wears_a_crown() -> None:
    played = line(courts={0: "king1 abbot1"}, bishops="king1")
    assert played.s.crowns(0) == 0
    played.play("ops")
    assert [o.path for o in played.view(0).offers] == [(f"c{card_of('abbot1')}",), ("!done",)]


# --- the market -------------------------------------------------------------------------------


def test_a_card_costs_a_florin_for_every_cheaper_one_and_brings_what_lies_upon_it() -> None:
    played = line(florins={"merchant3": 2})
    offer = next(o for o in played.view(0).offers if o.key == f"buy c{card_of('merchant3')}")
    assert offer.forecast is not None
    assert offer.forecast.deltas == ((0, 0),)
    assert len(offer.forecast.tokens) == 2
    played.play(offer.key)
    market = next(z for z in GAME.scene(played.s, None) if z.id == "market")
    assert [(p.at, p.face, p.tokens) for p in market.pieces] == [
        ("1", "queen", 1), ("2", "captain", 1), ("4", "merchant", 0)
    ]  # fmt: skip
    assert played.s.purses == [3 - 2 + 2 + 2, 3]  # and the merchant's trade


def test_what_is_too_dear_says_so() -> None:
    played = line(purses=(1, 3))
    view = played.view(0)
    dear = [o.path for o in view.offers if o.why_not is not None]
    assert dear == [(f"c{card_of('merchant3')}",), (f"c{card_of('merchant4')}",)]
    assert "for every card that is cheaper" in played.refused(f"buy c{card_of('merchant4')}", by=0)


def test_the_market_moves_up_and_loses_its_cheapest_card_if_none_was_bought() -> None:
    played = line(florins={"queen3": 1})
    played.play("end")
    market = next(z for z in GAME.scene(played.s, None) if z.id == "market")
    assert [p.face for p in market.pieces] == ["captain", "merchant", "merchant", "king"]
    assert sum(played.s.florins) == 0


def test_at_a_fair_all_who_hold_such_an_edge_take_a_florin_in_turn() -> None:
    agents = {"amber-dune": 0, "coral-fjord": 2, "amber-basalt": 1}
    played = line(3, fairs="king1 abbot1", agents=agents, florins={"abbot1": 1, "king1": 2})
    played.play("fair sea")
    assert played.s.purses == [4, 3, 3]  # the single florin went to the first of the two
    played.play("fair land")
    assert played.s.purses == [4, 4, 3]
    assert played.asked == "0 Turn"
    assert stacks(played.s, 0) == ["abbot", "king"]


# --- parts, small asks, taking back -----------------------------------------------------------


def test_the_court_acts_in_any_order_and_may_leave_things_out() -> None:
    courts = {0: "king1 captain1 marshal1"}
    played = line(courts=courts, agents={"amber": 0})
    played.play("ops")
    assert played.offers == ("part 1", "part 2", "part 3", "done")
    played.play("part 3", "march amber dune", "part 2", "post dune-ember", "done")
    assert played.asked == "0 Turn"
    assert place(played.s, "dune-ember") == 0


def test_a_king_who_is_crowned_does_both_deeds_in_either_order() -> None:
    for keys in (("part 1", "muster coral"), ("part 2", "muster coral")):
        played = line(market="king1 queen3 captain3 merchant3")
        played.play(f"buy c{card_of('king1')}")
        buttons = [o.path for o in played.view(0).offers]
        assert buttons == [("!part0",), ("!part1",)]  # both are deeds of the same card
        played.play(*keys)
        assert (place(played.s, "coral"), played.s.purses[0]) == (0, 4)


def begun(players: int = 2, /, **facts: Any) -> Match:
    """A match that goes on from a position."""
    usual = {"market": MARKET, "deck": DECK, "low": "queen2 comet"}
    match = Match.start(GAME, players, facts.pop("options", {}), key=b"atlas")
    match.state = GAME.position(players, match.options, **(usual | facts))
    return match


def play(match: Match, seat: int, *keys: str) -> None:
    for key in keys:
        match.play(seat, key, match.asked(seat))


def test_a_chain_of_small_asks_is_taken_back_step_by_step_or_at_once() -> None:
    match = begun(courts={0: "king1 captain1 marshal1"}, agents={"amber": 0})
    start = match.state.to_json()
    play(match, 0, f"buy c{card_of('captain3')}", "post amber-basalt", "ops", "part 1")
    before = match.state.to_json()
    play(match, 0, "muster coral", "part 2", "march amber basalt")
    for _ in range(3):
        match.undo(0)
    assert match.state.to_json() == before
    match.undo(0, "turn")
    assert match.state.to_json() == start


def test_what_is_turned_up_at_a_fair_cannot_be_taken_back() -> None:
    match = begun(fairs="king1 abbot1")
    fair = next(o for o in match.view(0).offers if o.key == "fair land")
    assert fair.final
    play(match, 0, "fair land")
    assert not match.can_undo(0)


# --- asked in another's turn ------------------------------------------------------------------


def test_a_levy_is_asked_of_another_player_who_pays_or_takes_his_agent_back() -> None:
    for key, purses, stands in (("pay", [4, 2], 1), ("yield", [3, 3], None)):
        played = line(courts={0: "merchant1"}, agents={"amber-dune": 1})
        played.play("ops", "part 1", "levy amber-dune")
        assert played.asked == "1 PayOrYield"
        assert played.view(0).prompt.awaited == (1,)
        played.play(key)
        assert (played.s.purses, place(played.s, "amber-dune")) == (purses, stands)
        assert played.asked == "0 Turn"  # nothing is left to act


def test_who_has_nothing_can_only_take_his_agent_back() -> None:
    played = line(purses=(3, 0), agents={"amber": 1}, ask=PayOrYield(1, 0, 0))
    assert played.offers == ("yield",)


def test_a_queen_who_comes_may_fill_the_court_of_another() -> None:
    played = line(courts={1: "king2 abbot1 captain1 captain2"})
    played.play(f"buy c{card_of('queen3')}", f"marry c{card_of('king2')}")
    assert played.asked == "1 Farewell"
    played.play(f"dismiss c{card_of('abbot1')}")
    assert played.asked == "0 Turn"
    assert stacks(played.s, 1) == ["queen king", "captain", "captain"]


# --- the rival --------------------------------------------------------------------------------


def test_a_rival_has_a_panel_and_a_rank_and_no_seat() -> None:
    match = Match.start(GAME, 1, key=b"solo")
    assert (match.players, match.state.players) == (1, 2)
    panels = match.view(0).panels
    assert [(p.player, p.house) for p in panels] == [(0, False), (1, True)]
    assert len(match.result().rank) == 2
    with pytest.raises(Refused):
        match.seat(1)


@pytest.mark.parametrize(
    ("players", "options", "rivals"),
    [(1, {}, 1), (1, {"rival": False}, 0), (2, {}, 0), (3, {"rival": True}, 1)],
)
def test_a_rival_takes_part_where_the_table_says_so(
    players: int, options: dict[str, Any], rivals: int
) -> None:
    checked = GAME.checked_options(players, options)
    assert len(GAME.house(players, checked)) == rivals
    assert GAME.new(players, options).players == players + rivals


def test_the_rival_buys_the_best_bargain_and_sends_an_agent() -> None:
    played = line(1, florins={"captain3": 1, "merchant3": 4})
    played.will_draw((0,), (5,))
    played.play("end")
    assert stacks(played.s, 1) == ["merchant"]  # second in the market by now, for one florin
    assert place(played.s, "fjord") == 1
    assert played.s.purses[1] == 3 - 1 + 4
    assert played.asked == "0 Turn"


def test_chance_decides_between_bargains_that_are_equal() -> None:
    played = line(1, florins={"captain3": 0, "merchant3": 1, "merchant4": 2})
    played.will_draw((2,), (0,))
    played.play("end")
    assert played.s.where[card_of("merchant4")] == played.s.layout.zone("court.1")


def test_the_rival_pays_a_levy_while_it_can() -> None:
    for purse, paid in ((1, True), (0, False)):
        played = line(1, courts={0: "merchant1"}, agents={"ember": 1}, purses=(3, purse))
        played.play("ops", "part 1", "levy ember")
        assert place(played.s, "ember") == (1 if paid else None)
        assert played.s.purses[0] == 3 + paid


def test_the_rival_dismisses_its_oldest_card() -> None:
    played = line(1, courts={1: "king2 abbot1 captain1 captain2"})
    played.play(f"buy c{card_of('queen3')}", f"marry c{card_of('king2')}")
    assert stacks(played.s, 1) == ["abbot", "captain", "captain"]


def test_the_rival_declares_as_soon_as_it_can() -> None:
    agents = {"amber-basalt": 1, "amber-dune": 1}
    played = line(1, comet=True, low="", agents=agents)
    played.play("end")
    assert played.asked == "over"
    assert (played.result.rank, played.result.won) == ((2, 1), (False, True))


# --- the end ----------------------------------------------------------------------------------


def test_a_declared_victory_ends_the_match_at_once() -> None:
    played = line(3, comet=True, low="", courts={0: "king1/queen1 king2"})
    played.play("declare crowns")
    assert played.asked == "over"
    assert played.s.agenda == []


def test_a_declared_victory_has_ranks_and_no_points() -> None:
    played = line(3, comet=True, low="", courts={1: "king1/queen1"}, turn=1, purses=(9, 0, 1))
    played.play("declare crowns")
    result = played.result
    assert (result.rank, result.won) == ((2, 1, 2), (False, True, False))
    assert (result.score, result.criteria, GAME.sheet(played.s)) == (None, (), None)
    assert result.reason.key == "result.crowns"


def test_a_declaration_takes_a_second_click_and_cannot_be_taken_back() -> None:
    match = begun(comet=True, low="", courts={0: "king1/queen1"})
    offer = next(o for o in match.view(0).offers if o.key == "declare crowns")
    assert (offer.careful, offer.final, offer.path) == (True, True, ("!crowns",))


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"courts": {0: "king1/queen1"}}, "when the comet has been seen"),
        ({"comet": True, "low": "", "courts": {0: "king1"}}, "more than anybody else"),
        (
            {"comet": True, "low": "", "courts": {0: "king1/queen1", 1: "king2/queen2"}},
            "more than anybody else",
        ),
    ],
)
def test_a_victory_takes_the_comet_enough_crowns_and_a_lead(facts: Any, said: str) -> None:
    assert said in line(**facts).refused("declare crowns", by=0)


def test_the_comet_is_no_card_of_the_market_and_opens_the_victories() -> None:
    played = line(deck="", low="king4 comet", courts={1: "king1/queen1"})
    played.play("end")
    assert played.s.where[COMET] == SKY
    assert played.s.where[card_of("king4")] == played.s.layout.zone("slot.3")
    assert "declare crowns" in played.offers_of(1)


def test_without_a_declaration_crowns_roads_and_florins_rank() -> None:
    agents = {"amber-dune": 2, "coral-fjord": 1}
    played = line(3, deck="", low="comet", agents=agents, purses=(9, 2, 5))
    played.play("end")
    result = played.result
    assert played.asked == "over"
    assert (result.rank, result.won, result.deciding) == ((3, 2, 1), (False, False, True), 2)
    assert result.score is None
    assert [figures for _, figures in result.criteria] == [(0, 0, 0), (0, 1, 1), (9, 2, 5)]


def test_equal_patrons_share_the_victory() -> None:
    result = line(deck="", low="comet").play("end").result
    assert (result.rank, result.won, result.reason.key) == ((1, 1), (True, True), "result.shared")


def test_alone_without_a_rival_a_match_may_have_no_winner() -> None:
    result = line(1, deck="", low="comet", options={"rival": False}).play("end").result
    assert (result.rank, result.won, result.reason.key) == ((1,), (False,), "result.alone")


# --- what nobody knows ------------------------------------------------------------------------


def worlds(s: State, n: int = 300) -> list[AtlasState]:
    return [resample(GAME, s, 0, SplitMix(i)) for i in range(n)]  # type: ignore[misc]


def test_the_comet_may_lie_anywhere_in_the_lower_part_and_nowhere_else() -> None:
    s = Match.start(GAME, 2, key=b"w").state
    places = {t.zones[LOW].index(COMET) for t in worlds(s)}
    assert places == set(range(7))


def test_any_other_hidden_card_may_lie_in_the_deck_the_box_or_at_a_fair() -> None:
    s = Match.start(GAME, 2, key=b"w").state
    card = s.zones[FAIR][0]
    assert {t.where[card] for t in worlds(s)} == {TOP, LOW, BOX, FAIR, FAIR + 1}


def test_when_the_comet_has_been_seen_the_lower_part_holds_any_card() -> None:
    s = GAME.position(2, {}, market=MARKET, low="king1 king2", fairs="abbot1 abbot2", comet=True)
    found = {tuple(t.zones[LOW]) for t in worlds(s)}
    assert len(found) == 4 * 3


def test_florins_at_a_fair_stay_there_whatever_the_card_is() -> None:
    s = Match.start(GAME, 2, key=b"w").state
    assert isinstance(s, AtlasState)
    for t in worlds(s, 20):
        assert [t.florins[t.zones[FAIR + i][0]] for i in range(2)] == [2, 2]


# --- positions, transcripts -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"market": "prince1"}, "a card is written kind and number"),
        ({"market": "king1 king1"}, "named twice"),
        ({"courts": {0: "king1/abbot1"}}, "only a queen lies under a king"),
        ({"agents": {"amber-coral": 0}}, "places are amber"),
        ({"purses": (1,)}, "2 numbers"),
        ({"purses": (30, 30)}, "only 40 florins"),
    ],
)
def test_an_atlas_position_that_cannot_be_is_refused(facts: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        GAME.position(2, {}, **facts)


@pytest.mark.parametrize("number", [0, 1])
def test_a_match_of_atlas_reads_like_its_golden_transcript(number: int) -> None:
    update = bool(os.environ.get("TAKUJO_UPDATE"))
    setting = settings(GAME)[number]
    diff = compare(TRANSCRIPTS, GAME, setting, number + 1, update=update)
    assert update or not diff, diff


def test_everybody_sees_the_same_table_but_for_his_own_court_below() -> None:
    s = Match.start(GAME, 3, key=b"v").state

    def shown(view: View) -> list[Any]:
        return [(z.id, z.pieces) for z in view.scene]

    match = Match.start(GAME, 3, key=b"v")
    assert shown(match.view(0)) == shown(match.view(1)) == shown(match.view(None))
    assert [d.player for d in awaited(s)] == [0]

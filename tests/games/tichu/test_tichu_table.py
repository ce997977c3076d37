"""Rulings that are no edge case, the options, what is seen and offered."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from takujo.arena import wire
from takujo.arena.speech import Speech
from takujo.bots.simulate import random_play
from takujo.core.chance import Simulated, SplitMix
from takujo.core.frames import advance, awaited, optional, retract
from takujo.core.match import Match
from takujo.games.tichu import GAME, plays
from takujo.games.tichu.state import DECK, GIFT, HAND, TRICK, WON, WORDS
from takujo.testing.scenario import Line
from takujo.text import words

FULL = {
    0: "MA S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ SK SA",
    1: "DG P2 P3 P4 P5 P6 P7 P8 P9 P10 PJ PQ PK PA",
    2: "PH J2 J3 J4 J5 J6 J7 J8 J9 J10 JJ JQ JK JA",
    3: "DR T2 T3 T4 T5 T6 T7 T8 T9 T10 TJ TQ TK TA",
}
EIGHT = {p: " ".join(words.split()[:8]) for p, words in FULL.items()}
BOMB = "S5 P5 J5 T5"


# --- dealing and Grand Tichu ------------------------------------------------------------------


def test_the_points_of_all_cards_are_a_hundred():
    s = GAME.new(4)
    assert s.worth(range(56)) == 100
    assert [s.figures.points[WORDS.index(w)] for w in ("S5", "P10", "JK", "PH", "DR", "SA")] == [
        5, 10, 10, -25, 25, 0
    ]  # fmt: skip


def test_eight_cards_are_dealt_before_grand_tichu_and_six_after_it():
    at = Line(GAME, GAME.new(4), seed=5)
    advance(at.s, Simulated(SplitMix(5)))
    assert [len(at.s.hand(p)) for p in range(4)] == [8] * 4
    assert "fourteen" in at.refused("tichu", by=0)
    for p in range(4):
        at.play("no_grand", by=p)
    assert [len(at.s.hand(p)) for p in range(4)] == [14] * 4
    assert not at.s.zones[DECK]


def test_grand_tichu_is_decided_hidden_and_told_together(line):
    """Ruling A1; difference 11."""
    at = line(hands=EIGHT, grand=True, seed=2)
    at.play("grand", by=2)
    assert list(at.s.calls) == [0, 0, 0, 0]
    assert all("grand_tichu" not in panel.tags for panel in at.view(0).panels)
    for p in (0, 1, 3):
        at.play("no_grand", by=p)
    assert list(at.s.calls) == [0, 0, 2, 0]
    assert "Player 3 calls Grand Tichu!" in at.log()


def test_grand_tichu_may_be_decided_in_turn_from_who_was_out_first(line):
    """Rulings A1, I3."""
    at = line({"grand_mode": "sequential"}, hands=EIGHT, grand=True, first=2, round=2, seed=2)
    order = []
    for key in ("no_grand", "grand", "no_grand", "no_grand"):
        order.append(at.asked)
        at.play(key)
    assert order == [f"{p} GrandTichuInTurn" for p in (2, 3, 0, 1)]
    assert list(at.s.calls) == [0, 0, 0, 2]


def test_without_grand_tichu_fourteen_cards_are_dealt_at_once():
    """Ruling I2."""
    s = GAME.new(4, {"grand_tichu": False})
    advance(s, Simulated(SplitMix(1)))
    assert [len(s.hand(p)) for p in range(4)] == [14] * 4
    assert type(s.agenda[-1]).__name__ == "Exchange"


def test_who_called_grand_tichu_may_not_call_tichu_and_both_partners_may_call(line):
    """Ruling A3; difference 12."""
    at = line(hands=FULL, exchange=True, calls={0: "grand", 2: "grand"})
    assert "tichu" not in at.offers_of(0)
    assert "tichu" in at.offers_of(1)
    assert "one call" in at.refused("tichu", by=0)


# --- calls ------------------------------------------------------------------------------------


def test_a_call_after_somebody_is_out_is_legal_and_said_to_fail(line):
    """Ruling A4."""
    hands = {0: FULL[0], 1: "P2", 2: "J2"}
    at = line(hands=hands, lead=1, out=(3,))
    offer = next(o for o in at.view(0).offers if o.key == "tichu")
    assert offer.interrupt
    assert offer.careful
    assert offer.note is not None
    assert "lose 100" in at.says(offer.note)


def test_a_call_stays_possible_during_anothers_closing_window_and_gift(line):
    """Ruling A2."""
    hands = {0: "S5", 1: FULL[1], 2: "J2", 3: "T3"}
    at = line(hands=hands, trick=["0 DR"], collect=True)
    assert "tichu" in at.offers_of(1)
    at.play("collect")
    assert at.asked == "0 DragonGift"
    assert "tichu" in at.offers_of(1)
    assert at.offers_of(2) == ()


def test_nobody_calls_or_bombs_between_the_mah_jong_and_its_wish(line):
    """Rulings A2, C8, D2."""
    hands = {0: "MA SK", 1: "DG P2 P3 P4 P7 P8 P9 P10 PJ PQ PK PA T2 T3", 2: BOMB, 3: "T9"}
    at = line(hands=hands, lead=0)
    assert "tichu" in at.offers_of(1)
    at.play("play MA")
    assert at.asked == "0 Wish"
    assert optional(at.s) == ()
    assert "not before a wish" in at.refused("tichu", by=1)
    assert "C8" in at.refused(f"play {BOMB}", by=2)
    at.play("wish none")
    assert at.offers_of(2) == (f"play {BOMB}",)
    assert "tichu" in at.offers_of(1)


def test_no_wish_is_asked_for_with_the_play_that_ends_the_round(line):
    """Ruling D10."""
    at = line(hands={0: "MA", 3: "SK"}, out=(1, 2), lead=0)
    at.play("play MA")
    assert at.asked == "0 Collect"


def test_after_the_play_that_ends_the_round_only_its_trick_is_taken(line):
    """Rulings C8, G2, G3; T12."""
    at = line(hands={0: "SA", 3: BOMB}, out=(1, 2), lead=0).play("play SA")
    assert at.asked == "0 Collect"
    assert optional(at.s) == ()
    assert not at.s.agenda[-1].window(at.s)
    for viewer in (0, 1, 2, 3, None):
        trick = next(z for z in at.view(viewer).scene if z.id == "trick")
        assert [p.face for p in trick.pieces] == ["swordA"]


def test_who_takes_a_gift_back_may_call_again(line):
    """Ruling A2."""
    at = line(hands=FULL, exchange=True).play("give S2", "give S3", "give S4")
    assert at.offers_of(0) == ()
    retract(at.s, 0)
    assert "tichu" in at.offers_of(0)
    at.play("tichu", by=0)
    assert at.offers_of(0)[0] == "give MA"


def test_both_grand_tichus_of_partners_are_scored(line):
    """Ruling A3; difference 12."""
    at = line({"rounds": 1}, hands={0: "S2", 3: "P2"}, out=(2, 1), lead=0,
              calls={0: "grand", 2: "grand"})  # fmt: skip
    at.play("play S2", "collect")
    assert at.totals == (0, 0)
    at = line({"rounds": 1}, hands={0: "S2", 3: "P2"}, out=(1, 2), lead=0,
              calls={0: "grand", 2: "grand"})  # fmt: skip
    at.play("play S2", "collect")
    assert at.totals == (-400, 0)


def test_the_large_call_has_its_newer_name_in_japanese():
    """Difference 10."""
    assert words("ja", GAME).word("tag.grand_tichu") == "グランド・ティチュー"


# --- playing on -------------------------------------------------------------------------------


def test_going_out_with_a_bomb_out_of_turn_leaves_the_others_to_pass(line):
    """T02; rulings C4, C6."""
    hands = {0: "SA S2", 1: "P2 P3", 2: BOMB, 3: "T2 T3"}
    at = line(hands=hands, trick=["0 SK"], follow=1).play(f"play {BOMB}")
    assert at.s.out == (2,)
    at.play("pass", "pass", "pass")
    assert at.asked == "2 Collect"
    at.play("collect")
    assert at.asked == "3 Lead"
    assert at.s.worth(at.s.zones[WON + 2]) == 30


def test_the_owner_of_a_bombed_trick_may_answer_with_a_higher_bomb(line):
    """Ruling C7."""
    hands = {0: "S6 P6 J6 T6 S2", 1: "P2 P3", 2: f"{BOMB} J2", 3: "T2 T3"}
    at = line(hands=hands, trick=["0 SK"], collect=True).play(f"play {BOMB}")
    assert at.offers_of(0) == ("play S6 P6 J6 T6",)
    at.play("play S6 P6 J6 T6")
    assert (at.asked, at.top) == ("1 Follow", "bomb 4 6 of 0")


def test_play_goes_round_in_the_order_of_the_seats(line):
    """Difference 9."""
    at = line(hands={0: "S2 S9", 1: "P3 P9", 2: "J4 J9", 3: "T5 T9"}, lead=0)
    asked = []
    for key in ("play S2", "play P3", "play J4", "play T5"):
        asked.append(at.asked)
        at.play(key)
    assert asked == ["0 Lead", "1 Follow", "2 Follow", "3 Follow"]


def test_of_bombs_at_one_moment_the_first_to_arrive_is_played(line):
    """Ruling C10a; difference 16."""
    hands = {0: "S2", 1: "P2", 2: f"{BOMB} J2", 3: "S6 P6 J6 T6 T2"}
    at = line(hands=hands, trick=["0 SK"], collect=True)
    at.play("play S6 P6 J6 T6", by=3)
    assert "higher bomb" in at.refused(f"play {BOMB}", by=2)
    at = line(hands=hands, trick=["0 SK"], collect=True)
    at.play(f"play {BOMB}", by=2).play("play S6 P6 J6 T6", by=3)
    assert at.top == "bomb 4 6 of 3"


def test_a_leader_may_not_pass(line):
    """Ruling C2."""
    at = line(hands={0: "S2", 1: "P2", 2: "J2", 3: "T2"}, lead=0)
    assert "has to play" in at.refused("pass", by=0)


def test_who_is_not_in_turn_is_told_so(line):
    """Rulings C5, C7."""
    at = line(hands={0: "S3", 1: "P2 P9", 2: "J9", 3: "T2"}, trick=["0 S4"], follow=1)
    assert "not your turn" in at.refused("play J9", by=2)
    assert "do not hold" in at.refused("play J9", by=1)
    assert "written as cards" in at.refused("play J99", by=1)
    assert at.refused("collect", by=1) == ""


@pytest.mark.parametrize("hands", [{0: "SK S4"}, {0: "SK PH S4"}])
def test_a_phoenix_grants_no_wish_wherever_its_half_rank_lies(line, hands):
    """Ruling D9."""
    at = line(hands={0: "PH S2", 1: "P2", 2: "J2", 3: "T2", **hands}, lead=0, wish="Q")
    assert "play SK" in at.offers_of(0)
    if "PH" in hands[0]:
        at.play("play PH")
        assert at.s.wish == 12


# --- bombs out of turn: the option ------------------------------------------------------------


def test_the_table_waits_before_a_trick_is_taken_where_hands_are_big_enough(line):
    """Ruling C10a."""
    small = {0: "S2 S3 S4", 1: "P2", 2: "J2", 3: "T2"}
    big = {**small, 2: "J2 J3 J7 J9"}
    for hands, waits in ((small, False), (big, True)):
        at = line(hands=hands, trick=["0 SK"], collect=True)
        assert at.s.agenda[-1].window(at.s) is waits
    at = line(hands=big, trick=["1 S5 S6 S7 S8 S9"], collect=True)
    assert not at.s.agenda[-1].window(at.s)
    at = line({"bombs_out_of_turn": "off"}, hands=big, trick=["0 SK"], collect=True)
    assert not at.s.agenda[-1].window(at.s)


ASKED = {"bombs_out_of_turn": "ask"}


def test_everybody_who_could_have_a_bomb_is_asked_after_a_play(line):
    """Rulings C9, C10b."""
    hands = {0: "S9 S8 S2 S3 P9", 1: f"{BOMB} P2", 2: "J2 J3 J4", 3: "S6 P6 J6 T6 T2"}
    at = line(ASKED, hands=hands, lead=0).play("play S9")
    assert at.asked == "0 BombWindow, 1 BombWindow, 3 BombWindow"
    assert at.offers_of(0) == ("no_bomb",)
    at.play("play S6 P6 J6 T6", by=3).play("no_bomb", by=0)
    assert at.top == "single 1 9 of 0"
    assert at.view(0).prompt.chosen == (0, 3)
    at.play(f"play {BOMB}", by=1)
    # The nearest after player 0 is player 1; a new window opens for what is higher.
    assert at.top == "bomb 4 5 of 1"
    assert at.asked == "0 BombWindow, 3 BombWindow"
    at.play("play S6 P6 J6 T6").play("no_bomb", by=0)
    assert at.asked == "0 BombWindow"
    at.play("no_bomb")
    assert (at.top, at.asked) == ("bomb 4 6 of 3", "0 Follow")


def test_the_maker_of_the_top_play_comes_last_among_the_bombs(line):
    """Ruling C9; difference 16."""
    hands = {0: f"{BOMB} S2", 1: "P2", 2: "J2", 3: "S6 P6 J6 T6 T2"}
    at = line(ASKED, hands=hands, trick=["0 SK"], window=True)
    at.play(f"play {BOMB}", by=0).play("play S6 P6 J6 T6", by=3)
    assert at.top == "bomb 4 6 of 3"


def test_bombs_are_asked_for_again_before_a_trick_is_taken(line):
    """Ruling C10b."""
    hands = {0: "S2 S3", 1: "P2", 2: "J2 J3 J4 J7", 3: "T2"}
    at = line(ASKED, hands=hands, trick=["0 SK"], follow=1).play("pass", "pass", "pass")
    assert at.asked == "2 BombWindow"
    at.play("no_bomb")
    assert (at.asked, at.offers) == ("0 Collect", ("collect",))


def test_between_passes_only_the_player_in_turn_throws_where_all_are_asked(line):
    """Ruling C10b."""
    hands = {0: "S2 S3", 1: f"P2 {BOMB}", 2: "J2", 3: "S6 P6 J6 T6"}
    at = line(ASKED, hands=hands, trick=["0 SK"], follow=1)
    assert f"play {BOMB}" in at.offers_of(1)
    assert at.offers_of(3) == ()


def test_calls_are_possible_while_bombs_are_asked_for(line):
    """Ruling A2."""
    at = line(ASKED, hands={0: "S2", 1: FULL[1], 2: "J2", 3: "T2"}, trick=["0 SK"], window=True)
    at.play("tichu", by=1)
    assert at.asked == "1 BombWindow"


OFF = {"bombs_out_of_turn": "off"}


def test_without_bombs_out_of_turn_nobody_else_throws_and_nobody_bombs_his_own_trick(line):
    """Ruling I4."""
    hands = {0: f"{BOMB} S2", 1: "P2", 2: "S6 P6 J6 T6 J2", 3: "T2"}
    at = line(OFF, hands=hands, trick=["0 SK"], follow=1)
    assert optional(at.s) == ()
    assert "in turn only" in at.refused("play S6 P6 J6 T6", by=2)
    assert "play S6 P6 J6 T6" in at.play("pass").offers_of(2)
    at.play("pass", "pass")
    assert (at.asked, at.offers) == ("0 Collect", ("collect",))


def test_without_bombs_out_of_turn_the_wish_binds_bombs_too(line):
    """Ruling D7."""
    hands = {0: f"{BOMB} S8", 1: "P2", 2: "J2", 3: "T2"}
    for options, keys in ((OFF, ("play S8",)), ({}, ("play S8", f"play {BOMB}"))):
        assert line(options, hands=hands, trick=["3 S7"], follow=0, wish="8").offers_of(0) == keys


# --- the end ----------------------------------------------------------------------------------


def test_a_fixed_number_of_rounds_may_end_in_a_draw(line):
    """Ruling I5."""
    won = {0: "SK PK JK TK S10", 1: "P10 J10 T10 S5 P5 J5 T5"}
    at = line({"rounds": 4}, hands={0: "S2", 3: "P2"}, out=(1, 2), lead=0, won=won, round=4,
              totals=(80, 80))  # fmt: skip
    at.play("play S2", "collect")
    assert (at.asked, at.totals) == ("over", (130, 130))
    assert at.result.won == (True,) * 4
    assert at.says(at.result.reason) == "A draw: both teams have 130 points."


def test_a_fixed_number_of_rounds_goes_past_the_target(line):
    """Ruling I5."""
    won = {0: "SK PK"}
    at = line({"rounds": 4}, hands={0: "S2", 3: "P2"}, out=(1, 2), lead=0, won=won, round=3,
              totals=(1500, 80), seed=1)  # fmt: skip
    at.play("play S2", "collect")
    assert at.asked.startswith("0 GrandTichu")


def test_totals_may_be_negative(line):
    """Ruling H2."""
    at = line({"rounds": 1}, hands={0: "S2", 3: "PH"}, out=(1, 2), lead=0, calls={0: "grand"})
    at.play("play S2", "collect")
    assert at.totals == (-225, 0)


@pytest.mark.parametrize(("totals", "over"), [((1000, 900), True), ((990, 980), False)])
def test_the_match_ends_only_after_a_round_with_the_target(line, totals, over):
    """Ruling H1."""
    at = line(hands={0: "S2", 3: "P2"}, out=(1, 2), lead=0, totals=totals, seed=1, round=9)
    at.play("play S2", "collect")
    assert (at.asked == "over") is over


def test_the_report_of_a_round_tells_cards_and_calls(line):
    at = line({"rounds": 1}, hands={0: "S2", 3: "P2"}, out=(1, 2), lead=0,
              calls={1: "tichu", 0: "tichu"}, won={0: "SK", 1: "P5"})  # fmt: skip
    at.play("play S2", "collect")
    sheet = next(e.sheet for e in at.events if e.sheet is not None)
    rows = [(at.says(label), figures) for label, figures in sheet.rows]
    assert rows == [
        ("Cards", (10, 5, 10, 5)),
        ("Calls", (-100, 100, -100, 100)),
        ("Total", (-90, 105, -90, 105)),
    ]


# --- what is seen and offered -----------------------------------------------------------------


def test_others_see_how_many_cards_somebody_holds_and_not_which(line):
    at = line(hands=FULL, lead=0)
    hand = next(z for z in at.view(1).scene if z.id == "hand.0")
    assert {p.face for p in hand.pieces} == {"back"}
    assert len(hand.pieces) == 14
    assert hand.kind == "fan"


def test_what_was_held_in_one_deal_is_not_known_in_the_next():
    """T13."""
    match = Match.start(GAME, 4, {"rounds": 4}, key=b"tichu")
    rng = SplitMix(4)
    while match.state.number == 1:
        decision = awaited(match.state)[0]
        keys = list(GAME.keys(decision))
        match.play(decision.player, keys[rng.below(len(keys))], match.asked(decision.player))
    for p in range(4):
        for card in match.state.hand(p):
            assert match.state.seen[card] == 1 << p
    assert all(not match.state.stamp[card] for card in range(56))
    assert len(match.state.zones[TRICK]) == len(match.state.zones[GIFT]) == 0


def test_the_trick_shows_its_plays_and_the_play_to_beat(line):
    at = line(hands={0: "S3", 1: "P2", 2: "J9", 3: "T2"}, trick=["0 S4 P4", "1 S8 PH"], follow=2)
    scene = {z.id: z for z in at.view(3).scene}
    assert [p.at for p in scene["trick"].pieces] == ["1", "1", "2", "2"]
    assert at.says(scene["trick"].label) == "Pair of 8s"
    assert (scene["trick"].owner, scene["trick"].count) == (1, -25)


def zones(at, viewer):
    return {z.id: z for z in at.view(viewer).scene}


def test_play_goes_round_to_the_right_and_the_partner_sits_opposite(line):
    at = line(hands=FULL, lead=0)
    for viewer in range(4):
        seats = {z.owner: z.place for z in zones(at, viewer).values() if z.kind == "fan"}
        assert seats == {
            (viewer + 1) % 4: "right", (viewer + 2) % 4: "across", (viewer + 3) % 4: "left"
        }  # fmt: skip


def test_gifts_lie_on_the_table_and_only_their_giver_sees_them(line):
    at = line(hands=FULL, exchange=True)
    at.play("give S2", by=0)
    at.play("give SA", by=0)
    gifts = zones(at, 0)["gifts"]
    assert [(WORDS[int(x.id[1:])], x.at) for x in gifts.pieces] == [("S2", "0"), ("SA", "1")]
    assert [at.says(name) for name in gifts.shape.names] == [
        "for Player 2", "for Player 3", "for Player 4"
    ]  # fmt: skip
    assert len(zones(at, 0)["hand.0"].pieces) == 12
    for other in (1, 2, 3, None):
        shown = zones(at, other)
        assert len(shown["hand.0"].pieces) == 14
        assert not shown["gifts"].pieces if other else "gifts" not in shown


def test_who_still_gives_may_gather_all_gifts_before_one_is_given(line):
    at = line(hands=FULL, exchange=True)
    draft = at.view(0).prompt.draft
    assert draft.places == ("#gifts:0", "#gifts:1", "#gifts:2")
    assert at.says(draft.label) == "Give the three cards"
    for i, word in enumerate(("S2", "SA", "S3")):
        view = at.view(0)
        assert view.prompt.draft == draft
        assert all(len(offer.path) == 1 for offer in view.offers)
        at.play(f"give {word}", by=0)
        shown = {f"#gifts:{x.at}" for x in zones(at, 0)["gifts"].pieces}
        assert shown == set(draft.places[: i + 1])
    assert at.view(0).prompt.draft is None
    assert at.view(None).prompt.draft is None
    assert line(hands=FULL, lead=0).view(0).prompt.draft is None


def test_a_hand_can_be_sorted_by_rank_by_suit_and_by_combinations(line):
    hands = {0: "MA S4 P4 S5 J6 T7 S8 PK JK TK PH", 1: "P2", 2: "J2", 3: "T2"}
    hand = zones(line(hands=hands, lead=0), 0)["hand.0"]

    def laid(places):
        names = [WORDS[int(x.id[1:])] for x in hand.pieces]
        return " ".join("|" if i < 0 else names[i] for i in places)

    assert [laid(places) for _, places in hand.orders] == [
        "MA S4 P4 S5 J6 T7 S8 PK JK TK PH",
        "MA | S4 S5 S8 | P4 PK | J6 JK | T7 TK | PH",
        "MA | P4 S5 J6 T7 S8 | PK JK TK | S4 | PH",
    ]
    assert all(not z.orders for z in zones(line(hands=hands, lead=0), 1).values() if z.owner == 0)


def test_every_order_of_a_hand_holds_every_card_once(line):
    rng = SplitMix(3)
    for _ in range(60):
        cards = [rng.below(56) for _ in range(14)]
        words = " ".join(WORDS[c] for c in sorted(set(cards)))
        rest = [WORDS[c] for c in range(56) if c not in cards][:3]
        at = line(hands={0: words, 1: rest[0], 2: rest[1], 3: rest[2]}, lead=0)
        hand = zones(at, 0)["hand.0"]
        for _, places in hand.orders:
            assert sorted(i for i in places if i >= 0) == list(range(len(hand.pieces)))


def test_who_has_passed_since_the_last_play_says_so(line):
    at = line(hands={0: "S3 S9", 1: "P2 P9", 2: "J9", 3: "T2 T9"}, trick=["0 S4"], follow=1)

    def passed():
        return [p.player for p in at.view(0).panels if "passed" in p.tags]

    assert passed() == []
    at.play("pass")
    assert passed() == [1]
    at.play("play J9")
    assert passed() == []
    at.play("pass")
    at.play("pass")
    assert passed() == [0, 3]
    at.play("pass")
    assert at.asked == "2 Collect"
    assert passed() == [0, 1, 3]


def test_the_trick_before_can_be_looked_at_until_the_round_is_over(line):
    at = line(hands={0: "S3", 1: "P2 P9", 2: "J8", 3: "T2 T7"}, trick=["0 S4", "1 SK"], follow=2)
    assert "last" not in zones(at, 3)
    for key in ("pass", "pass", "pass", "collect"):
        at.play(key)
    for viewer in (0, 3, None):
        last = zones(at, viewer)["last"]
        assert last.shape.folded
        assert [(x.face, x.at) for x in last.pieces] == [("sword4", "1"), ("swordK", "2")]


def test_the_rounds_so_far_tell_their_points_and_their_calls(line):
    hands = {0: "S3", 1: "P2 P9", 2: "J8", 3: "T2 T7"}
    at = line(hands=hands, calls={0: "tichu", 1: "grand"}, lead=0, seed=1)
    told = at.view(2).scores
    assert [at.says(label) for label, _ in told.rows] == ["1, now"]
    assert [at.says(note) for note in told.notes[0]] == ["Tichu", "Grand Tichu"]
    at.play("play S3")
    while at.s.number == 1:
        at.play(at.offers[0])
    told = at.view(2).scores
    assert told.columns == (0, 1)
    assert [at.says(label) for label, _ in told.rows] == ["1", "2, now"]
    assert told.rows[0][1] == tuple(at.s.totals)
    assert "Tichu +100" in at.says(told.notes[0][0])
    assert at.says(told.notes[0][1]) == "Grand Tichu −200"


def test_a_match_says_why_a_set_of_cards_cannot_be_played():
    match = Match.start(GAME, 4, {"grand_tichu": False}, key=bytes(32))
    rng = SplitMix(1)
    while type(match.state.agenda[-1]).__name__ != "Lead":
        decision = awaited(match.state)[0]
        keys = list(GAME.keys(decision))
        match.play(decision.player, keys[rng.below(len(keys))], match.asked(decision.player))
    leader = awaited(match.state)[0].player
    hand = [f"c{c}" for c in match.state.hand(leader)]
    seq, text = match.seq, match.why_not(leader, [hand[0], hand[-1]])
    assert text is not None
    assert text.key == "refused.no_combination"
    assert match.why_not(leader, hand[-1:]) is None  # it may be played
    assert match.why_not(leader, ["c99", ""]) is None
    assert match.why_not((leader + 1) % 4, [hand[0]]) is None
    assert match.seq == seq


def test_plays_are_sets_of_cards_named_by_what_they_are(line):
    hands = {0: "S5 P6 J7 T8 PH S2", 1: "S3", 2: "J3", 3: "P2"}
    view = line(hands=hands, lead=0).view(0)
    cards = tuple(f"c{WORDS.index(w)}" for w in ("S5", "P6", "J7", "T8", "PH"))
    found = [o for o in view.offers if o.path == cards]
    assert {o.key: line(hands=hands, lead=0).says(o.label) for o in found} == {
        "play S5 P6 J7 T8 PH": "Straight to 9",
        "play S5 P6 J7 T8 PH as 4": "Straight to 8",
    }
    assert all(o.toggle for o in found)


def test_offers_of_the_fullest_hand_as_sets_stay_under_ten_kilobytes(line):
    hand = [WORDS[c] for c in (21, 22, 23, 28, 29, 30, 31, 32, 36, 37, 38, 41, 44, 54)]
    at = line(hands={0: " ".join(hand), 1: "S2", 2: "S3", 3: "P2"}, lead=0)
    offers = at.view(0).offers
    assert sum(offer.toggle for offer in offers) > 1500
    for lang in ("en", "ja"):
        sent = msgspec.json.encode(wire.offers(offers, Speech(lang, GAME, 0)))
        assert len(sent) < 10_000, lang


def test_the_third_gift_asks_for_a_second_click(line):
    at = line(hands=FULL, exchange=True)
    careful = []
    for gift in ("give S2", "give S3", "give S4"):
        careful.append(next(o.careful for o in at.view(0).offers if o.key == gift))
        at.play(gift)
    assert careful == [False, False, True]


def test_the_prompt_under_a_wish_tells_only_its_player_whether_it_binds(line):
    """Ruling D3."""
    facts = {"trick": ["3 S5"], "follow": 0, "wish": "8"}
    bound = line(hands={0: "S8", 1: "P2", 2: "J2", 3: "T2"}, **facts)
    free = line(hands={0: "S9", 1: "P2", 2: "J2", 3: "T2"}, **facts)
    assert "have to play" in bound.says(bound.view(0).prompt.title, viewer=0)
    assert "does not bind" in free.says(free.view(0).prompt.title, viewer=0)
    assert bound.view(1).prompt == free.view(1).prompt


# --- positions that cannot be -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"hands": {0: "S2"}}, "say one of"),
        ({"hands": {0: "S2"}, "lead": 0, "exchange": True}, "say one of"),
        ({"hands": {0: "S2"}, "lead": 0, "trick": ["1 S3"]}, "a trick goes with"),
        ({"hands": {0: "S99"}, "lead": 0}, "no card"),
        ({"hands": {0: "S2", 1: "S2"}, "lead": 0}, "named twice"),
        ({"hands": {0: "S2"}, "lead": 1}, "is not asked"),
        ({"hands": {4: "S2"}, "lead": 0}, "players are 0 to 3"),
        ({"hands": {0: "S2"}, "follow": 0, "trick": ["1 S3 P4"]}, "no combination"),
        ({"hands": {0: "S2"}, "follow": 0, "trick": ["S3"]}, "a play is written"),
        ({"hands": {0: "S2"}, "follow": 0, "trick": ["0 S3"]}, "his own play"),
        ({"hands": {0: "S2"}, "lead": 0, "wish": "14"}, "a rank is one of"),
        ({"hands": {0: "S2"}, "lead": 0, "out": (0,)}, "has no cards"),
        ({"hands": {0: "S2"}, "lead": 0, "calls": {1: "huge"}}, "tichu or grand"),
        ({"hands": {0: "S2"}, "exchange": True}, "holds 14 cards"),
    ],
)
def test_a_position_that_cannot_be_is_refused(line, facts, said):
    with pytest.raises(ValueError, match=said):
        line(**facts)


# --- whole matches ----------------------------------------------------------------------------


def test_random_matches_never_stall_and_wishes_are_made_with_straights_too():
    """T18."""
    led_in_straights = 0
    for seed in range(6):
        s = GAME.new(4, {"rounds": 8})
        rng = SplitMix(seed)
        advance(s, Simulated(rng))
        random_play(GAME, s, rng, 10_000)
        assert not s.agenda
        assert s.number == 8
        for led, wish in pairwise(s.events):
            if led.kind == "led" and wish.kind in ("wished", "no_wish"):
                led_in_straights += len(dict(led.args)["cards"].items) > 1
    assert led_in_straights > 0


# --- the folder -------------------------------------------------------------------------------


def test_every_ruling_that_is_cited_exists():
    folder, here = Path(plays.__file__).parent, Path(__file__).parent
    text = (folder / "RULINGS.md").read_text("utf-8")
    known = set(re.findall(r"\*\*([A-I]\d+)\*\*", text))
    cited: set[str] = set()
    sources = [*folder.glob("*.py"), folder / "locale" / "en.toml", *here.glob("*.py")]
    number = r"[A-I]\d+[ab]?"
    for path in sources:
        source = path.read_text("utf-8")
        for listed in re.findall(rf"(?:[Rr]ulings? |\()((?:{number}(?:, | and |-)?)+)", source):
            cited |= {x.rstrip("ab") for x in re.findall(number, listed)}
    assert len(known) > 50
    assert {"D3", "C7", "B3"} <= cited
    assert cited <= known


def test_every_edge_case_and_every_difference_has_a_test():
    here = Path(__file__).parent
    sources = "".join(p.read_text("utf-8") for p in sorted(here.glob("test_*.py")))
    said = " ".join(re.findall(r'^    """(.*?)"""', sources, re.M))
    for name, last in (("[Cc]ases?", 55), ("[Dd]ifferences?", 16)):
        listed = " ".join(re.findall(rf"{name} ((?:\d+(?:, )?)+)", said))
        assert set(map(int, re.findall(r"\d+", listed))) == set(range(1, last + 1))


def test_a_position_names_hands_zones_by_player(line):
    at = line(hands=FULL, lead=0, known={1: "SA"})
    assert at.s.knows(1, WORDS.index("SA"))
    assert at.s.where[WORDS.index("SA")] == HAND

"""Faults that other tables have had, each tried here."""

from __future__ import annotations

import re
from typing import Any

import pytest

from takujo.bots import BOTS, StateSeat, bot
from takujo.bots.simulate import random_play
from takujo.core.chance import Simulated, SplitMix
from takujo.core.frames import advance, awaited
from takujo.core.match import Match, Refused
from takujo.core.texts import Who
from takujo.games.tichu import GAME
from takujo.games.tichu.rules import DragonGift
from takujo.games.tichu.state import TRICK, WON, WORDS

VIEWERS = (0, 1, 2, 3, None)
BOMB = "S5 P5 J5 T5"

FULL = {
    0: "MA S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ SK SA",
    1: f"DG {BOMB} P6 P7 P8 P9 P10 PJ PQ PK PA",
    2: "PH J2 J3 J4 J6 J7 J8 J9 J10 JJ JQ JK JA P2",
    3: "DR T2 T3 T4 T6 T7 T8 T9 T10 TJ TQ TK TA P3",
}
FULL[0] = FULL[0].replace("S5", "P4")


# --- what beats what --------------------------------------------------------------------------


@pytest.mark.parametrize("trick", [["3 DR"], ["2 SA", "3 DR"]])
def test_a_single_phoenix_is_neither_offered_on_the_dragon_nor_taken(line, trick):
    """T01."""
    hands = {0: f"PH {BOMB}", 1: "S2", 2: "J2", 3: "T2"}
    at = line(hands=hands, trick=trick, follow=0)
    assert at.offers_of(0) == ("pass", f"play {BOMB}")
    assert at.refused("play PH", by=0) == "The Phoenix does not beat the Dragon (ruling B4)."


# --- going out --------------------------------------------------------------------------------


@pytest.mark.parametrize("bombs", ["grace", "ask"])
def test_a_player_who_goes_out_with_a_bomb_leaves_a_table_that_goes_on(line, bombs):
    """T02: three are left, one throws his last cards out of turn, the other two pass."""
    hands = {0: "SK S2", 1: "P2 P3", 3: BOMB}
    facts = {"follow": 1} if bombs == "grace" else {"window": True}
    at = line({"bombs_out_of_turn": bombs}, hands=hands, trick=["0 SQ"], out=(2,), **facts)
    at.play(f"play {BOMB}")
    assert (at.s.out, at.s.is_over) == ((2, 3), False)
    assert at.asked == "0 Follow"
    assert at.play("pass").asked == "1 Follow"
    assert at.play("pass").asked == "3 Collect"
    at.play("collect")
    assert at.asked == "0 Lead"
    assert at.s.worth(at.s.zones[WON + 3]) == 20


@pytest.mark.parametrize(
    ("hands", "out", "placed", "asked"),
    [
        ({0: "DG", 1: "S5", 3: "P2"}, (2,), (2, 0), "over"),
        ({0: "DG", 2: "J2 J3", 3: "P2"}, (1,), (1, 0), "2 Lead"),
        ({0: "DG", 3: "PK"}, (1, 2), (1, 2, 0), "over"),
    ],
)
def test_whoever_leads_the_dog_as_last_card_is_out_and_placed(line, hands, out, placed, asked):
    """T03."""
    at = line({"rounds": 1}, hands=hands, out=out, lead=0).play("play DG")
    assert at.asked == asked
    said = [dict(e.args) for e in at.events if e.kind == "out"]
    assert said == [{"who": Who(0), "n": len(placed)}]
    if asked != "over":
        assert at.s.out == placed
    elif placed == (2, 0):
        assert at.totals == (200, 0)


# --- who gets what ----------------------------------------------------------------------------


@pytest.mark.parametrize("owner", range(4))
def test_a_dragon_trick_goes_to_one_of_the_two_opponents_and_never_to_the_partner(line, owner):
    """T06."""
    right, partner, left = ((owner + i) % 4 for i in (1, 2, 3))
    hands = {p: f"{s}2 {s}3" for p, s in enumerate("SPJT")}
    for taker in (right, left):
        at = line(hands=hands, trick=[f"{partner} SA", f"{owner} DR"], gift=True)
        assert set(at.offers_of(owner)) == {f"dragon {right}", f"dragon {left}"}
        assert "opponent" in at.refused(f"dragon {partner}", by=owner)
        assert at.refused(f"dragon {owner}", by=owner)
        at.play(f"dragon {taker}")
        assert at.s.worth(at.s.zones[WON + taker]) == 25
        assert at.asked == f"{owner} Lead"
        assert f"Player {taker + 1}" in at.log("en")[0]


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_that_plays_for_somebody_gives_the_dragon_to_an_opponent(line, name):
    """T06: as when the table decides for a player whose time is over."""
    hands = {p: f"{s}2 {s}3 {s}4" for p, s in enumerate("SPJT")}
    for owner in range(4):
        at = line(hands=hands, trick=[f"{(owner + 1) % 4} SA", f"{owner} DR"], gift=True)
        assert isinstance(at.s.agenda[-1], DragonGift)
        for seed in range(3):
            key = bot(name).choose(StateSeat(GAME, at.s, owner), SplitMix(seed))
            assert key in {f"dragon {(owner + 1) % 4}", f"dragon {(owner + 3) % 4}"}


@pytest.mark.parametrize("giver", range(4))
def test_gifts_go_right_across_and_left_as_their_giver_sees_the_table(line, giver):
    """T06: the next player sits to the right, as play goes round."""
    at = line(hands=FULL, exchange=True)
    view = at.view(giver)
    seats = {z.place: z.owner for z in view.scene if z.id.startswith("hand.")}
    cards = [WORDS[c] for c in at.s.hand(giver) if WORDS[c] not in ("MA", "DG", "PH", "DR")][-3:]
    for place, word in zip(("right", "across", "left"), cards, strict=True):
        label = at.view(giver).offers[0].label
        assert dict(label.args)["whom"] == Who(seats[place])
        at.play(f"give {word}", by=giver)
    for player in range(4):
        if player != giver:
            hand = [WORDS[c] for c in at.s.hand(player)][-3:]
            at.play(*(f"give {word}" for word in hand), by=player)
    for place, word in zip(("right", "across", "left"), cards, strict=True):
        assert WORDS.index(word) in at.s.hand(seats[place])


# --- what is shown ----------------------------------------------------------------------------


def to_the_end_of_a_round(seed: int, options: dict[str, Any]) -> tuple[Match, int]:
    """A match played at random until its first round is over, and the line of its last play."""
    match = Match.start(GAME, 4, {"rounds": 4, **options}, key=b"faults %d" % seed)
    rng = SplitMix(seed)
    last = 0
    while match.state.number == 1:
        decision = awaited(match.state)[0]
        keys = list(GAME.keys(decision))
        key = keys[rng.below(len(keys))]
        if key.startswith("play"):
            last = match.seq
        match.play(decision.player, key, match.asked(decision.player))
    return match, last


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("bombs", ["grace", "off"])
def test_the_closing_play_lies_on_the_table_before_the_scores_are_told(seed, bombs):
    """T12: for every seat, the onlooker and the replay."""
    match, last = to_the_end_of_a_round(seed, {"bombs_out_of_turn": bombs})
    record = match.record()
    start, lines = record[0], record[1:]
    at_last = Match.load(start, lines[: last + 1])
    played = lines[last]["key"].removeprefix("play ").split(" as ")[0].split()
    for viewer in VIEWERS:
        view = at_last.view(viewer)
        trick = next(z for z in view.scene if z.id == "trick")
        if played != ["DG"]:
            faces = [p.face for p in trick.pieces if p.at == trick.pieces[-1].at]
            assert faces == [at_last.state.layout.faces[WORDS.index(w)] for w in played]
            assert view.report is None
            assert all(line.sheet is None for line in at_last.log(viewer))
    # What follows: the trick is taken, in the log, and then the scores are told.
    kinds = [line.text.key for line in match.log(None)]
    scored = kinds.index("log.scored")
    if played != ["DG"]:
        taken = max(i for i, kind in enumerate(kinds[:scored]) if kind == "log.collected")
        laid = max(
            i for i, k in enumerate(kinds[:scored]) if k in ("log.led", "log.played", "log.bomb")
        )
        assert laid < taken < scored


def test_the_record_stops_between_the_closing_play_and_its_trick(line):
    """T12."""
    at = line(hands={0: "SA", 3: "P2 PK"}, out=(1, 2), lead=0, seed=1).play("play SA")
    assert at.asked == "0 Collect"
    assert [WORDS[c] for c in at.s.zones[TRICK]] == ["SA"]
    assert at.log("en")[-1] == "Player 1 is out."
    at.play("collect")
    assert any("takes the trick" in x for x in at.log("en"))


def test_hidden_cards_have_no_names_that_last_from_deal_to_deal():
    """T13."""
    match, _ = to_the_end_of_a_round(1, {})
    backs = re.compile(r"hand\.[0-3]\.back\.\d+")
    for viewer in VIEWERS:
        for zone in match.view(viewer).scene:
            if not zone.id.startswith("hand.") or zone.owner == viewer:
                continue
            ids = [p.id for p in zone.pieces]
            assert ids == [f"{zone.id}.back.{i}" for i in range(len(ids))]
            assert all(backs.fullmatch(i) for i in ids)


def test_a_new_deal_is_a_new_question_so_that_no_selection_outlives_it():
    """T13: what is selected belongs to one question, named by its digest."""
    match = Match.start(GAME, 4, {"rounds": 1}, key=b"asked")
    rng = SplitMix(5)
    asked: dict[int, set[str]] = {p: set() for p in range(4)}
    while not match.over:
        decision = awaited(match.state)[0]
        player, name = decision.player, match.asked(decision.player)
        assert name not in asked[player]
        asked[player].add(name)
        keys = list(GAME.keys(decision))
        match.play(player, keys[rng.below(len(keys))], name)


# --- calls, bombs, wishes ---------------------------------------------------------------------


def test_tichu_may_be_called_in_the_exchange_and_until_the_first_card(line):
    """T17."""
    at = line(hands=FULL, exchange=True)
    assert all("tichu" in at.offers_of(p) for p in range(4))
    at.play("tichu", by=3)
    for player in range(4):
        at.play(*(f"give {WORDS[c]}" for c in at.s.hand(player)[-3:]), by=player)
    assert at.asked == "0 Lead"
    assert ["tichu" in at.offers_of(p) for p in range(4)] == [True, True, True, False]
    at.play("play MA", "wish none")
    assert ["tichu" in at.offers_of(p) for p in range(4)] == [False, True, True, False]
    at.play("tichu", by=1)


def test_a_bomb_is_refused_in_the_exchange_before_the_first_lead_and_between_two_tricks():
    """T17: through the door that people use; nothing changes."""
    options = GAME.checked_options(4, {})
    exchange = GAME.position(4, options, hands=FULL, exchange=True)
    first = GAME.position(4, options, hands=FULL, lead=0)
    between = GAME.position(4, options, hands={**FULL, 0: "S2 S3"}, lead=0, won={0: "MA SA"})
    gift = GAME.position(4, options, hands={1: f"{BOMB} P2", 0: "S2", 2: "J2", 3: "T2"},
                         trick=["0 DR"], gift=True)  # fmt: skip
    for state in (exchange, first, between, gift):
        match = Match.start(GAME, 4, {}, key=b"bomb")
        match.state = state
        before, lines = state.to_json(), list(match.lines)
        named = match.asked(1)
        with pytest.raises(Refused) as refused:
            match.play(1, f"play {BOMB}", named or "nothing")
        assert refused.value.code in ("illegal", "not_now")
        assert match.state.to_json() == before
        assert match.lines == lines


@pytest.mark.parametrize("matches", [20, pytest.param(125, marks=pytest.mark.prove)])
def test_bots_alone_answer_every_wish_and_name_none_sometimes(matches):
    """T18: eight rounds a match, so the longer of them is a thousand rounds."""
    wished, straights = play_rounds(range(matches), rounds=8)
    assert straights > 0
    assert {"wished", "no_wish"} <= wished


def play_rounds(seeds: range, rounds: int) -> tuple[set[str], int]:
    """Random matches to their end: what came of the wishes, and how many were with a straight."""
    wished: set[str] = set()
    straights = 0
    for seed in seeds:
        s = GAME.new(4, {"rounds": rounds})
        rng = SplitMix(seed)
        advance(s, Simulated(rng))
        random_play(GAME, s, rng, 20_000)
        assert not s.agenda
        assert s.number == rounds
        led = ""
        for event in s.events:
            if event.kind == "led":
                led = repr(dict(event.args)["what"])
            elif event.kind in ("wished", "no_wish"):
                wished.add(event.kind)
                straights += "straight" in led
    return wished, straights

"""Who knows which card after the exchange: giver and receiver, nobody else, until it is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from takujo.core.chance import SplitMix
from takujo.core.frames import retract
from takujo.core.knowledge import resample
from takujo.core.views import View
from takujo.games.tichu import GAME
from takujo.games.tichu.state import HAND, TRICK, WORDS
from takujo.text import words

VIEWERS = (0, 1, 2, 3, None)

HANDS = {
    0: "MA S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ SK SA",
    1: "DG P2 P3 P4 P5 P6 P7 P8 P9 P10 PJ PQ PK PA",
    2: "PH J2 J3 J4 J5 J6 J7 J8 J9 J10 JJ JQ JK JA",
    3: "DR T2 T3 T4 T5 T6 T7 T8 T9 T10 TJ TQ TK TA",
}
# To the next player, the partner, the player before.
GIFTS = {0: "S2 SA S3", 1: "P2 PA P3", 2: "J2 JA PH", 3: "T2 DR T3"}


def card(word: str) -> int:
    return WORDS.index(word)


def exchanged(line: Any, gifts: dict[int, str] = GIFTS, **facts: Any) -> Any:
    """The table after everybody has given: player 0 leads."""
    at = line(hands=HANDS, exchange=True, **facts)
    for player, given in gifts.items():
        at.play(*(f"give {word}" for word in given.split()), by=player)
    assert at.asked == "0 Lead"
    return at


def gifts_of(gifts: dict[int, str] = GIFTS) -> dict[str, tuple[int, int]]:
    """Per card: who gave it, and who got it."""
    return {
        word: (giver, (giver + i) % 4)
        for giver, given in gifts.items()
        for i, word in enumerate(given.split(), start=1)
    }


def faces(view: View, zone: str) -> list[str]:
    found = next(z for z in view.scene if z.id == zone)
    return [p.face for p in found.pieces]


def names(at: Any, cards: Sequence[str]) -> list[str]:
    return [at.s.layout.faces[card(word)] for word in cards]


def test_a_gift_is_known_to_giver_and_receiver_and_to_nobody_else(line):
    at = exchanged(line)
    for word, (giver, receiver) in gifts_of().items():
        knowing = {v for v in VIEWERS if at.s.knows(v, card(word))}
        assert knowing == {giver, receiver}, word
        assert at.s.where[card(word)] == HAND + receiver


def test_each_player_knows_his_hand_and_his_three_gifts_and_the_onlooker_the_lead_alone(line):
    at = exchanged(line)
    given = gifts_of()
    for viewer in range(4):
        known = {c for c in range(56) if at.s.knows(viewer, c)}
        mine = {card(w) for w, (giver, _) in given.items() if giver == viewer}
        assert known == {*at.s.hand(viewer), *mine, card("MA")}
    # That the leader holds the Mah Jong is told to everybody.
    assert [c for c in range(56) if at.s.knows(None, c)] == [card("MA")]


def test_others_hands_show_backs_alone_and_name_to_the_giver_what_he_gave(line):
    at = exchanged(line)
    for viewer in VIEWERS:
        view = at.view(viewer)
        for player in range(4):
            if player == viewer:
                continue
            hand = next(z for z in view.scene if z.id == f"hand.{player}")
            assert [p.face for p in hand.pieces] == ["back"] * 14
            named = {p.id for p in hand.pieces if not p.id.startswith("hand.")}
            mine = {w for w, pair in gifts_of().items() if pair == (viewer, player)}
            public = {"MA"} if player == 0 else set()
            assert named == {f"c{card(word)}" for word in mine | public}


def test_the_log_names_a_gift_to_giver_and_receiver_and_to_nobody_else(line):
    at = exchanged(line)
    told = {v: [x for x in at.log("en", viewer=v) if "give" in x] for v in VIEWERS}
    assert all(len(lines) == 12 for lines in told.values())
    said = words("en", GAME)
    for i, (word, (giver, receiver)) in enumerate(gifts_of().items()):
        (face,) = names(at, [word])
        naming = {v for v in VIEWERS if said.face(face) in told[v][i]}
        assert naming == {giver, receiver}, word
    assert len(set(told[None])) == 12  # who gives to whom, told without the card


def test_before_all_have_given_nobody_sees_a_choice_of_another(line):
    at = line(hands=HANDS, exchange=True)
    before = {v: repr(at.view(v)) for v in (1, 2, 3, None)}
    at.play("give S2", "give SA", by=0)
    assert {v: repr(at.view(v)) for v in before} == before
    retract(at.s, 0)
    at.play("give SK", by=0)
    assert {v: repr(at.view(v)) for v in before} == before


def test_a_gift_that_is_played_is_known_to_all_and_tells_nothing_of_the_others(line):
    at = exchanged(line).play("play MA", "wish none")
    at.play("play S2", by=1)
    assert at.s.where[card("S2")] == TRICK
    assert all(at.s.knows(v, card("S2")) for v in VIEWERS)
    for word, (giver, receiver) in gifts_of().items():
        if word != "S2":
            knowing = {v for v in VIEWERS if at.s.knows(v, card(word))}
            assert knowing == {giver, receiver}, word
    assert all("sword2" in faces(at.view(v), "trick") for v in VIEWERS)


def test_a_card_that_leaves_a_hand_does_not_make_the_giver_forget_the_rest(line):
    """The trick is open, so whoever knew the other cards still does."""
    at = exchanged(line).play("play MA", "wish none", "play P4")
    assert at.s.knows(0, card("S2"))
    assert at.s.knows(2, card("PH"))


def test_imagined_positions_keep_what_the_viewer_gave_and_got(line):
    at = exchanged(line)
    for viewer in VIEWERS:
        rng = SplitMix(7)
        mine = [w for w, (g, r) in gifts_of().items() if viewer in (g, r)]
        for _ in range(20):
            world = resample(GAME, at.s, viewer, rng)
            assert all(world.where[card(w)] == at.s.where[card(w)] for w in mine)
            if viewer is not None:
                assert world.hand(viewer) == at.s.hand(viewer)
            assert [len(world.hand(p)) for p in range(4)] == [14] * 4


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_gift_of_others_may_lie_anywhere_in_imagined_positions(line, viewer):
    at = exchanged(line)
    rng = SplitMix(3)
    others = [w for w, (g, r) in gifts_of().items() if viewer not in (g, r)]
    assert len(others) == (12 if viewer is None else 6)
    places: dict[str, Counter[int]] = {w: Counter() for w in others}
    for _ in range(60):
        world = resample(GAME, at.s, viewer, rng)
        for word in others:
            places[word][world.where[card(word)] - HAND] += 1
    free = {0, 1, 2, 3} - {viewer}
    for word, counted in places.items():
        assert set(counted) == free, word
        # Nobody's hand is likelier than twice another's, whoever really holds the card.
        assert max(counted.values()) < 3 * min(counted.values()) + 15, word


def test_what_two_exchange_leaves_the_others_and_the_onlooker_the_same_views(line):
    """Possible worlds: player 1 holds P4 and P9; which of them goes to player 3 is their secret."""
    worlds = []
    for gift in ("P4", "P9"):
        at = exchanged(line, {**GIFTS, 1: f"P2 {gift} P3"})
        seen = []
        for key in ("", "play MA", "wish 6", "tichu"):
            if key:
                at.play(key, by=2 if key == "tichu" else None)
            seen.append({v: (repr(at.view(v)), at.log("en", viewer=v)) for v in VIEWERS})
        worlds.append(seen)
    for one, other in zip(*worlds, strict=True):
        same = {v: one[v] == other[v] for v in VIEWERS}
        assert same == {0: True, 1: False, 2: True, 3: False, None: True}


def test_imagined_positions_of_the_others_cover_both_worlds_of_a_gift(line):
    """Whichever card player 1 has given player 3, players 0 and 2 imagine both."""
    for gift in ("P4", "P9"):
        at = exchanged(line, {**GIFTS, 1: f"P2 {gift} P3"})
        for viewer in (0, 2, None):
            rng = SplitMix(11)
            held = {
                (w, resample(GAME, at.s, viewer, rng).where[card(w)] - HAND)
                for _ in range(60)
                for w in ("P4", "P9")
            }
            assert {("P4", 3), ("P9", 3), ("P4", 1), ("P9", 1)} <= held


def test_the_last_hand_is_shown_to_all_and_the_next_deal_is_known_to_nobody_else(line):
    hands = {0: "SK", 3: "P2 PH"}
    at = line(hands=hands, out=(1, 2), lead=0, known={1: "PH"}, seed=1)
    at.play("play SK", "collect")
    assert any("Phoenix" in x for x in at.log("en"))
    assert at.asked.startswith("0 GrandTichu")
    for c in range(56):
        knowing = {v for v in VIEWERS if at.s.knows(v, c)}
        holder = at.s.where[c] - HAND
        assert knowing == ({holder} if 0 <= holder < 4 else set())

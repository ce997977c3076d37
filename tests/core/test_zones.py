"""Zones, and what the verbs let everybody know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from core.small import FACES, Notes, Small
from takujo.core.zones import COUNT, PIECE, PLACE, ZoneSpec, layout

MINE, THEIRS, DECK, ROW, OPEN, BAG, SHARED = range(7)
SPECS = (
    ZoneSpec("mine", 0b001, COUNT),
    ZoneSpec("theirs", 0b010, COUNT),
    ZoneSpec("deck", 0, PLACE),
    ZoneSpec("row", 0, PIECE),
    ZoneSpec("open", 0b111, PLACE),
    ZoneSpec("bag", 0, COUNT),
    ZoneSpec("shared", 0b011, COUNT),
)
ALL = 0b111  # two players and the onlooker


def table(**zones: list[int]) -> Notes:
    """Eight cards, laid where the test wants them; the others are in the bag."""
    cards = layout(2, SPECS, FACES)
    s = Small(cards=cards).new(2)
    told = {c for some in zones.values() for c in some}
    for name, some in zones.items():
        s.lay(cards.zone(name), some)
    s.lay(BAG, [c for c in range(8) if c not in told])
    return s


# --- laying out -------------------------------------------------------------------------------


def test_who_sees_a_zone_knows_what_is_laid_into_it() -> None:
    s = table(mine=[2, 1], open=[5])
    assert s.zones[MINE] == (1, 2)
    assert [s.seen[c] for c in (1, 2, 5, 0)] == [0b001, 0b001, ALL, 0]
    assert [s.where[c] for c in (1, 5, 0)] == [MINE, OPEN, BAG]
    assert s.epoch == 0


def test_a_layout_says_what_it_has() -> None:
    cards = layout(2, SPECS, FACES)
    assert cards.all == ALL
    assert [cards.bit(v) for v in (0, 1, None)] == [0b001, 0b010, 0b100]
    assert cards.zone("row") == ROW
    with pytest.raises(KeyError, match="no zone 'rwo'; there are mine, theirs, deck"):
        cards.zone("rwo")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((8, SPECS, FACES), "1-7 players"),
        ((0, SPECS, FACES), "1-7 players"),
        ((2, [ZoneSpec(f"z{i}", 0) for i in range(257)], FACES), "256 zones"),
        ((2, SPECS, FACES, [0, 1]), "as many backs and seats"),
        ((2, SPECS, FACES, [0] * 8, [1]), "as many backs and seats"),
        ((2, SPECS, FACES, [0] * 8, [0] * 4 + [1] * 4), "the same colours"),
        ((2, SPECS, FACES, None, [0] * 4 + [1] * 4), "the same colours"),
        ((2, [ZoneSpec("deck", 0), ZoneSpec("deck", 1)], FACES), "the same name"),
    ],
)
def test_a_layout_that_cannot_be_kept_is_refused(given: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        layout(*given)


# --- moving -----------------------------------------------------------------------------------


def test_a_card_goes_to_the_end_or_to_a_given_position() -> None:
    s = table(deck=[0, 1], open=[4, 5])
    s.move(4, DECK)
    s.move(5, DECK, 0)
    assert s.zones[DECK] == (5, 0, 1, 4)
    assert s.zones[OPEN] == ()
    assert [s.where[c] for c in (4, 5)] == [DECK, DECK]


def test_a_zone_that_is_followed_by_count_is_kept_sorted() -> None:
    s = table(mine=[6, 1], open=[3])
    s.move(3, MINE)
    assert s.zones[MINE] == (1, 3, 6)
    s.arrange(MINE, [6, 3, 1])
    assert s.zones[MINE] == (1, 3, 6)


def test_a_card_may_move_within_its_zone() -> None:
    s = table(row=[0, 1, 2])
    stamps = list(s.stamp[:3])
    s.move(2, ROW, 0)
    assert s.zones[ROW] == (2, 0, 1)
    assert list(s.stamp[:3]) == stamps  # followed by eye


def test_who_sees_the_new_zone_learns_the_card() -> None:
    s = table(deck=[0, 1])
    s.move(0, MINE)
    assert s.seen[0] == 0b001
    s.move(1, OPEN)
    assert s.seen[1] == ALL


def test_what_was_known_stays_known_where_the_card_can_be_followed() -> None:
    s = table(open=[0, 1, 2])
    for card, zone in ((0, ROW), (1, DECK), (2, BAG)):
        s.move(card, zone)
        assert s.seen[card] == ALL


def test_a_card_leaves_a_hand_unseen_and_all_the_others_forget_the_hand() -> None:
    s = table(mine=[0, 1, 2])
    for card in (0, 1, 2):
        s.reveal(card)
    s.move(1, BAG)
    assert [s.seen[c] for c in (0, 1, 2)] == [0b001] * 3  # its owner saw which one left


def test_who_sees_only_the_other_end_forgets_nothing() -> None:
    s = table(mine=[0, 1])
    s.reveal(0)
    s.reveal(1)
    s.move(1, THEIRS)
    assert s.seen[0] == 0b011  # the onlooker has forgotten
    assert s.seen[1] == 0b011


def test_a_card_that_is_laid_open_makes_nobody_forget() -> None:
    s = table(mine=[0, 1])
    s.reveal(0)
    s.move(1, OPEN)
    assert s.seen[0] == ALL


def test_nobody_forgets_when_a_place_or_a_piece_is_followed() -> None:
    s = table(deck=[0, 1], row=[2, 3])
    for card in range(4):
        s.peek(card, 1)
    s.move(0, BAG)
    s.move(2, BAG)
    assert [s.seen[c] for c in range(4)] == [0b010] * 4


# --- learning ---------------------------------------------------------------------------------


def test_reveal_and_peek_add_knowledge() -> None:
    s = table(deck=[0, 1])
    s.peek(0, 1)
    assert s.seen[0] == 0b010
    assert (s.knows(1, 0), s.knows(0, 0), s.knows(None, 0)) == (True, False, False)
    s.reveal(0)
    assert s.seen[0] == ALL
    assert s.knows(None, 0)


def test_the_epoch_grows_when_anybody_learns_and_only_then() -> None:
    s = table(deck=[0, 1], mine=[2], open=[3])
    steps: list[tuple[Callable[[], None], int]] = [
        (lambda: s.peek(0, 1), 1),
        (lambda: s.peek(0, 1), 1),  # he knew it already
        (lambda: s.move(2, DECK), 1),  # face down, known to its owner
        (lambda: s.move(1, MINE), 2),
        (lambda: s.move(3, ROW), 2),
        (lambda: s.reveal(3), 2),
        (lambda: s.reveal(0), 3),
        (lambda: s.arrange(DECK, (2, 0)), 3),
        (s.commit, 4),
    ]
    for act, epoch in steps:
        act()
        assert s.epoch == epoch


def test_shuffling_makes_all_forget_who_do_not_see_the_zone() -> None:
    s = table(deck=[0, 1], shared=[2, 3])
    for card in range(4):
        s.reveal(card)
    s.arrange(DECK, (1, 0))
    s.arrange(SHARED, (3, 2))
    assert [s.seen[c] for c in range(4)] == [0, 0, 0b011, 0b011]
    assert s.zones[DECK] == (1, 0)


@pytest.mark.parametrize("order", [(), (0,), (0, 0), (0, 1, 2), (0, 2)])
def test_an_order_of_other_cards_is_refused(order: tuple[int, ...]) -> None:
    s = table(deck=[0, 1])
    with pytest.raises(ValueError, match="no order of the cards in deck"):
        s.arrange(DECK, order)
    assert s.zones[DECK] == (0, 1)


# --- stamps -----------------------------------------------------------------------------------


def test_a_piece_gets_a_new_stamp_where_it_can_be_followed_by_eye() -> None:
    s = table(mine=[0, 1])
    s.move(0, ROW)
    s.move(1, ROW, 0)
    assert (s.stamp[0], s.stamp[1]) == (1, 2)
    s.move(0, BAG)
    assert s.stamp[0] == 0
    s.move(0, ROW)
    assert s.stamp[0] == 3


def test_a_shuffled_row_gets_new_stamps() -> None:
    s = table(row=[0, 1])
    assert list(s.stamp[:2]) == [1, 2]
    s.arrange(ROW, (1, 0))
    assert list(s.stamp[:2]) == [4, 3]


# --- what a viewer calls a card ---------------------------------------------------------------


def test_a_known_card_is_called_by_its_number_everywhere() -> None:
    s = table(deck=[0], row=[1], mine=[2], open=[3])
    for card in range(4):
        s.reveal(card)
        assert s.piece_id(card, None) == f"c{card}"


def test_a_hidden_card_is_called_what_the_viewer_can_follow() -> None:
    s = table(deck=[7, 0], row=[1], mine=[2])
    assert s.piece_id(0, 0) == "deck.1"
    assert s.piece_id(1, 0) == "k1"
    assert s.piece_id(2, 1) == "@mine"
    assert s.piece_id(2, 0) == "c2"


def test_pieces_show_a_face_only_to_who_knows_it() -> None:
    s = table(deck=[4, 0], row=[1, 2], mine=[5, 3])
    s.peek(2, 1)
    faces = {
        v: [(p.id, p.face) for z in (DECK, ROW, MINE) for p in s.pieces(z, v)] for v in (0, 1, None)
    }
    hidden = [("deck.0", "back"), ("deck.1", "back"), ("k1", "back")]
    assert faces[0] == [*hidden, ("k2", "back"), ("c3", "d"), ("c5", "f")]
    counted = [("mine.back.0", "back"), ("mine.back.1", "back")]
    assert faces[1] == [*hidden, ("c2", "c"), *counted]
    assert faces[None] == [*hidden, ("k2", "back"), *counted]


def test_known_cards_of_a_counted_zone_come_first_so_that_they_rank_nothing() -> None:
    views = []
    for hand in ([0, 4, 7], [4, 6, 7], [0, 1, 4]):
        s = table(mine=hand)
        s.reveal(4)
        views.append(s.pieces(MINE, 1))
    assert views[0] == views[1] == views[2]
    assert [p.id for p in views[0]] == ["c4", "mine.back.0", "mine.back.1"]


def test_backs_of_two_colours_are_sorted_by_colour_and_tell_no_more() -> None:
    views = []
    for hand in ([0, 5, 6], [3, 4, 7]):
        cards = layout(2, SPECS, FACES, backs=[0] * 4 + [1] * 4, seats=[1] * 4 + [0] * 4)
        s = Small(cards=cards).new(2)
        s.lay(MINE, hand)
        views.append(s.pieces(MINE, 1))
    assert views[0] == views[1]
    assert [p.seat for p in views[0]] == [0, 0, 1]

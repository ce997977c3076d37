"""Taking back: choices, answers, held choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from core.play import (
    BAG,
    CARDS,
    DECK,
    KEY,
    LAY,
    again,
    notes,
    play,
    refused,
    same,
    small,
)
from core.small import (
    Commit,
    Move,
    Pick,
    Show,
    Shuffle,
    Toss,
    each,
)
from takujo.core.chance import Keyed, take
from takujo.core.frames import answers_of
from takujo.core.match import Match
from toys import ambush

# --- undo -------------------------------------------------------------------------------------


def test_choices_in_a_row_are_taken_back_one_by_one() -> None:
    match = small(Pick(0), Pick(0), Pick(0), Pick(1))
    before = [match.state.to_json()]
    for key in ("pick 0", "pick 1"):
        play(match, 0, key)
        before.append(match.state.to_json())
    assert match.can_undo(0)
    assert not match.can_undo(1)
    assert not match.can_undo(None)
    (line,) = match.undo(0)
    assert line == {"seq": 3, "undo": 2}
    assert match.state.to_json() == before[1]
    match.undo(0)
    assert match.state.to_json() == before[0]
    assert refused(match, lambda: match.undo(0)).reason.key == "refused.nothing_to_take_back"
    assert match.effective() == match.lines[:1]


def test_a_whole_turn_is_taken_back_at_once() -> None:
    match = small(Pick(0), Pick(0), Pick(0), Pick(1))
    start = match.state.to_json()
    assert not match.view(0).restart
    play(match, 0, "pick 0")
    assert not match.view(0).restart
    play(match, 0, "pick 1")
    assert match.view(0).restart
    assert not match.view(1).restart
    match.undo(0, "turn")
    assert match.state.to_json() == start


def test_undo_says_what_it_can_take_back() -> None:
    match = small(Pick(0), Pick(0))
    play(match, 0, "pick 0")
    assert refused(match, lambda: match.undo(0, "everything")).reason.key == "refused.undo_to"


@pytest.mark.parametrize("after", [(Show(1),), (Commit(),), (Move(1, 0),)])
def test_what_somebody_has_learned_cannot_be_taken_back(after: tuple[Any, ...]) -> None:
    match = small(Pick(0, after=after), Pick(0), cards=CARDS, lay=LAY)
    play(match, 0, "pick 0")
    assert not match.can_undo(0)
    refused(match, lambda: match.undo(0))


def test_nothing_before_a_barrier_can_be_taken_back() -> None:
    match = small(Pick(0), Pick(0, after=(Show(1),)), Pick(0), Pick(0), cards=CARDS, lay=LAY)
    play(match, 0, "pick 0", "pick 0", "pick 1")
    match.undo(0)
    assert not match.can_undo(0)


def test_nothing_can_be_taken_back_once_somebody_else_was_asked() -> None:
    match = small(Pick(0), Pick(1), Pick(0))
    play(match, 0, "pick 0")
    assert not match.can_undo(0)
    play(match, 1, "pick 0")
    assert not match.can_undo(0)
    assert not match.can_undo(1)


def test_an_interrupt_ends_what_can_be_taken_back() -> None:
    match = small(Pick(0), Pick(0, shouts=(0, 1)), Pick(0, shouts=(0,)))
    play(match, 0, "pick 0")
    play(match, 1, "shout")
    assert not any(match.can_undo(p) for p in (0, 1))
    play(match, 0, "pick 0")
    assert match.can_undo(0)
    play(match, 0, "shout")
    assert not match.can_undo(0)


def test_the_end_of_the_match_cannot_be_taken_back() -> None:
    match = small(Pick(0), Pick(0))
    play(match, 0, "pick 0", "pick 0")
    assert not match.can_undo(0)
    assert refused(match, lambda: match.undo(0)).reason.key == "refused.over"


def test_a_secret_draw_that_is_taken_back_comes_again_unchanged() -> None:
    match = small(
        Pick(0, after=(Shuffle(DECK),)), Pick(0, after=(Toss(50, 5),)), cards=CARDS, lay=LAY
    )
    play(match, 0, "pick 0")
    deck, line = match.state.zones[DECK], match.lines[-1]
    for key in ("pick 1", "pick 0"):
        match.undo(0)
        play(match, 0, key)
        assert match.state.zones[DECK] == deck
        assert match.lines[-1]["chance"] == line["chance"]
    play(match, 0, "pick 0")
    draws = match.draws()
    assert [index for index, _, _ in draws] == [0, 1]
    assert all(take(Keyed(KEY, i), draw) == outcome for i, draw, outcome in draws)


def test_lines_that_were_taken_back_stay_in_the_log_and_are_marked() -> None:
    match = small(Pick(0), Pick(0), Pick(0))
    play(match, 0, "pick 0", "pick 1")
    match.undo(0)
    play(match, 0, "pick 0")
    assert [(line.seq, line.undone) for line in match.log(1)] == [
        (1, False), (2, True), (4, False)
    ]  # fmt: skip


def test_the_version_grows_with_every_change_also_after_undo() -> None:
    match = small(Pick(0), Pick(0), Pick(1))
    seqs = [match.view(0).seq]
    acts: list[Callable[[], Any]] = [
        lambda: play(match, 0, "pick 0"),
        lambda: match.undo(0),
        lambda: play(match, 0, "pick 0"),
        lambda: play(match, 0, "pick 0", hold="always"),
        lambda: match.undo(0),
        lambda: match.reseat(1, "bot:greedy"),
    ]
    for act in acts:
        act()
        seqs.append(match.view(0).seq)
    assert seqs == sorted(set(seqs))


def test_the_same_decision_has_the_same_name_after_undo() -> None:
    match = small(Pick(0), Pick(0), Pick(0))
    name = match.asked(0)
    play(match, 0, "pick 0")
    match.undo(0)
    assert match.asked(0) == name


# --- answers in a simultaneous choice ---------------------------------------------------------


def test_everybody_may_take_back_his_own_answers_until_all_are_done() -> None:
    match = small(each(2, 1), Pick(0))
    play(match, 0, "answer 3", "answer 1")
    assert (match.can_undo(0), match.can_undo(1)) == (True, False)
    assert match.view(0).restart
    match.undo(0, "answer")
    assert match.lines[-1] == {"seq": 3, "retract": 2, "seat": 0}
    play(match, 1, "answer 4")
    match.undo(1)
    match.undo(0)
    assert answers_of(match.state.agenda[-1]) == ((), ())  # type: ignore[arg-type]
    play(match, 0, "answer 0", "answer 2")
    play(match, 1, "answer 4")
    assert notes(match) == (("resolved", (0, 2), (4,)),)
    assert not match.can_undo(0)
    assert [line.get("key") for line in match.effective()[1:]] == [
        "answer 0", "answer 2", "answer 4"
    ]  # fmt: skip


def test_the_same_question_has_the_same_name_after_an_answer_was_taken_back() -> None:
    match = small(each(2, 1))
    names = [match.asked(0)]
    play(match, 0, "answer 3")
    names.append(match.asked(0))
    play(match, 0, "answer 1")
    for name in reversed(names):
        match.undo(0)
        assert match.asked(0) == name


def test_all_answers_of_a_chain_are_taken_back_at_once() -> None:
    match = small(each(3, 1))
    play(match, 0, "answer 3", "answer 1")
    lines = match.undo(0, "turn")
    assert [line["retract"] for line in lines] == [2, 1]
    assert answers_of(match.state.agenda[-1])[0] == ()  # type: ignore[arg-type]


def test_taking_an_answer_back_leaves_an_interrupt_alone() -> None:
    match = small(each(2, 1, shouts=[0]))
    play(match, 0, "answer 3", "shout")
    assert match.can_undo(0)
    match.undo(0)
    assert match.lines[-1]["retract"] == 1
    assert [line.get("key") for line in match.effective()[1:]] == ["shout"]
    play(match, 0, "answer 2", "answer 0")
    play(match, 1, "answer 1")
    assert notes(match) == (("shout", 0), ("resolved", (2, 0), (1,)))
    assert same(again(match), match)
    record = match.record()
    assert Match.load(record[0], record[1:], game=match.game).state == match.state


def test_an_answer_of_an_earlier_choice_is_not_taken_back_in_a_later_one() -> None:
    match = small(each(1, 1), each(1, 1))
    play(match, 0, "answer 3")
    play(match, 1, "answer 3")
    assert not match.can_undo(0)
    play(match, 0, "answer 1")
    match.undo(0)
    assert match.lines[-1]["retract"] == 3
    refused(match, lambda: match.undo(0))


def test_a_chain_of_one_player_alone_cannot_be_taken_back_once_it_is_done() -> None:
    match = small(Pick(0), each(1, 0), Pick(0))
    play(match, 0, "pick 0")
    assert not match.can_undo(0)  # his answers come first
    play(match, 0, "answer 1")
    assert not match.can_undo(0)


# --- held choices -----------------------------------------------------------------------------


def test_a_choice_that_hands_over_is_held_until_it_is_confirmed() -> None:
    match = small(Pick(0), Pick(1))
    before = match.state.to_json()
    (line,) = play(match, 0, "pick 1", hold="always")
    assert line == {"seq": 1, "seat": 0, "hold": "pick 1"}
    assert match.state.to_json() == before
    assert match.awaited == (0,)
    mine = match.view(0)
    assert (mine.held, mine.undo, mine.offers, mine.prompt.asked) == (True, True, (), "")
    assert mine.prompt.awaited == (1,)  # as it will be
    theirs = match.view(1)
    assert (theirs.held, theirs.offers, theirs.prompt.awaited) == (False, (), (0,))
    (line,) = match.confirm(0)
    assert line == {"seq": 2, "seat": 0, "key": "pick 1"}
    assert match.awaited == (1,)
    assert [line.get("key") for line in match.effective()] == [None, "pick 1"]


def test_a_held_choice_is_taken_back_as_if_it_had_never_been() -> None:
    for to in ("ask", "turn", "answer"):
        match = small(Pick(0), Pick(1))
        name = match.asked(0)
        play(match, 0, "pick 1", hold="always")
        (line,) = match.undo(0, to)
        assert line == {"seq": 2, "undo": 1}
        assert match.held is None
        assert match.asked(0) == name
        assert same(again(match), match)


def test_a_whole_turn_with_its_held_choice_is_taken_back() -> None:
    match = small(Pick(0), Pick(0), Pick(1))
    start = match.state.to_json()
    play(match, 0, "pick 0")
    play(match, 0, "pick 1", hold="two")
    assert match.held == (0, "pick 1")
    assert match.view(0).restart
    match.undo(0, "turn")
    assert match.state.to_json() == start
    assert match.held is None
    assert match.effective() == match.lines[:1]
    assert same(again(match), match)


def test_only_the_held_choice_is_taken_back_first() -> None:
    match = small(Pick(0), Pick(0), Pick(1))
    play(match, 0, "pick 0")
    play(match, 0, "pick 1", hold="always")
    match.undo(0)
    assert notes(match) == ((0, 0),)
    assert match.can_undo(0)


def test_the_setting_two_holds_after_another_choice_only() -> None:
    match = small(Pick(0), Pick(1))
    play(match, 0, "pick 1", hold="two")
    assert match.held is None
    match = small(Pick(0), Pick(0), Pick(1))
    play(match, 0, "pick 1", "pick 1", hold="two")
    assert match.held is not None


@pytest.mark.parametrize("after", [(Show(1),), (Commit(),), ()])
def test_what_does_not_hand_over_or_cannot_be_taken_back_is_not_held(after: Any) -> None:
    end = Pick(0) if not after else Pick(1)
    match = small(Pick(0, after=after), end, cards=CARDS, lay=LAY)
    play(match, 0, "pick 1", hold="always")
    assert match.held is None
    assert len(notes(match)) == 1


def test_while_a_choice_is_held_its_player_can_only_confirm_or_take_back() -> None:
    match = small(Pick(0, shouts=(0,)), Pick(1))
    name = match.asked(0)
    play(match, 0, "pick 1", hold="always")
    for act in (
        lambda: match.play(0, "pick 0", name),
        lambda: match.play(0, "shout", name),
        lambda: match.play(1, "pick 0", name),
        lambda: match.confirm(1),
        lambda: match.undo(1),
    ):
        assert refused(match, act).code == "not_now"


def test_an_interrupt_does_not_wait_for_a_confirmation() -> None:
    match = small(Pick(0, shouts=(1,)), Pick(1))
    play(match, 0, "pick 1", hold="always")
    assert [o.key for o in match.view(1).offers] == ["shout"]
    lines = play(match, 1, "shout")
    assert [sorted(line) for line in lines] == [["seq", "undo"], ["key", "seat", "seq"]]
    assert match.held is None
    assert notes(match) == (("shout", 1),)
    assert match.awaited == (0,)
    play(match, 0, "pick 0")
    assert same(again(match), match)


def test_nothing_is_confirmed_that_is_not_held() -> None:
    match = small(Pick(0), Pick(1))
    assert refused(match, lambda: match.confirm(0)).reason.key == "refused.nothing_held"


def test_a_held_choice_goes_with_the_player_who_leaves_his_seat() -> None:
    ways: list[Callable[[Match], Any]] = [
        lambda m: m.reseat(0, "bot:random"),
        lambda m: m.concede(0),
    ]
    for leave in ways:
        match = small(Pick(0), Pick(1), players=3)
        play(match, 0, "pick 1", hold="always")
        leave(match)
        assert match.held is None
        assert notes(match) == ()
        assert same(again(match), match)


def test_a_held_choice_stays_when_somebody_else_changes_seats() -> None:
    match = small(Pick(0), Pick(1))
    play(match, 0, "pick 1", hold="always")
    match.reseat(1, "bot:greedy")
    assert match.held == (0, "pick 1")
    assert same(again(match), match)
    match.confirm(0)
    assert notes(match) == ((0, 1),)
    assert same(again(match), match)


def test_the_view_of_a_held_choice_moves_the_pieces_for_its_player_alone() -> None:
    match = small(Pick(0, after=(Move(2, BAG),)), Pick(1), cards=CARDS, lay=LAY)
    play(match, 0, "pick 0", hold="always")
    assert [len(z.pieces) for z in match.view(0).scene] == [1, 2, 1]
    assert [len(z.pieces) for z in match.view(1).scene] == [1, 3, 0]
    assert (match.view(0).moves, match.view(1).moves) == ((("deck.1", "@bag"),), ())
    match.confirm(0)
    assert match.view(0).moves == match.view(1).moves == (("deck.1", "@bag"),)


def test_a_choice_that_is_held_or_taken_back_before_it_counts_shows_to_nobody_else() -> None:
    match = small(Pick(0), Pick(0), Pick(1))
    play(match, 0, "pick 0")
    before = {viewer: match.view(viewer) for viewer in (0, 1, None)}
    play(match, 0, "pick 0", hold="always")
    assert match.view(0) != before[0]
    assert {viewer: match.view(viewer) for viewer in (1, None)} == {
        1: before[1],
        None: before[None],
    }
    match.undo(0)
    assert {viewer: match.view(viewer) for viewer in (1, None)} == {
        1: before[1],
        None: before[None],
    }
    play(match, 0, "pick 0", hold="always")
    match.confirm(0)
    assert match.view(None).seq == before[None].seq + 1
    assert match.view(1).seq == match.seq_for(1)


def test_an_unfinished_answer_in_a_simultaneous_choice_shows_to_nobody_else() -> None:
    match = Match.start(ambush.GAME, 3, {}, key=KEY)
    others = (0, 2, None)
    before = [match.view(viewer) for viewer in others]
    play(match, 1, match.view(1).offers[0].key)
    assert [match.view(viewer) for viewer in others] == before
    match.undo(1, "answer")
    assert [match.view(viewer) for viewer in others] == before
    while 1 in match.awaited:
        play(match, 1, match.view(1).offers[0].key)
    after = match.view(0)
    assert after.seq == before[0].seq + 1
    assert after.prompt.chosen == (1,)

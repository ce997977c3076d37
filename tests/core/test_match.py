"""A match in play: commands, undo, held choices, seats, endings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from core.play import KEY, again, play, same, small, toy, written
from core.small import (
    FACES,
    Commit,
    Move,
    Note,
    Notes,
    Pick,
    Show,
    Shuffle,
    Small,
    Toss,
    each,
    sentence,
    simulated,
)
from takujo.core.chance import Draw, Keyed, SplitMix, take
from takujo.core.frames import Ask, answers_of, awaited
from takujo.core.match import Match, Refused
from takujo.core.state import State
from takujo.core.texts import say
from takujo.core.views import Sheet
from takujo.core.zones import COUNT, PLACE, ZoneSpec, layout

DECK = 1
CARDS = layout(2, [ZoneSpec("hand", 0b001, COUNT), ZoneSpec("deck", 0, PLACE)], FACES[:4])
LAY = {0: [0], 1: [1, 2, 3]}


def notes(match: Match) -> tuple[Any, ...]:
    assert isinstance(match.state, Notes)
    return match.state.notes


def refused(match: Match, act: Any) -> Refused:
    """The refusal of a command, which must change nothing."""
    before = (written(match), match.state.to_json(), match.held, list(match.by), match.seq)
    names = [match.asked(p) for p in range(match.players)]
    with pytest.raises(Refused) as refusal:
        act()
    assert (written(match), match.state.to_json(), match.held, list(match.by), match.seq) == before
    assert [match.asked(p) for p in range(match.players)] == names
    return refusal.value


# --- starting and playing ---------------------------------------------------------------------


def test_a_match_begins_with_the_first_draws_and_runs_to_the_first_decision() -> None:
    match = small(Toss(6), Note("a"), Pick(0))
    outcome = take(Keyed(KEY, 0), Draw(6))
    assert match.lines == [
        {"seq": 0, "start": True, "chance": [[6, list(outcome)]], "digest": match.digest()}
    ]
    assert match.awaited == (0,)
    assert match.header["seats"] == ["human", "human"]
    assert match.header["options"] == {"level": 1}


def test_a_choice_is_a_line_with_what_nature_drew_after_it() -> None:
    match = small(Pick(0, after=(Toss(9, 2), Toss(4))), Pick(1))
    (line,) = play(match, 0, "pick 1")
    assert line == {
        "seq": 1,
        "seat": 0,
        "key": "pick 1",
        "chance": [[9, list(take(Keyed(KEY, 0), Draw(9, 2)))],
                   [4, list(take(Keyed(KEY, 1), Draw(4)))]],
    }  # fmt: skip
    assert match.awaited == (1,)


def test_a_simulator_may_bring_its_own_nature_for_the_whole_match() -> None:
    outcomes = []
    for seed in range(8):
        game = Small(Pick(0, after=(Toss(1000),)))
        match = Match.start(game, 2, nature=simulated(seed))
        play(match, 0, "pick 0")
        outcomes.append(notes(match)[-1])
    assert len(set(outcomes)) == 8


def test_seats_are_as_many_as_players() -> None:
    with pytest.raises(ValueError, match="2 seats expected, not 3"):
        Match.start(Small(Pick(0)), 2, seats=["human"] * 3)


def test_the_match_is_over_when_nothing_is_left_to_do() -> None:
    match = small(Pick(0))
    assert not match.over
    play(match, 0, "pick 0")
    assert match.over
    assert match.awaited == ()
    assert refused(match, lambda: match.play(0, "pick 0", "")).reason.key == "refused.over"
    assert match.view(0).result is not None


@pytest.mark.parametrize("seat", [1, 2, -1, 99])
def test_who_is_not_asked_cannot_play(seat: int) -> None:
    match = small(Pick(0), Pick(1))
    refusal = refused(match, lambda: match.play(seat, "pick 0", match.asked(0)))
    assert (refusal.code, refusal.reason.key) == ("not_now", "refused.not_asked")
    assert match.asked(seat) == ""


@pytest.mark.parametrize("key", ["pick 7", "shout", "", "pick", "set:3", "pick 0 0"])
def test_a_key_that_is_not_offered_is_illegal(key: str) -> None:
    match = small(Pick(0))
    refusal = refused(match, lambda: match.play(0, key, match.asked(0)))
    assert (refusal.code, refusal.reason.key) == ("illegal", "refused.not_offered")


def test_a_game_may_say_which_rule_forbids_a_key() -> None:
    match = toy("bombs")
    for seat in range(4):
        play(match, seat, *list(match.game.keys(match.decision(seat)))[:1])
        play(match, seat, *list(match.game.keys(match.decision(seat)))[:1])
    leader = match.awaited[0]
    play(match, leader, next(iter(match.game.keys(match.decision(leader)))))
    follower = match.awaited[0]
    refusal = refused(match, lambda: match.play(follower, "play sun1", match.asked(follower)))
    assert refusal.reason.key == "refused.too_low"


# --- stale commands ---------------------------------------------------------------------------


def test_the_same_click_is_carried_out_once() -> None:
    match = small(Pick(0), Pick(0), Pick(0))
    name = match.asked(0)
    match.play(0, "pick 0", name)
    refusal = refused(match, lambda: match.play(0, "pick 0", name))
    assert (refusal.code, refusal.reason.key) == ("stale", "refused.stale")


def test_a_command_stays_valid_while_somebody_else_interrupts() -> None:
    match = small(Pick(0, shouts=(1,)))
    name = match.asked(0)
    play(match, 1, "shout")
    match.play(0, "pick 1", name)
    assert notes(match) == (("shout", 1), (0, 1))


def test_a_command_is_stale_when_the_offers_have_changed() -> None:
    match = small(Pick(0, shouts=(1,), then_shout=(Pick(0, 3),)))
    name = match.asked(0)
    play(match, 1, "shout")
    assert refused(match, lambda: match.play(0, "pick 1", name)).code == "stale"


def test_an_interrupt_has_a_name_of_its_own() -> None:
    match = small(Pick(0, shouts=(0, 1)))
    assert match.asked(1) not in ("", match.asked(0))
    play(match, 1, "shout")
    play(match, 0, "shout")  # beside his own question, under its name
    assert match.view(1).prompt.asked == match.asked(1)
    assert notes(match) == (("shout", 1), ("shout", 0))


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
    seqs = [match.view(None).seq]
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
        seqs.append(match.view(None).seq)
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
    match = small(Pick(0, after=(Move(0, DECK),)), Pick(1), cards=CARDS, lay=LAY)
    play(match, 0, "pick 0", hold="always")
    assert [len(z.pieces) for z in match.view(0).scene] == [0, 4]
    assert [len(z.pieces) for z in match.view(1).scene] == [1, 3]
    assert match.view(1).moves == ()


# --- seats, endings ---------------------------------------------------------------------------


def test_a_seat_goes_to_a_bot_and_back() -> None:
    match = small(Pick(0), Pick(1))
    (line,) = match.reseat(1, "bot:greedy")
    assert line == {"seq": 1, "seat": 1, "by": "bot:greedy"}
    match.reseat(1, "human")
    assert match.by == ["human", "human"]
    assert [x.text.key for x in match.log(0)] == ["log.seat_to_bot", "log.seat_taken_back"]
    assert refused(match, lambda: match.reseat(2, "human")).reason.key == "refused.no_such_seat"
    assert match.header["seats"] == ["human", "human"]


def test_a_change_of_seats_is_not_undone_with_the_choice_before_it() -> None:
    match = small(Pick(0), Pick(0), Pick(1))
    play(match, 0, "pick 0")
    match.reseat(1, "bot:greedy")
    play(match, 0, "pick 1", hold="always")
    match.reseat(1, "bot:random")
    match.undo(0, "turn")
    assert match.by == ["human", "bot:random"]
    assert [sorted(line) for line in match.effective()[1:]] == [["by", "seat", "seq"]] * 2
    assert same(again(match), match)


def test_whoever_concedes_ranks_last_and_the_others_play_on() -> None:
    match = small(Pick(0), Pick(1), Pick(2), players=3, rank=(1, 2, 3))
    match.concede(0)
    assert not match.over
    result = match.result()
    assert (result.rank, result.won) == ((3, 1, 2), (False, True, False))
    assert result.reason.key == "result.conceded"
    assert refused(match, lambda: match.concede(0)).reason.key == "refused.conceded"
    assert refused(match, lambda: match.concede(5)).reason.key == "refused.no_such_seat"
    match.concede(1)
    assert match.over
    assert match.result().rank == (2, 3, 1)
    assert match.result().won == (False, False, True)


def test_who_has_conceded_in_vain_changes_no_victory() -> None:
    match = small(Pick(0), players=3, rank=(1, 2, 3))
    match.concede(2)
    assert match.result().reason.key != "result.conceded"
    assert match.result().rank == (1, 2, 3)


def test_conceding_alone_wins_nothing() -> None:
    match = small(Pick(0), players=1)
    match.concede(0)
    assert match.over
    assert match.result().won == (False,)


def test_an_automated_rival_ranks_when_its_opponent_concedes() -> None:
    match = small(Pick(0), players=1, rank=(1, 2))
    match.concede(0)
    assert match.result().rank == (2, 1)
    assert match.result().won == (False, True)


def test_a_match_of_two_sides_goes_on_while_each_side_has_a_player() -> None:
    match = toy("bombs")
    match.concede(0)
    match.concede(1)
    assert not match.over
    match.concede(2)
    assert match.over
    assert match.result().won == (False, False, False, True)


def test_a_match_that_is_over_by_concession_asks_nothing_any_more() -> None:
    match = small(Pick(0, shouts=(0, 1)), each(1, 1))
    match.concede(1)
    for seat in (0, 1, None):
        shown = match.view(seat)
        assert shown.offers == ()
        assert shown.prompt.awaited == ()
        assert [p.waiting for p in shown.panels] == [None, None]
        assert shown.result is not None
        assert shown.result.rank == (1, 2)
    assert match.asked(0) == ""


def test_a_truncated_match_is_scored_as_it_stands() -> None:
    match = small(Pick(0), Pick(1))
    play(match, 0, "pick 0", hold="always")
    (line,) = match.truncate()
    assert line == {"seq": 2, "truncate": True}
    assert match.over
    assert match.held is None
    assert match.view(1).result is not None
    assert refused(match, match.truncate).reason.key == "refused.over"
    for act in (
        lambda: match.undo(0), lambda: match.confirm(0), lambda: match.concede(0),
        lambda: match.reseat(0, "human"),
    ):  # fmt: skip
        refused(match, act)


# --- looking ----------------------------------------------------------------------------------


class Scored(Pick):
    """Picking gives a score sheet."""

    __slots__ = ()

    def choose(self, s: Notes, action: Any) -> None:
        s.report("scored", Sheet(say("sheet.round"), (0, 1), ()))
        s.note("scored")


def test_a_score_sheet_is_shown_with_the_step_that_made_it() -> None:
    match = small(Scored(0), Pick(1), Pick(0))
    assert match.view(1).report is None
    play(match, 0, "pick 0")
    shown = match.view(1).report
    assert shown is not None
    assert sentence(shown.title) == "sheet.round"
    play(match, 1, "pick 0")
    assert match.view(1).report is None
    assert match.log(1)[0].sheet == shown


def test_the_view_has_the_tail_of_the_log() -> None:
    match = small(*(Pick(0) for _ in range(80)))
    play(match, 0, *["pick 0"] * 75)
    assert len(match.log(0)) == 75
    assert match.view(0).log == match.log(0)[-60:]
    assert match.log(0, 3) == match.log(0)[-3:]


def test_a_seat_shows_a_bot_its_own_side_only() -> None:
    match = small(Pick(0, shouts=(1,)), each(1, 1), cards=CARDS, lay=LAY)
    seat = match.seat(0)
    assert seat.view() == match.view(0)
    assert seat.offers() == ("pick 0", "pick 1")
    assert seat.decision() == awaited(match.state)[0]
    assert seat.game is match.game
    deck = {seat.sample(SplitMix(i)).zones[DECK] for i in range(100)}
    assert len(deck) == 6
    with pytest.raises(Refused):
        match.seat(2).decision()


def test_looking_at_a_match_changes_nothing() -> None:
    match = small(Pick(0, after=(Show(1),), shouts=(1,)), cards=CARDS, lay=LAY)
    before = (written(match), match.state.to_json(), match.digest())
    for seat in (0, 1, None):
        match.view(seat)
        match.log(seat)
    match.result()
    match.record()
    assert (written(match), match.state.to_json(), match.digest()) == before


class Broken(Pick):
    """A rule with a fault in it."""

    __slots__ = ()

    def choose(self, s: Notes, action: Any) -> None:
        s.note("half")
        if action.args[0] == 1:
            raise ZeroDivisionError


def test_a_fault_in_the_rules_changes_nothing() -> None:
    match = small(Broken(0), Pick(0))
    before = (match.asked(0), match.state.to_json(), written(match))
    with pytest.raises(ZeroDivisionError):
        match.play(0, "pick 1", match.asked(0))
    assert (match.asked(0), match.state.to_json(), written(match)) == before
    assert isinstance(match.state, State)
    assert isinstance(match.state.agenda[-1], Ask)
    play(match, 0, "pick 0")
    assert match.can_undo(0)

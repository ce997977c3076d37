"""The agenda and the run loop."""

from __future__ import annotations

import dataclasses
from itertools import permutations
from typing import Any

import pytest

from core.small import (
    ANSWER,
    PICK,
    SHOUT,
    Cut,
    Each,
    Floor,
    Note,
    Notes,
    Pick,
    Push,
    Small,
    Toss,
    each,
    run,
    simulated,
)
from takujo.core.actions import Action, Decision, IllegalAction
from takujo.core.frames import (
    ANY,
    DONE,
    FREE,
    PART,
    PRINTED,
    Ask,
    ChoosePart,
    Frame,
    Parts,
    Repeat,
    Step,
    advance,
    answers_of,
    apply,
    awaited,
    do,
    frame,
    interrupt,
    optional,
    retract,
)
from takujo.core.texts import say


def play(s: Notes, player: int, *actions: Action) -> None:
    for action in actions:
        apply(s, player, action, simulated())


def keys(s: Notes) -> list[tuple[int, list[str]]]:
    game = Small()
    return [(d.player, list(game.keys(d))) for d in awaited(s)]


# --- order ------------------------------------------------------------------------------------


def test_frames_run_in_reading_order() -> None:
    assert run(Note("a"), Note("b"), Note("c")).notes == ("a", "b", "c")


def test_pushed_frames_come_before_what_was_to_do() -> None:
    s = run(Push((Note("x"), Push((Note("y"),)), Note("z"))), Note("end"))
    assert s.notes == ("push", "x", "push", "y", "z", "end")


def test_the_loop_stops_at_a_question_and_goes_on_after_it() -> None:
    s = run(Note("a"), Pick(1, after=(Note("b"),)), Note("c"))
    assert s.notes[-1] == "a"
    play(s, 1, PICK(1))
    assert s.notes == ("a", (1, 1), "b", "c")
    assert awaited(s) == ()


def test_cut_drops_everything_above_the_next_frame_of_its_kind() -> None:
    s = run(Note("a"), Push((Cut(), Note("never"))), Note("nor this"), Floor(), Note("b"), Floor())
    assert s.notes == ("a", "push", "floor", "b", "floor")


def test_cut_needs_a_frame_to_cut_down_to() -> None:
    with pytest.raises(RuntimeError, match="no Floor on the agenda"):
        run(Cut(), Note("a"))


def test_nature_is_asked_while_the_frame_is_still_on_the_agenda() -> None:
    seen: list[Frame[Any]] = []

    def nature(s: Any, chance: Any) -> tuple[int, ...]:
        seen.append(s.agenda[-1])
        return (4,)

    s = Small(Toss(6), Note("after")).new(2)
    advance(s, nature)
    assert seen == [Toss(6)]
    assert s.notes == (("toss", 4), "after")


def test_nothing_is_awaited_when_the_agenda_is_empty() -> None:
    s = run(Note("a"))
    assert awaited(s) == ()
    assert optional(s) == ()


# --- frames are values ------------------------------------------------------------------------


def test_frames_are_immutable_and_compare_by_value() -> None:
    pick = Pick(1, 3)
    assert pick == Pick(1, 3)
    assert hash(pick) == hash(Pick(1, 3))
    assert pick != Pick(1, 2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        pick.choices = 4  # type: ignore[misc]
    assert not hasattr(pick, "__dict__")


def test_a_frame_prints_as_the_call_that_makes_it() -> None:
    assert repr(Pick(1, 3)) == "Pick(player=1, choices=3, after=(), shouts=(), then_shout=())"


def test_a_bare_frame_has_no_interrupts() -> None:
    s = run()
    bare = Note("a")
    assert bare.interrupts(s) == ()
    assert bare.window(s) is False
    with pytest.raises(IllegalAction, match="not_offered"):
        bare.interrupt(s, 0, SHOUT())


# --- Parts ------------------------------------------------------------------------------------

ABC = (Note("a"), Note("b"), Note("c"))


@pytest.mark.parametrize("order", list(permutations("abc")))
def test_parts_are_done_in_the_order_that_the_player_chooses(order: tuple[str, ...]) -> None:
    s = run(Parts(0, ABC, ANY), Note("end"))
    left = list("abc")
    for word in order[:2]:
        assert keys(s) == [(0, [f"part {i + 1}" for i in range(len(left))])]
        play(s, 0, PART(left.index(word)))
        left.remove(word)
    assert s.notes == (*order, "end")  # the last one needs no question


def test_parts_in_printed_order_run_unasked() -> None:
    assert run(Parts(0, ABC, PRINTED)).notes == ("a", "b", "c")


def test_parts_whose_order_does_not_matter_run_unasked() -> None:
    assert run(Parts(0, ABC, FREE)).notes == ("a", "b", "c")


@pytest.mark.parametrize("order", [ANY, PRINTED, FREE])
@pytest.mark.parametrize("optional_parts", [False, True])
def test_no_parts_are_nothing_to_do(order: int, optional_parts: bool) -> None:
    assert run(Parts(0, (), order, optional=optional_parts), Note("end")).notes == ("end",)


def test_a_single_mandatory_part_runs_unasked() -> None:
    assert run(Parts(0, (Note("a"),))).notes == ("a",)


def test_a_single_optional_part_is_asked() -> None:
    s = run(Parts(0, (Note("a"),), optional=True), Note("end"))
    assert keys(s) == [(0, ["part 1", "done"])]
    t = s.clone()
    play(s, 0, DONE())
    assert s.notes == ("end",)
    play(t, 0, PART(0))
    assert t.notes == ("a", "end")


def test_optional_parts_in_printed_order_are_offered_one_by_one() -> None:
    s = run(Parts(0, ABC, PRINTED, optional=True))
    assert keys(s) == [(0, ["part 1", "done"])]
    play(s, 0, PART(0))
    assert keys(s) == [(0, ["part 1", "done"])]
    play(s, 0, PART(0), DONE())
    assert s.notes == ("a", "b")


def test_a_part_may_ask_and_push_before_the_next_part_is_chosen() -> None:
    s = run(Parts(0, (Pick(1, after=(Note("x"),)), Note("b"), Note("c"))))
    play(s, 0, PART(0))
    assert keys(s) == [(1, ["pick 0", "pick 1"])]
    play(s, 1, PICK(0))
    assert s.notes == ((1, 0), "x")
    assert keys(s) == [(0, ["part 1", "part 2"])]


def test_which_part_comes_next_is_public() -> None:
    assert ChoosePart.open


# --- Repeat -----------------------------------------------------------------------------------


def test_repeat_asks_until_the_player_is_done() -> None:
    s = run(Repeat(Pick(0, 2, after=(Note("x"),))), Note("end"))
    for n in range(3):
        assert keys(s) == [(0, ["pick 0", "pick 1", "done"])]
        assert len(s.notes) == 2 * n
        play(s, 0, PICK(n % 2))
    play(s, 0, DONE())
    assert s.notes == ((0, 0), "x", (0, 1), "x", (0, 0), "x", "end")


def test_repeat_asks_even_when_only_done_is_left() -> None:
    s = run(Repeat(Pick(0, 0)), Note("end"))
    assert keys(s) == [(0, ["done"])]
    assert s.notes == ()


def test_repeat_ends_when_its_deed_cuts_the_agenda() -> None:
    s = run(Repeat(Pick(0, 1, after=(Cut(),))), Note("never"), Floor())
    play(s, 0, PICK(0))
    assert s.notes == ((0, 0), "floor")


@frame
class Brief(Ask[Notes]):
    """Two actions that mean the same."""

    player: int

    def decision(self, s: Notes) -> Decision:
        actions = (PICK(0), PICK(1))
        return Decision(self.player, say("prompt.pick"), actions, brief=actions[:1])

    def choose(self, s: Notes, action: Action) -> None:
        s.note(action.args[0])


def test_a_bot_that_reads_the_brief_list_can_end_a_repeat() -> None:
    s = run(Repeat(Brief(0)))
    (decision,) = awaited(s)
    assert decision.brief == (PICK(0), DONE())


def test_repeat_keeps_the_interrupts_of_its_question() -> None:
    s = run(Repeat(Pick(0, shouts=(1,))))
    assert [d.player for d in optional(s)] == [1]
    assert s.agenda[-1].window(s)
    play(s, 1, SHOUT())
    play(s, 0, PICK(1), DONE())
    assert s.notes == (("shout", 1), (0, 1))


# --- AskEach ----------------------------------------------------------------------------------


def test_everybody_answers_at_his_own_pace() -> None:
    s = run(each(2, 1), Note("end"))
    assert [d.player for d in awaited(s)] == [0, 1]
    play(s, 1, ANSWER(3))
    assert [d.player for d in awaited(s)] == [0]
    play(s, 0, ANSWER(4))
    assert not s.notes  # nothing changes before all are done
    play(s, 0, ANSWER(0))
    assert s.notes == (("resolved", (4, 0), (3,)), "end")


def test_the_next_question_of_a_chain_knows_the_answers_before_it() -> None:
    s = run(each(2, 0))
    play(s, 0, ANSWER(2))
    assert keys(s) == [(0, [f"answer {i}" for i in (0, 1, 3, 4)])]


def test_who_is_not_asked_is_not_awaited() -> None:
    s = run(each(0, 1))
    assert [d.player for d in awaited(s)] == [1]
    play(s, 1, ANSWER(0))
    assert s.notes == (("resolved", (), (0,)),)


def test_a_simultaneous_choice_that_asks_nobody_falls_through() -> None:
    assert run(each(0, 0), Note("end")).notes == (("resolved", (), ()), "end")


def test_answers_are_taken_back_from_the_last_one_on() -> None:
    s = run(each(3, 1))
    play(s, 0, ANSWER(1), ANSWER(2))
    play(s, 1, ANSWER(0))
    retract(s, 0)
    top = s.agenda[-1]
    assert isinstance(top, Each)
    assert answers_of(top) == ((ANSWER(1),), (ANSWER(0),))
    retract(s, 0)
    retract(s, 1)
    assert [d.player for d in awaited(s)] == [0, 1]
    for player in (0, 1):
        with pytest.raises(IllegalAction, match="nothing_to_take_back"):
            retract(s, player)


def test_nothing_can_be_retracted_outside_of_a_simultaneous_choice() -> None:
    for s in (run(Pick(0)), run(Note("a"))):
        with pytest.raises(IllegalAction, match="nothing_to_take_back"):
            retract(s, 0)


def test_who_is_done_cannot_answer_again() -> None:
    s = run(each(1, 1))
    play(s, 0, ANSWER(0))
    with pytest.raises(IllegalAction, match="not_asked"):
        play(s, 0, ANSWER(1))


# --- interrupts -------------------------------------------------------------------------------


def test_an_interrupt_is_offered_and_never_awaited() -> None:
    s = run(Pick(0, shouts=(0, 1)))
    assert [d.player for d in awaited(s)] == [0]
    assert [(d.player, d.optional) for d in optional(s)] == [(0, True), (1, True)]


def test_an_interrupt_leaves_the_question_as_it_is() -> None:
    s = run(Pick(0, shouts=(1,)))
    play(s, 1, SHOUT(), SHOUT())
    assert s.notes == (("shout", 1), ("shout", 1))
    assert keys(s) == [(0, ["pick 0", "pick 1"])]


def test_who_is_asked_may_interrupt_himself() -> None:
    s = run(Pick(0, shouts=(0,)))
    play(s, 0, SHOUT())
    assert s.notes == (("shout", 0),)
    assert keys(s) == [(0, ["pick 0", "pick 1"])]


def test_an_interrupt_may_put_a_question_before_the_first_one() -> None:
    s = run(Pick(0, shouts=(1,), then_shout=(Pick(1, 3),)))
    play(s, 1, SHOUT())
    assert keys(s) == [(1, ["pick 0", "pick 1", "pick 2"])]
    play(s, 1, PICK(2))
    assert keys(s) == [(0, ["pick 0", "pick 1"])]


def test_a_simultaneous_choice_can_be_interrupted_and_keeps_its_answers() -> None:
    s = run(each(1, 1, shouts=(0,)))
    play(s, 1, ANSWER(2))
    play(s, 0, SHOUT())
    play(s, 0, ANSWER(1))
    assert s.notes == (("shout", 0), ("resolved", (1,), (2,)))


def test_do_takes_the_action_of_somebody_else_for_an_interrupt() -> None:
    s = run(Pick(0, shouts=(1,)))
    do(s, 1, SHOUT(), simulated())
    interrupt(s, 1, SHOUT(), simulated())
    assert s.notes == (("shout", 1), ("shout", 1))


# --- the check --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "action", "reason"),
    [
        (0, PICK(2), "refused.not_offered"),
        (0, SHOUT(), "refused.not_offered"),
        (0, ANSWER(0), "refused.not_offered"),
        (0, Action("pick", (0, 0)), "refused.not_offered"),
        (0, Action("nonsense"), "refused.not_offered"),
        (1, PICK(0), "refused.not_offered"),
        (2, PICK(0), "refused.not_asked"),
        (7, PICK(0), "refused.not_asked"),
        (-1, PICK(0), "refused.not_asked"),
    ],
)
def test_what_is_not_offered_is_refused_and_changes_nothing(
    player: int, action: Action, reason: str
) -> None:
    s = run(Pick(0, 2, shouts=(1,)))
    before = s.to_json()
    with pytest.raises(IllegalAction) as refusal:
        play(s, player, action)
    assert refusal.value.reason.key == reason
    assert s.to_json() == before
    assert s.events == []


def test_nobody_may_act_when_the_match_is_over() -> None:
    s = run(Note("a"))
    with pytest.raises(IllegalAction, match="not_asked"):
        play(s, 0, PICK(0))


def test_apply_and_do_lead_to_the_same_position() -> None:
    s = run(Pick(0, after=(Toss(9), Pick(1))))
    t = s.clone()
    apply(s, 0, PICK(1), simulated(5))
    do(t, 0, PICK(1), simulated(5))
    assert s == t


@frame
class Counted(Ask[Notes]):
    """Counts how often its list is made."""

    player: int

    def decision(self, s: Notes) -> Decision:
        made.append(self.player)
        return Decision(self.player, say("prompt.pick"), (PICK(0),))

    def choose(self, s: Notes, action: Action) -> None:
        s.note("chosen")


made: list[int] = []


@pytest.fixture(autouse=True)
def _forget() -> None:
    made.clear()


def test_a_position_lists_its_decisions_once() -> None:
    s = run(Counted(0), Counted(1))
    for _ in range(3):
        awaited(s)
        awaited(s.clone())
    assert made == [0]
    play(s, 0, PICK(0))
    assert awaited(s)[0].player == 1
    assert made == [0, 1]


@frame
class Confused(Step[Notes]):
    """Not what the loop expects to stop at."""

    def run(self, s: Notes) -> None:
        s.note("confused")


def test_a_position_that_was_not_run_says_so() -> None:
    s = Small(Confused()).new(2)
    with pytest.raises(RuntimeError, match="stopped at Confused"):
        awaited(s)

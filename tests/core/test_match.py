"""A match in play: commands, seats, endings, what is shown."""

from __future__ import annotations

from typing import Any

import pytest

from core.play import (
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
    toy,
    written,
)
from core.small import (
    Note,
    Notes,
    Pick,
    Show,
    Small,
    Toss,
    each,
    sentence,
    simulated,
)
from takujo.core.chance import Draw, Keyed, SplitMix, take
from takujo.core.frames import Ask, awaited
from takujo.core.match import Match, Refused
from takujo.core.state import State
from takujo.core.texts import say
from takujo.core.views import Sheet

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
    assert match.result().won == (False, True, False, True)


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


def test_a_seat_shows_an_awaited_player_his_own_interrupts() -> None:
    match = small(Pick(0, shouts=(0, 1)))
    own, shout = match.seat(0).decisions()
    assert (own, match.seat(0).decision()) == (awaited(match.state)[0],) * 2
    assert shout.optional
    assert match.seat(0).offers() == ("pick 0", "pick 1", "shout")
    assert [d.optional for d in match.seat(1).decisions()] == [True]
    match.play(0, "shout", match.asked(0))
    assert match.awaited == (0,)


def test_the_log_does_not_count_choices_that_somebody_held() -> None:
    quick, slow = small(Pick(0), Pick(1), Note("a")), small(Pick(0), Pick(1), Note("a"))
    slow.play(0, "pick 0", slow.asked(0), hold="always")
    slow.undo(0)
    slow.play(0, "pick 1", slow.asked(0), hold="always")
    slow.confirm(0)
    play(quick, 0, "pick 1")
    for match in (quick, slow):
        play(match, 1, "pick 0")
    assert slow.seq > quick.seq
    assert slow.log(1) == quick.log(1)


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

"""What a viewer is shown."""

from __future__ import annotations

from typing import Any

import pytest

from core.small import (
    ANSWER,
    FACES,
    Cut,
    Floor,
    Move,
    Notes,
    OpenPick,
    Pick,
    Show,
    Small,
    each,
    sentence,
    simulated,
)
from takujo.core.chance import SplitMix
from takujo.core.frames import advance, apply, awaited
from takujo.core.knowledge import resample
from takujo.core.projection import asked, log_line, moves, view
from takujo.core.texts import CardName, Named, Text, Who, say
from takujo.core.zones import COUNT, PIECE, PLACE, ZoneSpec, layout

HAND, OTHER, DECK, ROW, OPEN, BAG = range(6)
SPECS = (
    ZoneSpec("hand.0", 0b001, COUNT),
    ZoneSpec("hand.1", 0b010, COUNT),
    ZoneSpec("deck", 0, PLACE),
    ZoneSpec("row", 0, PIECE),
    ZoneSpec("open", 0b111, PLACE),
    ZoneSpec("bag", 0, COUNT),
)
COLOURS = [0, 0, 0, 0, 1, 1, 1, 1]
CARDS = layout(2, SPECS, FACES, backs=COLOURS, seats=COLOURS)
LAY = {HAND: [0, 1], OTHER: [2, 3], DECK: [4, 5], ROW: [6], OPEN: [7]}


def table(*agenda: Any) -> tuple[Small, Notes]:
    game = Small(*agenda, cards=CARDS, lay=LAY)
    s = game.new(2)
    advance(s, simulated())
    s.trail.clear()
    return game, s


# --- prompts and offers -----------------------------------------------------------------------


def test_the_player_who_is_asked_sees_his_offers_and_the_others_whom_they_wait_for() -> None:
    game, s = table(Pick(1, 3))
    mine, other, onlooker = (view(game, s, v) for v in (1, 0, None))
    assert [o.key for o in mine.offers] == ["pick 0", "pick 1", "pick 2"]
    assert sentence(mine.prompt.title) == "prompt.pick"
    assert sentence(mine.prompt.subtitle) == "prompt.pick.hint"
    for shown in (other, onlooker):
        assert shown.offers == ()
        assert shown.prompt.asked == ""
        assert sentence(shown.prompt.title) == "waiting.pick"
        assert shown.prompt.awaited == (1,)
    assert [sentence(p.waiting) for p in other.panels] == ["", "waiting.pick"]


def test_only_an_open_question_says_that_it_is_open() -> None:
    for frame, is_open in ((Pick(0), False), (OpenPick(0), True)):
        game, s = table(frame)
        assert view(game, s, 0).prompt.open is is_open


def test_a_simultaneous_choice_shows_who_is_done_and_not_how_far_the_others_are() -> None:
    game, s = table(each(2, 1))
    apply(s, 1, ANSWER(2), simulated())
    shown = view(game, s, 1)
    assert sentence(shown.prompt.title) == "prompt.everybody"
    assert (shown.prompt.awaited, shown.prompt.chosen) == ((0,), (1,))
    apply(s, 0, ANSWER(0), simulated())
    assert view(game, s, 1) == shown


def test_who_is_asked_nothing_in_a_simultaneous_choice_has_not_chosen() -> None:
    game, s = table(each(1, 0))
    assert view(game, s, None).prompt.chosen == ()


def test_answers_are_never_final() -> None:
    game, s = table(each(1, 0, shouts=[0]), Show(2))
    assert [o.final for o in view(game, s, 0).offers] == [False, False, False, False, False, False]


def test_an_interrupt_is_marked_as_one() -> None:
    game, s = table(Pick(0, shouts=(0, 1)))
    assert [o.interrupt for o in view(game, s, 0).offers] == [False, False, True]
    (offer,) = view(game, s, 1).offers
    assert offer.interrupt
    assert view(game, s, 1).prompt.asked != ""
    assert view(game, s, 1).prompt.title == view(game, s, None).prompt.title


def test_an_interrupt_of_a_simultaneous_choice_may_be_final() -> None:
    game, s = table(each(1, 1, shouts=[0], then_shout=[Show(2)]))
    offers = view(game, s, 0).offers
    assert [o.final for o in offers] == [False] * 5 + [True]


def test_a_choice_is_final_when_somebody_learns_by_it() -> None:
    for after, final in (((), False), ((Show(4),), True), ((Move(0, ROW),), False)):
        game, s = table(Pick(0, 1, after=after))
        assert [o.final for o in view(game, s, 0).offers] == [final]
        assert [o.final for o in view(game, s, 0, final=False).offers] == [False]


class Trap(Pick):
    """Picking shows the top of the deck, but only if the hidden card in the row is the seventh."""

    __slots__ = ()

    def choose(self, s: Notes, action: Any) -> None:
        s.commit()  # that nothing happens tells something too
        if s.zones[ROW][0] == 6:
            s.reveal(s.zones[DECK][0])


def test_the_final_mark_tells_nothing_where_a_rule_commits_before_it_looks() -> None:
    game, s = table(Trap(0, 1))
    expected = view(game, s, 0)
    for seed in range(30):
        t = resample(game, s, 0, SplitMix(seed))
        assert view(game, t, 0) == expected


def test_looking_changes_nothing() -> None:
    game, s = table(Pick(0, 2, after=(Show(4),), shouts=(1,)))
    before = s.to_json()
    for viewer in (0, 1, None):
        view(game, s, viewer)
    assert s.to_json() == before
    assert (s.events, s.trail) == ([], [])


def test_a_decision_is_named_by_seat_prompt_keys_and_count() -> None:
    game, s = table(Pick(0, 2, shouts=(1,)))
    (decision,) = awaited(s)
    keys = list(game.keys(decision))
    name = asked(decision, keys, 0)
    assert name == asked(decision, keys, 0)
    others = [
        asked(decision._replace(player=1), keys, 0),
        asked(decision._replace(prompt=say("prompt.other")), keys, 0),
        asked(decision, keys[:1], 0),
        asked(decision, keys[::-1], 0),
        asked(decision, keys, 1),
    ]
    assert len({name, *others}) == 6
    apply(s, 1, awaited(s)[0].actions[0]._replace(kind="shout", args=()), simulated())
    assert view(game, s, 0).prompt.asked == name


def test_the_result_names_its_cards_for_the_viewer() -> None:
    game, s = table()
    result = view(game, s, 0).result
    assert result is not None
    assert dict(result.reason.args)["card"] == Named("a", 0, "c0")
    onlookers = view(game, s, None).result
    assert onlookers is not None
    assert dict(onlookers.reason.args)["card"] == Named("", 0, "@hand.0")
    assert onlookers.sheet == game.sheet(s)


def test_a_match_that_was_ended_early_asks_nothing_any_more() -> None:
    game, s = table(Pick(0, shouts=(0, 1)), Cut(), Floor())
    shown = view(game, s, 0, ended=game.result(s))
    assert shown.offers == ()
    assert shown.prompt.awaited == ()
    assert shown.prompt.title is None
    assert [p.waiting for p in shown.panels] == [None, None]
    assert shown.result is not None


# --- log lines --------------------------------------------------------------------------------


def line(s: Notes, viewer: int | None) -> dict[str, Any]:
    return dict(log_line(s.events[-1], s.layout, viewer, 4).text.args)


def test_a_card_in_the_log_is_named_for_those_who_knew_it_then() -> None:
    _, s = table()
    s.emit("drew", who=Who(0), card=CardName(1))
    s.reveal(1)
    assert line(s, 0)["card"] == Named("b", 0, "c1")
    assert line(s, 1)["card"] == line(s, None)["card"] == Named("", 0, "")


def test_a_card_that_is_followed_by_eye_is_pointed_at() -> None:
    _, s = table()
    s.emit("kept", card=CardName(6))
    assert line(s, 0)["card"] == Named("", 1, "k1")


def test_cards_in_inner_texts_are_named_for_the_viewer_too() -> None:
    _, s = table()
    s.emit("gave", first=CardName(2), cards=say("cards.2", a=CardName(0), b=CardName(3)), n=2)
    args = line(s, 1)
    assert args["first"] == Named("c", 0, "c2")
    inner = args["cards"]
    assert isinstance(inner, Text)
    assert dict(inner.args) == {"a": Named("", 0, ""), "b": Named("d", 0, "c3")}


def test_a_log_line_knows_its_journal_line_and_its_player() -> None:
    _, s = table()
    s.headline("round", who=Who(1))
    shown = log_line(s.events[-1], s.layout, None, 4)
    assert (shown.seq, shown.who, shown.heading, shown.text.key) == (4, 1, True, "log.round")


# --- moves ------------------------------------------------------------------------------------


def moved(s: Notes) -> dict[int | None, tuple[tuple[str, str], ...]]:
    return {v: moves(s.trail, s.layout, v) for v in (0, 1, None)}


@pytest.mark.parametrize(
    ("card", "zone", "expected"),
    [
        # a hidden card comes out of a hand: its owner follows the card, the others the piece
        (0, ROW, {0: (), 1: (("@hand.0", "k2"),), None: (("@hand.0", "k2"),)}),
        (0, OPEN, {0: (), 1: (("@hand.0", "c0"),), None: (("@hand.0", "c0"),)}),
        (0, OTHER, {0: (), 1: (("@hand.0", "c0"),), None: (("@hand.0", "@hand.1"),)}),
        (4, HAND, {0: (("deck.0", "c4"),), 1: (("deck.0", "@hand.0"),),
                   None: (("deck.0", "@hand.0"),)}),
        (6, OPEN, {0: (("k1", "c6"),), 1: (("k1", "c6"),), None: (("k1", "c6"),)}),
        (7, DECK, {0: (), 1: (), None: ()}),
    ],
)  # fmt: skip
def test_a_move_is_told_as_far_as_the_viewer_could_follow_it(
    card: int, zone: int, expected: dict[int | None, Any]
) -> None:
    _, s = table()
    s.move(card, zone)
    assert moved(s) == expected


def test_turning_a_card_up_connects_its_two_names() -> None:
    _, s = table()
    s.peek(4, 1)
    s.reveal(6)
    assert moved(s) == {
        0: (("k1", "c6"),),
        1: (("deck.0", "c4"), ("k1", "c6")),
        None: (("k1", "c6"),),
    }


def test_who_forgets_a_hand_is_not_told_which_of_its_cards_left() -> None:
    told = []
    for card in (2, 3):
        _, s = table()
        s.reveal(2)
        s.reveal(3)
        s.trail.clear()
        s.move(card, BAG)
        told.append((moved(s)[0], moved(s)[None]))
    assert told[0] == told[1] == ((("@hand.1", "@bag"),), (("@hand.1", "@bag"),))


def test_an_exchange_of_hidden_cards_looks_the_same_whatever_they_are() -> None:
    told = set()
    for card in (0, 1):
        _, s = table()
        s.move(card, BAG)
        s.move(card, ROW)
        told.add((moved(s)[1], moved(s)[None]))
    assert len(told) == 1

"""Positions: copies, JSON, events, printing."""

from __future__ import annotations

import json
from array import array
from typing import Any

import pytest

from core.small import ANSWER, FACES, Each, Note, Notes, Pick, Small, each, run, simulated
from takujo.core.actions import Action
from takujo.core.frames import ANY, Parts, Repeat, advance, apply, awaited, frame, optional
from takujo.core.game import Game
from takujo.core.state import State
from takujo.core.texts import CardName, Who, say
from takujo.core.views import Sheet
from takujo.core.zones import COUNT, PLACE, ZoneSpec, layout
from toys import TOYS

CARDS = layout(2, [ZoneSpec("hand", 0b01, COUNT), ZoneSpec("deck", 0, PLACE)], FACES)
LAY = {0: [1, 2], 1: [0, 3, 4, 5, 6, 7]}


def positions(name: str, seed: int) -> list[tuple[Game[Any], State]]:
    """Every tenth position of a random match of a toy game."""
    game = TOYS[name]
    nature = simulated(seed)
    s = game.new(game.players[0])
    advance(s, nature)
    found = []
    n = 0
    while decisions := awaited(s):
        if n % 10 == 0:
            found.append((game, s.clone()))
        n += 1
        extra = optional(s)
        if extra and nature.rng.below(3) == 0:
            decisions = extra
        decision = decisions[nature.rng.below(len(decisions))]
        apply(s, decision.player, decision.actions[nature.rng.below(len(decision.actions))], nature)
    return [*found, (game, s)]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", sorted(TOYS))
def test_json_gives_an_equal_position(name: str, seed: int) -> None:
    for game, s in positions(name, seed):
        data = json.loads(json.dumps(s.to_json()))
        t = game.from_json(game.players[0], s.options, data)
        assert t == s
        assert t.to_json() == data
        assert (t.where, t.agenda) == (s.where, s.agenda)
        assert awaited(t) == awaited(s)
        assert (t.events, t.trail) == ([], [])


@pytest.mark.parametrize("name", sorted(TOYS))
def test_a_clone_shares_nothing_that_changes(name: str) -> None:
    for _, s in positions(name, 3):
        before, where = s.to_json(), bytes(s.where)
        t = s.clone()
        assert t == s
        slots = [n for cls in type(t).__mro__ for n in getattr(cls, "__slots__", ())]
        for slot in slots:
            value = getattr(t, slot)
            if isinstance(value, (bytearray, array, list)):
                del value[:]
        assert s.to_json() == before
        assert bytes(s.where) == where


def test_a_clone_starts_without_events() -> None:
    s = run(Note("a"), Pick(0), cards=CARDS, lay=LAY)
    s.reveal(3)
    assert s.events
    assert s.trail
    t = s.clone()
    assert (t.events, t.trail) == ([], [])
    assert s.events


def test_frames_of_every_kind_survive_json() -> None:
    answered = Each(((ANSWER(1),), ()), (2, 1))
    parts = Parts(1, (Note("x"), Repeat(Pick(0, 3))), ANY, optional=True)
    game = Small(cards=CARDS, lay=LAY)
    s = game.new(2)
    s.then(answered, parts, Pick(0, after=(each(1, 0),)))
    t = game.from_json(2, s.options, json.loads(json.dumps(s.to_json())))
    assert t.agenda == s.agenda


def test_a_loaded_position_forgets_what_the_setup_told() -> None:
    def prepare(s: Notes) -> None:
        s.emit("laid")
        s.reveal(3)

    game = Small(cards=CARDS, lay=LAY, prepare=prepare)
    s = game.new(2)
    assert s.events
    assert s.trail
    t = game.from_json(2, s.options, s.to_json())
    assert (t.events, t.trail) == ([], [])


def test_own_fields_may_hold_actions_and_frames() -> None:
    game = Small()
    s = game.new(2)
    s.notes = (ANSWER(2), Pick(1, 3), ("x", (1, True, None)))
    t = game.from_json(2, s.options, json.loads(json.dumps(s.to_json())))
    assert t.notes == s.notes
    assert isinstance(t.notes[0], Action)


@frame
class Unknown(Note):
    """Not a frame of the game."""


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda d: d["zones"].pop(), "expected 2 zones"),
        (lambda d: d["zones"][0].append(3), "each of 8 cards once"),
        (lambda d: d["zones"][1].pop(), "each of 8 cards once"),
        (lambda d: d["seen"].pop(), "facts of 8 cards"),
        (lambda d: d["own"].pop("notes"), "the fields marks, notes"),
        (lambda d: d["own"].update(more=1), "the fields marks, notes"),
        (lambda d: d["agenda"].append(["Unknown", "x"]), "no frame 'Unknown'; it has"),
    ],
)
def test_the_position_of_another_game_is_refused(damage: Any, said: str) -> None:
    game = Small(cards=CARDS, lay=LAY)
    s = game.new(2)
    data = json.loads(json.dumps(s.to_json()))
    damage(data)
    with pytest.raises(ValueError, match=said):
        game.from_json(2, s.options, data)


@pytest.mark.parametrize("value", [{1, 2}, {"a": 1}, 1.5, b"bytes", object()])
def test_a_field_that_json_would_change_is_refused(value: object) -> None:
    s = Small().new(2)
    s.notes = (value,)
    with pytest.raises(TypeError, match="ints, words, frames and sequences"):
        s.to_json()


# --- events -----------------------------------------------------------------------------------


def table() -> Notes:
    return Small(cards=CARDS, lay=LAY).new(2)


def test_an_event_keeps_who_knew_its_cards_when_it_happened() -> None:
    s = table()
    s.emit("drew", who=Who(0), card=CardName(1), other=CardName(3), n=2)
    s.reveal(3)
    (event,) = s.events
    assert event.seen == (0b001, 0)
    assert dict(event.args)["n"] == 2


def test_an_event_keeps_the_masks_of_cards_in_inner_texts_in_order() -> None:
    s = table()
    s.peek(4, 1)
    inner = say("cards.2", a=CardName(1), b=say("cards.1", a=CardName(3)))
    s.emit("played", first=CardName(4), cards=inner, last=CardName(2))
    assert s.events[0].seen == (0b010, 0b001, 0, 0b001)
    s.headline("round", card=CardName(1))
    assert s.events[1].seen == (0b001,)
    assert s.events[1].heading


def test_a_report_carries_its_sheet() -> None:
    s = table()
    sheet = Sheet(say("sheet.title"), (0, 1), ())
    s.report("scored", sheet, card=CardName(1))
    assert s.events[0].sheet is sheet
    assert s.events[0].seen == (0b001,)


# --- printing ---------------------------------------------------------------------------------


def test_a_position_prints_zones_fields_and_what_comes_next() -> None:
    s = run(Note("a"), Pick(1), cards=CARDS, lay=LAY)
    lines = str(s).splitlines()
    assert lines[0] == "hand: b c"
    assert lines[1] == "deck: a d e f g h"
    assert "notes: ('a',)" in lines
    assert lines[-1].startswith("next: Pick(player=1")
    assert str(run()).splitlines()[-1] == "next: nothing, over"
    assert repr(s).startswith("<Notes {'agenda'")


def test_positions_are_compared_by_what_they_hold() -> None:
    s, t = table(), table()
    assert s == t
    t.epoch += 1
    assert s != t
    assert s != "s"
    with pytest.raises(TypeError, match="unhashable"):
        hash(s)

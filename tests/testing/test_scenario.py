from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from cellar import GAME, rules

from takujo.core.frames import advance
from takujo.testing.scenario import Line, NotOffered, NotScripted


def test_a_line_plays_keys_from_a_position_and_tells_who_is_asked() -> None:
    line = Line(GAME, 2, {"length": "long"}, hands={0: "red1 cork2", 1: "white1"})
    assert line.asked == "0 Turn"
    line.play("lay cork2")
    assert (line.asked, line.offers) == ("0 Label", ("cheap", "dear"))
    line.play("dear", "rest")
    assert line.log("en", viewer=1) == [
        "Player 1 lays a face-down card.",
        "Player 1 calls a face-down card dear.",
        "Round 2",
        "Player 1 rests.",
    ]
    assert line.log("en", viewer=0)[0] == "You lay Cork."
    assert line.s.coins == [1, 2]


def test_a_key_that_nobody_is_offered_is_refused_with_the_offers() -> None:
    line = Line(GAME, 2, hands={0: "red1"})
    with pytest.raises(NotOffered, match=r"'lay cork1' is not offered; player 0 is asked turn: "):
        line.play("lay cork1")
    with pytest.raises(NotOffered, match="to player 1"):
        line.play("rest", by=1)
    assert line.s == Line(GAME, 2, hands={0: "red1"}).s


def test_several_who_are_asked_are_told_apart() -> None:
    fresh = GAME.new(2)
    deck = tuple(range(rules.CARDS))
    line = Line(GAME, _dealt(fresh, deck))
    assert line.asked == "0 Bids, 1 Bids"
    with pytest.raises(NotOffered, match="say which with by="):
        line.play("bid 1")
    line.play("bid 1", by=0).play("bid 2", by=1).play("seat first", by=0).play("seat last", by=1)
    assert line.asked == "0 Turn"
    assert line.log()[0] == "Player 2 pays 2 and goes last."


def _dealt(s: rules.Cellar, order: tuple[int, ...]) -> rules.Cellar:
    advance(s, lambda _state, _frame: order)
    s.events.clear()
    return s


def test_what_nature_draws_is_scripted_or_refused() -> None:
    s = GAME.new(2)
    s.agenda[:] = [rules.Scoring(), rules.Shuffle(), rules.Turn(0)]
    with pytest.raises(NotScripted, match=r"Shuffle\(\) draws 12 of the numbers 0 to 11"):
        Line(GAME, s).play("rest")
    with pytest.raises(NotScripted, match=r"the line scripts \[3\]"):
        Line(GAME, s).will_draw([3]).play("rest")
    backwards = range(11, -1, -1)
    line = Line(GAME, s).will_draw(backwards).play("rest")
    assert (line.asked, line.s.zones[rules.DECK]) == ("over", tuple(backwards))
    seeded = Line(GAME, s, seed=3).play("rest")
    assert seeded.s == Line(GAME, s, seed=3).play("rest").s


def test_an_interrupt_is_played_like_any_other_key() -> None:
    line = Line(GAME, 2, hands={0: "red1", 1: "cork1 cork2"}).play("lay red1")
    assert line.offers_of(1) == ("shout",)
    line.play("shout")
    assert line.log("en", viewer=1)[-1] == "You shout and gain 1."
    assert line.asked == "0 Label"


def test_a_line_shows_views_results_and_refusals() -> None:
    line = Line(GAME, 2, hands={0: "red1"})
    assert line.view(0).offers[0].key == "lay red1"
    assert line.result.score == (2, 2)
    assert line.refused("take 3", by=0) == ""
    with pytest.raises(AssertionError, match="'rest' is offered"):
        line.refused("rest", by=0)
    assert "player 0 is asked turn" in str(line)


def test_the_line_of_the_documentation_plays_as_it_says() -> None:
    text = (Path(__file__).parents[2] / "docs" / "testing.md").read_text("utf-8")
    block = re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0]
    names: dict[str, Any] = {}
    told = []
    for statement in block.splitlines():
        exec(statement, names)
        said = re.search(r"^(line\.\w+) +# (\(.*?\)|'.*?')[:;]", statement)
        if said:
            told.append((str(eval(said[1], names)), str(eval(said[2]))))
    assert told == [("('hit 2',)", "('hit 2',)"), ("2 KeepOrReveal", "2 KeepOrReveal")]
    assert names["line"].refused("hit 3", by=0) == ""
    assert names["line"].log("en") == [
        "Player 1 reveals the Soldier and takes 2.",
        "Player 1's Soldier eliminates Player 2's Heir: +1.",
    ]

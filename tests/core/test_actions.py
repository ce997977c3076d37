"""Domains, verbs, notation, clicks, refusals."""

from __future__ import annotations

import pytest

from takujo.core.actions import Action, Domain, IllegalAction, Verb
from takujo.core.texts import say

SUIT = Domain("suit", ("sun", "moon", "star"), ("c1", "c2", "c3"))
END = Domain("end", ("head", "tail"), ("", ""))
COUNT = Domain("count", ("none", "one", "two"))


def test_a_domain_without_clicks_is_a_chooser() -> None:
    assert COUNT.clicks == ("=0", "=1", "=2")
    assert len(COUNT) == 3


def test_a_domain_has_a_click_for_every_word() -> None:
    with pytest.raises(ValueError, match="domain suit: 2 words but 1 clicks"):
        Domain("suit", ("a", "b"), ("c1",))


def test_a_domain_names_each_value_once() -> None:
    with pytest.raises(ValueError, match="a word occurs twice"):
        Domain("suit", ("a", "a"))


def test_equal_actions_are_one_object() -> None:
    verb = Verb("play", SUIT, COUNT)
    assert verb(1, 2) is verb(1, 2)
    assert verb(1, 2) == Action("play", (1, 2))
    assert verb(1, 2) != verb(2, 1)


@pytest.mark.parametrize("args", [(), (1,), (1, 2, 0)])
def test_a_verb_takes_as_many_arguments_as_it_has_domains(args: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="verb play takes 2 arguments, not"):
        Verb("play", SUIT, COUNT)(*args)


@pytest.mark.parametrize("args", [(3, 0), (-1, 0), (0, 3)])
def test_a_verb_refuses_values_out_of_its_domains(args: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="has no value"):
        Verb("play", SUIT, COUNT)(*args)


def test_a_set_is_written_in_rising_order() -> None:
    verb = Verb("keep", COUNT, many=SUIT)
    assert verb(1).args == (1,)
    assert verb(1, 0, 2).args == (1, 0, 2)
    for args in [(1, 2, 0), (1, 0, 0)]:
        with pytest.raises(ValueError, match="rising order"):
            verb(*args)


def test_notation_is_the_verb_and_the_words() -> None:
    assert Verb("pass").notation(Action("pass")) == "pass"
    verb = Verb("keep", COUNT, many=SUIT)
    assert verb.notation(verb(2, 0, 1)) == "keep two sun moon"


def test_clicks_are_those_of_the_values_or_a_button() -> None:
    assert Verb("pass").clicks(Action("pass")) == ("!pass",)
    place = Verb("place", SUIT, END)
    assert place.clicks(place(2, 1)) == ("c3",)
    only_end = Verb("go", END)
    assert only_end.clicks(only_end(0)) == ("!go",)
    keep = Verb("keep", many=SUIT)
    assert keep.clicks(keep(0, 2)) == ("c1", "c3")
    assert keep.clicks(keep()) == ("!keep",)


def test_a_refusal_says_why() -> None:
    refusal = IllegalAction(say("refused.too_low", n=3))
    assert refusal.reason.key == "refused.too_low"
    assert str(refusal) == "refused.too_low {'n': 3}"
    assert str(IllegalAction(say("refused.not_asked"))) == "refused.not_asked"


def test_verbs_and_domains_print_what_they_are() -> None:
    assert repr(Verb("play", SUIT, COUNT)) == "Verb('play', 'suit', 'count')"
    assert "('none', 'one', 'two')" in repr(COUNT)

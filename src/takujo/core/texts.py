"""Texts as values: a key and named arguments, put into words at the edge (see `takujo.text`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

Player: TypeAlias = int
Card: TypeAlias = int


class Who(NamedTuple):
    """A player, to be named in a text: by the name of the person at his seat, or as "you"."""

    player: Player


class CardName(NamedTuple):
    """A card, to be named in a text, or called a face-down card for those who do not know it."""

    card: Card


# Ready-made: rules name players and cards several times per decision, and `Who(...)`, whose
# `__new__` is a Python function, costs ten times as much as looking one up.
WHO = tuple(Who(p) for p in range(16))
CARD = tuple(CardName(c) for c in range(512))


class Named(NamedTuple):
    """A `CardName` as one viewer reads it: the face he knows or `""`, its owner, its piece id."""

    face: str
    seat: Player | None
    piece: str


class Several(NamedTuple):
    """Any number of arguments as one: a list, joined as the language joins lists."""

    items: tuple[Arg, ...]


Arg: TypeAlias = "int | str | Who | CardName | Named | Text | Several"


# Half the cost of `Text(...)`, whose own `__new__` is a Python function: a prompt per decision.
_text = tuple.__new__


class Text(NamedTuple):
    """A sentence to be: `key` is looked up in the catalogues, `args` fill its named places.

    A plain `str` argument is itself a key (`"card.lord"`); an `int` is written as a number.
    """

    key: str
    args: tuple[tuple[str, Arg], ...] = ()


def say(key: str, **args: Arg) -> Text:
    """Make a text: `say("prompt.keep", card=CardName(12), n=2)`."""
    return _text(Text, (key, tuple(args.items())))


def cards_in(args: Iterable[Arg]) -> Iterator[Card]:
    """The cards that arguments name, in order, those inside lists and other texts included."""
    for arg in args:
        if type(arg) is CardName:
            yield arg.card
        elif type(arg) is Text:
            yield from cards_in(inner for _, inner in arg.args)
        elif type(arg) is Several:
            yield from cards_in(arg.items)

"""What happened, as the log and the animations tell it."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from takujo.core.texts import Arg
from takujo.core.views import Sheet

Mask: TypeAlias = int  # bit p: player p knows; the bit after the last player: the onlooker


class Event(NamedTuple):
    """One thing that happened: `kind` is the key of its sentence (`log.<kind>`).

    Everything in it is public but the faces of its cards: for each `CardName` among `args`, in
    order, `seen` holds who knew the card's place at that moment and `stamps` its stamp.
    """

    kind: str
    args: tuple[tuple[str, Arg], ...] = ()
    seen: tuple[Mask, ...] = ()
    stamps: tuple[int, ...] = ()
    heading: bool = False
    sheet: Sheet | None = None


class Step(NamedTuple):
    """One card that moved or was turned: what it was called before, for `View.moves`.

    `before` and `after` are (zone, position, stamp, seen) around the verb.
    """

    card: int
    before: tuple[int, int, int, Mask]
    after: tuple[int, int, int, Mask]

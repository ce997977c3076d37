"""How each player stands to each victory: what he has, what it takes, what is lacking."""

from __future__ import annotations

from typing import NamedTuple

from takujo.core.texts import Player, Text, say
from takujo.core.views import Sheet, Tally
from takujo.games.pax_renaissance import victory
from takujo.games.pax_renaissance.pieces import (
    GLOBALIZATION,
    HOLY,
    IMPERIAL,
    PRESTIGE,
    RELIGIONS,
    RENAISSANCE,
    VICTORIES,
)
from takujo.games.pax_renaissance.state import Board


class Measure(NamedTuple):
    """Something that a victory compares: its name, each player's count, the lead that it takes."""

    name: str
    counts: list[int]
    lead: int

    def takes(self, player: Player) -> int:
        """How many a player needs against the best of the others."""
        return max(n for p, n in enumerate(self.counts) if p != player) + self.lead

    def lacks(self, player: Player) -> int:
        """How many are missing."""
        return max(0, self.takes(player) - self.counts[player])


def measures(s: Board, square: int) -> tuple[Measure, ...]:
    """What a victory compares; nothing as long as no religion is supreme."""
    f = s.figures
    if square == IMPERIAL:
        return (Measure("kings", victory.kingdoms(s), f.imperial_lead),)
    if square == RENAISSANCE:
        republics = Measure("republics", victory.republics(s), f.renaissance_lead)
        return republics, Measure("law", victory.laws(s), f.law_lead)
    if square == GLOBALIZATION:
        pawns = Measure("concessions", victory.concessions(s), f.globalization_lead)
        return pawns, Measure("discovery", victory.discoveries(s), f.discovery_lead)
    religion = victory.supreme_religion(s)
    if religion < 0:
        return ()
    shown = [s.prestige(p)[religion] for p in range(s.players)]
    return (Measure(PRESTIGE[religion], shown, f.holy_lead),)


def compared(s: Board, square: int) -> Text:
    """The names of what a victory compares."""
    found = measures(s, square)
    if not found:
        return say("standing.no_faith")
    names = {f"what{i}": f"counter.{m.name}" for i, m in enumerate(found)}
    return say("standing.one" if len(found) == 1 else "standing.two", **names)


def tallies(s: Board, square: int) -> tuple[Tally, ...]:
    """What each player has of it and how much he needs."""
    found = measures(s, square)
    if not found:
        return ()
    key = "tally.one" if len(found) == 1 else "tally.two"
    made = []
    for p in range(s.players):
        figures = [n for m in found for n in (m.counts[p], m.takes(p))]
        text = say(key, **dict(zip("abcd", figures, strict=False)))
        made.append(Tally(p, text, done=not any(m.lacks(p) for m in found)))
    return tuple(made)


def sheet(s: Board) -> Sheet:
    """Every measure of every victory with its figures, and beside each figure what is lacking."""
    rows: list[tuple[Text, tuple[int | None, ...]]] = []
    notes: list[tuple[Text | None, ...]] = []
    everybody = range(s.players)
    for square, name in enumerate(VICTORIES):
        for m in measures(s, square):
            row = say("standing.row", victory=f"standing.of.{name}", what=f"counter.{m.name}")
            rows.append((row, tuple(m.counts)))
            notes.append(tuple(missing(m.lacks(p)) for p in everybody))
        if square == HOLY and not measures(s, square):
            rows.append((faiths(s), (None,) * s.players))
            notes.append((None,) * s.players)
    rows.append((say("standing.patron"), tuple(victory.patronage(s))))
    notes.append((None,) * s.players)
    return Sheet(say("standing.title"), tuple(everybody), tuple(rows), tuple(notes))


def missing(n: int) -> Text:
    """What stands beside a figure."""
    return say("standing.lacks", n=n) if n else say("standing.enough")


def faiths(s: Board) -> Text:
    """Bishops and believers of each religion, where none is supreme."""
    words = {f"b{i}": n for i, n in enumerate(victory.bishops(s))}
    words |= {f"f{i}": n for i, n in enumerate(victory.believers(s))}
    names = {f"r{i}": f"prestige.{r}" for i, r in enumerate(RELIGIONS)}
    return say("standing.faiths", **words, **names)

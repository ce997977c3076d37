"""What a player may know of the others' cards, and how likely they hold what beats a play.

Everything is counted from public facts and from the own hand: `Sight` takes of a possible world
only what is true in all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import Any

from takujo.core.texts import Card, Player
from takujo.games.tichu import rules
from takujo.games.tichu.plays import (
    BOMB,
    DOG_LED,
    DRAGON_STRENGTH,
    FULL_HOUSE,
    PAIR,
    SINGLE,
    STAIRS,
    STRAIGHT,
    Combination,
)
from takujo.games.tichu.state import (
    DRAGON,
    HAND,
    HIGHEST,
    LOWEST,
    PHOENIX,
    PLAYERS,
    RANKS,
    TRICK,
    Figures,
    Round,
    partner_of,
)


class Sight:
    """A position as one player sees it: public facts, the own hand, known cards of others."""

    def __init__(self, s: Round, me: Player) -> None:
        self.me = me
        self.partner = partner_of(me)
        self.opponents = ((me + 1) % PLAYERS, (me + 3) % PLAYERS)
        self.hand: tuple[Card, ...] = s.hand(me)
        self.sizes = [len(s.hand(p)) for p in range(PLAYERS)]
        self.calls = list(s.calls)
        self.out = s.out
        self.top = s.top
        self.totals = list(s.totals)
        self.figures: Figures = s.figures
        self.worth = s.worth(s.zones[TRICK])  # points of the trick so far
        self.last_round = bool(s.figures.rounds) and s.number >= s.figures.rounds
        self.pending = self._pending(s.agenda[-1]) if s.top else ()
        bit = s.layout.bit(me)
        self.known: list[list[Card]] = [[] for _ in range(PLAYERS)]
        self.unknown: list[Card] = []
        for p in (*self.opponents, self.partner):
            for card in s.zones[HAND + p]:
                (self.known[p] if s.seen[card] & bit else self.unknown).append(card)
        self.unknown.sort()

    def after(self, player: Player, until: Player) -> tuple[Player, ...]:
        """Who still has cards among the players from after `player` to before `until`."""
        return self._seats((player + 1) % PLAYERS, until)

    def _pending(self, asked: Any) -> tuple[Player, ...]:
        """Who else may still follow if nobody bombs: whoever acts now, and those after him."""
        if isinstance(asked, rules.BombWindow):
            asked = asked.after
        if isinstance(asked, rules.Follow):
            first = asked.player
        elif isinstance(asked, rules.Next):
            first = (asked.player + 1) % PLAYERS
        else:
            return ()
        return tuple(p for p in self._seats(first, self.top[3]) if p != self.me)

    @property
    def last_moment(self) -> bool:
        """Must a bomb be thrown now? Later all have passed, or the next player may be out."""
        if not self.pending:
            return True
        following = self.pending[0]
        return following in self.opponents and self.sizes[following] == self.top[1]

    def _seats(self, start: Player, until: Player) -> tuple[Player, ...]:
        found = []
        while start != until:
            if self.sizes[start]:
                found.append(start)
            start = (start + 1) % PLAYERS
        return tuple(found)


@lru_cache(maxsize=1 << 14)
def at_least(k: int, marked: int, drawn: int, of: int) -> float:
    """The chance of at least `k` of the `marked` cards among `drawn` of `of`."""
    if k <= 0:
        return 1.0
    if marked < k or drawn < k:
        return 0.0
    fewer = sum(
        comb(marked, i) * comb(of - marked, drawn - i) for i in range(k) if drawn - i <= of - marked
    )
    return 1.0 - fewer / comb(of, drawn)


class Holding:
    """What one other player may hold; all chances are his."""

    def __init__(self, sight: Sight, player: Player) -> None:
        self.size = sight.sizes[player]
        known, unknown = sight.known[player], sight.unknown
        self._drawn = self.size - len(known)
        self._of = len(unknown)
        self._known = _by_rank(known)
        self._unknown = _by_rank(unknown)
        self._has: dict[Card, float] = {}
        for card in (PHOENIX, DRAGON):
            there = at_least(1, card in unknown, self._drawn, self._of)
            self._has[card] = 1.0 if card in known else there
        self._of_rank: dict[tuple[int, int], float] = {}
        self._beats: dict[Combination, float] = {}

    def holds(self, rank: int, n: int = 1) -> float:
        """The chance of at least so many natural cards of a rank."""
        found = self._of_rank.get((rank, n))
        if found is None:
            found = at_least(n - self._known[rank], self._unknown[rank], self._drawn, self._of)
            self._of_rank[rank, n] = found
        return found

    def beats(self, made: Combination) -> float:
        """The chance of a combination that beats this one, bombs aside."""
        found = self._beats.get(made)
        if found is None:
            found = self._beats[made] = self._beaten(made)
        return found

    def _beaten(self, made: Combination) -> float:
        kind, n, strength = made
        if self.size < n or kind in (BOMB, DOG_LED):
            return 0.0
        lowest = strength // 2 + 1
        if kind == SINGLE:
            return self._single(strength, lowest)
        if kind == STRAIGHT:
            return self._run(n, lowest, 1)
        if kind == STAIRS:
            return self._run(n // 2, lowest, 2)
        same = 2 if kind == PAIR else 3
        spare = self._has[PHOENIX]
        none = 1.0
        for rank in range(lowest, HIGHEST + 1):
            enough = self.holds(rank, same)
            none *= 1.0 - enough - (self.holds(rank, same - 1) - enough) * spare
        return (1.0 - none) * (self._second_part() if kind == FULL_HOUSE else 1.0)

    def _single(self, strength: int, lowest: int) -> float:
        if strength >= DRAGON_STRENGTH:
            return 0.0
        higher = range(lowest, HIGHEST + 1)
        if any(self._known[rank] for rank in higher) or 1.0 in self._has.values():
            return 1.0
        marked = sum(self._unknown[rank] for rank in higher)
        marked += sum(chance > 0 for chance in self._has.values())
        return at_least(1, marked, self._drawn, self._of)

    def _run(self, ranks: int, lowest: int, same: int) -> float:
        """Consecutive ranks, up to `lowest` or higher."""
        spare = self._has[PHOENIX]
        none = 1.0
        for high in range(max(lowest, ranks), HIGHEST + 1):
            whole, short = 1.0, 0.0
            for rank in range(high - ranks + 1, high + 1):
                there = self.holds(rank, same) if rank >= LOWEST else 0.0
                almost = self.holds(rank, same - 1) - there
                short = short * there + whole * almost
                whole *= there
            none *= 1.0 - min(1.0, whole + short * spare)
        return 1.0 - none

    def _second_part(self) -> float:
        """The chance of a pair beside a triple, about: the more cards the likelier."""
        return min(1.0, max(0, self.size - 3) / 7)


def _by_rank(cards: Sequence[Card]) -> list[int]:
    counts = [0] * (HIGHEST + 1)
    for card in cards:
        counts[RANKS[card]] += 1
    counts[0] = 0
    return counts

"""Plans a whole turn: its actions with all that they ask, and what the next player can answer.

A beam search in one possible world. The plan itself meets no hidden cards: those that the market's
refresh turns up come after it, and are worth nothing to anybody until he has them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from takujo.core.actions import Action, Decision
from takujo.core.chance import Simulated, SplitMix
from takujo.core.frames import advance, awaited, do
from takujo.core.texts import Card, Player
from takujo.games.pax_renaissance.pieces import COMETS
from takujo.games.pax_renaissance.prospects import (
    LATER,
    NEXT,
    Seen,
    at_hand,
    cheapest,
    outlook,
    shortfalls,
)
from takujo.games.pax_renaissance.state import COLUMNS, MARKET, Board
from takujo.games.pax_renaissance.turn import BeginTurn, Turn

POSITIONS: Final = 750  # looked at for one choice at most: what bounds the time that it takes
PLANNED: Final = 320  # so many of them for the player's own turn
WIDTH: Final = 9  # lines that are followed further after each choice
OF_ONE: Final = 3  # one in so many of these may have the same first choice
BREADTH: Final = 16  # answers compared to a question within an action
ANSWERS: Final = 12  # choices of others that are made for them within a turn
UNRESOLVED: Final = 3.0  # an action whose questions are still open may bring so much
REPLIES: Final = 6  # plans for which the next player's turn is looked at
REPLY_POSITIONS: Final = 200  # for the turn of one of the others
INFINITE: Final = 1e9
REPLY_WIDTH: Final = 6
OPEN: Final = (
    "agenda", "zones", "used", "acted", "florins", "pot", "city", "pawn", "pirate", "repressed",
    "bishop",
)  # fmt: skip
REACH: Final = 2.6  # so much may be lacking to a player whose reply is looked at


class Line(NamedTuple):
    """A line of play: how it begins, where it leads, what that is worth."""

    first: Action
    state: Board
    worth: float


class Effort:
    """How many positions may still be looked at for one choice; the tableaux seen so far."""

    __slots__ = ("left", "seen")

    def __init__(self, left: int) -> None:
        self.left = left
        self.seen: Seen = {}


def best(world: Board, player: Player, decision: Decision, chance: int) -> Action:
    """The choice with which the best plan for the turn begins."""
    declared = [a for a in decision.actions if a.kind == "declare"]
    if declared:
        return declared[0]
    comets, effort = seen_comets(world), Effort(POSITIONS)
    plans = Search(world, player, chance, WIDTH, comets, effort).plans(PLANNED)
    plans.sort(key=lambda line: -line.worth)
    chosen, most = plans[0], -INFINITE
    for line in plans[:REPLIES]:
        if line.worth <= most or not effort.left:  # whatever the reply, it cannot be better
            break
        safe = line.worth - danger(line.state, player, chance, comets, effort, line.worth - most)
        if safe > most:
            chosen, most = line, safe
    return chosen.first


def seen_comets(s: Board) -> frozenset[Card]:
    """The comets that lie open in the market."""
    spots = range(MARKET, MARKET + 2 * COLUMNS)
    return frozenset(c for c in COMETS if s.where[c] in spots and (s.where[c] - MARKET) % COLUMNS)


def danger(
    s: Board,
    player: Player,
    chance: int,
    comets: frozenset[Card],
    effort: Effort,
    enough: float = INFINITE,
) -> float:
    """What it costs that others can win in their next turns, the next player above all.

    Once it costs `enough`, nobody else's turn is looked at.
    """
    if not s.agenda or s.turn == player:
        return 0.0
    total = 0.0
    lacking = shortfalls(s)
    price = cheapest(s, comets)
    for at, other in enumerate(s.clockwise(s.turn)):
        if other == player or total >= enough:
            continue
        buys = price <= s.florins[other]
        near = [lack for v, lack in enumerate(lacking[other]) if buys or s.active >> v & 1]
        if not near or not 0 < min(near) <= REACH:  # without lack it counts in the plan already
            continue
        t = turn_of(s, other, chance) if at else s
        if Search(t, other, chance, REPLY_WIDTH, comets, effort).can_win(REPLY_POSITIONS):
            total += LATER if at else NEXT
    return total


def alike(a: Board, b: Board) -> bool:
    """Is the same to be decided in both positions, and does the same lie open?"""
    return all(getattr(a, field) == getattr(b, field) for field in OPEN)


def turn_of(s: Board, player: Player, chance: int) -> Board:
    """The same position at the beginning of this player's turn."""
    t = s.clone()
    t.agenda.clear()
    t.listed = None
    t.then(BeginTurn(player))
    advance(t, Simulated(SplitMix(chance)))
    return t


class Search:
    """The lines of one player's turn, the most promising ones first."""

    def __init__(
        self,
        world: Board,
        player: Player,
        chance: int,
        width: int,
        comets: frozenset[Card],
        effort: Effort,
    ) -> None:
        self.effort = effort
        self.world = world
        self.player = player
        self.chance = chance
        self.width = width
        self.comets = comets

    def plans(self, positions: int) -> list[Line]:
        """Lines to the end of the turn, or to where the positions ran out; at least one."""
        finished: list[Line] = []
        still_open: list[Line] = []
        for lines in self.layers(positions):
            still_open = [line for line in lines if self.asked(line.state)]
            finished += [line for line in lines if not self.asked(line.state)]
        return finished + still_open

    def can_win(self, positions: int) -> bool:
        """Is there a line in which the player can declare a victory this turn?"""
        return any(
            self.asked(line.state) and at_hand(line.state, self.player)
            for lines in self.layers(positions)
            for line in lines
        )

    def layers(self, positions: int) -> Iterator[list[Line]]:
        """All lines after one choice, then after two, and so on, the poorer ones left behind."""
        front: list[tuple[Action | None, Board]] = [(None, self.world)]
        allowed = min(positions, self.effort.left)
        while front:
            tried: list[tuple[Action | None, Board, Action]] = []
            for first, s in front:
                answers = self.answers(s)
                if len(tried) + len(answers) > allowed:
                    break
                tried += [(first, s, action) for action in answers]
            if not tried:
                return
            allowed -= len(tried)
            self.effort.left -= len(tried)
            lines = [self.line(first, s, action) for first, s, action in tried]
            yield lines
            open_lines = [line for line in lines if self.asked(line.state)]
            front = [(line.first, line.state) for line in self.narrowed(open_lines)]

    def line(self, first: Action | None, s: Board, action: Action) -> Line:
        """A line that began with `first`, if not with this action, after this action."""
        t = self.after(s, action)
        return Line(first or action, t, self.worth(t))

    def narrowed(self, lines: list[Line]) -> list[Line]:
        """The lines that are followed further: none that leads where a better one does."""
        lines.sort(key=lambda line: -line.worth)
        kept: list[Line] = []
        of: dict[Action, int] = {}
        each = -(-self.width // OF_ONE)
        for line in lines:
            if of.get(line.first, 0) >= each or any(
                line.worth == other.worth and alike(line.state, other.state) for other in kept
            ):
                continue
            of[line.first] = of.get(line.first, 0) + 1
            kept.append(line)
            if len(kept) == self.width:
                break
        return kept

    def answers(self, s: Board) -> Sequence[Action]:
        """The actions that are compared; of very many only some, evenly spread."""
        (decision,) = awaited(s)
        actions = decision.actions if decision.brief is None else decision.brief
        if isinstance(s.agenda[-1], Turn) or len(actions) <= BREADTH:
            return actions
        return [actions[i * len(actions) // BREADTH] for i in range(BREADTH)]

    def after(self, s: Board, action: Action) -> Board:
        """The position after an action, run on to the player's next choice or the turn's end."""
        t = s.clone()
        nature = Simulated(SplitMix(self.chance))
        do(t, self.player, action, nature)
        for _ in range(ANSWERS):
            if not t.agenda or self.asked(t) or not self.in_turn(t):
                break
            (decision,) = awaited(t)
            do(t, decision.player, decision.actions[0], nature)
        return t

    def asked(self, s: Board) -> bool:
        """Is the player asked in this position, and in the same turn still?"""
        top = s.agenda[-1] if s.agenda else None
        return getattr(top, "player", None) == self.player and s.number == self.world.number

    def in_turn(self, s: Board) -> bool:
        """Is it the player's own turn, and the same one still?"""
        return s.turn == self.player and s.number == self.world.number

    def worth(self, s: Board) -> float:
        """What a position is worth to the player, in the midst of an action too."""
        worth = outlook(s, self.player, self.comets, self.effort.seen)
        if self.asked(s) and not isinstance(s.agenda[-1], Turn):
            worth += UNRESOLVED
        return worth

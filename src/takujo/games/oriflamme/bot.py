"""What a position is worth, and a strong player who plays it out in possible worlds.

The weights are judgements, tuned by matches between bots; no rule depends on them.
"""

from __future__ import annotations

from typing import Any, Final

from takujo.core.actions import Action, Decision
from takujo.core.chance import Rng, Simulated, SplitMix
from takujo.core.frames import awaited, do
from takujo.core.texts import Card, Player
from takujo.games.oriflamme.state import (
    AMBUSH,
    ARCHER,
    CONSPIRACY,
    HEIR,
    INTRIGUE,
    KINDS,
    LORD,
    SHAPESHIFTER,
    SOLDIER,
    SPY,
    Court,
)

SURVIVAL: Final = 0.86  # of a card, from one round to the next
COVERED: Final = 0.55  # what a card is worth beneath another one
LEFT_OVER: Final = 0.04  # a card in the queue: it breaks ties
IN_HAND: Final = 0.4  # a card that can still be placed

# What one use of an ability brings, about, where the neighbourhood does not tell.
USE: Final = (1.0, 1.2, 1.0, 2.0, 1.5, 1.0, 1.3, 0.5, 1.0, 0.0)


def evaluate(s: Court, player: Player) -> float:
    """Expected influence at the end, ahead of the opponents, the best one above all."""
    worth = [float(x) for x in s.influence]
    left = s.figures.rounds - s.round
    queue, heights = s.zones[0], s.heights
    start = 0
    for stack, height in enumerate(heights):
        passes = left + (stack >= s.cursor and bool(s.agenda))
        top = start + height - 1
        for i in range(start, top + 1):
            card = queue[i]
            value = LEFT_OVER
            if passes:
                expected = _worth(s, card, stack, passes)
                value += expected if i == top else expected * COVERED
            worth[card // KINDS] += value
        start += height
    others = [x for p, x in enumerate(worth) if p != player]
    return worth[player] - 0.6 * max(others) - 0.4 * sum(others) / len(others)


def _worth(s: Court, card: Card, stack: int, passes: int) -> float:
    """What a card will bring its owner while the cursor reaches it so many times."""
    kind = card % KINDS
    use = _use(s, card, kind, stack)
    if s.up[card]:
        return _series(use, passes)
    lying = s.tokens[card]
    if kind == AMBUSH:
        return 1.0 + 0.35 * lying if passes > 1 else 1.0
    factor = s.figures.conspiracy_factor if kind == CONSPIRACY else 1
    best = 0.0
    alive = 1.0
    for kept in range(passes):
        again = passes - kept if kind < INTRIGUE else 1
        best = max(best, alive * (factor * (lying + kept) + _series(use, again)))
        alive *= SURVIVAL
    return best


def _series(use: float, times: int) -> float:
    """The same gain so many times, each time a little less likely."""
    return use * (1.0 - SURVIVAL**times) / (1.0 - SURVIVAL)


def _use(s: Court, card: Card, kind: int, stack: int) -> float:
    """What using the card once brings at this place."""
    owner = card // KINDS
    if kind == LORD:
        own = [i for i in s.neighbours(stack) if s.top(i) // KINDS == owner]
        return 1.0 + sum(s.heights[i] for i in own)
    if kind == HEIR:
        blocked = any(s.up[c] and c != card and c % KINDS == HEIR for c in s.tops())
        return 0.5 if blocked else USE[HEIR]
    if kind == SPY:
        foreign = any(s.top(i) // KINDS != owner for i in s.neighbours(stack))
        return 1.2 if foreign else 0.3
    if kind == SHAPESHIFTER:
        near = [s.top(i) for i in s.neighbours(stack)]
        return max([USE[c % KINDS] for c in near if s.up[c]], default=0.6)
    return USE[kind]


# --- the strong player ------------------------------------------------------------------------

WORLDS: Final = (6, 10, 20)  # possible worlds in which the actions still in the running are tried
WIN: Final = 12.0  # what winning is worth beside a lead of so much influence
KEPT: Final = 0.35  # the part of the actions that stays in the running


def strong(seat: Any, rng: Rng) -> str:
    """The key of the action that does best when the match is played out by rule of thumb.

    Every action meets the same possible worlds and the same luck; the poorer ones drop out early.
    """
    game, player = seat.game, seat.player
    decision: Decision = seat.decision()
    running = list(decision.actions)
    if len(running) == 1:
        return str(game.notation(running[0]))
    totals = dict.fromkeys(running, 0.0)
    for worlds in WORLDS:
        for _ in range(worlds):
            world, luck = seat.sample(rng), rng.below(1 << 62)
            for action in running:
                totals[action] += _outcome(world, player, action, luck)
        running.sort(key=lambda a: -totals[a])
        running = running[: max(2, round(len(running) * KEPT))]
    return str(game.notation(max(running, key=lambda a: totals[a])))


def _outcome(world: Court, player: Player, action: Action, seed: int) -> float:
    """What the player has of an action when everybody plays by rule of thumb from then on."""
    t = world.clone()
    luck = SplitMix(seed)
    nature = Simulated(luck)
    do(t, player, action, nature)
    while t.agenda:
        (decision,) = awaited(t)
        do(t, decision.player, thumb(t, decision, luck), nature)
        t.events.clear()
        t.trail.clear()
    ahead = t.influence[player] - max(x for p, x in enumerate(t.influence) if p != player)
    return ahead + WIN * (ahead > 0)


def thumb(s: Court, decision: Decision, rng: Rng) -> Action:
    """A quick choice by rule of thumb, with some luck in it."""
    actions, player = decision.actions, decision.player
    kind = actions[0].kind
    if kind == "keep":
        card = s.top(s.cursor)
        return actions[_reveals(s, card, rng)]
    if kind == "apply":
        kind_of_card = s.top(s.cursor) % KINDS
        if kind_of_card in (ARCHER, SOLDIER):
            foreign = _targets(s, kind_of_card, player)
            return actions[0] if foreign else actions[1]
        return actions[0]
    if kind == "hit":
        return max(actions, key=lambda a: _prey(s, s.top(a.args[0]), player, rng))
    if kind == "steal":
        return max(actions, key=lambda a: s.influence[a.args[0]])
    return actions[rng.below(len(actions))]


def _targets(s: Court, kind: int, player: Player) -> bool:
    last = len(s.heights) - 1
    stacks = (0, last) if kind == ARCHER else s.neighbours(s.cursor)
    return any(s.top(i) // KINDS != player for i in stacks)


def _reveals(s: Court, card: Card, rng: Rng) -> bool:
    """Reveal now? Always in the last round; what ripens or lies in wait is kept till then."""
    kind = card % KINDS
    if s.round == s.figures.rounds:
        return True
    if kind == AMBUSH:
        return False
    if kind == CONSPIRACY:
        return s.tokens[card] >= 4
    if kind in (HEIR, LORD):
        return rng.below(3) > 0
    return rng.below(3) == 0


def _prey(s: Court, card: Card, player: Player, rng: Rng) -> int:
    """How gladly a card is hit: foreign ones first, those that carry most, the rest by luck."""
    own = card // KINDS == player
    return (0 if own else 100) + s.tokens[card] * 10 + rng.below(12) + 8 * s.up[card]

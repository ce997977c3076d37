"""When to call: how likely the player is the first to be out, judged by his hand.

The weights were fitted to rounds in which bots had to call at random moments; no rule depends on
them.
"""

from __future__ import annotations

from math import exp
from typing import Final

from takujo.core.texts import Card
from takujo.games.tichu.counting import Sight
from takujo.games.tichu.state import DRAGON, HIGHEST, PHOENIX, RANKS, side_of
from takujo.games.tichu.tricks import Judgement

# In logits: a hand in no way special, a lead more that it takes, what adds to it.
PLAIN: Final = -0.15
LEAD: Final = -0.56
WITH_DRAGON: Final = 0.3
RUN: Final = 0.6
CARD_OF_OPPONENT: Final = 0.08  # per card of the opponent with the fewest, from a full hand

# The same for the first eight cards.
EIGHT_PLAIN: Final = -0.9
EIGHT: Final = {DRAGON: 0.4, PHOENIX: 0.6}
EIGHT_ACE: Final = 0.3

ENOUGH: Final = 0.57  # the chance at which a call is made
ENOUGH_BEHIND: Final = 0.45  # when the match is nearly lost
ENOUGH_AHEAD: Final = 0.7  # when it is nearly won
NEAR: Final = 120  # points to the target that a round may bring


def tichu(judgement: Judgement) -> bool:
    """Call before the first card?"""
    sight = judgement.sight
    if sight.out or sight.calls[sight.partner]:
        return False
    plan = judgement.plan(sight.hand)
    fewest = min(sight.sizes[p] for p in sight.opponents)
    logit = PLAIN + LEAD * plan.cost + RUN * judgement.runs(plan)
    logit += WITH_DRAGON * (DRAGON in sight.hand)
    logit -= CARD_OF_OPPONENT * (sight.figures.hand - fewest)
    return _chance(logit) > enough(sight)


def grand(sight: Sight) -> bool:
    """Call on the first cards?"""
    if sight.calls[sight.partner]:
        return False
    return _chance(EIGHT_PLAIN + sum(map(_high, sight.hand))) > enough(sight)


def _high(card: Card) -> float:
    return EIGHT.get(card, EIGHT_ACE if RANKS[card] == HIGHEST else 0.0)


def enough(sight: Sight) -> float:
    """The chance that a call needs, by the score."""
    ours = sight.totals[side_of(sight.me)]
    theirs = sight.totals[1 - side_of(sight.me)]
    target = sight.figures.target - NEAR
    if ours < theirs and (sight.last_round or theirs >= target):
        return ENOUGH_BEHIND
    if ours > theirs + NEAR and (sight.last_round or ours >= target):
        return ENOUGH_AHEAD
    return ENOUGH


def _chance(logit: float) -> float:
    return 1.0 / (1.0 + exp(-logit))

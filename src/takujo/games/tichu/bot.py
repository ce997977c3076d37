"""What a position is worth to a player's team.

The weights are judgements; no rule depends on them.
"""

from __future__ import annotations

from typing import Final

from takujo.core.texts import Card, Player
from takujo.games.tichu.plays import bits_of, bombs
from takujo.games.tichu.state import (
    DOG,
    DRAGON,
    HAND,
    HIGHEST,
    MAH_JONG,
    NO_CALL,
    PHOENIX,
    PLAYERS,
    RANKS,
    WON,
    Round,
    side_of,
)

STOP: Final = 9.0  # a card that wins tricks
BOMB: Final = 14.0
CARD: Final = 3.0  # every card that still has to be played
OUT_FIRST: Final = 25.0  # what being out first brings beside a call


def evaluate(s: Round, player: Player) -> float:
    """Points ahead, with what the round is likely to bring; in points of the match."""
    worth = [float(x) for x in s.totals]
    ahead = [_ahead(s, p) for p in range(PLAYERS)]
    for p in range(PLAYERS):
        side = side_of(p)
        worth[side] += s.worth(s.zones[WON + p]) * (1.0 if p in s.out else 0.8) + ahead[p]
        if s.calls[p] != NO_CALL:
            bonus = s.figures.bonus[s.calls[p]]
            worth[side] += bonus * _chance(s, p, ahead)
    if s.out:
        worth[side_of(s.out[0])] += OUT_FIRST
    mine = side_of(player)
    return worth[mine] - worth[1 - mine]


def _chance(s: Round, player: Player, ahead: list[float]) -> float:
    """From -1, the call has failed, to 1, it has succeeded."""
    if s.out:
        return 1.0 if s.out[0] == player else -1.0
    best = max(x for p, x in enumerate(ahead) if p != player)
    return max(-0.9, min(0.9, (ahead[player] - best) / 40.0))


def _ahead(s: Round, player: Player) -> float:
    """How near a player is to being out: few cards, and cards that win tricks."""
    hand = s.zones[HAND + player]
    if not hand:
        return 0.0 if s.is_over else CARD * 2
    stops = sum(_stop(card) for card in hand)
    return STOP * stops + BOMB * len(bombs(hand, ())) - CARD * _groups(hand)


def _stop(card: Card) -> float:
    if card == DRAGON:
        return 1.0
    if card == PHOENIX:
        return 0.9
    if card == DOG:
        return -0.4
    if card == MAH_JONG:
        return 0.1
    return {HIGHEST: 0.6, HIGHEST - 1: 0.25}.get(RANKS[card], 0.0)


def _groups(hand: tuple[Card, ...]) -> float:
    """About how many plays the hand still takes: ranks, less what fits into a long straight."""
    bits = bits_of(hand)
    held = [bool(bits >> 4 * r & 15) for r in range(13)]
    special = sum(card in (MAH_JONG, DOG, DRAGON) for card in hand)
    longest = run = 0
    for there in held:
        run = run + 1 if there else 0
        longest = max(longest, run)
    return special + sum(held) - (longest - 1 if longest >= 5 else 0)

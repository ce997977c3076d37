"""What a position is worth to a player's team, and a strong player by rule of thumb.

The strong player counts cards, plans his hand and weighs what each choice brings: see `counting`,
`planning`, `tricks`, `exchange` and `calls`. He takes of a possible world only what is true in all
of them, so the same view always gives the same choice. The weights are judgements; no rule depends
on them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from takujo.core.actions import Action, Decision
from takujo.core.chance import Rng
from takujo.core.frames import awaited
from takujo.core.texts import Card, Player
from takujo.games.tichu import calls, rules, tricks
from takujo.games.tichu.counting import Sight
from takujo.games.tichu.exchange import gifts
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
from takujo.games.tichu.tricks import Judgement

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
    return _in_hand(hand)


@lru_cache(maxsize=1 << 12)
def _in_hand(hand: tuple[Card, ...]) -> float:
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


# --- the strong player ------------------------------------------------------------------------


def strong(seat: Any, rng: Rng) -> str:
    """The key of the choice; `""` declines an optional decision."""
    world: Round = seat.sample(rng)
    decisions: tuple[Decision, ...] = seat.decisions()
    # A call and a bomb come before what he is asked.
    for decision in sorted(decisions, key=lambda d: not d.optional):
        action = interrupt(world, decision) if decision.optional else choice(world, decision)
        if action is not None:
            return str(seat.game.notation(action))
    return ""


def interrupt(s: Round, decision: Decision) -> Action | None:
    """A bomb out of turn, or a call just before the first card."""
    sight = Sight(s, decision.player)
    thrown = [a for a in decision.actions if a.kind == rules.PLAY.name]
    bomb = tricks.bomb(Judgement(sight), thrown) if thrown else None
    if bomb is None and rules.CALLED in decision.actions and _calls(s, sight):
        return rules.CALLED
    return bomb


def _calls(s: Round, sight: Sight) -> bool:
    """Call Tichu? Only when he is about to play: until then silence tells the others nothing."""
    if not isinstance(s.agenda[-1], rules.Lead | rules.Follow):
        return False
    (asked,) = awaited(s)
    if asked.player != sight.me or not calls.tichu(judgement := Judgement(sight)):
        return False
    return len(asked.actions) == 1 or tricks.turn(judgement, worth_comparing(asked)) != rules.PASSED


def choice(s: Round, decision: Decision) -> Action:
    """What he answers when he is asked."""
    actions, me = decision.actions, decision.player
    if len(actions) == 1:
        return actions[0]
    sight = Sight(s, me)
    kind = actions[0].kind
    if kind in (rules.NO_GRAND.name, rules.GRAND.name):
        return rules.GRANDS[calls.grand(sight)]
    if kind == rules.GIVE.name:
        asked: Any = s.agenda[-1]
        gone = tuple([given.args[0] for given in asked.answers[me]])
        return rules.GIVE(gifts(Judgement(sight), gone)[len(gone)])
    if kind == rules.WISH.name:
        return tricks.wish(Judgement(sight))
    if kind == rules.GIVE_DRAGON.name:
        return tricks.dragon_gift(sight, actions)
    if kind == rules.NO_BOMB.name:
        return tricks.bomb(Judgement(sight), actions[1:]) or rules.NO_BOMBS
    return tricks.turn(Judgement(sight), worth_comparing(decision))


def worth_comparing(decision: Decision) -> tuple[Action, ...]:
    """One action per class of equal ones."""
    return decision.actions if decision.brief is None else decision.brief

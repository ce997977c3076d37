"""Which three cards to give: what the hand can spare, and what each receiver makes of it."""

from __future__ import annotations

from itertools import product
from typing import Final

from takujo.core.texts import Card, Player
from takujo.games.tichu.stakes import USUAL_TEMPO
from takujo.games.tichu.state import DOG, DRAGON, HIGHEST, MAH_JONG, PHOENIX, RANKS
from takujo.games.tichu.tricks import Judgement

# What a card is worth to whoever receives it, in points at usual stakes.
RECEIVED: Final = {DRAGON: 22.0, PHOENIX: 24.0, MAH_JONG: 2.0, DOG: -8.0}
OF_RANK: Final = {HIGHEST: 14.0, HIGHEST - 1: 7.0, HIGHEST - 2: 4.0, HIGHEST - 3: 2.5}
LOW: Final = 1.0
TO_PARTNER: Final = 0.8  # of that: he may have no use for it
SAME_PARITY: Final = 0.5  # even ranks go to the next player, odd ones to the player before

CONSIDERED: Final = 5  # cards for the opponents, and for the partner


def received(card: Card) -> float:
    """What a card brings whoever receives it."""
    if card in RECEIVED:
        return RECEIVED[card]
    return OF_RANK.get(RANKS[card], LOW)


def gifts(judgement: Judgement, gone: tuple[Card, ...] = ()) -> tuple[Card, Card, Card]:
    """The cards for the next player, the partner and the player before; `gone` are on their way.

    Somebody may call between two gifts, so what was given need not be what would be given now.
    """
    sight, tempo = judgement.sight, judgement.stakes.tempo
    hand = sight.hand
    after, before = sight.opponents

    def without(*given: Card) -> float:
        return judgement.rest(tuple([c for c in hand if c not in given]))

    def harm(card: Card, whom: Player) -> float:
        parity = RANKS[card] % 2 == (whom == after)
        return received(card) * tempo[whom] / USUAL_TEMPO + SAME_PARITY * parity

    spared = {card: without(card) for card in hand}
    helps = TO_PARTNER * tempo[sight.partner] / USUAL_TEMPO
    to_opponents = sorted(hand, key=lambda c: received(c) - spared[c])[:CONSIDERED]
    to_partner = sorted(hand, key=lambda c: -helps * received(c) - spared[c])[:CONSIDERED]
    best, most = (hand[0], hand[1], hand[2]), float("-inf")
    for three in product(gone[:1] or to_opponents, gone[1:2] or to_partner, to_opponents):
        to_next, to_mate, to_previous = three
        if len(set(three)) == len(three):
            value = without(*three) + helps * received(to_mate)
            value -= harm(to_next, after) + harm(to_previous, before)
            if value > most:
                best, most = three, value
    return best

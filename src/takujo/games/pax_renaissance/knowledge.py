"""What nobody has seen may lie where: decks, box, the first fair cards, cards sold face down."""

from __future__ import annotations

from takujo.core.chance import Rng, shuffled
from takujo.core.knowledge import Place, Pool, unknown_cards, unknown_places
from takujo.core.texts import Card, Player
from takujo.games.pax_renaissance.pieces import COMETS, REGION
from takujo.games.pax_renaissance.state import (
    BOX,
    BURIED,
    COLUMNS,
    DECK_LOW,
    DECK_TOP,
    HAND,
    MARKET,
    ZONES_EACH,
    Board,
)


def pools(s: Board, viewer: Player | None, rng: Rng) -> list[Pool]:
    """First the cards sold face down and the hands; then each region, comets before the rest."""
    unknown = unknown_cards(s, viewer)
    found: list[Pool] = []
    for player in range(s.players):
        found += _sold(s, viewer, player, unknown)
    in_hands = {c for _, cards in found for c in cards}
    for region in (0, 1):
        rest = [c for c in unknown if REGION[c] == region and c not in in_hands]
        comets = [c for c in rest if c in COMETS]
        low = unknown_places(s, viewer, [DECK_LOW + region])
        under = shuffled(rng, list(range(len(low))))[: len(comets)]
        places = unknown_places(
            s, viewer, [DECK_TOP + region, DECK_LOW + region, MARKET + region * COLUMNS]
        )
        places += [
            (zone, i)
            for zone, i in unknown_places(s, viewer, [BOX])
            if REGION[s.zones[zone][i]] == region
        ]
        hiding = [low[i] for i in under]
        found.append((hiding, comets))
        found.append(([p for p in places if p not in hiding], [c for c in rest if c not in comets]))
    return found


def _sold(s: Board, viewer: Player | None, player: Player, unknown: list[Card]) -> list[Pool]:
    """Each card sold face down is one of those that lay in the hand then; the rest is there now.

    What lay in the hand at one sale lay there, or was sold, at each later one: a draw for one place
    after the other is fair. Every back is seen.
    """
    hold, sold = HAND + ZONES_EACH * player, BURIED + ZONES_EACH * player
    here = [c for c in unknown if s.where[c] in (hold, sold)]
    if not here:
        return []
    sales = [set(entry[1:]) for entry in s.sales if entry[0] == player]
    pools: list[Pool] = []
    for zone, i in unknown_places(s, viewer, [sold]):
        place: list[Place] = [(zone, i)]
        back = REGION[s.zones[sold][i]]
        pools.append((place, [c for c in here if c in sales[i] and REGION[c] == back]))
    held = unknown_places(s, viewer, [hold])
    for region in (0, 1):
        places = [(zone, i) for zone, i in held if REGION[s.zones[zone][i]] == region]
        pools.append((places, [c for c in here if REGION[c] == region]))
    return pools


def never_swaps(s: Board, a: Card, b: Card) -> str | None:
    """Comets lie in the lower decks; a card sold face down lay in the hand when it was sold."""
    if (a in COMETS) != (b in COMETS):
        return "comets are shuffled into the lower part of a deck"
    for entry in s.sales:
        if (a in entry[1:]) != (b in entry[1:]):
            return "a card sold face down lay in the hand when it was sold"
    return None

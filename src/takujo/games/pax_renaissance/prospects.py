"""How near each player is to each victory, and what a position promises the strong player.

The weights are judgements, tuned by matches between bots; no rule depends on them. Only what lies
open counts, so a position is worth the same in all worlds that a player cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, NamedTuple, TypeAlias

from takujo.core.texts import Card, Player
from takujo.games.pax_renaissance import victory
from takujo.games.pax_renaissance.pieces import (
    CARDS,
    COMETS,
    DISCOVERY,
    INQUISITOR,
    LAW,
    OPS,
    PATRON,
    RELIGIONS,
    REPUBLICS,
    SQUARE_COUNT,
    VICTORIES,
    CardData,
)
from takujo.games.pax_renaissance.state import (
    COLUMNS,
    DISCARD,
    MARKET,
    NOBODY,
    Board,
)

WIN: Final = 1000.0
AT_HAND: Final = 900.0  # he can declare with the actions that he has left
NEXT: Final = 700.0  # the player who moves next can declare
LATER: Final = 300.0  # somebody after him can, unless those before stop him
HOLDS: Final = 45.0  # the player himself can, if nobody stops him until his turn

NEAR: Final = 55.0  # what an active victory is worth to whom nothing is lacking
DECAY: Final = 0.55  # the part of it that is left for each thing lacking
ASLEEP: Final = 0.4  # the same for a victory that a comet may still make active
BEST_FOE: Final = 0.75  # the part of the most dangerous opponent in what all others are worth

# How hard one more of each is to come by.
KING, REPUBLIC, LAW_MORE, CONCESSION, DISCOVERED = 1.0, 1.5, 0.6, 0.6, 0.7
CLERGY, FAITHFUL, DEVOTION = 0.6, 0.6, 0.6

FLORIN, SPARE_FLORIN, PURSE = 0.7, 0.2, 7  # the first ones are worth more
HELD_CARD, LAID_CARD, SQUARE, PAWN_OUT, PRESTIGE_EACH = 1.6, 0.6, 6.5, 1.2, 0.8
PATRONAGE: Final = 1.0
OP_WORTH: Final = {
    "inquisitor": 0.7, "commerce": 1.1, "behead": 1.4, "tax": 0.8, "repress": 0.8,
    "vote": 1.2, "siege": 0.7, "corsair": 0.6, "campaign": 1.5,
}  # fmt: skip


def _laid(card: Card, data: CardData) -> tuple[float, float]:
    """What a card in a tableau is worth, and what is left of it under a bishop."""
    laid = SQUARE if card < SQUARE_COUNT else LAID_CARD
    ops = [(op.kind, OP_WORTH[OPS[op.kind]]) for op in data.ops]
    held = sum(worth for kind, worth in ops if kind == INQUISITOR)
    return laid + sum(worth for _, worth in ops), laid + held


LAID: Final = tuple(_laid(card, data) for card, data in enumerate(CARDS))
LAID_REPUBLIC: Final = tuple(_laid(card, data) for card, data in enumerate(REPUBLICS))

DECKS_LAST: Final = 24  # cards in both decks from which on the Patron ending matters
ENDING: Final = 70.0  # what leading in it is worth when the last card is drawn
UNSPENT: Final = 2.5  # an action that is still to be taken
SPOTS: Final = 2 * COLUMNS
UNAFFORDABLE: Final = 1000


class Tableau(NamedTuple):
    """What a player's cards show, and what they are worth where they lie."""

    shown: list[int]
    worth: float


Seen: TypeAlias = dict[tuple[Hashable, ...], Tableau]


def outlook(
    s: Board,
    player: Player,
    comets: frozenset[Card] = frozenset(),
    seen: Seen | None = None,
) -> float:
    """What a position is worth to a player: his standing less that of the others.

    `comets`: those that everybody can see in the market, since they may activate a victory.
    `seen` keeps tableaux from one position to the next: most lie as they did.
    """
    if not s.agenda:
        return WIN if wins(s, player) else -WIN
    tableaux = _tableaux(s, {} if seen is None else seen)
    shown = [tableau.shown for tableau in tableaux]
    lacking = shortfalls(s, shown)
    worth = [
        tableaux[p].worth + _belongings(s, p) + _chances(s, lacking[p]) for p in range(s.players)
    ]
    late = 1.0 - min(DECKS_LAST, s.deck_size(0) + s.deck_size(1)) / DECKS_LAST
    if late:
        for p, ahead in enumerate(_patrons(s, shown)):
            worth[p] += ENDING * late * late * ahead
    others = [w for p, w in enumerate(worth) if p != player]
    rest = sum(others) / len(others)
    total = worth[player] - BEST_FOE * max(others) - (1.0 - BEST_FOE) * rest
    if s.turn == player:
        total += UNSPENT * s.left
    return total + _threats(s, player, lacking, comets)


def wins(s: Board, player: Player) -> bool:
    """Has the player won, or a share in it, now that the match is over?"""
    if s.winner != NOBODY:
        return s.winner == player
    patrons = victory.patronage(s)
    return (patrons[player], s.florins[player]) == max(zip(patrons, s.florins, strict=True))


def declarable(s: Board, lacking: list[float]) -> list[int]:
    """The active victories whose conditions a player fulfils."""
    return [v for v, lack in enumerate(lacking) if not lack and s.active >> v & 1]


def at_hand(s: Board, player: Player) -> bool:
    """Can the player, whose turn it is, declare with the actions that he has left?"""
    return s.turn == player and any(
        victory.can_declare(s, player, v) and victory.cost(s, v) <= s.left
        for v in range(len(VICTORIES))
    )


def cheapest(s: Board, comets: frozenset[Card]) -> int:
    """What the cheapest of these comets costs, if one can be bought; else more than anybody has."""
    columns = [
        (s.where[c] - MARKET) % COLUMNS for c in comets if MARKET <= s.where[c] < MARKET + SPOTS
    ]
    return min((column for column in columns if column), default=UNAFFORDABLE)


def _threats(
    s: Board, player: Player, lacking: list[list[float]], comets: frozenset[Card]
) -> float:
    """What it means that somebody could declare in this turn, or in his own next one."""
    total = 0.0
    price = cheapest(s, comets)
    for at, p in enumerate(s.clockwise(s.turn)):
        left = s.figures.actions if at else s.left
        ways = [victory.cost(s, v) for v in declarable(s, lacking[p])]
        if price <= s.florins[p]:
            ways += [
                victory.cost(s, v) + 1
                for v, lack in enumerate(lacking[p])
                if not lack and not s.active >> v & 1
            ]
        if not ways:
            continue
        if at or min(ways) > left:
            total += HOLDS if p == player else -LATER
        else:
            total += AT_HAND if p == player else -NEXT
    return total


# --- victories ----------------------------------------------------------------------------------


def shortfalls(s: Board, shown: list[list[int]] | None = None) -> list[list[float]]:
    """Per player and victory how much is lacking, in things to get; 0 when its conditions hold.

    `shown`: each player's prestige, if it has been counted already.
    """
    f = s.figures
    if shown is None:
        shown = [s.prestige(p) for p in range(s.players)]
    supreme = _supremacy(s)
    kingly = behind(victory.kingdoms(s), f.imperial_lead)
    republican = behind(victory.republics(s), f.renaissance_lead)
    lawful = behind(victory.laws(s), f.law_lead)
    trading = behind(victory.concessions(s), f.globalization_lead)
    found = behind([prestige[DISCOVERY] for prestige in shown], f.discovery_lead)
    devoted = [
        behind([prestige[r] for prestige in shown], f.holy_lead) for r in range(len(RELIGIONS))
    ]
    return [
        [
            KING * kingly[p],
            REPUBLIC * republican[p] + LAW_MORE * lawful[p],
            CONCESSION * trading[p] + DISCOVERED * found[p],
            min(supreme[r] + DEVOTION * devoted[r][p] for r in range(len(RELIGIONS))),
        ]
        for p in range(s.players)
    ]


def _supremacy(s: Board) -> list[float]:
    """Per religion how much it lacks to be supreme."""
    clergy, faithful = victory.bishops(s), victory.believers(s)
    return [
        CLERGY * max(0, sum(clergy) - 2 * clergy[r] + 1)
        + FAITHFUL * max(0, sum(faithful) - 2 * faithful[r] + 1)
        for r in range(len(RELIGIONS))
    ]


def behind(counts: list[int], lead: int) -> list[int]:
    """Per player how many more he needs to lead each other by so many."""
    *_, second, first = sorted(counts)
    return [max(0, (second if n == first else first) + lead - n) for n in counts]


def _chances(s: Board, lacking: list[float]) -> float:
    """What a player's prospects of the four victories are worth together."""
    left = any(s.where[comet] != DISCARD for comet in COMETS)
    total = 0.0
    for v, lack in enumerate(lacking):
        if s.active >> v & 1:
            total += NEAR * DECAY**lack
        elif left:
            total += ASLEEP * NEAR * DECAY**lack
    return total


def _patrons(s: Board, shown: list[list[int]]) -> list[float]:
    """Per player how far ahead he is for the Patron ending, from -1 to 1."""
    if s.figures.solo:
        return [0.0] * s.players
    strength = [shown[p][PATRON] + s.florins[p] / 40.0 for p in range(s.players)]
    ahead = []
    for p, mine in enumerate(strength):
        lead = mine - max(x for q, x in enumerate(strength) if q != p)
        ahead.append(max(-1.0, min(1.0, lead * 0.5 + (0.3 if lead > 0 else -0.3))))
    return ahead


# --- belongings ---------------------------------------------------------------------------------


def _belongings(s: Board, player: Player) -> float:
    """Florins, cards in hand and pawns, for what they will do later."""
    purse = s.florins[player]
    total = FLORIN * min(purse, PURSE) + SPARE_FLORIN * max(0, purse - PURSE)
    return total + HELD_CARD * len(s.hand(player)) + PAWN_OUT * s.pawn.count(player + 1)


def _tableaux(s: Board, seen: Seen) -> list[Tableau]:
    """Each player's tableau; those that lie as they did in a position seen before are kept."""
    tokens = (bytes(s.bishop), bytes(s.husband), bytes(s.republic))
    found = []
    for player in range(s.players):
        key = (s.whole_tableau(player), s.old_maids(player), *tokens)
        if key not in seen:
            seen[key] = _tableau(s, player)
        found.append(seen[key])
    return found


def _tableau(s: Board, player: Player) -> Tableau:
    shown = s.prestige(player)
    worth = PRESTIGE_EACH * (sum(shown[:3]) + shown[LAW] + shown[DISCOVERY])
    worth += PATRONAGE * shown[PATRON]
    struck = any(s.bishop)
    for card in s.whole_tableau(player):
        of = LAID_REPUBLIC if card < SQUARE_COUNT and s.republic[card] else LAID
        worth += of[card][struck and s.silenced(card)]
    return Tableau(shown, worth)

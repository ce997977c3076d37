"""Any position of Ambush from a few words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from takujo.core.frames import Frame
from toys.ambush import rules
from toys.ambush.rules import ASIDE, CARDS, DISCARD, HAND, KINDS, PLAYERS, ROW, AmbushState

_CARD = re.compile(r"([0-2])\.(\w+)(?:\+(\d+))?(!?)")


def card_of(word: str) -> int:
    """The card `1.scout`: player 1's scout."""
    return _card(word)[0]


def _card(word: str) -> tuple[int, int, bool]:
    found = _CARD.fullmatch(word)
    if found is None or found[2] not in KINDS:
        raise ValueError(
            f"a card is written player.kind, such as 1.scout, 1.scout+2 with two coins on it or "
            f"1.scout! when it has been resolved; kinds are {', '.join(KINDS)}; not {word!r}"
        )
    card = int(found[1]) * len(KINDS) + KINDS.index(found[2])
    return card, int(found[3] or 0), bool(found[4])


def position(
    s: AmbushState,
    *,
    row: str = "",
    discard: str = "",
    aside: str = "",
    coins: Sequence[int] = (1, 1, 1),
    known: Mapping[int, str] | None = None,
    first: int = 0,
    round: int = 1,
    resolve: bool = False,
    placing: Sequence[int] = (),
    ask: Frame[Any] | None = None,
) -> AmbushState:
    """A position in round `round`: the cards named lie there, all others are in their hands.

    `row="0.scout+2 1.ambush!"` from the head; `known={2: "0.scout"}` who has seen what else.
    `placing` are the players who still place a card; `resolve` says that the row is resolved
    next; `ask` is a frame that comes before that. Raises ValueError for what cannot be.
    """
    s.agenda.clear()
    zones: dict[int, list[int]] = {z: [] for z in range(len(s.zones))}
    told: set[int] = set()
    for zone, words in ((ROW, row), (DISCARD, discard), (None, aside)):
        for word in words.split():
            card, n, resolved = _card(word)
            if card in told:
                raise ValueError(f"{word} is named twice")
            told.add(card)
            zones[ASIDE + s.owner(card) if zone is None else zone].append(card)
            s.tokens[card] = n
            s.resolved[card] = resolved
    for card in range(CARDS):
        if card not in told:
            zones[HAND + s.owner(card)].append(card)
    for zone, cards in zones.items():
        s.lay(zone, cards)
    for card in zones[ROW]:
        s.peek(card, s.owner(card))
    for player, words in (known or {}).items():
        for word in words.split():
            s.peek(card_of(word), player)
    if len(coins) != PLAYERS or min(coins) < 0:
        raise ValueError(f"coins are {PLAYERS} numbers, one per player, not {coins!r}")
    s.coins = list(coins)
    s.bank = s.figures.coins - sum(coins) - sum(s.tokens)
    if s.bank < 0:
        raise ValueError(f"there are only {s.figures.coins} coins")
    s.first, s.round = first, round
    s.series = (tuple(coins),) * round
    s.then(*(rules.PlaceCard(p) for p in placing))
    if resolve or ask is not None or placing:
        s.agenda[:0] = [rules.Scoring(), rules.Round(), rules.Resolve()]
    if ask is not None:
        s.then(ask)
    s.epoch = 0
    s.trail.clear()
    return s

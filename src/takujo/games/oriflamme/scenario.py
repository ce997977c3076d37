"""Any position in one call, in the notation of `RULINGS.md`.

`A:Soldier` lies face up, `A:(Soldier,2)` face down with 2 influence on it; a comma parts stacks
from head to tail, `/` covers the card after it. Families are A to E.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, NoReturn

from takujo.core.chance import Outcome
from takujo.core.frames import Chance, advance
from takujo.core.texts import Card, Player
from takujo.games.oriflamme.rules import Place, Resolution, Resolve, RoundEnd
from takujo.games.oriflamme.state import INTRIGUE, KINDS, NAMES, QUEUE, Court

FAMILIES = "ABCDE"

_CARD = re.compile(r"([A-Z]):(?:\(([\w ]+?)(?:,\s*(\d+))?\)|([\w ]+))")
_COMMA = re.compile(r",(?![^(]*\))")  # not within brackets


class Lying(NamedTuple):
    """A card of the queue as the notation tells it."""

    card: Card
    up: bool
    tokens: int


def build(
    s: Court,
    *,
    queue: str = "",
    hands: Mapping[str, str] | None = None,
    removed: Mapping[str, str] | None = None,
    discards: Mapping[str, str] | None = None,
    influence: Mapping[str, int] | None = None,
    round: int | None = None,
    first: str | None = None,
    resolve: int | None = None,
    placing: str | None = None,
) -> Court:
    """Turn a fresh position into the one that the facts tell, run on to its first decision.

    `queue`: see above. `hands`, `removed`, `discards`: names of cards by family, `{"A": "lord
    spy"}`; a hand that is named is complete. `influence` by family. `round` from 1. `first`: the
    first player. Either `placing`: the family that places next (families before it in the turn
    order have placed), or `resolve`: the number of the stack that the cursor reaches next, by
    default 1. Cards that are not named go to the removed cards until there are enough, then to the
    hand until it has the size of that round, then to the discards.

    Raises ValueError for a fact that makes no sense.
    """
    stacks = [_stack(s, text) for text in _COMMA.split(queue)] if queue.strip() else []
    lying = [card for stack in stacks for card in stack]
    if placing is not None and resolve is not None:
        raise ValueError("a position is either placing a card or resolving a stack, not both")
    s.first = _family(s, first if first is not None else placing or "A")
    order = s.clockwise(s.first)
    to_place = order[order.index(_family(s, placing)) :] if placing is not None else []
    s.round = _round(s, round, lying, bool(to_place))
    for name, n in (influence or {}).items():
        s.influence[_family(s, name)] = n
    s.series = (s.series[0], *[tuple(s.influence)] * (s.round - 1))

    used = {place.card for place in lying}
    if len(used) < len(lying):
        raise ValueError(f"a card is named twice in the queue {queue!r}")
    piles = [_named(s, pile or {}, used) for pile in (removed, discards, hands)]
    for player in order:
        named = [pile.get(player, []) for pile in piles[:2]]
        full = player in piles[2]
        _deal(s, player, used, named, full, s.round - (player in to_place))
    _lay_queue(s, stacks)

    s.agenda.clear()
    if placing is not None:
        for player in to_place:
            if not s.zones[s.hand(player)]:
                raise ValueError(f"{FAMILIES[player]} has no card left to place")
        s.then(*(Place(p) for p in to_place), Resolution(), RoundEnd())
    else:
        s.cursor = (resolve if resolve is not None else 1) - 1
        if not 0 <= s.cursor <= len(stacks):
            raise ValueError(f"there is no stack {resolve}; the queue has {len(stacks)}")
        s.then(Resolve(), RoundEnd())
    advance(s, _no_nature)
    s.events.clear()
    s.trail.clear()
    return s


def _no_nature(s: object, frame: Chance[Court]) -> Outcome:
    raise AssertionError(f"{frame!r} draws in the middle of a match")


def _round(s: Court, given: int | None, lying: Sequence[Lying], placing: bool) -> int:
    if given is None:
        most = max((sum(x.card // KINDS == p for x in lying) for p in range(s.players)), default=0)
        given = min(s.figures.rounds, max(1, most + placing))
    if not 1 <= given <= s.figures.rounds:
        raise ValueError(f"there are rounds 1 to {s.figures.rounds}, not {given}")
    return given


def _family(s: Court, name: str) -> Player:
    player = FAMILIES.find(name)
    if len(name) != 1 or not 0 <= player < s.players:
        there = ", ".join(FAMILIES[: s.players])
        raise ValueError(f"no family {name!r} with {s.players} players; there are {there}")
    return player


def _card(s: Court, family: str, name: str) -> Card:
    word = name.strip().lower().replace(" ", "_")
    if word not in NAMES:
        raise ValueError(f"no card {name!r}; there are {', '.join(NAMES)}")
    return _family(s, family) * KINDS + NAMES.index(word)


def _stack(s: Court, text: str) -> list[Lying]:
    """The cards of one stack, the bottom card first."""
    found: list[Lying] = []
    for part in reversed(text.split("/")):
        match = _CARD.fullmatch(part.strip())
        if match is None:
            bad(f"expected a card like A:Soldier or A:(Soldier,2), not {part.strip()!r}")
        family, down, tokens, up = match.groups()
        card = _card(s, family, down or up)
        if up and card % KINDS >= INTRIGUE:
            raise ValueError(f"{part.strip()}: an intrigue card never stays face up (ruling 22)")
        found.append(Lying(card, down is None, int(tokens or 0)))
    if len({x.card // KINDS for x in found}) > 1:
        raise ValueError(f"{text.strip()}: all cards of a stack belong to one family (ruling 2)")
    return found


def bad(sentence: str) -> NoReturn:
    """Refuse a fact."""
    raise ValueError(sentence)


def _named(s: Court, pile: Mapping[str, str], used: set[Card]) -> dict[Player, list[Card]]:
    found: dict[Player, list[Card]] = {}
    for family, names in pile.items():
        cards = [_card(s, family, name) for name in names.split()]
        for card in cards:
            if card in used:
                raise ValueError(f"{family}:{NAMES[card % KINDS]} is in two places")
            used.add(card)
        found[_family(s, family)] = cards
    return found


def _deal(
    s: Court,
    player: Player,
    used: set[Card],
    named: Sequence[list[Card]],
    full_hand: bool,
    placed: int,
) -> None:
    """Send a family's cards where they belong; those that stay are the hand."""
    removed, discards = named
    free = [c for c in range(player * KINDS, (player + 1) * KINDS) if c not in used]
    lacking = max(0, s.figures.removed_cards - len(removed))
    removed, free = removed + free[:lacking], free[lacking:]
    room = 0 if full_hand else max(0, s.figures.hand - placed)
    for card in removed:
        s.move(card, s.removed(player))
    for card in discards + free[room:]:
        s.move(card, s.discard_area(player))


def _lay_queue(s: Court, stacks: Sequence[Sequence[Lying]]) -> None:
    for stack in stacks:
        for card, _, _ in stack:
            s.move(card, QUEUE)
    s.heights = tuple(len(stack) for stack in stacks)
    for stack in stacks:
        for card, up, tokens in stack:
            s.tokens[card] = tokens
            if up:
                s.turn_up(card)
    s.touched = 0

"""Possible worlds: positions that a viewer cannot tell from the true one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from takujo.core.chance import Rng, shuffled
from takujo.core.frames import EACH, answers_of, with_answers
from takujo.core.texts import Card, Player
from takujo.core.zones import COUNT, ZoneId

if TYPE_CHECKING:
    from takujo.core.game import Game
    from takujo.core.state import State

Place: TypeAlias = "tuple[ZoneId, int]"
Pool: TypeAlias = "tuple[Sequence[Place], Sequence[Card]]"

S = TypeVar("S", bound="State")


def unknown_places(s: State, viewer: Player | None, zones: Iterable[ZoneId]) -> list[Place]:
    """Where the viewer does not know the card, zone by zone."""
    bit = s.layout.bit(viewer)
    return [(z, i) for z in zones for i, c in enumerate(s.zones[z]) if not s.seen[c] & bit]


def unknown_cards(s: State, viewer: Player | None) -> list[Card]:
    """The cards whose place the viewer does not know, sorted."""
    bit = s.layout.bit(viewer)
    return [c for c in range(len(s.seen)) if not s.seen[c] & bit]


def pools_by_back(s: State, viewer: Player | None) -> list[Pool]:
    """The default: cards with the same back may lie in each other's places.

    Places are listed in an order that the viewer can see: zone, then position; in a zone that is
    followed by count the order of positions tells nothing, since `resample` mixes the cards.
    """
    backs = s.layout.backs
    cards: dict[int, list[Card]] = {}
    places: dict[int, list[Place]] = {}
    for card in unknown_cards(s, viewer):
        cards.setdefault(backs[card], []).append(card)
    for zone, i in unknown_places(s, viewer, range(len(s.zones))):
        places.setdefault(backs[s.zones[zone][i]], []).append((zone, i))
    return [(places[back], cards[back]) for back in sorted(cards)]


def resample(game: Game[S], s: S, viewer: Player | None, rng: Rng) -> S:
    """A random position that the viewer cannot tell from this one; a function of what he knows.

    Fills the game's pools in order and redraws what others answered in an open `AskEach`.
    """
    t = s.clone()
    t.listed = None
    taken: set[Card] = set()
    zones: dict[ZoneId, list[Card]] = {}
    facts: dict[Place, tuple[int, int, tuple[int, ...]]] = {}
    arrivals: dict[ZoneId, list[Card]] = {}
    fields = [getattr(t, name) for name in t.card_fields]
    for places, cards in game.pools(s, viewer, rng):
        free = [c for c in sorted(cards) if c not in taken]
        if len(places) > len(free):
            raise ValueError(f"a pool has {len(places)} places and only {len(free)} cards")
        drawn = shuffled(rng, free)[: len(places)]
        taken.update(drawn)
        for (zone, i), card in zip(places, drawn, strict=True):
            old = s.zones[zone][i]
            facts[zone, i] = (s.seen[old], s.stamp[old], tuple(f[old] for f in fields))
            zones.setdefault(zone, list(s.zones[zone]))[i] = card
            arrivals.setdefault(zone, []).append(card)
    for zone, contents in zones.items():
        changed = sorted(i for (z, i) in facts if z == zone)
        masks = [facts[zone, i] for i in changed]
        if s.layout.specs[zone].follow == COUNT:
            # What others know of the unknown cards is paired with them by mask, never by index.
            masks.sort()
            arrived = arrivals[zone]
            kept = [c for i, c in enumerate(contents) if (zone, i) not in facts]
            t.zones[zone] = tuple(sorted(kept + arrived))
        else:
            arrived = [contents[i] for i in changed]
            t.zones[zone] = tuple(contents)
        for card, (seen, stamp, values) in zip(arrived, masks, strict=True):
            t.where[card] = zone
            t.seen[card] = seen
            t.stamp[card] = stamp
            for field, value in zip(fields, values, strict=True):
                field[card] = value
    _redraw_answers(s, t, viewer, rng)
    game.redraw(t, viewer, rng)
    return t


def _redraw_answers(s: State, t: State, viewer: Player | None, rng: Rng) -> None:
    """Others' answers in a simultaneous choice are secret; that they are done is not."""
    top: Any = t.agenda[-1] if t.agenda else None
    if top is None or top.kind != EACH:
        return
    for player, given in enumerate(answers_of(top)):
        if player == viewer or not given:
            continue
        chain: tuple[Any, ...] = ()
        if top.ask(s, player, given) is None:
            while (decision := top.ask(t, player, chain)) is not None:
                chain = (*chain, decision.actions[rng.below(len(decision.actions))])
        top = with_answers(top, player, chain)
    t.agenda[-1] = top

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
Fact: TypeAlias = "tuple[int, int, tuple[int, ...]]"  # seen, stamp and the own fields of a card

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

    Fills the game's pools in order and redraws what others answered in an open `AskEach`. Raises
    ValueError when the pools do not give every place that they name a card of its own.
    """
    t = s.clone()
    t.listed = None
    drawn = _drawn(game, s, viewer, rng)
    fields = [getattr(t, name) for name in t.card_fields]
    facts: dict[Place, Fact] = {}
    for zone, i in drawn:
        old = s.zones[zone][i]
        facts[zone, i] = (s.seen[old], s.stamp[old], tuple(f[old] for f in fields))
    for zone in dict.fromkeys(zone for zone, _ in drawn):
        here = [i for z, i in drawn if z == zone]
        contents = list(s.zones[zone])
        if s.layout.specs[zone].follow == COUNT:
            pairs = _paired(s, zone, {i: drawn[zone, i] for i in here}, facts, rng)
            contents = sorted(
                [c for i, c in enumerate(contents) if (zone, i) not in drawn]
                + [card for card, _ in pairs]
            )
        else:
            pairs = [(drawn[zone, i], facts[zone, i]) for i in here]
            for i in here:
                contents[i] = drawn[zone, i]
        t.zones[zone] = tuple(contents)
        for card, (seen, stamp, values) in pairs:
            t.where[card] = zone
            t.seen[card] = seen
            t.stamp[card] = stamp
            for field, value in zip(fields, values, strict=True):
                field[card] = value
    _redraw_answers(s, t, viewer, rng)
    game.redraw(t, viewer, rng)
    return t


def _drawn(game: Game[S], s: S, viewer: Player | None, rng: Rng) -> dict[Place, Card]:
    """A card for every place of the game's pools."""
    drawn: dict[Place, Card] = {}
    taken: set[Card] = set()
    for places, cards in game.pools(s, viewer, rng):
        free = [c for c in sorted(cards) if c not in taken]
        if len(places) > len(free):
            raise ValueError(f"a pool has {len(places)} places and only {len(free)} cards")
        some = shuffled(rng, free)[: len(places)]
        taken.update(some)
        drawn.update(zip(places, some, strict=True))
    lost = {s.zones[zone][i] for zone, i in drawn} ^ taken
    if lost:
        raise ValueError(f"the pools lose or double the cards {sorted(lost)}")
    return drawn


def _paired(
    s: State, zone: ZoneId, drawn: dict[int, Card], facts: dict[Place, Fact], rng: Rng
) -> list[tuple[Card, Fact]]:
    """Pair what others know of the unknown cards of a counted zone with the cards drawn into it.

    By back, since a back is seen, and by chance: an index in the zone would carry knowledge.
    """
    backs = s.layout.backs
    known: dict[int, list[Fact]] = {}
    cards: dict[int, list[Card]] = {}
    for i, card in drawn.items():
        known.setdefault(backs[s.zones[zone][i]], []).append(facts[zone, i])
        cards.setdefault(backs[card], []).append(card)
    pairs: list[tuple[Card, Fact]] = []
    for back in sorted(known):
        here = sorted(known[back])
        arrived = cards.get(back, [])
        if len(arrived) != len(here):
            name = s.layout.specs[zone].name
            raise ValueError(f"the pools put cards with another back into {name}")
        if here[0] != here[-1]:
            arrived = shuffled(rng, arrived)
        pairs += zip(arrived, here, strict=True)
    return pairs


def _redraw_answers(s: State, t: State, viewer: Player | None, rng: Rng) -> None:
    """Others' answers in a simultaneous choice are secret; that they are done is not."""
    for depth, frame in enumerate(t.agenda):
        if frame.kind != EACH:
            continue
        asking: Any = frame
        for player, given in enumerate(answers_of(asking)):
            if player == viewer or not given:
                continue
            chain: tuple[Any, ...] = ()
            if asking.ask(s, player, given) is None:
                while (decision := asking.ask(t, player, chain)) is not None:
                    chain = (*chain, decision.actions[rng.below(len(decision.actions))])
            asking = with_answers(asking, player, chain)
        t.agenda[depth] = asking

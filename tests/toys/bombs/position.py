"""Any position of Bombs from a few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toys.bombs import rules
from toys.bombs.rules import CARDS, FACES, HAND, PLAYERS, TRICK, WON, BombsState, rank_of


def card_of(word: str) -> int:
    """The card `moon3`."""
    if word not in FACES:
        raise ValueError(f"a card is written suit and rank, such as moon3, not {word!r}")
    return FACES.index(word)


def position(
    s: BombsState,
    *,
    hands: Mapping[int, str],
    trick: str = "",
    owner: int | None = None,
    won: Mapping[int, str] | None = None,
    known: Mapping[int, str] | None = None,
    points: Sequence[int] = (0, 0),
    boasts: Sequence[int] = (),
    round: int = 1,
    exchange: bool = False,
    lead: int | None = None,
    follow: int | None = None,
    collect: bool = False,
) -> BombsState:
    """A position of round `round`: `hands={0: "sun1 moon1"}`; cards not named are won by side 1.

    `trick` is the play to beat, by `owner`, who must be named with it. Exactly one of
    `exchange`, `lead`, `follow` (a player) and `collect` says what is asked. `known` is who has
    seen which cards of others. Raises ValueError for what cannot be.
    """
    asks = [exchange, lead is not None, follow is not None, collect]
    if sum(asks) != 1:
        raise ValueError("say one of exchange, lead, follow and collect")
    if bool(trick) != (owner is not None) or bool(trick) != (follow is not None or collect):
        raise ValueError("a trick and its owner go with follow and collect, and with them alone")
    places = [(HAND + p, words) for p, words in hands.items()]
    places += [(TRICK, trick)] + [(WON + side, words) for side, words in (won or {}).items()]
    zones: dict[int, list[int]] = {z: [] for z in range(len(s.zones))}
    told: set[int] = set()
    for zone, words in places:
        for card in map(card_of, words.split()):
            if card in told:
                raise ValueError(f"{FACES[card]} is named twice")
            told.add(card)
            zones[zone].append(card)
    zones[WON + 1] += [c for c in range(CARDS) if c not in told]
    for zone, cards in zones.items():
        s.lay(zone, cards)
    for player, words in (known or {}).items():
        for word in words.split():
            s.peek(card_of(word), player)
    s.points = list(points)
    s.round = round
    s.series = ((0,) * PLAYERS,) * (round - 1)
    if round > 1:
        s.series = (*s.series[:-1], rules.by_player(s.points))
    for p in boasts:
        s.boasts[p] = 1
    s.agenda[:] = [rules.Round(), rules.RoundEnd()]
    if exchange:
        s.then(rules.Exchange(((),) * PLAYERS), rules.FirstLead())
    elif lead is not None:
        s.then(rules.Lead(lead))
    else:
        assert owner is not None
        cards = zones[TRICK]
        if len({rank_of(c) for c in cards}) != 1:
            raise ValueError("the cards of a play have one rank")
        s.top = (len(cards), rank_of(cards[0]), owner)
        s.played[owner] = 1
        if not zones[HAND + owner]:
            s.out = (owner,)
        s.then(rules.Collect(owner) if follow is None else rules.Follow(follow))
    s.epoch = 0
    s.trail.clear()
    return s

"""Any position of Atlas from a few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from takujo.core.frames import Frame
from takujo.core.texts import Card, Player
from toys.atlas.rival import NextTurn
from toys.atlas.rules import Reckoning, Refresh, Turn
from toys.atlas.state import (
    COMET,
    COURT,
    DISCARD,
    FACES,
    FAIR,
    KINDS,
    KING,
    LOW,
    PLACES,
    QUEEN,
    SKY,
    SLOT,
    SLOTS,
    TABLE,
    TOKENS,
    TOP,
    AtlasState,
)


def card_of(word: str) -> Card:
    """The card `king2`: the second king; `comet` is the comet."""
    if word == "comet":
        return COMET
    kind, number = word[:-1], word[-1:]
    cards = [card for card, face in enumerate(FACES) if face == kind and kind in KINDS]
    if not number.isdigit() or not 1 <= int(number) <= len(cards):
        raise ValueError(
            f"a card is written kind and number, such as king2, or comet; "
            f"kinds are {', '.join(KINDS)}; not {word!r}"
        )
    return cards[int(number) - 1]


def position(
    s: AtlasState,
    *,
    market: str = "",
    courts: Mapping[Player, str] | None = None,
    deck: str = "",
    low: str = "",
    fairs: str = "",
    agents: Mapping[str, Player] | None = None,
    bishops: str = "",
    florins: Mapping[str, int] | None = None,
    purses: Sequence[int] | None = None,
    comet: bool = False,
    turn: Player = 0,
    left: int = TABLE["actions"],
    ask: Frame[Any] | None = None,
) -> AtlasState:
    """A position in a player's turn: the cards named lie there, all others are discarded.

    `market="king1 queen1"` from the cheapest; `courts={0: "king2/queen2 abbot1"}`, a queen under
    her king behind a stroke; `deck` and `low` are the parts of the deck, the next card last;
    `fairs="merchant1 merchant2"` the cards at the fairs of the land and the sea; `agents=
    {"amber": 0}`; `bishops` the cards under a bishop; `florins={"king1": 2}` what lies upon cards;
    `comet` says that it has been seen, else it lies in `low` or on top of it. `ask` is a frame
    that comes before the turn. Raises ValueError for what cannot be.
    """
    s.agenda.clear()
    zones: dict[int, list[int]] = {zone: [] for zone in range(len(s.zones))}
    told: set[Card] = set()

    def put(zone: int, word: str) -> Card:
        card = card_of(word)
        if card in told:
            raise ValueError(f"{word} is named twice")
        told.add(card)
        zones[zone].append(card)
        return card

    for i, word in enumerate(market.split()):
        put(SLOT + i, word)
    if len(market.split()) > SLOTS:
        raise ValueError(f"the market has {SLOTS} places")
    for i, word in enumerate(fairs.split()):
        put(FAIR + i, word)
    for zone, words in ((TOP, deck), (LOW, low)):
        for word in words.split():
            put(zone, word)
    for player, words in (courts or {}).items():
        for word in words.split():
            king, _, queen = word.partition("/")
            card = put(COURT + player, king)
            if queen:
                wife = put(COURT + player, queen)
                if (s.kind(card), s.kind(wife)) != (KING, QUEEN):
                    raise ValueError(f"only a queen lies under a king, not {word!r}")
                s.queens[card] = wife + 1
    if comet or COMET not in told:
        put(SKY if comet else LOW, "comet")
    zones[DISCARD] += [card for card in range(COMET) if card not in told]
    for zone, cards in zones.items():
        s.lay(zone, cards)
    for place, player in (agents or {}).items():
        if place not in PLACES:
            raise ValueError(f"places are {', '.join(PLACES)}, not {place!r}")
        s.agents[PLACES.index(place)] = player + 1
    for word in bishops.split():
        s.bishops[card_of(word)] = 1
    for word, n in (florins or {}).items():
        s.florins[card_of(word)] = n
    if purses is not None:
        if len(purses) != s.players or min(purses) < 0:
            raise ValueError(f"purses are {s.players} numbers, one per player, not {purses!r}")
        s.purses = list(purses)
    s.bank = TOKENS["florins"] - sum(s.purses) - sum(s.florins)
    if s.bank < 0:
        raise ValueError(f"there are only {TOKENS['florins']} florins")
    s.then(Turn(turn, left), Refresh(), NextTurn((turn + 1) % s.players), Reckoning())
    if ask is not None:
        s.then(ask)
    s.epoch = 0
    s.trail.clear()
    return s

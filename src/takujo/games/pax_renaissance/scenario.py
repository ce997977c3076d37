"""Any position in one call.

Cards, empires, cities, borders and tokens are written as in keys. Whatever is not said is as at the
start of a match, but that no concession stands and the market holds cards in the order of the box.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from takujo.core.frames import advance
from takujo.core.texts import Card, Player
from takujo.games.pax_renaissance import setting, turn
from takujo.games.pax_renaissance.pieces import (
    BISHOP,
    BORDERS,
    CARD_OF,
    CITIES,
    COMETS,
    DISK,
    EAST,
    EMPIRES,
    PAWN,
    QUEENS,
    REGION,
    REGIONS,
    RELIGIONS,
    SQUARE_COUNT,
    STATES,
    TOKENS,
    VICTORIES,
    WEST,
    held_of,
)
from takujo.games.pax_renaissance.state import (
    COLUMNS,
    DECK_LOW,
    DECK_TOP,
    DISCARD,
    HAND,
    MAIDS,
    MARKET,
    TABLEAU,
    THRONE,
    ZONES_EACH,
    Board,
)
from takujo.games.pax_renaissance.verbs import SPOT

USED = (
    "bought", "played", "sold", "east_ops", "west_ops", "east_fair", "west_fair", "free_fair",
)  # fmt: skip


def build(
    s: Board,
    *,
    turn_of: int = 0,
    left: int = 2,
    used: str = "",
    florins: Mapping[int, int] | None = None,
    hands: Mapping[int, str] | None = None,
    east: Mapping[int, str] | None = None,
    west: Mapping[int, str] | None = None,
    thrones: Mapping[str, str] | None = None,
    old_maids: Mapping[int, str] | None = None,
    republics: str = "",
    market: Mapping[str, str] | None = None,
    pots: Mapping[str, int] | None = None,
    decks: Mapping[str, int] | None = None,
    discard: str = "",
    cities: Mapping[str, str] | None = None,
    pawns: Mapping[str, int] | None = None,
    pirates: Mapping[str, str] | None = None,
    repressed: Mapping[str, str] | None = None,
    bishops: Mapping[str, str] | None = None,
    states: Mapping[str, str] | None = None,
    active: str = "",
) -> Board:
    """Turn a fresh position into the one that the facts tell, at a player's turn.

    `east`, `west`: sides of tableaus from left to right, `{0: "luther hre+mary_the_rich>france"}`:
    a queen follows `+`, a vassal `>`. `thrones`: queens by empire, `{"hre": "mary_the_rich"}`.
    `republics`: squares that show that side. `market`: cards by spot, `""` for a gap; `pots`:
    florins there. `decks`: how many cards are left, `{"east": 2}`. `cities`: tokens, `""` for none,
    `"disk"`. `pawns`: players by border. `repressed`: tokens by square,
    `{"france": "catholic_knight pawn_1 pawn_1"}`. `bishops`: religions by card. `states` by
    empire, `active` victory squares. `left`: actions; `used`: words of `USED`, one for each use.

    Raises ValueError for words that mean nothing and cards that are named twice.
    """
    s.agenda.clear()
    places = _Places(s)
    for side, rows in ((EAST, east), (WEST, west)):
        for player, row in (rows or {}).items():
            places.row(TABLEAU + ZONES_EACH * _player(s, player) + side, row)
    for empire, queens in (thrones or {}).items():
        places.couple(THRONE + _one(EMPIRES, empire), [empire, *queens.split()])
    for first, hold in ((HAND, hands), (MAIDS, old_maids)):
        for player, names in (hold or {}).items():
            for name in names.split():
                places.put(first + ZONES_EACH * _player(s, player), _card(name))
    for name in discard.split():
        places.put(DISCARD, _card(name))
    gaps = places.market(market or {})
    for name in republics.split():
        s.republic[_one(EMPIRES, name)] = 1
    places.rest(gaps, decks or {})
    for player, n in (florins or {}).items():
        s.florins[_player(s, player)] = n
    for spot, n in (pots or {}).items():
        s.pot[_one(SPOT.words, spot)] = n
    _map(s, cities or {}, pawns or {}, pirates or {}, states or {})
    for square, tokens in (repressed or {}).items():
        for token in tokens.split():
            at = 10 * _one(EMPIRES, square) + held_of(_one(TOKENS, token))
            s.repressed[at] += 1
    for name, religion in (bishops or {}).items():
        s.bishop[_card(name)] = _one(RELIGIONS, religion) + 1
    for name in active.split():
        s.active |= 1 << _one(VICTORIES, name)
    _too_many(s)
    if not s.figures.sold_face_down:
        for player in range(s.players):
            for card in s.hand(player):
                s.reveal(card)  # it was bought in the open
    s.turn, s.number, s.left = _player(s, turn_of), 1, left
    for word in used.split():
        s.used[_one(USED, word)] += 1
    s.then(turn.NextAction(s.turn))
    advance(s, _no_nature)
    s.epoch = 0
    s.events.clear()
    s.trail.clear()
    return s


def _map(
    s: Board,
    cities: Mapping[str, str],
    pawns: Mapping[str, int],
    pirates: Mapping[str, str],
    states: Mapping[str, str],
) -> None:
    for name, token in cities.items():
        found = _one(TOKENS, token)
        if found > DISK:
            raise ValueError(f"a city holds a knight, a rook or a disk, not {token!r}")
        s.city[_one(CITIES, name)] = found
    for name, player in pawns.items():
        s.pawn[_one(BORDERS, name)] = _player(s, player) + 1
    for name, religion in pirates.items():
        s.pirate[_one(BORDERS, name)] = _one(RELIGIONS, religion) + 1
    for name, state in states.items():
        s.faith[_one(EMPIRES, name)] = _one(STATES, state)


def _too_many(s: Board) -> None:
    for token in range(1, BISHOP + 3):
        if token != DISK and not PAWN + s.players <= token < BISHOP and s.supply(token) < 0:
            raise ValueError(f"there are not so many tokens of the kind {TOKENS[token]}")


class _Places:
    """Lays cards where the facts want them, each once."""

    def __init__(self, s: Board) -> None:
        self.s = s
        self.told: set[Card] = set()
        self.zones: dict[int, list[Card]] = {}

    def put(self, zone: int, card: Card) -> None:
        if card in self.told:
            raise ValueError(f"{self.s.layout.faces[card]} is named twice")
        self.told.add(card)
        self.zones.setdefault(zone, []).append(card)

    def row(self, zone: int, words: str) -> None:
        """One side of a tableau."""
        for place in words.split():
            suzerain, *vassals = place.split(">")
            names = suzerain.split("+")
            self.couple(zone, names)
            for vassal in vassals:
                names_of_vassal = vassal.split("+")
                self.couple(zone, names_of_vassal)
                square = _one(EMPIRES, names_of_vassal[0])
                self.s.suzerain[square] = _one(EMPIRES, names[0]) + 1

    def couple(self, zone: int, names: list[str]) -> None:
        """A card, and the queens of a king."""
        first = _card(names[0])
        self.put(zone, first)
        for name in names[1:]:
            if _card(name) not in QUEENS or first >= SQUARE_COUNT:
                raise ValueError(f"{name} is no queen of {names[0]}")
            self.put(zone, _card(name))
            self.s.husband[_card(name)] = first + 1

    def market(self, cards: Mapping[str, str]) -> set[int]:
        """The spots that are told; those without a card are gaps."""
        gaps = set()
        for spot, name in cards.items():
            at = _one(SPOT.words, spot)
            if name:
                self.put(MARKET + at, _card(name))
            else:
                gaps.add(at)
        return gaps

    def rest(self, gaps: set[int], decks: Mapping[str, int]) -> None:
        """Squares into thrones, cards into market, decks and box, in the order of the box."""
        s = self.s
        for square in range(SQUARE_COUNT):
            if square not in self.told:
                self.put(THRONE + square, square)
        for region in (EAST, WEST):
            self._deck(region, gaps, decks.get(REGIONS[region], -1))
        for zone in range(len(s.zones)):
            if zone in self.zones or s.zones[zone]:
                known = self.zones.get(zone, [])
                left_out = [c for c in s.zones[zone] if c not in self.told]
                s.lay(zone, known + left_out)

    def _deck(self, region: int, gaps: set[int], size: int) -> None:
        s = self.s
        own = setting.in_play(s, region)
        free = [c for c in own if c not in self.told and c not in QUEENS]
        for column in range(COLUMNS):
            spot = region * COLUMNS + column
            if spot not in gaps and MARKET + spot not in self.zones:
                self.put(MARKET + spot, free.pop(0))
        comets = [c for c in COMETS if REGION[c] == region and c not in self.told]
        low = [*free[: s.figures.deck_bottom], *comets]
        top = free[s.figures.deck_bottom :][: s.figures.deck_top]
        for card in top[: None if size < 0 else max(0, size - len(low))]:
            self.put(DECK_TOP + region, card)
        for card in low[: None if size < 0 else size]:
            self.put(DECK_LOW + region, card)
        for comet in comets:
            if comet not in self.told:
                self.put(DISCARD, comet)


def _card(name: str) -> Card:
    if name not in CARD_OF:
        raise ValueError(f"there is no card {name!r}")
    return CARD_OF[name]


def _one(words: Iterable[str], word: str) -> int:
    found = list(words)
    if word not in found:
        raise ValueError(f"{word!r} is none of {', '.join(w for w in found if w)}")
    return found.index(word)


def _player(s: Board, player: int) -> Player:
    if player not in range(s.players):
        raise ValueError(f"players are 0 to {s.players - 1}, not {player!r}")
    return player


def _no_nature(s: object, frame: object) -> tuple[int, ...]:
    raise ValueError(f"{frame!r} draws: this is no position at a decision")

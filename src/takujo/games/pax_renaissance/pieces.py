"""What `pieces.toml` says, as tables that the rules look things up in.

Empires, cities, borders, cards and tokens are small numbers; masks hold bit i for empire i.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any, Final, NamedTuple

from takujo.core.texts import Card

PIECES: Final[Mapping[str, Any]] = tomllib.loads(
    (files(__package__) / "pieces.toml").read_text("utf-8")
)


def _entries(table: str) -> dict[str, Any]:
    return {k: v for k, v in PIECES[table].items() if isinstance(v, dict)}


# --- Regions, religions, prestige ---------------------------------------------------------------

EAST, WEST = 0, 1
REGIONS = ("east", "west")
CATHOLIC, ISLAMIC, REFORMIST = 0, 1, 2
RELIGIONS = ("catholic", "islamic", "reformist")
MEDIEVAL = 0  # the state of an empire; 1 + religion in a theocracy
STATES = ("medieval", *RELIGIONS)
PRESTIGE = (*RELIGIONS, "law", "discovery", "patron")
LAW, DISCOVERY, PATRON = 3, 4, 5
VICTORIES: tuple[str, ...] = tuple(PIECES["victories"]["squares"])
IMPERIAL, RENAISSANCE, GLOBALIZATION, HOLY = 0, 1, 2, 3

# --- Tokens -------------------------------------------------------------------------------------

# Cities hold codes 1 to 6 or a disk; squares keep 10 counts, code - 1 of knights and rooks, then
# the pawns of each player; borders hold a pirate's religion + 1 and a pawn's player + 1.
KNIGHT, ROOK, DISK, PIRATE, PAWN, BISHOP = 1, 4, 7, 8, 11, 15
TOKENS = (
    "",
    *(f"{religion}_knight" for religion in RELIGIONS),
    *(f"{religion}_rook" for religion in RELIGIONS),
    "disk",
    *(f"{religion}_pirate" for religion in RELIGIONS),
    *(f"pawn_{player}" for player in range(4)),
    *(f"{religion}_bishop" for religion in RELIGIONS),
)
KINDS = ("knight", "rook", "pawn")  # that can be repressed
HELD = 10  # kinds of repressed tokens per square
PAWNS = 6  # where the pawns begin among them
SUPPLY = [0] * len(TOKENS)  # how many of each kind there are
for _r, _religion in enumerate(RELIGIONS):
    _of = PIECES["tokens"][_religion]
    SUPPLY[KNIGHT + _r], SUPPLY[ROOK + _r] = _of["knight"], _of["rook"]
    SUPPLY[PIRATE + _r], SUPPLY[BISHOP + _r] = _of["pirate"], _of["bishop"]
for _p in range(4):
    SUPPLY[PAWN + _p] = PIECES["tokens"]["pawns"]
OWN_PAWN = 0  # printed on cards: a pawn of whoever plays it


def religion_of(token: int) -> int:
    """The religion of a knight, rook, pirate or bishop."""
    return (token - PIRATE if token >= PIRATE else token - 1) % 3 if token < BISHOP else token - 15


def held_of(token: int) -> int:
    """The place of a knight, rook or pawn among the counts of a square."""
    return token - 1 if token < DISK else PAWNS + token - PAWN


def token_of(held: int) -> int:
    """The token that a count of a square counts."""
    return held + 1 if held < PAWNS else PAWN + held - PAWNS


# --- The map ------------------------------------------------------------------------------------

EMPIRES: tuple[str, ...] = tuple(_entries("empires"))
ALL_EMPIRES = (1 << len(EMPIRES)) - 1
_AT = [_entries("empires")[e]["at"] for e in EMPIRES]
REGION_OF = tuple(REGIONS.index(_entries("empires")[e]["region"]) for e in EMPIRES)
STATE_OF = tuple(STATES.index(_entries("empires")[e].get("state", "medieval")) for e in EMPIRES)
REGION_MASK = tuple(
    sum(1 << e for e, r in enumerate(REGION_OF) if r == region) for region in (0, 1)
)
PORTUGAL, FRANCE, PAPAL_STATES, OTTOMAN, MAMLUK, HRE, ENGLAND = (
    EMPIRES.index(e)
    for e in ("portugal", "france", "papal_states", "ottoman", "mamluk", "hre", "england")
)

SEAS: tuple[str, ...] = tuple(PIECES["borders"]["sea"])
BORDERS: tuple[str, ...] = (*SEAS, *PIECES["borders"]["land"])
SEA = len(SEAS)  # borders below this number are at sea
ENDS: tuple[tuple[int, int], ...] = tuple(
    (EMPIRES.index(b.split("-")[0]), EMPIRES.index(b.split("-")[1])) for b in BORDERS
)
BORDERS_OF = tuple(tuple(b for b, ends in enumerate(ENDS) if e in ends) for e in range(10))
BORDER_MASK = tuple(1 << a | 1 << b for a, b in ENDS)
ADJACENT = tuple(
    tuple(
        f for f in range(10)
        if f != e and abs(_AT[e][0] - _AT[f][0]) <= 1 and abs(_AT[e][1] - _AT[f][1]) <= 1
    )
    for e in range(10)
)  # fmt: skip
SEAS_OF = tuple(tuple(b for b in BORDERS_OF[e] if b < SEA) for e in range(10))
OVERSEAS = tuple(
    tuple(
        sorted({
            b for f in (e, *(g for s in SEAS_OF[e] for g in ENDS[s])) for b in SEAS_OF[f]
        })
    )
    for e in range(10)
)  # fmt: skip

_CITIES = _entries("cities")
# The second slot of Venice exists only by an ability; it comes last.
CITIES: tuple[str, ...] = (*_CITIES, "venice_2")
VENICE, VENICE_2 = CITIES.index("venice"), CITIES.index("venice_2")
CONSTANTINOPLE = tuple(CITIES.index(f"constantinople_{i}") for i in (1, 2, 3))
CITY_EMPIRE: tuple[int, ...] = (
    *(EMPIRES.index(c["empire"]) for c in _CITIES.values()), PAPAL_STATES,
)  # fmt: skip
CITIES_OF = tuple(tuple(c for c in range(len(_CITIES)) if CITY_EMPIRE[c] == e) for e in range(10))
LEVIES: tuple[tuple[int, ...], ...] = tuple(
    tuple(TOKENS.index(t) for t in c["levy"]) for c in (*_CITIES.values(), _CITIES["venice"])
)
START_TOKENS = tuple(TOKENS.index(c.get("start", "")) for c in _CITIES.values())
START_DISKS = tuple(i for i, c in enumerate(_CITIES.values()) if c.get("disk"))
PARIS, LONDON, VIENNA = (CITIES.index(c) for c in ("paris", "london", "vienna"))
CAPITALS = tuple(i for i, c in enumerate(_CITIES.values()) if c.get("start"))


class Route(NamedTuple):
    """A trade route: where it starts, the empires entered in order, the borders between them."""

    emporium: int
    fair: int
    empires: tuple[int, ...]
    borders: tuple[int, ...]


ROUTES: Mapping[int, Route] = {
    CITIES.index(name): Route(
        CITIES.index(name),
        REGIONS.index(route["fair"]),
        tuple(EMPIRES.index(e) for e in route["empires"]),
        tuple(BORDERS.index(b) for b in route["borders"]),
    )
    for name, route in _entries("routes").items()
}
EMPORIA = tuple(
    tuple(c for c, route in ROUTES.items() if route.fair == fair) for fair in (EAST, WEST)
)
SPICE_ISLANDS, TREBIZOND, RED_SEA = (
    CITIES.index(c) for c in ("spice_islands", "trebizond", "red_sea")
)
BANKS: tuple[str, ...] = tuple(PIECES["banks"]["order"])
BANK_BORDER = tuple(BORDERS.index(PIECES["banks"][b]["border"]) for b in BANKS)

# --- Cards --------------------------------------------------------------------------------------

INQUISITOR, COMMERCE, BEHEAD, TAX, REPRESS, VOTE, SIEGE, CORSAIR, CAMPAIGN = range(9)
OPS = (
    "inquisitor", "commerce", "behead", "tax", "repress", "vote", "siege", "corsair", "campaign",
)  # fmt: skip
POLITICAL = (BEHEAD, TAX, REPRESS, VOTE)
NO_SHOT, TRADE_SHIFT, CORONATION, APOSTASY, CONSPIRACY, REVOLT, CRUSADE, JIHAD, REFORMATION = range(
    9
)
SHOTS = (
    "", "trade_shift", "coronation", "apostasy", "conspiracy", "peasant_revolt", "crusade",
    "jihad", "reformation",
)  # fmt: skip
CAMPAIGN_WAR = 9  # a battle that is no one-shot
WARS = (CONSPIRACY, REVOLT, CRUSADE, JIHAD, REFORMATION)
HOLY_WARS = (CRUSADE, JIHAD, REFORMATION)


class Op(NamedTuple):
    """An op of a card: its kind and what it names (a religion, a region, a mask of `KINDS`)."""

    kind: int
    of: int = 0


class Shot(NamedTuple):
    """A one-shot; `of` is an emporium, or a mask of two religions for an apostasy."""

    kind: int
    of: int = 0


class CardData(NamedTuple):
    """What is printed on a card; for a square: on its King side."""

    name: str
    printed: str
    region: int
    location: int  # mask of empires; 0 for queens, squares have their empire
    prestige: tuple[int, ...]
    shot: Shot
    agents: tuple[int, ...]
    ops: tuple[Op, ...]
    abilities: tuple[str, ...]
    suitors: tuple[int, ...] = ()


def _counts(words: Iterable[str]) -> tuple[int, ...]:
    found = list(words)
    return tuple(found.count(p) for p in PRESTIGE)


def _op(words: str) -> Op:
    kind, *of = words.split()
    if kind == "repress":
        return Op(REPRESS, sum(1 << KINDS.index(k) for k in of))
    if kind in ("inquisitor", "corsair"):
        return Op(OPS.index(kind), RELIGIONS.index(of[0]))
    return Op(OPS.index(kind), REGIONS.index(of[0]) if of else 0)


def _shot(words: str) -> Shot:
    kind, *of = words.split() or [""]
    if kind == "trade_shift":
        return Shot(TRADE_SHIFT, CITIES.index(of[0]))
    return Shot(SHOTS.index(kind), sum(1 << RELIGIONS.index(r) for r in of))


def _location(word: str) -> int:
    if word.startswith("the_"):
        return REGION_MASK[REGIONS.index(word.removeprefix("the_"))]
    return 1 << EMPIRES.index(word) if word else 0


def _card(name: str, of: Mapping[str, Any]) -> CardData:
    return CardData(
        name,
        of["print"],
        REGIONS.index(of["region"]),
        _location(of.get("location", "")),
        _counts(of.get("prestige", ())),
        _shot(of.get("one_shot", "")),
        tuple(OWN_PAWN if a == "pawn" else TOKENS.index(a) for a in of.get("agents", ())),
        tuple(_op(o) for o in of.get("ops", ())),
        tuple(of.get("abilities", ())),
        tuple(EMPIRES.index(e) for e in of.get("suitors", ())),
    )


_NOTHING = Shot(NO_SHOT)
_SQUARES = _entries("squares")
_COMETS = {k: v for k, v in PIECES["comets"].items() if k != "status"}
SQUARES: tuple[CardData, ...] = tuple(
    CardData(
        e, "", REGION_OF[i], 1 << i, _counts(_SQUARES[e]["king"]["prestige"]), _NOTHING, (),
        tuple(_op(o) for o in _SQUARES[e]["king"]["ops"]), (),
    )
    for i, e in enumerate(EMPIRES)
)  # fmt: skip
REPUBLICS: tuple[CardData, ...] = tuple(
    square._replace(
        prestige=_counts(_SQUARES[square.name]["republic"]["prestige"]),
        ops=tuple(_op(o) for o in _SQUARES[square.name]["republic"]["ops"]),
    )
    for square in SQUARES
)
# Square e is card e; then come the comets, the cards of the box, the promo cards.
CARDS: tuple[CardData, ...] = (
    *SQUARES,
    *(
        CardData(name, "", REGIONS.index(r), 0, (0,) * 6, _NOTHING, (), (), ())
        for name, r in _COMETS.items()
    ),
    *(_card(name, of) for name, of in _entries("cards").items()),
    *(_card(name, of) for name, of in _entries("promo").items()),
)
SQUARE_COUNT = len(SQUARES)
COMETS = range(SQUARE_COUNT, SQUARE_COUNT + len(_COMETS))
TABLEAU_CARDS = range(COMETS.stop, COMETS.stop + len(_entries("cards")))
PROMO = range(TABLEAU_CARDS.stop, len(CARDS))
CARD_NAMES: tuple[str, ...] = tuple(c.name for c in CARDS)
CARD_OF: Mapping[str, Card] = {name: card for card, name in enumerate(CARD_NAMES)}
LOCATION: tuple[int, ...] = tuple(c.location for c in CARDS)
# Prestige as one number, a byte for each kind, so that it can be summed.
SHOWN: tuple[int, ...] = tuple(int.from_bytes(bytes(c.prestige), "little") for c in CARDS)
SHOWN_BY_REPUBLIC: tuple[int, ...] = tuple(
    int.from_bytes(bytes(c.prestige), "little") for c in REPUBLICS
)
REGION: tuple[int, ...] = tuple(c.region for c in CARDS)
QUEENS: tuple[Card, ...] = tuple(card for card, c in enumerate(CARDS) if c.suitors)
EXPANSION: tuple[Card, ...] = tuple(c for c in TABLEAU_CARDS if CARDS[c].printed.endswith("X"))
WITH_ABILITY: Mapping[str, tuple[Card, ...]] = {
    ability: tuple(card for card, c in enumerate(CARDS) if ability in c.abilities)
    for ability in sorted({a for c in CARDS for a in c.abilities})
}


def is_square(card: Card) -> bool:
    """Is this card an empire square?"""
    return card < SQUARE_COUNT


def is_queen(card: Card) -> bool:
    """Is this card a queen?"""
    return bool(CARDS[card].suitors)

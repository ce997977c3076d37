"""Sums that never change: where tokens are, and that nothing lies where it cannot."""

from __future__ import annotations

from takujo.games.pax_renaissance.pieces import (
    BISHOP,
    DISK,
    HELD,
    PAWN,
    PIRATE,
    QUEENS,
    SQUARE_COUNT,
    SUPPLY,
    TOKENS,
    held_of,
)
from takujo.games.pax_renaissance.state import COLUMNS, MARKET, THRONE, Board


def tallies(s: Board) -> dict[str, int]:
    """Tokens by kind, the supply included, and what would be a fault wherever it is not 0."""
    found = {
        TOKENS[token]: max(0, SUPPLY[token] - _used(s, token)) + _used(s, token)
        for token in range(1, BISHOP + 3)
        if token != DISK and not PAWN + s.players <= token < BISHOP
    }
    return found | {
        "cards": sum(len(zone) for zone in s.zones),
        "disks": s.city.count(DISK),
        "florins below nothing": sum(n < 0 for n in (*s.florins, *s.pot)),
        "florins on gaps": sum(
            s.pot[spot] > 0 and not s.zones[MARKET + spot]
            for spot in range(2 * COLUMNS)
            if spot % COLUMNS
        ),
        "bishops off the cards": _astray(s),
        "queens without their kings": _widows(s),
        "vassals without their suzerains": sum(
            bool(s.suzerain[e]) and s.where[e] != s.where[s.suzerain[e] - 1]
            for e in range(SQUARE_COUNT)
        ),
        "republics in thrones": sum(
            bool(s.republic[e]) and s.in_throne(e) for e in range(SQUARE_COUNT)
        ),
        "squares astray": sum(
            s.owner(e) < 0 and not THRONE <= s.where[e] < THRONE + SQUARE_COUNT
            for e in range(SQUARE_COUNT)
        ),
        "pirates on land": sum(bool(p) for p in s.pirate[-4:]),
    }


def _used(s: Board, token: int) -> int:
    """How many tokens of a kind lie on the table."""
    if token >= BISHOP:
        return s.bishop.count(token - BISHOP + 1)
    staged = s.staged.count(token) if s.figures.stage_tokens else 0
    if PIRATE <= token < PAWN:
        return staged + s.pirate.count(token - PIRATE + 1)
    there = s.pawn.count(token - PAWN + 1) if token >= PAWN else s.city.count(token)
    return staged + there + sum(s.repressed[held_of(token) :: HELD])


def _astray(s: Board) -> int:
    placed = set(s.placed())
    return sum(bool(b) and card not in placed for card, b in enumerate(s.bishop))


def _widows(s: Board) -> int:
    return sum(bool(s.husband[q]) and s.where[q] != s.where[s.husband[q] - 1] for q in QUEENS)

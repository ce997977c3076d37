"""Who sits where, and so who plays with whom: before a match, and in the next one."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from takujo.arena.problem import problem
from takujo.arena.store import Chair, Table
from takujo.core.game import Game, games


def teams(table: Table, game: Game[Any] | None = None) -> tuple[tuple[int, ...], ...]:
    """The seats that play together, side by side; `()` where everybody plays alone."""
    game = game or games().get(table.game)
    return together(game, table.players, table.options) if game is not None else ()


def together(
    game: Game[Any], players: int, options: Mapping[str, Any]
) -> tuple[tuple[int, ...], ...]:
    """The same for so many players with these options."""
    sides = game.sides(players, options)
    return sides if any(len(side) > 1 for side in sides) else ()


def move(table: Table, chair: Chair, seat: int) -> None:
    """Somebody takes another seat, which must be free."""
    if table.chairs[seat].kind != "open":
        raise problem("full", "error.seat_taken")
    swap(table, chair.seat, seat)


def swap(table: Table, one: int, other: int) -> None:
    """Two seats change places, with whoever sits there."""
    order = list(range(table.players))
    order[one], order[other] = other, one
    _sit(table, order)


def draw(table: Table) -> None:
    """All seats are drawn anew, and so are the partners."""
    order = list(range(table.players))
    secrets.SystemRandom().shuffle(order)
    _sit(table, order)


def shift(table: Table) -> int:
    """By how many seats everybody goes on in a rematch: as few as leave partners together."""
    sides = {frozenset(side) for side in teams(table)}
    n = table.players
    for by in range(1, n):
        if {frozenset((seat + by) % n for seat in side) for side in sides} == sides:
            return by
    return 0


def _sit(table: Table, order: Sequence[int]) -> None:
    """Chair `i` takes who sat on chair `order[i]`."""
    old = [(c.person, c.bot, c.nonce, c.name) for c in table.chairs]
    for chair, seat in zip(table.chairs, order, strict=True):
        chair.person, chair.bot, chair.nonce, chair.name = old[seat]

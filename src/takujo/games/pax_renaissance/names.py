"""The names of places and tokens, as arguments of texts."""

from __future__ import annotations

from takujo.core.texts import WHO, Arg, say
from takujo.games.pax_renaissance.pieces import BISHOP, BORDERS, CITIES, EMPIRES, PAWN, TOKENS

_TOKENS: tuple[Arg, ...] = tuple(
    say("token.pawn", whose=WHO[t - PAWN]) if PAWN <= t < BISHOP else f"token.{name}"
    for t, name in enumerate(TOKENS)
)


def empire_word(empire: int) -> str:
    """The key of an empire's name."""
    return f"empire.{EMPIRES[empire]}"


def city_word(city: int) -> str:
    """The key of a city's name."""
    return f"city.{CITIES[city]}"


def border_word(border: int) -> str:
    """The key of a border's name."""
    return f"border.{BORDERS[border]}"


def token_word(token: int) -> Arg:
    """The key of a token's name, or a text that says whose pawn it is."""
    return _TOKENS[token]

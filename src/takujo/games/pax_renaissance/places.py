"""Where tokens may be put, what it costs, and what they push away."""

from __future__ import annotations

from takujo.core.frames import Step, frame
from takujo.core.texts import WHO, Player
from takujo.games.pax_renaissance.moves import proof
from takujo.games.pax_renaissance.names import border_word, city_word, token_word
from takujo.games.pax_renaissance.pieces import (
    BORDER_MASK,
    BORDERS_OF,
    CONSTANTINOPLE,
    DISK,
    EMPIRES,
    PAWN,
    PIRATE,
    SEA,
    VENICE,
    VENICE_2,
)
from takujo.games.pax_renaissance.state import Board
from takujo.games.pax_renaissance.tokens import pawn_is_repressed, repress_city
from takujo.games.pax_renaissance.verbs import AT_BORDER

# --- Places for agents --------------------------------------------------------------------------


def city_places(s: Board, location: int, florins: int, last: int) -> tuple[list[int], list[int]]:
    """The empty cities of a location, and the occupied ones that may be paid for (rule 14)."""
    empty: list[int] = []
    occupied: list[int] = []
    for empire in range(len(EMPIRES)):
        if not location >> empire & 1:
            continue
        slots = s.cities(empire)
        for city in slots:
            token = s.city[city]
            if not token:
                empty.append(city)
            elif token != DISK and city != last and can_enter(s, city, florins):
                occupied.append(city)
    return empty, occupied


def price_of_city(s: Board, city: int) -> int:
    """What it costs to enter an occupied slot: by option all tokens of a full city (D13)."""
    return len(cleared(s, city))


def cleared(s: Board, city: int) -> tuple[int, ...]:
    """The slots whose tokens are repressed when an agent enters this one."""
    return slots_of_city(s, city) if s.figures.whole_city else (city,)


def can_enter(s: Board, city: int, florins: int) -> bool:
    """Can its token be pushed away? By option not while the city has an empty slot (D13)."""
    room = s.figures.whole_city and not all(s.city[c] for c in slots_of_city(s, city))
    return not room and florins >= price_of_city(s, city)


def slots_of_city(s: Board, city: int) -> tuple[int, ...]:
    """All slots of the same city: three in Constantinople, perhaps two in Venice."""
    if city in CONSTANTINOPLE:
        return CONSTANTINOPLE
    if city in (VENICE, VENICE_2) and s.two_slots_in_venice():
        return (VENICE, VENICE_2)
    return (city,)


def border_places(
    s: Board, token: int, location: int, florins: int, last: int
) -> tuple[list[int], list[int]]:
    """The empty borders for a pawn or a pirate, and the occupied ones that it may enter.

    A pawn never joins a pirate (rules 15, 84); a pirate sails on sea borders alone (rule 16).
    """
    empty: list[int] = []
    occupied: list[int] = []
    if token >= PAWN:
        for border, mask in enumerate(BORDER_MASK):
            if location & mask and not s.pirate[border]:
                if not s.pawn[border]:
                    empty.append(border)
                elif border != last and florins:
                    occupied.append(border)
        return empty, occupied
    for border in range(SEA):
        if location & BORDER_MASK[border]:
            if not s.pawn[border] and not s.pirate[border]:
                empty.append(border)
            elif border != last:
                occupied.append(border)
    return empty, occupied


def places(
    s: Board, token: int, location: int, florins: int, last: int = -1
) -> tuple[list[int], list[int]]:
    """Empty and occupied places for a token, as values of `PLACES`."""
    if token < DISK:
        return city_places(s, location, florins, last)
    empty, occupied = border_places(s, token, location, florins, last - AT_BORDER)
    return [AT_BORDER + b for b in empty], [AT_BORDER + b for b in occupied]


def empty_places(s: Board, token: int, empire: int) -> list[int]:
    """Where a token may be put into one empire without pushing anything away."""
    if token < DISK:
        return s.empty_cities(empire)
    return [
        AT_BORDER + b for b in BORDERS_OF[empire]
        if not s.pawn[b] and not s.pirate[b] and (token >= PAWN or b < SEA)
    ]  # fmt: skip


def enter(s: Board, player: Player, token: int, place: int, location: int) -> None:
    """Put a token into a place, pushing away and paying for what stands there (rules 14-16)."""
    if place < AT_BORDER:
        if s.city[place]:
            for city in cleared(s, place):
                s.florins[player] -= 1
                repress_city(s, city)
        s.city[place] = token
        s.emit("placed_city", who=WHO[player], token=token_word(token), city=city_word(place))
        return
    border = place - AT_BORDER
    name = border_word(border)
    if token >= PAWN:
        if s.pawn[border]:
            s.florins[player] -= 1
            s.then(PawnStands(player, border))
            pawn_is_repressed(s, player, border, location)
        else:
            s.pawn[border] = token - PAWN + 1
        s.emit("concession", who=WHO[token - PAWN], border=name)
        return
    board(s, token, border)
    s.emit("placed_border", who=WHO[player], token=token_word(token), border=name)


@frame
class PawnStands(Step[Board]):
    """The pawn takes the place of the one that was repressed."""

    player: Player
    border: int

    def run(self, s: Board) -> None:
        s.pawn[self.border] = self.player + 1


def board(s: Board, token: int, border: int) -> None:
    """A pirate enters a border: a pawn that nothing protects and any pirate there die."""
    if s.pirate[border]:
        s.emit("pirate_lost", token=token_word(PIRATE + s.pirate[border] - 1),
               border=border_word(border))  # fmt: skip
    if s.pawn[border] and not proof(s, s.pawn[border] - 1):
        s.emit("pawn_lost", whose=WHO[s.pawn[border] - 1], border=border_word(border))
        s.pawn[border] = 0
    s.pirate[border] = token - PIRATE + 1

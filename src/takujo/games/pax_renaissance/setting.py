"""Setting up: banks, map, decks, market."""

from __future__ import annotations

from takujo.core.chance import Draw, Outcome
from takujo.core.frames import Chance, Step, frame
from takujo.core.texts import WHO, Card, Player
from takujo.games.pax_renaissance.pieces import (
    BANK_BORDER,
    BANKS,
    COMETS,
    DISK,
    EAST,
    ENGLAND,
    EXPANSION,
    HRE,
    KNIGHT,
    LONDON,
    PROMO,
    RED_SEA,
    REFORMIST,
    REGION,
    SQUARE_COUNT,
    START_DISKS,
    START_TOKENS,
    STATE_OF,
    TABLEAU_CARDS,
    TREBIZOND,
    VIENNA,
    WEST,
)
from takujo.games.pax_renaissance.state import BOX, DECK_LOW, DECK_TOP, OUT, THRONE, Board
from takujo.games.pax_renaissance.turn import BeginTurn, fill

# --- Setup --------------------------------------------------------------------------------------


def in_play(s: Board, region: int) -> list[Card]:
    """The cards of a region from which its deck is made."""
    cards = [*TABLEAU_CARDS, *(PROMO if s.figures.promo else ())]
    left_out = EXPANSION if s.figures.limited_set else ()
    return [c for c in cards if REGION[c] == region and c not in left_out]


def lay_out(s: Board) -> None:
    """Every card in its place before anything is drawn."""
    used = in_play(s, EAST) + in_play(s, WEST)
    s.lay(BOX, used)
    s.lay(OUT, [c for c in (*TABLEAU_CARDS, *PROMO) if c not in used])
    for region in (EAST, WEST):
        s.lay(DECK_LOW + region, [c for c in COMETS if REGION[c] == region])
    for square in range(SQUARE_COUNT):
        s.lay(THRONE + square, [square])
    s.city[: len(START_TOKENS)] = bytes(START_TOKENS)
    s.faith[:] = bytes(STATE_OF)
    closed = START_DISKS
    if s.figures.map_1550:
        s.faith[ENGLAND] = s.faith[HRE] = REFORMIST + 1
        s.city[LONDON] = s.city[VIENNA] = KNIGHT + REFORMIST
        closed = tuple(TREBIZOND if city == RED_SEA else city for city in START_DISKS)
    for city in closed:
        s.city[city] = DISK


@frame
class DrawBanks(Chance[Board]):
    """Each player gets a bank; the solo player is Fugger and the rival draws."""

    def draw(self, s: Board) -> Draw:
        if s.figures.solo:
            return Draw(len(banks(s)) - 1)
        return Draw(len(banks(s)), s.players)

    def happen(self, s: Board, outcome: Outcome) -> None:
        s.banks = (0, outcome[0] + 1) if s.figures.solo else outcome


def banks(s: Board) -> range:
    """The banks that may be in play: on the map of 1550 Cœur only joins as the fourth."""
    return range(len(BANKS) - (s.figures.map_1550 and s.players < len(BANKS)))


@frame
class FirstPlayer(Step[Board]):
    """The first bank in the printed order begins (D17); by option drawn without Fugger."""

    def run(self, s: Board) -> None:
        if s.figures.first_drawn_without_fugger and 0 not in s.banks:
            s.then(DrawFirst())
        else:
            begin(s, s.banks.index(min(s.banks)))


@frame
class DrawFirst(Chance[Board]):
    """The first player is drawn."""

    def draw(self, s: Board) -> Draw:
        return Draw(s.players)

    def happen(self, s: Board, outcome: Outcome) -> None:
        begin(s, outcome[0])


def begin(s: Board, first: Player) -> None:
    """Start florins in turn order, and a pawn on each bank's border."""
    s.first = first
    for i, player in enumerate(s.clockwise(first)):
        s.florins[player] = s.figures.start_florins[i]
        s.pawn[BANK_BORDER[s.banks[player]]] = player + 1
    if s.figures.solo:
        for border in BANK_BORDER[1:]:
            s.pawn[border] = 2
    s.emit("first_player", who=WHO[first])


@frame
class DrawLow(Chance[Board]):
    """Random cards of a region join its comets."""

    region: int

    def draw(self, s: Board) -> Draw:
        return Draw(len(in_box(s, self.region)), s.figures.deck_bottom)

    def happen(self, s: Board, outcome: Outcome) -> None:
        box = in_box(s, self.region)
        for i in outcome:
            s.move(box[i], DECK_LOW + self.region)


def in_box(s: Board, region: int) -> list[Card]:
    """The cards of a region that have not been drawn."""
    return [c for c in s.zones[BOX] if REGION[c] == region]


@frame
class ShuffleLow(Chance[Board]):
    """The lower part of a deck is shuffled with its comets."""

    region: int

    def draw(self, s: Board) -> Draw:
        n = len(s.zones[DECK_LOW + self.region])
        return Draw(n, n)

    def happen(self, s: Board, outcome: Outcome) -> None:
        cards = sorted(s.zones[DECK_LOW + self.region])
        s.arrange(DECK_LOW + self.region, [cards[i] for i in outcome])


@frame
class DrawTop(Chance[Board]):
    """Further cards go on top."""

    region: int

    def draw(self, s: Board) -> Draw:
        return Draw(len(in_box(s, self.region)), s.figures.deck_top)

    def happen(self, s: Board, outcome: Outcome) -> None:
        box = in_box(s, self.region)
        for i in outcome:
            s.move(box[i], DECK_TOP + self.region)


@frame
class OpenMarket(Step[Board]):
    """Both rows are filled, the first card of each face down."""

    def run(self, s: Board) -> None:
        fill(s)
        s.then(BeginTurn(s.first))

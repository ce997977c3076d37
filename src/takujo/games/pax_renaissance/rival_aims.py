"""The rival of the solo game: its table of dangers, and what meets each objective."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from takujo.games.pax_renaissance import victory
from takujo.games.pax_renaissance.battle import garrison
from takujo.games.pax_renaissance.pieces import (
    APOSTASY,
    BEHEAD,
    BISHOP,
    CAMPAIGN,
    CARDS,
    CONSPIRACY,
    CORONATION,
    CORSAIR,
    CRUSADE,
    DISCOVERY,
    EAST,
    GLOBALIZATION,
    HOLY,
    IMPERIAL,
    INQUISITOR,
    JIHAD,
    LAW,
    OWN_PAWN,
    PATRON,
    PIRATE,
    REFORMATION,
    RENAISSANCE,
    REPRESS,
    REVOLT,
    SIEGE,
    SQUARE_COUNT,
    TAX,
    VOTE,
    WEST,
    religion_of,
)
from takujo.games.pax_renaissance.state import Board

YOU, RIVAL = 0, 1
MAIN, SECONDARY, FOR_PRESTIGE = 0, 1, 2
CIVIL = (CONSPIRACY, REVOLT)
HOLY_SHOTS = (CRUSADE, JIHAD, REFORMATION)
WAR_SHOTS = (*CIVIL, *HOLY_SHOTS)


class Aim(NamedTuple):
    """A cell of the table: row, column, and the dominant religion in the rows of religion."""

    row: int
    cell: int
    religion: int = -1


class Means(NamedTuple):
    """What may help to meet an objective."""

    shots: tuple[int, ...] = ()
    ops: tuple[int, ...] = ()
    agents: Callable[[int, int], bool] | None = None  # agent and religion
    sale: bool = False
    fair: bool = False


BELIEVERS, BISHOPS = 2, 3  # the two rows about religions
LEFTMOST, TRADE = 5, 6  # the two rows without a danger
KINGDOMS = Aim(7, MAIN)  # no row: what one-shots of cards bought for their prestige are for
NOTHING = Aim(8, MAIN)  # no row: what the rival is after when it is asked in your turn


def aim_of(s: Board) -> Aim:
    """What the rival is after."""
    return Aim(*s.course[:3]) if s.course else NOTHING


# --- Triggers and overrides ---------------------------------------------------------------------


def ahead(counts: list[int]) -> int:
    """By how much you lead the rival."""
    return counts[YOU] - counts[RIVAL]


def dominant(counts: list[int]) -> int:
    """The religion with more than all others together; or -1."""
    return next((r for r, n in enumerate(counts) if 2 * n > sum(counts)), -1)


def trigger(s: Board, row: int) -> Aim | None:
    """Is the danger of a row there? Gives its first cell."""
    if row == 0:
        return Aim(row, MAIN) if ahead(victory.kingdoms(s)) >= 2 else None
    if row == 1:
        return Aim(row, MAIN) if ahead(victory.republics(s)) > 0 else None
    if row in (BELIEVERS, BISHOPS):
        religion = dominant(victory.believers(s) if row == BELIEVERS else victory.bishops(s))
        return Aim(row, MAIN, religion) if religion >= 0 else None
    if row == 4:
        return Aim(row, MAIN) if ahead(victory.concessions(s)) >= 2 else None
    if row == LEFTMOST:
        return Aim(row, MAIN) if s.left == s.figures.actions else None
    poor = s.left < s.figures.actions or s.florins[RIVAL] < 3
    return Aim(row, MAIN) if poor else None


ROWS = 7
_VICTORY_OF_ROW = (IMPERIAL, RENAISSANCE, HOLY, HOLY, GLOBALIZATION)


def override(s: Board, aim: Aim) -> bool:
    """Is the victory square of this row awake, and you are not behind in its prestige?"""
    if aim.row >= len(_VICTORY_OF_ROW) or not s.active >> _VICTORY_OF_ROW[aim.row] & 1:
        return False
    if aim.row == 0:
        return True
    if aim.row == 1:
        return victory.laws(s)[RIVAL] <= victory.laws(s)[YOU]
    if aim.row == 4:
        return ahead(victory.discoveries(s)) >= 0
    religion = victory.supreme_religion(s)
    religion = religion if religion >= 0 else aim.religion
    return s.prestige(RIVAL)[religion] <= s.prestige(YOU)[religion]


# --- Objectives ---------------------------------------------------------------------------------


def measure(s: Board, aim: Aim) -> int:
    """How far an objective is met: it is met when this grows."""
    row, cell, religion = aim
    if cell == FOR_PRESTIGE:
        return 0  # the card is all that is wanted
    if row == 0:
        if cell == MAIN:
            return -ahead(victory.kingdoms(s))
        return -guards(s, republic=False)
    if row == 1:
        if cell == MAIN:
            return -ahead(victory.republics(s))
        return -guards(s, republic=True) - ahead(victory.laws(s))
    if row in (BELIEVERS, BISHOPS):
        if cell == SECONDARY:
            same = s.faith.count(religion + 1)
            return sum(1 for f in s.faith if f) - 2 * same
        counts = victory.believers(s) if row == BELIEVERS else victory.bishops(s)
        return sum(counts) - 2 * counts[religion]
    if row == 4:
        return -ahead([s.pawn.count(YOU + 1), s.pawn.count(RIVAL + 1)])
    return victory.kingdoms(s)[RIVAL] if row == KINGDOMS.row else 0


def guards(s: Board, *, republic: bool) -> int:
    """Knights and rooks in the empires whose kingdoms, or republics, are yours."""
    return sum(
        len(garrison(s, e))
        for e in range(SQUARE_COUNT)
        if s.owner(e) == YOU and bool(s.republic[e]) == republic
    )


def worth(s: Board) -> int:
    """How well the rival stands, where its table leaves a choice open."""
    shown = [s.prestige(p) for p in (YOU, RIVAL)]
    total = 6 * -ahead(victory.kingdoms(s)) + 5 * -ahead(victory.republics(s))
    total += 2 * (sum(shown[RIVAL]) - sum(shown[YOU]))
    total += 2 * (s.pawn.count(RIVAL + 1) - s.pawn.count(YOU + 1))
    total += s.florins[RIVAL] - s.florins[YOU]
    return total + len(s.whole_tableau(RIVAL)) - len(s.whole_tableau(YOU))


def _other_religion(agent: int, religion: int) -> bool:
    return agent != OWN_PAWN and agent < BISHOP and religion_of(agent) != religion


def _bishop(agent: int, religion: int) -> bool:
    return agent >= BISHOP


def _pawn_or_pirate(agent: int, religion: int) -> bool:
    return agent == OWN_PAWN or PIRATE <= agent < BISHOP


_FAITHS = Means(HOLY_SHOTS, (VOTE,))
MEANS: dict[tuple[int, int], Means] = {
    (0, MAIN): Means((CORONATION, *WAR_SHOTS, APOSTASY), (VOTE, BEHEAD, CAMPAIGN)),
    (0, SECONDARY): Means(WAR_SHOTS, (REPRESS, SIEGE)),
    (1, MAIN): Means((*WAR_SHOTS, APOSTASY), (VOTE, BEHEAD, CAMPAIGN)),
    (1, SECONDARY): Means(WAR_SHOTS, (REPRESS, SIEGE)),
    (BELIEVERS, MAIN): Means(WAR_SHOTS, (REPRESS, SIEGE, TAX), _other_religion, fair=True),
    (BELIEVERS, SECONDARY): _FAITHS,
    (BISHOPS, MAIN): Means((APOSTASY,), (BEHEAD, INQUISITOR), _bishop, sale=True),
    (BISHOPS, SECONDARY): _FAITHS,
    (4, MAIN): Means(
        (CORONATION, *WAR_SHOTS), (CORSAIR, SIEGE, REPRESS, VOTE, TAX), _pawn_or_pirate
    ),
}


# --- Cards bought for their prestige ------------------------------------------------------------


def by_prestige(s: Board, aim: Aim, card: int) -> int:
    """The point of the cell that makes a card worth buying for what it shows, from 1; or 0."""
    shown, row = CARDS[card].prestige, aim.row
    if aim.cell == SECONDARY:
        if row == 1:
            return int(shown[LAW] > 0)
        if row == BELIEVERS:
            return int(0 < shown[aim.religion] >= s.prestige(YOU)[aim.religion])
        return int(row == BISHOPS and shown[aim.religion] > 0)
    if row == LEFTMOST:
        return int(any(shown))
    if aim.cell != FOR_PRESTIGE:
        return 0
    red = victory.COSTS_TWO.get(_VICTORY_OF_ROW[row])
    if red in CARDS[card].abilities:
        return 1
    wanted = {1: LAW, 4: DISCOVERY}.get(row, aim.religion)
    return 2 if row and shown[wanted] else 0


def saleable(s: Board, card: int) -> bool:
    """Is this a card, no square, without prestige or with Patron alone (row 7)?"""
    shown = s.printed(card).prestige
    return card >= SQUARE_COUNT and sum(shown) == shown[PATRON]


def left_to_right(s: Board, player: int) -> list[int]:
    """A tableau as it lies: the West on the left, the East on the right."""
    return [*s.tableau(player, WEST), *s.tableau(player, EAST)]

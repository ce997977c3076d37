"""The rival of the solo game: when it wins, and how its table leads it through two actions.

Wherever the rules ask the rival, a `RivalChooses` stands in place of the question.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from takujo.core.frames import ASK, Frame, Step, frame
from takujo.core.texts import WHO
from takujo.games.pax_renaissance.activation import op_works, ready
from takujo.games.pax_renaissance.pieces import CARDS, COMETS, COMMERCE, EAST, VICTORIES, WEST
from takujo.games.pax_renaissance.play import play
from takujo.games.pax_renaissance.rival_aims import (
    FOR_PRESTIGE,
    LEFTMOST,
    MAIN,
    MEANS,
    RIVAL,
    ROWS,
    SECONDARY,
    TRADE,
    YOU,
    Aim,
    by_prestige,
    left_to_right,
    measure,
    override,
    saleable,
    trigger,
    worth,
)
from takujo.games.pax_renaissance.rival_choices import (
    DEPTH,
    Milestone,
    RivalChooses,
    foreseen,
    key_of,
)
from takujo.games.pax_renaissance.sale import sell, sellable
from takujo.games.pax_renaissance.state import COLUMNS, EAST_OPS, MARKET, RIVAL_WINS, Board
from takujo.games.pax_renaissance.turn import (
    Refresh,
    Turn,
    fair_open,
    take_fair,
    take_ops,
    tell_purchase,
)
from takujo.games.pax_renaissance.victory import CONDITIONS, cost


def asked(wanted: Frame[Any]) -> Frame[Any]:
    """What stands in place of a frame: the rival is never asked, it chooses."""
    if wanted.kind != ASK or wanted.player != RIVAL:  # type: ignore[attr-defined]
        return wanted
    return RivalTurn() if isinstance(wanted, Turn) else RivalChooses(wanted)


# --- The turn -----------------------------------------------------------------------------------


@frame
class RivalTurn(Milestone, Step[Board]):
    """The victory check, then the first objective of the table that can be met."""

    def run(self, s: Board) -> None:
        if not s.course and wins(s):
            s.winner, s.ending = RIVAL, RIVAL_WINS
            s.emit("rival_wins", who=WHO[RIVAL])
            s.agenda.clear()
            return
        found = next_use(s) if s.left else None
        if found is None:
            s.course = ()
            s.then(Refresh(RIVAL))
            return
        aim, use = found
        s.course = (*aim, measure(s, aim), *kept(s))
        s.then(RivalMet(aim))
        carry_out(s, use)


@frame
class RivalMet(Milestone, Step[Board]):
    """What an action has achieved may not be undone by the second (table)."""

    aim: tuple[int, ...]

    def run(self, s: Board) -> None:
        aim = Aim(*self.aim)
        s.course = (*aim, measure(s, aim), *aim, measure(s, aim))
        s.then(RivalTurn())


def kept(s: Board) -> tuple[int, ...]:
    """The objectives that have been met this turn, with what was reached."""
    return s.course[4:]


def wins(s: Board) -> bool:
    """Could the rival declare with one action, or buy a comet and then declare?"""
    could = [v for v in range(len(VICTORIES)) if CONDITIONS[v](s, RIVAL) and cost(s, v) == 1]
    if any(s.active >> v & 1 for v in could):
        return True
    return bool(could) and any(
        s.zones[MARKET + spot][0] in COMETS and rival_price(s, spot) <= s.florins[RIVAL]
        for spot in in_order(s)
    )


# --- What it may do -----------------------------------------------------------------------------


class Use(NamedTuple):
    """A purchase and play of a spot, an activation of a side, a fair, or a sale."""

    kind: str
    of: int


def next_use(s: Board) -> tuple[Aim, Use] | None:
    """The first use that meets an objective, cell by cell and row by row."""
    for aim, overriding in cells(s):
        for use in uses(s, aim, overriding):
            if meets(s, aim, use):
                return aim, use
    return None


def cells(s: Board) -> Iterator[tuple[Aim, bool]]:
    """The cells from where the rival stands: an override row first, then downwards."""
    begun = bool(s.course)
    start, cell = (s.course[0], s.course[1] + 1) if begun else (0, MAIN)
    overriding = -1
    if not begun:
        found = [aim for aim in (trigger(s, row) for row in range(ROWS)) if aim]
        overriding = next((aim.row for aim in found if override(s, aim)), -1)
        start = max(start, overriding)
    for row in range(start, ROWS):
        aim = trigger(s, row)
        if aim is None and not (begun and row == s.course[0]):
            continue
        religion = aim.religion if aim else s.course[2]
        first = cell if row == start else MAIN
        last = MAIN if row >= LEFTMOST else FOR_PRESTIGE
        if begun and row == start == TRADE:
            first = MAIN  # its points follow each other
        for at in range(first, last + 1):
            if row == 4 and at == SECONDARY:
                continue
            yield Aim(row, at, religion), row == overriding
    if not trigger(s, TRADE):
        yield Aim(TRADE, MAIN), False  # the first action of a turn is compulsory


def uses(s: Board, aim: Aim, overriding: bool) -> Iterator[Use]:
    """What may meet an objective, in the order in which it is tried."""
    if aim.row == TRADE:
        yield from trades(s)
        return
    means = MEANS.get((aim.row, aim.cell))
    yield from purchases(s, aim, overriding)
    if means is None:
        return
    for side in (EAST, WEST):
        if not s.used[EAST_OPS + side] and any(
            op.kind in means.ops and op_works(s, RIVAL, card, op)
            for card in s.tableau(RIVAL, side)
            for op in s.printed(card).ops
        ):
            yield Use("ops", side)
    if means.sale:
        sold = sellable(s, RIVAL)
        yield from (Use("sell", c) for c in left_to_right(s, RIVAL) if s.bishop[c] and c in sold)
    if means.fair:
        yield from fairs(s)


def in_order(s: Board) -> list[int]:
    """The spots with a card that is for sale, from left to right, East first."""
    return [
        row * COLUMNS + column
        for column in range(1, COLUMNS)
        for row in (EAST, WEST)
        if s.zones[MARKET + row * COLUMNS + column]
    ]


def purchases(s: Board, aim: Aim, overriding: bool) -> Iterator[Use]:
    """Cards to buy and play at once, which takes both actions."""
    if s.left < 2:
        return
    ranked: list[tuple[int, int]] = []
    for spot in in_order(s):
        card = s.zones[MARKET + spot][0]
        paid = rival_price(s, spot)
        if card in COMETS or paid > s.florins[RIVAL]:
            continue
        point = by_prestige(s, aim, card)
        if aim.cell == FOR_PRESTIGE and not overriding and paid - s.pot[spot] > 1:
            continue
        if point or helps(aim, card):
            ranked.append((point, spot))
    if aim.cell == FOR_PRESTIGE:
        ranked.sort(key=lambda x: x[0])  # the points of the cell come in order
    yield from (Use("buy", spot) for _, spot in ranked)


def helps(aim: Aim, card: int) -> bool:
    """Do the one-shot or the agents of a card belong to the points of a cell?"""
    means = MEANS.get((aim.row, aim.cell))
    if means is None:
        return False
    agents = means.agents is not None and any(
        means.agents(a, aim.religion) for a in CARDS[card].agents
    )
    return agents or CARDS[card].shot.kind in means.shots


def fairs(s: Board) -> Iterator[Use]:
    """The fair that gives the rival more, then you less, then the East (table)."""
    gains: list[tuple[int, int, int]] = []
    for row in (EAST, WEST):
        if fair_open(s, row):
            t = s.clone()
            t.silent = True
            t.course = (TRADE, MAIN, -1, 0, *kept(s))
            carry_out(t, Use("fair", row))
            t = foreseen(t, [0])
            gained = [t.florins[p] - s.florins[p] for p in (YOU, RIVAL)]
            gains.append((-gained[RIVAL], gained[YOU], row))
    yield from (Use("fair", row) for _, _, row in sorted(gains))


def trades(s: Board) -> Iterator[Use]:
    """A fair, ops with commerce, the sale of a card without prestige or with Patron alone."""
    yield from fairs(s)
    for side in (EAST, WEST):
        commerce = any(
            op.kind == COMMERCE and op_works(s, RIVAL, card, op)
            for card in s.tableau(RIVAL, side)
            for op in s.printed(card).ops
        )
        if commerce and not s.used[EAST_OPS + side] and ready(s, RIVAL, 1 << side):
            yield Use("ops", side)
    yield from sales(s)


def sales(s: Board) -> Iterator[Use]:
    """Cards without prestige, then those with Patron alone; first what it misses least."""
    found: list[tuple[int, int, int]] = []
    for card in sellable(s, RIVAL):
        if saleable(s, card):
            t = s.clone()
            t.silent = True
            t.course = (TRADE, MAIN, -1, 0, *kept(s))
            carry_out(t, Use("sell", card))
            left = -worth(foreseen(t, [0]))
            found.append((sum(s.printed(card).prestige), left, card))
    yield from (Use("sell", card) for *_, card in sorted(found))


def meets(s: Board, aim: Aim, use: Use) -> bool:
    """Does a use meet the objective, and undo nothing? Looked ahead with the rival's choices."""
    t = s.clone()
    t.silent = True
    before = measure(s, aim)
    t.course = (*aim, before, *kept(s))
    for_itself = aim.row >= LEFTMOST or aim.cell == FOR_PRESTIGE
    if use.kind == "buy" and by_prestige(s, aim, s.zones[MARKET + use.of][0]):
        for_itself = True
    carry_out(t, use)
    reached = key_of(foreseen(t, [DEPTH]))[0]
    return reached >= before if for_itself else reached > before


# --- Carried out --------------------------------------------------------------------------------


def rival_price(s: Board, spot: int) -> int:
    """What the rival pays: nothing on a face-up card that has a florin already (table)."""
    return len(rival_pays(s, spot)) + unpaid(s, spot)


def rival_pays(s: Board, spot: int) -> list[int]:
    """The spots on which the rival lays a florin."""
    row, column = divmod(spot, COLUMNS)
    found = []
    for left in range(column):
        for at in (row * COLUMNS + left, (1 - row) * COLUMNS + left):
            if s.zones[MARKET + at]:
                if not left or not s.pot[at]:
                    found.append(at)
                break
    return found


def unpaid(s: Board, spot: int) -> int:
    """The columns where both rows have a gap: their florins go to the supply."""
    column = spot % COLUMNS
    return sum(
        not s.zones[MARKET + left] and not s.zones[MARKET + COLUMNS + left]
        for left in range(column)
    )


def carry_out(s: Board, use: Use) -> None:
    """Pay for a use and set it off."""
    if use.kind == "buy":
        buy_and_play(s, use.of)
    elif use.kind == "ops":
        take_ops(s, RIVAL, use.of)
    elif use.kind == "fair":
        take_fair(s, RIVAL, use.of)
    else:
        s.left -= 1
        sell(s, RIVAL, use.of)


def buy_and_play(s: Board, spot: int) -> None:
    """Both actions for a card that goes straight into the tableau (table)."""
    s.left -= 2
    (card,) = s.zones[MARKET + spot]
    paid = rival_price(s, spot)
    s.florins[RIVAL] += s.pot[spot] - paid
    for at in rival_pays(s, spot):
        s.pot[at] += 1
    tell_purchase(s, RIVAL, spot, paid)
    s.pot[spot] = 0
    play(s, RIVAL, card)

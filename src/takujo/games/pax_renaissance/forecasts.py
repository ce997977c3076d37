"""What a choice will cost, bring and cause, as far as nothing else intervenes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from takujo.core.actions import Action, Decision
from takujo.core.texts import Card, Player, Text, say
from takujo.core.views import Arrow, Forecast
from takujo.games.pax_renaissance.activation import UseOp
from takujo.games.pax_renaissance.battle import (
    Target,
    attackers,
    campaigners,
    defenders,
    targets,
)
from takujo.games.pax_renaissance.fair import draws, subsidy
from takujo.games.pax_renaissance.offers import piece_id, spot_id
from takujo.games.pax_renaissance.pieces import (
    BISHOP,
    BORDERS,
    CAMPAIGN_WAR,
    CARDS,
    COMETS,
    CONSPIRACY,
    CRUSADE,
    EMPIRES,
    HOLY_WARS,
    OWN_PAWN,
    REVOLT,
    ROUTES,
    SQUARE_COUNT,
)
from takujo.games.pax_renaissance.play import OneShot
from takujo.games.pax_renaissance.sale import price
from takujo.games.pax_renaissance.state import COLUMNS, MARKET, Board
from takujo.games.pax_renaissance.verbs import YES


def forecast(s: Board, decision: Decision, action: Action) -> Forecast | None:
    """What an action of a turn does, or a war that is about to be declared."""
    if action.kind in FORETOLD:
        return FORETOLD[action.kind](s, decision.player, action.args[0])
    top: Any = s.agenda[-1]
    if isinstance(top, OneShot) and action == YES():
        return announced(s, top)
    if action.kind != "attack":
        return None
    empire = action.args[0]
    if isinstance(top, Target):
        return battle(s, top.player, top.war, empire, top.agents)
    return campaign(s, top, empire) if isinstance(top, UseOp) else None


# --- Purchase and sale --------------------------------------------------------------------------


def purchase(s: Board, player: Player, spot: int) -> Forecast:
    """The price, laid on the cards to the left, and what lies on the card."""
    column, pot = spot % COLUMNS, s.pot[spot]
    (card,) = s.zones[MARKET + spot]
    key = "comet" if card in COMETS else "card"
    return Forecast(
        deltas=((player, pot - column),),
        tokens=tuple((i, 1) for i in paid_onto(s, spot)),
        words=say(f"foresee.buy.{key}", left=s.florins[player] - column + pot),
    )


def paid_onto(s: Board, spot: int) -> list[str]:
    """The ids of the cards on which the price of a card is laid."""
    row, column = divmod(spot, COLUMNS)
    found = []
    for left in range(column):
        for at in (row * COLUMNS + left, (1 - row) * COLUMNS + left):
            if s.zones[MARKET + at]:
                found.append(spot_id(s, at))
                break
    return found


def sale(s: Board, player: Player, card: Card) -> Forecast:
    """The florins, and where the card goes: a square returns to its throne."""
    deltas = ((player, price(s, card)),)
    if card >= SQUARE_COUNT:
        return Forecast(deltas=deltas)
    vassals = [] if s.figures.vassals_with_suzerain else s.vassals_of(card)
    home = [Arrow(f"c{c}", f"#square_{EMPIRES[c]}", "kings") for c in (card, *vassals)]
    key = "suzerain" if vassals else "square"
    return Forecast(deltas=deltas, arrows=tuple(home), words=say(f"foresee.sell.{key}"))


# --- Fairs --------------------------------------------------------------------------------------


def fair(s: Board, player: Player, row: int) -> Forecast:
    """Who draws what along the route, and from which concessions."""
    emporium = s.open_emporium(row)
    left = s.pot[row * COLUMNS] + s.figures.fair_florins
    gains = [0] * s.players
    gains[player] += min(left, subsidy(s, player))
    left -= gains[player]
    taken = gains[player]
    words = say("foresee.fair", share=taken) if taken else say("foresee.fair_bare")
    arrows = []
    for border in ROUTES[emporium].borders:
        if left and s.pawn[border]:
            owner = s.pawn[border] - 1
            share = min(left, draws(s, owner, emporium))
            gains[owner] += share
            left -= share
            arrows.append(Arrow(spot_id(s, row * COLUMNS), f"pawn.{BORDERS[border]}", "@coin"))
        elif left and s.pirate[border]:
            left -= 1
    deltas = tuple((p, n) for p, n in enumerate(gains) if n)
    return Forecast(deltas=deltas, arrows=tuple(arrows), words=words)


FORETOLD: dict[str, Callable[[Board, Player, int], Forecast]] = {
    "buy": purchase,
    "sell": sale,
    "fair": fair,
}


# --- Battles ------------------------------------------------------------------------------------


def announced(s: Board, top: OneShot) -> Forecast | None:
    """The battle of a card, where there is but one empire that it can attack."""
    war, place = CARDS[top.card].shot.kind, CARDS[top.card].location
    if war not in (CONSPIRACY, REVOLT, *HOLY_WARS):
        return None
    empires = targets(s, war, place)
    if len(empires) != 1:
        return None
    return battle(s, top.player, war, empires[0], CARDS[top.card].agents)


def battle(s: Board, player: Player, war: int, empire: int, agents: tuple[int, ...]) -> Forecast:
    """The fighting agents and all on the chart and the square that must join, and who falls."""
    holy = war in HOLY_WARS
    fresh = sum(a < BISHOP and not (holy and a == OWN_PAWN) for a in agents)
    rooks = war == CRUSADE and s.abilities("crusade_adjacent_rooks_fight", player) > 0
    ours, theirs = attackers(s, player, war, empire, rooks), defenders(s, war, empire)
    words = outcome("holy" if holy else "civil", fresh + len(ours), len(theirs))
    return Forecast(marks=sides(s, empire, ours, theirs, fresh), words=words)


def campaign(s: Board, top: UseOp, empire: int) -> Forecast:
    """All knights of the king's empire, a florin each, against those of the other."""
    ours = campaigners(s, top.player, top.card, empire)
    theirs = defenders(s, CAMPAIGN_WAR, empire)
    return Forecast(
        deltas=((top.player, -len(ours)),),
        marks=sides(s, empire, ours, theirs, 0),
        words=outcome("campaign", len(ours), len(theirs)),
    )


def outcome(war: str, ours: int, theirs: int) -> Text:
    """Who wins, how many fall on both sides, and what follows."""
    if ours and not theirs:
        return say(f"foresee.walk.{war}", ours=ours)
    if ours > theirs:
        return say(f"foresee.won.{war}", ours=ours, n=theirs)
    return say("foresee.lost", n=ours, theirs=theirs)


def sides(
    s: Board, empire: int, ours: Sequence[int], theirs: Sequence[int], fresh: int
) -> tuple[tuple[str, str], ...]:
    """Who fights for and against, and who is sure to fall."""
    a, d = fresh + len(ours), len(theirs)
    marks = [(piece_id(s, unit, empire), "for") for unit in ours]
    marks += [(piece_id(s, unit, empire), "against") for unit in theirs]
    lost = [*(theirs if a >= d else ()), *(ours if a <= d else ())]
    marks += [(piece_id(s, unit, empire), "falls") for unit in lost]
    return tuple(dict.fromkeys(marks))

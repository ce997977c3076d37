"""How the rival answers what the rules ask of it: fixed preferences, else what turns out best."""

from __future__ import annotations

from typing import Any

from takujo.core.actions import Action, Decision
from takujo.core.chance import Draw, Outcome
from takujo.core.frames import ASK, CHANCE, DONE, Ask, Chance, Frame, Step, frame
from takujo.core.texts import Player
from takujo.games.pax_renaissance import activation, agents, battle, play, regime, tokens
from takujo.games.pax_renaissance.pieces import (
    APOSTASY,
    CARDS,
    CITY_EMPIRE,
    COMMERCE,
    DISK,
    EAST,
    PAWN,
    ROOK,
    ROUTES,
    TRADE_SHIFT,
    WEST,
    religion_of,
)
from takujo.games.pax_renaissance.rival_aims import (
    FOR_PRESTIGE,
    KINGDOMS,
    LEFTMOST,
    MAIN,
    MEANS,
    RIVAL,
    YOU,
    Aim,
    measure,
    worth,
)
from takujo.games.pax_renaissance.state import COLUMNS, Board
from takujo.games.pax_renaissance.verbs import AT_BORDER, NO, PAY, SKIP, YES, YIELD

Key = tuple[int, ...]
DEPTH = 60  # positions that are looked at for one choice, at most


class Milestone:
    """A step at which the rival has done what it was doing; looking ahead goes no further."""

    __slots__ = ()


@frame
class RivalChooses(Step[Board]):
    """The rival answers by its table, and draws among what is equally good."""

    ask: Frame[Any]

    def run(self, s: Board) -> None:
        ask: Any = self.ask
        actions = decide(s, ask)
        if len(actions) == 1:
            ask.choose(s, actions[0])
        else:
            s.then(RivalDraws(ask, tuple(actions)))


@frame
class RivalDraws(Chance[Board]):
    """One of several choices that are equally good."""

    ask: Frame[Any]
    actions: tuple[Action, ...]

    def draw(self, s: Board) -> Draw:
        return Draw(len(self.actions))

    def happen(self, s: Board, outcome: Outcome) -> None:
        ask: Any = self.ask
        s.commit()  # nobody looks at the draw and then takes his own choice back
        ask.choose(s, self.actions[outcome[0]])


# --- Preferences that the table names -----------------------------------------------------------


def preferred(s: Board, ask: Ask[Any], actions: tuple[Action, ...]) -> list[Action] | None:
    """The actions that the rival's table prefers; None where it does not say."""
    if isinstance(ask, agents.PlaceAgent):
        return _agent(s, ask, actions)
    if isinstance(ask, regime.Concede):
        return _border(s, actions, regime=True)
    if isinstance(ask, tokens.PayTax):
        return [PAY() if s.florins[RIVAL] > 1 else YIELD()]
    if isinstance(ask, tokens.LevyCity):
        return _best(actions, lambda a: _levy(s, a.args[0]))
    if isinstance(ask, play.Coronation):
        return [max(actions, key=lambda a: len(battle.knights(s, a.args[0])))]
    if isinstance(ask, activation.UseOp) and ask.kind_of_op == COMMERCE:
        return [min(actions, key=lambda a: a.args[0] % COLUMNS)]
    aim = aim_of(s)
    if isinstance(ask, play.OneShot) and (aim.row == LEFTMOST or aim.cell == FOR_PRESTIGE):
        return [YES() if pays_off(s, ask) else NO()]
    return None


def _best(actions: tuple[Action, ...], key: Any) -> list[Action]:
    top = max(key(a) for a in actions)
    return [a for a in actions if key(a) == top]


def _agent(s: Board, ask: agents.PlaceAgent, actions: tuple[Action, ...]) -> list[Action] | None:
    """Pawns and pirates always, knights and rooks at home, bishops on the card itself."""
    bishops = [a for a in actions if a.kind == "onto"]
    if bishops:
        own = [a for a in bishops if a.args[0] == ask.card]
        return own or None
    if any(a.kind == "place" and a.args[0] > DISK for a in actions):
        return _border(s, actions)
    if aim_of(s).row < 5 and aim_of(s).cell == MAIN:
        return None
    own = [
        a for a in actions
        if a.kind == "place" and s.owner(CITY_EMPIRE[a.args[1]]) == RIVAL
        and not s.city[a.args[1]]
    ]  # fmt: skip
    if own:
        return own
    return [SKIP()] if SKIP() in actions else None


def _border(s: Board, actions: tuple[Action, ...], *, regime: bool = False) -> list[Action] | None:
    """First your concessions, then upstream; its own are spared, and its last florin (table)."""
    ranked: list[tuple[Key, Action]] = []
    for action in actions:
        if action.kind not in ("place", "concede"):
            continue
        border = action.args[-1] - (AT_BORDER if action.kind == "place" else 0)
        pays = action.kind == "concede" or action.args[0] >= PAWN
        pawn = s.pawn[border]
        if pawn == RIVAL + 1:
            continue
        yours = pawn == YOU + 1
        last = yours and pays and s.florins[RIVAL] < 2
        ranked.append(((int(yours and not last), int(not last), -upstream(s, border)), action))
    if not ranked:
        return [SKIP()] if SKIP() in actions else None
    top = max(key for key, _ in ranked)
    return [action for key, action in ranked if key == top]


def upstream(s: Board, border: int) -> int:
    """How many borders a voyage crosses before this one; many when none comes there."""
    found = [99]
    for region in (EAST, WEST):
        route = ROUTES[s.open_emporium(region)].borders
        if border in route:
            found.append(route.index(border))
    return min(found)


def _levy(s: Board, city: int) -> Key:
    """No believer in a theocracy, then most religious variety, rooks before knights."""
    token, empire = s.levy(city), CITY_EMPIRE[city]
    believer = s.faith[empire] == religion_of(token) + 1
    there = {religion_of(s.city[c]) for c in battle.garrison(s, empire)}
    return int(not believer), len(there | {religion_of(token)}), int(token >= ROOK)


def pays_off(s: Board, ask: play.OneShot) -> bool:
    """Of a card bought for its prestige: does its one-shot win a kingdom, or hurt you as much?"""
    t = s.clone()
    t.silent = True
    if CARDS[ask.card].shot.kind in (TRADE_SHIFT, APOSTASY):
        ask.choose(t, YES())
        best(t, [0])
        losses = [assets(s, p) - assets(t, p) for p in (YOU, RIVAL)]
        return losses[YOU] >= losses[RIVAL]
    before = measure(s, KINGDOMS)
    t.course = (*KINGDOMS, before)
    ask.choose(t, YES())
    return best(t, [DEPTH])[0] > before


def assets(s: Board, player: Player) -> int:
    """Cards in a tableau, and concessions on the routes that are open."""
    borders = [b for r in (EAST, WEST) for b in ROUTES[s.open_emporium(r)].borders]
    return len(s.whole_tableau(player)) + sum(s.pawn[b] == player + 1 for b in borders)


# --- Looking ahead ------------------------------------------------------------------------------


def aim_of(s: Board) -> Aim:
    """What the rival is after."""
    return Aim(*s.course[:3])


def key_of(s: Board) -> Key:
    """How good a position is for what the rival is after; what it has met must stay met."""
    kept = s.course[4:]
    for i in range(0, len(kept), 4):
        if measure(s, Aim(*kept[i : i + 3])) < kept[i + 3]:
            return (-99, 0)
    return measure(s, aim_of(s)), worth(s)


def decide(s: Board, ask: Ask[Any]) -> list[Action]:
    """The actions that are equally good for the rival."""
    decision: Decision = ask.decision(s)
    actions = narrowed(s, ask, decision.actions)
    liked = preferred(s, ask, actions)
    if liked is not None or len(actions) == 1:
        return liked or list(actions)
    budget = [DEPTH]
    keys = [tried(s, ask, action, budget) for action in actions]
    top = max(keys)
    return [action for action, key in zip(actions, keys, strict=True) if key == top]


def narrowed(s: Board, ask: Ask[Any], actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Of the ops only those that the objective needs, then commerce."""
    if not isinstance(ask, activation.ChooseOp):
        return actions
    means = MEANS.get((aim_of(s).row, aim_of(s).cell))
    wanted, trade = [], []
    for action in actions:
        if action == DONE():
            continue
        card, nth = action.args
        kind = s.printed(card).ops[nth].kind
        if kind == COMMERCE:
            trade.append(action)
        elif means is not None and kind in means.ops:
            wanted.append(action)
    done = (DONE(),) if DONE() in actions else ()
    met = s.course[3] < measure(s, aim_of(s))
    if wanted and not met:
        return (*wanted, *(trade or done))
    return tuple(trade) or done or actions


def tried(s: Board, ask: Ask[Any], action: Action, budget: list[int]) -> Key:
    """The best that an action leads to."""
    t = s.clone()
    t.silent = True
    ask.choose(t, action)
    return best(t, budget)


def best(t: Board, budget: list[int]) -> Key:
    """Run on to the end of what the rival is doing, choosing well; `t` is used up."""
    while t.agenda:
        top: Any = t.agenda[-1]
        if isinstance(top, Milestone):
            break
        t.agenda.pop()
        if isinstance(top, RivalChooses):
            ask: Any = top.ask
            return _choice(t, ask, budget)
        if top.kind == CHANCE:
            top.happen(t, (0,))
        elif top.kind == ASK:
            top.choose(t, top.decision(t).actions[0])
        else:
            top.run(t)
    return key_of(t)


def _choice(t: Board, ask: Ask[Any], budget: list[int]) -> Key:
    actions = narrowed(t, ask, ask.decision(t).actions)
    liked = preferred(t, ask, actions)
    if liked is not None:
        actions = (liked[0],)
    found: list[Key] = []
    for action in actions:
        if found and budget[0] <= 0:
            break
        budget[0] -= 1
        u = t.clone() if len(actions) > 1 else t
        u.silent = True
        ask.choose(u, action)
        found.append(best(u, budget))
    return max(found)

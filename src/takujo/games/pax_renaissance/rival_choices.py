"""How the rival answers what the rules ask of it: what its table prefers, else what is best."""

from __future__ import annotations

from typing import Any

from takujo.core.actions import Action, Decision
from takujo.core.chance import Draw, Outcome
from takujo.core.frames import ASK, DONE, Ask, Chance, Frame, Step, frame
from takujo.games.pax_renaissance import activation, play
from takujo.games.pax_renaissance.pieces import (
    APOSTASY,
    CARDS,
    COMMERCE,
    EAST,
    ROUTES,
    TRADE_SHIFT,
    WEST,
)
from takujo.games.pax_renaissance.rival_aims import (
    FOR_PRESTIGE,
    KINGDOMS,
    LEFTMOST,
    MEANS,
    RIVAL,
    YOU,
    Aim,
    aim_of,
    measure,
    worth,
)
from takujo.games.pax_renaissance.rival_habits import Key, preferred, ranked
from takujo.games.pax_renaissance.state import Board
from takujo.games.pax_renaissance.turn import NextAction
from takujo.games.pax_renaissance.verbs import NO, YES

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
            answer(s, ask, actions[0])
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
        answer(s, ask, self.actions[outcome[0]])


def answer(s: Board, ask: Ask[Any], action: Action) -> None:
    """Give the answer; a war of a card bought for its prestige is after a kingdom."""
    if action == YES() and bought_for_prestige(s, ask) and not _hurts_both(ask):
        s.course = (*KINGDOMS, measure(s, KINGDOMS), *s.course[4:])
    ask.choose(s, action)


# --- One-shots of cards bought for their prestige -----------------------------------------------


def bought_for_prestige(s: Board, ask: Ask[Any]) -> bool:
    """Is this the one-shot of a card of row 6, or of a prestige objective?"""
    aim = aim_of(s)
    return isinstance(ask, play.OneShot) and (aim.row == LEFTMOST or aim.cell == FOR_PRESTIGE)


def _hurts_both(ask: Any) -> bool:
    """Is this a one-shot that wins no kingdom?"""
    return CARDS[ask.card].shot.kind in (TRADE_SHIFT, APOSTASY)


def pays_off(s: Board, ask: Ask[Any]) -> bool:
    """Does the one-shot win a kingdom, or hurt you at least as much as the rival (table)?"""
    if _hurts_both(ask):
        done, not_done = (assets(foreseen(after(s, ask, a), [0])) for a in (YES(), NO()))
        return not_done[YOU] - done[YOU] >= not_done[RIVAL] - done[RIVAL]
    end = foreseen(after(s, ask, YES()), [DEPTH])
    return key_of(end)[0] > measure(s, KINGDOMS)


def after(s: Board, ask: Ask[Any], action: Action) -> Board:
    """A position of its own in which this has been answered."""
    t = s.clone()
    t.silent = True
    answer(t, ask, action)
    return t


def assets(s: Board) -> list[int]:
    """Per player the cards in the tableau, and the concessions on the routes that are open."""
    borders = [b for r in (EAST, WEST) for b in ROUTES[s.open_emporium(r)].borders]
    return [
        len(s.whole_tableau(p)) + sum(s.pawn[b] == p + 1 for b in borders) for p in (YOU, RIVAL)
    ]


# --- Looking ahead ------------------------------------------------------------------------------


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
    actions = liked(s, ask, decision.actions)
    if len(actions) == 1:
        return list(actions)
    budget = [DEPTH]
    keys = [ranked(s, ask, action, tried(s, ask, action, budget)) for action in actions]
    top = max(keys)
    return [action for action, key in zip(actions, keys, strict=True) if key == top]


def liked(s: Board, ask: Ask[Any], actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """What the table leaves of the actions; all of them where it says nothing."""
    if bought_for_prestige(s, ask):
        return (YES() if pays_off(s, ask) else NO(),)
    actions = narrowed(s, ask, actions)
    return tuple(preferred(s, ask, actions) or actions)


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
    return key_of(foreseen(after(s, ask, action), budget))


def foreseen(t: Board, budget: list[int]) -> Board:
    """Where it ends what the rival is doing, if it chooses well; `t` is used up."""
    while t.agenda:
        top: Any = t.agenda[-1]
        if isinstance(top, Milestone | NextAction):
            break
        t.agenda.pop()
        if isinstance(top, RivalChooses):
            ask: Any = top.ask
            return _choice(t, ask, budget)
        if top.kind == ASK:
            top.choose(t, top.decision(t).actions[0])
        else:
            top.run(t)
    return t


def _choice(t: Board, ask: Ask[Any], budget: list[int]) -> Board:
    actions = liked(t, ask, ask.decision(t).actions)
    found: list[Board] = []
    for action in actions:
        if found and budget[0] <= 0:
            break
        budget[0] -= 1
        found.append(foreseen(after(t, ask, action), budget))
    return max(found, key=key_of)

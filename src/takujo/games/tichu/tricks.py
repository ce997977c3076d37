"""Leading, following, bombing, wishing: each choice is weighed by what it is worth in points.

A choice is worth what the rest of the hand still costs, who will win the trick and what that brings
him, and how likely the player is out soon. The weights are judgements, tuned by matches between
bots.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from takujo.core.actions import Action
from takujo.core.texts import Card, Player
from takujo.games.tichu import plays
from takujo.games.tichu.counting import Holding, Sight
from takujo.games.tichu.planning import Plan, Planner
from takujo.games.tichu.plays import (
    BOMB,
    DOG_LED,
    DRAGON_STRENGTH,
    FULL_HOUSE,
    PAIR,
    SINGLE,
    STAIRS,
    STRAIGHT,
    TRIPLE,
    Combination,
)
from takujo.games.tichu.rules import PLAY, WISHES
from takujo.games.tichu.stakes import USUAL_TEMPO, Stakes, runs_out
from takujo.games.tichu.state import HIGHEST, LOWEST, OFF, PLAYERS, RANKS, side_of

# Whoever can beat a play does so this often: pairs and more are not broken up gladly.
WILLING: Final = {SINGLE: 0.8, PAIR: 0.7, TRIPLE: 0.6, FULL_HOUSE: 0.6, STAIRS: 0.6, STRAIGHT: 0.7}
PARTNER_WILLING: Final = 0.25  # of that, on a partner's play
PASSED_BEFORE: Final = 0.35  # of that, after passing on a play that was lower or this one
BOMBED: Final = 0.02  # somebody has a bomb

BOMB_MARGIN: Final = 15.0  # a bomb is kept for what may come
MISSED: Final = {HIGHEST: 10.0, HIGHEST - 1: 5.0, HIGHEST - 2: 2.5, HIGHEST - 3: 1.0}
HELD: Final = 3.0  # a card of the wished rank in one's own hand

# The price of a combination in hand: one lead, less almost two when it wins its trick, since it
# brings another lead, less the chance to lay it on somebody else's play.
WINS: Final = 1.8
FOLLOWS: Final = {
    SINGLE: 0.7, PAIR: 0.4, TRIPLE: 0.15, FULL_HOUSE: 0.15, STAIRS: 0.05, STRAIGHT: 0.1
}  # fmt: skip
BOMB_PRICE: Final = -2.2
DOG_PRICE: Final = 0.9
CARD: Final = 0.06  # a card more in hand, in leads

LEADS: Final = {"me": 0.3, "partner": 0.5, "opponent": 0.5}
BEATEN: Final = 0.3  # of what a trick is worth to whoever beats it next: others may beat him
HASTE: Final = 0.9  # of what going out is worth, when all plays of the plan but one win


class Judgement:
    """Weighs the choices of one player in one position."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.stakes = Stakes(sight)
        self.holding = {
            p: Holding(sight, p) for p in range(PLAYERS) if p != sight.me and sight.sizes[p]
        }
        self._stands: dict[Combination, float] = {}
        self._planner = Planner(self._price)
        self._plans: dict[tuple[Card, ...], Plan] = {}

    # --- the own hand -------------------------------------------------------------------------

    def wins(self, made: Combination) -> float:
        """The chance that a play wins its trick against both opponents."""
        found = self._stands.get(made)
        if found is None:
            found = 0.0 if made.kind == DOG_LED else 1.0
            if made.kind not in (BOMB, DOG_LED):
                found -= BOMBED
                for p in self.sight.opponents:
                    if p in self.holding:
                        found *= 1.0 - WILLING[made.kind] * self.holding[p].beats(made)
            self._stands[made] = found
        return found

    def _price(self, made: Combination) -> float:
        if made.kind == BOMB:
            return BOMB_PRICE
        if made.kind == DOG_LED:
            return DOG_PRICE
        follows = FOLLOWS[made.kind] * min(1.0, (made.strength - 4) / 20)
        won = self.wins(made)
        return 1.0 - WINS * won - max(0.0, follows) * (1.0 - won)

    def plan(self, hand: tuple[Card, ...]) -> Plan:
        """How a hand is best played out from here."""
        found = self._plans.get(hand)
        if found is None:
            found = self._plans[hand] = self._planner.plan(hand)
        return found

    def runs(self, plan: Plan) -> float:
        """The chance to play a whole hand from the lead: all plays win but the last."""
        chances = sorted(self.wins(made) for made in plan.plays)
        chance = 1.0
        for won in chances[1:]:
            chance *= won
        return chance

    def rest(self, hand: tuple[Card, ...]) -> float:
        """What is still to be done with a hand, in points; above 0 for a hand of winners."""
        if not hand:
            return 0.0
        cost = self.plan(hand).cost + CARD * len(hand)
        return -self.stakes.tempo[self.sight.me] * cost

    # --- tricks -------------------------------------------------------------------------------

    def mine(self, player: Player) -> int:
        """1 for the own side, -1 for the opponents."""
        return 1 if side_of(player) == side_of(self.sight.me) else -1

    def leads(self, player: Player, hand: tuple[Card, ...]) -> float:
        """What it is worth that a player, or the next who has cards, leads; `hand` is the own."""
        sight = self.sight
        if player == sight.me and not hand:
            player = (player + 1) % PLAYERS
        while not (hand if player == sight.me else sight.sizes[player]):
            player = (player + 1) % PLAYERS
        tempo, out = self.stakes.tempo[player], self.stakes.going_out[player]
        if player == sight.me:
            return tempo * LEADS["me"] + HASTE * out * self.runs(self.plan(hand))
        who = "partner" if player == sight.partner else "opponent"
        return self.mine(player) * (tempo * LEADS[who] + out * runs_out(sight.sizes[player]))

    def won(self, player: Player, made: Combination, worth: int, hand: tuple[Card, ...]) -> float:
        """What it is worth that a player wins a trick of so many points with a play."""
        goes_to = self.mine(player)
        if made.kind == SINGLE and made.strength == DRAGON_STRENGTH:
            goes_to = -goes_to
        return goes_to * worth + self.leads(player, hand)

    def trick(
        self,
        owner: Player,
        made: Combination,
        worth: int,
        hand: tuple[Card, ...],
        after: Sequence[Player],
        passed: Iterable[Player] = (),
    ) -> float:
        """What a trick is worth with this play on top, when these players may still act."""
        stands, total = 1.0, 0.0
        for p in after:
            if p == self.sight.me:
                continue
            willing = WILLING.get(made.kind, 0.0) * (PASSED_BEFORE if p in passed else 1.0)
            if side_of(p) == side_of(owner):
                willing *= PARTNER_WILLING
            beaten = self.holding[p].beats(made) * willing
            if not beaten:
                continue
            higher = BEATEN * self.won(p, made._replace(strength=made.strength + 1), worth, hand)
            if self.sight.sizes[p] == made.n:
                higher = self.mine(p) * self.stakes.going_out[p]
            total += stands * beaten * higher
            stands *= 1.0 - beaten
        return total + stands * self.won(owner, made, worth, hand)

    # --- choices ------------------------------------------------------------------------------

    def passing(self) -> float:
        """What it is worth to let the play on the table stand."""
        sight = self.sight
        kind, n, strength, owner = sight.top
        made = Combination(kind, n, strength)
        passed = [p for p in sight.after(owner, owner) if p not in sight.pending]
        return self.rest(sight.hand) + self.trick(
            owner, made, sight.worth, sight.hand, sight.pending, passed
        )

    def playing(self, play: Sequence[int]) -> float:
        """What it is worth to lay these cards on the table."""
        sight, me = self.sight, self.sight.me
        made = plays.meant(play, sight.top)
        if made is None:
            raise ValueError(f"{play} does not beat {sight.top}")
        cards = plays.cards_of(play)
        hand = tuple([c for c in sight.hand if c not in cards])
        value = self.rest(hand)
        if not hand:
            value += self.stakes.going_out[me]
        if made.kind == DOG_LED:
            return value + self.leads(sight.partner, hand)
        worth = sight.worth + sum(sight.figures.points[c] for c in cards)
        after = sight.after(me, me)
        passed = [p for p in after if sight.top and p not in (sight.top[3], *sight.pending)]
        return value + self.trick(me, made, worth, hand, after, passed)

    def best(self, actions: Iterable[Action]) -> tuple[Action, float]:
        """The choice that is worth most, and what it is worth; there must be one."""
        worth = [
            (self.playing(a.args) if a.kind == PLAY.name else self.passing(), a)
            for a in self._unequal(actions)
        ]
        value, action = max(worth, key=lambda w: w[0])
        return action, value

    def _unequal(self, actions: Iterable[Action]) -> Iterable[Action]:
        """The first of those that are worth the same: suits matter by the bombs that are left."""
        bits = plays.bits_of(self.sight.hand)
        if not plays.run_starts(bits):
            return actions  # one of each class already
        found: dict[tuple[Any, ...], Action] = {}
        for action in actions:
            found.setdefault(plays.told_apart(action.args, bits), action)
        return found.values()


def turn(judgement: Judgement, actions: Sequence[Action]) -> Action:
    """What to play in one's turn; a bomb that can be thrown later is kept."""
    sight = judgement.sight
    if sight.top and sight.figures.bombs != OFF and not sight.last_moment:
        kept = [a for a in actions if not _is_bomb(a, sight.top)]
        actions = kept or actions
    return judgement.best(actions)[0]


def _is_bomb(action: Action, top: Sequence[int]) -> bool:
    made = plays.meant(action.args, top) if action.kind == PLAY.name else None
    return made is not None and made.kind == BOMB


def bomb(judgement: Judgement, bombs: Sequence[Action]) -> Action | None:
    """The bomb to throw on the trick now, if any."""
    if not bombs or not judgement.sight.last_moment:
        return None
    action, worth = judgement.best(bombs)
    return action if worth > judgement.passing() + BOMB_MARGIN else None


def wish(judgement: Judgement) -> Action:
    """A rank that the opponents will miss if they must play it, rather than the partner."""
    sight, tempo = judgement.sight, judgement.stakes.tempo
    best, most = 0, 0.0
    for rank, loss in MISSED.items():
        worth = -HELD * sum(RANKS[c] == rank for c in sight.hand)
        reached = 1.0
        for p in sight.after(sight.me, sight.me):
            there = judgement.holding[p].holds(rank)
            worth -= judgement.mine(p) * reached * there * loss * tempo[p] / USUAL_TEMPO
            reached *= 1.0 - there
        if worth > most:
            best, most = rank, worth
    return WISHES[best - LOWEST + 1 if best else 0]


def dragon_gift(sight: Sight, actions: Sequence[Action]) -> Action:
    """To the opponent with more cards: if he is last, what he has won is taken from him."""
    return max(actions, key=lambda a: sight.sizes[a.args[0]])

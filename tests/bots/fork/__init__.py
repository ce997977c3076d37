"""A game of single questions: each frame puts one thing that a bot must get right."""

from __future__ import annotations

from typing import Self

from takujo.core.actions import Action, Decision, Domain, Verb
from takujo.core.chance import Draw, Outcome
from takujo.core.frames import Ask, AskEach, Chance, Step, frame
from takujo.core.game import Game
from takujo.core.state import Options, State
from takujo.core.texts import Player, Who, say
from takujo.core.views import Panel, Result, Zone
from takujo.core.zones import PLACE, ZoneSpec, layout

COINS = Domain("coins", tuple(str(n) for n in range(10)))
TAKE = Verb("take", COINS)  # so many coins
ON = Verb("on")  # nothing now, a question next
TURN_UP = Verb("turn_up")  # as many coins as the hidden card says
BET = Verb("bet")  # 4 coins unless everybody bets
GRAB = Verb("grab", COINS)
FINE = Verb("fine", COINS)
TOSS = Verb("toss")

DECK, SHOWN = 0, 1
CARDS = 6  # card c is worth c coins


class Purse(State):
    """Coins of each player; a deck of hidden cards."""

    __slots__ = ("coins",)

    own = ("coins",)
    coins: tuple[int, ...]

    def __init__(self, players: int, options: Options) -> None:
        everybody = (2 << players) - 1
        specs = [ZoneSpec("deck", 0, PLACE), ZoneSpec("shown", everybody, PLACE)]
        super().__init__(layout(players, specs, [f"n{c}" for c in range(CARDS)]), options)
        self.coins = (0,) * players

    def copy_own(self, t: Self) -> None:
        t.coins = self.coins

    def pay(self, player: Player, n: int) -> None:
        """The player gets coins."""
        self.coins = (*self.coins[:player], self.coins[player] + n, *self.coins[player + 1 :])


@frame
class Choose(Ask[Purse]):
    """A list of choices: coins at once, or one of the verbs that lead on."""

    player: Player
    actions: tuple[Action, ...]

    def decision(self, s: Purse) -> Decision:
        return Decision(self.player, say("prompt.choose", who=Who(self.player)), self.actions)

    def choose(self, s: Purse, action: Action) -> None:
        if action.kind == TAKE.name:
            s.pay(self.player, action.args[0])
        elif action.kind == ON.name:
            s.then(Choose(self.player, (TAKE(0), TAKE(3))))
        elif action.kind == TURN_UP.name:
            card = s.zones[DECK][-1]
            s.move(card, SHOWN)
            s.pay(self.player, card)
        elif action.kind == FINE.name:
            other = (self.player + 1) % s.players
            s.then(Choose(other, (TAKE(0),)), Gift(self.player, action.args[0]))
        elif action.kind == TOSS.name:
            s.then(Toss(self.player))


@frame
class Gift(Step[Purse]):
    """Coins for a player."""

    player: Player
    n: int

    def run(self, s: Purse) -> None:
        s.pay(self.player, self.n)


@frame
class Toss(Chance[Purse]):
    """Six coins, or none."""

    player: Player

    def draw(self, s: Purse) -> Draw:
        return Draw(2)

    def happen(self, s: Purse, outcome: Outcome) -> None:
        s.pay(self.player, 6 * outcome[0])


@frame
class Wager(AskEach[Purse]):
    """Everybody takes one coin or bets, unseen; bets pay 4 unless all have bet."""

    answers: tuple[tuple[Action, ...], ...]

    def ask(self, s: Purse, player: Player, given: tuple[Action, ...]) -> Decision | None:
        if given:
            return None
        return Decision(player, say("prompt.wager", who=Who(player)), (TAKE(1), BET()))

    def resolve(self, s: Purse, answers: tuple[tuple[Action, ...], ...]) -> None:
        all_bet = all(chain == (BET(),) for chain in answers)
        for player, (answer,) in enumerate(answers):
            s.pay(player, answer.args[0] if answer.kind == TAKE.name else 0 if all_bet else 4)


@frame
class Grabbing(Ask[Purse]):
    """Player 1 is asked; player 0 may first grab coins out of turn, or be fined for it."""

    player: Player
    action: Action
    grabbed: int = 0

    def decision(self, s: Purse) -> Decision:
        return Decision(self.player, say("prompt.choose", who=Who(self.player)), (TAKE(2), TAKE(0)))

    def choose(self, s: Purse, action: Action) -> None:
        s.pay(self.player, action.args[0])

    def interrupts(self, s: Purse) -> tuple[Decision, ...]:
        if self.grabbed:
            return ()
        return (Decision(0, say("prompt.grab", who=Who(0)), (self.action,), optional=True),)

    def interrupt(self, s: Purse, player: Player, action: Action) -> None:
        s.agenda[-1] = Grabbing(self.player, self.action, 1)
        s.pay(player, action.args[0] if action.kind == GRAB.name else -action.args[0])


@frame
class Deal(Chance[Purse]):
    """The deck is shuffled."""

    def draw(self, s: Purse) -> Draw:
        return Draw(CARDS, CARDS)

    def happen(self, s: Purse, outcome: Outcome) -> None:
        s.arrange(DECK, outcome)


class Fork(Game[Purse]):
    """Each player in turn takes 0 to 2 coins, twice; the most coins win."""

    id = "fork"
    package = __name__
    players = (2, 3)
    verbs = (TAKE, ON, TURN_UP, BET, GRAB, FINE, TOSS)
    frames = (Choose, Gift, Toss, Wager, Grabbing, Deal)

    def setup(self, players: int, options: Options) -> Purse:
        s = Purse(players, options)
        s.lay(DECK, range(CARDS))
        turns = [Choose(p, (TAKE(0), TAKE(1), TAKE(2))) for p in range(players)]
        s.then(Deal(), *turns, *turns)
        return s

    def scene(self, s: Purse, viewer: Player | None) -> tuple[Zone, ...]:
        return (Zone("deck", "stack", s.pieces(DECK, viewer)),)

    def panels(self, s: Purse, viewer: Player | None) -> tuple[Panel, ...]:
        return tuple(Panel(p, p) for p in range(s.players))

    def result(self, s: Purse) -> Result:
        most = max(s.coins)
        rank = tuple(1 + sum(y > x for y in s.coins) for x in s.coins)
        won = tuple(x == most for x in s.coins)
        return Result(rank, won, say("result.coins"), score=s.coins)


FORK = Fork()


def ask(*frames: Ask[Purse] | AskEach[Purse], order: tuple[int, ...] = (5, 4, 3, 2, 1, 0)) -> Purse:
    """A position of two players in which these frames come next; the deck's top card is last."""
    s = Purse(2, {})
    s.lay(DECK, order)
    s.then(*frames)
    return s

"""The rules of Ambush, in the order in which they are told."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, ClassVar, NamedTuple, Self

from takujo.core.actions import Action, Decision, Domain, Verb
from takujo.core.chance import Draw, Outcome
from takujo.core.frames import ANY, Ask, AskEach, Chance, Frame, Parts, Repeat, Step, frame
from takujo.core.state import Options, State
from takujo.core.texts import Card, CardName, Player, Who, say
from takujo.core.zones import COUNT, PIECE, PLACE, Layout, ZoneSpec, layout

KINDS = ("scout", "archer", "thief", "captain", "ambush")
SCOUT, ARCHER, THIEF, CAPTAIN, AMBUSH = range(5)
PLAYERS = 3
CARDS = PLAYERS * len(KINDS)

HAND, ASIDE, ROW, DISCARD = 0, PLAYERS, 2 * PLAYERS, 2 * PLAYERS + 1

CARD = Domain("card", KINDS)
END = Domain("end", ("head", "tail"))
SPOT = Domain(
    "spot",
    tuple(str(i + 1) for i in range(CARDS)),
    tuple(f"#row:{i + 1}" for i in range(CARDS)),
)
PLAYER = Domain("player", ("0", "1", "2"), ("~0", "~1", "~2"))

SET_ASIDE = Verb("aside", CARD)
LAY = Verb("lay", CARD)
PLACE_CARD = Verb("place", CARD, END)
KEEP = Verb("keep")
REVEAL = Verb("reveal")
PEEK = Verb("peek", SPOT)
SHOOT = Verb("shoot", SPOT)
ROB = Verb("rob", PLAYER)
MOVE = Verb("move", SPOT)
TO = Verb("to", END)
VERBS = (SET_ASIDE, LAY, PLACE_CARD, KEEP, REVEAL, PEEK, SHOOT, ROB, MOVE, TO)


class Figures(NamedTuple):
    """The figures of one match."""

    coins: int
    start: int
    rounds: int
    goal: int  # 0: no sudden end
    toll: int
    keep: int
    surprise: int
    pocket: int
    left: int


PIECES: dict[str, Any] = tomllib.loads(
    files(__package__).joinpath("pieces.toml").read_text(encoding="utf-8")
)


def figures(options: Options) -> Figures:
    """The figures that go with these options."""
    coins, pay = PIECES["coins"], PIECES["pay"]
    return Figures(
        coins=coins["all"],
        start=coins["start"],
        rounds=PIECES["rounds"]["hurried" if options["hurry"] else "normal"],
        goal=options["goal"],
        toll=options["toll"],
        keep=pay["keep"],
        surprise=pay["surprise"],
        pocket=pay["pocket"],
        left=pay["left"],
    )


def table() -> Layout:
    """Hands and cards set aside are their owners' secrets; the row is followed by eye."""
    everybody = (2 << PLAYERS) - 1
    owners = range(PLAYERS)
    return layout(
        PLAYERS,
        [
            *(ZoneSpec(f"hand.{p}", 1 << p, COUNT) for p in owners),
            *(ZoneSpec(f"aside.{p}", 1 << p, COUNT) for p in owners),
            ZoneSpec("row", 0, PIECE),
            ZoneSpec("discard", everybody, PLACE),
        ],
        faces=KINDS * PLAYERS,
        backs=[c // len(KINDS) for c in range(CARDS)],
        seats=[c // len(KINDS) for c in range(CARDS)],
    )


class AmbushState(State):
    """Who has how many coins, and what lies upon the cards of the row."""

    __slots__ = ("bank", "coins", "figures", "first", "resolved", "round", "series", "tokens")

    own = ("bank", "coins", "first", "resolved", "round", "series", "tokens")
    card_fields = ("resolved", "tokens")

    figures: Figures
    bank: int
    coins: list[int]
    first: Player
    resolved: bytearray  # per card: was it this card's turn in this round?
    round: int
    series: tuple[tuple[int, ...], ...]  # coins at the beginning and after each round
    tokens: bytearray  # per card: coins upon it

    def __init__(self, options: Options) -> None:
        super().__init__(table(), options)
        f = self.figures = figures(options)
        self.bank = f.coins - PLAYERS * f.start
        self.coins = [f.start] * PLAYERS
        self.first = 0
        self.resolved = bytearray(CARDS)
        self.round = 0
        self.series = ()
        self.tokens = bytearray(CARDS)

    def copy_own(self, t: Self) -> None:
        t.figures = self.figures
        t.bank = self.bank
        t.coins = self.coins[:]
        t.first = self.first
        t.resolved = self.resolved[:]
        t.round = self.round
        t.series = self.series
        t.tokens = self.tokens[:]

    def order(self) -> list[Player]:
        """The players from the first one on."""
        return [(self.first + i) % PLAYERS for i in range(PLAYERS)]

    def gain(self, player: Player, n: int) -> None:
        """Coins from the bank, as far as they last; the goal ends the match at once."""
        n = min(n, self.bank)
        self.bank -= n
        self.coins[player] += n
        if n:
            self.emit("gained", who=Who(player), n=n)
        self.check_goal(player)

    def check_goal(self, player: Player) -> None:
        """A sudden end makes everything else void."""
        if 0 < self.figures.goal <= self.coins[player]:
            self.emit("goal", who=Who(player), n=self.coins[player])
            self.cut(Scoring)

    def put_back(self, card: Card) -> int:
        """Coins upon a card that leaves the row: gives how many there were."""
        n, self.tokens[card] = self.tokens[card], 0
        self.resolved[card] = 0
        return n

    def owner(self, card: Card) -> Player:
        """Whose family a card belongs to; its back shows it."""
        return card // len(KINDS)

    def in_row(self, player: Player) -> int:
        """How many cards of this player lie in the row."""
        return sum(self.owner(c) == player for c in self.zones[ROW])


# --- 1 Setup ----------------------------------------------------------------------------------


@frame
class FirstPlayer(Chance[AmbushState]):
    """Who begins."""

    def draw(self, s: AmbushState) -> Draw:
        return Draw(PLAYERS)

    def happen(self, s: AmbushState, outcome: Outcome) -> None:
        s.first = outcome[0]
        s.series = (tuple(s.coins),)
        s.commit()
        s.emit("first", who=Who(s.first))


@frame
class Prepare(AskEach[AmbushState]):
    """All at once set one card aside and choose another that opens the row."""

    answers: tuple[tuple[Action, ...], ...]

    def ask(self, s: AmbushState, player: Player, given: tuple[Action, ...]) -> Decision | None:
        hand = [c % len(KINDS) for c in s.zones[HAND + player]]
        if not given:
            return Decision(
                player,
                say("prompt.aside", who=Who(player)),
                tuple(SET_ASIDE(kind) for kind in hand),
            )
        if len(given) == 1:
            rest = [kind for kind in hand if kind != given[0].args[0]]
            return Decision(
                player, say("prompt.lay", who=Who(player)), tuple(LAY(kind) for kind in rest)
            )
        return None

    def resolve(self, s: AmbushState, answers: tuple[tuple[Action, ...], ...]) -> None:
        for player in s.order():
            aside, lay = (player * len(KINDS) + a.args[0] for a in answers[player])
            s.move(aside, ASIDE + player)
            s.move(lay, ROW)
            s.emit("prepared", who=Who(player), card=CardName(lay))


# --- 2 Rounds ---------------------------------------------------------------------------------


@frame
class Round(Step[AmbushState]):
    """All place a card, then the row is resolved."""

    def run(self, s: AmbushState) -> None:
        if s.round:
            s.series = (*s.series, tuple(s.coins))
            s.first = (s.first + 1) % PLAYERS
        if s.round == s.figures.rounds:
            return
        s.round += 1
        s.resolved = bytearray(CARDS)
        s.headline("round", n=s.round)
        s.then(*(PlaceCard(p) for p in s.order()), Resolve(), Round())


@frame
class PlaceCard(Ask[AmbushState]):
    """A card from the hand goes face down to an end of the row."""

    player: Player

    def decision(self, s: AmbushState) -> Decision:
        hand = s.zones[HAND + self.player]
        ends = range(2) if s.zones[ROW] else (1,)  # in an empty row they are one place
        actions = tuple(PLACE_CARD(c % len(KINDS), end) for c in hand for end in ends)
        return Decision(self.player, say("prompt.place", who=Who(self.player)), actions)

    def choose(self, s: AmbushState, action: Action) -> None:
        kind, end = action.args
        card = self.player * len(KINDS) + kind
        s.move(card, ROW, 0 if end == 0 else None)
        key = "placed_head" if end == 0 else "placed_tail"
        s.emit(key, who=Who(self.player), card=CardName(card))


@frame
class Resolve(Step[AmbushState]):
    """The row is resolved from its head; a card that was moved still has its turn, once."""

    def run(self, s: AmbushState) -> None:
        for spot, card in enumerate(s.zones[ROW]):
            if not s.resolved[card]:
                s.resolved[card] = 1
                s.then(KeepOrReveal(s.owner(card), spot), Resolve())
                return


@frame
class KeepOrReveal(Ask[AmbushState]):
    """The owner leaves his card face down and adds a coin, or turns it up and acts."""

    player: Player
    spot: int
    open: ClassVar[bool] = True

    def decision(self, s: AmbushState) -> Decision:
        card = s.zones[ROW][self.spot]
        prompt = say("prompt.keep", who=Who(self.player), card=CardName(card), n=s.tokens[card])
        return Decision(self.player, prompt, (KEEP(), REVEAL()))

    def choose(self, s: AmbushState, action: Action) -> None:
        card = s.zones[ROW][self.spot]
        if action == KEEP():
            n = min(s.figures.keep, s.bank)
            s.bank -= n
            s.tokens[card] += n
            s.emit("kept", who=Who(self.player), card=CardName(card), n=n)
            return
        s.reveal(card)
        s.emit("revealed", who=Who(self.player), card=CardName(card))
        s.then(TakeCoins(card), *deeds(self.player, card), Leave(card))


# The card is public from here on, so the frames may name it.


@frame
class TakeCoins(Step[AmbushState]):
    """The coins upon a revealed card go to its owner."""

    card: Card

    def run(self, s: AmbushState) -> None:
        n, s.tokens[self.card] = s.tokens[self.card], 0
        s.bank += n
        s.gain(s.owner(self.card), n)


@frame
class Leave(Step[AmbushState]):
    """A revealed card leaves the row after its deed."""

    card: Card

    def run(self, s: AmbushState) -> None:
        s.bank += s.put_back(self.card)
        s.move(self.card, DISCARD)


# --- 3 The cards ------------------------------------------------------------------------------


def deeds(player: Player, card: Card) -> tuple[Frame[Any], ...]:
    """What a revealed card does; an ambush does nothing unless it is shot."""
    kind = card % len(KINDS)
    if kind == SCOUT:
        return (Repeat(Peek(player)),)
    if kind == ARCHER:
        return (Aim(player, card),)
    if kind == THIEF:
        return (Parts(player, (Robbery(player), Pocket(player)), ANY, optional=True),)
    if kind == CAPTAIN:
        return (Parts(player, (Rally(player), Regroup(player, card)), ANY),)
    return ()


@frame
class Peek(Ask[AmbushState]):
    """Scout: look at a face-down card; each look costs the toll."""

    player: Player

    def decision(self, s: AmbushState) -> Decision:
        spots: tuple[Action, ...] = ()
        if s.coins[self.player] >= s.figures.toll:
            row = enumerate(s.zones[ROW])
            spots = tuple(PEEK(i) for i, c in row if not s.knows(self.player, c))
        prompt = say("prompt.peek", who=Who(self.player), n=s.figures.toll)
        return Decision(self.player, prompt, spots)

    def choose(self, s: AmbushState, action: Action) -> None:
        s.coins[self.player] -= s.figures.toll
        s.bank += s.figures.toll
        card = s.zones[ROW][action.args[0]]
        s.peek(card, self.player)
        s.emit("peeked", who=Who(self.player), card=CardName(card), whose=Who(s.owner(card)))


@frame
class Aim(Step[AmbushState]):
    """Archer: without another card in the row there is nothing to shoot at."""

    player: Player
    card: Card

    def run(self, s: AmbushState) -> None:
        if len(s.zones[ROW]) > 1:
            s.then(Shoot(self.player, self.card))
        else:
            s.emit("no_target", who=Who(self.player))


@frame
class Shoot(Ask[AmbushState]):
    """Archer: the first or the last other card of the row is discarded."""

    player: Player
    card: Card
    open: ClassVar[bool] = True

    def decision(self, s: AmbushState) -> Decision:
        others = [i for i, c in enumerate(s.zones[ROW]) if c != self.card]
        spots = tuple(SHOOT(i) for i in dict.fromkeys((others[0], others[-1])))
        return Decision(self.player, say("prompt.shoot", who=Who(self.player)), spots)

    def choose(self, s: AmbushState, action: Action) -> None:
        card = s.zones[ROW][action.args[0]]
        s.reveal(card)
        s.bank += s.put_back(card)
        s.move(card, DISCARD)
        s.emit("shot", who=Who(self.player), card=CardName(card), whose=Who(s.owner(card)))
        if card % len(KINDS) == AMBUSH:
            s.then(Surprise(s.owner(card)))


@frame
class Surprise(Step[AmbushState]):
    """Ambush: the bank pays its owner when it is shot."""

    player: Player

    def run(self, s: AmbushState) -> None:
        s.emit("surprise", who=Who(self.player))
        s.gain(self.player, s.figures.surprise)


@frame
class Robbery(Step[AmbushState]):
    """Thief: nobody can be robbed who has nothing."""

    player: Player

    def run(self, s: AmbushState) -> None:
        if any(n for p, n in enumerate(s.coins) if p != self.player):
            s.then(RobWhom(self.player))
        else:
            s.emit("no_victim", who=Who(self.player))


@frame
class RobWhom(Ask[AmbushState]):
    """Thief: one coin of another player."""

    player: Player
    open: ClassVar[bool] = True

    def decision(self, s: AmbushState) -> Decision:
        rich = tuple(ROB(p) for p, n in enumerate(s.coins) if n and p != self.player)
        return Decision(self.player, say("prompt.rob", who=Who(self.player)), rich)

    def choose(self, s: AmbushState, action: Action) -> None:
        victim = action.args[0]
        s.coins[victim] -= 1
        s.coins[self.player] += 1
        s.emit("robbed", who=Who(self.player), whose=Who(victim), n=1)
        s.check_goal(self.player)


@frame
class Pocket(Step[AmbushState]):
    """Thief: a coin from the bank."""

    player: Player

    def run(self, s: AmbushState) -> None:
        s.gain(self.player, s.figures.pocket)


@frame
class Rally(Step[AmbushState]):
    """Captain: a coin for every own card in the row, the captain included."""

    player: Player

    def run(self, s: AmbushState) -> None:
        s.gain(self.player, s.in_row(self.player))


@frame
class Regroup(Step[AmbushState]):
    """Captain: another card moves to an end of the row, if there is one."""

    player: Player
    card: Card

    def run(self, s: AmbushState) -> None:
        if len(s.zones[ROW]) > 1:
            s.then(MoveWhich(self.player, self.card))


@frame
class MoveWhich(Ask[AmbushState]):
    """Captain: which card moves."""

    player: Player
    card: Card
    open: ClassVar[bool] = True

    def decision(self, s: AmbushState) -> Decision:
        spots = tuple(MOVE(i) for i, c in enumerate(s.zones[ROW]) if c != self.card)
        return Decision(self.player, say("prompt.move", who=Who(self.player)), spots)

    def choose(self, s: AmbushState, action: Action) -> None:
        s.then(MoveWhere(self.player, action.args[0]))


@frame
class MoveWhere(Ask[AmbushState]):
    """Captain: to which end."""

    player: Player
    spot: int
    open: ClassVar[bool] = True

    def decision(self, s: AmbushState) -> Decision:
        card = s.zones[ROW][self.spot]
        prompt = say("prompt.where", who=Who(self.player), card=CardName(card))
        return Decision(self.player, prompt, (TO(0), TO(1)))

    def choose(self, s: AmbushState, action: Action) -> None:
        card = s.zones[ROW][self.spot]
        s.move(card, ROW, 0 if action.args[0] == 0 else None)
        key = "moved_head" if action.args[0] == 0 else "moved_tail"
        s.emit(key, who=Who(self.player), card=CardName(card), whose=Who(s.owner(card)))


# --- 4 The end --------------------------------------------------------------------------------


@frame
class Scoring(Step[AmbushState]):
    """All cards are turned up; coins and the cards left in the row count."""

    def run(self, s: AmbushState) -> None:
        for zone in range(DISCARD):
            for card in s.zones[zone]:
                s.reveal(card)
        s.series = (*s.series[: s.round], tuple(score(s)))  # in place of the last round's coins
        s.emit("over")


def score(s: AmbushState) -> list[int]:
    """The points of each player."""
    return [n + s.figures.left * s.in_row(p) for p, n in enumerate(s.coins)]

"""The rules of Cellar: lay bottles face down, label them, open them, and bid for the first turn."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, ClassVar, NamedTuple, Self

from takujo.core.actions import Action, Decision, Domain, Verb
from takujo.core.chance import Draw, Outcome
from takujo.core.frames import Ask, AskEach, Chance, Step, frame
from takujo.core.state import Options, State
from takujo.core.texts import Card, CardName, Player, Who, say
from takujo.core.zones import COUNT, PIECE, PLACE, Layout, ZoneSpec, layout

KINDS = ("red", "white", "rose", "cork")
COPIES = 3
CARDS = len(KINDS) * COPIES
CORK = KINDS.index("cork")
DEALT = 3

DECK, SHELF, BIN, TABLE, HAND = 0, 1, 2, 3, 4

NAMES = tuple(f"{kind}{i + 1}" for kind in KINDS for i in range(COPIES))
CARD = Domain("card", NAMES, tuple(f"c{c}" for c in range(CARDS)))
SPOT = Domain("spot", tuple(str(i + 1) for i in range(CARDS)), tuple("" for _ in range(CARDS)))
LAY = Verb("lay", CARD)
DUMP = Verb("dump", CARD)
OPEN = Verb("open", SPOT)
FETCH = Verb("fetch", CARD)
TAKE = Verb("take")
REST = Verb("rest")
CHEAP = Verb("cheap")
DEAR = Verb("dear")
SHOUT = Verb("shout")
BID = Verb("bid", Domain("coins", ("0", "1", "2")))
SEAT = Verb("seat", Domain("end", ("first", "last"), ("!first", "!last")))
VERBS = (LAY, DUMP, OPEN, FETCH, TAKE, REST, CHEAP, DEAR, SHOUT, BID, SEAT)

PIECES: dict[str, Any] = tomllib.loads(
    files(__package__).joinpath("pieces.toml").read_text(encoding="utf-8")
)


class Figures(NamedTuple):
    """The figures of one match."""

    coins: int
    start: int
    rounds: int


def figures(options: Options) -> Figures:
    """The figures that go with these options."""
    coins = PIECES["coins"]
    return Figures(coins["all"], coins["start"], PIECES["rounds"][options["length"]])


def table(players: int) -> Layout:
    """The deck's order is hidden, the shelf is followed by eye, the bin only by count."""
    everybody = (2 << players) - 1
    return layout(
        players,
        [
            ZoneSpec("deck", 0, PLACE),
            ZoneSpec("shelf", 0, PIECE),
            ZoneSpec("bin", 0, COUNT),
            ZoneSpec("table", everybody, PLACE),
            *(ZoneSpec(f"hand.{p}", 1 << p, COUNT) for p in range(players)),
        ],
        faces=[kind for kind in KINDS for _ in range(COPIES)],
    )


class Cellar(State):
    """Who has how many coins, and which bottle on the shelf is whose."""

    __slots__ = ("bank", "coins", "first", "label", "laid", "round", "shouted")

    own = ("bank", "coins", "first", "label", "laid", "round", "shouted")
    card_fields = ("label", "laid")

    bank: int
    coins: list[int]
    first: Player
    label: bytearray  # per card on the shelf: 1 cheap, 2 dear
    laid: bytearray  # per card on the shelf: who laid it, plus 1
    round: int
    shouted: tuple[Player, ...]

    def __init__(self, players: int, options: Options) -> None:
        super().__init__(table(players), options)
        f = figures(options)
        self.coins = [f.start] * players
        self.bank = f.coins - players * f.start
        self.first = 0
        self.label = bytearray(CARDS)
        self.laid = bytearray(CARDS)
        self.round = 0
        self.shouted = ()

    def copy_own(self, t: Self) -> None:
        super().copy_own(t)

    def earn(self, player: Player, n: int) -> int:
        """Coins from the bank, as far as they last; negative: into the bank."""
        n = max(-self.coins[player], min(n, self.bank))
        self.bank -= n
        self.coins[player] += n
        return n

    def dear(self, player: Player) -> int:
        """How many dear bottles of this player lie on the shelf."""
        return sum(self.laid[c] == player + 1 and self.label[c] == 2 for c in self.zones[SHELF])


@frame
class Shuffle(Chance[Cellar]):
    """The deck is shuffled."""

    def draw(self, s: Cellar) -> Draw:
        return Draw(len(s.zones[DECK]), len(s.zones[DECK]))

    def happen(self, s: Cellar, outcome: Outcome) -> None:
        deck = sorted(s.zones[DECK])
        s.arrange(DECK, [deck[i] for i in outcome])


@frame
class Deal(Step[Cellar]):
    """Everybody gets three bottles, the last one in the open."""

    def run(self, s: Cellar) -> None:
        for player in range(s.players):
            for i in range(DEALT):
                card = s.zones[DECK][0]
                if i == DEALT - 1:
                    s.move(card, TABLE)
                s.move(card, HAND + player)
        s.emit("dealt", n=DEALT)


@frame
class Bids(AskEach[Cellar]):
    """All bid at once; the highest bidder pays and takes the end of the turn order he named."""

    answers: tuple[tuple[Action, ...], ...]

    def ask(self, s: Cellar, player: Player, given: tuple[Action, ...]) -> Decision | None:
        if not given:
            n = min(2, s.coins[player])
            prompt = say("prompt.bid", who=Who(player))
            return Decision(player, prompt, tuple(BID(i) for i in range(n + 1)))
        if len(given) == 1:
            return Decision(player, say("prompt.seat", who=Who(player)), (SEAT(0), SEAT(1)))
        return None

    def resolve(self, s: Cellar, answers: tuple[tuple[Action, ...], ...]) -> None:
        bids = [chain[0].args[0] for chain in answers]
        winner = max(range(s.players), key=lambda p: (bids[p], -p))
        paid = -s.earn(winner, -bids[winner])
        end = answers[winner][1].args[0]
        s.first = winner if end == 0 else (winner + 1) % s.players
        s.emit("bid", who=Who(winner), n=paid, end=f"end.{SEAT.args[0].words[end]}")
        s.commit()


@frame
class Round(Step[Cellar]):
    """Everybody has a turn, the first player first."""

    def run(self, s: Cellar) -> None:
        if s.round == figures(s.options).rounds:
            return
        s.round += 1
        s.headline("round", n=s.round)
        players = [(s.first + i) % s.players for i in range(s.players)]
        s.then(*(Turn(p) for p in players), Round())


@frame
class Turn(Ask[Cellar]):
    """Lay a bottle, dump one, open one of your own, fetch one from the table, or take one."""

    player: Player

    def decision(self, s: Cellar) -> Decision:
        hand, shelf = s.zones[HAND + self.player], s.zones[SHELF]
        actions = [LAY(c) for c in hand] + [DUMP(c) for c in hand]
        actions += [OPEN(i) for i, c in enumerate(shelf) if s.laid[c] == self.player + 1]
        actions += [FETCH(c) for c in sorted(s.zones[TABLE])]
        actions += [TAKE()] if s.zones[DECK] else []
        actions += [REST()]
        return Decision(self.player, say("prompt.turn", who=Who(self.player)), tuple(actions))

    def choose(self, s: Cellar, action: Action) -> None:
        player, who = self.player, Who(self.player)
        if action.kind == "lay":
            self.lay(s, action.args[0])
        elif action.kind == "dump":
            self.dump(s, action.args[0])
        elif action.kind == "open":
            card = s.zones[SHELF][action.args[0]]
            s.label[card] = s.laid[card] = 0
            s.move(card, TABLE)
            s.emit("opened", who=who, card=CardName(card), n=s.earn(player, 1))
        elif action.kind == "fetch":
            s.move(action.args[0], HAND + player)
            s.emit("fetched", who=who, card=CardName(action.args[0]))
        elif action.kind == "take":
            card = s.zones[DECK][0]
            s.move(card, HAND + player)
            s.emit("took", who=who, card=CardName(card))
        else:
            s.emit("rested", who=who)

    def lay(self, s: Cellar, card: Card) -> None:
        """A bottle goes face down onto the shelf and gets a label."""
        s.move(card, SHELF)
        s.laid[card] = self.player + 1
        s.emit("laid", who=Who(self.player), card=CardName(card))
        s.then(Label(self.player, len(s.zones[SHELF]) - 1))

    def dump(self, s: Cellar, card: Card) -> None:
        """A bottle goes face down into the bin."""
        s.move(card, BIN)
        s.emit("dumped", who=Who(self.player), card=CardName(card))


@frame
class Label(Ask[Cellar]):
    """The bottle just laid is cheap, or dear for a coin; others may shout."""

    player: Player
    spot: int
    open: ClassVar[bool] = True

    def decision(self, s: Cellar) -> Decision:
        actions = (CHEAP(), DEAR()) if s.coins[self.player] else (CHEAP(),)
        card = s.zones[SHELF][self.spot]
        prompt = say("prompt.label", who=Who(self.player), card=CardName(card))
        return Decision(self.player, prompt, actions)

    def choose(self, s: Cellar, action: Action) -> None:
        card = s.zones[SHELF][self.spot]
        s.label[card] = 2 if action == DEAR() else 1
        if action == DEAR():
            s.earn(self.player, -1)
        s.emit(f"label_{action.kind}", who=Who(self.player), card=CardName(card))

    def interrupts(self, s: Cellar) -> tuple[Decision, ...]:
        """Whoever has two corks may shout, once in a match."""
        return tuple(
            Decision(p, say("prompt.shout", who=Who(p)), (SHOUT(),), optional=True)
            for p in range(s.players)
            if p != self.player
            and p not in s.shouted
            and sum(c // COPIES == CORK for c in s.zones[HAND + p]) > 1
        )

    def interrupt(self, s: Cellar, player: Player, action: Action) -> None:
        s.shouted = (*s.shouted, player)
        s.emit("shouted", who=Who(player), n=s.earn(player, 1))
        s.commit()

    def window(self, s: Cellar) -> bool:
        return len(s.shouted) < s.players


@frame
class Scoring(Step[Cellar]):
    """All bottles are turned up."""

    def run(self, s: Cellar) -> None:
        for card in range(CARDS):
            s.reveal(card)
        s.emit("scored")

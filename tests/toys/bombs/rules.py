"""The rules of Bombs, in the order in which they are told."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any, ClassVar, NamedTuple, Self

from takujo.core.actions import Action, Decision, Domain, Verb
from takujo.core.chance import Draw, Outcome
from takujo.core.frames import Ask, AskEach, Chance, Step, frame
from takujo.core.state import Options, State
from takujo.core.texts import Card, CardName, Player, Several, Who, say
from takujo.core.views import Sheet
from takujo.core.zones import COUNT, PLACE, Layout, ZoneSpec, layout

PIECES: dict[str, Any] = tomllib.loads(
    files(__package__).joinpath("pieces.toml").read_text(encoding="utf-8")
)
RANKS: list[int] = PIECES["cards"]["ranks"]
SUITS: list[str] = PIECES["cards"]["suits"]
FACES = tuple(f"{suit}{rank}" for rank in RANKS for suit in SUITS)
CARDS = len(FACES)
PLAYERS = 4
SIDES = ((0, 2), (1, 3))
BOMB = len(SUITS)  # all cards of a rank
LOWEST = 0  # the 1 of suns leads to the first trick

HAND, GIFT, TRICK, WON, DECK = 0, 4, 8, 9, 11

CARD = Domain("card", FACES, tuple(f"c{c}" for c in range(CARDS)))

GIVE = Verb("give", CARD)
PLAY = Verb("play", many=CARD)
PASS = Verb("pass")
COLLECT = Verb("collect")
BOAST = Verb("boast")
VERBS = (GIVE, PLAY, PASS, COLLECT, BOAST)


class Figures(NamedTuple):
    """The figures of one match."""

    points: tuple[int, ...]  # per rank, from the lowest
    boast: int
    rounds: int
    bombs: bool  # may they be thrown out of turn?
    boasts: bool


def figures(options: Options) -> Figures:
    """The figures that go with these options."""
    return Figures(
        points=tuple(PIECES["points"].get(str(rank), 0) for rank in RANKS),
        boast=PIECES["boast"][options["boast"]],
        rounds=options["rounds"],
        bombs=options["bombs"],
        boasts=options["boasts"],
    )


def table() -> Layout:
    """Gifts lie before their giver, who knows them, until all are laid down."""
    everybody = (2 << PLAYERS) - 1
    players = range(PLAYERS)
    return layout(
        PLAYERS,
        [
            *(ZoneSpec(f"hand.{p}", 1 << p, COUNT) for p in players),
            *(ZoneSpec(f"gift.{p}", 1 << p, PLACE) for p in players),
            ZoneSpec("trick", everybody, PLACE),
            *(ZoneSpec(f"won.{side}", everybody, COUNT) for side in range(2)),
            ZoneSpec("deck", 0, COUNT),
        ],
        faces=FACES,
    )


def rank_of(card: Card) -> int:
    """0 is the lowest rank."""
    return card // BOMB


def side_of(player: Player) -> int:
    """Which of the two sides a player belongs to."""
    return player % 2


class BombsState(State):
    """The trick that is going on, and what the two sides have won."""

    __slots__ = ("boasts", "figures", "out", "played", "points", "round", "series", "top")

    own = ("boasts", "out", "played", "points", "round", "series", "top")

    figures: Figures
    boasts: bytearray  # per player
    out: tuple[Player, ...]  # who has no cards left in this round, in order
    played: bytearray  # per player: has he played a card in this round?
    points: list[int]  # per side
    round: int
    series: tuple[tuple[int, ...], ...]
    top: tuple[int, ...]  # number of cards, rank and player of the play to beat; () before it

    def __init__(self, options: Options) -> None:
        super().__init__(table(), options)
        self.figures = figures(options)
        self.boasts = bytearray(PLAYERS)
        self.out = ()
        self.played = bytearray(PLAYERS)
        self.points = [0, 0]
        self.round = 0
        self.series = ()
        self.top = ()

    def copy_own(self, t: Self) -> None:
        t.figures = self.figures
        t.boasts = self.boasts[:]
        t.out = self.out
        t.played = self.played[:]
        t.points = self.points[:]
        t.round = self.round
        t.series = self.series
        t.top = self.top

    def worth(self, cards: Iterable[Card]) -> int:
        """The points of these cards."""
        return sum(self.figures.points[rank_of(c)] for c in cards)


# --- 1 The deal -------------------------------------------------------------------------------


@frame
class Round(Step[BombsState]):
    """Deal, exchange, tricks, scoring."""

    def run(self, s: BombsState) -> None:
        if s.round == s.figures.rounds:
            return
        s.round += 1
        s.headline("round", n=s.round)
        s.then(Deal(), Exchange(((),) * PLAYERS), FirstLead(), RoundEnd(), Round())


@frame
class Deal(Chance[BombsState]):
    """Six cards each."""

    def draw(self, s: BombsState) -> Draw:
        return Draw(CARDS, CARDS)

    def happen(self, s: BombsState, outcome: Outcome) -> None:
        for i, card in enumerate(outcome):
            s.move(card, HAND + i // (CARDS // PLAYERS))
        s.emit("dealt", n=CARDS // PLAYERS)


# --- 2 The exchange ---------------------------------------------------------------------------


@frame
class Exchange(AskEach[BombsState]):
    """A card for the next player, then one for the partner; meanwhile anybody may boast."""

    answers: tuple[tuple[Action, ...], ...]

    def ask(self, s: BombsState, player: Player, given: tuple[Action, ...]) -> Decision | None:
        if len(given) == 2:
            return None
        gone = [a.args[0] for a in given]
        receiver = (player + 1 + len(given)) % PLAYERS
        prompt = say("prompt.give", who=Who(player), whom=Who(receiver))
        hand = (c for c in s.zones[HAND + player] if c not in gone)
        return Decision(player, prompt, tuple(GIVE(c) for c in hand))

    def resolve(self, s: BombsState, answers: tuple[tuple[Action, ...], ...]) -> None:
        # All gifts are laid down before one is taken up, or half of the givers would forget.
        for player, gifts in enumerate(answers):
            for gift in gifts:
                s.move(gift.args[0], GIFT + player)
        for player, gifts in enumerate(answers):
            for i, gift in enumerate(gifts):
                receiver = (player + 1 + i) % PLAYERS
                card = gift.args[0]
                s.move(card, HAND + receiver)
                s.emit("gave", who=Who(player), whom=Who(receiver), card=CardName(card))

    def interrupts(self, s: BombsState) -> tuple[Decision, ...]:
        return boasting(s)

    def interrupt(self, s: BombsState, player: Player, action: Action) -> None:
        boast(s, player)


# --- 3 Boasts and bombs -----------------------------------------------------------------------


def boasting(s: BombsState) -> tuple[Decision, ...]:
    """Who has not played yet may say that he will be out first."""
    if not s.figures.boasts:
        return ()
    return tuple(
        Decision(p, say("prompt.boast", who=Who(p)), (BOAST(),), optional=True)
        for p in range(PLAYERS)
        if not s.boasts[p] and not s.played[p]
    )


def boast(s: BombsState, player: Player) -> None:
    """It stands from the moment it is said."""
    s.boasts[player] = 1
    s.commit()
    s.emit("boast", who=Who(player), n=s.figures.boast)


def bombing(s: BombsState, asked: Player) -> tuple[Decision, ...]:
    """Out of turn: all four cards of a rank beat everything but a higher bomb."""
    if not s.figures.bombs:
        return ()
    found = []
    for p in range(PLAYERS):
        if p != asked and p != s.top[2]:
            bombs = tuple(a for a in plays(s.zones[HAND + p]) if len(a.args) == BOMB)
            better = tuple(a for a in bombs if beats(a, s.top))
            if better:
                prompt = say("prompt.bomb", who=Who(p))
                found.append(Decision(p, prompt, better, optional=True))
    return tuple(found)


def interrupted(s: BombsState, player: Player, action: Action) -> None:
    """A boast leaves the question as it is; a bomb takes its place."""
    if action.kind == BOAST.name:
        boast(s, player)
    else:
        s.agenda.pop()
        s.emit("bomb", who=Who(player))
        play(s, player, action.args)


def may_bomb(s: BombsState, asked: Player) -> bool:
    """Judged by the sizes of the hands alone."""
    others = (p for p in range(PLAYERS) if p not in (asked, s.top[2]))
    return s.figures.bombs and any(len(s.zones[HAND + p]) >= BOMB for p in others)


# --- 4 The tricks -----------------------------------------------------------------------------


@cache
def plays(hand: tuple[Card, ...]) -> tuple[Action, ...]:
    """All sets of equal rank, from low to high."""
    found = []
    for rank in range(len(RANKS)):
        cards = [c for c in hand if rank_of(c) == rank]
        for n in range(1, len(cards) + 1):
            found += [PLAY(*some) for some in combinations(cards, n)]
    return tuple(found)


def brief(actions: Iterable[Action]) -> tuple[Action, ...]:
    """One play for each rank and number of cards: the suits make no difference."""
    kinds: dict[tuple[int, int], Action] = {}
    for a in actions:
        kinds.setdefault((len(a.args), rank_of(a.args[0]) if a.args else -1), a)
    return tuple(kinds.values())


def beats(action: Action, top: tuple[int, ...]) -> bool:
    """As many cards of a higher rank, or a bomb."""
    n, rank = len(action.args), rank_of(action.args[0])
    if n != top[0]:
        return n == BOMB
    return rank > top[1]


def play(s: BombsState, player: Player, cards: tuple[Card, ...]) -> None:
    """Lay cards into the trick; the next player is asked."""
    for card in cards:
        s.move(card, TRICK)
    s.played[player] = 1
    s.top = (len(cards), rank_of(cards[0]), player)
    s.emit("played", who=Who(player), cards=Several(tuple(map(CardName, cards))))
    if not s.zones[HAND + player]:
        s.out = (*s.out, player)
        s.emit("out", who=Who(player))
    s.then(Next(player))


@frame
class FirstLead(Step[BombsState]):
    """Whoever has the lowest card shows it and leads."""

    def run(self, s: BombsState) -> None:
        s.reveal(LOWEST)
        leader = s.where[LOWEST] - HAND
        s.emit("leads", who=Who(leader), card=CardName(LOWEST))
        s.then(Lead(leader))


@frame
class Lead(Ask[BombsState]):
    """Any set of equal rank."""

    player: Player

    def decision(self, s: BombsState) -> Decision:
        actions = plays(s.zones[HAND + self.player])
        prompt = say("prompt.lead", who=Who(self.player))
        return Decision(self.player, prompt, actions, brief=brief(actions))

    def choose(self, s: BombsState, action: Action) -> None:
        play(s, self.player, action.args)

    def interrupts(self, s: BombsState) -> tuple[Decision, ...]:
        return boasting(s)

    def interrupt(self, s: BombsState, player: Player, action: Action) -> None:
        boast(s, player)


@frame
class Next(Step[BombsState]):
    """The next player with cards follows; when it comes round, the trick is taken."""

    player: Player

    def run(self, s: BombsState) -> None:
        owner = s.top[2]
        player = (self.player + 1) % PLAYERS
        while player != owner and not s.zones[HAND + player]:
            player = (player + 1) % PLAYERS
        s.then(Collect(owner) if player == owner else Follow(player))


@frame
class Follow(Ask[BombsState]):
    """Beat the trick or pass."""

    player: Player

    def decision(self, s: BombsState) -> Decision:
        hand = s.zones[HAND + self.player]
        actions = (PASS(), *(a for a in plays(hand) if beats(a, s.top)))
        prompt = say("prompt.follow", who=Who(self.player))
        return Decision(self.player, prompt, actions, brief=brief(actions))

    def choose(self, s: BombsState, action: Action) -> None:
        if action == PASS():
            s.emit("passed", who=Who(self.player))
            s.then(Next(self.player))
        else:
            play(s, self.player, action.args)

    def interrupts(self, s: BombsState) -> tuple[Decision, ...]:
        return (*bombing(s, self.player), *boasting(s))

    def interrupt(self, s: BombsState, player: Player, action: Action) -> None:
        interrupted(s, player, action)

    def window(self, s: BombsState) -> bool:
        return may_bomb(s, self.player)


@frame
class Collect(Ask[BombsState]):
    """The last chance to bomb ends when the trick is taken; then its owner leads."""

    player: Player
    open: ClassVar[bool] = True

    def decision(self, s: BombsState) -> Decision:
        return Decision(self.player, say("prompt.collect", who=Who(self.player)), (COLLECT(),))

    def choose(self, s: BombsState, action: Action) -> None:
        cards = s.zones[TRICK]
        for card in cards:
            s.move(card, WON + side_of(self.player))
        s.emit("collected", who=Who(self.player), n=s.worth(cards))
        s.top = ()
        if s.out:
            s.cut(RoundEnd)
        else:
            s.then(Lead(self.player))

    def interrupts(self, s: BombsState) -> tuple[Decision, ...]:
        return (*bombing(s, self.player), *boasting(s))

    def interrupt(self, s: BombsState, player: Player, action: Action) -> None:
        interrupted(s, player, action)

    def window(self, s: BombsState) -> bool:
        return may_bomb(s, self.player)


# --- 5 Scoring --------------------------------------------------------------------------------


@frame
class RoundEnd(Step[BombsState]):
    """What is left in the hands goes to the side that was out first."""

    def run(self, s: BombsState) -> None:
        first = s.out[0]
        for p in range(PLAYERS):
            for card in s.zones[HAND + p]:
                s.reveal(card)
                s.move(card, WON + side_of(first))
        cards = [s.worth(s.zones[WON + side]) for side in range(2)]
        boasts = [0, 0]
        for p in range(PLAYERS):
            if s.boasts[p]:
                boasts[side_of(p)] += s.figures.boast if p == first else -s.figures.boast
        for side in range(2):
            s.points[side] += cards[side] + boasts[side]
        s.report("scored", round_sheet(s.round, cards, boasts), who=Who(first), n=s.round)
        s.series = (*s.series, by_player(s.points))
        self.gather(s)

    def gather(self, s: BombsState) -> None:
        """All cards go back to the deck, whose order nobody follows."""
        for card in range(CARDS):
            s.move(card, DECK)
        s.arrange(DECK, s.zones[DECK])
        s.boasts = bytearray(PLAYERS)
        s.played = bytearray(PLAYERS)
        s.out = ()


def by_player(points: list[int]) -> tuple[int, ...]:
    """The points of each player's side."""
    return tuple(points[side_of(p)] for p in range(PLAYERS))


def round_sheet(n: int, cards: list[int], boasts: list[int]) -> Sheet:
    """Where the points of a round come from."""
    rows = ((say("sheet.cards"), by_player(cards)), (say("sheet.boasts"), by_player(boasts)))
    return Sheet(say("sheet.round", n=n), tuple(range(PLAYERS)), rows)

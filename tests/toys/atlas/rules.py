"""The rules of Atlas, in the order in which they are told."""

from __future__ import annotations

from typing import Any, ClassVar

from takujo.core.actions import Action, Decision, Domain, Verb
from takujo.core.chance import Draw, Outcome
from takujo.core.frames import ANY, Ask, Chance, Frame, Parts, Step, frame
from takujo.core.texts import Card, CardName, Player, Who, say
from toys.atlas.state import (
    ABBOT,
    BETWEEN,
    BOX,
    CAPTAIN,
    CITIES,
    COMET,
    COURT,
    COURTIERS,
    EDGE_PLACES,
    EDGES,
    ENDS,
    FAIR,
    FAIRS,
    GOALS,
    KING,
    LOW,
    MARSHAL,
    MERCHANT,
    PLACES,
    QUEEN,
    SKY,
    SLOT,
    SLOTS,
    TABLE,
    TOKENS,
    TOP,
    AtlasState,
    Place,
    is_sea,
)

_NUMBERS = tuple(f"c{card}" for card in range(COURTIERS))
CARD = Domain("card", _NUMBERS, _NUMBERS)
BISHOP = Domain("bishop", _NUMBERS, tuple(f"bishop.{card}" for card in range(COURTIERS)))
PLACE = Domain("place", PLACES, tuple(f"#{place}" for place in PLACES))
CITY = Domain("city", CITIES, tuple(f"#{city}" for city in CITIES))
EDGE = Domain("edge", EDGES, tuple(f"#{edge}" for edge in EDGES))
FAIR_NAME = Domain("fair", FAIRS, tuple(f"fair.{fair}.0" for fair in FAIRS))
GOAL = Domain("goal", GOALS, tuple(f"!{goal}" for goal in GOALS))

BUY = Verb("buy", CARD)
HOLD_FAIR = Verb("fair", FAIR_NAME)
OPS = Verb("ops")
DECLARE = Verb("declare", GOAL)
END = Verb("end")
MUSTER = Verb("muster", CITY)
POST = Verb("post", EDGE)
MARCH = Verb("march", CITY, CITY)
MARRY = Verb("marry", CARD)
SINGLE = Verb("single")
CONSECRATE = Verb("consecrate", CARD)
PREACH = Verb("preach", BISHOP, CARD)
LEVY = Verb("levy", PLACE)
PAY = Verb("pay")
YIELD = Verb("yield")
DISMISS = Verb("dismiss", CARD)
VERBS = (
    BUY, HOLD_FAIR, OPS, DECLARE, END, MUSTER, POST, MARCH, MARRY, SINGLE, CONSECRATE, PREACH,
    LEVY, PAY, YIELD, DISMISS,
)  # fmt: skip
FIRST_EDGE = len(CITIES)

# --- 1 Setup ----------------------------------------------------------------------------------


@frame
class Deal(Chance[AtlasState]):
    """The courtiers are shuffled; some lie in the market, face down at the fairs, in the box."""

    def draw(self, s: AtlasState) -> Draw:
        return Draw(COURTIERS, COURTIERS)

    def happen(self, s: AtlasState, outcome: Outcome) -> None:
        s.arrange(TOP, outcome)
        for i in range(SLOTS):
            s.move(s.zones[TOP][-1], SLOT + i)
        for i in range(len(FAIRS)):
            card = s.zones[TOP][-1]
            s.move(card, FAIR + i)
            s.florins[card] = TOKENS["fair"]
            s.bank -= TOKENS["fair"]
        for _ in range(TABLE["box"]):
            s.move(s.zones[TOP][-1], BOX)
        for _ in range(s.options["low"]):
            s.move(s.zones[TOP][-1], LOW)


@frame
class HideComet(Chance[AtlasState]):
    """The comet lies somewhere in the lower part of the deck."""

    def draw(self, s: AtlasState) -> Draw:
        return Draw(len(s.zones[LOW]))

    def happen(self, s: AtlasState, outcome: Outcome) -> None:
        low = [card for card in s.zones[LOW] if card != COMET]
        low.insert(outcome[0], COMET)
        s.arrange(LOW, low)


# --- 2 Turns ----------------------------------------------------------------------------------


@frame
class Turn(Ask[AtlasState]):
    """Buy, hold a fair, let the court act, declare a victory, or end the turn."""

    player: Player
    left: int
    open: ClassVar[bool] = True

    def decision(self, s: AtlasState) -> Decision:
        p = self.player
        offered: list[Action] = []
        if self.left:
            cards = ((i, s.slot(i)) for i in range(SLOTS))
            offered += [BUY(c) for i, c in cards if c is not None and s.price(i) <= s.purses[p]]
            offered += [HOLD_FAIR(i) for i in range(len(FAIRS)) if s.zones[FAIR + i]]
            if ready(s, p):
                offered.append(OPS())
        offered += [DECLARE(i) for i, goal in enumerate(GOAL.words) if s.reaches(goal, p)]
        prompt = say("prompt.turn", who=Who(p), n=self.left)
        return Decision(p, prompt, (*offered, END()))

    def choose(self, s: AtlasState, action: Action) -> None:
        p = self.player
        again = Turn(p, self.left - 1)
        if action.kind == "buy":
            card = action.args[0]
            pay_for(s, p, card)
            s.then(deed(s, p, card), CourtLimit(p), again)
        elif action.kind == "fair":
            s.then(Fair(p, action.args[0]), CourtLimit(p), again)
        elif action == OPS():
            s.emit("ops", who=Who(p))
            s.then(Parts(p, ready(s, p), ANY, optional=True), again)
        elif action.kind == "declare":
            s.then(Declaration(p, GOAL.words[action.args[0]]))
        # `end` leaves what comes after the turn.


def pay_for(s: AtlasState, player: Player, card: Card) -> None:
    """A florin on each cheaper card; then the card joins the court, and its florins the purse."""
    i = s.where[card] - SLOT
    n = s.price(i)
    for j in range(i):
        cheaper = s.slot(j)
        if cheaper is not None:
            s.florins[cheaper] += 1
            s.purses[player] -= 1
    s.take_florins(player, card)
    s.move(card, COURT + player)
    s.bought = True
    s.emit("bought", who=Who(player), card=CardName(card), n=n)


def ready(s: AtlasState, player: Player) -> tuple[Frame[Any], ...]:
    """What the courtiers who are not silenced can do now, in the order of the court."""
    frames = (op(s, player, card) for card in s.court(player) if not s.bishops[card])
    return tuple(f for f in frames if f is not None)


def op(s: AtlasState, player: Player, card: Card) -> Frame[Any] | None:
    """What a courtier does whenever the court acts."""
    kind = s.kind(card)
    if kind == KING:
        return Muster(player, card)
    if kind == ABBOT:
        return Sermon(player, card)
    if kind == MARSHAL:
        return Campaign(player, card)
    if kind == CAPTAIN:
        return Outpost(player, card)
    if kind == MERCHANT:
        return Claim(player, card)
    return None


def deed(s: AtlasState, player: Player, card: Card) -> Frame[Any]:
    """What a courtier does once, when he is bought."""
    kind = s.kind(card)
    if kind == KING:
        return Parts(player, (Muster(player, card), Tithe(player, card)), ANY)
    if kind == QUEEN:
        return Marriage(player, card)
    if kind == ABBOT:
        return Consecration(player, card)
    if kind == MARSHAL:
        return Campaign(player, card)
    if kind == CAPTAIN:
        return Outpost(player, card)
    return Trade(player, card)


@frame
class Fair(Step[AtlasState]):
    """The card is turned up; whoever has an agent on such an edge takes a florin, in turn."""

    player: Player
    fair: int

    def run(self, s: AtlasState) -> None:
        card = s.zones[FAIR + self.fair][0]
        s.move(card, COURT + self.player)
        s.emit("fair", who=Who(self.player), card=CardName(card), fair=f"fair.{FAIRS[self.fair]}")
        sea = FAIRS[self.fair] == "sea"
        for i in range(s.players):
            player = (self.player + i) % s.players
            trades = any(s.agents[e] == player + 1 and is_sea(e) == sea for e in EDGE_PLACES)
            if trades and s.florins[card]:
                s.florins[card] -= 1
                s.purses[player] += 1
                s.emit("traded", who=Who(player), n=1)
        s.bank += s.florins[card]
        s.florins[card] = 0


@frame
class CourtLimit(Step[AtlasState]):
    """A court that is too full loses a card."""

    player: Player

    def run(self, s: AtlasState) -> None:
        if len(s.court(self.player)) <= TABLE["court"]:
            return
        if self.player < s.seats:
            s.then(Farewell(self.player), self)
        else:
            leave(s, self.player, s.court(self.player)[0])
            s.then(self)


@frame
class Farewell(Ask[AtlasState]):
    """Who leaves a court that is too full; also asked in somebody else's turn."""

    player: Player
    open: ClassVar[bool] = True

    def decision(self, s: AtlasState) -> Decision:
        cards = tuple(DISMISS(card) for card in s.court(self.player))
        prompt = say("prompt.farewell", who=Who(self.player), n=TABLE["court"])
        return Decision(self.player, prompt, cards)

    def choose(self, s: AtlasState, action: Action) -> None:
        leave(s, self.player, action.args[0])


def leave(s: AtlasState, player: Player, card: Card) -> None:
    """A card leaves a court; with a king goes his queen."""
    s.dismiss(card)
    s.emit("dismissed", who=Who(player), card=CardName(card))


@frame
class Refresh(Step[AtlasState]):
    """The market moves up and is filled; if nothing was bought its cheapest card is lost."""

    def run(self, s: AtlasState) -> None:
        cards = [c for i in range(SLOTS) if (c := s.slot(i)) is not None]
        if not s.bought and cards:
            s.emit("lost", card=CardName(cards[0]))
            s.dismiss(cards.pop(0))
        s.bought = False
        for i, card in enumerate(cards):
            if s.where[card] != SLOT + i:
                s.move(card, SLOT + i)
        for i in range(len(cards), SLOTS):
            new = self.next_card(s)
            if new is None:
                s.emit("exhausted")
                s.cut(Reckoning)
                return
            s.move(new, SLOT + i)
            s.emit("appeared", card=CardName(new))

    @staticmethod
    def next_card(s: AtlasState) -> Card | None:
        """The next card of the deck that is not the comet; the comet opens the victories."""
        for zone in (TOP, LOW):
            while s.zones[zone]:
                card = s.zones[zone][-1]
                if card != COMET:
                    return card
                s.move(card, SKY)
                s.emit("comet")
        return None


# --- 3 What courtiers do ----------------------------------------------------------------------


@frame
class Tithe(Step[AtlasState]):
    """A king who is crowned takes a florin."""

    player: Player
    card: Card

    def run(self, s: AtlasState) -> None:
        s.gain(self.player, TOKENS["tithe"])


@frame
class Trade(Step[AtlasState]):
    """A merchant brings florins."""

    player: Player
    card: Card

    def run(self, s: AtlasState) -> None:
        s.gain(self.player, TOKENS["trade"])


@frame
class Muster(Step[AtlasState]):
    """King: an agent from the supply to a city, if there is an empty one."""

    player: Player
    card: Card

    def run(self, s: AtlasState) -> None:
        if s.supply(self.player) and free_cities(s):
            s.then(MusterWhere(self.player))
        else:
            s.emit("in_vain", who=Who(self.player), card=CardName(self.card))


def free_cities(s: AtlasState) -> list[Place]:
    """The cities in which nobody stands."""
    return [city for city in range(FIRST_EDGE) if not s.agents[city]]


@frame
class MusterWhere(Ask[AtlasState]):
    """King: in which city the agent is put."""

    player: Player
    open: ClassVar[bool] = True

    def decision(self, s: AtlasState) -> Decision:
        cities = tuple(MUSTER(city) for city in free_cities(s))
        return Decision(self.player, say("prompt.muster", who=Who(self.player)), cities)

    def choose(self, s: AtlasState, action: Action) -> None:
        city = action.args[0]
        s.agents[city] = self.player + 1
        s.emit("mustered", who=Who(self.player), place=f"place.{PLACES[city]}")


@frame
class Outpost(Step[AtlasState]):
    """Captain: an agent from the supply to an edge beside a city with an agent of one's own."""

    player: Player
    card: Card

    def run(self, s: AtlasState) -> None:
        if s.supply(self.player) and free_edges(s, self.player):
            s.then(OutpostWhere(self.player))
        else:
            s.emit("in_vain", who=Who(self.player), card=CardName(self.card))


def free_edges(s: AtlasState, player: Player) -> list[Place]:
    """Empty edges that touch a city in which this player stands."""
    empty = ((e, a, b) for e, (a, b) in ENDS.items() if not s.agents[e])
    return [e for e, a, b in empty if player + 1 in (s.agents[a], s.agents[b])]


@frame
class OutpostWhere(Ask[AtlasState]):
    """Captain: on which edge the agent is put."""

    player: Player
    open: ClassVar[bool] = True

    def decision(self, s: AtlasState) -> Decision:
        edges = tuple(POST(edge - FIRST_EDGE) for edge in free_edges(s, self.player))
        return Decision(self.player, say("prompt.post", who=Who(self.player)), edges)

    def choose(self, s: AtlasState, action: Action) -> None:
        edge = action.args[0] + FIRST_EDGE
        s.agents[edge] = self.player + 1
        s.emit("posted", who=Who(self.player), place=f"place.{PLACES[edge]}")


@frame
class Campaign(Step[AtlasState]):
    """Marshal: an agent goes over an edge into the next city and drives out who stands there."""

    player: Player
    card: Card

    def run(self, s: AtlasState) -> None:
        if marches(s, self.player):
            s.then(March(self.player))
        else:
            s.emit("in_vain", who=Who(self.player), card=CardName(self.card))


def marches(s: AtlasState, player: Player) -> list[tuple[Place, Place]]:
    """From where to where: not onto one's own agent, nor over an edge that another holds."""
    mine = player + 1
    return [
        (a, b)
        for (a, b), edge in sorted(BETWEEN.items())
        if s.agents[a] == mine and s.agents[b] != mine and s.agents[edge] in (0, mine)
    ]


@frame
class March(Ask[AtlasState]):
    """Marshal: which agent goes where."""

    player: Player
    open: ClassVar[bool] = True

    def decision(self, s: AtlasState) -> Decision:
        ways = tuple(MARCH(a, b) for a, b in marches(s, self.player))
        return Decision(self.player, say("prompt.march", who=Who(self.player)), ways)

    def choose(self, s: AtlasState, action: Action) -> None:
        a, b = action.args
        loser, s.agents[b] = s.agents[b], s.agents[a]
        s.agents[a] = 0
        s.emit("marched", who=Who(self.player), a=f"place.{PLACES[a]}", b=f"place.{PLACES[b]}")
        if loser:
            s.emit("driven_out", who=Who(loser - 1), place=f"place.{PLACES[b]}")


@frame
class Marriage(Step[AtlasState]):
    """A queen may lie under any king who has no queen."""

    player: Player
    queen: Card

    def run(self, s: AtlasState) -> None:
        if lonely_kings(s):
            s.then(MarryWhom(self.player, self.queen))


def lonely_kings(s: AtlasState) -> list[Card]:
    """Kings in courts without a queen under them."""
    return [c for c in s.courtiers() if s.kind(c) == KING and not s.queens[c]]


@frame
class MarryWhom(Ask[AtlasState]):
    """Which king the queen marries; into another court she takes her leave from this one."""

    player: Player
    queen: Card
    open: ClassVar[bool] = True

    def decision(self, s: AtlasState) -> Decision:
        kings = tuple(MARRY(king) for king in lonely_kings(s))
        prompt = say("prompt.marry", who=Who(self.player), card=CardName(self.queen))
        return Decision(self.player, prompt, (*kings, SINGLE()))

    def choose(self, s: AtlasState, action: Action) -> None:
        if action == SINGLE():
            return
        king = action.args[0]
        owner = s.owner(king)
        if owner != self.player:
            s.move(self.queen, COURT + owner)
        s.queens[king] = self.queen + 1
        s.emit("married", who=Who(self.player), card=CardName(king), whose=Who(owner))
        if owner != self.player:
            s.then(CourtLimit(owner))


@frame
class Consecration(Step[AtlasState]):
    """An abbot who is bought sends a bishop onto a card of any court."""

    player: Player
    card: Card

    def run(self, s: AtlasState) -> None:
        if s.bishops_left():
            s.then(Consecrate(self.player))
        else:
            s.emit("in_vain", who=Who(self.player), card=CardName(self.card))


def pulpits(s: AtlasState) -> list[Card]:
    """Cards that a bishop may lie upon: all but queens under kings, who are covered."""
    return [card for card in s.courtiers() if s.king_of(card) is None]


@frame
class Consecrate(Ask[AtlasState]):
    """Whom the bishop silences; where there is one already both leave."""

    player: Player
    open: ClassVar[bool] = True

    def decision(self, s: AtlasState) -> Decision:
        cards = tuple(CONSECRATE(card) for card in pulpits(s))
        return Decision(self.player, say("prompt.consecrate", who=Who(self.player)), cards)

    def choose(self, s: AtlasState, action: Action) -> None:
        send_bishop(s, self.player, action.args[0])


def send_bishop(s: AtlasState, player: Player, card: Card) -> None:
    """A bishop comes to a card; two of them dispute and leave."""
    met = s.bishops[card]
    s.bishops[card] = not met
    s.emit("disputed" if met else "silenced", who=Who(player), card=CardName(card))


@frame
class Sermon(Step[AtlasState]):
    """Abbot: a bishop moves to another card, if there is a bishop."""

    player: Player
    card: Card

    def run(self, s: AtlasState) -> None:
        if sermons(s):
            s.then(Preach(self.player))
        else:
            s.emit("in_vain", who=Who(self.player), card=CardName(self.card))


def sermons(s: AtlasState) -> list[tuple[Card, Card]]:
    """From which card to which a bishop may go."""
    cards = pulpits(s)
    return [(a, b) for a in cards if s.bishops[a] for b in cards if a != b]


@frame
class Preach(Ask[AtlasState]):
    """Abbot: which bishop goes where."""

    player: Player
    open: ClassVar[bool] = True

    def decision(self, s: AtlasState) -> Decision:
        ways = tuple(PREACH(a, b) for a, b in sermons(s))
        return Decision(self.player, say("prompt.preach", who=Who(self.player)), ways)

    def choose(self, s: AtlasState, action: Action) -> None:
        a, b = action.args
        s.bishops[a] = 0
        send_bishop(s, self.player, b)


@frame
class Claim(Step[AtlasState]):
    """Merchant: a levy, if anybody else has an agent."""

    player: Player
    card: Card

    def run(self, s: AtlasState) -> None:
        if taxable(s, self.player):
            s.then(Levy(self.player))
        else:
            s.emit("in_vain", who=Who(self.player), card=CardName(self.card))


def taxable(s: AtlasState, player: Player) -> list[Place]:
    """Places at which somebody else stands."""
    return [place for place, a in enumerate(s.agents) if a and a != player + 1]


@frame
class Levy(Ask[AtlasState]):
    """Merchant: of which agent's owner a florin is asked."""

    player: Player
    open: ClassVar[bool] = True

    def decision(self, s: AtlasState) -> Decision:
        places = tuple(LEVY(place) for place in taxable(s, self.player))
        return Decision(self.player, say("prompt.levy", who=Who(self.player)), places)

    def choose(self, s: AtlasState, action: Action) -> None:
        place = action.args[0]
        owner = s.agents[place] - 1
        s.emit("levied", who=Who(self.player), whose=Who(owner), place=f"place.{PLACES[place]}")
        asked = PayOrYield(owner, self.player, place)
        if owner < s.seats:
            s.then(asked)
        else:
            asked.choose(s, asked.decision(s).actions[0])  # a rival pays while it can


@frame
class PayOrYield(Ask[AtlasState]):
    """In another's turn: pay the levy, or take the agent back."""

    player: Player
    to: Player
    place: Place
    open: ClassVar[bool] = True

    def decision(self, s: AtlasState) -> Decision:
        pays = (PAY(),) if s.purses[self.player] >= TOKENS["levy"] else ()
        place = f"place.{PLACES[self.place]}"
        prompt = say("prompt.pay", who=Who(self.player), whose=Who(self.to), place=place)
        return Decision(self.player, prompt, (*pays, YIELD()))

    def choose(self, s: AtlasState, action: Action) -> None:
        if action == PAY():
            s.purses[self.player] -= TOKENS["levy"]
            s.purses[self.to] += TOKENS["levy"]
            s.emit("paid", who=Who(self.player), whose=Who(self.to), n=TOKENS["levy"])
        else:
            s.agents[self.place] = 0
            s.emit("yielded", who=Who(self.player), place=f"place.{PLACES[self.place]}")


# --- 4 The end --------------------------------------------------------------------------------


@frame
class Declaration(Step[AtlasState]):
    """A declared victory makes everything else void."""

    player: Player
    goal: str

    def run(self, s: AtlasState) -> None:
        s.victor, s.goal = self.player + 1, self.goal
        s.commit()
        s.emit("declared", who=Who(self.player), goal=f"goal.{self.goal}")
        s.cut(Reckoning)


@frame
class Reckoning(Step[AtlasState]):
    """The match is over; without a declaration crowns, roads and florins are compared."""

    def run(self, s: AtlasState) -> None:
        s.emit("over")

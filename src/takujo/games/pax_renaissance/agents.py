"""The agents of a card, placed one by one."""

from __future__ import annotations

from typing import ClassVar

from takujo.core.actions import Action, Decision
from takujo.core.frames import Ask, Frame, Step, frame
from takujo.core.texts import CARD, WHO, Card, Player
from takujo.games.pax_renaissance.moves import BishopArrives
from takujo.games.pax_renaissance.pieces import BISHOP, CARDS, DISK, OWN_PAWN, PAWN, PIRATE
from takujo.games.pax_renaissance.places import enter, places
from takujo.games.pax_renaissance.state import Board
from takujo.games.pax_renaissance.tokens import Obtain
from takujo.games.pax_renaissance.verbs import ONTO, PUT, SKIP, prompt_card

# --- Agents -------------------------------------------------------------------------------------


def agent_token(player: Player, agent: int) -> int:
    """The token that an agent printed on a card is for this player."""
    return PAWN + player if agent == OWN_PAWN else agent


def bishop_targets(s: Board, player: Player, card: Card, location: int) -> list[Card]:
    """The cards and squares that share a location, in any tableau or throne (rule 17; D7)."""
    found = [c for c in s.placed() if s.location(c) & location]
    if s.figures.bishops_own_card_or_others:
        found = [c for c in found if c == card or s.owner(c) not in (player, -1)]
    return found


@frame
class PlaceAgents(Step[Board]):
    """The agents of a card one by one; `must`: each as long as an empty place is left (rule 12)."""

    player: Player
    card: Card
    location: int
    agents: tuple[int, ...]
    must: bool
    last: int = -1

    def run(self, s: Board) -> None:
        if not self.agents:
            return
        if placements(s, self) == (SKIP(),):
            s.emit("no_room", who=WHO[self.player], card=CARD[self.card])
        else:
            s.then(PlaceAgent(self.player, self.card, self))


def placements(s: Board, of: PlaceAgents) -> tuple[Action, ...]:
    """All placements of the agents that are left, and to do without when nothing compels."""
    actions: list[Action] = []
    compelled = False
    for agent in dict.fromkeys(of.agents):
        token = agent_token(of.player, agent)
        if token >= BISHOP:
            targets = bishop_targets(s, of.player, of.card, of.location)
            actions += [ONTO(card) for card in targets]
            compelled |= of.must and bool(targets)
            continue
        last = -1 if s.figures.second_agent_on_first else of.last
        empty, occupied = places(s, token, of.location, s.florins[of.player], last)
        actions += [PUT(token, place) for place in sorted(empty + occupied)]
        room = empty or (occupied and s.figures.agents_must_pay)
        compelled |= of.must and bool(room)
    return tuple(actions) if compelled else (*actions, SKIP())


@frame
class PlaceAgent(Ask[Board]):
    """Choose one of the agents and its place; the place just filled is barred (rules 13-17)."""

    player: Player
    card: Card
    of: PlaceAgents
    open: ClassVar[bool] = True

    def decision(self, s: Board) -> Decision:
        asked = prompt_card("agent_must" if self.of.must else "agent", self.player, self.card)
        return Decision(self.player, asked, placements(s, self.of))

    def choose(self, s: Board, action: Action) -> None:
        if action == SKIP():
            return
        player, of = self.player, self.of
        arrives: Frame[Board]
        if action.kind == ONTO.name:
            token = agent = next(a for a in of.agents if a >= BISHOP)
            last = -1
            arrives = BishopArrives(player, token, action.args[0])
        else:
            token, last = action.args
            agent = OWN_PAWN if token >= PAWN else token
            arrives = AgentEnters(player, token, last, of.location)
        left = list(of.agents)
        left.remove(agent)
        rest = PlaceAgents(player, of.card, of.location, tuple(left), of.must, last)
        s.then(Obtain(player, token), arrives, rest)


@frame
class AgentEnters(Step[Board]):
    """The agent stands in its place once its token is at hand."""

    player: Player
    token: int
    place: int
    location: int

    def run(self, s: Board) -> None:
        enter(s, self.player, self.token, self.place, self.location)


def place_agents(s: Board, player: Player, card: Card, *, must: bool) -> PlaceAgents:
    """All agents of a card that fight no battle."""
    return PlaceAgents(player, card, CARDS[card].location, CARDS[card].agents, must)


def room_for_agents(s: Board, player: Player, card: Card, freed: int = 0) -> bool:
    """Could all agents be placed and paid for, by the strict reading of D9?"""
    tokens = [agent_token(player, a) for a in CARDS[card].agents]
    for token in (t for t in tokens if t < BISHOP):
        empty, occupied = places(s, token, CARDS[card].location, 9)
        short = len(tokens) - len(empty) - (freed if token < DISK else 0)
        pays = 0 if PIRATE <= token < PAWN else s.florins[player]
        free = len(occupied) if PIRATE <= token < PAWN else 0
        if short > min(len(occupied), pays + free):
            return False
    return True

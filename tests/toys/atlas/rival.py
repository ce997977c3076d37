"""The rival of Atlas: a player without a seat who acts by rules and by chance."""

from __future__ import annotations

from takujo.core.chance import Draw, Outcome
from takujo.core.frames import Chance, Frame, Step, frame
from takujo.core.texts import Player, Who, say
from toys.atlas.rules import GOAL, CourtLimit, Declaration, Refresh, Turn, pay_for
from toys.atlas.state import PLACES, SLOTS, TABLE, AtlasState, Place

NAME = say("house.rival")


@frame
class NextTurn(Step[AtlasState]):
    """Everybody has a turn, one after the other; the rival comes last."""

    player: Player

    def run(self, s: AtlasState) -> None:
        s.headline("turn", who=Who(self.player))
        turn: Frame[AtlasState]
        turn = Turn(self.player, TABLE["actions"]) if self.player < s.seats else RivalTurn()
        s.then(turn, Refresh(), NextTurn((self.player + 1) % s.players))


@frame
class RivalTurn(Step[AtlasState]):
    """The rival declares if it can; else it buys a card and sends an agent."""

    def run(self, s: AtlasState) -> None:
        rival = s.seats
        for goal in GOAL.words:
            if s.reaches(goal, rival):
                s.then(Declaration(rival, goal))
                return
        sends = (RivalSends(),) if s.supply(rival) and empty_places(s) else ()
        s.then(RivalBuys(), CourtLimit(rival), *sends)


def bargains(s: AtlasState) -> list[int]:
    """The places of the market that bring the rival most: equal ones are left to chance."""
    cards = [(i, c) for i in range(SLOTS) if (c := s.slot(i)) is not None]
    gains = {i: s.florins[c] - s.price(i) for i, c in cards if s.price(i) <= s.purses[s.seats]}
    return [i for i, gain in gains.items() if gain == max(gains.values())]


@frame
class RivalBuys(Chance[AtlasState]):
    """The best bargain joins the rival's court, and does nothing else."""

    def draw(self, s: AtlasState) -> Draw:
        return Draw(len(bargains(s)))

    def happen(self, s: AtlasState, outcome: Outcome) -> None:
        card = s.slot(bargains(s)[outcome[0]])
        assert card is not None
        pay_for(s, s.seats, card)


def empty_places(s: AtlasState) -> list[Place]:
    """Cities and edges where nobody stands."""
    return [place for place, a in enumerate(s.agents) if not a]


@frame
class RivalSends(Chance[AtlasState]):
    """An agent of the rival goes to any empty place."""

    def draw(self, s: AtlasState) -> Draw:
        return Draw(len(empty_places(s)))

    def happen(self, s: AtlasState, outcome: Outcome) -> None:
        place = empty_places(s)[outcome[0]]
        s.agents[place] = s.seats + 1
        s.emit("sent", who=Who(s.seats), place=f"place.{PLACES[place]}")

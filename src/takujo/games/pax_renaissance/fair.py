"""Trade fairs: the fair card goes, the convener takes his florin, the rest sails the route."""

from __future__ import annotations

from takujo.core.frames import Step, frame
from takujo.core.texts import CARD, WHO, Arg, Player
from takujo.games.pax_renaissance.names import border_word, city_word
from takujo.games.pax_renaissance.pieces import ROUTES, SPICE_ISLANDS
from takujo.games.pax_renaissance.state import COLUMNS, DISCARD, MARKET, Board
from takujo.games.pax_renaissance.tokens import Levy


@frame
class Fair(Step[Board]):
    """Florins come from the supply, the convener takes the first (rule 37)."""

    player: Player
    row: int

    def run(self, s: Board) -> None:
        spot = self.row * COLUMNS
        emporium = s.open_emporium(self.row)
        (card,) = s.zones[MARKET + spot]
        s.move(card, DISCARD)
        s.pot[spot] += s.figures.fair_florins
        total = s.pot[spot]
        share = min(total, subsidy(s, self.player))
        s.pot[spot] -= share
        s.florins[self.player] += share
        told: dict[str, Arg] = {
            "who": WHO[self.player], "card": CARD[card], "city": city_word(emporium), "n": total,
        }  # fmt: skip
        if share:
            s.emit("fair", **told, share=share)
        else:
            s.emit("fair_bare", **told)
        if s.pot[spot]:
            s.then(Voyage(self.player, emporium, 0))


def subsidy(s: Board, player: Player) -> int:
    """What the convener takes: nothing at a table that plays bankruptcy."""
    if s.figures.subsidy and s.abilities("fair_subsidy_2", player):
        return s.figures.subsidy_of_parliament
    return s.figures.subsidy


@frame
class Voyage(Step[Board]):
    """A levy in the empire entered, then the border behind it (rule 38)."""

    player: Player
    emporium: int
    leg: int

    def run(self, s: Board) -> None:
        route = ROUTES[self.emporium]
        levy = Levy(self.player, route.empires[self.leg])
        if self.leg < len(route.borders):
            s.then(levy, Toll(self.player, self.emporium, self.leg))
        else:
            s.then(levy)


@frame
class Toll(Step[Board]):
    """A concession draws, or a pirate robs; with the last florin the fair ends (38, 39)."""

    player: Player
    emporium: int
    leg: int

    def run(self, s: Board) -> None:
        route = ROUTES[self.emporium]
        spot, border = route.fair * COLUMNS, route.borders[self.leg]
        if s.pawn[border]:
            owner = s.pawn[border] - 1
            share = min(s.pot[spot], draws(s, owner, self.emporium))
            s.pot[spot] -= share
            s.florins[owner] += share
            s.emit("toll", who=WHO[owner], border=border_word(border), n=share)
        elif s.pirate[border]:
            s.pot[spot] -= 1
            s.emit("robbed", border=border_word(border))
        if s.pot[spot]:
            s.then(Voyage(self.player, self.emporium, self.leg + 1))


def draws(s: Board, player: Player, emporium: int) -> int:
    """What each concession of a player draws; doubling abilities multiply (rule 39)."""
    doubled = s.abilities("concessions_double_fairs_votes", player)
    if emporium == SPICE_ISLANDS:
        doubled += s.abilities("spice_islands_fair_double", player)
    return 1 << doubled

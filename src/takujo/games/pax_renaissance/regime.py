"""Regime change: the square moves or flips; then emancipation, concession, golden liberty."""

from __future__ import annotations

from typing import Any, ClassVar

from takujo.core.actions import Action, Decision
from takujo.core.frames import ANY, DONE, Ask, Frame, Parts, Step, frame
from takujo.core.texts import CARD, WHO, Card, Player
from takujo.games.pax_renaissance.moves import (
    discard,
    group,
    put_outermost,
    put_under,
    send_home,
    settle,
    strip,
)
from takujo.games.pax_renaissance.names import border_word, city_word, empire_word, token_word
from takujo.games.pax_renaissance.pieces import BORDERS_OF, HELD, PAWN, held_of, token_of
from takujo.games.pax_renaissance.places import empty_places, enter
from takujo.games.pax_renaissance.state import NOBODY, Board
from takujo.games.pax_renaissance.tokens import Obtain
from takujo.games.pax_renaissance.verbs import (
    AT_BORDER,
    CONCEDE,
    NO,
    PUT,
    SKIP,
    YES,
    prompt_card,
    prompt_empire,
)


@frame
class RegimeChange(Step[Board]):
    """A vote, a campaign, a civil or a religious war has won this square (rules 70-76).

    `attacker` is the square that campaigned, or -1.
    """

    player: Player
    square: Card
    attacker: int = NOBODY
    vote: bool = False

    def run(self, s: Board) -> None:
        owner = s.owner(self.square)
        if self.attacker >= 0:
            capture(s, self.player, self.square, self.attacker)
        elif owner == self.player:
            flip(s, self.player, self.square)
        else:
            seize(s, self.player, self.square)
        steps = after_regime_change(s, self.player, self.square)
        if self.vote and s.faith[self.square]:
            steps = (*steps, golden_liberty(self.player, self.square))
        s.then(*steps)
        settle(s)


def seize(s: Board, player: Player, square: Card) -> None:
    """A square comes from a throne with all that lies there, or from another tableau alone."""
    if not s.in_throne(square):
        strip(s, square)
    s.suzerain[square] = 0
    s.republic[square] = 0
    put_outermost(s, player, group(s, square))
    s.emit("seized", who=WHO[player], card=CARD[square])


def flip(s: Board, player: Player, square: Card) -> None:
    """An own king or republic turns over; an own vassal breaks loose as a republic (rule 71)."""
    vassal = bool(s.suzerain[square])
    strip(s, square)
    s.suzerain[square] = 0
    s.republic[square] = 1 if vassal else not s.republic[square]
    if vassal or not s.figures.flipped_square_stays:
        put_outermost(s, player, [square])
    s.emit("republic" if s.republic[square] else "monarchy", who=WHO[player], card=CARD[square])


def capture(s: Board, player: Player, square: Card, attacker: Card) -> None:
    """A campaign makes a vassal of the attacking king, or of its suzerain (rule 73)."""
    suzerain = s.suzerain[attacker] - 1 if s.suzerain[attacker] else attacker
    if not s.in_throne(square):
        strip(s, square)
    for vassal in s.vassals_of(square):
        send_home(s, vassal)
    s.republic[square] = 0
    put_under(s, square, suzerain)
    s.emit("vassal", who=WHO[player], card=CARD[square], king=CARD[suzerain])


def after_regime_change(s: Board, player: Player, square: Card) -> tuple[Frame[Any], ...]:
    """Emancipation, then concession; by option the other way round or as the player likes (D3)."""
    emancipation = Emancipation(player, square)
    concession = Concession(player, square)
    if s.figures.regime_order == "free":
        return (Parts(player, (emancipation, concession), ANY),)
    if s.figures.regime_order == "concession_first":
        return (concession, emancipation)
    return (emancipation, concession)


# --- Coronation ---------------------------------------------------------------------------------


def marry(s: Board, player: Player, queen: Card, king: Card) -> None:
    """The queen joins her king; unless he is yours already, the couple comes to you (51-53)."""
    owner = s.owner(king)
    old = s.queens_of(king)
    if old and (s.figures.old_queen_discarded or owner not in (player, NOBODY)):
        for wife in old:
            discard(s, wife)
    if owner not in (player, NOBODY):
        strip(s, king)
        s.suzerain[king] = 0
    if owner != player:
        s.suzerain[king] = 0
        put_outermost(s, player, group(s, king))
    s.husband[queen] = king + 1
    zone = s.where[king]
    wives = s.queens_of(king)
    s.move(queen, zone, s.zones[zone].index(king) + len(wives))
    s.emit("married", who=WHO[player], card=CARD[queen], king=CARD[king])
    if owner == player and not s.figures.own_king_emancipates:
        s.then(Concession(player, king))
    else:
        s.then(*after_regime_change(s, player, king))
    settle(s)


# --- Emancipation -------------------------------------------------------------------------------


@frame
class Emancipation(Step[Board]):
    """Repressed tokens of a square may go into empty places of its empire (rule 74)."""

    player: Player
    square: Card

    def run(self, s: Board) -> None:
        if freeable(s, self.square):
            s.then(Emancipate(self.player, self.square))


def freeable(s: Board, square: Card) -> list[tuple[int, int]]:
    """The tokens repressed on a square, each with an empty place of its empire."""
    return [
        (token_of(held), place)
        for held, n in enumerate(s.repressed_on(square)) if n
        for place in empty_places(s, token_of(held), square)
    ]  # fmt: skip


@frame
class Emancipate(Ask[Board]):
    """Any repressed tokens, one by one, of any owner."""

    player: Player
    square: Card
    open: ClassVar[bool] = True

    def decision(self, s: Board) -> Decision:
        actions = tuple(PUT(token, place) for token, place in freeable(s, self.square))
        asked = prompt_card("emancipate", self.player, self.square)
        return Decision(self.player, asked, (*actions, DONE()))

    def choose(self, s: Board, action: Action) -> None:
        if action == DONE():
            return
        token, place = action.args
        set_free(s, self.player, self.square, token, place)
        s.then(Emancipation(self.player, self.square))


def set_free(s: Board, player: Player, square: Card, token: int, place: int) -> None:
    """A repressed token returns to the map."""
    s.repressed[HELD * square + held_of(token)] -= 1
    if place < AT_BORDER:
        s.city[place] = token
    else:
        s.pawn[place - AT_BORDER] = token - PAWN + 1
    name = city_word(place) if place < AT_BORDER else border_word(place - AT_BORDER)
    s.emit("emancipated", who=WHO[player], token=token_word(token), place=name)


# --- Concession ---------------------------------------------------------------------------------


@frame
class Concession(Step[Board]):
    """One own pawn on a border of the empire, for a florin where a pawn stands (rule 74)."""

    player: Player
    square: Card

    def run(self, s: Board) -> None:
        if concessions(s, self.player, self.square):
            s.then(Concede(self.player, self.square))


def concessions(s: Board, player: Player, empire: int) -> list[int]:
    """The borders of an empire on which a player may put a concession."""
    rich = s.florins[player] > 0
    return [b for b in BORDERS_OF[empire] if not s.pirate[b] and (rich or not s.pawn[b])]


@frame
class Concede(Ask[Board]):
    """Choose the border, or do without."""

    player: Player
    square: Card
    open: ClassVar[bool] = True

    def decision(self, s: Board) -> Decision:
        actions = tuple(CONCEDE(b) for b in concessions(s, self.player, self.square))
        asked = prompt_empire("concession", self.player, self.square)
        return Decision(self.player, asked, (*actions, SKIP()))

    def choose(self, s: Board, action: Action) -> None:
        if action == SKIP():
            return
        border = action.args[0]
        s.then(
            Obtain(self.player, PAWN + self.player),
            ConcessionStands(self.player, border, self.square),
        )


@frame
class ConcessionStands(Step[Board]):
    """The pawn enters; the one that stood there is repressed on this empire's square."""

    player: Player
    border: int
    square: Card

    def run(self, s: Board) -> None:
        enter(s, self.player, PAWN + self.player, AT_BORDER + self.border, 1 << self.square)


# --- Golden liberty -----------------------------------------------------------------------------


@frame
class YesOrNo(Ask[Board]):
    """Yes or no about an empire, and what follows from either."""

    player: Player
    about: str  # the key of the prompt
    empire: int
    yes: tuple[Frame[Any], ...]
    no: tuple[Frame[Any], ...]
    open: ClassVar[bool] = True

    def decision(self, s: Board) -> Decision:
        asked = prompt_empire(self.about, self.player, self.empire)
        return Decision(self.player, asked, (YES(), NO()))

    def choose(self, s: Board, action: Action) -> None:
        s.then(*(self.yes if action == YES() else self.no))


def golden_liberty(player: Player, empire: int) -> YesOrNo:
    """The voter may turn a theocracy medieval, the only way back (rules 34, 77)."""
    return YesOrNo(player, "golden_liberty", empire, (TurnMedieval(player, empire),), ())


@frame
class TurnMedieval(Step[Board]):
    """The empire is a theocracy no longer."""

    player: Player
    empire: int

    def run(self, s: Board) -> None:
        s.faith[self.empire] = 0
        s.emit("golden_liberty", who=WHO[self.player], empire=empire_word(self.empire))
        settle(s)

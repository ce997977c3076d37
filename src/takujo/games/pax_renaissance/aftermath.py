"""A won war: the state, the survivors, Constantinople, the regime."""

from __future__ import annotations

from typing import ClassVar

from takujo.core.actions import Action, Decision
from takujo.core.frames import DONE, Ask, Frame, Step, frame
from takujo.core.texts import WHO, Card, Player
from takujo.games.pax_renaissance.moves import settle
from takujo.games.pax_renaissance.names import city_word, empire_word, token_word
from takujo.games.pax_renaissance.pieces import (
    CONSTANTINOPLE,
    CRUSADE,
    HOLY_WARS,
    MAMLUK,
    OTTOMAN,
    PAWN,
    PIRATE,
    held_of,
    token_of,
)
from takujo.games.pax_renaissance.places import empty_places, enter
from takujo.games.pax_renaissance.regime import RegimeChange, set_free
from takujo.games.pax_renaissance.state import Board
from takujo.games.pax_renaissance.tokens import Obtain, repress
from takujo.games.pax_renaissance.verbs import (
    HELD_BY_MAMLUK,
    HELD_HERE,
    PUT,
    SWAP,
    prompt,
    prompt_empire,
)


def unstage(s: Board, token: int) -> None:
    """A token leaves the empire's name."""
    left = list(s.staged)
    left.remove(token)
    s.staged = tuple(left)


# --- A won war ----------------------------------------------------------------------------------


def won(
    s: Board, player: Player, war: int, empire: int, king: Card, units: tuple[int, ...]
) -> None:
    """The state changes, survivors are placed, Constantinople is rearranged, the regime changes.

    The order is that of rule 61 and D34.
    """
    s.emit("war_won", who=WHO[player], empire=empire_word(empire))
    steps: list[Frame[Board]] = [RegimeChange(player, empire, king)]
    if war in HOLY_WARS:
        if s.faith[empire] != war - CRUSADE + 1:
            s.faith[empire] = war - CRUSADE + 1
            s.emit("theocracy", empire=empire_word(empire), state=f"state.{s.faith[empire]}")
        if empire == OTTOMAN:
            steps.insert(0, Rearrangement(player, 2))
    repressed = [u - HELD_HERE for u in units if HELD_HERE <= u < HELD_BY_MAMLUK]
    if empire == MAMLUK:
        repressed += [u - HELD_BY_MAMLUK for u in units if u >= HELD_BY_MAMLUK]
    s.then(Survivors(player, empire, tuple(token_of(h) for h in repressed)), *steps)
    settle(s)


@frame
class Survivors(Step[Board]):
    """Staged and repressed survivors go into empty places as long as there are any (rule 66)."""

    player: Player
    empire: int
    repressed: tuple[int, ...]

    def run(self, s: Board) -> None:
        repressed = still_repressed(s, self.empire, self.repressed)
        tokens = dict.fromkeys((*s.staged, *repressed))
        if any(empty_places(s, token, self.empire) for token in tokens):
            s.then(Survivor(self.player, self.empire, repressed))
        else:
            overflow(s, self.empire)


def still_repressed(s: Board, square: Card, tokens: tuple[int, ...]) -> tuple[int, ...]:
    """The repressed survivors but for those taken elsewhere since, for want of supply (D31)."""
    there = s.repressed_on(square)
    return tuple(
        token for i, token in enumerate(tokens) if tokens[:i].count(token) < there[held_of(token)]
    )


def overflow(s: Board, empire: int) -> None:
    """Staged survivors without room are repressed for free, pirates return (rule 66; D15)."""
    for token in s.staged:
        if PIRATE <= token < PAWN:
            s.emit("pirate_returns", token=token_word(token))
        elif s.figures.stage_tokens or s.supply(token) > 0:
            repress(s, token, empire, empire_word(empire))
    s.staged = ()


@frame
class Survivor(Ask[Board]):
    """Choose the next survivor and its place."""

    player: Player
    empire: int
    repressed: tuple[int, ...]
    open: ClassVar[bool] = True

    def decision(self, s: Board) -> Decision:
        tokens = sorted({*s.staged, *self.repressed})
        actions = tuple(
            PUT(token, place) for token in tokens for place in empty_places(s, token, self.empire)
        )
        return Decision(self.player, prompt_empire("survivor", self.player, self.empire), actions)

    def choose(self, s: Board, action: Action) -> None:
        token, place = action.args
        repressed = list(self.repressed)
        if token in s.staged:
            unstage(s, token)
            steps: tuple[Frame[Board], ...] = (SurvivorStands(self.player, token, place),)
            if not s.figures.stage_tokens:
                steps = (Obtain(self.player, token), *steps)
            s.then(*steps, Survivors(self.player, self.empire, self.repressed))
        else:
            repressed.remove(token)
            set_free(s, self.player, self.empire, token, place)
            s.then(Survivors(self.player, self.empire, tuple(repressed)))


@frame
class SurvivorStands(Step[Board]):
    """A staged survivor enters an empty place."""

    player: Player
    token: int
    place: int

    def run(self, s: Board) -> None:
        enter(s, self.player, self.token, self.place, 0)


@frame
class Rearrangement(Step[Board]):
    """After a won religious war on it the tokens in Constantinople may change slots (rule 61)."""

    player: Player
    left: int

    def run(self, s: Board) -> None:
        if self.left and len({s.city[c] for c in CONSTANTINOPLE}) > 1:
            s.then(Rearrange(self.player, self.left))


@frame
class Rearrange(Ask[Board]):
    """Swap two slots, or leave it; two swaps reach every arrangement."""

    player: Player
    left: int
    open: ClassVar[bool] = True

    def decision(self, s: Board) -> Decision:
        city = [s.city[c] for c in CONSTANTINOPLE]
        pairs = [(a, b) for a, b in ((0, 1), (0, 2), (1, 2)) if city[a] != city[b]]
        actions = (*(SWAP(a, b) for a, b in pairs), DONE())
        return Decision(self.player, prompt("rearrange", self.player), actions)

    def choose(self, s: Board, action: Action) -> None:
        if action == DONE():
            return
        a, b = (CONSTANTINOPLE[i] for i in action.args)
        s.city[a], s.city[b] = s.city[b], s.city[a]
        s.emit("rearranged", who=WHO[self.player], city=city_word(a), other=city_word(b))
        s.then(Rearrangement(self.player, self.left - 1))

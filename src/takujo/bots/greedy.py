"""The greedy bot: it looks one choice ahead in possible worlds and takes what looks best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from takujo.bots.seats import Seat
from takujo.core.actions import Action, Decision
from takujo.core.chance import Rng, Simulated, SplitMix
from takujo.core.frames import EACH, answers_of, awaited, do, interrupt
from takujo.core.game import Game
from takujo.core.state import State
from takujo.core.texts import Player

# Twice as much of all this wins no more matches of Oriflamme and takes twice as long.
POSITIONS = 120  # looked at for one choice, about; more offers mean fewer worlds
WORLDS = (4, 8)  # at least and at most
DEPTH = 3  # own further choices that are thought through
BREADTH = 12  # actions compared at a further choice
FORCED = 8  # choices of others that are carried out because they have no alternative


class World(NamedTuple):
    """A possible position and the number from which its nature draws."""

    state: State
    chance: int


class Greedy:
    """One-step lookahead by the game's `evaluate`, averaged over resampled positions.

    Every action is tried in the same worlds with the same luck. What the player is asked next
    because of an action is part of it: those choices are made for all worlds in which they look
    alike, since he cannot tell these apart when he makes them.
    """

    name = "greedy"

    def choose(self, seat: Seat, rng: Rng) -> str:
        """The key of the best action; `""` declines an optional decision."""
        game, player = seat.game, seat.player
        decision = seat.decision()
        actions = candidates(decision)
        if len(actions) == 1 and not decision.optional:
            return game.notation(actions[0])
        fewest, most = WORLDS
        count = max(fewest, min(most, POSITIONS // len(actions)))
        worlds = [World(seat.sample(rng), rng.below(1 << 64)) for _ in range(count)]
        for world in worlds:
            world.state.silent = True
        look = Lookahead(game, player)
        values = [look.value(look.after(worlds, a, decision.optional), DEPTH) for a in actions]
        best = max(values)
        if decision.optional and best <= look.value(worlds, 0):
            return ""
        ties = [a for a, value in zip(actions, values, strict=True) if value == best]
        return game.notation(ties[rng.below(len(ties))])


def candidates(decision: Decision) -> tuple[Action, ...]:
    """The actions worth comparing: one per class of equal actions where the game lists these."""
    return decision.actions if decision.brief is None else decision.brief


class Lookahead:
    """Carries actions out in possible worlds and tells what a player thinks of the outcome."""

    __slots__ = ("game", "player")

    def __init__(self, game: Game[Any], player: Player) -> None:
        self.game = game
        self.player = player

    def after(self, worlds: Sequence[World], action: Action, optional: bool) -> list[World]:
        """The worlds after the player's action, run on to his next choice or somebody else's."""
        carry = interrupt if optional else do
        later: list[World] = []
        for state, chance in worlds:
            t = state.clone()
            luck = SplitMix(chance)
            nature = Simulated(luck)
            carry(t, self.player, action, nature)
            self._settle(t, luck, nature)
            later.append(World(t, luck.word()))
        return later

    def value(self, worlds: Sequence[World], depth: int) -> float:
        """The sum of `evaluate` over the worlds, after the player's own next choices."""
        total = 0.0
        for decision, alike in self._asked(worlds):
            if decision is None or not depth:
                total += sum(self.game.evaluate(w.state, self.player) for w in alike)
            else:
                total += self.value(self._follow(alike, decision), depth - 1)
        return total

    def _follow(self, worlds: Sequence[World], decision: Decision) -> list[World]:
        """Make the player's next choice: what is best at once, by the first few worlds."""
        actions = candidates(decision)
        if len(actions) == 1:
            return self.after(worlds, actions[0], False)
        if len(actions) > BREADTH:
            luck = SplitMix(worlds[0].chance)
            start = luck.below(len(actions))
            step = len(actions) // BREADTH
            actions = tuple(actions[(start + i * step) % len(actions)] for i in range(BREADTH))
        few = worlds[: WORLDS[0]]
        best = max(actions, key=lambda a: self.value(self.after(few, a, False), 0))
        return self.after(worlds, best, False)

    def _asked(self, worlds: Sequence[World]) -> list[tuple[Decision | None, list[World]]]:
        """The worlds grouped by what the player is asked in them, `None`: nothing."""
        groups: dict[Decision | None, list[World]] = {}
        for world in worlds:
            mine = next((d for d in awaited(world.state) if d.player == self.player), None)
            groups.setdefault(mine, []).append(world)
        return list(groups.items())

    def _settle(self, s: State, luck: SplitMix, nature: Simulated) -> None:
        """Carry out what others must do, and guess what they answer in a simultaneous choice."""
        for _ in range(FORCED):
            decisions = awaited(s)
            if not decisions or any(d.player == self.player for d in decisions):
                return
            simultaneous = s.agenda[-1].kind == EACH
            if simultaneous and not answers_of(s.agenda[-1])[self.player]:  # type: ignore[arg-type]
                return
            other = decisions[0]
            if len(other.actions) > 1 and not simultaneous:
                return
            choice = other.actions[luck.below(len(other.actions))]
            do(s, other.player, choice, nature)

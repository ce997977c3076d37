"""One match as the kit plays it: the position, its journal, and the watch on its verbs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from takujo.core.actions import Action, Decision
from takujo.core.chance import Draw, Live, Outcome, SplitMix
from takujo.core.events import Event, Step
from takujo.core.frames import advance, apply, awaited, optional
from takujo.core.game import Game
from takujo.core.match import FORMAT
from takujo.core.state import Json, State
from takujo.core.texts import Player
from takujo.testing.books import Watch
from takujo.testing.report import Where

INTERRUPT = 3  # one choice in so many is an interrupt, where there are any


class Choice(NamedTuple):
    """What somebody will do: the decision that is answered, and the answer."""

    decision: Decision
    action: Action

    @property
    def player(self) -> Player:
        """Who chooses."""
        return self.decision.player


class Taken(NamedTuple):
    """One step that was taken, and what came of it."""

    before: State
    choice: Choice
    draws: tuple[tuple[Draw, Outcome], ...]
    events: tuple[Event, ...]
    trail: tuple[Step, ...]
    glimpsed: bytes  # per card: everybody who knew it at some moment of the step


class Drawing:
    """Nature with a memory: passes a generator's outcomes on and keeps them."""

    def __init__(self, nature: Any) -> None:
        self.nature = nature
        self.drawn: list[tuple[Draw, Outcome]] = []

    def __call__(self, s: State, frame: Any) -> Outcome:
        draw = frame.draw(s)
        outcome: Outcome = self.nature(s, frame)
        self.drawn.append((draw, outcome))
        return outcome


class Table:
    """A match in progress, from its first draw on; `lines` is a journal that `Match` can load."""

    def __init__(
        self, game: Game[Any], players: int, options: Mapping[str, Any], seed: int
    ) -> None:
        self.game = game
        self.players = players
        self.options = game.checked_options(players, options)
        self.seed = seed
        self.key = hashlib.blake2b(b"kit %d" % seed, digest_size=32).digest()
        self.rng = SplitMix(seed)
        self.outcomes = 0
        self.lines: list[Json] = []
        self.log: list[tuple[int, Event]] = []
        self.chosen = [0] * players
        self.header = {
            "takujo": FORMAT,
            "game": game.id,
            "rules": game.rules_version,
            "players": players,
            "options": dict(self.options),
            "seats": ["human"] * players,
            "commitment": "",
        }
        self.state: State = game.setup(players, self.options)
        self.watch = Watch(self.state, self.rng.split())
        self.watch.begin()
        nature = Drawing(self.live())
        advance(self.state, nature)
        self._write({"start": True}, nature.drawn)

    @property
    def viewers(self) -> tuple[Player | None, ...]:
        """Every seat and the onlooker."""
        return (*range(self.players), None)

    @property
    def where(self) -> Where:
        """The place of a fault that shows now."""
        return Where(self.players, tuple(self.options.items()), self.seed, len(self.lines))

    @property
    def record(self) -> tuple[Json, ...]:
        """The header and all lines so far."""
        return (self.header, *self.lines)

    def live(self) -> Live:
        """Nature from here on, the same for everybody who asks."""
        return Live(self.key, self.outcomes)

    def choose(self) -> Choice | None:
        """A random choice: half of the time every verb is as likely as another; None: over."""
        decisions = awaited(self.state)
        if not decisions:
            return None
        extra = optional(self.state) if self.rng.below(INTERRUPT) == 0 else ()
        extra = tuple(d for d in extra if d.actions)
        group = extra or decisions
        decision = group[self.rng.below(len(group))]
        actions = decision.actions
        if self.rng.below(2):
            verbs = list(dict.fromkeys(a.kind for a in actions))
            verb = verbs[self.rng.below(len(verbs))]
            actions = tuple(a for a in actions if a.kind == verb)
        return Choice(decision, actions[self.rng.below(len(actions))])

    def play(self, choice: Choice) -> Taken:
        """Carry a choice out through the checked door and write its line."""
        before = self.state.clone()
        self.watch.begin()
        nature = Drawing(self.live())
        apply(self.state, choice.player, choice.action, nature)
        self.chosen[choice.player] += 1
        key = self.game.notation(choice.action)
        events, trail = self._write({"seat": choice.player, "key": key}, nature.drawn)
        return Taken(before, choice, tuple(nature.drawn), events, trail, bytes(self.watch.glimpsed))

    def _write(
        self, body: Json, drawn: list[tuple[Draw, Outcome]]
    ) -> tuple[tuple[Event, ...], tuple[Step, ...]]:
        line = {"seq": len(self.lines), **body}
        if drawn:
            line["chance"] = [[d.n, list(o)] for d, o in drawn]
        self.outcomes += len(drawn)
        line["digest"] = digest(self.state)
        events, trail = tuple(self.state.events), tuple(self.state.trail)
        self.log += [(len(self.lines), event) for event in events]
        self.lines.append(line)
        self.state.events.clear()
        self.state.trail.clear()
        return events, trail


def digest(s: State) -> str:
    """The hash that `Match.digest` writes."""
    text = json.dumps(s.to_json(), separators=(",", ":"), sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

"""Oriflamme: three to five families intrigue for influence in a queue of hidden cards."""

from __future__ import annotations

from typing import Any

from takujo.core.actions import Action, Decision
from takujo.core.game import Game, Option, frames_in
from takujo.core.state import Options
from takujo.core.texts import Player, Text
from takujo.core.views import Forecast, Offer, Panel, Progress, Result, Sheet, Zone
from takujo.games.oriflamme import bot, offers, rules, scene
from takujo.games.oriflamme.scenario import build
from takujo.games.oriflamme.state import KINDS, QUEUE, Court, Figures, figures, pieces


class Oriflamme(Game[Court]):
    """The game; see `rules` for its rules and `scenario` for building positions."""

    id = "oriflamme"
    rules_version = 1
    players = tuple(pieces()["game"]["players"])
    minutes = tuple(pieces()["game"]["minutes"])
    options = (
        Option("face_up_activation", ("optional", "mandatory"), "optional"),
        Option("royal_decree_onto_own_card", (False, True), False),
        Option("own_attacker_discarded_by_ambush", (True, False), True),
        Option("copied_heir", ("own_name", "any_heir"), "own_name"),
        Option("lord_counts_covered", (True, False), True),
    )
    verbs = rules.VERBS
    frames = frames_in(rules)
    package = __name__

    def setup(self, players: int, options: Options) -> Court:
        return self.setup_with(players, options, figures(options))

    def setup_with(self, players: int, options: Options, played_by: Figures) -> Court:
        """The same with figures of your own."""
        s = Court(players, options, played_by)
        for player in range(players):
            low = player * KINDS
            s.lay(s.hand(player), range(low, low + KINDS))
        s.then(*(rules.RemoveCards(p) for p in range(players)), rules.FirstPlayer())
        return s

    def position(self, players: int, options: Options, /, **facts: Any) -> Court:
        """A position at a decision; the facts are those of `scenario.build`."""
        checked = self.checked_options(players, options)
        played_by = facts.pop("figures", None) or figures(checked)
        return build(self.setup_with(players, checked, played_by), **facts)

    def horizon(self, players: int, options: Options) -> int:
        return 1000

    def scene(self, s: Court, viewer: Player | None) -> tuple[Zone, ...]:
        return scene.scene(s, viewer)

    def panels(self, s: Court, viewer: Player | None) -> tuple[Panel, ...]:
        return scene.panels(s)

    def progress(self, s: Court) -> Progress | None:
        return scene.progress(s)

    def offer(self, s: Court, decision: Decision, action: Action) -> Offer:
        return offers.offer(s, decision, action, self.notation(action))

    def forecast(self, s: Court, decision: Decision, action: Action) -> Forecast | None:
        return offers.forecast(s, decision, action)

    def why_not(self, s: Court, player: Player, key: str) -> Text | None:
        return offers.why_not(s, player, key)

    def explained(self, s: Court, decision: Decision) -> tuple[Offer, ...]:
        return offers.explained(s, decision)

    def tallies(self, s: Court) -> dict[str, int]:
        queue = s.zones[QUEUE]
        return {
            "cards": sum(len(zone) for zone in s.zones),
            "queue cards outside stacks": len(queue) - sum(s.heights),
            "empty stacks": s.heights.count(0),
            "influence on cards outside the queue": sum(s.tokens) - sum(s.tokens[c] for c in queue),
            "face-up cards outside the queue": sum(s.up) - sum(s.up[c] for c in queue),
        }

    def result(self, s: Court) -> Result:
        return scene.result(s)

    def sheet(self, s: Court) -> Sheet | None:
        return scene.sheet(s)

    def evaluate(self, s: Court, player: Player) -> float:
        return bot.evaluate(s, player)

    strong = staticmethod(bot.strong)


GAME = Oriflamme()

"""Tichu: two partnerships, tricks, bombs out of turn, and a call that you will be out first."""

from __future__ import annotations

from typing import Any

from takujo.core.actions import Action, Decision
from takujo.core.foreign import Imported
from takujo.core.game import Game, Option, frames_in
from takujo.core.state import Options
from takujo.core.texts import Player, Text
from takujo.core.views import Draft, Offer, Panel, Progress, Result, Sheet, Zone
from takujo.games.tichu import bot, offers, rules, scene
from takujo.games.tichu.scenario import build
from takujo.games.tichu.state import (
    ASK,
    CARDS,
    DECK,
    GRACE,
    OFF,
    SIDES,
    TRICK,
    Figures,
    Round,
    figures,
    pieces,
)

TARGET: int = pieces()["target"]["value"]
LONGEST = 2500  # decisions: people need about 45 for 50 points


class Tichu(Game[Round]):
    """The game; see `rules` for its rules and `scenario` for building positions."""

    id = "tichu"
    rules_version = 1
    players = tuple(pieces()["game"]["players"])
    minutes = tuple(pieces()["game"]["minutes"])
    options = (
        Option("target", (*pieces()["other_targets"]["values"], TARGET), TARGET),
        Option("grand_tichu", (True, False), True),
        Option(
            "grand_mode",
            ("simultaneous", "sequential"),
            "simultaneous",
            needs={"grand_tichu": True},
        ),
        # Nobody keeps a trick open for days in case somebody bombs it.
        Option("bombs_out_of_turn", (GRACE, ASK, OFF), GRACE, at={"turn-based": (ASK, OFF)}),
        Option("rounds", (0, *pieces()["rounds"]["values"]), 0),
    )
    verbs = rules.VERBS
    frames = frames_in(rules)
    package = __name__
    strong = staticmethod(bot.strong)

    def setup(self, players: int, options: Options) -> Round:
        return self.setup_with(options, figures(options))

    def setup_with(self, options: Options, played_by: Figures) -> Round:
        """The same with figures of your own."""
        s = Round(options, played_by)
        s.lay(DECK, range(CARDS))
        s.then(rules.NewRound())
        return s

    def position(self, players: int, options: Options, /, **facts: Any) -> Round:
        """A position at a decision; the facts are those of `scenario.build`."""
        checked = self.checked_options(players, options)
        return build(self.setup_with(checked, figures(checked)), **facts)

    def sides(self, players: int, options: Options) -> tuple[tuple[Player, ...], ...]:
        return SIDES

    def horizon(self, players: int, options: Options) -> int:
        rounds, target = int(options["rounds"]), int(options["target"])
        return 300 * rounds if rounds else min(LONGEST, LONGEST * target // TARGET)

    def scene(self, s: Round, viewer: Player | None) -> tuple[Zone, ...]:
        return scene.scene(s, viewer)

    def panels(self, s: Round, viewer: Player | None) -> tuple[Panel, ...]:
        return scene.panels(s)

    def progress(self, s: Round) -> Progress | None:
        return scene.progress(s)

    def offer(self, s: Round, decision: Decision, action: Action) -> Offer:
        if action.kind == rules.PLAY.name:
            return offers.play(s, decision, action)
        return offers.offer(s, decision, action, super().offer(s, decision, action))

    def final(self, s: Round, decision: Decision, action: Action) -> bool | None:
        return True if action.kind == rules.PLAY.name else None

    def draft(self, s: Round, player: Player) -> Draft | None:
        return scene.draft(s)

    def why_not(self, s: Round, player: Player, key: str) -> Text | None:
        return offers.why_not(s, player, key)

    def tallies(self, s: Round) -> dict[str, int]:
        return {
            "cards": sum(len(zone) for zone in s.zones),
            "points": sum(s.worth(zone) for zone in s.zones),
            "cards of the trick beside its plays": len(s.zones[TRICK]) - sum(n for _, n in s.plays),
        }

    def result(self, s: Round) -> Result:
        return scene.result(s)

    def scores(self, s: Round) -> Sheet | None:
        return scene.scores(s)

    def sheet(self, s: Round) -> Sheet | None:
        return scene.sheet(s)

    def evaluate(self, s: Round, player: Player) -> float:
        return bot.evaluate(s, player)

    def importer(self, text: str, name: str) -> Imported:
        from takujo.games.tichu.logs import import_text  # which plays this game itself

        return import_text(text, name)


GAME = Tichu()

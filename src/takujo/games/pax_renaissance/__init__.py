"""Pax Renaissance: bankers make and unmake kings, faiths and trade routes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from takujo.core.actions import Action, Decision
from takujo.core.chance import Rng
from takujo.core.game import Game, frames_in
from takujo.core.knowledge import Pool
from takujo.core.state import Options
from takujo.core.texts import Card, Player, Text, say
from takujo.core.views import Forecast, Offer, Panel, Progress, Result, Sheet, Zone
from takujo.games.pax_renaissance import (
    activation,
    aftermath,
    agents,
    battle,
    bot,
    counting,
    fair,
    forecasts,
    guidance,
    knowledge,
    moves,
    offers,
    ops,
    places,
    play,
    refusals,
    regime,
    rival,
    rival_choices,
    sale,
    scene,
    setting,
    standing,
    taking,
    tokens,
    turn,
    verbs,
)
from takujo.games.pax_renaissance.figures import OPTIONS, Figures, figures
from takujo.games.pax_renaissance.pieces import EAST, PIECES, WEST
from takujo.games.pax_renaissance.scenario import build
from takujo.games.pax_renaissance.state import Board


class PaxRenaissance(Game[Board]):
    """The game; see `turn` for the turn, and the modules beside it for the chapters."""

    id = "pax_renaissance"
    rules_version = 1
    players = tuple(PIECES["game"]["players"])
    minutes = tuple(PIECES["game"]["minutes"])
    options = OPTIONS
    verbs = verbs.VERBS
    frames = frames_in(
        setting, turn, play, agents, places, tokens, taking, battle, aftermath, regime, moves,
        activation, ops, sale, fair, rival, rival_choices,
    )  # fmt: skip
    package = __name__

    def setup(self, players: int, options: Options) -> Board:
        return self.setup_with(players, options, figures(players, options))

    def setup_with(self, players: int, options: Options, played_by: Figures) -> Board:
        """The same with figures of your own."""
        if played_by.solo:
            played_by = replace(played_by, stands_in=rival.asked)
        s = Board(2 if played_by.solo else players, options, played_by)
        setting.lay_out(s)
        decks = [
            f(r)
            for r in (EAST, WEST)
            for f in (setting.DrawLow, setting.ShuffleLow, setting.DrawTop)
        ]
        draw = (setting.DrawBanks(),) if played_by.banks_drawn else ()
        s.then(*draw, setting.FirstPlayer(), *decks, setting.OpenMarket())
        return s

    def position(self, players: int, options: Options, /, **facts: Any) -> Board:
        """A position at a player's turn; the facts are those of `scenario.build`."""
        checked = self.checked_options(players, options)
        played_by = facts.pop("figures", None) or figures(players, checked)
        return build(self.setup_with(players, checked, played_by), **facts)

    def horizon(self, players: int, options: Options) -> int:
        return 4000

    def tallies(self, s: Board) -> dict[str, int]:
        """Each card and token is somewhere; florins come from an unlimited supply and go back."""
        return counting.tallies(s)

    def pools(self, s: Board, viewer: Player | None, rng: Rng) -> list[Pool]:
        return knowledge.pools(s, viewer, rng)

    def never_swaps(self, s: Board, a: Card, b: Card, viewer: Player | None) -> str | None:
        return knowledge.never_swaps(s, a, b)

    def house(self, players: int, options: Options) -> tuple[Text, ...]:
        return (say("player.rival"),) if players == 1 else ()

    def scene(self, s: Board, viewer: Player | None) -> tuple[Zone, ...]:
        return scene.scene(s, viewer)

    def panels(self, s: Board, viewer: Player | None) -> tuple[Panel, ...]:
        return scene.panels(s)

    def progress(self, s: Board) -> Progress | None:
        return scene.progress(s)

    def offer(self, s: Board, decision: Decision, action: Action) -> Offer:
        made = offers.part if action.kind == "part" else offers.offer
        offer = made(s, decision, action, self.notation(action))
        return guidance.explained(s, action.kind, offer)

    def guide(self, s: Board, decision: Decision) -> Text | None:
        return guidance.guide(s, decision)

    def forecast(self, s: Board, decision: Decision, action: Action) -> Forecast | None:
        return forecasts.forecast(s, decision, action) or guidance.foretold(s)

    def why_not(self, s: Board, player: Player, key: str) -> Text | None:
        return refusals.why_not(s, player, key)

    def explained(self, s: Board, decision: Decision) -> tuple[Offer, ...]:
        return refusals.explained(s, decision)

    def result(self, s: Board) -> Result:
        return scene.result(s)

    def sheet(self, s: Board) -> Sheet | None:
        return scene.sheet(s)

    def scores(self, s: Board) -> Sheet | None:
        return standing.sheet(s)

    def evaluate(self, s: Board, player: Player) -> float:
        return bot.evaluate(s, player)

    strong = staticmethod(bot.strong)


GAME = PaxRenaissance()

"""Atlas: courts, a map and a comet; a game that was made for tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from takujo.core.actions import Action, Decision
from takujo.core.chance import Rng
from takujo.core.game import Game, Option, frames_in
from takujo.core.knowledge import Pool, unknown_cards, unknown_places
from takujo.core.state import Options
from takujo.core.texts import Card, CardName, Player, Text, Who, say
from takujo.core.views import Forecast, Offer, Panel, Progress, Result, Zone
from toys.atlas import rival, rules, scene
from toys.atlas.position import position
from toys.atlas.rules import PayOrYield
from toys.atlas.state import (
    COMET,
    COURTIERS,
    FAIRS,
    GOALS,
    LOW,
    PLACES,
    SLOT,
    SLOTS,
    TOP,
    AtlasState,
)


class Atlas(Game[AtlasState]):
    """One to three players, a rival without a seat, an end that is declared."""

    id = "atlas"
    players = (1, 2, 3)
    minutes = (10, 15)
    options = (
        Option("rival", (False, True), False, defaults={1: True}),
        Option("low", (4, 6), 6),
    )
    verbs = rules.VERBS
    frames = frames_in(rules, rival)
    package = __name__

    def setup(self, players: int, options: Options) -> AtlasState:
        s = AtlasState(players, options["rival"], options)
        s.lay(TOP, range(COURTIERS))
        s.lay(LOW, (COMET,))
        s.then(rules.Deal(), rules.HideComet(), rival.NextTurn(0), rules.Reckoning())
        return s

    def position(self, players: int, options: Options, /, **facts: Any) -> AtlasState:
        """Any position; the facts are those of `toys.atlas.position.position`."""
        return position(self.setup(players, self.checked_options(players, options)), **facts)

    def house(self, players: int, options: Options) -> tuple[Text, ...]:
        return (rival.NAME,) if options["rival"] else ()

    def horizon(self, players: int, options: Options) -> int:
        return 400

    # --- what is seen --------------------------------------------------------------------------

    def scene(self, s: AtlasState, viewer: Player | None) -> tuple[Zone, ...]:
        return scene.scene(s, viewer)

    def panels(self, s: AtlasState, viewer: Player | None) -> tuple[Panel, ...]:
        return scene.panels(s)

    def progress(self, s: AtlasState) -> Progress:
        return scene.progress(s)

    def offer(self, s: AtlasState, decision: Decision, action: Action) -> Offer:
        plain = super().offer(s, decision, action)
        verb, args = action
        if verb == "part":
            return self._part(s, plain, args[0])
        if verb == "buy":
            card = args[0]
            note = say("note.buy", n=s.price(s.where[card] - SLOT), gain=s.florins[card])
            return replace(plain, label=say("offer.buy", card=CardName(card)), note=note)
        if verb == "fair":
            return replace(plain, label=say("offer.fair", fair=f"fair.{FAIRS[args[0]]}"))
        if verb == "declare":
            label = say(f"offer.declare.{GOALS[args[0]]}")
            return replace(plain, label=label, careful=True)
        if verb in ("marry", "consecrate", "dismiss"):
            return replace(plain, label=say(f"offer.{verb}", card=CardName(args[0])))
        if verb == "preach":
            label = say("offer.preach", a=CardName(args[0]), card=CardName(args[1]))
            return replace(plain, label=label)
        if verb == "march":
            a, b = (f"place.{PLACES[city]}" for city in args)
            return replace(plain, label=say("offer.march", a=a, b=b))
        if verb == "levy":
            place, owner = f"place.{PLACES[args[0]]}", Who(s.agents[args[0]] - 1)
            return replace(plain, label=say("offer.levy", place=place, whose=owner))
        if verb in ("muster", "post"):
            place = plain.path[0].removeprefix("#")
            return replace(plain, label=say(f"offer.{verb}", place=f"place.{place}"))
        return plain

    @staticmethod
    def _part(s: AtlasState, plain: Offer, i: int) -> Offer:
        """What a courtier does is clicked on his card; the two deeds of a king are buttons."""
        frames = s.agenda[-1].frames  # type: ignore[attr-defined]
        card: Card = frames[i].card
        deed = say(f"deed.{type(frames[i]).__name__.lower()}")
        label = say("offer.deed", card=CardName(card), deed=deed)
        alone = sum(f.card == card for f in frames) == 1
        return replace(plain, label=label, path=(f"c{card}",) if alone else plain.path)

    def forecast(self, s: AtlasState, decision: Decision, action: Action) -> Forecast | None:
        me = decision.player
        if action.kind == "buy":
            card = action.args[0]
            i = s.where[card] - SLOT
            cheaper = tuple((f"c{c}", 1) for j in range(i) if (c := s.slot(j)) is not None)
            return Forecast(((me, s.florins[card] - s.price(i)),), cheaper)
        if action.kind == "pay":
            asked = s.agenda[-1]
            assert isinstance(asked, PayOrYield)
            return Forecast(((me, -1), (asked.to, 1)))
        return None

    def why_not(self, s: AtlasState, player: Player, key: str) -> Text | None:
        if key.startswith("buy "):
            return say("refused.price")
        if key.startswith("declare "):
            return say("refused.ahead" if s.where[COMET] != LOW else "refused.comet")
        if key.startswith("march "):
            return say("refused.march")
        return None

    def explained(self, s: AtlasState, decision: Decision) -> tuple[Offer, ...]:
        """What is too dear in the market."""
        asked = s.agenda[-1]
        if not isinstance(asked, rules.Turn) or not asked.left:
            return ()
        cards = [(i, c) for i in range(SLOTS) if (c := s.slot(i)) is not None]
        return tuple(
            Offer("", say("offer.buy", card=CardName(c)), (f"c{c}",), why_not=say("refused.price"))
            for i, c in cards
            if s.price(i) > s.purses[decision.player]
        )

    # --- knowledge -----------------------------------------------------------------------------

    def pools(self, s: AtlasState, viewer: Player | None, rng: Rng) -> list[Pool]:
        """The comet lies anywhere in the lower part; the rest lies anywhere else."""
        places = unknown_places(s, viewer, range(len(s.zones)))
        cards = [card for card in unknown_cards(s, viewer) if card != COMET]
        low = [place for place in places if place[0] == LOW]
        if s.where[COMET] != LOW:
            return [(places, cards)]
        comet = low[rng.below(len(low))]
        return [([comet], [COMET]), ([place for place in places if place != comet], cards)]

    def never_swaps(self, s: AtlasState, a: Card, b: Card, viewer: Player | None) -> str | None:
        if COMET in (a, b) and s.where[a] != s.where[b]:
            return "The comet lies in the lower part of the deck."
        return None

    # --- counting ------------------------------------------------------------------------------

    def tallies(self, s: AtlasState) -> dict[str, int]:
        return {
            "florins": s.bank + sum(s.purses) + sum(s.florins),
            "agents": sum(s.supply(p) for p in range(s.players)) + sum(map(bool, s.agents)),
            "bishops": s.bishops_left() + sum(s.bishops),
            "cards": sum(map(len, s.zones)),
        }

    def result(self, s: AtlasState) -> Result:
        return scene.result(s)


GAME = Atlas()

__all__ = ["GAME", "Atlas", "AtlasState"]

"""Cellar: a small game with one of everything, in which the tests of the kit plant faults."""

from __future__ import annotations

from typing import Any

from cellar import rules
from cellar.rules import BIN, DECK, HAND, SHELF, TABLE, Cellar
from takujo.core.actions import Action, Decision
from takujo.core.frames import Frame, advance
from takujo.core.game import Game, Option, frames_in
from takujo.core.state import Options
from takujo.core.texts import CardName, Player, say
from takujo.core.views import Counter, Offer, Panel, Piece, Progress, Result, Sheet, Zone


class CellarGame(Game[Cellar]):
    """Two or three players; the faults are planted in subclasses."""

    id = "cellar"
    players = (2, 3)
    options = (Option("length", ("short", "long"), "short"),)
    verbs = rules.VERBS
    frames = frames_in(rules)
    package = __name__

    state: type[Cellar] = Cellar
    first_frames: tuple[Frame[Any], ...] = (rules.Round(), rules.Scoring())

    def setup(self, players: int, options: Options) -> Cellar:
        s = self.state(players, options)
        s.lay(DECK, range(rules.CARDS))
        s.then(rules.Shuffle(), rules.Deal(), rules.Bids(((),) * players), *self.first_frames)
        return s

    def position(self, players: int, options: Options, /, **facts: Any) -> Cellar:
        """`hands`: names of the bottles in each hand, `{0: "red1 cork2"}`; `turn`: whose it is."""
        s = self.setup(players, self.checked_options(players, options))
        s.agenda.clear()
        for player, names in facts.get("hands", {}).items():
            for name in names.split():
                s.move(rules.NAMES.index(name), HAND + player)
        s.round = facts.get("round", 1)
        s.then(rules.Turn(facts.get("turn", 0)), *self.first_frames)
        s.trail.clear()
        advance(s, None)  # type: ignore[arg-type]
        return s

    def horizon(self, players: int, options: Options) -> int:
        return 100

    def scene(self, s: Cellar, viewer: Player | None) -> tuple[Zone, ...]:
        zones = [
            Zone("deck", "stack", s.pieces(DECK, viewer), say("zone.deck")),
            Zone("shelf", "row", self.shelf(s, viewer), say("zone.shelf")),
            Zone("bin", "pool", s.pieces(BIN, viewer), say("zone.bin")),
            Zone("table", "row", s.pieces(TABLE, viewer), say("zone.table")),
        ]
        for p in range(s.players):
            pieces = s.pieces(HAND + p, viewer)
            label = say("zone.hand")
            zones.append(Zone(f"hand.{p}", "hand", pieces, label, owner=p, private=p == viewer))
        return tuple(zones)

    def shelf(self, s: Cellar, viewer: Player | None) -> tuple[Piece, ...]:
        """The bottles on the shelf, with who laid them and what it says on their labels."""
        return tuple(
            Piece(p.id, p.face, s.laid[card] - 1, str(i + 1), down=True, tokens=s.label[card])
            for i, (card, p) in enumerate(zip(s.zones[SHELF], s.pieces(SHELF, viewer), strict=True))
        )

    def panels(self, s: Cellar, viewer: Player | None) -> tuple[Panel, ...]:
        return tuple(
            Panel(
                p,
                p,
                main=Counter("coins", s.coins[p], "@coin"),
                counters=(Counter("hand", len(s.zones[HAND + p])),),
                tags=("shouted",) if p in s.shouted else (),
            )
            for p in range(s.players)
        )

    def progress(self, s: Cellar) -> Progress:
        of = rules.figures(s.options).rounds
        return Progress(say("progress.round", n=s.round, of=of), max(0, s.round - 1), of)

    def offer(self, s: Cellar, decision: Decision, action: Action) -> Offer:
        offer = super().offer(s, decision, action)
        if action.kind == "open":
            card = s.zones[SHELF][action.args[0]]
            path = (s.piece_id(card, decision.player), "!open")
            return Offer(offer.key, say("offer.open", card=CardName(card)), path)
        if action.kind in ("lay", "dump", "fetch"):
            card = action.args[0]
            path = (f"c{card}", f"!{action.kind}")
            return Offer(offer.key, say(f"offer.{action.kind}", card=CardName(card)), path)
        if action.kind == "bid":
            return Offer(offer.key, say("offer.bid", n=action.args[0]), offer.path)
        return offer

    def tallies(self, s: Cellar) -> dict[str, int]:
        return {"coins": s.bank + sum(s.coins)}

    def result(self, s: Cellar) -> Result:
        score = tuple(s.coins[p] + s.dear(p) for p in range(s.players))
        rank = tuple(1 + sum(x > mine for x in score) for mine in score)
        won = tuple(r == 1 for r in rank)
        return Result(rank, won, say("result.most", n=max(score)), score, sheet=self.sheet(s))

    def sheet(self, s: Cellar) -> Sheet:
        players = range(s.players)
        return Sheet(
            say("sheet.title"),
            tuple(players),
            (
                (say("sheet.coins"), tuple(s.coins)),
                (say("sheet.dear"), tuple(s.dear(p) for p in players)),
            ),
        )


GAME = CellarGame()

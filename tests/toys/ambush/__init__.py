"""Ambush: three families hide in one row; a game that was made for tests."""

from __future__ import annotations

from typing import Any

from takujo.core.actions import Action, Decision
from takujo.core.game import Game, Option, frames_in
from takujo.core.state import Options
from takujo.core.texts import CardName, Player, Text, Who, say
from takujo.core.views import (
    Counter,
    Forecast,
    Offer,
    Panel,
    Piece,
    Progress,
    Result,
    Shape,
    Sheet,
    Zone,
)
from toys.ambush import rules
from toys.ambush.position import position
from toys.ambush.rules import ASIDE, CARDS, DISCARD, HAND, KINDS, PLAYERS, ROW, AmbushState


class Ambush(Game[AmbushState]):
    """Three players, a row of hidden cards, an end that may come early."""

    id = "ambush"
    players = (3,)
    minutes = (5, 10)
    options = (
        Option("goal", (6, 10, 0), 10),
        Option("toll", (0, 1), 1),
        Option("hurry", (False, True), False, needs={"goal": 6}),
    )
    verbs = rules.VERBS
    frames = frames_in(rules)
    package = __name__

    def setup(self, players: int, options: Options) -> AmbushState:
        s = AmbushState(options)
        for p in range(PLAYERS):
            s.lay(HAND + p, range(p * len(KINDS), (p + 1) * len(KINDS)))
        s.then(rules.FirstPlayer(), rules.Prepare(((),) * PLAYERS), rules.Round(), rules.Scoring())
        return s

    def position(self, players: int, options: Options, /, **facts: Any) -> AmbushState:
        """Any position; the facts are those of `toys.ambush.position.position`."""
        return position(self.setup(players, self.checked_options(players, options)), **facts)

    def horizon(self, players: int, options: Options) -> int:
        return 300

    # --- what is seen --------------------------------------------------------------------------

    def scene(self, s: AmbushState, viewer: Player | None) -> tuple[Zone, ...]:
        pieces = zip(s.zones[ROW], s.pieces(ROW, viewer), strict=True)
        pointed = self._resolving(s)
        row = tuple(
            Piece(
                p.id,
                p.face,
                p.seat,
                at=str(i + 1),
                down=s.seen[card] != s.layout.all,
                tokens=s.tokens[card],
                pointer=i == pointed,
            )
            for i, (card, p) in enumerate(pieces)
        )
        zones = [
            Zone(
                "row",
                "row",
                row,
                say("zone.row"),
                shape=Shape(gaps=True, ends=(say("zone.head"), say("zone.tail"))),
            ),
            Zone("discard", "fan", s.pieces(DISCARD, viewer), say("zone.discard")),
        ]
        over = not s.agenda
        for p in range(PLAYERS):
            if viewer == p or over:
                for zone, name in ((HAND, "hand"), (ASIDE, "aside")):
                    zones.append(
                        Zone(
                            f"{name}.{p}",
                            "hand" if name == "hand" else "row",
                            s.pieces(zone + p, viewer),
                            say(f"zone.{name}", whose=Who(p)),
                            place=name if viewer == p else "out",
                            owner=p,
                            private=not over,
                        )
                    )
        return tuple(zones)

    @staticmethod
    def _resolving(s: AmbushState) -> int | None:
        """The spot of the card whose turn it is."""
        for f in reversed(s.agenda):
            if isinstance(f, rules.KeepOrReveal):
                return f.spot
            if isinstance(f, rules.Leave):
                return s.zones[ROW].index(f.card)
        return None

    def panels(self, s: AmbushState, viewer: Player | None) -> tuple[Panel, ...]:
        return tuple(
            Panel(
                player=p,
                side=p,
                main=Counter("coins", s.coins[p], "@coin"),
                counters=(
                    Counter("hand", len(s.zones[HAND + p])),
                    Counter("row", s.in_row(p)),
                ),
                tags=("first",) if s.first == p and s.series else (),
                done=not s.agenda,
            )
            for p in range(PLAYERS)
        )

    def progress(self, s: AmbushState) -> Progress:
        label = say("progress.round", n=max(s.round, 1), of=s.figures.rounds)
        return Progress(label, max(s.round - 1, 0), s.figures.rounds)

    def offer(self, s: AmbushState, decision: Decision, action: Action) -> Offer:
        offer = super().offer(s, decision, action)
        verb, args = action
        me = decision.player
        if verb in ("aside", "lay", "place"):
            path: tuple[str, ...] = (f"c{me * len(KINDS) + args[0]}",)
            label = say(f"offer.{verb}", card=f"face.{KINDS[args[0]]}")
            if verb == "place":
                gap = 0 if args[1] == 0 else len(s.zones[ROW])
                path = (*path, f"#row:gap{gap}")
                label = say(f"offer.place.{'tail' if args[1] else 'head'}", card=label.args[0][1])
            return Offer(offer.key, label, path)
        if verb in ("peek", "shoot", "move"):
            card = s.zones[ROW][args[0]]
            label = say(f"offer.{verb}", card=CardName(card), n=args[0] + 1)
            return Offer(offer.key, label, offer.path)
        if verb == "part":
            deed = s.agenda[-1].frames[args[0]]  # type: ignore[attr-defined]
            label = say(f"offer.part.{type(deed).__name__.lower()}")
            return Offer(offer.key, label, offer.path)
        if verb == "rob":
            return Offer(offer.key, say("offer.rob", whose=Who(args[0])), offer.path)
        if verb == "to":
            end = "tail" if args[0] else "head"
            gap = len(s.zones[ROW]) if args[0] else 0
            return Offer(offer.key, say(f"offer.to.{end}"), (f"#row:gap{gap}",))
        if verb in ("keep", "reveal"):
            card = s.zones[ROW][s.agenda[-1].spot]  # type: ignore[attr-defined]
            n = min(s.figures.keep, s.bank) if verb == "keep" else s.tokens[card]
            note = say(f"note.{verb}", n=n)
            return Offer(offer.key, say(f"offer.{verb}"), offer.path, note=note)
        return offer

    def forecast(self, s: AmbushState, decision: Decision, action: Action) -> Forecast | None:
        me = decision.player
        if action.kind == "rob":
            return Forecast(deltas=((me, 1), (action.args[0], -1)))
        if action.kind == "keep" and s.bank:
            return Forecast(tokens=((f"c{s.zones[ROW][s.agenda[-1].spot]}", s.figures.keep),))  # type: ignore[attr-defined]
        return None

    def why_not(self, s: AmbushState, player: Player, key: str) -> Text | None:
        if key.startswith("shoot "):
            return say("refused.ends_only")
        if key.startswith("rob "):
            return say("refused.no_coins")
        return None

    # --- counting ------------------------------------------------------------------------------

    def tallies(self, s: AmbushState) -> dict[str, int]:
        return {
            "coins": s.bank + sum(s.coins) + sum(s.tokens),
            "cards": sum(map(len, s.zones)),
        }

    def result(self, s: AmbushState) -> Result:
        score = tuple(rules.score(s))
        left = tuple(s.in_row(p) for p in range(PLAYERS))
        keys = [(score[p], left[p]) for p in range(PLAYERS)]
        rank = tuple(1 + sum(other > key for other in keys) for key in keys)
        winners = [p for p in range(PLAYERS) if rank[p] == 1]
        runners = [key for p, key in enumerate(keys) if rank[p] != 1]
        best = keys[winners[0]]
        deciding = None
        if len(winners) == 1:
            deciding = 0 if max(runners)[0] != best[0] else 1
        reasons = {None: "result.shared", 0: "result.points", 1: "result.left"}
        return Result(
            rank=rank,
            won=tuple(r == 1 for r in rank),
            reason=say(reasons[deciding], who=Who(winners[0]), n=best[0]),
            score=score,
            criteria=((say("criterion.points"), score), (say("criterion.left"), left)),
            deciding=deciding,
            series=s.series,
            sheet=self.sheet(s),
            revealed=tuple(f"{z}.{p}" for p in range(PLAYERS) for z in ("hand", "aside")),
        )

    def sheet(self, s: AmbushState) -> Sheet:
        left = tuple(s.figures.left * s.in_row(p) for p in range(PLAYERS))
        rows = ((say("sheet.coins"), tuple(s.coins)), (say("sheet.left"), left))
        return Sheet(say("sheet.title"), tuple(range(PLAYERS)), rows)


GAME = Ambush()

__all__ = ["CARDS", "GAME", "Ambush", "AmbushState"]

"""Bombs: two sides, tricks, and bombs out of turn; a game that was made for tests."""

from __future__ import annotations

from typing import Any

from takujo.core.actions import Action, Decision
from takujo.core.game import Game, Option, frames_in
from takujo.core.state import Options
from takujo.core.texts import CardName, Player, Several, Text, Who, say
from takujo.core.views import Counter, Offer, Panel, Progress, Result, Sheet, Zone
from toys.bombs import rules
from toys.bombs.position import position
from toys.bombs.rules import CARDS, DECK, HAND, PLAYERS, SIDES, TRICK, WON, BombsState, side_of


class Bombs(Game[BombsState]):
    """Four players in two partnerships."""

    id = "bombs"
    players = (4,)
    minutes = (10, 20)
    options = (
        Option("rounds", (1, 2, 3), 2),
        Option("bombs", (False, True), True),
        Option("boasts", (False, True), True),
        Option("boast", ("small", "big"), "small", needs={"boasts": True}),
    )
    verbs = rules.VERBS
    frames = frames_in(rules)
    package = __name__

    def setup(self, players: int, options: Options) -> BombsState:
        s = BombsState(options)
        s.lay(DECK, range(CARDS))
        s.then(rules.Round())
        return s

    def position(self, players: int, options: Options, /, **facts: Any) -> BombsState:
        """Any position; the facts are those of `toys.bombs.position.position`."""
        return position(self.setup(players, self.checked_options(players, options)), **facts)

    def sides(self, players: int, options: Options) -> tuple[tuple[Player, ...], ...]:
        return SIDES

    def horizon(self, players: int, options: Options) -> int:
        return 250 * int(options["rounds"])

    # --- what is seen --------------------------------------------------------------------------

    def scene(self, s: BombsState, viewer: Player | None) -> tuple[Zone, ...]:
        zones = [
            Zone("trick", "fan", s.pieces(TRICK, viewer), say("zone.trick")),
            *(
                Zone(f"won.{side}", "pool", s.pieces(WON + side, viewer), say("zone.won"))
                for side in range(2)
            ),
        ]
        for p in range(PLAYERS):
            zones.append(
                Zone(
                    f"hand.{p}",
                    "hand" if viewer == p else "fan",
                    s.pieces(HAND + p, viewer),
                    say("zone.hand", whose=Who(p)),
                    place="hand" if viewer == p else "",
                    owner=p,
                    private=viewer == p,
                )
            )
        return tuple(zones)

    def panels(self, s: BombsState, viewer: Player | None) -> tuple[Panel, ...]:
        return tuple(
            Panel(
                player=p,
                side=side_of(p),
                main=Counter("points", s.points[side_of(p)], "@star"),
                counters=(Counter("cards", len(s.zones[HAND + p])),),
                tags=("boast",) if s.boasts[p] else (),
                done=p in s.out,
                zones=(f"won.{side_of(p)}",),
            )
            for p in range(PLAYERS)
        )

    def progress(self, s: BombsState) -> Progress:
        n = max(s.round, 1)
        phase = "tricks" if s.top or any(s.played) else "exchange"
        of = s.figures.rounds
        return Progress(say("progress.round", n=n, of=of), n - 1, of, say(f"phase.{phase}"))

    def offer(self, s: BombsState, decision: Decision, action: Action) -> Offer:
        offer = super().offer(s, decision, action)
        if action.kind == "give":
            label = say("offer.give", card=CardName(action.args[0]))
            return Offer(offer.key, label, offer.path)
        if action.kind == "play":
            label = say("offer.play", cards=Several(tuple(map(CardName, action.args))))
            return Offer(offer.key, label, offer.path, toggle=True)
        if action.kind == "boast":
            note = say("note.boast", n=s.figures.boast)
            return Offer(offer.key, offer.label, offer.path, note=note, careful=True)
        return offer

    def why_not(self, s: BombsState, player: Player, key: str) -> Text | None:
        if key.startswith("play ") and s.top:
            return say("refused.too_low", n=s.top[0])
        return None

    # --- counting ------------------------------------------------------------------------------

    def tallies(self, s: BombsState) -> dict[str, int]:
        return {
            "cards": sum(map(len, s.zones)),
            "worth": sum(s.worth(z) for z in s.zones),
        }

    def result(self, s: BombsState) -> Result:
        points = rules.by_player(s.points)
        best = max(points)
        winner = points.index(best)
        tie = s.points[0] == s.points[1]
        rank = tuple(1 if n == best else 3 for n in points)
        reason = say("result.tie", n=best) if tie else say("result.side", who=Who(winner), n=best)
        return Result(
            rank=rank,
            won=tuple(r == 1 for r in rank),
            reason=reason,
            score=points,
            criteria=((say("criterion.points"), points),),
            deciding=None if tie else 0,
            series=s.series,
            sheet=self.sheet(s),
        )

    def sheet(self, s: BombsState) -> Sheet:
        before = (0,) * PLAYERS
        rows = []
        for i, now in enumerate(s.series, start=1):
            gained = tuple(b - a for a, b in zip(before, now, strict=True))
            rows.append((say("sheet.round", n=i), gained))
            before = now
        return Sheet(say("sheet.title"), tuple(range(PLAYERS)), tuple(rows))

    def evaluate(self, s: BombsState, player: Player) -> float:
        mine, theirs = side_of(player), 1 - side_of(player)
        won = s.worth(s.zones[WON + mine]) - s.worth(s.zones[WON + theirs])
        held = sum(len(s.zones[HAND + p]) * (1 if side_of(p) == theirs else -1) for p in range(4))
        return s.points[mine] - s.points[theirs] + won + held


GAME = Bombs()

__all__ = ["GAME", "Bombs", "BombsState"]

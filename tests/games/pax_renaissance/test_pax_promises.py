"""What the table promises before a choice is what happens after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from takujo.core.actions import Action, Decision
from takujo.core.chance import Simulated, SplitMix
from takujo.core.frames import advance, apply, awaited
from takujo.core.texts import Text
from takujo.games.pax_renaissance import GAME
from takujo.games.pax_renaissance.state import MARKET
from takujo.games.pax_renaissance.turn import Turn

NATURE = Simulated(SplitMix(0))


def choices(players: int, seed: int) -> Iterator[tuple[Any, Decision]]:
    """The positions of a random match that begins with money, and what is decided in each."""
    s = GAME.new(players)
    nature = Simulated(SplitMix(seed))
    advance(s, nature)
    for player in range(s.players):
        s.florins[player] += 12
    rng = SplitMix(seed + 77)
    while awaited(s):
        (decision,) = awaited(s)
        yield s, decision
        actions = decision.actions
        apply(s, decision.player, actions[rng.below(len(actions))], nature)


def after(s: Any, decision: Decision, action: Action) -> Any:
    """The position as soon as somebody is asked again."""
    t = s.clone()
    apply(t, decision.player, action, NATURE)
    return t


def over(t: Any) -> Any:
    """The position after the action with all that it asks."""
    while t.agenda and not isinstance(t.agenda[-1], Turn):
        (decision,) = awaited(t)
        apply(t, decision.player, decision.actions[0], NATURE)
    return t


def gained(s: Any, t: Any) -> tuple[tuple[int, int], ...]:
    change = [t.florins[p] - s.florins[p] for p in range(s.players)]
    return tuple((p, n) for p, n in enumerate(change) if n)


def sides(words: Text) -> tuple[int, int]:
    """Attackers and defenders, as the words of a forecast count them."""
    told: dict[str, Any] = dict(words.args)
    if words.key == "foresee.lost":
        assert told["n"] <= told["theirs"]
        return told["n"], told["theirs"]
    assert told["ours"] > told["n"]
    return told["ours"], told["n"]


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (3, 3), (4, 4)])
def test_the_forecast_of_every_offered_action_is_what_then_happens(players, seed):
    seen = set()
    for s, decision in choices(players, seed):
        for action in decision.actions:
            told = GAME.forecast(s, decision, action)
            if told is None:
                continue
            seen.add(action.kind)
            t = after(s, decision, action)
            if action.kind == "fair":
                t = over(t)
                tolls = [e for e in t.events if e.kind == "toll"]
                assert len(told.arrows) == len(tolls)
            promised = tuple((p, n) for p, n in told.deltas if n)
            assert gained(s, t) == promised, (s.number, action)
            if action.kind == "buy" and t.number == s.number and t.agenda:
                laid = [spot for spot in range(12) if t.pot[spot] > s.pot[spot]]
                ids = [s.piece_id(s.zones[MARKET + spot][0], None) for spot in laid]
                assert sorted(told.tokens) == sorted((i, 1) for i in ids)
            if action.kind in ("attack", "yes"):
                fought = [dict(e.args) for e in t.events if e.kind == "battle"]
                # Where a fighter is missing it is asked first from where it comes.
                assert not fought or sides(told.words) == (
                    fought[0]["attackers"], fought[0]["defenders"],
                )  # fmt: skip
    assert {"buy", "sell", "fair", "yes"} <= seen


def test_the_price_in_the_note_of_an_offer_is_what_is_paid():
    seen = set()
    for seed in range(40):
        for s, decision in choices(2 + seed % 3, seed):
            for action in decision.actions:
                note = GAME.offer(s, decision, action).note
                if note is None or note.key != "note.costs":
                    continue
                t = after(s, decision, action)
                if t.agenda and type(t.agenda[-1]).__name__ == "TakeToken":
                    continue  # it is paid once the missing token is at hand
                seen.add(action.kind)
                paid = s.florins[decision.player] - t.florins[decision.player]
                assert paid == note.args[0][1], (seed, s.number, action)
    assert seen == {"place", "concede", "vote"}


def test_the_sides_in_the_note_of_an_attack_are_those_that_fight():
    met = 0
    for seed in range(12):
        for s, decision in choices(2, seed):
            for action in decision.actions:
                note = GAME.offer(s, decision, action).note
                if note is None or note.key != "note.battle":
                    continue
                t = after(s, decision, action)
                fought = [dict(e.args) for e in t.events if e.kind == "battle"]
                if not fought:
                    continue  # a fighter is missing, and where it comes from may change the sides
                sides = (fought[0]["attackers"], fought[0]["defenders"])
                assert sides == tuple(n for _, n in note.args), (seed, s.number, action)
                met += 1
    assert met > 20

"""Faults planted in Cellar, one for each kind; see `planted_again` for the others.

Each function spoils the rules through `monkeypatch` and gives the game to be checked.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from cellar import GAME, CellarGame, rules
from cellar.rules import BIN, COPIES, CORK, HAND, SHELF, Cellar

from takujo.core.actions import Action, IllegalAction
from takujo.core.frames import Frame, Step
from takujo.core.game import Game
from takujo.core.knowledge import unknown_cards, unknown_places
from takujo.core.texts import CardName, Who, say
from takujo.core.views import Counter, Sheet

Plant = Callable[[pytest.MonkeyPatch], Game[Any]]

PLANTS: dict[str, list[Plant]] = {}


def plants(point: str) -> Callable[[Plant], Plant]:
    """The function plants a fault that makes this point fail, and no other."""

    def keep(plant: Plant) -> Plant:
        PLANTS.setdefault(point, []).append(plant)
        return plant

    return keep


def with_state(kind: type[Cellar], base: type[CellarGame] = CellarGame) -> CellarGame:
    """The game with another class of positions."""
    return type("Spoilt", (base,), {"state": kind})()


def with_frames(*kinds: type[Frame[Any]], **fields: Any) -> CellarGame:
    """The game with further frames."""
    return type("Spoilt", (CellarGame,), {"frames": (*GAME.frames, *kinds), **fields})()


def kind_of(card: int) -> str:
    return rules.KINDS[card // COPIES]


# --- leaks ------------------------------------------------------------------------------------


@plants("view")
def a_view_marks_what_lies_on_the_shelf(_: pytest.MonkeyPatch) -> Game[Any]:
    class Leaky(CellarGame):
        def shelf(self, s: Cellar, viewer: int | None) -> Any:
            pieces = super().shelf(s, viewer)
            cards = s.zones[SHELF]
            return tuple(
                replace(x, marks=("new",) if c % 2 else ())
                for x, c in zip(pieces, cards, strict=True)
            )

    return Leaky()


@plants("view")
def an_order_follows_the_faces_of_hidden_bottles(_: pytest.MonkeyPatch) -> Game[Any]:
    class Leaky(CellarGame):
        def shelf(self, s: Cellar, viewer: int | None) -> Any:
            pieces = zip(s.zones[SHELF], super().shelf(s, viewer), strict=True)
            return tuple(x for _, x in sorted(pieces, key=lambda pair: kind_of(pair[0])))

    return Leaky()


@plants("events")
def an_event_is_told_to_everybody(_: pytest.MonkeyPatch) -> Game[Any]:
    class Leaky(Cellar):
        __slots__ = ()

        def emit(self, event: str, /, **args: Any) -> None:
            super().emit(event, **args)
            if event == "laid":
                told = self.events.pop()
                self.events.append(told._replace(seen=(self.layout.all,)))

    return with_state(Leaky)


@plants("swaps")
def a_sampler_never_mixes_corks_and_wines(_: pytest.MonkeyPatch) -> Game[Any]:
    class Biased(CellarGame):
        def pools(self, s: Cellar, viewer: int | None, rng: Any) -> Any:
            places = unknown_places(s, viewer, range(len(s.zones)))
            found = []
            for corks in (False, True):
                cards = [c for c in unknown_cards(s, viewer) if (kind_of(c) == "cork") == corks]
                found.append(([x for x in places if s.zones[x[0]][x[1]] in cards], cards))
            return found

    return Biased()


@plants("sampler")
def a_sampler_deals_otherwise_when_the_deck_hides_a_cork(_: pytest.MonkeyPatch) -> Game[Any]:
    class Biased(CellarGame):
        def pools(self, s: Cellar, viewer: int | None, rng: Any) -> Any:
            if any(c // COPIES == CORK for c in s.zones[rules.DECK][:2]):
                rng.below(2)
            return super().pools(s, viewer, rng)

    return Biased()


@plants("same log")
def a_register_keeps_the_bottle_dumped_last(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    class Register(Cellar):
        __slots__ = ("last",)
        own = (*Cellar.own, "last")
        last: int

        def __init__(self, players: int, options: Any) -> None:
            super().__init__(players, options)
            self.last = 0

    def dump(self: Any, s: Register, card: int) -> None:
        s.last = card // COPIES + 1
        s.move(card, BIN)
        s.emit("dumped", who=Who(self.player), card=CardName(card))

    class Shown(CellarGame):
        state = Register

        def panels(self, s: Any, viewer: int | None) -> Any:
            first, *rest = super().panels(s, viewer)
            register = replace(first.main, value=s.last)
            return (replace(first, counters=(*first.counters, register)), *rest)

    monkeypatch.setattr(rules.Turn, "dump", dump)
    return Shown()


@plants("forgetting")
def a_move_never_forgets(_: pytest.MonkeyPatch) -> Game[Any]:
    class Elephant(Cellar):
        __slots__ = ()

        def move(self, card: int, to: int, at: int | None = None) -> None:
            before = self.seen[:]
            super().move(card, to, at)
            for c, mask in enumerate(before):
                self.seen[c] |= mask

    return with_state(Elephant)


@plants("onlooker")
def the_onlooker_looks_over_every_shoulder(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    table = rules.table

    def open_table(players: int) -> Any:
        layout = table(players)
        specs = [
            z._replace(sees=z.sees | 1 << players) if z.name.startswith("hand") else z
            for z in layout.specs
        ]
        return layout._replace(specs=tuple(specs))

    monkeypatch.setattr(rules, "table", open_table)
    return GAME


# --- positions --------------------------------------------------------------------------------


@plants("clone")
def a_clone_shares_the_coins(_: pytest.MonkeyPatch) -> Game[Any]:
    class Shared(Cellar):
        __slots__ = ()

        def copy_own(self, t: Any) -> None:
            super().copy_own(t)
            t.coins = self.coins

    return with_state(Shared)


@plants("json")
def a_field_is_missing_in_the_json(_: pytest.MonkeyPatch) -> Game[Any]:
    class Drifting(Cellar):
        __slots__ = ()
        own = tuple(n for n in Cellar.own if n != "shouted")

        def copy_own(self, t: Any) -> None:
            super().copy_own(t)
            t.shouted = self.shouted

    return with_state(Drifting)


@plants("frames")
def a_frame_can_be_changed(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    @dataclasses.dataclass
    class Later(Step[Cellar]):
        rounds: int

        def run(self, s: Cellar) -> None:
            return None

    return with_frames(Later, first_frames=(rules.Round(), Later(1), rules.Scoring()))


@plants("looking")
def looking_at_panels_pays_a_coin(_: pytest.MonkeyPatch) -> Game[Any]:
    class Paid(CellarGame):
        def progress(self, s: Cellar) -> Any:
            s.earn(0, 1)
            return super().progress(s)

    return Paid()


@plants("replay")
def a_rest_throws_dice_of_its_own(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    dice = random.Random(1)
    choose = rules.Turn.choose

    def rest(self: Any, s: Cellar, action: Action) -> None:
        if action.kind == "rest":
            s.earn(self.player, dice.randrange(3))
        choose(self, s, action)

    monkeypatch.setattr(rules.Turn, "choose", rest)
    return GAME


@plants("zones")
def a_dumped_bottle_is_lost(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    def dump(self: Any, s: Cellar, card: int) -> None:
        hand = HAND + self.player
        s.zones[hand] = tuple(c for c in s.zones[hand] if c != card)
        s.emit("rested", who=Who(self.player))

    monkeypatch.setattr(rules.Turn, "dump", dump)
    return GAME


@plants("tallies")
def a_dear_label_burns_its_coin(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    choose = rules.Label.choose

    def burn(self: Any, s: Cellar, action: Action) -> None:
        choose(self, s, action)
        if action.kind == "dear":
            s.bank -= 1

    monkeypatch.setattr(rules.Label, "choose", burn)
    return GAME


# --- choices ----------------------------------------------------------------------------------


@plants("offers")
def an_offered_rest_is_refused(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    choose = rules.Turn.choose

    def refuse(self: Any, s: Cellar, action: Action) -> None:
        if action.kind == "rest" and s.zones[SHELF]:
            raise IllegalAction(say("refused.not_offered"))
        choose(self, s, action)

    monkeypatch.setattr(rules.Turn, "choose", refuse)
    return GAME


@plants("refusals")
def a_refusal_costs_a_coin(_: pytest.MonkeyPatch) -> Game[Any]:
    class Fined(CellarGame):
        def why_not(self, s: Cellar, player: int, key: str) -> None:
            s.earn(player, -1)

    return Fined()


@plants("dead ends")
def whoever_holds_no_bottle_may_do_nothing(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    decision = rules.Turn.decision

    def stuck(self: Any, s: Cellar) -> Any:
        found = decision(self, s)
        return found if len(s.zones[HAND + self.player]) != 2 else found._replace(actions=())

    monkeypatch.setattr(rules.Turn, "decision", stuck)
    return GAME


@plants("open asks")
def a_cork_may_not_be_called_dear(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    decision = rules.Label.decision

    def honest(self: Any, s: Cellar) -> Any:
        found = decision(self, s)
        cork = s.zones[SHELF][self.spot] // COPIES == CORK
        return found._replace(actions=found.actions[:1]) if cork else found

    monkeypatch.setattr(rules.Label, "decision", honest)
    return GAME


@plants("brief")
def a_brief_list_has_what_the_list_has_not(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    decision = rules.Turn.decision

    def brief(self: Any, s: Cellar) -> Any:
        return decision(self, s)._replace(brief=(rules.REST(), rules.SHOUT()))

    monkeypatch.setattr(rules.Turn, "decision", brief)
    return GAME


@plants("offers")
def every_offer_is_said_to_be_final(_: pytest.MonkeyPatch) -> Game[Any]:
    class Final(CellarGame):
        def final(self, s: Cellar, decision: Any, action: Action) -> bool:
            return True

    return Final()


@plants("undo")
def laying_a_bottle_shows_the_deck_and_may_be_undone(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    lay = rules.Turn.lay

    def curious(self: Any, s: Cellar, card: int) -> None:
        lay(self, s, card)
        if s.zones[rules.DECK]:
            epoch = s.epoch
            s.peek(s.zones[rules.DECK][0], self.player)
            s.epoch = epoch

    monkeypatch.setattr(rules.Turn, "lay", curious)
    return GAME


# --- counting ---------------------------------------------------------------------------------


@plants("panels")
def a_counter_is_kept_beside_the_hand(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    class Stale(CellarGame):
        def panels(self, s: Cellar, viewer: int | None) -> Any:
            return tuple(
                replace(x, counters=(Counter("hand", rules.DEALT),))
                for x in super().panels(s, viewer)
            )

    return Stale()


@plants("sheets")
def a_sheet_forgets_the_dear_bottles(_: pytest.MonkeyPatch) -> Game[Any]:
    class Short(CellarGame):
        def sheet(self, s: Cellar) -> Sheet:
            whole = super().sheet(s)
            return replace(whole, rows=whole.rows[:1])

    return Short()


@plants("reached")
def a_verb_is_never_offered(_: pytest.MonkeyPatch) -> Game[Any]:
    return type("Spoilt", (CellarGame,), {"verbs": (*rules.VERBS, rules.Verb("smash"))})()


@plants("options")
def an_option_breaks_the_setup(_: pytest.MonkeyPatch) -> Game[Any]:
    class Fragile(CellarGame):
        def setup(self, players: int, options: Any) -> Cellar:
            if options["length"] == "long":
                raise KeyError("endless")
            return super().setup(players, options)

    return Fragile()


@plants("ends")
def the_rounds_never_end(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    run = rules.Round.run

    def again(self: Any, s: Cellar) -> None:
        s.round = 0
        run(self, s)

    monkeypatch.setattr(rules.Round, "run", again)
    return GAME

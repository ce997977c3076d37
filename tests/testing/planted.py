"""Faults planted in Cellar, two of different shape for each kind; the second came afterwards.

Each function spoils the rules through `monkeypatch` and gives the game to be checked.
"""

from __future__ import annotations

import dataclasses
import itertools
import random
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cellar import GAME, CellarGame, rules
from cellar.rules import BIN, COPIES, CORK, HAND, SHELF, TABLE, Cellar

from takujo.core.actions import Action, IllegalAction
from takujo.core.chance import Draw
from takujo.core.frames import Chance, Frame, Step, frame
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
            return (replace(first, counters=(*first.counters, Counter("coins", s.last))), *rest)

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


# --- written when the points were finished: the same kinds of fault in other shapes -------------


def in_folder(monkeypatch: pytest.MonkeyPatch, *edits: tuple[str, str, str]) -> Game[Any]:
    """The game with a copy of its folder; an edit is a file, the words in it, and new words."""
    name = f"cellar_{next(COPY)}"
    root = Path(tempfile.mkdtemp(prefix="planted"))
    here = Path(GAME.setup.__code__.co_filename).parent
    for part in ("locale", "help", "skin"):
        shutil.copytree(here / part, root / name / part)
    shutil.copy(here / "pieces.toml", root / name)
    (root / name / "__init__.py").touch()
    for file, old, new in edits:
        path = root / name / file
        text = path.read_text("utf-8")
        assert old in text, f"{file} has no {old!r}"
        path.write_text(text.replace(old, new), "utf-8")
    monkeypatch.syspath_prepend(root)
    return type("Spoilt", (CellarGame,), {"package": name})()


COPY = itertools.count()


@plants("texts")
def a_sentence_is_missing_in_japanese(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    return in_folder(monkeypatch, ("locale/ja.toml", '"log.rested"', '"log.slept"'))


@plants("texts")
def a_sentence_names_what_the_event_does_not_bring(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    return in_folder(monkeypatch, ("locale/en.toml", "{who} opens {card}", "{who} opens {bottle}"))


@plants("figures")
def a_table_of_figures_has_no_status(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    return in_folder(monkeypatch, ("pieces.toml", '[rounds]\nstatus = "DECISION"', "[rounds]"))


@plants("figures")
def a_figure_stands_before_all_tables(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    return in_folder(monkeypatch, ("pieces.toml", "[coins]", "hands = [3, 3]\n\n[coins]"))


@plants("skin")
def a_face_has_no_drawing(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    return in_folder(monkeypatch, ("skin/sheet.svg", "cellar-rose", "cellar-nose"))


@plants("help")
def the_japanese_help_lacks_a_heading(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    return in_folder(monkeypatch, ("help/en.md", "Lay bottles", "## Turns\n\nLay bottles"))


@plants("view")
def a_tag_tells_who_holds_corks(_: pytest.MonkeyPatch) -> Game[Any]:
    class Leaky(CellarGame):
        def panels(self, s: Cellar, viewer: int | None) -> Any:
            return tuple(
                replace(x, tags=("shouted",))
                if any(c // COPIES == CORK for c in s.zones[HAND + x.player])
                else replace(x, tags=())
                for x in super().panels(s, viewer)
            )

    return Leaky()


@plants("view")
def a_known_bottle_is_shown_at_its_sorted_place_in_a_hidden_hand(
    _: pytest.MonkeyPatch,
) -> Game[Any]:
    class Leaky(CellarGame):
        def scene(self, s: Cellar, viewer: int | None) -> Any:
            zones = super().scene(s, viewer)
            return tuple(
                replace(z, pieces=self.in_order(s, z.pieces, s.zones[HAND + z.owner]))
                if z.kind == "hand" and z.owner != viewer
                else z
                for z in zones
            )

        def in_order(self, s: Cellar, pieces: Any, cards: Any) -> Any:
            known = {x.id: x for x in pieces if x.id[0] == "c"}
            backs = iter([x for x in pieces if x.id[0] != "c"])
            return tuple(known[f"c{c}"] if f"c{c}" in known else next(backs) for c in cards)

    return Leaky()


@plants("events")
def an_event_spells_out_what_was_dumped(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    def dump(self: Any, s: Cellar, card: int) -> None:
        s.move(card, BIN)
        s.emit("dumped", who=Who(self.player), card=CardName(card), face=f"face.{kind_of(card)}")

    monkeypatch.setattr(rules.Turn, "dump", dump)
    return GAME


@plants("swaps")
def a_sampler_leaves_the_top_of_the_deck_alone(_: pytest.MonkeyPatch) -> Game[Any]:
    class Biased(CellarGame):
        def pools(self, s: Cellar, viewer: int | None, rng: Any) -> Any:
            places = unknown_places(s, viewer, range(len(s.zones)))
            cards = unknown_cards(s, viewer)
            top = [x for x in places if x == (rules.DECK, 0)]
            first = [s.zones[rules.DECK][0]] if top else []
            return [(top, first), ([x for x in places if x not in top], cards)]

    return Biased()


@plants("sampler")
def a_sampler_lists_its_cards_by_where_they_lie(_: pytest.MonkeyPatch) -> Game[Any]:
    class Biased(CellarGame):
        def pools(self, s: Cellar, viewer: int | None, rng: Any) -> Any:
            places = unknown_places(s, viewer, range(len(s.zones)))
            return [(sorted(places, key=lambda x: s.zones[x[0]][x[1]]), unknown_cards(s, viewer))]

    return Biased()


@plants("forgetting")
def whoever_deals_looks_into_the_next_hand(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    run = rules.Deal.run

    def curious(self: Any, s: Cellar) -> None:
        run(self, s)
        s.seen[s.zones[HAND][0]] |= 1 << 1

    monkeypatch.setattr(rules.Deal, "run", curious)
    return GAME


@plants("clone")
def a_clone_forgets_a_field_and_shares_a_nested_one(_: pytest.MonkeyPatch) -> Game[Any]:
    class Nested(Cellar):
        __slots__ = ("notes",)
        notes: tuple[list[int], ...]

        def __init__(self, players: int, options: Any) -> None:
            super().__init__(players, options)
            self.notes = ([], [])

        def copy_own(self, t: Any) -> None:
            super().copy_own(t)
            t.notes = tuple(self.notes)

    return with_state(Nested)


@plants("json")
def a_tuple_of_pairs_comes_back_as_something_else(_: pytest.MonkeyPatch) -> Game[Any]:
    class Drifting(Cellar):
        __slots__ = ("history",)
        own = (*Cellar.own, "history")
        history: list[Any]

        def __init__(self, players: int, options: Any) -> None:
            super().__init__(players, options)
            self.history = []

        def earn(self, player: int, n: int) -> int:
            self.history.append([player, n])
            self.history = self.history[-1:]
            return super().earn(player, n)

        def copy_own(self, t: Any) -> None:
            super().copy_own(t)
            t.history = [pair[:] for pair in self.history]

    return with_state(Drifting)


@plants("replay")
def the_match_depends_on_how_many_were_played_before(_: pytest.MonkeyPatch) -> Game[Any]:
    class Counting(CellarGame):
        before = 0

        def setup(self, players: int, options: Any) -> Cellar:
            s = super().setup(players, options)
            Counting.before += 1
            s.coins[0] += Counting.before % 3
            s.bank -= Counting.before % 3
            return s

    return Counting()


@plants("zones")
def a_fresh_bottle_lies_in_two_zones(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    lay = rules.Turn.lay

    def twice(self: Any, s: Cellar, card: int) -> None:
        lay(self, s, card)
        s.zones[TABLE] = (*s.zones[TABLE], card)

    monkeypatch.setattr(rules.Turn, "lay", twice)
    return GAME


@plants("tallies")
def the_deck_runs_low_and_mints_a_coin(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    choose = rules.Turn.choose

    def mint(self: Any, s: Cellar, action: Action) -> None:
        choose(self, s, action)
        if action.kind == "take" and len(s.zones[rules.DECK]) < 6:
            s.coins[self.player] += 1

    monkeypatch.setattr(rules.Turn, "choose", mint)
    return GAME


@plants("offers")
def a_button_sends_another_key_than_the_list_has(_: pytest.MonkeyPatch) -> Game[Any]:
    class Misspelt(CellarGame):
        def offer(self, s: Cellar, decision: Any, action: Action) -> Any:
            offer = super().offer(s, decision, action)
            return replace(offer, key="label dear") if action.kind == "dear" else offer

    return Misspelt()


@plants("refusals")
def a_refusal_is_told_to_the_table(_: pytest.MonkeyPatch) -> Game[Any]:
    class Gossip(CellarGame):
        def why_not(self, s: Cellar, player: int, key: str) -> None:
            s.emit("rested", who=Who(player))

    return Gossip()


@plants("dead ends")
def a_label_is_asked_of_nobody(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    ask = rules.Label.decision

    def nobody(self: Any, s: Cellar) -> Any:
        return ask(self, s)._replace(player=s.players)

    monkeypatch.setattr(rules.Label, "decision", nobody)
    return GAME


@plants("open asks")
def a_turn_is_declared_open(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    monkeypatch.setattr(rules.Turn, "open", True)
    return GAME


@plants("undo")
def a_die_may_be_thrown_again(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    @frame
    class Die(Chance[Cellar]):
        player: int

        def draw(self, s: Cellar) -> Draw:
            return Draw(3)

        def happen(self, s: Cellar, outcome: Any) -> None:
            s.emit("shouted", who=Who(self.player), n=s.earn(self.player, outcome[0]))

    lay = rules.Turn.lay

    def throw(self: Any, s: Cellar, card: int) -> None:
        lay(self, s, card)
        s.then(Die(self.player))

    monkeypatch.setattr(rules.Turn, "lay", throw)
    return with_frames(Die)


@plants("same log")
def a_dumped_cork_rattles_the_shelf(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    def dump(self: Any, s: Cellar, card: int) -> None:
        s.move(card, BIN)
        s.emit("dumped", who=Who(self.player), card=CardName(card))
        if card // COPIES == CORK:
            for bottle in s.zones[SHELF]:
                s.label[bottle] += 3

    monkeypatch.setattr(rules.Turn, "dump", dump)
    return GAME


@plants("frames")
def a_frame_remembers_which_hidden_bottle_went_last(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    @frame
    class Echo(Step[Cellar]):
        card: int

        def run(self, s: Cellar) -> None:
            return None

    def dump(self: Any, s: Cellar, card: int) -> None:
        s.move(card, BIN)
        s.emit("dumped", who=Who(self.player), card=CardName(card))
        s.agenda.insert(0, Echo(card))

    monkeypatch.setattr(rules.Turn, "dump", dump)
    return with_frames(Echo)


@plants("panels")
def everybody_counts_his_own_coins_double(_: pytest.MonkeyPatch) -> Game[Any]:
    class Vain(CellarGame):
        def panels(self, s: Cellar, viewer: int | None) -> Any:
            return tuple(
                replace(x, main=Counter("coins", 2 * x.main.value)) if x.player == viewer else x
                for x in super().panels(s, viewer)
            )

    return Vain()


@plants("play on")
def a_rule_trusts_a_note_about_the_deck(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    class Noted(Cellar):
        __slots__ = ("top",)
        own = (*Cellar.own, "top")
        top: int

        def __init__(self, players: int, options: Any) -> None:
            super().__init__(players, options)
            self.top = 0

    choose = rules.Turn.choose
    run = rules.Deal.run

    def deal(self: Any, s: Noted) -> None:
        run(self, s)
        s.top = s.zones[rules.DECK][0]

    def take(self: Any, s: Noted, action: Action) -> None:
        if action.kind == "take" and s.zones[rules.DECK][0] != s.top:
            raise IllegalAction(say("refused.not_offered"))
        choose(self, s, action)
        s.top = s.zones[rules.DECK][0] if s.zones[rules.DECK] else 0

    monkeypatch.setattr(rules.Deal, "run", deal)
    monkeypatch.setattr(rules.Turn, "choose", take)
    return with_state(Noted)

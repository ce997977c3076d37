"""The same kinds of fault in other shapes, planted when the points of the kit were finished."""

from __future__ import annotations

import itertools
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cellar import GAME, CellarGame, rules
from cellar.rules import BIN, COPIES, CORK, HAND, SHELF, TABLE, Cellar
from planted import kind_of, plants, with_frames, with_state

from takujo.core.actions import Action, IllegalAction
from takujo.core.chance import Draw
from takujo.core.frames import Chance, Step, frame
from takujo.core.game import Game, Option
from takujo.core.knowledge import unknown_cards, unknown_places
from takujo.core.texts import CardName, Who, say
from takujo.core.views import Counter, Draft
from takujo.text import LANGUAGES

FOLDER = Path()  # where a test lays its copies


def in_folder(monkeypatch: pytest.MonkeyPatch, *edits: tuple[str, str, str]) -> Game[Any]:
    """The game with a copy of its folder; an edit is a file, the words in it, and new words."""
    name = f"cellar_{next(COPY)}"
    root = FOLDER
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


@plants("help")
def the_aid_draws_a_bottle_that_there_is_not(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    files = ("help/en.aid.md", "help/ja.aid.md")
    return in_folder(monkeypatch, *((file, "red", "reed") for file in files))


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


@plants("offers")
def opening_a_bottle_is_said_to_leave_a_way_back(_: pytest.MonkeyPatch) -> Game[Any]:
    class Soft(CellarGame):
        def final(self, s: Cellar, decision: Any, action: Action) -> bool | None:
            return False if action.kind == "open" else None

    return Soft()


@plants("offers")
def answers_are_to_lie_where_there_is_no_place(_: pytest.MonkeyPatch) -> Game[Any]:
    class Astray(CellarGame):
        def draft(self, s: Cellar, player: int) -> Draft | None:
            bidding = isinstance(s.agenda[-1], rules.Bids)
            return Draft(("#shelf:0", "#shelves:1"), say("zone.shelf")) if bidding else None

    return Astray()


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


@plants("panels")
def a_figure_has_another_icon_at_one_seat(_: pytest.MonkeyPatch) -> Game[Any]:
    class Motley(CellarGame):
        def panels(self, s: Cellar, viewer: int | None) -> Any:
            first, *others = super().panels(s, viewer)
            return (replace(first, main=replace(first.main, icon="@star")), *others)

    return Motley()


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


@plants("onlooker")
def a_private_hand_is_shown_to_all(_: pytest.MonkeyPatch) -> Game[Any]:
    class Open(CellarGame):
        def scene(self, s: Cellar, viewer: int | None) -> Any:
            zones = super().scene(s, viewer)
            return tuple(replace(z, private=z.kind == "hand") for z in zones)

    return Open()


@plants("looking")
def weighing_a_position_shuffles_its_agenda(_: pytest.MonkeyPatch) -> Game[Any]:
    class Clumsy(CellarGame):
        def evaluate(self, s: Cellar, player: int) -> float:
            s.agenda.insert(0, rules.Scoring())
            return 0.0

    return Clumsy()


@plants("brief")
def a_brief_list_is_in_another_order(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    decision = rules.Label.decision

    def brief(self: Any, s: Cellar) -> Any:
        found = decision(self, s)
        return found._replace(brief=found.actions[::-1]) if len(found.actions) > 1 else found

    monkeypatch.setattr(rules.Label, "decision", brief)
    return GAME


@plants("sheets")
def nobody_is_first(_: pytest.MonkeyPatch) -> Game[Any]:
    class Modest(CellarGame):
        def result(self, s: Cellar) -> Any:
            result = super().result(s)
            return replace(result, rank=tuple(r + 1 for r in result.rank))

    return Modest()


@plants("reached")
def a_frame_is_never_pushed(_: pytest.MonkeyPatch) -> Game[Any]:
    @frame
    class Never(Step[Cellar]):
        def run(self, s: Cellar) -> None:
            return None

    return with_frames(Never)


@plants("options")
def a_value_can_never_be_chosen(_: pytest.MonkeyPatch) -> Game[Any]:
    option = Option("length", ("short", "long"), "short", needs={"length": "short"})
    return type("Spoilt", (CellarGame,), {"options": (option,)})()


@plants("ends")
def the_horizon_lies_before_the_end(_: pytest.MonkeyPatch) -> Game[Any]:
    class Hasty(CellarGame):
        def horizon(self, players: int, options: Any) -> int:
            return 4

    return Hasty()


@plants("play on")
def a_rule_keeps_its_own_list_of_hands(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    class Listed(Cellar):
        __slots__ = ("mine",)
        own = (*Cellar.own, "mine")
        mine: tuple[int, ...]

        def __init__(self, players: int, options: Any) -> None:
            super().__init__(players, options)
            self.mine = ()

    class Suspicious(CellarGame):
        state = Listed

    run = rules.Deal.run
    lay = rules.Turn.lay

    def deal(self: Any, s: Listed) -> None:
        run(self, s)
        s.mine = tuple(c for hand in s.zones[HAND:] for c in hand)

    def checked(self: Any, s: Listed, card: int) -> None:
        if card not in s.mine and s.round == 1:
            raise ValueError(f"{card} was never dealt")
        lay(self, s, card)

    monkeypatch.setattr(rules.Deal, "run", deal)
    monkeypatch.setattr(rules.Turn, "lay", checked)
    return Suspicious()


@plants("skin")
def the_back_has_no_drawing(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    return in_folder(monkeypatch, ("skin/sheet.svg", "cellar-back", "cellar-front"))


@plants("help")
def the_help_begins_without_a_heading(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    return in_folder(monkeypatch, ("help/ja.md", "# ", ""))


@plants("help")
def the_japanese_aid_draws_a_bottle_less(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    return in_folder(monkeypatch, ("help/ja.aid.md", " rose", ""))


@plants("skin")
def the_aid_draws_what_has_a_name_but_no_drawing(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    jug = ('"face.red"', '"face.jug" = "Jug"\n"face.red"')
    named = [(f"locale/{lang}.toml", *jug) for lang in LANGUAGES]
    drawn = [(f"help/{lang}.aid.md", "cork", "jug") for lang in LANGUAGES]
    return in_folder(monkeypatch, *named, *drawn)


# --- a third shape for the kinds whose second one had made the points better --------------------


@plants("forgetting")
def a_fetched_bottle_is_remembered_when_the_hand_is_shuffled(
    monkeypatch: pytest.MonkeyPatch,
) -> Game[Any]:
    dump = rules.Turn.dump

    def lax(self: Any, s: Cellar, card: int) -> None:
        hand = s.zones[HAND + self.player]
        before = {c: s.seen[c] for c in hand if c != card}
        dump(self, s, card)
        for c, mask in before.items():
            s.seen[c] = mask

    monkeypatch.setattr(rules.Turn, "dump", lax)
    return GAME


@plants("zones")
def a_bottle_changes_places_without_a_verb(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    choose = rules.Label.choose

    def swap(self: Any, s: Cellar, action: Action) -> None:
        choose(self, s, action)
        s.zones[SHELF] = s.zones[SHELF][::-1]

    monkeypatch.setattr(rules.Label, "choose", swap)
    return GAME


@plants("replay")
def a_rule_remembers_the_last_match(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    turns: list[int] = []
    run = rules.Round.run

    def long_memory(self: Any, s: Cellar) -> None:
        run(self, s)
        turns.append(s.round)
        if len(turns) % 5 == 0:
            s.earn(0, -1)

    monkeypatch.setattr(rules.Round, "run", long_memory)
    return GAME

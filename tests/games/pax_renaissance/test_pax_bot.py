"""The strong bot: positions with one sensible turn, and what holds in all positions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from takujo.bots import bot
from takujo.bots.seats import StateSeat
from takujo.bots.simulate import simulate
from takujo.core.actions import Action
from takujo.core.chance import Simulated, SplitMix
from takujo.core.frames import advance, apply, awaited
from takujo.core.knowledge import resample
from takujo.games.pax_renaissance import GAME, victory
from takujo.games.pax_renaissance.pieces import GLOBALIZATION, IMPERIAL, VICTORIES
from takujo.games.pax_renaissance.planning import (
    PLANNED,
    POSITIONS,
    WIDTH,
    Effort,
    Line,
    Search,
    danger,
)
from takujo.games.pax_renaissance.prospects import LATER, at_hand, behind, outlook, shortfalls
from takujo.games.pax_renaissance.state import MARKET, Board

STRONG = bot("strong")


def chosen(s: Board, player: int = 0, seed: int = 1) -> str:
    return STRONG.choose(StateSeat(GAME, s, player), SplitMix(seed))


def turn_of(s: Board, player: int = 0) -> list[str]:
    """Let the bot play its turn out; gives the keys that it chose."""
    rng = SplitMix(3)
    nature = Simulated(rng)
    keys = []
    while s.agenda and s.turn == player:
        (decision,) = awaited(s)
        key = chosen(s, decision.player)
        if decision.player == player:
            keys.append(key)
        apply(s, decision.player, GAME.keys(decision)[key], nature)
    return keys


def position(players: int = 2, options: dict[str, Any] | None = None, /, **facts: Any) -> Board:
    return GAME.position(players, options or {}, **facts)


def offered(s: Board) -> tuple[Action, ...]:
    (decision,) = awaited(s)
    return decision.actions


# --- victories ----------------------------------------------------------------------------------


def test_a_victory_that_can_be_declared_is_declared() -> None:
    s = position(active="imperial", west={0: "england france hre"})
    assert chosen(s) == "declare imperial"


def test_a_comet_is_bought_to_wake_the_victory_whose_conditions_hold() -> None:
    s = position(
        west={0: "england france hre"}, market={"west1": "comet_of_halley"}, florins={0: 1}
    )
    assert turn_of(s) == ["buy west1", "flip imperial", "declare imperial"]
    assert s.winner == 0


def test_the_last_condition_is_met_with_the_first_action_and_declared_with_the_second() -> None:
    s = position(
        active="renaissance", west={0: "england"}, republics="england",
        hands={0: "gutenberg"}, florins={0: 3},
    )  # fmt: skip
    assert not victory.can_declare(s, 0, VICTORIES.index("renaissance"))
    assert turn_of(s)[-1] == "declare renaissance"


# --- defence ------------------------------------------------------------------------------------


def test_a_king_is_beheaded_before_his_lord_declares_the_imperial_victory() -> None:
    s = position(
        active="imperial", west={1: "portugal england"}, east={0: "the_grim", 1: "ottoman"},
        florins={0: 3, 1: 3},
    )  # fmt: skip
    assert victory.can_declare(s, 1, IMPERIAL)
    turn_of(s)
    assert s.turn == 1
    assert not victory.can_declare(s, 1, IMPERIAL)


@pytest.mark.parametrize("column", [1, 3])
def test_who_would_win_by_a_comet_is_kept_from_it_or_from_his_lead(column: int) -> None:
    s = position(
        west={1: "england france hre"},
        market={f"west{column}": "comet_of_halley"},
        florins={0: column, 1: 4},
    )
    turn_of(s)
    assert s.turn == 1
    assert not s.active >> IMPERIAL & 1
    comet = s.layout.faces.index("comet_of_halley")
    sold = [s.zones[MARKET + a.args[0]][0] for a in offered(s) if a.kind == "buy"]
    assert shortfalls(s)[1][IMPERIAL] or comet not in sold


@pytest.mark.parametrize(("city", "feared"), [("catholic_knight", LATER), ("catholic_rook", 0.0)])
def test_what_a_later_player_can_do_in_his_turn_is_feared_too(city: str, feared: float) -> None:
    s = position(
        3, turn_of=1, active="imperial globalization", west={2: "hre"},
        cities={"vienna": city, "buda": "", "paris": ""}, florins={1: 0, 2: 1},
        market={"east1": "", "west1": ""},
    )  # fmt: skip
    assert danger(s, 0, 1, frozenset(), Effort(POSITIONS)) == feared


def test_a_comet_never_wakes_the_victory_that_an_opponent_fulfils() -> None:
    pawns = dict.fromkeys(("england-france", "france-hre", "hre-hungary"), 1)
    s = position(
        east={1: "india_armada"},
        pawns=pawns,
        market={"west1": "comet_of_halley"},
        florins={0: 1, 1: 0},
    )
    assert not shortfalls(s)[1][GLOBALIZATION]
    turn_of(s)
    assert not s.active >> GLOBALIZATION & 1


# --- judgement ----------------------------------------------------------------------------------


def test_nothing_is_lacking_exactly_when_the_conditions_of_a_victory_hold() -> None:
    for s in positions(3, {}, seeds=range(4)):
        awake = s.clone()
        awake.active = 15
        for player, lacking in enumerate(shortfalls(awake)):
            for v, lack in enumerate(lacking):
                assert (lack == 0) == victory.can_declare(awake, player, v)


def test_the_leader_lacks_nothing_and_the_others_what_separates_them_from_him() -> None:
    assert behind([4, 2, 0], 2) == [0, 4, 6]
    assert behind([3, 3, 1], 2) == [2, 2, 4]


def test_a_victory_at_hand_is_worth_more_than_any_riches() -> None:
    poor = position(active="imperial", west={0: "england france hre"}, florins={0: 0, 1: 0})
    rich = position(west={0: "england france hre gutenberg"}, florins={0: 30, 1: 0})
    assert at_hand(poor, 0)
    assert not at_hand(rich, 0)
    assert outlook(poor, 0) > outlook(rich, 0)
    assert outlook(poor, 1) < outlook(rich, 1)


def test_a_comet_in_the_market_makes_a_sleeping_victory_dangerous() -> None:
    s = position(turn_of=1, west={1: "england france hre"}, market={"west2": "comet_of_halley"},
                 florins={0: 0, 1: 2})  # fmt: skip
    seen = frozenset([s.layout.faces.index("comet_of_halley")])
    assert outlook(s, 0, seen) < outlook(s, 0)
    s.florins[1] = 1
    assert outlook(s, 0, seen) == outlook(s, 0)


# --- what always holds --------------------------------------------------------------------------


def positions(players: int, options: dict[str, Any], seeds: range) -> Iterator[Board]:
    """Positions here and there in random matches, with a choice to make."""
    for seed in seeds:
        rng = SplitMix(seed)
        nature = Simulated(rng)
        s = GAME.setup(players, GAME.checked_options(players, options))
        advance(s, nature)
        for step in range(60):
            if not s.agenda:
                break
            (decision,) = awaited(s)
            if step % 12 == 6 and len(decision.actions) > 1:
                yield s
            action = decision.actions[rng.below(len(decision.actions))]
            apply(s, decision.player, action, nature)


@pytest.mark.parametrize("options", [{}, {"sold_hand_card": "face_down"}])
def test_worlds_that_look_alike_give_the_same_choice(options: dict[str, Any]) -> None:
    compared = 0
    for s in positions(3, options, range(2)):
        player = awaited(s)[0].player
        expected = chosen(s, player)
        for i in range(2):
            world = resample(GAME, s, player, SplitMix(i))
            assert chosen(world, player) == expected
            compared += 1
    assert compared >= 8


def test_no_choice_looks_at_more_positions_than_bound_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = [0]
    after = Search.after

    def counted(search: Search, s: Board, action: Action) -> Board:
        looked[-1] += 1
        return after(search, s, action)

    monkeypatch.setattr(Search, "after", counted)
    feared = position(
        4, turn_of=1, active="imperial globalization holy", west={2: "hre", 3: "france"},
        florins=dict.fromkeys(range(4), 6), hands={1: "gutenberg the_grim"},
    )  # fmt: skip
    for s in chain([feared], positions(4, {}, range(2))):
        looked.append(0)
        chosen(s, awaited(s)[0].player)
    assert max(looked) <= POSITIONS
    assert looked[1] > PLANNED


def test_lines_that_lead_to_the_same_are_followed_once() -> None:
    s = position(3, florins={0: 5})
    search = Search(s, 0, 1, WIDTH, frozenset(), Effort(POSITIONS))
    first, other = offered(s)[:2]
    lines = [Line(a, search.after(s, b), 1.0) for a, b in ((first, first), (other, first))]
    assert [line.first for line in search.narrowed([*lines])] == [first]
    different = Line(other, search.after(s, other), 1.0)
    assert [line.first for line in search.narrowed([*lines, different])] == [first, other]


def test_a_choice_leaves_the_position_as_it_was() -> None:
    for s in positions(2, {}, range(1)):
        before, told = s.clone(), len(s.events)
        chosen(s, awaited(s)[0].player)
        assert s == before
        assert len(s.events) == told


@pytest.mark.parametrize("players", [1, 4])
def test_every_choice_is_legal_alone_against_the_rival_and_at_a_full_table(players: int) -> None:
    for s in positions(players, {}, range(2)):
        (decision,) = awaited(s)
        assert chosen(s, decision.player) in GAME.keys(decision)


def test_random_play_is_beaten() -> None:
    played = simulate(GAME, 4, 2, bots=["strong", "random"], rotate=True, seed=2)
    assert [seat.bot for seat in played.seats if seat.win_share == 1.0] == ["strong"]

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from fork import FORK, GRAB, Fork, Grabbing, Purse, ask

from takujo.bots.simulate import (
    Simulation,
    generator,
    interval,
    play_match,
    seating,
    simulate,
    win_shares,
)
from takujo.core.state import Options
from takujo.core.texts import Player
from takujo.core.views import Result
from toys import TOYS


def facts(done: Simulation) -> tuple[object, ...]:
    """Everything but the clock."""
    return done.matches, done.decisions, done.truncated, done.seats


@pytest.mark.parametrize("name", TOYS)
def test_the_same_seed_gives_the_same_result_whatever_the_jobs(name: str) -> None:
    game = TOYS[name]
    players = game.players[0]
    alone = simulate(game, 30, players, seed=4)
    assert facts(alone) == facts(simulate(game, 30, players, seed=4, jobs=2))
    assert facts(alone) != facts(simulate(game, 30, players, seed=5))


def test_bots_give_the_same_result_whatever_the_jobs() -> None:
    game = TOYS["ambush"]
    bots = ["greedy", "random", "random"]
    alone = simulate(game, 6, 3, bots=bots, rotate=True, seed=2)
    assert facts(alone) == facts(simulate(game, 6, 3, bots=bots, rotate=True, seed=2, jobs=3))


def test_a_longer_run_begins_with_the_same_matches() -> None:
    options = FORK.checked_options(2)
    first = [play_match(FORK, 2, options, ["random"] * 2, generator(9, i)) for i in range(5)]
    again = [play_match(FORK, 2, options, ["random"] * 2, generator(9, i)) for i in range(5)]
    assert first == again
    assert len({generator(9, i).word() for i in range(100)}) == 100
    assert generator(9, 1).word() != generator(10, 0).word()


def test_every_choice_counts_as_a_decision() -> None:
    done = simulate(FORK, 10, 3, seed=1)
    assert done.decisions == 10 * 6
    assert done.truncated == 0


def test_bots_move_round_the_seats_and_are_counted_as_they_were_named() -> None:
    assert seating(["a", "b", "c"], 0, True) == ["a", "b", "c"]
    assert seating(["a", "b", "c"], 1, True) == ["b", "c", "a"]
    assert seating(["a", "b", "c"], 5, True) == ["c", "a", "b"]
    assert seating(["a", "b", "c"], 5, False) == ["a", "b", "c"]
    for rotate in (False, True):
        done = simulate(FORK, 12, 3, bots=["random", "greedy", "random"], rotate=rotate, seed=3)
        assert [r.bot for r in done.seats] == ["random", "greedy", "random"]
        assert done.seats[1].mean_score == 4.0  # it takes two coins each time
        assert all(r.mean_score < 4 for r in (done.seats[0], done.seats[2]))
        assert done.seats[1].win_share > 0.8


def test_a_shared_win_counts_in_parts() -> None:
    done = simulate(FORK, 8, 2, bots=["greedy", "greedy"], seed=3)
    assert [r.win_share for r in done.seats] == [0.5, 0.5]
    options = FORK.checked_options(3)
    shares = win_shares(FORK, 3, options, (True, False, True))
    assert shares == (Fraction(1, 2), Fraction(0), Fraction(1, 2))
    assert win_shares(FORK, 3, options, (False, False, False)) == (0, 0, 0)


def test_partners_win_together_and_the_house_may_win() -> None:
    bombs = TOYS["bombs"]
    options = bombs.checked_options(4)
    assert win_shares(bombs, 4, options, (True, False, True, False)) == (1, 0, 1, 0)
    half = Fraction(1, 2)
    assert win_shares(bombs, 4, options, (True, True, True, True)) == (half,) * 4
    assert win_shares(FORK, 2, FORK.checked_options(2), (True, False, True)) == (half, 0)


def test_shares_of_wins_add_up_to_one_for_each_match() -> None:
    done = simulate(FORK, 50, 3, seed=6)
    assert sum(r.win_share for r in done.seats) == pytest.approx(1)


class Endless(Fork):
    """Ends after three decisions at the latest."""

    def horizon(self, players: int, options: Options) -> int:
        return 3


def test_a_match_is_cut_at_the_horizon_counted_and_scored_as_it_stands() -> None:
    for bots in (None, ["greedy", "random", "random"]):
        done = simulate(Endless(), 7, 3, bots=bots, seed=1)
        assert (done.decisions, done.truncated) == (21, 7)
        assert sum(r.win_share for r in done.seats) == pytest.approx(1)


class NoScore(Fork):
    """A winner, but no score."""

    def result(self, s: Purse) -> Result:
        return replace(super().result(s), score=None)


def test_a_game_without_scores_has_no_mean_score() -> None:
    done = simulate(NoScore(), 5, 2, seed=1)
    assert [r.mean_score for r in done.seats] == [None, None]


def test_options_count() -> None:
    game = TOYS["bombs"]
    short = simulate(game, 5, 4, options={"rounds": "1"}, seed=1)
    assert short.decisions < simulate(game, 5, 4, options={"rounds": 3}, seed=1).decisions


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"players": 9}, "fork is for 2, 3 players, not 9"),
        ({"bots": ["random"]}, "2 players need 2 bots, not 1"),
        ({"bots": ["random", "clever"]}, "no bot 'clever'"),
        ({"options": {"colour": "red"}}, "no option 'colour'"),
        ({"matches": 0}, "at least one match"),
        ({"jobs": 0}, "at least one match"),
    ],
)
def test_what_cannot_be_simulated_is_refused_with_a_sentence(
    how: dict[str, object], said: str
) -> None:
    arguments: dict[str, object] = {"matches": 1, "players": 2, **how}
    with pytest.raises(ValueError, match=said):
        simulate(FORK, **arguments)  # type: ignore[arg-type]


def test_a_bot_that_chooses_what_is_not_offered_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong(Fork):
        def strong(self, seat: object, rng: object) -> str:
            return "take 9"

    with pytest.raises(ValueError, match="the bot strong chose 'take 9'"):
        simulate(Wrong(), 1, 2, bots=["strong", "random"])


def test_progress_is_told_in_order_up_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    simulate(FORK, 90, 2, progress=lambda done, of: told.append((done, of)))
    assert told == sorted(told)
    assert told[-1] == (90, 90)
    assert len(told) > 10


def test_the_interval_holds_the_share_and_narrows_with_more_matches() -> None:
    low, high = interval(0.5, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert interval(0.5, 10_000)[0] > low
    assert interval(0.0, 20)[0] == 0.0
    assert interval(1.0, 20)[1] == 1.0


class Grabs(Fork):
    """Player 1 is asked four times, and each time player 0 may grab a coin out of turn."""

    def setup(self, players: int, options: Options) -> Purse:
        return ask(*[Grabbing(1, GRAB(1))] * 4)


def test_who_may_interrupt_is_asked_once_in_random_play_and_by_bots() -> None:
    at_random = simulate(Grabs(), 200, 2, seed=1).seats[0].mean_score
    assert at_random is not None
    assert 1.7 < at_random < 2.3  # declined as often as done
    by_bots = simulate(Grabs(), 3, 2, bots=["greedy", "random"], seed=1)
    assert by_bots.seats[0].mean_score == 4.0
    assert by_bots.decisions == 3 * 8


def test_seats_are_counted_from_the_last_to_act() -> None:
    players: list[Player] = []

    class Watching(type(TOYS["bombs"])):  # type: ignore[misc]
        def strong(self, seat: object, rng: object) -> str:
            players.append(seat.player)  # type: ignore[attr-defined]
            decision = seat.decision()  # type: ignore[attr-defined]
            return "" if decision.optional else seat.offers()[0]  # type: ignore[attr-defined]

    simulate(Watching(), 1, 4, bots=["strong"] * 4, options={"boasts": True, "rounds": 1})
    assert players[:5] == [0, 1, 2, 3, 0]  # all are polled in order before anybody is asked

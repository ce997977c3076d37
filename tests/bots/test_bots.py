from __future__ import annotations

import pytest
from fork import BET, FINE, FORK, GRAB, ON, TAKE, TOSS, TURN_UP, Choose, Grabbing, Purse, Wager, ask

from takujo.bots import BOTS, StateSeat, bot
from takujo.bots.simulate import generator
from takujo.core.chance import Rng, Simulated, SplitMix
from takujo.core.frames import advance, apply, awaited, optional
from takujo.core.game import Game
from takujo.core.knowledge import resample
from takujo.core.match import Match
from takujo.core.state import State
from toys import TOYS


def chosen(s: Purse, player: int = 0, *, name: str = "greedy", seed: int = 1) -> str:
    return bot(name).choose(StateSeat(FORK, s, player), SplitMix(seed))


def mean(s: Purse, key: str, seeds: int = 200) -> float:
    return sum(chosen(s, seed=seed) == key for seed in range(seeds)) / seeds


def test_the_same_three_names_in_every_game() -> None:
    assert BOTS == ("random", "greedy", "strong")


def test_an_unknown_bot_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ValueError, match="no bot 'clever'; there are: random, greedy, strong"):
        bot("clever")


def test_greedy_takes_what_is_worth_most() -> None:
    assert chosen(ask(Choose(0, (TAKE(1), TAKE(5), TAKE(2))))) == "take 5"


def test_greedy_sees_that_its_own_next_choice_pays() -> None:
    assert chosen(ask(Choose(0, (TAKE(2), ON())))) == "on"
    assert chosen(ask(Choose(0, (TAKE(4), ON())))) == "take 4"


def test_greedy_sees_what_others_are_forced_to_do() -> None:
    assert chosen(ask(Choose(0, (TAKE(2), FINE(5))))) == "fine 5"


@pytest.mark.parametrize("order", [(5, 4, 3, 2, 1, 0), (0, 1, 2, 3, 4, 5)])
def test_greedy_judges_a_hidden_card_by_its_mean_and_never_looks(order: tuple[int, ...]) -> None:
    assert chosen(ask(Choose(0, (TAKE(1), TURN_UP())), order=order)) == "turn_up"
    assert chosen(ask(Choose(0, (TAKE(4), TURN_UP())), order=order)) == "take 4"


def test_greedy_judges_a_draw_by_its_mean() -> None:
    s = ask(Choose(0, (TAKE(1), TOSS())))
    assert mean(s, "toss") > 0.95
    s = ask(Choose(0, (TAKE(5), TOSS())))
    assert mean(s, "take 5") > 0.95


def test_greedy_guesses_what_others_answer_at_the_same_time() -> None:
    s = ask(Wager(((), ())))
    assert mean(s, "bet") > 0.9  # ahead by 1.5 on average, against behind by 1.5


def test_greedy_does_not_see_an_answer_that_was_given() -> None:
    keys = []
    for other in (TAKE(1), BET()):
        s = ask(Wager(((), (other,))))
        keys.append([chosen(s, seed=seed) for seed in range(50)])
    assert keys[0] == keys[1]


def test_greedy_interrupts_when_it_gains_and_declines_when_it_loses() -> None:
    assert chosen(ask(Grabbing(1, GRAB(1)))) == "grab 1"
    assert chosen(ask(Grabbing(1, FINE(1)))) == ""


def test_greedy_breaks_ties_by_its_own_generator() -> None:
    s = ask(Choose(0, (ON(), TAKE(3))))
    assert {chosen(s, seed=seed) for seed in range(20)} == {"on", "take 3"}
    assert chosen(s, seed=7) == chosen(s, seed=7)


def test_random_takes_every_action_and_declines_as_often_as_it_takes_one() -> None:
    s = ask(Choose(0, (TAKE(0), TAKE(1), TAKE(2))))
    assert {chosen(s, name="random", seed=seed) for seed in range(40)} == {
        "take 0",
        "take 1",
        "take 2",
    }
    s = ask(Grabbing(1, GRAB(1)))
    declined = sum(not chosen(s, name="random", seed=seed) for seed in range(400))
    assert 150 < declined < 250


def test_strong_is_greedy_where_a_game_has_no_player_of_its_own() -> None:
    s = ask(Choose(0, (TAKE(1), TURN_UP(), ON())))
    for seed in range(10):
        assert chosen(s, name="strong", seed=seed) == chosen(s, name="greedy", seed=seed)


def test_strong_is_the_games_own_player_where_it_has_one() -> None:
    class Own(type(FORK)):  # type: ignore[misc]
        def strong(self, seat: StateSeat, rng: Rng) -> str:
            return seat.offers()[0]

    s = ask(Choose(0, (TAKE(1), TAKE(5))))
    assert bot("strong").choose(StateSeat(Own(), s, 0), SplitMix(1)) == "take 1"


def test_a_seat_asks_only_its_own_player() -> None:
    s = ask(Choose(0, (TAKE(1), TAKE(5))))
    with pytest.raises(ValueError, match="player 1 is not asked"):
        StateSeat(FORK, s, 1).decision()


# --- in whole games ---------------------------------------------------------------------------


def positions(game: Game[State], seed: int, every: int) -> list[tuple[State, int]]:
    """Positions of a random match, with a player who is asked something in each."""
    rng = generator(seed, 0)
    nature = Simulated(rng)
    s = game.new(game.players[0])
    advance(s, nature)
    found = []
    while asked := awaited(s):
        if len(asked[0].actions) > 1 and rng.below(every) == 0:
            found.append((s.clone(), asked[0].player))
        found += [(s.clone(), d.player) for d in optional(s) if rng.below(4 * every) == 0]
        decision = asked[rng.below(len(asked))]
        apply(s, decision.player, decision.actions[rng.below(len(decision.actions))], nature)
    return found


@pytest.mark.parametrize("name", [*TOYS, "oriflamme"])
def test_what_bots_choose_is_offered_and_depends_on_their_knowledge_alone(name: str) -> None:
    from takujo.core.game import game as installed

    game: Game[State] = TOYS[name] if name in TOYS else installed(name)
    found = [*positions(game, 5, 3), *positions(game, 6, 3)]
    assert len(found) >= 4
    for i, (s, player) in enumerate(found[:12]):
        other = resample(game, s, player, SplitMix(1000 + i))
        before = s.to_json()
        for kind in BOTS:
            seat = StateSeat(game, s, player)
            key = bot(kind).choose(seat, SplitMix(i))
            assert key in seat.offers() or (not key and seat.decision().optional)
            assert bot(kind).choose(StateSeat(game, other, player), SplitMix(i)) == key
        assert s.to_json() == before


def test_bots_play_a_match_through_its_seats() -> None:
    game = TOYS["ambush"]
    match = Match.start(game, 3, key=b"k")
    rng = SplitMix(3)
    while not match.over:
        player = match.awaited[0]
        key = bot("greedy").choose(match.seat(player), rng)
        match.play(player, key, match.asked(player))
    assert match.result().rank

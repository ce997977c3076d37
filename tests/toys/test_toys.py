"""The toy games go through the whole kit, and keep their own few rules."""

from __future__ import annotations

from typing import Any

import pytest

from takujo.core.chance import Simulated, SplitMix
from takujo.core.frames import advance, apply, awaited, optional
from takujo.core.match import Match
from takujo.core.state import State
from takujo.testing.conform import check
from toys import TOYS, ambush, bombs
from toys.ambush import rules as ambush_rules
from toys.ambush.position import card_of as ambush_card
from toys.bombs.position import card_of as bombs_card
from toys.bombs.rules import HAND, WON


@pytest.mark.parametrize("name", sorted(TOYS))
def test_a_toy_passes_every_point_of_the_kit(name: str) -> None:
    report = check(TOYS[name])
    assert report.ok, str(report)


def play(game: Any, s: State, *line: str) -> None:
    """Play `0 keep`: the player's number and a key that he is offered."""
    for step in line:
        player, key = int(step[0]), step[2:]
        offered = {
            k: a
            for d in (*awaited(s), *optional(s))
            if d.player == player
            for k, a in game.keys(d).items()
        }
        assert key in offered, f"{key!r} is not among {sorted(offered)} of player {player}"
        apply(s, player, offered[key], Simulated(SplitMix(1)))


def asked(game: Any, s: State) -> dict[int, list[str]]:
    """What is offered to whom, interrupts included."""
    found: dict[int, list[str]] = {}
    for d in (*awaited(s), *optional(s)):
        found.setdefault(d.player, []).extend(game.keys(d))
    return found


# --- Ambush -----------------------------------------------------------------------------------


def row(**facts: Any) -> ambush.AmbushState:
    """A position in which the row is resolved."""
    options = facts.pop("options", {})
    s = ambush.GAME.position(3, options, resolve=True, **facts)
    advance(s, Simulated(SplitMix(1)))
    return s


def names(s: ambush.AmbushState) -> str:
    return " ".join(f"{s.owner(c)}.{s.layout.faces[c]}" for c in s.zones[ambush_rules.ROW])


def test_a_card_that_stays_hidden_gets_a_coin() -> None:
    s = row(row="0.thief 1.scout")
    play(ambush.GAME, s, "0 keep")
    assert s.tokens[ambush_card("0.thief")] == 1
    assert asked(ambush.GAME, s) == {1: ["keep", "reveal"]}


def test_whoever_reveals_a_card_takes_its_coins_and_discards_it() -> None:
    s = row(row="0.ambush+2 1.scout!")
    play(ambush.GAME, s, "0 reveal")
    assert s.coins == [3, 1, 1]
    assert names(s) == "1.scout"


def test_the_scout_looks_as_often_as_he_pays() -> None:
    s = row(row="0.scout 1.ambush 2.thief 2.scout", coins=(2, 1, 1))
    play(ambush.GAME, s, "0 reveal")
    assert asked(ambush.GAME, s) == {0: ["peek 2", "peek 3", "peek 4", "done"]}
    play(ambush.GAME, s, "0 peek 3", "0 peek 2")
    assert (s.knows(0, ambush_card("2.thief")), s.knows(1, ambush_card("2.thief"))) == (True, False)
    assert asked(ambush.GAME, s) == {0: ["done"]}
    assert s.coins[0] == 0


def test_the_archer_shoots_at_the_ends_and_an_ambush_pays_its_owner_two() -> None:
    s = row(row="1.ambush+1 0.archer 2.thief 2.scout", coins=(1, 1, 1))
    play(ambush.GAME, s, "1 keep", "0 reveal")
    assert asked(ambush.GAME, s) == {0: ["shoot 1", "shoot 4"]}
    play(ambush.GAME, s, "0 shoot 1")
    assert s.coins == [1, 3, 1]
    assert names(s) == "2.thief 2.scout"


def test_an_archer_alone_in_the_row_shoots_nobody() -> None:
    s = row(row="0.archer", round=3)
    play(ambush.GAME, s, "0 reveal")
    assert awaited(s) == ()
    assert [e.kind for e in s.events][1:3] == ["no_target", "over"]


def test_the_thief_may_leave_his_parts_undone() -> None:
    for line, coins in (
        (("0 done",), [1, 1, 1]),
        (("0 part 1", "0 rob 2", "0 done"), [2, 1, 0]),
        (("0 part 2", "0 part 1", "0 rob 1"), [3, 0, 1]),
        (("0 part 2", "0 done"), [2, 1, 1]),
    ):
        s = row(row="0.thief 1.scout")
        play(ambush.GAME, s, "0 reveal", *line)
        assert s.coins == coins


def test_the_captain_does_both_parts_in_either_order() -> None:
    for line in (("0 part 1", "0 move 3", "0 to head"), ("0 part 2", "0 move 3", "0 to head")):
        s = row(row="1.scout! 0.captain 2.thief 0.scout")
        play(ambush.GAME, s, "0 reveal", *line)
        assert s.coins == [3, 1, 1]
        assert names(s) == "2.thief 1.scout 0.scout"
        assert asked(ambush.GAME, s) == {2: ["keep", "reveal"]}  # it moved, and has its turn


def test_the_goal_ends_the_match_at_once() -> None:
    s = row(row="0.captain+4 0.scout 1.thief", coins=(1, 2, 1), options={"goal": 6})
    play(ambush.GAME, s, "0 reveal", "0 part 1")
    assert awaited(s) == ()
    assert ambush.GAME.result(s).score == (9, 3, 1)  # two of three cards left are player 0's
    assert all(s.knows(None, c) for c in range(ambush.CARDS))


def test_a_tie_goes_to_whoever_has_more_cards_left_in_the_row() -> None:
    s = row(row="0.scout! 0.thief!", coins=(2, 4, 1), round=3)
    result = ambush.GAME.result(s)
    assert (result.score, result.rank, result.deciding) == ((4, 4, 1), (1, 2, 3), 1)
    shared = ambush.GAME.result(row(row="", coins=(4, 4, 1), round=3))
    assert (shared.rank, shared.deciding, shared.reason.key) == ((1, 1, 3), None, "result.shared")


def test_answers_of_the_preparation_are_carried_out_from_the_first_player_on() -> None:
    match = Match.start(ambush.GAME, 3, key=b"x")
    for p in range(3):
        match.play(p, "aside thief", match.asked(p))
        match.play(p, "lay ambush", match.asked(p))
    state = match.state
    assert isinstance(state, ambush.AmbushState)
    order = state.order()
    assert names(state) == " ".join(f"{p}.ambush" for p in order)
    assert all(z.id != "aside.0" for z in match.view(1).scene)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"row": "0.sout"}, "a card is written player.kind"),
        ({"row": "0.scout 0.scout"}, "named twice"),
        ({"coins": (1, 2)}, "3 numbers"),
        ({"coins": (20, 20, 20)}, "only 30 coins"),
    ],
)
def test_an_ambush_position_that_cannot_be_is_refused(facts: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        ambush.GAME.position(3, {}, **facts)


# --- Bombs ------------------------------------------------------------------------------------

DEALT = {
    0: "sun1 sun2 sun3 sun4 sun5 sun6",
    1: "moon1 moon2 moon3 moon4 moon5 moon6",
    2: "star1 star2 star3 star4 star5 star6",
    3: "leaf1 leaf2 leaf3 leaf4 leaf5 leaf6",
}


def tricks(**facts: Any) -> bombs.BombsState:
    return bombs.GAME.position(4, facts.pop("options", {}), **facts)


def test_gifts_go_to_the_next_player_and_to_the_partner_and_their_givers_remember() -> None:
    s = tricks(hands=DEALT, exchange=True)
    for p, suit in enumerate(("sun", "moon", "star", "leaf")):
        play(bombs.GAME, s, f"{p} give {suit}5", f"{p} give {suit}6")
    where = {f: s.where[bombs_card(f)] - HAND for f in ("sun5", "sun6", "leaf5", "leaf6")}
    assert where == {"sun5": 1, "sun6": 2, "leaf5": 0, "leaf6": 1}
    for giver, gift in ((0, "sun5"), (0, "sun6"), (3, "leaf5"), (1, "moon6")):
        card = bombs_card(gift)
        assert s.knows(giver, card)
        assert sum(s.knows(v, card) for v in (0, 1, 2, 3, None)) == 2
    assert asked(bombs.GAME, s)[0][0] == "play sun1"  # the lowest card leads
    assert s.knows(None, bombs_card("sun1"))


def test_a_card_cannot_be_given_twice() -> None:
    s = tricks(hands=DEALT, exchange=True)
    play(bombs.GAME, s, "0 give sun5")
    assert "give sun5" not in asked(bombs.GAME, s)[0]


def test_a_trick_is_followed_by_as_many_cards_of_a_higher_rank_or_a_bomb() -> None:
    hands = {0: "sun1", 1: "moon2 sun4 moon4 star4", 2: "sun3 moon3 star3 leaf3", 3: "sun5"}
    s = tricks(hands=hands, trick="sun2 star2", owner=0, follow=1, options={"boasts": False})
    assert asked(bombs.GAME, s) == {
        1: ["pass", "play sun4 moon4", "play sun4 star4", "play moon4 star4"],
        2: ["play sun3 moon3 star3 leaf3"],  # out of turn
    }


def test_only_a_higher_bomb_beats_a_bomb() -> None:
    hands = {
        0: "sun1",
        1: "sun2 moon2 star2 leaf2",
        2: "sun3 moon3 star3 leaf3",
        3: "sun5 moon5 star5 leaf5",
    }
    s = tricks(hands=hands, trick="sun4 moon4 star4 leaf4", owner=0, follow=1)
    assert [k for p in (1, 2, 3) for k in asked(bombs.GAME, s)[p] if k != "boast"] == [
        "pass", "play sun5 moon5 star5 leaf5"
    ]  # fmt: skip


def test_a_bomb_out_of_turn_takes_the_place_of_the_question() -> None:
    hands = {0: "sun1", 1: "moon2", 2: "sun3 moon3 star3 leaf3 sun6", 3: "sun5"}
    s = tricks(hands=hands, trick="moon1", owner=0, follow=1, options={"boasts": False})
    play(bombs.GAME, s, "2 play sun3 moon3 star3 leaf3")
    assert asked(bombs.GAME, s) == {3: ["pass"]}
    play(bombs.GAME, s, "3 pass", "0 pass", "1 pass")
    assert asked(bombs.GAME, s) == {2: ["collect"]}
    play(bombs.GAME, s, "2 collect")
    assert asked(bombs.GAME, s) == {2: ["play sun6"]}


def test_the_owner_of_the_trick_does_not_bomb_himself() -> None:
    hands = {0: "sun3 moon3 star3 leaf3", 1: "moon2", 2: "sun6", 3: "sun5"}
    s = tricks(hands=hands, trick="moon1", owner=0, collect=True, options={"boasts": False})
    assert asked(bombs.GAME, s) == {0: ["collect"]}


def test_bombs_out_of_turn_may_be_switched_off() -> None:
    hands = {0: "sun1", 1: "moon2", 2: "sun3 moon3 star3 leaf3", 3: "sun5"}
    facts: dict[str, Any] = {"hands": hands, "trick": "moon1", "owner": 0, "follow": 1}
    s = tricks(**facts)
    assert s.agenda[-1].window(s)
    s = tricks(options={"bombs": False, "boasts": False}, **facts)
    assert asked(bombs.GAME, s) == {1: ["pass", "play moon2"]}
    assert not s.agenda[-1].window(s)


def test_whoever_has_no_cards_left_is_passed_over() -> None:
    s = tricks(hands={0: "sun1", 1: "", 2: "sun6", 3: "sun5"}, trick="moon1", owner=0, follow=2)
    play(bombs.GAME, s, "2 pass", "3 pass")
    assert asked(bombs.GAME, s)[0][0] == "collect"


def test_a_boast_stands_until_the_first_card_is_played() -> None:
    s = tricks(hands=DEALT, exchange=True)
    play(bombs.GAME, s, "2 boast")
    assert "boast" not in asked(bombs.GAME, s)[2]
    assert "boast" in asked(bombs.GAME, s)[0]
    s = tricks(hands=DEALT, lead=0)
    play(bombs.GAME, s, "0 play sun1")
    assert "boast" not in asked(bombs.GAME, s).get(0, [])
    assert "boast" in asked(bombs.GAME, s)[1]


@pytest.mark.parametrize(
    ("boasts", "points"), [((), [0, 60]), ((1,), [0, 70]), ((0, 2), [-20, 60]), ((3,), [0, 50])]
)
def test_the_side_that_is_out_first_gets_what_is_left(boasts: Any, points: list[int]) -> None:
    s = tricks(
        hands={0: "sun5 sun6", 1: "", 2: "star6", 3: "leaf5"},
        trick="moon6",
        owner=1,
        collect=True,
        boasts=boasts,
        options={"rounds": 1},
    )
    play(bombs.GAME, s, "1 collect")
    assert s.points == points
    assert awaited(s) == ()
    assert len(s.zones[WON]) == len(s.zones[WON + 1]) == 0  # all cards are gathered
    result = bombs.GAME.result(s)
    assert result.won == (False, True, False, True)
    assert result.rank == (3, 1, 3, 1)


def test_two_sides_with_as_many_points_share_the_victory() -> None:
    s = tricks(hands=dict.fromkeys(range(4), ""), lead=0, points=(30, 30))
    result = bombs.GAME.result(s)
    assert (result.rank, result.deciding, result.reason.key) == ((1,) * 4, None, "result.tie")


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"hands": {0: "sun1"}}, "say one of exchange, lead, follow and collect"),
        ({"hands": {0: "sun1"}, "lead": 0, "exchange": True}, "say one of"),
        ({"hands": {0: "sun9"}, "lead": 0}, "written suit and rank"),
        ({"hands": {0: "sun1", 1: "sun1"}, "lead": 0}, "named twice"),
        ({"hands": {0: "sun1"}, "follow": 0}, "a trick and its owner"),
        ({"hands": {}, "trick": "sun1 sun2", "owner": 0, "follow": 1}, "have one rank"),
    ],
)
def test_a_bombs_position_that_cannot_be_is_refused(facts: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        tricks(**facts)

"""Every edge case of the rules, in the notation of the rulings."""

from __future__ import annotations

from takujo.games.oriflamme import GAME


def test_in_round_one_a_card_goes_to_the_head_or_the_tail_only(line):
    """Case 1, rulings 1, 2."""
    at = line(queue="A:(Spy), B:(Lord)", round=1, first="A", placing="C", hands={"C": "archer"})
    assert at.keys == ["place archer head", "place archer tail"]
    assert at.asked == "C Place"
    at.play("place archer tail")
    assert at.queue == "A:(Spy), B:(Lord), C:(Archer)"
    assert at.score == (1, 1, 1)
    assert at.asked == "A KeepOrReveal 1"


def test_from_round_two_on_own_cards_can_be_covered(line):
    """Case 2, rulings 1, 2."""
    at = line(
        queue="B:(Lord), A:(Spy), C:(Heir)", round=2, placing="A", hands={"A": "archer soldier"}
    )
    assert at.keys == [
        "place archer head", "place archer tail", "place archer on 2",
        "place soldier head", "place soldier tail", "place soldier on 2",
    ]  # fmt: skip
    at.play("place archer on 2")
    assert at.queue == "B:(Lord), A:(Archer)/A:(Spy), C:(Heir)"
    assert at.asked == "B Place"


def test_a_conspiracy_takes_double(line):
    """Case 3, rulings 6, 10c."""
    at = line(queue="A:(Conspiracy,3), B:Lord").play("reveal")
    assert at.score == (7, 1, 1)
    assert at.queue == "B:Lord"
    assert "conspiracy" in at.discarded("A")
    assert at.asked == "B ApplyOrNot 1"


def test_an_ambush_revealed_by_its_owner_loses_the_influence_and_gains_one(line):
    """Case 4, rulings 6, 28, 40."""
    at = line(queue="A:(Ambush,3), B:Lord").play("reveal")
    assert at.score == (2, 1, 1)
    assert at.queue == "B:Lord"
    assert sum(at.s.tokens) == 0
    assert at.asked == "B ApplyOrNot 1"


def test_an_attacked_ambush_pays_its_owner_four_and_takes_the_attacker_along(line):
    """Case 5, rulings 12, 27."""
    at = line(queue="A:(Ambush,2), B:Soldier, C:(Heir)", resolve=2).play("apply", "hit 1")
    assert at.score == (5, 2, 1)
    assert at.queue == "C:(Heir)"
    assert at.discarded("A")[-1] == "ambush"
    assert at.discarded("B")[-1] == "soldier"
    assert sum(at.s.tokens) == 0
    assert at.asked == "C KeepOrReveal 1"


def test_an_own_ambush_brings_two_and_takes_the_attacker_along(line):
    """Case 6, rulings 29, 41."""
    at = line(queue="A:(Ambush), A:Soldier, C:(Heir)", resolve=2).play("apply", "hit 1")
    assert at.score == (3, 1, 1)
    assert at.queue == "C:(Heir)"
    assert at.asked == "C KeepOrReveal 1"


def test_an_assassination_of_an_ambush_pays_four_and_leaves_once(line):
    """Case 7, ruling 27."""
    at = line(queue="B:(Assassination), C:(Heir), A:(Ambush)").play("reveal", "hit 3")
    assert at.score == (5, 2, 1)
    assert at.queue == "C:(Heir)"
    assert at.discarded("B").count("assassination") == 1
    assert at.asked == "C KeepOrReveal 1"


def test_a_shapeshifter_that_attacks_an_ambush_leaves_and_its_model_stays(line):
    """Case 8, rulings 20, 22, 27."""
    at = line(queue="A:(Ambush), C:(Shapeshifter), B:Soldier", resolve=2)
    at.play("reveal", "copy 3", "hit 1")
    assert at.score == (5, 1, 2)
    assert at.queue == "B:Soldier"
    assert at.discarded("C")[-1] == "shapeshifter"
    assert at.asked == "B ApplyOrNot 1"


def test_after_an_archer_was_ambushed_the_card_behind_it_comes_next(line):
    """Case 9, rulings 10c, 14, 27."""
    at = line(queue="B:(Archer), C:(Heir), A:(Ambush)").play("reveal", "hit 3")
    assert at.score == (5, 2, 1)
    assert at.queue == "C:(Heir)"
    assert at.asked == "C KeepOrReveal 1"


def test_a_lonely_soldier_does_nothing(line):
    """Case 10, ruling 8."""
    at = line(queue="A:(Soldier)").play("reveal")
    assert at.score == (1, 1, 1)
    assert at.queue == "A:Soldier"
    assert at.asked == "B Place"


def test_a_lonely_archer_eliminates_itself(line):
    """Case 11, ruling 14."""
    at = line(queue="A:(Archer)").play("reveal")
    assert at.keys == ["hit 1"]
    at.play("hit 1")
    assert at.score == (2, 1, 1)
    assert at.queue == ""
    assert at.asked == "B Place"


def test_a_lonely_assassination_gains_nothing_and_leaves(line):
    """Case 12, rulings 8, 15."""
    at = line(queue="A:(Assassination)").play("reveal")
    assert at.score == (1, 1, 1)
    assert at.queue == ""
    assert at.asked == "B Place"


def test_a_spy_chooses_between_two_owners_and_gets_nothing_where_nothing_is(line):
    """Case 13, ruling 16."""
    facts = {
        "queue": "A:(Lord), C:(Spy), B:(Lord)", "influence": {"A": 0, "B": 2}, "resolve": 2,
    }  # fmt: skip
    at = line(**facts).play("reveal")
    assert at.keys == ["steal 0", "steal 1"]
    at.play("steal 0")
    assert at.score == (0, 2, 1)
    at = line(**facts).play("reveal", "steal 1")
    assert at.score == (0, 1, 2)
    assert at.queue == "A:(Lord), C:Spy, B:(Lord)"
    assert at.asked == "B KeepOrReveal 3"


def test_a_spy_between_own_cards_changes_nothing(line):
    """Case 14, ruling 16."""
    at = line(queue="A:(Lord), A:(Spy), A:(Heir)", resolve=2).play("reveal")
    assert at.score == (1, 1, 1)
    assert at.queue == "A:(Lord), A:Spy, A:(Heir)"
    assert at.asked == "A KeepOrReveal 3"


def test_two_open_heirs_block_each_other(line):
    """Case 15, ruling 18."""
    at = line(queue="A:Heir, B:Heir, C:(Lord)").play("apply")
    assert at.score == (1, 1, 1)
    assert at.asked == "B ApplyOrNot 2"
    at.play("apply")
    assert at.score == (1, 1, 1)
    assert at.asked == "C KeepOrReveal 3"


def test_a_covered_heir_blocks_nobody(line):
    """Case 15, rulings 3, 18."""
    at = line(queue="A:Heir, B:(Spy)/B:Heir, C:(Lord)").play("apply")
    assert at.score == (3, 1, 1)
    assert at.asked == "B KeepOrReveal 2"


def test_a_face_down_heir_blocks_nobody(line):
    """Case 16, rulings 18, 38."""
    at = line(queue="A:(Heir), B:(Heir,1)").play("reveal")
    assert at.score == (3, 1, 1)
    assert at.queue == "A:Heir, B:(Heir,1)"
    assert at.asked == "B KeepOrReveal 2"


def test_a_shapeshifter_acts_as_an_heir_under_its_own_name(line):
    """Case 17, rulings 20, 42."""
    at = line(queue="A:(Shapeshifter), B:Heir, C:Heir").play("reveal", "copy 2")
    assert at.score == (3, 1, 1)
    at.play("apply", "apply")
    assert at.score == (3, 1, 1)
    assert at.queue == "A:Shapeshifter, B:Heir, C:Heir"
    assert at.asked == "B Place"


def test_two_open_shapeshifters_block_each_other_as_heirs(line):
    """Case 18, ruling 20."""
    at = line(queue="A:Heir, B:Shapeshifter, A:(Lord), C:Shapeshifter, B:Heir", resolve=2).play(
        "apply", "copy 1"
    )
    assert at.score == (1, 1, 1)
    assert at.asked == "A KeepOrReveal 3"
    at.play("keep", "apply", "copy 5")
    assert at.score == (1, 1, 1)
    assert at.asked == "B ApplyOrNot 5"


def test_a_lord_counts_every_card_of_the_neighbouring_stacks(line):
    """Case 19, rulings 17, 39."""
    at = line(queue="A:(Spy)/A:Heir/A:(Soldier), A:(Lord), B:(Heir)", resolve=2).play("reveal")
    assert at.score == (5, 1, 1)
    assert at.queue == "A:(Spy)/A:Heir/A:(Soldier), A:Lord, B:(Heir)"
    assert at.asked == "B KeepOrReveal 3"


def test_a_lord_does_not_count_the_cards_beneath_it(line):
    """Case 20, ruling 17."""
    at = line(queue="B:(Heir), A:(Lord)/A:Heir/A:(Soldier), C:(Heir)", resolve=2).play("reveal")
    assert at.score == (2, 1, 1)
    assert at.asked == "C KeepOrReveal 3"


def test_an_open_card_beneath_a_used_up_one_is_resolved_at_once(line):
    """Case 21, rulings 7, 10b."""
    at = line(queue="A:(Assassination,1)/A:Soldier, B:(Heir), C:(Lord)").play("reveal", "hit 3")
    assert at.score == (3, 1, 1)
    assert at.queue == "A:Soldier, B:(Heir)"
    assert at.asked == "A ApplyOrNot 1"
    at.play("apply", "hit 2")
    assert at.score == (4, 1, 1)
    assert at.queue == "A:Soldier"


def test_a_hidden_card_beneath_a_used_up_one_is_kept_or_revealed_at_once(line):
    """Case 22, rulings 5, 10b."""
    facts = {"queue": "A:(Conspiracy,2)/A:(Spy,1), B:(Lord)"}
    at = line(**facts).play("reveal")
    assert at.score == (5, 1, 1)
    assert at.asked == "A KeepOrReveal 1"
    at.play("keep")
    assert at.queue == "A:(Spy,2), B:(Lord)"
    assert at.asked == "B KeepOrReveal 2"
    at = line(**facts).play("reveal", "reveal", "steal 1")
    assert at.score == (7, 0, 1)
    assert at.queue == "A:Spy, B:(Lord)"


def test_a_card_that_a_decree_moves_ahead_is_resolved_again(line):
    """Case 23, rulings 10d, 11, 26."""
    at = line(queue="B:Lord, A:(Royal Decree), C:(Heir), B:(Spy)").play("apply")
    assert at.score == (1, 2, 1)
    at.play("reveal", "move 1", "gap 3")
    assert at.queue == "C:(Heir), B:Lord, B:(Spy)"
    assert at.asked == "C KeepOrReveal 1"
    at.play("keep")
    assert at.asked == "B ApplyOrNot 2"
    at.play("apply")
    assert at.score == (1, 4, 1)
    assert at.asked == "B KeepOrReveal 3"


def test_a_card_that_a_decree_moves_behind_is_skipped(line):
    """Case 24, rulings 10d, 11."""
    at = line(queue="B:Lord, A:(Royal Decree), C:(Heir), B:(Spy)", resolve=2)
    at.play("reveal", "move 4", "gap 0")
    assert at.queue == "B:(Spy), B:Lord, C:(Heir)"
    assert at.asked == "C KeepOrReveal 3"
    at.play("keep")
    assert at.asked == "B Place"
    assert at.score == (1, 1, 1)


def test_a_lonely_decree_is_discarded(line):
    """Case 25, ruling 8."""
    at = line(queue="A:(Royal Decree)").play("reveal")
    assert at.queue == ""
    assert at.score == (1, 1, 1)
    assert at.asked == "B Place"


def test_a_card_uncovered_at_a_place_already_passed_waits(line):
    """Case 26, rulings 10, 23."""
    at = line(queue="B:(Spy,1)/B:Heir, A:(Royal Decree), C:(Lord)", resolve=2)
    at.play("reveal", "move 1", "gap 3")
    assert at.queue == "B:Heir, C:(Lord), B:(Spy,1)"
    assert at.asked == "C KeepOrReveal 2"
    at.play("keep")
    assert at.asked == "B KeepOrReveal 3"
    at.play("keep")
    assert at.queue == "B:Heir, C:(Lord,1), B:(Spy,2)"
    assert at.asked == "B Place"


def test_when_a_left_neighbour_falls_nobody_is_skipped(line):
    """Case 27, rulings 10a, 10d."""
    at = line(queue="C:(Heir), A:Soldier, B:(Lord)", resolve=2).play("apply", "hit 1")
    assert at.score == (2, 1, 1)
    assert at.queue == "A:Soldier, B:(Lord)"
    assert at.asked == "B KeepOrReveal 2"


def test_a_card_uncovered_further_on_is_resolved_when_reached(line):
    """Case 28, ruling 10."""
    at = line(queue="A:Soldier, B:(Spy)/B:(Lord)").play("apply", "hit 2")
    assert at.score == (2, 1, 1)
    assert at.queue == "A:Soldier, B:(Lord)"
    assert at.asked == "B KeepOrReveal 2"


def test_influence_on_an_eliminated_card_returns_to_the_supply(line):
    """Case 29, ruling 12."""
    at = line(queue="B:Soldier, A:(Conspiracy,4)").play("apply", "hit 2")
    assert at.score == (1, 2, 1)
    assert at.queue == "B:Soldier"
    assert sum(at.s.tokens) == 0
    assert at.asked == "B Place"


def test_covered_cards_break_a_tie(line):
    """Case 30, ruling 31."""
    at = line(
        queue="A:Heir, A:Soldier, B:Lord/B:Heir/B:(Spy,2)",
        influence={"A": 12, "B": 12}, round=6, resolve=4,
    )  # fmt: skip
    assert at.asked == "over"
    result = GAME.result(at.s)
    assert result.won == (False, True, False)
    assert result.rank == (2, 1, 3)
    assert result.score == (12, 12, 1)
    assert result.criteria[1][1] == (2, 3, 0)
    assert result.deciding == 1


def test_an_open_soldier_may_spare_its_own_neighbour(line):
    """Case 31, rulings 7, 33."""
    at = line(queue="A:Soldier, A:Heir", round=3)
    assert at.keys == ["apply", "decline"]
    at.play("decline")
    assert at.score == (1, 1, 1)
    assert at.queue == "A:Soldier, A:Heir"
    assert at.asked == "A ApplyOrNot 2"


def test_an_open_soldier_must_strike_its_own_neighbour_at_a_strict_table(line):
    """Case 31, rulings 7, 13."""
    at = line(queue="A:Soldier, A:Heir", round=3, options={"face_up_activation": "mandatory"})
    assert at.asked == "A Hit 1"
    assert at.keys == ["hit 2"]
    at.play("hit 2")
    assert at.score == (2, 1, 1)
    assert at.queue == "A:Soldier"
    assert at.asked == "B Place"


def test_a_covered_card_sleeps_and_wakes_with_its_influence(line):
    """Case 32, rulings 3, 45."""
    at = line(queue="B:Soldier, A:(Lord)/A:(Spy,2)", round=3, first="A", resolve=1)
    for _ in range(2):
        at.quiet_round()
        assert "/A:(Spy,2)" in at.queue
    assert at.s.round == 5
    at.play("apply", "hit 2")
    assert at.queue.startswith("B:Soldier, A:(Spy,2), ")
    assert at.asked == "A KeepOrReveal 2"
    at.play("reveal", "steal 1")
    assert at.score == (4, 1, 1)
    assert at.queue.startswith("B:Soldier, A:Spy, ")

"""Setup, placement, the cursor, the cards' limits, the options and the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from takujo.core.chance import Draw, Simulated, SplitMix
from takujo.core.frames import IllegalAction, advance, apply, awaited
from takujo.games.oriflamme import GAME, rules
from takujo.games.oriflamme.state import QUEUE, figures

# --- setup ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_everybody_starts_with_seven_cards_three_removed_ones_and_one_influence(players):
    s = GAME.new(players)
    advance(s, Simulated(SplitMix(players)))
    for p in range(players):
        hand, removed = s.zones[s.hand(p)], s.zones[s.removed(p)]
        assert len(hand) == 7
        assert len(removed) == 3
        assert sorted(hand + removed) == list(range(p * 10, p * 10 + 10))
    assert s.influence == [1] * players
    assert s.round == 1


def test_only_the_owner_knows_hand_and_removed_cards():
    s = GAME.new(3)
    advance(s, Simulated(SplitMix(7)))
    for p in range(3):
        for card in s.zones[s.hand(p)] + s.zones[s.removed(p)]:
            assert s.seen[card] == 1 << p


def test_nature_removes_three_of_ten_and_draws_the_first_player():
    s = GAME.new(4)
    asked = []

    def nature(state, frame):
        asked.append(frame.draw(state))
        return (9, 0, 4) if asked[-1].k == 3 else (2,)

    advance(s, nature)
    assert asked == [Draw(10, 3)] * 4 + [Draw(4, 1)]
    assert s.zones[s.removed(1)] == (10, 14, 19)
    assert s.first == 2
    (decision,) = awaited(s)
    assert decision.player == 2


@pytest.mark.parametrize("players", [2, 6])
def test_only_three_to_five_can_play(players):
    with pytest.raises(ValueError, match="3, 4, 5 players"):
        GAME.new(players)


# --- placement --------------------------------------------------------------------------------


def test_an_empty_queue_has_one_place(line):
    """Ruling 1."""
    at = line(placing="A", hands={"A": "archer lord"})
    assert at.keys == ["place archer head", "place lord head"]


def test_placing_goes_clockwise_from_the_first_player_and_the_tile_passes_to_the_left(line):
    """Rulings 1, 32."""
    at = line(4, placing="C", first="C", round=1)
    order = []
    for _ in range(4):
        order.append(at.asked)
        at.play(at.keys[0])
    assert order == ["C Place", "D Place", "A Place", "B Place"]
    while "Place" not in at.asked:
        at.play("keep")
    assert at.asked == "D Place"
    assert at.s.round == 2


def test_a_player_cannot_cover_foreign_cards_or_place_between_stacks(line):
    """Ruling 1."""
    at = line(queue="B:(Lord), A:(Spy), C:(Heir)", round=2, placing="A", hands={"A": "archer"})
    assert at.keys == ["place archer head", "place archer tail", "place archer on 2"]
    for spot in (rules.ON, rules.ON + 2):
        with pytest.raises(IllegalAction):
            apply(at.s, 0, rules.PLACE(0, spot), at.nature)


def test_stacks_grow_without_limit_and_open_cards_can_be_covered(line):
    """Ruling 2."""
    at = line(
        queue="A:Spy/A:(Heir)/A:Lord/A:(Soldier)", round=5, placing="A", hands={"A": "archer"}
    )
    at.play("place archer on 1")
    assert at.queue == "A:(Archer)/A:Spy/A:(Heir)/A:Lord/A:(Soldier)"


def test_head_and_tail_are_the_two_ends_of_the_queue(line):
    at = line(queue="B:(Lord)", round=2, placing="A", hands={"A": "archer", "C": "spy"})
    at.play("place archer head", "place assassination tail")
    assert at.queue == "A:(Archer), B:(Lord), B:(Assassination)"


# --- resolution -------------------------------------------------------------------------------


def test_a_kept_card_gains_one_influence_each_round(line):
    """Ruling 5."""
    at = line(queue="A:(Spy), B:(Lord,2)").play("keep", "keep")
    assert at.queue == "A:(Spy,1), B:(Lord,3)"
    assert at.score == (1, 1, 1)


def test_a_card_can_be_revealed_in_the_round_it_was_placed(line):
    """Ruling 5."""
    at = line(placing="C", first="A", queue="A:(Spy), B:(Lord)", round=1, hands={"C": "heir"})
    at.play("place heir tail", "keep", "keep", "reveal")
    assert at.score == (1, 1, 3)


def test_revealing_takes_the_influence_before_the_ability_is_applied(line):
    """Ruling 6."""
    at = line(queue="A:(Lord,4), B:Heir").play("reveal")
    assert at.score == (6, 1, 1)
    assert at.queue == "A:Lord, B:Heir"


def test_a_revealed_ability_must_be_applied_even_against_the_own_family(line):
    """Rulings 6, 13."""
    at = line(queue="A:(Soldier), A:Heir").play("reveal")
    assert at.keys == ["hit 2"]


def test_a_face_up_card_that_is_declined_stays_and_does_nothing(line):
    """Ruling 7."""
    at = line(queue="A:Lord, A:Heir").play("decline")
    assert at.score == (1, 1, 1)
    assert at.queue == "A:Lord, A:Heir"


def test_at_a_strict_table_face_up_cards_are_applied_without_a_question(line):
    """Ruling 7."""
    at = line(queue="A:Lord, B:Heir, C:(Spy)", options={"face_up_activation": "mandatory"})
    assert at.score == (2, 3, 1)
    assert at.asked == "C KeepOrReveal 3"


def test_a_strict_table_still_asks_whether_to_reveal(line):
    """Rulings 5, 7."""
    at = line(queue="A:(Lord)", options={"face_up_activation": "mandatory"})
    assert at.keys == ["keep", "reveal"]


def test_an_archer_that_hits_itself_uncovers_what_is_resolved_next(line):
    """Rulings 10b, 14."""
    at = line(queue="A:(Archer)/A:Lord, B:(Heir)").play("reveal", "hit 1")
    assert at.score == (2, 1, 1)
    assert at.queue == "A:Lord, B:(Heir)"
    assert at.asked == "A ApplyOrNot 1"


def test_an_archer_ambushed_on_a_stack_uncovers_what_is_resolved_next(line):
    """Rulings 10b, 27."""
    at = line(queue="B:(Archer)/B:(Lord,1), C:(Heir), A:(Ambush)").play("reveal", "hit 3")
    assert at.queue == "B:(Lord,1), C:(Heir)"
    assert at.asked == "B KeepOrReveal 1"


def test_several_one_shots_on_one_stack_are_resolved_one_after_the_other(line):
    """Ruling 10b."""
    at = line(queue="A:(Conspiracy,1)/A:(Ambush,5)/A:(Royal Decree), B:(Heir)")
    at.play("reveal", "reveal", "reveal", "move 2", "gap 0")
    assert at.score == (4, 1, 1)
    assert at.queue == "B:(Heir)"
    assert at.asked == "B Place"


def test_an_eliminated_stack_far_behind_the_cursor_shifts_it(line):
    """Ruling 10d."""
    at = line(queue="C:Heir, B:(Lord), A:Archer, B:(Spy)", resolve=3).play("apply", "hit 1")
    assert at.queue == "B:(Lord), A:Archer, B:(Spy)"
    assert at.asked == "B KeepOrReveal 3"


def test_a_card_eliminated_ahead_is_not_resolved(line):
    at = line(queue="A:Soldier, B:(Lord), C:(Heir)").play("apply", "hit 2")
    assert at.asked == "C KeepOrReveal 2"


def test_the_gap_before_a_decree_is_behind_and_the_gap_after_it_ahead(line):
    """Ruling 10d."""
    facts = {"queue": "B:(Lord), A:(Royal Decree), C:(Heir)", "resolve": 2}
    at = line(**facts).play("reveal", "move 3", "gap 1")
    assert at.queue == "B:(Lord), C:(Heir)"
    assert at.asked == "B Place"
    at = line(**facts).play("reveal", "move 1", "gap 2")
    assert at.queue == "B:(Lord), C:(Heir)"
    assert at.asked == "B KeepOrReveal 1"


# --- elimination ------------------------------------------------------------------------------


def test_an_archer_reaches_both_ends_and_nothing_between(line):
    """Ruling 14."""
    at = line(queue="B:(Lord), A:Archer, C:(Heir), B:(Spy)", resolve=2).play("apply")
    assert at.keys == ["hit 1", "hit 4"]


def test_an_archer_at_an_end_may_hit_itself(line):
    """Ruling 14."""
    at = line(queue="A:(Archer,2), B:(Lord)").play("reveal")
    assert at.keys == ["hit 1", "hit 2"]
    at.play("hit 1")
    assert at.score == (4, 1, 1)
    assert at.queue == "B:(Lord)"
    assert at.asked == "B KeepOrReveal 1"


def test_a_soldier_reaches_its_neighbours_only(line):
    """Ruling 15."""
    at = line(queue="B:(Lord), C:(Heir), A:Soldier, B:(Spy), C:(Lord)", resolve=3).play("apply")
    assert at.keys == ["hit 2", "hit 4"]


def test_an_assassination_reaches_every_other_top_card(line):
    """Rulings 13, 15, 43."""
    at = line(queue="B:(Lord), C:(Heir)/C:Spy, A:(Assassination), A:(Spy)", resolve=3)
    at.play("reveal")
    assert at.keys == ["hit 1", "hit 2", "hit 4"]
    at.play("hit 2")
    assert at.queue == "B:(Lord), C:Spy, A:(Spy)"
    assert at.score == (2, 1, 1)
    assert at.asked == "A KeepOrReveal 3"


def test_an_own_card_may_be_hit_although_opponents_are_in_reach(line):
    """Rulings 12, 13."""
    at = line(queue="A:(Conspiracy,3), A:Soldier, B:(Heir)", resolve=2).play("apply")
    assert at.keys == ["hit 1", "hit 3"]
    at.play("hit 1")
    assert at.score == (2, 1, 1)


def test_an_open_victim_is_discarded_like_any_other(line):
    """Ruling 12."""
    at = line(queue="A:Soldier, B:Lord")
    sums = GAME.tallies(at.s)
    at.play("apply", "hit 2")
    assert at.discarded("B")[-1] == "lord"
    assert at.score == (2, 1, 1)
    assert GAME.tallies(at.s) == sums


# --- gaining ----------------------------------------------------------------------------------

END = {"head": 1, "tail": 3}
ENDS = pytest.mark.parametrize("end", list(END))


def at_end(end, card, near="B:Heir", far="C:Soldier"):
    return f"{card}, {near}, {far}" if end == "head" else f"{far}, {near}, {card}"


@ENDS
def test_a_spy_at_an_end_has_one_neighbour(line, end):
    """Ruling 16."""
    at = line(queue=at_end(end, "A:(Spy)"), resolve=END[end]).play("reveal")
    assert at.keys == ["steal 1"]


@ENDS
def test_a_soldier_at_an_end_has_one_neighbour(line, end):
    """Ruling 15."""
    at = line(queue=at_end(end, "A:Soldier", far="C:Heir"), resolve=END[end]).play("apply")
    assert at.keys == ["hit 2"]


@ENDS
def test_a_lord_at_an_end_has_one_neighbour(line, end):
    """Ruling 17."""
    at = line(queue=at_end(end, "A:(Lord)", far="A:Heir"), resolve=END[end]).play("reveal")
    assert at.score[0] == 2


@ENDS
def test_a_shapeshifter_at_an_end_has_one_neighbour(line, end):
    """Ruling 19."""
    at = line(queue=at_end(end, "A:(Shapeshifter)"), resolve=END[end]).play("reveal")
    assert at.keys == ["copy 2"]


def test_a_spy_never_pushes_anybody_below_zero(line):
    """Ruling 16."""
    at = line(queue="A:Spy, B:(Lord)", influence={"B": 0}).play("apply", "steal 1")
    assert at.score == (1, 0, 1)


def test_a_spy_cannot_steal_from_its_owner_while_an_opponent_is_beside_it(line):
    """Ruling 16."""
    at = line(queue="A:(Lord), A:Spy, B:(Heir)", resolve=2, influence={"B": 0}).play("apply")
    assert at.keys == ["steal 1"]


def test_a_spy_between_two_cards_of_one_opponent_has_one_victim(line):
    """Ruling 16."""
    at = line(queue="B:(Lord), A:Spy, B:(Heir)", resolve=2, influence={"B": 5}).play("apply")
    assert at.keys == ["steal 1"]
    at.play("steal 1")
    assert at.score == (2, 4, 1)


def test_a_spy_takes_from_the_player_and_not_from_the_card(line):
    """Ruling 16."""
    at = line(queue="A:Spy, B:(Lord,3)", influence={"B": 2}).play("apply", "steal 1")
    assert at.queue == "A:Spy, B:(Lord,3)"
    assert at.score == (2, 1, 1)


def test_an_open_covered_heir_blocks_nobody_and_an_uncovered_one_does(line):
    """Rulings 3, 18."""
    at = line(queue="A:Heir, B:Heir/B:Lord").play("apply")
    assert at.score == (1, 1, 1)


# --- Shapeshifter -----------------------------------------------------------------------------


def test_a_shapeshifter_sees_only_open_neighbours(line):
    """Rulings 3, 19."""
    at = line(queue="B:(Lord)/B:Heir, A:(Shapeshifter), C:Soldier, B:Spy", resolve=2)
    at.play("reveal")
    assert at.keys == ["copy 3"]


def test_a_shapeshifter_without_an_open_neighbour_does_nothing(line):
    """Ruling 19."""
    at = line(queue="B:(Lord), A:(Shapeshifter), C:(Heir)", resolve=2).play("reveal")
    assert at.score == (1, 1, 1)
    assert at.asked == "C KeepOrReveal 3"


def test_a_shapeshifter_does_not_copy_a_shapeshifter(line):
    """Ruling 21."""
    at = line(queue="B:Shapeshifter, A:(Shapeshifter), C:(Heir)", resolve=2).play("reveal")
    assert at.asked == "C KeepOrReveal 3"


def test_a_copied_lord_counts_from_the_shapeshifter(line):
    """Ruling 20."""
    at = line(queue="A:(Spy)/A:Heir, A:Shapeshifter, B:Lord", resolve=2).play("apply", "copy 3")
    assert at.score == (4, 1, 1)


def test_a_copied_spy_looks_around_from_the_shapeshifter(line):
    """Ruling 20."""
    at = line(queue="C:(Heir), A:Shapeshifter, B:Spy", resolve=2).play("apply", "copy 3")
    assert at.keys == ["steal 1", "steal 2"]


def test_a_shapeshifter_that_copies_an_archer_may_hit_itself_or_its_model(line):
    """Rulings 14, 22."""
    facts = {"queue": "A:Shapeshifter, B:Archer"}
    at = line(**facts).play("apply", "copy 2")
    assert at.keys == ["hit 1", "hit 2"]
    at.play("hit 1")
    assert at.queue == "B:Archer"
    assert at.score == (2, 1, 1)
    assert at.asked == "B ApplyOrNot 1"
    at = line(**facts).play("apply", "copy 2", "hit 2")
    assert at.queue == "A:Shapeshifter"
    assert at.asked == "B Place"


def test_a_shapeshifter_stays_after_copying(line):
    """Ruling 22."""
    at = line(queue="A:(Shapeshifter,1), B:Lord").play("reveal", "copy 2")
    assert at.queue == "A:Shapeshifter, B:Lord"
    assert at.score == (3, 1, 1)


@pytest.mark.parametrize(("value", "gain"), [("own_name", 2), ("any_heir", 0)])
def test_a_second_heir_blocks_a_copied_one_only_by_option(line, value, gain):
    """Rulings 20, 42."""
    at = line(queue="A:(Shapeshifter), B:Heir, C:Heir", options={"copied_heir": value})
    at.play("reveal", "copy 2")
    assert at.score == (1 + gain, 1, 1)


@pytest.mark.parametrize("value", ["own_name", "any_heir"])
def test_the_copied_heir_itself_never_blocks(line, value):
    """Rulings 20, 42."""
    at = line(queue="A:(Shapeshifter), B:Heir, C:(Heir)", options={"copied_heir": value})
    at.play("reveal", "copy 2")
    assert at.score == (3, 1, 1)


def test_a_real_heir_does_not_care_for_shapeshifters(line):
    """Ruling 18."""
    at = line(
        queue="A:Heir, B:Shapeshifter, C:Shapeshifter", options={"copied_heir": "any_heir"}
    ).play("apply")
    assert at.score == (3, 1, 1)


# --- Lord's option ----------------------------------------------------------------------------


@pytest.mark.parametrize(("counts", "gain"), [(True, 6), (False, 3)])
def test_covered_cards_count_for_a_lord_unless_the_table_says_no(line, counts, gain):
    """Rulings 17, 39."""
    at = line(
        queue="A:(Spy)/A:Heir/A:(Soldier), A:(Lord), A:Archer/A:(Ambush)",
        resolve=2, options={"lord_counts_covered": counts},
    ).play("reveal")  # fmt: skip
    assert at.score == (1 + gain, 1, 1)


# --- Royal Decree -----------------------------------------------------------------------------


def test_a_decree_moves_any_top_card_but_itself(line):
    """Rulings 23, 43."""
    at = line(queue="B:(Lord), A:(Royal Decree), C:Heir/C:(Spy)", resolve=2).play("reveal")
    assert at.keys == ["move 1", "move 3"]


def test_a_single_card_must_change_its_gap(line):
    """Rulings 24, 25."""
    at = line(queue="B:(Lord), A:(Royal Decree), C:Heir", resolve=2).play("reveal", "move 1")
    assert at.keys == ["gap 2", "gap 3"]


def test_a_card_may_be_laid_beside_the_stack_it_was_taken_from(line):
    """Ruling 25."""
    at = line(queue="A:(Royal Decree), C:Heir/C:(Spy), B:(Lord)").play("reveal", "move 2")
    assert at.keys == ["gap 0", "gap 1", "gap 2", "gap 3"]
    at.play("gap 2")
    assert at.queue == "C:(Spy), C:Heir, B:(Lord)"
    assert at.asked == "C KeepOrReveal 1"


def test_a_moved_card_takes_its_influence_and_its_face_along(line):
    """Ruling 23."""
    at = line(queue="A:(Royal Decree,1), C:(Heir,2)/C:(Spy,1), B:Lord")
    at.play("reveal", "move 2", "gap 3")
    assert at.queue == "C:(Spy,1), B:Lord, C:(Heir,2)"
    assert at.score == (2, 1, 1)


def test_a_moved_ambush_is_not_set_off(line):
    """Ruling 30."""
    at = line(queue="A:(Royal Decree), B:(Ambush,1), C:(Lord)").play("reveal", "move 2", "gap 3")
    assert at.score == (1, 1, 1)
    assert at.queue == "C:(Lord), B:(Ambush,1)"


def test_an_ambush_beside_a_spy_is_not_set_off(line):
    """Ruling 30."""
    at = line(queue="A:Spy, B:(Ambush)").play("apply", "steal 1")
    assert at.score == (2, 0, 1)
    assert at.queue == "A:Spy, B:(Ambush)"


def test_by_default_nothing_is_moved_onto_a_card(line):
    """Rulings 24, 44."""
    at = line(queue="A:(Royal Decree), B:(Lord), B:(Heir)").play("reveal", "move 2")
    assert not [key for key in at.keys if key.startswith("on")]


ONTO = {"royal_decree_onto_own_card": True}


def test_by_option_a_card_is_moved_onto_another_stack_of_its_family(line):
    """Ruling 24."""
    at = line(queue="A:(Royal Decree), B:(Lord,1), C:Spy, B:(Heir)", options=ONTO)
    at.play("reveal", "move 2")
    assert at.keys == ["gap 0", "gap 3", "gap 4", "on 4"]
    at.play("on 4")
    assert at.queue == "C:Spy, B:(Lord,1)/B:(Heir)"
    assert at.asked == "C ApplyOrNot 1"
    at.play("decline")
    assert at.asked == "B KeepOrReveal 2"


def test_by_option_a_card_laid_on_the_decree_itself_is_resolved_next(line):
    """Rulings 11, 24."""
    at = line(queue="A:Lord, A:(Royal Decree), C:(Heir)", options=ONTO).play("apply")
    assert at.score == (3, 1, 1)
    at.play("reveal", "move 1")
    assert at.keys == ["gap 2", "gap 3", "on 2"]
    at.play("on 2")
    assert at.queue == "A:Lord, C:(Heir)"
    assert at.asked == "A ApplyOrNot 1"
    at.play("apply")
    assert at.score == (4, 1, 1)
    assert at.asked == "C KeepOrReveal 2"


def test_by_option_a_card_laid_on_a_decree_that_covers_others_keeps_them_covered(line):
    """Ruling 24."""
    at = line(queue="A:(Royal Decree)/A:(Spy,2), C:(Lord), A:(Heir,1)", options=ONTO)
    at.play("reveal", "move 3", "on 1")
    assert at.queue == "A:(Heir,1)/A:(Spy,2), C:(Lord)"
    assert at.asked == "A KeepOrReveal 1"


def test_by_option_a_card_laid_on_a_stack_behind_waits(line):
    """Ruling 24."""
    at = line(queue="B:Heir, A:(Royal Decree), B:(Lord)", resolve=2, options=ONTO)
    at.play("reveal", "move 3", "on 1")
    assert at.queue == "B:(Lord)/B:Heir"
    assert at.asked == "B Place"


# --- Ambush's option --------------------------------------------------------------------------


def test_by_option_the_own_attacker_is_spared_by_an_ambush(line):
    """Ruling 29."""
    at = line(
        queue="A:(Ambush,2), A:Soldier, C:(Heir)", resolve=2,
        options={"own_attacker_discarded_by_ambush": False},
    ).play("apply", "hit 1")  # fmt: skip
    assert at.score == (3, 1, 1)
    assert at.queue == "A:Soldier, C:(Heir)"
    assert at.asked == "C KeepOrReveal 2"


def test_by_option_an_assassination_of_the_own_ambush_leaves_all_the_same(line):
    """Ruling 29."""
    at = line(
        queue="A:(Assassination), A:(Ambush), C:(Heir)",
        options={"own_attacker_discarded_by_ambush": False},
    ).play("reveal", "hit 2")
    assert at.score == (3, 1, 1)
    assert at.queue == "C:(Heir)"
    assert at.asked == "C KeepOrReveal 1"


def test_the_option_does_not_spare_an_opponent(line):
    """Ruling 27."""
    at = line(
        queue="A:(Ambush), B:Soldier", resolve=2,
        options={"own_attacker_discarded_by_ambush": False},
    ).play("apply", "hit 1")  # fmt: skip
    assert at.score == (5, 2, 1)
    assert at.queue == ""


# --- the end ----------------------------------------------------------------------------------


def test_the_match_ends_after_the_sixth_round_with_one_card_in_every_hand(line):
    """Rulings 31, 47."""
    at = line(placing="A", round=1)
    for number in range(2, 7):
        while at.s.round < number:
            at.play("keep" if "keep" in at.keys else at.keys[-1])
    while at.asked != "over":
        at.play("keep" if "keep" in at.keys else at.keys[-1])
    assert at.s.round == 6
    assert [len(at.s.zones[at.s.hand(p)]) for p in range(3)] == [1, 1, 1]
    assert len(at.s.zones[QUEUE]) == 18
    assert len(at.s.series) == 7


def test_influence_on_cards_and_the_unplayed_card_count_nothing(line):
    """Ruling 31."""
    at = line(queue="A:(Spy,9), B:Lord", round=6, resolve=3, influence={"A": 4, "B": 5})
    result = GAME.result(at.s)
    assert result.score == (4, 5, 1)
    assert result.won == (False, True, False)
    assert result.deciding == 0


def test_equal_influence_and_equal_cards_share_the_victory(line):
    """Ruling 31."""
    at = line(queue="A:Spy, B:Lord", round=6, resolve=3, influence={"A": 5, "B": 5})
    result = GAME.result(at.s)
    assert result.won == (True, True, False)
    assert result.rank == (1, 1, 3)
    assert result.deciding == 0


def test_a_tie_of_three_is_broken_by_cards(line):
    """Ruling 31."""
    at = line(queue="A:Spy, B:Lord, C:Heir/C:(Lord)", round=6, resolve=4)
    result = GAME.result(at.s)
    assert result.won == (False, False, True)
    assert result.rank == (2, 2, 1)
    assert result.deciding == 1
    assert result.reason.key == "result.most_cards"


def test_when_all_are_level_nothing_decides(line):
    """Ruling 31."""
    at = line(queue="A:Spy, B:Lord, C:Heir", round=6, resolve=4)
    result = GAME.result(at.s)
    assert result.won == (True, True, True)
    assert result.deciding is None
    assert result.reason.key == "result.shared_by_many"


def test_the_lower_places_are_ranked_by_the_same_rule(line):
    """Ruling 31."""
    at = line(
        4, queue="A:Spy, B:Lord, C:Heir/C:(Lord)", round=6, resolve=4,
        influence={"A": 9, "B": 3, "C": 3, "D": 3},
    )  # fmt: skip
    assert GAME.result(at.s).rank == (1, 3, 2, 4)


def test_everything_hidden_is_shown_at_the_end(line):
    at = line(queue="A:(Spy,2), B:Lord", round=6, resolve=3)
    assert at.asked == "over"
    assert set(at.s.seen) == {at.s.layout.all}
    assert at.queue == "A:(Spy,2), B:Lord"


def test_a_player_without_a_card_in_the_queue_places_and_plays_on(line):
    """Nobody drops out: every order of losing all cards leaves somebody who is asked."""
    at = line(queue="A:Soldier, B:(Lord)", round=4).play("apply", "hit 2")
    assert at.queue == "A:Soldier"
    seen = set()
    while at.asked != "over":
        seen.add(at.asked[0])
        at.play(at.keys[0])
    assert seen == {"A", "B", "C"}


# --- figures ----------------------------------------------------------------------------------


def test_the_numbers_come_from_the_figures_and_not_from_the_code(line):
    base = figures(GAME.checked_options(3))
    strange = replace(
        base, kept_hidden=2, elimination=3, spy_steals=4, heir_gains=5, lord_gains=6,
        lord_gains_per_card=7, ambush_eliminated=8, ambush_revealed=9, conspiracy_factor=3,
    )  # fmt: skip
    facts = {"figures": strange, "influence": {"A": 0, "B": 10, "C": 0}}
    assert line(queue="A:(Spy)", **facts).play("keep").queue == "A:(Spy,2)"
    assert line(queue="A:Soldier, B:Lord", **facts).play("apply", "hit 2").score == (3, 10, 0)
    assert line(queue="A:Spy, B:Lord", **facts).play("apply", "steal 1").score == (4, 6, 0)
    assert line(queue="A:Heir", **facts).play("apply").score == (5, 10, 0)
    assert line(queue="A:Lord, A:(Spy)", **facts).play("apply").score == (13, 10, 0)
    assert line(queue="A:Soldier, B:(Ambush)", **facts).play("apply", "hit 2").score == (3, 18, 0)
    assert line(queue="A:(Ambush)", **facts).play("reveal").score == (9, 10, 0)
    assert line(queue="A:(Conspiracy,2)", **facts).play("reveal").score == (6, 10, 0)
    assert line(queue="A:Heir", **facts, round=6, resolve=2).asked == "over"
    longer = replace(strange, rounds=7)
    assert line(queue="A:Heir", round=6, resolve=2, figures=longer).asked == "B Place"


def test_other_numbers_of_removed_cards_and_starting_influence_can_be_dealt():
    base = figures(GAME.checked_options(3))
    s = GAME.setup_with(
        3, GAME.checked_options(3), replace(base, removed_cards=1, start_influence=4)
    )
    advance(s, Simulated(SplitMix(3)))
    assert [len(s.zones[s.removed(p)]) for p in range(3)] == [1, 1, 1]
    assert s.influence == [4, 4, 4]

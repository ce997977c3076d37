"""What the table shows to whom: scene, offers, forecasts, refusals, log, undo."""

from __future__ import annotations

import pytest

from takujo.core.chance import SplitMix
from takujo.core.frames import awaited
from takujo.core.knowledge import resample
from takujo.core.match import Match, Refused
from takujo.core.projection import view
from takujo.core.texts import say
from takujo.core.views import Arrow
from takujo.games.oriflamme import GAME
from takujo.text import words


def zone(seen, name):
    return next(z for z in seen.scene if z.id == name)


def offers(at, player):
    return {offer.key: offer for offer in view(GAME, at.s, player).offers if offer.key}


# --- scene ------------------------------------------------------------------------------------


def test_the_queue_shows_stacks_tokens_the_pointer_and_whose_cards_they_are(line):
    at = line(queue="A:Soldier, B:(Spy,2)/B:Heir, C:(Lord)", resolve=2)
    queue = zone(view(GAME, at.s, 2), "queue")
    soldier, heir, spy, lord = queue.pieces
    assert [p.at for p in queue.pieces] == ["1", "2", "2", "3"]
    assert (soldier.id, soldier.face, soldier.seat, soldier.down) == ("c1", "soldier", 0, False)
    assert (heir.face, heir.on, spy.on) == ("heir", "", heir.id)
    assert (spy.face, spy.down, spy.tokens, spy.seat) == ("back", True, 2, 1)
    assert (lord.face, lord.down, lord.id) == ("lord", True, "c24")
    assert [p.pointer for p in queue.pieces] == [False, False, True, False]
    assert queue.shape.gaps
    assert len(queue.shape.ends) == 2


def test_a_viewer_sees_the_own_hand_and_removed_cards_and_nobody_elses(line):
    at = line(queue="A:(Spy)", hands={"A": "lord heir"}, removed={"A": "archer soldier ambush"})
    own = view(GAME, at.s, 0)
    assert [p.face for p in zone(own, "hand.0").pieces] == ["heir", "lord"]
    assert [p.face for p in zone(own, "removed.0").pieces] == ["archer", "soldier", "ambush"]
    assert zone(own, "removed.0").private
    assert zone(own, "purse").count == 1
    for other in (1, 2, None):
        names = {z.id for z in view(GAME, at.s, other).scene}
        assert not names & {"hand.0", "removed.0"}
    assert "purse" not in {z.id for z in view(GAME, at.s, None).scene}


def test_discards_are_open_to_all(line):
    at = line(queue="A:Soldier, B:(Lord)").play("apply", "hit 2")
    for viewer in (0, 1, 2, None):
        assert zone(view(GAME, at.s, viewer), "discard.1").pieces[-1].face == "lord"


def test_the_card_of_the_last_move_is_marked(line):
    at = line(queue="A:(Soldier), B:(Lord)").play("keep")
    assert [p.last for p in zone(view(GAME, at.s, 1), "queue").pieces] == [True, False]


def test_panels_count_influence_hand_and_discards_and_mark_the_first_player(line):
    at = line(queue="A:(Spy)", hands={"A": "lord heir"}, influence={"A": 7}, first="B", round=2)
    panels = view(GAME, at.s, None).panels
    assert panels[0].main.value == 7
    assert {c.name: c.value for c in panels[0].counters} == {"hand": 2, "out": 4}
    assert [p.tags for p in panels] == [(), ("first",), ()]
    assert panels[0].waiting.key == "waiting.keep_or_reveal_first"


def test_after_the_end_everything_hidden_is_in_the_scene(line):
    at = line(queue="A:(Spy,2)", round=6, resolve=2)
    seen = view(GAME, at.s, None)
    assert set(seen.result.revealed) <= {z.id for z in seen.scene}
    assert len(seen.result.revealed) == 6
    assert all(p.face != "back" for z in seen.scene for p in z.pieces)
    assert not any(z.private for z in seen.scene)


def test_progress_tells_round_and_phase(line):
    at = line(queue="A:(Spy)", round=3)
    now = view(GAME, at.s, 0).progress
    assert (now.done, now.of, now.phase.key) == (2, 6, "phase.resolution")
    at = line(placing="A", round=3)
    assert view(GAME, at.s, 0).progress.phase.key == "phase.placement"
    at = line(round=6)
    assert (view(GAME, at.s, 0).progress.done, view(GAME, at.s, 0).progress.phase) == (6, None)


# --- offers -----------------------------------------------------------------------------------


def test_a_card_is_placed_by_clicking_it_and_then_its_place(line):
    at = line(queue="B:(Lord), A:(Spy)", round=2, placing="A", hands={"A": "archer"})
    assert {key: offer.path for key, offer in offers(at, 0).items()} == {
        "place archer head": ("c0", "#queue:gap0"),
        "place archer tail": ("c0", "#queue:gap2"),
        "place archer on 2": ("c0", "#queue:2"),
    }


def test_decisions_are_buttons_and_targets_are_stacks_panels_and_gaps(line):
    at = line(queue="A:(Spy), B:Heir")
    assert [o.path for o in offers(at, 0).values()] == [("!keep",), ("!reveal",)]
    at.play("reveal")
    assert [o.path for o in offers(at, 0).values()] == [("~1",)]
    at = line(queue="A:Soldier, B:Heir")
    assert [o.path for o in offers(at, 0).values()] == [("!apply",), ("!decline",)]
    at.play("apply")
    assert [o.path for o in offers(at, 0).values()] == [("#queue:2",)]
    at = line(queue="A:(Royal Decree), B:Heir").play("reveal")
    assert [o.path for o in offers(at, 0).values()] == [("#queue:2",)]
    at.play("move 2")
    assert [o.path for o in offers(at, 0).values()] == [("#queue:gap0",)]


NOTES = [
    ("A:(Lord,2), A:(Heir)", "take 2, gain 2"),
    ("A:(Heir), B:Lord", "gain 2"),
    ("A:(Heir,1), B:Heir", "take 1; another one is in sight: gain nothing"),
    ("A:(Spy,2), B:Lord", "take 2, steal 1 from Bea"),
    ("B:Lord, A:(Spy), C:Heir", "steal from a neighbour"),
    ("A:(Spy), A:Lord", "no effect"),
    ("A:(Soldier,1), B:Lord", "take 1, eliminate a card"),
    ("A:(Soldier)", "no effect"),
    ("A:(Archer)", "eliminate a card"),
    ("A:(Assassination,3)", "take 3, no other effect"),
    ("A:(Royal Decree), B:Lord", "move a card"),
    ("A:(Shapeshifter,1), B:Heir", "take 1, act as the Heir"),
    ("A:(Shapeshifter), B:(Heir)", "no effect"),
    ("A:(Ambush,3), B:Heir", "lose 3, gain 1"),
    ("A:(Ambush), B:Heir", "gain 1"),
    ("A:(Conspiracy,3)", "take 6"),
    ("A:(Conspiracy)", "no effect"),
]


@pytest.mark.parametrize(("queue", "note"), NOTES)
def test_the_reveal_button_tells_what_revealing_will_bring(line, queue, note):
    stack = 1 + [s.startswith("A:(") for s in queue.split(", ")].index(True)
    at = line(queue=queue, resolve=stack)
    offer = offers(at, 0)["reveal"]
    said = words("en", GAME).plain(offer.note, viewer=0, names={0: "Ann", 1: "Bea", 2: "Cem"})
    assert said == note


FORECASTS = [
    ("A:(Lord,2), A:(Heir)", "reveal", ((0, 4),)),
    ("A:(Spy,2), B:Lord", "reveal", ((0, 3), (1, -1))),
    ("A:(Ambush,3), B:Lord", "reveal", ((0, 1),)),
    ("A:(Conspiracy,3), B:Lord", "reveal", ((0, 6),)),
    ("A:(Soldier,1), B:Lord", "reveal", ((0, 2),)),
    ("A:Heir, B:Lord", "apply", ((0, 2),)),
    ("A:Heir, B:Heir", "apply", ()),
]


@pytest.mark.parametrize(("queue", "key", "deltas"), FORECASTS)
def test_the_forecast_tells_what_is_sure(line, queue, key, deltas):
    at = line(queue=queue)
    forecast = offers(at, 0)[key].forecast
    assert forecast.deltas == deltas


@pytest.mark.parametrize(("queue", "key"), [(q, k) for q, k, _ in FORECASTS if "Soldier" not in q])
def test_a_forecast_without_further_choice_equals_the_change_of_influence(line, queue, key):
    at = line(queue=queue)
    before = at.score
    deltas = dict(offers(at, 0)[key].forecast.deltas)
    at.play(key)
    if at.asked.startswith("A Steal"):
        at.play(at.keys[0])
    assert [at.score[p] - before[p] for p in range(3)] == [deltas.get(p, 0) for p in range(3)]


def test_a_forecast_never_tells_what_a_hidden_victim_is(line):
    """An Ambush and a Conspiracy in the same place look alike to the attacker."""
    seen = []
    for card in ("Ambush", "Conspiracy"):
        at = line(queue=f"A:Soldier, B:({card},2)", discards={"B": ""}).play("apply")
        offer = offers(at, 0)["hit 2"]
        assert offer.forecast.deltas == ((0, 1),)
        assert offer.forecast.tokens == (("k2", -2),)
        seen.append((offer.label, offer.note, offer.forecast, offer.final))
    assert seen[0] == seen[1]


def test_a_forecast_knows_the_own_ambush(line):
    at = line(queue="A:Soldier, A:(Ambush)").play("apply")
    assert offers(at, 0)["hit 2"].forecast.deltas == ((0, 2),)


def test_a_theft_is_previewed_with_an_arrow_and_a_coin(line):
    at = line(queue="A:(Spy), B:Lord")
    assert offers(at, 0)["reveal"].forecast.arrows == (Arrow("c14", "c2", "@coin"),)


def test_keeping_is_previewed_as_a_token_on_the_card(line):
    at = line(queue="A:(Spy,1)")
    assert offers(at, 0)["keep"].forecast.tokens == (("c2", 1),)


# --- refusals ---------------------------------------------------------------------------------

PLACING = {"queue": "B:Lord", "placing": "A", "hands": {"A": "spy"}}
REFUSALS = [
    ({"queue": "A:Archer, B:Lord, C:Heir"}, ["apply"], "hit 2", "refused.archer"),
    ({"queue": "A:Soldier, B:Lord, C:Heir"}, ["apply"], "hit 3", "refused.soldier"),
    ({"queue": "A:(Assassination), B:Lord"}, ["reveal"], "hit 1", "refused.assassination"),
    ({"queue": "A:Spy, B:Lord, C:Heir"}, ["apply"], "steal 2", "refused.spy"),
    ({"queue": "A:Spy, B:Lord, C:Heir"}, ["apply"], "steal 0", "refused.steal_oneself"),
    ({"queue": "A:Shapeshifter, B:Lord"}, ["apply"], "copy 1", "refused.copy"),
    ({"queue": "A:(Royal Decree), B:Lord"}, ["reveal"], "move 1", "refused.move"),
    ({"queue": "A:(Royal Decree), B:Lord"}, ["reveal", "move 2"], "gap 1", "refused.gap"),
    ({"queue": "A:(Royal Decree), B:Lord"}, ["reveal", "move 2"], "on 1", "refused.onto"),
    (PLACING, [], "place spy on 1", "refused.place"),
    (PLACING, [], "place lord head", "refused.not_in_hand"),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "before", "key", "reason"), REFUSALS)
def test_a_refusal_names_the_rule(line, facts, before, key, reason):
    at = line(**facts).play(*before)
    text = GAME.why_not(at.s, 0, key)
    assert text.key == reason
    for lang in ("en", "ja"):
        assert words(lang, GAME).plain(text) != reason


# --- knowledge, log, undo ---------------------------------------------------------------------


def test_a_hidden_card_can_be_any_card_that_its_owner_has_not_shown(line):
    at = line(queue="A:(Spy), B:(Lord)", removed={"A": "archer soldier heir"})
    rng = SplitMix(5)
    found = {resample(GAME, at.s, 1, rng).zones[0][0] for _ in range(200)}
    shown = set(at.s.zones[at.s.discard_area(0)])
    assert found == set(range(10)) - shown


def test_the_log_names_a_placed_card_to_its_owner_only(line):
    match = Match.start(GAME, 3, key=b"x" * 32)
    player = match.awaited[0]
    key = next(k for k in match.seat(player).offers() if k.startswith("place"))
    match.play(player, key, match.asked(player))
    said = [match.log(viewer)[-1].text.args for viewer in range(3)]
    cards = [dict(args)["card"].face for args in said]
    assert cards[player] == key.split()[1]
    assert [c for p, c in enumerate(cards) if p != player] == ["", ""]


def to_keep_or_reveal(match):
    while "reveal" not in match.seat(match.awaited[0]).offers():
        player = match.awaited[0]
        match.play(player, match.seat(player).offers()[0], match.asked(player))
    return match.awaited[0]


def test_a_revealed_card_cannot_be_taken_back(line):
    match = Match.start(GAME, 3, key=b"y" * 32)
    player = to_keep_or_reveal(match)
    match.play(player, "reveal", match.asked(player))
    with pytest.raises(Refused):
        match.undo(player)


def test_a_card_kept_hidden_can_be_taken_back_until_somebody_else_is_asked(line):
    match = Match.start(GAME, 3, key=b"z" * 32)
    player = to_keep_or_reveal(match)
    match.play(player, "keep", match.asked(player), hold="always")
    assert match.held == (player, "keep")
    match.undo(player)
    assert match.held is None
    assert match.awaited == (player,)
    assert "keep" in match.seat(player).offers()


def test_a_decision_names_no_card_that_its_player_does_not_know(line):
    """So its name, which is sent to the player, tells nothing either."""
    asked = set()
    for card in ("Ambush", "Conspiracy"):
        at = line(queue=f"A:(Royal Decree), B:({card})", discards={"B": ""})
        at.play("reveal", "move 2")
        (decision,) = awaited(at.s)
        asked.add(decision)
    assert len(asked) == 1


# --- positions --------------------------------------------------------------------------------

NONSENSE = [
    ({"queue": "F:Spy"}, "no family 'F'"),
    ({"queue": "A:Bishop"}, "no card 'Bishop'"),
    ({"queue": "A Spy"}, "expected a card like"),
    ({"queue": "A:Ambush"}, "never stays face up"),
    ({"queue": "A:Spy/B:(Lord)"}, "belong to one family"),
    ({"queue": "A:Spy, A:(Spy)"}, "named twice"),
    ({"queue": "A:Spy", "hands": {"A": "spy"}}, "in two places"),
    ({"queue": "A:Spy", "resolve": 3}, "no stack 3"),
    ({"queue": "A:Spy", "resolve": 1, "placing": "A"}, "not both"),
    ({"round": 7}, "rounds 1 to 6"),
    ({"placing": "A", "hands": {"A": ""}}, "no card left"),
]


@pytest.mark.parametrize(("facts", "sentence"), NONSENSE)
def test_facts_that_make_no_sense_are_refused_with_a_sentence(facts, sentence):
    with pytest.raises(ValueError, match=sentence):
        GAME.position(3, {}, **facts)


def test_a_position_has_all_cards_and_the_right_knowledge(line):
    at = line(queue="A:Soldier, B:(Spy,2)/B:Heir", hands={"A": "lord spy"}, influence={"A": 3})
    s = at.s
    assert sorted(card for cards in s.zones for card in cards) == list(range(30))
    assert [len(s.zones[s.removed(p)]) for p in range(3)] == [3, 3, 3]
    assert s.seen[1] == s.layout.all
    assert s.seen[12] == 1 << 1
    assert s.seen[13] == s.layout.all
    assert all(s.seen[c] == 1 for c in s.zones[s.hand(0)] + s.zones[s.removed(0)])
    assert GAME.from_json(3, s.options, s.to_json()) == s


def explained(at, player):
    """What is shown as out of reach, by the path that would be clicked."""
    shown = view(GAME, at.s, player).offers
    assert all((o.why_not is None) == bool(o.key) for o in shown)
    return {o.path: o.why_not for o in shown if o.why_not is not None}


def test_a_stack_out_of_reach_says_which_rule_forbids_it(line):
    at = line(queue="A:(Archer), B:Heir, C:Lord").play("reveal")
    assert explained(at, 0) == {("#queue:2",): say("refused.archer")}
    assert list(at.keys) == ["hit 1", "hit 3"]
    assert explained(at, 1) == {}


def test_a_spy_that_can_steal_explains_the_families_out_of_reach(line):
    at = line(queue="A:(Spy), B:Heir, C:Lord").play("reveal")
    assert explained(at, 0) == {
        ("~0",): say("refused.steal_oneself"),
        ("~2",): say("refused.spy"),
    }


def test_a_decree_explains_that_it_does_not_move_itself(line):
    at = line(queue="B:Heir, A:(Royal Decree)", resolve=2).play("reveal")
    assert explained(at, 0) == {("#queue:2",): say("refused.move")}

"""Journals and records: loading, replay, digests, damage, proof, other rules."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from core.play import KEY, SERVER_KEY, again, finish, play, same, small, toy, wild, written
from core.small import Note, Notes, Pick, Small, Toss, each
from takujo.core.actions import Action, Decision
from takujo.core.chance import Live, SplitMix, match_key
from takujo.core.match import Match, RecordError
from takujo.core.proof import verify
from takujo.core.state import Json
from toys import TOYS

NONCES = [bytes([p]) * 16 for p in range(4)]

# --- loading a journal ------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", sorted(TOYS))
def test_a_journal_gives_the_same_match_at_every_moment(name: str, seed: int) -> None:
    match = toy(name)
    rng = SplitMix(seed)
    key = match_key(SERVER_KEY, NONCES[: match.players])
    while not match.over and match.seq < 150:
        wild(match, rng, 6)
        assert same(again(match, key=key), match)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", sorted(TOYS))
def test_the_record_is_the_journal_without_what_was_taken_back(name: str, seed: int) -> None:
    match = wild(toy(name), SplitMix(seed), 120)
    record = json.loads(json.dumps(match.record()))
    shown = Match.load(record[0], record[1:], game=match.game)
    assert shown.lines == record[1:]
    assert [line["seq"] for line in record[1:]] == list(range(len(record) - 1))
    assert not any(word in line for line in record[1:] for word in ("undo", "retract", "hold"))
    assert shown.state == match.state
    assert shown.draws() == match.draws()
    for viewer in (*range(match.players), None):
        kept = [(x.text, x.who) for x in match.log(viewer) if not x.undone]
        assert [(x.text, x.who) for x in shown.log(viewer)] == kept
    again_written = json.loads(json.dumps(shown.record()))
    assert again_written == record


def test_a_loaded_match_goes_on_with_the_same_draws() -> None:
    match = small(Pick(0, after=(Toss(99, 3),)), Pick(1, after=(Toss(99, 3),)), Pick(0))
    play(match, 0, "pick 0")
    other = again(match)
    for m in (match, other):
        play(m, 1, "pick 1")
    assert same(match, other)


def test_a_match_without_its_key_can_be_looked_at_and_not_played_on() -> None:
    match = small(Pick(0, after=(Toss(6),)), Pick(0))
    shown = again(match, key=None)
    name = shown.asked(0)
    with pytest.raises(Exception, match=r"refused\.replay_only"):
        shown.play(0, "pick 0", name)
    assert shown.asked(0) == name
    assert shown.lines == match.lines


def test_every_tenth_line_carries_a_digest_of_the_position() -> None:
    match = small(*(Pick(0) for _ in range(25)))
    digests = {0: match.digest()}
    for seq in range(1, 22):
        play(match, 0, "pick 1")
        digests[seq] = match.digest()
    assert {line["seq"]: line["digest"] for line in match.lines if "digest" in line} == {
        seq: digests[seq] for seq in (0, 10, 20)
    }


def test_words_that_the_arena_adds_to_a_line_are_kept() -> None:
    match = small(Pick(0), Pick(0))
    play(match, 0, "pick 0")
    match.reseat(1, "bot:greedy")
    lines = [{**line, "time": 5} for line in written(match)]
    assert [x["time"] for x in Match.load(match.header, lines, game=match.game).lines] == [5] * 3


def test_the_game_is_found_by_the_header(toys: None) -> None:
    match = wild(toy("ambush"), SplitMix(3), 20)
    loaded = Match.load(match.header, written(match), key=b"")
    assert loaded.game is TOYS["ambush"]
    with pytest.raises(
        RecordError, match=r"line 1 .*no game 'chess'; there are: ambush, atlas, bombs"
    ):
        Match.load({**match.header, "game": "chess"}, written(match))


# --- damaged records --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"takujo": 2}, "line 1: expected the header of a Takujo record"),
        ({"players": 7, "seats": ["human"] * 7}, "line 1 .*small is for 1, 2, 3, 4 players, not 7"),
        ({"players": "2"}, "`players` is a number of players, not '2'"),
        ({"players": 3}, "3 seats expected"),
        ({"options": [1]}, "`options` is the options by name"),
        ({"options": {"speed": 1}}, "no option 'speed'; its options are: level"),
        ({"options": {"level": 9}}, "option level of small is one of 1, 2, 3, not 9"),
        ({"seats": ["human"]}, "2 seats expected"),
        ({"seats": [1, 2]}, "2 seats expected"),
        ({"rules": None}, "`rules` is a rules version, not None"),
    ],
)
def test_a_damaged_header_says_what_was_expected(change: dict[str, Any], said: str) -> None:
    match = small(Pick(0))
    with pytest.raises(RecordError, match=said):
        Match.load({**match.header, **change}, written(match), game=match.game)


@pytest.mark.parametrize("header", [None, [], "x", 3, {}])
def test_what_is_no_header_is_refused(header: Any) -> None:
    with pytest.raises(RecordError, match="line 1: expected the header"):
        Match.load(header, [], game=Small())


def damaged() -> Match:
    """A journal with a line of most kinds."""
    match = small(Toss(6), Pick(0), Pick(0, after=(Toss(5, 2),)), each(1, 1), Pick(1), players=2)
    play(match, 0, "pick 0")  # 1
    match.undo(0)  # 2
    play(match, 0, "pick 1")  # 3
    play(match, 0, "pick 1")  # 4
    play(match, 0, "answer 3")  # 5
    match.undo(0)  # 6: retract
    match.reseat(1, "bot:greedy")  # 7
    play(match, 0, "answer 2")  # 8
    return match


def change(line: int, **new: Any) -> Callable[[list[Json]], Any]:
    return lambda lines: lines[line].update(new)


def drop(line: int, word: str) -> Callable[[list[Json]], Any]:
    return lambda lines: lines[line].pop(word)


@pytest.mark.parametrize(
    ("damage", "line"),
    [
        (lambda lines: lines.pop(3), 5),
        (lambda lines: lines.insert(3, lines[3]), 6),
        (lambda lines: lines.reverse(), 2),
        (lambda lines: lines.__setitem__(4, "x"), 6),
        (lambda lines: lines.__setitem__(4, None), 6),
        (lambda lines: lines.__setitem__(0, {"seq": 0, "seat": 0, "key": "pick 0"}), 2),
        (lambda lines: lines.__setitem__(1, {"seq": 1, "start": True}), 3),
        (change(0, chance=[[6, [6]]]), 2),
        (change(0, chance=[[7, [2]]]), 2),
        (change(0, chance=[[6, [2]], [6, [2]]]), 2),
        (change(0, chance=[[6, [2, 3]]]), 2),
        (change(0, chance=[]), 2),
        (change(0, chance=7), 2),
        (change(0, chance=[[6]]), 2),
        (change(0, digest="0000"), 2),
        (drop(0, "chance"), 2),
        (change(1, key="pick 5"), 3),
        (change(1, key=None), 3),
        (change(1, seat=1), 3),
        (change(1, seat="0"), 3),
        (drop(1, "seat"), 3),
        (change(1, chance=[[6, [1]]]), 3),
        (change(2, undo=0), 4),
        (change(2, undo=7), 4),
        (change(2, undo="1"), 4),
        (drop(2, "undo"), 4),
        (change(4, chance=[[5, [1, 1]]]), 6),
        (change(6, retract=4), 8),
        (change(6, retract=8), 8),
        (change(6, seat=1), 8),
        (change(6, seat=99), 8),
        (change(7, seat=2), 9),
        (change(7, seat=-1), 9),
        (change(8, seq=9), 10),
    ],
)
def test_a_damaged_line_is_named(damage: Any, line: int) -> None:
    match = damaged()
    lines = copy.deepcopy(written(match))
    damage(lines)
    with pytest.raises(RecordError, match=rf"^line {line}\b"):
        Match.load(match.header, lines, game=match.game)


def test_the_undamaged_journal_loads() -> None:
    match = damaged()
    assert same(again(match), match)


@pytest.mark.parametrize(
    "line", [{"concede": 9}, {"concede": "x"}, {"hold": "pick 0", "seat": 0}, {"check": 5}, {}]
)
def test_a_line_that_cannot_follow_is_named(line: Json) -> None:
    match = damaged()
    with pytest.raises(RecordError, match=r"^line 11"):
        Match.load(match.header, [*written(match), {"seq": 9, **line}], game=match.game)


def test_a_record_goes_on_after_its_header() -> None:
    with pytest.raises(RecordError, match="line 2: a record goes on"):
        Match.load(small(Pick(0)).header, [], game=Small())


def test_nothing_follows_the_end_of_a_match() -> None:
    match = small(Pick(0))
    match.truncate()
    for line in ({"truncate": True}, {"seat": 0, "key": "pick 0"}, {"concede": 0}):
        with pytest.raises(RecordError, match=r"^line 4"):
            Match.load(match.header, [*written(match), {"seq": 2, **line}], game=match.game)


def test_a_forged_position_is_found_by_the_next_digest() -> None:
    match = small(*(Pick(0) for _ in range(12)))
    play(match, 0, *["pick 0"] * 11)
    lines = written(match)
    lines[4]["key"] = "pick 1"
    with pytest.raises(RecordError, match=r"^line 12: the position differs from the digest"):
        Match.load(match.header, lines, game=match.game)


# --- proof ------------------------------------------------------------------------------------


def proved(name: str, seed: int = 1) -> list[Json]:
    """The record of a whole match with undo in it, with the parts of its key."""
    match = finish(wild(toy(name), SplitMix(seed), 40), SplitMix(seed))
    nonces = NONCES[: match.players]
    record: list[Json] = json.loads(json.dumps(match.record(server_key=SERVER_KEY, nonces=nonces)))
    return record


@pytest.mark.parametrize("name", sorted(TOYS))
def test_an_honest_record_is_verified(name: str) -> None:
    for seed in range(4):
        assert verify(proved(name, seed), game=TOYS[name]) == []


def test_a_forged_outcome_is_found() -> None:
    record = proved("ambush")
    record[1]["chance"] = [[3, [(record[1]["chance"][0][1][0] + 1) % 3]]]
    for line in record[1:]:
        line.pop("digest", None)
    faults = verify(record, game=TOYS["ambush"])
    assert faults
    assert all(isinstance(fault, str) for fault in faults)


def test_a_deal_that_nobody_drew_is_found_by_its_number() -> None:
    game = Small(Pick(0, after=(Toss(50, 2),)), Pick(0, after=(Toss(50, 2),)))
    key = match_key(SERVER_KEY, NONCES[:2])
    honest = Match.start(game, 2, key=key)
    play(honest, 0, "pick 0")
    forged = Match.load(honest.header, written(honest), key=b"another", game=game)
    play(forged, 0, "pick 0")
    record = forged.record(server_key=SERVER_KEY, nonces=NONCES[:2])
    faults = verify(record, game=game)
    assert len(faults) == 2  # it has no seal either
    assert faults[1].startswith("outcome 1 does not follow from the keys")


@pytest.mark.parametrize(
    ("forge", "said"),
    [
        (lambda h: h.update(server_key=bytes(32).hex()), "does not fit the seal"),
        (lambda h: h.update(commitment="00"), "does not fit the seal"),
        (lambda h: h.pop("commitment"), "does not fit the seal"),
        (lambda h: h["nonces"].__setitem__(1, "ff"), "outcome 0 does not follow from the keys"),
        (lambda h: h["nonces"].reverse(), "outcome 0 does not follow from the keys"),
        (lambda h: h["nonces"].append(""), "expected 4 nonces, not 5"),
        (lambda h: h.pop("server_key"), "holds no server key"),
        (lambda h: h.pop("nonces"), "expected the server key and a nonce per seat"),
        (lambda h: h.update(server_key="xyz"), "expected the server key and a nonce per seat"),
        (lambda h: h.update(server_key=5), "expected the server key and a nonce per seat"),
        (lambda h: h.update(nonces=[1, 2, 3, 4]), "expected the server key and a nonce per seat"),
        (lambda h: h.update(takujo=0), "line 1: expected the header"),
    ],
)
def test_a_forged_key_is_found(forge: Any, said: str) -> None:
    record = proved("bombs")
    forge(record[0])
    assert any(said in fault for fault in verify(record, game=TOYS["bombs"]))


def test_an_empty_record_is_no_record() -> None:
    assert verify([]) == ["the record is empty"]


def test_a_choice_that_was_slipped_in_is_found() -> None:
    record = proved("ambush")
    keys = [i for i, line in enumerate(record) if line.get("key") == "keep"]
    record[keys[0]]["key"] = "reveal"
    assert verify(record, game=TOYS["ambush"])


# --- other rules ------------------------------------------------------------------------------


class Louder(Pick):
    """The rules of the next version: the third choice is noted twice."""

    __slots__ = ()

    def choose(self, s: Notes, action: Action) -> None:
        if len(s.notes) == 3:
            s.note(self.player, action.args[0])
        super().choose(s, action)


Louder.__name__ = "Pick"


class Stricter(Pick):
    """The rules of another version: the second choice is gone."""

    __slots__ = ()

    def decision(self, s: Notes) -> Decision:
        found = super().decision(s)
        return found._replace(actions=found.actions[:1])


Stricter.__name__ = "Pick"


def rules(kind: type[Pick], version: int, draws: bool = False) -> Small:
    """A game of 30 choices, three of which are followed by a draw."""
    after = (Toss(9),) if draws else ()
    frames = [kind(0, after=after if i % 10 == 5 else ()) for i in range(30)]
    game = Small(*frames, version=version)
    game.frames = (*(f for f in Small.frames if f is not Pick), kind)  # type: ignore[misc]
    return game


def old(n: int = 14, draws: bool = False) -> Match:
    """A match under the first rules, `n` choices old."""
    match = Match.start(rules(Pick, 1, draws), 2, key=KEY)
    play(match, 0, *["pick 1"] * n)
    return match


def test_after_a_change_of_rules_that_changes_nothing_the_match_goes_on() -> None:
    match = old()
    loaded = Match.load(match.header, written(match), key=KEY, game=rules(Pick, 2))
    assert loaded.parted is None
    assert loaded.state.to_json() == match.state.to_json()


def test_where_digests_part_the_line_is_known() -> None:
    match = old()
    loaded = Match.load(match.header, written(match), key=KEY, game=rules(Louder, 2))
    assert loaded.parted == 10
    assert loaded.lines == match.lines  # with the digests that were written then


def test_a_line_whose_draw_has_changed_waits_for_a_checkpoint_too() -> None:
    match = old(draws=True)
    changed = Small(*(Pick(0, after=(Toss(8 + i),)) for i in range(30)), version=2)
    lines = [*written(match), {"seq": match.seq, "check": match.state.to_json(), "rules": 2}]
    for line in lines:
        line.pop("digest", None)
    loaded = Match.load(match.header, lines, key=KEY, game=changed)
    assert [{k: v for k, v in x.items() if k != "digest"} for x in loaded.lines] == lines
    assert loaded.state.to_json() == match.state.to_json()
    with pytest.raises(RecordError, match=r"^line 3"):
        Match.load(match.header, lines[:-1], key=KEY, game=changed)


def test_a_draw_of_another_size_is_a_line_that_does_not_fit() -> None:
    game = Small(Pick(0, after=(Toss(9),)), Pick(0), Pick(0))
    match = Match.start(game, 2, key=KEY)
    play(match, 0, "pick 0", "pick 1")
    wider = Small(Pick(0, after=(Toss(10),)), Pick(0), Pick(0), version=2)
    check = {"seq": 3, "check": match.state.to_json(), "rules": 2}
    loaded = Match.load(match.header, [*written(match), check], game=wider)
    assert [x["seq"] for x in loaded.lines] == [0, 1, 2, 3]
    assert loaded.draws() == match.draws()


def test_a_change_without_a_new_version_is_a_fault() -> None:
    match = old()
    with pytest.raises(RecordError, match=r"^line 12: the position differs"):
        Match.load(match.header, written(match), game=rules(Louder, 1))


def test_a_checkpoint_holds_the_stored_position_and_play_goes_on_from_there() -> None:
    match = old(draws=True)
    stored = match.state.to_json()
    loaded = Match.load(match.header, written(match), key=KEY, game=rules(Louder, 2, draws=True))
    assert loaded.parted == 10
    assert loaded.state.to_json() != stored
    (line,) = loaded.checkpoint(json.loads(json.dumps(stored)))
    assert (line["seq"], line["rules"], line["check"]) == (15, 2, stored)
    assert loaded.state.to_json() == stored
    assert loaded.parted is None
    assert not loaded.can_undo(0)
    assert loaded.log(0)[-1].text.key == "log.checkpoint"
    play(loaded, 0, "pick 0", "pick 1")
    assert [i for i, _, _ in loaded.draws()] == [0, 1]


def test_a_checkpoint_mends_lines_that_todays_rules_cannot_carry_out() -> None:
    match = old(draws=True)
    match.undo(0)
    match.reseat(1, "bot:greedy")
    stored = match.state.to_json()
    check = {"seq": match.seq, "check": stored, "rules": 2}
    lines = [*written(match), check]
    strict = rules(Stricter, 2, draws=True)
    loaded = Match.load(match.header, lines, key=KEY, game=strict)
    assert loaded.parted is None
    assert loaded.state.to_json() == stored
    assert loaded.by == ["human", "bot:greedy"]
    assert loaded.effective()[-2:] == [loaded.lines[-2], loaded.lines[-1]]
    assert len(loaded.effective()) == match.seq - 2 + 1
    # Draws and choices that were not carried out count all the same.
    assert loaded.draws() == match.draws()
    assert loaded._outcomes == match._outcomes == 1
    assert loaded._choices == match._choices == [13, 0]
    assert same(again(loaded), loaded)


def test_after_a_checkpoint_play_and_its_record_go_on_under_the_new_rules() -> None:
    match = old(16, draws=True)
    loose = rules(Pick, 2, draws=True)
    strict = rules(Stricter, 2, draws=True)
    shared = Match.load(match.header, written(match), key=KEY, game=loose)
    shared.checkpoint(json.loads(json.dumps(match.state.to_json())))
    play(shared, 0, *["pick 0"] * 12)
    assert len(shared.draws()) == 3
    loaded = Match.load(shared.header, written(shared), key=KEY, game=strict)
    assert loaded.lines == shared.lines
    assert loaded.state.to_json() == shared.state.to_json()
    assert loaded.draws() == shared.draws()
    record = loaded.record()
    shown = Match.load(record[0], record[1:], game=strict)
    assert shown.state.to_json() == shared.state.to_json()
    assert shown.record() == record


def test_lines_that_cannot_be_carried_out_need_a_checkpoint() -> None:
    match = old()
    with pytest.raises(RecordError, match=r"^line 3: does not fit the rules"):
        Match.load(match.header, written(match), game=rules(Stricter, 2))


def test_a_checkpoint_that_cannot_be_read_is_no_help() -> None:
    match = old()
    check = {"seq": match.seq, "check": {"zones": []}, "rules": 2}
    with pytest.raises(RecordError, match=r"^line 3"):
        Match.load(match.header, [*written(match), check], game=rules(Stricter, 2))
    loose = Match.load(match.header, written(match), key=KEY, game=rules(Pick, 2))
    before = loose.state.to_json()
    with pytest.raises((KeyError, ValueError)):
        loose.checkpoint({"zones": []})
    assert loose.state.to_json() == before
    assert loose.seq == match.seq


def test_damage_after_a_checkpoint_is_a_fault_again() -> None:
    match = old()
    loose = rules(Pick, 2)
    loaded = Match.load(match.header, written(match), key=KEY, game=loose)
    loaded.checkpoint(json.loads(json.dumps(match.state.to_json())))
    play(loaded, 0, *["pick 0"] * 6)
    lines = written(loaded)
    lines[17]["key"] = "pick 1"
    with pytest.raises(RecordError, match=r"^line 22: the position differs"):
        Match.load(loaded.header, lines, game=loose)


def test_a_held_choice_does_not_outlive_a_checkpoint() -> None:
    match = small(Pick(0), Pick(1))
    play(match, 0, "pick 1", hold="always")
    match.checkpoint(match.state.to_json())
    assert match.held is None
    assert same(again(match), match)


def test_answers_before_a_checkpoint_stand() -> None:
    match = small(each(2, 1), Note("end"))
    play(match, 0, "answer 1")
    match.checkpoint(json.loads(json.dumps(match.state.to_json())))
    assert not match.can_undo(0)
    play(match, 0, "answer 2")
    match.undo(0)
    assert not match.can_undo(0)
    play(match, 0, "answer 4")
    play(match, 1, "answer 0")
    assert same(again(match), match)
    record = match.record()
    assert Match.load(record[0], record[1:], game=match.game).state == match.state


def test_verify_says_where_todays_rules_lead_elsewhere() -> None:
    match = old(30)
    record = match.record(server_key=SERVER_KEY, nonces=[b"", b""])
    faults = verify(record, game=rules(Louder, 2))
    assert faults[0] == "today's rules lead elsewhere from line 12 on"


def test_live_and_replayed_matches_draw_the_same_numbers() -> None:
    match = small(Toss(1000, 4), Pick(0))
    assert match.draws()[0][2] == Live(KEY, 0)(match.state, Toss(1000, 4))

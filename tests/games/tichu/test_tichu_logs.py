"""Logs of recorded games: read, played again, and told apart from what is no log."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.tichu.written import GIFTS, WHOLE, log
from takujo.core.foreign import Difference
from takujo.core.match import Match
from takujo.games.tichu import GAME, logs
from takujo.games.tichu.logs import import_text, read
from takujo.games.tichu.state import HIGHEST, RANKS
from takujo.text import words

SAMPLES = Path(__file__).parents[4] / "shared" / "games" / "tichu_logs"
FILES = sorted(SAMPLES.glob("*.tch"))


def said(fault: Difference) -> str:
    return words("en", GAME).plain(fault.reason)


def test_a_round_with_a_wish_dog_dragon_phoenix_and_a_call_comes_out_exactly() -> None:
    done = import_text(log(WHOLE, "125 - 75", calls="BOMBE: (0)P0 (1)P1 (2)P2 (3)P3"), "own.tch")
    assert done.differing == []
    assert (done.rounds, done.exact, len(done.matches)) == (1, 1, 1)
    assert done.to_json(words("en", GAME).plain) == {
        "file": "own.tch",
        "rounds": 1,
        "exact": 1,
        "differing": [],
    }


def test_calls_before_the_exchange_are_scored() -> None:
    calls = "Grosses Tichu: (1)P1\nTichu: (3)P3"
    done = import_text(log(WHOLE, "125 - -225", calls=calls))
    assert (done.differing, done.exact) == ([], 1)


def test_rounds_of_one_file_make_one_match_until_it_is_won() -> None:
    text = log(WHOLE, "125 - 75")
    done = import_text(text * 9)
    assert (done.exact, len(done.matches)) == (9, 2)
    first, second = (Match.replay(r[0], r[1:], game=GAME) for r in done.matches)
    assert (first.over, first.truncated, first.result().score) == (True, False, (1000, 600) * 2)
    assert (second.truncated, second.result().score) == (True, (125, 75) * 2)


def test_the_wish_of_a_log_binds_as_at_the_table() -> None:
    done = import_text(log(WHOLE.replace("(1)P1: R2", "(1)P1 passt."), "125 - 75"))
    assert [(d.round, d.line) for d in done.differing] == [(1, 19)]
    assert "natural 2" in said(done.differing[0])


def test_another_result_differs() -> None:
    done = import_text(log(WHOLE, "75 - 125"))
    assert [said(d) for d in done.differing] == ["the round brings 125 to 75, not 75 to 125"]


def test_a_round_that_breaks_off_is_told_with_its_last_line() -> None:
    text = log("(0)P0: Ma", "0 - 0").replace("Ergebnis: 0 - 0\n", "")
    done = import_text(text)
    assert [said(d) for d in done.differing] == ["the round breaks off: expected its result"]
    assert done.differing[0].line == len(text.splitlines())


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "the file is empty"),
        ("hello\nworld\n", 1, "expected a round's first eight cards, not “hello”"),
        (log("(0)P0: Ma", "0 - 0").replace("(1)P1 Dr", "(1)P1 Xx"), 3, "expected a card such as"),
        (log("(0)P0: Ma", "0 - 0").replace("RA RK RD", "RA RA RD", 1), 1, "first eight cards"),
        (log("(0)P0: Ma", "0 - 0").replace("Schupfen:", "Schupf"), 11, "expected a player"),
        (log("nonsense", "0 - 0"), 17, "expected a play, a pass"),
        (log("Wunsch:X", "0 - 0"), 17, "expected a rank"),
        (log("(7)P7: Ma", "0 - 0"), 17, "expected a seat"),
        (log("(0)P0: Ma", "0 - 0", gifts={**GIFTS, 0: "R2 R3"}), 12, "expected three gifts"),
        (log("(1)P1: GA", "0 - 0"), 17, "not your turn"),
        (log("(0)P0: GA", "0 - 0"), 17, "do not hold"),
        (log("(0)P0: RA RK", "0 - 0"), 17, "no combination"),
        (log("Drache an: (1)P1", "0 - 0"), 17, "the Dragon has won no trick"),
        (log("(0)P0: Ma", "55 - 45"), 18, "the round is not over"),
    ],
)
def test_a_damaged_round_is_told_with_line_and_reason(text: str, line: int, reason: str) -> None:
    done = import_text(text, "bad.tch")
    assert done.exact == 0
    assert reason in said(done.differing[0])
    assert done.differing[0].line == line


def test_after_a_damaged_round_the_next_one_is_read() -> None:
    text = log("nonsense", "0 - 0") + log(WHOLE, "125 - 75")
    found = list(read(text))
    assert isinstance(found[0], Difference)
    assert not isinstance(found[1], Difference)
    assert (found[1].number, found[1].line) == (2, 19)
    done = import_text(text)
    assert (done.rounds, done.exact) == (2, 1)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_reason_has_its_words(lang: str) -> None:
    source = Path(logs.__file__).read_text("utf-8")
    keys = set(re.findall(r'say\(\s*"(import\.\w+)"', source))
    keys |= {"import.all_eight", "import.all_hands"}
    assert len(keys) > 20
    assert all(words(lang, GAME).has(key) for key in keys)


def test_the_lower_reading_of_a_phoenix_is_taken_from_its_place() -> None:
    assert RANKS[53] == HIGHEST
    gifts = {**GIFTS, 2: "B2 Ph B4", 3: "S2 S3 S4"}
    # The Phoenix goes to player 0: last in the line of the log it is the bottom of a straight.
    low = log("(0)P0: RB R10 R9 R8 Ph\n(1)P1: GB G10 G9 G8 G7", "0 - 0", gifts=gifts)
    high = log("(0)P0: Ph RB R10 R9 R8\n(1)P1: GB G10 G9 G8 G7", "0 - 0", gifts=gifts)
    keys = []
    for text in (low, high):
        (record,) = import_text(text).matches
        played = (x["key"] for x in record[1:] if x.get("key", "").startswith("play"))
        keys.append(next(played))
    assert keys == ["play S8 S9 S10 SJ PH as 7", "play S8 S9 S10 SJ PH"]


# --- the recorded games -----------------------------------------------------------------------


@pytest.mark.skipif(not FILES, reason="the recorded games are not at hand")
@pytest.mark.parametrize("part", range(4))
def test_every_recorded_round_comes_out_exactly(part: int) -> None:
    for path in FILES[part::4]:
        done = import_text(path.read_text("utf-8"), path.name)
        assert done.differing == [], path.name
        assert done.exact == done.rounds > 0


@pytest.mark.skipif(not FILES, reason="the recorded games are not at hand")
def test_an_imported_match_is_a_record_that_replays() -> None:
    (record,) = import_text(FILES[0].read_text("utf-8")).matches
    match = Match.replay(record[0], record[1:], game=GAME)
    assert match.over
    assert match.record() == record
    assert max(match.result().score or ()) >= 1000


@pytest.mark.skipif(not FILES, reason="the recorded games are not at hand")
def test_a_recorded_round_with_another_result_differs() -> None:
    text = FILES[0].read_text("utf-8").replace("Ergebnis: 300 - 0", "Ergebnis: 200 - 0")
    done = import_text(text, "changed.tch")
    assert len(done.differing) == 1
    assert "the round brings 300 to 0, not 200 to 0" in said(done.differing[0])
    assert done.exact == done.rounds - 1
    assert len(done.matches) == 2

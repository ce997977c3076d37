from __future__ import annotations

import io
import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from takujo import cli
from takujo.core.match import Match
from toys import TOYS, register

COMMANDS = ("serve", "play", "games", "simulate", "replay", "import", "check", "fuzz")


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toys are installed, and the environment speaks English."""
    register(monkeypatch)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """What is said on stderr about bad arguments."""
    with pytest.raises(SystemExit) as left:
        cli.main(list(argv))
    assert left.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err


def said(capsys: pytest.CaptureFixture[str], *argv: str, status: int = 0) -> str:
    """What a command prints on stdout."""
    assert cli.main(list(argv)) == status
    return capsys.readouterr().out


# --- help and arguments -----------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_without_a_missing_text(
    command: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main([command, "--help", "--lang", lang])
    assert left.value.code == 0
    out = capsys.readouterr().out
    assert "cli." not in out
    assert f"takujo {command}" in out
    with pytest.raises(SystemExit):
        cli.main([command, "--lang", lang, "--help"])
    assert capsys.readouterr().out == out


def test_without_a_command_all_commands_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys)
    assert all(command in out for command in COMMANDS)


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"takujo {version('takujo')}\n"


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["dance"], "invalid choice: 'dance'"),
        (["play"], "required: GAME"),
        (["play", "chess"], "no game 'chess'; there are: "),
        (["play", "bombs", "--players", "9"], "bombs is for 4 players, not 9"),
        (["play", "bombs", "--players", "two"], "expected a whole number, 1 or more: 'two'"),
        (["play", "bombs", "--players", "0"], "expected a whole number, 1 or more: '0'"),
        (["play", "bombs", "--seat", "5"], "there are seats 1 to 4, no seat 5"),
        (["play", "bombs", "--bots", "clever"], "no bot 'clever'; there are: random, greedy"),
        (["play", "bombs", "--bots", "greedy,random"], "3 bots are needed beside you, not 2"),
        (["play", "bombs", "--option", "rounds"], "expected NAME=VALUE, not 'rounds'"),
        (["play", "bombs", "--option", "colour=red"], "has no option 'colour'"),
        (["play", "bombs", "--option", "rounds=9"], "option rounds of bombs is one of 1, 2, 3"),
        (["play", "bombs", "--lang", "fr"], "invalid choice: 'fr'"),
        (["simulate", "bombs", "--matches", "0"], "expected a whole number, 1 or more: '0'"),
        (["simulate", "bombs", "--matches", "1,0"], "expected a whole number, 1 or more: '1,0'"),
        (["simulate", "bombs", "--jobs", "-1"], "expected a whole number, 1 or more: '-1'"),
        (["simulate", "bombs", "--bots", "random"], "one bot for each of the 4 seats, not 1"),
        (["simulate", "bombs", "--seed", "x"], "invalid int value: 'x'"),
        (["replay", "no/such/file"], "no/such/file: No such file"),
        (["serve", "--port", "70000"], "expected a whole number from 0 to 65535: '70000'"),
        (["fuzz", "bombs", "--out", __file__], "not a directory"),
        (["games", "--jso"], "unrecognized arguments: --jso"),
    ],
)
def test_bad_arguments_are_answered_with_a_sentence_and_status_2(
    argv: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    err = refused(capsys, *argv)
    assert sentence in err
    assert "Traceback" not in err
    assert "--help" in err.splitlines()[-1]


def test_the_language_comes_from_the_argument_or_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert cli.spoken([]) == "en"
    assert cli.spoken(["play", "--lang", "ja"]) == "ja"
    assert cli.spoken(["--lang=ja", "play"]) == "ja"
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert cli.spoken([]) == "ja"
    assert cli.spoken(["--lang", "en"]) == "en"
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert cli.spoken([]) == "en"


def test_thousands_may_be_parted_by_commas(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "simulate", "ambush", "--matches", "1,000", "--json")
    assert json.loads(out)["matches"] == 1000


def test_serve_hands_its_arguments_to_the_arena(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from takujo.arena import serve

    given: dict[str, Any] = {}

    def opened(**how: Any) -> int:
        given.update(how)
        return 3

    monkeypatch.setattr(serve, "serve", opened)
    assert cli.main(["serve", "--port", "0", "--data", str(tmp_path)]) == 3
    assert given == {"host": "127.0.0.1", "port": 0, "data": tmp_path}


# --- games ------------------------------------------------------------------------------------


def test_games_as_json_has_names_seats_options_and_bots(capsys: pytest.CaptureFixture[str]) -> None:
    listed = {g["id"]: g for g in json.loads(said(capsys, "games", "--json"))}
    assert {"oriflamme", *TOYS} <= listed.keys()
    oriflamme = listed["oriflamme"]
    assert oriflamme["names"] == {"en": "Oriflamme", "ja": "オリフラム"}
    assert oriflamme["players"] == [3, 4, 5]
    assert oriflamme["bots"] == ["random", "greedy", "strong"]
    bombs = {o["name"]: o for o in listed["bombs"]["options"]}
    assert bombs["rounds"] == {"name": "rounds", "values": [1, 2, 3], "default": 2} | {
        k: v for k, v in bombs["rounds"].items() if k in ("defaults", "needs")
    } | {"default": bombs["rounds"]["default"]}
    assert all(o["default"] in o["values"] for g in listed.values() for o in g["options"])


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_games_lists_names_and_options(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "games", "--lang", lang)
    assert ("Oriflamme, for 3, 4, 5 players" in out) == (lang == "en")
    assert ("オリフラム（3, 4, 5人用）" in out) == (lang == "ja")
    assert "face_up_activation=optional|mandatory" in out


# --- simulate ---------------------------------------------------------------------------------


def test_simulate_as_json_gives_the_same_for_the_same_seed_whatever_the_jobs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    argv = ["simulate", "ambush", "--matches", "20", "--players", "3", "--seed", "3", "--json"]
    one, two = (json.loads(said(capsys, *argv, "--jobs", jobs)) for jobs in ("1", "2"))
    assert list(one) == ["matches", "decisions", "seconds", "decisions_per_second", "seats"]
    assert one["matches"] == 20
    assert one["decisions_per_second"] > 0
    assert [list(s) for s in one["seats"]] == [["bot", "mean_score", "win_share"]] * 3
    clock = ("seconds", "decisions_per_second")
    assert {k: v for k, v in one.items() if k not in clock} == {
        k: v for k, v in two.items() if k not in clock
    }


def test_simulate_names_each_bot_as_given(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["simulate", "ambush", "--matches", "4", "--bots", "greedy,random,strong", "--rotate"]
    done = json.loads(said(capsys, *argv, "--json"))
    assert [s["bot"] for s in done["seats"]] == ["greedy", "random", "strong"]
    assert sum(s["win_share"] for s in done["seats"]) == pytest.approx(1)


@pytest.mark.parametrize(("lang", "word"), [("en", "95 % interval"), ("ja", "95%信頼区間")])
def test_simulate_prints_a_table_with_intervals(
    lang: str, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = said(capsys, "simulate", "bombs", "--matches", "10", "--lang", lang)
    assert word in out
    assert out.count("random") == 4
    assert "cli." not in out


def test_long_work_tells_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "PATIENCE", 0.0)
    said_ = io.StringIO()
    monkeypatch.setattr(sys, "stderr", said_)
    assert cli.main(["simulate", "ambush", "--matches", "50"]) == 0
    assert "of 50 matches, about" in said_.getvalue()


def test_simulate_says_how_many_matches_were_cut(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(type(TOYS["ambush"]), "horizon", lambda *_: 5)
    assert cli.main(["simulate", "ambush", "--matches", "6"]) == 0
    assert "6 matches were ended early and scored as they stood." in capsys.readouterr().err


# --- play and replay --------------------------------------------------------------------------


@pytest.fixture
def record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Path:
    """The record of a match of Ambush that was played in the terminal."""
    path = tmp_path / "match.jsonl"
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 100))
    argv = ["play", "ambush", "--bots", "random", "--seed", "2", "--record", str(path)]
    assert cli.main(argv) == 0
    assert f"takujo replay {path}" in capsys.readouterr().out
    return path


def rewritten(path: Path, change: Any) -> None:
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    change(lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_record_is_shown_as_log_and_final_table(
    record: Path, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = said(capsys, "replay", str(record), "--lang", lang)
    assert "★" in out
    assert "log." not in out
    mine = said(capsys, "replay", str(record), "--seat", "1", "--lang", lang)
    assert mine != out


def test_a_sound_record_verifies(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "The record holds" in said(capsys, "replay", str(record), "--verify")


def test_a_forged_outcome_does_not_verify(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def forge(lines: list[Any]) -> None:
        n, outcome = lines[1]["chance"][0]
        outcome[0] = (outcome[0] + 1) % n  # another first player
        for line in lines:
            line.pop("digest", None)

    rewritten(record, forge)
    assert cli.main(["replay", str(record), "--verify"]) == 1
    assert str(record) in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: expected the header"),
        ("hello\n", "line 1 is not JSON"),
        ("{}\n", "line 1: expected the header of a Takujo record"),
        ("[1, 2]\n", "line 1: expected the header of a Takujo record"),
    ],
)
@pytest.mark.parametrize("verify", [[], ["--verify"]])
def test_a_file_that_is_no_record_is_refused_by_its_line(
    text: str, sentence: str, verify: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "no.jsonl"
    path.write_text(text)
    assert cli.main(["replay", str(path), *verify]) == 1
    assert sentence in capsys.readouterr().err


def test_a_damaged_record_names_its_line(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rewritten(record, lambda lines: lines[3].update(key="dance"))
    assert cli.main(["replay", str(record)]) == 1
    assert "line 4" in capsys.readouterr().err


def test_a_file_of_bytes_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bytes"
    path.write_bytes(b"\xff\xfe\x00")
    assert "not a text file" in refused(capsys, "replay", str(path))


def test_a_seat_that_the_match_lacks_is_refused(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "seats 1 to 3, no seat 4" in refused(capsys, "replay", str(record), "--seat", "4")


def test_a_match_that_was_left_is_recorded_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def left(prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", left)
    path = tmp_path / "left.jsonl"
    out = said(capsys, "play", "ambush", "--record", str(path))
    assert "Thank you for playing." in out
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert not Match.load(lines[0], lines[1:]).over


def test_a_record_that_cannot_be_written_is_an_error_without_a_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: "quit")
    path = tmp_path / "no" / "such" / "dir"
    assert cli.main(["play", "ambush", "--record", str(path)]) == 1
    assert str(path) in capsys.readouterr().err


# --- check and fuzz, and the process itself ---------------------------------------------------


@pytest.mark.parametrize(("ok", "status"), [(True, 0), (False, 1)])
def test_check_fails_unless_every_point_holds(
    ok: bool, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from takujo.testing import conform

    class Report:
        def __init__(self) -> None:
            self.ok = ok

        def __str__(self) -> str:
            return "the report"

    def check(game: Any, **how: Any) -> Report:
        assert game is TOYS["bombs"]
        assert how["seed"] == 7
        return Report()

    monkeypatch.setattr(conform, "check", check)
    assert "the report" in said(capsys, "check", "bombs", "--seed", "7", status=status)


def test_fuzz_prints_what_it_played_and_its_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        cli.main(["fuzz", "ambush", "--seconds", "1", "--seed", "5", "--out", str(tmp_path)]) == 0
    )
    out, err = capsys.readouterr()
    assert "seed 5: no fault" in out
    assert "seed 5" in err


def test_stopping_from_the_keyboard_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*args: Any, **how: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "simulate", stopped)
    assert cli.main(["simulate", "bombs"]) == 130
    assert capsys.readouterr().err.strip() == "Stopped."


def test_the_command_runs_as_a_program_and_survives_a_reader_who_leaves() -> None:
    code = "import sys; from takujo.cli import main; sys.exit(main())"
    whole = subprocess.run(
        [sys.executable, "-c", code, "games", "--json"], capture_output=True, check=True
    )
    assert json.loads(whole.stdout)
    with subprocess.Popen(
        [sys.executable, "-c", code, "games", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 0

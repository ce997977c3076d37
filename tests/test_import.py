"""`takujo import`: what other places have recorded, played again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.tichu.written import WHOLE, log
from takujo import cli, importing
from takujo.core.game import game
from takujo.core.match import Match
from takujo.core.proof import verify
from takujo.text import words

SAMPLES = Path(__file__).parents[2] / "shared" / "games" / "tichu_logs"
FILES = sorted(SAMPLES.glob("*.tch"))

SOUND = log(WHOLE, "125 - 75")
WRONG = log(WHOLE, "75 - 125")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two sound rounds, one that differs beside a sound one, one that is cut off, and a letter."""
    (tmp_path / "sound.tch").write_text(SOUND * 2)
    (tmp_path / "wrong.tch").write_text(WRONG + SOUND)
    (tmp_path / "cut.tch").write_text(SOUND[: len(SOUND) // 2])
    (tmp_path / "letter.tch").write_text("Dear all,\nthank you for the game.\n")
    return tmp_path


def imported(capsys: pytest.CaptureFixture[str], *argv: object, status: int = 0) -> str:
    assert cli.main(["import", "tichu", *map(str, argv)]) == status
    return capsys.readouterr().out


def test_rounds_that_come_out_as_recorded_are_counted(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "sound.tch"
    assert imported(capsys, path) == (
        f"{path}: 2 rounds, all exact\nrounds 2, exact 2, differing 0, files 1\n"
    )
    assert json.loads(imported(capsys, path, "--json")) == {
        "rounds": 2,
        "exact": 2,
        "differing": [],
        "files": [{"file": str(path), "rounds": 2, "exact": 2}],
    }


def test_a_damaged_file_is_told_with_line_and_reason_and_the_others_go_on(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("wrong", "cut", "letter", "nowhere", "sound")
    files = [folder / f"{name}.tch" for name in names]
    done = json.loads(imported(capsys, *files, "--json", status=1))
    assert (done["rounds"], done["exact"]) == (5, 3)
    told = {Path(d["file"]).stem: (d["round"], d["line"], d["reason"]) for d in done["differing"]}
    last = len(SOUND[: len(SOUND) // 2].splitlines())
    assert list(told) == ["wrong", "cut", "letter", "nowhere"]
    assert told["wrong"] == (
        1, len(SOUND.splitlines()), "the round brings 125 to 75, not 75 to 125"
    )  # fmt: skip
    assert told["cut"][:2] == (1, last)
    assert told["letter"][:2] == (0, 1)
    assert told["nowhere"] == (0, 0, "there is no such file")
    assert [(Path(f["file"]).stem, f["rounds"], f["exact"]) for f in done["files"]] == [
        ("wrong", 2, 1), ("cut", 1, 0), ("letter", 0, 0), ("nowhere", 0, 0), ("sound", 2, 2)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        (
            "en",
            [
                "wrong.tch: 2 rounds, 1 of them exact",
                "    round 1, line 67: the round brings 125 to 75, not 75 to 125",
                "letter.tch: no round",
                "    line 1: expected a round's first eight cards, not “Dear all,”",
                "nowhere.tch: no round",
                "    there is no such file",
                "rounds 2, exact 1, differing 1, files 3",
            ],
        ),
        (
            "ja",
            [
                "wrong.tch：2ラウンド中1ラウンドが一致",
                "    第1ラウンド、67行目：ラウンドの得点は125対75です。",
                "letter.tch：ラウンドがありません",
                "    1行目：ラウンドの最初の8枚が必要です",
                "    ファイルが見つかりません",
                "ラウンド2、一致1、不一致1、ファイル3",
            ],
        ),
    ],
)
def test_a_person_reads_the_same_in_sentences(
    lang: str, sentences: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [folder / f"{name}.tch" for name in ("wrong", "letter", "nowhere")]
    out = imported(capsys, *files, "--lang", lang, status=1)
    for sentence in sentences:
        assert sentence in out
    assert "import." not in out


def test_a_file_that_is_no_text_or_is_not_there_is_told(tmp_path: Path) -> None:
    picture = tmp_path / "picture.tch"
    picture.write_bytes(b"\xff\xd8\xff\xe0")
    importer = game("tichu").importer
    assert importer is not None
    for path, reason in (
        (picture, "UTF-8"),
        (tmp_path / "nowhere.tch", "no such file"),
        (tmp_path, "a directory"),
    ):
        done = importing.imported(importer, path)
        assert (done.rounds, done.exact) == (0, 0)
        (difference,) = done.to_json(words("en").plain)["differing"]
        assert reason in difference["reason"]
        assert difference["line"] == 0


def test_matches_are_written_as_records_that_keep_the_rules(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    twin = folder / "twin"
    twin.mkdir()
    (twin / "sound.tch").write_text(SOUND * 9)
    out = folder / "records"
    files = (folder / "sound.tch", twin / "sound.tch")
    done = json.loads(imported(capsys, *files, "--out", out, "--json"))
    written = [Path(p) for f in done["files"] for p in f["records"]]
    assert [p.name for p in written] == ["sound.jsonl", "sound-2.jsonl", "sound-3.jsonl"]
    assert sorted(out.iterdir()) == sorted(written)
    records = [cli.read_record(path) for path in written]
    matches = [Match.load(r[0], r[1:]) for r in records]
    assert [m.result().score for m in matches] == [(250, 150) * 2, (1000, 600) * 2, (125, 75) * 2]
    assert [m.truncated for m in matches] == [True, False, True]
    assert {r[0]["source"] for r in records} == {"sound.tch"}


def test_the_first_record_is_named_with_the_command_that_shows_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = imported(capsys, folder / "sound.tch", "--out", folder / "new" / "records")
    path = folder / "new" / "records" / "sound.jsonl"
    assert out.endswith(f"One match is recorded. To see it: takujo replay {path}\n")
    assert cli.main(["replay", str(path)]) == 0
    assert "Player 3 calls Tichu" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [("en", "its shuffles were made elsewhere"), ("ja", "シャッフルはほかの場所で行われたため")],
)
def test_an_imported_record_is_checked_by_the_rules_and_said_to_have_foreign_shuffles(
    lang: str, sentence: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    imported(capsys, folder / "sound.tch", "--out", folder)
    path = folder / "sound.jsonl"
    assert cli.main(["replay", str(path), "--verify", "--lang", lang]) == 0
    out = capsys.readouterr().out
    assert sentence in out
    assert "sound.tch" in out
    # Whoever asks for the whole proof is not content with that.
    assert verify(cli.read_record(path)) == [
        "the record holds no server key: its shuffles cannot be checked"
    ]


def test_a_forged_imported_record_does_not_verify(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    imported(capsys, folder / "sound.tch", "--out", folder)
    path = folder / "sound.jsonl"
    lines: list[Any] = cli.read_record(path)
    at = next(i for i, line in enumerate(lines) if line.get("key") == "pass")
    lines[at]["key"] = "collect"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert cli.main(["replay", str(path), "--verify"]) == 1
    assert f"line {at + 1}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["import"], "required: GAME, FILE"),
        (["import", "tichu"], "required: FILE"),
        (["import", "chess", "a.tch"], "no game 'chess'"),
        (["import", "oriflamme", "a.tch"], "oriflamme reads no files of other places"),
        (["import", "oriflamme", "a.tch"], "games that do: tichu"),
        (["import", "oriflamme", "a.tch", "--lang", "ja"], "読めるゲーム：tichu"),
        (["import", "tichu", "a.tch", "--out", __file__], "not a directory"),
    ],
)
def test_arguments_that_make_no_sense_are_refused_with_what_was_expected(
    argv: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(argv)
    assert left.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err


def test_a_directory_that_cannot_be_written_is_an_error_without_a_traceback(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = folder / "sound.tch" / "below"
    assert cli.main(["import", "tichu", str(folder / "sound.tch"), "--out", str(out)]) == 1
    assert str(folder / "sound.tch") in capsys.readouterr().err


@pytest.mark.skipif(not FILES, reason="the recorded games are not at hand")
def test_all_recorded_rounds_come_out_exactly(capsys: pytest.CaptureFixture[str]) -> None:
    done = json.loads(imported(capsys, *FILES, "--json"))
    assert (done["rounds"], done["exact"], done["differing"]) == (212, 212, [])
    assert len(done["files"]) == 20

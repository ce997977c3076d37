"""The page shells: what they load, and that they need nothing a strict content policy forbids."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "src/takujo/web"
HEAD = WEB / "pages/head.html"  # what every page begins with
PAGES = sorted(set((WEB / "pages").glob("*.html")) - {HEAD})


def read(path: Path) -> str:
    """A page behind its head."""
    return path.read_text("utf-8").replace("{{head}}\n", HEAD.read_text("utf-8"))


def imports(name: str) -> set[str]:
    """The modules that a module loads at once, and those that these load."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        text = (WEB / "static/js" / f"{waiting.pop()}.js").read_text("utf-8")
        fresh = set(re.findall(r'^import .*?"\./(\w+)\.js";', text, re.MULTILINE)) - found
        found |= fresh
        waiting += fresh
    return found


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.stem)
def test_pages_hold_neither_styles_nor_scripts_of_their_own(path: Path) -> None:
    text = read(path)
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", text)
    assert not re.search(r'(src|href)="(https?:)?//', text)


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.stem)
def test_files_that_pages_name_exist(path: Path) -> None:
    text = read(path).replace("{{lang}}", "en")
    names = re.findall(r"/static/\{\{v\}\}/([\w./-]+)", text)
    assert names
    for name in names:
        assert (WEB / "static" / name).is_file(), name


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.stem)
def test_pages_announce_every_module_that_they_will_load(path: Path) -> None:
    text = read(path)
    (entry,) = re.findall(r'src="/static/\{\{v\}\}/js/(\w+)\.js"', text)
    announced = re.findall(r'rel="modulepreload" href="/static/\{\{v\}\}/js/(\w+)\.js"', text)
    assert set(announced) == imports(entry)
    assert len(announced) == len(set(announced))


def test_no_template_within_a_template_holds_blanks_that_the_minifier_would_drop() -> None:
    for path in (WEB / "static/js").glob("*.js"):
        text = path.read_text("utf-8")
        assert not re.search(r"\$\{[^`}]*`[^`\n]*[ \t][^`\n]*`", text), path.name


def test_scripts_never_write_markup() -> None:
    for path in (WEB / "static/js").glob("*.js"):
        text = path.read_text("utf-8")
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text
        ), path.name


def test_every_word_that_a_script_asks_for_exists() -> None:
    words = json.loads((WEB / "static/words/en.json").read_text("utf-8"))
    for path in (WEB / "static/js").glob("*.js"):
        for key in re.findall(r'\b(?:w|parts)\(\s*"([\w.]+)"', path.read_text("utf-8")):
            assert key in words, f"{path.name}: {key}"

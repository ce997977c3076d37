"""Nothing public goes undocumented."""

from __future__ import annotations

import argparse
import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

import takujo
from takujo.cli import build
from takujo.core.game import games, option_words
from takujo.text import LANGUAGES, words

ROOT = Path(__file__).resolve().parent.parent
PAGES = {p.name: p.read_text("utf-8") for p in (ROOT / "docs").glob("*.md")}
README = (ROOT / "README.md").read_text("utf-8")
PUBLIC = ("takujo.core", "takujo.bots", "takujo.testing", "takujo.text", "takujo.terminal")


def _modules() -> list[str]:
    found = []
    for name in PUBLIC:
        module = importlib.import_module(name)
        found.append(name)
        for part in pkgutil.iter_modules(getattr(module, "__path__", ())):
            found.append(f"{name}.{part.name}")
    return found


@pytest.mark.parametrize("name", _modules())
def test_every_public_name_has_a_docstring(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__, name
    for key, value in vars(module).items():
        if key.startswith("_") or getattr(value, "__module__", None) != name:
            continue
        if inspect.isclass(value):
            # A dataclass or named tuple without a text of its own shows its signature.
            assert value.__doc__, f"{name}.{key}"
            assert not value.__doc__.startswith(f"{key}("), f"{name}.{key}"
            for member, function in vars(value).items():
                if inspect.isfunction(function) and not member.startswith("_"):
                    assert inspect.getdoc(getattr(value, member)), f"{name}.{key}.{member}"
        elif inspect.isfunction(value):
            assert value.__doc__, f"{name}.{key}"


@pytest.mark.parametrize("name", [n for n in takujo.__all__ if n != "__version__"])
def test_every_name_of_the_package_occurs_in_the_documentation(name: str) -> None:
    assert any(re.search(rf"\b{name}\b", text) for text in PAGES.values()), name


def test_every_command_and_every_option_of_the_command_line_is_documented() -> None:
    page = PAGES["command_line.md"]
    (commands,) = (
        a for a in build(words("en"))._actions if isinstance(a, argparse._SubParsersAction)
    )
    for command, own in commands.choices.items():
        assert f"## takujo {command}" in page, command
        for action in own._actions:
            for flag in action.option_strings:
                if flag not in ("-h", "--help"):
                    assert f"`{flag}" in page or f" {flag}" in page, f"{command} {flag}"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", games().values(), ids=lambda g: g.id)
def test_every_option_of_a_table_is_explained(game: takujo.Game, lang: str) -> None:
    texts = words(lang, game)
    for name, values in option_words(game.options).items():
        assert texts.word(f"option.{name}.help") != f"option.{name}.help", name
        for value in values:
            key = f"option.{name}.{value}"
            assert texts.has(key) or value in ("true", "false"), key


@pytest.mark.parametrize("page", sorted(PAGES))
def test_the_documentation_stands_alone(page: str) -> None:
    assert not re.search(r"\.\./|file://|localhost:\d+/simple|/(root|home|tmp)/", PAGES[page])


def test_every_page_of_the_documentation_is_reached_from_the_readme() -> None:
    for page in PAGES:
        assert f"docs/{page}" in README, page


def test_the_files_and_pages_that_the_documentation_names_exist() -> None:
    for text in (README, *PAGES.values()):
        for path in re.findall(r"(?:\(|`)(docs/[\w./]+\.(?:md|png))", text):
            assert (ROOT / path).exists(), path

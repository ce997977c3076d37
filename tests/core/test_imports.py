"""Which way imports point: core, then games, then bots, then the rest; read from the source."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import takujo

ROOT = Path(takujo.__file__).parent
FILES = sorted(p for p in ROOT.rglob("*.py") if "__pycache__" not in p.parts)


def module_of(path: Path) -> str:
    """The import name of a file of the package."""
    parts = ("takujo", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(source: str, module: str, package: bool) -> Iterator[str]:
    """Every module that a source imports, anywhere in it, also by `import_module("...")`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                up = module.split(".")
                up = up[: len(up) - node.level + package]
                base = ".".join([*up, base]) if base else ".".join(up)
            yield base
            # `from takujo import arena` names a module as well.
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and node.args:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            name = node.func.id if isinstance(node.func, ast.Name) else name
            first = node.args[0]
            if name in ("import_module", "__import__") and isinstance(first, ast.Constant):
                yield str(first.value)


def within(name: str, *rooms: str) -> bool:
    """Does a module lie in one of these packages?"""
    return any(name == room or name.startswith(room + ".") for room in rooms)


def breaches(module: str, source: str, package: bool = False) -> list[str]:
    """What a module imports and must not."""
    found = []
    room = module.split(".")[1] if "." in module else ""
    for name in sorted(set(imported(source, module, package))):
        outside = not within(name, "takujo")
        if room in ("core", "games") and outside:
            fine = name.split(".")[0] in sys.stdlib_module_names
        elif outside:
            fine = True
        elif room == "core":
            fine = within(name, "takujo.core")
        elif room == "games":
            folder = ".".join(module.split(".")[:3])
            fine = within(name, "takujo.core", folder) or module == name
        elif room == "bots":
            fine = within(name, "takujo.core", "takujo.bots")
        elif room == "arena":
            fine = not within(name, "takujo.games", "takujo.cli")
        else:
            fine = room == "cli" or not within(name, "takujo.arena", "takujo.games")
        # `from takujo.core import Match` also reads as a module `takujo.core.Match`: no matter.
        if not fine and name != "takujo":
            found.append(f"{module} imports {name}")
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_point_one_way(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert breaches(module_of(path), source, path.name == "__init__.py") == []


def test_the_whole_package_was_read() -> None:
    modules = {module_of(path) for path in FILES}
    assert {"takujo", "takujo.core.match", "takujo.games.oriflamme", "takujo.cli"} <= modules
    rooms = {m.split(".")[1] for m in modules if "." in m}
    assert {"arena", "bots", "core", "games", "testing", "text", "web"} <= rooms


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("takujo.core.game", "import msgspec"),
        ("takujo.core.game", "def f():\n    import babel"),
        ("takujo.core.game", "from takujo.games import oriflamme"),
        ("takujo.core.game", "from takujo import text"),
        ("takujo.core.game", "from ..games.oriflamme import GAME"),
        ("takujo.core.game", "import importlib\nimportlib.import_module('takujo.bots')"),
        ("takujo.games.medina.rules", "import numpy"),
        ("takujo.games.medina.rules", "from takujo.games.oriflamme import rules"),
        ("takujo.games.medina.bot", "from takujo.bots import greedy"),
        ("takujo.bots.greedy", "from takujo.games import oriflamme"),
        ("takujo.bots.greedy", "import takujo.arena.app"),
        ("takujo.arena.app", "from takujo.games.oriflamme import GAME"),
        ("takujo.arena.app", "from takujo import games"),
        ("takujo.testing.conform", "from takujo.arena import app"),
        ("takujo.terminal", "import takujo.arena"),
        ("takujo", "from takujo.arena import app"),
    ],
)
def test_a_breach_is_found(module: str, source: str) -> None:
    assert breaches(module, source)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("takujo.core.game", "import json\nfrom takujo.core.views import View"),
        ("takujo.core.game", "from .views import View"),
        ("takujo.games.medina.rules", "import tomllib\nfrom takujo.core import frames"),
        ("takujo.games.medina", "from takujo.games.medina import rules"),
        ("takujo.arena.app", "import litestar\nfrom takujo.core.match import Match"),
        ("takujo.cli", "from takujo.arena.app import create"),
    ],
)
def test_what_points_the_right_way_is_fine(module: str, source: str) -> None:
    assert breaches(module, source) == []

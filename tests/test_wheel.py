"""The wheel is complete: away from the checkout it serves the page and plays a match."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
import urllib.request
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of its own with the wheel in it; only the dependencies are borrowed."""
    place = tmp_path_factory.mktemp("wheel")
    build = [
        sys.executable,
        "-m",
        "build",
        "--wheel",
        "--no-isolation",
        "-o",
        str(place),
        str(ROOT),
    ]
    built = subprocess.run([*build, "-o", str(place)], capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = place.glob("*.whl")
    venv.create(place / "env", with_pip=True)
    python = place / "env/bin/python"
    pip = [str(python), "-m", "pip", "install", "-q", "--no-index", "--no-deps", str(wheel)]
    subprocess.run(pip, check=True, capture_output=True)
    # A path line makes the packages importable, but leaves the checkout's own link unread.
    (site,) = (place / "env").glob("lib/python*/site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return place


def run(installed: Path, *args: str) -> subprocess.CompletedProcess[str]:
    takujo = [str(installed / "env/bin/takujo"), *args]
    return subprocess.run(takujo, cwd=installed, capture_output=True, text=True, check=False)


def test_the_wheel_is_used_and_not_the_checkout(installed: Path) -> None:
    code = "import takujo; print(takujo.__file__)"
    python = [str(installed / "env/bin/python"), "-c", code]
    found = subprocess.run(python, cwd=installed, capture_output=True, text=True, check=True)
    assert str(installed) in found.stdout


def test_a_match_can_be_played_from_the_wheel(installed: Path) -> None:
    args = ("--matches", "2", "--players", "3", "--bots", "greedy,random,random", "--seed", "1")
    played = run(installed, "simulate", "oriflamme", *args, "--json")
    assert played.returncode == 0, played.stderr
    assert json.loads(played.stdout)["matches"] == 2


def test_the_page_and_all_it_loads_is_served_from_the_wheel(installed: Path) -> None:
    command = [str(installed / "env/bin/takujo"), "serve", "--port", "0", "--data"]
    env = {**os.environ, "PYTHONUNBUFFERED": "1"}
    server = subprocess.Popen(
        [*command, str(installed / "data")],
        cwd=installed, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    try:
        assert server.stdout is not None
        address = next(
            found[0] for line in server.stdout if (found := re.search(r"http://[\d.:]+", line))
        )
        page = _get(address + "/")
        assert "<html" in page
        wanted = re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css|svg))"', page)
        assert any(w.endswith(".js") for w in wanted)
        for path in wanted:
            assert _get(address + path), path
        game = json.loads(_get(address + "/api/games/oriflamme?lang=ja"))
        for name in ("css", "sheet", "board", "cover"):
            assert _get(address + game["skin"][name]), name
        assert "<h1" in _get(address + "/rules/oriflamme")
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=60)


def _get(url: str) -> str:
    with urllib.request.urlopen(url) as answer:
        body: bytes = answer.read()
    return body.decode()

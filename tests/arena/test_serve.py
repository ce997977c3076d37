"""`takujo serve`: ports, addresses, shutting down."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from takujo.arena.serve import REFUSED, addresses, listen, serve
from takujo.cli import main


def test_a_port_that_is_taken_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        assert serve("127.0.0.1", port, tmp_path) == REFUSED
    said = capsys.readouterr()
    assert str(port) in said.err
    assert "--port" in said.err
    assert said.out == ""


def test_the_command_line_gives_the_status_of_the_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port), "--data", str(tmp_path)]) == REFUSED == 2
    assert f"port {port}" in capsys.readouterr().err


def test_an_address_that_is_not_ours_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert serve("203.0.113.7", 0, tmp_path) == REFUSED
    assert "Cannot listen on 203.0.113.7" in capsys.readouterr().err


def test_a_folder_that_cannot_keep_data_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert serve("127.0.0.1", 0, tmp_path / "file" / "data") == REFUSED
    said = capsys.readouterr()
    assert "Cannot keep data" in said.err
    assert "--data" in said.err
    assert said.out == ""


def test_addresses_are_links() -> None:
    assert addresses("127.0.0.1", 8000) == ["http://127.0.0.1:8000/"]
    assert addresses("::1", 8000) == ["http://[::1]:8000/"]
    everywhere = addresses("0.0.0.0", 80)
    assert everywhere[0] == "http://127.0.0.1:80/"
    assert len(everywhere) == len(set(everywhere))
    assert not any("0.0.0.0" in each for each in everywhere)


def test_packets_leave_at_once() -> None:
    with listen("127.0.0.1", 0) as listener:
        # What asyncio looks at before it switches the delay of small packets off.
        assert listener.proto == socket.IPPROTO_TCP


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_it_opens_says_where_and_closes_when_interrupted(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom takujo.arena.serve import serve\n"
        "sys.exit(serve('127.0.0.1', 0, Path(sys.argv[1]), log=False))"
    )
    command = [sys.executable, "-W", "error", "-c", code, str(tmp_path / "data")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        try:
            address = process.stdout.readline().split()[-1]
            assert str(tmp_path) in process.stdout.readline()
            # The port takes requests at once, and answers them when the arena is open.
            assert httpx.get(address + "health", timeout=60).json() == {"ok": True}
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 0
    assert errors == ""

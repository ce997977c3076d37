"""`takujo serve`: an arena on a port of this machine."""

from __future__ import annotations

import contextlib
import socket
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn
from platformdirs import user_data_path

from takujo.arena.app import create_app
from takujo.arena.deflate import Sockets
from takujo.arena.settings import Settings

REFUSED = 2  # exit status when the port is taken or the folder cannot be used
EVERYWHERE = ("0.0.0.0", "::")


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path | None = None,
    *,
    say: Callable[[str], None] = print,
    **more: Any,
) -> int:
    """Serve until interrupted; gives the exit status. `more` are fields of `Settings`.

    Port 0 takes any free one.
    """
    try:
        listener = listen(host, port)
    except OSError as fault:
        print(
            f"Cannot listen on {host}, port {port}: {fault.strerror or fault}. "
            "Choose another with --port, or stop the program that uses it.",
            file=sys.stderr,
        )
        return REFUSED
    folder = data or user_data_path("takujo", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as fault:
        listener.close()
        print(
            f"Cannot keep data in {folder}: {fault.strerror or fault}. "
            "Choose a folder that you may write to with --data.",
            file=sys.stderr,
        )
        return REFUSED
    app = create_app(Settings(data=folder, **more))
    config = uvicorn.Config(
        app,
        loop="auto",  # uvloop where there is one
        ws=Sockets,
        ws_max_size=65_536,
        lifespan="on",
        log_level="warning",
        access_log=False,  # addresses of private tables hold their secret
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    actual = listener.getsockname()[1]
    for address in addresses(host, actual):
        say(f"Takujo 卓上 is open at {address}")
    say(f"Tables are kept in {folder}. Press Ctrl+C to close.")
    sys.stdout.flush()
    try:
        uvicorn.Server(config).run(sockets=[listener])
    except KeyboardInterrupt:
        pass
    finally:
        listener.close()
    return 0


def listen(host: str, port: int) -> socket.socket:
    """A bound socket; raises OSError when the port is taken or the host is not this machine's."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Only where the protocol is named does asyncio switch off the delay of small packets.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            # Only lets a port be taken again soon after its last user has gone.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(512)
    except OSError:
        listener.close()
        raise
    return listener


def addresses(host: str, port: int) -> list[str]:
    """Where a browser finds the arena: for all interfaces, here and in the local network."""
    if host not in EVERYWHERE:
        return [f"http://{f'[{host}]' if ':' in host else host}:{port}/"]
    return [f"http://{each}:{port}/" for each in ("127.0.0.1", *_local_addresses())]


def _local_addresses() -> list[str]:
    """This machine's addresses in its networks."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which interface leads outside.
            probe.connect(("192.0.2.1", 9))
            found.append(probe.getsockname()[0])
        except OSError:
            pass
    with contextlib.suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [a for a in dict.fromkeys(found) if not a.startswith("127.")]

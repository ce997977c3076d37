"""The server's log: only what is on the list gets in, so no card, key or chat line can."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

ALLOWED = frozenset([
    "event", "level", "timestamp", "table", "seat", "game", "players", "bot", "code", "status",
    "route", "method", "ms", "version", "port", "fault", "where", "count", "state", "seq",
])  # fmt: skip


def allow(logger: Any, method: str, entry: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Keep the listed fields, and of these only numbers and short words."""
    return {
        key: value
        for key, value in entry.items()
        if key in ALLOWED and isinstance(value, (int, float, str)) and len(str(value)) <= 120
    }


class Lines:
    """Writes to wherever standard error goes now; that it is gone stops nothing else."""

    def msg(self, message: str) -> None:
        """Write a line."""
        with contextlib.suppress(OSError, ValueError):
            print(message, file=sys.stderr, flush=True)

    log = debug = info = warning = error = critical = msg


def configure(on: bool) -> None:
    """Write one line a happening to standard error, or nothing at all."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            allow,
            structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(20 if on else 50),
        logger_factory=lambda *_: Lines(),
        cache_logger_on_first_use=False,
    )


def fault(error: BaseException) -> dict[str, str]:
    """What the log may say of an exception: its kind and where it was raised, never its words.

    The words of an exception may quote a hidden card or a chat line.
    """
    where = ""
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        where = f"{code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno} {code.co_name}"
        trace = trace.tb_next
    return {"fault": type(error).__name__, "where": where}


log = structlog.get_logger()

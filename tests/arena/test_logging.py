"""The log's allow-list."""

from __future__ import annotations

import pytest

from takujo.arena.logging import allow, fault, log


def test_only_listed_fields_pass_and_only_short_words() -> None:
    entry = {
        "event": "x", "table": "t", "seat": 2, "ms": 1.5, "card": "lord", "text": "hello",
        "key": "place lord head", "code": {"a": 1}, "bot": "y" * 121, "guest": "id",
    }  # fmt: skip
    assert dict(allow(None, "info", entry)) == {"event": "x", "table": "t", "seat": 2, "ms": 1.5}


def test_of_an_exception_only_its_kind_and_place_are_told() -> None:
    try:
        raise KeyError("Lord of seat 2")
    except KeyError as error:
        told = fault(error)
    assert told["fault"] == "KeyError"
    assert told["where"].startswith("test_logging.py:")
    assert "Lord" not in str(told)


def test_a_log_that_cannot_be_written_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    import io
    import sys

    from takujo.arena.logging import configure

    closed = io.StringIO()
    closed.close()
    configure(True)
    monkeypatch.setattr(sys, "stderr", closed)
    log.info("nobody hears this")
    monkeypatch.undo()
    configure(False)

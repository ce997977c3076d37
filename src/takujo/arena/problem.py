"""A refusal on its way to the client: a code, a sentence, a status."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from takujo.core.texts import Arg, Text, say

if TYPE_CHECKING:
    from takujo.arena.identity import Lang
    from takujo.arena.speech import Speech

STATUS = {
    "bad_input": 400,
    "auth": 401,
    "csrf": 403,
    "origin": 403,
    "not_yours": 403,
    "not_found": 404,
    "method": 405,
    "conflict": 409,
    "full": 409,
    "illegal": 409,
    "name": 409,
    "not_now": 409,
    "stale": 409,
    "too_large": 413,
    "rate": 429,
    "fault": 500,
    "busy": 503,
}


class Problem(Exception):
    """Raised wherever a request cannot be met; `text` is put into words for the reader.

    `speech` knows the game and the names, where the sentence needs them.
    """

    def __init__(self, code: str, text: Text, speech: Speech | None = None) -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text
        self._speech = speech

    def said(self, lang: Lang) -> str:
        """The sentence in a language."""
        from takujo.arena.speech import Speech

        speech = replace(self._speech, lang=lang) if self._speech else Speech(lang)
        return speech.plain(self.text)

    @property
    def status(self) -> int:
        """The HTTP status that goes with the code."""
        return STATUS[self.code]


def problem(code: str, key: str, **args: Arg) -> Problem:
    """`problem("full", "error.seat_taken", seat=2)`: the catalogue's sentence under `key`."""
    return Problem(code, say(key, **args))


def not_found() -> Problem:
    """The one answer for what does not exist and for what must not be known to exist."""
    return problem("not_found", "error.not_found")

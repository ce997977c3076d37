"""One reader of one match: his language, and the names of the people at the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from takujo import text as words
from takujo.arena.identity import Lang
from takujo.core.game import Game
from takujo.core.texts import Player, Text, say


@dataclass(frozen=True, slots=True)
class Speech:
    """Puts texts into words; what is nothing becomes nothing."""

    lang: Lang
    game: Game[Any] | None = None
    viewer: Player | None = None
    names: dict[Player, str] = field(default_factory=dict)

    def rich(self, text: Text | None) -> words.Rich:
        """A text with spans for people, cards and figures."""
        if text is None:
            return []
        return words.render(text, self.lang, game=self.game, viewer=self.viewer, names=self.names)

    def plain(self, text: Text | None) -> str:
        """A text as one string."""
        if text is None:
            return ""
        if not text.args:
            return _fixed(self.lang, self.game, text.key)
        return words.plain(text, self.lang, game=self.game, viewer=self.viewer, names=self.names)

    def perhaps(self, text: Text | None) -> Text | None:
        """The text if the catalogues have a message for it."""
        known = text is not None and words.words(self.lang, self.game).has(text.key)
        return text if known else None

    def word(self, key: str) -> str:
        """The message of a key; nothing when the catalogues lack it."""
        return self.plain(self.perhaps(say(key)))


@lru_cache(maxsize=4096)
def _fixed(lang: Lang, game: Game[Any] | None, key: str) -> str:
    """A text without arguments: most labels in a view are such."""
    return words.plain(say(key), lang, game=game)

"""What a game's folder tells its players: the rules and the aid, Markdown with drawn cards.

They lie in `help/<lang>.md` and `help/<lang>.aid.md`. A fenced block `cards` draws cards: one row a
line, the names of faces, and behind a colon what the row is. A face may say whose it is, `lord@2`
for the second seat; `back` is a card face down.

    ```cards
    sword5 pagoda5 : pair of 5s
    ```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Literal, NamedTuple, TypeAlias

from takujo.core.texts import Named, Player, Several, Text, Who, say
from takujo.text import Words

Leaf: TypeAlias = Literal["rules", "aid"]
LEAVES: dict[Leaf, str] = {"rules": "", "aid": ".aid"}
FENCE = "cards"

_BLOCK = re.compile(rf"^(?P<in> *)(`{{3,}}) *{FENCE} *\n(?P<rows>.*?)^ *\2`* *$\n?", re.M | re.S)
_OWNED = re.compile(r"([^@]+)@([1-9])")


class Drawn(NamedTuple):
    """A card of a drawing: its face, and whose it is if that matters."""

    face: str
    seat: Player | None = None


class Row(NamedTuple):
    """Cards in a row and what they are, in Markdown; `caption` may be empty."""

    cards: tuple[Drawn, ...]
    caption: str


def file_name(leaf: Leaf, lang: str) -> str:
    """Where in the game's folder a text lies."""
    return f"help/{lang}{LEAVES[leaf]}.md"


def read(package: str, leaf: Leaf, lang: str) -> str | None:
    """A text of a game's folder as it was written; `None` when there is none."""
    path = files(package) / file_name(leaf, lang)
    return path.read_text("utf-8") if path.is_file() else None


def rows(block: str) -> Iterator[Row]:
    """The rows that a block draws; what names no face is a row without cards."""
    for line in block.splitlines():
        if line.strip():
            names, caption = [*re.split("[:：]", line, maxsplit=1), ""][:2]
            yield Row(tuple(map(_drawn, names.split())), caption.strip())


def _drawn(name: str) -> Drawn:
    owned = _OWNED.fullmatch(name)
    return Drawn(owned[1], int(owned[2]) - 1) if owned else Drawn(name)


def drawings(text: str) -> Iterator[Row]:
    """All rows that a text draws, in order."""
    for found in _BLOCK.finditer(text):
        yield from rows(found["rows"])


def called(row: Row, words: Words) -> str:
    """The cards of a row by their names, joined as the language joins them."""
    return words.plain(say("drawn.row", cards=Several(tuple(map(_named, row.cards)))))


def _named(card: Drawn) -> Text | Named:
    name = Named(card.face, card.seat, "")
    if card.seat is None:
        return name
    return say("drawn.card", card=name, whose=Who(card.seat))


def plain(text: str, words: Words) -> str:
    """A text for where nothing can be drawn: the cards are named."""

    def named(found: re.Match[str]) -> str:
        lines = (f"- [{called(row, words)}] {row.caption}" for row in rows(found["rows"]))
        return "".join(f"{found['in']}{line.rstrip()}\n" for line in lines)

    return _BLOCK.sub(named, text)

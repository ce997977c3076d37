"""A game's rules and its aid as HTML: cards are named here and drawn in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from takujo.booklet import FENCE, Leaf, Row, called, read, rows
from takujo.core.game import games
from takujo.text import Words, words

WIDE = "\u2e80"  # from here on stand the letters between which a line's end is no space


def page(game: str, leaf: Leaf, lang: str) -> str | None:
    """A text of a game as HTML; `None` when there is no such game or text."""
    found = games().get(game)
    text = read(found.package, leaf, lang) if found else None
    return None if text is None else rendered(text, words(lang, found))


def rendered(text: str, said: Words) -> str:
    """Markdown as HTML; its headings get ids so that they can be linked to."""
    env: dict[str, Any] = {"words": said}
    tokens = MARKDOWN.parse(text, env)
    number = 0
    for token in tokens:
        if token.type == "heading_open":
            number += 1
            token.attrSet("id", f"s{number}")
    return str(MARKDOWN.renderer.render(tokens, MARKDOWN.options, env))


def _fence(
    renderer: Any, tokens: Sequence[Token], i: int, options: OptionsDict, env: EnvType
) -> str:
    if tokens[i].info.strip() != FENCE:
        return str(renderer.fence(tokens, i, options, env))
    said: Words = env["words"]
    drawn = "".join(_row(row, said) for row in rows(tokens[i].content))
    return f'<div class="drawn">\n{drawn}</div>\n'


def _row(row: Row, said: Words) -> str:
    cards = "".join(
        f'<span data-face="{escape(card.face)}"'
        + (f' data-seat="{card.seat}"' if card.seat is not None else "")
        + f">{escape(said.face(card.face))} </span>"
        for card in row.cards
    )
    caption = str(MARKDOWN.renderInline(row.caption, {"words": said}))
    return (
        f'<figure><span class="cards" role="img" aria-label="{escape(called(row, said))}">'
        f"{cards}</span>{f'<figcaption>{caption}</figcaption>' if caption else ''}</figure>\n"
    )


def _line_end(
    renderer: Any, tokens: Sequence[Token], i: int, options: OptionsDict, env: EnvType
) -> str:
    before = "".join(t.content for t in tokens[:i])
    after = "".join(t.content for t in tokens[i + 1 :])
    return "" if before[-1:] >= WIDE and after[:1] >= WIDE else "\n"


MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
MARKDOWN.add_render_rule("fence", _fence)
MARKDOWN.add_render_rule("softbreak", _line_end)

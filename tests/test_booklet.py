"""Rules and aids of games as they are written, and read aloud."""

from __future__ import annotations

import pytest

from takujo.booklet import LEAVES, Drawn, Row, called, drawings, plain, read, rows
from takujo.core.game import games
from takujo.text import LANGUAGES, words

BLOCK = """\
Before.

```cards
lord@2 back : a **Lord**

heir：後：継
```

- In a list.

  ```cards
  spy
  ```
"""


def test_a_block_draws_a_row_for_each_line() -> None:
    lord, heir, spy = drawings(BLOCK)
    assert lord == Row((Drawn("lord", 1), Drawn("back")), "a **Lord**")
    assert heir == Row((Drawn("heir"),), "後：継")
    assert spy == Row((Drawn("spy"),), "")


def test_other_blocks_draw_nothing() -> None:
    assert list(drawings("```\nlord\n```\n\n```text\nlord\n```\n")) == []


def test_a_line_that_names_no_face_is_a_row_without_cards() -> None:
    assert list(rows(": a caption alone")) == [Row((), "a caption alone")]


@pytest.mark.parametrize("name", ["lord@", "lord@0", "lord@x", "@2"])
def test_what_names_no_seat_stays_in_the_name_and_so_is_found(name: str) -> None:
    assert list(rows(name)) == [Row((Drawn(name),), "")]


def test_without_drawings_the_cards_are_named() -> None:
    said = plain(BLOCK, words("en", games()["oriflamme"]))
    assert said == (
        "Before.\n\n- [Lord (Player 2), face-down card] a **Lord**\n- [Heir] 後：継\n\n"
        "- In a list.\n\n  - [Spy]\n"
    )


def test_names_are_joined_as_the_language_joins_them() -> None:
    row = Row((Drawn("lord", 0), Drawn("heir")), "")
    assert called(row, words("ja", games()["oriflamme"])) == "プレイヤー1の君主、後継者"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", games().values(), ids=lambda g: g.id)
def test_no_fence_is_left_when_a_text_is_read_aloud(game, lang):  # type: ignore[no-untyped-def]
    for leaf in LEAVES:
        text = read(game.package, leaf, lang)
        assert text is not None
        assert "```" in text
        assert "```" not in plain(text, words(lang, game))


def test_a_text_that_is_not_there_is_nothing() -> None:
    assert read("takujo.games", "aid", "en") is None

"""The drawings of the cards agree with what is printed on them."""

from __future__ import annotations

import re
from importlib.resources import files

from takujo.games.pax_renaissance.pieces import (
    CARD_NAMES,
    CARDS,
    COMETS,
    EMPIRES,
    OPS,
    PRESTIGE,
    SQUARE_COUNT,
)

SHEET = files("takujo.games.pax_renaissance").joinpath("skin/sheet.svg").read_text("utf-8")
SYMBOLS = dict(re.findall(r'<symbol id="p-([^"]+)"[^>]*>(.*?)</symbol>', SHEET, re.S))
IN_TABLEAUS = [
    *(f"{empire}_{side}" for empire in EMPIRES for side in ("king", "republic")),
    *(name for card, name in enumerate(CARD_NAMES) if card >= SQUARE_COUNT and card not in COMETS),
]  # fmt: skip


def icons(drawing: str) -> list[str]:
    """The ops and the prestige that a drawing shows."""
    return sorted(re.findall(r"#p-((?:pr|op)-[a-z-]+)", drawing))


def test_small_drawings_show_the_ops_and_the_prestige_of_the_large_ones():
    for name in IN_TABLEAUS:
        assert icons(SYMBOLS[f"{name}-small"]) == icons(SYMBOLS[name]), name


def test_a_drawing_shows_what_the_card_prints():
    for card, name in enumerate(CARD_NAMES):
        if card < SQUARE_COUNT:
            continue
        shown = [i.split("-")[1] for i in icons(SYMBOLS[name])]
        printed = [OPS[op.kind] for op in CARDS[card].ops]
        printed += [PRESTIGE[p] for p, n in enumerate(CARDS[card].prestige) for _ in range(n)]
        assert sorted(shown) == sorted(printed), name

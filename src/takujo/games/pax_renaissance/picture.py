"""A position as a person reads it in a few lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from takujo.core.texts import Card
from takujo.games.pax_renaissance.pieces import (
    BORDERS,
    CARD_NAMES,
    CITIES,
    CITY_EMPIRE,
    EMPIRES,
    HELD,
    REGIONS,
    RELIGIONS,
    SQUARE_COUNT,
    STATES,
    TOKENS,
    VICTORIES,
    token_of,
)

if TYPE_CHECKING:
    from takujo.games.pax_renaissance.state import Board


def picture(s: Board) -> str:
    """Market, players, map and thrones; what comes next."""
    lines = [f"turn {s.number} of player {s.turn}, {s.left} actions left"]
    for row, name in enumerate(REGIONS):
        spots = range(row * 6, row * 6 + 6)
        lines.append(
            f"{name}: {' '.join(_spot(s, spot) for spot in spots)}, deck {s.deck_size(row)}"
        )
    awake = [v for i, v in enumerate(VICTORIES) if s.active >> i & 1]
    lines.append(f"active: {' '.join(awake) or 'none'}")
    for player in range(s.players):
        sides = (("west", s.tableau(player, 1)), ("east", s.tableau(player, 0)),
                 ("hand", s.hand(player)), ("old maids", s.old_maids(player)))  # fmt: skip
        shown = "; ".join(
            f"{name} {' '.join(_card(s, c) for c in cards)}" for name, cards in sides if cards
        )
        lines.append(f"player {player}: {s.florins[player]} florins; {shown or 'nothing'}")
    for empire, name in enumerate(EMPIRES):
        lines.append(f"{name} ({STATES[s.faith[empire]]}): {_empire(s, empire)}")
    borders = [
        f"{name} {_border(s, b)}" for b, name in enumerate(BORDERS) if s.pawn[b] or s.pirate[b]
    ]
    lines.append(f"borders: {', '.join(borders) or 'empty'}")
    if s.staged:
        lines.append(f"staged: {' '.join(TOKENS[t] for t in s.staged)}")
    lines.append("next: " + (", ".join(map(repr, reversed(s.agenda))) or "nothing, over"))
    return "\n".join(lines)


def _spot(s: Board, spot: int) -> str:
    cards = s.zones[4 + spot]
    name = CARD_NAMES[cards[0]] if cards else "-"
    return f"{name}({s.pot[spot]})" if s.pot[spot] else name


def _card(s: Board, card: Card) -> str:
    """A card with what lies on it: `+` a queen, `>` a vassal, `*` a republic."""
    name = CARD_NAMES[card]
    if card < SQUARE_COUNT:
        name = (">" if s.suzerain[card] else "") + name + ("*" if s.republic[card] else "")
        held = [
            f"{n} {TOKENS[token_of(h)]}"
            for h, n in enumerate(s.repressed[HELD * card : HELD * card + HELD])
            if n
        ]
        name += f"[{', '.join(held)}]" if held else ""
    elif s.husband[card]:
        name = f"+{name}"
    return f"{name}<{RELIGIONS[s.bishop[card] - 1]} bishop>" if s.bishop[card] else name


def _empire(s: Board, empire: int) -> str:
    tokens = [
        f"{name} {TOKENS[s.city[c]]}"
        for c, name in enumerate(CITIES)
        if s.city[c] and CITY_EMPIRE[c] == empire
    ]
    throne = " ".join(_card(s, c) for c in s.zones[16 + empire])
    return f"{', '.join(tokens) or 'no tokens'}; throne {throne or 'empty'}"


def _border(s: Board, border: int) -> str:
    pawn = f"pawn_{s.pawn[border] - 1}" if s.pawn[border] else ""
    pirate = f"{RELIGIONS[s.pirate[border] - 1]}_pirate" if s.pirate[border] else ""
    return " ".join(x for x in (pawn, pirate) if x)

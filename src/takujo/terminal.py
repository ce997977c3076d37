"""A view as text, and a table in the terminal: the same View that the browser draws."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from takujo.core.game import Game
from takujo.core.game import game as game_named
from takujo.core.texts import Player, Text, Who
from takujo.core.views import LogLine, Offer, Panel, Piece, Result, Sheet, View, Zone
from takujo.text import NOBODY, Names, Words, words

LABELLED = 60  # a longer list is shown in short: sets by what they make, others by their keys
WIDTH = 96


def show(
    view: View, lang: str = "en", *, game: Game[Any] | None = None, names: Names = NOBODY
) -> str:
    """The whole view as text: table, players, prompt and numbered offers, or the result.

    `names` gives the players' names; `game` stands in for the installed game of the view's id.
    In a row each pair of brackets is a stack, its top card first; `/` covers the card after it,
    round brackets mark a card that lies face down, `●2` counts what lies on it.
    """
    return Page(view, lang, game or game_named(view.game), names).text()


class Page:
    """One view in one language, part by part."""

    def __init__(self, view: View, lang: str, game: Game[Any], names: Names) -> None:
        self.view = view
        self.words: Words = words(lang, game)
        self.names = names
        self.written = {} if game is None else _written(game)

    def text(self) -> str:
        """All parts, with an empty line between two."""
        view = self.view
        parts = [self.headline(), self.players(), self.table()]
        if view.report is not None:
            parts.append(self.sheet(view.report))
        if view.result is not None:
            parts.append(self.result(view.result))
        elif view.prompt.title is not None:
            parts.append(self.prompt())
        if view.offers:
            parts.append(self.offers())
        return "\n\n".join(p for p in parts if p)

    def say(self, text: Text | None) -> str:
        """A text in words, `""` for none or for a hint that the catalogue does not have."""
        if text is None or (text.key.endswith(".hint") and not self.words.has(text.key)):
            return ""
        return self.words.plain(text, viewer=self.view.viewer, names=self.names)

    def name(self, player: Player) -> str:
        """What a player is called."""
        return self.words.plain(Text("terminal.name", (("whom", Who(player)),)), names=self.names)

    def word(self, key: str) -> str:
        """A short word, or the last part of its key where the catalogue has none."""
        return self.words.word(key) if self.words.has(key) else key.rpartition(".")[2]

    # --- the table -----------------------------------------------------------------------------

    def headline(self) -> str:
        """The game and how far the match is."""
        parts = [self.words.word("game.name")]
        progress = self.view.progress
        if progress is not None:
            parts += [self.say(progress.label), self.say(progress.phase)]
        return " · ".join(p for p in parts if p)

    def players(self) -> str:
        """A line for each player: who is awaited (▶), who has chosen (✓), and his figures."""
        names = [self.name(p.player) for p in self.view.panels]
        wide = max(map(width, names), default=0)
        return "\n".join(
            f"{self._sign(panel)} {pad(name, wide)}  {self._figures(panel)}".rstrip()
            for panel, name in zip(self.view.panels, names, strict=True)
        )

    def _sign(self, panel: Panel) -> str:
        if panel.player in self.view.prompt.awaited:
            return "▶"
        return "✓" if panel.done or panel.player in self.view.prompt.chosen else " "

    def _figures(self, panel: Panel) -> str:
        parts = [f"{self.word(f'counter.{c.name}')} {c.value}" for c in panel.figures]
        parts += [self.word(f"tag.{tag}") for tag in panel.tags]
        return " · ".join(parts)

    def table(self) -> str:
        """The zones, one line each; a grid has a line for each of its rows."""
        return "\n".join(self.zone(zone) for zone in self.view.scene)

    def zone(self, zone: Zone) -> str:
        """One zone: its label, its pieces, its places with marks."""
        label = self.say(zone.label) if zone.label is not None else self.word(f"zone.{zone.id}")
        if zone.private:
            label = self.words.word("terminal.private", label=label)
        if zone.kind == "counter":
            contents = [str(zone.count)]
        elif zone.kind == "grid":
            contents = _rows([(p.at, self.piece(p)) for p in zone.pieces])
        else:
            contents = [self._stacks(zone)]
        contents += [
            f"{place.removeprefix(f'#{zone.id}:')} {self._marks(marks)}"
            for place, marks in zone.marks
            if marks
        ]
        inside = "\n    ".join(c for c in contents if c) or "—"
        return f"{label}: {inside}" if "\n" not in inside else f"{label}:\n    {inside}"

    def _stacks(self, zone: Zone) -> str:
        if zone.kind != "row" or zone.owner is not None:
            return self._list(zone)
        stacks: dict[str, list[Piece]] = {}
        for piece in zone.pieces:
            stacks.setdefault(piece.at or piece.id, []).append(piece)
        shown = []
        for number, stack in enumerate(stacks.values(), start=1):
            inside = " / ".join(self.piece(p) for p in reversed(stack))
            seat = stack[-1].seat
            owner = "" if seat is None else f"{self.name(seat)}: "
            here = "▸" if any(p.pointer for p in stack) else ""
            shown.append(f"{here}{number} [{owner}{inside}]")
        if shown and len(zone.shape.ends) == 2:
            first, last = (self.say(end) for end in zone.shape.ends)
            shown = [f"{first} →", *shown, f"← {last}"]
        return "  ".join(shown)

    def _list(self, zone: Zone) -> str:
        """Pieces one after another: those of one place in brackets, backs counted."""
        comma = self.words.word("terminal.comma")
        parts = []
        places = {p.id: p.at for p in zone.pieces}  # what lies upon a piece is where that is

        def place(piece: Piece) -> str:
            return "" if zone.kind == "row" else piece.at or places.get(piece.on, "")

        for at, group in groupby(zone.pieces, key=place):
            shown = [self._held(p) if zone.private else self.piece(p) for p in group]
            inside = comma.join(_counted(shown))
            if at:
                names = zone.shape.names
                at = self.say(names[int(at)]) if at.isdecimal() and int(at) < len(names) else at
                inside = f"{at} [{inside}]" if len(shown) > 1 else f"{at} {inside}"
            parts.append(inside)
        return comma.join(parts)

    def _held(self, piece: Piece) -> str:
        """An own card, after the word by which it is written in a choice."""
        name, word = self.piece(piece), self.written.get(piece.id, "")
        return name if word.casefold() in ("", name.casefold()) else f"{word} {name}"

    def piece(self, piece: Piece) -> str:
        """One piece: face, number, tokens, turn and marks; round brackets: it lies face down."""
        if piece.face == "back":
            name = "?"
        else:
            name = self.words.face(piece.face) if piece.face else piece.id
        text = f"({name})" if piece.down else name
        if piece.n != 1:
            text += f" ×{piece.n}"
        if piece.tokens:
            text += f" ●{piece.tokens}"
        if piece.turn:
            text += f" ↻{90 * piece.turn}"
        parts = [text, self._marks(piece.marks), self.say(piece.text)]
        if piece.on and not piece.on.startswith(("c", "k")):
            parts.append(f"@{piece.on}")
        return " ".join(p for p in parts if p)

    def _marks(self, marks: Iterable[str]) -> str:
        return " ".join(f"[{self.word(f'mark.{m}')}]" for m in marks)

    # --- what is asked -------------------------------------------------------------------------

    def prompt(self) -> str:
        """What is asked, of the viewer or of somebody else."""
        prompt = self.view.prompt
        lines = [self.say(prompt.title), self.say(prompt.subtitle)]
        return "\n".join(line for line in lines if line)

    def offers(self) -> str:
        """The choices, numbered from 1, with what is written to choose them."""
        offers = playable(self.view)
        if len(offers) > LABELLED:
            return self._in_short(offers) if any(o.toggle for o in offers) else self.every_key()
        lines = self._labelled([(i, o, "") for i, o in enumerate(offers, start=1)])
        lines += [
            f"   –  {self._label(o)}: {self.say(o.why_not)}"
            for o in self.view.offers
            if o.why_not is not None
        ]
        return "\n".join(lines)

    def every_key(self) -> str:
        """The choices by number and key alone, in columns."""
        offers = enumerate(playable(self.view), start=1)
        return _columns([f"{i:>4}  {o.key}" for i, o in offers])

    def _in_short(self, offers: Sequence[Offer]) -> str:
        """A line for all sets that make the same of as many pieces: one of them, and how many."""
        made: dict[tuple[str, int], list[tuple[int, Offer]]] = {}
        for i, offer in enumerate(offers, start=1):
            same = (self._label(offer), len(offer.path)) if offer.toggle else (offer.key, 0)
            made.setdefault(same, []).append((i, offer))
        rows = []
        for group in made.values():
            number, offer = min(group, key=lambda x: len(x[1].key.split()))
            more = len(group) - 1
            rows.append((number, offer, self.words.word("terminal.more", n=more) if more else ""))
        example = next(o.key for o in offers if o.toggle and len(o.path) > 1)
        hint = self.words.word("terminal.in_short", n=len(offers), example=example)
        return "\n".join([*self._labelled(rows), hint])

    def _labelled(self, rows: Sequence[tuple[int, Offer, str]]) -> list[str]:
        labels = [self._label(o) for _, o, _ in rows]
        wide = min(60, max(map(width, labels), default=0))
        return [
            f"{i:>4}  {pad(label, wide)}  {o.key}  {more}".rstrip()
            for (i, o, more), label in zip(rows, labels, strict=True)
        ]

    def _label(self, offer: Offer) -> str:
        label = self.say(offer.label)
        if offer.interrupt:
            label = self.words.word("terminal.interrupt", label=label)
        note = self.say(offer.note)
        return f"{label} — {note}" if note else label

    # --- how it went ---------------------------------------------------------------------------

    def line(self, line: LogLine) -> str:
        """One line of the log, with the score sheet that comes with it."""
        text = self.say(line.text)
        if line.heading:
            text = f"— {text} —"
        else:
            text = "  " + (self.words.word("terminal.undone", text=text) if line.undone else text)
        return text if line.sheet is None else f"{text}\n{self.sheet(line.sheet)}"

    def log(self, lines: Sequence[LogLine]) -> str:
        """Lines of the log."""
        return "\n".join(self.line(line) for line in lines)

    def result(self, result: Result) -> str:
        """The final standing, the sentence that says why, and the score sheet."""
        order = sorted(range(len(result.rank)), key=lambda p: (result.rank[p], p))
        names = {p: self.name(p) for p in order}
        wide = max(map(width, names.values()), default=0)
        lines = []
        for p in order:
            score = "" if result.score is None else f"{result.score[p]:>4}"
            won = "★" if result.won[p] else " "
            lines.append(f"{won} {result.rank[p]}  {pad(names[p], wide)}{score}".rstrip())
        parts = ["\n".join(lines), self.say(result.reason)]
        if result.sheet is not None:
            parts.append(self.sheet(result.sheet))
        return "\n\n".join(p for p in parts if p)

    def sheet(self, sheet: Sheet) -> str:
        """A score sheet as a table."""
        head = [self.say(sheet.title), *(self.name(p) for p in sheet.columns)]
        rows = [
            [self.say(label), *("" if n is None else str(n) for n in figures)]
            for label, figures in sheet.rows
        ]
        wide = [max(width(row[i]) for row in (head, *rows)) for i in range(len(head))]
        return "\n".join(
            "  ".join(
                pad(cell, w) if i == 0 else " " * (w - width(cell)) + cell
                for i, (cell, w) in enumerate(zip(row, wide, strict=True))
            ).rstrip()
            for row in (head, *rows)
        )


def playable(view: View) -> list[Offer]:
    """The offers that can be chosen, in the order of their numbers."""
    return [o for o in view.offers if o.why_not is None]


def _counted(shown: Iterable[str]) -> list[str]:
    """Backs in a row as one, with their number."""
    found = []
    for text, same in groupby(shown):
        n = len(list(same))
        found += [f"{text} ×{n}"] if n > 1 and "?" in text else [text] * n
    return found


@cache
def _written(game: Game[Any]) -> dict[str, str]:
    """How each card is written in keys, by the id of its piece."""
    return {
        click: word
        for verb in game.verbs
        for domain in (*verb.args, *([] if verb.many is None else [verb.many]))
        for word, click in zip(domain.words, domain.clicks, strict=False)
        if click[:1] == "c" and click[1:].isdecimal()
    }


def _rows(pieces: Sequence[tuple[str, str]]) -> list[str]:
    """Pieces of a grid, a line for each row; a place is written row,column."""
    lines: dict[str, list[str]] = {}
    for at, piece in pieces:
        row, _, column = at.partition(",")
        lines.setdefault(row, []).append(f"{column} {piece}".strip())
    return [f"{row}| " + "  ".join(cells) for row, cells in lines.items()]


def _columns(cells: Sequence[str]) -> str:
    wide = max(map(width, cells)) + 2
    across = max(1, WIDTH // wide)
    down = -(-len(cells) // across)
    return "\n".join(
        "".join(pad(cell, wide) for cell in cells[row::down]).rstrip() for row in range(down)
    )


def width(text: str) -> int:
    """Columns on the screen: wide characters take two."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def pad(text: str, wide: int) -> str:
    """The text filled up to so many columns."""
    return text + " " * max(0, wide - width(text))

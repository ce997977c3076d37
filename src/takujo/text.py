"""Texts in words: the one place where a `Text` becomes a sentence, for the server and the terminal.

Catalogues are TOML files `locale/en.toml` and `locale/ja.toml`, one of the platform and one in each
game's folder: quoted keys, and for each a message or a table of variants. A message has named
places, `{who}`, `{card}`, `{n}`; `{n:+}` writes a number with its sign. Several
things are joined as in a sentence ("A, B, and C"), with `{cards:unit}` as a row ("A, B, C").

The variant is chosen by the tags that apply, joined with `|` in this order, the most specific
first: `you` (the argument `who` is the viewer), `yours` (the argument `whose` is the viewer),
`hidden` (the viewer does not know the card of the argument `card`), and the plural category of the
argument `n` (`one`, `other`, by the rules of the Unicode CLDR). The last resort is `other`.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, TypedDict

from babel import Locale
from babel.lists import format_list

from takujo.core.game import Game
from takujo.core.texts import Arg, CardName, Named, Player, Several, Text, Who

LANGUAGES = ("en", "ja")


class Span(TypedDict, total=False):
    """A part of a rich text that means a player (`who`), a card or place (`card`), a number (`n`).

    `ref` is the id of the piece or the place on the table.
    """

    k: str
    t: str
    seat: int
    face: str
    ref: str


Rich: TypeAlias = "list[str | Span]"
Message: TypeAlias = "str | Mapping[str, str]"
Names: TypeAlias = Mapping[Player, str]

NOBODY: Names = MappingProxyType({})

_PLACES = string.Formatter()


class Words:
    """The catalogues of the platform and of one game in one language."""

    def __init__(self, lang: str, game: Game[Any] | None = None) -> None:
        if lang not in LANGUAGES:
            raise ValueError(f"no language {lang!r}; there are: {', '.join(LANGUAGES)}")
        self.lang = lang
        self.messages: dict[str, Message] = dict(_read("takujo", lang))
        if game is not None:
            self.messages |= _read(game.package, lang)
        self._locale = Locale.parse(lang)
        self._plural = self._locale.plural_form

    def has(self, key: str) -> bool:
        """Is there a message for this key?"""
        return key in self.messages

    def render(self, text: Text, *, viewer: Player | None = None, names: Names = NOBODY) -> Rich:
        """The text as strings and spans; a key without a message is shown as it stands.

        Raises KeyError when a message names an argument that the text lacks.
        """
        args = dict(text.args)
        if text.key not in self.messages:
            return [text.key]
        template = self._variant(self.messages[text.key], args, viewer)
        parts: Rich = []
        for literal, name, spec, _ in _PLACES.parse(template):
            if literal:
                parts.append(literal)
            if name is not None:
                if name not in args:
                    raise KeyError(f"{self.lang}: message {text.key!r} has no argument {name!r}")
                parts += self._arg(args[name], spec or "", viewer, names)
        return _joined(parts)

    def plain(self, text: Text, *, viewer: Player | None = None, names: Names = NOBODY) -> str:
        """The text as one string."""
        return flat(self.render(text, viewer=viewer, names=names))

    def word(self, key: str, **args: Arg) -> str:
        """The message of a key, as one string."""
        return self.plain(Text(key, tuple(args.items())))

    def face(self, face: str) -> str:
        """The name of a face; of a card that is not known when `face` is empty."""
        return self.word(f"face.{face}" if face else "face.hidden")

    def _variant(self, message: Message, args: Mapping[str, Arg], viewer: Player | None) -> str:
        if isinstance(message, str):
            return message
        tags: list[str] = []
        if viewer is not None:
            tags += [
                tag for tag, name in (("you", "who"), ("yours", "whose"))
                if isinstance(args.get(name), Who) and args[name] == Who(viewer)
            ]  # fmt: skip
        card = args.get("card")
        if isinstance(card, Named) and not card.face:
            tags.append("hidden")
        n = args.get("n")
        if isinstance(n, int):
            tags.append(str(self._plural(abs(n))))
        for size in range(len(tags), 0, -1):
            for some in combinations(tags, size):
                found = message.get("|".join(some))
                if found is not None:
                    return found
        return message["other"]

    def _arg(self, arg: Arg, spec: str, viewer: Player | None, names: Names) -> Rich:
        if isinstance(arg, Text):
            return self.render(arg, viewer=viewer, names=names)
        if isinstance(arg, Who):
            name = names.get(arg.player) or self.word("player.number", n=arg.player + 1)
            return [Span(k="who", t=name, seat=arg.player)]
        if isinstance(arg, Named):
            span = Span(k="card", t=self.face(arg.face), face=arg.face, ref=arg.piece)
            if arg.seat is not None:
                span["seat"] = arg.seat
            return [span]
        if isinstance(arg, CardName):
            raise TypeError("a card is named for a viewer before it is put into words")
        if isinstance(arg, int):
            return [Span(k="n", t=signed(arg) if spec == "+" else signed(arg).lstrip("+"))]
        if isinstance(arg, Several):
            return self._list([self._arg(a, "", viewer, names) for a in arg.items], spec)
        _, _, place = arg.partition(".")
        if self.has(f"place.{place}"):  # it stands on a drawn board, where it can be shown
            return [Span(k="card", t=self.word(arg), ref=f"#{place}")]
        return [self.word(arg)]

    def _list(self, items: Sequence[Rich], spec: str) -> Rich:
        """Items joined as the language joins lists; they may be rich, so marks stand for them."""
        style: Literal["unit-short", "standard"] = "unit-short" if spec == "unit" else "standard"
        marks = [f"\0{i}\0" for i in range(len(items))]
        said = format_list(marks, style, self._locale)
        parts: Rich = []
        for i, piece in enumerate(said.split("\0")):
            if i % 2:
                parts += items[int(piece)]
            elif piece:
                parts.append(piece)
        return parts


def signed(n: int) -> str:
    """A number with its sign, `+3` or `−1` (a true minus)."""
    return f"+{n}" if n >= 0 else f"−{-n}"


def flat(parts: Iterable[str | Span]) -> str:
    """A rich text as one string."""
    return "".join(p if isinstance(p, str) else p["t"] for p in parts)


def _joined(parts: Rich) -> Rich:
    """Neighbouring strings become one."""
    out: Rich = []
    for part in parts:
        if isinstance(part, str) and out and isinstance(out[-1], str):
            out[-1] += part
        else:
            out.append(part)
    return out


@cache
def _read(package: str, lang: str) -> Mapping[str, Message]:
    path = files(package) / "locale" / f"{lang}.toml"
    messages: Mapping[str, Message] = tomllib.loads(path.read_text("utf-8"))
    return messages


@cache
def words(lang: str, game: Game[Any] | None = None) -> Words:
    """The words of a language, with those of a game."""
    return Words(lang, game)


def render(
    text: Text,
    lang: str,
    *,
    game: Game[Any] | None = None,
    viewer: Player | None = None,
    names: Names = NOBODY,
) -> Rich:
    """A text in words as strings and spans; see `Words.render`."""
    return words(lang, game).render(text, viewer=viewer, names=names)


def plain(
    text: Text,
    lang: str,
    *,
    game: Game[Any] | None = None,
    viewer: Player | None = None,
    names: Names = NOBODY,
) -> str:
    """A text in words as one string."""
    return words(lang, game).plain(text, viewer=viewer, names=names)

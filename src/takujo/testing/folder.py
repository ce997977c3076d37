"""Points about a game's folder: texts in both languages, figures, drawings, help."""

from __future__ import annotations

import string
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from importlib.resources import files
from typing import Any

from takujo import booklet
from takujo.core.game import Game, option_words
from takujo.core.texts import Arg, Named, Player, Several, Text, cards_in, say
from takujo.core.views import View
from takujo.testing.points import Found
from takujo.text import LANGUAGES, Words, words

STATUS = ("CONFIRMED", "CROSS-CHECKED", "LOG", "RULING", "DECISION", "CHOICE", "RECONSTRUCTED")
OPTIONAL = (".hint",)  # keys with this end may be missing, in both languages

_PLACES = string.Formatter()


class Texts:
    """All texts that occurred, each kind of them looked up once in both languages."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.keys: set[str] = set()
        self._done: set[tuple[Any, ...]] = set()

    def of_view(self, view: View) -> Found:
        """Look up everything that a view says."""
        for text in _texts(view):
            yield from self.of_text(text, view.viewer)
        names = [f"face.{piece.face}" for zone in view.scene for piece in zone.pieces]
        for panel in view.panels:
            names += [f"counter.{c.name}" for c in panel.figures]
            names += [f"tag.{tag}" for tag in panel.tags]
        for name in dict.fromkeys(names):
            # Pieces that are no cards, coins for instance, may go without a name.
            if not name.startswith("face.") or name[5:] in self._faces(view):
                yield from self.of_text(say(name), view.viewer)

    def _faces(self, view: View) -> set[str]:
        return {
            piece.face
            for zone in view.scene
            for piece in zone.pieces
            if piece.id[:1] in "ck" and piece.id[1:].isdigit()
        }

    def of_text(self, text: Text, viewer: Player | None) -> Found:
        """Look one text up; the same key with the same kinds of arguments is looked up once."""
        about = (text.key, tuple((n, _kind(a)) for n, a in text.args))
        if about in self._done:
            return
        self._done.add(about)
        self.keys.add(text.key)
        for lang in LANGUAGES:
            yield self._said(words(lang, self.game), text, viewer)
        yield from self._of_args((arg for _, arg in text.args), viewer)

    def _of_args(self, args: Iterable[Arg], viewer: Player | None) -> Found:
        for arg in args:
            if isinstance(arg, Text):
                yield from self.of_text(arg, viewer)
            elif isinstance(arg, Named):
                if arg.face:
                    yield from self.of_text(say(f"face.{arg.face}"), viewer)
            elif isinstance(arg, str):
                yield from self.of_text(say(arg), viewer)
            elif isinstance(arg, Several):
                yield from self._of_args(arg.items, viewer)

    def _said(self, catalogue: Words, text: Text, viewer: Player | None) -> str | None:
        if not catalogue.has(text.key):
            if text.key.endswith(OPTIONAL):
                return None
            return f"{catalogue.lang} lacks the text {text.key!r}"
        lacks = places(catalogue, text.key) - {name for name, _ in text.args}
        if lacks:
            named = ", ".join(sorted(lacks))
            return f"{catalogue.lang}: {text.key!r} names {named}, which the text does not bring"
        if any(cards_in(arg for _, arg in text.args)):
            return f"{text.key!r} names a card that was not named for the viewer"
        try:
            said = catalogue.plain(text, viewer=viewer)
        except (KeyError, TypeError, ValueError) as error:
            return f"{catalogue.lang}: {text.key!r} cannot be put into words: {error}"
        return None if said.strip() else f"{catalogue.lang}: {text.key!r} is empty"


def _kind(arg: Any) -> Any:
    if isinstance(arg, Named):
        return arg.face
    if isinstance(arg, Text):
        return (arg.key, tuple((n, _kind(a)) for n, a in arg.args))
    if isinstance(arg, Several):
        return tuple(map(_kind, arg.items))
    return arg if isinstance(arg, str) else type(arg).__name__


def places(catalogue: Words, key: str) -> set[str]:
    """The names that the variants of a message ask for."""
    message = catalogue.messages[key]
    variants = [message] if isinstance(message, str) else list(message.values())
    return {name for v in variants for _, name, _, _ in _PLACES.parse(v) if name is not None}


def _texts(value: Any) -> Iterator[Text]:
    """All texts inside a view."""
    if isinstance(value, Text):
        yield value
    elif isinstance(value, tuple):
        for x in value:
            yield from _texts(x)
    elif is_dataclass(value) and not isinstance(value, type):
        for f in fields(value):
            yield from _texts(getattr(value, f.name))


def declared_texts(game: Game[Any]) -> Found:
    """Names, options and faces have their texts; both catalogues have the same keys."""
    catalogues = {}
    for lang in LANGUAGES:
        try:
            catalogues[lang] = words(lang, game)
        except (OSError, tomllib.TOMLDecodeError) as error:
            yield f"locale/{lang}.toml of {game.package} cannot be read: {error}"
            return
    every = set().union(*(c.messages for c in catalogues.values()))
    for lang, catalogue in catalogues.items():
        for key in sorted(_declared(game)):
            yield None if catalogue.has(key) else f"{lang} lacks the text {key!r}"
        for key in sorted(every - set(catalogue.messages) - _declared(game)):
            yield f"{lang} lacks the text {key!r}, which the other language has"
        for key, message in catalogue.messages.items():
            if not isinstance(message, str) and "other" not in message:
                yield f"{lang}: {key!r} has variants and lacks `other`"


def _declared(game: Game[Any]) -> set[str]:
    keys = {"game.name", "game.tagline"}
    for name, values in option_words(game.options).items():
        keys |= {f"option.{name}", f"option.{name}.help"}
        keys |= {f"option.{name}.{value}" for value in values if value not in ("true", "false")}
    return keys | {f"face.{face}" for face in faces(game)}


def faces(game: Game[Any]) -> set[str]:
    """The faces of all cards, at every player count, with every value of every option."""
    found: set[str] = set()
    for players in game.players:
        tables: list[Mapping[str, Any]] = [{}]
        tables += [{o.name: v} for o in game.options for v in o.values]
        for options in tables:
            try:
                found.update(game.new(players, options).layout.faces)
            except Exception:
                continue  # whether every option can be set up is another point
    return found


def figures_have_provenance(game: Game[Any]) -> Found:
    """Every number in pieces.toml lies in a table that says where it comes from."""
    try:
        data = tomllib.loads((files(game.package) / "pieces.toml").read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        yield f"pieces.toml of {game.package} cannot be read: {error}"
        return
    for name, value in data.items():
        yield from _provenance(value, name, sourced=False)


def _provenance(value: Any, at: str, *, sourced: bool) -> Found:
    """A table's `status` covers all that it holds; one that is not understood covers nothing."""
    if isinstance(value, list):
        for i, x in enumerate(value):
            yield from _provenance(x, f"{at}[{i}]", sourced=sourced)
    elif isinstance(value, dict):
        if "status" in value:
            first, *_ = [*str(value["status"]).split(), ""]
            sourced = first.strip(":,;()").upper() in STATUS
            if not sourced:
                allowed = ", ".join(STATUS)
                yield f"{at}: status {value['status']!r} does not begin with one of {allowed}"
                return
        for name, x in value.items():
            yield from _provenance(x, f"{at}.{name}", sourced=sourced)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield None if sourced else f"{at} = {value!r} has no status: where does it come from?"


def faces_are_drawn(game: Game[Any], more: Iterable[str] = ()) -> Found:
    """Every face, also one that the help draws, has its symbol `<prefix>-<face>`, and the back."""
    try:
        root = ET.fromstring((files(game.package) / "skin" / "sheet.svg").read_text("utf-8"))
    except (OSError, ET.ParseError) as error:
        yield f"skin/sheet.svg of {game.package} cannot be read: {error}"
        return
    ids = {el.get("id", "") for el in root.iter() if el.tag.rpartition("}")[2] == "symbol"}
    prefixes = sorted(i.removesuffix("-back") for i in ids if i.endswith("-back"))
    if len(prefixes) != 1:
        yield f"skin/sheet.svg has {len(prefixes)} symbols `<prefix>-back`, not one"
        return
    for face in sorted({*faces(game), *faces_in_help(game), *more} - {"back", ""}):
        fine = f"{prefixes[0]}-{face}" in ids
        yield None if fine else f"skin/sheet.svg has no symbol {prefixes[0]}-{face}"


def help_in_both_languages(game: Game[Any]) -> Found:
    """Rules and aid are there in both languages, with the same headings and the same drawings."""
    for leaf in booklet.LEAVES:
        one, two = (booklet.file_name(leaf, lang) for lang in LANGUAGES)
        found = [booklet.read(game.package, leaf, lang) for lang in LANGUAGES]
        headings, drawings = [], []
        for lang, text in zip(LANGUAGES, found, strict=True):
            name = booklet.file_name(leaf, lang)
            if text is None:
                yield f"{game.package} has no {name}"
                return
            yield None if text.lstrip()[:1] == "#" else f"{name} does not begin with a heading"
            headings.append([x.split(" ")[0] for x in text.splitlines() if x[:1] == "#"])
            drawings.append([row.cards for row in booklet.drawings(text)])
            yield from _are_drawn(booklet.drawings(text), name, words(lang, game))
        yield None if headings[0] == headings[1] else f"{one} and {two} differ in their headings"
        yield None if drawings[0] == drawings[1] else f"{one} and {two} do not draw the same cards"


def _are_drawn(rows: Iterable[booklet.Row], name: str, said: Words) -> Found:
    for row in rows:
        yield None if row.cards else f"{name} draws a row without cards: {row.caption!r}"
        for face, _ in row.cards:
            fine = said.has(f"face.{face}")
            yield None if fine else f"{name} draws a face that has no name: {face!r}"


def faces_in_help(game: Game[Any]) -> set[str]:
    """The faces that rules and aid draw, as far as they have names."""
    texts = [booklet.read(game.package, leaf, LANGUAGES[0]) for leaf in booklet.LEAVES]
    rows = [row for text in texts if text for row in booklet.drawings(text)]
    said = words(LANGUAGES[0], game)
    return {card.face for row in rows for card in row.cards if said.has(f"face.{card.face}")}

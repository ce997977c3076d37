"""Who is asking: a signed cookie from the first page on, a guest once he says or does something."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import unicodedata
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer

from takujo.arena.problem import problem
from takujo.arena.store import Person, Store

COOKIE = "takujo"
COOKIE_AGE = 400 * 24 * 3600  # the longest that browsers keep one
NAME_LENGTH = 20
Lang: TypeAlias = Literal["en", "ja"]
LANGS: tuple[Lang, ...] = ("en", "ja")


class Preferences(msgspec.Struct, frozen=True):
    """How a guest wants it."""

    lang: Lang = "en"
    theme: Literal["system", "light", "dark"] = "system"
    motion: Literal["normal", "fast", "off"] = "normal"
    sound: bool = False
    confirm: Literal["always", "final", "never"] = "final"
    keys: bool = True
    hold: Literal["always", "two", "never"] = "two"


class Identity:
    """Signs cookies and tokens with a key that lives in the data directory."""

    def __init__(self, data: Path) -> None:
        self._key = _key(data / "secret.key")
        self._signer = URLSafeSerializer(self._key, salt="takujo.guest")

    def new(self) -> str:
        """The id of somebody never seen before."""
        return secrets.token_hex(12)

    def cookie(self, id: str) -> str:
        """The cookie's value for an id."""
        return str(self._signer.dumps(id))

    def read(self, cookie: str | None) -> str | None:
        """The id in a cookie; None when it is missing or not signed by this arena."""
        if not cookie:
            return None
        try:
            id = self._signer.loads(cookie)
        except BadSignature:
            return None
        return id if isinstance(id, str) else None

    def token(self, id: str) -> str:
        """The CSRF token of an id, for the page's `<meta>`."""
        made = hmac.new(self._key, b"csrf:" + id.encode(), hashlib.sha256)
        return made.hexdigest()[:40]

    def is_token(self, id: str, token: str) -> bool:
        """Does this token belong to this id?"""
        return hmac.compare_digest(self.token(id).encode(), token.encode())


def _key(path: Path) -> bytes:
    """Read the signing key; make it at the first start, readable by its owner only."""
    try:
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_bytes()
    with os.fdopen(made, "wb") as file:
        key = secrets.token_bytes(32)
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    return key


def preferences(person: Person | None, lang: Lang) -> Preferences:
    """A guest's settings; whoever has none gets the defaults in the language he reads."""
    chosen = {"lang": lang} | (person.settings if person else {})
    try:
        return msgspec.convert(chosen, Preferences)
    except msgspec.ValidationError:
        return Preferences(lang=lang)


def accepted(header: str) -> Lang:
    """The first language of an `Accept-Language` header that the arena speaks."""
    weighed: list[tuple[float, int, Lang]] = []
    for place, part in enumerate(header.split(",")[:20]):
        tag, _, weight = part.strip().partition(";q=")
        try:
            q = float(weight or "1")
        except ValueError:
            continue
        weighed += [(-q, place, lang) for lang in LANGS if tag.lower().split("-")[0] == lang]
    return min(weighed)[2] if weighed else "en"


def clean_name(name: str) -> str:
    """A name as it is shown: one line, no invisible signs; raises Problem when nothing is left."""
    text = unicodedata.normalize("NFC", name)
    kept = "".join(c if unicodedata.category(c)[0] not in "CZ" else " " for c in text)
    made = " ".join(kept.split())
    if not made:
        raise problem("bad_input", "error.name_empty")
    if len(made) > NAME_LENGTH:
        raise problem("bad_input", "error.name_long", most=NAME_LENGTH)
    return made


def same_name(one: str | None, other: str | None) -> bool:
    """Would people take the two names for one?"""
    if one is None or other is None:
        return False
    return _folded(one) == _folded(other)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "")


async def guest(
    store: Store,
    id: str,
    lang: Lang,
    name: str | None = None,
    settings: dict[str, Any] | None = None,
) -> Person:
    """Write a guest down, new or changed."""
    person = await store.person(id) or Person(id, None, {})
    merged = {"lang": lang} | person.settings | (settings or {})
    try:
        kept = msgspec.convert(merged, Preferences)
    except msgspec.ValidationError as fault:
        raise problem("bad_input", "error.settings") from fault
    person.settings = msgspec.to_builtins(kept)
    if name is not None:
        person.name = clean_name(name)
    await store.save_person(person)
    return person

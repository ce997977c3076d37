"""Who asks, from where and in which language: found out once, at the door."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any, cast
from urllib.parse import parse_qs

from takujo.arena.identity import COOKIE, LANGS, Identity, Lang, accepted

LANG_COOKIE = "takujo_lang"


@dataclass(frozen=True, slots=True)
class Caller:
    """The person behind a request."""

    id: str  # a guest's id, or a fresh one for somebody never seen before
    known: bool  # came with a valid cookie
    forged: bool  # came with a cookie that this arena has not signed
    lang: Lang
    address: str
    secure: bool  # came over https


def headers(scope: Any) -> dict[str, str]:
    """The headers of a request, names in lower case; of repeated ones the last, cookies joined."""
    found: dict[str, str] = {}
    for raw, value in scope["headers"]:
        name = raw.decode("latin-1").lower()
        text = value.decode("latin-1")
        found[name] = f"{found[name]}; {text}" if name == "cookie" and name in found else text
    return found


def caller(scope: Any, sent: dict[str, str], identity: Identity) -> Caller:
    """Read cookie, language and address of a request."""
    cookies: dict[str, str] = {}
    with contextlib.suppress(CookieError):
        cookies = {k: m.value for k, m in SimpleCookie(sent.get("cookie", "")).items()}
    value = cookies.get(COOKIE)
    id = identity.read(value)
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    wanted = [*query.get("lang", ()), cookies.get(LANG_COOKIE, "")]
    lang = next((cast(Lang, w) for w in wanted if w in LANGS), None)
    client = scope.get("client")
    return Caller(
        id=id or identity.new(),
        known=id is not None,
        forged=bool(value) and id is None,
        lang=lang or accepted(sent.get("accept-language", "")),
        address=client[0] if client else "",
        secure=scope.get("scheme") in ("https", "wss"),
    )


def set_cookie(name: str, value: str, age: int, secure: bool) -> str:
    """A `Set-Cookie` header that scripts and other sites cannot use."""
    end = "; Secure" if secure else ""
    return f"{name}={value}; Max-Age={age}; Path=/; HttpOnly; SameSite=Lax{end}"

"""Files for the browser: our own pages and scripts, and the skins of the games."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import html
import re
import time
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import rcssmin
import rjsmin

from takujo.arena.svg import sanitize
from takujo.core.game import games

KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".png": "image/png",
    ".txt": "text/plain",
}
SLIM: dict[str, Callable[[str], str]] = {".js": rjsmin.jsmin, ".css": rcssmin.cssmin}
SMALL = 400  # bytes; less is not worth packing
PLACE = re.compile(r"\{\{(\w+)\}\}")
FOREVER = "public, max-age=31536000, immutable"


class Asset(NamedTuple):
    """A file as it is sent."""

    kind: str
    body: bytes
    packed: bytes | None  # with gzip


class Assets:
    """Reads, sanitizes and packs each file once, and again when it has changed."""

    def __init__(self) -> None:
        self._web = Path(str(files("takujo.web")))
        self._kept: dict[Path, tuple[int, Asset]] = {}
        self._version = ("", 0.0)

    @property
    def version(self) -> str:
        """A name for what all files hold now; part of their addresses."""
        version, looked = self._version
        if time.monotonic() - looked > 1 or not version:
            version = self._look()
            self._version = (version, time.monotonic())
        return version

    def _look(self) -> str:
        digest = hashlib.blake2b(digest_size=5)
        roots = [self._web / "static", *(skin for id in games() if (skin := _folder(id, "skin")))]
        for root in roots:
            for path in sorted(root.rglob("*")):
                # A file may be replaced while we look.
                with contextlib.suppress(OSError):
                    digest.update(f"{path.name} {path.stat().st_mtime_ns};".encode())
        return digest.hexdigest()

    def static(self, path: str) -> Asset | None:
        """One of our own files; None when there is none."""
        return self._read(self._web / "static", path, drawing=False)

    def skin(self, game: str, path: str) -> Asset | None:
        """A file of a game's skin; drawings pass the allow-list."""
        root = _folder(game, "skin")
        if root is None or not path.endswith((".svg", ".css")):
            return None
        return self._read(root, path, drawing=path.endswith(".svg"))

    def has_skin(self, game: str, path: str) -> bool:
        """Has the game's skin this file?"""
        root = _folder(game, "skin")
        return root is not None and (root / path).is_file()

    def prefix(self, game: str) -> str:
        """What the ids of a game's drawings begin with, without the hyphen."""
        sheet = self.skin(game, "sheet.svg")
        found = re.search(r'<symbol[^>]* id="([\w-]+)-back"', sheet.body.decode() if sheet else "")
        return found[1] if found else game

    def page(self, name: str, places: dict[str, str]) -> str:
        """A page behind the head of all, its places filled; all but `content` is escaped."""
        head, page = (
            (self._web / "pages" / f"{x}.html").read_text("utf-8") for x in ("head", name)
        )

        def fill(found: re.Match[str]) -> str:
            value = places.get(found[1], "")
            return value if found[1] == "content" else html.escape(value)

        return PLACE.sub(fill, page.replace("{{head}}\n", head))

    def _read(self, root: Path, path: str, *, drawing: bool) -> Asset | None:
        full = root / path
        kind = KINDS.get(full.suffix)
        inside = not any(part in ("", ".", "..") for part in path.split("/"))
        if kind is None or not inside or "\\" in path or "\0" in path or not full.is_file():
            return None
        try:
            stamp = full.stat().st_mtime_ns
            old = self._kept.get(full)
            if old is not None and old[0] == stamp:
                return old[1]
            body = full.read_bytes()
        except OSError:
            return None
        if drawing:
            body = sanitize(body)
        elif full.suffix in SLIM:
            body = SLIM[full.suffix](body.decode()).encode()
        packed = gzip.compress(body, 9, mtime=0) if len(body) > SMALL else None
        asset = Asset(kind, body, packed)
        self._kept[full] = (stamp, asset)
        return asset


def _folder(game: str, part: str) -> Path | None:
    found = games().get(game)
    if found is None:
        return None
    path = Path(str(files(found.package))) / part
    return path if path.is_dir() else None


@cache
def pieces_file(package: str) -> str:
    """A game's `pieces.toml`; nothing when it has none."""
    path = Path(str(files(package))) / "pieces.toml"
    return path.read_text("utf-8") if path.is_file() else ""

"""Nature: what is drawn, by which generator, and how anyone can check it afterwards."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    from takujo.core.frames import Chance
    from takujo.core.state import State

Outcome: TypeAlias = tuple[int, ...]
Nature: TypeAlias = "Callable[[State, Chance[Any]], Outcome]"

_WORD = (1 << 64) - 1


class Draw(NamedTuple):
    """What nature draws: `k` distinct numbers of `range(n)`, in the order drawn."""

    n: int
    k: int = 1


class Rng(Protocol):
    """A source of uniform whole numbers; never part of a state."""

    def below(self, n: int) -> int:
        """A number of `range(n)`, n >= 1."""


class SplitMix:
    """SplitMix64: small, fast, seeded; for simulation and bots, not for live shuffles."""

    __slots__ = ("_x",)

    def __init__(self, seed: int) -> None:
        self._x = seed & _WORD

    def word(self) -> int:
        """The next 64 bits."""
        x = self._x = (self._x + 0x9E3779B97F4A7C15) & _WORD
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _WORD
        return x ^ (x >> 31)

    def below(self, n: int) -> int:
        """A number of `range(n)`."""
        # The high bits times n: biased by less than n / 2**64, which simulation cannot notice.
        return (self.word() * n) >> 64

    def split(self) -> SplitMix:
        """A generator of its own, independent of what is drawn from this one later."""
        return SplitMix(self.word())


class Keyed:
    """Draw number `index` of a live match: BLAKE2b(key, index, block), 64-bit words, no bias.

    Block `j` is `blake2b(index ‖ j, key=key, digest_size=64)` with both numbers as 8 bytes,
    little endian; it gives eight little-endian words. A word w serves `below(n)` as w mod n if
    w < 2**64 - 2**64 mod n; otherwise it is passed over.
    """

    __slots__ = ("_words",)

    def __init__(self, key: bytes, index: int) -> None:
        self._words = self._stream(key, index)

    @staticmethod
    def _stream(key: bytes, index: int) -> Iterator[int]:
        block = 0
        while True:
            data = index.to_bytes(8, "little") + block.to_bytes(8, "little")
            digest = hashlib.blake2b(data, key=key, digest_size=64).digest()
            for i in range(0, 64, 8):
                yield int.from_bytes(digest[i : i + 8], "little")
            block += 1

    def below(self, n: int) -> int:
        """A number of `range(n)`, each exactly as likely as the others."""
        limit = (1 << 64) - (1 << 64) % n
        for word in self._words:
            if word < limit:
                return word % n
        raise AssertionError("the stream of words has no end")


def take(rng: Rng, draw: Draw) -> Outcome:
    """Carry out a draw: the first `k` steps of a Fisher-Yates shuffle of `range(n)`.

    Step i swaps place i with place i + below(n - i).
    """
    n, k = draw
    if k == 1:
        return (rng.below(n),)
    items = list(range(n))
    for i in range(k):
        j = i + rng.below(n - i)
        items[i], items[j] = items[j], items[i]
    return tuple(items[:k])


def shuffled(rng: Rng, items: Iterable[int]) -> list[int]:
    """The items in a uniformly random order."""
    pool = list(items)
    return [pool[i] for i in take(rng, Draw(len(pool), len(pool)))] if len(pool) > 1 else pool


class Simulated:
    """Nature in simulation and search: every outcome comes from one generator."""

    __slots__ = ("rng",)

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def __call__(self, s: State, frame: Chance[Any]) -> Outcome:
        return take(self.rng, frame.draw(s))


class Live:
    """Nature of a match: outcome number `index` follows from the match's key alone.

    `drawn` collects (draw, outcome) of the calls since it was made.
    """

    __slots__ = ("drawn", "index", "key")

    def __init__(self, key: bytes, index: int) -> None:
        self.key = key
        self.index = index
        self.drawn: list[tuple[Draw, Outcome]] = []

    def __call__(self, s: State, frame: Chance[Any]) -> Outcome:
        draw = frame.draw(s)
        outcome = take(Keyed(self.key, self.index), draw)
        self.index += 1
        self.drawn.append((draw, outcome))
        return outcome


class BadOutcome(ValueError):
    """A record holds an outcome that the position cannot have."""


class Recorded:
    """Nature of a replay: outcomes come from the record and must fit what is drawn."""

    __slots__ = ("_left", "drawn")

    def __init__(self, outcomes: Iterable[Sequence[int]]) -> None:
        self._left = [tuple(o) for o in reversed(list(outcomes))]
        self.drawn: list[tuple[Draw, Outcome]] = []

    def __call__(self, s: State, frame: Chance[Any]) -> Outcome:
        draw = frame.draw(s)
        if not self._left:
            raise BadOutcome(f"the record lacks an outcome for {frame!r}: {draw!r}")
        outcome = self._left.pop()
        fits = len(outcome) == draw.k and len(set(outcome)) == draw.k
        if not (fits and all(0 <= x < draw.n for x in outcome)):
            raise BadOutcome(f"outcome {outcome!r} does not fit {draw!r} of {frame!r}")
        self.drawn.append((draw, outcome))
        return outcome

    @property
    def left(self) -> int:
        """How many outcomes have not been used."""
        return len(self._left)


def new_key() -> bytes:
    """A fresh server key of 32 bytes."""
    return secrets.token_bytes(32)


def commitment(server_key: bytes) -> str:
    """The seal published before any nonce is known: BLAKE2b-256 of the server key, as hex."""
    return hashlib.blake2b(server_key, digest_size=32).hexdigest()


def match_key(server_key: bytes, nonces: Sequence[bytes]) -> bytes:
    """The key of a match: BLAKE2b-256 of the server key and the seats' nonces in seat order.

    The hashed bytes are `b"takujo match key"`, then for the server key and for each nonce one
    byte that tells its length and the bytes themselves. A bot's nonce is empty.
    """
    data = bytearray(b"takujo match key")
    for part in (server_key, *nonces):
        if len(part) > 255:
            raise ValueError(f"a nonce has at most 255 bytes, this one has {len(part)}")
        data.append(len(part))
        data += part
    return hashlib.blake2b(bytes(data), digest_size=32).digest()

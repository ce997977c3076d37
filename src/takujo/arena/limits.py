"""Token buckets: how much one guest and one address may ask in a while."""

from __future__ import annotations

import time
from collections.abc import Callable

from takujo.arena.problem import problem

# What is asked: (how much at once, how much per second) for one guest; an address, which a whole
# club may share, gets eight times as much.
ALLOWED: dict[str, tuple[float, float]] = {
    "read": (120, 40),
    "act": (40, 12),
    "say": (6, 0.7),
    "found": (6, 0.1),  # tables opened
    "record": (10, 0.1),  # records opened from a file
    "page": (60, 10),
    "socket": (60, 25),  # messages on sockets
    "connect": (20, 2),
}
SHARED = 8.0


class Limits:
    """The buckets of everybody seen lately; nothing of them is kept on disk."""

    def __init__(self, factor: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._factor = factor
        self._clock = clock
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def take(self, what: str, guest: str, address: str) -> None:
        """Take a token for a guest and one for his address; raises Problem `rate` without."""
        enough = self._take(what, "g:" + guest, 1.0)
        if not (self._take(what, "a:" + address, SHARED) and enough):
            raise problem("rate", "error.rate")

    def _take(self, what: str, who: str, share: float) -> bool:
        size, pace = (x * share * self._factor for x in ALLOWED[what])
        now = self._clock()
        level, since = self._buckets.get((what, who), (size, now))
        level = min(size, level + (now - since) * pace)
        enough = level >= 1
        self._buckets[what, who] = (level - 1 if enough else level, now)
        return enough

    def forget(self) -> None:
        """Drop the buckets that are full again."""
        now = self._clock()
        for key, (level, since) in list(self._buckets.items()):
            size, pace = (x * SHARED * self._factor for x in ALLOWED[key[0]])
            if level + (now - since) * pace >= size:
                del self._buckets[key]

    def __len__(self) -> int:
        return len(self._buckets)

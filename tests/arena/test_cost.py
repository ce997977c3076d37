"""What a running match costs in memory; time is measured, never asserted."""

from __future__ import annotations

import gc
import tracemalloc

from takujo.core.chance import SplitMix
from takujo.core.game import game
from takujo.core.match import Match

MATCHES = 6
MOST = 65_000  # bytes


def played(seed: int) -> Match:
    """A whole match of five, played at random."""
    match = Match.start(game("oriflamme"), 5, key=bytes([seed]) * 32)
    rng = SplitMix(seed)
    while not match.over:
        seat = match.awaited[0]
        keys = list(match.game.keys(match.decision(seat)))
        match.play(seat, keys[rng.below(len(keys))], match.asked(seat))
    return match


def test_a_match_in_memory_is_small_when_nobody_looks_at_it() -> None:
    for seed in range(3):
        played(seed)  # what all matches share is there now
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        kept = [played(seed) for seed in range(MATCHES)]
        gc.collect()
        bare = (tracemalloc.get_traced_memory()[0] - before) / MATCHES
        for match in kept:
            for viewer in (*range(5), None):
                match.view(viewer)
        seen = (tracemalloc.get_traced_memory()[0] - before) / MATCHES
        for match in kept:
            match.forget()
        gc.collect()
        again = (tracemalloc.get_traced_memory()[0] - before) / MATCHES
    finally:
        tracemalloc.stop()
    assert bare < MOST
    assert again < MOST < seen + MOST  # views are kept for those who look, and can be dropped

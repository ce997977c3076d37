"""Playing matches in tests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from core.small import FACES, Notes, Small
from takujo.core.chance import SplitMix, commitment, match_key
from takujo.core.frames import Frame, optional
from takujo.core.game import Game
from takujo.core.match import Match, Refused
from takujo.core.state import Json
from takujo.core.zones import COUNT, PLACE, ZoneSpec, layout
from toys import TOYS

SERVER_KEY = bytes(range(32))
KEY = b"a key for tests"


def small(*agenda: Frame[Any], players: int = 2, key: bytes = KEY, **given: Any) -> Match:
    """A match of loose frames."""
    return Match.start(Small(*agenda, **given), players, key=key)


def play(match: Match, seat: int, *keys: str, hold: str = "never") -> list[Json]:
    """Answer what the seat is asked, key by key."""
    lines: list[Json] = []
    for key in keys:
        lines += match.play(seat, key, match.asked(seat), hold=hold)
    return lines


def written(match: Match) -> list[Json]:
    """The journal after it went through a file."""
    lines: list[Json] = json.loads(json.dumps(match.lines))
    return lines


def again(match: Match, *, key: bytes | None = KEY) -> Match:
    """The match that its journal describes."""
    header = json.loads(json.dumps(match.header))
    return Match.load(header, written(match), key=key, game=match.game)


def same(a: Match, b: Match) -> bool:
    """Are two matches equal in everything that anybody can see or do?"""
    viewers = (*range(a.players), None)
    return (
        a.lines == b.lines
        and a.state == b.state
        and a.digest() == b.digest()
        and [a.log(v) for v in viewers] == [b.log(v) for v in viewers]
        and [a.view(v) for v in viewers] == [b.view(v) for v in viewers]
        and [a.asked(p) for p in range(a.players)] == [b.asked(p) for p in range(b.players)]
        and a.effective() == b.effective()
        and a.draws() == b.draws()
        and (a.by, a.conceded, a.truncated, a.held) == (b.by, b.conceded, b.truncated, b.held)
    )


def toy(name: str, nonces: Sequence[bytes] = ()) -> Match:
    """A match of a toy game whose shuffles can be proved."""
    game = TOYS[name]
    n = game.players[0]
    nonces = nonces or [bytes([p]) * 16 for p in range(n)]
    key = match_key(SERVER_KEY, nonces)
    return Match.start(game, n, key=key, commitment=commitment(SERVER_KEY))


def move(match: Match, rng: SplitMix) -> tuple[int, str]:
    """A random seat and key that may be played; sometimes out of turn."""
    extra = [d for d in optional(match.state) if d.player != match.awaited[0]]
    if extra and rng.below(6) == 0:
        decision = extra[rng.below(len(extra))]
    else:
        seat = match.awaited[rng.below(len(match.awaited))]
        decision = match.decision(seat)
    keys = list(match.game.keys(decision))
    return decision.player, keys[rng.below(len(keys))]


def finish(match: Match, rng: SplitMix) -> Match:
    """Play at random to the end."""
    while not match.over:
        seat, key = move(match, rng)
        match.play(seat, key, match.asked(seat))
    return match


def wild(match: Match, rng: SplitMix, steps: int) -> Match:
    """Play at random with all that people do: hold, confirm, take back, hand seats to bots."""
    game: Game[Any] = match.game
    for _ in range(steps):
        if match.over:
            break
        what = rng.below(12)
        seat = match.awaited[rng.below(len(match.awaited))]
        if match.held is not None:
            holder = match.held[0]
            if what < 5:
                match.confirm(holder)
            elif what < 9:
                match.undo(holder, ("ask", "turn")[rng.below(2)])
            else:
                match.reseat(holder, ("human", "bot:random")[rng.below(2)])
        elif what == 0:
            match.reseat(rng.below(match.players), ("human", "bot:greedy")[rng.below(2)])
        elif what in (1, 2, 3) and match.can_undo(seat):
            match.undo(seat, ("ask", "turn", "answer")[rng.below(3)])
        else:
            seat, key = move(match, rng)
            hold = ("never", "two", "always")[rng.below(3)]
            match.play(seat, key, match.asked(seat), hold=hold)
    assert match.game is game
    return match


DECK, BAG = 1, 2
SPECS = [ZoneSpec("hand", 0b001, COUNT), ZoneSpec("deck", 0, PLACE), ZoneSpec("bag", 0, COUNT)]
CARDS = layout(2, SPECS, FACES[:4])
LAY = {0: [0], 1: [1, 2, 3]}


def notes(match: Match) -> tuple[Any, ...]:
    """What has been noted in a match of loose frames."""
    assert isinstance(match.state, Notes)
    return match.state.notes


def refused(match: Match, act: Any) -> Refused:
    """The refusal of a command, which must change nothing."""
    before = (written(match), match.state.to_json(), match.held, list(match.by), match.seq)
    names = [match.asked(p) for p in range(match.players)]
    with pytest.raises(Refused) as refusal:
        act()
    assert (written(match), match.state.to_json(), match.held, list(match.by), match.seq) == before
    assert [match.asked(p) for p in range(match.players)] == names
    return refusal.value

"""What a page is sent after a move: whole views, none of them long."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from websockets.frames import Frame, Opcode

from takujo.arena import wire
from takujo.arena.deflate import Offered
from takujo.arena.speech import Speech
from takujo.core.chance import SplitMix
from takujo.core.match import Match
from takujo.games.pax_renaissance import GAME

BYTES, PACKED = 16_000, 2_500
NAMES = dict(enumerate(("Bartholomew", "Wilhelmina", "Konstantin", "Maximiliane")))


def sent(players: int, seed: int) -> Iterator[bytes]:
    """What one player is sent in a match that is played at random, in Japanese: the longer one."""
    match = Match.start(GAME, players, key=bytes([seed]) * 32)
    speech, said = Speech("ja", GAME, 0, NAMES), {}
    rng = SplitMix(seed)
    while not match.over:
        yield b'{"t":"view","view":' + wire.packed(wire.view(match.view(0), speech, said)) + b"}"
        player = match.awaited[0]
        keys = match.seat(player).offers()
        match.play(player, keys[rng.below(len(keys))], match.asked(player))


@pytest.mark.parametrize("players", [3, 4])
def test_a_view_is_short_and_after_the_first_it_is_packed_to_a_sixth_of_that_at_most(players):
    for seed in range(3):
        _, socket = Offered(client_max_window_bits=12).process_request_params([], [])
        views = list(sent(players, seed))
        packed = [len(socket.encode(Frame(Opcode.TEXT, view)).data) for view in views]
        assert len(views) > 50
        assert max(map(len, views)) < BYTES
        assert max(packed[1:]) < PACKED
        assert sum(packed) < 600 * len(views)

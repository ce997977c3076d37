"""Compression of sockets: a view that was sent is remembered when the next one is."""

from __future__ import annotations

import os
import zlib

import pytest
from arena_guests import Running, gather
from websockets.extensions.permessage_deflate import (
    ClientPerMessageDeflateFactory,
    PerMessageDeflate,
)
from websockets.frames import Frame, Opcode
from websockets.typing import ExtensionParameter

from takujo.arena.deflate import Deflate, Offered


def agreed(*asked: ExtensionParameter) -> tuple[Deflate, PerMessageDeflate]:
    """Both ends, after the client has asked for this."""
    answer, ours = Offered(client_max_window_bits=12).process_request_params(asked, [])
    factory = ClientPerMessageDeflateFactory(client_max_window_bits=True)
    theirs = factory.process_response_params(answer, [])
    assert isinstance(ours, Deflate)
    return ours, theirs


def carried(ours: Deflate, theirs: PerMessageDeflate, message: bytes) -> int:
    """Send a message, see that it arrives, and tell how many bytes went."""
    frame = ours.encode(Frame(Opcode.TEXT, message))
    size = len(frame.data)
    assert bytes(theirs.decode(frame).data) == message
    return size


def noise(n: int) -> bytes:
    """Bytes that compress by half at most."""
    return os.urandom(n).hex().encode()


@pytest.mark.parametrize("bits", ["9", "12", "15"])
def test_what_is_sent_arrives_whatever_window_the_client_can_hold(bits: str) -> None:
    ours, theirs = agreed(("server_max_window_bits", bits), ("client_max_window_bits", None))
    view = noise(6_000)
    for message in (b"", b"hello", view, view[:3_000] + b"!" + view[3_000:], noise(40_000), view):
        carried(ours, theirs, message)


def test_a_view_of_16_kb_costs_next_to_nothing_when_it_is_sent_again() -> None:
    ours, theirs = agreed()
    view = noise(8_000)
    first = carried(ours, theirs, view)
    carried(ours, theirs, b'{"t":"beat"}')
    again = carried(ours, theirs, view.replace(b"a", b"-", 3))
    assert first > 7_500
    assert again < 200


def test_a_client_that_forgets_each_message_is_told_everything_anew() -> None:
    ours, theirs = agreed(("server_no_context_takeover", None))
    view = noise(1_000)
    assert carried(ours, theirs, view) == carried(ours, theirs, view)


def test_a_socket_keeps_what_it_has_sent_and_no_state_of_zlib() -> None:
    ours, theirs = agreed()
    for _ in range(20):
        carried(ours, theirs, noise(10_000))
    assert len(ours._sent) == 1 << zlib.MAX_WBITS


async def test_a_page_is_sent_its_views_in_this_way(house: Running) -> None:
    people, table = await gather(house, "Aoi", "Ken", "Mio")
    socket = await people[0].watch(table)
    await socket.until("view")
    (extension,) = socket.link.protocol.extensions
    assert isinstance(extension, PerMessageDeflate)
    assert (extension.remote_max_window_bits, extension.remote_no_context_takeover) == (15, False)

"""Compression of sockets that looks far back and holds little.

A view is sent whole, and is much like the one before it: to say it again takes some hundred bytes,
if the compression still remembers the last one. uvicorn's own looks 4 kB back, less than a view;
zlib can look 32 kB back, but then its state takes 150 kB or more for every socket. So a socket
keeps the last 32 kB that it sent in place of that state, and gives them to a new encoder as its
dictionary: a raw stream goes on after them just as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)
from websockets.frames import CTRL_OPCODES, Frame
from websockets.typing import ExtensionParameter

HEARD_BITS = 12  # of the window for what clients say, which is little


class Deflate(PerMessageDeflate):
    """The extension of one socket: a new encoder for each message, which knows those before it."""

    def __init__(self, agreed: PerMessageDeflate) -> None:
        # The base class makes a new encoder for each message if it takes over no context.
        super().__init__(
            agreed.remote_no_context_takeover,
            True,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
        )
        remembers = not agreed.local_no_context_takeover
        self._window = 1 << agreed.local_max_window_bits if remembers else 0
        self._sent = b""

    def encode(self, frame: Frame) -> Frame:
        """The frame as it is sent."""
        if frame.opcode in CTRL_OPCODES:
            return frame
        self.compress_settings = {"zdict": self._sent} if self._sent else {}
        packed = super().encode(frame)
        if self._window:
            self._sent = (self._sent + bytes(frame.data))[-self._window :]
        return packed


class Offered(ServerPerMessageDeflateFactory):
    """Agrees with a client on `Deflate`."""

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """What is answered to the client's offer, and the extension."""
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, Deflate(agreed)


class Sockets(WebSocketsSansIOProtocol):
    """uvicorn's protocol for sockets, with this compression; pass it as `ws`."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.conn.available_extensions = [Offered(client_max_window_bits=HEARD_BITS)]

"""A client of the page of view_node, without a browser."""

from __future__ import annotations

import msgspec
import viser
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

CAMERA = {
    "type": "ViewerCameraMessage", "wxyz": (1.0, 0.0, 0.0, 0.0), "position": (2.0, 0.0, 0.0), "fov": 0.7, "near": 0.1,
    "far": 100.0, "image_height": 800, "image_width": 1280, "look_at": (0.0, 0.0, 0.0), "up_direction": (0.0, 0.0, 1.0),
}  # fmt: skip
"""What a browser sends first; only then it counts as a visitor."""

READ = 45.0
"""Seconds within which a description is read in another process, on a busy machine."""


def visit(url: str, origin: str | None = None) -> ClientConnection:
    """A connection as a browser makes it from a page of `origin`; until it is closed, the page has a visitor."""
    protocol = Subprotocol(f"viser-v{viser.__version__}")
    connection = connect(
        url.replace("http", "ws"), subprotocols=[protocol], max_size=None, compression=None,
        origin=None if origin is None else Origin(origin),
    )  # fmt: skip
    connection.send(msgspec.msgpack.encode(CAMERA))
    return connection

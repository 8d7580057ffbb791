"""Address of the live page: loopback by default, with the first free port."""

from __future__ import annotations

import errno
import socket

from ..errors import ViewError

HOST = "127.0.0.1"
"""Default address: loopback, so that the page can be reached from the network only on request."""

PORT = 8080

TRIES = 100
"""Number of ports that are tried, beginning with the requested one."""


def free_port(host: str, port: int) -> int:
    """Return the first free port of `host`, starting at `port`; 0 is returned unchanged: the system then chooses.

    Raises:
        ViewError: `host` is not an address of this machine, the port is invalid, or no port is free.
    """
    if not 0 <= port <= 65535:
        raise ViewError(f"there is no port {port}; choose one from 1024 to 65535, or 0 for any")
    for candidate in range(port, min(port + TRIES, 65536)):
        try:
            family, kind, protocol, _, address = socket.getaddrinfo(
                host, candidate, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
            with socket.socket(family, kind, protocol) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # like the server
                probe.bind(address)
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                continue
            reason = error.strerror or str(error)
            raise ViewError(
                f"the page cannot be served at host {host!r}: {reason}; give an address of this machine, "
                f"such as {HOST} (only this machine) or 0.0.0.0 (the whole network)"
            ) from None
        return candidate
    raise ViewError(f"no port of {host!r} from {port} on is free; choose another port, or 0 for any")


def url(host: str, port: int) -> str:
    """Return the URL to open in a browser on this machine."""
    if host in ("0.0.0.0", "::", ""):
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

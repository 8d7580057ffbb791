"""Decide which requests the page answers: only requests that name the page itself in Host and Origin.

A browser runs the scripts of other sites. Without this check such a script could read the page: through a web socket,
which browsers do not restrict to the same site, or under a host name that its owner points to this machine (DNS
rebinding).

viser serves with `websockets.asyncio.server.serve`, whose argument ``process_request`` allows such a check, but viser
passes only its own function there and has no argument to add another. So `checked_serving` replaces `serve` with a
derived class while the server starts.
"""

from __future__ import annotations

import contextlib
import http
import inspect
import ipaddress
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..errors import ViewError
from .loading_notice import with_notice

PARAMETER = "allowed_hosts"
"""Name of the parameter that adds hosts, for messages."""

EVERY_INTERFACE = ("", "0.0.0.0", "::")
"""Hosts to bind that mean all interfaces, and are not an address of the page."""

STANDARD_PORTS = {"http": 80, "https": 443}
"""Ports that a URL of these schemes leaves out."""

_HOST = re.compile(r"(?P<name>[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::(?P<port>[1-9][0-9]{0,4}))?", re.ASCII)

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class RequestCheck:
    """Decides from the headers of a request whether the request is answered.

    The page's own hosts are the address on which the connection came in, the names of loopback if that is a loopback
    address, and the host to which the page is bound, each with the port of the page. `allowed` adds hosts with other
    names.

    Args:
        bound: host that the server binds.
        allowed: further hosts. ``name:port`` allows that port; ``name`` alone allows the port of the page and the
            standard port, as behind a proxy. Empty entries are ignored.

    Raises:
        ViewError: an entry of `allowed` is not a host.
    """

    def __init__(self, bound: str, allowed: Sequence[str] = ()) -> None:
        self._bound = "" if bound in EVERY_INTERFACE else _plain(bound)
        self._allowed = frozenset(_entry(text) for text in allowed if text)

    def refusal(self, hosts: Sequence[str], origins: Sequence[str], reached: str, port: int) -> str | None:
        """Return the reason to refuse a request, or `None`.

        Args:
            hosts: all Host headers of the request.
            origins: all Origin headers; programs other than browsers send none.
            reached: address of this machine on which the connection came in.
            port: port of the page.
        """
        if len(hosts) != 1 or not self._is_allowed("http", hosts[0], reached, port):
            return (
                "The header Host does not name this page; open it under its address, or name the host in the "
                f"parameter {PARAMETER} of view_node."
            )
        for origin in origins:
            scheme, separator, host = origin.partition("://")
            known = separator and scheme in STANDARD_PORTS
            if len(origins) > 1 or not known or not self._is_allowed(scheme, host, reached, port):
                return (
                    "The header Origin names another site than this page; open the page under its address, or name "
                    f"the host in the parameter {PARAMETER} of view_node."
                )
        return None

    def _is_allowed(self, scheme: str, host: str, reached: str, port: int) -> bool:
        """Return whether a host, from a URL with the scheme `scheme`, belongs to the page or is allowed."""
        match = _HOST.fullmatch(host.lower())
        if match is None:
            return False
        name, given = _plain(match["name"]), match["port"]
        asked = int(given or STANDARD_PORTS[scheme])
        if (name, asked) in self._allowed or ((name, None) in self._allowed and (given is None or asked == port)):
            return True
        return scheme == "http" and asked == port and self._is_own(name, reached)

    def _is_own(self, name: str, reached: str) -> bool:
        """Return whether a name or address is the page's own, for a connection to the address `reached`."""
        if self._bound and name == self._bound:
            return True
        here, asked = _address(reached), _address(name)
        if here is None:
            return False
        if asked is None:
            return here.is_loopback and name == "localhost"
        return asked == here or (here.is_loopback and asked.is_loopback)


def _plain(name: str) -> str:
    """Return a host in lower case, without the brackets of an IPv6 address."""
    return name.lower().removeprefix("[").removesuffix("]")


def _address(text: str) -> Address | None:
    """Return the address of an IP literal, with IPv4 in IPv6 converted to IPv4; `None` for a name."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def _entry(text: str) -> tuple[str, int | None]:
    """Split an allowed host into host and port; the port is `None` if it is not given.

    Raises:
        ViewError: the text is not a host.
    """
    address = _address(text)
    host = f"[{text}]" if isinstance(address, ipaddress.IPv6Address) else text
    match = _HOST.fullmatch(host.lower())
    port = int(match["port"] or 1) if match else 0
    if match is None or port > 65535:
        raise ViewError(
            f"{PARAMETER}: {text!r} is no host; give a name or an address, with or without a port, such as robot.local "
            "or robot.local:8080"
        )
    return _plain(match["name"]), port if match["port"] else None


_starting = threading.Lock()


class Checked:
    """Flag that shows whether a server was started with the check."""

    def __init__(self) -> None:
        self.used = False


@contextlib.contextmanager
def checked_serving(check: RequestCheck) -> Iterator[Checked]:
    """Apply `check` to all requests of servers that start inside the ``with`` block; refused requests get code 403.

    Yields:
        Flag that shows whether a server started with the check. If not, because another version of viser starts its
        server in another way, the caller must close the server.
    """
    import websockets.asyncio.server as library

    checked, original = Checked(), library.serve

    class CheckedServe(library.serve):
        """`serve` with an additional check before its own."""

        def __init__(self, *arguments: Any, process_request: Any = None, **settings: Any) -> None:
            checked.used = True
            super().__init__(*arguments, process_request=_before(check, process_request), **settings)

    with _starting:
        library.serve = CheckedServe  # type: ignore[misc]
        try:
            yield checked
        finally:
            library.serve = original  # type: ignore[misc]


def _before(check: RequestCheck, answer: Callable[[Any, Any], Any] | None) -> Callable[[Any, Any], Any]:
    """Return a function that passes allowed requests to `answer`, and refuses others before a web socket opens."""

    async def process_request(connection: Any, request: Any) -> Any:
        headers = request.headers
        reached, port = connection.local_address[:2]
        reason = check.refusal(headers.get_all("Host"), headers.get_all("Origin"), reached, port)
        if reason is not None:
            return connection.respond(http.HTTPStatus.FORBIDDEN, f"{reason}\n")
        result = None if answer is None else answer(connection, request)
        return with_notice(await result if inspect.isawaitable(result) else result)

    return process_request

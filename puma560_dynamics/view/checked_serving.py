"""Checks every request to viser's server before it is answered.

viser serves by `websockets.asyncio.server.serve`, whose argument ``process_request`` is the place for such a check, but
viser passes only its own function there and has no argument to add another. So `serve` is replaced by a class derived
from it while the server starts, and by nothing else.
"""

from __future__ import annotations

import contextlib
import http
import inspect
import threading
from collections.abc import Callable, Iterator
from typing import Any

from .request_check import RequestCheck

_starting = threading.Lock()


class Checked:
    """Whether a server was started with the check."""

    def __init__(self) -> None:
        self.used = False


@contextlib.contextmanager
def checked_serving(check: RequestCheck) -> Iterator[Checked]:
    """Apply `check` to every request of the servers that are started inside; a refused one is answered with 403.

    Yields:
        Whether there was one: another version of viser may start its server in another way, which must not be kept.
    """
    import websockets.asyncio.server as library

    checked, original = Checked(), library.serve

    class CheckedServe(library.serve):
        """`serve` with one more check, which comes first."""

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
    """`answer`, for the requests that `check` allows; the others are refused before a web socket is opened."""

    async def process_request(connection: Any, request: Any) -> Any:
        headers = request.headers
        reached, port = connection.local_address[:2]
        reason = check.refusal(headers.get_all("Host"), headers.get_all("Origin"), reached, port)
        if reason is not None:
            return connection.respond(http.HTTPStatus.FORBIDDEN, f"{reason}\n")
        result = None if answer is None else answer(connection, request)
        return await result if inspect.isawaitable(result) else result

    return process_request

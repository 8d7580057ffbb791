"""Asks another node for parameters, one by one: of several at once, one that it does not have empties the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rcl_interfaces.msg import ParameterValue
from rcl_interfaces.srv import GetParameters
from rclpy.client import Client
from rclpy.parameter import parameter_value_to_python


class ParameterRequest:
    """One request.

    Args:
        client: of the service ``get_parameters``.
        names: of the parameters.
        done: called with this request when the last value has come.
    """

    def __init__(
        self, client: Client[Any, Any], names: Sequence[str], done: Callable[[ParameterRequest], None] | None = None
    ) -> None:
        self._client, self._done = client, done
        self._futures: list[Any] = [client.call_async(GetParameters.Request(names=[name])) for name in names]
        for future in self._futures:
            future.add_done_callback(self._reply)

    def _reply(self, future: Any) -> None:
        if self._done is not None and self.values is not None:
            self._done(self)

    def drop(self) -> None:
        """Wait for no reply any more."""
        self._done = None
        for future in self._futures:
            if not future.done():
                self._client.remove_pending_request(future)

    @property
    def values(self) -> list[object] | None:
        """Values in the order of the names, `None` for one that is not there; `None` in all until the last has come."""
        if not all(future.done() for future in self._futures):
            return None
        found = [[*future.result().values, ParameterValue()][0] for future in self._futures]
        return [parameter_value_to_python(value) for value in found]


def take_reply(client: Client[Any, Any]) -> None:
    """Take a reply that has arrived, where no executor does."""
    header, reply = client.handle.take_response(GetParameters.Response)
    if header is None:
        return
    try:
        future = client.get_pending_request(header.request_id.sequence_number)
    except KeyError:  # it was dropped
        return
    future.set_result(reply)

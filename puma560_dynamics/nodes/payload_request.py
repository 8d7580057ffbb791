"""Set all payload parameters of a running node or controller at once, and wait until the payload is in use."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import rclpy
from geometry_msgs.msg import InertiaStamped
from lifecycle_msgs.msg import State
from lifecycle_msgs.srv import GetState
from rcl_interfaces.srv import SetParametersAtomically
from rclpy.client import Client
from rclpy.node import Node
from rclpy.parameter import Parameter

from ..errors import RunError
from ..models.payload.payload import Payload
from .queries.graph_queries import domain_id
from .wire.messages import any_payload
from .wire.payload_parameters import payload_parameters
from .wire.spin import start_ros
from .wire.topics import DISCOVERY_S, LATCHED

KIND = "geometry_msgs/msg/InertiaStamped"

MAX_ANSWER_S = 5.0
"""Time within which a service must answer, s."""

MAX_APPLY_S = 15.0
"""Time within which an accepted payload must be in use, s: some models take seconds to load."""


@dataclass(frozen=True)
class PayloadAnswer:
    """Result of a request.

    Attributes:
        node: full name of the node that received the request.
        refused: reason of a refusal, a sentence; empty if the payload was accepted, or only read.
        waits: reason why an accepted payload is not in use yet, a sentence; empty if it is in use.
        payload: the payload in use, as the node publishes it, in the frame of its link; `None` if it publishes none.
    """

    node: str
    refused: str
    waits: str
    payload: Payload | None


def request_payload(load: Payload | None, name: str, progress: Callable[[str], None]) -> PayloadAnswer:
    """Set a payload, or read the payload in use.

    Args:
        load: payload in the frame of its link; mass 0 removes the payload, `None` changes nothing.
        name: full name of the node; empty for the only node that publishes a payload.
        progress: receives the name of the current step.

    Raises:
        RunError: no such node, several nodes, or no answer.
    """
    with _node() as node:
        asker = _Asker(node, progress)
        name = name if name.startswith("/") or not name else f"/{name}"
        topics = asker.publishers(name)
        if not name:
            name = next(iter(topics))
        if load is None and name not in topics:
            raise RunError(f"{name} publishes no payload in ROS domain {domain_id()}; start it, or correct --node")
        received: list[InertiaStamped] = []
        for topic in topics.get(name, ()):
            node.create_subscription(InertiaStamped, topic, received.append, LATCHED)
        asker.until(lambda: bool(received), 2.0 if name in topics else 0.0)
        refused = waits = ""
        if load is not None:
            before = len(received)
            refused = asker.set_load(name, load)
            if not refused and not asker.until(lambda: len(received) > before, MAX_APPLY_S if name in topics else 0.0):
                waits = asker.reason_to_wait(name)
        return PayloadAnswer(name, refused, waits, any_payload(received[-1]) if received else None)


@contextmanager
def _node() -> Iterator[Node]:
    start_ros([])
    node = Node("puma560_payload")
    try:
        yield node
    finally:
        node.destroy_node()
        rclpy.try_shutdown()


class _Asker:
    """Sends requests to other nodes, and spins until they have answered."""

    def __init__(self, node: Node, progress: Callable[[str], None]) -> None:
        self._node, self._progress = node, progress

    def until(self, done: Callable[[], bool], seconds: float) -> bool:
        """Spin until `done` returns true, or for `seconds`; return the last result of `done`."""
        end = time.monotonic() + seconds
        while not done() and time.monotonic() < end:
            rclpy.spin_once(self._node, timeout_sec=0.05)
        return done()

    def publishers(self, name: str) -> dict[str, list[str]]:
        """Return the topics of payloads by the full name of the node that publishes them."""
        self._progress("looking for nodes that carry a payload")
        found: dict[str, list[str]] = {}

        def look() -> bool:
            found.clear()
            for topic, kinds in self._node.get_topic_names_and_types():
                for end in self._node.get_publishers_info_by_topic(topic) if KIND in kinds else ():
                    found.setdefault(f"{end.node_namespace.rstrip('/')}/{end.node_name}", []).append(topic)
            return name in found

        self.until(look, DISCOVERY_S)
        if not name and len(found) != 1:
            there = f"{', '.join(sorted(found))} publish one; name the node with --node" if found else (
                f"none publishes one in ROS domain {domain_id()}; start the node, or name it with --node"
            )  # fmt: skip
            raise RunError(f"expected one node that publishes a payload; {there}")
        return found

    def set_load(self, name: str, load: Payload) -> str:
        """Set a payload in one call; return the reason of a refusal, empty if it was accepted."""
        self._progress(f"asking {name}")
        request = SetParametersAtomically.Request(
            parameters=[
                Parameter(key, value=value).to_parameter_msg() for key, value in payload_parameters(load).items()
            ]
        )
        result = self._call(SetParametersAtomically, f"{name}/set_parameters_atomically", request).result
        return "" if result.successful else result.reason or "no reason is given"

    def reason_to_wait(self, name: str) -> str:
        """Return the reason why an accepted payload is not in use yet."""
        state = self._call(GetState, f"{name}/get_state", GetState.Request(), missing=True)
        if state is None or state.current_state.id == State.PRIMARY_STATE_ACTIVE:
            return "it does not act yet; look at the diagnostics"
        if state.current_state.id == State.PRIMARY_STATE_UNCONFIGURED:
            return "the node is not configured; it acts from its configuration on"
        return "the node is not active; it acts from its activation on"

    def _call(self, kind: Any, service: str, request: Any, missing: bool = False) -> Any:
        client: Client[Any, Any] = self._node.create_client(kind, service)
        if not self.until(client.service_is_ready, 0.5 if missing else MAX_ANSWER_S):
            if missing:
                return None
            raise RunError(f"no node offers {service} in ROS domain {domain_id()}; start it, or correct --node")
        future = client.call_async(request)
        if not self.until(future.done, MAX_ANSWER_S):
            raise RunError(
                f"{service} did not answer within {MAX_ANSWER_S:g} s; whether the load was taken is not known"
            )
        return future.result()

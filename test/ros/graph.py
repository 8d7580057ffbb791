"""What every node of the package has in the graph, observed while all of them run in every state."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from lifecycle_msgs.msg import Transition
from lifecycle_msgs.srv import ChangeState
from rclpy.qos import DurabilityPolicy, ReliabilityPolicy
from visualization_msgs.msg import MarkerArray

NODES = (
    "feedforward_node",
    "command_guard_node",
    "trajectory_feedforward_node",
    "validator_node",
    "marker_node",
    "plant_node",
    "reference_node",
)
LIFECYCLE = ("feedforward_node",)

# More of the same node under other parameters, each a process of its own under a name of its own.
VARIANTS = {
    "trajectory_with_effort": (
        "trajectory_feedforward_node",
        {"controller": "joint_trajectory_effort_controller", "use_sim_time": False},
    ),
}

QUIET = 1.0
"""Seconds without a change after which the graph is taken to be complete."""

GIVE_UP = 60.0


class Endpoint(NamedTuple):
    """One topic or service of a node; `right` as in the policy."""

    right: str
    name: str
    type: str


class Quality(NamedTuple):
    """Quality of service of a topic at a node; `depth` is None where rclpy did not make it."""

    reliable: bool
    transient_local: bool
    depth: int | None


class Graph:
    """What was observed.

    Attributes:
        endpoints: of each node, over all states and variants.
        while_state: of each lifecycle node, by state.
        idle: of each node before anybody listens, in its first state.
        variants: of each variant, with the names of the node that it is one of.
        quality: of each node's topics.
    """

    def __init__(self) -> None:
        self.endpoints: dict[str, set[Endpoint]] = {}
        self.while_state: dict[str, dict[str, set[Endpoint]]] = defaultdict(dict)
        self.idle: dict[str, set[Endpoint]] = {}
        self.variants: dict[str, set[Endpoint]] = {}
        self.quality: dict[tuple[str, str, str], Quality] = {}


class Observer:
    """Starts all nodes, leads them through their states and reads the graph."""

    def __init__(self, peer: Any, start: Any, folder: Path) -> None:
        self._peer, self._start, self._folder = peer, start, folder
        self._running: dict[str, str] = {}
        self.graph = Graph()

    def observe(self) -> Graph:
        """All of it."""
        for node in NODES:
            self._run(node, node, {"use_sim_time": True})
        for name, (node, parameters) in VARIANTS.items():
            self._run(name, node, parameters)
        self.graph.idle = self._settled(lambda seen: all(seen[name] for name in self._running))
        self._keep("unconfigured")
        self.graph.variants = {
            name: {
                endpoint._replace(name=endpoint.name.replace(f"/{name}/", f"/{node}/"))
                for endpoint in self.graph.idle[name]
            }
            for name, (node, _) in VARIANTS.items()
        }
        self._listen()
        self._change(Transition.TRANSITION_CONFIGURE, "inactive", lambda names: "/joint_states" in names)
        self._change(Transition.TRANSITION_ACTIVATE, "active", lambda names: "/effort_controller/commands" not in names)
        for node in NODES:
            self.graph.endpoints.setdefault(node, set()).update(
                *(self.graph.variants[name] for name, (of, _) in VARIANTS.items() if of == node)
            )
        return self.graph

    def _run(self, name: str, node: str, parameters: dict[str, object]) -> None:
        (self._folder / name).touch()
        self._running[name] = node
        self._start.noting(name, node, self._folder / name, parameters)

    def _listen(self) -> None:
        """As RViz does; the marker node then subscribes to what it draws."""
        self._peer.listen(MarkerArray, "marker_node/markers")
        self._settled(lambda seen: subscribed(seen["marker_node"]) - {"/clock"})
        self._keep()

    def _change(self, transition: int, state: str, done: Callable[[set[str]], object]) -> None:
        for node in LIFECYCLE:
            client = self._peer.node.create_client(ChangeState, f"{node}/change_state")
            assert self._peer.until(client.service_is_ready)
            future = client.call_async(ChangeState.Request(transition=Transition(id=transition)))
            assert self._peer.until(future.done)
            assert future.result().success
        self._settled(lambda seen: all(done(subscribed(seen[node])) for node in LIFECYCLE))
        self._keep(state)

    def _keep(self, state: str = "") -> None:
        """Add what there is now."""
        for node, endpoints in self._read().items():
            self.graph.endpoints.setdefault(node, set()).update(endpoints)
            if state and node in LIFECYCLE:
                self.graph.while_state[node][state] = endpoints
        self._read_quality()

    def _settled(self, done: Callable[[dict[str, set[Endpoint]]], object]) -> dict[str, set[Endpoint]]:
        """The graph once it is `done`, has all that the nodes noted, and has not changed for a while."""
        deadline = time.monotonic() + GIVE_UP
        seen, since = self._read(), time.monotonic()
        while True:
            self._peer.wait(0.1)
            now = self._read()
            if now != seen:
                seen, since = now, time.monotonic()
            elif time.monotonic() - since > QUIET and done(seen) and not self._missing(seen):
                return seen
            missing = self._missing(seen)
            assert time.monotonic() < deadline, f"the graph did not settle; not announced: {missing}"

    def _missing(self, seen: dict[str, set[Endpoint]]) -> set[tuple[str, str, str]]:
        """Publishers that were made and are not in the graph; subscriptions may have ended again."""
        return {
            (name, right, topic)
            for name in self._running
            for right, topic in self._noted(name)
            if right == "publish" and (right, topic) not in {(found.right, found.name) for found in seen[name]}
        }

    def _noted(self, name: str) -> dict[tuple[str, str], int]:
        lines = (self._folder / name).read_text(encoding="utf-8").splitlines()
        entries: Iterable[dict[str, Any]] = map(json.loads, lines)
        return {(entry["direction"], entry["name"]): entry["depth"] for entry in entries}

    def _read(self) -> dict[str, set[Endpoint]]:
        """The graph as it is known here at this moment."""
        node = self._peer.node
        present = {name for name, _ in node.get_node_names_and_namespaces()}
        asked = {
            "publish": node.get_publisher_names_and_types_by_node,
            "subscribe": node.get_subscriber_names_and_types_by_node,
            "reply": node.get_service_names_and_types_by_node,
            "request": node.get_client_names_and_types_by_node,
        }
        return {
            name: {
                Endpoint(right, topic, kind)
                for right, ask in asked.items()
                for topic, kinds in ask(name, "/")
                for kind in kinds
            }
            if name in present
            else set()
            for name in self._running
        }

    def _read_quality(self) -> None:
        for name in NODES:
            noted = self._noted(name)
            for endpoint in self.graph.endpoints[name]:
                if endpoint.right not in ("publish", "subscribe"):
                    continue
                ask = (
                    self._peer.node.get_publishers_info_by_topic
                    if endpoint.right == "publish"
                    else self._peer.node.get_subscriptions_info_by_topic
                )
                for info in ask(endpoint.name):
                    if info.node_name == name:
                        self.graph.quality[name, endpoint.right, endpoint.name] = Quality(
                            info.qos_profile.reliability == ReliabilityPolicy.RELIABLE,
                            info.qos_profile.durability == DurabilityPolicy.TRANSIENT_LOCAL,
                            noted.get((endpoint.right, endpoint.name)),
                        )


def subscribed(endpoints: set[Endpoint]) -> set[str]:
    """Names of the subscribed topics."""
    return {endpoint.name for endpoint in endpoints if endpoint.right == "subscribe"}

"""What every node of the package has in the graph, observed while all of them run in every state."""

from __future__ import annotations

import contextlib
import json
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from lifecycle_msgs.msg import Transition
from lifecycle_msgs.srv import ChangeState
from rclpy.qos import DurabilityPolicy, ReliabilityPolicy
from visualization_msgs.msg import MarkerArray

from tools.document import NODES

LIFECYCLE = ("feedforward_node",)
LOOKERS = ("marker_node", "view_node")
"""Nodes that subscribe to the torque only while their output has a subscriber or a browser."""

PARAMETERS: dict[str, dict[str, object]] = {
    "view_node": {"port": 0},
    "feedforward_node": {"brake_feedback": True},
    "observer_node": {"model": "newton_euler"},
    "payload_node": {"model": "newton_euler", "feed": True},
}

VARIANTS: dict[str, tuple[str, dict[str, object]]] = {
    "trajectory_feedforward_node/joint_trajectory_effort_controller": (
        "trajectory_feedforward_node",
        {"controller": "joint_trajectory_effort_controller"},
    ),
    "plant_node/topic_hardware": ("plant_node", {"interface": "topic_hardware"}),
}
"""Nodes under parameters that change what they have, as their enclaves are called; without simulated time."""

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
    """What was observed, of each process: a node by its name, a variant by its key in `VARIANTS`.

    Names are those of the node, whatever a variant's process is called in the graph.

    Attributes:
        endpoints: over all states.
        idle: in the first state, before anybody listens.
        while_state: of lifecycle nodes, by state.
        quality: of each topic.
    """

    def __init__(self) -> None:
        self.endpoints: dict[str, set[Endpoint]] = defaultdict(set)
        self.idle: dict[str, set[Endpoint]] = {}
        self.while_state: dict[str, dict[str, set[Endpoint]]] = defaultdict(dict)
        self.quality: dict[str, dict[tuple[str, str], Quality]] = defaultdict(dict)


class Process(NamedTuple):
    """A node that runs."""

    node: str
    name: str
    """In the graph."""
    notes: Path

    def own(self, topic: str) -> str:
        """A name of the graph as it is under the node's usual name."""
        return topic.replace(f"/{self.name}/", f"/{self.node}/")


class Observer:
    """Starts all nodes, leads them through their states and reads the graph."""

    def __init__(self, peer: Any, start: Any, folder: Path) -> None:
        self._peer, self._start, self._folder = peer, start, folder
        self._processes: dict[str, Process] = {}
        self.graph = Graph()

    def observe(self) -> Graph:
        """All of it."""
        for node in NODES:
            self._run(node, node, {**PARAMETERS.get(node, {}), "use_sim_time": True})
        for key, (node, parameters) in VARIANTS.items():
            self._run(key, node, parameters)
        self.graph.idle = self._settled(lambda seen: all(map(made, seen.values())))
        self._keep("unconfigured")
        self._peer.listen(MarkerArray, "marker_node/markers")  # as RViz does
        with self._visitor():
            self._settled(lambda seen: all("/feedforward_node/total" in subscribed(seen[node]) for node in LOOKERS))
            self._keep()
        self._change(Transition.TRANSITION_CONFIGURE, "inactive", lambda names: "/joint_states" in names)
        self._change(Transition.TRANSITION_ACTIVATE, "active", lambda names: "/effort_controller/commands" in names)
        return self.graph

    def _run(self, key: str, node: str, parameters: dict[str, object]) -> None:
        name = key.replace("/", "_")
        process = Process(node, name, self._folder / name)
        process.notes.touch()
        self._processes[key] = process
        self._start.noting(name, node, process.notes, parameters)

    @contextlib.contextmanager
    def _visitor(self) -> Iterator[None]:
        """One who looks at the page of view_node."""
        from helpers.ros.visitor import visit  # needs viser

        address = re.compile(r"the page is at (http://[\w.:]+)")
        assert self._peer.until(lambda: address.search(self._start.output("view_node")), GIVE_UP)
        found = address.search(self._start.output("view_node"))
        assert found is not None
        with visit(found[1]):
            yield

    def _change(self, transition: int, state: str, done: Callable[[set[str]], object]) -> None:
        for node in LIFECYCLE:
            client = self._peer.node.create_client(ChangeState, f"{node}/change_state")
            assert self._peer.until(client.service_is_ready)
            future = client.call_async(ChangeState.Request(transition=Transition(id=transition)))
            assert self._peer.until(future.done)
            assert future.result().success
        self._settled(lambda seen: all(done(subscribed(seen[node])) for node in LIFECYCLE))
        self._keep(state)

    def _settled(self, done: Callable[[dict[str, set[Endpoint]]], object]) -> dict[str, set[Endpoint]]:
        """The graph once it is `done`, has every publisher that was noted, and has not changed for a while."""
        deadline = time.monotonic() + GIVE_UP
        seen, since = self._read(), time.monotonic()
        while True:
            self._peer.wait(0.1)
            now = self._read()
            if now != seen:
                seen, since = now, time.monotonic()
            missing = self._missing(seen)
            if time.monotonic() - since > QUIET and done(seen) and not missing:
                return seen
            assert time.monotonic() < deadline, f"the graph did not settle; not announced: {missing}; seen: {seen}"

    def _missing(self, seen: dict[str, set[Endpoint]]) -> set[tuple[str, str]]:
        """Publishers that were made and are not in the graph; a subscription may have ended again."""
        return {
            (key, topic)
            for key, process in self._processes.items()
            for right, topic in depths(process)
            if right == "publish" and topic not in {found.name for found in seen[key] if found.right == right}
        }

    def _keep(self, state: str = "") -> None:
        """Add what there is now."""
        asked = {
            "publish": self._peer.node.get_publishers_info_by_topic,
            "subscribe": self._peer.node.get_subscriptions_info_by_topic,
        }
        for key, endpoints in self._read().items():
            self.graph.endpoints[key] |= endpoints
            if state and key in LIFECYCLE:
                self.graph.while_state[key][state] = endpoints
            process = self._processes[key]
            noted = depths(process)
            topics = {(end.right, end.name) for end in endpoints if end.right in asked}
            for right, topic in topics:
                for info in asked[right](topic.replace(f"/{process.node}/", f"/{process.name}/")):
                    if info.node_name == process.name:
                        self.graph.quality[key][right, topic] = Quality(
                            info.qos_profile.reliability == ReliabilityPolicy.RELIABLE,
                            info.qos_profile.durability == DurabilityPolicy.TRANSIENT_LOCAL,
                            noted.get((right, topic)),
                        )

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
            key: {
                Endpoint(right, process.own(topic), kind)
                for right, ask in asked.items()
                for topic, kinds in (ask(process.name, "/") if process.name in present else ())
                for kind in kinds
            }
            for key, process in self._processes.items()
        }


def made(seen: set[Endpoint]) -> bool:
    """Whether a node has come to the endpoints that only it makes, after the services that every node has."""
    return any(end.right == "publish" and end.name in ("/diagnostics", "/reference") for end in seen)


def depths(process: Process) -> dict[tuple[str, str], int]:
    """Depth of every topic that a process has noted so far, by right and name."""
    entries = map(json.loads, process.notes.read_text(encoding="utf-8").splitlines())
    return {(entry["direction"], process.own(entry["name"])): entry["depth"] for entry in entries}


def subscribed(endpoints: set[Endpoint]) -> set[str]:
    """Names of the subscribed topics."""
    return {endpoint.name for endpoint in endpoints if endpoint.right == "subscribe"}

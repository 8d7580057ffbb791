"""Real nodes in separate processes, in a separate ROS domain, and a test's own node next to them."""

from __future__ import annotations

import contextlib
import fcntl
import itertools
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
import rclpy
from rclpy.context import Context
from rclpy.executors import Executor
from rclpy.node import Node
from rclpy.qos import QoSProfile
from rclpy.subscription import Subscription

from helpers.ros.controller_stand_in import managed_main
from helpers.ros.forked import ForkedNode, NodeProcesses, node_main
from helpers.ros.noting import noted_main
from helpers.ros.shared_memory import remove_dead
from puma560_dynamics.nodes.wire.spin import make_executor

STATE_TIMEOUT = 1.0
"""Seconds, of the nodes that send torque: a busy machine pauses for longer than a robot's may. Its own tests set it."""

_numbers = itertools.count()


@contextlib.contextmanager
def reserved_domain() -> Iterator[int]:
    """A ROS domain that no other test of this machine uses at the same time, by any user."""
    for _ in range(90):
        number = 10 + (7 * os.getpid() + next(_numbers)) % 90
        path = Path(tempfile.gettempdir()) / f"puma560_test_domain_{number}.lock"
        with path.open("a", encoding="utf-8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                continue
            number = number if number != 56 else 101  # 56 is what `puma560 run` takes unless given otherwise
            remove_dead(number)
            yield number
            remove_dead(number)
            return
    pytest.fail("every ROS domain from 10 to 99 is in use by other tests")


class Peer:
    """The node of the test, with every message that it received."""

    def __init__(
        self,
        domain: int,
        make_executor: Callable[[Context], Executor] = make_executor,
        name: str = "test_peer",
    ) -> None:
        self.context = Context()
        rclpy.init(context=self.context, domain_id=domain)
        self.node = Node(name, context=self.context)
        self.executor = make_executor(self.context)
        self.executor.add_node(self.node)
        self.received: dict[str, list] = {}
        self._aside: Node | None = None
        self._taken: list[tuple[Subscription, Callable[[Any, Any], None]]] = []

    def listen(self, kind: type, topic: str, qos: QoSProfile | int = 10) -> list:
        """Collect messages of a topic into the returned list."""
        messages = self.received.setdefault(topic, [])
        self.node.create_subscription(kind, topic, messages.append, qos)
        return messages

    def listen_with_info(self, kind: type, topic: str, received: Callable[[Any, Any], None], qos: QoSProfile) -> None:
        """Call `received` with every message and its DDS information; the events executor fails at such a callback."""
        if self._aside is None:
            self._aside = Node("test_peer_aside", context=self.context, start_parameter_services=False)
        subscription = self._aside.create_subscription(kind, topic, lambda message: None, qos)
        self._taken.append((subscription, received))

    def until(self, done: Callable[[], object], timeout: float = 15.0) -> bool:
        """Spin until `done`; False after `timeout` seconds."""
        deadline = time.monotonic() + timeout
        while not done():
            if time.monotonic() > deadline:
                return False
            self.executor.spin_once(timeout_sec=0.02)
            for subscription, received in self._taken:
                while (taken := subscription.handle.take_message(subscription.msg_type, False)) is not None:
                    received(*taken)
        return True

    def wait(self, seconds: float) -> None:
        """Spin for a while."""
        self.until(lambda: False, seconds)

    def close(self) -> None:
        """Leave the graph."""
        self.executor.shutdown()
        self.node.destroy_node()
        if self._aside is not None:
            self._aside.destroy_node()
        rclpy.shutdown(context=self.context)


class Starter:
    """Starts nodes of this package as processes."""

    def __init__(self, domain: int) -> None:
        self.processes = NodeProcesses()
        self._domain = domain

    def __call__(
        self, name: str, remapped: Mapping[str, str] = MappingProxyType({}), **parameters: object
    ) -> ForkedNode:
        """`start("plant_node", rate=100.0)`, with topics `remapped`; the running process.

        No guard is expected unless one is named, no controller manager, and no controller. States may be older than on
        a robot: other tests run at the same time.
        """
        if name in ("feedforward_node", "trajectory_feedforward_node"):
            parameters = {"controller_manager": "none", **parameters}
        if name == "feedforward_node":
            quick = {"guard": "none", "controller_joints": "unchecked", "state_timeout": STATE_TIMEOUT}
            parameters = {**quick, **parameters}
        return self.named(name, name, remapped, **parameters)

    def named(
        self, process: str, node: str, remapped: Mapping[str, str] = MappingProxyType({}), **parameters: object
    ) -> ForkedNode:
        """A node under another name of its process: several of a kind."""
        flags = [part for topic, other in remapped.items() for part in ("-r", f"{topic}:={other}")]
        arguments = ["--ros-args", *flags, *_flags(node, parameters)]
        return self.processes.fork(process, partial(node_main, node), arguments, self._domain)

    def again(self, name: str, **parameters: Any) -> None:
        """A second process of a node that runs already."""
        self.named(f"{name} again", name, **parameters)

    def noting(self, name: str, node: str, file: Path, parameters: dict[str, object]) -> None:
        """A node under another name, which notes in `file` every endpoint that it makes (`noting.py`)."""
        arguments = ["--ros-args", "-r", f"__node:={name}", *_flags(node, parameters)]
        self.processes.fork(name, partial(noted_main, node, file), arguments, self._domain)

    def managed(self, node: str, **parameters: object) -> ForkedNode:
        """A node whose controller is that of `ForwardController`."""
        arguments = ["--ros-args", *_flags(node, parameters)]
        return self.processes.fork(node, partial(managed_main, node), arguments, self._domain)

    def output(self, name: str) -> str:
        """What a node wrote, on one line."""
        return self.processes.last_output(name, 5000)


def _flags(node: str, parameters: Mapping[str, object]) -> list[str]:
    """Parameters as arguments; a person supports the arm of a node that has to be given who does.

    Fades are not slowed for commands that are late by `STATE_TIMEOUT`.
    """
    if node in ("feedforward_node", "lock_step_feedforward_node"):
        parameters = {"brakes": "supported", "late_step": 1.0, **parameters}
    return [part for name, value in parameters.items() for part in ("-p", f"{name}:={value}")]

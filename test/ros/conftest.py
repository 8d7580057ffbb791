"""Real nodes in processes of their own, over DDS on loopback, each test in a ROS domain of its own."""

from __future__ import annotations

import contextlib
import fcntl
import itertools
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from puma560_dynamics.run.processes import Processes

rclpy = pytest.importorskip("rclpy", reason="needs ROS 2's rclpy (pip install '.[run]')")

from graph import Graph, Observer  # noqa: E402
from rclpy.context import Context  # noqa: E402
from rclpy.executors import SingleThreadedExecutor  # noqa: E402
from rclpy.node import Node  # noqa: E402

os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
_numbers = itertools.count()
STATE_TIMEOUT = 0.3
"""Seconds, of the nodes that send torque: a busy machine pauses for longer than a robot's may."""

_GROUPS = {
    "test_faults": "ros faults",
    **dict.fromkeys(
        (
            "test_supervised",
            "test_random_stops",
            "test_command_guard_node",
            "test_feedforward_lifecycle",
            "test_feedforward_parameters",
        ),
        "ros torque",
    ),
}
"""Files that do not share a worker with the other node tests, for the sake of time."""

_WHOLE = ("test_run", "test_run_view", "test_view_node")
"""Files that keep both cores busy by themselves: `make test` runs them alone."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One after another on a few workers: they mostly wait, but they measure time."""
    for item in items:
        if "/ros/" in str(item.path):
            item.add_marker(pytest.mark.ros)
            if item.path.stem in _WHOLE:
                item.add_marker(pytest.mark.whole_run)
            item.add_marker(pytest.mark.xdist_group(_GROUPS.get(item.path.stem, "ros")))


@contextlib.contextmanager
def reserved_domain() -> Iterator[int]:
    """A ROS domain that no other test of this machine uses at the same time, whoever started it."""
    for _ in range(90):
        number = 10 + (7 * os.getpid() + next(_numbers)) % 90
        path = Path(tempfile.gettempdir()) / f"puma560_test_domain_{number}.lock"
        with path.open("a", encoding="utf-8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                continue
            # 56 is what `puma560 run` takes unless told otherwise
            yield number if number != 56 else 101
            return
    pytest.fail("every ROS domain from 10 to 99 is in use by other tests")


@pytest.fixture
def domain() -> Iterator[int]:
    """A ROS domain of this test's own."""
    with reserved_domain() as number:
        yield number


class Peer:
    """A node of the test's own, with everything it heard."""

    def __init__(self, domain: int) -> None:
        self.context = Context()
        rclpy.init(context=self.context, domain_id=domain)
        self.node = Node("test_peer", context=self.context)
        self.executor = SingleThreadedExecutor(context=self.context)
        self.executor.add_node(self.node)
        self.heard: dict[str, list] = {}

    def listen(self, kind: type, topic: str, qos: object = 10) -> list:
        """Collect messages of a topic into the returned list."""
        messages = self.heard.setdefault(topic, [])
        self.node.create_subscription(kind, topic, messages.append, qos)
        return messages

    def until(self, done: Callable[[], object], timeout: float = 15.0) -> bool:
        """Spin until `done`; False after `timeout` seconds."""
        deadline = time.monotonic() + timeout
        while not done():
            if time.monotonic() > deadline:
                return False
            self.executor.spin_once(timeout_sec=0.02)
        return True

    def wait(self, seconds: float) -> None:
        """Spin for a while."""
        self.until(lambda: False, seconds)

    def close(self) -> None:
        """Leave the graph."""
        self.executor.shutdown()
        self.node.destroy_node()
        rclpy.shutdown(context=self.context)


@pytest.fixture
def peer(domain: int) -> Iterator[Peer]:
    """A test's own node."""
    made = Peer(domain)
    yield made
    made.close()


class Starter:
    """Starts nodes of this package as processes."""

    def __init__(self, domain: int) -> None:
        self.processes = Processes()
        self._domain = domain

    def __call__(self, name: str, **parameters: object) -> subprocess.Popen[bytes]:
        """`start("plant_node", rate=100.0)`; the running process.

        No guard is expected unless one is named. States may be older than on a robot: other tests run at the same time.
        """
        if name == "feedforward_node":
            parameters = {"guard": "none", **parameters}
        if name in ("feedforward_node", "command_guard_node"):
            parameters = {"state_timeout": STATE_TIMEOUT, **parameters}
        flags = [part for key, value in parameters.items() for part in ("-p", f"{key}:={value}")]
        command = [sys.executable, "-m", f"puma560_dynamics.nodes.{name}", "--ros-args", *flags]
        self.processes.start(name, command, {"ROS_DOMAIN_ID": str(self._domain)})
        return self.processes._children[name]

    def again(self, name: str, **parameters: object) -> None:
        """A second process of a node that runs already."""
        flags = [part for key, value in parameters.items() for part in ("-p", f"{key}:={value}")]
        command = [sys.executable, "-m", f"puma560_dynamics.nodes.{name}", "--ros-args", *flags]
        self.processes.start(f"{name} again", command, {"ROS_DOMAIN_ID": str(self._domain)})

    def noting(self, name: str, node: str, file: Path, parameters: dict[str, object]) -> None:
        """A node under another name, which notes in `file` every endpoint that it makes (`noting.py`)."""
        flags = [part for key, value in parameters.items() for part in ("-p", f"{key}:={value}")]
        script = str(Path(__file__).parent / "noting.py")
        command = [sys.executable, script, node, str(file), "--ros-args", "-r", f"__node:={name}", *flags]
        root = str(Path(__file__).parent.parent.parent)
        paths = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
        self.processes.start(name, command, {"ROS_DOMAIN_ID": str(self._domain), "PYTHONPATH": paths})

    def said(self, name: str) -> str:
        """What a node wrote, on one line."""
        return self.processes.last_words(name, 5000)


@pytest.fixture
def start(domain: int) -> Iterator[Starter]:
    """Starts nodes; stopped after the test."""
    starter = Starter(domain)
    yield starter
    starter.processes.stop()


@pytest.fixture(scope="session")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Graph:
    """What all nodes have in the graph, observed once."""
    for module in ("mujoco", "pinocchio", "viser", "yourdfpy"):
        pytest.importorskip(module, reason=f"needs {module}: every node is started (pip install '.[run]')")
    with reserved_domain() as number:
        starter, peer = Starter(number), Peer(number)
        try:
            return Observer(peer, starter, tmp_path_factory.mktemp("graph")).observe()
        finally:
            starter.processes.stop()
            peer.close()

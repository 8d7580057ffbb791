"""Real nodes in processes of their own, over DDS on loopback, each test in a ROS domain of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

pytest.importorskip("rclpy", reason="needs ROS 2's rclpy (pip install '.[run]')")

from helpers.ros.domain import Peer, Starter, reserved_domain
from helpers.ros.graph import Graph, Observer

os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"

_GROUPS = {
    "test_faults": "ros faults",
    **dict.fromkeys(
        (
            "test_supervised",
            "test_random_stops",
            "test_command_guard_node",
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


@pytest.fixture
def domain() -> Iterator[int]:
    """A ROS domain of this test's own."""
    with reserved_domain() as number:
        yield number


@pytest.fixture
def peer(domain: int) -> Iterator[Peer]:
    """A test's own node."""
    made = Peer(domain)
    yield made
    made.close()


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

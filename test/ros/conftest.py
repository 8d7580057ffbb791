"""Real nodes in separate processes, over DDS on loopback, each test in a separate ROS domain."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("rclpy", reason="needs ROS 2's rclpy (pip install '.[run]')")

from helpers.ros.domain import Peer, Starter, reserved_domain
from helpers.ros.graph import Graph, Observer

os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"

HERE = Path(__file__).parent

_WHOLE = {"test_run_view": "page", "test_view_node": "page", "test_run": "run"}
"""Files whose tests keep two cores busy: one after another within these groups."""

_SHARED = {"graph": "graph", "stage": "faults"}
"""Fixtures that start processes for many tests, which one worker therefore runs, and the group of these tests."""

_FIRST = (
    *_WHOLE,
    "test_nodes_page",
    "test_faults",
    "test_trajectory",
    "test_feedforward_parameters",
    "test_arm_source",
)
"""What starts first (with xdist's ``--no-loadscope-reorder``), as names of files begin.

The longest groups, and short tests that run well on a busy machine, for the minute in which whole runs keep it busy.
"""

_NEXT = ("test_two_attached_arms", "test_supervised", "test_command_guard_node", "test_validator", "test_random_stops",
         "test_a_process_that_is_killed")  # fmt: skip
"""What takes long or starts many nodes comes after that minute: files, or tests of `_FIRST`."""


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test on any worker, but those that share processes and those of whole runs: one worker each group."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.ros)
            groups = [_SHARED[name] for name in getattr(item, "fixturenames", ()) if name in _SHARED]
            if item.path.stem in _WHOLE:
                item.add_marker(pytest.mark.whole_run)
                groups = [_WHOLE[item.path.stem]]
            for group in groups:
                item.add_marker(pytest.mark.xdist_group(group))
    items.sort(key=_place)


def _place(item: pytest.Item) -> int:
    """When it starts."""
    names = item.path.stem, item.name
    for place, begins in enumerate((*_NEXT, *_FIRST)):
        if any(name.startswith(begins) for name in names):
            return place if place < len(_NEXT) else place - len(_NEXT) - len(_FIRST)
    return len(_NEXT)


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

"""Lock-step at the node: what the graph and the parameters say is what decides, at the start and every 0.5 s."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

from puma560_dynamics.errors import StateError
from puma560_dynamics.nodes import lock_step_feedforward_node
from puma560_dynamics.nodes.lock_step_feedforward_node import PERIOD, LockStepPermission
from puma560_dynamics.nodes.wire.topics import COMMANDS, JOINT_STATES


class Graph:
    """A node that sees what a test puts on the topics."""

    def __init__(self) -> None:
        self.simulated_time = True
        self.manager = 0
        self.names: dict[str, list[str]] = {COMMANDS: ["plant_node"], JOINT_STATES: ["plant_node"]}

    def get_parameter(self, name: str) -> SimpleNamespace:
        assert name == "use_sim_time"
        return SimpleNamespace(value=self.simulated_time)

    def get_subscriptions_info_by_topic(self, topic: str) -> list[SimpleNamespace]:
        return [SimpleNamespace(node_name=name) for name in self.names[topic]]

    get_publishers_info_by_topic = get_subscriptions_info_by_topic


@pytest.fixture
def graph(monkeypatch: pytest.MonkeyPatch) -> Graph:
    monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    monkeypatch.setattr(lock_step_feedforward_node, "publishers", lambda node, topic: node.manager)
    return Graph()


def permission_at(graph: Graph) -> LockStepPermission:
    return LockStepPermission(graph, "none", "effort_controller")  # type: ignore[arg-type]


def test_the_plant_alone_is_accepted_and_at_the_start_it_need_not_be_there(graph: Graph):
    permission_at(graph).check()
    graph.names[JOINT_STATES] = []
    permission_at(graph).check(starting=True)
    with pytest.raises(StateError, match="come from no node"):
        permission_at(graph).check()


def test_a_controller_or_its_manager_is_refused(graph: Graph):
    graph.names[COMMANDS] = ["effort_controller"]
    with pytest.raises(StateError, match="a controller of ros2_control is here"):
        permission_at(graph).check()
    graph.names[COMMANDS], graph.manager = [], 1
    with pytest.raises(StateError, match="a controller of ros2_control is here"):
        permission_at(graph).check(starting=True)


def test_it_looks_again_every_period(graph: Graph, monkeypatch: pytest.MonkeyPatch):
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    permission = permission_at(graph)
    assert permission.lost() is None
    graph.simulated_time = False
    now += 0.9 * PERIOD
    assert permission.lost() is None
    now += 0.2 * PERIOD
    assert "use_sim_time is false" in (permission.lost() or "")

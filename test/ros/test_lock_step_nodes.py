"""Lock-step between real nodes: samples, repetition, and the places where it is refused."""

from __future__ import annotations

import signal
import time
from types import SimpleNamespace

import numpy as np
import pytest
from builtin_interfaces.msg import Time
from diagnostic_msgs.msg import DiagnosticArray
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray

from puma560_dynamics.errors import StateError
from puma560_dynamics.nodes import lock_step_feedforward_node
from puma560_dynamics.nodes.lock_step_feedforward_node import CHECK_PERIOD_S as PERMISSION_PERIOD
from puma560_dynamics.nodes.lock_step_feedforward_node import LockStepPermission
from puma560_dynamics.nodes.wire.lock_step_topics import answered_by
from puma560_dynamics.nodes.wire.stamps import nanoseconds
from puma560_dynamics.nodes.wire.topics import COMMANDS, DEEP, JOINT_STATES
from puma560_dynamics.simulation.plant_lock_step import START

pytest.importorskip("mujoco", reason="needs the simulated arm (pip install '.[run]')")

NODE = "lock_step_feedforward_node"
"""Module of the node, whose name in the graph is feedforward_node."""

LOCK_STEP = {"lock_step": True, "use_sim_time": True}
PERIOD = 10_000_000


def messages(diagnostics: list[DiagnosticArray], node: str) -> list[str]:
    """What a node said."""
    return [s.message for message in diagnostics for s in message.status if s.name.startswith(node)]


def test_each_command_acts_a_sample_later_and_another_node_ends_lock_step(start, peer):
    states = peer.listen(JointState, "joint_states", DEEP)
    commands = peer.listen(Float64MultiArray, "effort_controller/commands", DEEP)
    diagnostics = peer.listen(DiagnosticArray, "/diagnostics")
    start("plant_node", rate=100.0, **LOCK_STEP)
    start("reference_node", rate=100.0, **LOCK_STEP)
    node = start(NODE, autostart=True, guard="none", use_sim_time=True)
    horizon = peer.node.create_publisher(Time, "plant_node/horizon", 10)
    assert peer.until(lambda: commands and states and horizon.get_subscription_count(), 40.0)
    assert {nanoseconds(state.header.stamp) for state in states} == {START}  # it stands

    def run(samples: int) -> None:
        end = START + samples * PERIOD

        def passed() -> bool:
            horizon.publish(Time(sec=end // 10**9, nanosec=end % 10**9))
            return answered_by(commands[-1]) == end == nanoseconds(states[-1].header.stamp)

        assert peer.until(passed, 40.0), messages(diagnostics, "feedforward_node")

    run(150)
    node.send_signal(signal.SIGSTOP)  # longer than every time-out
    peer.wait(1.0)
    node.send_signal(signal.SIGCONT)
    run(300)
    by_stamp = {nanoseconds(state.header.stamp): state for state in states}
    answers = {answered_by(command): command.data for command in commands}
    assert sorted(by_stamp) == [START + k * PERIOD for k in range(301)]
    for stamp, state in by_stamp.items():  # the effort of a state acted in the sample before
        if stamp - 2 * PERIOD in answers and stamp - 2 * PERIOD > START:
            acted = np.array(state.effort) - np.array(answers[stamp - 2 * PERIOD])
            assert np.abs(acted).max() < 5.0, stamp  # the servo's share, at rest with the gravity load compensated
    assert np.abs(states[-1].velocity).max() < 0.1
    assert not any("fault" in text or "stood still" in text for text in messages(diagnostics, "feedforward_node"))

    # Another node publishes joint states: the torque ends in real time, although simulated time stands.
    peer.node.create_publisher(JointState, "joint_states", 10)
    assert peer.until(lambda: commands and not any(commands[-1].data), 20.0)
    assert any("lock-step is only for the simulated arm" in text for text in messages(diagnostics, "feedforward_node"))


@pytest.mark.parametrize(
    ("node", "parameters", "words"),
    [
        (NODE, {"autostart": True, "guard": "none"}, "use_sim_time is false"),
        (
            NODE,
            {"autostart": True, "use_sim_time": True, "guard": "command_guard_node"},
            "command_guard_node guards the commands",
        ),
        ("plant_node", {**LOCK_STEP, "interface": "topic_hardware"}, "a controller of ros2_control is here"),
        ("plant_node", {**LOCK_STEP, "servo": "none"}, "lock_step needs servo: pd"),
    ],
)
def test_it_is_refused_with_the_reason(start, node: str, parameters: dict, words: str):
    assert start(node, **parameters).wait(30) == 2
    assert words in start.output(node)
    assert "Traceback" not in start.output(node)


def test_a_robot_is_not_answered(start, peer):
    """Joint states of another node than the plant: the node does not even activate."""
    diagnostics = peer.listen(DiagnosticArray, "/diagnostics")
    commands = peer.listen(Float64MultiArray, "effort_controller/commands")
    peer.node.create_publisher(JointState, "joint_states", 10)
    start(NODE, autostart=True, guard="none", use_sim_time=True)
    name = peer.node.get_name()
    assert peer.until(
        lambda: any(f"joint_states come from {name}" in text for text in messages(diagnostics, "feedforward_node")),
        30.0,
    )
    assert not commands


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
    now += 0.9 * PERMISSION_PERIOD
    assert permission.lost() is None
    now += 0.2 * PERMISSION_PERIOD
    assert "use_sim_time is false" in (permission.lost() or "")

"""The page's node shows the newest message of each topic, at the page's rate."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from rclpy.callback_groups import CallbackGroup
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray, String
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.feed_forward import TERM_NAMES
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.nodes.wire.polling_node import Latest

pytest.importorskip("viser", reason="needs viser (pip install '.[view]')")
pytest.importorskip("yourdfpy", reason="needs yourdfpy (pip install '.[view]')")

from helpers.ros.domain import Peer
from helpers.ros.visitor import READ
from helpers.stand_in import stands_in_for

from puma560_dynamics.nodes import view_node
from puma560_dynamics.nodes.wire.topics import LATCHED
from puma560_dynamics.view.snapshot import Snapshot
from puma560_dynamics.view.view_page import Page


@stands_in_for(Page)
class FakePage:
    """Keeps what it is shown."""

    url, port, visitors = "http://127.0.0.1:1", 1, 1

    def __init__(self, host: str, port: int, allowed_hosts: Sequence[str]) -> None:
        self.robot: object = None
        self.shots: list[Snapshot] = []

    def load(self, robot: object) -> None:
        self.robot = robot

    def show(self, shot: Snapshot) -> None:
        self.shots.append(shot)

    def close(self) -> None:
        pass


@pytest.fixture
def peer(domain: int) -> Iterator[Peer]:
    """On the executor that asks a subscription's group, as the node's own does."""
    made = Peer(domain, lambda context: SingleThreadedExecutor(context=context))
    yield made
    made.close()


@pytest.fixture
def node(peer, monkeypatch: pytest.MonkeyPatch):
    """The node in the test's own process with a page that keeps everything, spun along with the peer."""
    monkeypatch.setattr(view_node, Page.__name__, FakePage)
    real = Node.__init__
    monkeypatch.setattr(
        Node, "__init__", lambda self, name, **settings: real(self, name, context=peer.context, **settings)
    )
    made = view_node.ViewNode()
    peer.executor.add_node(made)
    yield made
    peer.executor.remove_node(made)
    made.destroy_node()


def test_everything_on_the_wire_gets_into_the_snapshot(node, peer, arm: Arm):
    names = list(arm.joint_names)
    backwards = names[::-1]
    terms = np.arange(6.0 * len(TERM_NAMES)).reshape(-1, 6)
    description = peer.node.create_publisher(String, "robot_description", LATCHED)
    description.publish(String(data=urdf(arm)))
    publishers = {
        topic: peer.node.create_publisher(kind, topic, 10)
        for kind, topic in (
            (JointState, "joint_states"), (JointState, "feedforward_node/total"), (DiagnosticArray, "/diagnostics"),
            (JointTrajectory, "feedforward_node/terms"), (JointState, "validator_node/residual"),
        )
    }  # fmt: skip
    points = [
        JointTrajectoryPoint(positions=[0.0] * 6, velocities=[0.0] * 6, accelerations=[0.0] * 6, effort=row.tolist())
        for row in terms
    ]
    points[1].effort = []  # a term that is switched off
    values = {
        "gate": "holding",
        "gate_reason": "silence",
        "trips.fault.silence": "3",
        "trips.odd": "many",
        "samples": "9",
    }
    status = DiagnosticStatus(
        level=bytes([1]), name="feedforward_node: torque", message="limit",
        values=[KeyValue(key=key, value=value) for key, value in values.items()],
    )  # fmt: skip
    messages = {
        "joint_states": JointState(name=backwards, position=[6.0, 5.0, 4.0, 3.0, 2.0, 1.0], effort=[0.5] * 6),
        "feedforward_node/total": JointState(name=backwards, effort=[60.0, 50.0, 40.0, 30.0, 20.0, 10.0]),
        "feedforward_node/terms": JointTrajectory(joint_names=names, points=points),
        "validator_node/residual": JointState(name=names, effort=[1e-14] * 6),
        "/diagnostics": DiagnosticArray(status=[status]),
    }

    def shot() -> Snapshot:
        return node._page.shots[-1] if node._page.shots else Snapshot((), np.zeros(0))

    def complete() -> bool:
        for topic, message in messages.items():
            publishers[topic].publish(message)
        now = shot()
        return bool(now.position is not None and now.terms and now.residual is not None and now.gate and
                    now.torque_source == "sent by feedforward_node")  # fmt: skip

    assert peer.until(complete, READ)
    now = shot()
    assert now.joint_names == arm.joint_names
    np.testing.assert_array_equal(now.limits, arm.maximum_torque)
    np.testing.assert_array_equal(now.position, [1, 2, 3, 4, 5, 6])
    np.testing.assert_array_equal(now.torque, [10, 20, 30, 40, 50, 60])
    assert list(now.terms) == [name for name in TERM_NAMES if name != TERM_NAMES[1]]
    for place, name in enumerate(TERM_NAMES):
        if name in now.terms:
            np.testing.assert_array_equal(now.terms[name], terms[place])
    np.testing.assert_array_equal(now.residual, np.full(6, 1e-14))
    assert (now.gate, now.gate_reason, dict(now.trips)) == ("holding", "silence", {"fault.silence": 3})
    assert ("feedforward_node: torque", 1, "limit") in [(s.name, s.level, s.message) for s in now.statuses]
    assert node._page.robot.joint_names == arm.joint_names

    # What is not renewed is not shown for ever; the pose stays, and its age is shown.
    messages.pop("feedforward_node/total")
    assert peer.until(lambda: (complete(), shot().torque_source == "reported in joint_states")[1])
    np.testing.assert_array_equal(shot().torque, np.full(6, 0.5))
    assert peer.until(lambda: shot().torque is None)
    assert peer.until(lambda: not shot().terms and shot().residual is None)
    assert (shot().silent or 0.0) > 0.9
    np.testing.assert_array_equal(shot().position, [1, 2, 3, 4, 5, 6])
    assert peer.until(lambda: not shot().gate)


def test_without_a_browser_the_page_subscribes_to_no_control_topic(node, peer, arm: Arm):
    peer.node.create_publisher(String, "robot_description", LATCHED).publish(String(data=urdf(arm)))
    topics = ("joint_states", "feedforward_node/total", "feedforward_node/terms", "validator_node/residual")

    def listeners() -> set[int]:
        return {peer.node.count_subscribers(topic) for topic in topics}

    assert peer.until(lambda: listeners() == {1}, READ)
    node._page.visitors = 0
    assert peer.until(lambda: listeners() == {0})
    shown = len(node._page.shots)
    peer.wait(0.2)
    assert len(node._page.shots) == shown
    node._page.visitors = 2
    assert peer.until(lambda: listeners() == {1})
    assert peer.until(lambda: len(node._page.shots) > shown)


def test_only_the_newest_message_is_taken_and_none_runs_a_callback(peer):
    """What makes the page cheap for a fast loop; and the executor passes the subscription over."""
    latest = Latest(peer.node, Float64MultiArray, "numbers")
    publisher = peer.node.create_publisher(Float64MultiArray, "numbers", 100)
    assert peer.until(lambda: publisher.get_subscription_count())
    assert latest.take() is None
    for number in range(50):
        publisher.publish(Float64MultiArray(data=[float(number)]))
    peer.wait(0.3)  # the executor spins and takes nothing
    taken = latest.take()
    assert taken is not None and list(taken.data) == [49.0]
    assert latest.take() is None
    group: CallbackGroup = latest._subscription.callback_group
    assert not group.can_execute(latest._subscription)


def test_the_node_lowers_its_priority_and_its_executor_asks_the_group(monkeypatch: pytest.MonkeyPatch):
    used: list = []

    def run_node(*arguments: object) -> int:
        used.append(arguments)
        return 0

    monkeypatch.setattr(view_node, "run_node", run_node)
    monkeypatch.setattr(view_node, "step_back", lambda: used.append("stepped back"))
    assert view_node.main([]) == 0
    assert used == ["stepped back", (view_node.ViewNode, [], SingleThreadedExecutor)]


def test_parameters_hold_and_the_page_is_renewed_at_the_rate(node, peer, arm: Arm):
    peer.node.create_publisher(String, "robot_description", LATCHED).publish(String(data=urdf(arm)))
    assert node.get_parameter("rate").value == 40.0
    assert node.get_parameter("host").value == "127.0.0.1"
    refused = node.set_parameters([Parameter("rate", Parameter.Type.DOUBLE, 5.0)])[0]
    assert not refused.successful  # fixed once it runs
    assert peer.until(lambda: node._page.shots, READ)
    began, before = time.monotonic(), len(node._page.shots)
    assert peer.until(lambda: len(node._page.shots) >= before + 60)
    assert 60 / (time.monotonic() - began) < 44.0  # slower on a machine that is busy, never faster
    figures = node._figures()
    assert figures["visitors"] == 1
    assert 0.0 < figures["rate_Hz"] < 50.0

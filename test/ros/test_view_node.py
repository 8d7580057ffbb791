"""The page's node over the wire: it shows what is said, takes the newest, and bears what is wrong."""

from __future__ import annotations

import http.client
import re
import signal
import socket
import time
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
import pytest
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from rclpy.callback_groups import CallbackGroup
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter
from rclpy.qos import DurabilityPolicy, QoSProfile
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray, String
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.feed_forward import TERM_NAMES
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.nodes.wire.polling_node import Latest

pytest.importorskip("viser", reason="needs viser (pip install '.[view]')")
pytest.importorskip("yourdfpy", reason="needs yourdfpy (pip install '.[view]')")

from helpers.arm.bad_descriptions import MESHES, UNREADABLE, with_mesh
from helpers.ros.domain import Peer
from helpers.ros.visitor import visit
from helpers.stand_in import stands_in_for
from websockets.exceptions import InvalidStatus

from puma560_dynamics.nodes import view_node
from puma560_dynamics.view.snapshot import Snapshot
from puma560_dynamics.view.view_page import Page

READ = 45.0
"""Seconds within which a description is read in another process, on a busy machine."""

LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)


def statuses(diagnostics: list, name: str = "view_node: page") -> list[tuple[int, str, dict[str, str]]]:
    """(level, message, values) of everything that was said under a name."""
    return [
        (int.from_bytes(status.level, "little"), status.message, {item.key: item.value for item in status.values})
        for message in diagnostics
        for status in message.status
        if status.name == name
    ]


def test_it_logs_its_address_survives_bad_input_and_stops_cleanly(start, peer, arm: Arm):
    diagnostics = peer.listen(DiagnosticArray, "/diagnostics", 50)
    description = peer.node.create_publisher(String, "robot_description", LATCHED)
    states = peer.node.create_publisher(JointState, "joint_states", 10)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        wanted = taken.getsockname()[1]
        process = start("view_node", port=wanted)
        assert peer.until(lambda: statuses(diagnostics), 30.0)
        assert peer.until(lambda: any("no robot_description yet" in said for _, said, _ in statuses(diagnostics)))
    url = statuses(diagnostics)[-1][2]["url"]
    address = re.fullmatch(r"http://([\d.]+):(\d+)", url)
    assert address is not None
    host, port = address.groups()
    assert host == "127.0.0.1"
    assert int(port) > wanted
    assert f"the page is at {url} (port {wanted} is in use)" in start.output("view_node")
    connection = http.client.HTTPConnection(host, int(port), timeout=10)
    connection.request("GET", "/")
    assert connection.getresponse().status == 200

    def reports(level: int, words: str) -> bool:
        def found() -> bool:
            return any((level, True) == (at, words in said) for at, said, _ in statuses(diagnostics))

        return peer.until(found, READ)

    description.publish(String(data="<robot"))
    assert reports(2, "robot_description: the robot description cannot be drawn")
    description.publish(String(data=urdf(arm)))
    assert reports(0, "no browser is connected")
    visitor = visit(url)
    assert reports(1, "no joint_states yet")
    diagnostics.clear()
    peer.until(lambda: states.get_subscription_count())
    position = np.zeros(6)

    def publish(names: tuple[str, ...], values: np.ndarray) -> None:
        states.publish(JointState(name=list(names), position=values.tolist()))
        peer.wait(0.02)

    def accepted() -> bool:
        publish(arm.joint_names, position)
        return any(at == 0 for at, _, _ in statuses(diagnostics))

    def refused(names: tuple[str, ...], values: np.ndarray, words: str) -> bool:
        publish(names, values)
        return any(at == 2 and words in said for at, said, _ in statuses(diagnostics))

    assert peer.until(accepted)
    states.publish(JointState(name=["gripper"], position=[0.1]))  # none of ours: passed over
    peer.wait(0.2)
    assert not any(at == 2 and "joint_states" in said for at, said, _ in statuses(diagnostics))
    for names, values, words in (
        (arm.joint_names[:5], position[:5], "joints joint6 are missing"),
        (arm.joint_names, np.full(6, np.nan), "is not finite"),
        (arm.joint_names, position[:3], "position has 3 entries"),
    ):
        assert peer.until(partial(refused, names, values, words)), words
    diagnostics.clear()
    assert peer.until(accepted)
    assert process.poll() is None

    process.send_signal(signal.SIGINT)  # with the visitor still there
    assert process.wait(10) == 0
    visitor.close()
    assert "Traceback" not in start.output("view_node")


def test_no_text_ends_it_and_a_good_description_is_drawn_afterwards(start, peer, arm: Arm):
    diagnostics = peer.listen(DiagnosticArray, "/diagnostics", 50)
    description = peer.node.create_publisher(String, "robot_description", LATCHED)
    process = start("view_node", port=0)
    assert peer.until(lambda: statuses(diagnostics), 30.0)

    def refused() -> bool:
        found = statuses(diagnostics)
        return any(at == 2 and said.startswith("robot_description: ") for at, said, _ in found)

    for name in ("no link", "10 MB", "binary", "truncated", "billion laughs", "nested deeply", "NaN origin"):
        diagnostics.clear()
        description.publish(String(data=UNREADABLE[name]))
        assert peer.until(refused, READ), name
    diagnostics.clear()
    bad = b"\0\1\0\0\6\0\0\0<\xff\xfe\x80>\0"  # no UTF-8
    description.publish(bad)
    assert peer.until(refused, READ), "no UTF-8"
    diagnostics.clear()
    description.publish(String(data=with_mesh(MESHES[0])))
    assert peer.until(lambda: any("no browser" in said for _, said, _ in statuses(diagnostics)), 30.0)
    description.publish(String(data=urdf(arm)))
    visitor = visit(statuses(diagnostics)[-1][2]["url"])
    diagnostics.clear()
    assert peer.until(lambda: any("no joint_states yet" in said for _, said, _ in statuses(diagnostics)), 30.0)
    visitor.close()
    assert process.poll() is None


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"host": "192.0.2.1"}, "address of this machine"),
        ({"port": 70000}, "port"),
        ({"rate": 0.0}, "rate"),
        ({"allowed_hosts": "['http://robot']"}, "allowed_hosts"),
    ],
)
def test_it_refuses_what_it_cannot_do(start, parameters: dict, words: str):
    process = start("view_node", **parameters)
    assert process.wait(30) == 2
    assert "error: " in start.output("view_node")
    assert words in start.output("view_node")


def test_requests_of_other_sites_are_refused(start, peer):
    diagnostics = peer.listen(DiagnosticArray, "/diagnostics", 50)
    start("view_node", port=0, allowed_hosts="['robot.example', 'localhost:9000']")
    assert peer.until(lambda: statuses(diagnostics), 30.0)
    url = statuses(diagnostics)[-1][2]["url"]
    address = url.removeprefix("http://")
    host, port = address.split(":")
    evil = {"Host": f"evil.example:{port}", "Origin": "http://evil.example"}

    def get(headers: dict[str, str]) -> int:
        connection = http.client.HTTPConnection(host, int(port), timeout=10)
        connection.request("GET", "/", headers=headers)
        return connection.getresponse().status

    for headers in ({}, {"Origin": url}, {"Host": f"robot.example:{port}"}, {"Host": "localhost:9000"}):
        assert get(headers) == 200, headers
    for headers in (evil, {"Host": evil["Host"]}, {"Origin": evil["Origin"]}, {"Host": "localhost:9001"}):
        assert get(headers) == 403, headers
    with pytest.raises(InvalidStatus, match="403"):
        visit(url, origin="http://evil.example")
    visit(url, origin=url).close()
    visit(url).close()


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

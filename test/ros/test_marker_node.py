"""Markers over the wire: published while there is a subscriber, right, and without cost otherwise."""

from __future__ import annotations

import os
import time
from pathlib import Path

import numpy as np
import pytest
from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import InertiaStamped, Quaternion
from helpers.arm.descriptions import light_arm
from sensor_msgs.msg import JointState
from std_msgs.msg import String
from visualization_msgs.msg import Marker, MarkerArray

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.markers import FULL_ANGLE, ball_radius, ellipsoid, gauges
from puma560_dynamics.nodes.wire.topics import LATCHED

TOPICS = ("feedforward_node/total", "feedforward_node/gravity")


class Bench:
    """Publishes torques, and keeps what RViz would show."""

    def __init__(self, peer, arm: Arm, names: tuple[str, ...] = ()) -> None:
        self.peer, self.names = peer, names or arm.joint_names
        self.diagnostics = peer.listen(DiagnosticArray, "/diagnostics")
        self.publishers = [peer.node.create_publisher(JointState, topic, 10) for topic in TOPICS]
        self.shown: dict[tuple[str, int], Marker] = {}
        self.arrays = 0

    def subscribe(self) -> object:
        """Subscribe as RViz does."""
        return self.peer.node.create_subscription(MarkerArray, "marker_node/markers", self._on_markers, 10)

    def _on_markers(self, message: MarkerArray) -> None:
        self.arrays += 1
        for marker in message.markers:
            if marker.action == Marker.DELETE:
                self.shown.pop((marker.ns, marker.id), None)
            else:
                self.shown[marker.ns, marker.id] = marker

    def publish(self, total: np.ndarray, gravity: np.ndarray) -> None:
        """Torques in another order of joints."""
        for publisher, torque in zip(self.publishers, (total, gravity), strict=True):
            publisher.publish(JointState(name=list(self.names)[::-1], effort=torque[::-1].tolist()))

    def until(self, done, total: np.ndarray, gravity: np.ndarray) -> bool:
        """Publish torques at 50 Hz until `done`."""
        end = time.monotonic() + 15.0
        while not done():
            if time.monotonic() > end:
                return False
            self.publish(total, gravity)
            self.peer.wait(0.02)
        return True

    def statuses(self) -> list:
        """Every status of the node."""
        return [m.status[0] for m in list(self.diagnostics) if m.status[0].name == "marker_node: markers"]

    def spaces(self) -> dict[str, int]:
        """How many markers each namespace shows."""
        names = [space for space, _ in self.shown]
        return {name: names.count(name) for name in names}


def test_markers_are_published_for_subscribers_and_show_the_torque(start, peer, arm: Arm):
    start("marker_node", rate=50.0)
    bench = Bench(peer, arm)
    shares = np.array([0.5, -0.25, 1.5, -1.0, 0.1, 0.0])
    gravity = np.array([0.0, 0.4, -0.2, 0.1, 0.05, 0.0])
    torques = shares * arm.maximum_torque, gravity * arm.maximum_torque
    bench.subscribe()
    # Five joints with a torque: arc and head; six tracks, six discs; links 2 to 6 have mass and inertia.
    expected = {"torque": 2 * 5 + 6, "gravity": 6, "center_of_mass": 5, "inertia": 5}
    assert bench.until(lambda: bench.spaces() == expected, *torques), bench.spaces()
    for marker in bench.shown.values():
        assert marker.header.frame_id in {link.name for link in arm.links}
        assert marker.frame_locked
        assert (marker.header.stamp.sec, marker.header.stamp.nanosec) == (0, 0)
        q = marker.pose.orientation
        assert np.linalg.norm([q.x, q.y, q.z, q.w]) == pytest.approx(1.0)
        assert min(marker.scale.x, marker.scale.y, marker.scale.z) >= 0.0 < marker.scale.x
        assert marker.color.a > 0.0
        assert 0.0 < marker.lifetime.sec + 1e-9 * marker.lifetime.nanosec <= 3.0
    for joint, share in enumerate(shares[:5]):
        head = bench.shown["torque", 3 * joint + 1]
        assert head.header.frame_id == f"link{joint + 1}"
        assert head.type == Marker.ARROW
        tip = head.points[1]
        assert np.arctan2(tip.y, tip.x) == pytest.approx(np.clip(share, -1, 1) * FULL_ANGLE)
    masses = np.array([arm.links[k].mass for k in range(1, 6)])
    volumes = np.array([bench.shown["center_of_mass", k].scale.x for k in range(1, 6)]) ** 3
    np.testing.assert_allclose(volumes / volumes[0], masses / masses[0], rtol=1e-12)
    for k in range(1, 6):
        at = bench.shown["center_of_mass", k].pose.position
        np.testing.assert_allclose([at.x, at.y, at.z], arm.links[k].center_of_gravity, atol=1e-15)
    # The colour of a disc is that of the gravity load's share.
    assert bench.shown["gravity", 1].color.r > bench.shown["gravity", 4].color.r

    # A payload joins them, in the frame of the last link.
    payload = InertiaStamped()
    payload.header.frame_id = "link6"
    payload.inertia.m, payload.inertia.com.z = 2.0, 0.1
    payload.inertia.ixx = payload.inertia.iyy = payload.inertia.izz = 0.01
    latched = peer.node.create_publisher(InertiaStamped, "feedforward_node/payload", LATCHED)
    latched.publish(payload)
    assert bench.until(lambda: ("center_of_mass", 6) in bench.shown and ("inertia", 6) in bench.shown, *torques)
    assert bench.shown["inertia", 6].header.frame_id == "link6"

    # When torques fall silent, their markers go, and diagnostics say why; the others stay.
    assert peer.until(lambda: bench.spaces() == {"torque": 6, "center_of_mass": 6, "inertia": 6})
    assert peer.until(lambda: bench.statuses() and "no torque on" in bench.statuses()[-1].message)
    assert bench.statuses()[-1].level == bytes([1])


def test_an_arm_of_a_description_is_drawn_in_the_frames_of_its_links(start, peer):
    """tf has the description's frames; those of the model lie on the joints' axes."""
    text = light_arm(fingers=False)
    peer.node.create_publisher(String, "robot_description", LATCHED).publish(String(data=text))
    start("marker_node", arm="''", tip="tool")
    arm = load_arm(text, tip="tool")
    bench = Bench(peer, arm)
    bench.subscribe()
    torque = 0.5 * arm.maximum_torque
    assert bench.until(lambda: bench.spaces() == {"torque": 12, "gravity": 4, "center_of_mass": 4, "inertia": 4},
                       torque, torque)  # fmt: skip
    axes = {"turret": (0, 0, 1), "upper": (0, 1, 0), "fore": (0, 1, 0), "hand": (1, 0, 0)}
    for index, (link, reach) in enumerate({"turret": 0.02, "upper": 0.2, "fore": 0.2, "hand": 0.04}.items()):
        for space in ("center_of_mass", "inertia"):
            marker = bench.shown[space, index]
            assert marker.header.frame_id == link
            at = marker.pose.position
            np.testing.assert_allclose([at.x, at.y, at.z], [reach / 2, 0.01, 0.0], atol=1e-12)
        # A rod along x: the ellipsoid's longest axis.
        turn, scale = marker.pose.orientation, [marker.scale.x, marker.scale.y, marker.scale.z]
        axis = np.zeros(3)
        axis[int(np.argmax(scale))] = 1.0
        np.testing.assert_allclose(np.abs(rotated(turn, axis)), [1.0, 0.0, 0.0], atol=1e-9)
        for marker in (bench.shown["gravity", index], bench.shown["torque", 3 * index]):
            np.testing.assert_allclose(rotated(marker.pose.orientation, np.array([0, 0, 1.0])), axes[link], atol=1e-12)


def rotated(turn: Quaternion, vector: np.ndarray) -> np.ndarray:
    """(3,) a vector turned by a quaternion."""
    axis = np.array([turn.x, turn.y, turn.z])
    return vector + 2.0 * np.cross(axis, np.cross(axis, vector) + turn.w * vector)


def test_bad_input_shows_in_diagnostics_and_good_input_clears_it(start, peer, arm: Arm):
    start("marker_node")
    bench = Bench(peer, arm)
    bench.subscribe()
    good = 0.3 * arm.maximum_torque
    assert bench.until(lambda: ("torque", 0) in bench.shown, good, good)
    bad = good.copy()
    bad[2] = np.nan
    assert bench.until(
        lambda: bench.statuses() and "effort of joint3 is not finite" in bench.statuses()[-1].message, bad, good
    )
    assert bench.statuses()[-1].level == bytes([2])
    assert bench.until(lambda: ("torque", 0) not in bench.shown, bad, good)
    assert ("gravity", 1) in bench.shown  # the other topic is well
    assert bench.until(lambda: bench.statuses() and bench.statuses()[-1].message == "markers are drawn", good, good)
    assert ("torque", 0) in bench.shown
    values = {item.key: item.value for item in bench.statuses()[-1].values}
    assert int(values["rejected"]) > 0
    assert values["without_ellipsoid"] == "link1"
    assert values["impossible_inertia"] == "link3"


def test_names_frames_and_size_are_parameters(start, peer, arm: Arm):
    names = ("waist", "shoulder", "elbow", "roll", "bend", "turn")
    start("marker_node", joints=f"[{','.join(names)}]", frame_prefix="left/", scale=2.0)
    bench = Bench(peer, arm, names)
    bench.subscribe()
    torque = np.array([0.5, 0.0, 0.0, 0.0, 0.0, 0.0]) * arm.maximum_torque
    assert bench.until(lambda: ("torque", 1) in bench.shown and ("inertia", 1) in bench.shown, torque, torque)
    assert {marker.header.frame_id for marker in bench.shown.values()} == {f"left/{link.name}" for link in arm.links}
    tip = bench.shown["torque", 1].points[1]
    assert np.hypot(tip.x, tip.y) == pytest.approx(2.0 * gauges(arm)[0].radius)
    ball, body = bench.shown["center_of_mass", 1], bench.shown["inertia", 1]
    assert ball.scale.x == pytest.approx(2.0 * 2.0 * ball_radius(arm.links[1].mass))
    solid = ellipsoid(arm.links[1])
    assert solid is not None
    np.testing.assert_allclose([body.scale.x, body.scale.y, body.scale.z], 2.0 * solid.semi_axes)


def cpu_seconds(pid: int) -> float:
    """User and system time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_without_a_listener_it_does_nothing(start, peer, arm: Arm):
    process = start("marker_node", rate=50.0)
    bench = Bench(peer, arm)
    torque = 0.3 * arm.maximum_torque
    assert peer.until(lambda: bench.statuses() and "no subscriber" in bench.statuses()[-1].message)

    def subscribers() -> int:
        return sum(publisher.get_subscription_count() for publisher in bench.publishers)

    def idles() -> None:
        assert peer.until(lambda: subscribers() == 0)
        drawn, arrays = {v.key: v.value for v in bench.statuses()[-1].values}["drawn"], bench.arrays
        before, end = cpu_seconds(process.pid), time.monotonic() + 1.0
        while time.monotonic() < end:  # torques without a subscriber to the markers
            for publisher in bench.publishers:
                publisher.publish(JointState(name=list(arm.joint_names), effort=torque.tolist()))
            peer.executor.spin_once(timeout_sec=0.002)
        assert cpu_seconds(process.pid) - before < 0.1  # executor and diagnostics alone
        assert bench.arrays == arrays
        assert {v.key: v.value for v in bench.statuses()[-1].values}["drawn"] == drawn

    idles()
    # It wakes for a listener, sleeps again without, and wakes again.
    for _ in range(2):
        subscription = bench.subscribe()
        bench.arrays = 0
        assert bench.until(lambda: bench.arrays > 5 and ("torque", 0) in bench.shown, torque, torque)
        assert subscribers() == 2
        peer.node.destroy_subscription(subscription)
        assert peer.until(
            lambda: bench.statuses() and bench.statuses()[-1].message == "no subscriber; nothing is drawn"
        )
        peer.wait(1.1)
        idles()
        bench.shown.clear()

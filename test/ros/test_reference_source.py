"""The other sources of references over the wire: what is followed, what is refused, and what happens when it ends."""

from __future__ import annotations

import math
import signal

import numpy as np
import pytest
from helpers.ros.driver import NAMES, Driver, Q
from helpers.ros.forked import ForkedNode
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import MissingDependencyError
from puma560_dynamics.nodes.wire import reference_source
from puma560_dynamics.nodes.wire.reference_source import BY_CONTROLLER_STATE, BY_TRAJECTORY, TOPICS, ReferenceSource
from puma560_dynamics.nodes.wire.stamps import duration_message, stamp_of

TIMES = {"fade_in_time": 0.0, "hold_time": 0.3, "fade_out_time": 0.2, "recovery_time": 0.0}
STEADY = {"reference_timeout": 0.5, "restart_after_fault": True, "autostart": True}


class Planner:
    """Publishes trajectories in which every joint swings about `Q`, and joint states that follow them exactly."""

    SIZE = 0.05

    def __init__(self, driver: Driver, topic: str) -> None:
        self.driver, self.peer = driver, driver.peer
        self.publisher = self.peer.node.create_publisher(JointTrajectory, topic, 10)
        assert self.peer.until(self.publisher.get_subscription_count)
        self.begun = self.now()

    def now(self) -> float:
        """The clock of the stamps, s."""
        return 1e-9 * self.peer.node.get_clock().now().nanoseconds

    def point(self, time: float) -> JointTrajectoryPoint:
        """The motion `time` s after its start: from rest, with an acceleration that begins at zero."""
        swing = [self.SIZE * (math.sin(time) - 0.5 * math.sin(2.0 * time))]
        swing += [self.SIZE * (math.cos(time) - math.cos(2.0 * time))]
        swing += [self.SIZE * (-math.sin(time) + 2.0 * math.sin(2.0 * time))]
        positions, velocities, accelerations = (
            [value + offset for offset in row] for value, row in zip(swing, (Q, [0.0] * 6, [0.0] * 6), strict=True)
        )
        return JointTrajectoryPoint(positions=positions, velocities=velocities, accelerations=accelerations)

    def message(self, times: list[float], stamp: float) -> JointTrajectory:
        """Points at `times`, s after the start of the motion, stamped at another such time."""
        points = []
        for time in times:
            points.append(self.point(time))
            points[-1].time_from_start = duration_message(time - stamp)
        message = JointTrajectory(joint_names=NAMES, points=points)
        message.header.stamp = stamp_of(round(1e9 * (self.begun + stamp)))
        return message

    def state(self) -> None:
        """Publish a joint state on the motion."""
        time = self.now() - self.begun
        point = self.point(time)
        message = self.driver.state(position=point.positions, velocity=point.velocities)
        message.header.stamp = stamp_of(round(1e9 * (self.begun + time)))
        self.driver.states.publish(message)


@pytest.fixture
def driver(start, peer) -> Driver:
    """A running node that follows trajectories."""
    start("feedforward_node", reference_source=BY_TRAJECTORY, **STEADY, **TIMES)
    made = Driver(peer)
    made.settle()
    return made


def gate(driver: Driver) -> str:
    """State of the gate."""
    return driver.status()[2]["gate"]


def test_a_trajectory_brings_the_torque_of_its_motion(driver: Driver, arm: Arm):
    """Two trajectories, the second in the middle of the first; every torque is that of the motion at a state."""
    planner = Planner(driver, TOPICS[BY_TRAJECTORY])
    planner.begun = planner.now() + 0.3
    planner.publisher.publish(planner.message([0.05 * k for k in range(60)], 0.0))
    terms = driver.peer.listen(JointTrajectory, "feedforward_node/terms")
    replaced = False
    while planner.now() < planner.begun + 2.0:
        if planner.now() > planner.begun:
            planner.state()
        else:
            driver.states.publish(driver.state())
        if not replaced and planner.now() > planner.begun + 1.0:
            now = round(planner.now() - planner.begun, 2)
            planner.publisher.publish(planner.message([now + 0.05 * k for k in range(-2, 40)], now - 0.1))
            replaced = True
        driver.peer.wait(0.005)
    moving = [message for message in terms if np.abs(message.points[0].accelerations).max() > 0.01]
    assert len(moving) > 50
    for message in moving:
        time = message.header.stamp.sec + 1e-9 * message.header.stamp.nanosec - planner.begun
        # Between two points 0.05 s apart the polynomial differs from the sines by 1e-5 rad/s².
        np.testing.assert_allclose(message.points[0].accelerations, planner.point(time).accelerations, atol=1e-3)
    assert (
        max(message.header.stamp.sec + 1e-9 * message.header.stamp.nanosec for message in moving) > planner.begun + 1.5
    )
    assert not driver.reported_error("reference")
    assert gate(driver) == "open"


def test_a_stream_that_ends_in_motion_is_a_lost_reference(driver: Driver, arm: Arm):
    """Short windows, as MoveIt Servo sends them, until the sender stops; 0.3 s long for pauses of a busy machine."""
    planner = Planner(driver, TOPICS[BY_TRAJECTORY])
    planner.begun = planner.now()
    while planner.now() < planner.begun + 1.0:
        planner.state()
        now = planner.now() - planner.begun
        window = [now + 0.02 * k for k in range(-3, 16) if now + 0.02 * k >= 0.0]
        planner.publisher.publish(planner.message(window, window[0]))
        driver.peer.wait(0.01)
    assert gate(driver) == "open"
    assert not driver.reported_error("reference")
    driver.stream()
    assert driver.peer.until(lambda: driver.reported_error("no usable reference for 0.5 s"))
    assert driver.torque_becomes(load_model("full", arm).gravity(np.array(Q)))


def trajectory(*points: JointTrajectoryPoint, names: list[str] = NAMES, **stamp: int) -> JointTrajectory:
    """A message of points."""
    message = JointTrajectory(joint_names=names, points=list(points))
    message.header.stamp.sec = stamp.get("sec", 0)
    return message


def point(time: float, **fields: object) -> JointTrajectoryPoint:
    """At rest near the pose of the arm, with other fields."""
    values = {"positions": [q + 0.05 for q in Q], "velocities": [0.0] * 6, "accelerations": [0.0] * 6, **fields}
    return JointTrajectoryPoint(time_from_start=duration_message(time), **values)


BAD = {
    "has no points": trajectory(),
    "joints joint6 are missing": trajectory(point(1.0), names=NAMES[:5]),
    "joints x are not of this arm": trajectory(point(1.0), names=["x", *NAMES[1:]]),
    "point 1 has no velocities": trajectory(point(1.0, velocities=[], accelerations=[])),
    "positions of joint1 at point 0 are not finite": trajectory(point(1.0, positions=[math.nan] * 6)),
    "not after point 0": trajectory(point(1.0), point(0.5)),
    "ended": trajectory(point(1.0), sec=1000),
    "already carries effort": trajectory(point(1.0, effort=[1.0] * 6)),
    "velocity of joint": trajectory(point(0.01)),
    "farther than 0.05 rad": trajectory(point(0.0, positions=[q + 0.2 for q in Q])),
}


def test_bad_trajectories_are_refused_and_reported_and_move_nothing(driver: Driver, arm: Arm):
    held = load_model("full", arm).gravity(np.array(Q))
    publisher = driver.peer.node.create_publisher(JointTrajectory, TOPICS[BY_TRAJECTORY], 10)
    assert driver.peer.until(publisher.get_subscription_count)
    driver.stream()
    for words, message in BAD.items():
        before = driver.rejected()
        publisher.publish(message)
        assert driver.peer.until(lambda before=before: driver.rejected() > before, 10.0), words
        assert driver.peer.until(lambda words=words: driver.reported_error(words), 5.0), (words, driver.reported()[-1])
    for command in driver.commands[-50:]:
        np.testing.assert_allclose(command.data, held, atol=1e-9)
    assert gate(driver) == "open"


def test_two_planners_are_refused(driver: Driver):
    driver.stream()
    one, two = (driver.peer.node.create_publisher(JointTrajectory, TOPICS[BY_TRAJECTORY], 10) for _ in range(2))

    def refused() -> bool:
        one.publish(trajectory(point(1.0)))
        driver.peer.wait(0.05)
        return driver.reported_error("publish references; expected one publisher, none is followed")

    assert driver.peer.until(lambda: one.get_subscription_count() and two.get_subscription_count())
    assert driver.peer.until(refused)


def test_the_state_of_a_controller_that_stops_is_a_lost_reference(start, peer, arm: Arm):
    """A process that publishes a motion in place of the controller is followed, until it is stopped in the motion."""
    parameters = {"guard": "none", "controller_joints": "unchecked", "state_timeout": 1.0, **STEADY, **TIMES}
    topic = TOPICS[BY_CONTROLLER_STATE]
    motion: ForkedNode = start("reference_node", {"reference": topic}, autostart=True, rate=100.0)
    seen = peer.listen(JointTrajectory, topic)
    start.managed("feedforward_node", reference_source=BY_CONTROLLER_STATE, **parameters)
    driver = Driver(peer)
    terms = peer.listen(JointTrajectory, "feedforward_node/terms")
    driver.stream()

    def moves() -> bool:
        return bool(terms) and np.abs(terms[-1].points[0].accelerations).max() > 1.0

    assert peer.until(moves), driver.reported()
    wanted = {tuple(message.points[0].accelerations) for message in seen}
    assert tuple(terms[-1].points[0].accelerations) in wanted
    motion.send_signal(signal.SIGSTOP)
    try:
        assert peer.until(lambda: driver.reported_error("no usable reference for 0.5 s"))
        assert driver.torque_becomes(load_model("full", arm).gravity(np.array(Q)))
    finally:
        motion.send_signal(signal.SIGCONT)


def test_without_control_msgs_the_state_of_a_controller_is_refused(start, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reference_source, "controller_state_type", lambda: None)
    with pytest.raises(MissingDependencyError, match="needs control_msgs, which is not installed; install"):
        ReferenceSource(BY_CONTROLLER_STATE).check()
    ReferenceSource(BY_TRAJECTORY).check()


def test_each_source_has_a_topic_that_may_be_another():
    assert {name: ReferenceSource(name).topic for name in TOPICS} == TOPICS
    assert ReferenceSource(BY_TRAJECTORY, "/servo/trajectory").topic == "/servo/trajectory"

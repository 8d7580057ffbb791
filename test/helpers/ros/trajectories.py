"""Trajectories in place of the controller and its client: what is sent, and what the controller would receive."""

from __future__ import annotations

import time

import numpy as np
from builtin_interfaces.msg import Duration
from diagnostic_msgs.msg import DiagnosticArray
from sensor_msgs.msg import JointState
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

NAMES = [f"joint{i}" for i in range(1, 7)]


START = [0.2, -1.4, 1.6, 0.3, 0.6, -0.2]


MIDDLE = [0.6, -0.9, 1.1, -0.2, 0.2, 0.5]


END = [1.0, -0.6, 1.9, 0.4, -0.5, 0.9]


def point(seconds: float, positions: list[float], **fields: list[float]) -> JointTrajectoryPoint:
    """A point of a trajectory."""
    whole = int(seconds)
    after = Duration(sec=whole, nanosec=round((seconds - whole) * 1e9))
    return JointTrajectoryPoint(positions=positions, time_from_start=after, **fields)


def three() -> list[JointTrajectoryPoint]:
    """Sound points from where the arm is."""
    return [point(0.0, START), point(0.8, MIDDLE), point(1.7, END)]


class Sender:
    """Publishes joint states and trajectories; receives what the controller would receive."""

    def __init__(self, peer, controller: str = "joint_trajectory_controller", tells: bool = True) -> None:
        self.peer = peer
        self.states = peer.node.create_publisher(JointState, "joint_states", 10)
        self.wishes = peer.node.create_publisher(JointTrajectory, "trajectory_feedforward_node/joint_trajectory", 10)
        self.passed = peer.listen(JointTrajectory, f"{controller}/joint_trajectory")
        self.diagnostics = peer.listen(DiagnosticArray, "/diagnostics")
        self.here, self.speed = START, [0.0] * 6
        self.effort: list[float] = []
        assert peer.until(lambda: self.wishes.get_subscription_count() and self.states.get_subscription_count())
        assert peer.until(lambda: peer.node.count_publishers(f"{controller}/joint_trajectory") and self.diagnostics)
        if tells:
            peer.node.create_timer(0.02, self.publish_state)
            self.connect()

    def publish_state(self) -> None:
        """Where the arm is."""
        self.states.publish(
            JointState(name=NAMES[::-1], position=self.here[::-1], velocity=self.speed, effort=self.effort[::-1])
        )

    def follow(self, message: JointTrajectory) -> None:
        """From now on the arm is where a trajectory has it."""
        times, q, *_ = columns(message)
        begun = time.monotonic()

        def move() -> None:
            self.here = [float(np.interp(time.monotonic() - begun, times, joint)) for joint in q.T]

        self.peer.node.create_timer(0.01, move)

    def connect(self) -> None:
        """Until the node knows where the arm is and what it sends arrives."""
        for _ in range(50):
            self.wish([point(1.0, START)])
            if self.peer.until(lambda: self.passed, 0.3):
                break
        self.peer.wait(0.3)  # answers to all that were sent
        assert self.passed

    def send(self, points: list[JointTrajectoryPoint], names: list[str] = NAMES, stamp: float = 0.0) -> JointTrajectory:
        """One trajectory; what came out."""
        before = len(self.passed)
        self.wish(points, names, stamp)
        assert self.peer.until(lambda: len(self.passed) > before), self.status()
        return self.passed[-1]

    def settle(self) -> JointTrajectory:
        """The arm is held where it is; what is sent then starts without a ramp of effort."""
        message = self.send([point(0.0, self.here)])
        self.peer.wait(0.2)
        return message

    def wish(self, points: list[JointTrajectoryPoint], names: list[str] = NAMES, stamp: float = 0.0) -> None:
        """Publish; `stamp` in seconds from now, 0 for none."""
        message = JointTrajectory(joint_names=names, points=points)
        if stamp:
            now = self.peer.node.get_clock().now().nanoseconds + round(stamp * 1e9)
            message.header.stamp.sec, message.header.stamp.nanosec = divmod(now, 10**9)
        self.wishes.publish(message)

    def refused(self, points: list[JointTrajectoryPoint], names: list[str] = NAMES, stamp: float = 0.0) -> str:
        """One trajectory that must not come out; what diagnostics reported."""
        count, arrived = self.value("rejected"), len(self.passed)
        self.wish(points, names, stamp)
        assert self.peer.until(lambda: self.value("rejected") > count), self.status()
        level, words, _ = self.status()
        assert level == 2
        self.peer.wait(0.1)
        assert len(self.passed) == arrived
        return words

    def status(self) -> tuple[int, str, dict[str, str]]:
        """Level, message and values of the node's last status."""
        mine = [message.status[0] for message in self.diagnostics]
        if not mine:
            return -1, "", {}
        assert mine[-1].name == "trajectory_feedforward_node: trajectory"
        return int.from_bytes(mine[-1].level, "little"), mine[-1].message, {v.key: v.value for v in mine[-1].values}

    def value(self, key: str) -> int:
        """A count of diagnostics."""
        return int(self.status()[2].get(key, 0))


def columns(message: JointTrajectory) -> tuple[np.ndarray, ...]:
    """Times, positions, velocities, accelerations, efforts of a message."""
    times = np.array([p.time_from_start.sec + 1e-9 * p.time_from_start.nanosec for p in message.points])
    fields = ("positions", "velocities", "accelerations", "effort")
    return times, *(np.array([getattr(p, field) for p in message.points]) for field in fields)

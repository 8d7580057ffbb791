"""What stands around the validator in its tests: what it receives, and what it reports."""

from __future__ import annotations

import numpy as np
from builtin_interfaces.msg import Time
from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import InertiaStamped
from rclpy.qos import QoSProfile
from sensor_msgs.msg import JointState
from std_msgs.msg import String
from trajectory_msgs.msg import JointTrajectory

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm, Link
from puma560_dynamics.control.feed_forward.feed_forward import TERM_NAMES
from puma560_dynamics.control.observer.residual import ResidualCheck
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.models.recursive.pinocchio_model import PinocchioModel
from puma560_dynamics.nodes.wire.topics import LATCHED

MANY = QoSProfile(depth=1000)


def _seconds(stamp: Time) -> float:
    return stamp.sec + 1e-9 * stamp.nanosec


class Bench:
    """The validator's surroundings: what it receives, and what it reports."""

    def __init__(self, peer, arm: Arm) -> None:
        self.peer, self.arm = peer, arm
        self.residuals = peer.listen(JointState, "validator_node/residual", MANY)
        self.diagnostics = peer.listen(DiagnosticArray, "/diagnostics", MANY)
        self.description = peer.node.create_publisher(String, "robot_description", LATCHED)
        self.payload = peer.node.create_publisher(InertiaStamped, "feedforward_node/payload", LATCHED)
        self.terms = peer.node.create_publisher(JointTrajectory, "feedforward_node/terms", MANY)
        self.states = peer.node.create_publisher(JointState, "joint_states", MANY)
        publishers = (self.description, self.payload, self.terms, self.states)
        assert peer.until(lambda: all(publisher.get_subscription_count() for publisher in publishers))
        no_payload = InertiaStamped()
        no_payload.header.frame_id = "link6"
        self.payload.publish(no_payload)

    def reported(self, about: str) -> list:
        """Every status so far about `residual` or `effort`."""
        return [m.status[0] for m in list(self.diagnostics) if m.status[0].name == f"validator_node: {about}"]

    def level(self, about: str = "residual") -> int:
        """The last level."""
        reported = self.reported(about)
        return int.from_bytes(reported[-1].level, "little") if reported else -1

    def message(self, about: str = "residual") -> str:
        """The last message."""
        reported = self.reported(about)
        return reported[-1].message if reported else ""

    def durations(self, level: int) -> list[float]:
        """Seconds for which `level` was shown, each time, by the validator's own clock."""
        shown = [
            (_seconds(m.header.stamp), int.from_bytes(m.status[0].level, "little"))
            for m in list(self.diagnostics)
            if m.status[0].name == "validator_node: residual"
        ]
        result, since = [], None
        for stamp, now in shown:
            if now == level and since is None:
                since = stamp
            elif now != level and since is not None:
                result.append(stamp - since)
                since = None
        return result

    def figure(self, key: str, about: str = "residual") -> str:
        """The last value of a key; empty if the last status has none."""
        reported = self.reported(about)
        return {item.key: item.value for item in reported[-1].values}.get(key, "") if reported else ""

    def figures(self, key: str, about: str = "residual") -> np.ndarray:
        """The same for a row of numbers."""
        return np.array([float(word) for word in self.figure(key, about).split()])

    def ask(self, message: JointTrajectory) -> np.ndarray:
        """The residual that comes back for a terms message."""
        self.residuals.clear()
        self.terms.publish(message)
        assert self.peer.until(lambda: self.residuals, 10.0)
        return np.array(self.residuals[0].effort)


def right_terms(arm: Arm, state: tuple[np.ndarray, ...], payload: Link | None = None) -> dict[str, np.ndarray]:
    """Every term as it should be on the wire, whatever their number."""
    if payload is None:
        model = load_model("full", arm).terms(*state)
        terms = {"gravity": model.gravity, "inertia": model.inertia}
        terms |= {"coriolis": model.coriolis, "centrifugal": model.centrifugal}
        if "motor_inertia" in TERM_NAMES:
            terms["motor_inertia"] = arm.motor_inertia * state[2]
            terms["inertia"] = load_model("newton_euler", arm).kinetic_energy_matrix(state[0]) @ state[2]
            terms["inertia"] = terms["inertia"] - terms["motor_inertia"]
        return terms
    return ResidualCheck(PinocchioModel(arm, urdf(arm), payload)).terms(*state)


def stamped(nanoseconds: int) -> Time:
    """A stamp."""
    return Time(sec=nanoseconds // 10**9, nanosec=nanoseconds % 10**9)

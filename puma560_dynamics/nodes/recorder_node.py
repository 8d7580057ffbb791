"""Records the topics that `puma560 run` evaluates, and switches settings. It runs in the process of the command."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

import numpy as np
from builtin_interfaces.msg import Time
from diagnostic_msgs.msg import DiagnosticArray
from rclpy.client import Client
from rclpy.node import Node
from rclpy.parameter import Parameter
from rclpy.parameter_client import AsyncParameterClient
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray
from std_srvs.srv import Trigger
from trajectory_msgs.msg import JointTrajectory

from ..arm import Arm
from ..control.feed_forward.feed_forward import SWITCHED_TERMS
from ..control.joint_order import JointOrder
from ..demo.recorder import PhaseRecorder, RateMeter, divergence
from .wire.messages import read_terms
from .wire.stamps import nanoseconds, seconds, stamp_of
from .wire.topics import COMMAND, COMMANDS, DEEP, DIAGNOSTICS, HORIZON, JOINT_STATES, REFERENCE, RELIABLE, subscriptions

TERMS = "feedforward_node/terms"
RESIDUAL = "validator_node/residual"


class RecorderNode(Node):
    """Passes messages to the `PhaseRecorder` in `phase` and, while `measuring`, to the meters of rate and latency.

    Args:
        arm: the arm, for the names of its joints.
        view: whether a `view_node` is expected; `page` is its address as soon as it is known.
        record: whether a `bag_recorder_node` is expected.
        name: name of the node.

    Attributes:
        stamps: time (ns) of the newest joint state, reference and terms, by topic.
        diverged: sentence on the joint that ran away in the present phase, with the time; empty if no joint did.
    """

    def __init__(self, arm: Arm, view: bool = False, record: bool = False, name: str = "recorder_node") -> None:
        super().__init__(name, automatically_declare_parameters_from_overrides=True)
        self._view = view
        self._record = record
        self.page = ""
        self._arm = arm
        self._orders = {topic: JointOrder(arm.joint_names) for topic in (JOINT_STATES, REFERENCE, TERMS, RESIDUAL)}
        self.joints = arm.n
        self.phase: PhaseRecorder | None = None
        self.measuring = False
        self.diverged = ""
        self.stamps: dict[str, int] = {}
        self.seen: set[str] = set()
        self.since_start = 0.0
        self._goals: dict[int, np.ndarray] = {}
        self.rate = RateMeter((JOINT_STATES, REFERENCE, COMMANDS))
        self.state_latency: list[float] = []
        self.torque_latency: list[float] = []
        self.model_time: list[float] = []
        self.worst_diagnostic: dict[str, tuple[int, str]] = {}
        self.rejected: dict[str, int] = {}
        self._newest: dict[str, tuple[int, str]] = {}
        self._rejected_by_status: dict[str, int] = {}
        self.create_subscription(JointState, JOINT_STATES, self._on_state, DEEP)
        self.create_subscription(JointTrajectory, REFERENCE, self._on_reference, DEEP)
        self.create_subscription(JointTrajectory, TERMS, self._on_terms, DEEP)
        self.create_subscription(JointState, RESIDUAL, self._on_residual, DEEP)
        self.create_subscription(Float64MultiArray, COMMANDS, self._on_command, COMMAND, raw=True)
        self.create_subscription(DiagnosticArray, DIAGNOSTICS, self._on_diagnostics, 50)
        self._feed_forward = AsyncParameterClient(self, "feedforward_node")
        self._start: Client[Any, Any] = self.create_client(Trigger, "reference_node/start")
        self._reset: Client[Any, Any] = self.create_client(Trigger, "plant_node/reset")
        self._horizon = self.create_publisher(Time, HORIZON, RELIABLE)

    def silent(self, *expected: str) -> list[str]:
        """Return those topics and nodes of `expected` from which no message has arrived yet."""
        return [name for name in expected if name not in self.seen]

    def ready(self) -> list[str]:
        """Return the topics and nodes for which the comparison still waits; empty when all have found each other."""
        missing = self.silent(JOINT_STATES, "feedforward_node", "validator_node", "plant_node")
        if not self._reset.service_is_ready():
            missing.append("plant_node/reset")
        if not self._horizon.get_subscription_count():
            missing.append("plant_node/horizon")
        if not self._feed_forward.services_are_ready():
            missing.append("feedforward_node's parameters")
        if not self._start.service_is_ready():
            missing.append("reference_node/start")
        if subscriptions(self, TERMS) < 2 + self._record:
            missing.append("the subscription of the validator" + " or the bag's recorder" * self._record)
        if self._view and not self.page:
            missing.append("view_node's page")
        return missing

    def switch(self, active: Iterable[str]) -> object:
        """Request that the feed-forward node uses these terms; return the future of the answer."""
        chosen = set(active)
        return self._feed_forward.set_parameters(
            [Parameter(f"terms.{name}", Parameter.Type.BOOL, name in chosen) for name in SWITCHED_TERMS]
        )

    def start(self) -> object:
        """Start the reference's motion; return the future of the answer."""
        self.since_start = 0.0
        return self._start.call_async(Trigger.Request())

    def reset(self) -> object:
        """Put the arm at its initial position; return the future of the answer."""
        return self._reset.call_async(Trigger.Request())

    def run_until(self, stamp: int) -> None:
        """Advance simulated time to `stamp` (ns)."""
        self._horizon.publish(stamp_of(stamp))

    def answered(self) -> bool:
        """Return whether the torque for the newest joint state, and the reference for the next, have arrived."""
        state = self.stamps.get(JOINT_STATES)
        return state is not None and self.stamps.get(REFERENCE, 0) > state == self.stamps.get(TERMS)

    def problems(self) -> str:
        """Return the problems that the nodes report."""
        return "; ".join(f"{name}: {text}" for name, (level, text) in sorted(self._newest.items()) if level)

    def _age(self, stamp: Time) -> float:
        return time.time() - seconds(stamp)

    def _on_state(self, message: JointState) -> None:
        self.seen.add(JOINT_STATES)
        self.stamps[JOINT_STATES] = nanoseconds(message.header.stamp)
        if self.measuring:
            self.rate.tick(JOINT_STATES, time.monotonic())
            self.state_latency.append(self._age(message.header.stamp))
        if self.phase is None:
            return
        fields = self._orders[JOINT_STATES].fields(
            message.name, position=message.position, velocity=message.velocity, effort=message.effort
        )
        self.phase.state(seconds(message.header.stamp), *fields)
        goal = self._goals.pop(self.stamps[JOINT_STATES], None)  # the order of messages of two topics is not defined
        if not self.diverged and (found := divergence(self._arm, fields[0], fields[1], goal)):
            self.diverged = f"{found} {self.since_start:.2f} s into the motion"

    def _on_reference(self, message: JointTrajectory) -> None:
        self.seen.add(REFERENCE)
        self.stamps[REFERENCE] = nanoseconds(message.header.stamp)
        point = message.points[0]
        self.since_start = point.time_from_start.sec + 1e-9 * point.time_from_start.nanosec
        if self.measuring:
            self.rate.tick(REFERENCE, time.monotonic())
        if self.phase is None:
            return
        (goal,) = self._orders[REFERENCE].fields(message.joint_names, positions=point.positions)
        self._goals[self.stamps[REFERENCE]] = goal
        self.phase.reference(seconds(message.header.stamp), self.since_start, goal)

    def _on_terms(self, message: JointTrajectory) -> None:
        self.seen.add(TERMS)
        self.stamps[TERMS] = nanoseconds(message.header.stamp)
        if self.measuring:
            self.torque_latency.append(self._age(message.header.stamp))
        if self.phase is not None:
            self.phase.terms(seconds(message.header.stamp), read_terms(message, self._orders[TERMS])[1])

    def _on_residual(self, message: JointState) -> None:
        if self.phase is not None:
            (residual,) = self._orders[RESIDUAL].fields(message.name, effort=message.effort)
            self.phase.residual(residual)

    def _on_command(self, message: bytes) -> None:
        if self.measuring:
            self.rate.tick(COMMANDS, time.monotonic())

    def _on_diagnostics(self, message: DiagnosticArray) -> None:
        for status in message.status:
            node = status.name.partition(":")[0]
            values = {item.key: item.value for item in status.values}
            self.seen.add(node)
            self._rejected_by_status[status.name] = int(values.get("rejected", 0))
            of_node = (n for name, n in self._rejected_by_status.items() if name.startswith(f"{node}:"))
            self.rejected[node] = sum(of_node)
            if node == "view_node":
                self.page = values["url"]
            level = int.from_bytes(status.level, "little")
            self._newest[status.name] = (level, status.message)
            if self.measuring and "evaluation_s" in values:
                self.model_time.append(float(values["evaluation_s"]))
            if self.phase is None:
                continue
            if level >= self.worst_diagnostic.get(status.name, (-1, ""))[0]:
                self.worst_diagnostic[status.name] = (level, status.message)


def arrays(node: RecorderNode) -> dict[str, np.ndarray]:
    """Return the run-wide samples of `node` as arrays, by the names of `RunRecord`."""
    return {
        "state_latency": np.array(node.state_latency),
        "torque_latency": np.array(node.torque_latency),
        "model_time": np.array(node.model_time),
    }

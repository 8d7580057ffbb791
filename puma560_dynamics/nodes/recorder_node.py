"""Listens to everything that `puma560 run` judges, and switches settings. Lives in the command's own process."""

from __future__ import annotations

import time
from collections.abc import Iterable

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
from ..control.feed_forward import TERM_NAMES
from ..control.joint_order import JointOrder
from ..run.recorder import PhaseRecorder, RateMeter
from .wire import COMMAND, COMMANDS, DIAGNOSTICS, JOINT_STATES, REFERENCE, RELIABLE, read_terms, seconds

TERMS = "feedforward_node/terms"
RESIDUAL = "validator_node/residual"


class RecorderNode(Node):
    """Feeds the `PhaseRecorder` that is set as `phase`, and the run-wide meters.

    Args:
        arm: the arm, for the names of its joints.
        view: whether a `view_node` is expected; `page` is its address as soon as it is known.
        record: whether a `bag_recorder_node` is expected.
    """

    def __init__(self, arm: Arm, view: bool = False, record: bool = False) -> None:
        super().__init__("recorder_node", automatically_declare_parameters_from_overrides=True)
        self._view = view
        self._record = record
        self.page = ""
        self._orders = {topic: JointOrder(arm.joint_names) for topic in (JOINT_STATES, REFERENCE, TERMS, RESIDUAL)}
        self.joints = arm.n
        self.phase: PhaseRecorder | None = None
        self.seen: set[str] = set()
        self.since_start = 0.0
        self.rate = RateMeter((JOINT_STATES, REFERENCE, COMMANDS))
        self.state_latency: list[float] = []
        self.torque_latency: list[float] = []
        self.model_time: list[float] = []
        self.worst_diagnostic: dict[str, tuple[int, str]] = {}
        self.rejected: dict[str, int] = {}
        self._rejected_by_status: dict[str, int] = {}
        self.create_subscription(JointState, JOINT_STATES, self._on_state, RELIABLE)
        self.create_subscription(JointTrajectory, REFERENCE, self._on_reference, RELIABLE)
        self.create_subscription(JointTrajectory, TERMS, self._on_terms, RELIABLE)
        self.create_subscription(JointState, RESIDUAL, self._on_residual, RELIABLE)
        self.create_subscription(Float64MultiArray, COMMANDS, self._on_command, COMMAND, raw=True)
        self.create_subscription(DiagnosticArray, DIAGNOSTICS, self._on_diagnostics, 50)
        self._feed_forward = AsyncParameterClient(self, "feedforward_node")
        self._start: Client = self.create_client(Trigger, "reference_node/start")

    def ready(self) -> list[str]:
        """What is still missing before the run can begin; empty when all talk to each other."""
        missing = [
            topic
            for topic in (JOINT_STATES, REFERENCE, TERMS, "feedforward_node", "validator_node", "plant_node")
            if topic not in self.seen
        ]
        if not self._feed_forward.services_are_ready():
            missing.append("feedforward_node's parameters")
        if not self._start.service_is_ready():
            missing.append("reference_node/start")
        if self.count_subscribers(TERMS) < 2 + self._record:
            missing.append("the subscription of the validator" + " or the bag's recorder" * self._record)
        if self._view and not self.page:
            missing.append("view_node's page")
        return missing

    def switch(self, active: Iterable[str]) -> object:
        """Ask the feed-forward node for these terms; returns the future of the answer."""
        chosen = set(active)
        return self._feed_forward.set_parameters(
            [Parameter(f"terms.{name}", Parameter.Type.BOOL, name in chosen) for name in TERM_NAMES]
        )

    def start(self) -> object:
        """Start the reference's motion; returns the future of the answer."""
        self.since_start = 0.0
        return self._start.call_async(Trigger.Request())

    def _age(self, stamp: Time) -> float:
        return time.time() - seconds(stamp)

    def _on_state(self, message: JointState) -> None:
        self.seen.add(JOINT_STATES)
        if self.phase is None:
            return
        self.rate.tick(JOINT_STATES, time.monotonic())
        self.state_latency.append(self._age(message.header.stamp))
        fields = self._orders[JOINT_STATES].fields(
            message.name, position=message.position, velocity=message.velocity, effort=message.effort
        )
        self.phase.state(seconds(message.header.stamp), *fields)

    def _on_reference(self, message: JointTrajectory) -> None:
        self.seen.add(REFERENCE)
        point = message.points[0]
        self.since_start = point.time_from_start.sec + 1e-9 * point.time_from_start.nanosec
        if self.phase is None:
            return
        self.rate.tick(REFERENCE, time.monotonic())
        (position,) = self._orders[REFERENCE].fields(message.joint_names, positions=point.positions)
        self.phase.reference(seconds(message.header.stamp), self.since_start, position)

    def _on_terms(self, message: JointTrajectory) -> None:
        self.seen.add(TERMS)
        if self.phase is None:
            return
        self.torque_latency.append(self._age(message.header.stamp))
        self.phase.terms(seconds(message.header.stamp), read_terms(message, self._orders[TERMS])[1])

    def _on_residual(self, message: JointState) -> None:
        if self.phase is not None:
            (residual,) = self._orders[RESIDUAL].fields(message.name, effort=message.effort)
            self.phase.residual(residual)

    def _on_command(self, message: bytes) -> None:
        if self.phase is not None:
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
            if self.phase is None:
                continue
            level = int.from_bytes(status.level, "little")
            if level >= self.worst_diagnostic.get(status.name, (-1, ""))[0]:
                self.worst_diagnostic[status.name] = (level, status.message)
            if "evaluation_s" in values:
                self.model_time.append(float(values["evaluation_s"]))


def arrays(node: RecorderNode) -> dict[str, np.ndarray]:
    """The run-wide samples of `node` as arrays, by the names of `RunRecord`."""
    return {
        "state_latency": np.array(node.state_latency),
        "torque_latency": np.array(node.torque_latency),
        "model_time": np.array(node.model_time),
    }

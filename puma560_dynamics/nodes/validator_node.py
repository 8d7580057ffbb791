"""Compares published torques with those of Pinocchio, which loads the robot description from its topic."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

import numpy as np
from geometry_msgs.msg import InertiaStamped
from rclpy.clock import Clock
from rclpy.clock_type import ClockType
from rclpy.serialization import deserialize_message
from sensor_msgs.msg import JointState
from std_msgs.msg import String
from trajectory_msgs.msg import JointTrajectory

from ..arm import Arm, Link
from ..arm.received_description import as_refusal
from ..arm.with_followers import with_names
from ..control.joint_order import JointOrder
from ..control.observer.message_matching import ChangeTimes, DelayQueue
from ..control.observer.residual import ResidualCheck, ResidualJudge, ResidualLevel
from ..control.parameter_spec import ParameterSpec
from ..errors import MessageError, StateError
from ..models.following import FollowingModel
from ..models.gyroscopic import WithRotors
from ..models.interface import DynamicModel
from ..models.model_sum import Coupled
from ..models.payload.payload import Payload
from ..models.recursive.pinocchio_model import PinocchioModel, import_pinocchio
from .wire.arm_source import ArmSource
from .wire.diagnostics import ERROR, HOLD_S, OK, WARN, Diagnostics
from .wire.effort_status import EffortStatus, joint_row
from .wire.messages import joint_state, read_payload, read_terms
from .wire.parameters import ARM_PARAMETERS, GYROSCOPIC, declare
from .wire.polling_node import PollingNode
from .wire.spin import run_node
from .wire.stamps import nanoseconds, seconds
from .wire.topics import LATCHED, PAYLOAD, QUEUE, RELIABLE, ROBOT_DESCRIPTION, publishers

TERMS = "feedforward_node/terms"

PERIOD, BUDGET = 0.05, 0.04
"""Period of the timer that processes the queue, s, and time per period that comparisons may use, s."""

SHARE, SAVED = 0.03, 5.0
"""Fraction of a processor that comparisons may use, and processor time that may be saved up for them, s. If torques
arrive faster, only a sample of them is compared."""

DELAY = 0.15
"""Time that torques wait before they are compared, s, so that the related payload and effort have arrived."""

PATIENCE = 1.0
"""Lag of the comparisons beyond `DELAY` after which they skip to the newest torque, s."""

PAYLOAD_GUARD = 0.1
"""Time before and after a change of payload in which torques are not compared, s: they may belong to either payload."""

PAYLOAD_WAIT = 1.0
"""Time that the first torques wait for the payload, if a publisher of the payload exists, s."""

REPORTS = {
    ResidualLevel.AGREES: (OK, "explicit model and Pinocchio agree"),
    ResidualLevel.BEYOND: (WARN, "explicit model and Pinocchio disagree beyond the tolerance"),
    ResidualLevel.FAR_BEYOND: (ERROR, "explicit model and Pinocchio disagree beyond the error tolerance"),
}
"""Level and message of the diagnostics."""

PARAMETERS = (
    *ARM_PARAMETERS,
    ParameterSpec(
        "tolerance", 1e-9, "residual above which a warning is reported, N·m; below it is rounding", minimum=0.0
    ),
    ParameterSpec(
        "error_tolerance", 1e-6, "residual above which an error is reported, N·m; at least tolerance", minimum=0.0
    ),
    ParameterSpec("window", 10.0, "length of the sliding window of the statistics, s", minimum=0.1, maximum=600.0),
    ParameterSpec(
        "effort_tolerance",
        0.15,
        "RMS of measured effort less model torque over the window above which a warning is reported, as a fraction of "
        "the maximum torque",
        minimum=0.0,
    ),
    GYROSCOPIC,
)


class ValidatorNode(PollingNode):
    """Connects `ResidualCheck` with topics; the arm file only adds motor inertia, limits and gravity."""

    def __init__(self) -> None:
        super().__init__("validator_node", automatically_declare_parameters_from_overrides=True)
        import_pinocchio()
        declare(self, PARAMETERS)
        self._source = ArmSource(self)
        self._source.begin(self._begin)

    def _begin(self, arm: Arm, names: tuple[str, ...]) -> None:
        """Compare the torques of an arm from now on."""
        # The robot description contains the joint names of the messages.
        self._arm = with_names(arm, names)
        length = float(self.get_parameter("window").value)
        self._judge = ResidualJudge(
            self._arm.n,
            float(self.get_parameter("tolerance").value),
            float(self.get_parameter("error_tolerance").value),
            length,
            HOLD_S,
        )
        self._gyroscopic = bool(self.get_parameter("gyroscopic").value)
        self._order = JointOrder(self._arm.joint_names)
        self._description: str | None = None
        self._check: ResidualCheck | None = None
        self._check_before: ResidualCheck | None = None
        self._payload = Payload()
        self._payload_received = False
        self._change = ChangeTimes(PAYLOAD_GUARD)
        self._queue: DelayQueue[bytes] = DelayQueue(DELAY, PATIENCE)
        self._first_terms: float | None = None
        self._saved, self._refilled = SAVED, time.monotonic()
        self._around_change = 0
        self._busy: list[float] = []
        steady = Clock(clock_type=ClockType.STEADY_TIME)
        self._residual = self.create_publisher(JointState, "~/residual", RELIABLE)
        self._diagnostics = Diagnostics(self, "residual", self._figures)
        self._effort = EffortStatus(
            self, self._arm, length, float(self.get_parameter("effort_tolerance").value), steady
        )
        if self._source.received:
            self._load(self._source.text)  # the description of the arm itself: no other one is compared
        else:
            self.create_subscription(String, ROBOT_DESCRIPTION, self._on_description, LATCHED)
        self.create_subscription(InertiaStamped, PAYLOAD, self._on_payload, LATCHED)
        # Polled: messages that are skipped cost almost nothing.
        self._terms = self.poll(JointTrajectory, TERMS, QUEUE)
        self.create_timer(PERIOD, self._catch_up, clock=steady)

    def _on_description(self, message: String) -> None:
        self._load(message.data)

    def _load(self, description: str) -> None:
        try:
            self._check = self._check_for(description)
        except Exception as error:  # Pinocchio may raise any error for the text
            self._diagnostics.reject(f"robot_description: {as_refusal(error)}")
            return
        self._description = description
        self._diagnostics.set(OK, "robot description loaded, nothing compared yet")

    def _check_for(self, description: str) -> ResidualCheck:
        load = self._payload
        body = Link("payload", load.mass, load.center_of_mass, load.inertia)
        oracle: DynamicModel = PinocchioModel(self._arm.chain, description, body, self._source.base_link)
        if self._arm.followers:
            oracle = FollowingModel(oracle, self._arm)
        if self._arm.coupled:  # a description does not contain couplings
            oracle = Coupled(oracle)
        return ResidualCheck(WithRotors(oracle) if self._gyroscopic else oracle)

    def _on_payload(self, message: InertiaStamped) -> None:
        try:
            payload = read_payload(message, self._arm)
        except (MessageError, StateError) as error:
            self._diagnostics.reject(f"payload: {error}")
            return
        self._payload_received = True
        if _same(payload, self._payload):
            return
        self._payload = payload
        self._change.changed(seconds(message.header.stamp), time.monotonic())
        if self._description is not None:
            self._check_before = self._check
            self._check = self._check_for(self._description)

    def _read(self, now: float) -> None:
        self._effort.read()
        for message, _ in self.take(self._terms):
            if self._first_terms is None:
                self._first_terms = now
            self._queue.add(now, message)

    def _catch_up(self) -> None:
        """Compare the torques that are due, within the time budget."""
        now = time.monotonic()
        self._read(now)
        self._saved = min(SAVED, self._saved + SHARE * (now - self._refilled))
        self._refilled = now
        if self._first_terms is None or self._payload_is_under_way(now):
            return
        began = time.thread_time()
        while time.monotonic() - now < BUDGET and self._saved > time.thread_time() - began:
            if (taken := self._queue.take(now)) is None:
                break
            self._compare(*taken)
        self._saved -= time.thread_time() - began
        if self._saved <= 0.0:
            self._queue.drop(now)

    def _payload_is_under_way(self, now: float) -> bool:
        """Return whether to wait for a latched payload, which may arrive after the first torques computed with it."""
        if self._payload_received or self._first_terms is None or now - self._first_terms > PAYLOAD_WAIT:
            return False
        return publishers(self, PAYLOAD) > 0

    def _compare(self, arrival: float, raw: bytes) -> None:
        start = time.monotonic()
        if self._check is None:
            self._diagnostics.set(WARN, "no robot_description yet; torques are not compared")
            return
        message = deserialize_message(raw, JointTrajectory)
        try:
            (q, qd, qdd), terms = read_terms(message, self._order)
        except MessageError as error:
            self._diagnostics.reject(f"terms: {error}")
            return
        if not terms:
            return
        stamp = message.header.stamp
        if self._change.near(seconds(stamp), arrival):
            self._around_change += 1
            return
        # Torques that waited while the payload changed belong to the previous payload.
        old = self._change.before(seconds(stamp), arrival)
        check = self._check_before if old and self._check_before is not None else self._check
        residual = check.check_terms(q, qd, qdd, terms)
        self._residual.publish(joint_state(stamp, self._arm.joint_names, q, qd, effort=residual.torque))
        if (agreement := self._judge.judge(start, residual)) is not None:
            self._diagnostics.set(*REPORTS[agreement])
        total = np.sum(list(terms.values()), axis=0)
        self._effort.torque(nanoseconds(stamp), total, check.is_whole(terms))
        self._busy.append(time.monotonic() - start)

    def _figures(self) -> dict[str, object]:
        now = time.monotonic()
        recent, every = self._judge.recent.summary(now), self._judge.all.summary()
        busy, self._busy = self._busy, []
        figures: dict[str, object] = {
            "compared": every.count,
            "worst_Nm": float(every.worst.max()) if every.count else 0.0,
            "tolerance_Nm": self._judge.tolerance,
            "error_tolerance_Nm": self._judge.error_tolerance,
            "skipped": self._queue.skipped,
            "around_payload_change": self._around_change,
            "payload_kg": self._payload.mass,
            "window_s": self._judge.recent.length,
        }
        for name, summary in (("window", recent), ("start", every)):
            if summary.count:
                figures |= {
                    f"{name}.samples": summary.count,
                    f"{name}.rms_Nm": joint_row(summary.rms),
                    f"{name}.mean_Nm": joint_row(summary.mean),
                    f"{name}.worst_Nm": joint_row(summary.worst),
                }
        if disagreeing := self._judge.disagreeing(now):
            figures["disagreeing_terms"] = ",".join(disagreeing)
        if busy:
            figures["check_s"] = float(np.median(busy))
        return figures


def _same(first: Payload, second: Payload) -> bool:
    return first.mass == second.mass and all(
        np.array_equal(getattr(first, field), getattr(second, field)) for field in ("center_of_mass", "inertia")
    )


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``ros2 run puma560_dynamics validator_node``."""
    return run_node(ValidatorNode, args)


if __name__ == "__main__":
    sys.exit(main())

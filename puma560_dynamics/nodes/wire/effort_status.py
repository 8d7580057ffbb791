"""The validator's second status: measured effort against the torque that was published for the same state."""

from __future__ import annotations

import time

from rclpy.clock import Clock
from rclpy.node import Node
from sensor_msgs.msg import JointState

from ...arm import Arm
from ...arrays import FloatArray
from ...control.joint_order import JointOrder
from ...control.observer.effort_check import EffortCheck
from ...errors import MessageError
from .diagnostics import OK, WARN, Diagnostics
from .stamps import nanoseconds
from .topics import JOINT_STATES, QUEUE

FEWEST = 20
"""Pairs in the window below which nothing is judged."""


class EffortStatus:
    """`EffortCheck` on the wire.

    Args:
        node: the validator.
        arm: joint names and maximum torque.
        window: seconds of the recent statistics.
        tolerance: RMS above which to warn, as a share of the maximum torque.
        clock: steady clock of the judging timer.
    """

    def __init__(self, node: Node, arm: Arm, window: float, tolerance: float, clock: Clock) -> None:
        self._names = arm.joint_names
        self._tolerance = tolerance
        self._order = JointOrder(arm.joint_names)
        self._check = EffortCheck(arm.maximum_torque, window)
        self._reason = "no joint_states with effort yet"
        self._unmatched = self._partial = 0
        self._diagnostics = Diagnostics(node, "effort", self._figures)
        self._diagnostics.set(OK, f"not compared: {self._reason}")
        node.create_subscription(JointState, JOINT_STATES, self._on_state, QUEUE)
        node.create_timer(1.0, self._judge, clock=clock)

    def torque(self, stamp: int, torque: FloatArray, whole: bool) -> None:
        """The model's torque for the joint state stamped `stamp` (ns); `whole` if no term was switched off."""
        if not whole:
            self._partial += 1
        elif not self._check.add_torque(time.monotonic(), stamp, torque):
            self._unmatched += 1

    def _on_state(self, message: JointState) -> None:
        if not self._order.concerns(message.name):
            return
        if not len(message.effort):
            self._reason = "effort of joint_states is empty"
            return
        try:
            (effort,) = self._order.fields(message.name, effort=message.effort)
        except MessageError as error:
            self._reason = str(error)
            return
        self._reason = ""
        self._check.measure(nanoseconds(message.header.stamp), effort)

    def _judge(self) -> None:
        said = self._check.statistics(time.monotonic())
        over = [name for name, share in zip(self._names, said.share, strict=True) if share > self._tolerance]
        partial, unmatched = self._partial, self._unmatched
        self._partial = self._unmatched = 0
        if said.recent.count >= FEWEST:
            if over:
                self._diagnostics.set(WARN, f"effort differs from the model beyond the tolerance at {', '.join(over)}")
            else:
                self._diagnostics.set(OK, "measured effort and model agree within the tolerance")
        elif self._reason:
            self._diagnostics.set(OK, f"not compared: {self._reason}")
        elif partial:
            self._diagnostics.set(OK, "not compared: terms of the model are switched off")
        elif unmatched:
            self._diagnostics.set(OK, "not compared: no torque has the stamp of a joint state")
        else:
            self._diagnostics.set(OK, "not compared: no torque arrives")

    def _figures(self) -> dict[str, object]:
        said = self._check.statistics(time.monotonic())
        figures: dict[str, object] = {"compared": said.all.count, "tolerance_share": self._tolerance}
        if said.recent.count:
            figures |= {
                "window.samples": said.recent.count,
                "window.rms_Nm": joint_row(said.recent.rms),
                "window.bias_Nm": joint_row(said.recent.mean),
                "window.worst_Nm": joint_row(said.recent.worst),
                "window.rms_share": joint_row(said.share),
            }
        if said.all.count:
            figures |= {
                "start.rms_Nm": joint_row(said.all.rms),
                "start.bias_Nm": joint_row(said.all.mean),
                "start.worst_Nm": joint_row(said.all.worst),
            }
        return figures


def joint_row(values: FloatArray) -> str:
    """Numbers of the joints, in the arm's order, for a diagnostic value."""
    return " ".join(f"{value:.3g}" for value in values)

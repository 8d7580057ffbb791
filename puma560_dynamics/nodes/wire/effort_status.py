"""Second diagnostic status of the validator: measured effort compared with the torque published for the same state."""

from __future__ import annotations

import time
from struct import Struct

from rclpy.clock import Clock
from sensor_msgs.msg import JointState

from ...arm import Arm
from ...arrays import FloatArray
from ...control.joint_order import JointOrder
from ...control.observer.effort_check import MAX_KEPT, EffortCheck
from ...errors import MessageError
from .cdr import BODY, ORDERS, JointStateDecoder
from .diagnostics import OK, WARN, Diagnostics
from .polling_node import PollingNode
from .topics import JOINT_STATES, QUEUE

STAMPS = {order: Struct(f"{order}iI") for order in ORDERS.values()}
"""Formats of a serialised stamp (seconds, nanoseconds), by byte order."""

STAMP_END = 12
"""Size of encapsulation and stamp, bytes."""

SAME_CYCLE_NS = 400_000
"""Largest difference between the stamps of a torque and of its joint state, ns: ros2_control 5.16 gives each
controller of a cycle its own time."""

MIN_SAMPLES = 20
"""Smallest number of pairs in the window for a verdict."""


class EffortStatus:
    """Connects `EffortCheck` with topics.

    Args:
        node: the validator, which calls `read` periodically.
        arm: arm with joint names and maximum torque.
        window: length of the recent statistics, s.
        tolerance: RMS above which to warn, as a fraction of the maximum torque.
        clock: steady clock of the timer.
    """

    def __init__(self, node: PollingNode, arm: Arm, window: float, tolerance: float, clock: Clock) -> None:
        self._names = arm.joint_names
        self._tolerance = tolerance
        self._order = JointOrder(arm.joint_names)
        self._check = EffortCheck(arm.maximum_torque, window)
        self._reason = "no joint_states with effort yet"
        self._unmatched = self._partial = 0
        self._diagnostics = Diagnostics(node, "effort", self._figures)
        self._diagnostics.set(OK, f"not compared: {self._reason}")
        self._node, self._states = node, node.poll(JointState, JOINT_STATES, QUEUE)
        self._decoder = JointStateDecoder()
        self._kept: dict[int, list[bytes]] = {}
        node.create_timer(1.0, self._judge, clock=clock)

    def torque(self, stamp: int, torque: FloatArray, whole: bool) -> None:
        """Compare the model's torque for the joint state at `stamp` (ns); `whole` if no term was switched off."""
        if not whole:
            self._partial += 1
            return
        nearest = stamp
        if stamp not in self._kept:
            nearest = min(self._kept, key=lambda each: abs(each - stamp), default=stamp)
        if abs(nearest - stamp) <= SAME_CYCLE_NS:
            for data in self._kept.pop(nearest, []):
                self._measure(stamp, data)
        if not self._check.compare_torque(time.monotonic(), stamp, torque):
            self._unmatched += 1

    def read(self) -> None:
        """Store new joint states undecoded. A state is decoded when a torque with its stamp is compared."""
        for data, _ in self._node.take(self._states):
            if len(data) < STAMP_END or data[:2] not in ORDERS:
                self._reason = f"its {len(data)} bytes are no joint state"
                continue
            stamp = STAMPS[ORDERS[data[:2]]].unpack_from(data, BODY)
            self._kept.setdefault(stamp[0] * 1_000_000_000 + stamp[1], []).append(data)
            if len(self._kept) > MAX_KEPT:
                del self._kept[next(iter(self._kept))]

    def _measure(self, stamp: int, data: bytes) -> None:
        try:
            fields, effort = self._decoder.with_efforts(data)
            if not self._order.concerns(fields.names):
                return
            if not effort:
                self._reason = "effort of joint_states is empty"
                return
            (measured,) = self._order.fields(fields.names, effort=effort)
        except MessageError as error:
            self._reason = str(error)
            return
        self._reason = ""
        self._check.note_effort(stamp, measured)

    def _judge(self) -> None:
        if self._kept:  # also if no torque arrives
            stamp = next(reversed(self._kept))
            for data in self._kept[stamp]:
                self._measure(stamp, data)
        found = self._check.statistics(time.monotonic())
        over = [name for name, share in zip(self._names, found.share, strict=True) if share > self._tolerance]
        partial, unmatched = self._partial, self._unmatched
        self._partial = self._unmatched = 0
        if found.recent.count >= MIN_SAMPLES:
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
        found = self._check.statistics(time.monotonic())
        figures: dict[str, object] = {"compared": found.all.count, "tolerance_share": self._tolerance}
        if found.recent.count:
            figures |= {
                "window.samples": found.recent.count,
                "window.rms_Nm": joint_row(found.recent.rms),
                "window.bias_Nm": joint_row(found.recent.mean),
                "window.worst_Nm": joint_row(found.recent.worst),
                "window.rms_share": joint_row(found.share),
            }
        if found.all.count:
            figures |= {
                "start.rms_Nm": joint_row(found.all.rms),
                "start.bias_Nm": joint_row(found.all.mean),
                "start.worst_Nm": joint_row(found.all.worst),
            }
        return figures


def joint_row(values: FloatArray) -> str:
    """Return one number per joint as text for a diagnostic value."""
    return " ".join(f"{value:.3g}" for value in values)

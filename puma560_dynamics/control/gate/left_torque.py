"""Torque that the hardware may still hold since its controller ended, and the check whether this torque still acts.

A deactivated controller ignores commands. ros2_control leaves the command interface at its last value, and the
hardware keeps applying this value. A controller that is activated again applies the next command at once, which would
be a step of torque. So nothing is sent until a reset. The reset begins from the torque that the hardware reports.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

import numpy as np

from ...arrays import FloatArray
from .gate_settings import GateSettings
from .torque_limits import acting_torque

REPORT_TOLERANCE = 0.02
"""Largest difference between a report and the torque that it confirms, as a fraction of the maximum torque."""


class LeftState(str, Enum):
    """Verdicts on the torque that the hardware may hold."""

    ACTS = "acts"
    GONE = "gone"
    UNKNOWN = "unknown"


class Reports(NamedTuple):
    """Reports of the hardware, (n,) N·m each; `None` if it reports none.

    Attributes:
        command: values of the command interfaces, which take precedence.
        effort: measured effort.
    """

    command: FloatArray | None = None
    effort: FloatArray | None = None


class LeftTorque:
    """Last command that a controller applied before it ended.

    Args:
        settings: joint names and limits.

    Attributes:
        torque: (n,) N·m; `None` if no torque is left.
    """

    def __init__(self, settings: GateSettings) -> None:
        self._names = settings.joint_names
        self._motor: list[float] = settings.motor_torque.tolist()
        self._tolerance = REPORT_TOLERANCE * settings.maximum_torque
        self.torque: FloatArray | None = None

    def note_end(self, torque: FloatArray | None) -> None:
        """Note that the controller ended while a torque was commanded.

        Args:
            torque: (n,) N·m, the last command; `None` or zero leaves nothing.
        """
        given = None if torque is None else acting_torque(torque, self._motor)
        self.torque = given if given is not None and given.any() else None

    def forget(self) -> None:
        """Forget the torque: nothing is left."""
        self.torque = None

    @property
    def sentence(self) -> str:
        """Sentence on the torque that the hardware may hold; empty if it holds none."""
        return "" if self.torque is None else f"the hardware may hold {self._listed(self.torque)}"

    def judge_reports(self, reports: Reports) -> tuple[LeftState, str]:
        """Decide from reports whether the torque still acts.

        Args:
            reports: present reports of the hardware.

        Returns:
            The verdict, and for `UNKNOWN` the reason as a sentence (otherwise an empty text).
        """
        left = self.torque
        if left is None:
            return LeftState.GONE, ""
        source, found = "the command that the hardware has", reports.command
        if found is None:
            source, found = "the measured effort", reports.effort
        if found is not None and self._agrees(found, left):
            return LeftState.ACTS, ""
        if found is not None and self._agrees(found, np.zeros_like(left)):
            return LeftState.GONE, ""
        if found is None and self._agrees(left, np.zeros_like(left)):
            return LeftState.ACTS, ""  # too little to matter
        if found is None:
            why = "joint_states have no effort that could confirm it, and no command interface is read back"
        else:
            why = f"{source} is neither that nor zero: {self._listed(found)}"
        return LeftState.UNKNOWN, (
            f"{self.sentence} since its controller ended; {why}. Look at the arm; when the hardware holds nothing, "
            "clean up and configure this node, which forgets it"
        )

    def _agrees(self, one: FloatArray, other: FloatArray) -> bool:
        return bool((np.abs(one - other) <= self._tolerance).all())  # NaN agrees with nothing

    def _listed(self, torque: Sequence[float] | FloatArray) -> str:
        """Return joints and their torques as text: those beyond the tolerance, or else only the largest."""
        numbers = np.asarray(torque, dtype=np.float64)
        large = ~(np.abs(numbers) <= self._tolerance)
        shown = large if large.any() else np.abs(numbers) >= np.abs(numbers).max()
        return ", ".join(
            f"{value:.3g} N·m at {name}" for name, value, show in zip(self._names, numbers, shown, strict=True) if show
        )

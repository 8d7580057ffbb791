"""Watch the measured efforts of a torque loop: contacts, and the loss of the efforts, which end torque with a policy.

`ContactEstimate` estimates the external torque. This module decides at which joint states a contact or a loss counts.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..arrays import FloatArray
from .gate.faults import Fault
from .gate.gate_settings import GateSettings
from .observer.contact_estimate import ContactEstimate, ModelTorque

NO_EFFORT = (
    "the joint states have no usable measured effort, which contact_policy: stop or float needs: expected one "
    "finite number for each joint that changes while the arm moves"
)
"""Reason not to begin torque, or to end it."""


class Finding(NamedTuple):
    """Result of a joint state that shows a contact or the loss of efforts.

    Attributes:
        fault: `Fault.CONTACT` or `Fault.EFFORT_LOST`.
        reason: a sentence.
    """

    fault: Fault
    reason: str


class ContactWatch:
    """Watches the efforts of one loop.

    Args:
        estimate: estimate of external torques; `None` to use no efforts.
        gate: settings of the gate.
        stops: whether a contact, or the loss of measured efforts, is a fault.

    Attributes:
        estimate: the estimate, or `None`.
        effort_lost: whether the last joint state had no usable effort although external torques are estimated.
    """

    def __init__(self, estimate: ContactEstimate | None, gate: GateSettings, stops: bool) -> None:
        self.estimate, self._stops = estimate, stops
        self._names, self._timeout = gate.joint_names, gate.state_timeout
        self.begin()

    def begin(self) -> None:
        """Begin with a closed gate: earlier efforts do not matter."""
        self._seen, self.effort_lost = -math.inf, False
        self.forget()

    def forget(self) -> None:
        """Treat the next joint state as the first one, because the arm may have moved."""
        if self.estimate is not None:
            self.estimate.forget()

    @property
    def obstacle(self) -> str | None:
        """Reason not to begin torque, a sentence; `None` if torque may begin."""
        return NO_EFFORT if self._stops and self.effort_lost else None

    @property
    def touch(self) -> str:
        """Sentence on an external torque above its threshold; empty if nothing touches the arm."""
        if self.estimate is None or not self.estimate.touched:
            return ""
        share = np.abs(self.estimate.torque) / self.estimate.threshold
        return self._exceeded(int(np.argmax(share)))

    def _exceeded(self, joint: int) -> str:
        assert self.estimate is not None
        return (
            f"an external torque of {self.estimate.torque[joint]:.3g} N·m at {self._names[joint]} exceeds its "
            f"threshold of {self.estimate.threshold[joint]:.3g} N·m"
        )

    def note_effort(self, effort: FloatArray | None) -> None:
        """Note the efforts of a joint state from before an activation, which is refused without usable efforts.

        Args:
            effort: (n,) N·m, measured efforts; `None` without efforts.
        """
        still = np.zeros(len(self._names))
        self.effort_lost = self.estimate is not None and not self.estimate.usable(0.0, still, effort)

    def update(
        self,
        now: float,
        dt: float,
        q: FloatArray,
        qd: FloatArray,
        effort: FloatArray | None,
        model: ModelTorque,
        holds_alone: bool,
        passes: bool,
    ) -> Finding | None:
        """Add a joint state.

        Args:
            now: steady time, s.
            dt: time since the previous joint state, s.
            q, qd: (n,) positions, rad, and velocities, rad/s.
            effort: (n,) N·m, measured efforts; `None` without efforts.
            model: torque of the arm with its present payload.
            holds_alone: whether torque alone holds the arm (`GateStatus.holds_alone`).
            passes: whether wanted torque passes the gate and no person guides the arm, who would be a contact.

        Returns:
            A contact, or efforts that were unusable for ``state_timeout``, if they are faults; `None` otherwise.
        """
        if self.estimate is None:
            return None
        counts = self._stops and passes
        self.effort_lost = not self.estimate.usable(dt, qd, effort)
        if self.effort_lost or effort is None:
            self.estimate.skip(dt)
            late = counts and now - self._seen >= self._timeout
            return Finding(Fault.EFFORT_LOST, NO_EFFORT) if late else None
        self._seen = now
        joint = self.estimate.update(dt, q, qd, effort, model, holds_alone)
        if joint is None or not counts:
            return None
        return Finding(Fault.CONTACT, self._exceeded(joint))

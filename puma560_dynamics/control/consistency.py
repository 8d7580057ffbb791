"""Whether displacements match the velocities: finds a frozen encoder, or velocities in another unit."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .faults import Fault, FaultError
from .gate_settings import GateSettings

MEMORY = 0.5
"""Seconds after which a disagreement is forgotten to 37 %: noise and small biases must not add up for ever."""

DELAY = 0.1
"""Seconds of the recent largest velocity that displacement and integral may differ by: a filtered velocity is late."""

FLOOR = 0.05
"""rad that they may differ by at rest: some drivers report small velocities as zero."""


class Consistency:
    """Compares displacement with integrated velocity, joint by joint.

    .. math:: e_k = e_{k-1} e^{-\\Delta t / T} + (q_k - q_{k-1}) - \\tfrac12 (\\dot q_k + \\dot q_{k-1}) \\Delta t

    A fault is ``|e|`` above `FLOOR` + ``jump_tolerance`` + `DELAY` times the largest recent velocity. Not found are
    a frozen position at less than 0.15 rad/s, and a driver that derives the velocity from a frozen position.
    """

    def __init__(self, settings: GateSettings) -> None:
        self._settings = settings
        self.forget()

    def forget(self) -> None:
        """Take the next state as the first one."""
        self._position: NDArray[np.float64] | None = None
        self._velocity = self._error = self._peak = np.zeros(len(self._settings.joint_names))

    def check(self, position: NDArray[np.float64], velocity: NDArray[np.float64], elapsed: float) -> None:
        """Accept a state (n,) rad and rad/s, `elapsed` s after the last one.

        Raises:
            FaultError: position and velocity contradict each other.
        """
        fastest = (
            self._settings.velocity_margin * self._settings.velocity
        )  # a faster one is a fault, and must not hide this one
        before, before_velocity = self._position, self._velocity
        self._position, self._velocity = position, velocity
        if before is None or not 0.0 < elapsed <= self._settings.state_timeout:
            self._error, self._peak = np.zeros_like(position), np.minimum(np.abs(velocity), fastest)
            return
        keep = math.exp(-elapsed / MEMORY)
        moved = 0.5 * elapsed * (velocity + before_velocity)
        self._error = keep * self._error + (position - before) - moved
        self._peak = np.maximum(keep * self._peak, np.minimum(np.abs(velocity), fastest))
        allowed = FLOOR + self._settings.jump_tolerance + DELAY * self._peak
        if (np.abs(self._error) > allowed).any():
            joint = int(np.argmax(np.abs(self._error) - allowed))
            raise FaultError(
                Fault.INCONSISTENT,
                f"position of {self._settings.joint_names[joint]} and its velocity differ by "
                f"{abs(self._error[joint]):.3f} rad within {MEMORY:g} s; is the encoder frozen, or the velocity in "
                "another unit?",
            )

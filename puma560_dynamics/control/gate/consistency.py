"""Whether displacements match the velocities: finds a frozen encoder, or velocities in another unit."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .angles import differences
from .faults import Fault, FaultError
from .gate_settings import GateSettings

MEMORY = 0.5
"""Seconds after which a disagreement is forgotten to 37 %: noise and small biases must not add up indefinitely."""

DELAY = 0.1
"""Seconds of the recent largest velocity that displacement and integral may differ by: a filtered velocity is late."""

FLOOR = 0.05
"""rad that they may differ by at rest: some drivers report small velocities as zero."""


class Consistency:
    """Compares displacement with integrated velocity, joint by joint.

    .. math:: e_k = e_{k-1} e^{-\\Delta t / T} + (q_k - q_{k-1}) - \\tfrac12 (\\dot q_k + \\dot q_{k-1}) \\Delta t

    A fault is ``|e|`` above `FLOOR` + ``jump_tolerance`` + `DELAY` times the largest recent velocity. Not found are
    a frozen position at less than 0.15 rad/s, and a driver that derives the velocity from a frozen position. Of a
    larger ``|e|`` twice what is allowed is kept, so that one absurd state does not make those of many seconds after it
    a fault: consistent states are accepted again after at most `forgotten` seconds.
    """

    def __init__(self, settings: GateSettings) -> None:
        self._settings = settings
        self._floor = FLOOR + settings.jump_tolerance
        self.forget()

    @property
    def forgotten(self) -> float:
        """Seconds of consistent states at rest after which no earlier state causes a fault, whatever it held.

        From ``2 (f + D v) exp(-t/T) = f + D v exp(-t/T)`` for the floor ``f`` and the highest velocity ``v``.
        """
        return MEMORY * math.log(2.0 + DELAY * max(self._settings.fastest) / self._floor)

    def forget(self) -> None:
        """Take the next state as the first one."""
        n = len(self._settings.joint_names)
        self._position: Sequence[float] | None = None
        self._velocity: Sequence[float] = [0.0] * n
        self._error, self._peak = [0.0] * n, [0.0] * n

    def check(self, position: Sequence[float], velocity: Sequence[float], elapsed: float) -> None:
        """Accept a state of n joints, rad and rad/s, `elapsed` s after the last one.

        Raises:
            FaultError: position and velocity contradict each other.
        """
        settings = self._settings
        before, before_velocity = self._position, self._velocity
        self._position, self._velocity = position, velocity
        if before is None or not 0.0 < elapsed <= settings.state_timeout:
            self._error = [0.0] * len(velocity)
            self._peak = [min(abs(speed), fastest) for speed, fastest in zip(velocity, settings.fastest, strict=True)]
            return
        keep, half = math.exp(-elapsed / MEMORY), 0.5 * elapsed
        floor = self._floor
        moved = differences(position, before, settings.endless)
        worst, most, found = -1, 0.0, 0.0
        errors, peaks = self._error, self._peak
        for joint, (way, speed, before_speed, fastest) in enumerate(
            zip(moved, velocity, before_velocity, settings.fastest, strict=True)
        ):
            error = keep * errors[joint] + way - half * (speed + before_speed)
            peak, speed = keep * peaks[joint], abs(speed)
            if speed > fastest:  # that is another fault, and must not hide this one
                speed = fastest
            if speed > peak:
                peak = speed
            size, allowed = abs(error), floor + DELAY * peak
            if size - allowed > most:
                worst, most, found = joint, size - allowed, size
            if size > 2.0 * allowed:
                error = math.copysign(2.0 * allowed, error)
            errors[joint], peaks[joint] = error, peak
        if worst >= 0:
            raise FaultError(
                Fault.INCONSISTENT,
                f"position of {settings.joint_names[worst]} and its velocity differ by "
                f"{found:.3f} rad within {MEMORY:g} s; is the encoder frozen, or the velocity in "
                "another unit?",
            )

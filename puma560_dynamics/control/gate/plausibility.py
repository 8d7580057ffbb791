"""Check measured positions and velocities for jumps, limits, and consistency with each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import sub

from .faults import Fault, FaultError
from .gate_settings import GateSettings

TURN = 2.0 * math.pi


def differences(after: Sequence[float], before: Sequence[float], continuous: Sequence[bool]) -> list[float]:
    """Return n displacements, rad; for a continuous joint the shortest one, without whole turns.

    Args:
        after, before: n finite positions, rad.
        continuous: n, whether the joint has no limits of position.
    """
    if True not in continuous:
        return list(map(sub, after, before))
    return [
        math.remainder(new - old, TURN) if round_ else new - old
        for new, old, round_ in zip(after, before, continuous, strict=True)
    ]


MAX_LATENESS_S = 1.0
"""Largest delay of states for which the time between them is taken from their stamps, s."""


def check_velocity(settings: GateSettings, velocity: Sequence[float]) -> None:
    """Check a measured velocity, n finite numbers, rad/s.

    Raises:
        FaultError: a joint is faster than `GateSettings.fastest`.
    """
    for joint, (speed, fastest) in enumerate(zip(velocity, settings.fastest, strict=True)):
        if not -fastest <= speed <= fastest:
            raise FaultError(
                Fault.OVERSPEED,
                f"velocity of {settings.joint_names[joint]} is {speed:.4g} rad/s; expected at most "
                f"{settings.velocity_margin:g} times its limit of {settings.velocity[joint]:.4g}; does "
                "the arm run away, or is the velocity in another unit?",
            )


class Plausibility:
    """Checks the positions of one arm for limits and jumps. A jump is a fault: an encoder that slipped stays wrong."""

    def __init__(self, settings: GateSettings) -> None:
        self._settings = settings
        self._lower, self._upper = settings.lower.tolist(), settings.upper.tolist()
        self.forget()

    def forget(self) -> None:
        """Treat the next position as the first one."""
        self._seen: Sequence[float] | None = None
        self._seen_time, self._credit = 0.0, 0.0

    def check_position(self, now: float, position: Sequence[float], elapsed: float = 0.0) -> None:
        """Check `position`, n finite numbers, rad, at the steady time `now` (s).

        `elapsed` is the time since the last state by stamps (s), 0 without stamps: delayed states arrive in a
        burst, closer together than they were measured. At most the time that has just passed
        without states counts, so that a stamp from the future does not hide a jump.

        Raises:
            FaultError: a position jumped, or is far beyond its limits.
        """
        settings = self._settings
        before, before_time = self._seen, self._seen_time
        self._seen, self._seen_time = position, now
        worst, most = -1, settings.position_tolerance
        for joint, (at, lower, upper) in enumerate(zip(position, self._lower, self._upper, strict=True)):
            if lower <= at <= upper:
                continue
            beyond = max(lower - at, at - upper)
            if beyond > most:
                worst, most = joint, beyond
        if worst >= 0:
            raise FaultError(
                Fault.OUTSIDE,
                f"{settings.joint_names[worst]} at {position[worst]:.3f} rad is beyond its limits "
                f"[{self._lower[worst]:.3f}, {self._upper[worst]:.3f}] rad by more than "
                f"{settings.position_tolerance:g}; move it back by hand, or correct its zero or the arm file",
            )
        if before is None:
            return
        passed = max(now - before_time, 0.0)
        credit = self._credit * max(1.0 - passed, 0.0) + passed  # delayed states arrive soon or never
        since = max(passed, min(elapsed, credit))
        self._credit = min(max(credit - elapsed, 0.0), MAX_LATENESS_S)
        worst, most, tolerance = -1, 0.0, settings.jump_tolerance
        moved = differences(position, before, settings.continuous)
        for joint, (way, fastest) in enumerate(zip(moved, settings.fastest, strict=True)):
            jump = abs(way) - (fastest * since + tolerance)
            if jump > most:
                worst, most = joint, jump
        if worst >= 0:
            raise FaultError(
                Fault.JUMP,
                f"{settings.joint_names[worst]} jumps by {abs(moved[worst]):.3f} rad between two "
                "states; are there two publishers of joint states, or is the encoder faulty?",
            )


MEMORY_S = 0.5
"""Time constant with which a disagreement is forgotten, s: noise and small biases must not add up indefinitely."""

MAX_DELAY_S = 0.1
"""Allowed delay of a filtered velocity, s. Times the largest recent velocity it is an allowed difference, rad."""

FLOOR_RAD = 0.05
"""Allowed difference between displacement and integral at rest, rad: some drivers report small velocities as zero."""


class Consistency:
    """Compares displacement with integrated velocity, joint by joint; T is `MEMORY_S`.

    .. math:: e_k = e_{k-1} e^{-\\Delta t / T} + (q_k - q_{k-1}) - \\tfrac12 (\\dot q_k + \\dot q_{k-1}) \\Delta t

    A fault is ``|e|`` above `FLOOR_RAD` + ``jump_tolerance`` + `MAX_DELAY_S` times the largest recent velocity.
    A position frozen at less than 0.15 rad/s, and a velocity derived from a frozen position, are not detected.
    ``|e|`` is limited to twice the allowed value, so that one absurd state does not cause faults for many seconds:
    consistent states are accepted again after at most `forgotten` seconds.
    """

    def __init__(self, settings: GateSettings) -> None:
        self._settings = settings
        self._floor = FLOOR_RAD + settings.jump_tolerance
        self.forget()

    @property
    def forgotten(self) -> float:
        """Seconds of consistent states at rest after which no earlier state can cause a fault.

        They solve ``2 (f + D v) exp(-t/T) = f + D v exp(-t/T)`` for the allowed difference at rest ``f``, the delay
        ``D`` (`MAX_DELAY_S`) and the highest velocity ``v``.
        """
        return MEMORY_S * math.log(2.0 + MAX_DELAY_S * max(self._settings.fastest) / self._floor)

    def forget(self) -> None:
        """Treat the next state as the first one."""
        n = len(self._settings.joint_names)
        self._position: Sequence[float] | None = None
        self._velocity: Sequence[float] = [0.0] * n
        self._error, self._peak = [0.0] * n, [0.0] * n

    def check_consistency(self, position: Sequence[float], velocity: Sequence[float], elapsed: float) -> None:
        """Check a state of n joints, rad and rad/s, `elapsed` s after the last one.

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
        keep, half = math.exp(-elapsed / MEMORY_S), 0.5 * elapsed
        floor = self._floor
        moved = differences(position, before, settings.continuous)
        worst, most, found = -1, 0.0, 0.0
        errors, peaks = self._error, self._peak
        for joint, (way, speed, before_speed, fastest) in enumerate(
            zip(moved, velocity, before_velocity, settings.fastest, strict=True)
        ):
            error = keep * errors[joint] + way - half * (speed + before_speed)
            peak, speed = keep * peaks[joint], abs(speed)
            if speed > fastest:  # overspeed is a separate fault, and must not hide this one
                speed = fastest
            if speed > peak:
                peak = speed
            size, allowed = abs(error), floor + MAX_DELAY_S * peak
            if size - allowed > most:
                worst, most, found = joint, size - allowed, size
            if size > 2.0 * allowed:
                error = math.copysign(2.0 * allowed, error)
            errors[joint], peaks[joint] = error, peak
        if worst >= 0:
            raise FaultError(
                Fault.INCONSISTENT,
                f"position of {settings.joint_names[worst]} and its velocity differ by "
                f"{found:.3f} rad within {MEMORY_S:g} s; is the encoder frozen, or the velocity in "
                "another unit?",
            )

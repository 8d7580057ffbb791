"""Whether a position can be the arm's: it does not jump and is not far beyond its limits."""

from __future__ import annotations

from collections.abc import Sequence

from .angles import differences
from .faults import Fault, FaultError
from .gate_settings import GateSettings

LONGEST_DELAY = 1.0
"""Seconds by which states may be late and still count as apart by their stamps."""


def check_velocity(settings: GateSettings, velocity: Sequence[float]) -> None:
    """Accept a measured velocity, n finite numbers, rad/s.

    Raises:
        FaultError: faster than the arm may be.
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
    """Follows the positions of one arm. A jump is a fault: an encoder that slipped stays wrong."""

    def __init__(self, settings: GateSettings) -> None:
        self._settings = settings
        self._lower, self._upper = settings.lower.tolist(), settings.upper.tolist()
        self.forget()

    def forget(self) -> None:
        """Take the next position as the first one."""
        self._seen: Sequence[float] | None = None
        self._seen_time, self._credit = 0.0, 0.0

    def check(self, now: float, position: Sequence[float], elapsed: float = 0.0) -> None:
        """Accept `position`, n finite numbers, rad, at the steady time `now` (s).

        `elapsed` is the time since the last state by its stamps (s), where there are any: states
        that were held up come in a burst, and are further apart than their arrivals. No more of it
        counts than passed a moment ago without states: a stamp from the future excuses no jump.

        Raises:
            FaultError: it jumped, or it is far beyond the limits.
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
        credit = self._credit * max(1.0 - passed, 0.0) + passed  # what is held up comes soon, or not at all
        since = max(passed, min(elapsed, credit))
        self._credit = min(max(credit - elapsed, 0.0), LONGEST_DELAY)
        worst, most, tolerance = -1, 0.0, settings.jump_tolerance
        moved = differences(position, before, settings.endless)
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

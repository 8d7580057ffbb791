"""Whether a state can be the arm's: no position jumps or is far beyond its limits, no velocity is absurd."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..errors import StateError
from .gate_settings import GateSettings

SPEED_MARGIN = 2.0
"""Multiple of the velocity limit up to which a motion is believed."""

LONGEST_HOLD_UP = 1.0
"""Seconds by which states may be late and still count as apart by their stamps."""


def check_velocity(settings: GateSettings, velocity: NDArray[np.float64]) -> None:
    """Accept a measured velocity (n,) rad/s, finite.

    Raises:
        StateError: faster than the arm can be; Coriolis and centrifugal torque grow with its square.
    """
    absurd = np.flatnonzero(np.abs(velocity) > SPEED_MARGIN * settings.velocity)
    if absurd.size:
        joint = int(absurd[0])
        raise StateError(
            f"velocity of {settings.joint_names[joint]} is {velocity[joint]:.4g} rad/s; expected at most "
            f"{SPEED_MARGIN:g} times its limit of {settings.velocity[joint]:.4g}, the message is not used; "
            "is it in rad/s?"
        )


class Plausibility:
    """Follows the positions of one arm.

    After a jump, positions are believed again when they have been consistent among themselves for
    ``recovery_time``: two publishers that contradict each other never are, a restarted one soon is.
    """

    def __init__(self, settings: GateSettings) -> None:
        self._settings = settings
        self.outside = False
        self.forget()

    def forget(self) -> None:
        """Take the next position as the first one."""
        self._seen: NDArray[np.float64] | None = None
        self._seen_time, self._credit = 0.0, LONGEST_HOLD_UP
        self._doubt_until = -np.inf

    def check(self, now: float, position: NDArray[np.float64], elapsed: float = 0.0) -> None:
        """Accept `position` (n,) rad, finite, at the steady time `now` (s).

        `elapsed` is the time since the last state by its stamps (s), where there are any: states
        that were held up come in a burst, and are further apart than their arrivals. No more of it
        counts than passed a moment ago without states: a stamp from the future excuses no jump.

        Raises:
            StateError: it jumped, it is too soon after a jump, or it is far beyond the limits;
                `outside` tells the last from the others.
        """
        settings = self._settings
        before, before_time = self._seen, self._seen_time
        self._seen, self._seen_time = position, now
        beyond = np.maximum(settings.lower - position, position - settings.upper)
        self.outside = bool((beyond > settings.position_tolerance).any())
        if self.outside:
            joint = int(np.argmax(beyond))
            raise StateError(
                f"{settings.joint_names[joint]} at {position[joint]:.3f} rad is beyond its limits "
                f"[{settings.lower[joint]:.3f}, {settings.upper[joint]:.3f}] rad by more than "
                f"{settings.position_tolerance:g}; move it back by hand, or correct its zero or the arm file"
            )
        if before is not None:
            passed = max(now - before_time, 0.0)
            credit = self._credit * max(1.0 - passed, 0.0) + passed  # what is held up comes soon, or not at all
            since = max(passed, min(elapsed, credit))
            self._credit = min(max(credit - elapsed, 0.0), LONGEST_HOLD_UP)
            allowed = SPEED_MARGIN * settings.velocity * since + settings.jump_tolerance
            jump = np.abs(position - before)
            if (jump > allowed).any():
                self._doubt_until = now + settings.recovery_time
                joint = int(np.argmax(jump - allowed))
                raise StateError(
                    f"{settings.joint_names[joint]} jumps by {jump[joint]:.3f} rad between two states; "
                    "are there two publishers of joint states, or is the encoder faulty?"
                )
        if now < self._doubt_until:
            raise StateError("joint states jumped a moment ago; waiting until they are consistent")

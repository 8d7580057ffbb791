"""Whether a reference may be followed: fresh, in order, within the limits, and without a step."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...arrays import FloatArray, read_only
from ...errors import StateError
from ...models.interface import DynamicModel
from ...states import LARGEST, joint_numbers, measurable
from ..gate.angles import differences
from ..gate.stamps import StampCheck
from .feed_forward import Reference

MARGIN = 1e-6
"""Relative; a planner's own limits are met to rounding only."""

VELOCITY_STEP = 0.05
"""Share of the velocity limit by which a reference's velocity may step: planners join straight pieces."""

POSES = 64
"""Poses at which the largest acceleration of the motors is sought."""

ACCELERATION_MARGIN = 1.5
"""Multiple of that acceleration, for gravity that helps and poses in between."""

QUICKEST, SLOWEST = 0.01, 5.0
"""Seconds in which a joint comes from rest to its velocity limit at the largest acceleration: the bounds of it. A robot
description has no motor inertia, and the links of a wrist alone have so little that the limit would limit nothing."""

JointBounds = tuple[list[float], list[float]]
"""Lower and upper limit of n joints."""


def largest_acceleration(model: DynamicModel) -> FloatArray:
    """Return the acceleration (n,) rad/s² that the motors can give at most.

    It is the maximum torque divided by the least inertia found, times `ACCELERATION_MARGIN`, within the bounds that
    `QUICKEST` and `SLOWEST` give.
    """
    arm = model.arm
    inertia = np.diagonal(model.kinetic_energy_matrix(arm.poses(POSES)), axis1=-2, axis2=-1).min(axis=0)
    with np.errstate(divide="ignore"):  # a joint without inertia has the bounds alone
        found = ACCELERATION_MARGIN * arm.maximum_torque / inertia
    within = np.clip(found, arm.velocity / SLOWEST, arm.velocity / QUICKEST)
    return np.asarray(np.where(arm.velocity > 0.0, within, found))


class ReferenceCheck:
    """Follows the references of one arm.

    Args:
        arm: position and velocity limits.
        acceleration: (n,) rad/s², limit of a reference.
        timeout: s that a reference may be old, by stamp and by arrival.
        offset_limit: s by which the clock of the stamps and ours may differ.
        joint_names: names for messages; the arm's by default.
        resolution: rad that two references may be apart beyond what the velocity limit allows.

    Attributes:
        acceleration_limit: `acceleration`, (n,) rad/s².

    Raises:
        StateError: limits of another length, or not positive.
    """

    def __init__(
        self,
        arm: Arm,
        acceleration: ArrayLike,
        timeout: float = 0.2,
        offset_limit: float = 0.0,
        joint_names: Sequence[str] | None = None,
        resolution: float = 0.01,
    ) -> None:
        limit = read_only(acceleration)
        if limit.shape != (arm.n,) or not (limit > 0.0).all():
            raise StateError(f"acceleration_limit: expected {arm.n} positive numbers, got {limit.tolist()}")
        self._position: JointBounds = arm.lower.tolist(), arm.upper.tolist()
        self._endless = [joint.endless for joint in arm.joints]
        self._velocity: JointBounds = (-arm.velocity).tolist(), arm.velocity.tolist()
        self.acceleration_limit = limit
        self._acceleration: JointBounds = (-limit).tolist(), limit.tolist()
        self._resolution = resolution
        self._names = arm.joint_names if joint_names is None else tuple(joint_names)
        self._stamps = StampCheck(timeout, offset_limit)
        self._accepted: Reference | None = None
        self._stamp, self._time = 0.0, -math.inf

    def forget(self) -> None:
        """Take the next reference as the first one."""
        self._stamps.forget()
        self._accepted = None

    def check(self, now: float, clock: float, stamp: float, reference: Reference) -> None:
        """Accept a reference.

        Args:
            now: steady time, s.
            clock: the clock that stamps are of, s.
            stamp: of the reference, s.
            reference: finite, in the arm's order.

        Raises:
            MessageError: the stamp makes no sense.
            StateError: not finite or beyond `LARGEST`, beyond a limit, or a step from the reference before.
        """
        position = self._numbers("position", reference.position)
        velocity = self._numbers("velocity", reference.velocity)
        acceleration = self._numbers("acceleration", reference.acceleration)
        self._stamps.check(stamp, clock, now)
        self._refuse_beyond("position", position, *self._position)
        self._refuse_beyond("velocity", velocity, *self._velocity)
        self._refuse_beyond("acceleration", acceleration, *self._acceleration)
        # Compared with the last one that was followed: a step must not be followed one message later.
        before = self._accepted
        if before is not None and now - self._time <= self._stamps.timeout:
            elapsed = max(stamp - self._stamp, 0.0)
            step = differences(position, before.position.tolist(), self._endless)
            allowed = [(1.0 + MARGIN) * most * elapsed + self._resolution for most in self._velocity[1]]
            self._refuse_step("position", "rad", step, allowed, elapsed)
            step = [new - old for new, old in zip(velocity, before.velocity.tolist(), strict=True)]
            allowed = [
                (1.0 + MARGIN) * most * elapsed + VELOCITY_STEP * speed
                for most, speed in zip(self._acceleration[1], self._velocity[1], strict=True)
            ]
            self._refuse_step("velocity", "rad/s", step, allowed, elapsed)
        self._accepted, self._stamp, self._time = reference, stamp, now

    def _numbers(self, what: str, values: FloatArray) -> list[float]:
        """`values` as floats, if they are n numbers that can be a joint's."""
        n = len(self._names)
        numbers = joint_numbers(values, n)
        if numbers is None or not measurable(numbers):
            raise StateError(
                f"{what} of the reference: expected {n} finite numbers of at most {LARGEST:g}; it is not followed"
            )
        return numbers

    def _refuse_beyond(
        self, what: str, numbers: Sequence[float], lower: Sequence[float], upper: Sequence[float]
    ) -> None:
        worst, most = -1, 0.0
        for joint, value in enumerate(numbers):
            slack = MARGIN * (upper[joint] - lower[joint])
            beyond = max(lower[joint] - slack - value, value - upper[joint] - slack)
            if beyond > most:
                worst, most = joint, beyond
        if worst >= 0:
            raise StateError(
                f"{what} of {self._names[worst]} is {numbers[worst]:.4g}; expected {lower[worst]:.4g} to "
                f"{upper[worst]:.4g}, the reference is not followed"
            )

    def _refuse_step(
        self, what: str, unit: str, step: Sequence[float], allowed: Sequence[float], elapsed: float
    ) -> None:
        worst, most = -1, 0.0
        for joint, size in enumerate(map(abs, step)):
            if size - allowed[joint] > most:
                worst, most = joint, size - allowed[joint]
        if worst >= 0:
            raise StateError(
                f"{what} of the reference of {self._names[worst]} jumps by {abs(step[worst]):.3f} {unit} in "
                f"{elapsed:.3g} s; expected at most {allowed[worst]:.3f}, the reference is not followed"
            )

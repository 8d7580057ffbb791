"""References for the arm: the checks of new references, and the reference to follow at a joint state."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...arrays import FloatArray, read_only
from ...errors import MessageError, StateError
from ...models.interface import DynamicModel
from ...states import LARGEST, joint_numbers, measurable
from ..gate.gate_settings import GateSettings
from ..gate.plausibility import differences
from ..gate.state_check import StampCheck
from ..motor_inertia import QUICKEST


@dataclass(frozen=True)
class Reference:
    """Motion that the arm should follow at one time.

    Attributes:
        position: (n,) rad.
        velocity: (n,) rad/s.
        acceleration: (n,) rad/s².
    """

    position: FloatArray
    velocity: FloatArray
    acceleration: FloatArray

    def advanced(self, seconds: float) -> Reference:
        """Return the reference `seconds` later, with constant acceleration.

        References and joint states arrive at different times; without this extrapolation the arm would
        follow a reference that is up to one period old.

        Args:
            seconds: s; less than 0 for earlier.

        Returns:
            A new reference.
        """
        return Reference(
            self.position + seconds * self.velocity + 0.5 * seconds**2 * self.acceleration,
            self.velocity + seconds * self.acceleration,
            self.acceleration,
        )


MARGIN = 1e-6
"""Relative margin of the limits: planners meet their limits only to rounding."""

VELOCITY_STEP = 0.05
"""Largest step of a reference's velocity, as a fraction of the velocity limit: planners join straight pieces."""

POSES = 64
"""Number of poses that are searched for the largest acceleration of the motors."""

ACCELERATION_MARGIN = 1.5
"""Factor on the largest acceleration found, for gravity that assists the motion and for poses in between."""

SLOWEST = 5.0
"""Longest time in which the largest acceleration brings a joint from rest to its velocity limit, s. The shortest time
is `QUICKEST`: without motor inertia, the small inertia of wrist links alone would give a limit without effect."""

JointBounds = tuple[list[float], list[float]]
"""Lower and upper limit of n joints."""


def largest_acceleration(model: DynamicModel) -> FloatArray:
    """Return the largest acceleration that the motors can produce, (n,) rad/s².

    It is the maximum torque divided by the smallest inertia found, times `ACCELERATION_MARGIN`, within the bounds that
    follow from `QUICKEST` and `SLOWEST`.
    """
    arm = model.arm
    inertia = np.diagonal(model.kinetic_energy_matrix(arm.poses(POSES)), axis1=-2, axis2=-1).min(axis=0)
    with np.errstate(divide="ignore"):  # only the bounds limit a joint without inertia, apart from rounding errors
        found = ACCELERATION_MARGIN * arm.maximum_torque / np.maximum(inertia, 0.0)
    within = np.clip(found, arm.velocity / SLOWEST, arm.velocity / QUICKEST)
    return np.asarray(np.where(arm.velocity > 0.0, within, found))


class ReferenceCheck:
    """Checks the references of one arm.

    Args:
        arm: arm with position and velocity limits.
        acceleration: (n,) rad/s², largest acceleration of a reference.
        timeout: largest age of a reference by stamp and by arrival, s.
        offset_limit: largest difference between the clock of the stamps and the local clock, s.
        joint_names: joint names for messages; the arm's by default.
        resolution: distance between two references, rad, that is allowed in addition to the velocity limit.

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
        self._continuous = [joint.continuous for joint in arm.joints]
        self._velocity: JointBounds = (-arm.velocity).tolist(), arm.velocity.tolist()
        self.acceleration_limit = limit
        self._acceleration: JointBounds = (-limit).tolist(), limit.tolist()
        self._resolution = resolution
        self._names = arm.joint_names if joint_names is None else tuple(joint_names)
        self._stamps = StampCheck(timeout, offset_limit)
        self._accepted: Reference | None = None
        self._stamp, self._time = 0.0, -math.inf

    @property
    def timeout(self) -> float:
        """Largest age of a reference, s."""
        return self._stamps.timeout

    def forget(self) -> None:
        """Treat the next reference as the first one."""
        self._stamps.forget()
        self._accepted = None

    def check_reference(self, now: float, clock: float, stamp: float, reference: Reference) -> None:
        """Check a reference, and store it as the last accepted one.

        Args:
            now: steady time, s.
            clock: current time of the clock used for stamps, s.
            stamp: time at which the reference applies, s.
            reference: reference in the arm's joint order.

        Raises:
            MessageError: the stamp is invalid.
            StateError: values not finite or beyond `LARGEST`, beyond a limit, or a step from the last reference.
        """
        position = self._numbers("position", reference.position)
        velocity = self._numbers("velocity", reference.velocity)
        acceleration = self._numbers("acceleration", reference.acceleration)
        self._stamps.check_stamp(stamp, clock, now)
        self._refuse_beyond("position", position, *self._position)
        self._refuse_beyond("velocity", velocity, *self._velocity)
        self._refuse_beyond("acceleration", acceleration, *self._acceleration)
        # Compare with the last accepted reference: a step must not be followed one message later.
        before = self._accepted
        if before is not None and now - self._time <= self._stamps.timeout:
            self._check_step(before, position, velocity, max(stamp - self._stamp, 0.0))
        self._accepted, self._stamp, self._time = reference, stamp, now

    def check_step(self, before: Reference, after: Reference) -> None:
        """Check that a reference continues another one of the same time.

        Raises:
            StateError: values not finite or beyond `LARGEST`, or a step of position or velocity.
        """
        position, velocity = self._numbers("position", after.position), self._numbers("velocity", after.velocity)
        self._check_step(before, position, velocity, 0.0)

    def check_motion(self, position: FloatArray, velocity: FloatArray, acceleration: FloatArray) -> None:
        """Check a whole motion before it begins.

        Args:
            position, velocity, acceleration: (N, n) rad, rad/s, rad/s².

        Raises:
            StateError: a limit is exceeded; the message has the values of the time at which it is exceeded most.
        """
        for what, rows, (lower, upper) in (
            ("position", position, self._position),
            ("velocity", velocity, self._velocity),
            ("acceleration", acceleration, self._acceleration),
        ):
            beyond = np.maximum(np.subtract(lower, rows), np.subtract(rows, upper)).max(axis=1)
            self._refuse_beyond(what, rows[int(beyond.argmax())].tolist(), lower, upper)

    def _check_step(self, before: Reference, position: list[float], velocity: list[float], elapsed: float) -> None:
        step = differences(position, before.position.tolist(), self._continuous)
        allowed = [(1.0 + MARGIN) * most * elapsed + self._resolution for most in self._velocity[1]]
        self._refuse_step("position", "rad", step, allowed, elapsed)
        step = [new - old for new, old in zip(velocity, before.velocity.tolist(), strict=True)]
        allowed = [
            (1.0 + MARGIN) * most * elapsed + VELOCITY_STEP * speed
            for most, speed in zip(self._acceleration[1], self._velocity[1], strict=True)
        ]
        self._refuse_step("velocity", "rad/s", step, allowed, elapsed)

    def _numbers(self, what: str, values: FloatArray) -> list[float]:
        """Return `values` as floats; raise unless they are n finite numbers of plausible size."""
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


AT_REST = 0.01
"""Largest velocity (rad/s) and acceleration (rad/s²) of a reference at rest, whose loss is no fault."""


def _in_motion(reference: Reference) -> bool:
    values = [*np.ravel(reference.velocity).tolist(), *np.ravel(reference.acceleration).tolist()]
    return any(abs(value) > AT_REST for value in values)


class FollowedReference:
    """Stores the last accepted reference, and extrapolates it to the time of a joint state.

    Args:
        check: check of new references.
        limits: settings with the position limits to which an extrapolated reference is clipped.
        timeout: s without a reference after which the last one is dropped.
    """

    def __init__(self, check: ReferenceCheck, limits: GateSettings, timeout: float) -> None:
        self._check, self._limits = check, limits
        self.timeout = timeout
        self._reference: Reference | None = None
        self._stamp, self._seen = 0.0, -math.inf
        self._begin = self._refused = -math.inf

    @property
    def moves(self) -> bool:
        """Return whether the followed reference is in motion."""
        return self._reference is not None and _in_motion(self._reference)

    def refuse(self, now: float, reference: Reference) -> None:
        """Note a reference that is not followed at the steady time `now` (s), because the arm is guided by hand."""
        if _in_motion(reference):
            self._refused = now

    def would_move(self, now: float) -> bool:
        """Return whether a reference moves the arm, or would if it were not refused, at the steady time `now` (s)."""
        return self.moves or now - self._refused < self.timeout

    def forget(self) -> None:
        """Drop the reference, and treat the next one as the first."""
        self._check.forget()
        self._reference = None
        self._seen = self._refused = -math.inf

    def forget_before(self, now: float) -> None:
        """Drop the reference, and refuse those stamped before the steady time `now` (s)."""
        self.forget()
        self._begin = now

    def follow(self, now: float, clock: float, stamp: float, reference: Reference) -> None:
        """Follow a reference; the arguments are those of `ReferenceCheck.check_reference`.

        Raises:
            MessageError, StateError: the reference is rejected; the message gives the reason.
        """
        if clock - stamp - self._limits.clock_offset_limit > now - self._begin:
            raise MessageError("stamp is from before a pause of this process; the reference is not followed")
        self._check.check_reference(now, clock, stamp, reference)
        self._reference, self._stamp, self._seen = reference, stamp, now

    def drop_if_late(self, now: float) -> bool:
        """Drop a reference that is too old at the steady time `now` (s); return whether it was in motion."""
        if self._reference is None or now - self._seen < self.timeout:
            return False
        moved = self.moves
        self._reference = None
        return moved

    def reference_at(self, stamp: float) -> Reference | None:
        """Return the reference at the time `stamp` (s) of a joint state, `None` if there is none."""
        if self._reference is None:
            return None
        ahead = stamp - self._stamp
        if stamp <= 0.0 or abs(ahead) >= self.timeout:
            return self._reference
        later = self._reference.advanced(ahead)
        within = np.minimum(np.maximum(later.position, self._limits.lower), self._limits.upper)
        return Reference(within, later.velocity, later.acceleration)

"""Settings of the torque gate: limits, times and the policy on a fault."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arm import Arm
from ...arrays import FloatArray, read_only
from ...errors import StateError
from ..parameter_spec import BOTH, NODE, ParameterSpec, check_parameters, documented_parameters, each_joint, parameter
from .timing import Timing
from .torque_limits import MotorLimits

FAULT_POLICIES = ("hold_gravity", "zero")
"""What the arm gets on a fault: the gravity load of the last good pose for a while, or nothing."""

OURS, HARDWARE, NO_BRAKES, SUPPORTED = BRAKES = ("ours", "hardware", "none", "supported")
"""Who holds the arm while no torque does: brakes that this package requests; brakes that the hardware opens itself;
nothing; or a person, while a robot is brought up with little torque."""

LATE_STEP = 0.025
"""`late_step` of torque that another process than this one applies."""

RATE_FROM_LIMIT = 10.0
"""Rate limits of growth and of removal unless given otherwise, as a multiple of the maximum torque, 1/s."""

MAX_OFFSET_S = 10.0
"""Seconds that two clocks may be said to differ by at most."""

MAX_RATE_FROM_LIMIT = 1e6
"""Largest rate limit that is accepted, as a multiple of the maximum torque, 1/s; for simulated arms."""

TORQUE_LIMIT_SCALE = ParameterSpec(
    "torque_limit_scale", 1.0, "share of the maximum torque that passes", minimum=0.001, maximum=1.0, users=BOTH
)

OF_THE_ARM = (
    TORQUE_LIMIT_SCALE,
    each_joint(
        "torque_rate",
        "rate limit of growing torque a joint",
        "N·m/s",
        f"{RATE_FROM_LIMIT:g} times the maximum torque a second",
    ),
    each_joint(
        "removal_rate",
        "rate limit of torque that is removed towards the safe torque, at least torque_rate",
        "N·m/s",
        f"{RATE_FROM_LIMIT:g} times the maximum torque a second, or torque_rate where that is more",
    ),
)
"""Parameters from which `GateSettings.of` makes arrays."""


@documented_parameters
@dataclass(frozen=True, eq=False)
class GateSettings:
    """Limits of one arm; `of` fills them in from its data.

    Attributes:
        maximum_torque: (n,) N·m that are let through.
        motor_torque: (n,) N·m that the drives give at most: where a removal may begin.
        torque_rate: (n,) N·m/s, growth of the torque.
        removal_rate: (n,) N·m/s, removal towards the safe torque; at least `torque_rate`.
        lower, upper: (n,) position limits, rad.
        velocity: (n,) velocity limits, rad/s.
        joint_names: for messages.
        transmission: (n, n) from joint to motor positions in units of joints (`Arm.transmission`), where motors are
            coupled: their torque is limited too (`MotorLimits`), to the least share of `motor_torque` that a joint has.

    Raises:
        StateError: a shape, sign or order that makes no sense.
    """

    maximum_torque: FloatArray
    motor_torque: FloatArray
    torque_rate: FloatArray
    removal_rate: FloatArray
    lower: FloatArray
    upper: FloatArray
    velocity: FloatArray
    joint_names: tuple[str, ...]
    soft_margin: float = parameter(
        0.05, unit="rad", low=0.0, high=1.0, doc="distance to a position limit over which outward torque fades"
    )
    position_tolerance: float = parameter(
        0.2, unit="rad", low=0.0, high=1.0, doc="distance beyond a position limit that is a fault"
    )
    jump_tolerance: float = parameter(
        0.01,
        unit="rad",
        low=1e-4,
        high=10.0,
        doc="resolution and noise of a position: what a displacement may exceed the motion that the arm can make by",
    )
    state_timeout: float = parameter(
        0.1,
        unit="s",
        low=0.005,
        high=10.0,
        doc="age of the last usable joint state, by its stamp and by its arrival, that is a fault",
    )
    recovery_time: float = parameter(
        0.2, unit="s", low=0.0, high=10.0, doc="time of good states after which a fault ends, with restart_after_fault"
    )
    fade_in_time: float = parameter(1.0, unit="s", low=0.0, high=10.0, doc="time in which the torque fades in")
    fade_out_time: float = parameter(0.5, unit="s", low=0.0, high=3.0, doc="time in which the torque fades out")
    hold_time: float = parameter(
        2.0,
        unit="s",
        low=0.0,
        high=600.0,
        doc="time for which gravity is held or motion damped on faults, in total until a reset",
    )
    damping_time: float = parameter(
        0.1, unit="s", low=0.05, high=10.0, doc="time constant in which a fault brings a moving arm to rest"
    )
    velocity_margin: float = parameter(
        1.2, low=1.0, high=10.0, doc="multiple of the velocity limit above which a velocity is a fault"
    )
    clock_offset_limit: float = parameter(
        0.0,
        unit="s",
        low=0.0,
        high=MAX_OFFSET_S,
        doc="difference allowed between the clock of a sender and this host's",
    )
    brakes: str = parameter(
        SUPPORTED,
        choices=BRAKES,
        declared="",
        doc="what holds the arm while no torque is commanded, to be given: ours (brakes that are requested on "
        "~/brake), hardware (it opens its brakes itself), none, or supported (a person holds the arm, to bring it up)",
    )
    brake_release_time: float = parameter(
        0.2, unit="s", low=0.0, high=5.0, doc="of brakes of ours: time that they take to open"
    )
    brake_engage_time: float = parameter(
        0.2, unit="s", low=0.0, high=5.0, doc="of brakes of ours: time to close, for which the torque stays"
    )
    brake_sag: float = parameter(
        0.02, unit="rad (m)", low=1e-4, high=1.0, doc="displacement while brakes of ours open that closes them again"
    )
    brake_feedback: bool = parameter(
        False,
        doc="whether brakes of ours report on ~/brake_state that they are closed, which counts instead of the two "
        "times",
    )
    late_step: float = parameter(
        1.0,  # torque that is applied in the same process is not late
        low=0.001,
        high=1.0,
        declared=LATE_STEP,
        users=(NODE,),
        doc="largest step of a fade, or of a change of terms or payload, at the hardware where a command arrives late "
        "by state_timeout, as a share of the maximum torque: fades are slowed for it; 1 for any",
    )
    fault_policy: str = parameter(
        FAULT_POLICIES[0],
        choices=FAULT_POLICIES,
        doc="reaction to a fault: hold_gravity (or damping, then fade) or zero (fade at once)",
    )
    restart_after_fault: bool = parameter(
        False, doc="torque returns automatically when the cause of a fault is gone (where the fault allows it)"
    )
    transmission: FloatArray | None = None

    def __post_init__(self) -> None:
        n = len(self.joint_names)
        for name in ("maximum_torque", "motor_torque", "torque_rate", "removal_rate", "velocity", "lower", "upper"):
            values = read_only(getattr(self, name))
            limit = name in ("lower", "upper")
            sound = np.isfinite(values) | (self._unlimited(n) if limit else False)
            if values.shape != (n,) or not (sound & (limit | (values > 0.0))).all():
                kind = "finite" if limit else "positive, finite"
                raise StateError(f"{name}: expected {n} {kind} numbers, one a joint, got {values.tolist()}")
            object.__setattr__(self, name, values)
        if self.transmission is not None and self.transmission.shape != (n, n):
            raise StateError(f"transmission: expected shape ({n}, {n}), got {self.transmission.shape}")
        if not (self.lower < self.upper).all():
            raise StateError("position limits: expected every lower limit below the upper; give both in an arm file")
        if not (self.maximum_torque <= self.motor_torque).all():
            raise StateError("maximum_torque: expected at most motor_torque for every joint")
        if not (self.torque_rate <= self.removal_rate).all():
            raise StateError(
                f"removal_rate: expected at least torque_rate for every joint, got {self.removal_rate.tolist()} and "
                f"{self.torque_rate.tolist()} N·m/s"
            )
        if not (self.removal_rate <= MAX_RATE_FROM_LIMIT * self.motor_torque).all():
            raise StateError(
                f"torque_rate, removal_rate: expected at most {MAX_RATE_FROM_LIMIT:g} times the maximum torque a "
                f"second, got {self.removal_rate.tolist()} N·m/s"
            )
        check_parameters(self)

    def _unlimited(self, n: int) -> NDArray[np.bool_]:
        """Return (n,) joints whose limits both are infinite, which means that they turn without end."""
        lower, upper = np.asarray(self.lower, dtype=np.float64), np.asarray(self.upper, dtype=np.float64)
        return (lower == -np.inf) & (upper == np.inf) if lower.shape == upper.shape == (n,) else np.zeros(n, dtype=bool)

    @cached_property
    def timing(self) -> Timing:
        """The time constants that follow from `state_timeout`."""
        return Timing(self.state_timeout)

    @cached_property
    def ramp(self) -> list[float] | None:
        """Fastest change of a planned fade, n N·m/s; `None` for any: `late_step` in the time of an own stall."""
        if self.late_step >= 1.0:
            return None
        ramp: list[float] = (self.late_step / self.timing.own_stall * self.motor_torque).tolist()
        return ramp

    @property
    def longest_fade(self) -> float:
        """Seconds in which even the whole motor torque comes or goes at `ramp`; 0 without one."""
        return 0.0 if self.ramp is None else self.timing.own_stall / self.late_step

    @cached_property
    def endless(self) -> tuple[bool, ...]:
        """Return whether each of n joints turns without limits of position; its driver may wrap the angle."""
        return tuple((np.isinf(self.lower) & np.isinf(self.upper)).tolist())

    @cached_property
    def fastest(self) -> tuple[float, ...]:
        """Velocity of each joint, rad/s, above which it is a fault."""
        return tuple((self.velocity_margin * self.velocity).tolist())

    @cached_property
    def motor_limits(self) -> MotorLimits | None:
        """Return what limits the torque of coupled motors; `None` where every motor turns one joint."""
        if self.transmission is None:
            return None
        share = float((self.maximum_torque / self.motor_torque).min())
        return MotorLimits(self.transmission, share * self.motor_torque)

    @classmethod
    def of(
        cls,
        arm: Arm,
        torque_limit_scale: float = TORQUE_LIMIT_SCALE.default,
        torque_rate: ArrayLike | None = None,
        removal_rate: ArrayLike | None = None,
        **changes: Any,
    ) -> GateSettings:
        """Return settings from the arm's own limits.

        Args:
            arm: gives maximum torques, position and velocity limits.
            torque_limit_scale: share of the maximum torque that is let through, 0.001 to 1.
            torque_rate: (n,) N·m/s; `RATE_FROM_LIMIT` times the arm's maximum torque by default.
            removal_rate: (n,) N·m/s; the same default, or `torque_rate` where that is more.
            changes: other attributes.

        Returns:
            Settings for this arm.

        Raises:
            StateError: a value that makes no sense.
        """
        low, high = TORQUE_LIMIT_SCALE.minimum or 0.0, TORQUE_LIMIT_SCALE.maximum or 1.0
        if not low <= torque_limit_scale <= high:
            raise StateError(f"torque_limit_scale: expected {low:g} to {high:g}, got {torque_limit_scale}")
        usual = RATE_FROM_LIMIT * arm.maximum_torque
        growth = read_only(usual if torque_rate is None else torque_rate)
        removal = np.maximum(usual, growth) if removal_rate is None and growth.shape == usual.shape else removal_rate
        return cls(
            maximum_torque=torque_limit_scale * arm.maximum_torque,
            motor_torque=arm.maximum_torque,
            torque_rate=growth,
            removal_rate=read_only(usual if removal is None else removal),
            lower=arm.lower,
            upper=arm.upper,
            velocity=arm.velocity,
            joint_names=arm.joint_names,
            transmission=arm.transmission if arm.coupled else None,
            **changes,
        )

    def with_(self, **changes: Any) -> GateSettings:
        """Return a copy with some attributes changed.

        Args:
            changes: attributes by name, with their new values.

        Returns:
            New settings, checked as these were.

        Raises:
            StateError: a value that makes no sense.
        """
        return replace(self, **changes)

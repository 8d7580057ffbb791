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
from ..parameter_spec import (
    BOTH,
    NODE,
    ParameterSpec,
    check_parameters,
    documented_parameters,
    each_joint,
    number,
    parameter,
)
from .timing import Timing
from .torque_limits import MotorLimits

FAULT_POLICIES = ("hold_gravity", "zero")
"""Torque after a fault: the gravity load of the last good pose for a while, or zero."""

OURS, HARDWARE, NO_BRAKES, SUPPORTED = BRAKES = ("ours", "hardware", "none", "supported")
"""What holds the arm without torque: brakes that this package requests; brakes that the hardware controls itself;
nothing; or a person, while a robot is commissioned with little torque."""

LATE_STEP = 0.025
"""Default of `late_step` if another process applies the torque."""

RATE_FROM_LIMIT = 10.0
"""Default rate limit of growth and of removal, as a multiple of the maximum torque, 1/s."""

MAX_OFFSET_S = 10.0
"""Largest accepted `clock_offset_limit`, s."""

MAX_RATE_FROM_LIMIT = 1e6
"""Largest rate limit that is accepted, as a multiple of the maximum torque, 1/s; for simulated arms."""

TORQUE_LIMIT_SCALE = ParameterSpec(
    "torque_limit_scale",
    1.0,
    "largest torque that is sent, as a fraction of the maximum torque",
    minimum=0.001,
    maximum=1.0,
    users=BOTH,
)

OF_THE_ARM = (
    TORQUE_LIMIT_SCALE,
    each_joint(
        "torque_rate",
        "rate limit of growing torque per joint",
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
"""Parameters that `GateSettings.of` turns into arrays with one number for each joint."""


@documented_parameters
@dataclass(frozen=True, eq=False)
class GateSettings:
    """Limits, times and fault policy of the gate for one arm; `of` reads the limits from the arm.

    Attributes:
        maximum_torque: (n,) N·m, largest torque that passes.
        motor_torque: (n,) N·m, largest torque of the drives, from which a removal may begin.
        torque_rate: (n,) N·m/s, rate limit of growing torque.
        removal_rate: (n,) N·m/s, rate limit of removal towards the safe torque; at least `torque_rate`.
        lower, upper: (n,) position limits, rad.
        velocity: (n,) velocity limits, rad/s.
        joint_names: joint names for messages.
        transmission: (n, n) matrix from joint to motor positions in units of joints (`Arm.transmission`), if motors are
            coupled. It limits the motors (`MotorLimits`) to the smallest `maximum_torque` / `motor_torque` of a joint.

    Raises:
        StateError: a wrong shape or sign, or limits in the wrong order.
    """

    maximum_torque: FloatArray
    motor_torque: FloatArray
    torque_rate: FloatArray
    removal_rate: FloatArray
    lower: FloatArray
    upper: FloatArray
    velocity: FloatArray
    joint_names: tuple[str, ...]
    soft_margin: float = number(0.05, 0.0, 1.0, "rad", "distance to a position limit within which outward torque fades")
    position_tolerance: float = number(0.2, 0.0, 1.0, "rad", "distance beyond a position limit that is a fault")
    jump_tolerance: float = number(
        0.01,
        1e-4,
        10.0,
        "rad",
        "resolution and noise of a position: how much a displacement may exceed the largest possible motion",
    )
    state_timeout: float = number(
        0.1,
        0.005,
        10.0,
        "s",
        "largest age of the last usable joint state, by its stamp and by its arrival; above it, a fault",
    )
    recovery_time: float = number(
        0.2, 0.0, 10.0, "s", "time of valid joint states after which a fault ends, with restart_after_fault"
    )
    fade_in_time: float = number(1.0, 0.0, 10.0, "s", "time in which the torque fades in")
    fade_out_time: float = number(0.5, 0.0, 3.0, "s", "time in which the torque fades out")
    hold_time: float = number(
        2.0, 0.0, 600.0, "s", "time for which gravity is held or motion damped on faults, in total until a reset"
    )
    damping_time: float = number(0.1, 0.05, 10.0, "s", "time constant in which a fault brings a moving arm to rest")
    velocity_margin: float = number(
        1.2, 1.0, 10.0, "", "multiple of the velocity limit above which a velocity is a fault"
    )
    clock_offset_limit: float = number(
        0.0, 0.0, MAX_OFFSET_S, "s", "difference allowed between the clock of a sender and this host's"
    )
    brakes: str = parameter(
        SUPPORTED,
        choices=BRAKES,
        declared="",
        doc="what holds the arm while no torque is commanded, must be given: ours (brakes requested on ~/brake), "
        "hardware (the hardware operates its brakes), none, or supported (a person holds the arm during bring-up)",
    )
    brake_release_time: float = number(0.2, 0.0, 5.0, "s", "if brakes is ours: time in which they open")
    brake_engage_time: float = number(
        0.2, 0.0, 5.0, "s", "if brakes is ours: time in which they close, during which the torque stays"
    )
    brake_sag: float = number(
        0.02, 1e-4, 1.0, "rad (m)", "if brakes is ours: displacement during their release above which they close again"
    )
    brake_feedback: bool = parameter(
        False,
        doc="if brakes is ours: whether they report on ~/brake_state that they are closed; the report replaces the two "
        "times",
    )
    late_step: float = number(
        1.0,  # torque that is applied in the same process is not late
        0.001,
        1.0,
        "",
        "largest torque step if a command of a fade, or of a change of terms or payload, arrives late by "
        "state_timeout, as a fraction of the maximum torque; it slows these changes down; 1 for no limit",
        declared=LATE_STEP,
        users=(NODE,),
    )
    fault_policy: str = parameter(
        FAULT_POLICIES[0],
        choices=FAULT_POLICIES,
        doc="reaction to a fault: hold_gravity (or damping, then fade) or zero (fade at once)",
    )
    restart_after_fault: bool = parameter(
        False, doc="the torque returns automatically when the cause of a fault is gone (if the fault allows it)"
    )
    transmission: FloatArray | None = None

    def __post_init__(self) -> None:
        n = len(self.joint_names)
        for name in ("maximum_torque", "motor_torque", "torque_rate", "removal_rate", "velocity", "lower", "upper"):
            values = read_only(getattr(self, name))
            limit = name in ("lower", "upper")
            sound = np.isfinite(values) | (self._unlimited(n) if limit else False)
            good = sound & (limit | (values > 0.0))
            if values.shape != (n,) or not good.all():
                kind, got = "finite" if limit else "positive, finite", f"got {values.tolist()}"
                if values.shape == (n,):
                    rows = zip(self.joint_names, values.tolist(), good.tolist(), strict=True)
                    wrong = ", ".join(f"{joint} has {value:g}" for joint, value, fine in rows if not fine)
                    got = f"but {wrong}; give those of the data sheet, in the description or in an arm file"
                raise StateError(f"{name}: expected {n} {kind} numbers, one per joint, {got}")
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
        """Return (n,) flags of the continuous joints: both position limits are infinite."""
        lower, upper = np.asarray(self.lower, dtype=np.float64), np.asarray(self.upper, dtype=np.float64)
        return (lower == -np.inf) & (upper == np.inf) if lower.shape == upper.shape == (n,) else np.zeros(n, dtype=bool)

    @cached_property
    def timing(self) -> Timing:
        """Time constants derived from `state_timeout`."""
        return Timing(self.state_timeout)

    @cached_property
    def ramp(self) -> list[float] | None:
        """Fastest change of a planned fade, n N·m/s: `late_step` within `Timing.own_stall`; `None` for no limit."""
        if self.late_step >= 1.0:
            return None
        ramp: list[float] = (self.late_step / self.timing.own_stall * self.motor_torque).tolist()
        return ramp

    @property
    def longest_fade(self) -> float:
        """Time in which the whole motor torque fades at `ramp`, s; 0 without a ramp."""
        return 0.0 if self.ramp is None else self.timing.own_stall / self.late_step

    @cached_property
    def continuous(self) -> tuple[bool, ...]:
        """Return whether each of n joints is continuous (no position limits); its driver may wrap the angle."""
        return tuple((np.isinf(self.lower) & np.isinf(self.upper)).tolist())

    @cached_property
    def fastest(self) -> tuple[float, ...]:
        """Velocity of each joint above which a fault is reported, rad/s."""
        return tuple((self.velocity_margin * self.velocity).tolist())

    @cached_property
    def motor_limits(self) -> MotorLimits | None:
        """Return the torque limits of coupled motors; `None` if every motor drives one joint."""
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
        """Return settings with the limits of an arm.

        Args:
            arm: arm with maximum torques, position and velocity limits.
            torque_limit_scale: fraction of the maximum torque that passes, 0.001 to 1.
            torque_rate: (n,) N·m/s; `RATE_FROM_LIMIT` times the arm's maximum torque by default.
            removal_rate: (n,) N·m/s; the same default, or `torque_rate` where that is larger.
            changes: other attributes by name.

        Returns:
            Settings for this arm.

        Raises:
            StateError: an invalid value.
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
            New settings, checked in the same way.

        Raises:
            StateError: an invalid value.
        """
        return replace(self, **changes)

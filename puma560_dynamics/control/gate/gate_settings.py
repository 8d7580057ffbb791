"""Settings of the torque gate: limits, times and the policy on a fault."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arm import Arm
from ...arrays import FloatArray, read_only
from ...errors import StateError
from .motor_limits import MotorLimits
from .stamps import LONGEST_OFFSET
from .timing import Timing

FAULT_POLICIES = ("hold_gravity", "zero")
"""What the arm gets on a fault: the gravity load of the last good pose for a while, or nothing."""

OURS, HARDWARE, NO_BRAKES, SUPPORTED = BRAKES = ("ours", "hardware", "none", "supported")
"""Who holds the arm while no torque does: brakes that this package requests; brakes that the hardware opens itself;
nothing; or a person, while a robot is brought up with little torque."""

RATE_FROM_LIMIT = 10.0
"""Rate limits of growth and of removal unless given otherwise, as a multiple of the maximum torque, 1/s."""

LATE_STEP, LATE_STEPS = 0.025, (0.001, 1.0)
"""`late_step` of torque that another process than this one applies; its least and largest value."""

LARGEST_RATE_FROM_LIMIT = 1e6
"""Largest rate limit that is accepted, as a multiple of the maximum torque, 1/s; for simulated arms."""

BOUNDS: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "soft_margin": (0.0, 1.0),
        "position_tolerance": (0.0, 1.0),
        "jump_tolerance": (1e-4, 10.0),
        "state_timeout": (0.005, 10.0),
        "recovery_time": (0.0, 10.0),
        "fade_in_time": (0.0, 10.0),
        "fade_out_time": (0.0, 3.0),
        "hold_time": (0.0, 600.0),
        "damping_time": (0.05, 10.0),
        "velocity_margin": (1.0, 10.0),
        "clock_offset_limit": (0.0, LONGEST_OFFSET),
        "brake_release_time": (0.0, 5.0),
        "brake_engage_time": (0.0, 5.0),
        "brake_sag": (1e-4, 1.0),
    }
)
"""Least and largest value of each safety parameter, in its own unit."""


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
        soft_margin: rad before a limit over which torque that drives outward fades.
        position_tolerance: rad beyond a limit at which a position is a fault.
        jump_tolerance: rad, resolution and noise of a position: a displacement beyond what the velocity limit
            allows by more than this is a jump.
        state_timeout: s that a state may be old, by stamp and by arrival.
        recovery_time: s of good states after which a fault ends, with `restart_after_fault`.
        fade_in_time, fade_out_time: s.
        hold_time: s of holding or damping on faults, in total until a reset, before the torque fades.
        velocity_margin: multiple of the velocity limit above which a velocity is a fault, and a displacement a jump.
        damping_time: time constant of the damping on a fault, s.
        clock_offset_limit: s by which the clock of the stamps and ours may differ.
        brakes: one of `BRAKES`.
        brake_release_time, brake_engage_time: s that brakes of ours take to open, and to close.
        brake_sag: rad (m) that a joint may move while they open.
        brake_feedback: whether they report that they are open or closed, which counts instead of those times.
        late_step: share of the motor torque that a fade, or a change of terms or payload, may bring in one step where
            a command arrives late by the process's own stall (`Timing.own_stall`); 1 for any step: torque that is
            applied in the same process is not late.
        fault_policy: one of `FAULT_POLICIES`.
        restart_after_fault: whether the gate opens again automatically after faults that allow it (`faults.FAULTS`).
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
    soft_margin: float = 0.05
    position_tolerance: float = 0.2
    jump_tolerance: float = 0.01
    state_timeout: float = 0.1
    recovery_time: float = 0.2
    fade_in_time: float = 1.0
    fade_out_time: float = 0.5
    hold_time: float = 2.0
    damping_time: float = 0.1
    velocity_margin: float = 1.2
    clock_offset_limit: float = 0.0
    brakes: str = SUPPORTED
    brake_release_time: float = 0.2
    brake_engage_time: float = 0.2
    brake_sag: float = 0.02
    brake_feedback: bool = False
    late_step: float = 1.0
    fault_policy: str = "hold_gravity"
    restart_after_fault: bool = False
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
        if not (self.removal_rate <= LARGEST_RATE_FROM_LIMIT * self.motor_torque).all():
            raise StateError(
                f"torque_rate, removal_rate: expected at most {LARGEST_RATE_FROM_LIMIT:g} times the maximum torque a "
                f"second, got {self.removal_rate.tolist()} N·m/s"
            )
        for name, (low, high) in {**BOUNDS, "late_step": LATE_STEPS}.items():
            if not low <= getattr(self, name) <= high:
                raise StateError(f"{name}: expected {low:g} to {high:g}, got {getattr(self, name)}")
        if self.brakes not in BRAKES:
            raise StateError(f"brakes {self.brakes!r} is not known; use one of {', '.join(BRAKES)}")
        if self.fault_policy not in FAULT_POLICIES:
            raise StateError(f"fault_policy {self.fault_policy!r} is not known; use one of {', '.join(FAULT_POLICIES)}")

    def _unlimited(self, n: int) -> NDArray[np.bool_]:
        """(n,) joints whose limits both are infinite, which means that they turn without end."""
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
        """Whether each of n joints turns without limits of position; its driver may wrap the angle."""
        return tuple((np.isinf(self.lower) & np.isinf(self.upper)).tolist())

    @cached_property
    def fastest(self) -> tuple[float, ...]:
        """Velocity of each joint, rad/s, above which it is a fault."""
        return tuple((self.velocity_margin * self.velocity).tolist())

    @cached_property
    def motor_limits(self) -> MotorLimits | None:
        """What limits the torque of coupled motors; `None` where every motor turns one joint."""
        if self.transmission is None:
            return None
        share = float((self.maximum_torque / self.motor_torque).min())
        return MotorLimits(self.transmission, share * self.motor_torque)

    @classmethod
    def of(
        cls,
        arm: Arm,
        torque_limit_scale: float = 1.0,
        torque_rate: ArrayLike | None = None,
        removal_rate: ArrayLike | None = None,
        **changes: Any,
    ) -> GateSettings:
        """Settings from the arm's own limits.

        Args:
            arm: gives maximum torques, position and velocity limits.
            torque_limit_scale: share of the maximum torque that is let through, above 0 to 1.
            torque_rate: (n,) N·m/s; `RATE_FROM_LIMIT` times the arm's maximum torque by default.
            removal_rate: (n,) N·m/s; the same default, or `torque_rate` where that is more.
            changes: other attributes.

        Returns:
            Settings for this arm.

        Raises:
            StateError: a value that makes no sense.
        """
        if not 0.0 < torque_limit_scale <= 1.0:
            raise StateError(f"torque_limit_scale: expected above 0 to 1, got {torque_limit_scale}")
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
        """A copy with some attributes changed.

        Args:
            changes: attributes by name, with their new values.

        Returns:
            New settings, checked as these were.

        Raises:
            StateError: a value that makes no sense.
        """
        return replace(self, **changes)

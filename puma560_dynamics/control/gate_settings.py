"""What the torque gate holds to: limits, times and the policy on a fault."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arm import Arm
from ..arm.arm import read_only
from ..errors import StateError

FAULT_POLICIES = ("hold_gravity", "zero")
"""What the arm gets on a fault: the gravity load of the last good pose for a while, or nothing."""

RATE_FROM_LIMIT = 10.0
"""Torque rate limit unless given otherwise, as a multiple of the maximum torque, 1/s."""


@dataclass(frozen=True, eq=False)
class GateSettings:
    """Limits of one arm; `of` fills them in from its data.

    Attributes:
        maximum_torque: (n,) N·m.
        torque_rate: (n,) N·m/s.
        lower, upper: (n,) position limits, rad.
        velocity: (n,) velocity limits, rad/s; a position that moves faster than twice this jumped.
        soft_margin: rad before a limit over which torque that drives outward fades.
        position_tolerance: rad beyond a limit at which a position is no longer believed.
        jump_tolerance: rad that a position may jump beyond what the velocity limit allows.
        state_timeout: s without a usable state after which there is a fault.
        recovery_time: s of consistent states that end a jump.
        fade_in_time, fade_out_time: s.
        hold_time: s of gravity load on a fault, before it fades.
        fault_policy: one of `FAULT_POLICIES`.
        restart_after_fault: whether torque comes back by itself after it has faded out on a fault.
        joint_names: for messages.

    Raises:
        StateError: a shape, sign or order that makes no sense.
    """

    maximum_torque: NDArray[np.float64]
    torque_rate: NDArray[np.float64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    velocity: NDArray[np.float64]
    joint_names: tuple[str, ...]
    soft_margin: float = 0.05
    position_tolerance: float = 0.2
    jump_tolerance: float = 0.2
    state_timeout: float = 0.1
    recovery_time: float = 0.2
    fade_in_time: float = 1.0
    fade_out_time: float = 0.5
    hold_time: float = 2.0
    fault_policy: str = "hold_gravity"
    restart_after_fault: bool = False

    def __post_init__(self) -> None:
        n = len(self.joint_names)
        for name in ("maximum_torque", "torque_rate", "velocity", "lower", "upper"):
            values = read_only(getattr(self, name))
            sound = np.isfinite(values).all() and (name in ("lower", "upper") or (values > 0.0).all())
            if values.shape != (n,) or not sound:
                kind = "finite" if name in ("lower", "upper") else "positive, finite"
                raise StateError(f"{name}: expected {n} {kind} numbers, one a joint, got {values.tolist()}")
            object.__setattr__(self, name, values)
        if not (self.lower < self.upper).all():
            raise StateError("position limits: expected every lower limit below the upper; correct the arm file")
        for name in ("soft_margin", "position_tolerance", "jump_tolerance", "state_timeout", "recovery_time",
                     "fade_in_time", "fade_out_time", "hold_time"):  # fmt: skip
            if not 0.0 <= getattr(self, name) < np.inf:
                raise StateError(f"{name}: expected a finite number of 0 or more, got {getattr(self, name)}")
        if self.fault_policy not in FAULT_POLICIES:
            raise StateError(f"fault_policy {self.fault_policy!r} is not known; use one of {list(FAULT_POLICIES)}")

    @classmethod
    def of(
        cls, arm: Arm, torque_limit_scale: float = 1.0, torque_rate: ArrayLike | None = None, **changes: Any
    ) -> GateSettings:
        """Settings from the arm's own limits.

        Args:
            arm: gives maximum torques, position and velocity limits.
            torque_limit_scale: share of the maximum torque that is let through, above 0 to 1.
            torque_rate: (n,) N·m/s; `RATE_FROM_LIMIT` times the arm's maximum torque by default.
            changes: other attributes.

        Raises:
            StateError: a value that makes no sense.
        """
        if not 0.0 < torque_limit_scale <= 1.0:
            raise StateError(f"torque_limit_scale: expected above 0 to 1, got {torque_limit_scale}")
        return cls(
            maximum_torque=torque_limit_scale * arm.maximum_torque,
            torque_rate=read_only(RATE_FROM_LIMIT * arm.maximum_torque if torque_rate is None else torque_rate),
            lower=arm.lower,
            upper=arm.upper,
            velocity=arm.velocity,
            joint_names=arm.joint_names,
            **changes,
        )

    def with_(self, **changes: Any) -> GateSettings:
        """A copy with some attributes changed."""
        return replace(self, **changes)

"""Ranges of states over which an abbreviated model must be near the exact one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray
from ...errors import AbbreviationError


@dataclass(frozen=True)
class Ranges:
    """Ranges of positions between limits, and of velocities and accelerations up to a size in both directions.

    Attributes:
        lower, upper: (n,) rad (m where a joint slides).
        velocity: (n,) largest size, rad/s (m/s).
        acceleration: (n,) largest size, rad/s² (m/s²).

    Raises:
        AbbreviationError: lengths differ, a number is not finite or negative, or limits are crossed.
    """

    lower: tuple[float, ...]
    upper: tuple[float, ...]
    velocity: tuple[float, ...]
    acceleration: tuple[float, ...]

    def __post_init__(self) -> None:
        lengths = {len(self.lower), len(self.upper), len(self.velocity), len(self.acceleration)}
        values = np.array([*self.lower, *self.upper, *self.velocity, *self.acceleration])
        if len(lengths) != 1 or not np.all(np.isfinite(values)):
            raise AbbreviationError("expected one finite number for each joint in each of the four ranges")
        if any(a > b for a, b in zip(self.lower, self.upper, strict=True)):
            raise AbbreviationError("a lower limit is above the upper one; give lower ≤ upper for every joint")
        if any(size < 0 for size in (*self.velocity, *self.acceleration)):
            raise AbbreviationError("velocity and acceleration ranges are sizes; give numbers ≥ 0")

    def sample(self, count: int, seed: int) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Draw q, qd, qdd, (count, n) each, uniformly over the ranges; the same for the same seed."""
        rng = np.random.default_rng(seed)
        shape = (count, len(self.lower))
        velocity, acceleration = np.array(self.velocity), np.array(self.acceleration)
        return (
            rng.uniform(self.lower, self.upper, shape),
            rng.uniform(-1, 1, shape) * velocity,
            rng.uniform(-1, 1, shape) * acceleration,
        )

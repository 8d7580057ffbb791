"""Define the ranges of states over which the error of an abbreviated model is limited."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray
from ...errors import AbbreviationError


@dataclass(frozen=True)
class Ranges:
    """Ranges of positions, velocities and accelerations.

    Attributes:
        lower, upper: (n,) position limits, rad (m for prismatic joints).
        velocity: (n,) largest velocity in both directions, rad/s (m/s).
        acceleration: (n,) largest acceleration in both directions, rad/s² (m/s²).

    Raises:
        AbbreviationError: lengths differ, a number is not finite, a velocity or acceleration is negative, or a lower
            limit is above its upper limit.
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
        """Draw uniformly distributed states q, qd, qdd, (count, n) each; the result depends only on `seed`."""
        rng = np.random.default_rng(seed)
        shape = (count, len(self.lower))
        velocity, acceleration = np.array(self.velocity), np.array(self.acceleration)
        return (
            rng.uniform(self.lower, self.upper, shape),
            rng.uniform(-1, 1, shape) * velocity,
            rng.uniform(-1, 1, shape) * acceleration,
        )

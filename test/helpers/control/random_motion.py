"""A smooth motion within the limits of an arm, by chance."""

from __future__ import annotations

import math
import random

from puma560_dynamics.arm import Arm


class RandomMotion:
    """Positions along waves, at a steady time and a clock with an offset to it.

    Args:
        rng: of the whole run.
        arm: that moves.
    """

    def __init__(self, rng: random.Random, arm: Arm) -> None:
        self.rng = rng
        self.now, self.offset = rng.choice((0.0, 100.0, 1e5)), rng.choice((1000.0, 1.8e9))
        self.period = rng.choice((0.001, 0.004, 0.01, 0.03))
        self.lower, self.upper = arm.lower.tolist(), arm.upper.tolist()
        self.wraps = rng.random() < 0.5
        self.limit = arm.velocity.tolist()
        self.q = [rng.uniform(0.9 * low, 0.9 * high) for low, high in zip(*arm.pose_range, strict=True)]
        self.speed = rng.choice((0.0, 0.1, 0.7, 1.1))
        self.phase = [rng.uniform(0.0, 6.3) for _ in self.q]
        self.qd, self.qdd = [0.0] * arm.n, [0.0] * arm.n
        self.noise = rng.choice((0.0, 0.0, 1e-4))

    @property
    def clock(self) -> float:
        """The clock of stamps now, s."""
        return self.now + self.offset

    def go_on(self, seconds: float) -> None:
        """Time passes, and the arm moves along smooth waves."""
        rng = self.rng
        self.now += seconds * rng.choice((1.0, 1.0, 1.0, 0.5, 1.5))
        q, qd, qdd = [], [], []
        for joint, at in enumerate(self.q):
            amplitude, phase = self.speed * self.limit[joint], self.now + self.phase[joint]
            speed = amplitude * math.sin(phase)
            moved = at + seconds * speed
            if not self.lower[joint] + 0.01 < moved < self.upper[joint] - 0.01 and at * speed > 0.0:
                moved, speed, amplitude = at, 0.0, 0.0
            if self.wraps and math.isinf(self.upper[joint]):
                moved = math.remainder(moved, math.tau)
            q.append(moved + rng.uniform(-1.0, 1.0) * self.noise)
            qd.append(speed)
            qdd.append(amplitude * math.cos(phase))
        self.q, self.qd, self.qdd = q, qd, qdd

    def return_within_limits(self) -> None:
        """As a person puts the arm back by hand."""
        self.q = [
            min(max(at, 0.9 * low), 0.9 * high) for at, low, high in zip(self.q, self.lower, self.upper, strict=True)
        ]

r"""One-sided walls: a spring that only pushes back, with damping that never returns more than the spring has stored.

.. math:: f = \min(\max(s\,(1 + v / v_e),\ 0),\ f_m), \qquad s = \min(f_m\, p / p_m,\ f_m)

with the depth p beyond the wall after the lead T, :math:`p = p_0 + v T`, its derivative v (positive inwards), the depth
:math:`p_m` at which the spring s reaches the largest force :math:`f_m`, and the exit speed :math:`v_e`. It follows that

- f never pulls, is at most :math:`f_m`, and is continuous in depth and velocity; outside of the wall it only acts on a
  motion that reaches the wall within T;
- f v ≥ s(p₀) v for either sign of v: the wall takes up at least the energy that its spring stores, and returns at most
  that energy (it is passive);
- a wall pushes nothing that already leaves faster than :math:`v_e`.

A sampled wall acts late by half a period and the delay of the command; its spring would return more energy than it has
stored. The lead T compensates this up to a delay of `LEAD_S`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

EXIT_FRACTION = 0.1
"""Exit speed of the wall at a position limit, as a fraction of the velocity limit."""

MOST_OF_RANGE = 0.25
"""Largest width of the wall at a position limit, as a fraction of the joint's range."""


LEAD_S = 0.015
"""T: time by which the depth is extrapolated, s: half a period and two periods of delay at 250 Hz, and a reserve."""


def push(depth: float, speed: float, full_depth: float, most: float, exit_speed: float) -> float:
    """Return the force of a wall, 0 or more.

    Args:
        depth: depth beyond the wall, m or rad; negative outside of it.
        speed: derivative of the depth by time, m/s or rad/s.
        full_depth: depth at which the spring reaches the largest force.
        most: largest force, N or N·m.
        exit_speed: speed of leaving above which the wall does not push.
    """
    depth = depth + LEAD_S * speed
    if depth <= 0.0:
        return 0.0
    spring = most * depth / full_depth if depth < full_depth else most
    force = spring * (1.0 + speed / exit_speed)
    return 0.0 if force < 0.0 else most if force > most else force


class LimitWalls:
    """Walls before the position limits, and damping of the motion towards them in a zone of the same width before.

    Args:
        lower, upper: n position limits, rad (m); infinite for a continuous joint.
        margin: width of a wall, rad (m); at most `MOST_OF_RANGE` of the joint's range.
        most: n largest torques of a wall, N·m.
        velocity: n velocity limits, rad/s.
        damping: n damping gains at the inner end of the zone, N·m·s/rad.
    """

    def __init__(
        self,
        lower: Sequence[float],
        upper: Sequence[float],
        margin: float,
        most: Sequence[float],
        velocity: Sequence[float],
        damping: Sequence[float],
    ) -> None:
        self._joints = [
            (low, high, min(margin, MOST_OF_RANGE * (high - low)), *rest)
            for low, high, *rest in zip(lower, upper, most, velocity, damping, strict=True)
        ]

    def torque(self, q: Sequence[float], qd: Sequence[float]) -> list[float]:
        """Return n torques, N·m, at the positions `q` (rad) and velocities `qd` (rad/s); they only point inwards."""
        return [
            self._against(q_j - high, qd_j, *rest) * -1.0 + self._against(low - q_j, -qd_j, *rest)
            for q_j, qd_j, (low, high, *rest) in zip(q, qd, self._joints, strict=True)
        ]

    @staticmethod
    def _against(beyond: float, speed: float, margin: float, most: float, fastest: float, damping: float) -> float:
        """Return the torque at one limit, 0 or more; `beyond` is the distance beyond the limit, rad."""
        if margin <= 0.0 or not math.isfinite(beyond) or beyond <= -2.0 * margin:
            return 0.0
        zone = min((beyond + 2.0 * margin) / margin, 1.0)
        brake = damping * zone * min(speed, fastest) if speed > 0.0 else 0.0
        return brake + push(beyond + margin, speed, margin, most, EXIT_FRACTION * fastest)

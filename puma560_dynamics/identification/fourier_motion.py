"""Periodic motion as a short Fourier series, at rest at its start and end, and export of the motion to files.

.. math:: q(t) = q_0 + \\sum_k \\frac{a_k}{k w} \\sin k w t - \\frac{b_k}{k w} \\cos k w t

(Swevers, Ganseman, Tukel, De Schutter and Van Brussel 1997, "Optimal robot excitation and identification"). Velocity
and acceleration are exact derivatives, the spectrum is bounded, and periods can be averaged. The motion is at rest at
t = 0 if ``sum a_k = 0`` (no velocity) and ``sum k b_k = 0`` (no acceleration).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import FloatArray


@dataclass(frozen=True, eq=False)
class Fourier:
    """One period of motion of n joints with K harmonics.

    Attributes:
        period: period of the motion, s.
        center: (n,) q_0, the center of the motion, rad.
        a, b: (n, K) velocity amplitudes of the harmonics, rad/s.
    """

    period: float
    center: FloatArray
    a: FloatArray
    b: FloatArray

    def states(self, time: ArrayLike) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return q, qd and qdd at `time` (N,) s, each (N, n), in rad, rad/s and rad/s²."""
        rate = 2.0 * np.pi / self.period * np.arange(1, self.a.shape[1] + 1)
        phase = np.multiply.outer(np.asarray(time, dtype=np.float64), rate)
        sine, cosine = np.sin(phase), np.cos(phase)
        q = self.center + sine @ (self.a / rate).T - cosine @ (self.b / rate).T
        return q, cosine @ self.a.T + sine @ self.b.T, cosine @ (self.b * rate).T - sine @ (self.a * rate).T

    def times(self, count: int) -> FloatArray:
        """Return `count` evenly spaced times (count,) s over one period, without its end."""
        return np.arange(count, dtype=np.float64) * (self.period / count)


def at_rest(free: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return amplitudes a, b (n, K) of a motion that begins at rest, from free parameters (n, 2 K - 2)."""
    harmonics = free.shape[1] // 2 + 1
    first, second = free[:, : harmonics - 1], free[:, harmonics - 1 :]
    a, b = first @ _across(np.ones(harmonics)), second @ _across(np.arange(1.0, harmonics + 1.0))
    return np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)


def _across(vector: FloatArray) -> FloatArray:
    """Return orthonormal rows (K - 1, K) perpendicular to `vector` (K,)."""
    rows: FloatArray = np.linalg.svd(vector[None])[2].astype(np.float64)
    return rows[1:]


RATE = 20.0
"""Points per second of an exported trajectory; the controller interpolates between points by quintic polynomials."""


def times(motion: Fourier, periods: int, rate: float = RATE) -> np.ndarray:
    """Return the times (P,) s of the points of whole periods, both ends included."""
    count = int(np.ceil(periods * motion.period * rate))
    return np.linspace(0.0, periods * motion.period, count + 1)


def message_yaml(motion: Fourier, joints: Sequence[str], periods: int, lead: float = 2.0) -> str:
    """Return a `trajectory_msgs/JointTrajectory` in the YAML form of `ros2 topic pub` and `ros2 topic echo`.

    Args:
        motion: the motion.
        joints: names of the joints, in the order of the motion.
        periods: number of periods.
        lead: time for the motion from the arm's initial position to the first point, s.
    """
    at = times(motion, periods)
    lines = ["header: {stamp: {sec: 0, nanosec: 0}, frame_id: ''}", f"joint_names: [{', '.join(joints)}]", "points:"]
    for time, q, qd, qdd in zip(at + lead, *motion.states(at), strict=True):
        seconds, nanoseconds = divmod(round(time * 1e9), 10**9)
        lines.append(f"- positions: {_numbers(q)}")
        lines.append(f"  velocities: {_numbers(qd)}")
        lines.append(f"  accelerations: {_numbers(qdd)}")
        lines.append("  effort: []")
        lines.append(f"  time_from_start: {{sec: {seconds}, nanosec: {nanoseconds}}}")
    return "\n".join(lines) + "\n"


def excitation_csv(motion: Fourier, joints: Sequence[str], periods: int) -> str:
    """Return a CSV table of time, positions, velocities and accelerations, one row per point: s, rad, rad/s, rad/s²."""
    at = times(motion, periods)
    names = [f"{joint}.{what}" for what in ("position", "velocity", "acceleration") for joint in joints]
    rows = np.column_stack([at, *motion.states(at)])
    return "\n".join([",".join(["time", *names]), *(",".join(f"{value:.9g}" for value in row) for row in rows)]) + "\n"


def _numbers(values: np.ndarray) -> str:
    return "[" + ", ".join(f"{value:.9f}" for value in values.tolist()) + "]"

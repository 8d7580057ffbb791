"""The motion between the points of a trajectory, as `joint_trajectory_controller` interpolates it.

With ``interpolation_method: splines``, its default, the controller chooses for every interval
separately: a straight line if one of the points has no velocity, a cubic if one of them has no acceleration,
and a polynomial of fifth degree if both have position, velocity and acceleration. Here every point
has all three, so the polynomial of fifth degree always applies. Added points on the path do not change the motion.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import FloatArray, IntegerArray, read_only
from ...errors import StateError
from .least_jerk import HERMITE, complete


@dataclass(frozen=True, eq=False, init=False)
class Present:
    """A state of the arm, measured or commanded. Arrays are copied.

    Attributes:
        position: (n,) rad.
        velocity: (n,) rad/s.
        acceleration: (n,) rad/s²; zero if unknown, as in measured states.
    """

    position: FloatArray
    velocity: FloatArray
    acceleration: FloatArray

    def __init__(self, position: ArrayLike, velocity: ArrayLike, acceleration: ArrayLike | None = None) -> None:
        object.__setattr__(self, "position", read_only(position))
        object.__setattr__(self, "velocity", read_only(velocity))
        given = np.zeros_like(self.position) if acceleration is None else acceleration
        object.__setattr__(self, "acceleration", read_only(given))


@dataclass(frozen=True, eq=False)
class Acting:
    """Command that a new trajectory continues from.

    Attributes:
        effort: (n,) N·m, feed-forward effort that the controller commands.
        state: commanded state that belongs to `effort`; `None` to start from the measured state.
        handover: time for which `effort` is held before it changes, s. Use 0 for a trajectory without a stamp, which
            starts when the controller accepts it. The controller joins a stamped trajectory slightly after its
            start, when an effort ramp would already have risen.

    Raises:
        StateError: effort that is not finite, or a negative time.
    """

    effort: FloatArray
    state: Present | None = None
    handover: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "effort", read_only(self.effort))
        if not np.isfinite(self.effort).all():
            raise StateError(f"effort that acts: expected finite numbers, got {self.effort.tolist()}")
        if not 0.0 <= self.handover < np.inf:
            raise StateError(f"handover: expected a finite time of 0 s or more, got {self.handover}")


NANOSECOND = 1e-9


def along(
    c: FloatArray, s: float | FloatArray, length: float | FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return displacement, velocity and acceleration on polynomials of fifth degree that begin at 0.

    Args:
        c: (6, …) coefficients of 1, s … s⁵; the first one is not used.
        s: fraction of the interval that has passed, 0 to 1.
        length: length of the interval, s.
    """
    return (
        s * (c[1] + s * (c[2] + s * (c[3] + s * (c[4] + s * c[5])))),
        (c[1] + s * (2.0 * c[2] + s * (3.0 * c[3] + s * (4.0 * c[4] + s * 5.0 * c[5])))) / length,
        (2.0 * c[2] + s * (6.0 * c[3] + s * (12.0 * c[4] + s * 20.0 * c[5]))) / length**2,
    )


@dataclass(frozen=True, eq=False)
class JointPath:
    """A motion through points.

    Attributes:
        times: (P,) s, rising.
        position: (P, n) rad.
        velocity: (P, n) rad/s.
        acceleration: (P, n) rad/s².

    Raises:
        StateError: no point, times that do not rise, other shapes, or not finite.
    """

    times: FloatArray
    position: FloatArray
    velocity: FloatArray
    acceleration: FloatArray

    def __post_init__(self) -> None:
        for name in ("times", "position", "velocity", "acceleration"):
            object.__setattr__(self, name, read_only(getattr(self, name)))
            if not np.isfinite(getattr(self, name)).all():
                raise StateError(f"{name} of a path: expected finite numbers, drop that point")
        points = len(self.times) if self.times.ndim == 1 else 0
        if points == 0 or not (np.diff(self.times) > 0.0).all():
            raise StateError(f"times of a path: expected one or more that rise, got {self.times.tolist()!r:.80}")
        shapes = {self.position.shape, self.velocity.shape, self.acceleration.shape}
        if len(shapes) > 1 or self.position.ndim != 2 or len(self.position) != points:
            shown = ", ".join(map(str, sorted(shapes)))
            raise StateError(f"expected one row a point in every array, got shapes {shown} for {points} times")

    @classmethod
    def through(cls, times: ArrayLike, position: ArrayLike, velocity: ArrayLike, acceleration: ArrayLike) -> JointPath:
        """Return the path through points; velocities and accelerations that are not given minimise the jerk.

        A row that is not finite is not given. A single point is a pose to hold: values that are not given are zero.

        Raises:
            StateError: the same as for the class.
        """
        q, v, a = (np.array(values, dtype=np.float64) for values in (position, velocity, acceleration))
        if len(q) == 1:
            return cls(np.asarray(times), q, *(np.where(np.isfinite(x).all(), x, 0.0) for x in (v, a)))
        return cls(np.asarray(times), q, *complete(times, q, v, a))

    @property
    def duration(self) -> float:
        """Seconds from the first point to the last."""
        return float(self.times[-1] - self.times[0])

    def at(self, times: ArrayLike) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return position, velocity and acceleration at `times` (N,) s, each (N, n).

        Before the first and after the last point, the values of that point are returned: the controller holds them.
        """
        t = np.atleast_1d(np.asarray(times, dtype=np.float64))
        if len(self.times) == 1:
            return tuple(np.repeat(x, len(t), axis=0) for x in self._rows)  # type: ignore[return-value]
        k = np.clip(np.searchsorted(self.times, t, side="right") - 1, 0, len(self.times) - 2)
        length = (self.times[k + 1] - self.times[k])[:, None]
        s = np.clip((t[:, None] - self.times[k][:, None]) / length, 0.0, 1.0)
        way = self.position[k + 1] - self.position[k]
        # Relative to the segment's first point: absolute positions would cost digits in the derivatives.
        values = np.stack(
            [
                np.zeros_like(way),
                self.velocity[k] * length,
                self.acceleration[k] * length**2,
                way,
                self.velocity[k + 1] * length,
                self.acceleration[k + 1] * length**2,
            ]
        )
        moved, velocity, acceleration = along(np.tensordot(HERMITE, values, axes=1), s, length)
        position = self.position[k] + moved
        # Exactly the values of a point at its time.
        nearest = np.clip(np.searchsorted(self.times, t), 0, len(self.times) - 1)
        hit = (self.times[nearest] == t) | (t < self.times[0]) | (t > self.times[-1])
        for values, own in zip((position, velocity, acceleration), self._rows, strict=True):
            values[hit] = own[nearest[hit]]
        return position, velocity, acceleration

    def sample_count(self, spacing: float) -> int:
        """Return the number of points that `sampled` would give."""
        return int(self._pieces(spacing).sum()) + 1

    def sampled(self, spacing: float) -> JointPath:
        """Return the same motion with more points, at most `spacing` seconds apart.

        Every point of this path is kept; times in between are whole nanoseconds, as in messages.
        """
        if len(self.times) == 1:
            return self
        pieces = self._pieces(spacing)
        start = np.repeat(self.times[:-1], pieces)
        step = np.arange(pieces.sum()) - np.repeat(np.cumsum(pieces) - pieces, pieces)
        inner = start + step * np.repeat(np.diff(self.times) / pieces, pieces)
        inner = np.where(step > 0, np.round(inner / NANOSECOND) * NANOSECOND, start)
        times = np.append(inner, self.times[-1])
        return JointPath(times, *self.at(times))

    def _pieces(self, spacing: float) -> IntegerArray:
        # Rounding beyond `spacing` must not add a piece: 0.1 s is not exactly five times 0.02 s.
        return np.maximum(1, np.ceil(np.diff(self.times) / spacing - 1e-6)).astype(np.int64)

    @property
    def _rows(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        return self.position, self.velocity, self.acceleration


def stop_path(state: Present, duration: float, lower: FloatArray, upper: FloatArray) -> JointPath:
    """Return the path from `state` to rest in `duration` seconds.

    It ends within `lower` and `upper` (n,) rad. A joint that is already outside is held at its position.
    """
    inside = (lower <= state.position) & (state.position <= upper)
    velocity = np.where(inside, state.velocity, 0.0)
    along = np.clip(state.acceleration * np.sign(velocity), -3.0 * np.abs(velocity) / duration, 0.0)
    acceleration = along * np.sign(velocity)
    rest = state.position + duration * (velocity / 2.0 + duration * acceleration / 12.0)
    rest = np.where(inside, np.clip(rest, lower, upper), state.position)
    zero = np.zeros_like(rest)
    return JointPath.through([0.0, duration], [state.position, rest], [velocity, zero], [acceleration, zero])

"""Torque error if the configuration-dependent terms are evaluated only every k-th sample.

Section 3 of the paper splits the model: A, B, C and g depend only on the configuration, and are refreshed less often;
the products with velocities and accelerations are computed for every sample (table 2). So the elements belong to a
configuration that is up to k - 1 samples old.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray, read_only
from ...control.trajectory.trajectory import Trajectory, pick_and_place
from ...models.interface import DynamicModel

DIVIDERS = (1, 2, 4, 8, 16)
"""Compared numbers of samples per refresh."""

SPEEDS = (0.25, 0.5, 1.0)
"""Speeds of the fastest joint, as fractions of its velocity limit."""


@dataclass(frozen=True, eq=False)
class HoldingError:
    """Error of held configuration terms along one motion.

    Attributes:
        divider: number of samples per refresh.
        rate: sampling rate, Hz.
        speed: largest velocity of any joint along the motion, as a fraction of its limit.
        largest: (n,) largest error of each joint, N·m.
        rms: (n,) RMS error of each joint, N·m.
    """

    divider: int
    rate: float
    speed: float
    largest: FloatArray
    rms: FloatArray

    def worst(self, maximum: FloatArray) -> str:
        """Describe the largest error relative to the maximum torque (n,) N·m, and its joint."""
        if self.divider == 1:
            return "0"
        joint = int(np.argmax(self.largest / maximum))
        fraction = self.largest[joint] / maximum[joint]
        return f"{100 * fraction:.2f} % ({self.largest[joint]:.2f} N·m, joint {joint + 1})"


def at_speed(share: float, velocity: FloatArray) -> Trajectory:
    """Return the pick-and-place motion, scaled so that the fastest joint reaches the fraction `share` of its limit.

    `velocity` (n,) are the velocity limits, rad/s.
    """
    motion = pick_and_place(1.0)
    times = np.linspace(0.0, 1.0, 2001)
    fastest = max(float((np.abs(motion.at(time).velocity) / velocity).max()) for time in times.tolist())
    return motion.scaled(fastest / share)


def holding_error(model: DynamicModel, motion: Trajectory, rate: float, divider: int) -> HoldingError:
    """Return the difference of the torque with elements of every `divider`-th sample from the exact torque.

    Args:
        model: any model of the arm.
        motion: reference motion.
        rate: sampling rate, Hz.
        divider: number of samples per refresh, 1 or more.
    """
    q, qd, qdd = _sampled(motion, rate)
    held = q[np.arange(len(q)) // divider * divider]
    error = model.elements(held).terms(qd, qdd).total - model.torque(q, qd, qdd)
    speed = float((np.abs(qd) / model.arm.velocity).max())
    return HoldingError(divider, rate, speed, np.abs(error).max(axis=0), np.sqrt(np.mean(error**2, axis=0)))


@lru_cache(maxsize=1)
def _sampled(motion: Trajectory, rate: float) -> tuple[FloatArray, ...]:
    """Return positions, velocities and accelerations (N, n) of a motion; cached for all dividers."""
    references = [motion.at(time) for time in np.arange(0.0, motion.duration, 1.0 / rate).tolist()]
    return tuple(
        read_only([getattr(reference, name) for reference in references])
        for name in ("position", "velocity", "acceleration")
    )


def cases(arm: Arm) -> list[tuple[Trajectory, int]]:
    """Return all combinations of motions with the speeds in `SPEEDS` and dividers in `DIVIDERS`."""
    motions = [at_speed(share, arm.velocity) for share in SPEEDS]
    return [(motion, divider) for motion in motions for divider in DIVIDERS]


def by_speed(found: Sequence[HoldingError]) -> Iterator[tuple[float, Sequence[HoldingError]]]:
    """Yield each speed with its errors, from errors in the order of `cases`."""
    for row, share in enumerate(SPEEDS):
        yield share, found[row * len(DIVIDERS) : (row + 1) * len(DIVIDERS)]


def markdown(model: DynamicModel, rate: float) -> str:
    """Return the table for the documentation as Markdown."""
    found = [holding_error(model, motion, rate, divider) for motion, divider in cases(model.arm)]
    titles = ["every sample", *(f"every {divider}{'nd' if divider == 2 else 'th'}" for divider in DIVIDERS[1:])]
    lines = [f"| fastest joint | {' | '.join(titles)} |", "|---|" + "---|" * len(DIVIDERS)]
    for share, errors in by_speed(found):
        cells = [error.worst(model.arm.maximum_torque) for error in errors]
        lines.append(f"| {100 * share:.0f} % of its limit | {' | '.join(cells)} |")
    return "\n".join(lines)

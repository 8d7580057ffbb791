"""What it costs to evaluate the configuration-dependent terms only every k-th sample.

Section 3 of the paper splits the model: A, B, C and g change with the configuration alone, and are
refreshed less often; the products with velocities and accelerations are formed every sample (table
2). The price is a torque that belongs to a configuration up to k - 1 samples old.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..model import DynamicModel
from .trajectory import Trajectory, pick_and_place


@dataclass(frozen=True, eq=False)
class HoldingError:
    """Error of held configuration terms along one motion.

    Attributes:
        divider: samples per refresh.
        rate: samples per second, Hz.
        speed: largest share of any joint's velocity limit along the motion.
        largest: (n,) N·m, the largest error a joint.
        rms: (n,) N·m.
    """

    divider: int
    rate: float
    speed: float
    largest: NDArray[np.float64]
    rms: NDArray[np.float64]


def at_speed(share: float, velocity: NDArray[np.float64]) -> Trajectory:
    """The pick-and-place motion, timed so that the fastest joint reaches `share` of its limit (rad/s)."""
    motion = pick_and_place(1.0)
    times = np.linspace(0.0, 1.0, 2001)
    fastest = max(float((np.abs(motion.at(time).velocity) / velocity).max()) for time in times.tolist())
    return motion.scaled(fastest / share)


def holding_error(model: DynamicModel, motion: Trajectory, rate: float, divider: int) -> HoldingError:
    """Torque with elements of every `divider`-th sample less torque with elements of each sample.

    Args:
        model: any model of the arm.
        motion: sampled at `rate`, on its reference.
        rate: Hz.
        divider: 1 or more.
    """
    references = [motion.at(time) for time in np.arange(0.0, motion.duration, 1.0 / rate).tolist()]
    q, qd, qdd = (
        np.array([getattr(reference, name) for reference in references])
        for name in ("position", "velocity", "acceleration")
    )
    held = q[np.arange(len(q)) // divider * divider]
    error = model.elements(held).terms(qd, qdd).total - model.torque(q, qd, qdd)
    speed = float((np.abs(qd) / model.arm.velocity).max())
    return HoldingError(divider, rate, speed, np.abs(error).max(axis=0), np.sqrt(np.mean(error**2, axis=0)))

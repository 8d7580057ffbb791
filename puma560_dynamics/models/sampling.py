"""Sample random states over an arm's joint ranges, and compare the torques of two models."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arm import Arm
from ..arrays import FloatArray
from ..emdeg import Ranges
from .interface import DynamicModel


@dataclass(frozen=True)
class TorqueEffect:
    """Torque difference between two models over sampled states.

    Attributes:
        rms: (n,) RMS difference, N·m.
        largest: (n,) largest difference, N·m.
        share: (n,) largest difference as a fraction of the joint's maximum torque.
    """

    rms: FloatArray
    largest: FloatArray
    share: FloatArray


ACCELERATION_RANGE = 10.0
"""Largest acceleration that `sample_states` samples, in both directions, rad/s²."""


VELOCITY_FRACTION = 0.3
"""Largest velocity that `sample_states` samples, as a fraction of the velocity limit."""


def ranges_of(arm: Arm) -> Ranges:
    """Return the ranges of positions, velocities and accelerations that `sample_states` samples."""
    lower, upper = arm.pose_range
    return Ranges(
        tuple(lower.tolist()),
        tuple(upper.tolist()),
        tuple((VELOCITY_FRACTION * arm.velocity).tolist()),
        (ACCELERATION_RANGE,) * arm.n,
    )


def sample_states(arm: Arm, count: int = 20_000, seed: int = 1986) -> tuple[FloatArray, ...]:
    """Draw q, qd and qdd, (count, n) each, uniformly over `ranges_of` the arm; the result depends only on `seed`."""
    rng = np.random.default_rng(seed)
    shape = (count, arm.n)
    return (
        rng.uniform(*arm.pose_range, shape),
        rng.uniform(-VELOCITY_FRACTION, VELOCITY_FRACTION, shape) * arm.velocity,
        rng.uniform(-ACCELERATION_RANGE, ACCELERATION_RANGE, shape),
    )


def torque_effect(model: DynamicModel, reference: DynamicModel, count: int = 20_000) -> TorqueEffect:
    """Return the torque difference between `model` and `reference` over `sample_states` of the reference's arm."""
    states = sample_states(reference.arm, count)
    difference = model.torque(*states) - reference.torque(*states)
    largest = np.abs(difference).max(axis=0)
    return TorqueEffect(np.sqrt(np.mean(difference**2, axis=0)), largest, largest / reference.arm.maximum_torque)

"""Random states over an arm's whole range, and the torque difference of two models there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arm import Arm
from ..arrays import FloatArray
from ..emdeg import Ranges
from .interface import DynamicModel


@dataclass(frozen=True)
class TorqueEffect:
    """Torque of one model less another's, sampled over the joint ranges.

    Attributes:
        rms: (n,) N·m.
        largest: (n,) N·m.
        share: (n,) largest as a share of the joint's maximum torque.
    """

    rms: FloatArray
    largest: FloatArray
    share: FloatArray


ACCELERATION_RANGE = 10.0
"""Accelerations sampled by `sample_states`, ± rad/s²."""


VELOCITY_FRACTION = 0.3
"""Velocities sampled by `sample_states`, as a fraction of the limits."""


def ranges_of(arm: Arm) -> Ranges:
    """Return the ranges that `sample_states` samples."""
    lower, upper = arm.pose_range
    return Ranges(
        tuple(lower.tolist()),
        tuple(upper.tolist()),
        tuple((VELOCITY_FRACTION * arm.velocity).tolist()),
        (ACCELERATION_RANGE,) * arm.n,
    )


def sample_states(arm: Arm, count: int = 20_000, seed: int = 1986) -> tuple[FloatArray, ...]:
    """Draw q over the joint ranges, qd and qdd over the ranges above: (count, n) each, the same at every call."""
    rng = np.random.default_rng(seed)
    shape = (count, arm.n)
    return (
        rng.uniform(*arm.pose_range, shape),
        rng.uniform(-VELOCITY_FRACTION, VELOCITY_FRACTION, shape) * arm.velocity,
        rng.uniform(-ACCELERATION_RANGE, ACCELERATION_RANGE, shape),
    )


def torque_effect(model: DynamicModel, reference: DynamicModel, count: int = 20_000) -> TorqueEffect:
    """Return the torque difference of `model` and `reference` over `sample_states` of the reference's arm."""
    states = sample_states(reference.arm, count)
    difference = model.torque(*states) - reference.torque(*states)
    largest = np.abs(difference).max(axis=0)
    return TorqueEffect(np.sqrt(np.mean(difference**2, axis=0)), largest, largest / reference.arm.maximum_torque)

"""Compute how much torque depends on the numbers in which two arms differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..arm.arm import Arm
from ..arm.differences import Difference
from ..arrays import FloatArray
from .load import load_model

KIND = "newton_euler"
"""Model for all comparisons: it needs no derivation."""

POSES = 200
"""Number of poses, spread over the range of the joints."""


@dataclass(frozen=True)
class Effect:
    """Largest change of torque and inertia over all poses.

    Attributes:
        gravity: (n,) largest change of the gravity torque of each joint, N·m.
        inertia: (n,) largest change of the diagonal of the kinetic energy matrix, kg·m².
    """

    gravity: FloatArray
    inertia: FloatArray


def effect(first: Arm, second: Arm, poses: FloatArray) -> Effect:
    """Return how much two arms of the same conventions differ at poses (…, n), rad."""
    gravity, inertia = [], []
    for arm in (first, second):
        model = load_model(KIND, arm)
        gravity.append(model.gravity(poses))
        inertia.append(np.diagonal(model.kinetic_energy_matrix(poses), axis1=-2, axis2=-1))
    return Effect(*(np.abs(one - other).max(axis=0) for one, other in (gravity, inertia)))


def total_effects(first: Arm, second: Arm, count: int = POSES) -> tuple[Effect, Effect]:
    """Return the effect of all differences together: of the whole arms, and of their links without motors.

    Numbers may differ without any effect together, as those of a dynamically equivalent set of inertias do.

    Args:
        first, second: arms of the same conventions.
        count: number of poses, spread over the joint ranges of the first arm.
    """
    poses = first.poses(count)
    links = [arm.with_(motors=tuple(replace(motor, inertia=0.0) for motor in arm.motors)) for arm in (first, second)]
    return effect(first, second, poses), effect(links[0], links[1], poses)


def effects(first: Arm, found: Sequence[Difference], count: int = POSES) -> list[Effect]:
    """Return the effect of each difference alone: of the first arm with this one number of the second.

    Args:
        first: the first arm.
        found: differences of the second arm from it (`arm.differences`).
        count: number of poses, spread over the joint ranges of the first arm.
    """
    poses, none = first.poses(count), Effect(np.zeros(first.n), np.zeros(first.n))
    return [effect(first, each.change(first), poses) if each.dynamic else none for each in found]

"""Calculations of the two parts of a model: elements of A, B, C and g, and their products with motion."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray
from ...models.interface import DynamicModel
from ...models.terms import Elements, OperationCount

STATES = 64
"""Random configurations that show which elements are zero everywhere."""


@dataclass(frozen=True)
class Parts:
    """Calculations, sines and cosines free, of the two parts that section 3 of the paper distinguishes.

    Attributes:
        name: of the model.
        configuration: of the elements of A, B, C and g, which depend only on the configuration.
        motion: of the products with velocities and accelerations and of the sums of equation (1).
        whole: of the torque when nothing is split: the sum of both, or less where the model has a
            shorter way to the torque than through the elements.
    """

    name: str
    configuration: float
    motion: float
    whole: float

    def per_torque(self, divider: int) -> float:
        """Calculations a torque when the elements are evaluated for every `divider`-th."""
        return self.configuration / divider + self.motion


def parts_of(model: DynamicModel) -> Parts:
    """The parts of an explicit or generated model; elements that are always zero cost no product."""
    counts = model.operation_counts()
    motion = products(model.elements(_configurations(model)))
    return Parts(model.kind, counts["all_elements"].total, motion.total, counts["torque"].total)


def products(elements: Elements) -> OperationCount:
    """Calculations of equation (1) from its elements.

    Each velocity product that any row needs is formed once; each element that is not zero costs a
    product, and each addend of a row after the first a sum.

    Args:
        elements: for many states; an element is left out if it is zero in all of them.
    """
    a, b, c, g = (np.any(part != 0.0, axis=0) for part in elements)
    formed = int(b.any(axis=0).sum() + c.any(axis=0).sum())
    addends = np.column_stack([a, b, c, g]).sum(axis=1)
    multiplications = formed + int(a.sum() + b.sum() + c.sum())
    return OperationCount(multiplications, int(np.maximum(addends - 1, 0).sum()))


def _configurations(model: DynamicModel) -> FloatArray:
    """(STATES, n) rad over the joint ranges, the same at every call."""
    rng = np.random.default_rng(1986)
    return rng.uniform(model.arm.lower, model.arm.upper, (STATES, model.arm.n))

"""Numbers for a chain's cosines, sines and positions, and the values of its elements there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.algebra.ring import Poly
from puma560_dynamics.emdeg.chain.angles import angle_values
from puma560_dynamics.emdeg.chain.chain import Chain


def atoms(chain: Chain, q: ArrayLike) -> dict[str, Any]:
    """Values of ``c2``, ``s23``, ``q3`` … for positions (n,) or (states, n)."""
    q = np.asarray(q, dtype=float)
    return angle_values(chain, q) | {
        f"q{i + 1}": q[..., i] for i, joint in enumerate(chain.joints) if not joint.revolute
    }


def matrix(rows: Sequence[Sequence[Poly]], values: dict[str, Any]) -> FloatArray:
    """(..., rows, columns)."""
    return np.stack([vector(row, values) for row in rows], axis=-2)


def vector(elements: Sequence[Poly], values: dict[str, Any]) -> FloatArray:
    """(..., elements)."""
    shape = np.shape(next(iter(values.values())))
    return np.stack([np.broadcast_to(element.evaluate(values), shape) for element in elements], axis=-1)

"""Elements of A, B, C and g by the names of the paper."""

from __future__ import annotations

from typing import Any

import numpy as np

from puma560_dynamics.models.interface import DynamicModel

PAIRS = [(j, k) for j in range(1, 6) for k in range(j + 1, 7)]
"""Columns of B: q1q2, q1q3, …"""


def element_values(model: DynamicModel, q: np.ndarray) -> dict[str, Any]:
    """Elements of `model` by the names of the paper (``a_11`` … ``g_6``) for states `q` (N, 6)."""
    a, b, c, g = (
        model.kinetic_energy_matrix(q),
        model.coriolis_coefficients(q),
        model.centrifugal_coefficients(q),
        model.gravity(q),
    )
    named: dict[str, Any] = {f"a_{i + 1}{j + 1}": a[:, i, j] for i in range(6) for j in range(i, 6)}
    named |= {f"b_{i + 1}{j}{k}": b[:, i, p] for i in range(6) for p, (j, k) in enumerate(PAIRS)}
    named |= {f"c_{i + 1}{j + 1}": c[:, i, j] for i in range(6) for j in range(6)}
    return named | {f"g_{i + 1}": g[:, i] for i in range(6)}

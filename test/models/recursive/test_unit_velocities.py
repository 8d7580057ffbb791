"""Columns of A, B and C out of an inverse dynamics that is known in closed form."""

from __future__ import annotations

import numpy as np

from puma560_dynamics.models.recursive.unit_velocities import (
    centrifugal_columns,
    coriolis_columns,
    kinetic_energy_columns,
)
from puma560_dynamics.models.terms import velocity_pairs

RNG = np.random.default_rng(5)
A, B, C = RNG.normal(size=(3, 3)), RNG.normal(size=(3, 3)), RNG.normal(size=(3, 3))
Q = RNG.normal(size=(4, 3))


def torque(q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
    """(1 + q_1) (A qdd + B [qd qd] + C [qd²]) for every state with every motion."""
    pairs = velocity_pairs(3)
    flat = qdd @ A.T + (qd[:, pairs[:, 0]] * qd[:, pairs[:, 1]]) @ B.T + qd**2 @ C.T
    return (1.0 + q[:, None, :1]) * flat[None]


def test_every_column():
    scale = (1.0 + Q[:, 0])[:, None, None]
    np.testing.assert_allclose(kinetic_energy_columns(torque, Q), scale * A, atol=1e-14)
    np.testing.assert_allclose(coriolis_columns(torque, Q), scale * B, atol=1e-14)
    np.testing.assert_allclose(centrifugal_columns(torque, Q), scale * C, atol=1e-14)

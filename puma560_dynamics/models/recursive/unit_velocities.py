"""Every element of A, B and C out of inverse dynamics: the paper's own check (end of section 2).

With gravity and motion switched on one piece at a time, each call of inverse dynamics returns one
column (Walker and Orin 1982 for A; the paper extends it to B and C):

* column j of A: unit acceleration of joint j, at rest, no gravity;
* column j of C: unit velocity of joint j, no gravity;
* column jk of B: unit velocity of joints j and k, less columns j and k of C.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...arrays import FloatArray
from ..terms import velocity_pairs

InverseDynamics = Callable[[FloatArray, FloatArray, FloatArray], FloatArray]
"""``f(q, qd, qdd)`` without gravity: q (N, n), qd and qdd (k, n) -> torques (N, k, n)."""


def kinetic_energy_columns(f: InverseDynamics, q: FloatArray) -> FloatArray:
    """A of the states `q` (N, n): (N, n, n)."""
    unit = np.eye(q.shape[1])
    return np.asarray(f(q, np.zeros_like(unit), unit).transpose(0, 2, 1))


def centrifugal_columns(f: InverseDynamics, q: FloatArray) -> FloatArray:
    """C of the states `q` (N, n): (N, n, n)."""
    unit = np.eye(q.shape[1])
    return np.asarray(f(q, unit, np.zeros_like(unit)).transpose(0, 2, 1))


def coriolis_columns(f: InverseDynamics, q: FloatArray) -> FloatArray:
    """B of the states `q` (N, n): (N, n, n(n-1)/2)."""
    unit = np.eye(q.shape[1])
    first, second = velocity_pairs(q.shape[1]).T
    both = f(q, unit[first] + unit[second], np.zeros((len(first), q.shape[1]))).transpose(0, 2, 1)
    single = centrifugal_columns(f, q)
    return np.asarray(both - single[:, :, first] - single[:, :, second])

"""The same terms by another method: the rotors' kinetic energy as exact polynomials, by Lagrange's equations.

T = Σ h_i q̇_i e_i·ω_c with ω_c from the generator's partial velocities; A is read off T, and B and C are
its Christoffel symbols, formed by exact derivatives. Nothing is shared with `gyroscopic` but the data.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray
from ...emdeg import (
    Poly,
    Ring,
    angle_values,
    angular_velocity_components,
    coriolis_and_centrifugal,
)
from ...models.gyroscopic import GyroscopicModel, spin_momentum
from ...models.terms import Elements


def lagrangian_elements(arm: Arm, q: FloatArray) -> Elements:
    """A, B and C of the rotors' cross terms at positions (N, n) rad; gravity is zero."""
    ring = Ring()
    a = _kinetic_energy(arm, ring)
    b, c = coriolis_and_centrifugal(a)
    values = angle_values(arm.exact_chain, q)

    def numbers(rows: tuple[tuple[Poly, ...], ...]) -> FloatArray:
        entries = [np.broadcast_to(entry.evaluate(values), len(q)) for row in rows for entry in row]
        return np.stack(entries, axis=-1).reshape(len(q), arm.n, -1)

    return Elements(numbers(a), numbers(b), numbers(c), np.zeros_like(q))


def lagrangian_disagreement(arm: Arm, count: int = 200, seed: int = 5) -> float:
    """Largest difference of any element between the closed form and Lagrange's, as a share of the largest element."""
    q = np.random.default_rng(seed).uniform(-np.pi, np.pi, (count, arm.n))
    ours, theirs = GyroscopicModel(arm).elements(q), lagrangian_elements(arm, q)
    return max(float(np.abs(own - other).max() / np.abs(theirs.kinetic_energy).max())
               for own, other in zip(ours, theirs, strict=True))  # fmt: skip


def _kinetic_energy(arm: Arm, ring: Ring) -> tuple[tuple[Poly, ...], ...]:
    """(n, n): the matrix whose quadratic form in the rates is twice the cross terms' energy."""
    moving = [(i, rotor) for i, rotor in enumerate(arm.rotors) if rotor.carrier]
    axes = [(rotor.carrier - 1, rotor.axis.tolist()) for _, rotor in moving]
    momentum = spin_momentum(arm).tolist()
    parts: dict[tuple[int, int], Any] = {}
    for (i, _), components in zip(moving, angular_velocity_components(arm.exact_chain, ring, axes), strict=True):
        for j, component in enumerate(components):
            if j != i:  # of this joint: a constant, which is in the motor inertia
                entry = Fraction(str(momentum[i])) * component
                for place in ((i, j), (j, i)):
                    parts[place] = parts.get(place, 0) + entry
    return tuple(tuple(ring.sum((parts.get((i, j), 0),)) for j in range(arm.n)) for i in range(arm.n))

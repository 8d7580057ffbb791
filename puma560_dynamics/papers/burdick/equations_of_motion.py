"""Burdick's equations of motion: gravity forces, the sum of all forces, Coriolis terms: equations (10) to (14)."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from ...arrays import FloatArray
from ...emdeg import Ring, angle_values, christoffel_symbol, kinetic_energy_matrix
from ...models.sampling import sample_states
from ...models.terms import Elements, velocity_pairs
from ...simulation.simulate import potential_energy
from ..bench import Bench
from ..corrections import of_place
from ..entry import EQUALITY, ROUNDING, TO_ROUNDING, Chapter, EntryResult, Paper
from .errata import ERRATA
from .text import BY_DIFFERENCES, DIFFERENCES, STEP, largest_error

CHAPTER = Chapter(Paper.BURDICK)


@CHAPTER.entry(
    "equation (10)",
    "potential energy V = g Σ m z·L, whose derivatives are the gravity forces",
    "puma560 derive",
    criterion="the generator's g against V by heights of the centers at 50 random configurations of the PUMA, "
    f"{DIFFERENCES}, relative to the largest element of g",
)
def gravity(bench: Bench) -> EntryResult:
    q = sample_states(bench.arm, 50)[0]
    steps = STEP * np.eye(bench.arm.n)
    slope = np.stack(
        [(potential_energy(bench.arm, q + s) - potential_energy(bench.arm, q - s)) / (2 * STEP) for s in steps], axis=1
    )
    error = largest_error(bench.generated.gravity(q), slope)
    return EntryResult(
        EQUALITY,
        error,
        error < BY_DIFFERENCES,
        "relative",
        corrected=("(10): V = g Σ m_i z_0 · L_0,i is read, where the scan has “V(q) ~ g L m; {15o · 0 L~,;)”",),
    )


@CHAPTER.entry(
    "equations (12) and (13)",
    "M q̈ + c + b + g = F: the equations of motion, and what c, b and g are",
    "puma560 derive",
    criterion="M q̈ + c + b + g of the generator's elements, c and b summed by (13), against our recursion at "
    f"1000 random states of the PUMA, {TO_ROUNDING}. Which is c and which is b follows from signs: c(q, q̇²) does not "
    "change if velocities change their signs; neither does the sum of the c_ijj q̇_j², but that of the b_ijk q̇_j q̇_k "
    "does",
)
def sum_of_forces(bench: Bench) -> EntryResult:
    q, qd, qdd = sample_states(bench.arm, 1000)
    ours = bench.generated.elements(q)
    centrifugal, coriolis = _velocity_terms(ours, qd)
    inertia = np.einsum("nij,nj->ni", ours.kinetic_energy, qdd)
    error = largest_error(inertia + centrifugal + coriolis + ours.gravity, bench.recursive.torque(q, qd, qdd))
    turned = _velocity_terms(ours, qd * np.where(np.arange(bench.arm.n) % 2, -1.0, 1.0))
    kept, changed = largest_error(turned[0], centrifugal), largest_error(turned[1], coriolis)
    return EntryResult(
        EQUALITY,
        error,
        error < ROUNDING and kept == 0.0 and changed > ROUNDING,
        "relative",
        corrected=(
            *of_place(ERRATA, "section 3").sentences,
            "(13): c_i,j,j q̇_j² and b_i,j,k q̇_j q̇_k are read, where the scan has “Ci,J,jliJ” and “b;,j,kiiAk”",
        ),
        note=f"if every other velocity changes its sign, at these states the sum with b_ijk changes by up to "
        f"{changed:.2g} times its largest value",
    )


@CHAPTER.entry(
    "equation (14)",
    "b_ijk = 2 β_ijk with the Christoffel symbol β",
    "puma560 derive",
    criterion="b by our recursion, which uses no derivatives, against 2 β with the generator's derivatives of M, at 50 "
    f"random configurations of the PUMA, {TO_ROUNDING}. (15), the form of β, is not in the scan; ours is that "
    "of AKB's (6)",
)
def coriolis_by_symbols(bench: Bench) -> EntryResult:
    q = sample_states(bench.arm, 50)[0]
    a, values = kinetic_energy_matrix(bench.chain, Ring()), angle_values(bench.chain, q)
    symbols = [
        christoffel_symbol(a, i, j, k) for i in range(bench.arm.n) for j, k in combinations(range(bench.arm.n), 2)
    ]
    ours = np.column_stack([2 * symbol.evaluate(values) * np.ones(len(q)) for symbol in symbols])
    expected = bench.recursive.coriolis_coefficients(q).reshape(ours.shape)
    error = largest_error(ours, expected)
    return EntryResult(
        EQUALITY,
        error,
        error < ROUNDING,
        "relative",
        corrected=("(14): b_i,j,k = 2 β_ijk is read, where the scan has “b;,j,k = 2/3;jk”",),
    )


def _velocity_terms(elements: Elements, qd: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return c and b of (13), (N, n) each."""
    first, second = velocity_pairs(qd.shape[-1]).T
    products = qd[:, first] * qd[:, second]
    return (np.einsum("nij,nj->ni", elements.centrifugal, qd**2),
            np.einsum("nip,np->ni", elements.coriolis, products))  # fmt: skip

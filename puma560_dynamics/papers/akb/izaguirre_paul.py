"""Izaguirre and Paul's (1985) simplified kinetic energy matrix, reconstructed: 58 calculations and their error.

Table 3 of AKB counts 58 calculations for it and prints nothing of it. What is known: inertial and
gravitational coefficients of the PUMA by the momentum theorem, arm and load apart, with small terms
left out. Here the terms of A are ordered by the torque that each can cause (over the joint ranges, at
`comparison.ACCELERATION_RANGE`, as a share of maximum torque) and the smallest dropped until the rest,
factored, costs no more than was counted: what 58 calculations can buy, not what theirs bought.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...arrays import FloatArray
from ...emdeg import ChainEquations, ElementTerm, equations_of_motion, program_of, simplify_system
from ...models.sampling import ACCELERATION_RANGE, sample_states
from ...models.terms import OperationCount
from ...states import joint_array

PAPER_SIMPLIFIED = 58
"""Calculations of the kinetic energy matrix that table 3 prints."""

ABSTRACT_COEFFICIENTS = OperationCount(65, 41)
"""Effective and coupling inertias and gravity of the unloaded PUMA, as the abstract of their paper counts them."""

ABSTRACT_POINT_LOAD = OperationCount(160, 101)
"""What a point mass as load adds to these, by the same abstract."""

ROUNDS = 40
"""Of factoring: ten times as many save one calculation or none."""

SAMPLES = 5000


@dataclass(frozen=True, eq=False)
class Simplified:
    """A model of A (and of g) with few terms.

    Attributes:
        equations: the terms kept.
        terms: how many there are in the exact model.
        count: calculations once factored, sines and cosines free.
        relative_error: largest error of an element of A over the samples, as a share of √(A_ii A_jj) in the same
            configuration.
        torque_share: (n,) largest error of the torque at rest as a share of maximum torque: over the samples, and over
            all accelerations up to `comparison.ACCELERATION_RANGE`.
    """

    equations: ChainEquations
    terms: int
    count: OperationCount
    relative_error: float
    torque_share: FloatArray

    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray:
        """A of the kept terms, ``(…, n, n)`` kg·m²."""
        return _matrix(self.equations, joint_array("q", q, self.equations.chain.n))


def simplified(arm: Arm, calculations: int = PAPER_SIMPLIFIED, gravity: bool = False) -> Simplified:
    """The model of A with most terms, the largest first, that takes no more than `calculations`.

    Args:
        arm: the arm.
        calculations: at most so many.
        gravity: whether the terms of g belong to it, as to the coefficients that the abstract counts.
    """
    whole = equations_of_motion(arm.exact_chain)
    exact = replace(whole, terms=tuple(term for term in whole.terms if term.kind in ("ag" if gravity else "a")))
    q = sample_states(arm, SAMPLES)[0]
    ordered = sorted(exact.terms, key=_greatness(exact, arm, q), reverse=True)
    fits, beyond = 0, len(ordered) + 1
    while beyond - fits > 1:
        middle = (fits + beyond) // 2
        if _count(_part(exact, ordered[:middle])).total <= calculations:
            fits = middle
        else:
            beyond = middle
    chosen = _part(exact, ordered[:fits])
    true, own = _matrix(exact, q), _matrix(chosen, q)
    size = np.sqrt(np.einsum("kii->ki", true))
    still = np.zeros_like(q)
    error = np.abs(own - true)
    # The worst accelerations have the signs of a row's errors.
    torque = ACCELERATION_RANGE * error.sum(axis=-1)
    torque += np.abs(chosen.torque(q, still, still) - exact.torque(q, still, still))
    return Simplified(
        equations=chosen,
        terms=len(exact.terms),
        count=_count(chosen),
        relative_error=float((error / (size[:, :, None] * size[:, None, :])).max()),
        torque_share=torque.max(axis=0) / arm.maximum_torque,
    )


def explained_reconstruction(model: Simplified) -> tuple[OperationCount, str]:
    """The count of the reconstruction compared with table 3, and what can and cannot be known of the original."""
    return model.count, (
        f"reconstructed, because the original is not printed: the {len(model.equations.terms)} of {model.terms} terms "
        "of A that matter most for the torque. "
        f"Their error is at most {100 * model.relative_error:.2g} % of √(A_ii A_jj) "
        f"and {100 * model.torque_share.max():.2g} % of maximum torque. The abstract of Izaguirre and Paul counts "
        f"{ABSTRACT_COEFFICIENTS.total} for A and g together, and {ABSTRACT_POINT_LOAD.total} more for a point mass as "
        "load. Not known: which terms they left out, by which rule, with which parameters, and their error"
    )


def _greatness(exact: ChainEquations, arm: Arm, q: FloatArray) -> Callable[[ElementTerm], float]:
    """Return the largest torque of a single term at its most affected joint, as a fraction of the maximum torque."""
    values = exact.values(q, np.zeros_like(q), np.full_like(q, ACCELERATION_RANGE))
    maximum = arm.maximum_torque

    def greatness(term: ElementTerm) -> float:
        largest = max(float(np.abs(term.multiplier(row, values)).max() / maximum[row]) for row in term.rows)
        return abs(float(term.coefficient)) * largest

    return greatness


def _part(exact: ChainEquations, kept: list[ElementTerm]) -> ChainEquations:
    """The equations with some of their terms, in the order in which they stand there."""
    chosen = set(kept)
    return replace(exact, terms=tuple(term for term in exact.terms if term in chosen))


def _count(equations: ChainEquations) -> OperationCount:
    """Calculations of the elements once factored."""
    system = simplify_system(equations.element_system(), ROUNDS)
    return OperationCount(*program_of(equations.chain, "all_elements", system, equations.variables).count)


def _matrix(equations: ChainEquations, q: FloatArray) -> FloatArray:
    """A of the terms of `equations`, (…, n, n)."""
    elements = equations.element_system("a").evaluate(equations.values(q, np.zeros_like(q), np.zeros_like(q)), 1.0)
    result = np.zeros((*q.shape, equations.chain.n))
    for label, value in elements.items():
        i, j = (int(digit) - 1 for digit in label.removeprefix("a_"))
        result[..., i, j] = result[..., j, i] = value
    return result

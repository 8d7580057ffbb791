"""Izaguirre and Paul's (1985) simplified kinetic energy matrix, reconstructed with 58 calculations, and its error.

Table 3 of AKB states 58 calculations for this matrix, but does not print it. It is known that the authors derived
inertial and gravitational coefficients of the PUMA with arm and load separate. For the reconstruction, the terms of A
are ordered by the torque that each can cause (over the joint ranges, at `sampling.ACCELERATION_RANGE`, relative to
maximum torque). The smallest terms are left out until the factored rest costs no more than 58 calculations. So the
error is that of our matrix, not of theirs.
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
"""Calculations of inertias and gravity of the unloaded PUMA, according to the abstract of their paper."""

ABSTRACT_POINT_LOAD = OperationCount(160, 101)
"""Additional calculations for a point mass as load, according to the same abstract."""

ROUNDS = 40
"""Rounds of factoring; ten times as many save at most one calculation."""

SAMPLES = 5000


@dataclass(frozen=True, eq=False)
class Simplified:
    """A model of A (and of g) with few terms.

    Attributes:
        equations: equations with the kept terms.
        terms: number of terms in the exact model.
        count: calculations of the factored equations, without sines and cosines.
        relative_error: largest error of an element of A over the samples, relative to √(A_ii A_jj) in the same
            configuration.
        torque_share: (n,) largest error of the torque at rest over the samples, and over all accelerations up to
            `comparison.ACCELERATION_RANGE`, as a fraction of maximum torque.
    """

    equations: ChainEquations
    terms: int
    count: OperationCount
    relative_error: float
    torque_share: FloatArray

    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray:
        """Return the matrix A of the kept terms, ``(…, n, n)`` kg·m²."""
        return _matrix(self.equations, joint_array("q", q, self.equations.chain.n))


def simplified(arm: Arm, calculations: int = PAPER_SIMPLIFIED, gravity: bool = False) -> Simplified:
    """Return the model of A with as many of the largest terms as `calculations` permit.

    Args:
        arm: the arm.
        calculations: largest number of calculations.
        gravity: whether the model includes the terms of g, like the coefficients that the abstract counts.
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
    """Return the count of the reconstruction, and an explanation for table 3: what is known about the original."""
    return model.count, (
        f"ours has the {len(model.equations.terms)} of {model.terms} terms of our form of A that can cause the largest "
        "torques, as shares of maximum torque, and is factored by our search. "
        f"The largest error found at {SAMPLES} random configurations, at rest, with accelerations up to "
        f"{ACCELERATION_RANGE:g} rad/s² (our choice), was {100 * model.relative_error:#.2g} % of √(A_ii A_jj) "
        f"and {100 * model.torque_share.max():#.2g} % of maximum torque. The abstract of Izaguirre and Paul (Proc. "
        "1985 International Conference on Robotics and Automation, pp. 1024 - 1032), which is not in the scans, counts "
        f"{ABSTRACT_COEFFICIENTS.total} for A and g together, and {ABSTRACT_POINT_LOAD.total} more for a point mass as "
        "load. Not known: whether they left out terms, and which parameters they used"
    )


def _greatness(exact: ChainEquations, arm: Arm, q: FloatArray) -> Callable[[ElementTerm], float]:
    """Return a function that gives the largest torque of a term at any joint, as a fraction of maximum torque."""
    values = exact.values(q, np.zeros_like(q), np.full_like(q, ACCELERATION_RANGE))
    maximum = arm.maximum_torque

    def greatness(term: ElementTerm) -> float:
        largest = max(float(np.abs(term.multiplier(row, values)).max() / maximum[row]) for row in term.rows)
        return abs(float(term.coefficient)) * largest

    return greatness


def _part(exact: ChainEquations, kept: list[ElementTerm]) -> ChainEquations:
    """Return the equations with only the kept terms, in their original order."""
    chosen = set(kept)
    return replace(exact, terms=tuple(term for term in exact.terms if term in chosen))


def _count(equations: ChainEquations) -> OperationCount:
    """Return the calculations of the factored elements."""
    system = simplify_system(equations.element_system(), ROUNDS)
    return OperationCount(*program_of(equations.chain, "all_elements", system, equations.variables).count)


def _matrix(equations: ChainEquations, q: FloatArray) -> FloatArray:
    """Return the matrix A (…, n, n) of the terms in `equations`."""
    elements = equations.element_system("a").evaluate(equations.values(q, np.zeros_like(q), np.zeros_like(q)), 1.0)
    result = np.zeros((*q.shape, equations.chain.n))
    for label, value in elements.items():
        i, j = (int(digit) - 1 for digit in label.removeprefix("a_"))
        result[..., i, j] = result[..., j, i] = value
    return result

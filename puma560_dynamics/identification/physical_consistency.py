"""Physical consistency: the most probable values of the unknowns among physically possible arms.

The objective of least squares with a prior is a quadratic function of the unknowns. A body is possible if its
pseudo-inertia matrix is positive semidefinite, a linear matrix inequality in the unknowns (Wensing, Kim and Slotine
2018); motor inertia and friction must not be negative. This convex problem, solved by Clarabel, has a unique minimum.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from ..arm.consistent import LEAST_EXTENT
from ..arrays import FloatArray
from ..errors import IdentificationError
from ..extras import missing_dependency
from .bodies import SIZE, pseudo_inertia
from .unknowns import Unknowns

MARGIN = 1e-3
"""Smallest pseudo-inertia of a link as a fraction of the prior's, because arm files exclude massless and flat links."""


def is_possible(x: FloatArray, least: FloatArray, unknowns: Unknowns, *, slack: float = 0.0) -> bool:
    """Return whether the unknowns `x` (p,) belong to a physically possible arm.

    Every body must keep the fraction `MARGIN` of its pseudo-inertia in `least` (p,), and inertias and friction must not
    be negative. Violations up to `slack`, as a fraction of the size in `least`, are permitted.
    """
    for place in unknowns.bodies:
        reference = least[place] if least[place].any() else _UNIT
        size = _sizes(reference)
        matrix = pseudo_inertia(x[place] - MARGIN * least[place]) / np.outer(size, size)
        if np.linalg.eigvalsh(matrix)[0] < -slack:
            return False
    signs = unknowns.not_negative
    return bool((signs @ x >= -slack * np.maximum(signs @ least, 1.0)).all())


def most_probable(x: FloatArray, information: FloatArray, least: FloatArray, unknowns: Unknowns) -> FloatArray:
    """Return the most probable values (p,) of the unknowns of a possible arm; `x` itself if it is possible.

    Args:
        x: (p,) minimum of the objective without constraints.
        information: (p, p) curvature of the objective at `x`.
        least: (p,) mean of the prior; every link keeps at least the fraction `MARGIN` of it.
        unknowns: names and indices of the unknowns.

    Raises:
        MissingDependencyError: cvxpy or Clarabel is not installed, and the constraints are needed.
        IdentificationError: the solver fails.
    """
    if is_possible(x, least, unknowns):
        return x
    try:
        import cvxpy as cp
        from cvxpy.atoms.sum_squares import sum_squares
    except ImportError:
        raise missing_dependency("finding physically consistent parameters", "cvxpy", "clarabel") from None
    whitened = cp.Variable(len(x))  # independent variables of unit variance, for a well conditioned objective
    spread = _square_root_of_inverse(information)
    y: Any = x + spread @ whitened  # an expression of cvxpy, which type checkers take for an array
    constraints: list[cp.Constraint] = [unknowns.not_negative @ y >= 0.0]
    for place in unknowns.bodies:
        size = _sizes(least[place] if least[place].any() else _UNIT)
        entries = [pseudo_inertia(unit) / np.outer(size, size) for unit in np.eye(SIZE)]
        free = y[place] - MARGIN * least[place]
        constraints.append(sum(free[i] * entry for i, entry in enumerate(entries)) >> 0)
    problem = cp.Problem(cp.Minimize(sum_squares(whitened)), constraints)
    try:
        with warnings.catch_warnings():  # warnings about inaccuracy are not needed, because the solution is checked
            warnings.simplefilter("ignore", UserWarning)
            problem.solve(solver=cp.CLARABEL)
    except cp.error.SolverError as error:
        raise IdentificationError(f"Clarabel gave up ({error}); check the bags for effort in other units") from None
    if whitened.value is None or not is_possible(found := x + spread @ whitened.value, least, unknowns, slack=1e-4):
        raise IdentificationError(
            f"no possible arm was found ({problem.status}); check that effort is in N·m and the bags are of this arm"
        )
    alone = np.flatnonzero(np.count_nonzero(unknowns.not_negative, axis=1) == 1)
    places = unknowns.not_negative[alone].argmax(axis=1)
    found[places] = np.maximum(found[places], 0.0)  # removes the solver's small negative values
    return np.asarray(found)


def _sizes(body: FloatArray) -> FloatArray:
    """Return the roots (4,) of the diagonal of a body's pseudo-inertia; a flat body counts as `LEAST_EXTENT` thick."""
    diagonal = np.diag(pseudo_inertia(body))
    return np.asarray(np.sqrt(np.maximum(diagonal, body[0] * np.array([LEAST_EXTENT**2] * 3 + [0.0]))))


def _square_root_of_inverse(information: FloatArray) -> FloatArray:
    """Return a matrix whose product with its transpose is the covariance.

    A combination of unknowns that rounding hides next to the best-known one counts as known to that rounding.
    """
    scale = 1.0 / np.sqrt(np.diag(information))
    values, vectors = np.linalg.eigh(information * np.outer(scale, scale))
    least = len(values) * np.finfo(float).eps * values[-1]
    return np.asarray(scale[:, None] * vectors / np.sqrt(np.maximum(values, least)))


_UNIT = np.array([1.0, 0.0, 0.0, 0.0, 0.02, 0.0, 0.02, 0.0, 0.0, 0.02])
"""Linear form of a body of 1 kg with radii of gyration of 0.1 m: the scale of a payload."""

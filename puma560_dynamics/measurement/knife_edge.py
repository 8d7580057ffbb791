r"""Compute the center of gravity of a link from balances on a knife edge (section 5 of the paper).

A link that balances on an edge has its center of gravity c in the vertical plane through the edge. With the unit normal
n of this plane in the link's frame and its distance d from the frame's origin, each balance gives one equation,

.. math:: n \cdot c = d

"once orthogonal to each axis", as in the paper, gives the three coordinates. Any other set of directions is solved by
weighted least squares. The plane is located from a datum (a face, the axis of a bore), which is at a distance from the
frame's origin; balances with the same datum share its error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import chdtrc, chdtri

from ..arrays import FloatArray, read_only
from ..errors import MeasurementError
from .budget import Budget
from .measured import Measured

PARALLEL = 1e-6
"""Smallest ratio of singular values at which a direction counts as seen by the balances."""

POOR = 10.0
"""Ratio of singular values above which the least visible direction is reported."""

UNLIKELY = 0.01
"""Probability of a larger chi-square below which redundant balances contradict each other."""

EXACT = 1e-6
"""Smallest half width in the weights, as a fraction of the largest one; readings without tolerance count as this."""

ROUNDING = 1e-9
"""Largest relative error by rounding, of coordinates and of the effects of readings on them."""

LARGEST_M, SMALLEST_M = 1e6, 1e-12
"""Largest distance, and smallest tolerance other than 0, m; others are a wrong unit."""


@dataclass(frozen=True, eq=False)
class PlaneBalance:
    """One balance on a knife edge.

    Attributes:
        name: name of the balance in messages and budgets.
        direction: (3,) normal of the vertical plane through the edge, in the link's frame; any length except 0.
        distance: distance of the plane from the datum along the normal, m; negative on the other side of the datum.
        datum: name of the datum; empty for the origin of the link's frame.

    Raises:
        MeasurementError: the direction is not a direction.
    """

    name: str
    direction: FloatArray
    distance: Measured
    datum: str = ""

    def __post_init__(self) -> None:
        largest = float(np.abs(self.direction).max())
        if self.direction.shape != (3,) or not 0.0 < largest < np.inf:
            raise MeasurementError(
                f"{self.name}: the direction is {direction_text(self.direction)}: expected x, y, z or three numbers "
                "that are not all 0"
            )
        scaled = self.direction / largest
        object.__setattr__(self, "direction", read_only(scaled / np.linalg.norm(scaled)))


@dataclass(frozen=True, eq=False)
class CenterOfGravity:
    """Center of gravity as far as the balances determine it.

    Attributes:
        seen: (r, 3) orthonormal directions along which the center of gravity is known; x, y, z if all are.
        unseen: (3 - r, 3) orthonormal directions along which it is not known.
        budget: coordinates along `seen`, m, with tolerances.
        residuals: (N,) distance of each balance's plane from the center of gravity along its normal, m.
        size: largest distance of a balance's plane from the frame's origin, m.
        chi_square: weighted sum of the squared residuals; `None` if no balance is redundant or none has a tolerance.
        condition: ratio of the largest to the smallest singular value of the seen part of the directions.
    """

    seen: FloatArray
    unseen: FloatArray
    budget: Budget
    residuals: FloatArray
    size: float
    chi_square: float | None
    condition: float

    @property
    def redundant(self) -> int:
        """Number of balances beyond those that are needed."""
        return len(self.residuals) - len(self.seen)

    @property
    def probability(self) -> float | None:
        """Probability of a larger chi-square if tolerances are standard deviations; `None` if there is none."""
        return None if self.chi_square is None else float(chdtrc(self.redundant, self.chi_square))

    @property
    def limit(self) -> float | None:
        """Chi-square above which the balances contradict each other; `None` if nothing can be compared."""
        return None if self.chi_square is None else float(chdtri(self.redundant, UNLIKELY))

    @property
    def consistent(self) -> bool:
        """Whether redundant balances are known not to contradict each other; without tolerances they must be equal."""
        if self.probability is None:
            return not self.redundant or bool(np.abs(self.residuals).max() <= ROUNDING * self.size)
        return self.probability >= UNLIKELY

    @property
    def coordinates(self) -> dict[str, Measured]:
        """Known coordinates x, y, z in the link's frame, m."""
        found = zip(self.seen, self.budget.values.tolist(), self.budget.half_width.tolist(), strict=True)
        each = {direction_text(axis): Measured(value, "m", width) for axis, value, width in found}
        return {name: each[name] for name in "xyz" if name in each}

    @property
    def least_visible(self) -> tuple[FloatArray, Measured]:
        """Direction (3,) with the largest tolerance, and the coordinate along it, m."""
        _, vectors = np.linalg.eigh(self.budget.covariance)
        worst = vectors[:, -1]
        direction = _signed(worst @ self.seen)
        half_width = float(np.sqrt(worst @ self.budget.covariance @ worst))
        return direction, Measured(float(direction @ self.seen.T @ self.budget.values), "m", half_width)


def center_of_gravity(
    balances: Sequence[PlaneBalance], datums: Mapping[str, Measured] | None = None
) -> CenterOfGravity:
    """Compute the center of gravity by weighted least squares.

    The weights are the inverse squares of the half widths. An error of a shared datum is common to its balances.

    Args:
        balances: one or more balances.
        datums: distance of each datum from the frame's origin along the direction of its balances, m, by name.

    Raises:
        MeasurementError: there is no balance, a distance or tolerance has an impossible size, or a datum is not given,
            not used, or used in different directions.
    """
    given = dict(datums or {})
    if not balances:
        raise MeasurementError("no balance is given; expected one per axis, such as 'x: 68 ± 2 mm'")
    for balance in balances:
        if balance.datum and balance.datum not in given:
            raise MeasurementError(
                f"{balance.name} is measured from {balance.datum!r}, which is not given; the datums are "
                f"{', '.join(given) or 'none'}"
            )
        first = next(other for other in balances if other.datum == balance.datum)
        if balance.datum and not np.allclose(first.direction, balance.direction, rtol=0.0, atol=1e-9):
            raise MeasurementError(
                f"{balance.name} and {first.name} are measured from the datum {balance.datum!r} in different "
                "directions; write a distance to the other side as a negative one, or name another datum"
            )
    unused = given.keys() - {balance.datum for balance in balances}
    if unused:
        raise MeasurementError(f"no balance is measured from the datum {', '.join(sorted(unused))}; leave it out")
    normals = np.array([balance.direction for balance in balances])
    readings = {balance.name: balance.distance for balance in balances} | {
        f"datum {name}": reading for name, reading in given.items()
    }
    for name, reading in readings.items():
        small = 0.0 < reading.half_width < SMALLEST_M
        if small or not abs(reading.value) + reading.half_width < LARGEST_M:
            raise MeasurementError(
                f"{name} is {reading}: expected less than {LARGEST_M:g} m, and no tolerance or at least "
                f"{SMALLEST_M:g} m; look for a wrong unit"
            )
    shares = np.hstack([np.eye(len(balances)), *([[b.datum == name] for b in balances] for name in given)])
    widths = np.array([reading.half_width for reading in readings.values()])
    planes = shares @ np.array([reading.value for reading in readings.values()])

    seen, unseen = _subspaces(normals)
    whitening = np.linalg.inv(np.linalg.cholesky(_weighed(shares, widths, len(balances))))
    solver = np.linalg.pinv(whitening @ normals @ seen.T) @ whitening
    solver = np.where(np.abs(solver) > ROUNDING * np.abs(solver).max(), solver, 0.0)
    values = solver @ planes
    effects = {
        name: read_only(effect)
        for name, effect in zip(readings, (solver @ shares * widths).T, strict=True)
        if effect.any()
    }
    residuals = planes - normals @ seen.T @ values
    chi_square = None
    if len(balances) > len(seen) and widths.any():
        chi_square = float(np.sum((whitening @ residuals) ** 2))
    singular = np.linalg.svd(normals @ seen.T, compute_uv=False)
    condition = float(singular[0] / singular[-1])
    size = float(np.abs(planes).max())
    budget = Budget(read_only(values), effects)
    return CenterOfGravity(seen, unseen, budget, read_only(residuals), size, chi_square, condition)


def direction_text(direction: ArrayLike) -> str:
    """Return the name of a direction: ``x``, ``-y`` or ``(0.6, 0.8, 0)``."""
    numbers = np.atleast_1d(np.asarray(direction, dtype=np.float64))
    for axis, name in enumerate("xyz"):
        for sign, mark in ((1.0, ""), (-1.0, "-")):
            if numbers.shape == (3,) and np.allclose(numbers, sign * np.eye(3)[axis], rtol=0.0, atol=1e-9):
                return mark + name
    return f"({', '.join(f'{number + 0.0:.4g}' for number in np.round(numbers, 9))})"


def _weighed(shares: FloatArray, widths: FloatArray, count: int) -> FloatArray:
    """Return the covariance (N, N) of the planes' distances that determines the weights; it is never singular."""
    largest = float(widths.max()) or 1.0
    used = np.where(np.arange(len(widths)) < count, np.maximum(widths, EXACT * largest), widths)
    return np.asarray((shares * used**2) @ shares.T)


def _subspaces(normals: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return orthonormal directions that the normals see, and those that they do not see, near the axes if possible."""
    _, singular, rows = np.linalg.svd(normals, full_matrices=True)
    rank = int(np.sum(singular > PARALLEL * singular[0]))
    return _readable(rows[:rank]), _readable(rows[rank:])


def _readable(basis: FloatArray) -> FloatArray:
    """Return an orthonormal basis of the same subspace whose directions are as close to x, y and z as possible."""
    found: list[FloatArray] = []
    projector = basis.T @ basis
    for _ in basis:
        lengths = np.linalg.norm(projector, axis=0)
        axis = int(np.argmax(np.round(lengths, 9)))
        direction = _signed(projector[:, axis] / lengths[axis])
        found.append(direction)
        projector = projector - np.outer(direction, direction)
    order = sorted(found, key=lambda direction: int(np.argmax(np.abs(np.round(direction, 9)))))
    return np.array(order).reshape(-1, 3)


def _signed(direction: FloatArray) -> FloatArray:
    """Return the direction or its opposite, such that its largest component is positive."""
    rounded = np.where(np.abs(direction) < 1e-12, 0.0, direction)
    return np.asarray(rounded * np.sign(rounded[np.argmax(np.abs(np.round(rounded, 9)))]))

r"""Compute the force and moment at a link that explain external torques, and the directions that a pose does not show.

External torques are :math:`\tau = J^T F` for a wrench F (force and moment) at the origin of a link's frame. With the
length `LENGTH`, moments are divided by it, so that all elements of F are forces. A singular value of the scaled J is
the torque per newton in the direction of its left singular vector. Directions whose singular value is below `LEAST`
times the largest are not shown by this pose: a wrench in them hardly changes any torque. F has no part in them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import FloatArray, read_only
from ...errors import StateError

LENGTH = 0.1
"""Length that relates moments to forces, m."""

LEAST = 0.03
"""Smallest singular value of a direction that the pose shows, as a fraction of the largest."""

_AXES = ("x", "y", "z")

_NAMED = 0.02
"""Smallest element of a direction that its name contains."""


@dataclass(frozen=True, eq=False)
class ExternalWrench:
    """Wrench at the origin of a link's frame.

    Attributes:
        wrench: (6,) force (N) and moment (N·m), without the directions that are not shown.
        band: (6,) half width of its band in the directions that are shown.
        singular_values: (6,) torque per newton of each direction of `directions`, m, in falling order.
        directions: (6, 6) orthonormal columns; their moments are in units of `LENGTH` times 1 N.
        shown: number of directions, from the first column, that the pose shows.
        unexplained: (n,) external torque minus that of `wrench`, N·m. Where it exceeds the band of the torques, the
            contact is not at this link.
    """

    wrench: FloatArray
    band: FloatArray
    singular_values: FloatArray
    directions: FloatArray
    shown: int
    unexplained: FloatArray

    @property
    def hidden(self) -> tuple[str, ...]:
        """Names of the directions that the pose does not show, such as ``force along z``."""
        return tuple(direction_name(column) for column in self.directions.T[self.shown :])


def external_wrench(jacobian: ArrayLike, torque: ArrayLike, band: ArrayLike) -> ExternalWrench:
    """Return the wrench that explains external torques best: the least squares of the torques, smallest in size.

    Args:
        jacobian: (6, n) Jacobian of the link's origin (`DynamicModel.jacobian`), in the axes of the result.
        torque: (n,) external torques, N·m.
        band: (n,) half widths of their bands, N·m; independent of each other.

    Returns:
        The wrench in the axes of the Jacobian, with its band and the directions that are not shown.

    Raises:
        StateError: shapes do not fit, or values are not finite.
    """
    j, tau, width = (np.asarray(one, dtype=np.float64) for one in (jacobian, torque, band))
    if j.ndim != 2 or j.shape[0] != 6 or tau.shape != j.shape[1:] or width.shape != tau.shape:
        raise StateError(
            f"external wrench: expected a Jacobian (6, n) and n torques and bands, got shapes {j.shape}, {tau.shape} "
            f"and {width.shape}"
        )
    if not (np.isfinite(j).all() and np.isfinite(tau).all() and np.isfinite(width).all()):
        raise StateError("external wrench: Jacobian, torques and bands must be finite")
    scale = np.array([1.0, 1.0, 1.0, LENGTH, LENGTH, LENGTH])
    directions, values, modes = np.linalg.svd(j * scale[:, None])
    values = np.concatenate([values, np.zeros(6 - len(values))])
    shown = int((values > LEAST * values[0]).sum())
    # Rows of the scaled force's solution: F = U S⁻¹ Vᵀ τ in the directions that are shown.
    solution = scale[:, None] * (directions[:, :shown] / values[:shown]) @ modes[:shown]
    wrench = solution @ tau
    return ExternalWrench(
        wrench=read_only(wrench),
        band=read_only(np.sqrt(solution**2 @ width**2)),
        singular_values=read_only(values),
        directions=read_only(directions),
        shown=shown,
        unexplained=read_only(tau - j.T @ wrench),
    )


def direction_name(direction: ArrayLike) -> str:
    """Return the name of a direction (6,) of forces and scaled moments, such as ``moment about x`` or a combination."""
    values = np.asarray(direction, dtype=np.float64)
    parts = [_part("force along", values[:3]), _part("moment about", values[3:])]
    return " with ".join(part for part in parts if part)


def _part(words: str, vector: FloatArray) -> str:
    size = float(np.linalg.norm(vector))
    if size < _NAMED:
        return ""
    unit = vector / size
    main = int(np.argmax(np.abs(unit)))
    if abs(unit[main]) > 1.0 - 0.5 * _NAMED:
        return f"{words} {_AXES[main]}"
    unit = np.round(unit * np.sign(unit[main]), 2) + 0.0  # no -0.00
    return f"{words} ({', '.join(f'{value:.2f}' for value in unit)})"

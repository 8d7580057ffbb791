"""A load that was estimated, with standard errors, and what the motion does not show of it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray, read_only
from ...errors import StateError
from ...models.payload.payload import MODEL_FRAME, Payload

COMPACT = 0.15
"""Standard deviation of a load's radius of gyration, m: an inertia that the motion does not show is at most of this
size."""

MASS_SHOWN, CENTER_SHOWN = 0.1, 0.05
"""Largest standard errors of a mass, as a fraction of it, and of a center of mass, m, that the motion shows."""

INERTIA_SHOWN = 0.2
"""Largest standard error of an inertia that the motion shows, as a fraction of its trace."""

_AXES = ("x", "y", "z")
_TENSOR = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))
_PARALLEL = 2
"""Number of passes in which the size of an unknown inertia follows the estimated mass."""


@dataclass(frozen=True, eq=False)
class LoadEstimate:
    """A load on the last link, in the frame of this link in the model.

    Attributes:
        mass: kg.
        mass_error: its standard error, kg.
        center_of_mass: (3,) m; NaN without a positive mass.
        center_error: (3,) standard errors, m.
        center_covariance: (3, 3) m².
        covariance: (4, 4) covariance of mass and first moments, kg, kg·m.
        inertia: (3, 3) inertia about the center of mass, kg·m²; `None` if the motion does not show it.
        hidden: what the motion does not show, such as ``mass`` or ``center of mass along z``.
    """

    mass: float
    mass_error: float
    center_of_mass: FloatArray
    center_error: FloatArray
    center_covariance: FloatArray
    covariance: FloatArray
    inertia: FloatArray | None
    hidden: tuple[str, ...]

    @property
    def shown(self) -> bool:
        """Whether the motion shows mass and center."""
        return not self.hidden

    def covariance_in(self, frame: FloatArray) -> FloatArray:
        """Return the covariance (4, 4) of mass and first moments in another frame.

        Args:
            frame: (4, 4) pose of the last link's frame of the model in that frame.

        Returns:
            (4, 4) kg², kg²·m, kg²·m².
        """
        turn = np.eye(4)
        turn[1:, 1:], turn[1:, 0] = frame[:3, :3], frame[:3, 3]
        return np.asarray(turn @ self.covariance @ turn.T)

    def payload(self) -> Payload:
        """Return the payload with this mass, center and inertia; a point mass if the inertia is not shown.

        Returns:
            The payload in the frame of the last link of the model.

        Raises:
            StateError: the mass is not positive.
        """
        if not self.mass > 0.0:
            raise StateError(f"estimated load: expected a positive mass, got {self.mass:.3g} kg; nothing was gripped")
        inertia = np.zeros((3, 3)) if self.inertia is None else self.inertia
        return Payload(self.mass, self.center_of_mass, inertia, MODEL_FRAME)

    @classmethod
    def of(cls, mean: FloatArray, covariance: FloatArray) -> LoadEstimate:
        """Return the load with a distribution of its ten parameters.

        Args:
            mean: (10,) mass, first moments, inertia about the frame's origin.
            covariance: (10, 10).

        Returns:
            The load.
        """
        mean, covariance = _compact(mean, covariance)
        mass, variance = float(mean[0]), float(covariance[0, 0])
        error = math.sqrt(max(variance, 0.0))
        if not mass > 0.0:
            unknown, square = np.full(3, np.nan), np.full((3, 3), np.nan)
            plain = read_only(covariance[:4, :4])
            return cls(mass, error, read_only(unknown), read_only(unknown), read_only(square), plain, None, ("mass",))
        center = mean[1:4] / mass
        slope = np.hstack([-center[:, None], np.eye(3)]) / mass
        spread = slope @ covariance[:4, :4] @ slope.T
        return cls(
            mass=mass,
            mass_error=error,
            center_of_mass=read_only(center),
            center_error=read_only(np.sqrt(np.maximum(np.diag(spread), 0.0))),
            center_covariance=read_only(spread),
            covariance=read_only(covariance[:4, :4]),
            inertia=_shown_inertia(mean, covariance),
            hidden=_hidden(mass, error, spread),
        )


def _compact(mean: FloatArray, covariance: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Add that the inertia about the frame's origin is that of a compact body with the estimated mass and center."""
    found, left = mean, covariance
    for _ in range(_PARALLEL):
        mass = max(float(found[0]), 0.0) + math.sqrt(max(float(left[0, 0]), 0.0))
        center = found[1:4] / mass
        expected = np.array([_parallel(mass, center)[place] for place in _TENSOR])
        size = mass * (COMPACT**2 + 0.5 * float(center @ center))
        total = covariance[4:, 4:] + size**2 * np.eye(6)
        gain = np.linalg.solve(total, covariance[4:]).T
        found = mean + gain @ (expected - mean[4:])
        left = covariance - gain @ covariance[4:]
    return found, 0.5 * (left + left.T)


def _parallel(mass: float, center: FloatArray) -> FloatArray:
    return mass * (float(center @ center) * np.eye(3) - np.outer(center, center))


def _shown_inertia(mean: FloatArray, covariance: FloatArray) -> FloatArray | None:
    """Return the inertia (3, 3) about the center of mass if it is known well enough and that of a body."""
    tensor = np.zeros((3, 3))
    for value, (i, j) in zip(mean[4:], _TENSOR, strict=True):
        tensor[i, j] = tensor[j, i] = value
    own = tensor - _parallel(float(mean[0]), mean[1:4] / mean[0])
    moments = np.linalg.eigvalsh(own)
    error = math.sqrt(max(float(np.linalg.eigvalsh(covariance[4:, 4:])[-1]), 0.0))
    body = moments[0] > 0.0 and 2.0 * moments[-1] <= moments.sum()
    return read_only(own) if body and error <= INERTIA_SHOWN * float(moments.sum()) else None


def _hidden(mass: float, error: float, spread: FloatArray) -> tuple[str, ...]:
    names = ["mass"] if error > MASS_SHOWN * mass else []
    sizes, directions = np.linalg.eigh(spread)
    names += [
        f"center of mass {_along(direction)}"
        for size, direction in zip(sizes[::-1], directions.T[::-1], strict=True)
        if size > CENTER_SHOWN**2
    ]
    return tuple(names)


def _along(direction: FloatArray) -> str:
    main = int(np.argmax(np.abs(direction)))
    if abs(direction[main]) > 0.98:
        return f"along {_AXES[main]}"
    unit = np.round(direction * np.sign(direction[main]), 2) + 0.0
    return f"along ({', '.join(f'{value:.2f}' for value in unit)})"

"""Cause for a payload that differs from that of the model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ...arrays import FloatArray
from ...models.payload.payload import Payload, placed_payload
from ...models.recursive.regressor import LINK_PARAMETERS
from ..analysis.normal_equations import FLOOR, SURE, Fit, fit, freed_of
from ..analysis.residual_samples import ResidualSamples
from .cause import Cause, CauseSamples, Example, FittedCause, Tried, with_error
from .wrong_friction import WrongFriction

LONGEST_REACH = 1.0
"""Largest distance of a payload's center of mass from the origin of the last link's frame, m."""

_PLAIN_LOAD = 4
"""Number of payload parameters that slow motion shows: mass and three first moments."""

_SAME = 0.1
"""Relative difference of mass up to which the fitted change counts as the removal of the model's payload."""

_PLACES = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))
"""Indices of the parameters 4 to 9 in an inertia tensor."""


class WrongPayload(Cause):
    """A payload on the last link: ten parameters times the regressor's columns of that link.

    The payload is fitted together with friction, which is seldom known and must not be taken for a payload.
    """

    kind = "payload"
    headline = "The payload differs from that of the model"
    advice = (
        "Give the model the payload that the arm carried (--payload-mass, --payload-center; neither if it carried "
        "none)."
    )
    set_at_once = True
    resembles_masses = True
    width = len(LINK_PARAMETERS)

    @property
    def directions(self) -> FloatArray:
        """Directions (10 m + n, 10) of the parameters of the last link."""
        links = self.width * len(self.arm.links)
        return np.eye(links + self.arm.n)[:, links - self.width : links]

    def columns(self, samples: ResidualSamples) -> FloatArray:
        """Return the regressor's columns of the last link."""
        return samples.effects

    def possible(self, found: Fit) -> bool:
        """Return whether the payload is physical: positive mass, center within reach, consistent inertia.

        A mass of 0 is possible: a payload that was put down.
        """
        carried = self._carried()
        k = len(found.values)
        whole = carried[:k] + found.values
        mass, error = whole[0], found.errors[0]
        if mass < -SURE * error:
            return False
        if not carried[0] and found.values[0] < SURE * error:
            return False
        if mass > SURE * error and np.linalg.norm(whole[1:4]) / mass > LONGEST_REACH:
            return False
        return k < len(carried) or mass <= SURE * error or _is_body(whole, found.covariance)

    def candidates(self, sums: CauseSamples) -> Iterator[Tried]:
        """Fit the payload together with friction, with and without its inertia; keep the fit with less residual."""
        at = sums.at(type(self))
        free = freed_of(sums.grams, sums.at(WrongFriction))
        # Joints are weighted by their remaining residual, so that a joint with much noise does not hide the others.
        rough = fit(free, at[:_PLAIN_LOAD])
        weighed = free / (rough.left + FLOOR * free[..., -1, -1].sum() / self.arm.n)[:, None, None]
        # Slow motion shows mass and first moments only; a fit with inertia then fails in cross-validation.
        fits = (fit(weighed, at[:count]) for count in (_PLAIN_LOAD, len(at)))
        best = min(filter(self.possible, fits), key=lambda load: float(load.left.sum()), default=None)
        if best is not None and best.left.sum() < weighed[..., -1, -1].sum():
            judged = fit(weighed, at[: len(best.values)], judged=sums.grams)
            yield Tried(self.describe(best), sums.weights(at, -best.values), judged.unseen)

    def describe(self, found: Fit) -> FittedCause:
        """Describe mass and center of the payload, as a difference from the payload of the model."""
        mass, carried = float(found.values[0]), self.model.payload.mass
        values = {"mass_kg": mass, "mass_error_kg": float(found.errors[0])}
        center = found.values[1:4] / mass if mass else np.full(3, np.nan)
        for axis, name in enumerate("xyz"):
            # c = h / m, linearised.
            slope = np.zeros(len(found.values))
            slope[0], slope[1 + axis] = -center[axis] / mass, 1.0 / mass
            values[f"center_{name}_m"] = float(center[axis])
            values[f"center_{name}_error_m"] = float(np.sqrt(slope @ found.covariance @ slope))
        size = with_error(abs(mass), values["mass_error_kg"])
        place = ", ".join(f"{value:.3f}" for value in center).replace("-", "−")
        where = f"center of mass at ({place}) m in the frame of {self.arm.links[-1].name}"
        if mass > 0.0:
            more = f" in addition to the {carried:g} kg of the model" if carried else ""
            message = f"a payload of {size} kg{more}, {where}"
        elif carried and abs(mass + carried) < _SAME * carried:
            message = f"an arm without the model's payload of {carried:g} kg ({size} kg fits best)"
        else:
            message = f"a payload that is {size} kg lighter than that of the model, {where}"
        return FittedCause(self.kind, message, values, len(found.values))

    def example(self) -> Example:
        """Return a robot with a payload that the model does not have."""
        load = Payload.of(2.1, (0.02, -0.03, 0.11), (0.01, 0.012, 0.006, 0.0, 0.0, 0.0))
        true = {"mass_kg": 2.1, "center_x_m": 0.02, "center_y_m": -0.03, "center_z_m": 0.11}
        return Example(replace(self.model, payload=load), true)

    def _carried(self) -> FloatArray:
        """Return the parameters (10,) of the model's payload, about the frame of the last link."""
        payload = placed_payload(self.arm, self.model.payload)
        center = payload.center_of_mass
        origin = payload.inertia + payload.mass * (center @ center * np.eye(3) - np.outer(center, center))
        return np.array([payload.mass, *(payload.mass * center), *(origin[i, j] for i, j in _PLACES)])


def _is_body(body: FloatArray, covariance: FloatArray) -> bool:
    """Return whether ten inertial parameters are physically consistent, within their errors.

    Parameters are consistent if the pseudo-inertia matrix is positive semidefinite.
    """
    sizes, directions = np.linalg.eigh(_pseudo_inertia(body))
    lowest = directions[:, 0]
    slope = np.array([lowest @ _pseudo_inertia(one) @ lowest for one in np.eye(len(body))])
    return bool(sizes[0] > -SURE * np.sqrt(max(slope @ covariance @ slope, 0.0)))


def _pseudo_inertia(body: FloatArray) -> FloatArray:
    """Return the pseudo-inertia (4, 4): second moments, first moments and mass, about the frame's origin."""
    tensor = np.zeros((3, 3))
    for place, value in zip(_PLACES, body[4:], strict=True):
        tensor[place] = tensor[place[::-1]] = value
    result = np.empty((4, 4))
    result[:3, :3] = 0.5 * np.trace(tensor) * np.eye(3) - tensor
    result[3, :3] = result[:3, 3] = body[1:4]
    result[3, 3] = body[0]
    return result

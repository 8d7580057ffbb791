"""A payload that differs from that of the model, or a hand of the description that the robot does not have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from ...arm import Arm, load_arm
from ...arrays import FloatArray
from ...errors import Puma560Error
from ...models.payload.payload import Payload, placed_payload
from ...models.recursive.regressor import LINK_PARAMETERS, arm_parameters
from ..analysis.normal_equations import FLOOR, SURE, Fit, fit, freed_of, squares
from ..analysis.residual_samples import ResidualSamples
from .cause import Cause, CauseSamples, Example, FittedCause, Tried, with_error
from .wrong_friction import WrongFriction
from .wrong_motor_inertia import seldom_known

LONGEST_REACH = 1.0
"""Largest distance of a payload's center of mass from the origin of the last link's frame, m."""

_PLAIN_LOAD = 4
"""Number of payload parameters that slow motion shows: mass and three first moments."""

_SAME = 0.1
"""Relative difference of mass up to which the fitted change counts as the removal of the model's payload."""

_WHOLE = 0.4
"""Largest difference from 1 of the fraction of a body that is missing, from a fit with `seldom_known` columns."""

_NOT_SHOWN = 1e-12
"""Variance of a parameter relative to that of the mass, up to which the motion does not show the parameter."""

_PLACES = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))
"""Indices of the parameters 4 to 9 in an inertia tensor."""


class WrongPayload(Cause):
    """A payload on the last link: ten parameters times the regressor's columns of that link.

    The payload is fitted together with friction, which is seldom known and must not be taken for a payload.
    """

    kind = "payload"
    headline = "The payload differs from that of the model"
    advice = (
        "Give the model the payload that the arm carried (--payload-mass, --payload-center in this frame; neither if "
        "it carried none)."
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

        A mass of 0 is possible: a payload that was put down. A negative one is possible down to the mass of bodies that
        the description has on the last link: a hand that the robot does not have.
        """
        carried = self._carried()
        k = len(found.values)
        whole = carried[:k] + found.values
        mass, error = whole[0], found.errors[0]
        if mass < -SURE * error and mass < -self._removable - SURE * error:
            return False
        if not carried[0] and abs(mass) < SURE * error:
            return False
        if abs(mass) > SURE * error and np.linalg.norm(whole[1:4]) / abs(mass) > LONGEST_REACH:
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
        """Describe the payload that the arm carried, with its center of mass in the frame of the tip.

        The value ``mass_kg`` is the difference from the payload of the model.
        """
        difference, carried, tip = float(found.values[0]), self.model.payload.mass, self.arm.tip
        values = {"mass_kg": difference, "mass_error_kg": float(found.errors[0])}
        whole = self._carried()[: len(found.values)] + found.values
        without = carried and abs(difference + carried) < _SAME * carried
        body = found.values if without or whole[0] <= 0.0 else whole
        center, errors = self._center(body, found.covariance)
        for axis, name in enumerate("xyz"):
            values[f"center_{name}_m"], values[f"center_{name}_error_m"] = float(center[axis]), float(errors[axis])
        place = ", ".join(f"{value:.3f}" for value in center).replace("-", "−")
        where = f"center of mass at ({place}) m in the frame of {tip}"
        error = values["mass_error_kg"]
        if without:
            message = (
                f"an arm without the model's payload of {carried:g} kg ({with_error(-difference, error)} kg fits best)"
            )
        elif whole[0] > 0.0:
            instead = f" instead of the model's {carried:g} kg" if carried else ""
            message = f"a payload of {with_error(float(whole[0]), error)} kg{instead}, {where}"
        else:
            size = with_error(-difference, error)
            message = f"an arm without {size} kg that the description has on {self.arm.links[-1].name}, {where}"
        return FittedCause(self.kind, message, values, len(found.values))

    def _center(self, body: FloatArray, covariance: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the center of mass (3,) of fitted parameters in the frame of the tip, and its standard errors, m."""
        mass, frame = float(body[0]), self.arm.frames[-1]
        if not mass:
            return np.full(3, np.nan), np.full(3, np.nan)
        center = body[1:4] / mass
        slopes = np.zeros((3, len(body)))  # c = h / m, linearised
        slopes[:, 0], slopes[:, 1:4] = -center / mass, np.eye(3) / mass
        slopes = frame[:3, :3].T @ slopes
        errors = np.sqrt(np.maximum(np.einsum("ij,jk,ik->i", slopes, covariance, slopes), 0.0))
        return frame[:3, :3].T @ (center - frame[:3, 3]), errors

    def example(self) -> Example:
        """Return a robot with a payload that the model does not have."""
        load = Payload.of(2.1, (0.02, -0.03, 0.11), (0.01, 0.012, 0.006, 0.0, 0.0, 0.0))
        true = {"mass_kg": 2.1, "center_x_m": 0.02, "center_y_m": -0.03, "center_z_m": 0.11}
        return Example(replace(self.model, payload=load), true)

    @cached_property
    def _removable(self) -> float:
        """Return the mass of the bodies on the last link that the robot may not have, kg."""
        return max((float(body[0]) for body in removable_bodies(self.arm).values()), default=0.0)

    def _carried(self) -> FloatArray:
        """Return the parameters (10,) of the model's payload, about the frame of the last link."""
        payload = placed_payload(self.arm, self.model.payload)
        center = payload.center_of_mass
        origin = payload.inertia + payload.mass * (center @ center * np.eye(3) - np.outer(center, center))
        return np.array([payload.mass, *(payload.mass * center), *(origin[i, j] for i, j in _PLACES)])


class MissingBody(Cause):
    """A body that is fixed to the last moving link in the description, with everything that it carries."""

    kind = "missing_body"
    headline = "A body of the description is not on the robot"
    advice = "Leave it out with --without, or in the arm file with `without:`."
    set_at_once = True
    contained_in = (WrongPayload,)

    @cached_property
    def bodies(self) -> dict[str, FloatArray]:
        """Bodies that may be missing."""
        return removable_bodies(self.arm)

    def candidates(self, sums: CauseSamples) -> Iterator[Tried]:
        """Remove each body as a whole; yield the one that explains most."""
        places, tried = sums.at(WrongPayload), []
        free = freed_of(sums.grams, seldom_known(sums))
        if fit(free, places[:_PLAIN_LOAD]).values[0] >= 0.0:
            return  # nothing is missing; reading descriptions takes time
        for link, body in self.bodies.items():
            weights = sums.weights(places, body)
            if abs(self._missing_fraction(free.sum(axis=0), places, body) - 1.0) <= _WHOLE:
                tried.append(Tried(self.describe(link, body), weights, squares(sums.grams, weights)))
        yield from sorted(tried, key=lambda one: float(one.left.sum()))[:1]

    @staticmethod
    def _missing_fraction(free: FloatArray, places: Sequence[int], body: FloatArray) -> float:
        """Return the fraction of the body that is missing, from sums (n, p, p) freed of `seldom_known` columns."""
        at = list(places)
        own = np.einsum("i,jik,k->j", body, free[:, at][..., at], body)
        shared = free[:, at, -1] @ body
        left = free[:, -1, -1] - np.divide(shared**2, own, out=np.zeros_like(own), where=own > 0.0)
        # Joints are weighted by their remaining residual, so that one with much noise does not hide the others.
        weight = 1.0 / (left + FLOOR * free[:, -1, -1].mean() + 1e-300)
        return float(-(weight * shared).sum() / max((weight * own).sum(), 1e-300))

    def describe(self, link: str, body: FloatArray) -> FittedCause:
        """Describe the body by its link."""
        message = f"a robot without {link} of the description ({body[0]:.3g} kg)"
        return FittedCause(self.kind, message, {"mass_kg": float(body[0])}, 0)

    def example(self) -> Example | None:
        """Return a robot without the first of the bodies."""
        for link, body in self.bodies.items():
            return Example(replace(self.model, arm=without_body(self.arm, link)), {"mass_kg": float(body[0])})
        return None


def removable_bodies(arm: Arm) -> dict[str, FloatArray]:
    """Return bodies that the description of an arm has on its last link, with everything that they carry.

    Returns:
        Parameters (10,) of each, in the frame of the last link, by the name of its first link; empty for an arm without
        a description.
    """
    if arm.origin is None:
        return {}
    last = arm.links[-1].name
    whole = arm_parameters(load_arm(arm.origin))
    found: dict[str, FloatArray] = {}
    place = slice(len(whole) - arm.n - len(LINK_PARAMETERS), len(whole) - arm.n)
    for link in arm.end_frames:
        if link == last:
            continue
        try:
            bare = without_body(arm, link)
        except Puma560Error:
            continue  # a joint of the arm mimics one of that body
        if bare.joint_names != arm.joint_names:
            continue
        body = whole[place] - arm_parameters(bare)[place]
        # Of links that carry each other and have no mass, the last one is named.
        found = {name: one for name, one in found.items() if not np.array_equal(one, body)}
        if body[0] > 0.0:
            found[link] = np.asarray(body)
    return found


def without_body(arm: Arm, link: str) -> Arm:
    """Return the arm of a description without a link on the last one, and without everything that it carries.

    Raises:
        Puma560Error: the description without that link is no arm.
    """
    assert arm.origin is not None
    return load_arm(replace(arm.origin, tip=arm.links[-1].name, without=(*arm.origin.without, link)))


def _is_body(body: FloatArray, covariance: FloatArray) -> bool:
    """Return whether ten inertial parameters are physically consistent, within their errors.

    Parameters are consistent if the pseudo-inertia matrix is positive semidefinite. If the motion does not show all of
    them, as that of an arm with parallel axes, only the moments of inertia that it shows are checked: they must be at
    least those of the mass in its center.
    """
    shown = np.diag(covariance) > _NOT_SHOWN * covariance[0, 0]
    if not shown[4:].all():
        return all(_is_moment(body, covariance, axis) for axis in range(3) if shown[_moment(axis)])
    sizes, directions = np.linalg.eigh(_pseudo_inertia(body))
    lowest = directions[:, 0]
    slope = np.array([lowest @ _pseudo_inertia(one) @ lowest for one in np.eye(len(body))])
    return bool(sizes[0] > -SURE * np.sqrt(max(slope @ covariance @ slope, 0.0)))


def _moment(axis: int) -> int:
    """Return the index of the moment of inertia about an axis among the ten parameters."""
    return _PLACES.index((axis, axis)) + 4


def _is_moment(body: FloatArray, covariance: FloatArray, axis: int) -> bool:
    """Return whether the moment of inertia about an axis is at least that of the mass in its center, within errors."""
    mass, place = body[0], _moment(axis)
    across = body[1:4] * (np.arange(3) != axis)
    slope = np.zeros(len(body))
    slope[0], slope[1:4], slope[place] = across @ across / mass**2, -2.0 * across / mass, 1.0
    least = body[place] - across @ across / mass
    return bool(least > -SURE * np.sqrt(slope @ covariance @ slope))


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

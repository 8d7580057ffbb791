"""Prior: a normal distribution of the unknowns, with the values of the arm file and their tolerances.

A printed tolerance is one standard deviation, here called width. Values in the measured form (mass, center, inertia
about the center) are independent; their Jacobian gives the covariance in the linear form. A value without a tolerance
has a large width that depends on the size of the body, so that data can change it. If no value of the links has a
tolerance, as in a robot description, cross-validation chooses a common factor of these widths.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arm import Arm, Link
from ..arm.consistent import possible_arm
from ..arm.friction import arm_friction
from ..arm.friction_terms import FITTED, FRICTION_TERMS
from ..arrays import FloatArray, read_only
from ..models.assumed_limits import assumed_limits
from .bodies import ENTRIES, SIZE, linear, linear_form_jacobian, measured
from .unknowns import Unknowns

UNMEASURED = 0.5
"""Width of a mass, a moment or a motor inertia without tolerance, as a fraction of its value."""

ASYMMETRY = 0.3
"""Width of a product of inertia without a source, as a fraction of the geometric mean of its two moments."""

OFF_CENTER = 0.3
"""Width of a center of mass without tolerance, in radii of gyration."""

DRY_SHARE = 0.05
"""Smallest friction prior, as a fraction of the joint's maximum torque."""

LOAD = (3.0, 0.5, 0.1)
"""Width of an unknown load's mass, first moments and inertia about the frame of the last link: kg, kg·m, kg·m²."""

BRISK = 10.0
"""Acceleration by which the maximum torque is divided to get the width of an unknown motor inertia, rad/s² (m/s²).
A robot description has no motor inertia, and the rotor behind a gear may be the largest inertia of a joint."""

_MOMENT_PLACES = {(0, 0): 0, (1, 1): 1, (2, 2): 2, (0, 1): 3, (0, 2): 4, (1, 2): 5}


@dataclass(frozen=True, eq=False)
class Prior:
    """Mean and covariance of the unknowns.

    Attributes:
        mean: (p,) mean, with physically possible bodies.
        covariance: (p, p) covariance.
        guess: factor of `UNMEASURED`, `OFF_CENTER` and `ASYMMETRY` for links without tolerances.
    """

    mean: FloatArray
    covariance: FloatArray
    guess: float = 1.0

    @property
    def deviation(self) -> FloatArray:
        """Return the standard deviations (p,)."""
        return np.sqrt(np.diag(self.covariance))


def is_guess(arm: Arm) -> bool:
    """Return whether no value of the links has a tolerance, as in a robot description."""
    return not any(where.startswith("links.") and quantity.half_width for where, quantity in arm.quantities.items())


def prior(unknowns: Unknowns, guess: float = 1.0) -> Prior:
    """Return the prior of an arm.

    The mean has the bodies of `possible_arm`: physically possible bodies with the same torque as the arm file, if there
    are such bodies.

    Args:
        unknowns: unknowns of the arm.
        guess: factor of the standard deviations that are assumed for values without a tolerance.

    Raises:
        UnphysicalArmError: a link other than the first one has missing parameters.
    """
    arm = unknowns.arm
    mean = np.zeros(unknowns.size)
    covariance = np.zeros((unknowns.size, unknowns.size))
    for link, place in zip(possible_arm(arm).arm.links, unknowns.bodies, strict=False):
        body = measured(link)
        slope = linear_form_jacobian(body)
        mean[place] = linear(body)
        covariance[place, place] = (slope * body_widths(arm, link, guess) ** 2) @ slope.T
    widths = np.zeros(unknowns.size)
    mean[unknowns.motors] = arm.motor_inertia
    widths[unknowns.motors] = [
        _width(arm, f"motors.{name}.inertia", UNMEASURED * motor.inertia or max(motor.maximum_torque / BRISK, 1e-3))
        for name, motor in zip(arm.joint_names, arm.motors, strict=True)
    ]
    numbers = unknowns.places_of(unknowns.sought)
    mean[numbers], widths[numbers] = _friction(arm, unknowns.sought)
    if unknowns.load:
        widths[unknowns.bodies[-1]] = np.repeat(LOAD, (1, 3, 6))
    covariance[np.diag_indices(unknowns.size)] += widths**2
    return Prior(read_only(mean), read_only(covariance), guess)


def body_widths(arm: Arm, link: Link, guess: float = 1.0) -> FloatArray:
    """Return the standard deviations (10,) of a link in the measured form; `link` must be a possible body."""
    body = measured(link)
    moments = np.diag(link.inertia)
    where = f"links.{link.name}"
    widths = np.empty(SIZE)
    widths[0] = _width(arm, f"{where}.mass", guess * UNMEASURED * link.mass)
    radius = np.sqrt(moments.sum() / 2.0 / link.mass)
    for axis in range(3):
        widths[1 + axis] = _width(arm, f"{where}.center_of_gravity.{axis}", guess * OFF_CENTER * radius)
    for place, (i, j) in enumerate(ENTRIES, start=4):
        wide = UNMEASURED * body[place] if i == j else ASYMMETRY * np.sqrt(moments[i] * moments[j])
        widths[place] = _width(arm, f"{where}.inertia.{_MOMENT_PLACES[i, j]}", guess * wide)
    return widths


def _width(arm: Arm, path: str, wide: float) -> float:
    """Return the tolerance of a value in the arm file; `wide` if the value has no tolerance or a tolerance of 0."""
    quantity = arm.quantities.get(path)
    return wide if quantity is None or not quantity.half_width else quantity.half_width


def _friction(arm: Arm, sought: Sequence[str]) -> tuple[FloatArray, FloatArray]:
    """Return means and widths (n, k) of k parameters of the friction law.

    The mean of a parameter in `FITTED` is the value of the arm file, or the break-away torque of table 7 as dry
    friction. The mean of other parameters is always 0.
    """
    friction, _ = arm_friction(arm)
    assumed = assumed_limits(arm)
    means, widths = np.zeros((arm.n, len(sought))), np.zeros((arm.n, len(sought)))
    for index, (joint, motor) in enumerate(zip(arm.joints, arm.motors, strict=True)):
        # If the description has no effort limits, the torque of gravity gives the scale.
        most = motor.maximum_torque or (assumed[joint.name].torque or 0.0)
        scale = max(motor.break_away_torque, DRY_SHARE * most)
        found: dict[str, float] = {}
        for key in sought:
            term, size = FRICTION_TERMS[key], arm.motion_scale[index] ** FRICTION_TERMS[key].rate_power
            scaled = {
                name: width * arm.motion_scale[index] ** FRICTION_TERMS[name].rate_power
                for name, width in found.items()
            }
            found[key] = term.width(scale, joint.velocity / arm.motion_scale[index], scaled) / size
            if key in FITTED:
                found[key] = _width(arm, f"friction.{joint.name}.{key}", found[key])
        means[index] = [getattr(friction[index], key) if key in FITTED else 0.0 for key in sought]
        widths[index] = list(found.values())
    return means, widths

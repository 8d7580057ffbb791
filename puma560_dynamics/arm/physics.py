"""Check the parameters of an arm: impossible values are errors, doubtful values are warnings.

A violated triangle inequality is a warning, not an error: a measured inertia may violate it within its tolerance, as
that of link 3 of the paper, and all torques are still well defined. `puma560_dynamics.arm.consistent` computes an
equivalent arm that physics engines accept.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from .arm import Arm
from .friction_terms import FRICTION_TERMS
from .parts import Link

ROUNDING = 1e-12
"""Rounding error of moments, as a fraction of the largest principal moment."""


@dataclass(frozen=True, slots=True)
class PhysicsReport:
    """Findings about an arm. Each sentence states what is wrong, where, and what was expected.

    Attributes:
        errors: sentences on impossible values.
        warnings: sentences on doubtful values, such as an inertia that violates the triangle inequality.
    """

    errors: tuple[str, ...]
    warnings: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether there are no errors; warnings are allowed."""
        return not self.errors


def triangle_deficit(link: Link) -> float:
    """Return by how much the largest principal moment exceeds the sum of the other two, kg·m² (0 if it does not).

    No mass distribution has a positive deficit. A deficit within rounding is returned as 0, because flat bodies (such
    as three bodies of the Stanford Arm of Kane and Levinson) satisfy the inequality with equality.
    """
    moments = np.linalg.eigvalsh(link.inertia)
    deficit = float(2.0 * moments[-1] - moments.sum())
    return deficit if deficit > ROUNDING * float(moments[-1]) else 0.0


def check_physics(arm: Arm) -> PhysicsReport:
    """Check masses, inertias, limits and motors of an arm.

    Args:
        arm: the arm.

    Returns:
        Errors (impossible values) and warnings (doubtful values), each a sentence.
    """
    errors: list[str] = []
    warnings: list[str] = []
    if not math.isfinite(arm.gravity):
        errors.append(f"gravity: expected a finite number in m/s^2, got {arm.gravity}")
    check_links(arm, errors, warnings)
    for joint, motor in zip(arm.joints, arm.motors, strict=True):
        if not joint.lower < joint.upper:
            errors.append(
                f"joints.{joint.name}: lower limit {joint.lower:.6g} {joint.unit} is not below the upper "
                f"{joint.upper:.6g} {joint.unit}"
            )
        if not joint.velocity > 0.0:
            errors.append(
                f"joints.{joint.name}.velocity: expected a positive limit, got {joint.velocity:.6g} {joint.unit}/s"
            )
        if not motor.maximum_torque > 0.0:
            errors.append(
                f"motors.{joint.name}.maximum_torque: expected a positive number, got {motor.maximum_torque:.6g} "
                f"{joint.effort_unit}"
            )
        if not 0.0 <= motor.break_away_torque < motor.maximum_torque:
            errors.append(
                f"motors.{joint.name}.break_away_torque: expected 0 to below the maximum torque, "
                f"got {motor.break_away_torque:.6g} {joint.effort_unit}"
            )
        if not motor.inertia >= 0.0:
            unit = "kg" if joint.slides else "kg m^2"
            errors.append(f"motors.{joint.name}.inertia: expected 0 or more, got {motor.inertia:.6g} {unit}")
        if motor.gear_ratio == 0.0:
            errors.append(f"motors.{joint.name}.gear_ratio: expected a number other than 0")
    for joint, friction in zip(arm.joints, arm.friction, strict=False):
        for key, term in FRICTION_TERMS.items():
            if not term.signed and not getattr(friction, key) >= 0.0:
                errors.append(f"friction.{joint.name}.{key}: expected 0 or more, got {getattr(friction, key):.6g}")
    return PhysicsReport(tuple(errors), tuple(warnings))


def check_links(arm: Arm, errors: list[str], warnings: list[str]) -> None:
    """Check masses and inertias of `arm`; append findings to `errors` and `warnings`."""
    for index, link in enumerate(arm.links):
        if link.incomplete and index:
            errors.append(
                f"links.{link.name}: {', '.join(link.incomplete)} not given; only the first link may leave them open"
            )
        elif link.incomplete:
            warnings.append(f"links.{link.name}: {', '.join(link.incomplete)} not given; {_what_is_missing(arm)}")
        _check_link(link, errors, warnings, described=arm.origin is not None)


def _what_is_missing(arm: Arm) -> str:
    """Describe the effect of the missing entries of link 1 on the torques."""
    first = arm.chain.joints[0]
    if "mass" in arm.links[0].incomplete and first.slides:
        return "the force of joint 1 does not include its mass: weigh it"
    axis = np.array([0.0, -math.sin(first.alpha), math.cos(first.alpha)])
    across = float(np.linalg.norm(np.cross(axis, arm.gravity_direction)))
    if "mass" in arm.links[0].incomplete and across > ROUNDING:
        return (
            "the base is tilted, and the gravity torque of joint 1 does not include the weight of this link: weigh it, "
            "and give mass and center of gravity"
        )
    return "no torque depends on them, as gravity acts along the axis of joint 1"


def _check_link(link: Link, errors: list[str], warnings: list[str], *, described: bool) -> None:
    """Check one link; a link of a robot description (`described`) may have no mass, since it may be virtual."""
    where = f"links.{link.name}"
    if link.mass < 0.0 or (link.mass == 0.0 and "mass" not in link.incomplete and not described):
        errors.append(f"{where}.mass: expected a positive number in kg, got {link.mass:.6g}")
    moments = np.linalg.eigvalsh(link.inertia)
    scale = max(float(np.abs(moments).max()), np.finfo(float).tiny)
    if moments[0] < -ROUNDING * scale:
        errors.append(
            f"{where}.inertia: expected a tensor without negative principal moments, its smallest is "
            f"{moments[0]:.6g} kg m^2"
        )
    deficit = triangle_deficit(link)
    if deficit > 0.0 and not link.incomplete:
        warnings.append(
            f"{where}.inertia: violates the triangle inequality by {deficit:.6g} kg m^2 "
            f"(principal moments {', '.join(f'{moment:.6g}' for moment in moments)}); torques are computed from "
            "these numbers; physics engines may refuse them and get a corrected inertia"
        )


HEAVIEST = 1000.0
"""Largest plausible mass of one link, kg."""

SMALLEST = 5e-4
"""Smallest plausible radius of gyration, m."""

SHORTEST = 0.1
"""Lower bound of the reach in plausibility checks, m."""

BROADEST = 0.25
"""Radius of gyration that every link may have, m: hands and motors are larger than the distance of two joints."""

LONGEST = 2.0
"""Distance from its joint up to which a center of gravity is not doubted, m: the last link of an arm has no length."""

MOST_TURNS = 2.0
"""Largest plausible angle of a joint with stops, turns."""

FASTEST = 100.0
"""Largest plausible velocity limit of an arm's joint, rad/s; descriptions write 1000 or more for none."""

INERTIA_UNITS = {"g m^2": 1e-3, "kg cm^2": 1e-4, "kg mm^2": 1e-6, "g cm^2": 1e-7, "g mm^2": 1e-9}
"""Units of inertia that CAD programs use, with their factors to kg·m²."""


def implausible_numbers(arm: Arm) -> Iterator[str]:
    """Yield a remark on each mass, center of gravity or inertia that does not suit its link, and on strange limits."""
    reach = reach_of(arm)
    lengths = [math.hypot(joint.a, joint.d) for joint in arm.chain.joints[1:]]
    for link, length in zip(arm.links, [*lengths, float(np.linalg.norm(arm.frames[-1][:3, 3]))], strict=True):
        yield from _of_link(link, reach, length)
    turns = {
        joint.name: max(abs(joint.lower), abs(joint.upper)) / (2.0 * math.pi)
        for joint in arm.joints
        if not joint.slides and not joint.continuous
    }
    many = [name for name, count in turns.items() if count > MOST_TURNS]
    if many:
        yield (
            f"the position limits of {', '.join(many)} allow {max(turns.values()):.3g} turns; probably they are in "
            "degrees: write them in rad, or use type continuous for a joint without stops"
        )
    fast = [joint.name for joint in arm.joints if not joint.slides and joint.velocity > FASTEST]
    if fast:
        yield (
            f"the velocity limits of {', '.join(fast)} are above {FASTEST:g} rad/s, so that the torque gate hardly "
            "limits their velocity; give those of the data sheet in rad/s"
        )


def reach_of(arm: Arm) -> float:
    """Return an upper bound of the distance that an arm can reach, m."""
    length = sum(math.hypot(joint.a, joint.d) for joint in arm.chain.joints)
    strokes = [max(abs(joint.lower), abs(joint.upper)) for joint in arm.chain.joints if joint.slides]
    tip = float(np.linalg.norm(arm.frames[-1][:3, 3]))
    return max(length + tip + sum(stroke for stroke in strokes if math.isfinite(stroke)), SHORTEST)


def _of_link(link: Link, reach: float, length: float) -> Iterator[str]:
    """Yield the remarks on a link of an arm that reaches `reach` m, with `length` m from its joint to the next."""
    size = f"on an arm that reaches {reach:.3g} m"
    if link.mass > HEAVIEST:
        yield f"link {link.name!r} has {link.mass:.6g} kg; probably the number is in g ({link.mass / 1000:.4g} kg)"
    away = float(np.linalg.norm(link.center_of_gravity))
    if away > max(2.0 * reach, LONGEST):
        yield (
            f"the center of gravity of link {link.name!r} is {away:.4g} m away from its joint, {size}; probably the "
            f"number is in mm ({away / 1000:.4g} m)"
        )
    if not link.mass > 0.0:
        return
    gyration = math.sqrt(max(0.5 * float(np.trace(link.inertia)), 0.0) / link.mass)
    extent = max(length, 2.0 * away, BROADEST)
    if gyration > extent:
        fits = {
            unit: radius
            for unit, factor in INERTIA_UNITS.items()
            if SMALLEST <= (radius := gyration * math.sqrt(factor)) <= extent
        }
        likely = ", ".join(f"in {unit} ({radius:.2g} m)" for unit, radius in fits.items())
        yield (
            f"the inertia of link {link.name!r} has a radius of gyration of {gyration:.3g} m, and the link itself is "
            f"about {extent:.2g} m long"
            + (f"; probably the number is {likely}" if likely and gyration > reach else "; check the number")
        )
    elif 0.0 < gyration < SMALLEST:
        yield (
            f"the inertia of link {link.name!r} has a radius of gyration of {1000 * gyration:.2g} mm; check its unit, "
            "or leave it out for a point mass"
        )

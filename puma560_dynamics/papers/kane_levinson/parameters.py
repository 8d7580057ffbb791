"""Parameters of an arm in the paper's symbols: lengths L1 to L6, masses mA to mF, moments A1 to F3, g."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from ...arm import Arm
from ...errors import UnsupportedArmError

ORDER = (0, 1, 3, 4, 5, 2)
"""Indices of the paper's q1 to q6 in the order of the chain, in which q6 (prismatic) is between q2 and q3."""

SIGNS = (1.0, -1.0, -1.0, -1.0, -1.0, -1.0)
"""Signs of joint torques relative to tau1 to tau5 and sigma, which except tau1 act on the inboard body."""

SYMBOLS = (
    "g", "L1", "L2", "L3", "L4", "L5", "L6", "mB", "mC", "mD", "mE", "mF",
    *(f"{body}{axis}" for body in "ABCDEF" for axis in "123"),
)  # fmt: skip
"""Names of the parameters; the mass of A does not appear in the equations, because its center is at rest."""

_ALPHA = (0.0, -math.pi / 2, math.pi / 2, 0.0, -math.pi / 2, math.pi / 2)
_AXES = ("312", "321", "312", "312", "321", "312")
"""Numbers of the paper's axes along x, y, z of our frames, for bodies A to F."""


def stanford_parameters(arm: Arm) -> Mapping[str, float]:
    """Return the values of `SYMBOLS` for `arm`, SI units.

    Raises:
        UnsupportedArmError: the arm does not have the paper's structure; the message lists all differences.
    """
    _check(arm)
    found = {
        "g": arm.gravity,
        "L1": arm.joints[1].d,
        "L2": arm.joints[3].d,
        "L3": float(arm.links[5].center_of_gravity[2]),
        "L4": arm.joints[0].d,
        "L5": arm.joints[3].d + float(arm.links[3].center_of_gravity[2]),
        "L6": -float(arm.links[4].center_of_gravity[1]),
    }
    for body, link, axes in zip("ABCDEF", arm.links, _AXES, strict=True):
        found[f"m{body}"] = link.mass
        for axis, moment in zip(axes, np.diag(link.inertia).tolist(), strict=True):
            found[f"{body}{axis}"] = moment
    return MappingProxyType({name: found[name] for name in SYMBOLS})


def _check(arm: Arm) -> None:
    problems: list[str] = []
    if [joint.slides for joint in arm.joints] != [False, False, True, False, False, False]:
        raise UnsupportedArmError(
            f"Kane and Levinson's equations hold for six joints of which only the third is prismatic, unlike those of "
            f"{arm.name}; use load_arm('stanford1983') or model 'newton_euler'"
        )
    if not arm.upright:
        problems.append(f"gravity_direction = {arm.gravity_direction.tolist()} (expected an upright base)")
    for index, (joint, alpha) in enumerate(zip(arm.joints, _ALPHA, strict=True)):
        if abs(joint.alpha - alpha) > 1e-12:
            problems.append(f"joints.{joint.name}.alpha = {joint.alpha:.6g} rad (expected {alpha:.6g})")
        if joint.a != 0.0:
            problems.append(f"joints.{joint.name}.a = {joint.a:.6g} m (expected 0)")
        if index in (2, 4, 5) and joint.d != 0.0:
            problems.append(f"joints.{joint.name}.d = {joint.d:.6g} m (expected 0)")
    # A* may be anywhere on the first axis; B* and C* are the origins of their frames.
    for index, axes in ((0, "xy"), (1, "xyz"), (2, "xyz"), (3, "xy"), (4, "xz"), (5, "xy")):
        link = arm.links[index]
        problems += [
            f"links.{link.name}.center_of_gravity {axis} = {value:.6g} m (expected 0)"
            for axis, value in zip("xyz", link.center_of_gravity.tolist(), strict=True)
            if axis in axes and value != 0.0
        ]
    for link in arm.links:
        if np.any(link.inertia - np.diag(np.diag(link.inertia))):
            problems.append(f"links.{link.name}.inertia has products of inertia (expected principal axes)")
    for joint, motor in zip(arm.joints, arm.motors, strict=True):
        if motor.inertia != 0.0:
            problems.append(f"motors.{joint.name}.inertia = {motor.inertia:.6g} (the paper's arm has no motors)")
    if problems:
        raise UnsupportedArmError(
            "Kane and Levinson's equations cannot represent this arm: " + "; ".join(problems)
            + "; use model 'newton_euler' or 'pinocchio' for it"
        )  # fmt: skip

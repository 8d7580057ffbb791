"""Units of an arm file: which are known in place of which SI unit, and those of each kind of joint."""

from __future__ import annotations

import math
from collections.abc import Mapping

from .parts import PRISMATIC

UNITS = {
    "rad": {"rad": 1.0, "deg": math.pi / 180.0},
    "rad/s": {"rad/s": 1.0, "deg/s": math.pi / 180.0},
    "m": {"m": 1.0, "mm": 1e-3},
    "m/s": {"m/s": 1.0, "mm/s": 1e-3},
    "kg": {"kg": 1.0, "g": 1e-3},
    "kg m^2": {"kg m^2": 1.0},
    "N": {"N": 1.0},
    "N s/m": {"N s/m": 1.0},
    "N m": {"N m": 1.0},
    "N m s/rad": {"N m s/rad": 1.0},
    "N m s^2/rad^2": {"N m s^2/rad^2": 1.0},
    "N s^2/m^2": {"N s^2/m^2": 1.0},
    "m/s^2": {"m/s^2": 1.0},
    "N m/A": {"N m/A": 1.0},
    "1": {"1": 1.0},
}
"""By SI unit: the units that may stand in its place, with their factors."""

_SLIDING = {
    "N m s^2/rad^2": "N s^2/m^2",
    "rad": "m",
    "rad/s": "m/s",
    "kg m^2": "kg",
    "N m": "N",
    "N m s/rad": "N s/m",
    "m": "m",
    "1": "1",
    "N m/A": "N m/A",
}
"""Units of a prismatic joint in place of those of a revolute one; the twist alpha stays an angle."""


def units_of(units: Mapping[str, str], kind: str) -> dict[str, str]:
    """Units of the numbers of a joint.

    Args:
        units: SI units of a revolute joint's numbers, by name.
        kind: of the joint, `REVOLUTE` or `PRISMATIC`.
    """
    return {key: _SLIDING[unit] if kind == PRISMATIC else unit for key, unit in units.items()}

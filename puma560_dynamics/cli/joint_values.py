"""Parse poses, velocities and accelerations of the command line: one value per joint, with units."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ..errors import StateError

if TYPE_CHECKING:
    from ..arm import Arm
    from ..arrays import FloatArray


class Units(NamedTuple):
    """Accepted units of revolute and of prismatic joints, with their factors to SI units; the SI unit comes first."""

    turning: dict[str, float]
    sliding: dict[str, float]


_DEGREE = math.pi / 180.0


def _units(suffixes: tuple[str, ...]) -> Units:
    turning = {"rad": 1.0, "deg": _DEGREE, "°": _DEGREE}
    sliding = {"m": 1.0, "cm": 1e-2, "mm": 1e-3}
    return Units(
        *({name + end: factor for name, factor in one.items() for end in suffixes} for one in (turning, sliding))
    )


POSITION, VELOCITY, ACCELERATION = _units(("",)), _units(("/s",)), _units(("/s^2", "/s²"))
"""Units of each quantity."""

_ITEM = re.compile(r"\s*(?P<value>[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)\s*(?P<unit>[a-zA-Z°][^,]*?)?\s*")

EXAMPLE = "'0, -30, 60, 10, 40, 0 deg'"
"""A pose as it is written on the command line."""


def parse_joint_values(option: str, text: str, arm: Arm, units: Units) -> FloatArray:
    """Parse one value per joint, separated by commas: ``0, -30, 60 deg`` or ``10 deg, 20 deg, 0.3 m``.

    A value without unit has the unit of the last value, if this is a unit of its kind of joint, and else the SI unit.

    Args:
        option: name of the option, for messages.
        text: the values.
        arm: the arm.
        units: accepted units.

    Returns:
        (n,) values in SI units, rad or m.

    Raises:
        StateError: the number of values is not the number of joints, or a value is not a finite number with a unit
            of its joint.
    """
    import numpy as np

    items = [_ITEM.fullmatch(item) for item in text.split(",")]
    if len(items) != arm.n:
        raise StateError(
            f"{option} {text!r} has {len(items)} value(s); expected {arm.n}, separated by commas, for "
            f"{', '.join(arm.joint_names)}"
        )
    last = items[-1]["unit"] if items[-1] else None
    found = []
    for joint, item, written in zip(arm.joints, items, text.split(","), strict=True):
        known = units.sliding if joint.slides else units.turning
        if item is None or not math.isfinite(float(item["value"])):
            raise StateError(f"{option}: {written.strip()!r} is not a finite number; write values as {EXAMPLE}")
        unit = item["unit"] or (last if last in known else next(iter(known)))
        if unit not in known or (item["unit"] is None and last is not None and last not in {**units[0], **units[1]}):
            raise StateError(
                f"{option}: unit {unit if unit not in known else last!r} does not fit {joint.name}; use one of "
                f"{', '.join(known)}"
            )
        found.append(float(item["value"]) * known[unit])
    return np.array(found)


def beyond_limits(arm: Arm, q: FloatArray, qd: FloatArray) -> Iterator[str]:
    """Yield a sentence for each joint whose position or velocity is beyond a limit of the arm; limits of 0 are unknown.

    Args:
        arm: the arm.
        q: (n,) positions, rad (m).
        qd: (n,) velocities, rad/s (m/s).
    """
    for joint, position, speed in zip(arm.joints, q.tolist(), qd.tolist(), strict=True):
        factor, unit = (1.0, " m") if joint.slides else (1.0 / _DEGREE, "°")
        if not (joint.continuous or joint.without_limits or joint.lower <= position <= joint.upper):
            yield (
                f"{joint.name} at {factor * position:.6g}{unit} is beyond its limits of "
                f"{factor * joint.lower:.6g}{unit} to {factor * joint.upper:.6g}{unit}"
            )
        if abs(speed) > joint.velocity > 0.0:
            yield (
                f"{joint.name} at {factor * speed:.6g}{unit}/s is beyond its velocity limit of "
                f"{factor * joint.velocity:.6g}{unit}/s"
            )


def values_text(arm: Arm, values: FloatArray, per: str = "") -> str:
    """Return values as text, in degrees (m for prismatic joints), such as ``0, -30, 60°``.

    Args:
        arm: the arm.
        values: (n,) values in SI units.
        per: what follows the unit, such as ``"/s"``.
    """
    parts = []
    for joint, value in zip(arm.joints, values.tolist(), strict=True):
        parts.append(f"{value:.6g} m{per}" if joint.slides else f"{value / _DEGREE:.6g}°{per}")
    return ", ".join(parts)

"""Parse poses, velocities and accelerations of the command line: one value per joint, with units."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import StateError
from .completion import completes

if TYPE_CHECKING:
    from ..arm import Arm
    from ..arrays import FloatArray


class Units(NamedTuple):
    """Accepted units of revolute and of prismatic joints, with factors to SI units; the default, in SI, is first."""

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

LARGEST_WITHOUT_UNIT = 4.0 * math.pi
"""Largest position of a revolute joint that may have no unit, rad: larger numbers are degrees by mistake."""

_ITEM = re.compile(r"\s*(?P<value>[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)\s*(?P<unit>[a-zA-Z°][^,]*?)?\s*")

_NEXT = re.compile(r"\s+(?=[-+.\d]|nan|inf)")
"""Space between two values."""

_ANGLES = (0, -30, 60, 10, 40, 0)

EXAMPLE = repr(f"{', '.join(map(str, _ANGLES))} deg")
"""A pose as it is written on the command line."""

POSE_WORDS = f"one value per joint, e.g. {EXAMPLE}; rad (m) without unit"
"""How a pose is given, for help texts."""


def add_joint_values(parser: argparse._ActionsContainer, option: str, about: str, **more: Any) -> None:
    """Add an option with one value per joint, which `parse_joint_values` reads.

    Args:
        parser: parser or group of the command.
        option: name of the option.
        about: help text.
        more: further arguments of `add_argument`.
    """
    completes(parser.add_argument(option, nargs="+", metavar="VALUE", help=about, **more), tuple, files=False)


def parse_joint_values(option: str, given: str | Sequence[str], arm: Arm, units: Units) -> FloatArray:
    """Parse one value per joint, separated by commas or spaces: ``0, -30, 60 deg``, ``0 -30 60``, ``10 deg, 0.3 m``.

    A value without unit has the unit of the last value if this is a unit of its kind of joint, else the SI unit.

    Args:
        option: name of the option, for messages.
        given: the values as one text, or as the words of the command line.
        arm: the arm.
        units: accepted units.

    Returns:
        (n,) values in SI units, rad or m.

    Raises:
        StateError: the number of values is not the number of joints, a value is not a finite number with a unit
            of its joint, or a position without unit can only be meant in degrees.
    """
    import numpy as np

    text = given if isinstance(given, str) else " ".join(given)
    if "," not in text:
        text = _NEXT.sub(", ", text.strip())
    items = [_ITEM.fullmatch(item) for item in text.split(",")]
    example = _example(arm, units)
    if not any(items):
        raise StateError(f"{option}: {text!r} has no numbers; write values as {example}")
    if len(items) != arm.n:
        raise StateError(
            f"{option}: expected {arm.n} numbers, one for each of {', '.join(arm.joint_names)}, such as {example}; "
            f"got {len(items)} in {text!r:.80}"
        )
    last = items[-1]["unit"] if items[-1] else None
    found, too_large = [], ""
    for joint, item, written in zip(arm.joints, items, text.split(","), strict=True):
        known = units.sliding if joint.slides else units.turning
        if item is None or not math.isfinite(float(item["value"])):
            raise StateError(f"{option}: {written.strip()!r} is not a finite number; write values as {example}")
        unit = item["unit"] or (last if last in known else next(iter(known)))
        if unit not in known or (item["unit"] is None and last is not None and last not in {**units[0], **units[1]}):
            raise StateError(
                f"{option}: {unit if unit not in known else last!r} is no unit for {joint.name}; use one of "
                f"{', '.join(known)}"
            )
        value = float(item["value"])
        if units is POSITION and unit == "rad" != last and not item["unit"] and abs(value) > LARGEST_WITHOUT_UNIT:
            too_large = too_large or f"{joint.name} at {value:g} rad is {math.degrees(value):.0f}°"
        found.append(value * known[unit])
    if too_large:  # after the checks of all units
        raise StateError(
            f"{option}: {too_large}; if degrees are meant, write the unit after the last value, as in {example}, "
            "otherwise rad"
        )
    return np.array(found)


def _example(arm: Arm, units: Units) -> str:
    """Return values of all joints as they are written on the command line, such as ``'0, -30, 60 deg'``."""
    turning, sliding = next(name for name in units.turning if name.startswith("deg")), next(iter(units.sliding))
    written = [
        (f"{(n + 1) / 10:g}", sliding) if joint.slides else (str(_ANGLES[n % len(_ANGLES)]), turning)
        for n, joint in enumerate(arm.joints)
    ]
    same = len({unit for _, unit in written}) == 1
    parts = [f"{value} {unit}" if not same or n == arm.n else value for n, (value, unit) in enumerate(written, 1)]
    return repr(", ".join(parts))


def values_text(arm: Arm, values: FloatArray, per: str = "") -> str:
    """Return values as text, in degrees (m for prismatic joints), such as ``0°, -30°, 60°``.

    They are rounded to 0.0001° and 1 µm.

    Args:
        arm: the arm.
        values: (n,) values in SI units.
        per: what follows the unit, such as ``"/s"``.
    """
    parts = []
    for joint, value in zip(arm.joints, values.tolist(), strict=True):
        shown, unit = (round(value, 6), " m") if joint.slides else (round(value / _DEGREE, 4), "°")
        parts.append(f"{shown + 0.0:.6g}{unit}{per}")  # 0.0: no -0
    return ", ".join(parts)

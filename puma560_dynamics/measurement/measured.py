"""Readings: numbers with unit and tolerance as they are written down, and the readings of an arm."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ..arm import Arm, Link
from ..arm.parts import Tolerance, parse_tolerance
from ..errors import MeasurementError

UNITS = {
    "kg": {"kg": 1.0, "g": 1e-3},
    "m": {"m": 1.0, "cm": 1e-2, "mm": 1e-3},
    "s": {"s": 1.0, "ms": 1e-3, "min": 60.0},
    "rad": {"rad": 1.0, "deg": math.pi / 180.0, "°": math.pi / 180.0},
    "kg m^2": {"kg m^2": 1.0},
    "N m/rad": {"N m/rad": 1.0, "N m/deg": 180.0 / math.pi},
    "N m": {"N m": 1.0},
    "m/s^2": {"m/s^2": 1.0},
    "1": {"": 1.0, "1": 1.0},
}
"""SI unit of a reading -> units in which it may be written -> factor."""

_READING = re.compile(
    r"\s*(?P<value>[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)"
    r"\s*(?P<tolerance>(?:±|\+-|\+/-)(?:[^a-zA-Z°]|(?<=[\d.])[eE](?=[-+]?\d))*)?\s*(?P<unit>[a-zA-Z°].*)?"
)


@dataclass(frozen=True, slots=True)
class Measured:
    """A number with its tolerance.

    Attributes:
        value: in SI units (angles in rad).
        unit: the SI unit.
        half_width: of the tolerance band, in `unit`; 0 where none is stated.
    """

    value: float
    unit: str
    half_width: float = 0.0

    def __str__(self) -> str:
        unit = "" if self.unit == "1" else f" {self.unit}"
        return f"{self.value:.5g}{f' ± {self.half_width:.2g}' if self.half_width else ''}{unit}"


def parse_measured(text: str, unit: str) -> Measured:
    """Read ``6.04±1%``, ``0.35 ± 0.001``, ``6.04 +- 0.01 + 1% kg``, ``12 ± 0.5 mm`` or a plain number.

    Args:
        text: number, tolerance as in an arm file (absolute, relative or both), unit; the last two may be missing.
        unit: SI unit of the result, in which a number without a unit is taken.

    Raises:
        MeasurementError: the text is anything else, or its unit is of another kind.
    """
    match = _READING.fullmatch(text)
    if match is None:
        raise MeasurementError(f"{text!r} is not a reading; write it as '6.04 ± 0.01 + 1% kg', '0.35+-0.001' or '6.04'")
    known = UNITS[unit]
    given = (match["unit"] or unit).strip()
    if given not in known:
        raise MeasurementError(
            f"{text!r}: unit {given!r} is not known here; use one of {', '.join(sorted(filter(None, known)))}"
        )
    tolerance = Tolerance(0.0, 0.0, "")
    if match["tolerance"]:
        try:
            tolerance = parse_tolerance(re.sub(r"\A(\+-|\+/-)", "±", match["tolerance"].strip()))
        except ValueError as error:
            raise MeasurementError(f"{text!r}: {error}") from None
    value = float(match["value"])
    if not math.isfinite(value) or not math.isfinite(tolerance.of(value)):
        raise MeasurementError(f"{text!r} is not finite; give a number in {unit}")
    factor = known[given]
    return Measured(value * factor, unit, tolerance.of(value) * factor)


def positive(name: str, reading: Measured) -> None:
    """Check that a reading is above zero by more than its tolerance.

    Raises:
        MeasurementError: it is not.
    """
    if not reading.value - reading.half_width > 0.0:
        raise MeasurementError(
            f"{name} is {reading}: expected a positive number and a tolerance below it; measure it again"
        )


def link_readings(arm: Arm) -> dict[str, Measured]:
    """Mass, center of gravity and inertia of every body by path; half width 0 where the file has no tolerance."""
    return {
        path: Measured(quantity.value, quantity.unit, quantity.half_width or 0.0)
        for path, quantity in arm.quantities.items()
        if path.startswith(("links.", "assemblies."))
    }


def varied_link(link: Link, path: str, readings: Mapping[str, float]) -> Link:
    """Return `link` with the readings under `path` (as ``"links.link3"``); its other readings are kept."""
    center, inertia = np.array(link.center_of_gravity), np.array(link.inertia)
    for axis in range(3):
        center[axis] = readings.get(f"{path}.center_of_gravity.{axis}", center[axis])
        inertia[axis, axis] = readings.get(f"{path}.inertia.{axis}", inertia[axis, axis])
    for index, (i, j) in enumerate(((0, 1), (0, 2), (1, 2)), start=3):
        inertia[i, j] = inertia[j, i] = readings.get(f"{path}.inertia.{index}", inertia[i, j])
    return replace(link, mass=readings.get(f"{path}.mass", link.mass), center_of_gravity=center, inertia=inertia)


def varied_arm(arm: Arm, readings: Mapping[str, float]) -> Arm:
    """Return `arm` with links according to other readings."""
    return arm.with_(links=tuple(varied_link(link, f"links.{link.name}", readings) for link in arm.links))

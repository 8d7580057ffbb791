"""Parse readings (values with unit and tolerance), and get the readings of an arm file."""

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
    "kg m^2": {"kg m^2": 1.0, "kg cm^2": 1e-4, "g cm^2": 1e-7},
    "N m/rad": {"N m/rad": 1.0, "N m/deg": 180.0 / math.pi},
    "N m": {"N m": 1.0, "mN m": 1e-3},
    "N": {"N": 1.0, "kN": 1e3},
    "A": {"A": 1.0, "mA": 1e-3},
    "V": {"V": 1.0, "mV": 1e-3},
    "%": {"%": 1.0},
    "counts": {"counts": 1.0},
    "m/s^2": {"m/s^2": 1.0},
    "kg/m^3": {"kg/m^3": 1.0, "g/cm^3": 1e3},
    "1": {"": 1.0, "1": 1.0},
}
"""Accepted units with their conversion factors, by SI unit."""

_READING = re.compile(
    r"\s*(?P<value>[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)"
    r"\s*(?P<tolerance>(?:±|\+-|\+/-)(?:[^a-zA-Z°]|(?<=[\d.])[eE](?=[-+]?\d))*)?\s*(?P<unit>[a-zA-Z°].*)?"
)


@dataclass(frozen=True, slots=True)
class Measured:
    """A value with its tolerance.

    Attributes:
        value: value in SI units (angles in rad).
        unit: SI unit of the value.
        half_width: half width of the tolerance band, in `unit`; 0 without tolerance.
    """

    value: float
    unit: str
    half_width: float = 0.0

    def __str__(self) -> str:
        unit = "" if self.unit == "1" else f" {self.unit}"
        return f"{self.value:.5g}{f' ± {self.half_width:.2g}' if self.half_width else ''}{unit}"


def parse_measured(text: str, unit: str) -> Measured:
    """Parse a reading: ``6.04±1%``, ``0.35 ± 0.001``, ``6.04 +- 0.01 + 1% kg``, ``12 ± 0.5 mm`` or a plain number.

    A repeated reading is ``43.31; 43.36; 43.28 ± 0.02 s``. Its value is the mean. Its tolerance is the given one or the
    repeatability (the largest deviation from the mean), whichever is larger.

    Args:
        text: one or several numbers, optional tolerance as in an arm file (absolute, relative or both) and optional
            unit.
        unit: SI unit of the result, and default unit of the text.

    Raises:
        MeasurementError: the text has a different form, or its unit cannot be converted to `unit`.
    """
    *before, last = text.split(";")
    match = _READING.fullmatch(last)
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
    repeated = [*(_number(each, text) for each in before), float(match["value"])]
    value = sum(repeated) / len(repeated)
    half_width = max(tolerance.of(value), *(abs(each - value) for each in repeated))
    if not math.isfinite(value) or not math.isfinite(half_width):
        raise MeasurementError(f"{text!r} is not finite; give a number in {unit}")
    factor = known[given]
    return Measured(value * factor, unit, half_width * factor)


def _number(text: str, whole: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise MeasurementError(
            f"{whole!r}: {text.strip()!r} is not a number; write a repeated reading as '43.31; 43.36; 43.28 ± 0.02 s'"
        ) from None


def positive(name: str, reading: Measured) -> None:
    """Raise if a reading is not above zero by more than its tolerance.

    Raises:
        MeasurementError: the lower end of the tolerance band is not above zero.
    """
    if not reading.value - reading.half_width > 0.0:
        raise MeasurementError(
            f"{name} is {reading}: expected a positive number and a tolerance below it; measure it again"
        )


def link_readings(arm: Arm) -> dict[str, Measured]:
    """Return mass, center of gravity and inertia of all links and assemblies as readings, by path in the arm file."""
    return {
        path: Measured(quantity.value, quantity.unit, quantity.half_width or 0.0)
        for path, quantity in arm.quantities.items()
        if path.startswith(("links.", "assemblies."))
    }


def varied_link(link: Link, path: str, readings: Mapping[str, float]) -> Link:
    """Return a copy of `link` with the values of `readings` that are below `path` (such as ``"links.link3"``)."""
    center, inertia = np.array(link.center_of_gravity), np.array(link.inertia)
    for axis in range(3):
        center[axis] = readings.get(f"{path}.center_of_gravity.{axis}", center[axis])
        inertia[axis, axis] = readings.get(f"{path}.inertia.{axis}", inertia[axis, axis])
    for index, (i, j) in enumerate(((0, 1), (0, 2), (1, 2)), start=3):
        inertia[i, j] = inertia[j, i] = readings.get(f"{path}.inertia.{index}", inertia[i, j])
    return replace(link, mass=readings.get(f"{path}.mass", link.mass), center_of_gravity=center, inertia=inertia)


def varied_arm(arm: Arm, readings: Mapping[str, float]) -> Arm:
    """Return a copy of `arm` whose links have the values of `readings`, by path in the arm file."""
    return arm.with_(links=tuple(varied_link(link, f"links.{link.name}", readings) for link in arm.links))

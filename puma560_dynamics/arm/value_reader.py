"""Read numbers of an arm file with unit, tolerance and source; error messages have the file and the path in it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..arithmetic import number_of
from ..arrays import FloatArray
from ..errors import ArmFileError
from .parts import PRISMATIC, Quantity, Tolerance, parse_tolerance

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
"""Accepted units for each SI unit, with their conversion factors."""

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
"""Unit for a prismatic joint, by the unit for a revolute joint. (The twist alpha remains an angle.)"""


def units_of(units: Mapping[str, str], kind: str) -> dict[str, str]:
    """Return the SI units of a joint's parameters, by name.

    Args:
        units: SI units for a revolute joint, by name of the parameter.
        kind: kind of the joint, `REVOLUTE` or `PRISMATIC`.
    """
    return {key: _SLIDING[unit] if kind == PRISMATIC else unit for key, unit in units.items()}


LARGEST = 1e9
"""Largest accepted number, in SI units."""


def listed_names(names: Iterable[Any], most: int = 4) -> str:
    """Return a list of the first `most` names for a message; long names are shortened."""
    each = [str(name)[:40] for name in names]
    return ", ".join(each[:most]) + (f" and {len(each) - most} more" if len(each) > most else "")


class ValueReader:
    """Reader of numbers and mappings of an arm file; it stores every number with unit, tolerance and source.

    Args:
        path: path of the file, for error messages.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.quantities: dict[str, Quantity] = {}

    def fail(self, where: str, problem: str) -> ArmFileError:
        """Return the error for a problem at the path `where` in the file."""
        return ArmFileError(f"{self.path}: {where}: {problem}")

    def mapping(self, data: Any, where: str, known: Iterable[str] | None = None) -> Mapping[str, Any]:
        """Return `data` if it is a mapping, with only keys in `known` if given; otherwise raise."""
        if not isinstance(data, Mapping):
            kind = "nothing" if data is None else type(data).__name__
            raise self.fail(where, f"expected a mapping, got {kind}; see config/akb1986.yaml")
        if known is not None:
            unknown = sorted(set(map(str, data)) - set(known))
            if unknown:
                hint = "; is that a decimal comma? Write a point" if any(key.isdigit() for key in unknown) else ""
                raise self.fail(
                    where, f"unknown entry {listed_names(unknown)}; known are {', '.join(sorted(known))}{hint}"
                )
        return data

    def unit_vector(self, data: Any, where: str) -> FloatArray:
        """Read a (3,) vector of length 1 within 1e-3, and normalise it."""
        values = self.numbers(data, where, "1", (3,))
        vector = np.array([math.nan if value is None else value for value in values])
        length = float(np.linalg.norm(vector))
        if not abs(length - 1.0) < 1e-3:
            raise self.fail(where, f"expected a vector of length 1, as [0, 0, -1], got length {length:.6g}")
        return vector if length == 1.0 else vector / length

    def scalars(
        self, data: Any, where: str, units: Mapping[str, str], before: Mapping[str, float] | None = None
    ) -> dict[str, float]:
        """Read numbers by name, each in its unit; missing numbers are taken from `before`."""
        entry, kept = self.mapping(data, where, units), before or {}
        missing = [key for key in units if key not in entry and key not in kept]
        if missing:
            raise self.fail(where, f"missing {', '.join(missing)}; give a number for each")
        return {
            key: self.number(entry[key], f"{where}.{key}", unit) if key in entry else kept[key]
            for key, unit in units.items()
        }

    def number(self, data: Any, where: str, unit: str) -> float:
        """Read one number in SI units."""
        value = self.numbers(data, where, unit, (1,))[0]
        if value is None:
            raise self.fail(where, f"expected a number in {unit}, got nothing")
        return value

    def numbers(self, data: Any, where: str, unit: str, lengths: tuple[int, ...]) -> list[float | None]:
        """Read one number or a list of numbers, and store each as a `Quantity` in `quantities`.

        Args:
            data: a number, a list, or a mapping with ``value``, ``unit``, ``tolerance`` and ``source``.
            where: path in the file, the key in `quantities`.
            unit: SI unit, a key of `UNITS`; also the default unit of the file.
            lengths: accepted lengths of the list.

        Returns:
            Numbers in SI units; `None` for a number that the file does not give.

        Raises:
            ArmFileError: a wrong length, an unknown unit, or a value that is not a finite number.
        """
        entry = data if isinstance(data, Mapping) else {"value": data}
        self.mapping(entry, where, ("value", "unit", "tolerance", "source"))
        given_unit = str(entry.get("unit", unit))
        if given_unit not in UNITS[unit]:
            raise self.fail(
                where, f"unit {given_unit!r} is not known here; use one of {', '.join(sorted(UNITS[unit]))}"
            )
        factor = UNITS[unit][given_unit]
        raw = entry.get("value")
        values = raw if isinstance(raw, list) else [raw]
        if len(values) not in lengths:
            wanted = " or ".join(map(str, lengths))
            raise self.fail(where, f"expected {wanted} number(s) in {unit}, got {len(values)}")
        tolerances = entry.get("tolerance")
        each = tolerances if isinstance(tolerances, list) else [tolerances] * len(values)
        if len(each) != len(values):
            raise self.fail(where, f"expected one tolerance or {len(values)}, got {len(each)}")
        result: list[float | None] = []
        for index, (value, printed) in enumerate(zip(values, each, strict=True)):
            number = self._float(value, where, unit)
            result.append(None if number is None else number * factor)
            if number is not None:
                key = where if len(values) == 1 else f"{where}.{index}"
                tolerance = self._tolerance(printed, where, factor)
                self.quantities[key] = Quantity(number * factor, unit, tolerance, str(entry.get("source", "")))
        return result

    def _float(self, value: Any, where: str, unit: str) -> float | None:
        if value is None:
            return None
        number, reason = value, ""
        if isinstance(value, bool) or not isinstance(value, int | float):
            try:
                number = number_of(value)
            except ValueError as error:
                number, reason = math.nan, f" ({error})" if str(error) else ""
        if not abs(number) < LARGEST:
            got = f"{str(value)[:80]!r}{reason}"
            raise self.fail(where, f"expected a finite number in {unit} below {LARGEST:g}, got {got}")
        return float(number)

    def _tolerance(self, printed: Any, where: str, factor: float) -> Tolerance | None:
        if printed is None:
            return None
        try:
            tolerance = parse_tolerance(str(printed))
        except ValueError as error:
            raise self.fail(where, str(error)) from None
        return Tolerance(tolerance.absolute * factor, tolerance.relative, tolerance.printed)

"""One number with its unit, its tolerance as the paper prints it, and its source."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

_NUMBER = r"(?P<number>\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+)"
_PLUS = re.compile(r"(?<!\d[eE])\+")
"""A plus sign between two terms, and not that of an exponent."""

_TERM = re.compile(rf"±?\s*{_NUMBER}\s*(?P<percent>%?)")


@dataclass(frozen=True, slots=True)
class Tolerance:
    """A printed tolerance: an absolute part (in the unit of its number) plus a relative part.

    Attributes:
        absolute: absolute part, in the unit of the number it belongs to.
        relative: relative part, 0.01 for one per cent.
        printed: the text it was read from.
    """

    absolute: float
    relative: float
    printed: str

    def of(self, value: float) -> float:
        """Half width of the tolerance band of `value`, in the unit of `value`."""
        return self.absolute + self.relative * abs(value)


def parse_tolerance(text: str) -> Tolerance:
    """Read a tolerance as printed: ``±0.003``, ``±25%``, ``±0.01 + 1%``.

    Raises:
        ValueError: the text is anything else.
    """
    absolute = relative = 0.0
    for term in _PLUS.split(str(text)):
        match = _TERM.fullmatch(term.strip())
        if match is None:
            raise ValueError(f"tolerance {text!r} is not of the form '±0.003', '±5%' or '±0.01 + 1%'")
        number = float(match["number"])
        if match["percent"]:
            relative += number / 100.0
        else:
            absolute += number
    return Tolerance(absolute, relative, str(text))


def printed_tolerance(width: float, digits: int = 3) -> str:
    """Print a half width so that `parse_tolerance` reads it back.

    Args:
        width: half width, in the unit of its number.
        digits: significant digits.

    Returns:
        ``±0.003``; empty where the width is not finite, for no tolerance.
    """
    return f"±{width:.{digits}g}" if math.isfinite(width) else ""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A measured or assumed number.

    Attributes:
        value: in SI units (angles in rad).
        unit: the SI unit of `value`.
        tolerance: as printed, `None` where the source gives none.
        source: table, equation or assumption it came from.
    """

    value: float
    unit: str
    tolerance: Tolerance | None = None
    source: str = ""

    @property
    def half_width(self) -> float | None:
        """Half width of the tolerance band in the unit of `value`, `None` where none is known."""
        return None if self.tolerance is None else self.tolerance.of(self.value)

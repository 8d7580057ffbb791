"""One number with its unit, its tolerance as the paper prints it, and its source."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NUMBER = r"(?P<number>\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+)"
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
    for term in str(text).split("+"):
        match = _TERM.fullmatch(term.strip())
        if match is None:
            raise ValueError(f"tolerance {text!r} is not of the form '±0.003', '±5%' or '±0.01 + 1%'")
        number = float(match["number"])
        if match["percent"]:
            relative += number / 100.0
        else:
            absolute += number
    return Tolerance(absolute, relative, str(text))


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

"""Exact numbers: what is written as a decimal is meant as that decimal."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

_QUARTERS = ((1, 0), (0, 1), (-1, 0), (0, -1))

SNAP = 1e-9
"""Radians by which an angle may miss a quarter turn and still be meant as one."""


def exact(value: Any) -> Any:
    """A float as the shortest decimal that reads back as it; anything else unchanged.

    0.4318 becomes 2159/5000 rather than the binary fraction beside it: sums of such numbers cancel
    where they cancel on paper. It differs from the float by less than half a unit in its last place.
    """
    return Fraction(repr(float(value))) if isinstance(value, float) else value


def cos_sin(angle: float, snap: float = SNAP) -> tuple[Fraction, Fraction]:
    """Cosine and sine of a constant angle (rad), exactly on the unit circle, exact at quarter turns.

    Other angles are taken from the rational parametrization of the circle by the tangent of the half
    angle, so that c² + s² = 1 holds without rounding; both differ from the true values by about 1e-16.
    """
    turns = angle / (math.pi / 2)
    quarter = round(turns)
    if abs(angle - quarter * (math.pi / 2)) <= snap:
        whole = _QUARTERS[quarter % 4]
        return Fraction(whole[0]), Fraction(whole[1])
    # The tangent of at most an eighth of a turn, on top of quarter turns, keeps the numbers small.
    t = Fraction(math.tan((angle - quarter * (math.pi / 2)) / 2)).limit_denominator(10**17)
    c, s = (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)
    qc, qs = _QUARTERS[quarter % 4]
    return qc * c - qs * s, qs * c + qc * s

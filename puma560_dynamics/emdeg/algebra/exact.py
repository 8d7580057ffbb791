"""Exact numbers: what is written as a decimal is meant as that decimal."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from ...errors import ChainError

_QUARTERS = ((1, 0), (0, 1), (-1, 0), (0, -1))

SNAP = 1e-9
"""Radians by which an angle may miss a quarter turn and still be meant as one."""


WIDEST_SNAP = 0.1
"""Radians: a wider snap would take an arm for another."""

ROUNDED = 1e-15
LIKELY = 1e-3
"""Radians: less from a quarter turn is a double's rounding, less than this may well be meant as one."""


def checked_snap(value: float) -> float:
    """A number that `rational_cos_sin` takes as snap.

    Raises:
        ChainError: it is no angle from 0 to 0.1 rad.
    """
    if not 0 <= value <= WIDEST_SNAP:
        raise ChainError(f"snap is {value:g}; give an angle from 0 to {WIDEST_SNAP:g} rad, e.g. 1e-4")
    return value


def exact(value: Any) -> Any:
    """A float as the shortest decimal that reads back as it; anything else unchanged.

    0.4318 becomes 2159/5000 rather than the binary fraction next to it: sums of such numbers cancel
    where they cancel on paper. It differs from the float by less than half a unit in its last place.
    """
    return Fraction(repr(float(value))) if isinstance(value, float) else value


def exact_tuple(values: Iterable[Any]) -> tuple[Any, ...]:
    """Return the values with each float as the decimal that it stands for, see `exact`."""
    return tuple([exact(value) for value in values])


def rational_cos_sin(angle: float, snap: float = SNAP) -> tuple[Fraction, Fraction]:
    """Cosine and sine of a constant angle (rad), exactly on the unit circle, exact at quarter turns.

    Other angles are taken from the rational parametrization of the circle by the tangent of the half
    angle, so that c² + s² = 1 holds without rounding; both differ from the true values by about 1e-16.
    """
    turns = angle / (math.pi / 2)
    quarter = round(turns)
    if abs(angle - quarter * (math.pi / 2)) <= snap:
        whole = _QUARTERS[quarter % 4]
        return Fraction(whole[0]), Fraction(whole[1])
    # The tangent of at most an eighth of a turn, on top of quarter turns, keeps the numbers small. It comes from the
    # library's sine and cosine of the whole angle: pi / 2 is rounded, and several of it add up.
    qc, qs = _QUARTERS[quarter % 4]
    cosine, sine = math.cos(angle), math.sin(angle)
    t = Fraction((qc * sine - qs * cosine) / (1 + qc * cosine + qs * sine)).limit_denominator(10**17)
    c, s = (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)
    return qc * c - qs * s, qs * c + qc * s


def near_quarter(where: str, angle: float, snap: float) -> str | None:
    """A remark on an angle that is probably meant as a quarter turn, or None.

    Args:
        where: whose angle it is.
        angle: rad.
        snap: rad by which it may miss a quarter turn and is taken as one.
    """
    quarter = round(angle / (math.pi / 2)) * (math.pi / 2)
    off = abs(angle - quarter)
    if ROUNDED < off <= snap:
        return f"{where}: {angle!r} rad is taken as {math.degrees(quarter):g}°, {off:.2g} rad away"
    if max(snap, ROUNDED) < off < LIKELY:
        option = f"1e{math.floor(math.log10(off)) + 1}"
        return (
            f"{where}: {angle!r} rad misses {math.degrees(quarter):g}° by {off:.2g} rad and is taken as written; "
            f"--snap {option} takes it as that, which spares many terms"
        )
    return None

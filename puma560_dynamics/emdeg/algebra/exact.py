"""Convert to exact numbers: decimals to fractions, angles to rational cosines and sines on the unit circle."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ...errors import ChainError

_QUARTERS = ((1, 0), (0, 1), (-1, 0), (0, -1))

SNAP = 1e-9
"""Default distance from a multiple of 90° within which an angle is rounded to that multiple, rad."""


WIDEST_SNAP = 0.1
"""Largest permitted snap distance, rad; more would change the geometry of the arm."""

ROUNDED = 1e-15
"""Distance from a multiple of 90° that is explained by floating-point rounding, rad."""

LIKELY = 1e-3
"""Distance from a multiple of 90° below which an angle is probably meant as that multiple, rad."""


def checked_snap(value: float) -> float:
    """Return `value` if it is a valid snap distance for `rational_cos_sin`.

    Raises:
        ChainError: the value is not an angle from 0 to 0.1 rad.
    """
    if not 0 <= value <= WIDEST_SNAP:
        raise ChainError(f"snap is {value:g}; give an angle from 0 to {WIDEST_SNAP:g} rad, e.g. 1e-4")
    return value


def exact(value: Any) -> Any:
    """Convert a float to the fraction of its shortest decimal representation; return other values unchanged.

    0.4318 becomes 2159/5000 and not the nearest binary fraction, so that sums cancel where they cancel on paper. The
    result differs from the float by at most half a unit in the last place.
    """
    return Fraction(repr(float(value))) if isinstance(value, float) else value


def exact_tuple(values: Iterable[Any]) -> tuple[Any, ...]:
    """Return the values as a tuple, with each float converted by `exact`."""
    return tuple([exact(value) for value in values])


def rational_cos_sin(angle: float, snap: float = SNAP) -> tuple[Fraction, Fraction]:
    """Return rational cosine and sine of a constant angle (rad) with c² + s² = 1 exactly.

    Angles within `snap` (rad) of a multiple of 90° get 0 and ±1. Others use the rational parametrization of the circle
    by the tangent of the half angle; cosine and sine then differ from the true values by about 1e-16.
    """
    turns = angle / (math.pi / 2)
    quarter = round(turns)
    if abs(angle - quarter * (math.pi / 2)) <= snap:
        whole = _QUARTERS[quarter % 4]
        return Fraction(whole[0]), Fraction(whole[1])
    # The angle is split into a multiple of 90° and a rest of at most 45°, whose half-angle tangent t is small. t is
    # computed from sine and cosine of the whole angle, because multiples of the rounded pi / 2 add up errors.
    qc, qs = _QUARTERS[quarter % 4]
    cosine, sine = math.cos(angle), math.sin(angle)
    t = Fraction((qc * sine - qs * cosine) / (1 + qc * cosine + qs * sine)).limit_denominator(10**17)
    c, s = (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)
    return qc * c - qs * s, qs * c + qc * s


def near_quarter(where: str, angle: float, snap: float) -> str | None:
    """Return a remark on an angle that is close to a multiple of 90° but not equal to it, or None.

    Args:
        where: description of the angle, for the remark.
        angle: the angle, rad.
        snap: distance within which `rational_cos_sin` rounds the angle to a multiple of 90°, rad.
    """
    quarter = round(angle / (math.pi / 2)) * (math.pi / 2)
    off = abs(angle - quarter)
    if ROUNDED < off <= snap:
        return f"{where}: {angle!r} rad is rounded to {math.degrees(quarter):g}°, {off:.2g} rad away"
    if max(snap, ROUNDED) < off < LIKELY:
        option = f"1e{math.floor(math.log10(off)) + 1}"
        return (
            f"{where}: {angle!r} rad misses {math.degrees(quarter):g}° by {off:.2g} rad and is used as written; "
            f"--snap {option} rounds it, so that the model has fewer terms"
        )
    return None


BITS = 320
"""Binary digits after the point of the fixed-point numbers below."""

_ONE = 1 << BITS


def cosine_and_sine(angle: Fraction) -> tuple[Fraction, Fraction]:
    """Return cosine and sine of an angle (rad) with errors below 2^-300 for angles up to 10^6."""
    quarter = _pi() // 2
    scaled = round(angle * _ONE)
    turns = (2 * scaled + quarter) // (2 * quarter)
    rest = scaled - turns * quarter
    c, s = _series(rest, even=True), _series(rest, even=False)
    c, s = ((c, s), (-s, c), (-c, -s), (s, -c))[turns % 4]
    return Fraction(c, _ONE), Fraction(s, _ONE)


def _series(x: int, even: bool) -> int:
    """Sum the Taylor series of the cosine (even powers) or the sine, in fixed-point numbers."""
    term = _ONE if even else x
    total, k = 0, 1 if even else 2
    while term:
        total += term
        term = -(term * x >> BITS) * x // (_ONE * k * (k + 1))
        k += 2
    return total


@lru_cache(maxsize=1)
def _pi() -> int:
    """Compute pi as a fixed-point number by Machin's formula, with 64 guard bits."""
    more = 64
    return 4 * (4 * _arc_cotangent(5, more) - _arc_cotangent(239, more)) >> more


def _arc_cotangent(x: int, more: int) -> int:
    power = (_ONE << more) // x
    total, k = 0, 1
    while power:
        total += power // k if k % 4 == 1 else -(power // k)
        power //= x * x
        k += 2
    return total

"""Exact numbers: decimals as fractions, cosines and sines on the unit circle."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
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
    """Return the value if `rational_cos_sin` takes it as snap.

    Raises:
        ChainError: it is no angle from 0 to 0.1 rad.
    """
    if not 0 <= value <= WIDEST_SNAP:
        raise ChainError(f"snap is {value:g}; give an angle from 0 to {WIDEST_SNAP:g} rad, e.g. 1e-4")
    return value


def exact(value: Any) -> Any:
    """Return a float as the shortest decimal that reads back as the same float; return anything else unchanged.

    0.4318 becomes 2159/5000 rather than the binary fraction next to it: sums of such numbers cancel
    where they cancel on paper. It differs from the float by less than half a unit in its last place.
    """
    return Fraction(repr(float(value))) if isinstance(value, float) else value


def exact_tuple(values: Iterable[Any]) -> tuple[Any, ...]:
    """Return the values with each float as the decimal that it stands for, see `exact`."""
    return tuple([exact(value) for value in values])


def rational_cos_sin(angle: float, snap: float = SNAP) -> tuple[Fraction, Fraction]:
    """Return cosine and sine of a constant angle (rad), exactly on the unit circle, exact at quarter turns.

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
    """Return a remark on an angle that is probably meant as a quarter turn, or None.

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


BITS = 320
"""Binary digits after the point."""

_ONE = 1 << BITS


def cosine_and_sine(angle: Fraction) -> tuple[Fraction, Fraction]:
    """Return cosine and sine of an angle in rad, each within 2^-300 for angles below 10^6."""
    quarter = _pi() // 2
    scaled = round(angle * _ONE)
    turns = (2 * scaled + quarter) // (2 * quarter)
    rest = scaled - turns * quarter
    c, s = _series(rest, even=True), _series(rest, even=False)
    c, s = ((c, s), (-s, c), (-c, -s), (s, -c))[turns % 4]
    return Fraction(c, _ONE), Fraction(s, _ONE)


def _series(x: int, even: bool) -> int:
    """Sum Taylor's series of the cosine (even powers) or the sine."""
    term = _ONE if even else x
    total, k = 0, 1 if even else 2
    while term:
        total += term
        term = -(term * x >> BITS) * x // (_ONE * k * (k + 1))
        k += 2
    return total


@lru_cache(maxsize=1)
def _pi() -> int:
    """Compute pi by Machin's formula, with 64 binary digits more for rounding."""
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

"""Effort that follows a wanted one no faster than a rate limit.

`joint_trajectory_controller` goes in a straight line from one point's effort to the next one's. Where
neighbouring points differ by no more than rate times time, no slope above the rate is commanded.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import FloatArray, read_only
from ...errors import StateError

NANOSECOND = 1e-9


def checked_rate(rate: ArrayLike, n: int) -> FloatArray:
    """`rate` (n,) N·m/s, read-only.

    Raises:
        StateError: another number of entries, or one that is not positive and finite.
    """
    values = read_only(rate)
    if values.shape != (n,) or not (np.isfinite(values).all() and (values > 0.0).all()):
        raise StateError(f"torque_rate: expected {n} positive, finite numbers, one a joint, got {values.tolist()}")
    return values


def slewed(times: FloatArray, wanted: FloatArray, rate: FloatArray, acting: ArrayLike, since: float) -> FloatArray:
    """`wanted` from `acting` on, with slopes of `rate` at most.

    Args:
        times: (P,) s, rising.
        wanted: (P, n) N·m.
        rate: (n,) N·m/s.
        acting: (n,) N·m, held at the first point and at those up to `since`.
        since: s.

    Returns:
        (P, n) N·m, equal to `wanted` to the last bit wherever it is not behind.
    """
    out: FloatArray = wanted.copy()
    first = max(1, int(np.searchsorted(times, since, side="right")))
    out[:first] = acting
    most = np.diff(times)[:, None] * rate
    steep = np.flatnonzero((np.abs(np.diff(wanted, axis=0)) > most).any(axis=1)) + 1
    k = first
    while k < len(times):
        gap = wanted[k] - out[k - 1]
        step = most[k - 1]
        out[k] = np.where(np.abs(gap) <= step, wanted[k], out[k - 1] + np.clip(gap, -step, step))
        k += 1
        if (out[k - 1] == wanted[k - 1]).all():  # caught up: on to the next point that is too steep
            ahead = np.searchsorted(steep, k)
            k = int(steep[ahead]) if ahead < len(steep) else len(times)
    return out


def closing_times(gap: FloatArray, rate: FloatArray, shortest: float) -> FloatArray:
    """Times after which a `gap` (n,) N·m is closed at `rate` (n,) N·m/s, joint by joint.

    Returns:
        (k,) s in whole nanoseconds, rising, `shortest` seconds apart at least and from zero on; the last
        one is late enough for every joint. Empty where there is no gap.
    """
    kept: list[float] = []
    for time in sorted(np.ceil(np.abs(gap) / rate / NANOSECOND)[gap != 0.0] * NANOSECOND, reverse=True):
        if not kept:
            kept.append(max(float(time), shortest))
        elif shortest <= time <= kept[-1] - shortest:
            kept.append(float(time))
    return np.array(kept[::-1])

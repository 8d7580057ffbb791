"""Times in which the residual of a joint is judged: the whole arm stands, or the joint moves in one direction."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import binary_erosion, maximum_filter1d, minimum_filter1d

from ..analysis.evidence import LEAST_MOTION, STANDS
from ..analysis.residual_samples import TURN
from .contact_samples import ContactStretch

STILL = 0.5
"""Time before and after a sample in which the whole arm must not move for it to count as standing, s."""

AROUND_TURN = 0.25
"""Time before and after a start, stop or reversal in which a joint is not judged, s."""


def still_times(stretch: ContactStretch) -> NDArray[np.bool_]:
    """Return (M,) flags: whether no joint moves within `STILL` before and after a bucket."""
    window = 2 * max(1, round(STILL / stretch.period)) + 1
    q = stretch.q
    reach = maximum_filter1d(q, window, axis=0, mode="nearest") - minimum_filter1d(q, window, axis=0, mode="nearest")
    there = np.isfinite(stretch.left) | ~np.isfinite(stretch.left).any(axis=0)
    return np.asarray((reach < 2.0 * STILL * STANDS).all(axis=1) & there.all(axis=1))


def moving_runs(stretch: ContactStretch, joint: int) -> Iterator[slice]:
    """Yield the ranges of buckets in which a joint moves in one direction, without those near a start, stop or turn."""
    qd, known = stretch.qd[:, joint], np.isfinite(stretch.left[:, joint])
    near = np.ones(2 * max(1, round(AROUND_TURN / stretch.period)) + 1)
    for sign in (1.0, -1.0):
        moves = binary_erosion((sign * qd > TURN) & known, near)
        yield from runs(np.asarray(moves), LEAST_MOTION / stretch.period)


def runs(flags: NDArray[np.bool_], shortest: float) -> Iterator[slice]:
    """Yield the ranges of at least `shortest` neighbouring flags that are set."""
    edges = np.flatnonzero(np.diff(np.r_[False, flags, False].astype(np.int8)))
    for start, stop in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        if stop - start >= shortest:
            yield slice(start, stop)

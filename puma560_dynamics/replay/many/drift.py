"""Drift: does a number change from bag to bag, over the weeks?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from ...arrays import FloatArray

ENOUGH = 5
"""Number of bags below which no trend is reported."""

DAY = 86400.0


@dataclass(frozen=True)
class Drift:
    """A straight line through a number over time, by the median of all pairs' slopes (Theil and Sen).

    A single bad bag does not turn it.

    Attributes:
        slope: change a day, in the number's unit.
        low, high: its confidence interval, 95 %.
        middle: median of the number.
        change: from the first bag to the last, by the line.
    """

    slope: float
    low: float
    high: float
    middle: float
    change: float

    @property
    def certain(self) -> bool:
        """Whether the confidence interval leaves out a line without slope."""
        return self.low > 0.0 or self.high < 0.0


def drift(times: ArrayLike, values: ArrayLike) -> Drift | None:
    """The drift of `values` (N,) at `times` (N,) s; `None` for fewer than five bags or one moment in time."""
    when = np.asarray(times, dtype=np.float64) / DAY
    what = np.asarray(values, dtype=np.float64)
    known = np.isfinite(when) & np.isfinite(what)
    when, what = when[known], what[known]
    if len(what) < ENOUGH or np.ptp(when) == 0.0:
        return None
    line = stats.theilslopes(what, when)
    return Drift(
        float(line.slope), float(line.low_slope), float(line.high_slope), float(np.median(what)),
        float(line.slope * np.ptp(when)),
    )  # fmt: skip


def column(rows: Sequence[Mapping[str, object]], name: str) -> FloatArray:
    """(N,) a column of rows as numbers, NaN where a row has none."""
    values = (row.get(name) for row in rows)
    return np.array([float(value) if isinstance(value, (int, float)) else np.nan for value in values])

"""Summary of many bags: how many agree, which failed, which quantities drift; and a Parquet table of all rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from ...arrays import FloatArray
from ...files import written_whole
from ..parquet import import_pyarrow
from .rows import BagRow

ENOUGH = 5
"""Number of bags below which no trend is reported."""

DAY = 86400.0


@dataclass(frozen=True)
class Drift:
    """Drift of a quantity over time: a line with the median slope of all pairs of bags (Theil and Sen).

    Attributes:
        slope: change per day, in the unit of the quantity.
        low, high: 95 % confidence interval of the slope.
        middle: median of the quantity.
        change: change from the first bag to the last along the line.
    """

    slope: float
    low: float
    high: float
    middle: float
    change: float

    @property
    def certain(self) -> bool:
        """Return whether the confidence interval excludes a slope of 0."""
        return self.low > 0.0 or self.high < 0.0


def drift(times: ArrayLike, values: ArrayLike) -> Drift | None:
    """Return the drift of `values` (N,) at `times` (N,) s; `None` for fewer than five bags or one moment in time."""
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
    """Return the values (N,) of a column of N rows; NaN where a row has no number."""
    values = (row.get(name) for row in rows)
    return np.array([float(value) if isinstance(value, (int, float)) else np.nan for value in values])


WATCHED = ("rms_Nm", "rms_N", "bias_Nm", "bias_N", "lag_s", "outside_band")
"""Columns of each joint that are tested for drift."""

START = "start_s"
"""Column with the time of the first joint state, s since 1970."""

CONSIDERABLE = 0.1
"""Fraction of a quantity's median above which its change over all bags is reported."""


@dataclass(frozen=True)
class Summary:
    """Summary of many bags.

    Attributes:
        bags: number of bags.
        verdicts: number of bags by level: ``"good"``, ``"warning"``, ``"bad"``.
        failed: rows of the bags that could not be analysed.
        drifts: drift by column, such as ``"joint2.rms_Nm"``; empty if there are too few bags.
        seconds: computing time of all workers together, s.
    """

    bags: int
    verdicts: Mapping[str, int]
    failed: tuple[BagRow, ...]
    drifts: Mapping[str, Drift]
    seconds: float

    @property
    def drifting(self) -> dict[str, Drift]:
        """Return the drifts that are certain and considerable, the largest relative change first."""
        found = {
            name: line
            for name, line in self.drifts.items()
            if line.certain and abs(line.change) > CONSIDERABLE * abs(line.middle)
        }
        return dict(sorted(found.items(), key=lambda item: -abs(item[1].change / (item[1].middle or 1.0))))


def summarise(rows: Sequence[BagRow]) -> Summary:
    """Return the summary of `rows`, one row per bag."""
    good = [dict(row.values) for row in rows if row.error is None]
    times = column(good, START)
    watched = sorted({name for values in good for name in values if name.rpartition(".")[2] in WATCHED and "." in name})
    lines = {name: drift(times, column(good, name)) for name in watched}
    return Summary(
        bags=len(rows),
        verdicts=dict(Counter(str(values["verdict"]) for values in good)),
        failed=tuple(row for row in rows if row.error is not None),
        drifts={name: line for name, line in lines.items() if line is not None},
        seconds=sum(row.seconds for row in rows),
    )


def summary_json(summary: Summary, rows: Sequence[BagRow]) -> dict[str, Any]:
    """Return summary and rows as data for `json.dumps`; ``"ok"`` is true if every bag could be analysed."""
    return {
        "ok": not summary.failed,
        "bags": summary.bags,
        "verdicts": dict(summary.verdicts),
        "failed": [{"bag": row.bag, "error": row.error} for row in summary.failed],
        "drifting": list(summary.drifting),
        "drift_per_day": {
            name: {
                "slope": line.slope,
                "low": line.low,
                "high": line.high,
                "change": line.change,
                "middle": line.middle,
            }
            for name, line in summary.drifts.items()
        },
        "computing_s": summary.seconds,
        "rows": [{"bag": row.bag, "error": row.error, **row.values} for row in rows],
    }


def write_rows(rows: Sequence[BagRow], path: Path) -> None:
    """Write a Parquet table with one row per bag: ``bag``, ``error``, ``computing_s`` and the columns of the analysis.

    Raises:
        Puma560Error: the folder does not exist or cannot be written to.
        MissingDependencyError: pyarrow is not installed.
    """
    arrow = import_pyarrow()
    names = list(dict.fromkeys(name for row in rows for name in row.values))
    columns = {
        "bag": [row.bag for row in rows],
        "error": [row.error for row in rows],
        "computing_s": [row.seconds for row in rows],
        **{name: [row.values.get(name) for row in rows] for name in names},
    }
    with written_whole(path) as temporary:
        arrow.parquet.write_table(arrow.table(columns), temporary)

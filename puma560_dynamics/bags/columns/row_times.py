"""Times of the rows of a table: stamps that do not decrease, or an error with the line where they do."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...arrays import IntegerArray
from ...errors import BagError
from ..findings import Findings
from ..tables.table import Table
from .column_map import Time
from .conversion import factor

SECOND = 1_000_000_000

LATEST = 9.0e9
"""Largest plausible time, s since 1970 (in the year 2255)."""

UNEVEN = 0.05
"""Scatter of the time between rows, as a fraction of the period, above which stamps are reported as uneven."""

STANDS = 0.5
"""Fraction of steps without a change above which a column is not a time."""


def stamps(table: Table, time: Time, rows: IntegerArray, findings: Findings) -> IntegerArray:
    """Return the stamps (N,) of rows, ns, above zero; times that begin at zero or below are shifted to begin at 1 s.

    Raises:
        BagError: a time is missing or implausible, or times decrease or do not change.
    """
    if time.rate:
        return SECOND + np.round(np.arange(len(rows)) * (SECOND / time.rate)).astype(np.int64)
    (column,) = _one(table, time.column)
    values = table.columns[column][rows]
    stamp = _nanoseconds(table, column, values, rows, time.unit)
    step = np.diff(stamp)
    back = np.flatnonzero(step < 0)
    if len(back):
        row = int(back[0]) + 1
        times = "" if len(back) == 1 else f", and in {len(back) - 1} more rows"
        raise BagError(
            f"{table.place(int(rows[row]), column)}: time goes back by {-1e-9 * step[row - 1]:.6g} s{times}; "
            "samples need to be in order of time, one recording a file"
        )
    if len(step) and np.count_nonzero(step == 0) >= STANDS * len(step):
        raise BagError(
            f"{table.name}, {table.title(column)}: time stands still in {np.count_nonzero(step == 0)} of {len(step)} "
            f"steps: it is not a time in {time.unit}, or too coarse; choose another column or unit, or state time.rate"
        )
    _report_uneven(step, findings)
    if stamp[0] <= 0:
        stamp = stamp - stamp[0] + SECOND
    return stamp


def _one(table: Table, column: str) -> tuple[int, ...]:
    found = table.find([column])
    if len(found) != 1:
        raise BagError(f"{table.name}: the time must be a single column, but {column!r} matches {len(found)}")
    return found


def _nanoseconds(table: Table, column: int, values: NDArray[np.generic], rows: IntegerArray, unit: str) -> IntegerArray:
    if values.dtype.kind == "M":
        stamp = values.astype("datetime64[ns]").astype(np.int64)
        missing = np.isnat(values)
    else:
        seconds = values.astype(np.float64) * factor("time", unit)
        missing = ~np.isfinite(seconds)
        if np.abs(seconds[~missing]).max(initial=0.0) > LATEST:
            row = int(np.argmax(np.where(missing, 0.0, np.abs(seconds))))
            raise BagError(
                f"{table.place(int(rows[row]), column)}: {seconds[row]:g} s is not a time; check its unit "
                "(time.unit=ms, us or ns) and the column"
            )
        if values.dtype.kind in "iu":  # the factor is a power of ten, so integers stay exact
            return np.asarray(values.astype(np.int64) * round(SECOND * factor("time", unit)))
        stamp = np.round(np.where(missing, 0.0, seconds) * SECOND).astype(np.int64)
    if missing.any():
        raise BagError(f"{table.place(int(rows[missing.argmax()]), column)}: no time (NaN or empty); leave the row out")
    return np.asarray(stamp)


def _report_uneven(step: IntegerArray, findings: Findings) -> None:
    """Add a note if the stamps are uneven."""
    if not len(step):
        return
    period = float(np.median(step))
    scatter = float(np.sqrt(np.mean((step - period) ** 2)))
    if scatter > UNEVEN * period:
        findings.add(
            "uneven",
            f"stamps are uneven: {1e-6 * period:.4g} ms apart in the median, from {1e-6 * step.min():.4g} to "
            f"{1e-6 * step.max():.4g} ms; each sample counts at its own stamp",
            loss=False,
        )

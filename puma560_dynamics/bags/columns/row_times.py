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


MOST_STEPS = 1 << 22
"""Number of steps up to which their median is exact; of more steps, every second, fourth … is used."""


class RowTimes:
    """Converts the times of rows to stamps above zero, block by block, and checks that they do not decrease.

    Times that begin at zero or below are shifted to begin at 1 s.

    Args:
        time: column or rate of the time.
    """

    def __init__(self, time: Time) -> None:
        self._time = time
        self._count, self._steps = 0, 0
        self._shift = self._last = 0
        self._back, self._standing = 0, 0
        self._back_words = ""
        self._reference: float | None = None
        self._sums = np.zeros(2)  # of the steps' difference from the reference, and of its square
        self._range = [np.inf, -np.inf]
        self._kept: list[IntegerArray] = []
        self._every = 1

    def stamps(self, table: Table, rows: IntegerArray) -> IntegerArray:
        """Return the stamps (N,) of the next rows, ns.

        Args:
            table: block of the table.
            rows: indices of the rows in the block.

        Raises:
            BagError: a time is missing or implausible.
        """
        if self._time.rate:
            count = np.arange(self._count, self._count + len(rows))
            self._count += len(rows)
            return SECOND + np.round(count * (SECOND / self._time.rate)).astype(np.int64)
        (column,) = _one(table, self._time.column)
        stamp = _nanoseconds(table, column, table.columns[column][rows], rows, self._time.unit)
        if len(stamp):
            step = np.diff(stamp, prepend=self._last if self._count else stamp[0])[0 if self._count else 1 :]
            self._add(table, column, step, rows[len(rows) - len(step) :])
            if not self._count and stamp[0] <= 0:
                self._shift = SECOND - int(stamp[0])
            self._last = int(stamp[-1])
        self._count += len(stamp)
        return stamp + self._shift

    def finish(self, table: Table, findings: Findings) -> None:
        """Check the times of all rows.

        Args:
            table: the table without rows, for messages.
            findings: receives a note if the stamps are uneven.

        Raises:
            BagError: times decrease or do not change.
        """
        if self._back:
            times = "" if self._back == 1 else f", and in {self._back - 1} more rows"
            raise BagError(f"{self._back_words}{times}; samples need to be in order of time, one recording a file")
        if self._steps and self._standing >= STANDS * self._steps:
            (column,) = _one(table, self._time.column)
            raise BagError(
                f"{table.name}, {table.title(column)}: time stands still in {self._standing} of {self._steps} "
                f"steps: it is not a time in {self._time.unit}, or too coarse; choose another column "
                "or unit, or state time.rate"
            )
        if not self._steps:
            return
        period = self.period(any_step=True)
        away = period - (self._reference or 0.0)
        mean, square = self._sums / self._steps
        scatter = float(np.sqrt(max(square - 2.0 * away * mean + away**2, 0.0)))
        if scatter > UNEVEN * period:
            least, largest = self._range
            findings.add(
                "uneven",
                f"stamps are uneven: {1e-6 * period:.4g} ms apart in the median, from {1e-6 * least:.4g} to "
                f"{1e-6 * largest:.4g} ms; each sample counts at its own stamp",
                loss=False,
            )

    def period(self, any_step: bool = False) -> float:
        """Return the median time between rows, ns: of all rows, or of those with another time than the row before."""
        if self._time.rate:
            return SECOND / self._time.rate
        step = np.concatenate(self._kept) if self._kept else np.zeros(0)
        step = step if any_step else step[step > 0]
        return float(np.median(step)) if len(step) else np.nan

    def _add(self, table: Table, column: int, step: IntegerArray, rows: IntegerArray) -> None:
        if not len(step):
            return
        back = np.flatnonzero(step < 0)
        if len(back) and not self._back:
            place = table.place(table.first + int(rows[back[0]]), column)
            self._back_words = f"{place}: time goes back by {-1e-9 * step[back[0]]:.6g} s"
        self._back += len(back)
        self._standing += int(np.count_nonzero(step == 0))
        if self._reference is None:
            self._reference = float(np.median(step))
        away = step - self._reference
        self._sums += (away.sum(), (away**2).sum())
        self._range = [min(self._range[0], float(step.min())), max(self._range[1], float(step.max()))]
        self._kept.append(step[-self._steps % self._every :: self._every])
        self._steps += len(step)
        if sum(map(len, self._kept)) > MOST_STEPS:
            self._kept, self._every = [np.concatenate(self._kept)[::2]], 2 * self._every


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
                f"{table.place(table.first + int(rows[row]), column)}: {seconds[row]:g} s is not a time; check its "
                "unit (time.unit=ms, us or ns) and the column"
            )
        if values.dtype.kind in "iu":  # the factor is a power of ten, so integers stay exact
            return np.asarray(values.astype(np.int64) * round(SECOND * factor("time", unit)))
        stamp = np.round(np.where(missing, 0.0, seconds) * SECOND).astype(np.int64)
    if missing.any():
        row = table.first + int(rows[missing.argmax()])
        raise BagError(f"{table.place(row, column)}: no time (NaN or empty); leave the row out")
    return np.asarray(stamp)

"""Read the record of an experiment from a text file, and check and shorten it."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import FloatArray
from ..errors import MeasurementError, reason_of

FEWEST = 10
"""Smallest number of samples of a record."""

SWING = ("time (s)", "position (rad)")
"""Columns of the record of an oscillation."""


def read_record(path: Path, columns: Sequence[str] = SWING) -> tuple[FloatArray, ...]:
    """Read the first columns of a CSV file, each as an array (N,); a heading is skipped.

    Args:
        path: CSV file with commas.
        columns: name with unit of each column, for messages.

    Raises:
        MeasurementError: the file cannot be read, or a row lacks one of the numbers.
    """
    listed = f"{', '.join(columns[:-1])} and {columns[-1]}"
    try:
        with path.open(newline="", encoding="utf-8-sig") as stream:
            rows = [(number, row) for number, row in enumerate(csv.reader(stream), start=1) if any(row)]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise MeasurementError(f"{path} cannot be read: {reason_of(error)}; give a CSV file of {listed}") from None
    numbers: list[list[float]] = []
    for number, row in rows:
        try:
            numbers.append([float(row[column]) for column in range(len(columns))])
        except (ValueError, IndexError):
            if numbers:
                raise MeasurementError(
                    f"{path}, line {number}: expected {listed}, got {','.join(row)[:60]!r}; correct it"
                ) from None
    if not numbers:
        raise MeasurementError(f"{path} holds no row of {listed}, divided by a comma")
    return tuple(np.array(numbers).T)


def checked_record(time: ArrayLike, *others: ArrayLike) -> tuple[FloatArray, ...]:
    """Return time (N,) and the other quantities (N,) of a record as arrays.

    Raises:
        MeasurementError: there are fewer than `FEWEST` samples, shapes differ, a number is not finite, or times do not
            increase.
    """
    arrays = tuple(np.asarray(each, dtype=np.float64) for each in (time, *others))
    t = arrays[0]
    if t.ndim != 1 or any(each.shape != t.shape for each in arrays) or len(t) < FEWEST:
        raise MeasurementError(
            f"expected {FEWEST} or more times and as many positions, got shapes "
            f"{' and '.join(str(each.shape) for each in arrays)}; record for longer"
        )
    if not all(np.isfinite(each).all() for each in arrays):
        raise MeasurementError("a time or another number of the record is not finite; remove that row")
    if not (np.diff(t) > 0.0).all():
        row = int(np.argmin(np.diff(t) > 0.0)) + 1
        raise MeasurementError(f"time does not rise at sample {row}; sort the record and remove repeated times")
    return arrays


def clipped(time: FloatArray, *others: FloatArray, start: float, end: float) -> tuple[FloatArray, ...]:
    """Return the part of a record between `start` and `end`, both in s after the first sample."""
    since = time - time[:1]
    used = (since >= start) & (since <= end)
    return tuple(each[used] for each in (time, *others))

"""A recorded oscillation out of a CSV file: one column of times, one of positions."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from ..arrays import FloatArray
from ..errors import MeasurementError


def read_swing(path: Path) -> tuple[FloatArray, FloatArray]:
    """(N,) s and (N,) rad from the first two columns; lines of text at the top are a heading.

    Raises:
        MeasurementError: the file cannot be read, or a row is not two numbers.
    """
    try:
        with path.open(newline="", encoding="utf-8-sig") as stream:
            rows = [(number, row) for number, row in enumerate(csv.reader(stream), start=1) if any(row)]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise MeasurementError(f"{path} cannot be read: {error}; give a CSV file of time and position") from None
    numbers: list[tuple[float, float]] = []
    for number, row in rows:
        try:
            numbers.append((float(row[0]), float(row[1])))
        except (ValueError, IndexError):
            if numbers:
                raise MeasurementError(
                    f"{path}, line {number}: expected time (s) and position (rad), got {','.join(row)[:60]!r}; "
                    "correct it"
                ) from None
    if not numbers:
        raise MeasurementError(f"{path} holds no row of time (s) and position (rad), divided by a comma")
    time, position = np.array(numbers).T
    return time, position


def clipped(time: FloatArray, position: FloatArray, start: float, end: float) -> tuple[FloatArray, FloatArray]:
    """The part from `start` to `end`, s after the first sample."""
    since = time - time[:1]
    used = (since >= start) & (since <= end)
    return time[used], position[used]

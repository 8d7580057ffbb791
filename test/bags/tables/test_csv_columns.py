"""Columns of numbers, times and words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics.bags.tables.csv_columns import csv_columns
from puma560_dynamics.bags.tables.delimiters import Dialect
from puma560_dynamics.bags.tables.table import Column
from puma560_dynamics.errors import BagError

PATH = Path("run.csv")


def columns(*texts: str, names: tuple[str, ...] = ()) -> tuple[Column, ...]:
    return csv_columns(PATH, Dialect(","), texts, range(1, len(texts) + 1), names, 2)


@pytest.mark.parametrize("zone", ["", "Z", "+00:00"])
def test_dates_and_times_are_times(zone: str):
    time, value = columns(f"2026-01-01T00:00:00.25{zone},1", f"2026-01-01 00:00:01{zone},2")
    np.testing.assert_array_equal(time, np.array(["2026-01-01T00:00:00.25", "2026-01-01T00:00:01"], "datetime64[ns]"))
    np.testing.assert_array_equal(value, [1.0, 2.0])


def test_words_become_nan_and_numbers_stay():
    mode, value = columns("run,1", "stop,2")
    assert np.isnan(mode).all()
    np.testing.assert_array_equal(value, [1.0, 2.0])


def test_a_word_among_numbers_has_its_place():
    with pytest.raises(BagError, match=r'run\.csv, line 2, column 1 \("q"\): \'stop\' is not a number'):
        columns("0,1", "1,stop", "2,3", names=("t", "q"))
    with pytest.raises(BagError, match=r"run\.csv, line 3: 1 columns where the lines before have 2"):
        columns("0,1", "1,2", "2")

"""Read records of two or more columns, and refuse rows, times and numbers that are no record."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics.errors import MeasurementError
from puma560_dynamics.measurement.record import checked_record, clipped, read_record


def test_two_columns_with_a_heading(tmp_path: Path):
    path = tmp_path / "swing.csv"
    path.write_text("\ufefftime,position,velocity\n0.0,0.1,9\n0.5, -0.1,9\n\n1.0,0.05,9\n", encoding="utf-8")
    time, position = read_record(path)
    np.testing.assert_array_equal(time, [0.0, 0.5, 1.0])
    np.testing.assert_array_equal(position, [0.1, -0.1, 0.05])


def test_a_part_of_it():
    time, position = clipped(np.array([10.0, 11.0, 12.0, 13.0]), np.arange(4.0), start=1.0, end=2.0)
    np.testing.assert_array_equal(time, [11.0, 12.0])
    np.testing.assert_array_equal(position, [1.0, 2.0])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("t,x\n0,1\n0.1,oops\n", "line 3: expected time"),
        ("0,1\n0.1\n", "line 2"),
        ("", "holds no row"),
        ("t;x\n0;1\n", "holds no row"),
    ],
)
def test_what_is_no_record_is_named(tmp_path: Path, text: str, words: str):
    path = tmp_path / "swing.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(MeasurementError, match=words):
        read_record(path)


def test_no_file(tmp_path: Path):
    with pytest.raises(MeasurementError, match="cannot be read"):
        read_record(tmp_path / "none.csv")


def test_more_columns(tmp_path: Path):
    path = tmp_path / "ramp.csv"
    path.write_text("0,1,2,9\n0.5,3,4,9\n", encoding="utf-8")
    *_, command = read_record(path, ("time (s)", "position (rad)", "command"))
    np.testing.assert_array_equal(command, [2.0, 4.0])
    with pytest.raises(MeasurementError, match=r"line 2: expected a, b, c, d and e, got '0.5,3,4,9'"):
        path.write_text("0,1,2,9,1\n0.5,3,4,9\n", encoding="utf-8")
        read_record(path, "abcde")


def test_every_quantity_of_a_record_is_checked():
    t = np.arange(12.0)
    with pytest.raises(MeasurementError, match="not finite"):
        checked_record(t, t, np.where(t == 3.0, np.nan, t))
    with pytest.raises(MeasurementError, match="10 or more"):
        checked_record(t, t, t[:-1])

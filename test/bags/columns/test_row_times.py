"""Stamps of rows: exact where they can be, and refused with their line where they cannot be."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.bags.columns import row_times
from puma560_dynamics.bags.columns.column_map import Time
from puma560_dynamics.bags.columns.row_times import RowTimes
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.bags.tables.table import Table
from puma560_dynamics.errors import BagError

BEGIN = 1_700_000_000_123_456_789


def stamped(column: np.ndarray, time: Time) -> tuple[np.ndarray, Findings]:
    findings = Findings()
    table = Table("run.csv", (column,), ("t",), lines=np.arange(2, 2 + len(column)))
    times = RowTimes(time)
    stamp = times.stamps(table, np.arange(len(column)))
    times.finish(table, findings)
    return stamp, findings


@pytest.mark.parametrize(
    ("column", "unit", "expected"),
    [
        (np.array([3.5, 3.51]), "s", [3_500_000_000, 3_510_000_000]),
        (np.array([1, 2]), "ms", [1_000_000, 2_000_000]),
        (BEGIN + np.array([0, 1]), "ns", [BEGIN, BEGIN + 1]),
        (np.array([BEGIN, BEGIN + 7], "datetime64[ns]"), "s", [BEGIN, BEGIN + 7]),
        (np.array([-0.5, 0.0, 0.25]), "s", [1_000_000_000, 1_500_000_000, 1_750_000_000]),
    ],
)
def test_a_time_becomes_stamps(column: np.ndarray, unit: str, expected: list[int]):
    assert stamped(column, Time("t", unit))[0].tolist() == expected


def test_a_rate_stands_for_a_time():
    stamp, findings = stamped(np.zeros(4), Time(rate=3.0))
    assert stamp.tolist() == [1_000_000_000, 1_333_333_333, 1_666_666_667, 2_000_000_000]
    assert findings.notes == ()


def test_uneven_stamps_are_noted():
    _, findings = stamped(np.array([1.0, 1.01, 1.02, 1.035, 1.045]), Time("t"))
    assert "10 ms apart in the median, from 10 to 15 ms" in findings.notes[0].message
    assert not stamped(np.arange(1.0, 2.0, 0.01), Time("t"))[1].notes


@pytest.mark.parametrize(
    ("column", "unit", "words"),
    [
        (
            [1.0, 2.0, 1.5, 1.6, 1.2],
            "s",
            r"run.csv, line 4, column 0 \(\"t\"\): time goes back by 0.5 s, and in 1 more",
        ),
        ([1.0, np.nan, 2.0], "s", "run.csv, line 3, .*: no time"),
        ([1.0, 1.0, 1.0, 2.0], "s", "time stands still in 2 of 3 steps"),
        ([1_700_000_000_000, 1_710_000_000_000], "s", r"1\.71e\+12 s is not a time; check its unit \(time\.unit=ms"),
        ([1.7e18, 1.71e18], "s", "run.csv, line 3, .*: 1.71e\\+18 s is not a time; check its unit"),
    ],
)
def test_what_is_no_time_is_refused(column: list[float], unit: str, words: str):
    with pytest.raises(BagError, match=words):
        stamped(np.array(column), Time("t", unit))


def test_many_rows_are_judged_by_a_part_of_their_steps(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(row_times, "MOST_STEPS", 100)
    column = 5.0 + 0.002 * np.arange(5000) + 0.0002 * np.random.default_rng(2).normal(size=5000).clip(-3, 3)
    times, findings = RowTimes(Time("t")), Findings()
    for first in range(0, 5000, 70):
        part = Table("run.csv", (column[first : first + 70],), ("t",), first=first)
        times.stamps(part, np.arange(part.rows))
    times.finish(part, findings)
    assert times.period() == pytest.approx(2e6, rel=0.1)
    step = np.diff(column)
    assert f"from {1e3 * step.min():.4g} to {1e3 * step.max():.4g} ms" in findings.notes[0].message

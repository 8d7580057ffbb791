"""Many rows in a few numbers."""

from __future__ import annotations

import json

import numpy as np
import pytest
from helpers.replay.many_rows import rows

from puma560_dynamics.replay.many.many_summary import DAY, column, drift, summarise, summary_json


def test_a_line_with_wild_bags_is_found() -> None:
    random = np.random.default_rng(1)
    days = np.sort(random.uniform(0.0, 90.0, 60))
    values = 1.0 + 0.01 * days + random.normal(0.0, 0.02, 60)
    values[::10] += 5.0  # bad bags
    found = drift(days * DAY, values)
    assert found is not None and found.certain
    assert found.low < 0.01 < found.high
    assert found.change == pytest.approx(found.slope * np.ptp(days))


def test_a_falling_number_drifts_as_certainly_as_a_rising_one() -> None:
    days = np.arange(30.0) * DAY
    values = np.arange(30.0) + np.random.default_rng(3).normal(0.0, 0.5, 30)
    rising, falling = drift(days, values), drift(days, -values)
    assert rising is not None and falling is not None
    assert rising.certain and falling.certain
    assert (falling.slope, falling.low, falling.high) == pytest.approx((-rising.slope, -rising.high, -rising.low))


def test_noise_alone_is_no_drift() -> None:
    """95 % confidence: some 5 of 100 series of pure noise may be called certain, not 20."""
    random = np.random.default_rng(2)
    days = np.arange(40.0) * DAY
    certain = [drift(days, random.normal(1.0, 0.1, 40)) for _ in range(100)]
    assert sum(found is not None and found.certain for found in certain) < 15


def test_too_few_values_give_no_drift() -> None:
    assert drift([0.0, 1.0, 2.0, 3.0], [1.0, 2.0, 3.0, 4.0]) is None
    assert drift(np.full(8, 5.0), np.arange(8.0)) is None
    assert drift(np.arange(8.0), np.full(8, np.nan)) is None


def test_columns_of_rows_with_holes() -> None:
    rows: list[dict[str, object]] = [{"a": 1.0}, {}, {"a": None}, {"a": "words"}, {"a": 4}]
    np.testing.assert_array_equal(column(rows, "a"), [1.0, np.nan, np.nan, np.nan, 4.0])


def test_counts_failures_and_drift() -> None:
    summary = summarise(rows())
    assert summary.bags == 42
    assert summary.verdicts == {"good": 30, "warning": 10}
    assert [row.bag for row in summary.failed] == ["lost", "other"]
    assert list(summary.drifting) == ["joint2.rms_Nm"]
    line = summary.drifts["joint2.rms_Nm"]
    assert line.low < 0.02 < line.high
    assert "joint2.bias_Nm" not in summary.drifts
    assert summary.seconds == 60.0


def test_as_json_is_strict_json_and_complete() -> None:
    found = json.loads(json.dumps(summary_json(summarise(rows()), rows()), allow_nan=False))
    assert found["ok"] is False
    assert len(found["rows"]) == found["bags"] == 42
    assert found["failed"][0] == {"bag": "lost", "error": "no joint states"}
    assert found["drifting"] == ["joint2.rms_Nm"]


def test_no_bag_at_all() -> None:
    summary = summarise([])
    assert summary.bags == 0 and not summary.drifts and not summary.failed

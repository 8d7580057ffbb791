"""Numbers as people read them."""

from __future__ import annotations

import math

import pytest

from puma560_dynamics.report.formatting import MISSING, duration, milliseconds, number, percent, rounding, size, some


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (8.5678, "8.57 N·m"),
        (-0.03326, "−0.0333 N·m"),
        (97.64, "97.6 N·m"),
        (1234.5, "1234 N·m"),
        (0.0, "0 N·m"),
        (2.6e-5, "2.6e−5 N·m"),
        (-1e-13, "−1.0e−13 N·m"),
        (math.nan, MISSING),
        (math.inf, MISSING),
        (None, MISSING),
    ],
)
def test_three_digits_and_a_unit(value: float | None, words: str) -> None:
    assert number(value, "N·m") == words


@pytest.mark.parametrize(
    ("share", "words"),
    [(0.9049, "90 %"), (0.0456, "4.6 %"), (0.0014, "0.14 %"), (0.0, "0 %"), (3e-15, "3e−13 %"), (math.nan, MISSING)],
)
def test_percent(share: float, words: str) -> None:
    assert percent(share) == words


def test_times_and_sizes() -> None:
    assert milliseconds(0.0042) == "4.20 ms"
    assert [duration(value) for value in (0.02, 24.0, 600.0, 36000.0)] == ["20.0 ms", "24.0 s", "10.0 min", "10.0 h"]
    assert duration(0.0) == "0 s"
    assert duration(math.nan) == MISSING
    assert [size(value) for value in (12, 4_200, 12_345_678, 3.2e9)] == ["12 B", "4.20 kB", "12.3 MB", "3.20 GB"]
    assert [some(count, "gap") for count in (0, 1, 1234)] == ["0 gaps", "1 gap", "1\u2009234 gaps"]


def test_rounding_is_called_so() -> None:
    assert rounding(2.1e-16) == "2e−16, rounding"
    assert rounding(0.0) == "0 %"
    assert rounding(3e-4) == "0.03 %"
    assert rounding(math.nan) == MISSING

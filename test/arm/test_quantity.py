"""Tolerances as printed."""

from __future__ import annotations

import pytest

from puma560_dynamics.arm.quantity import Quantity, parse_tolerance


@pytest.mark.parametrize(
    ("text", "absolute", "relative"),
    [("±0.003", 0.003, 0), ("±25%", 0, 0.25), ("±0.01 + 1%", 0.01, 0.01), ("0.27", 0.27, 0), ("± 1.5e-2", 0.015, 0)],
)
def test_parse(text: str, absolute: float, relative: float):
    tolerance = parse_tolerance(text)
    assert (tolerance.absolute, tolerance.relative, tolerance.printed) == (absolute, relative, text)


@pytest.mark.parametrize("text", ["", "about 3", "±", "3 kg", "-1", "±1 ± 2"])
def test_anything_else_is_refused(text: str):
    with pytest.raises(ValueError, match="tolerance"):
        parse_tolerance(text)


def test_half_width():
    assert Quantity(17.4, "kg", parse_tolerance("±0.01 + 1%")).half_width == pytest.approx(0.184)
    assert Quantity(-0.016, "m", parse_tolerance("±25%")).half_width == pytest.approx(0.004)
    assert Quantity(1.0, "m").half_width is None

"""Units and their factors."""

from __future__ import annotations

import math

import pytest

from puma560_dynamics.bags.columns.units import factor, needs_gain
from puma560_dynamics.errors import BagError


@pytest.mark.parametrize(
    ("quantity", "unit", "value", "expected"),
    [
        ("position", "deg", 180.0, math.pi),
        ("position", "°", 180.0, math.pi),
        ("position", "rev", 0.5, math.pi),
        ("position", "mm", 1.0, 1e-3),
        ("velocity", "rpm", 60.0, 2.0 * math.pi),
        ("velocity", "deg/s", 180.0, math.pi),
        ("acceleration", "deg/s²", 180.0, math.pi),
        ("time", "us", 1e6, 1.0),
        ("effort", "mN·m", 1e3, 1.0),
        ("effort", "lbf.in", 1.0, 4.4482216152605 * 0.0254),
        ("effort", "A", 1.0, 1.0),
    ],
)
def test_a_unit_has_its_factor(quantity: str, unit: str, value: float, expected: float):
    assert value * factor(quantity, unit) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(("quantity", "unit"), [("position", "Nm"), ("velocity", "A"), ("time", "min")])
def test_a_unit_of_something_else_is_refused(quantity: str, unit: str):
    with pytest.raises(BagError, match=f"columns: {quantity} has no unit '{unit}'"):
        factor(quantity, unit)


def test_a_current_needs_a_gain():
    assert [needs_gain(unit) for unit in ("A", "%", "Nm", "N·m")] == [True, True, False, False]

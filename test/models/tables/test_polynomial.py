"""Table expressions multiplied out, and the paper's shorthand for trigonometric terms."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.models.tables.polynomial import expand
from puma560_dynamics.models.tables.table import angle, factors_of, is_trigonometric, parse, shorthand_values


def test_by_hand():
    assert expand(parse("2*{I5*C2*(1-2*SS3) - I5*C2}")) == {("C2", "SS3"): {"I5": Fraction(-4)}}


def test_products_of_constants_are_refused():
    with pytest.raises(Puma560Error, match="I1 and I2"):
        expand(parse("I1*I2"))


Q = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("S2", math.sin(0.2)),
        ("C23", math.cos(0.5)),
        ("S223", math.sin(0.7)),
        ("CC4", math.cos(0.4) ** 2),
        ("SC23", math.sin(0.5) * math.cos(0.5)),
        ("CS4", math.cos(0.4) * math.sin(0.4)),
    ],
)
def test_values(name: str, value: float):
    assert shorthand_values([name], Q, math.sin, math.cos)[name] == pytest.approx(value, abs=1e-15)


def test_names():
    assert factors_of("SC23") == ("S23", "C23")
    assert angle("S223") == (2, 2, 3)
    assert not is_trigonometric("I5")
    assert not is_trigonometric("a_11")
    with pytest.raises(Puma560Error, match="I5"):
        factors_of("I5")

"""The paper's shorthand."""

from __future__ import annotations

import math

import pytest

from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.models.tables.trigonometry import angle, factors_of, is_trigonometric, shorthand_values

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

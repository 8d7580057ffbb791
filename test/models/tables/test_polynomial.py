"""Multiplying out."""

from __future__ import annotations

from fractions import Fraction

import pytest

from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.models.tables.polynomial import expand
from puma560_dynamics.models.tables.table import parse


def test_by_hand():
    assert expand(parse("2*{I5*C2*(1-2*SS3) - I5*C2}")) == {("C2", "SS3"): {"I5": Fraction(-4)}}


def test_products_of_constants_are_refused():
    with pytest.raises(Puma560Error, match="I1 and I2"):
        expand(parse("I1*I2"))

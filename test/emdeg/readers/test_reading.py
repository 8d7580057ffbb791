"""What every reader takes."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from puma560_dynamics.emdeg.readers.reading import gravity_vector
from puma560_dynamics.errors import ChainError


def test_gravity_is_exact():
    assert gravity_vector((0, 0, -9.81)) == (0, 0, Fraction(-981, 100))


@pytest.mark.parametrize("values", [(), (0, 1), (0, 0, math.nan), (math.inf, 0, 0)])
def test_no_gravity(values: tuple[float, ...]):
    with pytest.raises(ChainError, match="give three finite numbers"):
        gravity_vector(values)

"""The rank in a prime field is that of numpy."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.algebra.rank import rank
from puma560_dynamics.emdeg.algebra.residue import PrimeField

FIELD = PrimeField()


@given(st.integers(1, 5), st.integers(1, 5), st.integers(1, 5), st.integers(0, 1000))
def test_a_product_has_the_rank_of_its_narrower_factor(rows: int, columns: int, between: int, seed: int):
    chance = np.random.default_rng(seed)
    matrix = chance.integers(-3, 4, (rows, between)) @ chance.integers(-3, 4, (between, columns))
    assert rank([[FIELD.of(int(x)) for x in row] for row in matrix], FIELD) == np.linalg.matrix_rank(matrix)

"""Residues add and multiply as rational numbers do, and the rank of a matrix is that of numpy."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.algebra.residue import BITS, PrimeField, random_prime, rank

FIELD = PrimeField()
NUMBERS = st.fractions(-1000, 1000, max_denominator=10**6)


@given(NUMBERS, NUMBERS)
def test_it_is_a_homomorphism(a: Fraction, b: Fraction):
    one, other = FIELD.of(a), FIELD.of(b)
    assert one + other == FIELD.of(a + b) == a + other
    assert one - other == FIELD.of(a - b) == a - other
    assert one * other == FIELD.of(a * b) == a * other
    assert -one == FIELD.of(-a)
    assert bool(one) == bool(a)
    assert (one == other) == (a == b)


def test_turns_lie_on_the_circle():
    for _ in range(10):
        cosine, sine = FIELD.random_turn()
        assert cosine * cosine + sine * sine == 1


def test_primes_have_their_length_and_pass_fermat():
    prime = random_prime()
    assert prime.bit_length() == BITS
    assert all(pow(base, prime - 1, prime) == 1 for base in (2, 3, 5, 7))
    assert prime != random_prime()


@given(st.integers(1, 5), st.integers(1, 5), st.integers(1, 5), st.integers(0, 1000))
def test_a_product_has_the_rank_of_its_narrower_factor(rows: int, columns: int, between: int, seed: int):
    chance = np.random.default_rng(seed)
    matrix = chance.integers(-3, 4, (rows, between)) @ chance.integers(-3, 4, (between, columns))
    assert rank([[FIELD.of(int(x)) for x in row] for row in matrix], FIELD) == np.linalg.matrix_rank(matrix)

"""Residues add and multiply as rational numbers do."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.algebra.residue import BITS, PrimeField, random_prime

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

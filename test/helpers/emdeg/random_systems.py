"""Random systems of definitions, as hypothesis draws them, and their exact values.

Strategies are made once, as in `random_chains`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from hypothesis import strategies as st

from puma560_dynamics.emdeg.algebra.coefficients import Coefficients
from puma560_dynamics.emdeg.program.system import Monomial, Polynomial, System

ATOMS = ("c", "s", "x", "y")
"""A cosine, its sine, and two others."""

NUMBERS = st.sampled_from([Fraction(n) for n in (1, 1, 1, -1, 2, -2, "1/2", "-3/4", 5)])
POINTS = (
    {"c": Fraction(3, 5), "s": Fraction(4, 5), "x": Fraction(7, 3), "y": Fraction(-2, 7)},
    {"c": Fraction(-5, 13), "s": Fraction(12, 13), "x": Fraction(-11, 9), "y": Fraction(13, 4)},
)
"""Values for the atoms, on the circle."""


@cache
def monomials(factors: tuple[int, ...], longest: int = 3) -> st.SearchStrategy[Monomial]:
    """Products of these factors."""
    return st.lists(st.sampled_from(factors), max_size=longest).map(lambda chosen: tuple(sorted(chosen)))


@cache
def sums(factors: tuple[int, ...], most: int = 5) -> st.SearchStrategy[dict[Monomial, Fraction]]:
    """Of up to `most` terms, at least one."""
    return st.dictionaries(monomials(factors), NUMBERS, min_size=1, max_size=most)


@st.composite
def polynomials(draw: st.DrawFn, numbers: Coefficients, factors: tuple[int, ...], most: int = 5) -> Polynomial:
    """Sums of up to `most` terms, at least one, with the coefficients as `numbers` keeps them."""
    return of(numbers, draw(sums(factors, most)))


def of(numbers: Coefficients, terms: dict[Monomial, Fraction]) -> Polynomial:
    """The polynomial of these terms."""
    return {monomial: numbers.of(coefficient) for monomial, coefficient in terms.items()}


@cache
@st.composite
def systems(draw: st.DrawFn) -> System:
    """Definitions that use atoms and each other, some of them wanted; the first pair of atoms is a circle."""
    system = System(ATOMS)
    system.circles = [(0, 1)]
    known = list(range(len(ATOMS)))
    for _ in range(draw(st.integers(0, 3))):
        known.append(system.define(of(system.numbers, draw(sums(tuple(known))))))
    for number in range(draw(st.integers(1, 3))):
        system.output(f"out{number}", of(system.numbers, draw(sums(tuple(known)))))
        if draw(st.booleans()):
            known.append(system.outputs[f"out{number}"])
    return system


def value(system: System, polynomial: Polynomial, known: dict[int, Fraction]) -> Fraction:
    """Of a polynomial, for values of its factors."""
    total = Fraction(0)
    for monomial, coefficient in polynomial.items():
        term = system.numbers.value(coefficient)
        for factor in monomial:
            term *= known[factor]
        total += term
    return total


def values(system: System) -> list[dict[str, Fraction]]:
    """Outputs at the points."""
    return [system.evaluate(point) for point in POINTS]

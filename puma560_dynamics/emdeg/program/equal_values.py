"""Find definitions of a system that have equal values, though their polynomials differ, and compute each value once.

Values are compared at a random state in a prime field, where different functions have equal values with a negligible
probability; a wrong replacement would also fail the proof of the program.
"""

from __future__ import annotations

from ..algebra.residue import PrimeField, Residue
from .system import Polynomial, System
from .variables import Variables

ZERO = -1
"""Stands for a definition that is zero."""


def share_equal_values(system: System, variables: Variables) -> None:
    """Replace definitions that are zero, or equal up to sign to an atom or an earlier definition, in place."""
    field = PrimeField()
    known = _random_atoms(system, variables, field)
    first = {value.value: (index, 1) for index, value in known.items()}
    replaced: dict[int, tuple[int, int]] = {}
    outputs = set(system.outputs.values())
    for index in system.order():
        polynomial = system.definitions[index] = _replaced(system, system.definitions[index], replaced)
        value = field.of(0)
        for monomial, coefficient in polynomial.items():
            term = field.of(system.numbers.value(coefficient))
            for factor in monomial:
                term = term * known[factor]
            value = value + term
        known[index] = value
        if not value:
            replaced[index] = ZERO, 0
            system.definitions[index] = {}
        elif value.value in first:
            replaced[index] = first[value.value]
            other, sign = first[value.value]
            if index in outputs:
                system.definitions[index] = {(other,): sign}
        else:
            first[value.value] = index, 1
            first[(-value).value] = index, -1


def _replaced(system: System, polynomial: Polynomial, replaced: dict[int, tuple[int, int]]) -> Polynomial:
    """Return a polynomial in which factors are replaced by ± an earlier definition, or by zero."""
    result: Polynomial = {}
    for monomial, coefficient in polynomial.items():
        pairs = [replaced.get(factor, (factor, 1)) for factor in monomial]
        if all(sign for _, sign in pairs):
            negative = sum(sign < 0 for _, sign in pairs) % 2
            system.add(result, tuple(sorted(factor for factor, _ in pairs)), -coefficient if negative else coefficient)
    return result


def _random_atoms(system: System, variables: Variables, field: PrimeField) -> dict[int, Residue]:
    """Return values of the atoms: random ones, and for sums of angles the sines and cosines of the sums."""
    values = {name: field.random() for name in variables.elements}
    turns = [field.random_turn() for _ in range(variables.chain.n)]
    for angle in variables.angles:
        cosine, sine = field.of(1), field.of(0)
        for joint, sign in angle.joints:
            c, s = turns[joint][0], sign * turns[joint][1]
            cosine, sine = cosine * c - sine * s, sine * c + cosine * s
        values[f"c{angle.label}"], values[f"s{angle.label}"] = cosine, sine
    return {index: values[system.names[index]] for index in range(system.atoms)}

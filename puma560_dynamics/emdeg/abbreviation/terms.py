"""Represent the equations of motion as a list of terms: coefficient · (monomial in q) · (q̈_j | q̇_j q̇_k | 1).

τ_i = Σ_j a_ij q̈_j + Σ_{j≤k} h_i,jk q̇_j q̇_k + g_i, where h has the elements of B (j < k) and C (j = k).
A term of a_ij with i ≠ j is in the list once and in the equations twice, since A is symmetric. So a change of the
term applies to the equations of both joints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import FloatArray
from ..algebra.ring import Poly
from ..chain.chain import Chain
from ..chain.gauge import PLAIN
from ..equations.elements import energy_elements
from ..equations.kane import christoffel_symbol
from ..equations.newton_euler import newton_euler
from ..program.program import element_label
from ..program.system import Monomial, Polynomial, System
from ..program.variables import Variables, prepared

Factors = tuple[tuple[str, int], ...]
"""Monomial: names of its atoms (``c23``, ``s23``, ``q3``) with their exponents."""

ACCELERATION, VELOCITY, GRAVITY = "a", "h", "g"


@dataclass(frozen=True)
class ElementTerm:
    """One term of an element of A, B, C or g.

    Attributes:
        kind: ``"a"`` for A, ``"h"`` for B and C, ``"g"`` for g.
        element: indices of the element from 0: (i, j) with i ≤ j for A; (i, j, k) with j ≤ k for the product of the
            velocities of joints j and k; (i,) for g.
        factors: names of the atoms (cosines, sines, positions) and their exponents.
        coefficient: exact coefficient, in SI units.
    """

    kind: str
    element: tuple[int, ...]
    factors: Factors
    coefficient: Fraction

    @property
    def key(self) -> tuple[str, tuple[int, ...], Factors]:
        """Kind, element and factors, which identify the term independently of its coefficient."""
        return self.kind, self.element, self.factors

    @property
    def rows(self) -> tuple[int, ...]:
        """Indices of the joints whose equations contain the term."""
        return tuple(dict.fromkeys(self.element)) if self.kind == ACCELERATION else self.element[:1]

    @property
    def label(self) -> str:
        """Name of the element in the paper, with joints numbered from 1: ``a_12``, ``b_112``, ``c_11``, ``g_1``."""
        kind, indices = self.kind, self.element
        if kind == VELOCITY:
            i, j, k = indices
            kind, indices = ("c", (i, j)) if j == k else ("b", indices)
        return element_label(kind, *indices)

    def rates(self, row: int) -> tuple[str, ...]:
        """Return the names of the accelerations or rates that the element multiplies in the equation of joint `row`."""
        if self.kind == ACCELERATION:
            i, j = self.element
            return (f"qdd{(j if row == i else i) + 1}",)
        return tuple(f"qd{k + 1}" for k in self.element[1:])

    def multiplier(self, row: int, values: Mapping[str, FloatArray]) -> FloatArray:
        """Return the term without its coefficient in the equation of joint `row`, for `values` as in `Basis`."""
        return Basis(values).of(self, row)


@dataclass(frozen=True)
class ChainEquations:
    """Equations of motion of a chain.

    Attributes:
        chain: the chain.
        variables: variables of the chain (`Variables`), with the identities that factoring uses.
        terms: terms of the equations, in a fixed order.
    """

    chain: Chain
    variables: Variables
    terms: tuple[ElementTerm, ...]

    def values(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> dict[str, FloatArray]:
        """Return the values of cosines, sines, prismatic positions, velocities and accelerations at states (..., n)."""
        position, rate, second = (np.asarray(x, dtype=float) for x in (q, qd, qdd))
        values: dict[str, FloatArray] = {}
        for i, joint in enumerate(self.chain.joints):
            values |= {f"qd{i + 1}": rate[..., i], f"qdd{i + 1}": second[..., i]}
            if not joint.revolute:
                values[f"q{i + 1}"] = position[..., i]
        for angle in self.variables.angles:
            total = angle.offset + sum(sign * position[..., joint] for joint, sign in angle.joints)
            values |= {f"c{angle.label}": np.cos(total), f"s{angle.label}": np.sin(total)}
        return values

    def torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray:
        """Return the torques (states, n), N·m (N for prismatic joints), at states (states, n)."""
        values = self.values(q, qd, qdd)
        columns = []
        for row in range(self.chain.n):
            own = [term for term in self.terms if row in term.rows]
            columns.append(np.array([float(term.coefficient) for term in own]) @ basis(own, row, values))
        return np.stack(columns, axis=-1)

    def torque_system(self) -> System:
        """Return the unfactored system of the torques; its outputs are the nonzero ``tau_1 …``."""
        system = self.variables.system()
        rows: dict[int, Polynomial] = {}
        for term in self.terms:
            for row in term.rows:
                monomial = _monomial(system, term.factors, term.rates(row))
                system.add(rows.setdefault(row, {}), monomial, system.numbers.of(term.coefficient))
        for row, polynomial in sorted(rows.items()):
            system.output(f"tau_{row + 1}", polynomial)
        return system

    def element_system(self, kinds: str = ACCELERATION + VELOCITY + GRAVITY) -> System:
        """Return the unfactored system of the nonzero elements ``a_12``, ``b_112``, ``g_1`` … of the given kinds."""
        system = self.variables.system()
        elements: dict[str, Polynomial] = {}
        for term in self.terms:
            if term.kind in kinds:
                monomial = _monomial(system, term.factors, ())
                system.add(elements.setdefault(term.label, {}), monomial, system.numbers.of(term.coefficient))
        for label, polynomial in elements.items():
            system.output(label, polynomial)
        return system


def equations_of_motion(chain: Chain) -> ChainEquations:
    """Derive the equations of motion: all terms of A (upper triangle, armature included), B, C and g.

    A is computed by the recursion for unit accelerations over the ring; B and C are the Christoffel symbols of A. All
    terms are monomials of one ring. If the first axes are parallel and horizontal, c2 is c1·c12 + s1·s12 in it.
    """
    chain_slid, bodies, variables = prepared(chain, (PLAIN,) * chain.n)
    n = chain.n
    upper = energy_elements(chain_slid, bodies, variables)
    a = [[upper[min(i, j), max(i, j)] for j in range(n)] for i in range(n)]
    result: list[ElementTerm] = []
    for (i, j), element in sorted(upper.items()):
        result += _of(element, ACCELERATION, (i, j))
    for i in range(n):
        for j, k in combinations_with_replacement(range(n), 2):
            result += _of(christoffel_symbol(a, i, j, k) * (1 if j == k else 2), VELOCITY, (i, j, k))
    still = [0] * n
    for i, load in enumerate(newton_euler(chain_slid, bodies, variables.joint_motion(None, still, still))):
        result += _of(variables.ring.sum((load,)), GRAVITY, (i,))
    return ChainEquations(chain, variables, tuple(result))


def _of(element: Poly, kind: str, where: tuple[int, ...]) -> list[ElementTerm]:
    return [ElementTerm(kind, where, element.ring.factors(m), Fraction(k)) for m, k in sorted(element.items())]


class Basis:
    """Values of terms without their coefficients at given states; products of several terms are computed once.

    Args:
        values: values of the atoms, from `ChainEquations.values` for states (states, n).
        kept: number of float64 values to cache; further products are recomputed at each use.
    """

    def __init__(self, values: Mapping[str, FloatArray], kept: int = 1 << 23) -> None:
        self._values, self._kept = values, kept
        self._products: dict[Factors, FloatArray] = {(): np.ones(len(next(iter(values.values()))))}

    def of(self, term: ElementTerm, row: int) -> FloatArray:
        """Return the values (states,) of a term without its coefficient in the equation of joint `row`, from 0."""
        result: FloatArray = self.product(term.factors).copy()
        for name in term.rates(row):
            result *= self._values[name]
        return result

    def product(self, factors: Factors) -> FloatArray:
        """Return the values (states,) of a monomial, not to be changed."""
        found = self._products.get(factors)
        if found is None:
            *shorter, (name, exponent) = factors
            if shorter:
                found = self.product(tuple(shorter)) * self.product(((name, exponent),))
            else:
                found = np.asarray(self._values[name] ** exponent)
            if len(self._products) * len(found) < self._kept:
                self._products[factors] = found
        return found


def basis(terms: Sequence[ElementTerm], row: int, values: Mapping[str, FloatArray]) -> FloatArray:
    """Return the values (terms, states) of terms without their coefficients in the equation of joint `row`.

    Args:
        terms: terms of this equation.
        row: index of the joint, from 0.
        values: values of the atoms, as in `Basis`.
    """
    own = Basis(values)
    return np.array([own.of(term, row) for term in terms]).reshape(len(terms), len(next(iter(values.values()))))


def _monomial(system: System, factors: Factors, rates: tuple[str, ...]) -> Monomial:
    names = [name for name, exponent in factors for _ in range(exponent)]
    return tuple(sorted(system.atom(name) for name in (*names, *rates)))

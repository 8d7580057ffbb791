"""The equations of motion as a flat list of terms: coefficient · (monomial in q) · (q̈_j | q̇_j q̇_k | 1).

τ_i = Σ_j a_ij q̈_j + Σ_{j≤k} h_i,jk q̇_j q̇_k + g_i, where h holds the elements of B (j < k) and C (j = k).
A term of a_ij with i ≠ j stands once in the list and twice in the equations, since A is symmetric:
a change of it is a change of both.
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
from ..equations.elements import energy_elements, steady
from ..equations.kane import christoffel_symbol
from ..equations.newton_euler import newton_euler
from ..program.system import Monomial, Polynomial, System
from ..program.variables import Variables, prepared

Factors = tuple[tuple[str, int], ...]

ACCELERATION, VELOCITY, GRAVITY = "a", "h", "g"


@dataclass(frozen=True)
class ElementTerm:
    """One term of one element.

    Attributes:
        kind: ``"a"`` of A, ``"h"`` of B and C, ``"g"`` of g.
        element: indices from 0: (i, j) with i ≤ j; (i, j, k) with j ≤ k for the product of rates j and k; (i,).
        factors: names of the atoms and their exponents.
        coefficient: exact; N·m by the unit of what it multiplies.
    """

    kind: str
    element: tuple[int, ...]
    factors: Factors
    coefficient: Fraction

    @property
    def key(self) -> tuple[str, tuple[int, ...], Factors]:
        """Identity of the term, independent of its coefficient."""
        return self.kind, self.element, self.factors

    @property
    def rows(self) -> tuple[int, ...]:
        """Joints with equations that contain the term."""
        return tuple(dict.fromkeys(self.element)) if self.kind == ACCELERATION else self.element[:1]

    @property
    def label(self) -> str:
        """The element as the paper writes it, joints from 1: ``a_12``, ``b_112``, ``c_11``, ``g_1``."""
        kind, indices = self.kind, self.element
        if kind == VELOCITY:
            i, j, k = indices
            kind, indices = ("c", (i, j)) if j == k else ("b", indices)
        return f"{kind}_" + "".join(str(index + 1) for index in indices)

    def rates(self, row: int) -> tuple[str, ...]:
        """Return the names of the accelerations or rates that the element multiplies in the equation of joint `row`."""
        if self.kind == ACCELERATION:
            i, j = self.element
            return (f"qdd{(j if row == i else i) + 1}",)
        return tuple(f"qd{k + 1}" for k in self.element[1:])

    def multiplier(self, row: int, values: Mapping[str, FloatArray]) -> FloatArray:
        """Return the value without the coefficient in the equation of joint `row`, for `values` as in `Basis`."""
        return Basis(values).of(self, row)


@dataclass(frozen=True)
class ChainEquations:
    """The equations of motion of a chain.

    Attributes:
        chain: whose.
        variables: its angles, and what a factoring may know of them.
        terms: in a fixed order.
    """

    chain: Chain
    variables: Variables
    terms: tuple[ElementTerm, ...]

    def values(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> dict[str, FloatArray]:
        """Return values of the atoms for states (..., n): cosines and sines, positions of sliding joints, rates."""
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
        """Return the torques of states (states, n): (states, n) N·m (N where a joint slides)."""
        values = self.values(q, qd, qdd)
        columns = []
        for row in range(self.chain.n):
            own = [term for term in self.terms if row in term.rows]
            columns.append(np.array([float(term.coefficient) for term in own]) @ basis(own, row, values))
        return np.stack(columns, axis=-1)

    def torque_system(self) -> System:
        """Return the system of the torques, to be factored: outputs ``tau_1 …`` that are not zero."""
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
        """Return the system of the elements ``a_12``, ``b_112``, ``c_11``, ``g_1`` … of these kinds, if not zero."""
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
    """Return the equations of motion: every term of A (upper half, armature included), B and C, and g.

    A comes from the recursion for unit accelerations over the ring, B and C are its Christoffel symbols.
    """
    chain_slid, bodies, variables = prepared(chain, (PLAIN,) * chain.n)
    n = chain.n
    upper = energy_elements(chain_slid, bodies, steady(chain_slid, bodies))
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
    """Values of terms without their coefficients in given states; products that terms share are computed once.

    Args:
        values: of the atoms, as `ChainEquations.values` gives them for states (states, n).
        kept: how many numbers of products to keep; further ones are computed each time.
    """

    def __init__(self, values: Mapping[str, FloatArray], kept: int = 1 << 23) -> None:
        self._values, self._kept = values, kept
        self._products: dict[Factors, FloatArray] = {(): np.ones(len(next(iter(values.values()))))}

    def of(self, term: ElementTerm, row: int) -> FloatArray:
        """Return (states,) the values of a term in the equation of joint `row`, from 0."""
        result: FloatArray = self._product(term.factors).copy()
        for name in term.rates(row):
            result *= self._values[name]
        return result

    def _product(self, factors: Factors) -> FloatArray:
        found = self._products.get(factors)
        if found is None:
            *shorter, (name, exponent) = factors
            if shorter:
                found = self._product(tuple(shorter)) * self._product(((name, exponent),))
            else:
                found = np.asarray(self._values[name] ** exponent)
            if len(self._products) * len(found) < self._kept:
                self._products[factors] = found
        return found


def basis(terms: Sequence[ElementTerm], row: int, values: Mapping[str, FloatArray]) -> FloatArray:
    """Return the value of each term without its coefficient in the equation of joint `row`: (terms, states).

    Args:
        terms: those that stand in this equation.
        row: joint, from 0.
        values: as `Basis` takes them.
    """
    own = Basis(values)
    return np.array([own.of(term, row) for term in terms]).reshape(len(terms), len(next(iter(values.values()))))


def _monomial(system: System, factors: Factors, rates: tuple[str, ...]) -> Monomial:
    names = [name for name, exponent in factors for _ in range(exponent)]
    return tuple(sorted(system.atom(name) for name in (*names, *rates)))

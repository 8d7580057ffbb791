"""Compute with polynomials in cosines, sines, velocities and parameters, with exact coefficients (the ring).

A monomial is an integer with one byte per variable for its exponent, so that the product of two monomials is the sum
of the integers. A polynomial is a dictionary from monomials to coefficients. Squares of sines are replaced by 1 - c²,
which makes the form unique: two expressions are equal if and only if their dictionaries are equal.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

_BITS = 8
_MASK = 0xFF

Coefficient = int | Fraction
"""Exact number. Most are integers, with which Python computes many times as fast as with fractions."""


def coefficient_of(value: Any) -> Coefficient:
    """Convert a number to an int if it is whole, otherwise to a Fraction. Divide with ``Fraction(a, b)``, not ``/``."""
    exact = value if isinstance(value, (int, Fraction)) else Fraction(value)
    return exact.numerator if exact.denominator == 1 else exact


class Ring:
    """Variables of the polynomials, with the pairs that are cosine and sine of the same angle."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._index: dict[str, int] = {}
        self._square_mask = 0  # bits that are set where a sine has an exponent of two or more
        self._pairs: list[tuple[int, int]] = []  # shifts of sine and cosine
        self._derivatives: dict[int, list[tuple[int, int, int]]] = {}  # joint -> (shift, change of monomial, sign)

    def variable(self, name: str) -> Poly:
        """Return the variable `name`; create it if it does not exist."""
        if name not in self._index:
            self._index[name] = len(self.names)
            self.names.append(name)
        return Poly(self, {1 << (_BITS * self._index[name]): 1})

    def angle(self, label: str, joints: Iterable[tuple[int, int]]) -> tuple[Poly, Poly]:
        """Return cosine ``c<label>`` and sine ``s<label>`` of an angle, the sum of ``sign · q[joint]`` of `joints`."""
        known = f"s{label}" in self._index
        c, s = self.variable(f"c{label}"), self.variable(f"s{label}")
        if not known:
            shift_c, shift_s = _BITS * self._index[f"c{label}"], _BITS * self._index[f"s{label}"]
            self._pairs.append((shift_s, shift_c))
            self._square_mask |= 0xFE << shift_s
            for joint, sign in joints:
                rules = self._derivatives.setdefault(joint, [])
                change = (1 << shift_s) - (1 << shift_c)
                rules += [(shift_c, change, -sign), (shift_s, -change, sign)]
        return c, s

    def position(self, joint: int) -> Poly:
        """Return the position ``q<number>`` of a prismatic joint (index `joint` from 0, number from 1)."""
        q = self.variable(f"q{joint + 1}")
        shift = _BITS * self._index[f"q{joint + 1}"]
        rule, rules = (shift, -(1 << shift), 1), self._derivatives.setdefault(joint, [])
        if rule not in rules:
            rules.append(rule)
        return q

    def constant(self, value: Any) -> Poly:
        """Return a number as a constant polynomial."""
        return Poly(self, {0: coefficient_of(value)} if value else {})

    def sum(self, elements: Iterable[Poly | int | Fraction]) -> Poly:
        """Return the sum of polynomials and numbers."""
        total: dict[int, Coefficient] = {}
        for element in elements:
            terms = element if isinstance(element, Poly) else self.constant(element)
            for monomial, coefficient in terms.items():
                total[monomial] = total[monomial] + coefficient if monomial in total else coefficient
        return Poly(self, {m: k for m, k in total.items() if k})

    def factors(self, monomial: int) -> tuple[tuple[str, int], ...]:
        """Return the names and exponents of a monomial."""
        result = []
        for index, exponent in enumerate(monomial.to_bytes((monomial.bit_length() + 7) // 8 or 1, "little")):
            if exponent:
                result.append((self.names[index], exponent))
        return tuple(result)

    def monomial(self, factors: Mapping[str, int]) -> int:
        """Return the monomial with the given exponents of variables, by name."""
        return sum(exponent << (_BITS * self._index[name]) for name, exponent in factors.items())

    def _reduced(self, terms: dict[int, Coefficient]) -> dict[int, Coefficient]:
        """Replace squares of sines by 1 - c², and omit terms with coefficient 0."""
        mask = self._square_mask
        pending = [(m, k) for m, k in terms.items() if m & mask and k]
        if not pending:
            return {m: k for m, k in terms.items() if k}
        result = {m: k for m, k in terms.items() if not m & mask}
        while pending:
            m, k = pending.pop()
            for shift_s, shift_c in self._pairs:
                if (m >> shift_s) & 0xFE:
                    lower = m - (2 << shift_s)
                    for part, value in ((lower, k), (lower + (2 << shift_c), -k)):
                        if part & mask:
                            pending.append((part, value))
                        else:
                            result[part] = result[part] + value if part in result else value
                    break
        return {m: k for m, k in result.items() if k}


class Poly:
    """Immutable polynomial of a ring; supports ``+ - *`` with polynomials and exact numbers, and integer powers."""

    __slots__ = ("_terms", "ring")

    def __init__(self, ring: Ring, terms: dict[int, Coefficient]) -> None:
        self.ring = ring
        self._terms = terms

    def items(self) -> Iterable[tuple[int, Coefficient]]:
        """Return pairs (monomial, coefficient), in insertion order."""
        return self._terms.items()

    def __len__(self) -> int:
        return len(self._terms)

    def __bool__(self) -> bool:
        return bool(self._terms)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Poly):
            return self._terms == other._terms
        if isinstance(other, (int, Fraction)):
            return self._terms == ({0: other} if other else {})
        return NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._terms.items()))

    def in_ring(self, ring: Ring) -> Poly:
        """Return the polynomial with the variables of the same names in another ring."""
        return ring.sum(self.products(ring.variable, ring.constant(1)))

    def products(self, value: Callable[[str], Any], one: Any) -> Iterator[Any]:
        """Yield the terms for given values of the variables, by name; `one` is the number 1 in their type."""
        for monomial, coefficient in self._terms.items():
            term = coefficient * one
            for name, exponent in self.ring.factors(monomial):
                for _ in range(exponent):
                    term = term * value(name)
            yield term

    def _lift(self, other: Poly | int | Fraction) -> dict[int, Coefficient]:
        if isinstance(other, Poly):
            return other._terms
        return {0: coefficient_of(other)} if other else {}

    def __neg__(self) -> Poly:
        return Poly(self.ring, {m: -k for m, k in self._terms.items()})

    def __add__(self, other: Poly | int | Fraction) -> Poly:
        if type(other) not in _NUMBERS:  # e.g. a traced value, which adds the polynomial
            return NotImplemented
        terms = self._lift(other)
        if not terms:
            return self
        result = dict(self._terms)
        for m, k in terms.items():
            # Avoid adding to zero: a sum of fractions takes a microsecond.
            value = result[m] + k if m in result else k
            if value:
                result[m] = value
            else:
                result.pop(m, None)
        return Poly(self.ring, result)

    def __sub__(self, other: Poly | int | Fraction) -> Poly:
        return self + (-other)

    def __rsub__(self, other: int | Fraction) -> Poly:
        return (-self) + other

    def __mul__(self, other: Poly | int | Fraction) -> Poly:
        if type(other) not in _NUMBERS:
            return NotImplemented
        if not isinstance(other, Poly):
            factor = coefficient_of(other)
            return Poly(self.ring, {m: k * factor for m, k in self._terms.items()} if factor else {})
        for one, terms in ((self._terms, other._terms), (other._terms, self._terms)):
            if len(one) == 1 and one.get(0) == 1:
                return Poly(self.ring, self.ring._reduced(terms))
        result: dict[int, Coefficient] = {}
        for m, k in self._terms.items():
            for n, h in other._terms.items():
                product = m + n
                value = k * h
                result[product] = result[product] + value if product in result else value
        return Poly(self.ring, self.ring._reduced(result))

    def __pow__(self, exponent: int) -> Poly:
        result = self.ring.constant(1)
        for _ in range(exponent):
            result = result * self
        return result

    __radd__ = __add__
    __rmul__ = __mul__

    def derivative(self, joint: int) -> Poly:
        """Return the derivative with respect to the position of a joint (index from 0)."""
        result: dict[int, Coefficient] = {}
        for shift, change, sign in self.ring._derivatives.get(joint, ()):
            for m, k in self._terms.items():
                exponent = (m >> shift) & _MASK
                if exponent:
                    n = m + change
                    result[n] = result.get(n, 0) + sign * exponent * k
        return Poly(self.ring, self.ring._reduced(result))

    def evaluate(self, values: Mapping[str, Any]) -> Any:
        """Return the value for given numbers or arrays of the variables, by name."""
        total: Any = 0
        for monomial, coefficient in self._terms.items():
            term: Any = float(coefficient)
            for name, exponent in self.ring.factors(monomial):
                term = term * values[name] ** exponent
            total = total + term
        return total

    def map(self, change: Callable[[int, Coefficient], Poly]) -> Poly:
        """Return the sum of ``change(monomial, coefficient)`` over all terms."""
        return self.ring.sum(change(m, k) for m, k in self._terms.items())

    def __repr__(self) -> str:
        parts = []
        for m, k in sorted(self._terms.items()):
            factors = "*".join(name if e == 1 else f"{name}^{e}" for name, e in self.ring.factors(m))
            parts.append(f"{k}*{factors}" if factors else f"{k}")
        return " + ".join(parts) or "0"


_NUMBERS = frozenset((Poly, int, bool, float, Fraction))
"""Types that polynomials are added to and multiplied by."""


@contextmanager
def collection_paused() -> Iterator[None]:
    """Pause Python's cyclic garbage collection; usable as a context manager or decorator, also nested.

    A derivation creates many small tuples in dictionaries. They form no cycles, so reference counting frees them, while
    the collector would take a third of the derivation's time.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()

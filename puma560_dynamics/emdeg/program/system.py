"""Represent systems of definitions: polynomials in inputs and in other definitions.

Inputs ("atoms": sines, cosines, velocities …) and definitions are represented by integers. A monomial is a sorted tuple
of them; a polynomial is a dictionary from monomials to coefficients (`Coefficients`). The identity c² + s² = 1 is not
applied here, so equal expressions may have different forms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from ...errors import DerivationError
from ..algebra.coefficients import ONE, Coefficients
from ..algebra.ring import Poly

Monomial = tuple[int, ...]
"""Sorted integers of the factors."""

Polynomial = dict[Monomial, int]
"""Coefficient of each monomial, as an integer of a `Coefficients` table."""


def polynomial_cost(polynomial: Mapping[Monomial, int]) -> int:
    """Return the number of calculations of a polynomial, by the counting convention of `program`."""
    if not polynomial:
        return 0
    if () in polynomial:  # a constant is only added
        sizes = {abs(coefficient) for monomial, coefficient in polynomial.items() if monomial}
    else:
        sizes = set(map(abs, polynomial.values()))
    sizes.discard(ONE)
    # A term of f factors needs f - 1 products, and each term except the first needs an addition.
    return sum(map(len, polynomial)) - 1 + (() in polynomial) + len(sizes)


class System:
    """Atoms and definitions, some of which are outputs.

    Attributes:
        numbers: table of coefficients.
        names: names of atoms and definitions, indexed by their integers.
        atoms: number of atoms; their integers are 0 to `atoms` - 1.
        definitions: polynomials, by integer.
        outputs: integers of the definitions that are outputs, by label.
        free: identities (polynomial, atom, ±1) of polynomials that equal ± an atom, e.g. c2·c23 + s2·s23 = c3.
        circles: pairs (cosine, sine) of the same angle.
    """

    def __init__(self, atoms: Iterable[str] = ()) -> None:
        self.numbers = Coefficients()
        self.names: list[str] = []
        self._index: dict[str, int] = {}
        for name in atoms:
            self.atom(name)
        self.atoms = len(self.names)
        self.definitions: dict[int, Polynomial] = {}
        self.outputs: dict[str, int] = {}
        self.free: list[tuple[Polynomial, int, int]] = []
        self.circles: list[tuple[int, int]] = []
        self._known: dict[frozenset[tuple[Monomial, int]], tuple[int, int]] = {}

    def atom(self, name: str) -> int:
        """Return the integer of the atom `name`; create the atom if needed (only before the first definition)."""
        if name not in self._index:
            self._index[name] = len(self.names)
            self.names.append(name)
            self.atoms = len(self.names)
        return self._index[name]

    def fresh(self) -> int:
        """Return a new integer for a definition."""
        self.names.append(f"t{len(self.names) - self.atoms + 1}")
        return len(self.names) - 1

    def define(self, polynomial: Polynomial) -> int:
        """Add a definition, and return its integer."""
        index = self.fresh()
        self.definitions[index] = polynomial
        return index

    def output(self, label: str, polynomial: Polynomial) -> None:
        """Add a definition as the output `label`."""
        self.outputs[label] = self.define(polynomial)

    @property
    def cost(self) -> int:
        """Number of calculations of all definitions."""
        return sum(polynomial_cost(polynomial) for polynomial in self.definitions.values())

    # Arithmetic of polynomials -------------------------------------------------------------------

    def polynomial_of(self, value: Traced | Poly | int | Fraction) -> Polynomial:
        """Convert a traced value, a ring polynomial in names of atoms, or a number to a polynomial."""
        if isinstance(value, Traced):
            return value.polynomial
        if isinstance(value, Poly):
            factors = value.ring.factors
            atoms = (([self._index[name] for name, e in factors(m) for _ in range(e)], k) for m, k in value.items())
            return {tuple(sorted(monomial)): self.numbers.of(k) for monomial, k in atoms}
        return {(): self.numbers.of(value)} if value else {}

    def plus(self, a: Polynomial, b: Polynomial) -> Polynomial:
        """Return the sum of two polynomials."""
        result = dict(a)
        for monomial, coefficient in b.items():
            self.add(result, monomial, coefficient)
        return result

    def times(self, a: Polynomial, b: Polynomial) -> Polynomial:
        """Return the product of two polynomials."""
        result: Polynomial = {}
        for m, k in a.items():
            for n, h in b.items():
                self.add(result, tuple(sorted(m + n)), self.numbers.times(k, h))
        return result

    def scaled(self, a: Polynomial, coefficient: int) -> Polynomial:
        """Return a polynomial multiplied by a coefficient."""
        return {m: self.numbers.times(k, coefficient) for m, k in a.items()}

    def substituted(self, polynomial: Polynomial, index: int, by: Polynomial) -> Polynomial:
        """Return `polynomial` with the factor `index` replaced by the polynomial `by`."""
        result: Polynomial = {}
        for monomial, coefficient in polynomial.items():
            count = monomial.count(index)
            if not count:
                if monomial in result:
                    self.add(result, monomial, coefficient)
                else:
                    result[monomial] = coefficient
                continue
            rest: Polynomial = {tuple(f for f in monomial if f != index): coefficient}
            for _ in range(count):
                rest = self.times(rest, by)
            for m, k in rest.items():
                self.add(result, m, k)
        return result

    def add(self, target: Polynomial, monomial: Monomial, coefficient: int) -> None:
        """Add a term to the polynomial `target` in place."""
        before = target.get(monomial)
        value = coefficient if before is None else self.numbers.plus(before, coefficient)
        if value:
            target[monomial] = value
        else:
            target.pop(monomial, None)

    # Order and values ----------------------------------------------------------------------------

    def order(self) -> list[int]:
        """Return the integers of the definitions that the outputs need, in an order of evaluation."""
        result: list[int] = []
        seen: set[int] = set()
        for wanted in self.outputs.values():
            stack = [(wanted, False)]
            while stack:
                index, done = stack.pop()
                if done:
                    result.append(index)
                elif index not in seen and index in self.definitions:
                    seen.add(index)
                    stack.append((index, True))
                    used = {factor for monomial in self.definitions[index] for factor in monomial}
                    stack += [(factor, False) for factor in sorted(used, reverse=True)]
        return result

    def prune(self) -> None:
        """Remove outputs that are zero, terms with definitions that are zero, and definitions that no output needs."""
        zero: set[int] = set()
        while more := {index for index, p in self.definitions.items() if not p} - zero:
            zero |= more
            for index, p in self.definitions.items():
                if any(not zero.isdisjoint(monomial) for monomial in p):
                    self.definitions[index] = {m: k for m, k in p.items() if zero.isdisjoint(m)}
        self.outputs = {label: index for label, index in self.outputs.items() if self.definitions[index]}
        needed = set(self.order())
        self.definitions = {index: p for index, p in self.definitions.items() if index in needed}

    def evaluate(self, values: Mapping[str, Any], one: Any = 1) -> dict[str, Any]:
        """Return the values of the outputs by label, for values of the atoms: numbers, arrays or ring polynomials.

        Args:
            values: values of the atoms, by name.
            one: the number 1 in the type of the values.
        """
        known: dict[int, Any] = {i: values[self.names[i]] for i in range(self.atoms) if self.names[i] in values}
        for index in self.order():
            total: Any = 0 * one
            for monomial, coefficient in self.definitions[index].items():
                term: Any = self.numbers.value(coefficient) * one
                for factor in monomial:
                    term = term * known[factor]
                total = total + term
            known[index] = total
        return {label: known[index] for label, index in self.outputs.items()}

    def copy(self) -> System:
        """Return an independent copy that shares the table of coefficients."""
        other = System()
        other.numbers, other.names, other.atoms = self.numbers, list(self.names), self.atoms
        other._index = dict(self._index)
        other.definitions = {index: dict(p) for index, p in self.definitions.items()}
        other.outputs, other.free, other.circles = dict(self.outputs), self.free, self.circles
        return other


class Traced:
    """A polynomial of a system with ``+ - *``, so that running an algorithm with it records its calculations.

    `let` records a value as a definition of the system. Values that are equal up to a constant factor share one
    definition.
    """

    __slots__ = ("polynomial", "system")

    def __init__(self, system: System, polynomial: Polynomial) -> None:
        self.system = system
        self.polynomial = polynomial

    def __add__(self, other: Traced | int | Fraction) -> Traced:
        return Traced(self.system, self.system.plus(self.polynomial, self.system.polynomial_of(other)))

    def __mul__(self, other: Traced | int | Fraction) -> Traced:
        return Traced(self.system, self.system.times(self.polynomial, self.system.polynomial_of(other)))

    def __neg__(self) -> Traced:
        return Traced(self.system, self.system.scaled(self.polynomial, -ONE))

    def __sub__(self, other: Traced | int | Fraction) -> Traced:
        return self + (-other)

    def __rsub__(self, other: int | Fraction) -> Traced:
        return (-self) + other

    def __bool__(self) -> bool:
        return bool(self.polynomial)

    __radd__ = __add__
    __rmul__ = __mul__

    def let(self) -> Traced:
        """Return the value as a reference to a definition; return it unchanged if it needs no calculation."""
        system, terms = self.system, self.polynomial
        if not polynomial_cost(terms) or (len(terms) == 1 and len(next(iter(terms))) <= 1):
            return self
        lead = terms[min(terms)]
        normal = {m: system.numbers.over(k, lead) for m, k in terms.items()}
        key = frozenset(normal.items())
        if key not in system._known:
            system._known[key] = system.define(dict(terms)), lead
        index, first = system._known[key]
        return Traced(system, {(index,): system.numbers.over(lead, first)})


def system_as_text(system: System) -> str:
    """Write the definitions that the outputs need as text, one per line."""
    label = {index: name for name, index in system.outputs.items()}
    names = list(system.names)
    lines = []
    for count, index in enumerate(system.order(), start=1):
        names[index] = label.get(index, f"t{count}")
        terms = [
            "*".join([str(system.numbers.value(k)), *(names[factor] for factor in monomial)])
            for monomial, k in system.definitions[index].items()
        ]
        lines.append(f"{names[index]} = {' + '.join(terms)}")
    return "\n".join(lines) + "\n"


def read_definitions(text: str, system: System, outputs: set[str]) -> System:
    """Read the definitions of `text` into `system`, which has only atoms; names in `outputs` become outputs.

    Raises:
        DerivationError: a name is neither an atom nor defined earlier in the text.
    """
    known = {name: index for index, name in enumerate(system.names)}
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        name, _, right = line.partition(" = ")
        polynomial: Polynomial = {}
        for term in right.split(" + ") if right else ():  # the search may find that an element is zero
            number, *factors = term.split("*")
            unknown = [factor for factor in factors if factor not in known]
            if unknown:
                raise DerivationError(
                    f"{name} uses {unknown[0]!r}, which is not a variable of this arm and not defined above it; "
                    "derive the arm again"
                )
            system.add(polynomial, tuple(sorted(known[f] for f in factors)), system.numbers.of(Fraction(number)))
        known[name] = system.define(polynomial)
        if name in outputs:
            system.outputs[name] = known[name]
    return system

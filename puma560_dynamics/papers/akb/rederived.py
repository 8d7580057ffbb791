"""Exact comparison of the paper's tables with the generator, for every element of A, B, C and g.

Kane's method (`emdeg.kane`) derives the elements for the paper's structure, with a symbol for every parameter that is
not zero. Tables A4 to A7, with the constants of table A2, are expanded in the same ring of polynomials. A table is
correct if and only if all differences are zero; neither configurations nor numbers are sampled.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any

from ...emdeg import Body, Chain, ChainJoint, Poly, Reduction, Ring, gravity_torque, kinetic_energy_matrix
from ...models.tables.table import TableEntry, evaluate, is_trigonometric, names_in, read_table, shorthand_values
from ...models.terms import velocity_pairs
from ..erratum import Erratum
from .errata import uncorrected_tables

_TWISTS = ((1, 0), (0, -1), (1, 0), (0, 1), (0, -1), (0, 1))
"""Cosine and sine of α (table A1)."""

_OFFSETS = ("d2", "a2", "d3", "a3", "d4")
_CENTERS = ("yz", "xyz", "yz", "z", "", "z")
_ELEMENT = re.compile(r"^[abcg]_\d+$")


@dataclass(frozen=True)
class _Turn:
    """An angle represented by its cosine and sine; the operator + adds angles."""

    c: Poly
    s: Poly

    def __add__(self, other: object) -> _Turn:
        if isinstance(other, _Turn):
            return _Turn(self.c * other.c - self.s * other.s, self.s * other.c + self.c * other.s)
        return NotImplemented

    def __radd__(self, zero: int) -> _Turn:
        return self  # `sum` starts with 0


class Rederivation:
    """The ring of the paper's parameters and angles, and the generator's elements in it.

    Attributes:
        ring: c1, s1, c2, s2, c23, s23, c4 … s6; m1 … m6, rx2 … rz6, Ixx1 … Izz6, a2, a3, d2 … d4, g, Im1 … Im6.
        elements: elements from the generator: ``a_11`` … (upper half), ``b_112`` …, ``c_11`` …, ``g_1`` ….
    """

    def __init__(self) -> None:
        self.ring = Ring()
        chain = self._chain()
        a = kinetic_energy_matrix(chain, self.ring)
        b, c = Reduction(chain).coriolis_and_centrifugal(a)
        n = range(chain.n)
        self.elements: Mapping[str, Poly] = MappingProxyType(
            {f"a_{i + 1}{j + 1}": a[i][j] for i in n for j in n if i <= j}
            | {f"b_{i + 1}{j + 1}{k + 1}": b[i][p] for i in n for p, (j, k) in enumerate(velocity_pairs(chain.n))}
            | {f"c_{i + 1}{j + 1}": c[i][j] for i in n for j in n}
            | {f"g_{i + 1}": element for i, element in enumerate(gravity_torque(chain, self.ring))}
        )
        self._symbols: dict[str, Any] = self._names()
        self._own: dict[str, Poly] = {}
        self._own = self._multiplied_out(package_tables())

    def table_elements(
        self, tables: Mapping[str, TableEntry] | None = None, free: Collection[str] = ()
    ) -> dict[str, Poly]:
        """Return the expanded elements of tables A2 and A4 to A7.

        Args:
            tables: entries of the tables; the package's by default.
            free: names that are symbols of their own; entries of table A2 with these names are not read.
        """
        values = self._own if tables is None and not free else self._multiplied_out(tables or package_tables(), free)
        return {name: value for name, value in values.items() if _ELEMENT.match(name)}

    def undefined(self, tables: Mapping[str, TableEntry]) -> set[str]:
        """Return the names in tables that are neither entries nor parameters, such as ``r24``."""
        return {name for entry in tables.values() for name in _names_in(entry.text)} - set(self._symbols) - set(tables)

    @property
    def constants(self) -> dict[str, Poly]:
        """Constants I1 … I23, g1 … g5 of table A2 as polynomials in the parameters."""
        return {name: value for name, value in self._own.items() if not _ELEMENT.match(name)}

    def differences(
        self, tables: Mapping[str, TableEntry] | None = None, names: Collection[str] = ()
    ) -> dict[str, Poly]:
        """Return the nonzero differences of tables and generator, by element.

        Args:
            tables: entries of tables A2 and A4 to A7; the package's by default.
            names: elements to compare; all by default. Entries that these do not use are not read.

        Raises:
            Puma560Error: the tables contain an undefined symbol, or an expression that does not parse.
        """
        if names:
            tables = _used(tables or package_tables(), names)
        found = self.table_elements(tables).items()
        return {name: value - self.elements[name] for name, value in found if value != self.elements[name]}

    def _multiplied_out(self, tables: Mapping[str, TableEntry], free: Collection[str] = ()) -> dict[str, Poly]:
        """Return the expanded entries; results for entries that are equal to the package's are reused."""
        own = package_tables()
        known = self._symbols | {name: self.ring.variable(name) for name in free}
        changed = set(free)
        tables = {name: entry for name, entry in tables.items() if name not in changed}
        for name, entry in tables.items():
            if name in self._own and entry == own[name] and changed.isdisjoint(_names_in(entry.text)):
                known[name] = self._own[name]
            else:
                changed.add(name)
                known[name] = evaluate(_exact(entry.text), known) + self.ring.constant(0)
        return {name: known[name] for name in tables}

    def _chain(self) -> Chain:
        v = {name: self.ring.variable(name) for name in (*_OFFSETS, "g")}
        joints, bodies = [], []
        for i, (c, s) in enumerate(_TWISTS, start=1):
            armature = self.ring.variable(f"Im{i}")
            a, d = v.get(f"a{i - 1}", 0), v.get(f"d{i}", 0)
            joints.append(ChainJoint(f"joint{i}", cos_alpha=c, sin_alpha=s, a=a, d=d, armature=armature))
            center = tuple(self.ring.variable(f"r{x}{i}") if x in _CENTERS[i - 1] else 0 for x in "xyz")
            xx, yy, zz = (self.ring.variable(f"I{x}{x}{i}") for x in "xyz")
            # Link 6 is symmetric: one symbol for both of its transverse moments.
            moments = (xx, xx if i == 6 else yy, zz, 0, 0, 0)
            bodies.append(Body(self.ring.variable(f"m{i}"), center, moments))  # type: ignore[arg-type]
        return Chain("PUMA 560", tuple(joints), tuple(bodies), (0, 0, -v["g"]))

    def _names(self) -> dict[str, Any]:
        """Return the values of all names in the tables: parameters, and shorthands in c2, s2, c23, s23, c4 …."""
        zero = {f"{name}{i}": 0 for name in ("a", "d", "rx", "ry", "rz") for i in range(7)}
        known = {name: self.ring.variable(name) for name in self.ring.names}
        two, sum23 = (_Turn(known[f"c{angle}"], known[f"s{angle}"]) for angle in ("2", "23"))
        three = _Turn(two.c, -two.s) + sum23
        wrist = (_Turn(known[f"c{i}"], known[f"s{i}"]) for i in (4, 5, 6))
        q = (_Turn(known["c1"], known["s1"]), two, three, *wrist)
        return zero | known | shorthand_values(_shorthands(), q, lambda turn: turn.s, lambda turn: turn.c)


@cache
def rederivation() -> Rederivation:
    """Return the derivation, which is computed once."""
    return Rederivation()


def package_tables() -> dict[str, TableEntry]:
    """Return all entries of this package's tables A2 and A4 to A7."""
    return {name: entry for table in ("a2", "a4", "a5", "a6", "a7") for name, entry in read_table(table).items()}


def contradictions(erratum: Erratum) -> tuple[tuple[str, ...], ...]:
    """Return the elements in which the generator contradicts an erratum, for each of its uncorrected readings.

    The result is empty if the erratum has no readings of tables (prose, constants of table A3, lost labels).
    """
    own = rederivation()
    return tuple(tuple(own.differences(tables)) for tables in uncorrected_tables(erratum))


def constant_names(tables: Mapping[str, TableEntry] | None = None) -> list[str]:
    """Return the names of the constants of table A2; of the package's tables by default."""
    return [name for name in tables or package_tables() if not _ELEMENT.match(name)]


def _used(tables: Mapping[str, TableEntry], names: Collection[str]) -> dict[str, TableEntry]:
    """Return the entries `names` and those that they use, in the order of the tables."""
    found: set[str] = set()
    pending = [name for name in names if name in tables]
    while pending:
        name = pending.pop()
        found.add(name)
        pending += [other for other in _names_in(tables[name].text) if other in tables and other not in found]
    return {name: entry for name, entry in tables.items() if name in found}


@cache
def _shorthands() -> tuple[str, ...]:
    text = " ".join(entry.text for entry in package_tables().values())
    return tuple(dict.fromkeys(re.findall(r"\b[SC]{1,2}\d+\b", text)))


class _Fractions(ast.NodeTransformer):
    """Transformer that replaces decimals by exact fractions."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        exact = Fraction(str(node.value)) if isinstance(node.value, float) else node.value
        return ast.copy_location(ast.Constant(exact), node)  # type: ignore[arg-type]


@cache
def _names_in(text: str) -> frozenset[str]:
    return frozenset(names_in(_exact(text)))


@cache
def _exact(text: str) -> ast.expr:
    tree: ast.expr = _Fractions().visit(copy.deepcopy(TableEntry("", text).tree))
    return tree


@dataclass(frozen=True)
class Lumped:
    """A constant expression in the elements of the generator.

    Attributes:
        element: first element that contains the constant, such as ``a_12``.
        factors: variable expression that the constant multiplies there, as pairs of name and exponent; empty for a
            constant term.
        value: polynomial in the parameters.
    """

    element: str
    factors: tuple[tuple[str, int], ...]
    value: Poly


def lumped(own: Rederivation, kind: str) -> tuple[Lumped, ...]:
    """Return the different constants in all elements of one kind, ``"a"`` (kg·m², without motors) or ``"g"`` (N·m)."""
    found: dict[tuple[tuple[int, Fraction], ...], Lumped] = {}
    for name, element in own.elements.items():
        if name.startswith(kind):
            for factors, value in collected(element).items():
                found.setdefault(_shape(value), Lumped(name, factors, value))
    return tuple(found.values())


def collected(element: Poly) -> Mapping[tuple[tuple[str, int], ...], Poly]:
    """Return the polynomials in the parameters, without motor inertias, that multiply each product of angles."""
    ring = element.ring
    parts: dict[tuple[tuple[str, int], ...], dict[int, int | Fraction]] = {}
    for monomial, coefficient in element.items():
        factors = ring.factors(monomial)
        if any(name.startswith("Im") for name, _ in factors):
            continue
        variable = tuple(pair for pair in factors if is_trigonometric(pair[0].upper()))
        rest = monomial - ring.monomial(dict(variable))
        parts.setdefault(variable, {})[rest] = coefficient
    return {variable: Poly(ring, terms) for variable, terms in parts.items()}


def _shape(value: Poly) -> tuple[tuple[int, Fraction], ...]:
    terms = sorted(value.items())
    return tuple((monomial, Fraction(coefficient, terms[0][1])) for monomial, coefficient in terms)


def rank(rows: list[Poly]) -> int:
    """Return the number of linearly independent polynomials."""
    kept: list[tuple[int, dict[int, Fraction]]] = []
    zero = Fraction(0)
    for poly in rows:
        row = {monomial: Fraction(value) for monomial, value in poly.items()}
        for pivot, other in kept:
            if factor := row.get(pivot):
                less = ((m, row.get(m, zero) - factor * other.get(m, zero)) for m in row.keys() | other.keys())
                row = {monomial: value for monomial, value in less if value}
        if row:
            pivot = next(iter(row))
            kept.append((pivot, {m: v / row[pivot] for m, v in row.items()}))
    return len(kept)

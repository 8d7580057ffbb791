"""Represent straight-line programs, the result of the simplification, and count their calculations.

A value is a sum of groups ``coefficient · (± factor·factor ± …)``, or its reciprocal; a statement assigns a value to a
name that later statements may use. Counting convention of all tables of this project: a product of two factors is one
multiplication, a constant other than 1 times a group is one multiplication, a sum of m terms is m - 1 additions; signs,
and sines and cosines of the program's angles, are not counted. Divisions are counted apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import NamedTuple

from ..chain.angles import Angle
from .inputs import Sizes, input_sizes

SIGN = "sign_"
"""Prefix of the name of an input's sign: ``sign_qd1`` is -1, 0 or 1."""


class Count(NamedTuple):
    """Number of multiplications and additions (a subtraction is counted as an addition)."""

    multiplications: int
    additions: int

    @property
    def total(self) -> int:
        """Sum of multiplications and additions."""
        return self.multiplications + self.additions

    def plus(self, other: Count) -> Count:
        """Return the sum of two counts."""
        return Count(self.multiplications + other.multiplications, self.additions + other.additions)


@dataclass(frozen=True)
class Term:
    """Signed product ``± factor · factor · …`` of names; ±1 without factors."""

    sign: int
    factors: tuple[str, ...]


@dataclass(frozen=True)
class Group:
    """Scaled sum ``coefficient · (term + term + …)`` with an exact, positive coefficient."""

    coefficient: Fraction
    terms: tuple[Term, ...]


@dataclass(frozen=True)
class Value:
    """Sum of groups, 0 without groups; or 1 divided by this sum, if `inverted`."""

    groups: tuple[Group, ...]
    inverted: bool = False

    @classmethod
    def sum_of(cls, terms: Iterable[Term], inverted: bool = False) -> Value:
        """Return the sum of terms, or its reciprocal."""
        return cls((Group(Fraction(1), tuple(terms)),), inverted)

    @property
    def count(self) -> Count:
        """Calculations for evaluating the value."""
        multiplications = terms = 0
        for group in self.groups:
            constant = all(not term.factors for term in group.terms)
            multiplications += group.coefficient != 1 and not constant
            multiplications += sum(max(len(term.factors) - 1, 0) for term in group.terms)
            terms += len(group.terms)
        return Count(multiplications, max(terms - 1, 0))

    @property
    def names(self) -> set[str]:
        """Names of all factors."""
        return {name for group in self.groups for term in group.terms for name in term.factors}


def linear(factors: Mapping[str, Fraction]) -> Value:
    """Return the sum of names times their factors."""
    return Value(
        tuple(Group(abs(factor), (Term(1 if factor > 0 else -1, (name,)),)) for name, factor in factors.items())
    )


@dataclass(frozen=True)
class Statement:
    """Assignment ``name = value``."""

    name: str
    value: Value


@dataclass(frozen=True)
class Trig:
    """Assignment ``name = cos(angle)`` or ``name = sin(angle)``; `function` is ``"cos"`` or ``"sin"``."""

    name: str
    function: str
    angle: Angle


def element_label(kind: str, *joints: int) -> str:
    """Return the label of an element of A, B or C: ``b_112``, or ``b_1_1_12`` if a joint's number has two digits.

    Args:
        kind: letter of the matrix.
        joints: indices of the element's joints, from 0.
    """
    return f"{kind}_" + ("" if max(joints) < 9 else "_").join(str(joint + 1) for joint in joints)


@dataclass(frozen=True)
class Output:
    """Element of the result: its label, its indices in the flat row-major array, and its value."""

    label: str
    places: tuple[int, ...]
    value: Value

    @property
    def name(self) -> str:
        """Name in code: the label, if it is a valid identifier."""
        return self.label if self.label.isidentifier() else f"result_{self.places[0]}"


@dataclass(frozen=True)
class Program:
    """Statements that evaluate one function for one state.

    Elements of the inputs are named ``q1 …``, ``qd1 …``, ``tau1 …``, ``wrench1 …`` (from 1).

    Attributes:
        name: name of the function, e.g. ``torque``.
        joints: number of joints.
        inputs: names of the inputs, in the order of the arguments, such as ``"q"``, ``"qd"``, ``"qdd"``, ``"tau"``.
        trigonometry: sines and cosines that the statements use.
        statements: statements in the order of evaluation.
        outputs: elements that are not identically zero; an element of a symmetric matrix has two indices.
        shape: shape of the result.
        description: description of the function, with units.
        result: name of the result in code.
        sums: parameters that the result multiplies, by name, as sums of parameters of the arm; for readers only.
        own_sizes: numbers of elements of inputs that do not have one element per joint, by name.
    """

    name: str
    joints: int
    inputs: tuple[str, ...]
    trigonometry: tuple[Trig, ...]
    statements: tuple[Statement, ...]
    outputs: tuple[Output, ...]
    shape: tuple[int, ...]
    description: str = ""
    result: str = "result"
    sums: tuple[tuple[str, Value], ...] = ()
    own_sizes: Sizes = ()

    @property
    def input_sizes(self) -> tuple[int, ...]:
        """Number of elements of each input."""
        return input_sizes(self.inputs, self.joints, self.own_sizes)

    @property
    def size(self) -> int:
        """Number of elements that the outputs fill."""
        return prod(self.shape)

    @property
    def elements(self) -> list[str]:
        """Names in code of the elements that the outputs fill; ``0.0`` for an element that is identically zero."""
        names = ["0.0"] * self.size
        for output in self.outputs:
            for place in output.places:
                names[place] = output.name
        return names

    @property
    def values(self) -> tuple[Value, ...]:
        """Values of all statements and outputs."""
        return (*(statement.value for statement in self.statements), *(output.value for output in self.outputs))

    @property
    def divisions(self) -> int:
        """Number of divisions, which `count` does not include."""
        return sum(value.inverted for value in self.values)

    @property
    def count(self) -> Count:
        """Calculations without sines and cosines (as in the paper) and without divisions."""
        total = Count(0, 0)
        for value in self.values:
            total = total.plus(value.count)
        return total

    @property
    def count_single_angles(self) -> Count:
        """Calculations if only sines and cosines of single joint angles are free, and those of sums use formulas.

        For example, cos(a+b) = ca·cb - sa·sb costs two multiplications and one addition. Sums of more angles are
        computed step by step, each step once. A sum that begins with a minus is counted as the opposite sum.
        """
        formulas: set[tuple[tuple[tuple[int, int], ...], str]] = set()
        pending = [(trig.angle.joints, trig.function) for trig in self.trigonometry]
        while pending:
            joints, function = pending.pop()
            joints = tuple((joint, sign * joints[0][1]) for joint, sign in joints)
            if len(joints) > 1 and (joints, function) not in formulas:
                formulas.add((joints, function))
                pending += [(joints[:-1], "cos"), (joints[:-1], "sin")]
        return self.count.plus(Count(2 * len(formulas), len(formulas)))


def signed_sum(parts: Sequence[tuple[int, str]]) -> str:
    """Write a sum of (sign, text) pairs as text."""
    sign, text = parts[0]
    first = text if sign > 0 else f"-{text}"
    return first + "".join(f" {'+' if sign > 0 else '-'} {text}" for sign, text in parts[1:])

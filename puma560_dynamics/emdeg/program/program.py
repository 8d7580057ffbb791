"""Represent straight-line programs, the result of the simplification, and count their calculations.

A value is a sum of groups ``coefficient · (± factor·factor ± …)``; a statement assigns a value to a name that later
statements may use. Counting convention of all tables of this project: a product of two factors is one multiplication, a
constant other than 1 times a group is one multiplication, a sum of m terms is m - 1 additions; signs, and sines and
cosines of the program's angles, are not counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import NamedTuple

from ..chain.angles import Angle

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
    """Sum of groups; 0 without groups."""

    groups: tuple[Group, ...]

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

    Inputs are named ``q1 …``, ``qd1 …``, ``qdd1 …``, ``tau1 …`` (joints from 1).

    Attributes:
        name: name of the function, e.g. ``torque``.
        joints: number of joints.
        inputs: names of the inputs, some of ``"q"``, ``"qd"``, ``"qdd"``, ``"tau"``, in this order.
        trigonometry: sines and cosines that the statements use.
        statements: statements in the order of evaluation.
        outputs: elements that are not identically zero; an element of a symmetric matrix has two indices.
        shape: shape of the result.
        description: description of the function, with units.
        result: name of the result in code.
        solved_for: name of the input b of a program that solves linear equations, otherwise None. The outputs are then
            a symmetric matrix A (n, n) and a bias c (n,), and the result is the solution x of A x = b - c (`solution`).
        sums: parameters that the result multiplies, by name, as sums of parameters of the arm; for readers only.
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
    solved_for: str | None = None
    sums: tuple[tuple[str, Value], ...] = ()

    @property
    def size(self) -> int:
        """Number of elements that the outputs fill."""
        return prod(self.shape) if self.solved_for is None else self.joints**2 + self.joints

    @property
    def elements(self) -> list[str]:
        """Names in code of the elements that the outputs fill; ``0.0`` for an element that is identically zero."""
        names = ["0.0"] * self.size
        for output in self.outputs:
            for place in output.places:
                names[place] = output.name
        return names

    @property
    def solution(self) -> list[str]:
        """Assignments, as lines of code, that compute the solution ``solved_0 …``; empty if no equations are solved."""
        return [] if self.solved_for is None else solution(self.solved_for, self.elements, self.joints)

    @property
    def divisions(self) -> int:
        """Number of divisions for the solution, which `count` does not include."""
        return 0 if self.solved_for is None else self.joints

    @property
    def results(self) -> list[str]:
        """Names in code of the elements of the result."""
        return self.elements if self.solved_for is None else [f"solved_{i}" for i in range(self.joints)]

    @property
    def count(self) -> Count:
        """Calculations without sines and cosines (as in the paper) and without divisions."""
        total = Count(*calculations_of(self.solution))
        for value in (*(s.value for s in self.statements), *(o.value for o in self.outputs)):
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


def solution(right: str, elements: Sequence[str], n: int) -> list[str]:
    """Return assignments, valid in Python and C, that solve ``A x = right - bias``; x is ``solved_0 …``.

    Args:
        right: name of the input on the right-hand side.
        elements: expressions of A (n, n), row-major, then of the bias (n,); ``0.0`` if identically zero.
        n: number of equations.
    """
    given = {(i, j): elements[i * n + j] for i in range(n) for j in range(i + 1) if elements[i * n + j] != "0.0"}
    bias = elements[n * n :]
    lines, known = [], dict(given)
    for j in range(n):
        for i in range(j, n):
            parts = [(-1, f"work_{i}_{k}*factor_{j}_{k}") for k in range(j) if {(i, k), (j, k)} <= known.keys()]
            if (i, j) in given or parts:
                own = [(1, given[i, j])] if (i, j) in given else []
                lines.append(f"work_{i}_{j} = {signed_sum(own + parts)}")
                known[i, j] = f"work_{i}_{j}"
        lines.append(f"inverse_{j} = 1.0/work_{j}_{j}")
        lines += [f"factor_{i}_{j} = work_{i}_{j}*inverse_{j}" for i in range(j + 1, n) if (i, j) in known]
    for i in range(n):
        own = [(1, f"{right}{i + 1}"), *([(-1, bias[i])] if bias[i] != "0.0" else [])]
        lines.append(
            f"rest_{i} = {signed_sum(own + [(-1, f'factor_{i}_{k}*rest_{k}') for k in range(i) if (i, k) in known])}"
        )
    for i in reversed(range(n)):
        parts = [(-1, f"factor_{k}_{i}*solved_{k}") for k in range(i + 1, n) if (k, i) in known]
        lines.append(f"solved_{i} = {signed_sum([(1, f'rest_{i}*inverse_{i}'), *parts])}")
    return lines


def calculations_of(lines: Sequence[str]) -> tuple[int, int]:
    """Count the multiplications and additions of assignments; signs and divisions are not counted."""
    values = [line.partition(" = ")[2] for line in lines]
    return (
        sum(text.count("*") for text in values),
        sum(text.count(" + ") + text.count(" - ") for text in values),
    )


def signed_sum(parts: Sequence[tuple[int, str]]) -> str:
    """Write a sum of (sign, text) pairs as text."""
    sign, text = parts[0]
    first = text if sign > 0 else f"-{text}"
    return first + "".join(f" {'+' if sign > 0 else '-'} {text}" for sign, text in parts[1:])

"""Straight-line programs, the result of the simplification, and the solution of the equations of motion in them.

A value is a sum of groups ``coefficient · (± factor·factor ± …)``; a statement names a value so that
later ones may use it. Counting convention, the same for every table of this project: a product of
two factors is one multiplication, a constant other than 1 times a group is one multiplication, a sum
of m terms m - 1 additions; signs, and sines and cosines of the program's angles, are free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import NamedTuple

from ..chain.angles import Angle

SIGN = "sign_"
"""Prefix of the name of an input's sign: ``sign_qd1`` is -1, 0 or 1."""


class Count(NamedTuple):
    """Multiplications and additions (a subtraction is an addition)."""

    multiplications: int
    additions: int

    @property
    def total(self) -> int:
        """Multiplications and additions together."""
        return self.multiplications + self.additions

    def plus(self, other: Count) -> Count:
        """Sum of two counts."""
        return Count(self.multiplications + other.multiplications, self.additions + other.additions)


@dataclass(frozen=True)
class Term:
    """``± factor · factor · …``; no factor stands for 1."""

    sign: int
    factors: tuple[str, ...]


@dataclass(frozen=True)
class Group:
    """``coefficient · (term + term + …)`` with an exact, positive coefficient."""

    coefficient: Fraction
    terms: tuple[Term, ...]


@dataclass(frozen=True)
class Value:
    """A sum of groups; none stands for 0."""

    groups: tuple[Group, ...]

    @property
    def count(self) -> Count:
        """Calculations to evaluate it once."""
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


@dataclass(frozen=True)
class Statement:
    """``name = value``."""

    name: str
    value: Value


@dataclass(frozen=True)
class Trig:
    """``name = cos(angle)`` or ``name = sin(angle)``."""

    name: str
    function: str
    angle: Angle


@dataclass(frozen=True)
class Output:
    """An element of the result: its place in the flat row-major array, and its value."""

    label: str
    places: tuple[int, ...]
    value: Value

    @property
    def name(self) -> str:
        """Name in code: the label, if it can be a name."""
        return self.label if self.label.isidentifier() else f"result_{self.places[0]}"


@dataclass(frozen=True)
class Program:
    """Statements that evaluate one function for one state.

    Inputs are named ``q1 …``, ``qd1 …``, ``qdd1 …``, ``tau1 …`` (joints from 1).

    Attributes:
        name: of the function, e.g. ``torque``.
        joints: number of joints.
        inputs: which of ``"q"``, ``"qd"``, ``"qdd"``, ``"tau"`` it takes, in that order.
        trigonometry: sines and cosines that it needs.
        statements: in the order of evaluation.
        outputs: elements that are not identically zero; a symmetric matrix has two places for one.
        shape: of the result.
        description: what it computes, with units.
        result: name of the result in code.
        solved_for: name of an input; the outputs are then a symmetric matrix (n, n) and a bias (n,), and the result is
            the solution x of ``matrix · x = input - bias`` (`solution`).
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

    @property
    def size(self) -> int:
        """Number of elements that the outputs fill."""
        return prod(self.shape) if self.solved_for is None else self.joints**2 + self.joints

    @property
    def elements(self) -> list[str]:
        """Name in code of each of these elements, ``0.0`` where it is identically zero."""
        names = ["0.0"] * self.size
        for output in self.outputs:
            for place in output.places:
                names[place] = output.name
        return names

    @property
    def solution(self) -> list[str]:
        """Assignments that solve for the result, ``solved_0 …``; none where the outputs are the result."""
        return [] if self.solved_for is None else solution(self.solved_for, self.elements, self.joints)

    @property
    def divisions(self) -> int:
        """Divisions of the solution, which `count` leaves out."""
        return 0 if self.solved_for is None else self.joints

    @property
    def results(self) -> list[str]:
        """Name in code of each element of the result."""
        return self.elements if self.solved_for is None else [f"solved_{i}" for i in range(self.joints)]

    @property
    def count(self) -> Count:
        """Calculations, sines and cosines of all its angles free (as in the paper), divisions not counted."""
        total = Count(*calculations_of(self.solution))
        for value in (*(s.value for s in self.statements), *(o.value for o in self.outputs)):
            total = total.plus(value.count)
        return total

    @property
    def count_single_angles(self) -> Count:
        """Calculations, sines and cosines of single joint angles free: those of sums cost their formulas.

        cos(a+b) = ca·cb - sa·sb, two multiplications and one addition; of more angles step by step, each
        step once. Where the sum begins with a minus, its opposite is formed.
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
    """Assignments, in Python and C, that end in ``solved_0 …``, the solution x of ``A x = right - bias``.

    Args:
        right: name of the input on the right-hand side.
        elements: text of A (n, n), row-major, then of the bias (n,); ``0.0`` where an element is identically zero.
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
    """Multiplications and additions of assignments; signs are free, divisions are not counted."""
    values = [line.partition(" = ")[2] for line in lines]
    return (
        sum(text.count("*") for text in values),
        sum(text.count(" + ") + text.count(" - ") for text in values),
    )


def signed_sum(parts: Sequence[tuple[int, str]]) -> str:
    """Signed parts as one sum."""
    sign, text = parts[0]
    first = text if sign > 0 else f"-{text}"
    return first + "".join(f" {'+' if sign > 0 else '-'} {text}" for sign, text in parts[1:])

"""Compute golden states: states with exact results of an arm's functions, for the self-test of emitted code.

Inputs are short binary fractions, so that sums of angles have no rounding errors. For each value, the *magnitude* is
also computed: the same expression with all signs positive, which bounds the amplification of rounding errors.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm, prod

from ..algebra.exact import cosine_and_sine
from .inputs import Sizes
from .program import SIGN, Program, Value

REACH = (3, 8, 100)
"""Largest position in each of the three states, rad (m): within one revolution, some, and many revolutions."""

FASTEST, HARDEST = 3, 10
"""Largest velocity (rad/s, m/s), and largest acceleration (rad/s², m/s²) or input torque (N·m, N)."""

GRAIN = 1024
"""Inputs are multiples of 1/`GRAIN`."""

ROUNDING = Fraction(100, 2**53)
"""Relative rounding error of a function without cancellation: a hundred units of 2^-53."""

DIGITS = 400
"""Binary digits after the point of fixed-point values, which are stored as integer multiples of 2^-400."""

GoldenState = Mapping[str, tuple[Fraction, ...]]
"""Values of each input (``q``, ``qd``, ``qdd``, ``tau`` …), in the order of its elements."""


@dataclass(frozen=True)
class Golden:
    """Inputs and exact results of a function at the golden states.

    Attributes:
        name: name of the function.
        rows: one row per state: the inputs one after another, then the result, row-major.
        limit: relative error that is explained by rounding.
    """

    name: str
    rows: tuple[tuple[float, ...], ...]
    limit: float


@dataclass(frozen=True)
class _Known:
    value: Fraction
    magnitude: Fraction


_Whole = tuple[int, int]
"""Value and magnitude, as integer multiples of 2^-400."""


def golden_states(joints: int, own: Sizes = ()) -> list[GoldenState]:
    """Return the golden states of arms with the given number of joints.

    Args:
        joints: number of joints.
        own: sizes of inputs that do not have one element per joint, by name.
    """
    chance = random.Random(1986)
    ranges = {"qd": FASTEST, "qdd": HARDEST, "tau": HARDEST}
    states = [{name: _random(chance, most, joints) for name, most in {"q": reach, **ranges}.items()} for reach in REACH]
    others = [{name: _random(random.Random(f"{name} {at}"), 1, size) for name, size in own} for at in range(len(REACH))]
    return [{**state, **other} for state, other in zip(states, others, strict=True)]


def _random(chance: random.Random, most: int, count: int) -> tuple[Fraction, ...]:
    """Return `count` random multiples of 1/`GRAIN` from -most to most."""
    return tuple(Fraction(chance.randint(-most * GRAIN, most * GRAIN), GRAIN) for _ in range(count))


@lru_cache(maxsize=16)  # called by each emitter, also to find out whether a combined program exists
def golden(program: Program) -> Golden | None:
    """Return the golden states of a program; None if it solves equations whose matrix is singular at a state."""
    evaluate = _evaluate if program.solved_for is None else _solve
    try:
        return _golden(program, evaluate)
    except ZeroDivisionError:
        return None


def _solve(program: Program, state: GoldenState) -> list[_Known]:
    """Return the solution of a program's equations at a state, e.g. accelerations from torques."""
    n, flat = program.joints, _evaluate(program, state)
    bias = flat[n * n :]
    right = [state[str(program.solved_for)][i] for i in range(n)]
    inverse = _inverse([[flat[i * n + j].value for j in range(n)] for i in range(n)])
    rest = [own - each.value for own, each in zip(right, bias, strict=True)]
    result = [_fine(sum((a * b for a, b in zip(row, rest, strict=True)), Fraction(0))) for row in inverse]
    # Effect of rounding errors of matrix and bias on the result, with all signs positive.
    doubt = [
        abs(own) + each.magnitude + sum(flat[i * n + j].magnitude * abs(result[j]) for j in range(n))
        for i, (own, each) in enumerate(zip(right, bias, strict=True))
    ]
    sizes = [sum((abs(a) * b for a, b in zip(row, doubt, strict=True)), Fraction(0)) for row in inverse]
    return [_Known(value, size) for value, size in zip(result, sizes, strict=True)]


def _golden(program: Program, evaluate: Callable[[Program, GoldenState], list[_Known]]) -> Golden:
    rows, worst = [], Fraction(1)
    for state in golden_states(program.joints, program.own_sizes):
        result = evaluate(program, state)
        scale = max((abs(known.value) for known in result), default=Fraction(0)) or Fraction(1)
        worst = max(worst, *(known.magnitude / scale for known in result))
        values = [value for given in program.inputs for value in state[given]]
        rows.append((*map(float, values), *(float(known.value) for known in result)))
    return Golden(program.name, tuple(rows), float(worst * ROUNDING))


def _evaluate(program: Program, state: GoldenState) -> list[_Known]:
    """Return value and magnitude of each element of the result at a state; elements without an output are 0."""
    names: dict[str, _Whole] = {}
    for given in program.inputs:
        for j, exact in enumerate(state[given]):
            value = _whole(exact)
            names[f"{given}{j + 1}"] = value, abs(value)
            if given.startswith("qd"):
                sign = _whole(Fraction((value > 0) - (value < 0)))
                names[f"{SIGN}{given}{j + 1}"] = sign, abs(sign)
    for trig in program.trigonometry:
        angle = Fraction(trig.angle.offset) + sum(sign * state["q"][joint] for joint, sign in trig.angle.joints)
        names[trig.name] = _whole(cosine_and_sine(angle)[trig.function == "sin"]), 1 << DIGITS
    for statement in program.statements:
        names[statement.name] = _value(statement.value, names)
    result = [_Known(Fraction(0), Fraction(0))] * program.size
    for output in program.outputs:
        known = _Known(*(Fraction(each, 1 << DIGITS) for each in _value(output.value, names)))
        for place in output.places:
            result[place] = known
    return result


def _value(value: Value, names: Mapping[str, _Whole]) -> _Whole:
    """Evaluate a sum of products exactly, then round it to `DIGITS`."""
    longest = max((len(term.factors) for group in value.groups for term in group.terms), default=0)
    whole = lcm(*(group.coefficient.denominator for group in value.groups))
    total = magnitude = 0
    for group in value.groups:
        weight = group.coefficient.numerator * (whole // group.coefficient.denominator)
        for term in group.terms:
            unit = weight << DIGITS * (longest - len(term.factors))
            total += term.sign * unit * prod(names[factor][0] for factor in term.factors)
            magnitude += unit * prod(names[factor][1] for factor in term.factors)
    unit = whole << DIGITS * longest
    return _whole(Fraction(total, unit)), _whole(Fraction(magnitude, unit))


def _whole(value: Fraction) -> int:
    return round(value * (1 << DIGITS))


def _fine(value: Fraction) -> Fraction:
    """Round to `DIGITS`, so that fractions do not become long."""
    return Fraction(_whole(value), 1 << DIGITS)


def _inverse(matrix: list[list[Fraction]]) -> list[list[Fraction]]:
    """Invert a matrix by Gauss-Jordan elimination with partial pivoting.

    Raises:
        ZeroDivisionError: the matrix is singular.
    """
    n = len(matrix)
    rows = [[*row, *(Fraction(i == j) for j in range(n))] for i, row in enumerate(matrix)]
    for j in range(n):
        best = max(range(j, n), key=lambda i: abs(rows[i][j]))
        if abs(rows[best][j]) * 2**80 < 1:  # zero except for rounding
            raise ZeroDivisionError
        rows[j], rows[best] = rows[best], rows[j]
        rows[j] = [_fine(x / rows[j][j]) for x in rows[j]]
        for i in range(n):
            if i != j and rows[i][j]:
                rows[i] = [_fine(x - rows[i][j] * y) for x, y in zip(rows[i], rows[j], strict=True)]
    return [row[n:] for row in rows]

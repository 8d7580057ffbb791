"""Compute golden states: states with exact results of an arm's functions, for the self-test of emitted code.

Inputs are short binary fractions, so that sums of angles have no rounding errors. For each value, the *magnitude* is
also computed: the sum of the absolute effects, to first order, of relative errors of size 1 in all inputs and
intermediate results. It bounds the amplification of rounding errors.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
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
    """Return the golden states of a program; None if it divides by zero at a state (a matrix is singular there)."""
    try:
        return _golden(program)
    except ZeroDivisionError:
        return None


def _golden(program: Program) -> Golden:
    rows, worst = [], Fraction(1)
    for state in golden_states(program.joints, program.own_sizes):
        result = _evaluate(program, state)
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
    """Evaluate a value and its magnitude exactly, then round them to `DIGITS`.

    Raises:
        ZeroDivisionError: the value is the reciprocal of zero.
    """
    longest = max((len(term.factors) for group in value.groups for term in group.terms), default=0)
    whole = lcm(*(group.coefficient.denominator for group in value.groups))
    total = magnitude = 0
    for group in value.groups:
        weight = group.coefficient.numerator * (whole // group.coefficient.denominator)
        for term in group.terms:
            unit = weight << DIGITS * (longest - len(term.factors))
            numbers = [names[factor] for factor in term.factors]
            total += term.sign * unit * prod(number for number, _ in numbers)
            magnitude += unit * _magnitude(numbers)
    unit = whole << DIGITS * longest
    found, doubt = Fraction(total, unit), Fraction(magnitude, unit)
    if value.inverted:
        if abs(found) * 2**80 < 1:  # zero except for rounding
            raise ZeroDivisionError
        return _whole(1 / found), _whole(doubt / found**2)
    return _whole(found), _whole(doubt)


def _magnitude(numbers: Sequence[_Whole]) -> int:
    """Return the magnitude of a product: the sum of each factor's magnitude times the values of the other factors."""
    values = [abs(value) for value, _ in numbers]
    parts = (size * prod(values[:own] + values[own + 1 :]) for own, (_, size) in enumerate(numbers))
    return sum(parts) if numbers else 1


def _whole(value: Fraction) -> int:
    return round(value * (1 << DIGITS))

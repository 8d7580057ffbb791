"""Bound the error of programs in single precision by running error analysis: at random states, and at every state.

For each name of a program, two numbers are computed at a state: its value, and a bound of the difference between single
precision and exact arithmetic. Each rounding changes a result by at most the fraction 2^-24, in the worst direction.
The bound holds for every order of sums and products, with fused multiply-add or without, and includes the rounding of
constants and of sums of angles, and the error of sine and cosine. Inputs are exact. The bound is proven at each state;
that of a program is the largest of `STATES` states. The same analysis with the largest magnitude of each name in place
of its value gives a bound that holds at every state within the ranges, and is larger.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray
from .program import SIGN, Program, Value
from .provenance import JointFacts

UNIT = 2.0**-24
"""Relative error of a rounding to the nearest number in single precision."""

SINE = 1e-7
"""Error of sine and cosine in single precision (`backends/c/sincos_single.h`)."""

SMALLEST = 2.0**-126
"""Error of an operation whose result is too small for the relative error `UNIT`."""

POSITION, SLIDE, VELOCITY, OTHER = 2 * math.pi, 1.0, 3.0, 10.0
"""Ranges that a description does not state: |q| (rad), |q| (m), |q̇| (rad/s, m/s), and elements of other inputs."""

STATES = 1000
"""Number of random states."""

_Known = tuple[FloatArray, FloatArray]
"""Values of a name at each state, and bounds of their errors."""


@dataclass(frozen=True)
class ErrorBound:
    """Bound of the error of a program in single precision.

    Attributes:
        absolute: largest bound of an element's error at a state, in the unit of the result.
        relative: `absolute` divided by the largest element of the result at any of the states.
        everywhere: bound of an element's error at every state within the ranges, in the unit of the result; infinite
            for programs with divisions.
    """

    absolute: float
    relative: float
    everywhere: float


def input_ranges(program: Program, joints: Sequence[JointFacts]) -> dict[str, float]:
    """Return the largest magnitude of each scalar of the inputs: the limits of the joints, or usual values.

    Args:
        program: program of the arm.
        joints: facts about the joints, in the order of the coordinates; usual values without facts.
    """
    facts = joints or (JointFacts("", True),) * program.joints
    ranges = {}
    for name, size in zip(program.inputs, program.input_sizes, strict=True):
        for index in range(size):
            ranges[f"{name}{index + 1}"] = _range(name, facts[index]) if name in ("q", "qd") else OTHER
    return ranges


def _range(name: str, joint: JointFacts) -> float:
    if name == "q":
        ends = [abs(end) for end in (joint.lower, joint.upper) if end is not None and math.isfinite(end)]
        return max(ends) if len(ends) == 2 else POSITION if joint.revolute else SLIDE
    return joint.velocity if joint.velocity and math.isfinite(joint.velocity) else VELOCITY


def error_bound(program: Program, ranges: Mapping[str, float]) -> ErrorBound:
    """Return the bound of a program's error at random states.

    Args:
        program: the program, with the sines and cosines that its code computes.
        ranges: largest magnitude of each scalar of the inputs, by name.
    """
    rng = np.random.default_rng(1986)
    states = {
        name: rng.uniform(-size, size, STATES).astype(np.float32).astype(np.float64) for name, size in ranges.items()
    }
    outputs = _outputs(program, states)
    absolute = max((_largest(error) for _, error in outputs), default=0.0)
    scale = max((_largest(np.abs(value)) for value, _ in outputs), default=0.0)
    magnitudes = {name: np.array([size]) for name, size in ranges.items()}
    everywhere = max((_largest(error) for _, error in _outputs(program, magnitudes, magnitudes=True)), default=0.0)
    return ErrorBound(absolute, absolute / scale if scale else 0.0, everywhere)


def _outputs(program: Program, inputs: Mapping[str, FloatArray], magnitudes: bool = False) -> list[_Known]:
    """Return the outputs at each state, or their largest magnitudes for the largest magnitudes of the inputs."""
    exact = np.zeros_like(next(iter(inputs.values()), np.zeros(1)))
    known: dict[str, _Known] = {}
    for name, values in inputs.items():
        known |= {name: (values, exact), f"{SIGN}{name}": (np.sign(values), exact)}
    for trig in program.trigonometry:
        terms = [sign * known[f"q{joint + 1}"][0] for joint, sign in trig.angle.joints]
        terms += [np.full_like(exact, trig.angle.offset)] if trig.angle.offset else []
        rounded = UNIT * (2 * len(terms) - 2) * sum((np.abs(term) for term in terms), exact)
        angle = sum(terms, exact)
        value = np.ones_like(exact) if magnitudes else np.cos(angle) if trig.function == "cos" else np.sin(angle)
        known[trig.name] = value, SINE + rounded
    with np.errstate(divide="ignore", invalid="ignore"):
        for statement in program.statements:
            known[statement.name] = _bounded(statement.value, known, exact, magnitudes)
        return [_bounded(output.value, known, exact, magnitudes) for output in program.outputs]


def _largest(values: FloatArray) -> float:
    return float(np.nan_to_num(values, nan=np.inf, posinf=np.inf).max())


def _bounded(value: Value, known: Mapping[str, _Known], zero: FloatArray, magnitudes: bool) -> _Known:
    """Return a value at each state, or its largest magnitude, and the bound of its error."""
    additions = sum(len(group.terms) for group in value.groups) - 1
    total, error = zero, zero
    for group in value.groups:
        coefficient = float(group.coefficient)
        for term in group.terms:
            size = computed = np.full_like(zero, abs(coefficient))
            exact = size if magnitudes else np.full_like(zero, term.sign * coefficient)
            for name in term.factors:
                own, doubt = known[name]
                exact, size, computed = exact * own, size * np.abs(own), computed * (np.abs(own) + doubt)
            # A constant is rounded, and multiplies the term or its group.
            roundings = additions + max(len(term.factors) - 1, 0) + (2 if group.coefficient != 1 else 0)
            grown = computed * (math.expm1(roundings * math.log1p(UNIT)) + 1e-9)  # 1e-9: for those of doubles
            total, error = total + exact, error + (computed - size) + grown + roundings * SMALLEST
    if value.inverted and magnitudes:
        unknown = np.full_like(zero, np.inf)  # the divisor may be as small as it likes
        return unknown, unknown
    if value.inverted:
        least = np.maximum(np.abs(total) - error, 0.0)
        return 1 / total, error / (np.abs(total) * least) + UNIT / least
    return total, error

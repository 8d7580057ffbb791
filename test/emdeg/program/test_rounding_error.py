"""The bound of the error in single precision holds for every order of calculation, and is not far too large."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from helpers.emdeg.golden_rows import every_program, puma_programs
from helpers.emdeg.interpret import interpret
from helpers.emdeg.random_programs import arms
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.chain.angles import Angle
from puma560_dynamics.emdeg.program.program import SIGN, Group, Output, Program, Term, Trig, Value
from puma560_dynamics.emdeg.program.provenance import JointFacts
from puma560_dynamics.emdeg.program.rounding_error import SINE, UNIT, error_bound, input_ranges

Singles = NDArray[np.float32]
FACTS = (JointFacts("a", True, -1.0, 2.5, 4.0, None), JointFacts("b", False, None, None, 0.0, None))


def in_singles(program: Program, states: list[FloatArray], seed: int) -> FloatArray:
    """A program computed in single precision, with terms and factors in a random order."""
    random = np.random.default_rng(seed)
    names = {
        f"{name}{j + 1}": array[:, j].astype(np.float32)
        for name, array in zip(program.inputs, states, strict=True)
        for j in range(program.joints)
    }
    names |= {f"{SIGN}{name}": np.sign(value) for name, value in names.items()}
    for trig in program.trigonometry:
        angle = np.float32(trig.angle.offset)
        for joint, sign in trig.angle.joints:
            angle = angle + np.float32(sign) * names[f"q{joint + 1}"]
        names[trig.name] = np.cos(angle) if trig.function == "cos" else np.sin(angle)

    def value(given_value: Value) -> Singles:
        parts = []
        for group in given_value.groups:
            inner = [product(term) for term in group.terms]
            random.shuffle(inner)
            total = inner[0]
            for each in inner[1:]:
                total = total + each
            parts.append(np.float32(float(group.coefficient)) * total)
        random.shuffle(parts)
        result = np.float32(0) * next(iter(names.values()))
        for part in parts:
            result = result + part
        return result

    def product(term: Term) -> Singles:
        result = np.float32(term.sign) * np.ones(len(states[0]), np.float32)
        for name in random.permutation(list(term.factors)):
            result = result * names[str(name)]
        return result

    for statement in program.statements:
        names[statement.name] = value(statement.value)
    flat = np.zeros((len(states[0]), math.prod(program.shape)))
    for output in program.outputs:
        flat[:, list(output.places)] = value(output.value)[:, None]
    return flat.reshape(-1, *program.shape)


def sizes_of(program: Program, ranges: dict[str, float]) -> list[FloatArray]:
    """Ranges of the joints, for each input."""
    return [np.array([ranges[f"{name}{j + 1}"] for j in range(program.joints)]) for name in program.inputs]


def states_within(program: Program, ranges: dict[str, float], count: int, seed: int) -> list[FloatArray]:
    """Random states, exact in single precision."""
    random = np.random.default_rng(seed)
    sizes = sizes_of(program, ranges)
    states = [random.uniform(-1, 1, (count, program.joints)) * size for size in sizes]
    return [array.astype(np.float32).astype(np.float64) for array in states]


@given(arms(3), st.integers(0, 2**32 - 1))
@trials(30)
def test_it_holds_at_other_states_and_in_every_order(arm: tuple[Program, ...], seed: int):
    for program in arm:
        ranges = input_ranges(program, ())
        states = states_within(program, ranges, 300, seed)
        error = np.abs(in_singles(program, states, seed) - interpret(program, *states)).max()
        assert error <= error_bound(program, ranges).absolute


@given(arms(3), st.integers(0, 2**32 - 1))
@trials(30)
def test_a_larger_bound_holds_at_every_state(arm: tuple[Program, ...], seed: int):
    """At the ends of the ranges, where the sampled bound need not hold, and at no state is the sampled one larger."""
    for program in arm:
        ranges = input_ranges(program, ())
        ends = {name: float(np.float32(size)) for name, size in ranges.items()}
        bound = error_bound(program, ends)
        inside = states_within(program, ends, 50, seed)
        states = [np.sign(array) * size for array, size in zip(inside, sizes_of(program, ends), strict=True)]
        error = np.abs(in_singles(program, states, seed) - interpret(program, *states)).max()
        assert error <= bound.everywhere
        assert bound.absolute <= bound.everywhere * (1 + 1e-9)


@pytest.mark.parametrize("program", every_program()[:4], ids=lambda program: program.name)
def test_it_is_not_far_too_large(program: Program):
    ranges = input_ranges(program, ())
    states = states_within(program, ranges, 2000, 5)
    error = np.abs(in_singles(program, states, 5) - interpret(program, *states)).max()
    bound = error_bound(program, ranges)
    assert error < bound.absolute < 40 * error
    assert bound.relative < 1e-5


def test_the_ranges_are_the_limits_or_usual_values():
    program = Program("x", 2, ("q", "qd", "tau"), (), (), (), (2,))
    assert input_ranges(program, FACTS) == {
        "q1": 2.5, "q2": 1.0, "qd1": 4.0, "qd2": 3.0, "tau1": 10.0, "tau2": 10.0,
    }  # fmt: skip
    assert input_ranges(program, ())["q2"] == 2 * math.pi


def test_by_hand():
    """An input times a constant: two roundings; the cosine of an angle: its error, and the sum's."""
    product = Value((Group(Fraction(1, 3), (Term(1, ("q1",)),)),))
    own = Program("x", 1, ("q",), (), (), (Output("x", (0,), product),), (1,))
    assert error_bound(own, {"q1": 3.0}).absolute == pytest.approx(2 * UNIT, rel=0.1)
    cosine = Value((Group(Fraction(1), (Term(1, ("c1",)),)),))
    angle = Trig("c1", "cos", Angle(((0, 1),)))
    own = replace(own, trigonometry=(angle,), outputs=(Output("x", (0,), cosine),))
    assert error_bound(own, {"q1": 3.0}).absolute == pytest.approx(SINE, rel=0.1)
    turned = replace(angle, angle=Angle(((0, 1),), 1.0))
    assert error_bound(replace(own, trigonometry=(turned,)), {"q1": 3.0}).absolute == pytest.approx(
        SINE + 2 * UNIT * 4, rel=0.1
    )


def test_at_every_state_by_hand():
    """q1 - q2, whose terms cancel at no state in the bound; a quotient has none."""
    difference = Value((Group(Fraction(1), (Term(1, ("q1",)), Term(-1, ("q2",)))),))
    own = Program("x", 2, ("q",), (), (), (Output("x", (0,), difference),), (1,))
    assert error_bound(own, {"q1": 3.0, "q2": 5.0}).everywhere == pytest.approx(UNIT * 8, rel=0.1)
    quotient = replace(own, outputs=(Output("x", (0,), replace(difference, inverted=True)),))
    assert error_bound(quotient, {"q1": 3.0, "q2": 5.0}).everywhere == math.inf


def test_a_program_without_output_has_no_error():
    empty = replace(puma_programs()[1], outputs=(), statements=())
    assert error_bound(empty, input_ranges(empty, ())).relative == 0.0

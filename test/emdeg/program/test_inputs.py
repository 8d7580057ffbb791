"""Inputs with sizes of their own reach every form of code: C in all layouts, its self-test, its binding, and numpy."""

from __future__ import annotations

import ctypes
import tempfile
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from helpers.emdeg.c_library import columns, library, needs_compiler, one, rows, write
from helpers.emdeg.interpret import interpret

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.backends.compile import compiled_functions
from puma560_dynamics.emdeg.backends.functions import Functions
from puma560_dynamics.emdeg.backends.numpy_functions import numpy_functions
from puma560_dynamics.emdeg.backends.timed_code import times_of_one
from puma560_dynamics.emdeg.chain.angles import Angle
from puma560_dynamics.emdeg.emitters.code_form import LANES, USUAL_FORM
from puma560_dynamics.emdeg.emitters.emit_c import emit_c
from puma560_dynamics.emdeg.emitters.emit_table import emit_table
from puma560_dynamics.emdeg.program.golden import golden_states
from puma560_dynamics.emdeg.program.inputs import merged_sizes, starts
from puma560_dynamics.emdeg.program.program import Group, Output, Program, Statement, Term, Trig, Value
from puma560_dynamics.emdeg.program.provenance import Provenance
from puma560_dynamics.emdeg.program.specialise import merged, without_input
from puma560_dynamics.errors import StateError

FROM = Provenance("an arm that does not exist", "0123456789abcdef")
TURN = Angle(((1, 1),), 0.0)


def _sum(*products: tuple[str, ...]) -> Value:
    return Value((Group(Fraction(3, 2), tuple(Term(1, factors) for factors in products)),))


PUSHED = Program(
    "pushed",
    2,
    ("q", "qd", "wrench", "load"),
    (Trig("c2", "cos", TURN), Trig("s2", "sin", TURN)),
    (Statement("t1", _sum(("wrench6", "c2"), ("load1", "qd2"))),),
    (Output("x", (0,), _sum(("t1", "wrench1"), ("s2", "wrench4"))), Output("y", (2,), _sum(("t1",), ("qd1",)))),
    (3,),
    own_sizes=(("wrench", 6), ("load", 1)),
)
SHAPES = dict(zip(PUSHED.inputs, PUSHED.input_sizes, strict=True))


def states(*leading: int) -> list[FloatArray]:
    """Random inputs of `PUSHED`."""
    chance = np.random.default_rng(3)
    return [chance.uniform(-2, 2, (*leading, size)) for size in PUSHED.input_sizes]


def test_sizes_are_those_of_joints_or_own():
    assert PUSHED.input_sizes == (2, 2, 6, 1)
    assert starts(PUSHED.input_sizes) == (0, 2, 4, 10)
    assert merged_sizes([(("a", 1),), (("b", 2), ("a", 1))]) == (("a", 1), ("b", 2))


def test_golden_states_of_joints_do_not_depend_on_other_inputs():
    for plain, more in zip(golden_states(2), golden_states(2, PUSHED.own_sizes), strict=True):
        assert plain == {name: more[name] for name in plain}
        assert len(more["wrench"]) == 6 and len(more["load"]) == 1


def test_an_input_of_any_size_can_be_zero():
    given = states()
    still = without_input(PUSHED, "wrench", "still")
    assert still.inputs == ("q", "qd", "load")
    given[2][:] = 0.0
    np.testing.assert_allclose(interpret(still, given[0], given[1], given[3]), interpret(PUSHED, *given), rtol=1e-14)


def test_merged_programs_keep_the_sizes():
    both = merged("both", [PUSHED, replace(PUSHED, inputs=("q",), own_sizes=())])
    assert both.input_sizes == PUSHED.input_sizes


@needs_compiler
def test_emitted_c_is_the_program_in_every_layout_and_tests_itself():
    with tempfile.TemporaryDirectory() as folder:
        files = emit_c("arm", [PUSHED], FROM)
        write(files, Path(folder))
        built = library(Path(folder), "arm", "-O2", "-DCLONES=")
        for count in (0, 1, LANES, 2 * LANES + 3):
            given = states(count)
            for form, call in (("", one), ("_batch", columns), ("_rows", rows)):
                result = call(built[f"arm_pushed{form}"], given, 3)
                np.testing.assert_allclose(result, interpret(PUSHED, *given), rtol=1e-13, atol=1e-13)
        built.arm_selftest.restype = ctypes.c_double
        limit = next(line for line in files["arm.h"].splitlines() if "SELFTEST_LIMIT " in line and "#define" in line)
        assert built.arm_selftest() <= float(limit.split()[-1])


def made(language: str) -> Functions:
    """The function in a language."""
    return compiled_functions("arm", [PUSHED], FROM) if language == "C" else numpy_functions([PUSHED], FROM)


@needs_compiler
@pytest.mark.parametrize("language", ["C", "numpy"])
def test_functions_take_each_input_in_its_size(language: str):
    functions = made(language)
    assert functions.sizes["pushed"] == (2, 2, 6, 1)
    assert functions.own_sizes("pushed") == {"wrench": 6, "load": 1}
    for given in (states(), states(40)):
        np.testing.assert_allclose(functions.pushed(*given), interpret(PUSHED, *given), rtol=1e-13, atol=1e-13)
    columns_of_states = [np.asfortranarray(array) for array in states(40)]
    result = functions.pushed(*columns_of_states)
    np.testing.assert_allclose(result, interpret(PUSHED, *states(40)), rtol=1e-13, atol=1e-13)
    q, qd, wrench, load = states(4)
    for wrong in (wrench[:, :5], wrench[:3], wrench[0], q):
        with pytest.raises(StateError, match="wrench"):
            functions.pushed(q, qd, wrong, load)


@needs_compiler
def test_checked_functions_compute_sound_inputs_and_pass_on_others():
    passed: list[int] = []
    functions = made("C")
    assert functions.checked is not None

    def slow(*given: object) -> FloatArray:
        passed.append(len(given))
        return np.zeros(3)

    checked = functions.checked("pushed", slow)
    for given in (states(), states(5)):
        np.testing.assert_allclose(checked(*given), interpret(PUSHED, *given), rtol=1e-13, atol=1e-13)
    assert not passed
    q, qd, wrench, load = states()
    for wrong in (wrench[:5], wrench * np.nan, wrench[None], list(wrench)):
        checked(q, qd, wrong, load)
    assert passed == [4] * 4


@needs_compiler
def test_calls_with_inputs_of_any_size_are_timed():
    assert min(times_of_one([(PUSHED, USUAL_FORM)], rounds=2)[0]) > 0


def test_readers_see_each_element():
    assert "wrench6" in emit_table([PUSHED], FROM)


@needs_compiler
def test_the_last_input_can_be_the_same_for_all_states():
    functions = made("C")
    assert functions.checked is not None
    load = np.array([0.75])

    def slow(*given: FloatArray, out: FloatArray | None = None) -> FloatArray:
        raise StateError(f"{len(given)} arrays")

    checked = functions.checked("pushed", slow, load)
    for leading in ((), (1,), (32,), (71,)):
        given = states(*leading)[:3]
        expected = interpret(PUSHED, *given, np.broadcast_to(load, (*leading, 1)))
        np.testing.assert_allclose(checked(*given), expected, rtol=1e-13, atol=1e-13)
        out = np.empty((*leading, 3))
        assert checked(*given, out=out) is out
        np.testing.assert_allclose(out, expected, rtol=1e-13, atol=1e-13)
    with pytest.raises(StateError, match="4 arrays"):
        checked(*states())
    for wrong in (np.zeros(2), np.zeros((1, 2)), [0.75]):
        with pytest.raises(StateError, match="load"):
            functions.checked("pushed", slow, wrong)

"""Timed code: every round times every variant, and more work takes more time."""

from __future__ import annotations

from fractions import Fraction

import pytest
from helpers.emdeg.c_library import needs_compiler

from puma560_dynamics.emdeg.backends import compile
from puma560_dynamics.emdeg.backends.compile import FLAGS
from puma560_dynamics.emdeg.backends.timed_code import compiler_text, ratio, times_of_many, times_of_one
from puma560_dynamics.emdeg.emitters.code_form import USUAL_FORM, USUAL_UNIT
from puma560_dynamics.emdeg.program.program import Group, Output, Program, Statement, Term, Value
from puma560_dynamics.errors import CompileError

ONE = Fraction(1)


def powers(count: int) -> Program:
    """A dependency chain of so many multiplications."""
    statements, before = [], "qdd1"
    for k in range(count):
        statements.append(Statement(f"t{k + 1}", Value((Group(ONE, (Term(1, (before, "qd1")),)),))))
        before = f"t{k + 1}"
    output = Output("tau_1", (0,), Value((Group(ONE, (Term(1, (before,)),)),)))
    return Program("torque", 1, ("q", "qd", "qdd"), (), tuple(statements), (output,), (1,))


@needs_compiler
def test_every_round_has_a_time_of_every_variant(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(compile, "FLAGS", FLAGS)
    short, long = powers(2), powers(400)
    for times in (
        times_of_one([(short, USUAL_FORM), (long, USUAL_FORM)], 5),
        times_of_many([(short, USUAL_UNIT), (long, USUAL_UNIT)], 5),
    ):
        assert [len(own) for own in times] == [5, 5]
        assert all(time > 0 for own in times for time in own)
        assert ratio(times[1], times[0]) > 2


def test_a_ratio_is_that_of_the_same_rounds():
    """A machine that slows down for some rounds slows both."""
    assert ratio([2.0, 20.0, 2.2], [1.0, 10.0, 1.1]) == 2.0


@needs_compiler
def test_the_compiler_is_named_with_its_flags():
    assert "-O3" in compiler_text()
    assert "-shared" not in compiler_text()


@needs_compiler
def test_code_that_does_not_compile_is_an_error(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(compile, "FLAGS", ("-O1", "-shared", "-fPIC", "-Dvoid=unknown"))
    with pytest.raises(CompileError, match="leave --tune out"):
        times_of_one([(powers(1), USUAL_FORM)])

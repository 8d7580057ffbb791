"""Timed code: every round times every variant, and more work takes more time."""

from __future__ import annotations

import shutil
from fractions import Fraction

import pytest
from helpers.emdeg.c_library import needs_compiler

from puma560_dynamics.emdeg.backends import compile, timed_code
from puma560_dynamics.emdeg.backends.compile import FLAGS
from puma560_dynamics.emdeg.backends.timed_code import compile_time, compiler_text, ratio, times_of_many, times_of_one
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
    with pytest.raises(CompileError, match="omit --tune"):
        times_of_one([(powers(1), USUAL_FORM)])


def sources(functions: int) -> dict[str, str]:
    """C of so many functions."""
    one = "double f{0}(double x);\ndouble f{0}(double x) {{ for (int i = 0; i < 9; i++) x += x * {0}.0; return x; }}\n"
    return {"a.h": "", "a.c": '#include "a.h"\n' + "".join(one.format(number) for number in range(functions))}


@needs_compiler
def test_more_code_takes_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile, "FLAGS", FLAGS)
    short, long = compile_time(sources(1)), compile_time(sources(300))
    assert short is not None and long is not None
    assert short.ended and long.ended
    assert short.seconds < long.seconds
    assert short.compiler == compile.find_compiler()[0]


@needs_compiler
def test_what_takes_too_long_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile, "FLAGS", FLAGS)
    monkeypatch.setattr(timed_code, "MAX_MEASUREMENT_S", 1.0)
    found = compile_time(sources(20_000))
    assert found is not None and not found.ended
    assert found.seconds == 1.0


@needs_compiler
def test_code_that_does_not_compile_has_no_time() -> None:
    assert compile_time({"a.c": "no C\n"}) is None


def test_without_a_compiler_there_is_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert compile_time(sources(1)) is None

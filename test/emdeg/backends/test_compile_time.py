"""The time that emitted C takes to compile: more code, more time; nothing where it cannot be known."""

from __future__ import annotations

import shutil

import pytest
from helpers.emdeg.c_library import needs_compiler

from puma560_dynamics.emdeg.backends import compile as emdeg_compile
from puma560_dynamics.emdeg.backends import compile_time as measured
from puma560_dynamics.emdeg.backends.compile import FLAGS
from puma560_dynamics.emdeg.backends.compile_time import compile_time


def sources(functions: int) -> dict[str, str]:
    """C of so many functions."""
    one = "double f{0}(double x);\ndouble f{0}(double x) {{ for (int i = 0; i < 9; i++) x += x * {0}.0; return x; }}\n"
    return {"a.h": "", "a.c": '#include "a.h"\n' + "".join(one.format(number) for number in range(functions))}


@needs_compiler
def test_more_code_takes_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emdeg_compile, "FLAGS", FLAGS)
    short, long = compile_time(sources(1)), compile_time(sources(300))
    assert short is not None and long is not None
    assert short.ended and long.ended
    assert short.seconds < long.seconds
    assert short.compiler == emdeg_compile.find_compiler()[0]


@needs_compiler
def test_what_takes_too_long_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emdeg_compile, "FLAGS", FLAGS)
    monkeypatch.setattr(measured, "LONGEST", 1.0)
    found = compile_time(sources(20_000))
    assert found is not None and not found.ended
    assert found.seconds == 1.0


@needs_compiler
def test_code_that_does_not_compile_has_no_time() -> None:
    assert compile_time({"a.c": "no C\n"}) is None


def test_without_a_compiler_there_is_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert compile_time(sources(1)) is None

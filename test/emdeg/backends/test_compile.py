"""Compiled arms: the same numbers through every layout, clear refusals, a cache that repairs itself."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from helpers.emdeg.c_library import needs_compiler
from helpers.emdeg.interpret import interpret
from helpers.trials import QUICKLY

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.backends import compile as emdeg_compile
from puma560_dynamics.emdeg.backends import limited_run
from puma560_dynamics.emdeg.backends.compile import (
    FLAGS,
    cache_folder,
    compile_command,
    compiled_at_hand,
    compiled_functions,
)
from puma560_dynamics.emdeg.backends.functions import Functions
from puma560_dynamics.emdeg.chain.angles import Angle
from puma560_dynamics.emdeg.program.program import Group, Output, Program, Statement, Term, Trig, Value
from puma560_dynamics.emdeg.program.provenance import Provenance
from puma560_dynamics.errors import CompileError, StateError

FROM = Provenance("pendulum with a slide", "0123456789abcdef")
N = 300


def value(*terms: tuple[float, str]) -> Value:
    """Sum of products, written ``(0.5, "c1 qd1")``."""
    return Value(
        tuple(Group(Fraction(str(abs(k))), (Term(1 if k > 0 else -1, tuple(factors.split())),)) for k, factors in terms)
    )


TRIG = (Trig("c1", "cos", Angle(((0, 1),))), Trig("s1", "sin", Angle(((0, 1),))))
TORQUE = Program(
    "torque", 2, ("q", "qd", "qdd"), TRIG, (Statement("t1", value((2.5, "q2 qd1"))),),
    (Output("tau_1", (0,), value((3, "qdd1"), (0.4, "c1 qdd2"), (1, "t1 qd2"), (9.81, "q2 c1"))),
     Output("tau_2", (1,), value((0.4, "c1 qdd1"), (2, "qdd2"), (-0.5, "t1 qd1"), (9.81, "s1")))), (2,),
)  # fmt: skip
MASS = Program(
    "kinetic_energy_matrix", 2, ("q",), TRIG, (),
    (Output("a_11", (0,), value((3, ""))), Output("a_12", (1, 2), value((0.4, "c1"))),
     Output("a_22", (3,), value((2, "")))),
    (2, 2),
)  # fmt: skip
ARM = (TORQUE, MASS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache of these tests alone."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def own_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test touches the user's cache; code is compiled as for users, if a test does not say otherwise."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    monkeypatch.setattr(emdeg_compile, "FLAGS", FLAGS)


@pytest.fixture
def arm() -> Functions:
    """The arm, compiled."""
    return compiled_functions("slide", ARM, FROM)


def states(count: int = N) -> list[FloatArray]:
    """q, qd, qdd."""
    return list(np.random.default_rng(count).uniform(-2, 2, (3, count, 2)))


@needs_compiler
def test_rows_columns_and_single_states_agree(arm: Functions):
    given = states()
    expected = interpret(TORQUE, *given)
    single = np.empty(2)
    for i in range(20):
        assert arm.torque(*(array[i] for array in given), single) is single
        np.testing.assert_allclose(single, expected[i], rtol=1e-13, atol=1e-14)
        np.testing.assert_array_equal(arm.torque(*(array[i] for array in given)), single)
        # a list is no array, but a memory view is one: the way without numpy's header
        np.testing.assert_array_equal(arm.torque(*(memoryview(array[i].copy()) for array in given)), single)
    np.testing.assert_allclose(arm.torque(*given), expected, rtol=1e-13, atol=1e-14)
    columns = [np.asfortranarray(array) for array in given]
    result = arm.torque(*columns)
    assert result.flags.f_contiguous
    np.testing.assert_allclose(result, expected, rtol=1e-13, atol=1e-14)
    part = arm.torque(*(array[40:91] for array in columns), out=result[40:91])
    np.testing.assert_allclose(part, expected[40:91], rtol=1e-13, atol=1e-14)


@needs_compiler
def test_matrices(arm: Functions):
    q = states()[0]
    expected = interpret(MASS, q)
    for given in (q, np.asfortranarray(q)):
        np.testing.assert_allclose(arm.kinetic_energy_matrix(given), expected, rtol=1e-13)
    np.testing.assert_allclose(arm.kinetic_energy_matrix(q[0]), expected[0], rtol=1e-13)
    assert arm.signatures["kinetic_energy_matrix"] == (("q",), (2, 2))
    assert arm.joints == 2


@needs_compiler
def test_forward_dynamics(arm: Functions):
    q, qd, qdd = states()
    np.testing.assert_allclose(arm.acceleration(q, qd, arm.torque(q, qd, qdd)), qdd, rtol=1e-12, atol=1e-13)


@needs_compiler
def test_none_and_one_state(arm: Functions):
    assert arm.torque(*(array[:0] for array in states())).shape == (0, 2)
    given = [array[:1] for array in states()]
    single = arm.torque(*(array[0] for array in given))
    np.testing.assert_allclose(arm.torque(*given)[0], single, rtol=1e-13, atol=1e-14)


@needs_compiler
def test_angles_beyond_the_fast_range_and_numbers_that_are_none(arm: Functions):
    q, qd, qdd = states(40)
    q[3], q[17], q[30] = (1e9, 0.5), (np.nan, 0.5), (np.inf, 0.5)
    result = arm.torque(q, qd, qdd)
    assert np.isnan(result[[17, 30]]).any(axis=1).all()
    fine = [i for i in range(40) if i not in (17, 30)]
    np.testing.assert_allclose(result[fine], interpret(TORQUE, q[fine], qd[fine], qdd[fine]), rtol=1e-13, atol=1e-14)


@needs_compiler
def test_refusals_state_what_is_wrong(arm: Functions):
    q, qd, qdd = states(5)
    fixed = np.empty((5, 2))
    fixed.flags.writeable = False
    wrong: list[tuple[str, tuple[object, ...]]] = [
        ("qdd has another shape, expected", (q, qd, np.zeros((5, 3)))),
        ("q and qdd differ", (q, qd, qdd[0])),
        ("q and qdd differ", (q, qd, qdd[:4])),
        ("q and qdd differ", (q, qd, np.asfortranarray(qdd))),
        ("qd has elements of format 'l'", (q, np.ones((5, 2), np.int64), qdd)),
        ("qd has elements of format 'f'", (q, np.ones((5, 2), np.float32), qdd)),
        ("qd is list", (q, [[0.0, 0.0]] * 5, qdd)),
        ("neither row by row nor column by column", (np.zeros((10, 2))[::2], qd, qdd)),
        ("out is ndarray, expected a writable", (q, qd, qdd, fixed)),
        ("out and q differ", (q, qd, qdd, np.empty((4, 2)))),
        ("out shares memory with q", (q, qd, qdd, q)),
        ("out shares memory with qd", (q[0], qd[0], qdd[0], qd[0])),
    ]
    for message, arguments in wrong:
        with pytest.raises(StateError, match=message):
            arm.torque(*arguments)
    with pytest.raises(TypeError, match="takes 3 arrays"):
        arm.torque(q)
    with pytest.raises(TypeError, match="takes 3 arrays"):
        arm.torque(q, qd, qdd=qdd)
    assert not hasattr(arm, "gravity")


@needs_compiler
def test_no_reference_is_lost(arm: Functions):
    given, out = states(3), np.empty((3, 2))
    counts = [sys.getrefcount(array) for array in (*given, out)]
    for _ in range(50):
        arm.torque(*given, out)
        with pytest.raises(StateError):
            arm.torque(*given, given[0])
        with pytest.raises(StateError):
            arm.torque(given[0], given[1], out[:1], out)
    assert [sys.getrefcount(array) for array in (*given, out)] == counts


@needs_compiler
def test_the_cache_is_used_and_repaired(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(emdeg_compile, "FLAGS", QUICKLY)
    compiled_functions("repaired", ARM, FROM)
    (library,) = cache_folder().glob("repaired-*/module.so")
    assert library.is_relative_to(folder)
    with monkeypatch.context() as patch:
        patch.setattr(emdeg_compile, "_compile", lambda *_: pytest.fail("compiled again"))
        compiled_functions("repaired", ARM, FROM)
    damaged = library.with_name("damaged")  # a new file: the old one is mapped into this process
    damaged.write_bytes(library.read_bytes()[:1000])
    damaged.replace(library)
    assert not emdeg_compile._sound(library.parent)
    again = compiled_functions("repaired", ARM, FROM)
    np.testing.assert_array_equal(again.torque(*states()), compiled_functions("repaired", ARM, FROM).torque(*states()))
    assert emdeg_compile._sound(library.parent)
    assert not list(cache_folder().glob(".repaired-*"))


def _torque(_: int) -> list[float]:
    return compiled_functions("crowd", ARM, FROM).torque(*states(1)).tolist()


@needs_compiler
def test_processes_build_side_by_side(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(emdeg_compile, "FLAGS", QUICKLY)  # each of them compiles
    with ProcessPoolExecutor(3, mp_context=multiprocessing.get_context("fork")) as pool:
        results = list(pool.map(_torque, range(3)))
    assert results == [results[0]] * 3
    assert len(list(cache_folder().glob("crowd-*"))) == 1


def test_without_a_compiler(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(CompileError, match="no C compiler"):
        compiled_functions("slide", ARM, FROM)


@needs_compiler
def test_a_compiler_that_fails(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CC", "false")
    with pytest.raises(CompileError, match="false could not compile"):
        compiled_functions("slide", ARM, FROM)


@needs_compiler
def test_a_cache_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "puma560_dynamics").write_text("a file where a folder should be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(CompileError, match="XDG_CACHE_HOME"):
        compiled_functions("slide", ARM, FROM)


@needs_compiler
def test_the_module_serves_without_the_package(arm: Functions):
    """Its errors are then ValueErrors."""
    (library,) = cache_folder().glob("slide-*/module.so")
    code = (
        "import importlib.util, numpy, sys\n"
        f"spec = importlib.util.spec_from_file_location('_slide', {str(library)!r})\n"
        "sys.modules['puma560_dynamics'] = None\n"
        "module = importlib.util.module_from_spec(spec); spec.loader.exec_module(module)\n"
        "try: module.torque([1], [2], [3])\n"
        "except ValueError as error: assert type(error) is ValueError; print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ})
    assert "expected a float64 array" in done.stdout


def test_the_command_is_that_of_generated_code(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(emdeg_compile, "FLAGS", FLAGS)
    assert compile_command(("c++", "-v")) == ["c++", "-v", *FLAGS, *emdeg_compile.NATIVE[0]]
    monkeypatch.setenv("CC", f"{sys.executable} -x")
    assert compile_command()[:3] == [sys.executable, "-x", FLAGS[0]]


def busy_compiler(tmp_path: Path) -> str:
    """A compiler that counts its calls and never ends."""
    program = tmp_path / "busy"
    program.write_text(
        f"#!{sys.executable}\nimport sys\n"
        "if sys.argv[-1] == '--version': sys.exit()\n"
        f"open({str(tmp_path / 'calls')!r}, 'a').write('x')\n"
        "while True: pass\n",
        encoding="utf-8",
    )
    program.chmod(0o755)
    return str(program)


def test_an_arm_that_took_too_long_is_not_tried_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    """Until the limit is raised or the file that the message names is removed."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("CC", busy_compiler(tmp_path))
    monkeypatch.setattr(emdeg_compile, "MAX_COMPILE_S", 1.0)
    calls = tmp_path / "calls"
    emdeg_compile.log.addHandler(caplog.handler)  # where launch is imported, no logger passes its lines on
    monkeypatch.setattr(limited_run, "SLOW_AFTER_S", 0.1)
    try:
        with pytest.raises(CompileError, match="took more than 1 s of processor time") as first:
            compiled_functions("slide", ARM, FROM)
    finally:
        emdeg_compile.log.removeHandler(caplog.handler)
    assert "compiles the equations" in caplog.text
    assert not compiled_at_hand("slide", ARM, FROM)
    assert len(calls.read_text()) == 1
    with pytest.raises(CompileError, match="before") as second:
        compiled_functions("slide", ARM, FROM)
    assert len(calls.read_text()) == 1, "the compiler was called again"
    (note,) = cache_folder().glob("slide-*.too_large")
    assert str(note) in str(first.value) and str(note) in str(second.value)
    with pytest.raises(CompileError, match="processor time"):
        compiled_functions("slide", (TORQUE,), FROM)  # other code is another arm
    assert len(calls.read_text()) == 2
    note.unlink()
    with pytest.raises(CompileError, match="processor time"):
        compiled_functions("slide", ARM, FROM)
    assert len(calls.read_text()) == 3
    monkeypatch.setattr(emdeg_compile, "MAX_COMPILE_S", 2.0)
    with pytest.raises(CompileError, match="more than 2 s of processor time"):
        compiled_functions("slide", ARM, FROM)
    assert len(calls.read_text()) == 4


@needs_compiler
def test_what_is_compiled_is_at_hand(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(emdeg_compile, "FLAGS", QUICKLY)
    assert not compiled_at_hand("hand", ARM, FROM)
    compiled_functions("hand", ARM, FROM)
    assert compiled_at_hand("hand", ARM, FROM)
    assert not compiled_at_hand("hand", (TORQUE,), FROM)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert compiled_at_hand("other", ARM, FROM), "without a compiler numpy computes, and nothing is compiled"


def test_a_compiler_that_does_not_answer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    silent = tmp_path / "silent"
    silent.write_text(f"#!{sys.executable}\nimport time\ntime.sleep(1000)\n", encoding="utf-8")
    silent.chmod(0o755)
    monkeypatch.setattr(emdeg_compile, "VERSION_TIMEOUT_S", 0.2)
    monkeypatch.setenv("CC", str(silent))
    with pytest.raises(CompileError, match="--version did not end"):
        compiled_functions("slide", ARM, FROM)

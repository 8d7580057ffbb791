"""Large batches are written past the caches, large bodies are called: the same numbers."""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np
import pytest
from helpers.emdeg.c_library import columns, library, needs_compiler, rows, write
from helpers.emdeg.small_chains import three_joints

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.derivation import Derived, derive
from puma560_dynamics.emdeg.effort import SearchEffort
from puma560_dynamics.emdeg.emitters import c_batch, code_form
from puma560_dynamics.emdeg.emitters.code_form import LANES
from puma560_dynamics.emdeg.emitters.emit_c import emit_c
from puma560_dynamics.emdeg.program.provenance import Provenance

ASKED = """
int asked(size_t count, size_t stride, const double *result);
int asked(size_t count, size_t stride, const double *result) { return is_streamed(count, stride, 3, result); }
"""
STREAMED = ("-DSTREAMED_FROM=(size_t)0",)

MARGIN = 16
"""Doubles around each column of the result; with them columns are whole lines apart."""


@pytest.fixture(scope="module")
def derived() -> Derived:
    """Torque of three joints."""
    return derive(three_joints(), ("torque",), SearchEffort(forms=0, rounds=20))


@pytest.fixture(scope="module")
def built(derived: Derived, tmp_path_factory: pytest.TempPathFactory) -> tuple[ctypes.CDLL, ...]:
    """As usual; with every result streamed that can be; with two blocks of it at a time."""
    found = []
    for name, many, flags in (("usual", 16, ()), ("streamed", 16, STREAMED), ("pairs", 0, STREAMED)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(code_form, "MANY", many)
            sources = emit_c("arm", list(derived.programs.values()), Provenance("arm", "0"))
        sources["arm.c"] += ASKED
        folder = tmp_path_factory.mktemp(name)
        write(sources, folder)
        found.append(library(folder, "arm", "-O2", *flags))
    return tuple(found)


def can_stream(streaming: ctypes.CDLL) -> bool:
    """Whether this processor has such stores, as far as the emitted code knows."""
    return bool(asked(streaming, 1, LANES, 0))


def asked(built: ctypes.CDLL, count: int, stride: int, address: int) -> int:
    """Whether a result of three columns there is streamed."""
    return int(built.asked(ctypes.c_size_t(count), ctypes.c_size_t(stride), ctypes.c_void_p(address)))


@needs_compiler
@pytest.mark.parametrize("unit", [1, 2], ids=["one block", "two blocks"])
@pytest.mark.parametrize("first", range(8))
@pytest.mark.parametrize("count", [1, LANES, 4 * LANES, 5 * LANES + 3])
def test_streamed_results_are_the_same_bits(built: tuple[ctypes.CDLL, ...], unit: int, first: int, count: int):
    """The result begins at every place within a line; what lies between the columns stays."""
    usual, streaming = built[0], built[unit]
    given = list(np.random.default_rng(count).uniform(-3, 3, (3, count, 3)))
    expected = columns(usual.arm_torque_batch, given, 3)
    stride = -(-count // 8) * 8 + MARGIN
    inputs = [np.ascontiguousarray(np.pad(array.T, ((0, 0), (0, stride - count)))) for array in given]
    memory: FloatArray = np.full(3 * stride + 16, -7.0)
    start = -(memory.ctypes.data // 8) % 8 + first  # in doubles; a line begins `first` before
    if can_stream(streaming):
        assert asked(streaming, count, stride, memory.ctypes.data + 8 * start)
    streaming.arm_torque_batch(
        ctypes.c_size_t(count), ctypes.c_size_t(stride), *(ctypes.c_void_p(array.ctypes.data) for array in inputs),
        ctypes.c_void_p(memory.ctypes.data + 8 * start),
    )  # fmt: skip
    result = memory[start : start + 3 * stride].reshape(3, stride)
    np.testing.assert_array_equal(result[:, :count].T, expected)
    memory[start : start + 3 * stride].reshape(3, stride)[:, :count] = -7.0
    assert (memory == -7.0).all()


@needs_compiler
def test_only_large_results_in_whole_lines_are_streamed(built: tuple[ctypes.CDLL, ...]):
    usual, streaming, _ = built
    large = 1 << 24
    assert not asked(usual, 264, 264, 0)
    assert bool(asked(usual, large, large, 0)) == can_stream(streaming)
    assert not asked(streaming, large, large + 1, 0), "columns begin within lines"
    assert not asked(streaming, large, large, 4), "a double lies in two lines"


@needs_compiler
def test_a_large_body_is_compiled_once_for_all_batches(
    built: tuple[ctypes.CDLL, ...], derived: Derived, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """And gives the same numbers, in columns and in rows, with angles that only libm takes too."""
    monkeypatch.setattr(c_batch, "LARGE", 0)
    sources = emit_c("arm", list(derived.programs.values()), Provenance("arm", "0"))
    assert "NEVER_INLINE void torque_lanes" in sources["arm.c"]
    write(sources, tmp_path)
    apart = library(tmp_path, "arm", "-O2")
    given = list(np.random.default_rng(7).uniform(-3, 3, (3, 3 * LANES + 1, 3)))
    given[0][2 * LANES, 1] = 1e9
    for way, function in ((columns, "arm_torque_batch"), (rows, "arm_torque_rows")):
        expected, got = (way(getattr(unit, function), given, 3) for unit in (built[0], apart))
        np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-12 * np.abs(expected).max())

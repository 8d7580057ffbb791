"""The sines and cosines of emitted C in single precision: within 1e-7, and beyond their range as the profile says."""

from __future__ import annotations

import ctypes
import math
import re
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from helpers.emdeg.c_library import library, needs_compiler, pointer
from numpy.typing import NDArray

from puma560_dynamics.emdeg.emitters.single_precision import in_single_precision
from puma560_dynamics.emdeg.program.rounding_error import SINE

PARTS = files("puma560_dynamics.emdeg.backends") / "c"
OWN = (PARTS / "sincos_single.h").read_text(encoding="utf-8")
RANGE = 3e3
Singles = NDArray[np.float32]

_MANY = """
void many(size_t count, const double *x, double *s, double *c);
void many(size_t count, const double *x, double *s, double *c)
{
    sincos_many(count, x, s, c);
}
"""
FORMS = ["-ffp-contract=off", "-ffp-contract=fast -march=native", "-DKEEP_THROUGH_INTEGERS",
         "-fassociative-math -fno-signed-zeros -fno-trapping-math -march=native", "-DFIRMWARE -Os"]  # fmt: skip


def made(folder: Path, flags: str) -> ctypes.CDLL:
    """The library, compiled with flags."""
    folder.mkdir(exist_ok=True)
    names = ("prelude", "scalar_float", "rounding", "sincos_single", "sincos_many")
    parts = [(PARTS / f"{part}.h").read_text(encoding="utf-8") for part in names]
    text = in_single_precision("\n".join(["/* */", "#include <stddef.h>", *parts, _MANY]))
    (folder / "sincos.c").write_text(text, encoding="utf-8")
    return library(folder, "sincos", "-O3", "-Wdouble-promotion", *flags.split())


@pytest.fixture(scope="module", params=FORMS)
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """Without and with fused multiply-add; as for a compiler that is not known; where sums may be reordered."""
    return made(tmp_path_factory.mktemp("sincos"), request.param)


def evaluate(built: ctypes.CDLL, x: Singles) -> tuple[Singles, Singles]:
    """Sines and cosines."""
    sine, cosine = np.empty_like(x), np.empty_like(x)
    built.many(ctypes.c_size_t(len(x)), pointer(x), pointer(sine), pointer(cosine))
    return sine, cosine


@needs_compiler
def test_the_error_is_below_what_the_bound_of_programs_assumes(built: ctypes.CDLL):
    random = np.random.default_rng(7)
    quarters = np.arange(-1900, 1900) * (math.pi / 2)
    x = np.concatenate([
        random.uniform(-RANGE, RANGE, 1_000_000), random.uniform(-4, 4, 1_000_000), quarters, quarters + math.pi / 4,
        [0.0, -0.0, RANGE, -RANGE, 1e-9],
    ]).astype(np.float32)  # fmt: skip
    sine, cosine = evaluate(built, x)
    assert np.abs(sine - np.sin(x.astype(np.float64))).max() < SINE
    assert np.abs(cosine - np.cos(x.astype(np.float64))).max() < SINE


@needs_compiler
def test_tiny_angles_are_their_own_sines(built: ctypes.CDLL):
    x = np.array([1e-44, -1e-38, 1e-30, -1e-10], np.float32)
    sine, cosine = evaluate(built, x)
    np.testing.assert_allclose(sine, x, rtol=1e-7)
    np.testing.assert_array_equal(cosine, 1.0)


@needs_compiler
@pytest.mark.parametrize("far", [np.nextafter(np.float32(RANGE), np.float32(np.inf)), 1e30, np.nan, np.inf, -np.inf])
def test_beyond_the_range(tmp_path: Path, far: float):
    x = np.linspace(-2, 2, 16, dtype=np.float32)
    x[5] = far
    sine, cosine = evaluate(made(tmp_path / "hosted", "-O2"), x)
    finite = np.isfinite(x)
    np.testing.assert_allclose(sine[finite], np.sin(x[finite].astype(float)), atol=1e-7)
    np.testing.assert_allclose(cosine[finite], np.cos(x[finite].astype(float)), atol=1e-7)
    assert np.isnan(sine[~finite]).all()
    assert np.isnan(cosine[~finite]).all()
    for own in evaluate(made(tmp_path / "firmware", "-DFIRMWARE"), x):
        assert np.isnan(own).all()


def test_the_constants_match_their_description():
    first, second = re.search(r"n \* (1\.57\d+)f\);", OWN), re.search(r"coarse \+ n \* (\d\.\d+e-06)f;", OWN)
    assert first and second
    assert float(first[1]) * 2**12 % 1 == 0  # 13 bits, so that multiples below 2^11 are exact
    assert RANGE / (math.pi / 2) < 2**11
    assert abs(float(first[1]) - float(second[1]) - math.pi / 2) < 2.0**-42
    top = 1.001 * (math.pi / 4) ** 2
    for name, start in (("p", 3), ("c", 4)):
        found = re.search(rf"const float {name} = (.*?);", OWN)
        assert found
        written = [float(text) for text in re.findall(r"-?\d+\.\d+(?:e-\d+)?", found[1])]
        sign = -1 if name == "p" else 1
        z = np.linspace(0, top, 101)
        exact = sum(sign * (-z) ** k / math.factorial(start + 2 * k) for k in range(20))
        np.testing.assert_allclose(written[0] + z * (written[1] + z * written[2]), exact, atol=5e-8)

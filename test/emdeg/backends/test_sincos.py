"""The sines and cosines of emitted C: within one unit in the last place, and from libm beyond their range."""

from __future__ import annotations

import ctypes
import math
import re
from fractions import Fraction
from functools import cache
from importlib.resources import files

import numpy as np
import pytest
from helpers.emdeg.c_library import library, needs_compiler, pointer

from puma560_dynamics.arrays import FloatArray

PARTS = files("puma560_dynamics.emdeg.backends") / "c"
SINCOS = (PARTS / "sincos.h").read_text(encoding="utf-8")
PI = Fraction(3141592653589793238462643383279502884197169399375105820974944592307816406286209, 10**78)
RANGE = 1e5

_MANY = """
void many(size_t count, const double *x, double *s, double *c);
void many(size_t count, const double *x, double *s, double *c)
{
    sincos_many(count, x, s, c);
}
"""


FORMS = ["-ffp-contract=off", "-ffp-contract=fast -march=native", "-DKEEP_THROUGH_INTEGERS",
         "-fassociative-math -fno-signed-zeros -fno-trapping-math -march=native"]  # fmt: skip


@pytest.fixture(scope="module", params=FORMS)
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """Without and with fused multiply-add; as for a compiler that is not known; where sums may be reordered."""
    folder = tmp_path_factory.mktemp("sincos")
    names = ("prelude", "scalar_double", "rounding", "sincos", "sincos_many")
    parts = [(PARTS / f"{name}.h").read_text() for name in names]
    (folder / "sincos.c").write_text("\n".join(["#include <stddef.h>", *parts, _MANY]), encoding="utf-8")
    return library(folder, "sincos", "-O3", *request.param.split())


def evaluate(built: ctypes.CDLL, x: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Sines and cosines."""
    x = np.ascontiguousarray(x)
    sine, cosine = np.empty_like(x), np.empty_like(x)
    built.many(ctypes.c_size_t(len(x)), pointer(x), pointer(sine), pointer(cosine))
    return sine, cosine


@cache  # every form is asked for the same angles
def truth(x: float) -> tuple[Fraction, Fraction]:
    """Sine and cosine by Taylor's series, to about 1e-40."""
    quarter = round(Fraction(x) / (PI / 2))
    scale = 10**60
    r = Fraction(round((Fraction(x) - quarter * PI / 2) * scale), scale)
    sine = cosine = Fraction(0)
    power = Fraction(1)
    for k in range(34):
        if k % 2:
            sine += (-1) ** (k // 2) * power
        else:
            cosine += (-1) ** (k // 2) * power
        power = Fraction(round(power * r / (k + 1) * scale), scale)
    return ((sine, cosine), (cosine, -sine), (-sine, -cosine), (-cosine, sine))[quarter % 4]


@needs_compiler
def test_one_unit_in_the_last_place(built: ctypes.CDLL):
    random = np.random.default_rng(7)
    quarters = random.integers(-63000, 63000, 400) * (math.pi / 2)
    x = np.concatenate([
        random.uniform(-RANGE, RANGE, 700), random.uniform(-4, 4, 700), quarters, np.nextafter(quarters, 0),
        [0.0, -0.0, math.pi / 4, -math.pi / 4, RANGE, -RANGE, 1e-9],
    ])  # fmt: skip
    sine, cosine = evaluate(built, x)
    for angle, s, c in zip(x, sine, cosine, strict=True):
        for got, right in zip((s, c), truth(angle), strict=True):
            assert abs(Fraction(float(got)) - right) <= Fraction(math.ulp(float(right))), angle


@needs_compiler
def test_tiny_angles_are_their_own_sines(built: ctypes.CDLL):
    x = np.array([5e-324, -1e-310, 1e-300, -1e-20])
    sine, cosine = evaluate(built, x)
    np.testing.assert_array_equal(sine, x)
    np.testing.assert_array_equal(cosine, 1.0)


@needs_compiler
@pytest.mark.parametrize("far", [np.nextafter(RANGE, np.inf), -1e6, 1e22, np.nan, np.inf, -np.inf])
def test_beyond_the_range_is_libm(built: ctypes.CDLL, far: float):
    x = np.linspace(-2, 2, 16)
    x[5] = far
    sine, cosine = evaluate(built, x)
    finite = [value for value in x if math.isfinite(value)]
    np.testing.assert_array_equal(sine[np.isfinite(x)], [math.sin(value) for value in finite])
    np.testing.assert_array_equal(cosine[np.isfinite(x)], [math.cos(value) for value in finite])
    assert np.isnan(sine[~np.isfinite(x)]).all()
    assert np.isnan(cosine[~np.isfinite(x)]).all()


def test_the_constants_match_their_description():
    """Pi/2 in parts with room for the multiple; polynomials interpolate at Chebyshev nodes."""
    first, second, third = (Fraction(float(text)) for text in re.findall(r"n \* (\d\.\d+(?:e-\d+)?)", SINCOS))
    assert abs(first + second + third - PI / 2) < Fraction(1, 10**38)
    for part in (first, second):
        mantissa = part.numerator
        while mantissa % 2 == 0:
            mantissa //= 2
        assert mantissa.bit_length() <= 36  # times 2^17 multiples stays below 2^53
    assert RANGE / (math.pi / 2) < 2**17
    for name, first_term in (("p", 3), ("c", 4)):
        found = re.search(rf"const double {name} = (.*?);", SINCOS, re.DOTALL)
        assert found is not None
        written = [float(text) for text in re.findall(r"-?\d+\.\d+(?:e-\d+)?", found[1])]
        assert written == interpolated(first_term)


def interpolated(first: int, count: int = 6) -> list[float]:
    """Coefficients in z = r² of ``Σ ± z^k / (first + 2k)!``, signs as in sine (3) or cosine (4)."""

    def series(z: Fraction) -> Fraction:
        sign = -1 if first == 3 else 1
        return sum((sign * Fraction((-1) ** k, math.factorial(first + 2 * k)) * z**k for k in range(30)), Fraction(0))

    top = Fraction(math.pi / 4) ** 2 * Fraction(10001, 10000)
    raw = [top * (1 + Fraction(math.cos(math.pi * (2 * i + 1) / (2 * count)))) / 2 for i in range(count)]
    nodes = [Fraction(round(node * 2**60), 2**60) for node in raw]
    divided = [series(node) for node in nodes]
    for j in range(1, count):
        for i in range(count - 1, j - 1, -1):
            divided[i] = (divided[i] - divided[i - 1]) / (nodes[i] - nodes[i - j])
    coefficients = [Fraction(0)]
    for i in range(count - 1, -1, -1):  # Newton's form, expanded from within
        coefficients = [Fraction(0), *coefficients]
        for k in range(len(coefficients) - 1):
            coefficients[k] -= nodes[i] * coefficients[k + 1]
        coefficients[0] += divided[i]
    return [float(value) for value in coefficients[:count]]

"""What a page carries of a signal gives the signal back, to less than a pixel."""

from __future__ import annotations

import base64
import gzip
from typing import Any

import numpy as np
import pytest

from puma560_dynamics.report.figures import MISSING, STEPS, packed


def unpacked(data: dict[str, Any]) -> dict[str, np.ndarray]:
    """As the page's script does it, by the format that `packed` documents."""
    planes = np.frombuffer(gzip.decompress(base64.b64decode(data["data"])), dtype=np.uint8).astype(np.int64)
    half = len(planes) // 2
    differences = (planes[:half] + 256 * planes[half:]).reshape(len(data["names"]), data["count"])
    codes = np.cumsum(differences, axis=1) % 65536
    low, step = np.array(data["low"])[:, None], np.array(data["step"])[:, None]
    values = np.where(codes == MISSING, np.nan, low + step * codes)
    return dict(zip(data["names"], values, strict=True))


def test_signals_come_back_within_half_a_step():
    rng = np.random.default_rng(6)
    given = {"slow": np.cumsum(rng.normal(size=300))} | {
        f"of size {size:g}": size * rng.normal(size=300) for size in (1e-9, 1e6)
    }
    found = unpacked(packed(given))
    assert list(found) == list(given)
    for name, values in given.items():
        assert np.abs(found[name] - values).max() <= 0.5001 * np.ptp(values) / STEPS


def test_what_is_missing_stays_missing():
    given = np.array([1.0, np.nan, 2.0, np.inf, 3.0])
    found = unpacked(packed({"x": given}))["x"]
    np.testing.assert_array_equal(np.isnan(found), [False, True, False, True, False])
    np.testing.assert_allclose(found[[0, 2, 4]], [1.0, 2.0, 3.0], rtol=1e-4)


@pytest.mark.parametrize("given", [np.full(4, 7.0), np.full(4, np.nan), np.zeros(0)])
def test_signals_without_a_range(given: np.ndarray):
    np.testing.assert_array_equal(unpacked(packed({"x": given}))["x"], given)


def test_the_same_signals_give_the_same_text():
    given = {"x": np.arange(5.0)}
    assert packed(given) == packed(given)

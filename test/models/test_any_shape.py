"""States of any shape that broadcasts, and one sentence for those that do not."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import DynamicModel
from puma560_dynamics.errors import StateError


@pytest.mark.parametrize(
    ("method", "tail"),
    [
        ("kinetic_energy_matrix", (6, 6)),
        ("coriolis_coefficients", (6, 15)),
        ("centrifugal_coefficients", (6, 6)),
        ("gravity", (6,)),
    ],
)
def test_shapes(model: DynamicModel, states, method: str, tail: tuple[int, ...]):
    assert getattr(model, method)(states[0][0]).shape == tail
    assert getattr(model, method)(states[0]).shape == (40, *tail)
    assert getattr(model, method)(np.zeros((0, 6))).shape == (0, *tail)
    assert getattr(model, method)([0, 1, 2, 3, 4, 5]).dtype == np.float64


@pytest.mark.parametrize(
    ("q", "words"),
    [
        (np.zeros(5), r"q: expected shape \(…, 6\), got \(5,\)"),
        (np.zeros((6, 2)), r"q: expected shape \(…, 6\), got \(6, 2\)"),
        (0.0, r"expected shape \(…, 6\) of at least one, got q \(\)"),
        ([1j, 0, 0, 0, 0, 0], "q: expected real numbers"),
        (np.zeros(6, dtype=complex), "q: expected real numbers"),
        (["0"] * 6, "q: expected real numbers"),
        (np.full(6, None), "q: expected real numbers"),
        ([0, 0, np.nan, 0, 0, 0], "not finite at joint index 2;"),
        ([0, 0, 0, 0, 0, np.inf], "not finite at joint index 5;"),
        ("abcdef", "expected real numbers"),
        (None, "expected"),
    ],
)
def test_bad_states_get_one_sentence(model: DynamicModel, q, words: str):
    for method in ("kinetic_energy_matrix", "coriolis_coefficients", "centrifugal_coefficients", "gravity"):
        with pytest.raises(StateError, match=words):
            getattr(model, method)(q)


def test_shapes_are_broadcast(model: DynamicModel, states):
    """As numpy does it: any number of leading lengths, and a number for every joint."""
    q, qd, qdd = (part[:6].reshape(2, 3, 6) for part in states)
    flat = [part[:6] for part in states]
    np.testing.assert_array_equal(model.torque(q, qd, qdd), model.torque(*flat).reshape(2, 3, 6))
    np.testing.assert_array_equal(model.acceleration(q, qd, qdd), model.acceleration(*flat).reshape(2, 3, 6))
    np.testing.assert_array_equal(model.mass_matrix(q), model.kinetic_energy_matrix(flat[0]).reshape(2, 3, 6, 6))
    for part, whole in zip(model.elements(q), model.elements(flat[0]), strict=True):
        np.testing.assert_array_equal(part, whole.reshape(2, 3, *whole.shape[1:]))
    np.testing.assert_array_equal(model.terms(q, qd, qdd).total, model.terms(*flat).total.reshape(2, 3, 6))
    np.testing.assert_array_equal(model.torque(q, 0, 0), model.torque(q, np.zeros_like(q), np.zeros_like(q)))
    rows = model.torque(flat[0], qd=flat[1][0], qdd=flat[2][0])
    np.testing.assert_array_equal(rows, model.torque(flat[0], *(np.tile(part[0], (6, 1)) for part in flat[1:])))


def test_shapes_must_match(model: DynamicModel):
    with pytest.raises(StateError, match=r"broadcasts to one, got q \(3, 6\), qd \(2, 6\), qdd \(6,\)"):
        model.torque(np.zeros((3, 6)), np.zeros((2, 6)), np.zeros(6))
    with pytest.raises(TypeError, match="torque takes q, qd, qdd"):
        model.torque(np.zeros(6), np.zeros(6))  # type: ignore[call-arg]
    with pytest.raises(StateError, match="tau"):
        model.acceleration(np.zeros(6), np.zeros(6), [1, 2, 3, 4, 5, np.nan])

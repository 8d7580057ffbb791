"""The gate lets out nothing but finite torques within the limits, whatever comes in."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from puma560_dynamics.control.torque_gate import TorqueGate

LIMITS = np.array([10.0, 5.0])


def test_what_is_fine_passes_unchanged():
    passed = TorqueGate(LIMITS).admit([9.0, -5.0])
    assert passed.torque.tolist() == [9.0, -5.0]
    assert passed.trip == ""


def test_limits():
    passed = TorqueGate(LIMITS).admit([11.0, -6.0])
    assert passed.torque.tolist() == [10.0, -5.0]
    assert "[0, 1]" in passed.trip


@pytest.mark.parametrize("torque", [[np.nan, 1.0], [np.inf, 1.0], [1.0], [1.0, 2.0, 3.0], [[1.0, 2.0]]])
def test_nonsense_becomes_zero_torque(torque: list[float]):
    gate = TorqueGate(LIMITS)
    gate.admit([3.0, 3.0])
    passed = gate.admit(torque)
    assert passed.torque.tolist() == [0.0, 0.0]
    assert passed.trip


def test_silence_fades_to_zero():
    gate = TorqueGate(LIMITS, fade_time=0.5)
    gate.admit([8.0, -4.0])
    assert gate.fade(0.0).torque.tolist() == [8.0, -4.0]
    assert gate.fade(0.25).torque.tolist() == [4.0, -2.0]
    assert gate.fade(0.5).torque.tolist() == [0.0, 0.0]
    assert gate.fade(100.0).torque.tolist() == [0.0, 0.0]
    assert "fades" in gate.fade(0.1).trip
    assert TorqueGate(LIMITS, fade_time=0.0).fade(0.0).torque.tolist() == [0.0, 0.0]


@given(arrays(np.float64, st.integers(0, 4), elements=st.floats(allow_nan=True, allow_infinity=True)))
def test_nothing_else_ever_comes_out(torque: np.ndarray):
    gate = TorqueGate(LIMITS)
    for out in (gate.admit(torque).torque, gate.fade(0.1).torque):
        assert out.shape == (2,)
        assert np.isfinite(out).all()
        assert (np.abs(out) <= LIMITS).all()

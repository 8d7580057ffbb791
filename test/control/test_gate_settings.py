"""Settings that make no sense are refused with a sentence."""

from __future__ import annotations

import numpy as np
import pytest
from gate import settings

from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate_settings import RATE_FROM_LIMIT, GateSettings
from puma560_dynamics.errors import StateError


def test_from_the_arm(arm: Arm):
    made = GateSettings.of(arm, torque_limit_scale=0.2, hold_time=7.0)
    np.testing.assert_allclose(made.maximum_torque, 0.2 * arm.maximum_torque)
    np.testing.assert_allclose(made.torque_rate, RATE_FROM_LIMIT * arm.maximum_torque)
    np.testing.assert_array_equal(made.lower, arm.lower)
    assert made.hold_time == 7.0
    assert made.joint_names == arm.joint_names
    with pytest.raises(ValueError, match="read-only"):
        made.maximum_torque[0] = 1.0
    assert made.with_(hold_time=1.0).hold_time == 1.0


@pytest.mark.parametrize("scale", [0.0, -1.0, 1.01, np.nan])
def test_a_scale_above_the_limits(arm: Arm, scale: float):
    with pytest.raises(StateError, match="torque_limit_scale"):
        GateSettings.of(arm, scale)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"maximum_torque": [1.0, 0.0]}, "maximum_torque: expected 2 positive"),
        ({"torque_rate": [1.0]}, "torque_rate: expected 2 positive"),
        ({"velocity": [1.0, np.nan]}, "velocity"),
        ({"lower": [0.0, 2.0]}, "every lower limit below"),
        ({"state_timeout": -1.0}, "state_timeout"),
        ({"hold_time": np.inf}, "hold_time"),
        ({"fault_policy": "panic"}, "fault_policy 'panic'"),
    ],
)
def test_nonsense(changes: dict, words: str):
    with pytest.raises(StateError, match=words):
        settings(**changes)

"""Settings that make no sense are refused with a sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from helpers.control.gate import LIMITS, REMOVAL, settings

from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate.gate_settings import MAX_RATE_FROM_LIMIT, RATE_FROM_LIMIT, GateSettings
from puma560_dynamics.control.gate.timing import Timing
from puma560_dynamics.errors import StateError


def test_from_the_arm(arm: Arm):
    made = GateSettings.of(arm, torque_limit_scale=0.2, hold_time=7.0)
    np.testing.assert_allclose(made.maximum_torque, 0.2 * arm.maximum_torque)
    np.testing.assert_array_equal(made.motor_torque, arm.maximum_torque)
    np.testing.assert_allclose(made.torque_rate, RATE_FROM_LIMIT * arm.maximum_torque)
    np.testing.assert_allclose(made.removal_rate, RATE_FROM_LIMIT * arm.maximum_torque)
    np.testing.assert_array_equal(made.lower, arm.lower)
    np.testing.assert_array_equal(made.upper, arm.upper)
    np.testing.assert_array_equal(made.velocity, arm.velocity)
    assert made.hold_time == 7.0
    assert made.joint_names == arm.joint_names
    with pytest.raises(ValueError, match="read-only"):
        made.maximum_torque[0] = 1.0
    assert made.with_(hold_time=1.0).hold_time == 1.0


def test_a_slow_growth_leaves_the_removal_fast(arm: Arm):
    made = GateSettings.of(arm, torque_rate=np.full(arm.n, 20.0))
    np.testing.assert_array_equal(made.torque_rate, np.full(arm.n, 20.0))
    np.testing.assert_allclose(made.removal_rate, RATE_FROM_LIMIT * arm.maximum_torque)


def test_a_limit_that_is_missing_is_named_with_its_joint(arm: Arm):
    motors = (arm.motors[0], replace(arm.motors[1], maximum_torque=0.0), *arm.motors[2:])
    with pytest.raises(
        StateError, match="positive, finite numbers, one per joint, but joint2 has 0; give those of the"
    ):
        GateSettings.of(arm.with_(motors=motors))


def test_the_removal_is_never_slower_than_the_growth(arm: Arm):
    fast = 100.0 * arm.maximum_torque
    np.testing.assert_array_equal(GateSettings.of(arm, torque_rate=fast).removal_rate, fast)
    mixed = np.where(np.arange(arm.n) < 2, fast, 1.0)
    made = GateSettings.of(arm, torque_rate=mixed)
    np.testing.assert_allclose(made.removal_rate, np.maximum(mixed, RATE_FROM_LIMIT * arm.maximum_torque))
    with pytest.raises(StateError, match="removal_rate: expected at least torque_rate"):
        GateSettings.of(arm, removal_rate=arm.maximum_torque)
    given = GateSettings.of(arm, torque_rate=arm.maximum_torque, removal_rate=2.0 * arm.maximum_torque)
    np.testing.assert_array_equal(given.removal_rate, 2.0 * arm.maximum_torque)


@pytest.mark.parametrize("scale", [0.0, -1.0, 1.01, np.nan])
def test_a_scale_above_the_limits(arm: Arm, scale: float):
    with pytest.raises(StateError, match="torque_limit_scale"):
        GateSettings.of(arm, scale)


@pytest.mark.parametrize("name", ["torque_rate", "removal_rate"])
@pytest.mark.parametrize("rate", [[1.0], np.full(6, np.nan), np.zeros(6), np.full(6, np.inf), 5.0, np.ones(7)])
def test_a_rate_that_makes_no_sense(arm: Arm, name: str, rate: Any):
    with pytest.raises(StateError, match=f"{name}: expected 6 positive"):
        GateSettings.of(arm, **{name: rate})


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"maximum_torque": [1.0, 0.0]}, "maximum_torque: expected 2 positive"),
        ({"motor_torque": [20.0, np.inf]}, "motor_torque: expected 2 positive, finite"),
        ({"motor_torque": [20.0]}, "motor_torque: expected 2 positive"),
        ({"torque_rate": [1.0]}, "torque_rate: expected 2 positive"),
        ({"removal_rate": [200.0, -1.0]}, "removal_rate: expected 2 positive"),
        ({"velocity": [1.0, np.nan]}, "velocity"),
        ({"lower": [0.0, 2.0]}, "every lower limit below"),
        ({"upper": [0.0, np.inf]}, "upper: expected 2 finite"),
        ({"lower": [-np.inf, 0.0]}, "lower: expected 2 finite"),
        ({"joint_names": ("one", "two", "three")}, "expected 3"),
        ({"fault_policy": "panic"}, "fault_policy: 'panic'"),
    ],
)
def test_nonsense(changes: dict, words: str):
    with pytest.raises(StateError, match=words):
        settings(**changes)


@pytest.mark.parametrize("joint", [0, 1])
def test_no_more_torque_than_the_drives_can_give(joint: int):
    more = LIMITS + 0.01 * np.eye(2)[joint]
    with pytest.raises(StateError, match="maximum_torque: expected at most motor_torque"):
        settings(maximum_torque=more)
    settings(maximum_torque=more, motor_torque=more)


@pytest.mark.parametrize("joint", [0, 1])
def test_growth_faster_than_removal(joint: int):
    faster = REMOVAL + 0.01 * np.eye(2)[joint]
    with pytest.raises(StateError, match="removal_rate: expected at least torque_rate"):
        settings(torque_rate=faster)
    settings(torque_rate=REMOVAL)


def test_a_rate_that_is_none():
    largest = MAX_RATE_FROM_LIMIT * LIMITS
    settings(torque_rate=largest, removal_rate=largest)
    with pytest.raises(StateError, match="torque_rate, removal_rate: expected at most 1e\\+06 times"):
        settings(removal_rate=1.01 * largest)


def test_the_times_follow_from_the_state_timeout():
    assert settings(state_timeout=0.3).timing == Timing(0.3)


@pytest.mark.parametrize("change", [{"hold_time": -1.0}, {"removal_rate": [1.0, 1.0]}, {"fault_policy": ""}])
def test_a_changed_copy_is_checked_too(change: dict):
    with pytest.raises(StateError, match=next(iter(change))):
        settings().with_(**change)


def test_nothing_of_the_caller_is_shared():
    torque = np.array([5.0, 5.0])
    made = settings(maximum_torque=torque)
    torque[0] = 1e9
    assert made.maximum_torque[0] == 5.0
    with pytest.raises(AttributeError):
        made.hold_time = 1e9  # type: ignore[misc]


def test_by_default_a_fault_stays_until_a_reset():
    assert settings().restart_after_fault is False
    assert settings().fault_policy == "hold_gravity"

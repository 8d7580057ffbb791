"""Clamp and soft margin: between gravity and what was wanted, never beyond the maximum."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics import load_arm
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.gate.torque_gate import TorqueGate
from puma560_dynamics.control.gate.torque_limits import MotorLimits, clamp, soften

LIMIT, LOWER, UPPER, MARGIN = 10.0, -1.0, 1.0, 0.1
TORQUES = st.floats(-1e6, 1e6)
POSITIONS = st.floats(-3.0, 3.0)


def softened(position: float, torque: float, gravity: float, margin: float = MARGIN) -> float:
    """Of a joint with ±10 N·m within ±1 rad."""
    return soften(torque, gravity, LIMIT, position, LOWER, UPPER, margin)


def test_the_clamp():
    assert [clamp(torque, LIMIT) for torque in (11.0, -4.0, -1e300, 10.0)] == [10.0, -4.0, -10.0, 10.0]


@pytest.mark.parametrize("side", [1.0, -1.0])
@pytest.mark.parametrize(("room", "share"), [(0.2, 1.0), (0.125, 1.0), (0.05, 0.5), (0.0, 0.0), (-0.1, 0.0)])
def test_what_drives_outward_fades_over_the_margin(side: float, room: float, share: float):
    torque = softened(side * (1.0 - room), side * 5.0, side * 1.0)
    assert torque == pytest.approx(side * (1.0 + share * 4.0))


def test_what_drives_inward_is_left_alone():
    assert softened(0.99, -5.0, 1.0) == -5.0
    assert softened(-0.99, 4.0, -1.0) == 4.0


def test_without_a_margin_it_ends_at_the_limit():
    assert softened(0.999, 5.0, 1.0, margin=0.0) == 5.0
    assert softened(1.0, 5.0, 1.0, margin=0.0) == 1.0


@given(POSITIONS, TORQUES, TORQUES)
def test_always_between_gravity_and_what_was_wanted(position: float, torque: float, gravity: float):
    wanted, hold = clamp(torque, LIMIT), clamp(gravity, LIMIT)
    out = softened(position, wanted, hold)
    assert abs(out) <= LIMIT
    assert min(wanted, hold) - 1e-12 <= out <= max(wanted, hold) + 1e-12


@given(POSITIONS, st.floats(-LIMIT, LIMIT), st.floats(-LIMIT, LIMIT), st.sampled_from([0.0, MARGIN, 1.0]))
def test_it_is_the_torque_that_clipping_gives(position: float, torque: float, gravity: float, margin: float):
    """To the last digit: the share of the drive is the room over the margin, clipped to 0 and 1."""
    drive = torque - gravity
    room = np.where(drive > 0.0, UPPER - position, position - LOWER)
    share = np.clip(room / margin, 0.0, 1.0) if margin > 0.0 else np.where(room > 0.0, 1.0, 0.0)
    expected = np.clip(np.where(share < 1.0, gravity + share * drive, torque), -LIMIT, LIMIT)
    assert softened(position, torque, gravity, margin) == expected


WRIST = np.eye(6)
WRIST[4, 3], WRIST[5, 3], WRIST[5, 4] = -0.5, 0.3, 1.0
MOTOR_LIMIT = np.array([100.0, 100.0, 50.0, 10.0, 8.0, 5.0])


@given(st.lists(st.floats(-60.0, 60.0), min_size=6, max_size=6))
def test_no_joint_gets_more_and_no_motor_gives_more(torque: list[float]):
    found, scaled = MotorLimits(WRIST, MOTOR_LIMIT).within(torque)
    motors = np.linalg.solve(WRIST.T, found)
    assert (np.abs(motors[3:]) <= MOTOR_LIMIT[3:] * (1.0 + 1e-12)).all()
    assert (np.abs(found) <= np.abs(torque)).all()
    assert (np.array(found) * np.array(torque) >= 0.0).all()
    assert found[:3] == torque[:3]  # these have separate motors
    over = (np.abs(np.linalg.solve(WRIST.T, torque))[3:] > MOTOR_LIMIT[3:] * (1.0 + 1e-12)).any()
    assert scaled == [3, 4, 5] if over else found == torque


def test_motors_of_single_joints_are_left_to_the_joints_limits():
    assert MotorLimits(np.eye(6), MOTOR_LIMIT).within([1e6] * 6) == ([1e6] * 6, [])


def test_the_gate_keeps_coupled_motors_within_their_torque_on_the_way_too():
    arm = load_arm().with_(transmission=WRIST)
    settings = GateSettings.of(arm, 0.5, fade_in_time=0.2)
    gate = TorqueGate(settings)
    gate.activate(0.0)
    rng = np.random.default_rng(2)
    wanted, largest, before = np.zeros(6), np.zeros(6), np.zeros(6)
    for step in range(1, 300):
        if step % 20 == 1:
            wanted = rng.uniform(-1.0, 1.0, 6) * arm.maximum_torque
        out = gate.limit(0.01 * step, np.zeros(6), wanted, np.zeros(6))
        assert out is not None
        assert (np.abs(out.torque - before) <= 0.01 * settings.removal_rate * (1.0 + 1e-9)).all()
        before = out.torque
        largest = np.maximum(largest, np.abs(np.linalg.solve(WRIST.T, out.torque)))
    assert (largest[3:] <= 0.5 * arm.maximum_torque[3:] * (1.0 + 1e-9)).all()
    assert (largest[3:] > 0.4 * arm.maximum_torque[3:]).any()  # the limit was reached

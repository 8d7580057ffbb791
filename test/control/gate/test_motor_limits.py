"""Motor limits: never more torque at any joint, never more than a motor gives, nothing taken where nothing is over."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics import load_arm
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.gate.motor_limits import MotorLimits
from puma560_dynamics.control.gate.torque_gate import TorqueGate

WRIST = np.eye(6)
WRIST[4, 3], WRIST[5, 3], WRIST[5, 4] = -0.5, 0.3, 1.0
LIMIT = np.array([100.0, 100.0, 50.0, 10.0, 8.0, 5.0])


@given(st.lists(st.floats(-60.0, 60.0), min_size=6, max_size=6))
def test_no_joint_gets_more_and_no_motor_gives_more(torque: list[float]):
    found, scaled = MotorLimits(WRIST, LIMIT).within(torque)
    motors = np.linalg.solve(WRIST.T, found)
    assert (np.abs(motors[3:]) <= LIMIT[3:] * (1.0 + 1e-12)).all()
    assert (np.abs(found) <= np.abs(torque)).all()
    assert (np.array(found) * np.array(torque) >= 0.0).all()
    assert found[:3] == torque[:3]  # these have separate motors
    over = (np.abs(np.linalg.solve(WRIST.T, torque))[3:] > LIMIT[3:] * (1.0 + 1e-12)).any()
    assert scaled == [3, 4, 5] if over else found == torque


def test_motors_of_single_joints_are_left_to_the_joints_limits():
    assert MotorLimits(np.eye(6), LIMIT).within([1e6] * 6) == ([1e6] * 6, [])


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

"""The gate opens from what acts already, and removes it no faster than the rates allow."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.control.gate import GRAVITY, LIMITS, REMOVAL, Drive, opened, settings

from puma560_dynamics.control.gate.faults import Fault
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.control.gate.torque_gate import TorqueGate


def test_activation_fades_in_from_the_first_state_however_late():
    gate = TorqueGate(settings(fade_in_time=1.0))
    gate.activate(100.0)
    drive = Drive(gate).silence(5.0)
    assert drive.out == []  # nothing acts and nothing is late
    drive.states(0.5, [8.0, 4.0])
    np.testing.assert_allclose(drive.torque, [4.0, 2.0], atol=0.1)
    drive.states(0.6, [8.0, 4.0])
    assert (gate.state, drive.torque) == (GateState.OPEN, [8.0, 4.0])
    assert drive.within_limits()


def test_activation_goes_on_from_a_torque_that_acts_already():
    gate = TorqueGate(settings(fade_in_time=0.5))
    gate.activate(100.0, [6.0, 99.0])
    drive = Drive(gate).states(0.004, [6.0, 5.0])
    np.testing.assert_allclose(drive.torque, [6.0, 5.0], atol=0.5)
    for nonsense in ([np.nan, 0.0], [1.0]):
        gate.activate(200.0, nonsense)
        assert gate.torque.tolist() == [0.0, 0.0]


def test_a_torque_beyond_the_limit_is_removed_at_the_rate():
    """With a tenth of the torque let through, 150 N.m of another node must not be cut in one step."""
    gate = TorqueGate(settings(maximum_torque=0.1 * LIMITS, fade_in_time=0.0))
    gate.activate(100.0, [10.0, 5.0])
    drive = Drive(gate).states(0.5, [1.0, 0.5], gravity=(0.5, 0.0))
    torques = np.array([[10.0, 5.0], *(torque for _, torque in drive.out)])
    assert (np.diff(torques, axis=0) <= 1e-12).all()
    assert (-np.diff(torques, axis=0) <= REMOVAL * 0.004 + 1e-9).all()
    assert drive.torque == pytest.approx([1.0, 0.5])


def test_a_torque_that_acts_already_is_only_the_start_of_a_removal():
    """Without a joint state there is no gravity load to hold, and nothing new may begin."""
    gate = TorqueGate(settings(hold_time=0.5, fade_out_time=0.5))
    gate.activate(100.0, [6.0, 2.0])
    drive = Drive(gate).silence(0.25)
    np.testing.assert_allclose(drive.torque, [3.0, 1.0], atol=0.2)
    drive.silence(0.5)
    assert drive.torque == [0.0, 0.0]
    assert (np.diff(np.abs([torque for _, torque in drive.out]), axis=0) <= 1e-12).all()


def test_growth_is_slow_and_removal_is_fast():
    """At 1 N.m/s the gravity load is reached from far beyond, and zero in good time."""
    drive = opened(torque_rate=np.ones(2), removal_rate=REMOVAL, hold_time=1.0)
    drive.gate.activate(drive.now, [9.0, 4.0])
    drive.states(0.3, GRAVITY)
    assert drive.torque == pytest.approx([1.0, 0.0], abs=0.31)  # 9 to 1 is removal; 0 to -1 is growth
    drive.silence(0.4)
    assert drive.gate.state is GateState.HOLDING
    drive.silence(2.0)
    assert (drive.gate.state, drive.torque) == (GateState.CLOSED, [0.0, 0.0])


def test_zero_is_repeated_for_a_while_and_then_nothing():
    drive = opened(fade_out_time=0.1).states(0.1, [5.0, 3.0])
    drive.gate.deactivate(drive.now)
    drive.silence(5.0)
    zeros = sum(not torque.any() for _, torque in drive.out[-200:])
    assert 80 < zeros < 120
    assert drive.gate.quiet


def test_brakes_are_asked_for_unless_torque_from_good_states_acts():
    gate = TorqueGate(settings(hold_time=0.3, fade_out_time=0.2))
    assert gate.brake
    gate.activate(100.0)
    assert gate.brake
    drive = Drive(gate).states(0.3, GRAVITY)
    assert not gate.brake
    gate.fault(drive.now, Fault.REFERENCE_LOST, "because")
    drive.states(0.1, GRAVITY)
    assert (gate.state, gate.brake) == (GateState.DAMPING, False)
    drive.silence(0.15)
    assert (gate.state, gate.brake) == (GateState.HOLDING, True)
    drive.silence(2.0)
    assert gate.brake

"""What the gate reports: brakes, and when nothing is left to be sent."""

from __future__ import annotations

from helpers.control.gate import GRAVITY, Drive, opened, settings

from puma560_dynamics.control.gate.faults import Fault
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.control.gate.torque_gate import TorqueGate


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

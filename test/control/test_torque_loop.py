"""What happens between the topics: reference, acceleration source, stamps and gate together."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.steady_loop import QD, QDD, Q, loop

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.feed_forward import MODEL_TERMS
from puma560_dynamics.control.feed_forward.references import Reference
from puma560_dynamics.control.gate.faults import Fault, FaultError
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.errors import MessageError, StateError


def test_inverse_dynamics_at_the_references_acceleration(arm: Arm):
    made = loop(arm)
    made.loop.reference(0.002, 1000.002, 1000.002, Reference(Q, QD, QDD))
    step = made.state(0.005)
    assert step.followed
    assert step.output is not None
    expected = load_model("newton_euler", arm).torque(Q, QD, QDD)
    np.testing.assert_allclose(step.output.torque, expected, atol=1e-12)


def test_acceleration_from_nowhere(arm: Arm):
    made = loop(arm, acceleration_source="none")
    made.loop.reference(0.002, 1000.002, 1000.002, Reference(Q, QD, QDD))
    output = made.state(0.005).output
    assert output is not None
    np.testing.assert_allclose(output.torque, load_model("newton_euler", arm).torque(Q, QD, 0 * QD), atol=1e-12)


def test_acceleration_from_filtered_velocity(arm: Arm):
    made = loop(arm, acceleration_source="filtered", acceleration_cutoff=20.0)
    dt = 0.004
    for step in range(1, 200):
        result = made.state(0.001 + dt * step, qd=QD + dt * step * QDD)
    np.testing.assert_allclose(result.command.acceleration, QDD, rtol=1e-6)


def test_another_source_starts_with_a_new_filter(arm: Arm):
    """The velocity of before the switch is no acceleration of after it."""
    made = loop(arm, acceleration_source="filtered")
    for now in np.arange(0.005, 0.1, 0.004).tolist():
        made.state(now, qd=0.0 * QD)
    made.loop.set_source(now, "none")
    made.loop.set_source(now, "filtered")
    step = made.state(now + 0.004, qd=QD)
    np.testing.assert_array_equal(step.command.acceleration, 0.0)
    with pytest.raises(StateError, match="'crystal_ball' is not known"):
        made.loop.set_source(now, "crystal_ball")


def test_bad_stamps_raise_and_bad_states_too(arm: Arm):
    made = loop(arm)
    with pytest.raises(MessageError, match="in the past"):
        made.loop.state(0.005, 1000.005, 900.0, Q, QD)
    with pytest.raises(StateError):
        made.state(0.006, np.full(6, np.nan))
    assert made.loop.gate.counts == {"stamp": 1, "not_finite": 1}


def test_a_clock_that_has_not_started_is_a_fault(arm: Arm):
    """As when use_sim_time is set and no node publishes /clock."""
    made = loop(arm)
    with pytest.raises(MessageError, match="clock has not started"):
        made.loop.state(0.005, 0.0, 1000.005, Q, QD)
    assert made.loop.gate.latched is Fault.CLOCK


def test_a_clock_and_a_reference_that_come_before_the_first_state_are_no_fault(arm: Arm):
    """Publishers are found in any order; nothing acts yet that a fault could end."""
    made = loop(arm)
    made.loop.gate.reset()
    made.loop.activate(0.0)
    with pytest.raises(MessageError):
        made.loop.state(0.0, 0.0, 1000.0, Q, QD)
    made.loop.reference(0.1, 1000.1, 1000.1, Reference(Q, QD, QDD))
    assert made.loop.watch(10.0) is None
    assert made.loop.gate.latched is None
    assert made.state(10.0).output is not None
    assert made.loop.gate.state is GateState.OPEN


@pytest.mark.parametrize("terms", [("gravity",), MODEL_TERMS])
def test_a_drop_out_holds_the_gravity_of_the_last_good_pose(arm: Arm, terms: tuple[str, ...]):
    made = loop(arm)
    made.loop.forward.active = terms
    made.state(0.005)
    for now in np.arange(0.01, 0.5, 0.01).tolist():
        output = made.loop.watch(now)
    assert output is not None
    assert output.state is GateState.HOLDING
    np.testing.assert_allclose(output.torque, load_model("newton_euler", arm).gravity(Q), atol=1e-12)


def test_damping_takes_energy_out_of_every_joint(arm: Arm):
    made = loop(arm, hold_time=10.0)
    made.loop.gate.fault(0.002, Fault.REFERENCE_LOST, "because")
    output = made.state(0.005).output
    assert output is not None
    assert output.state is GateState.DAMPING
    against = output.torque - load_model("newton_euler", arm).gravity(Q)
    assert (against * QD < 0.0).all()


@pytest.mark.parametrize("factor", [1e9, -1e9, 40.0])
def test_a_velocity_that_is_not_the_arms_is_a_fault(arm: Arm, factor: float):
    """Coriolis torque grows with its square."""
    made = loop(arm)
    for now in np.arange(0.002, 0.5, 0.004).tolist():
        before = made.state(now, qd=0.0 * QD).output
    with pytest.raises(FaultError):
        made.state(now + 0.004, qd=factor * QD)
    assert before is not None
    assert made.loop.gate.latched in (Fault.OVERSPEED, Fault.INCONSISTENT)
    after = made.loop.watch(now + 0.024)
    assert after is not None
    np.testing.assert_allclose(after.torque, load_model("newton_euler", arm).gravity(Q), atol=1e-9)


@pytest.mark.parametrize("pause", ["activation", "drop-out"])
def test_held_elements_do_not_outlive_a_pause(arm: Arm, pause: str):
    """The arm may be moved by hand while the node is not active."""
    made = loop(arm)
    made.loop.forward.divider = 1000
    made.state(0.005, qd=0 * QD)
    if pause == "activation":
        made.loop.gate.reset()
        made.loop.activate(3.0)
    moved = Q + 0.5
    step = made.state(3.0, moved, 0 * QD)
    np.testing.assert_allclose(step.command.hold, load_model("newton_euler", arm).gravity(moved), atol=1e-12)

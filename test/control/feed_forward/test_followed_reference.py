"""A reference is brought to the time of the state; its loss in a motion is a fault."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.steady_loop import QD, QDD, Q, loop

from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.feed_forward import Reference
from puma560_dynamics.control.gate.faults import Fault
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.errors import MessageError, StateError


def test_a_reference_is_brought_to_the_states_time(arm: Arm):
    """Seen in the friction of its velocity, which is near the dead band: there a law that saturates rises too."""
    slow = 0.1 * QD
    made = loop(arm)
    made.loop.forward.active = ("friction",)
    made.loop.reference(0.002, 1000.002, 1000.002, Reference(Q, slow, QDD))
    step = made.state(0.032)
    expected, before = (made.loop.forward.friction.torque(slow + dt * QDD) for dt in (0.03, 0.0))
    assert (np.abs(expected - before) > 1e-3).any()
    np.testing.assert_allclose(step.command.torque, expected, atol=1e-9)


@pytest.mark.parametrize("moving", [True, False])
def test_a_reference_that_is_lost_in_a_motion_is_a_fault(arm: Arm, moving: bool):
    made = loop(arm, reference_timeout=0.2)
    made.loop.reference(0.002, 1000.002, 1000.002, Reference(Q, moving * QD, 0.0 * QDD))
    for now in np.arange(0.005, 0.3, 0.004).tolist():
        step = made.state(now, qd=0.0 * QD)
    assert not step.followed
    assert made.loop.gate.latched is (Fault.REFERENCE_LOST if moving else None)
    assert made.loop.gate.state is (GateState.DAMPING if moving else GateState.OPEN)


def test_a_reference_that_must_not_be_followed(arm: Arm):
    made = loop(arm)
    for stamp, reference in ((400.0, Reference(Q, QD, QDD)), (1000.002, Reference(Q, QD, np.full(6, 500.0)))):
        with pytest.raises((MessageError, StateError)):
            made.loop.reference(0.002, 1000.002, stamp, reference)
        assert not made.state(made.now + 0.004).followed

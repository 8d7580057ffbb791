"""What happens between the topics: reference, acceleration source, stamps and gate together."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward import MODEL_TERMS, FeedForward, Reference
from puma560_dynamics.control.gate_settings import GateSettings
from puma560_dynamics.control.stamps import StampCheck
from puma560_dynamics.control.torque_gate import GateState, TorqueGate
from puma560_dynamics.control.torque_loop import TorqueLoop
from puma560_dynamics.errors import MessageError, StateError

Q = np.array([0.3, -1.0, 1.5, 0.2, 0.5, -0.3])
QD = np.array([0.5, -0.4, 0.3, 0.2, -0.1, 0.6])
QDD = np.array([1.0, -2.0, 3.0, 4.0, -5.0, 6.0])
FAST = np.full(6, 1e9)


def loop(arm: Arm, **options: object) -> TorqueLoop:
    """Active, without fade and practically without a rate limit."""
    gate = TorqueGate(GateSettings.of(arm, torque_rate=FAST, fade_in_time=0.0))
    gate.activate(0.0)
    made = TorqueLoop(FeedForward(load_model("full", arm)), gate, StampCheck(), **options)  # type: ignore[arg-type]
    made.state(0.001, 1000.001, 1000.001, Q, QD)
    assert gate.state is GateState.OPEN
    return made


def test_inverse_dynamics_at_the_references_acceleration(arm: Arm):
    made = loop(arm)
    made.reference(0.002, 1000.0, Reference(Q, QD, QDD))
    step = made.state(0.005, 1000.005, 1000.005, Q, QD)
    assert step.followed
    expected = load_model("newton_euler", arm).torque(Q, QD, QDD)
    np.testing.assert_allclose(step.passed.torque, expected, atol=1e-12)


def test_a_reference_is_brought_to_the_states_time_and_dropped_when_old(arm: Arm):
    made = loop(arm, reference_timeout=0.2)
    made.forward.proportional = np.ones(6)
    made.forward.active = ()
    made.reference(0.002, 1000.0, Reference(Q, QD, QDD))
    step = made.state(0.1, 1000.1, 1000.1, Q, QD)
    np.testing.assert_allclose(step.command.torque, 0.1 * QD + 0.005 * QDD, atol=1e-12)
    step = made.state(0.3, 1000.3, 1000.3, Q, QD)
    assert not step.followed
    np.testing.assert_array_equal(step.command.torque, 0.0)


def test_stamps_of_two_clocks_are_not_subtracted(arm: Arm):
    made = loop(arm)
    made.forward.proportional = np.ones(6)
    made.forward.active = ()
    made.reference(0.002, 5.0, Reference(Q, QD, QDD))
    np.testing.assert_allclose(made.state(0.1, 1000.1, 1000.1, Q, QD).command.torque, 0.0, atol=1e-15)


def test_acceleration_from_nowhere(arm: Arm):
    made = loop(arm, source="none")
    made.reference(0.002, 1000.0, Reference(Q, QD, QDD))
    expected = load_model("newton_euler", arm).torque(Q, QD, 0 * QD)
    np.testing.assert_allclose(made.state(0.005, 1000.005, 1000.005, Q, QD).passed.torque, expected, atol=1e-12)


def test_acceleration_from_filtered_velocity(arm: Arm):
    made = loop(arm, source="filtered", cutoff=20.0)
    dt = 0.004
    for step in range(1, 200):
        at = 1000.001 + dt * step
        result = made.state(0.001 + dt * step, at, at, Q, QD + dt * step * QDD)
    np.testing.assert_allclose(result.command.acceleration, QDD, rtol=1e-6)


def test_bad_stamps_raise_and_bad_states_too(arm: Arm):
    made = loop(arm)
    with pytest.raises(MessageError, match="in the past"):
        made.state(0.005, 1000.005, 900.0, Q, QD)
    with pytest.raises(StateError):
        made.state(0.006, 1000.006, 1000.006, np.full(6, np.nan), QD)


def test_an_unknown_source(arm: Arm):
    with pytest.raises(StateError, match="'crystal_ball' is not known"):
        loop(arm, source="crystal_ball")


@pytest.mark.parametrize("terms", [("gravity",), MODEL_TERMS])
def test_a_drop_out_holds_the_gravity_of_the_last_good_pose(arm: Arm, terms: tuple[str, ...]):
    made = loop(arm)
    made.forward.active = terms
    made.state(0.005, 1000.005, 1000.005, Q, QD)
    for now in np.arange(0.01, 0.5, 0.01):
        passed = made.gate.watch(now)
    assert passed is not None
    assert passed.state is GateState.HOLDING
    np.testing.assert_allclose(passed.torque, load_model("newton_euler", arm).gravity(Q), atol=1e-12)


@pytest.mark.parametrize("source", ["reference", "filtered"])
def test_a_velocity_that_is_not_the_arms_changes_nothing(arm: Arm, source: str):
    """Finite, but Coriolis torque grows with its square, and the filter would remember it for long."""
    made = loop(arm, source=source)
    for now in np.arange(0.002, 0.5, 0.004).tolist():
        before = made.state(now, 1000.0 + now, 1000.0 + now, Q, QD).passed.torque
    for factor in (1e300, -1e300, 50.0):
        now += 0.004
        with pytest.raises(StateError, match="velocity of joint1"):
            made.state(now, 1000.0 + now, 1000.0 + now, Q, factor * QD)
    after = made.state(now + 0.004, 1000.004 + now, 1000.004 + now, Q, QD)
    np.testing.assert_allclose(after.passed.torque, before, atol=1e-9)
    assert made.gate.state is GateState.OPEN
    assert made.gate.counts["velocity"] == 3


@pytest.mark.parametrize("pause", ["activation", "drop-out"])
def test_held_elements_do_not_outlive_a_pause(arm: Arm, pause: str):
    """The arm may be moved by hand while the node is not active."""
    made = loop(arm)
    made.forward.divider = 1000
    made.state(0.005, 1000.005, 1000.005, Q, 0 * QD)
    if pause == "activation":
        made.gate.reset()
        made.activate(3.0)
    moved = Q + 0.5
    step = made.state(3.0, 1003.0, 1003.0, moved, 0 * QD)
    np.testing.assert_allclose(step.command.hold, load_model("newton_euler", arm).gravity(moved), atol=1e-12)

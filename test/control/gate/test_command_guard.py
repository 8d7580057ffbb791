"""The torque of a take-over: from the last command to gravity, then to zero, and never more than was commanded."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.control.guard import Q, quick_enough, run, state

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate.command_guard import CommandGuard
from puma560_dynamics.control.gate.faults import Fault, FaultError
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.gate.supervision import WATCHING


@pytest.mark.parametrize("states", [True, False], ids=["states go on", "states end too"])
def test_it_goes_from_the_last_command_to_gravity_and_then_to_zero(guard: CommandGuard, arm: Arm, states: bool):
    gravity = load_model("full", arm).gravity(Q)
    last = gravity + np.array([20.0, -20.0, 10.0, 2.0, 2.0, 2.0])
    run(guard, 0.0, 1.0, states=True)
    guard.handle_command(1.0, last)
    torques = run(guard, 1.0, 4.0, states)
    np.testing.assert_array_equal(torques[0], last)
    assert quick_enough(guard, torques)
    assert (np.abs(torques - gravity).max(axis=1) < 1e-9).sum() > 20
    np.testing.assert_array_equal(torques[-1], 0.0)
    assert guard.state == WATCHING


def test_a_moving_arm_is_damped_while_states_are_good(guard: CommandGuard, arm: Arm):
    run(guard, 0.0, 1.0, states=True)
    guard.handle_command(1.0, 0.5 * arm.maximum_torque)
    run(guard, 1.0, 0.3, states=True)
    assert guard.state == "damping"
    speed = np.full(6, 0.1)
    for step in range(1, 40):
        now = 1.3 + 0.004 * step
        guard.watch(now)
        torque = state(guard, now, Q + 0.004 * step * speed, speed)
    assert torque is not None
    against = torque - load_model("full", arm).gravity(Q + 0.16 * speed)
    assert (against < 0.0).all()


@pytest.mark.parametrize("pose", [None, np.full(6, 9.0)], ids=["none", "impossible"])
def test_without_a_pose_it_fades_at_once(guard: CommandGuard, pose: np.ndarray | None):
    if pose is not None:
        with pytest.raises(FaultError):
            state(guard, 4.9, pose)
    guard.handle_command(5.0, np.full(6, 3.0))
    torques = run(guard, 5.0, 3.0)
    assert (np.diff(torques, axis=0) <= 0.0).all()
    np.testing.assert_allclose(torques[15], 1.5, atol=0.3)  # half way through the fade
    np.testing.assert_array_equal(torques[-1], 0.0)


def test_a_pose_of_long_ago_is_not_held(guard: CommandGuard):
    """Its gravity load may be that of another pose by now."""
    run(guard, 0.0, 1.0, states=True)
    run(guard, 1.0, 59.0)
    guard.handle_command(60.0, np.full(6, 50.0))
    torques = run(guard, 60.0, 1.0)
    assert (np.diff(torques, axis=0) <= 1e-12).all()
    np.testing.assert_array_equal(torques[60], 0.0)


def test_a_pose_that_jumped_is_not_held_until_the_torque_has_ended(guard: CommandGuard):
    run(guard, 0.0, 1.0, states=True)
    guard.handle_command(1.0, np.full(6, 30.0))
    slipped = Q + np.array([0.0, 0.6, 0.0, 0.0, 0.0, 0.0])
    with pytest.raises(FaultError) as error:
        state(guard, 1.001, slipped)
    assert error.value.fault is Fault.JUMP
    with pytest.raises(FaultError):
        state(guard, 1.005, slipped)
    torques = run(guard, 1.01, 1.0)
    assert (np.diff(np.abs(torques), axis=0) <= 1e-12).all()
    np.testing.assert_array_equal(torques[60], 0.0)


def test_zero_is_repeated_but_not_for_ever(guard: CommandGuard):
    guard.handle_command(0.0, np.full(6, 3.0))
    torques = run(guard, 0.0, 20.0)
    assert 80 < (~torques.any(axis=1)).sum() < 120
    assert guard.state == WATCHING


def test_nothing_is_held_where_the_hardware_does(arm: Arm):
    guard = CommandGuard(load_model("full", arm), GateSettings.of(arm), timeout=0.2, holds_gravity=False)
    run(guard, 0.0, 1.0, states=True)
    guard.handle_command(1.0, np.full(6, 3.0))
    np.testing.assert_array_equal(run(guard, 1.0, 1.0, states=True)[-1], 0.0)


def test_a_guard_at_any_period_ends_what_it_has_taken_over(guard: CommandGuard):
    guard.handle_command(0.0, np.full(6, 3.0))
    taken = run(guard, 0.0, 0.4)
    guard.sent(0.4)
    found = []
    for now in np.arange(0.4, 60.0, 0.5).tolist():
        guard.stood_still(now)
        guard.node_gone(now)
        output = guard.watch(now)
        found += [] if output is None else [output.torque]
    late = np.array(found)
    assert quick_enough(guard, np.vstack([taken, late]))
    assert (np.diff(np.abs(late), axis=0) <= 1e-12).all()
    np.testing.assert_array_equal(late[-1], 0.0)


def test_it_fades_what_it_has_taken_over_before_it_leaves(guard: CommandGuard):
    assert not guard.end(0.0)
    run(guard, 0.0, 0.1, states=True)
    guard.handle_command(0.1, np.full(6, 3.0))
    assert guard.needed
    assert not guard.end(0.1)  # another node commands
    before = run(guard, 0.1, 0.4)[-1]
    assert not guard.needed
    assert guard.end(0.5)
    torques = run(guard, 0.5, 2.0)
    assert quick_enough(guard, np.vstack([before, torques]))
    np.testing.assert_array_equal(torques[-1], 0.0)
    assert not guard.end(2.5)


def test_no_joint_gets_more_than_was_commanded_before(guard: CommandGuard, arm: Arm):
    """A first bring-up at a tenth of the torque, and a guard with other limits."""
    little = np.clip(load_model("full", arm).gravity(Q), -2.0, 2.0)
    assert (np.abs(load_model("full", arm).gravity(Q)) > 2.0).any()
    guard.handle_command(0.0, np.full(6, 50.0))
    guard.handle_command(0.1, np.zeros(6))  # the end of another torque
    for now in np.arange(0.2, 1.0, 0.01).tolist():
        state(guard, now)
        guard.handle_command(now, little)
    torques = run(guard, 1.0, 3.0, states=True)
    assert (np.abs(torques) <= np.abs(little) + 1e-9).all()
    np.testing.assert_allclose(torques[20], little, atol=1e-8)
    np.testing.assert_array_equal(torques[-1], 0.0)


def test_brakes_are_asked_for_with_a_take_over_alone(guard: CommandGuard):
    assert not guard.brake
    guard.handle_command(0.0, np.full(6, 3.0))
    run(guard, 0.0, 0.4)
    assert guard.brake
    run(guard, 0.4, 5.0)
    assert guard.state == WATCHING
    assert guard.brake  # the node that would engage them is gone
    guard.handle_command(5.4, np.zeros(6))
    assert guard.brake
    guard.handle_command(5.5, np.full(6, 1.0))
    assert not guard.brake


def test_no_joint_gets_more_than_the_largest_of_commands_that_come_together(guard: CommandGuard):
    guard.handle_command(0.0, np.full(6, 0.1), largest=np.full(6, 0.5))
    torques = run(guard, 0.0, 1.5, states=True)
    assert np.abs(torques).max() == pytest.approx(0.5)

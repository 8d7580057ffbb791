"""The guard ends a torque that nobody commands any more, and is silent otherwise."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.command_guard import SAY_ZERO, CommandGuard
from puma560_dynamics.control.gate_settings import GateSettings

Q = np.array([0.3, -1.0, 1.5, 0.2, 0.5, -0.3])


@pytest.fixture
def guard(arm: Arm) -> CommandGuard:
    """Short times."""
    settings = GateSettings.of(arm, hold_time=0.5, fade_out_time=0.3)
    return CommandGuard(load_model("newton_euler", arm), settings, timeout=0.2)


def run(guard: CommandGuard, start: float, seconds: float) -> np.ndarray:
    """What it commands, (k, 6)."""
    out = []
    for now in np.arange(start, start + seconds, 0.01):
        passed = guard.watch(float(now))
        if passed is not None:
            out.append(passed.torque)
    return np.array(out).reshape(-1, 6)


def test_it_is_silent_while_somebody_commands_or_nothing_acts(guard: CommandGuard):
    assert run(guard, 0.0, 5.0).size == 0
    for now in np.arange(0.0, 3.0, 0.1):
        guard.command(now, np.full(6, 3.0))
        assert guard.watch(now + 0.09) is None
    guard.command(3.0, np.zeros(6))
    assert run(guard, 3.0, 5.0).size == 0
    assert guard.state == "watching"


def test_it_goes_from_the_last_command_to_gravity_and_then_to_zero(guard: CommandGuard, arm: Arm):
    gravity = load_model("full", arm).gravity(Q)
    last = gravity + np.array([20.0, -20.0, 10.0, 2.0, 2.0, 2.0])
    guard.position(Q)
    guard.command(1.0, last)
    torques = run(guard, 1.0, 3.0)
    np.testing.assert_array_equal(torques[0], last)
    steps = np.abs(np.diff(torques, axis=0))
    assert (steps <= 10.0 * arm.maximum_torque * 0.02 + 1e-9).all()
    np.testing.assert_allclose(torques[40], gravity, atol=1e-9)
    np.testing.assert_array_equal(torques[-1], 0.0)
    assert guard.state == "closed"


def test_an_old_pose_is_better_than_the_torque_of_a_motion(guard: CommandGuard, arm: Arm):
    guard.position(Q)
    gravity = load_model("full", arm).gravity(Q)
    guard.command(60.0, 2.0 * gravity)
    torques = run(guard, 60.0, 3.0)
    np.testing.assert_allclose(torques[25], gravity, atol=1e-9)
    np.testing.assert_array_equal(torques[-1], 0.0)


@pytest.mark.parametrize("pose", [None, np.full(6, 9.0)], ids=["none", "impossible"])
def test_without_a_pose_it_fades_at_once(guard: CommandGuard, pose: np.ndarray | None):
    if pose is not None:
        guard.position(pose)
    guard.command(5.0, np.full(6, 3.0))
    torques = run(guard, 5.0, 3.0)
    assert (np.diff(torques, axis=0) <= 0.0).all()
    np.testing.assert_allclose(torques[15], 1.5, atol=0.3)  # half way through the fade
    np.testing.assert_array_equal(torques[-1], 0.0)


def test_it_leaves_the_arm_to_the_next_one(guard: CommandGuard):
    guard.command(1.0, np.full(6, 3.0))
    assert run(guard, 1.0, 1.0).size
    guard.command(2.0, np.full(6, 2.0))
    assert guard.watch(2.01) is None
    assert guard.state == "watching"


def test_zero_is_said_for_long_but_not_for_ever(guard: CommandGuard):
    guard.command(0.0, np.full(6, 3.0))
    torques = run(guard, 0.0, SAY_ZERO + 20.0)
    assert 1000 < len(torques) < 100 * (SAY_ZERO + 5.0)


def test_nothing_is_held_where_the_hardware_does(arm: Arm):
    guard = CommandGuard(load_model("full", arm), GateSettings.of(arm), timeout=0.2, holds_gravity=False)
    guard.position(Q)
    guard.command(1.0, np.full(6, 3.0))
    np.testing.assert_array_equal(run(guard, 1.0, 1.0)[-1], 0.0)


def test_a_guard_that_was_stopped_itself_speaks_over_nobody(guard: CommandGuard):
    """Its timer may run before the commands of that time are read: they were not silent."""
    for now in np.arange(0.0, 1.0, 0.01):
        guard.command(now, np.full(6, 3.0))
        assert guard.watch(now) is None
    assert guard.watch(6.0) is None
    guard.command(6.001, np.full(6, 9.0))
    assert run(guard, 6.01, 0.19).size == 0
    np.testing.assert_array_equal(run(guard, 6.2, 0.1)[0], 9.0)


def test_a_guard_that_was_stopped_in_a_take_over_listens_before_it_goes_on(guard: CommandGuard):
    guard.command(0.0, np.full(6, 3.0))
    assert run(guard, 0.0, 0.4).size
    assert guard.watch(5.0) is None
    guard.command(5.001, np.full(6, 9.0))
    assert guard.watch(5.06) is None
    assert guard.state == "watching"


def test_a_guard_that_was_stopped_while_all_was_silent_takes_over_all_the_same(guard: CommandGuard):
    guard.watch(0.0)
    guard.command(0.05, np.full(6, 3.0))
    torques = run(guard, 5.0, 4.0)
    np.testing.assert_array_equal(torques[0], 3.0)
    np.testing.assert_array_equal(torques[-1], 0.0)


def test_it_fades_what_it_has_taken_over_before_it_leaves(guard: CommandGuard, arm: Arm):
    assert not guard.end(0.0)
    guard.position(Q)
    guard.command(0.0, np.full(6, 3.0))
    assert not guard.end(0.1)  # somebody else commands
    before = run(guard, 0.1, 0.4)[-1]
    assert guard.end(0.5)
    torques = run(guard, 0.5, 0.6)
    steps = np.abs(np.diff(torques, axis=0, prepend=before[None, :]))
    assert (steps <= 10.0 * arm.maximum_torque * 0.02 + 1e-9).all()
    np.testing.assert_array_equal(torques[-1], 0.0)
    assert not guard.end(1.2)


def test_no_joint_gets_more_than_was_commanded_before(guard: CommandGuard, arm: Arm):
    """A first bring-up at a tenth of the torque, and a guard that was not told so."""
    little = np.clip(load_model("full", arm).gravity(Q), -2.0, 2.0)
    assert (np.abs(load_model("full", arm).gravity(Q)) > 2.0).any()
    guard.command(0.0, np.full(6, 50.0))
    guard.command(0.1, np.zeros(6))  # the end of another torque
    for now in np.arange(0.2, 1.0, 0.1):
        guard.position(Q)
        guard.command(now, little)
    torques = run(guard, 0.91, 3.0)
    assert (np.abs(torques) <= np.abs(little) + 1e-9).all()
    np.testing.assert_allclose(torques[20], little, atol=1e-8)
    np.testing.assert_array_equal(torques[-1], 0.0)

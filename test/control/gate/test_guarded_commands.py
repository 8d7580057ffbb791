"""When the guard takes over, and when it leaves the arm to the node: silence, pauses, old commands, and a stop."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.control.guard import quick_enough, run, state

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate.command_guard import CommandGuard
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.gate.guarded_commands import RETURNED_COMMANDS
from puma560_dynamics.control.gate.supervision import LOST, WATCHING
from puma560_dynamics.control.gate.timing import MAX_STAY_S, Timing
from puma560_dynamics.errors import StateError


def test_it_is_silent_while_a_node_commands_or_nothing_acts(guard: CommandGuard):
    assert run(guard, 0.0, 5.0).size == 0
    for now in np.arange(5.0, 8.0, 0.1).tolist():
        guard.handle_command(now, np.full(6, 3.0))
        assert run(guard, now, 0.09).size == 0
    guard.handle_command(8.0, np.zeros(6))
    assert run(guard, 8.0, 5.0).size == 0
    assert guard.state == WATCHING


def test_it_leaves_the_arm_to_a_node_that_commands_again(guard: CommandGuard):
    guard.handle_command(1.0, np.full(6, 3.0))
    assert run(guard, 1.0, 0.4).size
    for step in range(RETURNED_COMMANDS):
        guard.handle_command(1.4 + 0.001 * step, np.full(6, 2.0))
    assert guard.watch(1.41) is None
    assert guard.state == WATCHING


def test_one_last_command_of_a_process_that_was_stopped_is_taken_back(guard: CommandGuard):
    """It acts until the next command of the guard, and changes nothing else."""
    guard.handle_command(1.0, np.full(6, 3.0))
    before = run(guard, 1.0, 0.45)[-1]
    guard.handle_command(1.45, np.full(6, 3.0))
    torques = run(guard, 1.46, 1.0)
    assert (torques[0] <= before).all()
    assert (np.diff(np.abs(torques), axis=0) <= 1e-12).all()
    np.testing.assert_array_equal(torques[-1], 0.0)


def test_commands_now_and_then_do_not_make_it_leave(guard: CommandGuard):
    guard.handle_command(1.0, np.full(6, 3.0))
    run(guard, 1.0, 0.3)
    for now in np.arange(1.3, 1.7, 0.1).tolist():
        guard.handle_command(now, np.full(6, 3.0))
        assert run(guard, now + 0.01, 0.08).size


@pytest.mark.parametrize("period", [0.01, 0.06, 0.11, 0.19])
def test_it_takes_over_while_it_runs_often_enough_and_reports_that_it_is_late(guard: CommandGuard, period: float):
    guard.handle_command(0.0, np.full(6, 3.0))
    torques = run(guard, 0.0, 300.0 * period, period=period)
    assert torques.size, "the torque is held for ever"
    np.testing.assert_array_equal(torques[-1], 0.0)
    assert (guard.late > 0.0) == (period > Timing().late)


@pytest.mark.parametrize("period", [0.21, 0.25, 0.5, 1.0, 5.0])
def test_a_guard_that_runs_too_seldom_is_not_able_and_takes_nothing_over(guard: CommandGuard, period: float):
    """Each call comes after a pause: what acts by then is not known. No heartbeat goes out, so the node ends it."""
    for step in range(300):
        now = period * step
        if step < 20:
            guard.handle_command(now, np.full(6, 3.0))
        assert guard.watch(now + 1e-3) is None
        assert step == 0 or not guard.able(now + 1e-3)
    assert guard.lost
    assert guard.brake


@pytest.mark.parametrize("pause", [0.2, 0.5, 1.5, 6.0, 3600.0])
def test_after_a_pause_nothing_is_taken_over_from_before_it(guard: CommandGuard, pause: float):
    """Commands of before are still in its queue; the node that sent them has closed meanwhile.

    A shorter pause than the silence that it waits for makes it late, and loses nothing.
    """
    for now in np.arange(0.0, 1.0, 0.01).tolist():
        guard.handle_command(now, np.full(6, 24.0))
        assert guard.watch(now) is None
    assert not guard.lost
    back = 1.0 + pause
    guard.stood_still(back)
    for step in range(10):
        guard.handle_command(back + 1e-4 * step, np.full(6, 24.0), 1.0 + 1e-3 * step, fresh=False)
    assert run(guard, back, 20.0).size == 0
    assert guard.lost
    assert guard.brake
    guard.handle_command(back + 20.0, np.full(6, 3.0), back + 20.0)
    assert not guard.lost
    np.testing.assert_array_equal(run(guard, back + 20.0, 1.0)[0], 3.0)


def test_a_command_that_arrives_long_after_it_was_sent_is_taken_back(guard: CommandGuard):
    """Its sender was stopped while it wrote; meanwhile this guard has ended the torque."""
    guard.handle_command(0.0, np.full(6, 3.0), 0.0)
    for now in np.arange(0.0, 5.0, 0.01).tolist():
        if guard.watch(now) is not None:
            guard.sent(now, now)
    assert guard.state == WATCHING
    guard.handle_command(5.0, np.full(6, 3.0), 0.01, fresh=False)
    torques = run(guard, 5.01, 5.0)
    assert 80 < len(torques) < 120
    assert not torques.any()
    guard.handle_command(10.1, np.full(6, 3.0), 10.1)
    guard.handle_command(10.1, np.full(6, 3.0), 0.01, fresh=False)
    assert run(guard, 10.1, 0.1).size == 0  # the node that commands goes on


def test_a_guard_that_gets_old_commands_alone_is_not_able(guard: CommandGuard):
    """Its clock differs from that of the node's computer: it would not take over, and must not seem to watch."""
    for now in np.arange(0.0, 2.0, 0.01).tolist():
        guard.handle_command(now, np.full(6, 3.0), now - 2.0, fresh=False)
        assert guard.watch(now) is None
        assert guard.able(now) is (now < 0.02 - 1e-9) or now < 0.06
    assert not guard.able(2.0)
    guard.handle_command(2.0, np.full(6, 3.0), 2.0)
    assert guard.watch(2.0) is None
    assert guard.able(2.0)
    for step in range(3):  # a queue of before
        guard.handle_command(2.01, np.full(6, 3.0), 1.0 + 0.1 * step, fresh=False)
    assert not guard.able(2.02)
    run(guard, 2.01, 0.15)
    guard.handle_command(2.16, np.zeros(6), 2.16)
    run(guard, 2.16, 1.0)
    assert guard.able(3.15)


def test_a_write_that_the_middleware_blocks_is_no_pause(guard: CommandGuard):
    """As for a second after a process was killed: the guard must still take over from it."""
    guard.handle_command(0.0, np.full(6, 3.0), 0.0)
    run(guard, 0.0, 0.1)
    guard.blocked(1.1)
    assert not guard.lost
    torques = run(guard, 1.1, 3.0)
    assert torques.size
    assert not torques[-1].any()


def test_a_node_that_has_commanded_since_is_not_taken_over_from(guard: CommandGuard):
    """A pause shorter than the silence that it waits for: the node went to zero, and its zeros were lost."""
    guard.handle_command(0.0, np.full(6, 24.0), 0.0)
    assert run(guard, 0.0, 0.05).size == 0
    for now in np.arange(0.24, 3.0, 0.01).tolist():
        guard.node_sent(now, 0.2, ended=True)
        assert guard.watch(now) is None
    assert guard.brake
    guard.handle_command(3.0, np.full(6, 3.0), 3.0)
    guard.node_sent(3.0, 3.0)
    np.testing.assert_array_equal(run(guard, 3.0, 0.4)[0], 3.0)  # the node was killed: it shows nothing any more


def test_a_lost_guard_learns_that_the_node_has_ended_the_torque(guard: CommandGuard):
    guard.handle_command(0.0, np.full(6, 24.0), 0.0)
    guard.watch(0.0)
    guard.stood_still(5.0)
    assert guard.state == LOST
    guard.node_sent(5.1, 0.0, ended=True)  # another process of that node
    assert guard.state == LOST
    guard.node_sent(5.2, 3.0, ended=False)
    assert guard.state == LOST
    guard.node_sent(5.3, 3.1, ended=True)
    assert guard.state == WATCHING


def test_stopped_in_a_take_over_it_leaves_the_arm_to_whom_commanded_meanwhile(guard: CommandGuard):
    guard.handle_command(0.0, np.full(6, 3.0), 0.0)
    assert run(guard, 0.0, 0.4).size
    guard.sent(0.4, 0.4)
    guard.stood_still(5.0)
    guard.handle_command(5.0, np.full(6, 9.0), 3.0, fresh=False)
    assert run(guard, 5.0, 5.0).size == 0
    assert guard.state == LOST
    assert guard.brake


@pytest.mark.parametrize("since", [True, False])
def test_stopped_in_a_take_over_it_learns_from_the_node_whether_that_has_commanded_since(
    guard: CommandGuard, since: bool
):
    """Messages of the pause are lost; until the node shows it, or is gone, nothing is sent."""
    guard.handle_command(0.0, np.full(6, 3.0), 0.0)
    before = run(guard, 0.0, 0.4)[-1]
    guard.sent(0.4, 0.4)
    guard.stood_still(5.0)
    assert guard.unsure
    assert run(guard, 5.0, 2.0).size == 0
    assert guard.state not in (WATCHING, LOST)  # the node must not take it for one that has ended the torque
    guard.node_sent(7.0, 0.41 if since else 0.39)
    torques = run(guard, 7.0, 5.0)
    assert (torques.size == 0) is since
    assert guard.state == WATCHING
    if not since:
        assert quick_enough(guard, np.vstack([before, torques]))
        assert not torques[-1].any()


def test_stopped_in_a_take_over_it_goes_on_to_zero_where_no_node_commanded_meanwhile(guard: CommandGuard):
    guard.handle_command(0.0, np.full(6, 3.0), 0.0)
    before = run(guard, 0.0, 0.4)[-1]
    guard.sent(0.4, 0.4)
    guard.stood_still(5.0)
    guard.handle_command(5.0, np.full(6, 9.0), 0.1, fresh=False)  # older than what this guard has sent
    guard.node_gone(5.0)
    torques = run(guard, 5.0, 5.0)
    assert quick_enough(guard, np.vstack([before, torques]))
    assert (np.diff(np.abs(torques), axis=0) <= 1e-12).all()
    np.testing.assert_array_equal(torques[-1], 0.0)


def test_a_guard_that_was_stopped_does_not_override_an_active_node(guard: CommandGuard):
    """Its timer may run before the commands of that time are read: they were not silent."""
    for now in np.arange(0.0, 1.0, 0.01).tolist():
        guard.handle_command(now, np.full(6, 3.0))
        assert guard.watch(now) is None
    assert guard.watch(6.0) is None
    guard.handle_command(6.001, np.full(6, 9.0))
    assert run(guard, 6.01, 0.18).size == 0
    np.testing.assert_array_equal(run(guard, 6.19, 0.1)[0], 9.0)


def test_a_guard_that_was_stopped_in_a_take_over_reads_before_it_goes_on(guard: CommandGuard):
    guard.handle_command(0.0, np.full(6, 3.0))
    assert run(guard, 0.0, 0.4).size
    assert guard.watch(5.0) is None
    for step in range(RETURNED_COMMANDS):
        guard.handle_command(5.001 + 0.001 * step, np.full(6, 9.0))
    assert guard.watch(5.06) is None
    assert guard.state == WATCHING


@pytest.mark.parametrize("timeout", [0.0, 0.1, 61.0])
def test_a_time_out_that_the_node_cannot_keep_is_refused(arm: Arm, timeout: float):
    with pytest.raises(StateError, match=r"command_timeout: expected 0\.2"):
        CommandGuard(load_model("newton_euler", arm), GateSettings.of(arm), timeout)


@pytest.mark.parametrize(("state_timeout", "timeout"), [(1.4, None), (10.0, None), (0.1, MAX_STAY_S), (0.1, 60.0)])
def test_it_must_be_able_to_take_over_before_it_leaves(arm: Arm, state_timeout: float, timeout: float | None):
    settings = GateSettings.of(arm, state_timeout=state_timeout)
    with pytest.raises(StateError, match=r"command_timeout: expected .* to less than 4 s, got .* a longer one after"):
        CommandGuard(load_model("newton_euler", arm), settings, timeout)


@pytest.mark.parametrize("state_timeout", [0.01, 0.1, 1.0, 1.33])
@pytest.mark.parametrize("killed", [0.0, 1.0, 3.9])
def test_asked_to_stop_it_stays_until_it_has_taken_over(arm: Arm, state_timeout: float, killed: float):
    """The other node is killed `killed` seconds after both were asked to stop."""
    settings = GateSettings.of(arm, state_timeout=state_timeout, hold_time=0.1, fade_out_time=0.1)
    guard = CommandGuard(load_model("newton_euler", arm), settings)
    taken = None
    guard.watch(-0.01)
    for now in np.arange(0.0, 8.0, 0.01).tolist():
        if now <= killed:
            guard.handle_command(now, np.full(6, 2.0))
        if guard.watch(now) is not None and taken is None:
            taken = now
        assert taken is not None or not guard.may_leave(now)
        if taken is not None:
            break
    assert taken is not None
    assert taken - killed == pytest.approx(guard.timeout, abs=0.05)


def test_asked_to_stop_it_leaves_a_torque_that_goes_on(guard: CommandGuard):
    for now in np.arange(0.0, 6.0, 0.02).tolist():
        guard.handle_command(now, np.full(6, 2.0))
        guard.watch(now)
        assert guard.may_leave(now) is (now > MAX_STAY_S)
    guard.handle_command(6.0, np.zeros(6))
    assert guard.may_leave(0.0)


def test_it_ends_nothing_that_was_left_at_a_controller_that_ended(guard: CommandGuard):
    """The middleware dates the command a moment later than the node does."""
    guard.handle_command(0.0, np.full(6, 3.0), sent=0.001)
    guard.node_left(0.0)
    assert run(guard, 0.0, 5.0, states=True).size == 0
    assert guard.state == WATCHING
    assert guard.brake
    assert not guard.needed
    guard.handle_command(5.1, np.full(6, 2.0))  # after a reset
    guard.node_left(0.0)  # late
    assert not guard.brake
    assert run(guard, 5.1, 5.0).size > 0


def test_a_take_over_ends_without_a_command_where_the_controller_has_ended(guard: CommandGuard):
    guard.handle_command(0.0, np.full(6, 3.0))
    torques = run(guard, 0.0, 0.5)
    assert torques.size > 0
    guard.sent(0.5)
    guard.node_left(0.0)
    assert run(guard, 0.5, 5.0, states=True).size == 0


def test_a_command_that_was_sent_before_a_repeated_zero_does_not_act(guard: CommandGuard):
    """Commands are read after that zero was sent; a take-over from one would be a step."""
    guard.handle_command(0.0, np.full(6, 3.0))
    for now in np.arange(0.0, 4.0, 0.01).tolist():
        if guard.watch(now) is not None:
            guard.sent(now)
    state(guard, 4.0)  # joint states return
    assert guard.watch(4.0) is not None
    guard.sent(4.0)
    guard.handle_command(4.01, np.full(6, 3.0), 3.99)
    assert not run(guard, 4.02, 5.0).any()
    guard.handle_command(9.02, np.full(6, 3.0))
    assert run(guard, 9.02, 1.0).any()

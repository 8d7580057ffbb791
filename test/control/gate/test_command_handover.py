"""The command topic is left to others, and a torque that no other process ends is ended."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.steady_loop import GUARDED, QD, loop

from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate.command_handover import OwnStall
from puma560_dynamics.control.gate.faults import Fault
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.control.gate.supervision import LOST, WATCHING


def test_after_its_own_stall_it_leaves_the_torque_to_the_guard(arm: Arm):
    """Stopped for 0.2 s: a command of before is not sent, and nothing follows automatically."""
    made = loop(arm, GUARDED)
    made.sent(made.state(0.005).output)
    assert made.loop.may_send(0.05)
    assert not made.loop.may_send(0.205)
    made.loop.supervision.note_heartbeat(0.205, WATCHING)
    assert made.loop.watch(0.21) is None
    assert made.loop.gate.latched is Fault.OWN_STALL
    made.loop.supervision.note_heartbeat(0.3, "holding")
    made.loop.commanded(0.31, np.full(6, 3.0), by_guard=True)
    for now in np.arange(0.32, 3.0, 0.01).tolist():
        made.loop.supervision.note_heartbeat(now, "holding")
        assert made.loop.watch(now) is None
        assert made.state(now + 0.005).output is None
    assert made.loop.obstacle(now) is not None  # no reset while the guard ends the torque
    made.loop.commanded(now + 0.09, np.zeros(6), by_guard=True)
    made.loop.supervision.note_heartbeat(now + 0.1, WATCHING)
    assert made.loop.watch(now + 0.1) is None
    now += 0.1
    assert made.loop.obstacle(now) is None


def test_without_a_guard_it_ends_the_torque_itself(arm: Arm):
    made = loop(arm, hold_time=0.3)
    sent = made.sent(made.state(0.005).output)
    torques = []
    for now in np.arange(1.0, 4.0, 0.01).tolist():
        output = made.loop.watch(now)
        if output is not None:
            made.loop.sent(now, now, output)
            torques.append(output.torque)
    assert made.loop.gate.latched is Fault.OWN_STALL
    steps = np.abs(np.diff([sent.torque, *torques], axis=0))
    assert (steps <= made.loop.gate.settings.removal_rate * made.loop.gate.settings.timing.longest_step + 1e-9).all()
    assert not torques[-1].any()


def test_a_stop_of_the_process_during_sending_is_detected(arm: Arm):
    made = loop(arm, GUARDED)
    output = made.state(0.005).output
    assert output is not None
    made.loop.sent(0.005, 0.9, output)
    made.loop.supervision.note_heartbeat(0.9, WATCHING)
    assert not made.loop.may_send(0.9)
    made.loop.watch(0.901)
    assert made.loop.gate.latched is Fault.OWN_STALL


def test_no_command_is_sent_after_a_guard_takes_over(arm: Arm):
    made = loop(arm, GUARDED)
    made.sent(made.state(0.005).output)
    made.loop.commanded(0.006, np.full(6, 3.0), by_guard=True)
    assert made.state(0.009).output is None
    assert made.loop.gate.latched is Fault.COMMAND_SILENCE


def test_a_second_commander_closes_it_and_what_that_one_left_is_ended(arm: Arm):
    made = loop(arm)
    made.sent(made.state(0.005).output)
    for now in np.arange(0.006, 1.0, 0.01).tolist():
        made.loop.commanded(now, np.full(6, 5.0), by_guard=False)
        assert made.loop.watch(now) is None
        assert made.state(now + 0.005).output is None
    assert made.loop.gate.latched is Fault.SECOND_COMMANDER
    torques = [output.torque for now in np.arange(1.0, 3.0, 0.01).tolist() if (output := made.loop.watch(now))]
    assert np.abs(torques[0]).max() <= 5.0
    assert (np.diff(np.abs(torques), axis=0) <= 1e-12).all()
    assert not torques[-1].any()


@pytest.mark.parametrize(("restart", "ends"), [(False, GateState.CLOSED), (True, GateState.OPEN)])
def test_a_guard_that_is_lost_and_found(arm: Arm, restart: bool, ends: GateState):
    made = loop(arm, GUARDED, restart_after_fault=restart, hold_time=0.3)
    for now in np.arange(0.005, 4.0, 0.004).tolist():
        if not 0.1 < now < 1.5:
            made.loop.supervision.note_heartbeat(now, WATCHING)
        made.state(now, qd=0.0 * QD)
        if 1.0 < now < 1.4:
            assert made.loop.gate.latched is Fault.GUARD_LOST
    assert made.loop.gate.state is ends


def test_a_second_commander_in_a_fade_is_not_commanded_over(arm: Arm):
    made = loop(arm)
    made.sent(made.state(0.005).output)
    made.loop.deactivate(0.006, "deactivated")
    made.loop.commanded(0.01, np.full(6, 5.0), by_guard=False)
    assert made.loop.watch(0.011) is None
    torques = [output.torque for now in np.arange(0.02, 3.0, 0.01).tolist() if (output := made.loop.watch(now))]
    assert np.abs(torques[0]).max() <= 5.0
    assert not torques[-1].any()


def test_a_second_commander_that_sends_nothing_does_not_keep_the_torque(arm: Arm):
    made = loop(arm)
    made.sent(made.state(0.005).output)
    torques = []
    for now in np.arange(0.01, 4.0, 0.01).tolist():
        made.loop.supervision.note_publishers(now, ["rival"])
        output = made.loop.watch(now)
        if output is not None:
            made.loop.sent(now, now, output)
            torques.append(output.torque)
    assert made.loop.gate.latched is Fault.SECOND_COMMANDER
    assert np.abs(torques[0]).max() > 1.0
    assert not torques[-1].any()


def test_it_ends_what_a_guard_leaves_that_is_lost_in_a_take_over(arm: Arm):
    made = loop(arm, GUARDED)
    made.sent(made.state(0.005).output)
    made.loop.supervision.note_heartbeat(1.0, WATCHING)
    made.loop.watch(1.0)
    assert made.loop.gate.latched is Fault.OWN_STALL
    for now in np.arange(1.1, 1.3, 0.01).tolist():
        made.loop.supervision.note_heartbeat(now, "holding")
        made.loop.commanded(now, np.full(6, 3.0), by_guard=True)
        assert made.loop.watch(now) is None
    torques = []
    for now in np.arange(1.3, 6.0, 0.01).tolist():
        output = made.loop.watch(now)
        if output is not None:
            assert not made.loop.supervision.guard_alive(now)
            made.loop.sent(now, now, output)
            torques.append(output.torque)
    assert not torques[-1].any()


def test_after_a_long_stop_it_waits_for_the_guard_as_long_as_after_a_short_one(arm: Arm):
    """The commands of the guard in that time are still unread when the process continues."""
    made = loop(arm, 0.3)
    watches = made.loop.supervision
    made.sent(made.state(0.005).output)
    for now in np.arange(5.0, 5.9, 0.01).tolist():
        if now > 5.4:  # until then the heartbeats are unread, too
            watches.note_heartbeat(now, WATCHING, 0.3)
        assert made.loop.watch(now) is None


def test_it_ends_what_a_guard_does_not_take_over(arm: Arm):
    """A guard that never received a command reports that it watches, and would let the torque act for ever."""
    made = loop(arm, 0.3)
    watches = made.loop.supervision
    made.sent(made.state(0.005).output)
    first, torques = 0.0, []
    for now in np.arange(0.2, 6.0, 0.01).tolist():
        watches.note_heartbeat(now, WATCHING, 0.3)
        output = made.loop.watch(now)
        if output is not None:
            first = first or now
            made.loop.sent(now, now, output)
            torques.append(output.torque)
    assert 0.6 < first < 1.5
    assert not torques[-1].any()


@pytest.mark.parametrize("pause", [0.15, 0.5, 2.6, 6.0, 12.0, 3600.0])
@pytest.mark.parametrize("read", ["nothing", "the guard's commands", "its heartbeat", "a guard that was started again"])
def test_after_a_pause_a_torque_that_the_guard_has_ended_does_not_return(arm: Arm, pause: float, read: str):
    """The guard ended it; what is still in the queue is as old as the pause, or lost."""
    made = loop(arm, 0.3)
    watches = made.loop.supervision
    sent = made.sent(made.state(0.005).output)
    back = 0.005 + pause
    made.loop.stood_still(back)
    if read == "the guard's commands":
        for step in range(10):
            made.loop.commanded(back, sent.torque, True, 0.3 + 0.01 * step, fresh=False)
    taken = 0.31 if read != "nothing" or pause < 0.3 else 0.0
    which = "other" if read == "a guard that was started again" else ""
    for now in np.arange(back, back + 8.0, 0.01).tolist():
        if pause > 0.3:
            watches.note_heartbeat(now, WATCHING, 0.3, taken, which)
        elif now < back + 0.5:
            made.loop.commanded(now, 0.5 * sent.torque, True, now)
            watches.note_heartbeat(now, "damping", 0.3, taken, which)
        else:
            made.loop.commanded(now, 0.0 * sent.torque, True, now)
            watches.note_heartbeat(now, WATCHING, 0.3, taken, which)
        output = made.loop.watch(now)
        if read == "nothing" and pause > 0.3:
            # The guard never took over: this process ends it, from what it has sent itself.
            assert output is None or (np.abs(output.torque) <= np.abs(sent.torque)).all()
            continue
        assert output is None
        assert made.state(now + 0.005).output is None
    assert made.loop.gate.state is GateState.CLOSED


@pytest.mark.parametrize("pause", [0.15, 6.0])
def test_after_a_pause_without_a_heartbeat_nothing_is_ended_or_continued(arm: Arm, pause: float):
    """The guard was killed or stopped meanwhile, and may have ended the torque before that."""
    made = loop(arm, 0.3)
    sent = made.sent(made.state(0.005).output)
    back = 0.005 + pause
    made.loop.stood_still(back)
    for now in np.arange(back, back + 30.0, 0.01).tolist():
        assert made.loop.watch(now) is None
        assert made.state(now + 0.005).output is None
    assert made.loop.gate.state is GateState.YIELDED
    assert made.loop.obstacle(now) is not None
    # The guard goes on: it was stopped, too, and has sent nothing.
    torques = []
    for now in np.arange(back + 30.0, back + 40.0, 0.01).tolist():
        made.loop.supervision.note_heartbeat(now, LOST, 0.3)
        output = made.loop.watch(now)
        if output is not None:
            made.loop.sent(now, now, output)
            torques.append(output.torque)
    assert (np.abs(torques) <= np.abs(sent.torque) + 1e-9).all()
    assert not torques[-1].any()
    assert made.loop.gate.state is GateState.CLOSED


def test_where_the_guard_has_gone_for_good_zero_is_sent(arm: Arm):
    """It may have ended the torque before, or not: zero is the only command that brings no old torque back."""
    made = loop(arm, 0.3)
    made.sent(made.state(0.005).output)
    made.loop.stood_still(5.0)
    sent = []
    for now in np.arange(5.0, 30.0, 0.01).tolist():
        made.loop.supervision.note_publishers(now, ["guard"] if now < 25.0 else [])
        assert made.loop.watch(now) is None
        output = made.loop.zero_again(now)
        if output is not None:
            made.loop.sent(now, now, output)
            sent.append((now, output.torque))
    assert sent[0][0] >= 25.0
    assert not np.any([torque for _, torque in sent])
    assert made.loop.gate.state is GateState.CLOSED


def test_stopped_between_activation_and_its_first_command_it_sends_none(arm: Arm):
    made = loop(arm)
    made.loop.deactivate(0.01, "deactivated")
    for now in np.arange(0.02, 3.0, 0.01).tolist():
        output = made.loop.watch(now)
        if output is not None:
            made.loop.sent(now, now, output)
    made.loop.gate.reset()
    made.loop.commanded(3.0, np.full(6, 50.0), by_guard=True)
    made.loop.activate(3.01)
    made.loop.stood_still(9.0)
    for now in np.arange(9.0, 12.0, 0.01).tolist():
        assert made.loop.watch(now) is None
    assert made.loop.gate.state is GateState.CLOSED


def test_a_silent_second_commander_does_not_keep_a_torque_that_a_fault_holds(arm: Arm):
    """The fault of before needs a reset, so that the second one does not take its place."""
    made = loop(arm, hold_time=3.0)
    made.sent(made.state(0.005).output)
    made.loop.gate.fault(0.01, Fault.JUMP, "because")
    torques = []
    for now in np.arange(0.02, 8.0, 0.01).tolist():
        made.loop.supervision.note_publishers(now, ["rival"])
        output = made.loop.watch(now)
        if output is not None:
            made.loop.sent(now, now, output)
            torques.append(output.torque)
    assert not torques[-1].any()
    assert made.loop.gate.state is GateState.CLOSED


def test_what_it_does_not_know_it_neither_ends_nor_continues_automatically(arm: Arm):
    made = loop(arm, 0.3, restart_after_fault=True)
    sent = made.sent(made.state(0.005).output)
    made.loop.stood_still(5.0)
    made.loop.commanded(5.0, sent.torque, False, 3.0, fresh=False)
    for now in np.arange(5.0, 9.0, 0.01).tolist():
        made.loop.supervision.note_heartbeat(now, WATCHING, 0.3)
        assert made.loop.watch(now) is None
        assert made.state(now + 0.005).output is None
    assert made.loop.gate.state is GateState.CLOSED
    assert "what acts is not known" in made.loop.gate.reason
    assert made.loop.obstacle(now) is None  # a person may decide


def test_steady_commands_are_no_stall():
    own_stall = OwnStall(0.1)
    for step in range(1000):
        assert not own_stall.stalled(0.01 * step)
        own_stall.sent(0.01 * step)


def test_before_the_first_command_nothing_is_due():
    assert not OwnStall(0.1).stalled(1e6)


def test_the_limit_itself_is_a_stall():
    own_stall = OwnStall(0.125)
    own_stall.sent(1.0)
    assert not own_stall.stalled(1.1249)
    assert own_stall.stalled(1.125)
    assert own_stall.stalled(2.0)


def test_a_query_changes_nothing():
    """Asked twice, directly before a command and in the watchdog, it says the same."""
    own_stall = OwnStall(0.1)
    own_stall.sent(0.0)
    assert [own_stall.stalled(5.0) for _ in range(3)] == [True, True, True]
    assert not own_stall.stalled(0.05)


def test_a_command_ends_it():
    own_stall = OwnStall(0.1)
    own_stall.sent(0.0)
    own_stall.sent(5.0)
    assert not own_stall.stalled(5.05)
    assert own_stall.stalled(5.2)


@pytest.mark.parametrize("sent", [True, False])
def test_forget(sent: bool):
    own_stall = OwnStall(0.1)
    if sent:
        own_stall.sent(0.0)
    own_stall.forget()
    assert not own_stall.stalled(100.0)
    own_stall.sent(100.0)
    assert own_stall.stalled(100.2)

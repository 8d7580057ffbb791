"""The gate lets out nothing but finite torques within limit and rate, and ends them safely."""

from __future__ import annotations

import numpy as np
import pytest
from gate import LIMITS, LONGEST_STEP, RATE, REMOVAL, Drive, settings
from hypothesis import given
from hypothesis import settings as runs
from hypothesis import strategies as st

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.control.gate.faults import FAULTS, Fault, Reaction
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.control.gate.torque_gate import TorqueGate

GRAVITY = [1.0, -1.0]


def opened(**changes: object) -> Drive:
    """A gate through which torque passes."""
    gate = TorqueGate(settings(**changes))
    gate.activate(100.0)
    drive = Drive(gate).states(0.3 + gate.settings.fade_in_time, GRAVITY)
    assert gate.state is GateState.OPEN
    return drive


def test_what_is_fine_passes_unchanged():
    drive = opened().states(0.2, [9.0, -4.5])
    assert drive.torque == [9.0, -4.5]
    assert drive.within_limits()
    output = drive.gate.limit(drive.now, np.zeros(2), [9.0, -4.5], np.array(GRAVITY))
    assert output.trips == ()
    assert not output.torque.flags.writeable


def test_torque_limits():
    drive = opened().states(0.5, [11.0, -60.0])
    assert drive.torque == LIMITS.tolist() or drive.torque == [10.0, -5.0]
    assert "torque limit at shoulder, elbow" in drive.gate.limit(drive.now, np.zeros(2), [99, -99], np.ones(2)).trips[0]
    assert drive.gate.counts["torque_limit"] > 10
    assert drive.within_limits()


def test_the_rate_is_limited_also_after_a_pause():
    drive = opened(state_timeout=10.0)
    before = np.array(drive.torque)
    drive.now += 5.0  # no watchdog either: the process was stopped
    drive.states(0.004, [10.0, 5.0])
    np.testing.assert_allclose(np.array(drive.torque) - before, np.minimum(RATE * LONGEST_STEP, LIMITS - before))


def test_slow_states_do_not_slow_the_torque():
    """Between states that come at 20 Hz the watchdog leads the torque on."""
    drive = opened(state_timeout=1.0)
    drive.period = 0.05
    drive.states(0.05, [10.0, 5.0])
    drive.silence(0.1)
    assert drive.torque == [10.0, 5.0]
    assert drive.within_limits()


@pytest.mark.parametrize("torque", [[np.nan, 1.0], [np.inf, 1.0], [1.0], [1.0, 2.0, 3.0], [[1.0, 2.0]], "torque", None])
def test_nonsense_changes_nothing_and_is_a_fault_if_it_lasts(torque: object):
    drive = opened().states(0.2, [3.0, 3.0])
    drive.states(0.05, torque)
    assert drive.torque == [3.0, 3.0]
    drive.states(0.5, torque)
    assert drive.torque == GRAVITY
    assert drive.gate.state is GateState.HOLDING
    assert drive.gate.counts["not_finite"] > 10


def test_silence_holds_gravity_then_fades_then_stays_at_zero():
    drive = opened(hold_time=1.0, fade_out_time=0.5).states(0.2, [5.0, 3.0])
    drive.silence(0.4)
    assert (drive.gate.state, drive.torque) == (GateState.HOLDING, GRAVITY)
    assert "no usable joint state for 0.1 s" in drive.gate.reason
    drive.silence(0.9)
    assert drive.gate.state is GateState.FADING_OUT
    assert 0.0 < drive.torque[0] < 1.0
    drive.silence(0.6)
    assert (drive.gate.state, drive.torque) == (GateState.CLOSED, [0.0, 0.0])
    assert drive.within_limits()
    drive.states(5.0, [5.0, 3.0])  # states are back: the torque is not, until somebody activates again
    assert (drive.gate.state, drive.torque) == (GateState.CLOSED, [0.0, 0.0])
    drive.gate.activate(drive.now)
    drive.states(0.5, [5.0, 3.0])
    assert (drive.gate.state, drive.torque) == (GateState.OPEN, [5.0, 3.0])


def test_states_that_return_do_not_open_it_again():
    drive = opened(hold_time=1.0).states(0.2, [5.0, 3.0]).silence(0.5)
    assert drive.gate.state is GateState.HOLDING
    drive.states(0.2, [5.0, 3.0])
    assert drive.gate.state is GateState.DAMPING  # of the present pose, no longer of an old one
    drive.states(2.0, [5.0, 3.0])
    assert (drive.gate.state, drive.torque) == (GateState.CLOSED, [0.0, 0.0])
    assert drive.gate.latched is Fault.SILENCE


def test_with_restart_they_do_while_the_budget_of_holding_lasts():
    drive = opened(fade_in_time=0.5, restart_after_fault=True).states(0.2, [5.0, 3.0]).silence(1.0)
    assert drive.gate.state is GateState.HOLDING
    drive.states(0.2 + 0.25, [5.0, 3.0])
    assert drive.gate.state is GateState.FADING_IN
    np.testing.assert_allclose(drive.torque, [3.0, 1.0], atol=0.1)  # half way from gravity
    drive.states(0.3, [5.0, 3.0])
    assert (drive.gate.state, drive.torque) == (GateState.OPEN, [5.0, 3.0])
    assert drive.within_limits()


def test_a_state_now_and_then_does_not_renew_the_hold_for_ever():
    """One state every 0.5 s with restart: hold has a total budget."""
    drive = opened(hold_time=1.0, fade_out_time=0.2, restart_after_fault=True, recovery_time=0.0)
    for _ in range(8):
        drive.states(0.004, GRAVITY).silence(0.5)
    assert drive.gate.done
    assert not any(drive.torque)


def test_the_policy_zero_fades_at_once_and_restart_brings_it_back():
    drive = opened(fault_policy="zero", fade_out_time=0.2, restart_after_fault=True).states(0.2, [5.0, 3.0])
    drive.silence(0.2)
    assert drive.gate.state is GateState.FADING_OUT
    drive.silence(0.3)
    assert (drive.gate.state, drive.torque) == (GateState.CLOSED, [0.0, 0.0])
    drive.states(0.5, [5.0, 3.0])
    assert (drive.gate.state, drive.torque) == (GateState.OPEN, [5.0, 3.0])
    assert drive.within_limits()


def test_deactivation_fades_and_ends():
    drive = opened(fade_out_time=0.5).states(0.2, [8.0, 4.0])
    drive.gate.deactivate(drive.now)
    drive.states(0.25, [8.0, 4.0])  # states under motion do not stop it
    np.testing.assert_allclose(drive.torque, [4.0, 2.0], atol=0.1)
    drive.silence(0.3)
    assert drive.gate.done
    assert drive.torque == [0.0, 0.0]
    assert drive.within_limits()
    drive.gate.reset()
    assert drive.gate.watch(drive.now) is None
    assert drive.gate.limit(drive.now, np.zeros(2), [1.0, 1.0], np.ones(2)) is None


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


@pytest.mark.parametrize("fault", list(Fault))
def test_every_fault_ends_closed_and_stays_so_until_a_reset(fault: Fault):
    drive = opened(hold_time=0.5, fade_out_time=0.2).states(0.2, [5.0, 3.0])
    drive.gate.fault(drive.now, fault, "because")
    drive.states(0.3, [5.0, 3.0])
    rule = FAULTS[fault]
    if rule.reaction is Reaction.FADE:
        assert drive.gate.state in (GateState.FADING_OUT, GateState.CLOSED)
    else:
        trusted = rule.reaction is Reaction.DAMP or rule.restarts
        assert drive.gate.state is (GateState.DAMPING if trusted else GateState.HOLDING)
        assert drive.torque == GRAVITY
    drive.states(2.0, [5.0, 3.0])
    assert (drive.gate.state, drive.torque) == (GateState.CLOSED, [0.0, 0.0])
    assert drive.gate.latched is fault
    assert drive.gate.reason.startswith("because")
    assert drive.gate.counts[f"fault.{fault.value}"] == 1
    drive.gate.activate(drive.now)
    drive.states(0.5, [5.0, 3.0])
    assert (drive.gate.state, drive.gate.latched, drive.torque) == (GateState.OPEN, None, [5.0, 3.0])
    assert drive.within_limits()


@pytest.mark.parametrize("fault", list(Fault))
def test_restart_is_for_faults_that_leave_the_pose_in_no_doubt(fault: Fault):
    drive = opened(restart_after_fault=True, recovery_time=0.2).states(0.2, [5.0, 3.0])
    drive.gate.fault(drive.now, fault, "because")
    drive.states(6.0, [5.0, 3.0])
    assert drive.gate.state is (GateState.OPEN if FAULTS[fault].restarts else GateState.CLOSED)


def test_it_does_not_restart_while_a_cause_is_left_or_after_a_deactivation():
    drive = opened(restart_after_fault=True, hold_time=0.3, fade_out_time=0.2).states(0.2, [5.0, 3.0])
    drive.gate.fault(drive.now, Fault.GUARD_LOST, "because")
    for _ in range(300):
        drive.now += 0.004
        drive.gate.limit(drive.now, np.zeros(2), [5.0, 3.0], np.array(GRAVITY), well=False)
    assert drive.gate.state is GateState.CLOSED
    drive.gate.deactivate(drive.now)
    drive.states(3.0, [5.0, 3.0])
    assert drive.gate.state is GateState.CLOSED


def test_damping_acts_while_states_are_good_and_the_frozen_gravity_else():
    drive = opened(hold_time=5.0).states(0.2, GRAVITY)
    drive.gate.fault(drive.now, Fault.REFERENCE_LOST, "because")
    for _ in range(50):
        drive.now += 0.004
        output = drive.gate.limit(drive.now, np.zeros(2), [9.0, 4.0], np.array(GRAVITY), np.array([-0.5, 0.25]))
    assert output is not None
    assert output.torque.tolist() == [0.5, -0.75]
    drive.silence(0.5)
    assert (drive.gate.state, drive.torque) == (GateState.HOLDING, GRAVITY)


def test_an_old_state_is_silence_however_often_it_comes():
    """Age counts from the measurement, not from the arrival."""
    drive = opened(state_timeout=0.1)
    for _ in range(30):
        drive.now += 0.004
        drive.gate.limit(drive.now, np.zeros(2), [5.0, 3.0], np.array(GRAVITY), age=0.2)
        drive.gate.watch(drive.now)
    assert drive.gate.latched is Fault.SILENCE


def test_the_hold_lasts_no_longer_where_commands_take_time():
    """States every 4 ms, 3 ms from a state to the end of its command."""
    drive = opened(hold_time=1.0, fade_out_time=0.1).states(0.2, GRAVITY)
    drive.gate.fault(drive.now, Fault.REFERENCE_LOST, "because")
    began = drive.now
    while drive.gate.state in (GateState.DAMPING, GateState.HOLDING):
        drive.now += 0.004
        drive.gate.limit(drive.now, np.zeros(2), GRAVITY, np.array(GRAVITY))
        drive.gate.sent(drive.now + 0.003)
        assert drive.now - began < 1.1
    assert drive.now - began > 0.9


def test_a_rival_after_a_silence_needs_a_reset():
    drive = opened(restart_after_fault=True).states(0.2, [5.0, 3.0]).silence(0.3)
    assert drive.gate.latched is Fault.SILENCE
    drive.gate.yield_to_others(drive.now, Fault.SECOND_COMMANDER, "because")
    drive.states(3.0, [5.0, 3.0])
    assert (drive.gate.latched, drive.gate.state) == (Fault.SECOND_COMMANDER, GateState.CLOSED)


def test_after_a_yield_nothing_goes_out_until_it_ends_what_acts():
    drive = opened(hold_time=0.3, fade_out_time=0.2).states(0.2, [5.0, 3.0])
    drive.gate.yield_to_others(drive.now, Fault.SECOND_COMMANDER, "because")
    before = len(drive.out)
    assert drive.states(1.0, [5.0, 3.0]).silence(1.0).out[before:] == []
    assert drive.gate.quiet
    drive.gate.end_from(drive.now, [8.0, -4.0])
    drive.silence(0.1)
    np.testing.assert_allclose(drive.torque, [4.0, -2.0], atol=0.5)
    drive.silence(2.0)
    assert (drive.gate.state, drive.torque) == (GateState.CLOSED, [0.0, 0.0])
    assert drive.gate.latched is Fault.SECOND_COMMANDER


def test_zero_is_repeated_for_a_while_and_then_nothing():
    drive = opened(fade_out_time=0.1).states(0.1, [5.0, 3.0])
    drive.gate.deactivate(drive.now)
    drive.silence(5.0)
    zeros = sum(not torque.any() for _, torque in drive.out[-200:])
    assert 80 < zeros < 120
    assert drive.gate.quiet


def test_a_change_of_source_fades():
    drive = opened(fade_in_time=0.5).states(0.2, [0.0, 0.0])
    drive.gate.blend(drive.now, "another source")
    drive.states(0.25, [8.0, 4.0])
    np.testing.assert_allclose(drive.torque, [4.0, 2.0], atol=0.1)
    drive.states(0.3, [8.0, 4.0])
    assert (drive.gate.state, drive.torque) == (GateState.OPEN, [8.0, 4.0])


def test_the_rate_counts_from_when_a_command_went_out():
    drive = opened().states(0.2, GRAVITY)
    drive.gate.sent(drive.now + 0.003)
    output = drive.gate.limit(drive.now + 0.004, np.zeros(2), [9.0, -5.0], np.array(GRAVITY))
    assert output is not None
    np.testing.assert_allclose(np.abs(output.torque - GRAVITY), RATE * 0.001)


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


def test_near_a_limit_only_what_drives_outward_fades():
    drive = opened(soft_margin=0.1).states(0.2, GRAVITY)
    drive.states(0.5, [5.0, -4.0], position=[0.95, 0.95])
    assert drive.torque == pytest.approx([3.0, -4.0])  # half of what exceeds gravity; inward as wanted
    drive.states(0.5, [5.0, -4.0], position=[1.05, -1.05])
    assert drive.torque == pytest.approx(GRAVITY)
    assert drive.gate.state is GateState.OPEN
    assert drive.gate.counts["soft_limit"] > 10


def test_near_a_limit_a_drive_beyond_the_torque_limit_fades_as_well():
    """Not only what is left of it: at a tenth of the margin a tenth of the largest drive is left."""
    drive = opened(soft_margin=0.1).states(0.2, GRAVITY)
    drive.states(0.5, [1000.0, 0.0], position=[0.99, 0.0])
    assert drive.torque == pytest.approx([1.0 + 0.1 * (LIMITS[0] - 1.0), 0.0])
    drive.states(0.5, [1e308, 0.0], position=[1.0, 0.0], gravity=[-1e308, 0.0])
    assert drive.torque == [-LIMITS[0], 0.0]
    assert drive.within_limits()


def test_a_clock_that_stands_still_or_runs_backwards_moves_nothing():
    drive = opened().states(0.2, [5.0, 3.0])
    drive.period = 0.0
    for now in (drive.now, drive.now - 5.0):
        output = drive.gate.limit(now, np.zeros(2), [9.0, -5.0], np.zeros(2))
        assert output.torque.tolist() == [5.0, 3.0]


EVENTS = st.lists(
    st.tuples(
        st.sampled_from(["state", "silence", "deactivate", "activate", "refuse", "reset", "fault"]),
        st.floats(0.0, 3.0),
        st.lists(st.floats(allow_nan=True, allow_infinity=True), min_size=2, max_size=2),
        st.lists(st.floats(-3.0, 3.0), min_size=2, max_size=2),
    ),
    max_size=30,
)


@given(EVENTS, st.sampled_from(["hold_gravity", "zero"]), st.booleans(), st.sampled_from([0.0, 0.3]))
@runs(max_examples=200, deadline=None)
def test_whatever_happens_limits_and_rate_hold(events: list, policy: str, restart: bool, fade: float):
    gate = TorqueGate(settings(fault_policy=policy, restart_after_fault=restart, fade_in_time=fade, hold_time=0.5))
    drive = Drive(gate)
    for what, seconds, torque, position in events:
        if what == "state":
            drive.states(min(seconds, 0.5), torque, position, gravity=np.nan_to_num(torque, posinf=9.0, neginf=0.0))
        elif what == "silence":
            drive.silence(seconds)
        elif what == "deactivate":
            gate.deactivate(drive.now)
        elif what == "refuse":
            gate.refuse("incomplete")
        elif what == "fault":
            gate.fault(drive.now, list(Fault)[int(10.0 * seconds) % len(Fault)], "because")
        elif gate.done:  # a node resets and activates only then
            gate.reset()
            if what == "activate":
                gate.activate(drive.now)
    if drive.out:
        assert drive.within_limits()
    drive.silence(0.01)
    gate.deactivate(drive.now)
    drive.silence(4.0)
    assert gate.done
    assert not gate.torque.any()


def test_every_fault_is_seen_even_if_it_ends_at_once():
    drive = opened(restart_after_fault=True, recovery_time=0.0).states(0.2, [5.0, 3.0])
    drive.gate.fault(drive.now, Fault.REFERENCE_LOST, "because")
    drive.states(0.015, [5.0, 3.0])
    assert drive.gate.state is GateState.DAMPING
    drive.states(0.02, [5.0, 3.0])
    assert drive.gate.state is GateState.OPEN


def test_with_the_rates_of_a_first_bring_up_gravity_is_reached_within_the_hold():
    """+150 N.m on joint 2, limits and rates of docs/bring_up.md, then silence: 80 ms to zero, then growth."""
    arm = load_arm()
    gravity = load_model("full", arm).gravity(np.array([0.3, -1.0, 1.5, 0.2, 0.5, -0.3]))
    limits = GateSettings.of(arm, 0.1, np.full(6, 20.0), fade_in_time=3.0, hold_time=5.0)
    gate = TorqueGate(limits)
    gate.activate(100.0, [0.0, 150.0, 0.0, 0.0, 0.0, 0.0])
    gate.limit(100.0, np.zeros(6), gravity, gravity)
    held = np.clip(gravity, -limits.maximum_torque, limits.maximum_torque)
    now, reached = 100.0, {}
    while gate.state is not GateState.CLOSED:
        now += 0.01
        gate.watch(now)
        if gate.state is GateState.HOLDING:
            if gate.torque[1] <= 0.0:
                reached.setdefault("zero", now - 100.0)
            if (gate.torque == held).all():
                reached.setdefault("gravity", now - 100.0)
    assert reached["zero"] == pytest.approx(0.1 + 150.0 / 1864.0, abs=0.03)
    assert reached["gravity"] == pytest.approx(reached["zero"] + 18.64 / 20.0, abs=0.03)
    assert now - 100.0 < 0.1 + 5.0 + 0.6

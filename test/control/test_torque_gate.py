"""The gate lets out nothing but finite torques within limit and rate, and ends them safely."""

from __future__ import annotations

import numpy as np
import pytest
from gate import LIMITS, RATE, Drive, settings
from hypothesis import given
from hypothesis import settings as runs
from hypothesis import strategies as st

from puma560_dynamics.control.torque_gate import LONGEST_STEP, GateState, TorqueGate

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
    passed = drive.gate.admit(drive.now, np.zeros(2), [9.0, -4.5], np.array(GRAVITY))
    assert passed.trips == ()
    assert not passed.torque.flags.writeable


def test_torque_limits():
    drive = opened().states(0.5, [11.0, -60.0])
    assert drive.torque == LIMITS.tolist() or drive.torque == [10.0, -5.0]
    assert "torque limit at shoulder, elbow" in drive.gate.admit(drive.now, np.zeros(2), [99, -99], np.ones(2)).trips[0]
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


def test_states_that_return_while_gravity_is_held():
    drive = opened(fade_in_time=0.5).states(0.2, [5.0, 3.0]).silence(1.0)
    assert drive.gate.state is GateState.HOLDING
    drive.states(0.25, [5.0, 3.0])
    assert drive.gate.state is GateState.FADING_IN
    np.testing.assert_allclose(drive.torque, [3.0, 1.0], atol=0.1)  # half way from gravity
    drive.states(0.3, [5.0, 3.0])
    assert (drive.gate.state, drive.torque) == (GateState.OPEN, [5.0, 3.0])
    assert drive.within_limits()


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
    assert drive.gate.admit(drive.now, np.zeros(2), [1.0, 1.0], np.ones(2)).torque.tolist() == [0.0, 0.0]


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
    np.testing.assert_allclose(drive.torque, [6.0, 5.0], atol=0.01)
    for nonsense in ([np.nan, 0.0], [1.0]):
        gate.activate(200.0, nonsense)
        assert gate.torque.tolist() == [0.0, 0.0]


def test_a_torque_that_acts_already_is_ended_when_no_state_comes():
    gate = TorqueGate(settings(hold_time=0.5, fade_out_time=0.5))
    gate.activate(100.0, [6.0, 2.0])
    drive = Drive(gate).silence(0.3)
    assert (gate.state, drive.torque) == (GateState.HOLDING, [6.0, 2.0])
    drive.silence(1.0)
    assert (gate.state, drive.torque) == (GateState.CLOSED, [0.0, 0.0])


def test_it_goes_on_from_what_another_commanded():
    drive = opened(fade_in_time=0.5).states(0.2, [8.0, 4.0])
    drive.gate.adopt(drive.now, [1.0, -2.0])
    assert drive.gate.state is GateState.FADING_IN
    drive.states(0.25, [8.0, 4.0])
    np.testing.assert_allclose(drive.torque, [4.5, 1.0], atol=0.1)
    drive.states(0.3, [8.0, 4.0])
    assert (drive.gate.state, drive.torque) == (GateState.OPEN, [8.0, 4.0])
    drive.gate.adopt(drive.now, [np.nan, 0.0])
    assert drive.torque == [8.0, 4.0]
    drive.gate.deactivate(drive.now)
    drive.gate.adopt(drive.now, [2.0, 2.0])
    drive.silence(0.1)
    assert max(drive.torque) < 2.0


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


def test_far_outside_the_limits_is_a_fault():
    drive = opened(hold_time=0.3, fade_out_time=0.2).states(0.3, GRAVITY, position=[0.9, 0.0])
    drive.states(0.1, [5.0, 3.0], position=[1.25, 0.0], gravity=[7.0, 7.0])
    assert drive.gate.state is GateState.HOLDING
    assert drive.torque == GRAVITY  # of the last good pose, not of the one that is not believed
    assert "shoulder at 1.250 rad is beyond its limits" in drive.gate.reason
    drive.states(1.0, [5.0, 3.0], position=[1.25, 0.0])
    assert (drive.gate.state, drive.torque) == (GateState.CLOSED, [0.0, 0.0])
    assert drive.within_limits()


def test_one_glitch_holds_gravity_for_a_moment():
    drive = opened().states(0.2, [5.0, 3.0])
    drive.states(0.004, [9.0, -5.0], position=[0.9, 0.0], gravity=[9.0, 9.0])
    assert drive.gate.state is GateState.HOLDING
    drive.states(0.1, [5.0, 3.0])
    assert drive.torque == GRAVITY
    drive.states(0.4, [5.0, 3.0])
    assert (drive.gate.state, drive.torque) == (GateState.OPEN, [5.0, 3.0])


def test_two_publishers_that_contradict_each_other_end_the_torque():
    drive = opened(hold_time=0.3, fade_out_time=0.2).states(0.2, [5.0, 3.0])
    sides = iter(range(100000))
    drive.states(2.0, [5.0, 3.0], position=lambda _: [0.5 * (-1) ** next(sides), 0.0])
    assert (drive.gate.state, drive.torque) == (GateState.CLOSED, [0.0, 0.0])
    assert "two publishers" in drive.gate.reason
    assert drive.within_limits()


def test_a_clock_that_stands_still_or_runs_backwards_moves_nothing():
    drive = opened().states(0.2, [5.0, 3.0])
    drive.period = 0.0
    for now in (drive.now, drive.now - 5.0):
        passed = drive.gate.admit(now, np.zeros(2), [9.0, -5.0], np.zeros(2))
        assert passed.torque.tolist() == [5.0, 3.0]


EVENTS = st.lists(
    st.tuples(
        st.sampled_from(["state", "silence", "deactivate", "activate", "refuse", "reset"]),
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

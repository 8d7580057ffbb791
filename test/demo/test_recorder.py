"""Samples become the arrays of the motion."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.feed_forward import MODEL_TERMS
from puma560_dynamics.demo.record import SETTINGS
from puma560_dynamics.demo.recorder import FAR, OVERSPEED, PhaseRecorder, RateMeter, divergence

ONES = np.ones(2)


def recorded(setting_index: int = 2) -> PhaseRecorder:
    """A motion of one second that starts at stamp 100.5; the reference grows by 2 rad/s."""
    recorder = PhaseRecorder(SETTINGS[setting_index], 2)
    for k in range(200):
        stamp = 100.0 + k / 100
        since = float(np.clip(stamp - 100.5, 0.0, 1.0))
        recorder.reference(stamp, since, 2.0 * since * ONES)
        recorder.state(stamp + 0.003, stamp * ONES, 0 * ONES, 3 * ONES)
        recorder.terms(stamp + 0.003, dict.fromkeys(MODEL_TERMS, 4 * ONES) if setting_index == 2 else {})
    recorder.residual(1e-14 * ONES)
    return recorder


def test_only_the_motion_is_kept():
    phase = recorded().phase()
    assert phase.time[0] == pytest.approx(0.013, abs=0.011)
    assert phase.time[-1] <= 1.0
    assert np.ptp(phase.time) == pytest.approx(0.98, abs=0.02)
    assert len(phase.time) == len(phase.position) == len(phase.effort)


def test_repeated_messages_count_once():
    """In lock-step a state that is not answered is repeated, with the reference of its time and of the next."""
    once, twice = PhaseRecorder(SETTINGS[2], 2), PhaseRecorder(SETTINGS[2], 2)
    for recorder, repeats in ((once, 1), (twice, 3)):
        for k in range(200):
            for _ in range(repeats):
                for ahead in (k, k + 1):
                    since = float(np.clip(0.01 * ahead - 0.5, 0.0, 1.0))
                    recorder.reference(0.01 * ahead, since, 2.0 * since * ONES)
                recorder.state(0.01 * k, 0.01 * k * ONES, 0 * ONES, 3 * ONES)
    assert len(once.phase().time) == 100
    for name in ("time", "reference", "position"):
        np.testing.assert_array_equal(getattr(twice.phase(), name), getattr(once.phase(), name))


def test_torques_that_wait_for_their_comparison_are_counted():
    recorder = recorded()
    assert recorder.behind == 199
    for _ in range(199):
        recorder.residual(0 * ONES)
    assert recorder.behind == 0
    assert recorded(0).behind == -1  # torques without terms are not compared


def test_the_reference_is_taken_at_the_states_times():
    phase = recorded().phase()
    np.testing.assert_allclose(phase.reference[:, 0], 2 * phase.time, atol=1e-9)


def test_terms_and_residuals():
    phase = recorded().phase()
    assert phase.terms["gravity"].shape == (len(phase.terms_time), 2)
    assert phase.residual.tolist() == [[1e-14, 1e-14]]
    assert recorded(0).phase().terms["gravity"].shape == (0, 2)


def test_nothing_recorded_is_an_empty_phase():
    empty = PhaseRecorder(SETTINGS[0], 2).phase()
    assert empty.time.shape == (0,)
    assert empty.position.shape == (0, 2)


def test_rates_are_of_the_time_between_messages():
    meter = RateMeter(("a", "b", "c"))
    for k in range(11):
        meter.tick("a", k * 0.1)
    meter.tick("b", 3.0)
    assert meter.rates() == {"a": pytest.approx(10.0), "b": 0.0, "c": 0.0}


def test_references_of_the_motion_before_are_forgotten():
    """They arrive when the recorder is already there, and stand at the other motion's end."""
    recorder = PhaseRecorder(SETTINGS[2], 2)
    for k in range(5):
        recorder.reference(90.0 + k / 100, 1.0, 7 * ONES)
    for k in range(101):
        recorder.reference(100.0 + k / 100, k / 100, k / 100 * ONES)
        recorder.state(100.0 + k / 100, 0 * ONES, 0 * ONES, 0 * ONES)
    phase = recorder.phase()
    assert np.ptp(phase.time) > 0.97
    np.testing.assert_allclose(phase.reference[:, 0], phase.time, atol=1e-9)


@pytest.mark.parametrize("sign", [-1.0, 1.0])
@pytest.mark.parametrize("joint", range(6))
def test_a_joint_that_is_too_fast(arm: Arm, joint: int, sign: float):
    velocity = np.zeros(6)
    velocity[joint] = sign * 0.99 * OVERSPEED * arm.velocity[joint]
    assert divergence(arm, np.zeros(6), velocity, np.zeros(6)) == ""
    velocity[joint] *= 1.02
    assert divergence(arm, np.zeros(6), velocity, np.zeros(6)).startswith(arm.joint_names[joint])


def test_a_joint_that_is_lost(arm: Arm):
    goal = np.linspace(-1.0, 1.0, 6)
    position = goal.copy()
    position[4] += 0.99 * FAR
    assert divergence(arm, position, np.zeros(6), goal) == ""
    position[4] += 0.02 * FAR
    assert "joint5 is 1.01 rad off its reference" in divergence(arm, position, np.zeros(6), goal)
    assert divergence(arm, position, np.zeros(6), None) == ""


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_what_is_no_number(arm: Arm, value: float):
    broken = np.array([0.0, 0.0, value, 0.0, 0.0, 0.0])
    assert "not finite" in divergence(arm, broken, np.zeros(6), None)
    assert "not finite" in divergence(arm, np.zeros(6), broken, None)

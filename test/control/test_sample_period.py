"""The period of joint states: a lost sample, jitter and a short step."""

from __future__ import annotations

import numpy as np

from puma560_dynamics.control.sample_period import LATE_STEPS, MeanPeriod, SamplePeriod


def after(*periods: float) -> float:
    period = SamplePeriod()
    for dt in periods:
        period.update(dt)
    return period.seconds


def test_unknown_until_a_time_is_positive():
    assert after() == after(0.0) == 0.0
    assert after(0.0, 0.004, 0.0, -0.1) == 0.004


def test_a_shorter_period_counts_at_once():
    assert after(0.004, 0.001) == 0.001


def test_lost_samples_hardly_change_it():
    assert after(*[0.004] * 10, 0.008, 0.012, 0.004) == 0.004
    assert after(*[0.004] * 10, 0.1) < 0.0041


def test_it_recovers_from_a_short_one():
    assert after(*[0.004] * 10, 1e-5, *[0.004] * 350) == 0.004


def test_jitter_never_makes_a_count_look_like_motion():
    """With 30 % of jitter the period stays within a factor of two below the true one, and never above it."""
    rng = np.random.default_rng(1)
    period = SamplePeriod()
    for dt in 0.004 * (1.0 + 0.3 * rng.uniform(-1, 1, 2000)):
        period.update(float(dt))
        assert period.seconds <= dt
        assert period.seconds >= 0.5 * 0.004


def test_a_step_of_several_mean_steps_is_late_and_a_slower_source_is_not():
    period = MeanPeriod()
    assert not period.late(0.004)
    assert not any(period.late(0.004) for _ in range(50))
    assert not period.late(0.99 * LATE_STEPS * 0.004)
    assert period.late(1.1 * LATE_STEPS * 0.004)
    late = [period.late(0.02) for _ in range(200)]
    assert late[0] and not late[-1]
    assert 0.019 < period.seconds < 0.02

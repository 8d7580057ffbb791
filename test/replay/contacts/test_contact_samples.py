"""Buckets have the means of their samples, do not cross gaps, and stay few."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.replay.contacts import contact_samples
from puma560_dynamics.replay.contacts.contact_samples import PERIOD, ContactSamples


def samples(time: np.ndarray, n: int = 2) -> tuple[np.ndarray, ...]:
    """time, q, qd, rigid, left, which are known functions of time."""
    return (time, *(k * time[:, None] + np.arange(n) for k in (1.0, 2.0, 3.0, 4.0)))


def test_buckets_have_the_means_and_do_not_cross_gaps():
    made = ContactSamples(2)
    before, after = 0.004 * np.arange(1000), 9.0 + 0.004 * np.arange(500)
    for part in (before[:600], before[600:], after):
        made.add(*samples(part))
    first, second = made.stretches()
    assert first.time[0] == pytest.approx(0.008)
    assert first.period == pytest.approx(PERIOD)
    assert (len(first.time), len(second.time)) == (200, 100)
    np.testing.assert_allclose(second.q[:, 1], second.time + 1.0, rtol=1e-6)
    np.testing.assert_allclose(first.left[:, 0], 4.0 * first.time, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(first.rigid, 3.0 * first.time[:, None] + np.arange(2), rtol=1e-6, atol=1e-6)


def test_slow_recordings_keep_every_sample_and_unknown_ones_stay_unknown():
    made, time = ContactSamples(2), np.linspace(0.0, 4.9, 50)
    values = list(samples(time))
    values[4][7, 1] = np.nan
    made.add(*values)
    (one,) = made.stretches()
    np.testing.assert_allclose(one.time, time)
    assert np.flatnonzero(np.isnan(one.left[:, 1])).tolist() == [7]


def test_the_resolution_is_the_step_of_the_converter_or_nothing():
    made, time, rng = ContactSamples(3), np.linspace(0.0, 12.0, 3001)[1:], np.random.default_rng(1)
    rigid, zero = rng.standard_normal((2, 3000, 3))
    effort = rigid + zero
    effort[:, 1] = 0.25 * np.round(effort[:, 1] / 0.25)
    effort[:, 2] = 7.0
    effort[5] = np.nan
    made.add(time, zero, zero, rigid, effort - rigid)
    assert made.resolution[0] < 0.01
    assert made.resolution[1] == pytest.approx(0.25)
    assert made.resolution[2] == 0.0


@pytest.mark.parametrize("empty", [0, 1])
def test_nothing_has_no_stretch(empty: int):
    made = ContactSamples(2)
    made.add(*samples(0.1 * np.arange(empty)))
    assert made.stretches() == []


def test_memory_is_bounded_for_long_recordings_of_many_joints(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(contact_samples, "NUMBERS", 200_000)
    made, n, rate, piece = ContactSamples(60), 60, 250.0, 5000
    for k in range(40):  # 800 s, of which 833 buckets may be kept
        made.add(*samples((k * piece + np.arange(piece)) / rate, n))
    (one,) = made.stretches()
    assert 4 * one.q.size <= 200_000
    assert one.time[-1] - one.time[0] > 780.0
    np.testing.assert_allclose(one.q[:, 3], one.time + 3.0, rtol=1e-6)


def test_as_many_samples_as_a_long_recording_has_are_kept_within_the_limit():
    assert 4 * 8 * contact_samples.NUMBERS < 4e8  # bytes, as double precision, while they are searched

"""Measured efforts meet the torque of the same joint state, and no other."""

from __future__ import annotations

import numpy as np

from puma560_dynamics.control.observer.effort_check import MAX_KEPT, EffortCheck

MAXIMUM = np.array([100.0, 50.0])


def test_pairs_are_made_by_stamp_in_any_order():
    rng = np.random.default_rng(0)
    efforts, torques = rng.normal(size=(2, 200, 2))
    check = EffortCheck(MAXIMUM, 10.0)
    for stamp in rng.permutation(200):
        check.note_effort(int(stamp), efforts[stamp])
    for now, stamp in enumerate(rng.permutation(200)):
        assert check.compare_torque(1e-3 * now, int(stamp), torques[stamp])
    difference = efforts - torques
    said = check.statistics(0.2)
    assert said.recent.count == said.all.count == 200
    np.testing.assert_allclose(said.recent.mean, difference.mean(axis=0), atol=1e-14)
    np.testing.assert_allclose(said.all.rms, np.sqrt((difference**2).mean(axis=0)), rtol=1e-12)
    np.testing.assert_allclose(said.share, said.recent.rms / MAXIMUM, rtol=1e-15)


def test_the_sign_is_measured_less_model():
    check = EffortCheck(MAXIMUM, 1.0)
    check.note_effort(1, np.array([3.0, 0.0]))
    assert check.compare_torque(0.0, 1, np.array([1.0, 1.0]))
    assert check.statistics(0.0).recent.mean.tolist() == [2.0, -1.0]


def test_without_its_effort_nothing_is_compared():
    check = EffortCheck(MAXIMUM, 1.0)
    check.note_effort(1, np.zeros(2))
    assert not check.compare_torque(0.0, 2, np.zeros(2))
    assert check.compare_torque(0.0, 1, np.zeros(2))
    assert not check.compare_torque(0.0, 1, np.zeros(2))  # each effort counts once
    assert check.statistics(0.0).all.count == 1
    assert np.isnan(EffortCheck(MAXIMUM, 1.0).statistics(0.0).share).all()


def test_efforts_without_torque_are_forgotten():
    check = EffortCheck(MAXIMUM, 1.0)
    for stamp in range(MAX_KEPT + 10):
        check.note_effort(stamp, np.zeros(2))
    assert not check.compare_torque(0.0, 9, np.zeros(2))
    assert check.compare_torque(0.0, 10, np.zeros(2))
    assert check.compare_torque(0.0, MAX_KEPT + 9, np.zeros(2))

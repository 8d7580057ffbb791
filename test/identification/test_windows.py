"""Windows keep the equation exact and leave out what cannot be used."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.identification.presliding import STILL
from puma560_dynamics.identification.prior import prior
from puma560_dynamics.identification.recorded import known_load
from puma560_dynamics.identification.unknowns import Unknowns
from puma560_dynamics.identification.windows import WINDOW, rows
from puma560_dynamics.models.payload.payload import Payload, attached
from puma560_dynamics.models.recursive.regressor import Regressor, arm_parameters
from puma560_dynamics.replay.motion.motion import Motion


def motion(unknowns: Unknowns, x: np.ndarray) -> Motion:
    """Two seconds at 250 Hz of sines, with the exact effort."""
    time = np.arange(500.0) * 0.004
    rate = 1.0 + np.arange(6.0)
    phase = np.multiply.outer(time, rate)
    q, qd, qdd = np.sin(phase), rate * np.cos(phase), -(rate**2) * np.sin(phase)
    effort = unknowns.columns(q, qd, qdd) @ x
    return Motion(0, time, q, qd, qdd, effort, np.full_like(q, np.nan), {}, np.ones(500, dtype=bool))


def windows(samples: np.ndarray) -> np.ndarray:
    """Samples (500, …) of each window, (15, 60, …): 0.24 s long, a new one every 0.12 s."""
    return np.array([samples[start : start + 60] for start in range(0, 450, 30)])


def test_averaging_leaves_the_equation_exact(arm: Arm):
    unknowns = Unknowns(arm)
    x = prior(unknowns).mean
    (found,) = rows([motion(unknowns, x)], unknowns)
    assert found.effort.shape == (15, 6)
    np.testing.assert_allclose(found.columns @ x, found.effort, atol=1e-10)


def test_rows_are_means_by_a_hann_window(arm: Arm):
    unknowns = Unknowns(arm)
    whole = motion(unknowns, prior(unknowns).mean)
    (found,) = rows([whole], unknowns)
    weight = 1.0 - np.cos(2.0 * np.pi * (np.arange(60) + 0.5) / 60)
    expected = np.average(windows(whole.effort), axis=1, weights=weight)
    np.testing.assert_allclose(found.effort, expected, atol=1e-12)
    np.testing.assert_allclose(found.time, windows(whole.time).mean(axis=1), atol=0.0021)


def test_what_the_filter_of_replay_changes_does_not_pass(arm: Arm):
    """That filter keeps acceleration below 8 Hz and effort is as measured: from there on neither may count."""
    unknowns = Unknowns(arm)
    whole = motion(unknowns, prior(unknowns).mean)
    assert np.isclose(2.0 / WINDOW, 8.33, atol=0.01)
    for frequency in (9.0, 15.0, 40.0, 100.0):
        tone = np.cos(2.0 * np.pi * frequency * whole.time)[:, None] * np.ones(6)
        (found,) = rows([replace(whole, effort=tone)], unknowns)
        assert np.abs(found.effort).max() < 0.03


def test_windows_in_which_a_joint_turns_back_do_not_count(arm: Arm):
    unknowns = Unknowns(arm)
    whole = motion(unknowns, prior(unknowns).mean)
    (found,) = rows([whole], unknowns)
    qd = windows(whole.qd)
    expected = (np.sign(qd).min(axis=1) == np.sign(qd).max(axis=1)) & (np.abs(qd).min(axis=1) > STILL)
    np.testing.assert_array_equal(found.valid, expected)
    assert 0 < (~found.valid).sum() < 50


def test_what_cannot_be_used_is_left_out(arm: Arm):
    unknowns = Unknowns(arm)
    whole = motion(unknowns, prior(unknowns).mean)
    used, effort = whole.used.copy(), whole.effort.copy()
    used[25], effort[333, 2] = False, np.nan
    (found,) = rows([replace(whole, used=used, effort=effort)], unknowns)
    (expected,) = rows([whole], unknowns)
    assert len(found.time) == 15 - 1  # the first half window is in one window
    assert not np.isclose(found.time, 0.12, atol=0.005).any()
    lost = expected.valid[1:] & ~found.valid  # the twelfth half window is in two
    np.testing.assert_array_equal(np.argwhere(lost), [[row, 2] for row in (9, 10) if expected.valid[1 + row, 2]])
    assert lost.any()
    np.testing.assert_array_equal(found.effort[found.valid], expected.effort[1:][found.valid])


def test_pieces_at_a_time_are_the_whole(arm: Arm, monkeypatch: pytest.MonkeyPatch):
    unknowns = Unknowns(arm)
    whole = motion(unknowns, prior(unknowns).mean)
    (expected,) = rows([whole], unknowns)
    monkeypatch.setattr("puma560_dynamics.identification.windows.CHUNK", 100)
    found = list(rows([whole], unknowns))
    assert len(found) == 5
    np.testing.assert_allclose(np.concatenate([each.columns for each in found]), expected.columns, atol=1e-12)


def test_a_known_load_is_taken_away(arm: Arm):
    """The rest is the torque of the arm without it."""
    unknowns = Unknowns(arm)
    load = Payload.of(1.5, (0.01, 0.02, 0.1), (2e-3, 2e-3, 1e-3, 0.0, 1e-4, 0.0))
    empty = motion(unknowns, prior(unknowns).mean)
    extra = arm_parameters(attached(arm, load)) - arm_parameters(arm)
    effort = empty.effort + Regressor(arm).matrix(empty.q, empty.qd, empty.qdd) @ extra
    (found,) = rows([replace(empty, effort=effort)], unknowns, known_load(load, unknowns))
    (expected,) = rows([empty], unknowns)
    np.testing.assert_allclose(found.effort, expected.effort, atol=1e-9)

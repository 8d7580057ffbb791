"""Windows keep the equation exact and leave out what cannot be used."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from puma560_dynamics.arm import Arm
from puma560_dynamics.identification.prior import prior
from puma560_dynamics.identification.recorded import known_load
from puma560_dynamics.identification.unknowns import Unknowns
from puma560_dynamics.identification.windows import rows
from puma560_dynamics.payload.payload import Payload, attached
from puma560_dynamics.recursive.regressor import Regressor, parameters
from puma560_dynamics.replay.motion import Motion


def motion(unknowns: Unknowns, x: np.ndarray) -> Motion:
    """Two seconds at 250 Hz of sines, with the exact effort."""
    time = np.arange(500) * 0.004
    rate = 1.0 + np.arange(6)
    phase = np.multiply.outer(time, rate)
    q, qd, qdd = np.sin(phase), rate * np.cos(phase), -(rate**2) * np.sin(phase)
    effort = unknowns.columns(q, qd, qdd) @ x
    return Motion(0, time, q, qd, qdd, effort, np.full_like(q, np.nan), {}, np.ones(500, dtype=bool))


def test_averaging_leaves_the_equation_exact(arm: Arm):
    unknowns = Unknowns(arm)
    x = prior(unknowns).mean
    (found,) = rows([motion(unknowns, x)], unknowns)
    assert found.effort.shape == (50, 6)
    np.testing.assert_allclose(found.columns @ x, found.effort, atol=1e-10)


def test_windows_in_which_a_joint_turns_back_do_not_count(arm: Arm):
    unknowns = Unknowns(arm)
    whole = motion(unknowns, prior(unknowns).mean)
    (found,) = rows([whole], unknowns)
    qd = whole.qd.reshape(50, 10, 6)
    expected = (np.sign(qd).min(axis=1) == np.sign(qd).max(axis=1)) & (np.abs(qd).min(axis=1) > 0.02)
    np.testing.assert_array_equal(found.valid, expected)
    assert 0 < (~found.valid).sum() < 60


def test_what_cannot_be_used_is_left_out(arm: Arm):
    unknowns = Unknowns(arm)
    whole = motion(unknowns, prior(unknowns).mean)
    used, effort = whole.used.copy(), whole.effort.copy()
    used[25], effort[333, 2] = False, np.nan
    (found,) = rows([replace(whole, used=used, effort=effort)], unknowns)
    assert len(found.time) == 48
    assert not np.isclose(found.time[:, None], [0.098, 1.338], atol=0.005).any()
    np.testing.assert_array_equal(np.isfinite(found.effort), True)


def test_a_known_load_is_taken_away(arm: Arm):
    """What is left is the torque of the arm without it."""
    unknowns = Unknowns(arm)
    load = Payload.of(1.5, (0.01, 0.02, 0.1), (2e-3, 2e-3, 1e-3, 0.0, 1e-4, 0.0))
    empty = motion(unknowns, prior(unknowns).mean)
    extra = parameters(attached(arm, load)) - parameters(arm)
    effort = empty.effort + Regressor(arm).matrix(empty.q, empty.qd, empty.qdd) @ extra
    (found,) = rows([replace(empty, effort=effort)], unknowns, known_load(load, unknowns))
    (expected,) = rows([empty], unknowns)
    np.testing.assert_allclose(found.effort, expected.effort, atol=1e-9)

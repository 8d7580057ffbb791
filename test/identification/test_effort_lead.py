"""Effort ahead of the motion: found from windows, taken out of the fit, and put into the prediction."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.identification.laboratory import vector
from helpers.identification.synthetic import motion, moved, small_arm, true_arm
from scipy.interpolate import CubicSpline

from puma560_dynamics.identification.effort_lead import find_lead, with_lead
from puma560_dynamics.identification.identification_terminal import lead_words
from puma560_dynamics.identification.identify import fit_unknowns
from puma560_dynamics.identification.predict import Predicted, _later, predict, relative_errors
from puma560_dynamics.identification.prior import prior
from puma560_dynamics.identification.recorded import recorded
from puma560_dynamics.identification.unknowns import Unknowns
from puma560_dynamics.identification.windows import Rows, rows
from puma560_dynamics.replay.motion.motion import Motion

ARM = small_arm()
TRUTH = true_arm(ARM, np.random.default_rng(2))
LEAD = 0.004
"""s."""

CUT_OFF = 60.0
"""Hz, for windows of 60 ms: swift motion keeps its direction for longer."""


def early(swing: Motion, lead: float) -> Motion:
    """The same recording with an effort that is ahead of the motion."""
    return replace(swing, effort=CubicSpline(swing.time, swing.effort)(swing.time + lead))


def swift(seed: int, noise: float = 0.0, seconds: float = 12.0) -> Motion:
    """Motion of the true arm at eight times the speed of `moved`, the effort that it takes, and its noise."""
    slow = moved(TRUTH, np.random.default_rng(seed), 8.0 * seconds)
    q, qd, qdd = slow.q, 8.0 * slow.qd, 64.0 * slow.qdd
    unknowns = Unknowns(TRUTH)
    effort = unknowns.columns(q, qd, qdd) @ vector(TRUTH, unknowns)
    effort += noise * np.random.default_rng(seed).normal(size=q.shape)
    every = slice(None, None, 2)  # 800 Hz
    return motion(slow.time[every] / 8.0, q[every], qd[every], qdd[every], effort[every])


def windows(swing: Motion) -> list[Rows]:
    return list(rows([swing], Unknowns(ARM), cut_off=CUT_OFF))


def lead_of(found: list[Rows], noise: float) -> float:
    """The time that windows of the true arm show, with efforts worth as much as this noise, N·m."""
    return find_lead([found], prior(Unknowns(ARM)), np.full(ARM.n, noise**2))


def joined(found: list[Rows], name: str) -> np.ndarray:
    return np.concatenate([getattr(each, name) for each in found])


def test_windows_have_the_derivatives_of_their_effort():
    swing, step = swift(3), 1e-3
    now, before, after = (joined(windows(early(swing, time)), "effort") for time in (0.0, -step, step))
    first, second = (after - before) / (2.0 * step), (after - 2.0 * now + before) / step**2
    inside = slice(2, -2)  # the spline is not exact outside the recording
    found = windows(swing)
    slope, curve = joined(found, "slope")[inside], joined(found, "curve")[inside]
    np.testing.assert_allclose(slope, first[inside], atol=2e-3 * np.abs(first).max())
    np.testing.assert_allclose(curve, second[inside], atol=2e-2 * np.abs(second).max())


@pytest.mark.parametrize("lead", [LEAD, -LEAD])
def test_the_time_is_found_and_taken_out(lead: float):
    still = swift(3)
    found = windows(early(still, lead))
    assert lead_of(found, 0.01) == pytest.approx(lead, rel=0.03)
    true, valid = joined(windows(still), "effort"), joined(found, "valid")
    left, whole = (np.abs((joined(some, "effort") - true)[valid]).max() for some in (with_lead(found, lead), found))
    assert left < 0.05 * whole


def test_an_effort_of_the_time_of_its_motion_has_no_lead():
    """By noise alone a time is seldom clearly better than none, and never by much."""
    found = [lead_of(windows(swift(seed, 1.0, 6.0)), 1.0) for seed in range(8)]
    assert np.count_nonzero(found) <= 3
    assert np.abs(found).max() < 0.1 * LEAD


def test_an_arm_is_identified_and_predicted_with_it():
    pytest.importorskip("cvxpy")
    unknowns = Unknowns(ARM)
    first, other = (early(swift(seed, 0.3), LEAD) for seed in (5, 6))
    found = fit_unknowns(unknowns, [recorded([first], unknowns, "a motion", cut_off=CUT_OFF)])
    assert found.lead == pytest.approx(LEAD, rel=0.3)
    with_it, without = (
        relative_errors(predict([other], unknowns, found.estimate.x, found.presliding, lead))
        for lead in (found.lead, 0.0)
    )
    assert np.linalg.norm(with_it) < np.linalg.norm(without)
    assert fit_unknowns(unknowns, found.train, lead=0.0).lead == 0.0


def test_a_torque_is_that_of_the_motion_later_where_there_is_any():
    """Straight lines are interpolated exactly, and nothing over a gap or after the end of a segment."""
    time = np.concatenate([np.arange(0.0, 0.1, 0.01), np.arange(0.2, 0.3, 0.01)])
    segment = np.repeat([0.0, 0.0, 1.0], [10, 5, 5])
    line = np.stack([3.0 * time, 1.0 - time], axis=1)
    found = _later(Predicted(time, segment, line, line, line), LEAD)
    known = np.isfinite(found).all(axis=1)
    np.testing.assert_allclose(found[known], np.stack([3.0 * (time + LEAD), 1.0 - time - LEAD], axis=1)[known])
    assert np.flatnonzero(~known).tolist() == [9, 14, 19]


@pytest.mark.parametrize(
    ("lead", "words"), [(0.0015, "1.5 ms ahead of the motion"), (-0.001, "1 ms behind the motion")]
)
def test_the_sentence_has_no_negative_time(lead: float, words: str):
    assert f"the effort is {words}, " in lead_words(lead)

"""Residuals judged one after another, with time handed in."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.control.observer.residual import Residual, ResidualJudge, ResidualLevel

TOLERANCE, ERROR, WINDOW, HOLD = 1e-9, 1e-6, 10.0, 3.0


def residual(size: float, term: str = "gravity") -> Residual:
    """Of two joints; all of it is of one term, and of the second joint."""
    torque = np.array([0.0, -size])
    return Residual(torque, {"gravity": np.zeros(2), "inertia": np.zeros(2)} | {term: torque}, size)


@pytest.fixture
def judge() -> ResidualJudge:
    """A judge of two joints."""
    return ResidualJudge(2, TOLERANCE, ERROR, WINDOW, HOLD)


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (0.0, ResidualLevel.AGREES),
        (TOLERANCE, ResidualLevel.AGREES),
        (2 * TOLERANCE, ResidualLevel.BEYOND),
        (ERROR, ResidualLevel.BEYOND),
        (2 * ERROR, ResidualLevel.FAR_BEYOND),
    ],
)
def test_the_size_decides(judge: ResidualJudge, size: float, said: ResidualLevel):
    assert judge.judge(100.0, residual(size)) is said


def test_a_disagreement_is_held_and_then_agreement_returns(judge: ResidualJudge):
    assert judge.judge(100.0, residual(1e-8)) is ResidualLevel.BEYOND
    assert judge.judge(100.0 + 0.99 * HOLD, residual(0.0)) is None
    assert judge.judge(100.0 + HOLD, residual(0.0)) is ResidualLevel.AGREES


def test_the_error_tolerance_is_at_least_the_tolerance():
    loose = ResidualJudge(2, 1e-3, 1e-6, WINDOW, HOLD)
    assert loose.error_tolerance == 1e-3
    assert loose.judge(0.0, residual(1e-4)) is ResidualLevel.AGREES


def test_terms_are_named_as_long_as_the_window_is(judge: ResidualJudge):
    judge.judge(0.0, residual(1e-8, "inertia"))
    judge.judge(4.0, residual(1e-5, "gravity"))
    judge.judge(5.0, residual(1e-10, "coriolis"))
    assert judge.disagreeing(5.0) == ["gravity", "inertia"]
    assert judge.disagreeing(WINDOW) == ["gravity"]
    assert judge.disagreeing(4.0 + WINDOW) == []


def test_statistics_are_recent_and_of_all(judge: ResidualJudge):
    judge.judge(0.0, residual(1e-5))
    judge.judge(WINDOW + 1.0, residual(1e-7))
    recent, every = judge.recent.summary(WINDOW + 1.0), judge.all.summary()
    assert (recent.count, every.count) == (1, 2)
    np.testing.assert_allclose(recent.worst, [0.0, 1e-7])
    np.testing.assert_allclose(every.worst, [0.0, 1e-5])

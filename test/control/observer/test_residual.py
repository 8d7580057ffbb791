"""The residual is rounding when the models agree, and says so when they do not."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.oracle import random_states

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.observer.residual import Residual, ResidualCheck, ResidualJudge, ResidualLevel

PAPER_TERMS = ("gravity", "inertia", "coriolis", "centrifugal")


@pytest.fixture
def check(arm: Arm) -> ResidualCheck:
    """Against Pinocchio."""
    pytest.importorskip("pinocchio")
    return ResidualCheck(load_model("pinocchio", arm), PAPER_TERMS)


def published(arm: Arm, state: tuple[np.ndarray, ...], names: tuple[str, ...]) -> dict[str, np.ndarray]:
    """Terms of the full model at a state."""
    terms = load_model("full", arm).terms(*state)
    return {name: getattr(terms, name) for name in names}


@pytest.mark.parametrize("names", [PAPER_TERMS, ("gravity",), ("inertia", "centrifugal"), ("coriolis",)])
def test_agreement_is_rounding_and_not_zero_by_construction(arm: Arm, check: ResidualCheck, names):
    worst = 0.0
    for q, qd, qdd in zip(*random_states(np.random.default_rng(2), 50), strict=True):
        residual = check.check_terms(q, qd, qdd, published(arm, (q, qd, qdd), names))
        worst = max(worst, np.abs(residual.torque).max(), *(np.abs(r).max() for r in residual.by_term.values()))
    assert 0.0 < worst < 1e-11


def test_a_wrong_term_is_found_and_named(arm: Arm, check: ResidualCheck):
    q, qd, qdd = (a[0] for a in random_states(np.random.default_rng(2), 1))
    terms = published(arm, (q, qd, qdd), PAPER_TERMS)
    terms["coriolis"] = terms["coriolis"] + np.array([0, 0, 0.5, 0, 0, 0])
    residual = check.check_terms(q, qd, qdd, terms)
    assert residual.torque[2] == pytest.approx(0.5)
    assert np.abs(residual.by_term["coriolis"]).max() == pytest.approx(0.5)
    assert np.abs(residual.by_term["gravity"]).max() < 1e-11
    assert residual.relative == pytest.approx(0.5 / 89.4)


def six_terms(arm: Arm, state: tuple[np.ndarray, ...]) -> dict[str, np.ndarray]:
    """The six terms at a state: rigid inertia and the motors' apart, and a friction."""
    terms = published(arm, state, PAPER_TERMS)
    terms["motor_inertia"] = arm.motor_inertia * state[2]
    terms["inertia"] = terms["inertia"] - terms["motor_inertia"]
    terms["friction"] = arm.break_away_torque * np.sign(state[1])
    return terms


@pytest.mark.parametrize("off", [(), ("friction",), ("motor_inertia",), ("inertia",), ("gravity", "coriolis")])
def test_six_terms_with_the_motors_apart_and_friction_left_out(arm: Arm, check: ResidualCheck, off):
    six = ResidualCheck(check.oracle)
    for q, qd, qdd in zip(*random_states(np.random.default_rng(4), 20), strict=True):
        terms = {name: torque for name, torque in six_terms(arm, (q, qd, qdd)).items() if name not in off}
        residual = six.check_terms(q, qd, qdd, terms)
        assert np.abs(residual.torque).max() < 1e-11
        assert residual.by_term.keys() == terms.keys() - {"friction"}
        assert six.is_whole(terms) == (not set(off) - {"friction"})


def test_motor_inertia_that_is_counted_twice_is_found(arm: Arm, check: ResidualCheck):
    q, qd, qdd = (a[0] for a in random_states(np.random.default_rng(5), 1))
    terms = six_terms(arm, (q, qd, qdd))
    terms["inertia"] = terms["inertia"] + terms["motor_inertia"]
    residual = ResidualCheck(check.oracle).check_terms(q, qd, qdd, terms)
    np.testing.assert_allclose(residual.torque, arm.motor_inertia * qdd, atol=1e-11)
    assert np.abs(residual.by_term["motor_inertia"]).max() == 0.0


def test_four_terms_are_whole_without_motors_apart(arm: Arm, check: ResidualCheck):
    four = ResidualCheck(check.oracle, PAPER_TERMS)
    state = tuple(a[0] for a in random_states(np.random.default_rng(6), 1))
    terms = published(arm, state, PAPER_TERMS)
    assert four.is_whole(terms)
    del terms["centrifugal"]
    assert not four.is_whole(terms)


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

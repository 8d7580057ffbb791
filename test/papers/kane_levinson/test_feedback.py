"""The feedback laws: gravity held, the task of figure 3 done, momentum kept, the law returned."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.models.stanford_arms import random_stanford, states

from puma560_dynamics import load_model
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.recursive.pinocchio_model import PinocchioModel
from puma560_dynamics.papers.kane_levinson import feedback
from puma560_dynamics.papers.kane_levinson.feedback import Controlled
from puma560_dynamics.papers.kane_levinson.maneuver import GOAL, START, as_printed, in_chain
from puma560_dynamics.papers.kane_levinson.model import KaneLevinsonModel, paper_order


@pytest.fixture(scope="module")
def model() -> KaneLevinsonModel:
    return KaneLevinsonModel()


@pytest.fixture(scope="module")
def controlled(model: KaneLevinsonModel) -> Controlled:
    return feedback.simulate_figure3(model, samples=2001)


@pytest.mark.parametrize("seed", range(3))
def test_its_gravity_terms_hold_the_arm_everywhere(seed: int):
    arm = random_stanford(seed)
    q, _, _ = states(seed, 200)
    terms = feedback.gravity_terms(KaneLevinsonModel(arm).symbols, paper_order(q))
    expected = as_printed(load_model("newton_euler", arm).gravity(q))
    ours = np.column_stack([np.broadcast_to(term, 200) for term in terms])
    np.testing.assert_allclose(ours, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


def test_the_arm_arrives_within_ten_seconds(controlled: Controlled):
    left = feedback.remaining(controlled)
    assert (left / np.abs(GOAL - START)).max() < 0.02
    assert np.abs(controlled.motion.qd[-1]).max() < 0.01
    np.testing.assert_array_equal(controlled.motion.q[0], START)


def test_what_was_integrated_is_a_motion(controlled: Controlled):
    """Positions, velocities and accelerations belong together: each is the integral of the next, by Simpson's rule."""
    motion = controlled.motion
    step = motion.time[1]
    later = motion.time[2:] > 0.5  # the fifth joint's first instants are short
    for integral, rate in ((motion.q, motion.qd), (motion.qd, motion.qdd)):
        found = step / 3.0 * (rate[:-2] + 4.0 * rate[1:-1] + rate[2:])
        np.testing.assert_allclose(found[later], (integral[2:] - integral[:-2])[later], atol=1e-10)


def test_another_engine_gives_the_same_motion(model: KaneLevinsonModel, controlled: Controlled):
    """The same laws on Pinocchio's forward dynamics in joint coordinates: the same figure 3."""
    pin = pytest.importorskip("pinocchio")
    from scipy.integrate import solve_ivp

    engine = load_model("pinocchio", "stanford1983")
    assert isinstance(engine, PinocchioModel)
    law = feedback.law(model.symbols, GOAL.tolist())

    def derivative(_, state):
        torque = in_chain(np.array(law(paper_order(state[:6]), paper_order(state[6:]))) * [1, -1, -1, -1, -1, -1])
        acceleration = pin.aba(engine._model, engine._data, state[:6], state[6:], torque)
        return np.concatenate([state[6:], acceleration])

    start = np.concatenate([in_chain(np.array(START)), np.zeros(6)])
    found = solve_ivp(derivative, (0.0, 10.0), start, "DOP853", [2.0, 5.0, 10.0], rtol=1e-10, atol=1e-10)
    ours = in_chain(controlled.motion.q)[[400, 1000, 2000]]
    np.testing.assert_allclose(found.y[:6].T, ours, atol=1e-8)


def test_without_tau1_the_vertical_momentum_stays(model: KaneLevinsonModel, controlled: Controlled):
    free = feedback.without_first_torque(model)
    assert feedback.momentum_drift(free) < 1e-9
    assert np.abs(free.torque[:, 0]).max() == 0.0
    # It does move about that axis, and with tau1 the momentum is not kept: the check can fail.
    assert np.abs(free.motion.qd[:, 0]).max() > 1e-3
    assert feedback.momentum_drift(controlled) > 0.1


def test_inverse_dynamics_returns_the_law(controlled: Controlled):
    pytest.importorskip("pinocchio")
    error = feedback.returned(load_model("pinocchio", "stanford1983"), controlled)
    assert error.max() < 1e-12 * np.abs(controlled.torque).max()


def test_a_motion_that_takes_too_long_is_refused(model: KaneLevinsonModel, monkeypatch: pytest.MonkeyPatch):
    """Equations that are not an arm's may hold the integration to tiny steps."""
    monkeypatch.setattr(feedback, "MOST", 100)
    with pytest.raises(StateError, match="more than 100 evaluations"):
        feedback.simulate_figure3(model)


def test_the_start_that_the_text_prints_is_singular(model: KaneLevinsonModel):
    with pytest.raises(StateError, match="q2 = 0"):
        feedback.simulate_feedback(model, feedback.law(model.symbols, GOAL.tolist()), start=[0.0] * 6)

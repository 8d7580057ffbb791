"""Two processes at work: each torque is right but for the age of its elements, and when it pays."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import StateError
from puma560_dynamics.papers.decomposition.processes import (
    Communication,
    SampledMotion,
    SplitRun,
    communication,
    split_run,
    together,
)
from puma560_dynamics.papers.decomposition.worker import elements_process


def test_at_a_fixed_position_the_age_causes_no_error(arm: Arm):
    """One configuration, any velocity and acceleration: the torques of two processes are the model's."""
    model, rng = load_model("full", arm), np.random.default_rng(7)
    q = np.tile(rng.uniform(arm.lower, arm.upper), (500, 1))
    motion = SampledMotion(q, *rng.uniform(-3.0, 3.0, (2, 500, 6)))
    with elements_process(model, 6) as line:
        together(line, motion, 0.01)
        turn = together(line, motion, 0.2)
    exact = load_model("newton_euler", arm).torque(motion.q, motion.qd, motion.qdd)
    assert len(set(turn.rows.tolist())) > 1
    np.testing.assert_allclose(turn.torques, exact[turn.rows], atol=1e-9)
    assert (turn.ages >= 0.0).all()  # 0 where the elements of this very state were ready in time
    assert turn.processors > 0.0


def test_each_torque_is_of_elements_that_were_asked_for(arm: Arm):
    """Configuration of one sample, velocity and acceleration of another, and nothing else is wrong."""
    model = load_model("full", arm)
    motion = SampledMotion.at(model, 1.0)
    with elements_process(model, 6) as line:
        turn = together(line, motion, 0.1)
    assert (turn.held != turn.rows).any()  # they had an age
    expected = model.elements(motion.q[turn.held]).terms(motion.qd[turn.rows], motion.qdd[turn.rows]).total
    np.testing.assert_allclose(turn.torques, expected, atol=1e-9)


def test_measured_quantities_are_consistent(arm: Arm):
    found = split_run(load_model("full", arm), speed=0.5, rounds=1)
    assert found.speed_up == pytest.approx(found.torque_rate / found.alone)
    assert found.efficiency > 0.0
    assert 0.0 < found.age <= found.oldest
    assert found.error.shape == (6,)
    assert found.communication.latency > 0.0


def test_the_split_pays_from_equal_rates():
    run = SplitRun("any", 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, np.zeros(6), 0, Communication(1e-6, 5e-6), 1.0, 1.0,
                   1.0, elements=0.0, products=7e-6)  # fmt: skip
    two = 1.0 / (run.products + run.communication.per_torque)
    for divider in (1, 4):
        assert 1.0 / (run.pays_from(divider) / divider + run.products) == pytest.approx(two)
    assert 1.0 / run.pays_from_torque == pytest.approx(two)


def test_communication_alone(arm: Arm):
    costs = communication(load_model("full", arm), echoes=200)
    assert costs.latency > 0.0
    assert costs.per_torque > 0.0


@pytest.mark.parametrize(("speed", "rounds"), [(0.5, 0), (0.0, 1), (float("nan"), 1)])
def test_nothing_to_run_is_refused(arm: Arm, speed: float, rounds: int):
    with pytest.raises(StateError, match="at least one round"):
        split_run(load_model("full", arm), speed, rounds)

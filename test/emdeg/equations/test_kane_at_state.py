"""Kane's equations in numbers: what the recursion of the package gives for its own arm, and for one that slides."""

from __future__ import annotations

import math

import numpy as np
import pytest
from helpers.emdeg.crane import ARM, system_of

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.emdeg.equations.kane_at_state import ChainState, kane_torque
from puma560_dynamics.emdeg.tasks import TASK_NAMES, task_of


def test_the_papers_arm():
    chain = load_arm("akb1986").exact_chain
    q, qd, qdd = np.random.default_rng(4).uniform(-3, 3, (3, 6))
    state = ChainState([(math.cos(angle), math.sin(angle)) for angle in q], q, qd, qdd)
    expected = load_model("newton_euler").torque(q, qd, qdd)
    np.testing.assert_allclose([float(value) for value in kane_torque(chain, state)], expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", TASK_NAMES)
def test_an_arm_that_slides(name: str):
    """Against the unfactored system, evaluated in doubles."""
    system, variables = system_of(name)
    angles = (0.3, -1.2, 0.0)
    state = ChainState([(math.cos(a), math.sin(a)) for a in angles], [0, 0, 0.7], [1.5, -0.5, 0.25], [2.0, -3.0, 1.0])
    values: dict[str, float] = {"q3": 0.7}
    for i in range(3):
        values |= {f"qd{i + 1}": state.rates[i], f"qdd{i + 1}": state.seconds[i]}
    for angle in variables.angles:
        whole = sum(sign * angles[joint] for joint, sign in angle.joints)
        values |= {f"c{angle.label}": math.cos(whole), f"s{angle.label}": math.sin(whole)}
    given = {label: float(value) for label, value in system.evaluate(values).items()}
    for label, value in task_of(name).at_state(ARM, state).items():
        assert float(value) == pytest.approx(given.get(label, 0.0), abs=1e-12)

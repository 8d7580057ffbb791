"""PD gains."""

from __future__ import annotations

import numpy as np

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.trajectory.trajectory import HOME
from puma560_dynamics.simulation.gains import BANDWIDTH, critically_damped


def test_pd_alone_holds_a_weightless_arm(arm: Arm):
    """The closed loop about the reference is stable: eigenvalues of the linearised arm in the left half plane."""
    model = load_model("full", arm.with_(gravity=0.0))
    kp, kd = critically_damped(model)
    for q in np.random.default_rng(0).uniform(-1.5, 1.5, (20, 6)):
        inverse = np.linalg.inv(model.kinetic_energy_matrix(q))
        top = np.hstack([np.zeros((6, 6)), np.eye(6)])
        bottom = np.hstack([-inverse @ np.diag(kp), -inverse @ np.diag(kd)])
        assert np.linalg.eigvals(np.vstack([top, bottom])).real.max() < -1.0


def test_gains_give_the_frequency_and_damping(arm: Arm):
    model = load_model("full", arm)
    kp, kd = critically_damped(model)
    inertia = np.diag(model.kinetic_energy_matrix(HOME))
    np.testing.assert_allclose(np.sqrt(kp / inertia), BANDWIDTH)
    np.testing.assert_allclose(kd / (2 * np.sqrt(kp * inertia)), 1.0)

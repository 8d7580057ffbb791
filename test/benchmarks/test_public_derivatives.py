"""Derivatives of the leaderboard's arms: against Pinocchio's analytic ones, and against complex steps of the torque."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.trials import SHARE, search

from puma560_dynamics.arrays import FloatArray

CHAINS = 43
FEW = ("Franka Panda", "UR5", "SO-100")
"""Arms that are tried if not all are."""

STATES = 20
STEP = 1e-30


def close(found: FloatArray, expected: FloatArray) -> None:
    """Within 1e-12 of the largest element."""
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * max(np.abs(expected).max(), 1.0))


@pytest.mark.parametrize("number", range(CHAINS))
def test_derivatives_of_public_arms(number: int):
    from native import Unavailable
    from pinocchio_models import model, offsets
    from public_arms import ARMS

    from puma560_dynamics.emdeg import Provenance, derive, emit

    assert len(ARMS) == CHAINS
    arm = ARMS[number]
    if SHARE != 1 and arm.name not in FEW:
        pytest.skip("only `make trials` tries every arm")
    pin = pytest.importorskip("pinocchio")
    try:
        chain = arm.chain()
    except Unavailable as reason:
        pytest.skip(str(reason))
    names = ("torque", "torque_derivatives", "gravity_derivative", "coriolis_matrix")
    programs = derive(chain, names, search()).programs
    space: dict[str, Any] = {}
    exec(emit("arm", list(programs.values()), Provenance.of(chain), ("python",))["arm.py"], space)
    n, own = chain.n, model(chain)
    data, still = own.createData(), np.zeros(n)
    for q, qd, qdd in np.random.default_rng(number).uniform(-3, 3, (STATES, 3, n)):
        found = np.array(space["torque_derivatives"](q, qd, qdd, trigonometry=np), dtype=float)
        torque, by_q, by_qd, inertia = found[:n], *found[n:].reshape(3, n, n)
        angles = q + offsets(chain)
        pin.computeRNEADerivatives(own, data, angles, qd, qdd)
        upper = np.triu(data.M)
        close(torque, data.tau)
        close(by_q, data.dtau_dq)
        close(by_qd, data.dtau_dv)
        close(inertia, upper + np.triu(upper, 1).T)

        def slopes(*directions: FloatArray, state: tuple[FloatArray, ...] = (q, qd, qdd)) -> FloatArray:
            moved = [x + 1j * STEP * way for x, way in zip(state, directions, strict=True)]
            values = np.array(space["torque"](*moved, trigonometry=np), dtype=complex)
            return np.asarray(values.imag / STEP)

        for j, unit in enumerate(np.eye(n)):
            close(by_q[:, j], slopes(unit, still, still))
            close(by_qd[:, j], slopes(still, unit, still))
            close(inertia[:, j], slopes(still, still, unit))
        gravity = np.array(space["gravity_derivative"](q, trigonometry=np), dtype=float).reshape(n, n)
        close(gravity, pin.computeGeneralizedGravityDerivatives(own, data, angles))
        coriolis = np.array(space["coriolis_matrix"](q, qd, trigonometry=np), dtype=float).reshape(n, n)
        close(
            coriolis @ qd,
            pin.nonLinearEffects(own, data, angles, qd) - pin.computeGeneralizedGravity(own, data, angles),
        )
        close(2 * coriolis, by_qd)

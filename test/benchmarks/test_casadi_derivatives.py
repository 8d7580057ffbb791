"""Every peer of derivatives computes what the arm's own program does, each with fewer operations than the previous."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.emdeg.derived_arms import QUICK

from puma560_dynamics import load_arm
from puma560_dynamics.arrays import FloatArray


def expected(task: str, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
    """Our result, whose proof and comparison with Pinocchio are elsewhere."""
    from casadi_derivatives import TASKS

    from puma560_dynamics.emdeg import Provenance, derive, numpy_functions

    chain = load_arm("akb1986").exact_chain
    functions = numpy_functions(list(derive(chain, (task,), QUICK).programs.values()), Provenance.of(chain))
    given = {"q": q, "qd": qd, "qdd": qdd}
    return getattr(functions, task)(*(given[name] for name in TASKS[task])).ravel()


def test_every_peer_is_right():
    pytest.importorskip("casadi")
    from casadi_derivatives import CUSTOMISED, DIFFERENTIATED, PUBLISHED, TASKS, DerivativePeers

    chain = load_arm("akb1986").exact_chain
    q, qd, qdd = np.random.default_rng(0).uniform(-2, 2, (3, 6))
    angles = q + [float(joint.offset) for joint in chain.joints]
    peers = DerivativePeers(chain)
    for task, inputs in TASKS.items():
        given: list[Any] = [{"qd": qd, "qdd": qdd}[name] for name in inputs[1:]]
        right = expected(task, q, qd, qdd)
        for name, function in peers.cheapest[task].items():
            found = np.array(function(np.cos(angles), np.sin(angles), *given)).ravel()
            np.testing.assert_allclose(found, right, rtol=0, atol=1e-10 * np.abs(right).max(), err_msg=name)
    counts = peers.counts["torque_derivatives"]
    assert counts[DIFFERENTIATED] > counts[PUBLISHED] > counts[CUSTOMISED]
    assert counts[DIFFERENTIATED] <= 2625 and counts[PUBLISHED] <= 2011, "counts of the first versions of these peers"


def test_pinocchios_generated_code_is_right():
    """Only where its templates are compiled already, because this takes minutes."""
    pytest.importorskip("casadi")
    pytest.importorskip("pinocchio")
    from casadi_derivatives import TASKS
    from native import Unavailable
    from pinocchio_generated import generated

    chain = load_arm("akb1986").exact_chain
    q, qd, qdd = np.random.default_rng(0).uniform(-2, 2, (3, 6))
    angles = q + [float(joint.offset) for joint in chain.joints]
    try:
        functions = generated(chain, patient=False)
    except Unavailable as reason:
        pytest.skip(str(reason))
    for task in ("torque_derivatives", "gravity_derivative"):
        given: list[Any] = [{"qd": qd, "qdd": qdd}[name] for name in TASKS[task][1:]]
        found, right = (
            np.array(functions[task](np.cos(angles), np.sin(angles), *given)).ravel(),
            expected(task, q, qd, qdd),
        )
        np.testing.assert_allclose(found, right, rtol=0, atol=1e-10 * np.abs(right).max())

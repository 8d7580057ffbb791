"""Every form of the peer computes what the arm's own model does; a form that shares more needs no more operations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest


def test_every_form_is_right():
    pytest.importorskip("casadi")
    from casadi_dynamics import Peer
    from casadi_forms import FORMS

    from puma560_dynamics import load_arm, load_model

    chain, model = load_arm("akb1986").exact_chain, load_model("full")
    q, qd, qdd = np.random.default_rng(0).uniform(-2, 2, (3, 6))
    tau = model.torque(q, qd, qdd)
    angles = q + [float(joint.offset) for joint in chain.joints]
    expected = {"torque": ([qd, qdd], tau), "gravity": ([], model.gravity(q)),
                "kinetic_energy_matrix": ([], model.kinetic_energy_matrix(q)),
                "acceleration": ([qd, tau], qdd)}  # fmt: skip
    counts: list[Any] = []
    for form in FORMS:
        peer = Peer(chain, form)
        counts.append(peer.counts)
        for task, (inputs, right) in expected.items():
            found = np.array(peer.functions[task](np.cos(angles), np.sin(angles), *inputs)).reshape(right.shape)
            np.testing.assert_allclose(found, right, rtol=0, atol=1e-9 * max(np.abs(right).max(), 1), err_msg=form)
    plain, shared, customised = counts
    assert plain["torque"] > shared["torque"] > customised["torque"]
    assert plain["kinetic_energy_matrix"] == shared["kinetic_energy_matrix"] > customised["kinetic_energy_matrix"]

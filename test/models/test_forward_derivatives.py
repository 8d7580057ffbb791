"""Derivatives of the acceleration are those of Pinocchio and, with followers and payloads, central differences."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.arm.palletiser import palletiser

from puma560_dynamics import Payload, load_arm, load_model
from puma560_dynamics.models.recursive.pinocchio_model import PinocchioModel

KINDS = ("generated", "newton_euler", "full", "abbreviated", "pinocchio")


def test_pinocchio_has_the_same():
    pinocchio = pytest.importorskip("pinocchio")
    model, peer = load_model("generated"), PinocchioModel(load_arm("akb1986"))
    data = peer._data
    for q, qd, tau in np.random.default_rng(3).uniform(-3, 3, (10, 3, 6)):
        found = model.acceleration_derivatives(q, qd, 10 * tau)
        pinocchio.computeABADerivatives(peer._model, data, q, qd, 10 * tau)
        inverse = np.triu(data.Minv) + np.triu(data.Minv, 1).T
        for own, expected in zip(found, (data.ddq, data.ddq_dq, data.ddq_dv, inverse), strict=True):
            np.testing.assert_allclose(own, expected, rtol=0, atol=1e-12 * max(1, np.abs(expected).max()))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("case", ["alone", "loaded", "followers"])
def test_they_are_differences_of_the_acceleration(kind: str, case: str):
    if case == "followers":
        if kind not in ("generated", "newton_euler"):
            return
        model = load_model(kind, load_arm(palletiser()))
    else:
        model = load_model(kind, payload=Payload(2.0, (0.0, 0.0, 0.1)) if case == "loaded" else None)
    q, qd, tau = np.random.default_rng(4).uniform(-1, 1, (3, 2, model.n))
    found = model.acceleration_derivatives(q, qd, tau)
    np.testing.assert_allclose(found.acceleration, model.acceleration(q, qd, tau), rtol=1e-9)
    step = 1e-3
    for part, function, places in (
        (found.by_position, lambda x: model.acceleration(x, qd[:, None], tau[:, None]), q),
        (found.by_velocity, lambda x: model.acceleration(q[:, None], x, tau[:, None]), qd),
        (found.by_torque, lambda x: model.acceleration(q[:, None], qd[:, None], x), tau),
    ):
        moved = [function(places[:, None] + k * step * np.eye(model.n)) for k in (-2, -1, 1, 2)]
        slope = np.tensordot([1, -8, 8, -1], moved, 1) / (12 * step)
        np.testing.assert_allclose(part, np.swapaxes(slope, -1, -2), rtol=0, atol=1e-6 * max(1, np.abs(part).max()))


def test_a_result_is_written_into_an_earlier_one():
    model = load_model("generated")
    q, qd, tau = np.random.default_rng(5).uniform(-1, 1, (3, 6))
    first = model.acceleration_derivatives(q, qd, tau)
    assert model.acceleration_derivatives(-q, qd, tau, out=first) is first
    expected = load_model("newton_euler").acceleration_derivatives(-q, qd, tau)
    for own, other in zip(first, expected, strict=True):
        np.testing.assert_allclose(own, other, rtol=0, atol=1e-12 * np.abs(other).max())

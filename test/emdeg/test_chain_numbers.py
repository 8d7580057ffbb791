"""The comparison's own ground: Pinocchio, built joint by joint, says the same of random chains."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.emdeg import chain_numbers
from helpers.emdeg.random_chains import chains, states
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics.emdeg.chain.chain import Chain

pin = pytest.importorskip("pinocchio")


def pinocchio_model(chain: Chain):
    """The same chain in Pinocchio: its joints stand where ours are at q = 0."""
    model, parent = pin.Model(), 0
    model.gravity.linear = np.array([float(x) for x in chain.gravity])
    for joint, body in zip(chain.joints, chain.bodies, strict=True):
        placement = pin.SE3(chain_numbers.step(joint, 0.0))
        parent = model.addJoint(
            parent, pin.JointModelRZ() if joint.revolute else pin.JointModelPZ(), placement, joint.name
        )
        center = np.array([float(x) for x in body.center])
        inertia = pin.Inertia(float(body.mass), center, chain_numbers.inertia_matrix(body))
        model.appendBodyToJoint(parent, inertia, pin.SE3.Identity())
    model.armature = np.array([float(joint.armature) for joint in chain.joints])
    return model


@trials(150)
@given(chains(most=6))
def test_pinocchio_agrees(chain: Chain):
    model = pinocchio_model(chain)
    data = model.createData()
    for q, qd, qdd in states(chain, 2):
        expected = pin.rnea(model, data, q, qd, qdd)
        scale = max(1.0, np.abs(expected).max())
        np.testing.assert_allclose(chain_numbers.torque(chain, q, qd, qdd), expected, rtol=0, atol=1e-12 * scale)
        mass = pin.crba(model, data, q)
        mass = np.triu(mass) + np.triu(mass, 1).T
        scale = max(1.0, np.abs(mass).max())
        np.testing.assert_allclose(chain_numbers.kinetic_energy_matrix(chain, q), mass, rtol=0, atol=1e-12 * scale)


@trials(150)
@given(chains())
def test_random_bodies_are_physical(chain: Chain):
    for body in chain.bodies:
        inertia = chain_numbers.inertia_matrix(body)
        second_moment = np.trace(inertia) / 2 * np.eye(3) - inertia
        assert np.linalg.eigvalsh(second_moment).min() >= -1e-12

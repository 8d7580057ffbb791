"""The chain of an arm moves and weighs as the arm."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from helpers.emdeg import chain_numbers
from helpers.oracle import EXACT, random_states

from puma560_dynamics.arm import Arm
from puma560_dynamics.models.generated.chain_of_arm import chain_of
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.models.payload.placed import attached
from puma560_dynamics.models.recursive.newton_euler import NewtonEulerModel


def assert_same(arm: Arm) -> None:
    """Torques of the chain and of the package's own recursion."""
    chain = chain_of(arm)
    q, qd, qdd = random_states(np.random.default_rng(3), 20, arm.n)
    expected = NewtonEulerModel(arm).torque(q, qd, qdd)
    ours = np.array([chain_numbers.torque(chain, *state) for state in zip(q, qd, qdd, strict=True)])
    assert np.abs(ours - expected).max() <= EXACT * np.abs(expected).max()


def test_the_papers_arm(arm: Arm):
    assert_same(arm)
    chain = chain_of(arm)
    assert [joint.name for joint in chain.joints] == list(arm.joint_names)
    assert [float(joint.armature) for joint in chain.joints] == list(arm.motor_inertia)
    assert {abs(x) for joint in chain.joints for x in (joint.cos_alpha, joint.sin_alpha)} == {0, 1}


def test_random_arms(arms: Callable[[int, bool], list[Arm]]):
    for arm in arms(5, False):
        assert_same(arm)


def test_a_payload_and_a_tilted_base(arm: Arm):
    load = Payload(mass=1.5, center_of_mass=np.array([0.02, -0.03, 0.1]), inertia=np.diag([0.01, 0.02, 0.015]))
    assert_same(attached(arm.with_(gravity_direction=np.array([0.6, 0.0, -0.8])), load))

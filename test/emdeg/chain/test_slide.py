"""Sliding frames along parallel axes changes no torque."""

from __future__ import annotations

from helpers.emdeg import chain_numbers, recursion_numbers
from helpers.emdeg.random_chains import chains, states
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics.emdeg.chain.chain import Body, Chain, ChainJoint


@trials(40)
@given(chains(most=5))
def test_torques_stay(chain: Chain):
    other, bodies = recursion_numbers.ungauged(chain)
    for before, joint in zip(other.joints, other.joints[1:], strict=False):
        assert not (before.revolute and joint.revolute and joint.sin_alpha == 0 and joint.d)
    for q, qd, qdd in states(chain):
        expected = chain_numbers.torque(chain, q, qd, qdd)
        recursion_numbers.assert_close(recursion_numbers.torque(other, bodies, q, qd, qdd), expected)


def test_offsets_of_a_planar_arm_come_together_with_their_signs():
    joints = (ChainJoint("one", d=1), ChainJoint("two", a=1, d=2), ChainJoint("three", cos_alpha=-1, a=1, d=5))
    chain = Chain("planar", joints, (Body(), Body(), Body()))
    other, _ = recursion_numbers.ungauged(chain)
    assert [joint.d for joint in other.joints] == [1 + 2 - 5, 0, 0]

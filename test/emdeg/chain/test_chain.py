"""A chain's numbers are exact, and it stays as it was made."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields
from fractions import Fraction

import numpy as np
import pytest
from helpers.emdeg import chain_numbers
from helpers.emdeg.random_chains import chains, states
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.algebra.ring import Ring
from puma560_dynamics.emdeg.algebra.vectors import IDENTITY
from puma560_dynamics.emdeg.chain.chain import PRISMATIC, Body, Chain, ChainJoint, Placement


def test_decimals_are_meant_as_such():
    body = Body(17.4, (0.068, 0.006, -0.016), (0.13, 0.524, 0.539, 0.0, 0.0, 0.0))
    joint = ChainJoint("elbow", a=0.4318, d=0.0934, armature=0.83)
    chain = Chain("arm", (joint,), (body,), (0.0, 0.0, -9.81), Placement(IDENTITY, (0.1, 0.2, 0.3)))
    assert (body.mass, body.center[2], body.inertia[1]) == (Fraction(174, 10), Fraction(-16, 1000), Fraction(524, 1000))
    assert (joint.a, joint.d, joint.armature) == (Fraction(4318, 10000), Fraction(934, 10000), Fraction(83, 100))
    assert chain.gravity[2] == Fraction(-981, 100)
    assert sum(chain.base.origin) == Fraction(6, 10)


def test_symbols_stay_symbols():
    mass = Ring().variable("m")
    assert Body(mass).mass is mass
    assert ChainJoint("j", a=mass).a is mass


def test_kinds_and_number_of_joints():
    chain = Chain("arm", (ChainJoint("a"), ChainJoint("b", PRISMATIC)), (Body(), Body()))
    assert chain.n == 2
    assert [joint.revolute for joint in chain.joints] == [True, False]
    assert chain.frames == (Placement(), Placement())
    assert chain.base == Placement()


def test_without_armature_nothing_else_changes():
    chain = Chain("arm", (ChainJoint("a", a=1.5, armature=2.0), ChainJoint("b", armature=0.5)), (Body(1), Body(2)))
    other = chain.without_armature()
    assert [joint.armature for joint in other.joints] == [0, 0]
    assert [joint.a for joint in other.joints] == [joint.a for joint in chain.joints]
    same = {field.name for field in fields(Chain)} - {"joints"}
    assert all(getattr(other, name) == getattr(chain, name) for name in same)


@trials(10)
@given(chains(most=3, prismatic=False), st.fractions(Fraction(1, 10), 10))
def test_another_unit_of_length_leaves_the_torques(chain: Chain, length: Fraction):
    other = chain.in_unit(length)
    for q, qd, qdd in states(chain, 1):
        expected = chain_numbers.torque(chain, q, qd, qdd)
        found = chain_numbers.torque(other, q, qd, qdd)
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10 * max(1.0, np.abs(expected).max()))
    assert chain.in_unit(1) is chain


def test_it_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        ChainJoint("a").d = 1  # type: ignore[misc]

"""Every gauge leaves the torques as they are, and makes vanish what it promises."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from helpers.emdeg import chain_numbers, recursion_numbers
from helpers.emdeg.random_chains import chains, states
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.chain.chain import Body, Chain, ChainJoint
from puma560_dynamics.emdeg.chain.gauge import LEVEL, PLAIN, SECOND, Gauge, carried, gauged, regrouped_bodies
from puma560_dynamics.emdeg.chain.inertia import moments

GAUGES = st.builds(Gauge, st.sampled_from(SECOND), st.sampled_from(("", *LEVEL)))


@trials(25)
@given(chains(most=4), st.data())
def test_torques_stay(chain: Chain, data: st.DataObject):
    chain, bodies = recursion_numbers.ungauged(chain)
    after = gauged(chain, bodies, tuple(data.draw(GAUGES) for _ in range(chain.n)))
    for q, qd, qdd in states(chain):
        expected = recursion_numbers.torque(chain, bodies, q, qd, qdd)
        recursion_numbers.assert_close(recursion_numbers.torque(chain, after, q, qd, qdd), expected)


@trials(30)
@given(chains(most=4, prismatic=False), st.sampled_from(SECOND))
def test_what_vanishes(chain: Chain, second: str):
    """No mass and no first moment along the axis is left, and the second moment along it is as asked for."""
    for body in gauged(*recursion_numbers.ungauged(chain), (Gauge(second),) * chain.n):
        xx, yy, zz, *_ = body.second
        assert not body.mass and not body.first[2]
        assert zz == {"0": 0, "xx": xx, "yy": yy, "-xx": -xx, "-yy": -yy}[second]


def test_level_leaves_no_first_moment_before_the_joint_and_stays_exact():
    """With whole numbers too, whose quotients are no whole numbers."""
    joints = (ChainJoint("one", cos_alpha=0, sin_alpha=1), ChainJoint("two", a=3, cos_alpha=0, sin_alpha=1))
    chain = Chain("whole", joints, (Body(2, (1, 0, 0)), Body(5, (0, 1, 1))))
    _, bodies = recursion_numbers.ungauged(chain)
    inner, outer = gauged(chain, bodies, (PLAIN, Gauge(level="x")))
    assert inner.first[0] == 0
    assert 3 * outer.mass == 3 * 5 + 2  # of five kilograms, minus two thirds of one moved


def test_level_leaves_no_product_of_inertia_before_the_joint():
    joints = (ChainJoint("one", cos_alpha=0, sin_alpha=1), ChainJoint("two", a=3, d=2, cos_alpha=0, sin_alpha=1))
    inertia = (2, 2, 2, Fraction(1, 3), 0, 0)
    chain = Chain("apart", joints, (Body(2, (1, 0, 0), inertia), Body(5, (0, 1, 1))))
    _, bodies = recursion_numbers.ungauged(chain)
    inner, outer = gauged(chain, bodies, (PLAIN, Gauge(level="xy")))
    assert inner.second[3] == 0 != outer.mass


@trials(20)
@given(chains(most=3))
def test_what_a_force_carries_is_the_product_of_inertia(chain: Chain):
    bodies = gauged(*recursion_numbers.ungauged(chain), (PLAIN,) * chain.n)
    assert not any(carried(bodies, (PLAIN,) * chain.n))
    for body, share in zip(bodies, carried(bodies, (Gauge(carried=True),) * chain.n), strict=True):
        x, y, _ = body.first
        assert share == 0 if not x * y else share * x * y == body.second[3]


def test_level_is_none_where_the_axes_meet():
    joints = (ChainJoint("one"), ChainJoint("two", a=0, cos_alpha=0, sin_alpha=1))
    chain = Chain("crossing", joints, (Body(2, (1, 0, 0)), Body(5, (0, 1, 1))))
    _, bodies = recursion_numbers.ungauged(chain)
    assert gauged(chain, bodies, (PLAIN, Gauge(level="x"))) == gauged(chain, bodies, (PLAIN, PLAIN))


@trials(15)
@given(chains(most=4))
def test_regrouped_bodies_cause_the_same_torques(chain: Chain):
    slid_chain, _ = recursion_numbers.ungauged(chain)
    again = replace(slid_chain, bodies=chain.bodies)
    found = regrouped_bodies(again)
    assert not any(body.mass for body, joint in zip(found, again.joints, strict=True) if joint.revolute)
    for q, qd, qdd in states(chain):
        expected = recursion_numbers.torque(again, tuple(map(moments, again.bodies)), q, qd, qdd)
        recursion_numbers.assert_close(recursion_numbers.torque(again, found, q, qd, qdd), expected)


@trials(40)
@given(chains(most=5))
def test_sliding_frames_along_parallel_axes_changes_no_torque(chain: Chain):
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

"""Moments of a body: the parallel axis theorem, changes of frame, and matter that moves without being felt."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from helpers.emdeg import chain_numbers, recursion_numbers
from helpers.emdeg.random_chains import TWISTS, bodies, chains, states
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.algebra.vectors import (
    IDENTITY,
    Matrix,
    Vector,
    about_x,
    about_z,
    plus,
    product,
    transposed,
    turned,
)
from puma560_dynamics.emdeg.chain.chain import Body, Chain
from puma560_dynamics.emdeg.chain.inertia import PLACES, Moments, moments, step, with_moved_matter

NUMBERS = st.fractions(-2, 2, max_denominator=20)
ORIGINS = st.tuples(NUMBERS, NUMBERS, NUMBERS)
ROTATIONS = st.builds(lambda a, b, c: product(product(about_z(*a), about_x(*b)), about_z(*c)),
                      TWISTS, TWISTS, TWISTS)  # fmt: skip


@given(bodies())
def test_parallel_axis_theorem(body: Body):
    """tr(K)·1 - K = I + m (c² 1 - c cᵀ)."""
    found = moments(body)
    c = np.array([float(x) for x in body.center])
    about_origin = chain_numbers.inertia_matrix(body) + float(body.mass) * (c @ c * np.eye(3) - np.outer(c, c))
    second = np.zeros((3, 3))
    for value, (i, j) in zip(found.second, PLACES, strict=True):
        second[i, j] = second[j, i] = float(value)
    np.testing.assert_allclose(np.trace(second) * np.eye(3) - second, about_origin, atol=1e-13)
    np.testing.assert_allclose([float(x) for x in found.first], float(body.mass) * c, atol=1e-15)


@trials(30)
@given(bodies(), ROTATIONS, ORIGINS, ROTATIONS, ORIGINS)
def test_changes_of_frame_compose(body: Body, r: Matrix, p: Vector, s: Matrix, o: Vector):
    """Seen from there and then from there is seen from afar; and the way back undoes it, exactly."""
    here = moments(body)
    assert here.seen_from(r, p).seen_from(s, o) == here.seen_from(product(s, r), plus(turned(s, p), o))
    back = transposed(r)
    assert here.seen_from(r, p).seen_from(back, tuple(-x for x in turned(back, p))) == here
    assert here.seen_from(IDENTITY, (0, 0, 0)) == here


@trials(30)
@given(bodies(), bodies(), ROTATIONS, ORIGINS)
def test_two_bodies_are_one_in_every_frame(one: Body, two: Body, r: Matrix, p: Vector):
    both = moments(one).plus(moments(two))
    assert both.minus(moments(two)) == moments(one)
    assert both.seen_from(r, p) == moments(one).seen_from(r, p).plus(moments(two).seen_from(r, p))


@trials(25)
@given(chains(most=4), st.data())
def test_mass_moved_along_the_axes_does_not_change_the_torque(chain: Chain, data: st.DataObject):
    chain, before = recursion_numbers.ungauged(chain)
    after = before
    for joint in (i for i, joint in enumerate(chain.joints) if joint.revolute):
        matter = Moments(data.draw(NUMBERS), (0, 0, data.draw(NUMBERS)), (0, 0, data.draw(NUMBERS), 0, 0, 0))
        after = with_moved_matter(chain, after, joint, matter)
    for q, qd, qdd in states(chain):
        expected = recursion_numbers.torque(chain, before, q, qd, qdd)
        recursion_numbers.assert_close(recursion_numbers.torque(chain, after, q, qd, qdd), expected)


@given(chains(most=2))
def test_a_step_is_the_joints_frame_at_rest(chain: Chain):
    for joint in chain.joints:
        rotation, origin = step(joint)
        frame = chain_numbers.step(joint, 0.0)
        turn = np.array([[float(x) for x in row] for row in about_z(joint.cos_offset, joint.sin_offset)])
        np.testing.assert_allclose(np.array(rotation, dtype=float) @ turn, frame[:3, :3], atol=1e-15)
        if joint.revolute:
            np.testing.assert_allclose([float(x) for x in origin], frame[:3, 3], atol=1e-15)


def test_a_rod_has_its_second_moment_along_itself():
    rod = Body(3, (0, 0, 1), (1, 1, 0, 0, 0, 0))
    assert moments(rod) == Moments(3, (0, 0, 3), (0, 0, Fraction(4), 0, 0, 0))

"""Links move as rigid bodies: U follows from angular velocity and acceleration, and joint axes belong to both links."""

from __future__ import annotations

import numpy as np
from helpers.emdeg import recursion_numbers
from helpers.emdeg.random_chains import chains, planar, states
from helpers.trials import trials
from hypothesis import example, given

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.algebra.vectors import Vector
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.chain.groups import groups
from puma560_dynamics.emdeg.equations.link_motion import outward


def skew(v: Vector) -> FloatArray:
    """[v]×."""
    return np.cross(np.array(v, float), -np.eye(3))


@trials(40)
@given(chains(most=5))
def test_the_field_is_that_of_a_rigid_body(chain: Chain):
    for q, qd, qdd in states(chain, 2):
        state = recursion_numbers.motion(q.tolist(), qd.tolist(), qdd.tolist())
        for link in outward(*recursion_numbers.ungauged(chain), state):
            spin, found = skew(link.omega), np.array(link.field, float)
            recursion_numbers.assert_close(found, skew(link.alpha) + spin @ spin)
            recursion_numbers.assert_close(np.array(link.excess, float), (np.diag(found) - found[2, 2])[:2])


@trials(30)
@given(chains(most=5))
@example(planar(4, (0, -9.81, 0), flips=True))
def test_an_unturned_link_moves_as_the_turned_one(chain: Chain):
    """The same vectors in other axes, turned about z by the angle of its body."""
    slid, bodies = recursion_numbers.ungauged(chain)
    every = frozenset(range(chain.n))
    turns = [turn for group in groups(slid, bodies, every) for turn in group]
    for q, qd, qdd in states(chain):
        state = recursion_numbers.motion(q.tolist(), qd.tolist(), qdd.tolist())
        pairs = zip(turns, outward(slid, bodies, state), outward(slid, bodies, state, every), strict=True)
        for turn, link, other in pairs:
            c, s = (1, 0) if turn.body is None else state.trigonometry(turn.body)
            axes = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
            for own, same in ((link.omega, other.omega), (link.alpha, other.alpha), (link.linear, other.linear)):
                recursion_numbers.assert_close(np.array(same, float), axes @ np.array(own, float))


@trials(30)
@given(chains(most=4))
def test_at_rest_the_base_rises_against_gravity(chain: Chain):
    """|a| of every origin is |g| when nothing moves, however the frames are turned."""
    weight = sum(float(x) ** 2 for x in chain.gravity)
    for q, _, _ in states(chain):
        still = recursion_numbers.motion(q.tolist(), [0.0] * chain.n, [0.0] * chain.n)
        for link in outward(*recursion_numbers.ungauged(chain), still):
            assert abs(sum(float(x) ** 2 for x in link.linear) - weight) <= 1e-12 * max(weight, 1)
            assert not any(link.omega) and not any(link.alpha)

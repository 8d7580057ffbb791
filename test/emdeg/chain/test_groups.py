"""Groups are runs of parallel axes; angles that cannot matter are left out."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.emdeg import chain_numbers, recursion_numbers
from helpers.emdeg.random_chains import chains, planar, states
from helpers.trials import trials
from hypothesis import example, given

from puma560_dynamics.emdeg.algebra.vectors import Vector
from puma560_dynamics.emdeg.chain.angles import Angle
from puma560_dynamics.emdeg.chain.chain import PRISMATIC, Body, Chain, ChainJoint
from puma560_dynamics.emdeg.chain.groups import groups
from puma560_dynamics.emdeg.chain.inertia import Moments

CROSSING = ChainJoint("crossing", cos_alpha=0, sin_alpha=1)
PARALLEL = ChainJoint("parallel", a=1)
FLIPPED = ChainJoint("flipped", cos_alpha=-1, a=1)
SLIDING = ChainJoint("sliding", kind=PRISMATIC)


def shape(*joints: ChainJoint, gravity: tuple[float, float, float] = (0, -1, 0)) -> list[list[str]]:
    """Labels of the sums, group by group, of an arm whose bodies all matter."""
    chain = Chain("test", joints, (Body(1, (1, 1, 1)),) * len(joints), gravity)
    found = groups(*recursion_numbers.ungauged(chain))
    return [[turn.total.label if turn.total else "" for turn in group] for group in found]


def test_parallel_axes_are_one_group():
    assert shape(PARALLEL, PARALLEL, PARALLEL) == [["1", "12", "123"]]
    assert shape(PARALLEL, FLIPPED, PARALLEL, FLIPPED) == [["1", "m12", "m123", "1m2m34"]]
    assert shape(PARALLEL, CROSSING, PARALLEL) == [["1"], ["2", "23"]]


def test_a_sliding_joint_stands_alone():
    assert shape(PARALLEL, SLIDING, PARALLEL, PARALLEL) == [["1"], [""], ["3", "34"]]


def test_the_first_angle_matters_only_where_gravity_is_across_its_axis():
    assert shape(PARALLEL, PARALLEL, gravity=(0, 0, -1)) == [[""], ["2"]]
    assert shape(PARALLEL, PARALLEL, gravity=(0, 0, 0)) == [[""], ["2"]]
    assert shape(CROSSING, PARALLEL, gravity=(0, 1, 0)) == [[""], ["2"]]
    assert shape(CROSSING, PARALLEL, gravity=(0, 0, 1)) == [["1", "12"]]
    assert shape(CROSSING, PARALLEL, gravity=(1, 0, 0)) == [["1", "12"]]


@pytest.mark.parametrize(
    ("second", "first", "turned"),
    [
        ((2, 2, 5, 0, 0, 0), (0, 0, 1), False),
        ((2, 3, 5, 0, 0, 0), (0, 0, 1), True),
        ((2, 2, 5, 0, 0, 0), (1, 0, 1), True),
        ((2, 2, 5, 0, 1, 0), (0, 0, 1), True),
        ((2, 2, 5, 1, 0, 0), (0, 0, 1), True),
        ((2, 2, 5, 0, 0, 1), (0, 0, 1), True),
        ((2, 2, 5, 0, 0, 0), (0, 1, 1), True),
    ],
)
def test_the_last_angle_matters_unless_its_body_is_round(second: tuple[int, ...], first: Vector, turned: bool):
    chain = Chain("test", (CROSSING, CROSSING), (Body(), Body()))
    last = groups(chain, (Moments(), Moments(1, first, second)))[-1][-1]
    assert last.total == (Angle(((1, 1),)) if turned else None)
    assert last.own == last.total


def test_unturned_links_come_first_in_their_group_and_have_no_axis_beyond_that_turns():
    chain = Chain("test", (CROSSING, PARALLEL, FLIPPED, CROSSING, CROSSING), (Body(1, (1, 1, 1)),) * 5)
    slid, bodies = recursion_numbers.ungauged(chain)

    def left(*unturned: int) -> list[int]:
        found = groups(slid, bodies, frozenset(unturned))
        return [turn.joint for group in found for turn in group if turn.body is not None]

    assert left(0, 1, 2, 3, 4) == [0, 1, 4]
    assert left(1, 3) == []
    assert left(0) == [0] and left() == []


@trials(20)
@given(chains(most=4))
@example(planar(4, (0, -9.81, 0), flips=True))
def test_axes_and_body_of_an_unturned_link_turn_as_its_frame_does(chain: Chain):
    slid, bodies = recursion_numbers.ungauged(chain)
    for count in range(chain.n + 1):
        pairs = zip(groups(slid, bodies), groups(slid, bodies, frozenset(range(count))), strict=True)
        for group, other in pairs:
            before = group[0]
            for turn, own in zip(group, other, strict=True):
                assert (own.total or own.body, own.flip) == (turn.total, turn.flip)
                if own.body is None:
                    assert own.own == (turn.own if before.body is None else turn.total)
                else:
                    assert own.own is None and own.total is None
                before = own


@trials(30)
@given(chains(most=5))
@example(planar(4, (0, -9.81, 0), flips=True))
def test_sums_and_flips_turn_as_the_steps_do(chain: Chain):
    """A link seen from the twisted start of its group: flips about x, and one turn about z by the sum."""
    slid, bodies = recursion_numbers.ungauged(chain)
    ordered = groups(slid, bodies)
    assert [turn.joint for group in ordered for turn in group] == list(range(chain.n))
    for q, _, _ in states(chain):
        for group in ordered:
            start = chain.joints[group[0].joint]
            ca, sa = float(start.cos_alpha), float(start.sin_alpha)
            turned = np.array([[1, 0, 0], [0, ca, -sa], [0, sa, ca]]).T
            for turn in group:
                turned = turned @ chain_numbers.step(chain.joints[turn.joint], float(q[turn.joint]))[:3, :3]
                if turn.total is not None:
                    angle = turn.total.offset + sum(sign * q[k] for k, sign in turn.total.joints)
                    c, s, flip = np.cos(angle), np.sin(angle), turn.flip
                    expected = np.diag([1, flip, flip]) @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
                    np.testing.assert_allclose(turned, expected, atol=1e-12)

"""A by composite rigid bodies is Kane's, exactly, in any gauge."""

from __future__ import annotations

import math

import numpy as np
from helpers.emdeg.random_chains import bodies, chains
from helpers.emdeg.recursion_numbers import assert_close
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.algebra.vectors import IDENTITY, Matrix, Vector, about_x, about_z
from puma560_dynamics.emdeg.chain.chain import Body, Chain
from puma560_dynamics.emdeg.chain.gauge import LEVEL, SECOND, Gauge
from puma560_dynamics.emdeg.chain.inertia import PLACES, Moments, moments
from puma560_dynamics.emdeg.equations.composite_bodies import Column, Composite
from puma560_dynamics.emdeg.proof import check_identity
from puma560_dynamics.emdeg.tasks import task_of
from puma560_dynamics.emdeg.tasks.starting_form import COMPOSITE, StartingForm


@trials(60)
@given(chains(most=5), st.data())
def test_elements_are_kanes(chain: Chain, data: st.DataObject):
    gauge = tuple(
        data.draw(st.builds(Gauge, st.sampled_from(SECOND), st.sampled_from(("", *LEVEL)))) for _ in range(chain.n)
    )
    check_identity(
        chain, "kinetic_energy_matrix", *task_of("kinetic_energy_matrix").system(chain, StartingForm(gauge, COMPOSITE))
    )


ANGLES = st.floats(-3, 3)


def agree(found: Composite, expected: Moments) -> None:
    """The same ten numbers, and the moment of inertia about z."""
    assert_close(numbers(found), numbers(Composite.of(expected)))


def numbers(body: Composite) -> FloatArray:
    """All of a composite."""
    return np.array([body.mass, *body.first, *(body.second[i][j] for i, j in PLACES), body.polar], float)


def same(value: float) -> float:
    """No names over numbers."""
    return value


@trials(30)
@given(bodies(), bodies(), ANGLES, st.tuples(ANGLES, ANGLES, ANGLES))
def test_it_is_seen_as_its_moments_are(one: Body, other: Body, angle: float, place: Vector):
    first, second = moments(one), moments(other)
    whole = Composite.of(first).plus(Composite.of(second), same)
    both = first.plus(second)
    c, s = math.cos(angle), math.sin(angle)
    agree(whole, both)
    agree(whole.turned_about_z(c, s, same), both.seen_from(about_z(c, s), (0, 0, 0)))
    agree(whole.turned(about_x(c, s), same), both.seen_from(about_x(c, s), (0, 0, 0)))
    agree(whole.shifted(place, same), both.seen_from(IDENTITY, place))


@trials(30)
@given(ANGLES, st.tuples(ANGLES, ANGLES, ANGLES), st.tuples(ANGLES, ANGLES, ANGLES), st.tuples(ANGLES, ANGLES, ANGLES))
def test_momentum_about_another_origin(angle: float, linear: Vector, angular: Vector, place: Vector):
    rotation: Matrix = about_x(math.cos(angle), math.sin(angle))
    moved = Column(linear, angular).turned(rotation, same).shifted(place, same)
    p = np.array(rotation) @ np.array(linear)
    assert_close(np.array(moved.linear), p)
    assert_close(np.array(moved.angular), np.array(rotation) @ angular + np.cross(place, p))

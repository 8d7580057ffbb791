"""Kinetic energy does not know in which frame a body is written, or of how many parts it is."""

from __future__ import annotations

from fractions import Fraction

import pytest
from helpers.emdeg.poses import POSES, VECTORS
from helpers.emdeg.random_chains import bodies
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.algebra.vectors import cross, dot, transposed, turned
from puma560_dynamics.emdeg.chain.chain import Body, Placement
from puma560_dynamics.emdeg.chain.pose import along, inverse_placement, three
from puma560_dynamics.emdeg.chain.rigid_body import body_remark, inertia_matrix, joined_bodies, moved_body, tidy_body
from puma560_dynamics.errors import ChainError


def energy(body: Body, velocity: tuple, spin: tuple) -> Fraction:
    """Twice the kinetic energy of a body whose frame moves with `velocity` at its origin and turns with `spin`."""
    of_center = along(velocity, 1, cross(spin, body.center))
    return body.mass * dot(of_center, of_center) + dot(spin, turned(inertia_matrix(body), spin))


@trials(100)
@given(bodies(), POSES, VECTORS, VECTORS)
def test_moved(body: Body, pose: Placement, velocity: tuple, spin: tuple):
    back = transposed(pose.rotation)
    at_frame = turned(back, along(velocity, 1, cross(spin, pose.origin)))
    assert energy(moved_body(body, pose), velocity, spin) == energy(body, at_frame, turned(back, spin))
    assert moved_body(moved_body(body, pose), inverse_placement(pose)) == body


@given(st.lists(bodies(), max_size=3), VECTORS, VECTORS)
def test_joined(parts: list[Body], velocity: tuple, spin: tuple):
    assert energy(joined_bodies(parts), velocity, spin) == sum(energy(part, velocity, spin) for part in parts)


def test_rounding_errors_are_removed_and_symmetry_is_kept():
    third = Fraction(1, 3) + Fraction(1, 10**30)
    body = tidy_body(Body(1, (Fraction(1, 10**15), 0, 1), (third, third, 1, Fraction(1, 10**16), 0, 0)))
    assert body.center == (0, 0, 1)
    assert body.inertia[0] == body.inertia[1]
    assert body.inertia[3] == 0
    assert tidy_body(Body(1, (0, 0, 0), (1e-20, 1e-20, 1e-20, 0, 0, 0))).inertia[0] == Fraction(1, 10**20)


def test_physics():
    box = three((2, 3, 4))
    assert body_remark(Body(1, (0, 0, 0), (*box, 0, 0, 0)), "x") is None
    assert body_remark(Body(), "x") is None
    assert "triangle" in str(body_remark(Body(1, (0, 0, 0), (1, 1, 3, 0, 0, 0)), "x"))
    with pytest.raises(ChainError, match="x: the mass is -2 kg"):
        body_remark(Body(-2), "x")
    with pytest.raises(ChainError, match="x: a principal moment"):
        body_remark(Body(1, (0, 0, 0), (1, 1, 1, 2, 0, 0)), "x")

"""Ellipsoids have the mass and the inertia that they stand for."""

from __future__ import annotations

import math

import numpy as np
import pytest

from puma560_dynamics.arm import Arm, Link, consistent_arm
from puma560_dynamics.markers.ellipsoids import DENSITY, THINNEST, ball_radius, ellipsoid, quaternion


def random_rotation(rng: np.random.Generator) -> np.ndarray:
    """Uniform over right-handed rotations."""
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    return turn * np.sign(np.linalg.det(turn))


def solid_inertia(mass: float, semi_axes: np.ndarray, rotation: np.ndarray) -> np.ndarray:
    """Inertia of a solid ellipsoid about its center: the second moments of its volume are m a²/5."""
    second = rotation @ np.diag(mass / 5.0 * semi_axes**2) @ rotation.T
    return np.trace(second) * np.eye(3) - second


def test_the_second_moments_that_the_tests_use_are_those_of_a_solid_ellipsoid():
    """By summing over a million points inside one."""
    points = np.random.default_rng(0).uniform(-1, 1, (1_000_000, 3))
    inside = points[(points**2).sum(axis=1) < 1.0] * np.array([0.5, 0.2, 0.3])
    summed = sum_inertia(inside)
    np.testing.assert_allclose(summed, solid_inertia(1.0, np.array([0.5, 0.2, 0.3]), np.eye(3)), atol=3e-4)


def sum_inertia(points: np.ndarray) -> np.ndarray:
    """Inertia of equal masses at `points`, together 1 kg."""
    second = points.T @ points / len(points)
    return np.trace(second) * np.eye(3) - second


def test_the_inertia_of_the_ellipsoid_is_the_links():
    rng = np.random.default_rng(1)
    for _ in range(100):
        mass, semi_axes, turn = rng.uniform(0.05, 30), rng.uniform(0.02, 0.5, 3), random_rotation(rng)
        inertia = solid_inertia(mass, semi_axes, turn)
        body = ellipsoid(Link("x", mass, rng.normal(size=3), 0.5 * (inertia + inertia.T)))
        assert body is not None and body.possible
        again = solid_inertia(mass, body.semi_axes, body.rotation)
        assert np.abs(again - inertia).max() < 1e-13 * np.abs(inertia).max()
        np.testing.assert_allclose(np.sort(body.semi_axes), np.sort(semi_axes), rtol=1e-10)


def test_rotations_are_right_handed():
    rng = np.random.default_rng(2)
    for _ in range(50):
        body = ellipsoid(Link("x", 1.0, np.zeros(3), solid_inertia(1.0, rng.uniform(0.1, 1, 3), random_rotation(rng))))
        assert body is not None
        np.testing.assert_allclose(body.rotation @ body.rotation.T, np.eye(3), atol=1e-14)
        np.testing.assert_allclose(np.cross(body.rotation[:, 0], body.rotation[:, 1]), body.rotation[:, 2], atol=1e-14)


def test_links_of_the_paper(arm: Arm):
    bodies = [ellipsoid(link) for link in arm.links]
    assert bodies[0] is None  # only its Izz is known
    for link, body in list(zip(arm.links, bodies, strict=True))[1:]:
        assert body is not None
        np.testing.assert_array_equal(body.center, link.center_of_gravity)
        assert body.possible == (link.name != "link3")  # Ixx + Iyy < Izz
    flat = bodies[2]
    assert flat is not None
    assert flat.semi_axes.min() == pytest.approx(THINNEST * flat.semi_axes.max())
    # It is thin along z, the axis of the moment that is too large.
    np.testing.assert_allclose(np.abs(flat.rotation[:, int(np.argmin(flat.semi_axes))]), [0, 0, 1], atol=1e-12)
    for link in consistent_arm(arm).links:
        body = ellipsoid(link)
        assert body is not None and body.possible


def test_a_thin_disc_and_a_thin_rod_are_possible():
    for moments in ((1.0, 1.0, 2.0), (1.0, 1.0, 0.0)):
        body = ellipsoid(Link("x", 2.0, np.zeros(3), np.diag(moments)))
        assert body is not None and body.possible
        assert (body.semi_axes > 0.0).all()  # nothing of no thickness is drawn


@pytest.mark.parametrize(
    "link", [Link("x", 0.0, np.zeros(3), np.eye(3)), Link("x", 1.0, np.zeros(3), np.zeros((3, 3)))]
)
def test_a_link_without_mass_has_no_ellipsoid(link: Link):
    assert ellipsoid(link) is None


@pytest.mark.parametrize("mass", [0.09, 17.4])
def test_a_ball_has_the_mass_of_steel(mass: float):
    assert 4.0 / 3.0 * math.pi * ball_radius(mass) ** 3 * DENSITY == pytest.approx(mass)


def rotate(q: tuple[float, ...], vector: np.ndarray) -> np.ndarray:
    """A vector turned by a unit quaternion, by the definition q v q*."""
    axis, w = np.array(q[:3]), q[3]
    return vector + 2.0 * np.cross(axis, np.cross(axis, vector) + w * vector)


def test_a_quaternion_turns_as_its_matrix():
    rng = np.random.default_rng(3)
    turns = [random_rotation(rng) for _ in range(100)]
    turns += [np.diag(d) for d in ([1.0, 1, 1], [1.0, -1, -1], [-1.0, 1, -1], [-1.0, -1, 1])]
    half = np.pi - 1e-9  # where many formulas lose their digits
    turns.append(np.array([[1, 0, 0], [0, np.cos(half), -np.sin(half)], [0, np.sin(half), np.cos(half)]]))
    for turn in turns:
        q = quaternion(turn)
        assert np.linalg.norm(q) == pytest.approx(1.0, abs=1e-15)
        assert q[3] >= 0.0
        vector = rng.normal(size=3)
        np.testing.assert_allclose(rotate(q, vector), turn @ vector, atol=1e-14)

"""Arcs: length, angle and sense say the torque."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from helpers.arm.palletiser import palletiser

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm, Link, consistent_arm
from puma560_dynamics.description.shapes import Box, Cylinder, Shape, Sphere, shapes
from puma560_dynamics.markers import (
    DENSITY,
    FULL_ANGLE,
    LARGEST_RADIUS,
    LARGEST_STEP,
    SMALLEST_FRACTION,
    THINNEST,
    _reach,
    arc_points,
    ball_radius,
    ellipsoid,
    gauges,
    quaternion,
    share_colour,
    torque_arc,
    track,
)


def angles(points: np.ndarray) -> np.ndarray:
    """Angle of each point about z, from x."""
    return np.unwrap(np.arctan2(points[:, 1], points[:, 0]))


@pytest.mark.parametrize(("start", "end"), [(0.0, 2.0), (0.0, -2.0), (-2.3, 2.3), (1.0, 1.0), (0.0, 1e-4)])
def test_points_lie_on_the_circle_and_are_evenly_spaced(start: float, end: float):
    points = arc_points(0.3, start, end, 0.05)
    assert len(points) >= 2
    np.testing.assert_allclose(np.linalg.norm(points[:, :2], axis=1), 0.3, rtol=1e-14)
    assert set(points[:, 2]) == {0.05}
    np.testing.assert_allclose(np.diff(angles(points)), (end - start) / (len(points) - 1), atol=1e-14)
    assert np.abs(np.diff(angles(points))).max() <= LARGEST_STEP + 1e-14


def test_the_length_of_the_line_is_that_of_the_arc():
    points = arc_points(0.3, -1.0, 2.0, 0.0)
    chords = np.linalg.norm(np.diff(points, axis=0), axis=1).sum()
    # An inscribed polygon is shorter by (step²/24), no more.
    assert 0.3 * 3.0 * (1.0 - LARGEST_STEP**2 / 24.0) <= chords <= 0.3 * 3.0


@pytest.mark.parametrize("share", [0.01, 0.1, 0.5, 1.0, -0.01, -0.3, -1.0])
def test_the_angle_of_the_tip_is_the_share_of_the_limit(share: float):
    arc = torque_arc(share, 0.2, 0.1)
    assert arc is not None
    whole = angles(np.concatenate([arc.line, arc.head[1:]]))
    assert whole[0] == 0.0
    assert whole[-1] == pytest.approx(share * FULL_ANGLE, rel=1e-12)
    np.testing.assert_array_equal(arc.line[-1], arc.head[0])
    # Positive torque turns counter-clockwise about z all the way, negative clockwise.
    assert (np.sign(np.diff(whole)) == np.sign(share)).all()
    assert np.linalg.norm(arc.head[1] - arc.head[0]) > 0.0


def test_a_quarter_turn_lies_where_it_should():
    arc = torque_arc(0.5 * math.pi / FULL_ANGLE, 0.2, 0.1)
    assert arc is not None
    np.testing.assert_allclose(arc.line[0], [0.2, 0.0, 0.1], atol=1e-15)
    np.testing.assert_allclose(arc.head[1], [0.0, 0.2, 0.1], atol=1e-15)


def test_beyond_the_limit_it_grows_no_more_and_near_zero_there_is_none():
    beyond, at = torque_arc(-7.0, 0.2, 0.0), torque_arc(-1.0, 0.2, 0.0)
    assert beyond is not None and at is not None
    np.testing.assert_array_equal(beyond.head, at.head)
    assert torque_arc(0.0, 0.2, 0.0) is None
    assert torque_arc(-0.99 * SMALLEST_FRACTION, 0.2, 0.0) is None
    assert torque_arc(1.01 * SMALLEST_FRACTION, 0.2, 0.0) is not None


def test_opposite_torques_are_mirror_images():
    left, right = torque_arc(0.4, 0.2, 0.0), torque_arc(-0.4, 0.2, 0.0)
    assert left is not None and right is not None
    mirror = np.array([1.0, -1.0, 1.0])
    np.testing.assert_allclose(left.line * mirror, right.line, atol=1e-15)
    np.testing.assert_allclose(left.head * mirror, right.head, atol=1e-15)


def test_the_track_runs_from_limit_to_limit_with_three_ticks():
    points = track(0.2, 0.03, 0.02)
    radii = np.linalg.norm(points[:, :2], axis=1)
    ticks = radii < 0.19
    np.testing.assert_allclose(radii[ticks], 0.18, rtol=1e-14)
    np.testing.assert_allclose(angles(points[ticks]), [-FULL_ANGLE, 0.0, FULL_ANGLE], atol=1e-14)
    np.testing.assert_allclose(radii[~ticks], 0.2, rtol=1e-14)
    assert angles(points[~ticks])[[0, -1]].tolist() == pytest.approx([-FULL_ANGLE, FULL_ANGLE])


def test_the_scale_runs_from_blue_over_yellow_to_red():
    rest, half, limit = (np.array(share_colour(share)) for share in (0.0, 0.5, 1.0))
    assert rest[2] == rest[:3].max() and half[2] == half[:3].min() and limit[0] > 3 * limit[1:3].max()


def test_it_has_no_steps():
    colours = np.array([share_colour(share) for share in np.linspace(0.0, 1.0, 401)])
    assert np.abs(np.diff(colours, axis=0)).max() < 0.015
    assert len(np.unique(colours, axis=0)) == 401


def test_signs_look_alike_and_beyond_the_limit_it_stays_red():
    assert share_colour(-0.7) == share_colour(0.7)
    assert share_colour(5.0) == share_colour(1.0)


def test_every_colour_is_one():
    for share in np.linspace(-2, 2, 81):
        colour = share_colour(float(share), 0.4)
        assert all(0.0 <= part <= 1.0 for part in colour)
        assert colour[3] == 0.4


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


def test_one_a_joint_in_the_frame_that_it_moves(arm: Arm):
    made = gauges(arm)
    assert [gauge.frame for gauge in made] == [link.name for link in arm.links]
    assert max(gauge.radius for gauge in made) == LARGEST_RADIUS
    assert made[1].radius == LARGEST_RADIUS  # joint 2 is the strongest
    assert all(gauge.radius > 0.0 for gauge in made)


def test_joints_that_follow_others_have_none():
    made = gauges(load_arm(palletiser()))
    assert [gauge.frame for gauge in made] == ["column", "upper", "forearm", "plate"]


def test_scale(arm: Arm):
    for one, two in zip(gauges(arm), gauges(arm, 2.0), strict=True):
        assert two.radius == pytest.approx(2.0 * one.radius)
        assert two.height == one.height


def test_gauges_of_the_wrist_do_not_hide_each_other(arm: Arm):
    """Their axes meet in one point, so any two of them can come to lie in one plane."""
    radii = [gauge.radius for gauge in gauges(arm)[3:]]
    for one, two in itertools.combinations(radii, 2):
        assert max(one, two) / min(one, two) > 1.2


def test_no_shape_of_its_link_reaches_a_gauge(arm: Arm):
    """Surface points of every shape, placed by its roll, pitch and yaw, lie below the gauge's plane."""
    heights = {gauge.frame: gauge.height for gauge in gauges(arm)}
    rng = np.random.default_rng(0)
    for name, bodies in shapes(arm).items():
        if name not in heights:
            continue
        for shape in bodies:
            points = surface(shape.geometry, rng) @ turn(shape.rpy).T + np.array(shape.xyz)
            assert points[:, 2].max() < heights[name]


@pytest.mark.parametrize("geometry", [Box((0.1, 0.2, 0.4)), Cylinder(0.1, 0.5), Sphere(0.2)])
def test_the_reach_of_a_shape_in_any_attitude(geometry: Box | Cylinder | Sphere):
    rng = np.random.default_rng(1)
    for rpy in rng.uniform(-np.pi, np.pi, (50, 3)).tolist():
        highest = (surface(geometry, rng) @ turn(tuple(rpy)).T)[:, 2].max()
        assert _reach(Shape(geometry, (0.0, 0.0, 0.0), tuple(rpy))) == pytest.approx(highest, rel=0.02)


def surface(geometry: Box | Cylinder | Sphere, rng: np.random.Generator) -> np.ndarray:
    """Points on (or near) the rim of a primitive."""
    if isinstance(geometry, Box):
        return 0.5 * np.array(list(itertools.product((-1, 1), repeat=3))) * geometry.size
    if isinstance(geometry, Sphere):
        points = rng.normal(size=(500, 3))
        return geometry.radius * points / np.linalg.norm(points, axis=1, keepdims=True)
    angle = np.linspace(0, 2 * np.pi, 100)
    rim = np.stack([geometry.radius * np.cos(angle), geometry.radius * np.sin(angle)], axis=1)
    ends = [np.column_stack([rim, np.full(100, side * 0.5 * geometry.length)]) for side in (-1, 1)]
    return np.concatenate(ends)


def turn(rpy: tuple[float, float, float]) -> np.ndarray:
    """Roll, pitch, yaw by an independent library."""
    from scipy.spatial.transform import Rotation

    return Rotation.from_euler("xyz", rpy).as_matrix()

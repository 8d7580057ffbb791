"""Arcs: length, angle and sense say the torque."""

from __future__ import annotations

import math

import numpy as np
import pytest

from puma560_dynamics.markers.arcs import FULL_ANGLE, LEAST, STEP, arc_points, share_colour, torque_arc, track


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
    assert np.abs(np.diff(angles(points))).max() <= STEP + 1e-14


def test_the_length_of_the_line_is_that_of_the_arc():
    points = arc_points(0.3, -1.0, 2.0, 0.0)
    chords = np.linalg.norm(np.diff(points, axis=0), axis=1).sum()
    # An inscribed polygon is shorter by (step²/24), no more.
    assert 0.3 * 3.0 * (1.0 - STEP**2 / 24.0) <= chords <= 0.3 * 3.0


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
    assert torque_arc(-0.99 * LEAST, 0.2, 0.0) is None
    assert torque_arc(1.01 * LEAST, 0.2, 0.0) is not None


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

"""Gauges stand clear of their links' bodies and of each other."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from helpers.arm.palletiser import palletiser

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.description.shapes import Box, Cylinder, Shape, Sphere, shapes
from puma560_dynamics.markers.gauges import LARGEST, _reach, gauges


def test_one_a_joint_in_the_frame_that_it_moves(arm: Arm):
    made = gauges(arm)
    assert [gauge.frame for gauge in made] == [link.name for link in arm.links]
    assert max(gauge.radius for gauge in made) == LARGEST
    assert made[1].radius == LARGEST  # joint 2 is the strongest
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

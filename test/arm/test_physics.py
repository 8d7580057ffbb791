"""What the checks say of the paper's own arm."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.arm import Arm, Link, check_physics, triangle_deficit


def test_the_papers_arm_is_sound_with_two_open_notes(arm: Arm):
    report = check_physics(arm)
    assert report.ok
    assert len(report.warnings) == 2
    assert "link1: mass, Ixx, Iyy not given; no torque" in report.warnings[0]
    assert "link3.inertia: violates the triangle inequality by 0.0075" in report.warnings[1]


def test_deficit():
    def body(*moments: float) -> Link:
        return Link("body", 1.0, np.zeros(3), np.diag(moments))

    assert triangle_deficit(body(0.066, 0.0125, 0.086)) == pytest.approx(0.0075)
    assert triangle_deficit(body(1, 1, 2)) == 0.0
    assert triangle_deficit(body(3, 1, 1)) == pytest.approx(1.0)


def test_parallel_axes():
    point = Link("point", 2.0, np.array([0.0, 0.0, 0.5]), np.zeros((3, 3)))
    np.testing.assert_allclose(point.inertia_at_frame, np.diag([0.5, 0.5, 0.0]))

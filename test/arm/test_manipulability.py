"""Singular values, and singularities by their geometry."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm
from helpers.arm.palletiser import palletiser

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.kinematics import jacobian
from puma560_dynamics.arm.manipulability import manipulability

A2, A3, D4 = 0.4318, -0.0203, 0.4331
"""Lengths of table A1, m."""

WRIST = [0.3, -0.6, 0.9, 0.4, 0.0, 0.2]
ELBOW = [0.3, -0.6, math.atan2(D4, A3), 0.4, 0.7, 0.2]  # the wrist is as far from axis 2 as it can be
SHOULDER = [0.3, math.atan2(A2 + D4, A3), 0.5 * math.pi, 0.4, 0.7, 0.2]  # a2 c2 + a3 c23 + d4 s23 = 0


@pytest.mark.parametrize(
    ("name", "q", "still"),
    [
        ("wrist", WRIST, ("joint4", "joint6")),
        ("elbow", ELBOW, ("joint2", "joint3", "joint4", "joint5", "joint6")),
        ("shoulder", SHOULDER, ("joint1", "joint2", "joint4", "joint5", "joint6")),
    ],
)
def test_singularities_of_the_puma(arm: Arm, name: str, q: list[float], still: tuple[str, ...]):
    found = manipulability(arm, np.array(q))
    assert found.names == (name,) and found.singular and found.near
    assert (found.rank, found.full_rank, found.still) == (5, 6, still)
    columns = jacobian(arm, np.array(q))
    np.testing.assert_allclose(found.free_wrenches @ columns, 0.0, atol=1e-15)
    assert np.linalg.norm(found.free_wrenches * np.repeat([found.length, 1.0], 3)) == pytest.approx(1.0)
    assert found.manipulability < 1e-14
    away = manipulability(arm, np.array(q) + 0.003)
    assert away.names == (name,) and not away.singular and not away.still and not away.free_wrenches.size
    assert not manipulability(arm, np.array(q) + np.array([0.0, 0.3, 0.4, 0.0, 0.5, 0.0])).names


def test_two_singularities_at_once(arm: Arm):
    q = np.array([*ELBOW[:4], 0.0, 0.0])
    found = manipulability(arm, q)
    assert found.names == ("wrist", "elbow") and found.singular


def test_values_are_those_of_the_jacobian(arm: Arm):
    for q in np.random.default_rng(2).uniform(-2.0, 2.0, (50, 6)):
        found, columns = manipulability(arm, q), jacobian(arm, q)
        assert found.manipulability == pytest.approx(abs(np.linalg.det(columns)), rel=1e-9)
        np.testing.assert_allclose(found.linear**2, np.linalg.eigvalsh(columns[:3] @ columns[:3].T)[::-1], atol=1e-14)
        np.testing.assert_allclose(found.angular**2, np.linalg.eigvalsh(columns[3:] @ columns[3:].T)[::-1], atol=1e-14)
        # det J of the paper's arm: a2 (d4 c3 - a3 s3)(a2 c2 + a3 c23 + d4 s23) s5
        c23, s23 = math.cos(q[1] + q[2]), math.sin(q[1] + q[2])
        elbow = A2 * (D4 * math.cos(q[2]) - A3 * math.sin(q[2]))
        shoulder = A2 * math.cos(q[1]) + A3 * c23 + D4 * s23
        assert found.manipulability == pytest.approx(abs(elbow * shoulder * math.sin(q[4])), rel=1e-9)


def test_other_links_and_arms(arm: Arm, tmp_path: Path):
    q = np.array([0.3, -0.6, 0.9, 0.4, 0.5, 0.2])
    fixed = manipulability(arm, q, "base_link")
    assert (fixed.full_rank, fixed.moving, fixed.ratio, fixed.names) == (0, (), 0.0, ())
    forearm = manipulability(arm, q, "link3")
    assert forearm.moving == ("joint1", "joint2", "joint3") and forearm.full_rank == forearm.rank == 3
    assert forearm.linear.shape == forearm.angular.shape == (3,) and not forearm.names
    sliding = manipulability(load_arm("stanford1983"), np.array([0.1, 1.0, -0.6, 0.2, 0.5, 0.1]))
    assert sliding.singular and sliding.still and not sliding.names  # the wrist is on axis 2
    for name, text in (("light", light_arm(fingers=False)), ("palletiser", palletiser())):
        path = tmp_path / f"{name}.urdf"
        path.write_text(text, encoding="utf-8")
        robot = load_arm(str(path))
        found = manipulability(robot, 0.3 * np.ones(robot.n))
        assert found.moving == robot.joint_names and found.full_rank == min(6, robot.n) and not found.names

from __future__ import annotations

import numpy as np
import pytest
from helpers.arm.palletiser import palletiser

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.kinematics import link_pose
from puma560_dynamics.control.guiding.plane_walls import EXIT_SPEED, SHARE, PlaneWalls, ToolPoint, planes_of
from puma560_dynamics.control.guiding.walls import LEAD_S
from puma560_dynamics.errors import StateError

POINT = np.array([0.02, -0.03, 0.1])


@pytest.fixture(params=["akb1986", "stanford1983", "palletiser"])
def any_arm(request: pytest.FixtureRequest) -> Arm:
    """Also an arm with a prismatic joint, and one with joints that follow others."""
    return load_arm(palletiser() if request.param == "palletiser" else request.param)


def test_the_tool_point_agrees_with_the_kinematics(any_arm: Arm):
    """Position against the link's pose, torques against finite differences of the position."""
    tool, rng, step = ToolPoint(any_arm, POINT), np.random.default_rng(0), 1e-6
    last = any_arm.links[-1].name
    for _ in range(20):
        q = rng.uniform(*any_arm.pose_range)
        expected = (link_pose(any_arm, q, last) @ [*POINT, 1.0])[:3]
        assert np.allclose(tool.at(q.tolist()), expected, rtol=0.0, atol=1e-13)
        normal = rng.normal(size=3)
        normal /= np.linalg.norm(normal)
        along = np.array(tool.along(tuple(normal)))
        for joint in range(any_arm.n):
            moved = [(link_pose(any_arm, q + sign * step * np.eye(any_arm.n)[joint], last) @ [*POINT, 1.0])[:3]
                     for sign in (-1.0, 1.0)]  # fmt: skip
            assert along[joint] == pytest.approx(normal @ (moved[1] - moved[0]) / (2.0 * step), abs=1e-8)


def test_the_force_of_a_wall_is_the_torque_of_virtual_work(any_arm: Arm):
    """The power of the torque is the force times the speed along the normal; it is bounded and pushes inwards only."""
    rng, tool = np.random.default_rng(1), ToolPoint(any_arm, POINT)
    q = any_arm.poses(1)[0].tolist()
    at = np.array(tool.at(q))
    walls = PlaneWalls(any_arm, [*np.add(at, [0.0, 0.0, 0.03]), 0.0, 0.0, 2.0], POINT, 40.0, 0.05)  # 3 cm too low
    still = [0.0] * any_arm.n
    up = np.array(tool.along((0.0, 0.0, 1.0)))
    assert np.allclose(walls.torque(q, still), 40.0 * 0.6 * up, rtol=1e-12, atol=1e-12)
    for qd in rng.normal(0.0, 1.0, (50, any_arm.n)):
        downwards = -float(up @ qd)
        torque = np.array(walls.torque(q, qd.tolist()))
        spring = min(max(40.0 * (0.03 + LEAD_S * downwards) / 0.05, 0.0), 40.0)
        force = min(max(spring * (1.0 + downwards / EXIT_SPEED), 0.0), 40.0)
        assert np.allclose(torque, force * up, rtol=1e-9, atol=1e-9)
    outside = PlaneWalls(any_arm, [*(at - [0.0, 0.0, 0.01]), 0.0, 0.0, 1.0], POINT, 40.0, 0.05)
    assert outside.torque(q, (10.0 * up).tolist()) == still


def test_two_walls_add_and_the_usual_force_respects_the_weakest_joint(arm: Arm):
    q = arm.poses(1)[0].tolist()
    at = np.array(ToolPoint(arm, POINT).at(q))
    one, two = [*np.add(at, [0.02, 0.0, 0.0]), 1.0, 0.0, 0.0], [*np.add(at, [0.0, 0.04, 0.0]), 0.0, 1.0, 0.0]
    still = [0.0] * arm.n
    each = [np.array(PlaneWalls(arm, wall, POINT, 10.0, 0.05).torque(q, still)) for wall in (one, two)]
    both = PlaneWalls(arm, [*one, *two], POINT, 10.0, 0.05).torque(q, still)
    assert np.allclose(both, sum(each), atol=1e-12) and np.abs(each[0]).max() > 0.5
    usual = PlaneWalls(arm, one, POINT, 0.0, 0.05)
    tool, most = ToolPoint(arm, POINT), np.zeros(arm.n)
    for pose in arm.poses(64).tolist():
        tool.at(pose)
        for normal in np.random.default_rng(2).normal(size=(50, 3)):
            along = tool.along(tuple(normal / np.linalg.norm(normal)))
            most = np.maximum(most, usual.force * np.abs(along) / arm.maximum_torque)
    assert 0.8 * SHARE < most.max() <= SHARE * (1.0 + 1e-12)


@pytest.mark.parametrize(
    ("walls", "words"),
    [([1.0] * 5, "six finite"), ([np.nan] * 6, "six finite"), ([0.0] * 6, "direction"), ([1.0] * 6 * 17, "at most 16")],
)
def test_bad_planes_are_refused(walls: list[float], words: str):
    with pytest.raises(StateError, match=words):
        planes_of(walls)


def test_a_bad_tool_point_is_refused(arm: Arm):
    with pytest.raises(StateError, match="tool_point"):
        ToolPoint(arm, [0.0, np.inf, 0.0])

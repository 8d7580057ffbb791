"""Changed axes and frames leave the mechanism as it is: poses, gravity, inertia and friction."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml
from helpers.arm.re_expressed import random_changes
from helpers.arm.standard_files import arm_tree, rows

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm, JointFriction
from puma560_dynamics.arm.axis_changes import changed_arm, positions, wrapped
from puma560_dynamics.arm.friction import friction_torque
from puma560_dynamics.arm.kinematics import link_poses


def some_arm(seed: int, tmp_path: Path) -> Arm:
    """A random arm, or one of the package."""
    if seed < 3:
        return load_arm(("akb1986", "stanford1983", "corke1995")[seed])
    path = tmp_path / "arm.yaml"
    path.write_text(yaml.safe_dump(arm_tree(rows(seed)), sort_keys=False), encoding="utf-8")
    return load_arm(path)


@pytest.mark.parametrize("seed", range(12))
def test_the_mechanism_stays(seed: int, tmp_path: Path):
    arm = some_arm(seed, tmp_path)
    arm = arm.with_(friction=tuple(JointFriction(1.0 + j, 2.0 + j, 0.5, 0.3) for j in range(arm.n)))
    changes = random_changes(arm, seed)
    assert any(change.sign < 0 for change in changes) or any(change.reversed_x for change in changes)
    other = changed_arm(arm, changes, arm)
    q, qd, qdd = np.random.default_rng(seed).uniform(-2.0, 2.0, (3, 20, arm.n))
    signs = np.array([change.sign for change in changes])
    np.testing.assert_allclose(link_poses(other, positions(changes, q)), link_poses(arm, q), rtol=0, atol=1e-13)
    ours = load_model("newton_euler", other).torque(positions(changes, q), signs * qd, signs * qdd)
    theirs = load_model("newton_euler", arm).torque(q, qd, qdd)
    np.testing.assert_allclose(signs * ours, theirs, rtol=0, atol=1e-12 * np.abs(theirs).max())
    friction = signs * friction_torque(other.friction, signs * qd)
    np.testing.assert_allclose(friction, friction_torque(arm.friction, qd), rtol=0, atol=1e-15)
    bounds = positions(changes, np.array([arm.lower, arm.upper]))
    np.testing.assert_allclose([other.lower, other.upper], np.sort(bounds, axis=0), atol=1e-15)


@pytest.mark.parametrize(("angle", "equal"), [(np.pi, np.pi), (-np.pi, np.pi), (3 * np.pi / 2, -np.pi / 2), (0.5, 0.5)])
def test_wrapped_angles(angle: float, equal: float):
    assert wrapped(angle) == pytest.approx(equal, abs=1e-15)

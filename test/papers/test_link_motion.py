"""Elementary kinematics against Pinocchio, for arms that turn and that slide."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_arm
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.papers.link_motion import STANFORD_AXES, links_in_motion


@pytest.mark.parametrize("name", ["akb1986", "stanford1983"])
def test_positions_and_velocities(name: str):
    pin = pytest.importorskip("pinocchio")
    arm = load_arm(name)
    model = pin.buildModelFromXML(urdf(arm, inertia="paper"))
    data = model.createData()
    rng = np.random.default_rng(3)
    for _ in range(10):
        q, qd = rng.uniform(-1, 1, (2, arm.n))
        pin.forwardKinematics(model, data, q, qd)
        for joint, link in enumerate(links_in_motion(arm, q, qd), start=1):
            np.testing.assert_allclose(link.rotation, data.oMi[joint].rotation, atol=1e-13)
            np.testing.assert_allclose(link.origin, data.oMi[joint].translation, atol=1e-13)
            motion = pin.getVelocity(model, data, joint, pin.LOCAL_WORLD_ALIGNED)
            np.testing.assert_allclose(link.angular, motion.angular, atol=1e-13)
            at_center = motion.linear + np.cross(motion.angular, link.center - link.origin)
            np.testing.assert_allclose(link.velocity, at_center, atol=1e-13)


def test_the_papers_unit_vectors_are_dextral():
    arm = load_arm("stanford1983")
    q, qd = np.random.default_rng(4).uniform(-1, 1, (2, 6))
    for link in links_in_motion(arm, q, qd, STANFORD_AXES):
        assert np.linalg.det(link.rotation) == pytest.approx(1.0)

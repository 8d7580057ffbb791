"""Extended bodies: one link by hand."""

from __future__ import annotations

import numpy as np

from puma560_dynamics import load_arm
from puma560_dynamics.models.recursive.newton_euler import NewtonEulerModel
from puma560_dynamics.papers.burdick.extended import extended, first_moment, matrix_of_extended, of_the_recursion, tilde
from puma560_dynamics.papers.link_motion import links_in_motion


def test_tilde_is_the_cross_product():
    a, b = np.array([1.0, -2.0, 3.0]), np.array([0.5, 4.0, -1.0])
    np.testing.assert_array_equal(tilde(a) @ b, np.cross(a, b))


def test_the_last_link_alone():
    arm = load_arm("akb1986")
    links = links_in_motion(arm, np.full(6, 0.3), np.zeros(6))
    last = arm.links[5]
    lever = links[5].center - links[5].origin
    np.testing.assert_allclose(first_moment(arm, links, 5), last.mass * lever)
    about_origin = links[5].rotation @ last.inertia @ links[5].rotation.T + last.mass * (
        lever @ lever * np.eye(3) - np.outer(lever, lever)
    )
    np.testing.assert_allclose(extended(arm, links, 5, 5), about_origin, atol=1e-15)


def test_a_sliding_joint_and_what_a_wrong_recursion_gives():
    arm = load_arm("stanford1983")
    q = np.array([0.2, 1.0, 0.4, -0.3, 0.7, 0.1])
    expected = NewtonEulerModel(arm).kinetic_energy_matrix(q) - np.diag(arm.motor_inertia)
    np.testing.assert_allclose(matrix_of_extended(arm, q), expected, atol=1e-13)
    ours, sums = of_the_recursion(arm, q, "down")
    assert len(ours) == 10
    assert all(np.abs(one - other).max() < 1e-13 for one, other in zip(ours, sums, strict=True))

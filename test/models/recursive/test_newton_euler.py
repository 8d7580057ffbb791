"""Our recursion against textbook dynamics small enough for a pencil, and its counts. Pinocchio: test_model.py."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from helpers.oracle import EXACT, ask

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm, Joint, Link, Motor
from puma560_dynamics.models.recursive.newton_euler import NewtonEulerModel
from puma560_dynamics.models.recursive.scalar_newton_euler import bodies


def planar_2r(m1: float, m2: float, l1: float, l2: float) -> Arm:
    """Two point masses at the ends of massless links, in a vertical plane (first axis horizontal)."""

    def joint(name: str, alpha: float, a: float) -> Joint:
        return Joint(name, alpha, a, 0.0, -3.0, 3.0, 1.0)

    def point(name: str, mass: float, length: float) -> Link:
        return Link(name, mass, np.array([length, 0, 0]), np.zeros((3, 3)))

    return Arm(
        "2R", "", 9.81,
        (joint("j1", math.pi / 2, 0.0), joint("j2", 0.0, l1)),
        (point("l1", m1, l1), point("l2", m2, l2)),
        (Motor(0.0, 1.0, 1.0, 0.0),) * 2,
    )  # fmt: skip


def test_the_textbooks_two_link_arm():
    """Craig (1985), section 6.7, with the plane vertical."""
    m1, m2, l1, l2, g = 1.3, 0.7, 0.5, 0.4, 9.81
    model = NewtonEulerModel(planar_2r(m1, m2, l1, l2))
    rng = np.random.default_rng(0)
    for _ in range(20):
        (q1, q2), (v1, v2), (a1, a2) = rng.uniform(-2, 2, (3, 2))
        c1, c2, s2, c12 = math.cos(q1), math.cos(q2), math.sin(q2), math.cos(q1 + q2)
        tau1 = (
            m2 * l2**2 * (a1 + a2) + m2 * l1 * l2 * c2 * (2 * a1 + a2) + (m1 + m2) * l1**2 * a1
            - m2 * l1 * l2 * s2 * v2**2 - 2 * m2 * l1 * l2 * s2 * v1 * v2 + m2 * l2 * g * c12 + (m1 + m2) * l1 * g * c1
        )  # fmt: skip
        tau2 = m2 * l1 * l2 * c2 * a1 + m2 * l1 * l2 * s2 * v1**2 + m2 * l2 * g * c12 + m2 * l2**2 * (a1 + a2)
        np.testing.assert_allclose(model.torque([q1, q2], [v1, v2], [a1, a2]), [tau1, tau2], rtol=1e-13, atol=1e-13)


def test_general_inertias_against_pinocchio(arm: Arm):
    """Full tensors and centers anywhere: more than the explicit model can."""
    pytest.importorskip("pinocchio")
    rng = np.random.default_rng(9)
    links = []
    for link in arm.links:
        half = rng.normal(size=(3, 3))
        second = half @ half.T  # second moments of some mass distribution
        links.append(Link(link.name, 2.0, rng.uniform(-0.3, 0.3, 3), np.trace(second) * np.eye(3) - second))
    general = arm.with_(links=tuple(links))
    expected = ask(load_model("pinocchio", general), rng, 100)
    assert max(expected.disagreement(load_model("newton_euler", general)).values()) < EXACT


def test_a_customised_recursion_is_cheaper_than_the_textbooks(arm: Arm):
    model = NewtonEulerModel(arm)
    own, general = model.operation_counts(), model.general_counts()
    for part, count in own.items():
        assert count.multiplications < general[part].multiplications
        assert count.additions < general[part].additions
    assert general["gravity"].total < general["torque"].total


def test_an_absent_motor_counts_nothing(arm: Arm):
    """A product and a sum of each motor, also in the recursion for any arm."""
    bare = arm.with_(motors=tuple(replace(motor, inertia=0.0) for motor in arm.motors))
    one, other = (NewtonEulerModel(each).general_counts()["torque"] for each in (arm, bare))
    assert (one.multiplications - other.multiplications, one.additions - other.additions) == (arm.n, arm.n)


def test_counts_of_one_free_joint():
    """A rotor about a vertical axis: tau = (Izz + m r²) qdd; r x F costs what the recursion spends on it."""
    arm = planar_2r(1.0, 1.0, 0.5, 0.5)
    rotor = arm.with_(
        joints=(Joint("j", 0.0, 0.0, 0.0, -3.0, 3.0, 1.0),),
        links=(Link("l", 1.0, np.zeros(3), np.diag([1.0, 1.0, 2.0])),),
        motors=arm.motors[:1],
    )
    assert NewtonEulerModel(rotor).operation_counts()["torque"].total <= 3
    np.testing.assert_allclose(NewtonEulerModel(rotor).torque([1.0], [2.0], [3.0]), [6.0])


def test_bodies_carry_exact_twists(arm: Arm):
    assert [(body.cos_alpha, body.sin_alpha) for body in bodies(arm)] == [
        (1, 0), (0, -1), (1, 0), (0, 1), (0, -1), (0, 1),
    ]  # fmt: skip
    assert bodies(arm)[3].offset == (-0.0203, -0.4331, 0.0)

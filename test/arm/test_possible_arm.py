"""Engines get the nearest arm whose bodies are possible; models use the numbers as they are."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm, Link, consistent_arm, rod_transfers, triangle_deficit
from puma560_dynamics.arm.possible_arm import LEAST_EXTENT, LEAST_MASS, possible_arm


def with_inertia(arm: Arm, index: int, inertia: np.ndarray, mass: float = 1.0) -> Arm:
    links = list(arm.links)
    links[index] = Link(links[index].name, mass, np.zeros(3), inertia)
    return arm.with_(links=tuple(links))


def second_moments(link: Link) -> np.ndarray:
    return 0.5 * np.trace(link.inertia) * np.eye(3) - link.inertia


def test_the_arm_of_the_paper_is_exact(arm: Arm):
    assert possible_arm(arm).changes == ()
    assert possible_arm(arm).arm == consistent_arm(arm)


@pytest.mark.parametrize("index", [0, 3, 5])
def test_a_body_that_no_rod_can_correct_is_replaced_by_the_nearest(arm: Arm, index: int):
    turn = np.linalg.qr(np.random.default_rng(3).normal(size=(3, 3)))[0]
    given = with_inertia(arm, index, turn @ np.diag([0.9, 0.1, 0.2]) @ turn.T)
    assert consistent_arm(given).links[index] == given.links[index]
    assert {transfer.link for transfer in rod_transfers(given)} <= {"link3"}
    found = possible_arm(given)
    link = found.arm.links[index]
    (change,) = found.changes
    assert f"links.{link.name}: engines get" in change
    assert triangle_deficit(link) == 0.0
    before, after = second_moments(given.links[index]), second_moments(link)
    np.testing.assert_allclose(before @ after, after @ before, atol=1e-15)  # the same axes
    least = LEAST_EXTENT**2
    np.testing.assert_allclose(np.linalg.eigvalsh(after), np.maximum(np.linalg.eigvalsh(before), least), atol=1e-15)
    assert found.arm.links[1:3] == consistent_arm(arm).links[1:3] or index == 3


def test_a_body_without_mass_or_extent_gets_the_least(arm: Arm):
    found = possible_arm(with_inertia(arm, 4, np.zeros((3, 3)), mass=0.0))
    link = found.arm.links[4]
    assert link.mass == LEAST_MASS
    np.testing.assert_allclose(link.inertia, 2.0 * LEAST_MASS * LEAST_EXTENT**2 * np.eye(3))
    assert f"{LEAST_MASS:g} kg" in found.changes[0]


def test_the_generated_description_keeps_the_torque_of_an_impossible_body(arm: Arm):
    """Pinocchio reads it; only engines that demand possible bodies get others."""
    pytest.importorskip("pinocchio")
    given = with_inertia(arm, 3, np.diag([0.9, 0.1, 0.2]))
    q, qd, qdd = np.random.default_rng(1).uniform(-2.0, 2.0, (3, 6))
    ours, theirs = (load_model(kind, given).torque(q, qd, qdd) for kind in ("newton_euler", "pinocchio"))
    np.testing.assert_allclose(theirs, ours, rtol=1e-12, atol=1e-12)

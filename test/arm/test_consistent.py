"""The consistent arm is consistent, and no torque differs from the paper's."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.oracle import random_states

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm, Link, consistent_arm, rod_transfers, triangle_deficit
from puma560_dynamics.arm.consistent import LEAST_EXTENT, LEAST_MASS, possible_arm
from puma560_dynamics.errors import UnphysicalArmError


def test_every_link_is_consistent(arm: Arm):
    assert triangle_deficit(arm.links[2]) > 0
    for link in consistent_arm(arm).links:
        assert triangle_deficit(link) == 0.0
        assert np.linalg.eigvalsh(link.inertia)[0] > 0.0
        assert link.mass > 0.0


def test_every_torque_is_the_same(arm: Arm):
    states = random_states(np.random.default_rng(1), 500)
    one, two = (load_model("newton_euler", a).torque(*states) for a in (arm, consistent_arm(arm)))
    assert np.abs(one - two).max() < 1e-12 * np.abs(one).max()


def test_the_transfer_is_small_and_named(arm: Arm):
    (transfer,) = rod_transfers(arm)
    assert (transfer.link, transfer.parent) == ("link3", "link2")
    assert 0.5 * 0.0075 < transfer.moment < 0.004
    # Link 2 stays within the tolerance of table 6 (3 % of Ixx, 5 % of Iyy).
    change = np.abs(np.diag(consistent_arm(arm).links[1].inertia - arm.links[1].inertia))
    assert change[0] < arm.quantities["links.link2.inertia.0"].half_width
    assert change[1] < arm.quantities["links.link2.inertia.1"].half_width


def test_across_crossed_axes(arm: Arm):
    """The rod of link 4 lies along z4, which is not an axis of link 3's tensor's own kind."""
    thin = arm.links[3]
    links = list(consistent_arm(arm).links)
    links[3] = Link(thin.name, thin.mass, thin.center_of_gravity, np.diag([1.0e-3, 1.0e-3, 2.4e-3]))
    bad = arm.with_(links=tuple(links))
    states = random_states(np.random.default_rng(1), 100)
    one, two = (load_model("newton_euler", a).torque(*states) for a in (bad, consistent_arm(bad)))
    assert triangle_deficit(bad.links[3]) > 0
    assert triangle_deficit(consistent_arm(bad).links[3]) == 0
    assert np.abs(one - two).max() < 1e-12 * np.abs(one).max()


def test_what_no_rod_can_correct_keeps_its_numbers(arm: Arm):
    def with_link(index: int, inertia: tuple[float, ...], **changes: object) -> Arm:
        links = list(arm.links)
        old = links[index]
        links[index] = replace(Link(old.name, 1.0, np.zeros(3), np.diag(inertia)), **changes)  # type: ignore[arg-type]
        return arm.with_(links=tuple(links))

    for index, inertia in ((0, (0.1, 0.1, 0.5)), (3, (0.9, 0.1, 0.1))):
        given = with_link(index, inertia)
        found = consistent_arm(given)
        assert found.links[index] == given.links[index]
        assert found.links[2] == consistent_arm(arm).links[2]  # what rods can correct is corrected
    with pytest.raises(UnphysicalArmError, match="only the first link"):
        consistent_arm(with_link(3, (0.0, 0.1, 0.1), incomplete=("Ixx",)))


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

"""The consistent arm is consistent, and no torque differs from the paper's."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.oracle import random_states

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm, Link, consistent_arm, rod_transfers, triangle_deficit
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

"""The effect of a difference is the change of torque and inertia that this number causes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm.arm_alignment import aligned
from puma560_dynamics.arm.differences import differences
from puma560_dynamics.models.difference_effects import effect, effects, total_effects


def test_the_sign_of_a_center_of_gravity():
    """0.82 kg moved by 38 mm: at most m g 0.038 at joints 2 and 3."""
    akb = load_arm("akb1986")
    found = differences(akb, aligned(akb, load_arm("corke1995")).arm)
    sizes = effects(akb, found)
    by_name = {f"{each.part} {each.number}": size for each, size in zip(found, sizes, strict=True)}
    size = by_name["link4 center of gravity z"]
    limit = 0.82 * 9.81 * 0.038
    assert limit * 0.99 < size.gravity[1] <= limit + 1e-12
    np.testing.assert_array_equal(size.gravity[[0, 3, 4, 5]] < 1e-12, True)
    np.testing.assert_allclose(
        by_name["joint1 motor inertia"].inertia, [1.14 - 200e-6 * 62.6111**2, 0, 0, 0, 0, 0], atol=1e-12
    )
    assert not by_name["joint1 friction viscous"].gravity.any()


def test_the_whole_is_compared_at_the_same_poses():
    arm = load_arm("akb1986")
    other = arm.with_(gravity=2.0 * arm.gravity)
    poses = arm.poses(7)
    found = effect(arm, other, poses)
    np.testing.assert_allclose(found.gravity, np.abs(load_model("newton_euler", arm).gravity(poses)).max(axis=0))
    assert not found.inertia.any()


def test_each_difference_counts_alone():
    arm = load_arm("akb1986")
    links = list(arm.links)
    links[2] = replace(links[2], mass=5.8)
    links[1] = replace(links[1], mass=18.4)
    found = differences(arm, arm.with_(links=tuple(links)))
    one, two = effects(arm, found, 500)
    assert one.gravity[2] == 0.0
    assert two.gravity[2] == pytest.approx(9.81 * 0.07, rel=0.01)


def test_an_equivalent_set_of_inertias_differs_in_numbers_and_in_no_torque():
    """The URDF of the arm has other inertias of links 1 to 3, which no torque shows, and no motors."""
    arm = load_arm("akb1986")
    other = aligned(arm, load_arm(Path(__file__).parents[2] / "urdf" / "puma560.urdf")).arm
    whole, links = total_effects(arm, other)
    assert any(each.dynamic and "Ixx" in each.number for each in differences(arm, other))
    assert links.gravity.max() < 1e-12
    assert links.inertia.max() < 1e-12
    np.testing.assert_allclose(whole.inertia, arm.motor_inertia, atol=1e-12)

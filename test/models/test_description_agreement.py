"""Another robot of the same joint names is noticed; roundings, calibrations and a gripper are not another robot."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm

from puma560_dynamics import Payload, load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.models.description_agreement import description_difference, pinned

NONE = Payload()


def heavier(arm: Arm, factor: float) -> Arm:
    links = (replace(link, mass=factor * link.mass, inertia=factor * link.inertia) for link in arm.links)
    return arm.with_(links=tuple(links))


@pytest.fixture(scope="module")
def light() -> Arm:
    return load_arm(light_arm(fingers=False), tip="tool")


def test_an_arm_agrees_with_its_own_description(arm: Arm, light: Arm):
    assert description_difference(arm, load_arm(urdf(arm)), NONE) is None
    assert description_difference(light, load_arm(light_arm(fingers=False)), NONE) is None  # another tip


def test_links_of_other_masses_are_another_robot(arm: Arm, light: Arm):
    for one in (arm, light):
        words = description_difference(one, heavier(one, 0.4), NONE)
        assert words is not None and "its gravity torque is" in words and "a different robot" in words
        assert description_difference(one, heavier(one, 1.003), NONE) is None  # roundings


def test_another_inertia_at_the_same_masses_is_noticed(light: Arm):
    bulky = light.with_(links=tuple(replace(link, inertia=link.inertia + 0.5 * np.eye(3)) for link in light.links))
    words = description_difference(light, bulky, NONE)
    assert words is not None and "its inertia torque is" in words


def test_motor_inertia_is_not_compared(arm: Arm):
    """A description has none."""
    bare = arm.with_(motors=tuple(replace(motor, inertia=0.0) for motor in arm.motors))
    assert description_difference(arm, bare, NONE) is None


@pytest.mark.parametrize("change", [{"offset": 0.3}, {"a": 0.2}, {"alpha": np.pi / 3}])
def test_another_geometry_or_zero_is_noticed(arm: Arm, change: dict[str, float]):
    joints = list(arm.joints)
    joints[2] = replace(joints[2], **{name: getattr(joints[2], name) + value for name, value in change.items()})
    assert description_difference(arm, arm.with_(joints=tuple(joints)), NONE) is not None


def test_a_gripper_of_the_description_may_be_the_payload(arm: Arm):
    gripper = Payload(2.5, np.array([0.0, 0.0, 0.1]), link="link6")
    with_gripper = replace(arm.links[-1], mass=arm.links[-1].mass + 2.5)
    there = arm.with_(links=(*arm.links[:-1], replace(with_gripper, center_of_gravity=np.array([0.0, 0.0, 0.1]))))
    tolerance = 0.02 * arm.maximum_torque
    assert description_difference(arm, there, NONE, tolerance) is not None
    assert description_difference(arm, there, gripper, tolerance) is None
    assert description_difference(arm, arm, gripper, tolerance) is None  # the payload is not part of the description


def test_the_tolerance_is_in_newton_metres(arm: Arm):
    other = heavier(arm, 1.1)
    assert description_difference(arm, other, NONE, np.full(6, 0.1)) is not None
    assert description_difference(arm, other, NONE, np.full(6, 20.0)) is None


def test_a_mounting_of_the_arm_file_or_of_the_description_is_fine(arm: Arm):
    tilted = arm.with_(gravity_direction=np.array([0.6, 0.0, -0.8]))
    described = load_arm(urdf(arm))
    assert description_difference(tilted, described, NONE) is None
    mounted = described.with_(gravity_direction=tilted.gravity_direction)
    assert description_difference(tilted, mounted, NONE) is None


def test_a_pinned_arm_is_compared_by_its_axes_alone(tmp_path: Path, light: Arm):
    (tmp_path / "light.urdf").write_text(light_arm(fingers=False), encoding="utf-8")
    file = tmp_path / "mine.yaml"
    pinned_mass = "{mass: {value: 0.9, unit: kg}}"
    text = f"name: mine\nsource: mine\ndescription: light.urdf\ntip: tool\nlinks: {{upper: {pinned_mass}}}\n"
    file.write_text(text, encoding="utf-8")
    mine = load_arm(str(file))
    assert pinned(mine) and not pinned(light)
    assert description_difference(mine, light, NONE) is None
    joints = list(light.joints)
    joints[2] = replace(joints[2], a=joints[2].a + 0.1)
    words = description_difference(mine, light.with_(joints=tuple(joints)), NONE)
    assert words is not None and "the axes of" in words
    joints[2] = replace(light.joints[2], offset=light.joints[2].offset + 0.2)
    assert "its zero position differs" in str(description_difference(mine, light.with_(joints=tuple(joints)), NONE))

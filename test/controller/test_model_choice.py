"""The compiled model that the controller takes for a robot description: the one that was made for its numbers."""

from __future__ import annotations

import ctypes
import re
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from helpers.arm.descriptions import body, joint, light_arm
from helpers.arm.palletiser import NAMES as PALLETISER
from helpers.arm.palletiser import palletiser
from helpers.arm.two_arms import LEFT, two_arms
from helpers.control.described import READER, ROBOT, XML, needs_reader
from helpers.control.package_library import package_library

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.chosen_joints import arm_of_joints
from puma560_dynamics.arm.transform import rotation_x, rotation_y, rotation_z
from puma560_dynamics.controller.description_digest import description_digest, digests_of
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.emdeg import Selection

pytestmark = needs_reader
JOINTS = ("joint1", "joint2", "joint3", "joint4", "joint5", "joint6")
ROD = '<mimic joint="elbow"/><limit lower="-1" upper="1" effort="1" velocity="1"/>'
MOUNTED = """<link name="world"/><joint name="mounting" type="fixed"><parent link="world"/><child link="{base}"/>
<origin xyz="0.1 -0.2 0.3" rpy="0.4 -0.3 1.1"/></joint>"""


class Chosen(NamedTuple):
    """What the controller has chosen: 1 for a model, 0 for none, -1 with a sentence for several."""

    found: int
    text: str
    numbers: np.ndarray
    tip: np.ndarray

    @property
    def fields(self) -> list[str]:
        """Joints, base link, tip, last link, links that move, sentences on others."""
        return self.text.split(";")


class Choice:
    """Models of one arm."""

    def __init__(self, arm: Arm, folder: Path) -> None:
        assert XML is not None
        sources = [str(ROBOT / name) for name in READER]
        self.arm, self._loaded = arm, package_library(arm, "my_arm", folder, "model_choice.cpp", *sources, *XML)

    def of(self, text: str, *, joints: tuple[str, ...] = (), base: str = "", tip: str = "", copies: int = 1,
           digest: int = 0) -> Chosen:  # fmt: skip
        words, numbers = ctypes.create_string_buffer(4000), (ctypes.c_double * (21 + self.arm.n))()
        count = self._loaded.choose_model(
            text.encode(), ",".join(joints).encode(), base.encode(), tip.encode(), copies, ctypes.c_uint64(digest),
            words, ctypes.c_size_t(4000), numbers,
        )  # fmt: skip
        return Chosen(count, words.value.decode(), *np.split(np.array(numbers), [18 + self.arm.n]))

    def compared(self, text: str, joints: tuple[str, ...]) -> str:
        """Why a named model of these joints cannot be compared with a description; empty if it can."""
        words = ctypes.create_string_buffer(4000)
        self._loaded.compared(text.encode(), ",".join(joints).encode(), words, ctypes.c_size_t(4000))
        return words.value.decode()

    def difference(self, text: str, joints: tuple[str, ...], gravity: np.ndarray) -> list[str]:
        """Base link of the chosen model, and its difference from the description under given gravity."""
        words = ctypes.create_string_buffer(4000)
        self._loaded.compare_chosen(
            text.encode(), ",".join(joints).encode(), (ctypes.c_double * 3)(*gravity), words, ctypes.c_size_t(4000)
        )
        return words.value.decode().split(";")


@pytest.fixture(scope="module")
def choice(arm: Arm, tmp_path_factory: pytest.TempPathFactory) -> Choice:
    return Choice(arm, tmp_path_factory.mktemp("choice"))


@pytest.fixture(scope="module")
def text(arm: Arm) -> str:
    return urdf(arm)


def with_prefix(text: str, prefix: str) -> str:
    """Every link and joint with a prefix."""
    return re.sub(r'(<(?:link|joint|parent|child)[^>]*?(?:name|link)=")', rf"\g<1>{prefix}", text)


def mounted(text: str, base: str) -> str:
    """On a tilted stand."""
    return text.replace("</robot>", MOUNTED.format(base=base) + "</robot>")


def test_a_model_is_taken_for_the_description_that_it_is_made_for(choice: Choice, text: str, arm: Arm):
    chosen = choice.of(text)
    joints, base, tip, last, links, others = chosen.fields
    assert chosen.found == 1 and tuple(joints.split(",")) == JOINTS
    assert (base, tip, last, others) == ("base_link", arm.tip, "link6", "")
    assert set(links.split(",")) >= {"link1", "link6"}
    np.testing.assert_allclose(chosen.numbers[:9].reshape(3, 3), arm.base[:3, :3].T, atol=1e-12)
    np.testing.assert_allclose(chosen.numbers[12:15], arm.base_gravity, rtol=1e-12)
    assert choice.of(text, copies=0).found == 0


@pytest.mark.parametrize("change", [('<mass value="', '<mass value="1'), ('<origin xyz="0', '<origin xyz="1')])
def test_for_other_numbers_none_is_taken(choice: Choice, text: str, change: tuple[str, str]):
    assert change[0] in text
    chosen = choice.of(text.replace(*change))
    assert chosen.found == 0 and chosen.fields[-1] == ""


def test_names_limits_friction_and_motors_of_a_description_are_its_own(choice: Choice, text: str):
    assert choice.of(re.sub(r'effort="[^"]*"', 'effort="1.0"', text)).found == 1
    joints, base, tip, last, links, _ = choice.of(with_prefix(text, "left_")).fields
    assert joints.split(",") == [f"left_{joint}" for joint in JOINTS]
    assert (base, tip, last) == ("left_base_link", f"left_{choice.arm.tip}", "left_link6")
    assert all(link.startswith("left_") for link in links.split(",") if link)


def test_other_names_of_joints_are_named_as_the_reason(choice: Choice, text: str):
    chosen = choice.of(text.replace('"joint2"', '"shoulder"'))
    assert chosen.found == 0
    assert "model0 was made for this description, but the names of its joints differ by more than" in chosen.fields[-1]


@pytest.mark.parametrize("base", ["", "base_link"])
def test_on_a_tilted_stand_base_and_gravity_are_those_of_the_description(choice: Choice, text: str, base: str):
    stands = mounted(text, "base_link")
    chosen, arm = choice.of(stands, base=base), choice.arm
    assert chosen.found == 1 and chosen.fields[1] == (base or "world")
    turn, origin, gravity, vector = np.split(chosen.numbers[:18], [9, 12, 15])
    stand = np.eye(4)
    if not base:
        stand[:3, :3] = rotation_z(1.1) @ rotation_y(-0.3) @ rotation_x(0.4)
        stand[:3, 3] = 0.1, -0.2, 0.3
    pose = stand @ arm.base
    np.testing.assert_allclose(turn.reshape(3, 3), pose[:3, :3].T, atol=1e-12)
    np.testing.assert_allclose(origin, pose[:3, 3], atol=1e-12)
    np.testing.assert_allclose(vector, pose[:3, :3].T @ gravity, atol=1e-12)
    tilted = arm.with_(gravity_direction=arm.base[:3, :3] @ vector / 9.81, gravity=9.81)
    standing, q = load_model("newton_euler", load_arm(stands)), np.linspace(0.3, -0.9, arm.n)
    np.testing.assert_allclose(load_model("newton_euler", tilted).gravity(q), standing.gravity(q), rtol=1e-6, atol=1e-6)
    # gravity may then act on joints on which it does not act upright
    assert chosen.numbers[18] > choice.of(text).numbers[18]


def test_the_tip_is_that_of_the_parameter(choice: Choice, text: str):
    assert choice.of(text, tip="link6").fields[2] == "link6"


def test_a_model_that_was_made_on_one_stand_has_base_and_gravity_of_another(text: str, tmp_path: Path):
    """The mounting is no part of the digest, also where the base link of the model is the root."""
    made_on = mounted(text, "base_link")
    chosen, arm = Choice(load_arm(made_on), tmp_path).of(made_on.replace("0.4 -0.3", "0.5 -0.2")), load_arm(made_on)
    assert chosen.found == 1 and chosen.fields[1] == "world"
    turn, origin, gravity, vector = np.split(chosen.numbers[:18], [9, 12, 15])
    one, other = (rotation_z(1.1) @ rotation_y(pitch) @ rotation_x(roll) for roll, pitch in ((0.4, -0.3), (0.5, -0.2)))
    base = other @ one.T @ arm.base[:3, :3]
    np.testing.assert_allclose(turn.reshape(3, 3), base.T, atol=1e-12)
    np.testing.assert_allclose(origin, arm.base[:3, 3], atol=1e-12)  # on the axis about which the stand turns
    np.testing.assert_allclose(gravity, [0.0, 0.0, -9.81], atol=1e-12)
    np.testing.assert_allclose(vector, base.T @ gravity, atol=1e-12)


def test_places_of_massless_links_are_those_of_the_description(choice: Choice, text: str):
    """A payload is given in the frame of such a link, and they are no part of the digest."""
    tool = f'<link name="tool"/><joint name="tool" type="fixed"><parent link="{choice.arm.tip}"/><child link="tool"/>'
    chosen = choice.of(text.replace("</robot>", f'{tool}<origin xyz="0.1 0 0.2"/></joint></robot>'), tip="tool")
    assert chosen.found == 1 and chosen.fields[2] == "tool" and "tool" in chosen.fields[4].split(",")
    np.testing.assert_allclose(chosen.tip - choice.of(text).tip, [0.1, 0.0, 0.2], atol=1e-12)
    moved = re.sub(r'(<joint name="[^"]*" type="fixed">\s*<origin xyz=")[^"]*"', r'\g<1>0.3 0 0.2"', text)
    assert moved != text
    np.testing.assert_allclose(choice.of(moved, tip="tool0").tip - choice.of(moved).tip, [0.3, 0.0, 0.2], atol=1e-12)


def test_without_the_parameter_the_tip_is_the_last_link_as_without_a_model(text: str, tmp_path: Path):
    """Otherwise an installed model would move the payload."""
    arm = load_arm(text, tip="tool0")
    assert arm.tip == "tool0"
    assert Choice(arm, tmp_path).of(text).fields[2] == "link6"


def test_a_model_needs_the_link_of_its_first_joint(choice: Choice, text: str):
    chosen = choice.of(text.replace('"link1"', '"shoulder"'))
    assert chosen.found == 0 and "the link that its first joint moves has another name" in chosen.fields[-1]


def test_a_named_model_is_refused_for_a_description_with_joints_that_follow_its_own(choice: Choice):
    """No compiled model has followers, and held they would have another torque."""
    assert "joint level follows joint shoulder" in choice.compared(palletiser(), PALLETISER)
    light = ("pan", "lift", "elbow", "roll")
    assert choice.compared(light_arm(), light) == ""  # a finger follows another, and both are held
    bare = light_arm(more='<link name="bar"/>' + joint("rod", "upper", "bar", "0 1 0", "0 0 0", more=ROD))
    assert choice.compared(bare, light) == ""
    follows = bare.replace('<link name="bar"/>', f'<link name="bar">{body(0.1, 0.1)}</link>')
    assert "joint rod follows joint elbow" in choice.compared(follows, light)


def test_a_model_on_a_torso_is_compared_under_the_gravity_that_is_given_in_the_frame_of_the_torso(tmp_path: Path):
    """The position of the joint below it is unknown, and its frame is not parallel to the root."""
    text = two_arms("revolute").replace('<origin xyz="0 0.1 0.3"/>', '<origin xyz="0 0.1 0.3" rpy="1.5 0.2 0"/>', 1)
    model = Choice(arm_of_joints(Selection(two_arms()), LEFT), tmp_path)
    tilted = np.array([-7.0, -6.9, 0.0])
    assert model.difference(text, tuple(LEFT), tilted) == ["torso", ""]


def test_two_models_that_fit_are_refused_by_name(choice: Choice, text: str):
    chosen = choice.of(text, copies=2)
    assert chosen.found == -1
    assert chosen.text.startswith("the models model0 and model1 were made for this robot description; name one")


def test_of_two_models_that_fit_the_one_with_the_names_of_the_description_is_taken(choice: Choice, text: str):
    """As for equal arms, left and right, which have a package each."""
    for prefix in ("", "left_"):
        assert choice.of(with_prefix(text, prefix), copies=-2).found == 1
    assert choice.of(with_prefix(text, "right_"), copies=-2).found == -1


def test_one_arm_of_two_has_its_model(choice: Choice, text: str):
    """Joints name it; the other arm, of the same numbers, does not matter."""
    body = re.search(r"<robot[^>]*>(.*)</robot>", text, re.DOTALL)
    assert body is not None
    both = f'<robot name="two">{with_prefix(body[1], "left_")}{with_prefix(body[1], "right_")}'
    both += '<joint name="stand" type="fixed"><parent link="world"/><child link="left_base_link"/></joint></robot>'
    both = mounted(both, "right_base_link")
    both = re.sub(r"<ros2_control.*?</ros2_control>", "", both, flags=re.DOTALL)
    for side in ("left", "right"):
        chosen = choice.of(both, joints=tuple(f"{side}_{joint}" for joint in JOINTS))
        assert chosen.found == 1, chosen.text
        assert chosen.fields[2] == f"{side}_{choice.arm.tip}" and chosen.fields[1] == "world"


def test_the_model_of_a_left_arm_is_that_of_an_equal_right_arm(text: str, tmp_path: Path):
    left = Choice(load_arm(with_prefix(text, "left_")), tmp_path)
    joints, base, tip, last, links, _ = left.of(with_prefix(text, "right_")).fields
    assert joints.split(",") == [f"right_{joint}" for joint in JOINTS]
    assert (base, tip, last) == ("right_base_link", f"right_{left.arm.tip.removeprefix('left_')}", "right_link6")
    assert all(link.startswith("right_") for link in links.split(",") if link)
    assert left.of(with_prefix(text, "left_")).fields[0] == ",".join(f"left_{joint}" for joint in JOINTS)
    assert left.of(text).fields[0] == ",".join(JOINTS)


def test_a_model_is_made_for_the_description_of_its_arm_and_for_the_urdf_that_is_generated_from_it():
    text = light_arm(fingers=False)
    arm = load_arm(text)
    assert set(digests_of(arm)) == {description_digest(each, arm.joint_names) for each in (text, urdf(arm))}
    assert len(digests_of(load_arm("akb1986"))) == 1

"""The arms that the controllers of a file move, and the description with which all of them are simulated."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from helpers.arm.two_arms import LEFT, RIGHT, two_arms

from puma560_dynamics.errors import ArmFileError, LaunchError, UrdfError
from puma560_dynamics.launching.controlled_arms import controlled_arms, read_robot, simulated_description

CONTROLLERS: dict[str, dict[str, object]] = {
    "left_arm": {"joints": LEFT, "mode": "feedforward"},
    "right_arm": {"joints": RIGHT},
}


def file_of(folder: Path, controllers: Mapping[str, Mapping[str, object]]) -> str:
    """A controllers' file."""
    path = folder / "controllers.yaml"
    path.write_text(yaml.safe_dump({f"/**/{name}": {"ros__parameters": own} for name, own in controllers.items()}))
    return str(path)


def test_each_controller_has_the_arm_of_its_joints(tmp_path: Path):
    found = controlled_arms(two_arms(), file_of(tmp_path, CONTROLLERS), ["right_arm", "left_arm"])
    assert [one.controller for one in found] == ["right_arm", "left_arm"]
    assert [list(one.arm.joint_names) for one in found] == [RIGHT, LEFT]
    assert found[1].part == {"base": "", "tip": "", "joints": LEFT}


def test_an_arm_may_be_given_by_its_ends(tmp_path: Path):
    """A lift below both arms is no part of them."""
    text = two_arms(lift="revolute")
    tip = controlled_arms(two_arms(), file_of(tmp_path, CONTROLLERS), ["right_arm"])[0].arm.links[-1].name
    given = {"right_arm": {"base": "torso", "tip": tip, "joints": [""]}}
    (one,) = controlled_arms(text, file_of(tmp_path, given), ["right_arm"])
    assert list(one.arm.joint_names) == RIGHT
    assert one.part == {"base": "torso", "tip": tip, "joints": [""]}


@pytest.mark.parametrize(
    ("right", "error", "words"),
    [
        (LEFT[:2], LaunchError, "left_arm and right_arm both move left_joint1, left_joint2; give each"),
        (["elbow"], ArmFileError, "right_arm in .*controllers.yaml: .*it has no moving joints elbow"),
        ([], ArmFileError, "right_arm in .*controllers.yaml: "),
    ],
)
def test_joints_that_are_no_arm_are_refused(right: list[str], error: type[Exception], words: str, tmp_path: Path):
    file = file_of(tmp_path, CONTROLLERS | {"right_arm": {"joints": right}})
    with pytest.raises(error, match=words):
        controlled_arms(two_arms(), file, ["left_arm", "right_arm"])


def test_the_simulated_description_has_a_system_for_each_arm(tmp_path: Path):
    own = '<ros2_control name="real" type="system"><joint name="left_joint1"/></ros2_control>'
    text = two_arms().replace("</robot>", f"{own}</robot>")
    given = CONTROLLERS | {"right_arm": {"joints": RIGHT, "driver": "kuka_fri"}}
    arms = controlled_arms(text, file_of(tmp_path, given), ["left_arm", "right_arm"])
    described = simulated_description(text, arms, lambda one: {"joint_states_topic": f"/{one.controller}/states"})
    systems = ElementTree.fromstring(described).findall("ros2_control")
    assert [system.get("name") for system in systems] == ["left_arm", "right_arm"]
    assert [[joint.get("name") for joint in system.iter("joint")] for system in systems] == [LEFT, RIGHT]
    commands = [{one.get("name") for one in system.iter("command_interface")} for system in systems]
    assert commands == [{"effort"}, {"effort", "position"}]
    for system in systems:
        parameters = {one.get("name"): one.text for one in system.findall("hardware/param")}
        assert parameters["joint_states_topic"] == f"/{system.get('name')}/states"
        assert parameters["trigger_joint_command_threshold"] == "-1"
    again = controlled_arms(described, file_of(tmp_path, given), ["left_arm"])
    assert again[0].arm.exact_chain.digest == arms[0].arm.exact_chain.digest


def test_what_is_read_is_a_description(tmp_path: Path):
    path = tmp_path / "robot.urdf"
    path.write_text(two_arms(), encoding="utf-8")
    assert read_robot(str(path)) == two_arms()
    path.write_text("<robot/>", encoding="utf-8")
    with pytest.raises(UrdfError, match="has no <link>"):
        read_robot(str(path))
    with pytest.raises(LaunchError, match=r"arm:=akb1986 cannot be read .* with controllers:= give the path of a URDF"):
        read_robot("akb1986")

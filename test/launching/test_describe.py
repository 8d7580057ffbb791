"""The description of an arm file: everything in it from that file, every refusal one sentence."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from puma560_dynamics.arm import load_arm
from puma560_dynamics.description.mjcf import mjcf
from puma560_dynamics.errors import ArmFileError, MissingDependencyError, UrdfError
from puma560_dynamics.files import share_file
from puma560_dynamics.launching.describe import describe

xacro = pytest.importorskip("xacro", reason="needs xacro (pip install '.[test]')")


def normal(text: str) -> str:
    """Without comments and layout."""
    return ElementTree.canonicalize(text, strip_text=True)


@pytest.fixture
def strong_arm(tmp_path: Path) -> Path:
    """An arm file with a different motor at joint 1 and a heavier link 2."""
    data = yaml.safe_load(share_file("config", "akb1986.yaml").read_text(encoding="utf-8"))
    data["motors"]["joint1"]["maximum_torque"] = 123.0
    data["links"]["link2"]["mass"] = 20.0
    path = tmp_path / "my arm.yaml"
    path.write_text(yaml.safe_dump(data), encoding="utf-8")
    return path


def test_the_arm_of_the_paper_is_the_checked_in_description():
    expected = xacro.process_file(str(share_file("urdf", "puma560.urdf.xacro")), mappings={"hardware": "topic"})
    assert normal(describe(hardware="topic")) == normal(expected.toxml())


def test_an_arm_file_reaches_link_limit_and_command_interface(strong_arm: Path):
    root = ElementTree.fromstring(describe(str(strong_arm), hardware="topic"))
    assert root.find("link[@name='link2']/inertial/mass").get("value") == "20.0"  # type: ignore[union-attr]
    assert root.find("joint[@name='joint1']/limit").get("effort") == "123.0"  # type: ignore[union-attr]
    assert root.findtext("ros2_control/joint[@name='joint1']/command_interface/param[@name='max']") == "123.0"


def test_mujoco_gets_the_model_of_the_same_arm(strong_arm: Path):
    root = ElementTree.fromstring(describe(str(strong_arm), hardware="mujoco"))
    path = Path(str(root.findtext("ros2_control/hardware/param[@name='mujoco_model']")))
    assert path.read_text(encoding="utf-8") == mjcf(load_arm(strong_arm))
    given = ElementTree.fromstring(describe(hardware="mujoco", mujoco_model="/a/scene.xml"))
    assert given.findtext("ros2_control/hardware/param[@name='mujoco_model']") == "/a/scene.xml"


def test_empty_arguments_are_left_out():
    assert normal(describe(xyz="", rpy="", real_plugin="")) == normal(describe())


def test_a_refusal_is_the_sentence_of_the_description():
    with pytest.raises(UrdfError, match=r"^robot description: hardware 'real' needs real_plugin, .* names it$"):
        describe(hardware="real")
    with pytest.raises(ArmFileError, match="does not exist"):
        describe("nowhere.yaml")


def test_a_mounting_that_contradicts_the_arm_file_is_refused(tmp_path: Path):
    """The torque is computed by the arm file's gravity: the description must not show another."""
    data = yaml.safe_load(share_file("config", "akb1986.yaml").read_text(encoding="utf-8"))
    wall = tmp_path / "wall.yaml"
    wall.write_text(yaml.safe_dump({**data, "gravity_direction": [1.0, 0.0, 0.0]}), encoding="utf-8")
    describe(rpy="0 0 1.2")  # a yaw turns no gravity
    describe(str(wall), rpy="0.0 1.5707963 0.0")
    for arm, rpy in ((str(wall), "0 0 0"), ("akb1986", "0.1 0 0"), (str(wall), "0 -1.5707963 0")):
        with pytest.raises(UrdfError, match="leave rpy out"):
            describe(arm, rpy=rpy)
    with pytest.raises(UrdfError, match="expected roll, pitch and yaw"):
        describe(rpy="0 0")
    origin = ElementTree.fromstring(describe(str(wall))).find("joint[@name='base_joint']/origin")
    assert origin is not None
    assert [float(word) for word in str(origin.get("rpy")).split()] == pytest.approx([0.0, math.pi / 2, 0.0])


def test_a_missing_xacro_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "xacro", None)
    with pytest.raises(MissingDependencyError, match="pip install xacro"):
        describe()

"""The generated macro file: expanded, it is the URDF of the same arm, wherever it is mounted."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm
from helpers.arm.palletiser import palletiser

from puma560_dynamics.arm import load_arm
from puma560_dynamics.arm.transform import rotation_x, rotation_y, rotation_z
from puma560_dynamics.description.urdf import standard_part
from puma560_dynamics.description.urdf_xacro import MACRO, mounting_rpy, xacro_macro

xacro = pytest.importorskip("xacro", reason="needs xacro (pip install '.[test]')")

ARM = load_arm("akb1986")
CHECKED_IN = Path(__file__).resolve().parents[2] / "urdf" / "puma560_macro.xacro"
USE = """<robot name="cell" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:include filename="{macro}"/>
  <link name="table"/>
  {calls}
  <data joints="${{puma560_joints}}" height="${{puma560_shoulder_height}}"/>
</robot>
"""
CALL = '<xacro:puma560_arm prefix="{prefix}" parent="table"><origin xyz="1 2 3" rpy="0 0 0.5"/></xacro:puma560_arm>'


def expand(folder: Path, *prefixes: str, macro: str = "") -> ElementTree.Element:
    (folder / "macro.xacro").write_text(macro or xacro_macro(ARM), encoding="utf-8")
    calls = "".join(CALL.format(prefix=prefix) for prefix in prefixes)
    (folder / "cell.xacro").write_text(USE.format(macro="macro.xacro", calls=calls), encoding="utf-8")
    return ElementTree.fromstring(xacro.process_file(str(folder / "cell.xacro")).toxml())


def shape(element: ElementTree.Element) -> object:
    """Tag, attributes and children, whatever the layout."""
    return element.tag, dict(element.attrib), (element.text or "").strip(), [shape(child) for child in element]


def test_the_checked_in_file_is_up_to_date():
    assert CHECKED_IN.read_bytes() == xacro_macro(ARM).encode(), "run `make generate`"


@pytest.mark.parametrize("inertia", ["consistent", "paper"])
def test_expanded_it_is_the_urdf_to_the_last_digit(tmp_path: Path, inertia: str):
    root = expand(tmp_path, "", macro=xacro_macro(ARM, inertia=inertia))
    mounting = root.find("joint[@name='base_joint']")
    ours = [element for element in root if element.tag in {"link", "joint"} and element is not mounting]
    expected = [element for element in standard_part(ARM, inertia=inertia) if element.tag in {"link", "joint"}]
    assert [shape(element) for element in ours if element.get("name") != "table"] == [shape(e) for e in expected]


def test_mounting_and_prefixes(tmp_path: Path):
    root = expand(tmp_path, "left_", "right_")
    names = [element.get("name") for kind in ("link", "joint") for element in root.findall(kind)]
    assert len(names) == len(set(names)) == 1 + 2 * (8 + 8)
    assert all(str(name).startswith(("left_", "right_")) for name in names if name != "table")
    mounting = root.find("joint[@name='left_base_joint']")
    assert mounting is not None and mounting.get("type") == "fixed"
    assert [(child.tag, dict(child.attrib)) for child in mounting] == [
        ("origin", {"xyz": "1 2 3", "rpy": "0 0 0.5"}),
        ("parent", {"link": "table"}),
        ("child", {"link": "left_base_link"}),
    ]
    links = {link.get("name") for link in root.findall("link")}
    for joint in root.findall("joint"):
        assert {joint.find(end).get("link") for end in ("parent", "child")} <= links  # type: ignore[union-attr]
    assert len(root.findall("material")) == 3


def test_properties_for_other_xacro_files_are_the_arms(tmp_path: Path):
    data = expand(tmp_path, "").find("data")
    assert data is not None
    joints = eval(str(data.get("joints")))  # xacro prints a list as Python does
    for entry, joint, motor in zip(joints, ARM.joints, ARM.motors, strict=True):
        assert entry == {
            "name": joint.name,
            "lower": joint.lower,
            "upper": joint.upper,
            "velocity": joint.velocity,
            "effort": motor.maximum_torque,
            "motor_inertia": motor.inertia,
            "gear_ratio": motor.gear_ratio,
        }
    lowest = min(
        float(str(origin.get("xyz")).split()[2]) - 0.5 * float(str(cylinder.get("length")))
        for body in standard_part(ARM).findall("link[@name='base_link']/visual")
        for origin, cylinder in [(body.find("origin"), body.find("geometry/cylinder"))]
        if origin is not None and cylinder is not None
    )
    assert float(str(data.get("height"))) == pytest.approx(-lowest)  # the pedestal stands on the floor


def test_joints_that_mimic_others_have_the_prefix_of_these(tmp_path: Path):
    root = expand(tmp_path, "left_", macro=xacro_macro(load_arm(palletiser())))
    mimic = root.find("joint[@name='left_wrist']/mimic")
    assert mimic is not None and mimic.get("joint") == "left_elbow"
    assert len(root.findall("joint/mimic")) == 2


def test_a_continuous_joint_has_no_limits(tmp_path: Path):
    arm = load_arm(light_arm(fingers=False, last="continuous"))
    root = expand(tmp_path, "left_", macro=xacro_macro(arm))
    joint = root.find("joint[@name='left_roll']")
    assert joint is not None and joint.get("type") == "continuous"
    assert set(joint.find("limit").attrib) == {"effort", "velocity"}  # type: ignore[union-attr]
    data = root.find("data")
    assert data is not None
    limits = [(entry["lower"], entry["upper"]) for entry in eval(str(data.get("joints")))]
    assert limits == [(-2.5, 2.5)] * 3 + [(None, None)]


@pytest.mark.parametrize(
    "direction", [(0.0, 0.0, -1.0), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.48, -0.6, 0.64)]
)
def test_the_mounting_turns_gravity_as_the_arm_file_has_it(direction: tuple[float, float, float]):
    roll, pitch, yaw = mounting_rpy(ARM.with_(gravity_direction=np.array(direction)))
    turn = rotation_z(yaw) @ rotation_y(pitch) @ rotation_x(roll)
    np.testing.assert_allclose(turn.T @ [0.0, 0.0, -1.0], direction, rtol=0, atol=1e-15)


def test_the_macro_is_named_as_the_call():
    assert f'name="{MACRO}"' in xacro_macro(ARM)

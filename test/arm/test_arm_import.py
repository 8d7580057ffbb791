"""The arm file that is written on a description: it reads back as the same arm, and its comments can be used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from helpers.arm.descriptions import light_arm
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics import load_arm
from puma560_dynamics.arm.arm_file import arm_of
from puma560_dynamics.arm.arm_import import arm_import, yaml_name


def test_as_it_is_written_it_is_the_arm_of_the_description(tmp_path: Path):
    source, output = tmp_path / "a" / "light.urdf", tmp_path / "b" / "my arm.yaml"
    for folder in (source.parent, output.parent):
        folder.mkdir()
    source.write_text(light_arm())
    arm = load_arm(source, hold=["*_finger"], tip="tool")
    output.write_text(arm_import(arm, output))
    again = load_arm(output)
    assert (again.joints, again.motors, again.remarks) == (arm.joints, arm.motors, arm.remarks)
    assert again.origin == arm.origin
    assert yaml.safe_load(output.read_text())["description"] == "../a/light.urdf"


def test_every_remark_and_every_number_of_each_joint_is_there():
    arm = load_arm(light_arm(effort="0"), hold=["*_finger"])
    text = arm_import(arm, Path("/x/arm.yaml"), {"lift": {"maximum_torque": 12.0}})
    for remark in arm.remarks:
        assert f"# - {remark}" in text
    for key in ("inertia", "gear_ratio", "maximum_torque", "torque_constant", "coulomb_positive", "viscous", "lower"):
        assert text.count(f"    # {key}:") == arm.n
    assert "maximum_torque: {value: 12, unit: N m}" in text
    assert "12 is assumed, not measured" in text


def test_every_commented_line_is_accepted_once_its_mark_is_removed(tmp_path: Path):
    """Also of a joint that slides, and of one that turns without end."""
    slide = re.sub(r'(<joint name="elbow" type=)"revolute"', r'\1"prismatic"', light_arm(last="continuous"))
    arm = load_arm(slide, hold=["*_finger"])
    output = tmp_path / "arm.yaml"
    text = re.sub(r"^( {4})# (\w+: \{)", r"\1\2", arm_import(arm, output), flags=re.MULTILINE)
    output.write_text(text)
    filled = load_arm(output)
    assert filled.motors[2].gear_ratio == 100.0
    assert filled.quantities["motors.elbow.inertia"].unit == "kg"
    assert filled.joints[3].continuous
    assert set(filled.quantities) >= {f"friction.{name}.viscous" for name in arm.joint_names}


@given(st.floats(1e-300, 9e7), st.floats(1e-9, 9e8))
def test_numbers_of_any_magnitude_are_read_back(effort: float, mass: float):
    text = light_arm(effort=repr(effort)).replace('mass value="0.25"', f'mass value="{mass!r}"')
    arm = load_arm(text, hold=["*_finger"])
    output = Path("arm.yaml")
    written = re.sub(r"^( {4})# (\w+: \{)", r"\1\2", arm_import(arm, output), flags=re.MULTILINE)
    filled = arm_of(yaml.safe_load(written), output)
    for key, old in (("motors.lift.maximum_torque", effort), ("links.hand.mass", arm.links[-1].mass)):
        assert filled.quantities[key].value == float(f"{old:.6g}")


@pytest.mark.parametrize("name", ["joint1", "/robot/joint", "a: b", "true", "1", "*x*", 'q"', "ä b", "x-y.z"])
def test_any_name_is_a_yaml_scalar(name: str):
    assert yaml.safe_load(f"{yaml_name(name)}: {{x: [{yaml_name(name)}]}}") == {name: {"x": [name]}}

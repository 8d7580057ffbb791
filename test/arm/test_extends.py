"""Arm files that change another one: what is given is new, everything else is that of the other file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from puma560_dynamics import ArmFileError, load_arm
from puma560_dynamics.arm.arm_file import arm_tree, merged

URDF = """<robot name="one"><link name="base"/><link name="link">
<inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="link"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="10" velocity="2"/></joint></robot>"""


def written(path: Path, tree: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(yaml.safe_dump(tree), encoding="utf-8")
    return path


def test_what_is_not_given_is_that_of_the_other_file(tmp_path: Path):
    path = written(
        tmp_path / "mine.yaml",
        {
            "extends": "akb1986",
            "motors": {"joint2": {"maximum_torque": 150.0}},
            "links": {"link6": {"mass": {"value": 90.0, "unit": "g"}}},
        },
    )
    mine, other = load_arm(path), load_arm("akb1986")
    assert mine.name == "mine"
    torque = [motor.maximum_torque for motor in mine.motors]
    assert torque == [150.0 if i == 1 else motor.maximum_torque for i, motor in enumerate(other.motors)]
    np.testing.assert_array_equal(mine.motor_inertia, other.motor_inertia)
    assert mine.links[5].mass == pytest.approx(other.links[5].mass)
    np.testing.assert_array_equal(mine.links[5].inertia, other.links[5].inertia)
    assert "extends" not in arm_tree(path)


def test_a_number_is_replaced_with_its_tolerance():
    """The tolerance that a file prints belongs to the number next to it, and to no other."""
    below: dict[str, Any] = {
        "links": {"link2": {"mass": {"value": 17.4, "unit": "kg", "tolerance": "±1%"}, "center": [1]}}
    }
    above = {"links": {"link2": {"mass": {"value": 18.0, "unit": "kg"}}}}
    assert merged(below, above) == {"links": {"link2": {"mass": {"value": 18.0, "unit": "kg"}, "center": [1]}}}
    assert merged(below, {"links": {"link2": {"mass": 18.0}}})["links"]["link2"]["mass"] == 18.0
    assert below["links"]["link2"]["mass"]["value"] == 17.4


def test_files_extend_each_other_in_a_row_by_relative_paths(tmp_path: Path):
    written(tmp_path / "base" / "first.yaml", {"extends": "akb1986", "gravity": 9.8})
    last = written(tmp_path / "last.yaml", {"extends": "base/first.yaml", "name": "named"})
    assert load_arm(last).gravity == 9.8
    assert load_arm(last).name == "named"


def test_a_description_is_found_from_the_file_that_names_it(tmp_path: Path):
    (tmp_path / "robot").mkdir()
    (tmp_path / "robot" / "one.urdf").write_text(URDF, encoding="utf-8")
    written(tmp_path / "robot" / "arm.yaml", {"description": "one.urdf"})
    mine = written(tmp_path / "mine.yaml", {"extends": "robot/arm.yaml", "motors": {"turn": {"inertia": 0.5}}})
    assert load_arm(mine).links[0].mass == 2.0
    assert load_arm(mine).motors[0].inertia == 0.5


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("mine.yaml", "extends itself"),
        ("nobody", "'nobody' is not known"),
        (3, "expected the name of an arm"),
        ("x" * 5000, "extends|is not known"),  # Python 3.14 and newer find no file, older ones refuse the name
        ("list.yaml", "is not an arm file"),
    ],
)
def test_what_extends_no_arm_is_refused(tmp_path: Path, name: object, words: str):
    written(tmp_path / "list.yaml", [1, 2])
    with pytest.raises(ArmFileError, match=words):
        load_arm(written(tmp_path / "mine.yaml", {"extends": name}))


def test_a_row_of_files_that_ends_in_itself_is_refused(tmp_path: Path):
    written(tmp_path / "a.yaml", {"extends": "b.yaml"})
    with pytest.raises(ArmFileError, match="extends itself"):
        load_arm(written(tmp_path / "b.yaml", {"extends": "a.yaml"}))

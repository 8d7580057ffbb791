"""The arm's values; what the paper's arm holds is in test_arm_file.py."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.parts import DAC_STEPS
from puma560_dynamics.errors import ArmFileError
from puma560_dynamics.files import share_file


def test_with_leaves_the_original_alone(arm: Arm):
    moon = arm.with_(gravity=1.62)
    assert (moon.gravity, arm.gravity) == (1.62, 9.81)
    assert moon.links is arm.links


def test_arrays_by_joint(arm: Arm):
    assert arm.n == 6
    assert arm.joint_names == tuple(f"joint{i}" for i in range(1, 7))
    assert arm.lower.shape == arm.upper.shape == arm.velocity.shape == (6,)
    assert (arm.lower < arm.upper).all()
    np.testing.assert_allclose(arm.torque_resolution * DAC_STEPS, arm.maximum_torque)


def changed(tmp_path: Path, joint: str, **entry: object) -> Path:
    """The paper's file with one rotor's entry changed."""
    data = yaml.safe_load(share_file("config", "akb1986.yaml").read_text(encoding="utf-8"))
    data["rotors"][joint].update(entry)
    path = tmp_path / "arm.yaml"
    path.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    return path


def test_motors_of_the_paper_ride_in_links_two_and_three(arm: Arm):
    assert [rotor.carrier for rotor in arm.rotors] == [0, 2, 2, 3, 3, 3]
    assert all(np.linalg.norm(rotor.axis) == 1.0 for rotor in arm.rotors)
    assert "assumed" in arm.quantities["rotors.joint2.axis.0"].source
    with pytest.raises(ValueError, match="read-only"):
        arm.rotors[0].axis[0] = 1.0


def test_without_the_section(tmp_path: Path):
    data = yaml.safe_load(share_file("config", "akb1986.yaml").read_text(encoding="utf-8"))
    del data["rotors"]
    path = tmp_path / "arm.yaml"
    path.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    assert load_arm(path).rotors == ()


@pytest.mark.parametrize(
    ("joint", "entry", "words"),
    [
        ("joint2", {"carried_by": "link3"}, "rotors.joint2.carried_by: expected one of"),
        ("joint2", {"carried_by": 2}, "rotors.joint2.carried_by: expected one of"),
        ("joint3", {"axis": [1, 1, 0]}, "rotors.joint3.axis: expected a vector of length 1"),
        ("joint3", {"axis": [1, 0]}, "expected 3 number"),
        ("joint4", {"speed": 3}, "unknown entry"),
    ],
)
def test_what_cannot_be(joint: str, entry: dict[str, object], words: str, tmp_path: Path):
    with pytest.raises(ArmFileError, match=words):
        load_arm(changed(tmp_path, joint, **entry))

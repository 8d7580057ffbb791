"""Numbers at the motor count G² (inertia, viscous friction) or the magnitude of G (torques) at the joint."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers.arm.standard_files import arm_tree, rows

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm, JointFriction
from puma560_dynamics.errors import ArmFileError

RATIO = -50.0
AT_MOTOR = {"motor_viscous": 1e-3, "motor_coulomb_positive": 0.02, "motor_coulomb_negative": 0.03, "offset": 0.4}


def arm(tmp_path: Path, motor: dict[str, Any], friction: dict[str, Any] | None = None) -> Arm:
    """Read an arm whose joints have this motor and this friction."""
    tree = arm_tree(rows(1))
    names = list(tree["joints"])
    other = {key: entry for key, entry in tree["motors"]["joint1"].items() if key not in ("inertia", "gear_ratio")}
    tree["motors"] = {name: {**other, **motor} for name in names}
    tree |= {"friction": dict.fromkeys(names, friction)} if friction else {}
    path = tmp_path / "arm.yaml"
    path.write_text(yaml.safe_dump(tree, sort_keys=False), encoding="utf-8")
    return load_arm(path)


def test_numbers_at_the_motor_are_converted_with_their_tolerances(tmp_path: Path):
    given = {"value": 2e-4, "unit": "kg m^2", "tolerance": "±1e-5 + 10%", "source": "data sheet"}
    found = arm(tmp_path, {"rotor_inertia": given, "gear_ratio": RATIO}, AT_MOTOR)
    assert found.motors[0].inertia == pytest.approx(0.5, rel=1e-15)
    quantity = found.quantities["motors.joint1.inertia"]
    assert quantity.value == found.motors[0].inertia
    assert quantity.half_width == pytest.approx(1e-5 * 2500 + 0.05)
    assert quantity.source == "data sheet; at the motor 0.0002, at the joint times 2500"
    assert found.friction[0] == JointFriction(1.0, 1.5, 2.5, 0.4)


@pytest.mark.parametrize(
    ("motor", "friction", "words"),
    [
        ({"rotor_inertia": 1e-4}, None, r"motors.joint1: rotor_inertia is a number at the motor; give the gear_ratio"),
        (
            {"rotor_inertia": 1e-4, "inertia": 1, "gear_ratio": 50},
            None,
            "same number on two sides of the gear; give one",
        ),
        ({"rotor_inertia": 1e-4, "gear_ratio": 0}, None, "give the gear_ratio"),
        ({"gear_ratio": 50}, None, r"motors.joint1: missing inertia"),
        ({"inertia": 1, "gear_ratio": 50, "motor_viscous": 1}, None, "unknown entry motor_viscous"),
        ({"inertia": 1, "gear_ratio": 50}, {**AT_MOTOR, "viscous": 1}, r"friction.joint1: motor_viscous and viscous"),
    ],
)
def test_what_is_refused(motor: dict[str, Any], friction: dict[str, Any] | None, words: str, tmp_path: Path):
    with pytest.raises(ArmFileError, match=words):
        arm(tmp_path, motor, friction)


def test_a_number_at_the_joint_replaces_that_at_the_motor(tmp_path: Path):
    """An identified file that extends one with numbers at the motor has the numbers at the joint."""
    path = tmp_path / "mine.yaml"
    path.write_text("extends: corke1995\nmotors: {joint1: {inertia: 0.9}}\nfriction: {joint1: {viscous: 3.0}}\n")
    mine, before = load_arm(path), load_arm("corke1995")
    assert (mine.motors[0].inertia, mine.friction[0].viscous) == (0.9, 3.0)
    assert mine.friction[0].coulomb_positive == before.friction[0].coulomb_positive
    assert mine.motors[1] == before.motors[1]
    path.write_text("extends: akb1986\nmotors: {joint1: {rotor_inertia: 1.0e-4}}\n")
    assert load_arm(path).motors[0].inertia == pytest.approx(1e-4 * 62.61**2)


def test_a_description_does_not_give_a_ratio(tmp_path: Path):
    """The ratio of a motor in a description is 1 because it is unknown; a rotor needs the true one."""
    path = tmp_path / "mine.yaml"
    urdf = Path(__file__).parents[2] / "urdf" / "puma560.urdf"
    path.write_text(f"description: {urdf}\nmotors: {{joint1: {{rotor_inertia: 1.0e-4, gear_ratio: 60}}}}\n")
    assert load_arm(path).motors[0].inertia == pytest.approx(0.36)
    path.write_text(f"description: {urdf}\nmotors: {{joint1: {{rotor_inertia: 1.0e-4}}}}\n")
    with pytest.raises(ArmFileError, match="give the gear_ratio"):
        load_arm(path)

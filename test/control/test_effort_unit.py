"""From torque to the current of motors: by parameters, or by the motors of the arm file; never by a guess."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm

from puma560_dynamics import Arm, load_arm
from puma560_dynamics.control.effort_unit import effort_per_torque
from puma560_dynamics.errors import StateError

CONSTANTS = (0.11, 0.12, 0.13, 0.14)
RATIOS = (100.0, -50.0, 80.0, 60.0)


@pytest.fixture
def described(tmp_path: Path) -> Arm:
    """Motors with constants and gear ratios in an arm file on a description."""
    (tmp_path / "light.urdf").write_text(light_arm(fingers=False), encoding="utf-8")
    motors = "".join(
        f"  {name}: {{torque_constant: {constant}, gear_ratio: {ratio}}}\n"
        for name, constant, ratio in zip(("pan", "lift", "elbow", "roll"), CONSTANTS, RATIOS, strict=True)
    )
    (tmp_path / "light.yaml").write_text(f"description: light.urdf\nmotors:\n{motors}", encoding="utf-8")
    return load_arm(tmp_path / "light.yaml")


def current(**given: object) -> dict[str, object]:
    return {"effort_unit": "current", "current_per_torque": [0.0], **given}


def test_torque_is_sent_as_it_is(described: Arm):
    assert effort_per_torque(described, current(effort_unit="torque")).tolist() == [1.0] * 4


def test_the_motors_of_the_arm_file_give_the_current(described: Arm):
    """The power of motor and joint is the same: K i q̇_m = τ q̇ with q̇_m = N q̇."""
    scale = effort_per_torque(described, current())
    torque, qd = np.array([3.0, -2.0, 1.0, 0.5]), np.array([1.0, 2.0, -1.0, 0.3])
    np.testing.assert_allclose(CONSTANTS * (scale * torque) * (RATIOS * qd), torque * qd)


def test_parameters_come_before_the_arm_file(described: Arm):
    assert effort_per_torque(described, current(current_per_torque=[0.2])).tolist() == [0.2] * 4


def test_constants_that_nothing_would_use_are_refused(described: Arm):
    with pytest.raises(StateError, match="set effort_unit to current"):
        effort_per_torque(described, {"effort_unit": "torque", "current_per_torque": [0.1]})


def test_a_motor_without_a_constant_or_a_stated_ratio_is_named(described: Arm, arm: Arm):
    motors = tuple(replace(each, torque_constant=0.0) if k == 2 else each for k, each in enumerate(described.motors))
    with pytest.raises(StateError, match=r"lacks them at elbow$"):
        effort_per_torque(described.with_(motors=motors), current())
    known = {name: each for name, each in described.quantities.items() if name != "motors.lift.gear_ratio"}
    with pytest.raises(StateError, match=r"lacks them at lift$"):
        effort_per_torque(described.with_(quantities=known), current())
    with pytest.raises(StateError, match=", ".join(arm.joint_names)):
        effort_per_torque(arm, current())


def test_coupled_motors_have_no_current_of_one_joint(described: Arm):
    coupling = np.eye(4)
    coupling[3, 2] = 0.5
    with pytest.raises(StateError, match="coupled"):
        effort_per_torque(described.with_(transmission=coupling), current())


def test_zero_and_endless_constants_are_refused(described: Arm):
    for bad in ([0.1, 0.0, 0.1, 0.1], [1e308]):
        with pytest.raises(StateError, match="other than 0"):
            effort_per_torque(described, current(current_per_torque=bad))

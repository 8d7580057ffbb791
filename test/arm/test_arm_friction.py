"""An arm's friction: that of its file first, table 7 else; for compensation what it is at least."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics.arm import Arm, JointFriction, arm_friction, least_friction, load_arm
from puma560_dynamics.arm.friction import KINETIC_SHARE

OWN = tuple(JointFriction(3.0 + j, 2.0 + j, 0.5 * j, 0.2 - 0.1 * j) for j in range(6))
CONFIG = Path(__file__).resolve().parents[2] / "config" / "akb1986.yaml"


def test_an_arms_own_friction_comes_first(arm: Arm):
    found, words = arm_friction(arm)
    assert [joint.coulomb_negative for joint in found] == arm.break_away_torque.tolist()
    assert "table 7" in words
    found, words = arm_friction(arm.with_(friction=OWN))
    assert found == OWN
    assert arm.name in words


def test_without_a_section_it_is_at_least_a_share_of_break_away(arm: Arm):
    for friction, motor in zip(least_friction(arm), arm.motors, strict=True):
        share = KINETIC_SHARE * motor.break_away_torque
        assert friction == JointFriction(share, share)


def test_with_a_section_it_is_at_least_its_own_without_offset(arm: Arm):
    assert least_friction(arm.with_(friction=OWN)) == tuple(friction.without_offset() for friction in OWN)


def with_friction(tmp_path: Path, tolerance: str) -> Arm:
    """An arm file as `puma560 identify` writes it: 5 and 4 N·m, 2 N·m·s/rad, each with `tolerance`."""
    path = tmp_path / "own.yaml"
    entry = "{{value: {}, tolerance: '{}'}}"
    numbers = ", ".join(
        f"{key}: {entry.format(value, tolerance)}"
        for key, value in (("coulomb_positive", 5.0), ("coulomb_negative", 4.0), ("viscous", 2.0), ("offset", 0.0))
    )
    section = "".join(f"  joint{i}: {{{numbers}}}\n" for i in range(1, 7))
    path.write_text(CONFIG.read_text(encoding="utf-8") + f"\nfriction:\n{section}", encoding="utf-8")
    return load_arm(path)


@pytest.mark.parametrize(
    ("tolerance", "expected"),
    [("±0.5", (4.5, 3.5, 1.5)), ("±10%", (4.5, 3.6, 1.8)), ("±4.5", (0.5, 0.0, 0.0))],
)
def test_a_tolerance_of_the_file_is_taken_off(tmp_path: Path, tolerance: str, expected: tuple[float, float, float]):
    """A joint that hardly moved in the identification keeps its prior, as wide as its value: nothing to rely on."""
    for friction in least_friction(with_friction(tmp_path, tolerance)):
        found = (friction.coulomb_positive, friction.coulomb_negative, friction.viscous)
        np.testing.assert_allclose(found, expected)
    likeliest, _ = arm_friction(with_friction(tmp_path, tolerance))
    assert likeliest == (JointFriction(5.0, 4.0, 2.0, 0.0),) * 6

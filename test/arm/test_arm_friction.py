"""An arm's friction: that of its file first, table 7 else; for compensation what it is at least."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics.arm import Arm, JointFriction, arm_friction, least_friction, load_arm
from puma560_dynamics.arm.friction import KINETIC_SHARE, friction_torque
from puma560_dynamics.errors import StateError

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


def test_the_torque_of_an_arm_is_that_of_its_friction(arm: Arm):
    """With a section, without one, and at many states."""
    qd = np.random.default_rng(3).normal(size=(20, 6))
    own = arm.with_(friction=OWN)
    np.testing.assert_array_equal(friction_torque(own, qd), friction_torque(OWN, qd))
    expected = np.stack([joint.torque(qd[:, j]) for j, joint in enumerate(OWN)], axis=-1)
    np.testing.assert_allclose(friction_torque(own, qd), expected, atol=1e-13)
    np.testing.assert_allclose(friction_torque(arm, qd), np.sign(qd) * arm.break_away_torque, atol=1e-13)


def test_the_friction_of_coupled_motors_takes_the_power_that_they_lose(arm: Arm):
    coupling = np.eye(6)
    coupling[5, 4] = -0.2
    own = arm.with_(friction=tuple(JointFriction(3.0 + j, 2.0 + j, 0.5 * j) for j in range(6)), transmission=coupling)
    qd = np.random.default_rng(4).normal(size=(20, 6))
    motors = qd @ coupling.T
    lost = (friction_torque(own.friction, motors) * motors).sum(axis=1)
    np.testing.assert_allclose((friction_torque(own, qd) * qd).sum(axis=1), lost, rtol=1e-12)


def test_velocities_of_other_joints_are_refused(arm: Arm):
    with pytest.raises(StateError, match="qd: expected shape"):
        friction_torque(arm, np.zeros(5))

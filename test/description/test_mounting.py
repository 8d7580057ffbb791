"""A tilted base: gravity's direction is data, every general engine agrees on it, the tables refuse it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers.oracle import EXACT, random_states

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm, check_physics
from puma560_dynamics.errors import ArmFileError, UnsupportedArmError
from puma560_dynamics.files import share_file
from puma560_dynamics.simulation.plant import Plant


def rotation(roll: float, pitch: float, yaw: float) -> np.ndarray:
    """REP-103 roll, pitch, yaw about fixed axes."""
    cr, sr, cp, sp, cy, sy = np.cos(roll), np.sin(roll), np.cos(pitch), np.sin(pitch), np.cos(yaw), np.sin(yaw)
    about_x = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    about_y = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    return np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]]) @ about_y @ about_x


@pytest.fixture
def tilted(arm: Arm) -> Arm:
    """Leaning in every direction."""
    return arm.with_(gravity_direction=rotation(0.4, -0.7, 1.2).T @ [0.0, 0.0, -1.0])


def test_engines_agree(tilted: Arm):
    pytest.importorskip("pinocchio")
    q, qd, qdd = random_states(np.random.default_rng(4), 200)
    ours, pinocchio = load_model("newton_euler", tilted), load_model("pinocchio", tilted)
    expected = pinocchio.torque(q, qd, qdd)
    assert np.abs(ours.torque(q, qd, qdd) - expected).max() < EXACT * np.abs(expected).max()


def test_mujoco_agrees(tilted: Arm):
    pytest.importorskip("mujoco")
    plant = Plant(tilted, friction=False)
    model = load_model("newton_euler", tilted)
    for q, qd, qdd in zip(*random_states(np.random.default_rng(4), 20), strict=True):
        np.testing.assert_allclose(plant.acceleration(q, qd, model.torque(q, qd, qdd)), qdd, rtol=1e-9, atol=1e-9)


def test_hanging_from_the_ceiling_turns_the_sign_and_upright_is_the_paper(arm: Arm):
    q = random_states(np.random.default_rng(9), 5)[0]
    ceiling = arm.with_(gravity_direction=[0.0, 0.0, 1.0])
    expected = -load_model("full", arm).gravity(q)
    np.testing.assert_allclose(load_model("newton_euler", ceiling).gravity(q), expected, atol=1e-12)
    assert arm.upright
    assert not ceiling.upright


@pytest.mark.parametrize("kind", ["full", "abbreviated"])
def test_the_tables_refuse_it_with_advice(tilted: Arm, kind: str):
    with pytest.raises(UnsupportedArmError, match=r"upright base.*newton_euler"):
        load_model(kind, tilted)


def test_from_a_file(tmp_path: Path, arm: Arm):
    text = share_file("config", "akb1986.yaml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.yaml"
    mine.write_text(f"gravity_direction: [0.6, 0.0, -0.8]\n{text}", encoding="utf-8")
    read = load_arm(mine)
    np.testing.assert_allclose(read.gravity_vector, [0.6 * 9.81, 0.0, -0.8 * 9.81])
    assert any("tilted" in warning for warning in check_physics(read).warnings)
    assert not any("tilted" in warning for warning in check_physics(arm).warnings)
    for wrong in ("[0, 0, -9.81]", "[0, 0]", "[0, 0, null]", "down"):
        mine.write_text(f"gravity_direction: {wrong}\n{text}", encoding="utf-8")
        with pytest.raises(ArmFileError, match="gravity_direction"):
            load_arm(mine)

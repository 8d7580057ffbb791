"""Transmissions: what an arm file may say, and the energy that both sides of a gear agree on."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import yaml

from puma560_dynamics import ArmFileError, load_arm, load_model
from puma560_dynamics.arm.arm_file import arm_tree
from puma560_dynamics.arm.transmission import in_units_of_joints
from puma560_dynamics.errors import UnsupportedArmError
from puma560_dynamics.files import share_file
from tools.coupled_wrist import COUPLED, PLAIN, table

WRIST = np.diag([32.0, 32.0, 45.0, -48.0, 45.0, 32.0])
WRIST[5, 4] = 32.0


def written(folder: Path, transmission: object) -> Path:
    tree = yaml.safe_load(share_file("config", "akb1986.yaml").read_text(encoding="utf-8"))
    path = folder / "coupled.yaml"
    path.write_text(yaml.safe_dump({**tree, "transmission": transmission}), encoding="utf-8")
    return path


@pytest.mark.parametrize("entry", [WRIST.tolist(), {"matrix": WRIST.tolist(), "source": "a data sheet"}])
def test_rows_are_in_the_units_of_their_joints(tmp_path: Path, entry: object):
    arm = load_arm(written(tmp_path, entry))
    expected = np.eye(6)
    expected[5, 4] = 1.0
    np.testing.assert_array_equal(arm.transmission, expected)
    assert arm.coupled
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(arm)).transmission, expected)
    np.testing.assert_array_equal(copy.deepcopy(arm).transmission, expected)


def test_an_arm_is_not_coupled_by_default():
    arm = load_arm()
    assert not arm.coupled
    np.testing.assert_array_equal(arm.armature, np.diag(arm.motor_inertia))


def test_the_armature_has_the_kinetic_energy_of_the_rotors():
    """Rotor inertia and speed on the motor side, whatever the gear ratios: the same energy at the joints."""
    rng = np.random.default_rng(1)
    ratios = rng.uniform(20.0, 100.0, 6) * rng.choice([-1.0, 1.0], 6)
    to_motor = np.diag(ratios) + np.tril(rng.uniform(-30.0, 30.0, (6, 6)), -1)
    rotor = rng.uniform(1e-5, 1e-3, 6)
    plain = load_arm()
    motors = tuple(replace(motor, inertia=float(j)) for motor, j in zip(plain.motors, rotor * ratios**2, strict=True))
    arm = plain.with_(motors=motors, transmission=in_units_of_joints(to_motor))
    qd = rng.normal(size=6)
    assert 0.5 * qd @ arm.armature @ qd == pytest.approx(0.5 * rotor @ (to_motor @ qd) ** 2, rel=1e-12)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ([[1.0, 0.0], [0.0, 1.0]], "6 rows of 6 numbers"),
        (3.0, "6 rows of 6 numbers"),
        (np.diag([1.0, 1.0, 1.0, 0.0, 1.0, 1.0]).tolist(), "row 4: entry 4 is 0"),
        (np.diag([1.0, 1.0, 1.0, np.inf, 1.0, 1.0]).tolist(), "finite"),
        ([["a"] * 6] * 6, "expected numbers"),
        (np.ones((6, 6)).tolist(), "singular"),
        ({"rows": []}, "expected matrix and source"),
    ],
)
def test_what_is_no_transmission_is_refused(tmp_path: Path, entry: object, words: str):
    with pytest.raises(ArmFileError, match=words):
        load_arm(written(tmp_path, entry))


NAME = "puma560_coupled_wrist"
TURNS = np.array(arm_tree(NAME)["transmission"]["matrix"])
"""Turns of each motor a turn of each joint, as the file has them."""

LAST_STAGE = 72 / 13
"""Gear ratio of the last stage of joint 6, the inverse of the coupling factor of joint 5 to joint 6."""


def wrist(motors: np.ndarray) -> np.ndarray:
    """Joints 4 to 6 for motors 4 to 6, through trains of gears that are carried along, angles in turns.

    A shaft along the forearm drives a gear that turns about axis 5: of link 5 itself (joint 5), or an idler (joint 6),
    and the idler drives link 6 by the last stage. Each gear counts relative to the link that carries it.
    """
    ratio4, ratio5, ratio6 = np.diag(TURNS)[3:]
    joint4 = motors[0] / ratio4
    joint5 = (motors[1] - joint4) / ratio5
    idler = (motors[2] - joint4) / (ratio6 / LAST_STAGE)
    return np.array([joint4, joint5, (idler - joint5) / LAST_STAGE])


def test_the_matrix_is_that_of_gears_which_links_carry_along():
    found = np.linalg.inv(TURNS)[3:, 3:]
    expected = np.column_stack([wrist(unit) for unit in np.eye(3)])
    np.testing.assert_allclose(found, expected, rtol=2e-5)  # the ratios are printed with five digits


def test_ratios_are_quotients_of_numbers_of_teeth():
    """G6 is 180/13 of the train to the idler times 72/13: the coupling factor is part of the printed ratio."""
    assert TURNS[5, 5] == pytest.approx(180 / 13 * LAST_STAGE, abs=0.0005)
    assert TURNS[5, 4] == pytest.approx(180 / 13, abs=0.0005)


def test_everything_else_is_the_papers():
    coupled, plain = load_arm(NAME), load_arm("akb1986")
    assert coupled.coupled and not plain.coupled
    given = {key: value for key, value in arm_tree(NAME).items() if key not in ("name", "transmission")}
    assert given == {key: value for key, value in arm_tree("akb1986").items() if key != "name"}
    q = np.array([0.1, -0.4, 0.3, 0.5, -0.7, 0.2])
    np.testing.assert_array_equal(load_model("full", coupled).gravity(q), load_model("full", plain).gravity(q))


def test_rotors_of_a_coupled_wrist_have_no_gyroscopic_terms_yet():
    with pytest.raises(UnsupportedArmError, match="move several joints"):
        load_model("newton_euler", NAME, gyroscopic=True)


def cells(words: str) -> list[str]:
    """Of the row with these words, without the first."""
    (line,) = (line for line in table().splitlines() if words in line)
    return [cell.strip() for cell in line.split("|")[2:-1]]


def test_inertia_is_that_of_the_rotors():
    for i, j in ((4, 5), (5, 5), (4, 6), (5, 6)):
        found = [float(cell) for cell in cells(f"$A_{{{i}{j}}}$")]
        expected = [load_arm(name).armature[i - 1, j - 1] for name in (PLAIN, COUPLED)]
        np.testing.assert_allclose(found[:2], expected, atol=5e-5)
    plain, coupled, other = (float(cell) for cell in cells("$A_{46}$"))
    assert plain == 0.0
    assert other == -coupled


def test_an_uncoupled_joint_needs_no_other():
    assert "1 N·m at joint 4 alone" not in table(), "what the coupling does not change has no row"
    assert cells("1 N·m at joint 6 alone")[0] == "+1.0000 of motor 6"
    assert "of motor 5" in cells("1 N·m at joint 6 alone")[1]

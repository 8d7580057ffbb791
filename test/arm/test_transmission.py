"""Transmissions: what an arm file may say, and the energy that both sides of a gear agree on."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import yaml

from puma560_dynamics import ArmFileError, load_arm
from puma560_dynamics.arm.transmission import in_units_of_joints
from puma560_dynamics.resources import share_file

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

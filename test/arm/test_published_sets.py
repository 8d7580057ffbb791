"""The published parameter sets of the PUMA 560: torques and matrices equal those of the packages that publish them."""

from __future__ import annotations

import csv
import math
import os
from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.friction import friction_torque
from puma560_dynamics.arm.kinematics import link_pose
from tools.robotics_toolbox.figures import FILE, OWN, PYTHON, SETS, committed, computed, printed, value

CASES = [(name, state) for name, rows in committed().items() for state in rows if state != "links"]
RELATIVE = 1e-12


def agree(ours: np.ndarray, theirs: np.ndarray) -> None:
    """Compare within 1e-12 of the largest entry."""
    np.testing.assert_allclose(ours, theirs, rtol=0.0, atol=RELATIVE * max(np.abs(theirs).max(), 1e-3))


def matrix(figures: dict[str, list[float]], name: str) -> np.ndarray:
    """The six rows of a matrix."""
    return np.array([figures[f"{name} {row}"] for row in range(1, 7)])


def check(arm: Arm, figures: dict[str, list[float]]) -> None:
    """Compare the figures of one state with those of an arm."""
    model = load_model("newton_euler", arm)
    q, qd, qdd = (np.array(figures[key]) for key in ("q", "qd", "qdd"))
    agree(model.gravity(q), np.array(figures["gravload"]))
    agree(model.kinetic_energy_matrix(q), matrix(figures, "inertia"))
    agree(model.kinetic_energy_matrix(q) - arm.armature, matrix(figures, "inertia without motors"))
    agree(model.torque(q, qd, 0.0 * q) - model.gravity(q), np.array(figures["coriolis times qd"]))
    agree(model.torque(q, qd, qdd), np.array(figures["rne without friction"]))
    friction = friction_torque(arm.friction, qd) if arm.friction else np.zeros(6)
    agree(friction, -np.array(figures["friction"]))
    agree(model.torque(q, qd, qdd) + friction, np.array(figures["rne"]))
    pose = link_pose(arm, q)
    agree(np.concatenate([pose[:3, 3], pose[:3, 2]]), np.array(figures["fkine"]))


def test_every_set_has_its_named_poses_and_random_states():
    rows = committed()
    assert tuple(rows) == SETS
    for name in SETS:
        assert {"links", "qz", "qr"} < rows[name].keys()
        assert sum(state.startswith("random") for state in rows[name]) == 12


@pytest.mark.parametrize(("name", "state"), CASES)
def test_torques_and_matrices_of_the_toolbox(name: str, state: str):
    check(load_arm(name), committed()[name][state])


def test_a_number_that_is_wrong_is_found():
    """The comparison is not blind: a center of gravity that is off by a millionth of its size fails it."""
    arm = load_arm(OWN)
    links = list(arm.links)
    links[2] = type(links[2])("link3", links[2].mass, links[2].center_of_gravity * (1 + 1e-6), links[2].inertia)
    with pytest.raises(AssertionError):
        check(arm.with_(links=tuple(links)), committed()[OWN]["random 1"])


@pytest.mark.parametrize("name", SETS)
def test_the_file_has_the_numbers_of_the_package(name: str):
    tree, numbers = printed(name), committed()[name]["links"]
    entries = list(zip(tree["joints"].values(), tree["links"].values(), tree["motors"].values(), strict=True))
    for index, (joint, link, motor) in enumerate(entries):
        theirs = {key: row[index] for key, row in numbers.items()}
        assert math.radians(value(joint["alpha"])) == theirs["alpha"]
        assert (value(joint["a"]), value(joint["d"])) == (theirs["a"], theirs["d"])
        assert value(link.get("mass", 0.0)) == theirs["m"]
        assert value(link.get("center_of_gravity", [0, 0, 0])) == [theirs[key] for key in ("rx", "ry", "rz")]
        assert value(link["inertia"]) == [theirs[key] for key in ("Ixx", "Iyy", "Izz")]
        assert [theirs[key] for key in ("Ixy", "Ixz", "Iyz")] == [0, 0, 0]
        if "rotor_inertia" in motor:
            assert (value(motor["rotor_inertia"]), value(motor["gear_ratio"])) == (theirs["Jm"], theirs["G"])
        else:
            assert (value(motor["inertia"]), theirs["G"]) == (theirs["Jm"], 1.0)
        if "friction" in tree:
            friction = list(tree["friction"].values())[index]
            assert value(friction["motor_viscous"]) == theirs["B"]
            assert value(friction["motor_coulomb_positive"]) == theirs["Tc positive"]
            assert -value(friction["motor_coulomb_negative"]) == theirs["Tc negative"]
        else:
            assert [theirs[key] for key in ("B", "Tc positive", "Tc negative")] == [0, 0, 0]


@pytest.mark.skipif(PYTHON not in os.environ, reason=f"{PYTHON} does not name a Python with roboticstoolbox-python")
@pytest.mark.parametrize("name", SETS)
def test_the_package_still_computes_these_figures(name: str):
    arm = load_arm(name)
    _, figures = computed(name, os.environ[PYTHON])
    assert figures["links"] == committed()[name]["links"]
    for state, rows in figures.items():
        if state != "links":
            check(arm, rows)


def test_the_figures_in_the_tests_of_sympybotics():
    """Its PUMA 560 has no motors, friction and pedestal; its figures were computed with the toolbox for MATLAB."""
    with (FILE.parent / "puma560_sympybotics.csv").open(encoding="utf-8", newline="") as file:
        rows = {quantity: np.array(row, dtype=float) for quantity, *row in list(csv.reader(file))[1:]}
    arm = load_arm(OWN)
    pedestal = np.array([0.0, 0.0, arm.joints[0].d, 0.0, 0.0, 0.0])
    arm = arm.with_(motors=tuple(replace(motor, inertia=0.0) for motor in arm.motors))
    model, (q, qd, qdd) = load_model("newton_euler", arm), (rows[key] for key in ("q", "qd", "qdd"))
    agree(model.gravity(q), rows["gravity"])
    agree(model.kinetic_energy_matrix(q), np.array([rows[f"inertia {row}"] for row in range(1, 7)]))
    agree(model.torque(q, qd, 0.0 * q) - model.gravity(q), rows["coriolis and centrifugal"])
    agree(model.torque(q, qd, qdd), rows["torque"])
    pose = link_pose(arm, q)
    agree(np.concatenate([pose[:3, 3], pose[:3, 2]]) - pedestal, rows["origin and z of the last frame"])

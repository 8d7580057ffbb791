"""An arm in other conventions is aligned with itself exactly; published tables are aligned as their authors state."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import yaml
from helpers.arm.re_expressed import re_expressed
from helpers.arm.standard_files import arm_tree, rows, table_tree

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.arm_alignment import aligned
from puma560_dynamics.arm.arm_file import load_geometry
from puma560_dynamics.arm.axis_changes import AxisChange, changed_arm, positions
from puma560_dynamics.arm.differences import differences
from puma560_dynamics.arm.kinematics import link_poses
from puma560_dynamics.errors import UnsupportedArmError

IXZ = np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0]])


def kinetic(first: Arm, second: Arm) -> list[str]:
    """Names of the numbers that matter to torque in which aligned arms differ."""
    return [f"{each.part} {each.number}" for each in differences(first, aligned(first, second).arm) if each.dynamic]


@pytest.mark.parametrize("name", ["akb1986", "stanford1983", "corke1995", "corke_akb"])
@pytest.mark.parametrize("seed", range(6))
def test_an_arm_in_other_conventions_has_no_difference(name: str, seed: int):
    arm = load_arm(name)
    other = re_expressed(arm, seed)
    found = aligned(arm, other)
    assert kinetic(arm, other) == []
    q = np.random.default_rng(seed).uniform(-2.0, 2.0, (10, arm.n))
    np.testing.assert_allclose(found.positions(found.positions_back(q)), q, atol=1e-14)
    poses = link_poses(other, found.positions_back(q))
    np.testing.assert_allclose(link_poses(found.arm, q), poses, atol=1e-13)


@pytest.mark.parametrize("seed", range(8))
def test_any_arm_in_other_conventions_has_no_difference(seed: int, tmp_path: Path):
    path = tmp_path / "arm.yaml"
    path.write_text(yaml.safe_dump(arm_tree(rows(seed)), sort_keys=False), encoding="utf-8")
    arm = load_arm(path)
    other = re_expressed(arm, seed)
    q, qd, qdd = np.random.default_rng(seed).uniform(-1.0, 1.0, (3, 20, arm.n))
    ours, theirs = (load_model("newton_euler", each).torque(q, qd, qdd) for each in (arm, aligned(arm, other).arm))
    np.testing.assert_allclose(theirs, ours, rtol=0, atol=1e-12 * np.abs(ours).max())
    found = kinetic(arm, other)
    if seed == 1:  # its third joint slides along the first axis: the frames on this axis may be anywhere
        found = [name for name in found if not name.endswith("center of gravity z")]
    assert found == []


@pytest.mark.parametrize("name", ["akb1986", "corke_akb"])
def test_zeros_of_the_first_and_the_last_joint_are_found_by_gravity_and_body(name: str):
    """The first axis is not vertical, and the last frame is rotated about the last axis."""
    own = load_arm(name)
    hand = replace(own.links[-1], center_of_gravity=np.array([0.01, 0.02, 0.03]))
    arm = own.with_(links=(*own.links[:-1], hand), gravity_direction=np.array([0.6, 0.0, -0.8]))
    same = AxisChange(1, False, 0.0, 0.0)
    changes = (replace(same, zero=0.3), *[same] * (arm.n - 2), AxisChange(1, False, 0.02, 0.7, turn=0.7))
    other = changed_arm(arm, changes, arm)
    q = np.random.default_rng(1).uniform(-1.0, 1.0, (20, arm.n))
    torques = [load_model("newton_euler", each).gravity(at) for each, at in ((arm, q), (other, positions(changes, q)))]
    np.testing.assert_allclose(torques[1], torques[0], rtol=0, atol=1e-12 * np.abs(torques[0]).max())
    assert kinetic(arm, other) == []
    found = aligned(arm, other)
    np.testing.assert_allclose([found.changes[0].zero, found.changes[-1].zero], [-0.3, -0.7], atol=1e-12)


def test_the_arm_in_the_standard_convention_is_the_same(tmp_path: Path):
    """A table in standard frames, through the reader of tables, against an arm file in standard frames."""
    given = rows(5)
    path, other = tmp_path / "arm.yaml", tmp_path / "table.yaml"
    path.write_text(yaml.safe_dump(arm_tree(given), sort_keys=False), encoding="utf-8")
    other.write_text(yaml.safe_dump(table_tree(given), sort_keys=False), encoding="utf-8")
    assert kinetic(load_arm(path), load_arm(other)) == []


def test_a_urdf_of_the_arm_is_the_same_apart_from_what_it_cannot_state():
    """The URDF has no motors, and an equivalent set of inertias: no torque of the links differs."""
    arm, other = load_arm("akb1986"), load_arm(Path(__file__).parents[2] / "urdf" / "puma560.urdf")
    found = aligned(arm, other)
    q = arm.poses(20)
    ours, theirs = (load_model("newton_euler", each).gravity(q) for each in (arm, found.arm))
    np.testing.assert_allclose(ours, theirs, atol=1e-12)
    numbers = {name.partition(" ")[2] for name in kinetic(arm, other)}
    assert numbers <= {"motor inertia", "mass", "Ixx", "Iyy", "Izz"}


@pytest.mark.parametrize(
    ("index", "change", "name"),
    [
        (2, lambda link: replace(link, mass=4.9), "link3 mass"),
        (3, lambda link: replace(link, center_of_gravity=np.array([0.0, 0.0, 0.019])), "link4 center of gravity z"),
        (1, lambda link: replace(link, inertia=link.inertia + np.diag([0.0, 0.01, 0.0])), "link2 Iyy"),
        (
            4,
            lambda link: replace(link, inertia=link.inertia + 1e-4 * IXZ),
            "link5 Ixz",
        ),
    ],
)
@pytest.mark.parametrize("seed", range(2))
def test_a_changed_body_is_found_and_named(index: int, change, name: str, seed: int):
    arm = load_arm("akb1986")
    links = list(arm.links)
    links[index] = change(links[index])
    assert kinetic(arm, re_expressed(arm.with_(links=tuple(links)), seed)) == [name]


@pytest.mark.parametrize(
    ("index", "key", "by", "names"),
    [
        (2, "d", 0.01, ["joint3 d"]),
        (3, "a", 0.0406, ["joint4 a"]),  # from -0.0203 to 0.0203
        (3, "d", 0.001, ["joint4 d"]),
        (2, "a", -0.002, ["joint3 a"]),
    ],
)
def test_a_changed_length_is_found_and_named(index: int, key: str, by: float, names: list[str]):
    arm = load_arm("akb1986")
    joints = list(arm.joints)
    joints[index] = replace(joints[index], **{key: getattr(joints[index], key) + by})
    assert kinetic(arm, re_expressed(arm.with_(joints=tuple(joints)), 1)) == names


TURNS = [
    ("akb1986", "corke1995", [0, -180, 180, 0, 0, 0], 180),  # righty for Paul and Corke, lefty for Lee and AKB
    ("akb1986", "corke_akb", [0, 0, 0, 0, 0, 0], 0),
    ("akb1986", "lee1984", [0, 0, 0, 0, 0, 0], 0),
    ("akb1986", "craig1986", [0, 0, 180, 0, 0, 0], 0),
]


@pytest.mark.parametrize(("first", "second", "zeros", "turn"), TURNS)
def test_zero_poses_of_published_tables(first: str, second: str, zeros: list[float], turn: float):
    found = aligned(load_geometry(first), load_geometry(second))
    assert [change.sign for change in found.changes] == [1] * 6
    np.testing.assert_allclose(np.degrees([change.zero for change in found.changes]), zeros, atol=1e-12)
    assert np.degrees(found.base_turn) == pytest.approx(turn)


def test_the_pedestal_is_a_shift_of_the_base():
    assert aligned(load_arm("akb1986"), load_arm("corke1995")).base_shift == pytest.approx(26.45 * 0.0254)


def test_arms_that_cannot_be_aligned():
    arm = load_arm("akb1986")
    with pytest.raises(UnsupportedArmError, match=r"the joints differ: akb1986 has revolute.*compare arms with equal"):
        aligned(arm, load_arm("stanford1983"))
    many = arm.with_(joints=arm.joints * 2, links=arm.links * 2, motors=arm.motors * 2, frames=np.empty((0, 4, 4)))
    with pytest.raises(UnsupportedArmError, match="has 12 joints; at most 10"):
        aligned(many, many)

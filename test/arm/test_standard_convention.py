"""Arm files in the standard convention move, weigh and report as the same numbers in a Denavit-Hartenberg table do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from helpers.arm.standard_files import arm_tree, rows, table_tree

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm.kinematics import link_poses
from puma560_dynamics.arm.standard_convention import in_standard_frames, standard_joints
from puma560_dynamics.errors import ArmFileError


def written(tree: dict[str, Any], path: Path) -> Path:
    """The file."""
    path.write_text(yaml.safe_dump(tree, sort_keys=False), encoding="utf-8")
    return path


@pytest.mark.parametrize("seed", range(12))
def test_the_arm_is_that_of_the_table(seed: int, tmp_path: Path):
    given = rows(seed)
    arm = load_arm(written(arm_tree(given), tmp_path / "arm.yaml"))
    table = load_arm(written(table_tree(given), tmp_path / "table.yaml"))
    q, qd, qdd = np.random.default_rng(seed).uniform(-2.0, 2.0, (3, 20, len(given)))
    np.testing.assert_allclose(link_poses(arm, q), link_poses(table, q), rtol=0, atol=1e-14)
    ours, theirs = (load_model("newton_euler", each).torque(q, qd, qdd) for each in (arm, table))
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-12 * np.abs(theirs).max())


@pytest.mark.parametrize("seed", range(3))
def test_joints_return_to_the_rows_of_the_file(seed: int, tmp_path: Path):
    given = rows(seed)
    arm = load_arm(written(arm_tree(given), tmp_path / "arm.yaml"))
    assert in_standard_frames(arm)
    back = standard_joints(arm.joints, arm.frames)
    np.testing.assert_allclose([row.alpha for row in back], np.radians([row["alpha"] for row in given]), atol=1e-15)
    assert [(row.a, row.d, row.kind) for row in back] == [(row["a"], row["d"], row["kind"]) for row in given]


def test_sources_and_tolerances_move_with_their_numbers(tmp_path: Path):
    """A twist of 90° exchanges y and z of the body; alpha and a belong to the next joint."""
    tree = arm_tree(rows(0))
    tree["joints"]["joint1"]["alpha"] = {"value": 90, "unit": "deg", "source": "twist"}
    tree["joints"]["joint1"]["a"] = {"value": 0.25, "unit": "m", "tolerance": "±0.01", "source": "length"}
    body = tree["links"]["link1"]
    body["center_of_gravity"] = {"value": [0.1, 0.2, 0.3], "unit": "m", "tolerance": ["±0.01", "±0.02", "±0.03"]}
    body["inertia"] = {
        "value": [0.3, 0.4, 0.5],
        "unit": "kg m^2",
        "tolerance": ["±1%", "±2%", "±3%"],
        "source": "swing",
    }
    arm = load_arm(written(tree, tmp_path / "arm.yaml"))
    q = arm.quantities
    assert (q["joints.joint2.alpha"].source, q["joints.joint2.a"].half_width) == ("twist", 0.01)
    assert "joints.joint1.a" not in q
    np.testing.assert_allclose(arm.links[0].center_of_gravity, [0.35, -0.3, 0.2], atol=1e-16)
    widths = [q[f"links.link1.center_of_gravity.{i}"].half_width for i in range(3)]
    assert widths == pytest.approx([0.01, 0.03, 0.02])
    np.testing.assert_array_equal(arm.links[0].inertia, np.diag([0.3, 0.5, 0.4]))
    moments = [q[f"links.link1.inertia.{i}"] for i in range(3)]
    assert [each.half_width for each in moments] == pytest.approx([0.003, 0.015, 0.008])
    assert {each.source for each in moments} == {"swing"}


def test_rotors_move_with_their_links(tmp_path: Path):
    tree = arm_tree(rows(0))
    tree["joints"]["joint1"]["alpha"] = {"value": 90, "unit": "deg"}
    axes = {f"joint{n}": {"carried_by": "link1" if n > 1 else "base", "axis": [0, 0, 1]} for n in range(1, 5)}
    arm = load_arm(written({**tree, "rotors": axes}, tmp_path / "arm.yaml"))
    np.testing.assert_array_equal(arm.rotors[0].axis, [0, 0, 1])
    np.testing.assert_array_equal(arm.rotors[1].axis, [0, -1, 0])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"convention": "craig"}, r"convention: expected one of modified, standard, got 'craig'"),
        (
            {"assemblies": {"wrist": {"mass": 1, "center_of_gravity": [0, 0, 0]}}},
            "only read with `convention: modified`",
        ),
        ({"links.link1": {"inertia": [None, None, 0.3]}}, r"links.link1.inertia: give all moments"),
    ],
)
def test_what_is_refused(change: dict[str, Any], words: str, tmp_path: Path):
    tree = arm_tree(rows(0))
    for key, value in change.items():
        section, _, name = key.partition(".")
        tree[section] = {**tree[section], name: value} if name else value
    with pytest.raises(ArmFileError, match=words):
        load_arm(written(tree, tmp_path / "arm.yaml"))

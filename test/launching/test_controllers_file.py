"""With a prefix, every joint of the controllers has it, and nothing else changes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.errors import LaunchError
from puma560_dynamics.launching.controllers_file import fallbacks, parameters_of, plugin_of, with_prefix

FILE = Path(__file__).parents[2] / "config" / "controllers.yaml"
JOINTS = load_arm().joint_names


def test_only_the_joints_change():
    before = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    after = yaml.safe_load(with_prefix(str(FILE), JOINTS, "left_"))
    gains = after["/**/joint_trajectory_effort_controller"]["ros__parameters"]["gains"]
    assert set(gains) == {f"left_{joint}" for joint in JOINTS}
    assert after["/**/effort_controller"]["ros__parameters"]["joints"] == [f"left_{joint}" for joint in JOINTS]
    assert yaml.safe_load(yaml.safe_dump(after).replace("left_joint", "joint")) == before


def test_what_takes_over_from_a_controller_that_fails():
    assert fallbacks(str(FILE), "effort_controller") == ["damping_controller"]
    assert fallbacks(str(FILE), "joint_trajectory_effort_controller") == []  # it ends its effort itself
    assert fallbacks(str(FILE), "another") == []


def test_the_fallback_damps_and_does_nothing_else():
    given = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    damping, pd = (
        given[f"/**/{name}"]["ros__parameters"]["gains"]
        for name in ("damping_controller", "joint_trajectory_effort_controller")
    )
    assert damping == {joint: {"p": 0.0, "i": 0.0, "d": gains["d"]} for joint, gains in pd.items()}
    model, sinks = load_model("newton_euler"), []
    for q in np.random.default_rng(3).uniform(-np.pi, np.pi, (200, 6)):
        sinks.append(np.abs(model.gravity(q)) / [damping[joint]["d"] for joint in JOINTS])
    assert np.max(sinks) < 0.5  # rad/s


def test_a_file_that_cannot_be_read(tmp_path: Path):
    (tmp_path / "bad.yaml").write_text("a: [", encoding="utf-8")
    for name in ("bad.yaml", "nowhere.yaml"):
        with pytest.raises(LaunchError, match=f"{name} cannot be read"):
            with_prefix(str(tmp_path / name), JOINTS, "left_")


def test_a_joint_after_the_name_of_a_controller_has_the_prefix_too(tmp_path: Path):
    file = tmp_path / "chained.yaml"
    file.write_text(
        "a: {command_joints: [first/joint1, first/other, joint2], type: package/joint9}\n", encoding="utf-8"
    )
    found = yaml.safe_load(with_prefix(str(file), JOINTS, "left_"))["a"]
    assert found == {"command_joints": ["first/left_joint1", "first/other", "left_joint2"], "type": "package/joint9"}


def test_the_plugin_of_a_controller():
    assert plugin_of(str(FILE), "effort_controller") == "forward_command_controller/ForwardCommandController"
    assert plugin_of(str(FILE), "another") == ""


def test_the_parameters_of_a_controller():
    assert parameters_of(str(FILE), "effort_controller")["joints"] == list(JOINTS)
    assert parameters_of(str(FILE), "another") == {}

"""Arguments and what becomes of them, where launch is installed."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

import yaml
from helpers.launching.started import CONFIG, actions_of
from launch import LaunchContext

from puma560_dynamics.errors import LaunchError, UrdfError
from puma560_dynamics.launching.arguments import CONTROLLERS, Given


def test_values_outlive_the_scope_in_which_they_were_read():
    context = LaunchContext()
    context.launch_configurations.update({"guard": "true", "arm": "560"})
    given = Given(context)
    context.launch_configurations.clear()
    assert given.on("guard")
    assert given["arm"] == "560"


FALLBACK = {"damping_controller"}
"""Controllers that are not chosen."""


def test_the_controllers_are_those_of_the_file():
    sections = yaml.safe_load((CONFIG / "controllers.yaml").read_text(encoding="utf-8"))
    assert {section.removeprefix("/**/") for section in sections} == {*CONTROLLERS, *FALLBACK, "controller_manager"}


@pytest.mark.parametrize("hardware", ["topic", "mujoco"])
def test_a_position_loop_that_is_not_there_is_refused(hardware: str):
    with pytest.raises(LaunchError, match="the arm would fall"):
        actions_of("bringup.launch.py", hardware=hardware, controller="joint_trajectory_controller")


def test_a_launch_that_is_refused_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(UrdfError, match="puts gravity along"):
        actions_of("bringup.launch.py", hardware="mujoco", rpy="1 0 0")
    assert list(tmp_path.iterdir()) == []
    actions_of("bringup.launch.py", hardware="mujoco")
    assert len(list(tmp_path.iterdir())) == 1  # MuJoCo's model, until the launch ends


@pytest.mark.parametrize("file", ["bringup.launch.py", "sim.launch.py"])
def test_a_parameter_file_that_is_not_there_is_refused(file: str):
    with pytest.raises(LaunchError, match=r"/nope\.yaml cannot be read"):
        actions_of(file, parameter_file="/nope.yaml")


def test_a_rate_that_is_no_number_is_named():
    with pytest.raises(LaunchError, match="rate:=fast is not a number"):
        actions_of("sim.launch.py", rate="fast")

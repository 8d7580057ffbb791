"""What the launch files record, where launch is installed."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

from helpers.launching.started import actions_of, everything
from launch import LaunchContext
from launch.actions import ExecuteProcess
from launch.utilities import perform_substitutions
from launch_ros.actions import Node

from puma560_dynamics.launching.installed_plugins import PUBLISHED
from puma560_dynamics.launching.recorded_bag import TORQUES
from puma560_dynamics.launching.recording import TOPICS, recording, topics
from puma560_dynamics.launching.robot import Robot
from puma560_dynamics.nodes.wire.torque_topics import PARTS


@pytest.mark.parametrize(("folder", "count"), [("", 0), ("bags/monday", 1)])
@pytest.mark.parametrize("file", ["bringup.launch.py", "sim.launch.py"])
def test_it_records_where_a_folder_is_named(file: str, folder: str, count: int):
    actions = everything(actions_of(file, record=folder))
    processes = [action for action in actions if isinstance(action, ExecuteProcess) and not isinstance(action, Node)]
    assert len(processes) == count


@pytest.mark.parametrize("namespace", ["/", "/arm1"])
def test_the_recorder_gets_folder_storage_and_topics(namespace: str):
    robot = Robot(namespace=namespace)
    recorder = recording(robot, "bags/monday", ["effort_controller"])[0]
    assert isinstance(recorder, ExecuteProcess)
    words = [perform_substitutions(LaunchContext(), list(word)) for word in recorder.cmd]
    assert words[:7] == ["ros2", "bag", "record", "--storage", "mcap", "--output", "bags/monday"]
    assert words[7] == "--regex"
    wanted = topics(robot, ["effort_controller"])
    assert {robot.named("joint_states"), robot.named("effort_controller/commands"), "/diagnostics"} <= set(wanted)
    assert all(re.search(words[8], topic) for topic in wanted)
    assert not re.search(words[8], f"{robot.named('feedforward_node/get_parameters/_service_event')}")
    assert not re.search(words[8], "/other/joint_states")


def test_every_part_of_the_torque_is_recorded_played_and_named_as_by_the_node():
    for part in PARTS:
        assert f"feedforward_node/{part}" in TOPICS
        assert f"feedforward_node/{part}" in TORQUES
        assert part in PUBLISHED

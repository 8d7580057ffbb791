"""All nodes of a robot are in its namespace, with its joints, its time and its arm; where launch is installed."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

import pytest
import yaml
from helpers.launching.started import nodes_of
from launch import LaunchContext
from launch_ros.utilities import evaluate_parameters

from puma560_dynamics import load_arm
from puma560_dynamics.launching.robot import WITH_JOINTS, Robot, absolute_name, robot_state_publisher

JOINTS = load_arm().joint_names


def parameters_of(node) -> dict[str, object]:
    """Parameters that a node gets in addition to those of files."""
    found: dict[str, object] = {}
    for given in evaluate_parameters(LaunchContext(), node._Node__parameters):
        found |= given if isinstance(given, dict) else {}
    return found


def test_a_robot_without_namespace_and_prefix():
    robot = Robot()
    assert robot.named("joint_states") == "/joint_states"
    assert robot.joints == list(JOINTS)
    assert "joints" not in parameters_of(robot.node("feedforward_node"))


def test_two_robots_share_nothing():
    nodes = {
        side: nodes_of("bringup.launch.py", namespace=side, prefix=f"{side}_", view="rviz")
        for side in ("left", "right")
    }
    for side, own in nodes.items():
        assert len(own) > 6
        for node in own:
            assert node._Node__node_namespace == f"/{side}"
            joints = parameters_of(node).get("joints")
            if node.node_package == "puma560_dynamics" and node.node_executable in WITH_JOINTS:
                assert list(joints) == [f"{side}_{joint}" for joint in JOINTS]  # type: ignore[call-overload]
        (publisher,) = [node for node in own if node.node_executable == "robot_state_publisher"]
        text = str(parameters_of(publisher)["robot_description"])
        assert f'name="{side}_joint1"' in text
        assert 'name="joint1"' not in text
        assert f"/{side}/robot_joint_commands" not in text  # hardware mock has no topics


def test_the_topics_of_the_hardware_are_the_robots_own():
    (publisher,) = [
        node
        for node in nodes_of("bringup.launch.py", namespace="left", hardware="topic")
        if node.node_executable == "robot_state_publisher"
    ]
    text = str(parameters_of(publisher)["robot_description"])
    assert "/left/robot_joint_commands" in text and "/left/robot_joint_states" in text


@pytest.mark.parametrize(("given", "wanted"), [("hand", "/left/hand"), ("/hand", "/hand")])
def test_a_hardware_topic_lies_in_the_namespace_unless_it_begins_with_a_slash(given: str, wanted: str):
    nodes = nodes_of("bringup.launch.py", namespace="left", hardware="topic", commands_topic=given)
    (publisher,) = [node for node in nodes if node.node_executable == "robot_state_publisher"]
    assert f">{wanted}<" in str(parameters_of(publisher)["robot_description"])


def test_the_controllers_of_a_prefix_are_written_for_it():
    spawners = [node for node in nodes_of("bringup.launch.py", prefix="left_") if node.node_executable == "spawner"]
    for spawner in spawners:
        words = ["".join(getattr(piece, "text", "") for piece in part) for part in spawner.cmd]
        file = words[words.index("--param-file") + 1]
        sections = yaml.safe_load(Path(file).read_text(encoding="utf-8"))
        section = sections["/**/effort_controller"]["ros__parameters"]
        assert section["joints"] == [f"left_{joint}" for joint in JOINTS]


@pytest.mark.parametrize(
    ("pushed", "given", "wanted"),
    [("", "", "/"), ("", "arm1", "/arm1"), ("/cell", "arm1", "/cell/arm1"), ("/cell", "/arm1", "/arm1")],
)
def test_a_namespace_lies_in_that_of_the_including_file(pushed: str, given: str, wanted: str):
    context = LaunchContext()
    if pushed:
        context.launch_configurations["ros_namespace"] = pushed
    assert absolute_name(context, given) == wanted


@pytest.mark.parametrize("hardware", ["mock", "topic", "gazebo", "mujoco"])
def test_simulators_set_the_time_of_every_node(hardware: str):
    for node in nodes_of("bringup.launch.py", hardware=hardware, view="rviz"):
        if node.node_executable not in {"spawner", "parameter_bridge"}:
            assert parameters_of(node)["use_sim_time"] is (hardware in {"gazebo", "mujoco"}), node.node_executable


@pytest.mark.parametrize("file", ["bringup.launch.py", "sim.launch.py", "view.launch.py"])
@pytest.mark.parametrize(
    ("view", "shown"), [("rviz", {"rviz2", "marker_node"}), ("web", {"view_node"}), ("none", set())]
)
def test_the_view_is_a_choice(file: str, view: str, shown: set[str]):
    names = {str(node.node_executable) for node in nodes_of(file, view=view)}
    assert names & {"rviz2", "marker_node", "view_node"} == shown


def test_it_gets_the_text_and_the_time_of_the_robot():
    node = robot_state_publisher(Robot(use_sim_time=True), "<robot/>")
    (parameters,) = evaluate_parameters(LaunchContext(), node._Node__parameters)
    assert parameters == {"robot_description": "<robot/>", "use_sim_time": True}

"""Nodes that are attached to a robot, and their parameter file; where launch is installed."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

from launch import LaunchContext
from launch_ros.actions import Node
from launch_ros.utilities import evaluate_parameters

from puma560_dynamics import LaunchError
from puma560_dynamics.launching.attach import Attach, _nodes, attach
from puma560_dynamics.launching.robot import Robot

JOINTS = [f"left_joint{number}" for number in range(1, 7)]


def observer_file(folder: Path) -> str:
    """A parameter file for observer_node alone."""
    file = folder / "observer.yaml"
    file.write_text("/**/observer_node:\n  ros__parameters: {bandwidth: 30.0}\n", encoding="utf-8")
    return str(file)


def test_a_file_for_the_observer_is_used_with_the_observer(tmp_path: Path):
    robot = Robot(parameter_file=observer_file(tmp_path))
    assert attach(Attach(robot, "effort_controller", observe=True, brakes="ours"))


def test_a_file_for_the_observer_is_refused_without_it(tmp_path: Path):
    robot = Robot(parameter_file=observer_file(tmp_path))
    with pytest.raises(LaunchError, match="no section for /feedforward_node, /command_guard_node, /validator_node"):
        attach(Attach(robot, "effort_controller", brakes="ours"))


def test_without_a_choice_of_brakes_nothing_is_started(tmp_path: Path):
    """The node would refuse it, but only after the controller was found and the other nodes were started."""
    with pytest.raises(LaunchError, match=r"brakes: nothing states what holds the arm .* give brakes:=ours, hardware"):
        attach(Attach(Robot(), "effort_controller"))
    given = tmp_path / "given.yaml"
    given.write_text("/**/feedforward_node: {ros__parameters: {brakes: ours}}\n", encoding="utf-8")
    assert attach(Attach(Robot(parameter_file=str(given)), "effort_controller"))
    other = tmp_path / "other.yaml"
    other.write_text("/**/feedforward_node: {ros__parameters: {fade_in_time: 2.0}}\n", encoding="utf-8")
    with pytest.raises(LaunchError, match="nothing states"):
        attach(Attach(Robot(parameter_file=str(other)), "effort_controller"))


@pytest.mark.parametrize(
    ("guard", "validate", "observe", "started"),
    [
        (True, True, False, {"feedforward_node", "command_guard_node", "validator_node"}),
        (True, False, False, {"feedforward_node", "command_guard_node"}),
        (False, False, True, {"feedforward_node", "observer_node"}),
    ],
)
def test_only_nodes_that_are_started_must_not_exist(guard: bool, validate: bool, observe: bool, started: set[str]):
    wanted = Attach(Robot(), "effort_controller", guard=guard, validate=validate, observe=observe)
    nodes = [action for action in _nodes(wanted, JOINTS, required=False) if isinstance(action, Node)]
    assert {str(node.node_executable) for node in nodes} == started
    assert set(wanted.nodes) == {f"/{name}" for name in started}


@pytest.mark.parametrize(("arm", "prefix"), [("akb1986", "left_"), ("", "")])
def test_frames_of_the_observer_have_the_prefix_once(arm: str, prefix: str):
    """The links of an arm file have no prefix, those of the robot's description have it already."""
    wanted = Attach(Robot(arm=arm, prefix="left_"), "effort_controller", observe=True)
    (observer,) = [
        action
        for action in _nodes(wanted, JOINTS, required=False)
        if isinstance(action, Node) and action.node_executable == "observer_node"
    ]
    found: dict[str, object] = {}
    for given in evaluate_parameters(LaunchContext(), observer._Node__parameters):
        found |= given if isinstance(given, dict) else {}
    assert found["frame_prefix"] == prefix

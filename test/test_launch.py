"""Launch files: what can be said of them without launch, and all of them where launch is installed."""

from __future__ import annotations

import ast
import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / "launch").glob("*.launch.py"))
PIECES = sorted((ROOT / "puma560_dynamics" / "launching").glob("*.py"))
SETUP = (ROOT / "setup.py").read_text(encoding="utf-8")
MANIFEST = (ROOT / "package.xml").read_text(encoding="utf-8")
REQUIRED = {"replay.launch.py": "bag", "feedforward.launch.py": "controller"}
"""What there is no default of: a bag to play, a controller to attach to."""
every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)

OPTIONAL = {"mujoco_ros2_control", "ros_gz_sim", "ros_gz_bridge"}
"""Packages for one choice of hardware each; docs/ros2.md says which."""


def calls(path: Path, name: str) -> Iterator[ast.Call]:
    """Calls of a function of that name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
            yield node


def words(path: Path, keyword: str) -> set[str]:
    """Literal values of a keyword argument."""
    return set(re.findall(rf'{keyword}="(\w+)"', path.read_text(encoding="utf-8")))


def test_there_are_the_five():
    assert [path.name.split(".")[0] for path in FILES] == ["bringup", "feedforward", "replay", "sim", "view"]


def executables() -> set[str]:
    """Executables of this package that any launch file starts: the first argument of `Robot.node`."""
    named = set()
    for path in (*FILES, *PIECES):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "node":
                named |= {str(word.value) for word in node.args[:1] if isinstance(word, ast.Constant)}
    return named


@pytest.mark.parametrize("executable", sorted(executables()))
def test_every_executable_of_ours_exists(executable: str):
    assert f'"{executable} = puma560_dynamics.nodes.start:{executable}"' in SETUP


def test_the_nodes_of_the_arm_are_started():
    makers = {"plant_node", "reference_node", "feedforward_node", "trajectory_feedforward_node"}
    watchers = {"command_guard_node", "validator_node", "observer_node", "marker_node", "view_node"}
    assert executables() == makers | watchers


def test_every_package_is_a_dependency():
    packages = {word for path in (*FILES, *PIECES) for word in words(path, "package")}
    assert {"robot_state_publisher", "controller_manager", "rviz2", "joint_state_publisher_gui"} <= packages
    for package in packages - OPTIONAL:
        assert f"<exec_depend>{package}</exec_depend>" in MANIFEST, package
    page = (ROOT / "docs" / "ros2.md").read_text(encoding="utf-8")
    for package in OPTIONAL:
        assert package in page


def test_plugins_are_dependencies():
    controllers = yaml.safe_load((ROOT / "config" / "controllers.yaml").read_text(encoding="utf-8"))
    for value in controllers["/**/controller_manager"]["ros__parameters"].values():
        if isinstance(value, dict) and "type" in value:
            assert f"<exec_depend>{value['type'].split('/')[0]}</exec_depend>" in MANIFEST


@pytest.mark.parametrize("path", [*FILES, *PIECES], ids=lambda path: path.name)
def test_every_argument_is_described(path: Path):
    for call in calls(path, "DeclareLaunchArgument"):
        given = {keyword.arg for keyword in call.keywords}
        assert "description" in given
        if (
            path.name in REQUIRED
            and isinstance(call.args[0], ast.Constant)
            and call.args[0].value == REQUIRED[path.name]
        ):
            continue
        assert "default_value" in given


def test_the_launch_files_record_what_a_run_records():
    pytest.importorskip("rclpy", reason="needs ROS 2's rclpy (pip install '.[run]')")
    from puma560_dynamics.nodes.bag_recorder_node import RECORDED

    pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")
    from puma560_dynamics.launching.recording import topics
    from puma560_dynamics.launching.robot import Robot

    listed = topics(Robot(), ["effort_controller"])
    assert len(set(listed)) == len(listed)
    assert {f"/{topic.lstrip('/')}" for topic in RECORDED} <= set(listed)


@every_file
def test_nothing_waits_for_time_to_pass(path: Path):
    for piece in (path, *PIECES):
        if piece.name == "order.py":
            continue  # has the one delay, and says why
        text = piece.read_text(encoding="utf-8")
        assert "TimerAction" not in text and "time.sleep" not in text


@every_file
def test_the_tables_of_the_page_name_every_file(path: Path):
    assert path.name in (ROOT / "docs" / "ros2.md").read_text(encoding="utf-8")


# ---- with launch --------------------------------------------------------------------------------


@every_file
def test_every_description_can_be_made(path: Path):
    pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")
    description = runpy.run_path(str(path))["generate_launch_description"]()
    arguments = {argument.name: argument for argument in description.get_launch_arguments()}
    assert "arm" in arguments
    for argument in arguments.values():
        assert argument.description
        if argument.choices is not None and argument.default_value:
            assert argument.default_value[0].text in argument.choices

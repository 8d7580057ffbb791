"""What a bring-up refuses, and where its arm starts; where launch is installed."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

from helpers.arm.descriptions import light_arm
from helpers.launching.started import actions_of, everything, nodes_of
from launch import LaunchContext
from launch_ros.actions import Node
from launch_ros.utilities import evaluate_parameters

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm.home_pose import HOME, home
from puma560_dynamics.errors import LaunchError
from puma560_dynamics.launching.bring_up_request import POSITION_LOOP, WITHOUT_POSITION_LOOP


@pytest.mark.parametrize("hardware", WITHOUT_POSITION_LOOP)
def test_position_and_effort_are_refused_where_the_hardware_takes_effort_alone(hardware: str):
    with pytest.raises(LaunchError, match="use controller:=joint_trajectory_effort_controller"):
        actions_of("bringup.launch.py", hardware=hardware, controller=POSITION_LOOP)


@pytest.mark.parametrize(
    ("hardware", "controller"),
    [
        ("mock", POSITION_LOOP),
        *((hardware, "joint_trajectory_effort_controller") for hardware in WITHOUT_POSITION_LOOP),
    ],
)
def test_every_other_pair_is_brought_up(hardware: str, controller: str):
    nodes = nodes_of("bringup.launch.py", hardware=hardware, controller=controller)
    assert "ros2_control_node" in [node.node_executable for node in nodes]


def start_of(**arguments: str) -> list[float]:
    """Positions at which the description lets the joints of an arm start."""
    for node in everything(actions_of("bringup.launch.py", **arguments)):
        if isinstance(node, Node) and node.node_executable == "robot_state_publisher":
            (parameters,) = evaluate_parameters(LaunchContext(), node._Node__parameters)
            tree = ET.fromstring(str(parameters["robot_description"]))
            found = tree.findall("ros2_control/joint/state_interface[@name='position']/param[@name='initial_value']")
            return [float(str(value.text)) for value in found]
    raise AssertionError("no robot_state_publisher")


@pytest.mark.parametrize("hardware", ["mujoco", "gazebo"])
def test_a_simulated_arm_starts_where_gravity_moves_nothing(hardware: str):
    """Nothing holds it before the torque; the numbers in the description have six decimals."""
    pose = np.array(start_of(hardware=hardware))
    assert np.abs(load_model("newton_euler", load_arm("akb1986")).gravity(pose)).max() < 1e-3


def test_positions_that_are_given_are_taken():
    given = "0.1 -1.5 2.0 0.2 0.3 0.4"
    assert start_of(hardware="mujoco", initial_positions=given) == [float(word) for word in given.split()]
    assert start_of(hardware="mock") == list(HOME)


def test_an_arm_with_another_number_of_joints_starts_at_its_home_pose(tmp_path: Path):
    path = tmp_path / "four.urdf"
    path.write_text(light_arm(fingers=False).replace('lower="-2.5"', 'lower="-0.5"'), encoding="utf-8")
    expected = home(load_arm(path))
    assert expected.any()
    assert start_of(hardware="mock", arm=str(path)) == pytest.approx(expected, abs=1e-6)

"""The node that publishes the description, where launch is installed."""

from __future__ import annotations

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

from launch import LaunchContext
from launch_ros.utilities import evaluate_parameters

from puma560_dynamics.launching.robot import Robot, robot_state_publisher


def test_it_gets_the_text_and_the_time_of_the_robot():
    node = robot_state_publisher(Robot(use_sim_time=True), "<robot/>")
    (parameters,) = evaluate_parameters(LaunchContext(), node._Node__parameters)
    assert parameters == {"robot_description": "<robot/>", "use_sim_time": True}

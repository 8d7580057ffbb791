"""The description as a substitution, where launch is installed."""

from __future__ import annotations

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

from launch import LaunchContext
from launch.substitutions import LaunchConfiguration, SubstitutionFailure

from puma560_dynamics.launching.describe import describe
from puma560_dynamics.launching.description import RobotDescription


def test_the_description_is_performed_from_arguments():
    context = LaunchContext()
    context.launch_configurations["which"] = "topic"
    substitution = RobotDescription(hardware=LaunchConfiguration("which"))
    assert substitution.perform(context) == describe(hardware="topic")
    assert "hardware" in substitution.describe()
    context.launch_configurations["which"] = "simulator"
    with pytest.raises(SubstitutionFailure, match="use one of mock, topic"):
        substitution.perform(context)

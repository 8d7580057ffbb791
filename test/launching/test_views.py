"""What shows the arm, where launch is installed."""

from __future__ import annotations

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

from helpers.launching.started import nodes_of


@pytest.mark.parametrize("file", ["bringup.launch.py", "sim.launch.py", "view.launch.py"])
@pytest.mark.parametrize(
    ("view", "shown"), [("rviz", {"rviz2", "marker_node"}), ("web", {"view_node"}), ("none", set())]
)
def test_the_view_is_a_choice(file: str, view: str, shown: set[str]):
    names = {str(node.node_executable) for node in nodes_of(file, view=view)}
    assert names & {"rviz2", "marker_node", "view_node"} == shown

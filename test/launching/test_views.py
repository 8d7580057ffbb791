"""What shows the arm, where launch is installed."""

from __future__ import annotations

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

from started import started


@pytest.mark.parametrize(
    ("view", "shown"), [("rviz", {"rviz2", "marker_node"}), ("web", {"view_node"}), ("none", set())]
)
def test_the_view_is_a_choice(view: str, shown: set[str]):
    names, _ = started(view=view)
    assert names & {"rviz2", "marker_node", "view_node"} == shown

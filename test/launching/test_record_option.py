"""What the launch files record, where launch is installed."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

from launch.utilities import perform_substitutions
from started import context_of, entities_of

from puma560_dynamics.launching.recording import TOPICS, recording


@pytest.mark.parametrize(("folder", "records"), [("", False), ("bags/monday", True)])
@pytest.mark.parametrize("file", ["bringup.launch.py", "sim.launch.py"])
def test_it_records_where_a_folder_is_named(file: str, folder: str, records: bool):
    context = context_of(entities_of(file), record=folder)
    assert recording().condition.evaluate(context) is records


def test_the_recorder_gets_folder_storage_and_topics():
    context = context_of(entities_of("sim.launch.py"), record="bags/monday")
    words = [perform_substitutions(context, list(word)) for word in recording().cmd]
    assert words[:7] == ["ros2", "bag", "record", "--storage", "mcap", "--output", "bags/monday"]
    assert words[7] == "--regex"
    assert all(re.search(words[8], f"/{topic}") for topic in TOPICS)
    assert not re.search(words[8], "/feedforward_node/get_parameters/_service_event")
    assert not re.search(words[8], "/other/joint_states")

"""Of a bag, what our nodes read is played, by name and by type, and nothing that could move a robot."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from rosbags.rosbag2 import Writer
from rosbags.typesys import Stores, get_typestore

from puma560_dynamics.errors import BagError, LaunchError
from puma560_dynamics.launching.recorded_bag import (
    CAUSES,
    MAX_MISSING_CHECKS,
    MAX_STILL_CHECKS,
    MIN_FREE_BYTES,
    TORQUES,
    Growth,
    playable,
)

TYPES = get_typestore(Stores.ROS2_HUMBLE)
COMMANDS = "std_msgs/msg/Float64MultiArray"
STATE = "sensor_msgs/msg/JointState"
ALLOWED = {**CAUSES, **TORQUES}
MOVING = {
    "/effort_controller/commands": COMMANDS,
    "/arm1/effort_controller/commands": COMMANDS,
    "/forward_effort_controller/commands": COMMANDS,
    "/joint_trajectory_controller/joint_trajectory": "trajectory_msgs/msg/JointTrajectory",
    "/robot_joint_commands": STATE,
    "/cmd_vel": "geometry_msgs/msg/Twist",
}


def bag(folder: Path, topics: dict[str, str]) -> Path:
    """A bag with these topics and no messages."""
    with Writer(folder, version=9) as writer:
        for topic, kind in topics.items():
            writer.add_connection(topic, kind, typestore=TYPES)
    return folder


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is played, what could move a robot, and a topic of ours with a wrong type."""
    ours = {f"/{name}": kind for name, kind in ALLOWED.items()}
    ours["/feedforward_node/total"] = COMMANDS
    return bag(tmp_path_factory.mktemp("bags") / "mixed", ours | MOVING | {"/arm1/joint_states": STATE})


def test_nothing_that_could_move_a_robot_is_played(mixed: Path):
    played = playable(str(mixed), "/", ALLOWED)
    assert set(played) == {f"/{name}" for name in ALLOWED} - {"/feedforward_node/total"}
    assert set(playable(str(mixed), "/", CAUSES)) == {f"/{name}" for name in CAUSES}


def test_of_two_robots_one_is_played(mixed: Path):
    assert playable(str(mixed), "/arm1", ALLOWED) == ["/arm1/joint_states"]


def test_a_file_without_metadata_is_read_itself(mixed: Path, tmp_path: Path):
    shutil.copytree(mixed, tmp_path / "bag")
    (tmp_path / "bag" / "metadata.yaml").unlink()
    assert playable(str(tmp_path / "bag"), "/", CAUSES) == playable(str(mixed), "/", CAUSES)


def test_what_has_no_joint_states_is_refused(mixed: Path, tmp_path: Path):
    with pytest.raises(LaunchError, match=r"no topic /left/joint_states .* /arm1/joint_states"):
        playable(str(mixed), "/left", CAUSES)
    with pytest.raises(BagError, match="does not exist"):
        playable(str(tmp_path / "nowhere"), "/", CAUSES)


PLENTY = 10 * MIN_FREE_BYTES


def test_a_bag_that_grows_is_well():
    growth = Growth()
    assert [growth.trouble(size, PLENTY) for size in range(0, 100, 10)] == [None] * 10


def test_a_bag_that_does_not_grow_is_reported_until_it_grows():
    growth = Growth()
    said = [growth.trouble(size, PLENTY) for size in (5, 5, 5, 5, 5, 6, 6)]
    assert [text is not None for text in said] == [False] * MAX_STILL_CHECKS + [True, True, False, False]


def test_a_disk_that_is_nearly_full_is_reported_at_once():
    growth = Growth()
    assert growth.trouble(1, MIN_FREE_BYTES) is None
    said = growth.trouble(2, MIN_FREE_BYTES - 1)
    assert said is not None and "free on its disk" in said


def test_a_missing_bag_is_reported_after_the_start_of_the_recorder():
    growth = Growth()
    said = [growth.missing("No such file or directory") for _ in range(MAX_MISSING_CHECKS + 2)]
    assert said[:MAX_MISSING_CHECKS] == [None] * MAX_MISSING_CHECKS
    assert all(text is not None and "No such file or directory" in text for text in said[MAX_MISSING_CHECKS:])

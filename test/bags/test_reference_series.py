"""References of a bag are read to the bit, or refused as a whole."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rosbags")
pytest.importorskip("mcap")
from rosbags.rosbag2 import Writer
from rosbags.typesys import Stores, get_types_from_msg, get_typestore

from puma560_dynamics.bags.joint_messages import TRAJECTORY, JointMessages
from puma560_dynamics.bags.reference_series import read_references
from puma560_dynamics.bags.survey import CONTROLLER_STATE
from puma560_dynamics.bags.writer import BagWriter
from puma560_dynamics.errors import BagError

NAMES = ("elbow", "hand")
COUNT = 50
STAMP = 1_700_000_000_123_456_789 + 4_000_000 * np.arange(COUNT)
VALUES = np.random.default_rng(3).normal(size=(3, COUNT, 2))


def bag(folder: Path, names: tuple[str, ...] = NAMES, change: Any = None) -> Path:
    """A recording of references, where `change` returns other values of a message."""
    messages = JointMessages(names)
    with BagWriter(folder / "bag") as writer:
        writer.topic("/reference", TRAJECTORY)
        writer.topic("/other", TRAJECTORY)
        for k, stamp in enumerate(STAMP.tolist()):
            fields = VALUES[:, k] if change is None else change(k, VALUES[:, k])
            writer.write("/reference", stamp, messages.reference(stamp, *fields))
            writer.write("/other", stamp, JointMessages(("x",)).reference(stamp, *np.zeros((3, 1))))
    return folder / "bag"


def test_every_bit_in_the_order_that_is_asked_for(tmp_path: Path):
    found = read_references(bag(tmp_path), "/reference", NAMES[::-1])
    np.testing.assert_array_equal(found.stamp, STAMP)
    for rows, expected in zip((found.position, found.velocity, found.acceleration), VALUES, strict=True):
        np.testing.assert_array_equal(rows, expected[:, ::-1])


def test_the_names_may_be_further_ones(tmp_path: Path):
    found = read_references(bag(tmp_path), "/reference", ("hand",))
    np.testing.assert_array_equal(found.position[:, 0], VALUES[0, :, 1])


def only(k: int, fields: Any) -> Any:
    """Change one message."""
    return lambda number, values: fields if number == k else values


NOT_FINITE = np.array([[0.0, math.nan], [0.0, 0.0], [0.0, 0.0]])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (only(7, [VALUES[0, 7], VALUES[1, 7], np.zeros(0)]), "accelerations of a message have 0 entries for 2 joints"),
        (only(8, [VALUES[0, 8], np.zeros(0), VALUES[2, 8]]), "velocities of a message have 0 entries"),
        (only(9, NOT_FINITE), "not finite"),
    ],
)
def test_one_incomplete_message_refuses_the_bag(tmp_path: Path, change: Any, words: str):
    with pytest.raises(BagError, match=words):
        read_references(bag(tmp_path, change=change), "/reference", NAMES)


def test_other_joints_and_topics_are_refused(tmp_path: Path):
    path = bag(tmp_path)
    with pytest.raises(BagError, match="is of elbow, hand; expected elbow, wrist, each once"):
        read_references(path, "/reference", ("elbow", "wrist"))
    with pytest.raises(BagError, match="has no messages on /nothing; it has /other, /reference"):
        read_references(path, "/nothing", NAMES)
    with pytest.raises(BagError, match="does not exist"):
        read_references(tmp_path / "nowhere", "/reference", NAMES)


def test_a_damaged_bag_is_refused(tmp_path: Path):
    """Its first part could be read."""
    messages, rows = JointMessages(NAMES), np.random.default_rng(5).normal(size=(6000, 3, 2))
    with BagWriter(tmp_path / "bag") as writer:
        writer.topic("/reference", TRAJECTORY)
        for k, values in enumerate(rows):
            writer.write("/reference", 1 + k, messages.reference(1 + k, *values))
    assert len(read_references(tmp_path / "bag", "/reference", NAMES).stamp) == 6000
    file = next((tmp_path / "bag").glob("*.mcap"))
    file.write_bytes(file.read_bytes()[: int(0.8 * file.stat().st_size)])
    with pytest.raises(BagError, match=r"is not complete: .*; record the motion again"):
        read_references(tmp_path / "bag", "/reference", NAMES)


JTC = """std_msgs/Header header
string[] joint_names
trajectory_msgs/JointTrajectoryPoint {point}
{speed}
"""


def test_a_topic_of_another_type_is_refused(tmp_path: Path):
    with BagWriter(tmp_path / "bag") as writer:
        writer.topic("/joint_states", "sensor_msgs/msg/JointState")
        writer.write("/joint_states", 1, JointMessages(NAMES).state(1, *np.zeros((3, 2))))
    with pytest.raises(BagError, match="has messages of type sensor_msgs/msg/JointState; expected trajectory_msgs"):
        read_references(tmp_path / "bag", "/joint_states", NAMES)


@pytest.mark.parametrize(("point", "speed"), [("reference", 0.5), ("desired", None)])
def test_the_state_of_a_controller_with_its_definition_in_the_bag(tmp_path: Path, point: str, speed: float | None):
    """The velocity is by the time of the trajectory, which a scaled speed slows down."""
    store = get_typestore(Stores.ROS2_JAZZY)
    text = JTC.format(point=point, speed="" if speed is None else "float64 speed_scaling_factor")
    store.register(get_types_from_msg(text, CONTROLLER_STATE))
    types: Any = store.types
    with Writer(tmp_path / "bag", version=9) as writer:
        connection = writer.add_connection("/controller_state", CONTROLLER_STATE, typestore=store)
        for k, stamp in enumerate(STAMP.tolist()):
            sec, nanosec = divmod(stamp, 10**9)
            time = types["builtin_interfaces/msg/Time"](sec=sec, nanosec=nanosec)
            fields = {
                "header": types["std_msgs/msg/Header"](stamp=time, frame_id=""),
                "joint_names": list(NAMES),
                point: types["trajectory_msgs/msg/JointTrajectoryPoint"](
                    *VALUES[:, k], np.zeros(0), types["builtin_interfaces/msg/Duration"](0, 0)
                ),
                **({} if speed is None else {"speed_scaling_factor": speed}),
            }
            writer.write(connection, stamp, store.serialize_cdr(types[CONTROLLER_STATE](**fields), CONTROLLER_STATE))
    found = read_references(tmp_path / "bag", "/controller_state", NAMES)
    slowed = 1.0 if speed is None else speed
    for power, rows in enumerate((found.position, found.velocity, found.acceleration)):
        np.testing.assert_array_equal(rows, slowed**power * VALUES[power])

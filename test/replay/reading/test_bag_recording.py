"""Whole recordings: what is read is what `rosbags` reads, message by message and bit by bit."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.replay.bags import (
    JOINT_STATE,
    JOINTS,
    START,
    STORE,
    command_messages,
    effort_messages,
    joint_state,
    random_states,
    raw,
    state_messages,
    write_bag,
    write_messages,
)
from mcap.writer import CompressionType
from mcap.writer import Writer as McapWriter
from rosbags.rosbag2 import Reader

from puma560_dynamics import load_arm
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.control.feed_forward.feed_forward import TERM_NAMES
from puma560_dynamics.errors import BagError
from puma560_dynamics.replay.motion.timeline import pick
from puma560_dynamics.replay.reading.bag_recording import Recording, open_recording
from puma560_dynamics.replay.reading.samples import Block, CommandSamples, JointSamples, ReferenceSamples, TermSamples
from puma560_dynamics.replay.settings import ReplaySettings

ARM = load_arm("akb1986")
KINDS = [("mcap", None), ("mcap", "chunks"), ("mcap", "file"), ("mcap", "message"),
         ("sqlite3", None), ("sqlite3", "file"), ("sqlite3", "message")]  # fmt: skip


def opened(*paths: Path, **settings: Any) -> tuple[Recording, Findings]:
    findings = Findings()
    recording = open_recording(paths, ARM, ReplaySettings(**settings), findings)
    assert isinstance(recording, Recording)
    return recording, findings


def states(blocks: list[Block]) -> JointSamples:
    names = ("stamp", "log_time", "position", "velocity", "effort")
    return JointSamples(*(np.concatenate([getattr(block.states, name) for block in blocks]) for name in names))


def by_rosbags(path: Path, topic: str = "/joint_states") -> JointSamples:
    """The oracle: every message taken apart by `rosbags`, joints by name."""
    rows = []
    with Reader(path) as reader:
        for connection, time, data in reader.messages([c for c in reader.connections if c.topic == topic]):
            message: Any = STORE.deserialize_cdr(data, connection.msgtype)
            order = [message.name.index(name) for name in JOINTS]
            stamp = message.header.stamp.sec * 1_000_000_000 + message.header.stamp.nanosec
            fields = (message.position, message.velocity, message.effort)
            rows.append((stamp, time, *(f[order] if len(f) else np.full(6, np.nan) for f in fields)))
    return JointSamples(*(np.array(column) for column in zip(*rows, strict=True)))


def assert_same(found: JointSamples, expected: JointSamples) -> None:
    for name in ("stamp", "log_time", "position", "velocity", "effort"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name), err_msg=name)


@pytest.fixture
def everything(rng: np.random.Generator) -> dict[str, object]:
    """Arguments of `write_bag` for every topic there is."""
    base = random_states(rng, 300)
    numbers: Callable[[], np.ndarray] = lambda: rng.normal(size=(300, 6))  # noqa: E731
    return {
        "states": base,
        "commands": CommandSamples(base.log_time + 1000, numbers()),
        "terms": {name: TermSamples(base.stamp, base.log_time + 2000, numbers()) for name in TERM_NAMES},
        "reference": ReferenceSamples(base.stamp, base.log_time + 3000, numbers(), numbers(), numbers()),
        "description": '<?xml version="1.0"?><robot name="puma560"/>',
    }


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(1986)


@pytest.mark.parametrize(("storage", "compression"), KINDS)
def test_every_kind_of_bag_gives_back_what_was_written(tmp_path: Path, everything, storage, compression):
    path = write_bag(tmp_path / "bag", storage=storage, compression=compression, **everything)
    recording, findings = opened(path)
    (block,) = recording.blocks()
    assert_same(block.states, everything["states"])
    assert_same(block.states, by_rosbags(path))
    np.testing.assert_array_equal(block.commands.effort, everything["commands"].effort)
    np.testing.assert_array_equal(block.commands.log_time, everything["commands"].log_time)
    for name in TERM_NAMES:
        np.testing.assert_array_equal(block.terms[name].torque, everything["terms"][name].torque)
        np.testing.assert_array_equal(block.terms[name].stamp, everything["states"].stamp)
    for name in ("stamp", "log_time", "position", "velocity", "acceleration"):
        np.testing.assert_array_equal(getattr(block.reference, name), getattr(everything["reference"], name))
    assert recording.description == everything["description"]
    assert not findings.warnings
    (file,) = recording.files
    assert (file.storage, file.compression, file.whole) == (storage, compression or "none", True)
    assert {topic.use for topic in recording.topics} == {
        "joint states", "command", "terms", "reference", "robot description",
    }  # fmt: skip
    assert {topic.name: topic.count for topic in recording.topics}["/joint_states"] == 300
    assert (recording.name, block.read) == ("bag", 1.0)


@pytest.mark.parametrize("compression", [CompressionType.LZ4, CompressionType.ZSTD, CompressionType.NONE])
@pytest.mark.parametrize("chunked", [True, False])
def test_an_mcap_by_another_tool(tmp_path: Path, rng, compression, chunked):
    """Written by Foxglove's library: with checksums, small chunks or none at all, and no metadata.yaml."""
    expected = random_states(rng, 500)
    path = tmp_path / "other.mcap"
    with path.open("wb") as file:
        writer = McapWriter(file, chunk_size=20_000, compression=compression, use_chunking=chunked)
        writer.start("ros2")
        schema = writer.register_schema(JOINT_STATE, "ros2msg", STORE.generate_msgdef(JOINT_STATE)[0].encode())
        channel = writer.register_channel("/arm/joints", "cdr", schema)
        for message in state_messages("/arm/joints", JOINTS, expected):
            writer.add_message(channel, message.log_time, message.data, message.log_time)
        writer.finish()
    recording, findings = opened(path)
    assert_same(states(list(recording.blocks())), expected)
    assert not findings.warnings
    assert recording.files[0].compression == ("chunks" if chunked and compression != CompressionType.NONE else "none")


def test_reading_again_gives_the_same_and_repeats_no_finding(tmp_path: Path, rng):
    messages = state_messages("/joint_states", JOINTS, random_states(rng, 40))
    messages.append(raw(START + 10**9, "/joint_states", JOINT_STATE, joint_state(START, ("gripper",), (0.1,))))
    recording, findings = opened(write_messages(tmp_path / "bag", messages))
    first = states(list(recording.blocks()))
    told = findings.warnings
    assert [(finding.kind, finding.count) for finding in told] == [("other_joints", 1)]
    assert_same(states(list(recording.blocks())), first)
    assert findings.warnings == told
    assert {topic.name: topic.count for topic in recording.topics} == {"/joint_states": 41}


@pytest.mark.parametrize("little_endian", [True, False])
@pytest.mark.parametrize("frame", ["", "a", "base_link"])
def test_byte_order_and_frame(tmp_path: Path, rng, little_endian, frame):
    """The frame's length moves every number; the alignment follows."""
    messages = state_messages("/joint_states", JOINTS, random_states(rng, 30), frame=frame, little_endian=little_endian)
    path = write_messages(tmp_path / "bag", messages)
    recording, _ = opened(path)
    assert_same(states(list(recording.blocks())), by_rosbags(path))


def test_layouts_that_change_on_the_way(tmp_path: Path, rng):
    """Another order, other empty fields, byte orders and frames, mixed at random; order of recording is kept."""
    whole = random_states(rng, 400)
    nan = np.full(6, np.nan)
    messages = []
    for k in range(400):
        names = [JOINTS, tuple(sorted(JOINTS)), JOINTS[::-1]][rng.integers(3)]
        fields = [nan if rng.random() < 0.2 and k else a[k] for a in (whole.position, whole.velocity, whole.effort)]
        position, velocity, effort = (() if f is nan and rng.random() < 0.5 else f for f in fields)
        frame = "x" * int(rng.integers(0, 9))
        message = joint_state(int(whole.stamp[k]), names, position, velocity, effort, frame)
        messages.append(raw(int(whole.log_time[k]), "/joint_states", JOINT_STATE, message, bool(rng.random() < 0.5)))
    path = write_messages(tmp_path / "bag", messages)
    recording, findings = opened(path)
    assert_same(states(list(recording.blocks())), by_rosbags(path))
    assert not findings.warnings


def test_padding_may_hold_anything(tmp_path: Path, rng):
    """DDS vendors leave what was in memory between a name and the next length."""
    messages = []
    for message in state_messages("/joint_states", ("a", "b"), random_states(rng, 5, n=2)):
        data = bytearray(message.data)
        at = data.index(b"a\0") + 2
        data[at : at + 2] = rng.bytes(2)
        messages.append(message._replace(data=bytes(data)))
    path = write_messages(tmp_path / "bag", messages)
    arm = ARM.with_(joints=tuple(ARM.joints[:2]))
    recording = open_recording([path], arm, ReplaySettings(joint_map={"a": "joint1", "b": "joint2"}), Findings())
    expected = random_states(np.random.default_rng(1986), 5, n=2)
    np.testing.assert_array_equal(states(list(recording.blocks())).position, expected.position)


def test_malformed_messages_are_counted_and_left_out(tmp_path: Path, rng):
    expected = random_states(rng, 20)
    messages = state_messages("/joint_states", JOINTS, expected)
    messages[3] = messages[3]._replace(data=messages[3].data[:50])
    messages[7] = messages[7]._replace(data=b"")
    messages[9] = messages[9]._replace(data=b"\x00\x09" + messages[9].data[2:])
    huge = bytearray(messages[11].data)
    huge[12:16] = struct.pack("<I", 2**31)
    messages[11] = messages[11]._replace(data=bytes(huge))
    recording, findings = opened(write_messages(tmp_path / "bag", messages))
    found = states(list(recording.blocks()))
    kept = np.delete(np.arange(20), [3, 7, 9, 11])
    np.testing.assert_array_equal(found.position, expected.position[kept])
    assert [(finding.kind, finding.count) for finding in findings.warnings] == [("malformed", 4)]


def test_fields_of_another_length_are_not_used(tmp_path: Path, rng):
    base = random_states(rng, 3)
    message = joint_state(START, JOINTS, base.position[0], base.velocity[0], base.effort[0, :4])
    recording, findings = opened(write_messages(tmp_path / "bag", [raw(START, "/joint_states", JOINT_STATE, message)]))
    found = states(list(recording.blocks()))
    np.testing.assert_array_equal(found.velocity, base.velocity[:1])
    assert np.isnan(found.effort).all()
    assert "effort with 4 entries for 6 joints" in findings.warnings[0].message


def test_blocks_are_bounded_and_report_their_progress(tmp_path: Path, rng, monkeypatch):
    monkeypatch.setattr("puma560_dynamics.replay.reading.samples.STATES_PER_BLOCK", 2000)
    expected = random_states(rng, 12_000)
    recording, _ = opened(write_bag(tmp_path / "bag", states=expected))
    blocks = list(recording.blocks())
    assert len(blocks) >= 3
    assert max(len(block.states.stamp) for block in blocks) < 6000  # no more than a chunk beyond
    shares = [block.read for block in blocks]
    assert shares == sorted(shares) and 0.0 < shares[0] < 1.0 and shares[-1] == 1.0
    assert_same(states(blocks), expected)


def test_parts_of_the_torque_as_joint_states(tmp_path: Path, rng):
    """``~/inertia`` is inertia and motor inertia together; efforts without positions are no joint states."""
    base = random_states(rng, 50)
    parts = {name: TermSamples(base.stamp, base.log_time, rng.normal(size=(50, 6)))
             for name in ("gravity", "inertia", "velocity", "friction", "total")}  # fmt: skip
    recording, _ = opened(write_bag(tmp_path / "bag", states=base, terms=parts))
    (block,) = recording.blocks()
    assert set(block.terms) == {"gravity", "acceleration", "velocity", "friction", "total"}
    np.testing.assert_array_equal(block.terms["acceleration"].torque, parts["inertia"].torque)
    np.testing.assert_array_equal(block.terms["total"].torque, parts["total"].torque)


def test_several_bags_one_after_the_other(tmp_path: Path, rng):
    whole = random_states(rng, 100)
    one = write_bag(tmp_path / "one", states=pick(whole, slice(60)))
    rest = pick(whole, slice(60, None))
    two = write_bag(tmp_path / "two", states=rest, storage="sqlite3", compression="message")
    recording, _ = opened(one, two)
    assert_same(states(list(recording.blocks())), whole)
    assert [file.storage for file in recording.files] == ["mcap", "sqlite3"]
    assert recording.size == sum(file.size for file in recording.files)
    assert recording.name == "one and 1 more"


def test_another_robot_is_refused_by_name(tmp_path: Path, rng):
    names = [f"panda_joint{k}" for k in range(1, 8)]
    path = write_messages(tmp_path / "bag", state_messages("/joint_states", names, random_states(rng, 3, n=7)))
    with pytest.raises(BagError, match=r"panda_joint7.*the arm has joint1.*--joint-map"):
        opened(path)


def test_a_joint_map_makes_it_ours(tmp_path: Path, rng):
    names = [f"panda_joint{k}" for k in range(1, 8)]
    expected = random_states(rng, 3, n=7)
    path = write_messages(tmp_path / "bag", state_messages("/joint_states", names, expected))
    recording, _ = opened(path, joint_map=dict(zip(names[1:], ARM.joint_names, strict=True)))
    np.testing.assert_array_equal(states(list(recording.blocks())).position, expected.position[:, 1:])


def test_a_bag_without_joint_states_is_refused_with_its_topics(tmp_path: Path, rng):
    base = random_states(rng, 3)
    path = write_bag(tmp_path / "bag", commands=CommandSamples(base.log_time, base.effort))
    with pytest.raises(BagError, match=r"no joint states.*/effort_controller/commands \(std_msgs"):
        opened(path)
    empty = write_messages(tmp_path / "empty", [], types={"/joint_states": JOINT_STATE})
    with pytest.raises(BagError, match=r"no joint states.*/joint_states \(sensor_msgs"):
        opened(empty)


def test_joints_of_another_arm_are_listed_once(tmp_path: Path, rng):
    base, names = random_states(rng, 5), tuple("abcdef")
    both = [*state_messages("/joint_states", names, base), *state_messages("/also", names, base)]
    with pytest.raises(BagError, match=r"it has a, b, c, d, e, f on /[a-z_]+ and 1 more topics, the arm has joint1"):
        opened(write_messages(tmp_path / "bag", both))


def test_the_topics_can_be_chosen(tmp_path: Path, rng):
    base = random_states(rng, 10)
    other = random_states(rng, 10)
    commands = CommandSamples(base.log_time, rng.normal(size=(10, 6)))
    messages = [
        *state_messages("/joint_states", JOINTS, base),
        *state_messages("/robot_joint_states", JOINTS, other),
        *command_messages("/effort_controller/commands", commands),
        *effort_messages("/gripper/total", ("finger",), TermSamples(base.stamp, base.log_time, base.effort[:, :1])),
    ]
    path = write_messages(tmp_path / "bag", messages)
    recording, _ = opened(path)
    assert_same(states(list(recording.blocks())), base)
    use_of = {topic.name: topic.use for topic in recording.topics}
    assert use_of["/robot_joint_states"] == "not used: joint states are taken from /joint_states"
    assert use_of["/gripper/total"] == "not used: other joints (finger)"
    chosen, _ = opened(path, topics={"joint_states": "/robot_joint_states"})
    assert_same(states(list(chosen.blocks())), other)
    for topic, words in (("/nowhere", "not in the bag"), ("/effort_controller/commands", "topics that fit")):
        with pytest.raises(BagError, match=words):
            opened(path, topics={"joint_states": topic})
    with pytest.raises(BagError, match="choices are"):
        opened(path, topics={"joints": "/joint_states"})


def test_a_bag_in_other_units_is_converted(tmp_path: Path, rng: np.random.Generator):
    """Units, signs and zeros are stated as for a table, in the order of the arm's joints."""
    path, right = tmp_path / "bag", random_states(rng, 300)
    right = replace(right, position=0.1 * right.position)
    sign, zero = np.array([1.0, -1.0, 1.0, 1.0, -1.0, 1.0]), np.array([0.0, 90.0, 0.0, -90.0, 0.0, 0.0])
    turned = {name: sign * getattr(right, name) for name in ("velocity", "effort")}
    degrees = sign * (np.degrees(right.position) - zero)
    write_bag(path, states=replace(right, position=degrees, **turned))
    columns = "q.unit=deg qd.unit=rad/s sign=1,-1,1,1,-1,1 offset=0,90,0,-90,0,0"
    recording, _ = opened(path, columns=columns)
    found = states(list(recording.blocks()))
    for name in ("position", "velocity", "effort"):
        np.testing.assert_allclose(getattr(found, name), getattr(right, name), rtol=1e-12, atol=1e-12)
    with pytest.raises(BagError, match="sign has 2 values for 6 joints"):
        opened(path, columns="sign=1,-1")
    write_bag(tmp_path / "plain", states=right)
    for_tables, _ = opened(tmp_path / "plain", columns="t=0 q=1:7 q.unit=deg")
    np.testing.assert_array_equal(states(list(for_tables.blocks())).position, right.position)


def test_positions_in_degrees_end_the_reading(tmp_path: Path, rng: np.random.Generator):
    """Most of them are beyond what a joint can reach; a few are errors of the driver, which are left out later."""
    path, right = tmp_path / "bag", random_states(rng, 300)
    position = np.degrees(np.clip(right.position, -1.0, 1.0) + np.array([0.0, -1.5, 1.5, 1.2, 0.0, 0.0]))
    write_bag(path, states=replace(right, position=position))
    recording, _ = opened(path)
    with pytest.raises(BagError, match=r"most positions of joint\d .* in degrees they fit: set position.unit=deg"):
        list(recording.blocks())
    few = np.where(np.arange(300)[:, None] % 3 == 0, position, np.radians(position))
    write_bag(tmp_path / "few", states=replace(right, position=few))
    assert len(states(list(opened(tmp_path / "few")[0].blocks())).position) == 300

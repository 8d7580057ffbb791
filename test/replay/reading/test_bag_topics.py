"""The topics, joints and units of a bag are those of the arm, or are refused by name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers.replay.bags import (
    JOINT_STATE,
    JOINTS,
    command_messages,
    effort_messages,
    random_states,
    state_messages,
    write_bag,
    write_messages,
)
from helpers.replay.opened_bags import ARM, assert_same, opened, states

from puma560_dynamics.errors import BagError
from puma560_dynamics.replay.reading.samples import CommandSamples, TermSamples


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

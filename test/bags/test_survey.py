"""A first look: every topic, and a sample of each kind of message."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("rosbags")
pytest.importorskip("mcap")

from helpers.replay.bags import JOINT_STATE, joint_state, raw, write_messages

from puma560_dynamics.bags import sqlite_storage
from puma560_dynamics.bags.files import find_bags
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.bags.message_definitions import Definitions
from puma560_dynamics.bags.survey import KINDS, LONG_ENOUGH, Topics, survey


def found_topics(folder: Path, *messages: tuple[int, str, object], **more: object) -> Topics:
    """At a bag of these joint states: time, topic, message."""
    path = write_messages(folder / "bag", [raw(at, topic, JOINT_STATE, state) for at, topic, state in messages], **more)  # type: ignore[arg-type]
    return survey(find_bags([path], Findings()), Definitions())


@pytest.mark.parametrize("storage", ["mcap", "sqlite3"])
def test_every_topic_is_listed_with_samples_of_its_messages(tmp_path: Path, storage: str):
    nan = float("nan")
    topics = found_topics(
        tmp_path,
        (0, "/arm/joint_states", joint_state(0, ["a", "b"], [1.0, 2.0], effort=[nan, nan])),
        (1, "/gripper", joint_state(0, ["finger"], [0.5])),
        types={"/never": "std_msgs/msg/String"},
        storage=storage,
    )
    arm = topics["/arm/joint_states", JOINT_STATE]
    assert arm.last == "joint_states" and arm.known
    (sample, *_) = arm.samples
    assert sample.layout.texts["name"] == ("a", "b")
    assert sample.full("position") and not sample.full("effort") and not sample.full("velocity")
    assert sample.length("position") == 2
    assert sample.text("header.frame_id") == ""
    assert topics["/gripper", JOINT_STATE].samples[0].text("name") == "finger"
    assert topics["/never", "std_msgs/msg/String"].samples == []


def test_different_messages_are_kept_but_not_without_end(tmp_path: Path):
    states = [(k, "/t", joint_state(0, [f"joint{k}"], [0.0])) for k in range(3 * KINDS)]
    samples = found_topics(tmp_path, *states)["/t", JOINT_STATE].samples
    names = [sample.text("name") for sample in samples]
    assert names[:KINDS] == [f"joint{k}" for k in range(KINDS)]
    assert names[-1] == f"joint{3 * KINDS - 1}" and len(names) == KINDS + 1


@pytest.mark.parametrize(("late", "seen"), [(LONG_ENOUGH // 2, True), (2 * LONG_ENOUGH, False)])
def test_a_topic_that_begins_late_is_waited_for_but_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, late: int, seen: bool
):
    monkeypatch.setattr(sqlite_storage, "ROWS", 4)
    states = [(k * LONG_ENOUGH // 10, "/t", joint_state(0, ["a"], [0.0])) for k in range(40)]
    messages = sorted([*states, (late + 1, "/late", joint_state(0, ["b"], [0.0]))], key=lambda message: message[0])
    found = found_topics(tmp_path, *messages, storage="sqlite3")["/late", JOINT_STATE].samples
    assert [sample.text("name") for sample in found] == (["b"] if seen else [])

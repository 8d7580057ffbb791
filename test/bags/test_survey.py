"""A first look: every topic, and a sample of each kind of message."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import itemgetter
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("rosbags")
pytest.importorskip("mcap")

from helpers.replay.bags import JOINT_STATE, joint_state, raw, write_messages

from puma560_dynamics.bags import sqlite_storage
from puma560_dynamics.bags.files import find_bags
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.bags.mcap_storage import McapStorage
from puma560_dynamics.bags.message_definitions import Definitions
from puma560_dynamics.bags.raw import Messages
from puma560_dynamics.bags.sqlite_storage import SqliteStorage
from puma560_dynamics.bags.survey import KINDS, Topics, survey


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


def long_bag(folder: Path, storage: str, *more: tuple[int, str, object]) -> Path:
    """A bag of 40 s with joint states, more messages, and a topic without messages."""
    states = [(k * 1_000_000_000, "/t", joint_state(0, ["a"], [0.0])) for k in range(40)]
    messages = [raw(at, topic, JOINT_STATE, state) for at, topic, state in sorted([*states, *more], key=itemgetter(0))]
    return write_messages(folder / "bag", messages, storage=storage, types={"/never": JOINT_STATE})


@pytest.mark.parametrize("storage", ["mcap", "sqlite3"])
def test_a_topic_that_begins_late_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, storage: str):
    monkeypatch.setattr(sqlite_storage, "ROWS", 4)
    path = long_bag(tmp_path, storage, (30_000_000_001, "/late", joint_state(0, ["b"], [0.0])))
    found = survey(find_bags([path], Findings()), Definitions())["/late", JOINT_STATE].samples
    assert [sample.text("name") for sample in found] == ["b"]


@pytest.mark.parametrize(
    ("storage", "alone", "read"),
    [("mcap", False, 1), ("mcap", True, 1), ("sqlite3", False, 1), ("sqlite3", True, 10)],
)
def test_topics_without_messages_are_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, storage: str, alone: bool, read: int
):
    """The metadata of a folder and the summary of an MCAP file count messages; a SQLite file alone does not."""
    monkeypatch.setattr(sqlite_storage, "ROWS", 4)
    path = long_bag(tmp_path, storage)
    if alone:
        (path,) = (file for file in path.iterdir() if file.suffix in (".mcap", ".db3"))
    pieces = count_pieces(monkeypatch)
    assert survey(find_bags([path], Findings()), Definitions())["/never", JOINT_STATE].samples == []
    assert len(pieces) == read


def count_pieces(monkeypatch: pytest.MonkeyPatch) -> list[Messages]:
    """Return a list of the pieces of bags that are read from now on; each has four messages."""
    pieces: list[Messages] = []

    def counted(read: Callable[..., Iterator[Messages]]) -> Callable[..., Iterator[Messages]]:
        def messages(*arguments: object) -> Iterator[Messages]:
            for piece in read(*arguments):
                for part in np.array_split(np.arange(len(piece.start)), len(piece.start) // 4):
                    pieces.append(piece.pick(part))
                    yield pieces[-1]

        return messages

    for storage in (SqliteStorage, McapStorage):
        monkeypatch.setattr(storage, "messages", counted(storage.messages))
    return pieces

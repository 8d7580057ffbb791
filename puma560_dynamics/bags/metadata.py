"""Metadata (metadata.yaml) of a rosbag2 bag: reader with checks, and content for version 9 (Jazzy, Kilted)."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from ..plain_data import parse_yaml
from .findings import Findings

METADATA = "metadata.yaml"
UNREADABLE = (
    yaml.YAMLError,
    OSError,
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    OverflowError,
    RecursionError,
)


@dataclass(frozen=True)
class Metadata:
    """Metadata of a bag.

    Attributes:
        files: names of the bag's files, without folders.
        counts: number of messages by topic; empty if the recorder did not finish.
        types: message types by topic.
    """

    files: tuple[str, ...]
    counts: Mapping[str, int]
    types: Mapping[str, str]


def read_metadata(folder: Path, findings: Findings) -> Metadata | None:
    """Read the metadata in a bag's folder; return `None` and add a finding if they are missing or unreadable."""
    path = folder / METADATA
    if not path.exists():
        findings.add(
            "no_metadata",
            f"{folder.name} has no {METADATA}, as after a loss of power; its files were read as they are",
            loss=False,
        )
        return None
    try:
        found = parse_yaml(path.read_text(encoding="utf-8", errors="replace"))
        return _metadata(found["rosbag2_bagfile_information"])
    except UNREADABLE as error:
        reason = " ".join(str(error).split())[:200]
        findings.add("damaged_metadata", f"{path.name} cannot be read ({reason}); the files were read as they are")
        return None


def _metadata(found: Mapping[str, Any]) -> Metadata:
    if isinstance(found["relative_file_paths"], str):
        raise ValueError("relative_file_paths is not a list")
    listed = [Path(name).name for name in found["relative_file_paths"]]
    topics = found["topics_with_message_count"] or ()
    return Metadata(
        tuple(listed),
        {str(topic["topic_metadata"]["name"]): int(topic["message_count"]) for topic in topics},
        {str(topic["topic_metadata"]["name"]): str(topic["topic_metadata"]["type"]) for topic in topics},
    )


VERSION = 9

INFINITE = {"sec": 9223372036, "nsec": 854775807}
"""``RMW_DURATION_INFINITE``."""


@dataclass(frozen=True)
class OfferedQos:
    """Quality of service (QoS) that the publisher of a topic offers, which a player uses for the same topic.

    Deadline, lifespan and lease duration are infinite.

    Attributes:
        reliability: ``"reliable"`` or ``"best_effort"``.
        durability: ``"volatile"`` or ``"transient_local"``.
        history: ``"keep_last"``, ``"keep_all"`` or ``"unknown"``; ROS discovery does not provide the history.
        depth: depth of the history ``"keep_last"``.
    """

    reliability: str = "reliable"
    durability: str = "volatile"
    history: str = "unknown"
    depth: int = 0

    def data(self) -> dict[str, Any]:
        """Return the QoS in the form of a bag's metadata."""
        return {
            "history": self.history,
            "depth": self.depth,
            "reliability": self.reliability,
            "durability": self.durability,
            "deadline": dict(INFINITE),
            "lifespan": dict(INFINITE),
            "liveliness": "automatic",
            "liveliness_lease_duration": dict(INFINITE),
            "avoid_ros_namespace_conventions": False,
        }


@dataclass
class WrittenTopic:
    """A topic of a bag that is being written.

    Attributes:
        name: name with its leading slash.
        type: message type, such as ``sensor_msgs/msg/JointState``.
        hash: digest of the type, ``RIHS01_…``.
        offered: QoS offered by each publisher.
        count: number of messages written.
    """

    name: str
    type: str
    hash: str
    offered: Sequence[OfferedQos] = field(default_factory=tuple)
    count: int = 0


def bag_information(file: str, topics: Sequence[WrittenTopic], start: int, end: int) -> dict[str, Any]:
    """Return the entries of metadata.yaml below ``rosbag2_bagfile_information``, for a bag of one MCAP file.

    Args:
        file: name of the MCAP file in the bag's folder.
        topics: topics of the bag.
        start, end: log times of the first and the last message, ns since 1970.
    """
    duration = {"nanoseconds": end - start}
    starting_time = {"nanoseconds_since_epoch": start}
    count = sum(topic.count for topic in topics)
    return {
        "version": VERSION,
        "storage_identifier": "mcap",
        "duration": duration,
        "starting_time": starting_time,
        "message_count": count,
        "topics_with_message_count": [_topic(topic) for topic in topics],
        "compression_format": "",
        "compression_mode": "",  # the MCAP storage compresses chunks; rosbag2 does not compress
        "relative_file_paths": [file],
        "files": [
            {
                "path": file,
                "starting_time": dict(starting_time),  # a copy, because YAML would write the same object as an alias
                "duration": dict(duration),
                "message_count": count,
            }
        ],
        "custom_data": None,
        "ros_distro": os.environ.get("ROS_DISTRO") or "unknown",  # same as rosbag2
    }


def written_counts(folder: Path) -> dict[str, int]:
    """Return the numbers of messages by topic from a bag's metadata.yaml; empty if the file does not exist."""
    try:
        text = (folder / METADATA).read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    topics = yaml.safe_load(text)["rosbag2_bagfile_information"]["topics_with_message_count"]
    return {topic["topic_metadata"]["name"]: topic["message_count"] for topic in topics}


def _topic(topic: WrittenTopic) -> dict[str, Any]:
    return {
        "topic_metadata": {
            "name": topic.name,
            "type": topic.type,
            "serialization_format": "cdr",
            "offered_qos_profiles": [qos.data() for qos in topic.offered],
            "type_description_hash": topic.hash,
        },
        "message_count": topic.count,
    }

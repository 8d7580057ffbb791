"""The contents of metadata.yaml, as far as they are plausible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from ..yaml_text import parse_yaml
from .findings import Findings

NAME = "metadata.yaml"
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
    """Of a bag.

    Attributes:
        files: names of its files, without folders.
        counts: messages by topic; empty where the recorder never came to count them.
        types: message types by topic.
    """

    files: tuple[str, ...]
    counts: Mapping[str, int]
    types: Mapping[str, str]


def read_metadata(folder: Path, findings: Findings) -> Metadata | None:
    """The metadata of a bag's folder; `None`, with a finding, where there are none or they cannot be read."""
    path = folder / NAME
    if not path.exists():
        findings.add(
            "no_metadata",
            f"{folder.name} has no {NAME}, as after a loss of power; its files were read as they are",
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

"""The tables of topics and services in ``docs/nodes.md``, read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from helpers.ros.graph import LIFECYCLE, NODES, Endpoint, Quality
from helpers.ros.policy import absolute

PAGE = Path(__file__).parents[3] / "docs" / "nodes.md"
STANDARD = """
| node | direction | name | type | quality of service |
|---|---|---|---|---|
| every node | publishes | `/parameter_events` | `rcl_interfaces/ParameterEvent` | reliable, 1000 |
| | publishes | `/rosout` | `rcl_interfaces/Log` | reliable, transient local |
| | subscribes, with `use_sim_time` | `/clock` | `rosgraph_msgs/Clock` | best effort, 1 |
| | serves | `~/describe_parameters` | `rcl_interfaces/DescribeParameters` | |
| | serves | `~/get_parameter_types` | `rcl_interfaces/GetParameterTypes` | |
| | serves | `~/get_parameters` | `rcl_interfaces/GetParameters` | |
| | serves | `~/list_parameters` | `rcl_interfaces/ListParameters` | |
| | serves | `~/set_parameters` | `rcl_interfaces/SetParameters` | |
| | serves | `~/set_parameters_atomically` | `rcl_interfaces/SetParametersAtomically` | |
| | serves | `~/get_type_description` | `type_description_interfaces/GetTypeDescription` | |
| every lifecycle node: `feedforward_node` | publishes | `~/transition_event` \
| `lifecycle_msgs/TransitionEvent` | reliable |
| | serves | `~/change_state` | `lifecycle_msgs/ChangeState` | |
| | serves | `~/get_state` | `lifecycle_msgs/GetState` | |
| | serves | `~/get_available_states` | `lifecycle_msgs/GetAvailableStates` | |
| | serves | `~/get_available_transitions`, `~/get_transition_graph` | `lifecycle_msgs/GetAvailableTransitions` | |
"""
"""What rclpy gives every node, which the page only summarizes; a table as on the page."""

HEADER = ["node", "direction", "name", "type", "quality of service"]
RIGHTS = {"publishes": "publish", "subscribes": "subscribe", "serves": "reply", "calls": "request"}


class Row(NamedTuple):
    """One name of one node; `condition` is empty where it always holds."""

    node: str
    endpoint: Endpoint
    condition: str
    quality: Quality | None
    is_action: bool


def rows() -> list[Row]:
    """Every name of every node, with those that rclpy gives it."""
    found, nodes = [], []
    for node, direction, names, kind, quality in cells(PAGE.read_text(encoding="utf-8") + STANDARD):
        if node:
            nodes = meant(node)
        what, _, condition = direction.partition(", ")
        right = RIGHTS[what.split()[0]]
        kinds = quoted(kind)
        assert len(kinds) == 1, kind
        package, name_of_type = kinds[0].split("/")
        interface = "msg" if right in ("publish", "subscribe") else "srv"
        for name in quoted(names):
            for owner in nodes:
                endpoint = Endpoint(right, absolute(name, "/", owner), f"{package}/{interface}/{name_of_type}")
                found.append(Row(owner, endpoint, condition, read_quality(quality), what.endswith("action")))
    return found


def cells(text: str) -> Iterator[list[str]]:
    """Rows of the tables with our header."""
    inside = False
    for line in text.splitlines():
        row = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if row == HEADER:
            inside = True
        elif not row:
            inside = False
        elif inside and set(row[0]) != {"-"}:
            yield row


def quoted(text: str) -> list[str]:
    """Everything in backquotes."""
    return re.findall(r"`([^`]+)`", text)


def meant(text: str) -> list[str]:
    """The nodes of a cell: one, every one, every one but some, those with a lifecycle."""
    if text.startswith("every lifecycle node"):
        assert quoted(text) == list(LIFECYCLE)
        return list(LIFECYCLE)
    if text.startswith("every node"):
        return [node for node in NODES if node not in quoted(text)]
    return quoted(text)


def read_quality(text: str) -> Quality | None:
    """``reliable, 10``, ``best effort, 1``, ``reliable, latched``, ``reliable, transient local``."""
    if not text:
        return None
    words = text.split(", ")
    assert words[0] in ("reliable", "best effort"), text
    depth = next((int(word) for word in words if word.isdigit()), None)
    latched = "latched" in words
    assert set(words[1:]) <= {"latched", "transient local", str(depth)}, text
    return Quality(words[0] == "reliable", latched or "transient local" in words, 1 if latched else depth)

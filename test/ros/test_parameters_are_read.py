"""Every parameter that a node declares is read by it: one that nothing reads would be a setting without effect."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import rclpy
from rclpy.lifecycle import LifecycleNode
from rclpy.node import Node
from rclpy.parameter import Parameter
from std_srvs.srv import Trigger

from puma560_dynamics.nodes.wire import parameters

CURRENT: dict[str, Any] = {
    "effort_unit": "current",
    "current_per_torque": [0.1],
    "payload.mass": 1.0,
    "brakes": "supported",
}

NODES: dict[str, dict[str, Any]] = {
    "feedforward_node": CURRENT,
    "trajectory_feedforward_node": CURRENT,
    "validator_node": {},
    "marker_node": {},
    "observer_node": {"effort_unit": "current", "current_per_torque": [0.1], "model": "newton_euler"},
    "payload_node": {"effort_unit": "current", "current_per_torque": [0.1], "model": "newton_euler"},
    "plant_node": {"interface": "topic_hardware", "payload.mass": 1.0},
    "reference_node": {},
    "view_node": {"port": 0},
    "bag_recorder_node": {},
}
"""Nodes, with parameters under which they come to read all others."""


class Noted(dict[str, Any]):
    """Values by name; notes which are looked at, also through copies with changes."""

    def __init__(self, given: dict[str, Any], seen: set[str]) -> None:
        super().__init__(given)
        self.seen = seen

    def __getitem__(self, name: str) -> Any:
        self.seen.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.seen.add(name)
        return super().get(name, default)


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Names of the parameters that were read since the test began."""
    found: set[str] = set()
    read, parameter_values = Node.get_parameter, parameters.parameter_values
    collecting = [False]

    def get_parameter(node: Node, name: str) -> Parameter:
        if not collecting[0]:
            found.add(name)
        return read(node, name)

    def noted(*arguments: Any) -> Noted:
        collecting[0] = True
        try:
            return Noted(parameter_values(*arguments), found)
        finally:
            collecting[0] = False

    monkeypatch.setattr(Node, "get_parameter", get_parameter)
    for name in [*NODES, "wire.loop_changes"]:
        module = importlib.import_module(f"puma560_dynamics.nodes.{name}")
        if getattr(module, "parameter_values", None) is parameter_values:
            monkeypatch.setattr(module, "parameter_values", noted)
    return found


@pytest.fixture
def made(domain: int) -> Iterator[Callable[[str, dict[str, Any]], Node]]:
    """Makes a node in this process, as its entry point does."""
    nodes: list[Node] = []

    def make(name: str, given: dict[str, Any]) -> Node:
        module = importlib.import_module(f"puma560_dynamics.nodes.{name}")
        arguments = [part for key, value in given.items() for part in ("-p", f"{key}:={value!r}".replace("'", '"'))]
        rclpy.init(args=["--ros-args", *arguments], domain_id=domain)
        kinds: list[Any] = [  # each names itself
            kind
            for kind in vars(module).values()
            if isinstance(kind, type)
            and issubclass(kind, Node)
            and kind.__module__ == module.__name__
            and kind is not LifecycleNode
        ]
        (kind,) = kinds
        nodes.append(kind())
        return nodes[-1]

    yield make
    for node in nodes:
        getattr(node, "close", lambda: None)()
        node.destroy_node()
    rclpy.try_shutdown()


@pytest.mark.parametrize("name", NODES)
def test_every_declared_parameter_is_read(
    name: str, seen: set[str], made: Callable[[str, dict[str, Any]], Node], tmp_path: Path
):
    if name == "view_node":
        pytest.importorskip("viser")
    if name == "plant_node":
        pytest.importorskip("mujoco")
    node = made(name, NODES[name] | ({"folder": str(tmp_path / "bag")} if name == "bag_recorder_node" else {}))
    if isinstance(node, LifecycleNode):
        node.trigger_configure()
    if name == "feedforward_node":  # the file is chosen when waypoints are saved
        vars(node)["_waypoints"]._on_save(Trigger.Request(), Trigger.Response())
    declared = {item.name for item in sys.modules[f"puma560_dynamics.nodes.{name}"].PARAMETERS}
    assert declared - seen == set()


def test_all_nodes_with_parameters_are_here():
    folder = Path(parameters.__file__).parents[1]
    declaring = {
        path.stem for path in folder.glob("*_node.py") if "declare(self, PARAMETERS)" in path.read_text("utf-8")
    }
    assert declaring == set(NODES)

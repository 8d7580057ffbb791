"""Who may know whom, as the architecture page draws it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "puma560_dynamics"

# Modules at the top that everybody may use: they hold no knowledge of arms, models or ROS beyond their name.
NEUTRAL = {"errors", "check", "files", "resources", "states", "counted", "model", "report_style", "__version__"}

ALLOWED = {
    "arm": {"errors", "resources"},
    "emdeg": {"errors", "__version__"},
    "explicit": {"arm", "emdeg"} | NEUTRAL,
    "recursive": {"arm"} | NEUTRAL,
    "kane_levinson": {"arm", "explicit", "recursive"} | NEUTRAL,
    "papers": {
        "arm",
        "emdeg",
        "explicit",
        "recursive",
        "models",
        "decomposition",
        "measurement",
        "payload",
        "rotors",
        "simulation",
    }
    | {"kane_levinson"}
    | NEUTRAL,
    "payload": {"arm"} | NEUTRAL,
    "control": {"arm"} | NEUTRAL,
    "decomposition": {"arm", "control", "explicit"} | NEUTRAL,
    "markers": {"arm"} | NEUTRAL,
    "replay": {"arm", "control", "explicit", "recursive", "payload", "models"} | NEUTRAL,
    "identification": {"arm", "control", "explicit", "replay", "recursive", "payload", "models", "run"} | NEUTRAL,
    "measurement": {"arm", "models"} | NEUTRAL,
    "simulation": {"arm", "control", "identification", "models", "recursive", "run"} | NEUTRAL,
    "rotors": {"arm", "emdeg", "explicit", "recursive"} | NEUTRAL,
    "run": {"arm", "control"} | NEUTRAL,
    "launching": {"arm", "control", "models", "replay"} | NEUTRAL,
    "view": {"arm"} | NEUTRAL,
}

ROS = {"rclpy", "rcl_interfaces", "builtin_interfaces", "sensor_msgs", "std_msgs", "std_srvs", "trajectory_msgs",
       "diagnostic_msgs", "geometry_msgs", "lifecycle_msgs", "visualization_msgs", "action_msgs", "control_msgs",
       "rosgraph_msgs", "launch", "launch_ros"}  # fmt: skip
LAUNCH = {"lifecycle_msgs", "launch", "launch_ros", "rclpy", "sensor_msgs"}


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """(level, module) of every import in a file, wherever it stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.module is None:
                yield from ((node.level, alias.name) for alias in node.names)
            else:
                yield node.level, node.module


def files(room: str) -> list[Path]:
    """Python files of a room."""
    return sorted((PACKAGE / room).rglob("*.py"))


@pytest.mark.parametrize("room", sorted(ALLOWED))
def test_rooms_know_only_whom_they_may(room: str):
    assert files(room)
    for path in files(room):
        depth = len(path.relative_to(PACKAGE).parts)
        for level, module in imports(path):
            if level == depth:  # reaches the package's own top
                assert module.split(".")[0] in ALLOWED[room], f"{path.name} imports {module}"
            assert not module.startswith("puma560_dynamics"), f"{path.name}: relative imports inside the package"


def test_ros_is_known_to_the_nodes_alone():
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.parent.name != "nodes":
            unknown = ROS - LAUNCH if path.parent.name == "launching" else ROS
            for _, module in imports(path):
                assert module.split(".")[0] not in unknown, f"{path} imports {module}"


def test_the_command_reaches_ros_only_when_it_runs():
    """`puma560 constants` must work on a machine without ROS."""
    for path in [PACKAGE / "cli.py", *files("commands")]:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom) and node.module:
                assert "nodes" not in node.module.split("."), f"{path.name} imports nodes at its top"

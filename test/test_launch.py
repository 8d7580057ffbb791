"""Launch files: what can be said of them without launch, and all of them where launch is installed."""

from __future__ import annotations

import ast
import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / "launch").glob("*.launch.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_executable_exists(path: Path):
    setup = (ROOT / "setup.py").read_text(encoding="utf-8")
    named = re.findall(r'executable="(\w+)"', path.read_text(encoding="utf-8"))
    assert named
    for executable in named:
        assert f'"{executable} = puma560_dynamics.nodes.' in setup


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_argument_is_described(path: Path):
    calls = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "DeclareLaunchArgument"
    ]
    assert calls
    for call in calls:
        assert {"default_value", "description"} <= {keyword.arg for keyword in call.keywords}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_description_can_be_made(path: Path):
    pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")
    description = runpy.run_path(str(path))["generate_launch_description"]()
    assert description.entities

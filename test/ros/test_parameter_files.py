"""Parameter files in config/ and docs/: each parameter is one that its node declares, of its type and in its range."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import rclpy
import yaml
from rclpy.context import Context
from rclpy.node import Node

from puma560_dynamics.control.parameter_spec import NOT_GIVEN, ParameterSpec

ROOT = Path(__file__).resolve().parents[2]
FILES = ("feedforward.yaml", "sim.yaml")
SECTIONS = [
    (name, node.removeprefix("/**/"), section["ros__parameters"])
    for name in FILES
    for node, section in yaml.safe_load((ROOT / "config" / name).read_text(encoding="utf-8")).items()
]

# What stands under /** in a page is for the node that has a torque gate.
SECTIONS += [
    (page.name, node, section["ros__parameters"])
    for page in sorted((ROOT / "docs").glob("*.md"))
    for block in re.findall(r"^```yaml\n(/\*\*:.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
    for name, section in yaml.safe_load(block).items()
    for node in ("feedforward_node" if name == "/**" else name.removeprefix("/**/"),)
]


def test_a_page_shows_a_parameter_file():
    assert any(name.endswith(".md") for name, _, _ in SECTIONS)


@pytest.mark.parametrize(("name", "node", "section"), SECTIONS, ids=[f"{name}-{node}" for name, node, _ in SECTIONS])
def test_every_parameter_is_declared(name: str, node: str, section: dict[str, Any]):
    module = importlib.import_module(f"puma560_dynamics.nodes.{node}")
    declared: dict[str, ParameterSpec] = {item.name: item for item in module.PARAMETERS}
    assert section
    for key, value in flat(section).items():
        item = declared[key]
        # As rclpy compares: an integer is no double.
        assert type(value) is type(item.default), key
        if isinstance(value, list):
            assert {type(entry) for entry in value} == {type(entry) for entry in item.default}, key
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            assert (item.minimum is None or value >= item.minimum) and (item.maximum is None or value <= item.maximum)


def flat(section: dict[str, Any], before: str = "") -> dict[str, Any]:
    """Nested keys with dots, as ROS names them."""
    result: dict[str, Any] = {}
    for key, value in section.items():
        result.update(flat(value, f"{before}{key}.") if isinstance(value, dict) else {f"{before}{key}": value})
    return result


def test_the_plant_and_the_description_name_the_same_topics():
    plant = next(section for _, node, section in SECTIONS if node == "plant_node")
    declared = {
        item.name: item.default for item in importlib.import_module("puma560_dynamics.nodes.plant_node").PARAMETERS
    }
    xacro = ElementTree.parse(ROOT / "urdf" / "puma560.urdf.xacro")
    arguments = {
        argument.get("name"): argument.get("default") for argument in xacro.iter("{http://www.ros.org/wiki/xacro}arg")
    }
    for topic in ("commands_topic", "states_topic"):
        assert plant[topic] == declared[topic] == arguments[topic]
    # Simulated arms start at the home pose of the arm, where the motion of reference_node starts.
    assert arguments["initial_positions"] == ""
    assert declared["initial_position"] == [NOT_GIVEN]
    assert "initial_position" not in plant


NAMES = ("controllers.yaml", *FILES)


@pytest.mark.parametrize("namespace", ["", "/arm1", "/cell/left"])
@pytest.mark.parametrize("name", NAMES)
def test_ros_reads_what_is_written_in_every_namespace(name: str, namespace: str, domain: int):
    """ROS has a separate reader, with its rules about YAML."""
    path = ROOT / "config" / name
    for node, section in yaml.safe_load(path.read_text(encoding="utf-8")).items():
        context = Context()
        rclpy.init(context=context, domain_id=domain, args=["--ros-args", "--params-file", str(path)])
        try:
            reader = Node(
                "anybody" if node == "/**" else node.removeprefix("/**/"),
                namespace=namespace,
                context=context,
                automatically_declare_parameters_from_overrides=True,
                enable_rosout=False,
                start_parameter_services=False,
            )
            expected = flat(section["ros__parameters"])
            assert expected
            for key, value in expected.items():
                read = reader.get_parameter(key).value
                assert (list(read) if isinstance(value, list) else read) == value, key
            reader.destroy_node()
        finally:
            rclpy.shutdown(context=context)

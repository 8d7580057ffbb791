"""What sim.launch.py starts for several arms of one description; where launch is installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

from helpers.arm.two_arms import LEFT, RIGHT, two_arms
from helpers.launching.started import CONFIG, nodes_of
from launch import LaunchContext
from launch_ros.actions import Node
from launch_ros.utilities import evaluate_parameters

from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.launching import several_arms
from puma560_dynamics.launching.control import spawned

SIDES = {"left_arm": LEFT, "right_arm": RIGHT}


@pytest.fixture
def arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Arguments for both arms, with an installed controller."""
    monkeypatch.setattr("puma560_dynamics.launching.bring_up_request.check_controller", lambda: None)

    def shown(*given: Any, **more: Any) -> list:
        """With the actions after the spawner, which its event handler hides in a function."""
        return [*given[4], *spawned(*given, **more)]

    monkeypatch.setattr(several_arms, "spawned", shown)
    robot, file = tmp_path / "robot.urdf", tmp_path / "controllers.yaml"
    robot.write_text(two_arms(), encoding="utf-8")
    types: dict[str, dict[str, object]] = {
        name: {"type": "feedforward_controller/FeedforwardController"} for name in SIDES
    }
    types["left_arm"]["fallback_controllers"] = ["damping"]
    sections = {"controller_manager": types, **{name: {"joints": joints} for name, joints in SIDES.items()}}
    file.write_text(yaml.safe_dump({f"/**/{name}": {"ros__parameters": own} for name, own in sections.items()}))
    return {
        "interface": "topic",
        "controller": "feedforward_controller",
        "arm": str(robot),
        "controllers_file": str(file),
        "controllers": "left_arm right_arm",
    }


def parameters_of(node: Node) -> dict:
    """Parameters that are no file."""
    found: dict = {}
    for part in evaluate_parameters(LaunchContext(), node._Node__parameters):
        found |= part if isinstance(part, dict) else {}
    return found


def started(arguments: dict[str, str]) -> dict[str, list[Node]]:
    """Nodes by executable, in order."""
    found: dict[str, list[Node]] = {}
    for node in nodes_of("sim.launch.py", **arguments):
        if node not in found.setdefault(node.node_executable, []):
            found[node.node_executable].append(node)
    return found


def test_each_arm_has_its_own_nodes_and_topics(arguments: dict[str, str]):
    found = started(arguments)
    assert len(found["ros2_control_node"]) == 1
    for executable in ("plant_node", "reference_node", "validator_node"):
        assert [list(parameters_of(node)["joints"]) for node in found[executable]] == [LEFT, RIGHT]
        assert [node._Node__node_namespace for node in found[executable]] == ["/left_arm", "/right_arm"]
    plants = [parameters_of(node) for node in found["plant_node"]]
    assert [plant["states_topic"] for plant in plants] == [
        "/left_arm/robot_joint_states",
        "/right_arm/robot_joint_states",
    ]
    assert all(plant["servo"] == "pd" and plant["interface"] == "topic_hardware" for plant in plants)
    (publisher,) = found["robot_state_publisher"]
    description = parameters_of(publisher)["robot_description"]
    for plant in plants:
        for name in ("commands", "states"):
            assert f'<param name="joint_{name}_topic">{plant[f"{name}_topic"]}</param>' in description


def test_the_controllers_come_after_their_fallbacks_with_topics_of_their_arms(arguments: dict[str, str]):
    spawners = [[str(word[0].text) for word in node.cmd[1:]] for node in started(arguments)["spawner"]]
    commands = [" ".join(words) for words in spawners]
    named = [words[0] for words in spawners]
    assert set(named) == {"joint_state_broadcaster", "damping", "left_arm", "right_arm"}
    right = commands[named.index("right_arm")]
    assert "-r ~/terms:=right_arm/feedforward_node/terms" in right and "~/reference:=right_arm/reference" in right
    (given,) = [path for path in spawners[named.index("right_arm")] if path.endswith("right_arm.yaml")]
    written = yaml.safe_load(Path(given).read_text(encoding="utf-8"))["/**/right_arm"]["ros__parameters"]
    node = yaml.safe_load((CONFIG / "sim.yaml").read_text(encoding="utf-8"))["/**/feedforward_node"]["ros__parameters"]
    assert written == {"brakes": "supported", **node}
    assert "--inactive" in commands[named.index("damping")] and "--inactive" not in right


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"controllers_file": ""}, "controllers:= needs controllers_file:="),
        ({"interface": "direct"}, "controllers:= needs interface:=topic controller:=feedforward_controller"),
        ({"controller": "effort_controller"}, "controllers:= needs interface:=topic"),
        ({"record": "/tmp/bag"}, "record:= is for one arm"),
        ({"initial_positions": "0 0 0"}, "initial_positions:= is for one arm"),
        ({"view": "web"}, "view:=web shows one arm"),
        ({"controllers": "left_arm middle_arm"}, "middle_arm"),
    ],
)
def test_what_is_for_one_arm_is_refused(change: dict[str, str], words: str, arguments: dict[str, str]):
    with pytest.raises(Puma560Error, match=words):
        nodes_of("sim.launch.py", **(arguments | change))

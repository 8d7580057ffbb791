"""The errors of the simulated arm have the defaults and bounds of `puma560 run`; where launch is installed."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

from helpers.launching.started import nodes_of
from launch import LaunchContext
from launch_ros.utilities import evaluate_parameters

from puma560_dynamics.cli.plant_options import EXACT as EXACT_OF_RUN
from puma560_dynamics.errors import LaunchError
from puma560_dynamics.launching.arguments import Given
from puma560_dynamics.launching.plant_arguments import (
    EXACT,
    LARGEST_PERCENT,
    LARGEST_SEED,
    PARAMETERS,
    plant_arguments,
    plant_parameters,
)
from puma560_dynamics.launching.robot import Robot
from puma560_dynamics.nodes import plant_node
from puma560_dynamics.simulation.plant_errors import PlantErrors


def given(**values: str) -> Given:
    """These arguments, and the defaults of the others."""
    context = LaunchContext()
    for argument in plant_arguments():
        default = "".join(part.text for part in argument.default_value)
        context.launch_configurations[argument.name] = values.get(argument.name, default)
    return Given(context)


def test_the_defaults_are_those_of_the_run():
    errors = PlantErrors()
    expected = {"friction_error": errors.friction, "body_errors": errors.bodies, "seed": errors.seed}
    assert plant_parameters(given(), Robot()) == expected | {"compensates_gravity": False}


def test_exact_numbers_and_other_seeds():
    found = plant_parameters(given(plant_friction="exact", plant_bodies="exact", plant_seed="7"), Robot())
    assert found == {"friction_error": 0.0, "body_errors": False, "seed": 7, "compensates_gravity": False}
    assert plant_parameters(given(plant_friction="12.5"), Robot())["friction_error"] == 0.125


def test_words_and_bounds_are_those_of_command_and_node():
    assert EXACT == EXACT_OF_RUN
    specs = {spec.name: spec for spec in plant_node.PARAMETERS}
    assert set(PARAMETERS.values()) <= set(specs)
    assert (specs["friction_error"].maximum, specs["seed"].maximum) == (LARGEST_PERCENT / 100.0, LARGEST_SEED)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"plant_friction": "60"}, "plant_friction:=60 is out of range; expected 'exact' or 0 to 50 percent"),
        ({"plant_friction": "nan"}, "out of range"),
        ({"plant_friction": "much"}, "is not a number"),
        ({"plant_seed": "-1"}, "plant_seed:=-1 is no seed"),
        ({"plant_seed": str(2**31)}, "is no seed"),
    ],
)
def test_other_values_are_refused(values: dict[str, str], words: str):
    with pytest.raises(LaunchError, match=words):
        plant_parameters(given(**values), Robot())


def test_a_parameter_file_cannot_give_them(tmp_path: Path):
    file = tmp_path / "own.yaml"
    file.write_text("/**/plant_node: {ros__parameters: {seed: 3}}\n", encoding="utf-8")
    with pytest.raises(LaunchError, match="seed of plant_node is not used; give the launch argument plant_seed:="):
        plant_parameters(given(), Robot(parameter_file=str(file)))


@pytest.mark.parametrize("interface", ["direct", "topic"])
def test_the_plant_starts_where_the_argument_puts_it(interface: str):
    assert "initial_position" not in given_to_the_plant(interface=interface)  # the node's default is the home pose
    parameters = given_to_the_plant(interface=interface, initial_positions="0.1 -1.5 2.0 0.2 0.3 0.4")
    assert list(parameters["initial_position"]) == [0.1, -1.5, 2.0, 0.2, 0.3, 0.4]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0.1 0.2", "initial_positions has 2 numbers; expected one per joint, 6"),
        ("0 0 0 0 0 here", "initial_positions:='0 0 0 0 0 here' is not a list of numbers"),
        ("0 0 0 0 0 inf", "is not a list of numbers"),
    ],
)
def test_other_positions_are_refused(text: str, words: str):
    with pytest.raises(LaunchError, match=words):
        given_to_the_plant(initial_positions=text)


def given_to_the_plant(**arguments: str) -> dict:
    """Parameters that sim.launch.py gives to plant_node, without those of the parameter file."""
    (plant,) = (node for node in nodes_of("sim.launch.py", **arguments) if node.node_executable == "plant_node")
    parameters: dict = {}
    for part in evaluate_parameters(LaunchContext(), plant._Node__parameters):
        if isinstance(part, dict):
            parameters |= part
    return parameters


@pytest.mark.parametrize("interface", ["direct", "topic"])
def test_the_plant_gets_them(interface: str):
    wanted = {"plant_friction": "10", "plant_bodies": "exact", "plant_seed": "3", "plant_compensates_gravity": "true"}
    parameters = given_to_the_plant(interface=interface, **wanted)
    assert {name: parameters[name] for name in PARAMETERS.values()} == {
        "friction_error": 0.1,
        "body_errors": False,
        "seed": 3,
        "compensates_gravity": True,
    }

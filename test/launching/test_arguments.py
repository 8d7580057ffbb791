"""Arguments and what becomes of them, where launch is installed."""

from __future__ import annotations

import pytest

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

import yaml
from launch import LaunchContext
from launch_ros.actions import SetParameter
from started import LAUNCH, context_of, entities_of

from puma560_dynamics.launching.arguments import CONTROLLERS, HARDWARE, given, is_one_of


@pytest.mark.parametrize("choice", HARDWARE)
def test_a_choice_is_one_of_some(choice: str):
    context = LaunchContext()
    context.launch_configurations["hardware"] = choice
    assert is_one_of("hardware", ("mock",)).perform(context) == str(choice == "mock")
    assert is_one_of("hardware", HARDWARE).perform(context) == "True"
    assert is_one_of("hardware", ()).perform(context) == "False"


def test_arguments_become_parameters_of_their_type():
    context = LaunchContext()
    context.launch_configurations.update({"rate": "250", "guard": "true", "arm": "560"})
    assert given("rate", float).evaluate(context) == 250.0
    assert given("guard", bool).evaluate(context) is True
    assert given("arm").evaluate(context) == "560"  # a name, although it looks like a number


@pytest.mark.parametrize("hardware", HARDWARE)
def test_simulators_set_the_time(hardware: str):
    entities = entities_of("bringup.launch.py")
    context = context_of(entities, hardware=hardware)
    (setter,) = [entity for entity in entities if isinstance(entity, SetParameter)]
    setter.execute(context)
    assert dict(context.launch_configurations["global_params"])["use_sim_time"] is (hardware in {"gazebo", "mujoco"})


def test_the_controllers_are_those_of_the_file():
    file = LAUNCH.parent / "config" / "controllers.yaml"
    assert set(CONTROLLERS) == set(yaml.safe_load(file.read_text(encoding="utf-8"))) - {"controller_manager"}

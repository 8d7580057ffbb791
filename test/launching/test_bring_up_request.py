"""Which inputs of a bring-up go together, and which controllers' file comes with them; where launch is installed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from helpers.launching.generated_packages import install, install_model

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

from puma560_dynamics import load_arm
from puma560_dynamics.errors import LaunchError
from puma560_dynamics.files import share_file
from puma560_dynamics.launching.bring_up_request import BringUp, check, controllers_file_of
from puma560_dynamics.launching.robot import Robot

PLAIN = BringUp(Robot(), "mock", "effort_controller", "", "", "generated", True, True, "", {}, "none", "")
IN_MANAGER = replace(PLAIN, controller="feedforward_controller")


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With the controller."""
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path))
    install(tmp_path, "feedforward_controller")
    return tmp_path


def file_of(wanted: BringUp) -> str:
    """Path of its controllers' file; with the text of a file that would be written."""
    return controllers_file_of(wanted, lambda name, text: f"{name}\n{text}")


def own_file(folder: Path, plugin: str) -> str:
    """A controllers' file with a controller of that type."""
    file = folder / "own.yaml"
    section = f"{{ros__parameters: {{feedforward_controller: {{type: {plugin}}}}}}}"
    file.write_text(f"/**/controller_manager: {section}\n", encoding="utf-8")
    return str(file)


def test_names_and_files_without_a_choice(workspace: Path):
    assert (PLAIN.name, IN_MANAGER.name) == ("effort_controller", "feedforward_controller")
    assert replace(IN_MANAGER, controller_name="mine").name == "mine"
    assert file_of(PLAIN) == str(share_file("config", "controllers.yaml"))
    assert file_of(replace(PLAIN, controllers_file="/a.yaml")) == "/a.yaml"


def test_the_file_is_that_of_the_arm_s_model_or_written_for_the_arm(workspace: Path):
    name, text = file_of(IN_MANAGER).split("\n", 1)
    written = yaml.safe_load(text)
    assert name == "controllers_of_arm.yaml"
    assert written["/**/feedforward_controller"]["ros__parameters"]["joints"] == list(load_arm("akb1986").joint_names)
    assert len(written["/**/damping_controller"]["ros__parameters"]["gains"]) == 6
    install_model(workspace, "my_model", load_arm("akb1986"))
    assert Path(file_of(IN_MANAGER)).parts[-3:] == ("my_model", "config", "controllers.yaml")


def test_a_file_of_the_user_has_the_controller(workspace: Path):
    file = own_file(workspace, "feedforward_controller/FeedforwardController")
    assert file_of(replace(IN_MANAGER, controllers_file=file)) == file
    wrong = own_file(workspace, "other_controller/FeedforwardController")
    with pytest.raises(LaunchError, match="expected 'feedforward_controller/FeedforwardController'"):
        file_of(replace(IN_MANAGER, controllers_file=wrong))
    with pytest.raises(LaunchError, match="gives feedforward_controller the type ''"):
        file_of(replace(IN_MANAGER, controllers_file=str(share_file("config", "controllers.yaml"))))


def test_coupled_motors_need_a_file_of_the_user(workspace: Path):
    coupled = replace(IN_MANAGER, robot=Robot(arm="puma560_coupled_wrist"))
    with pytest.raises(LaunchError, match=r"^motors of puma560_coupled_wrist .* use controller:=effort_controller"):
        file_of(coupled)
    own = own_file(workspace, "feedforward_controller/FeedforwardController")
    assert file_of(replace(coupled, controllers_file=own)) == own
    assert file_of(replace(coupled, controller="effort_controller")) == str(share_file("config", "controllers.yaml"))


def test_without_the_controller_nothing_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path))
    (tmp_path / "share").mkdir()
    with pytest.raises(LaunchError, match="package feedforward_controller is not installed"):
        file_of(IN_MANAGER)


def test_a_real_arm_needs_a_choice_of_brakes_before_anything_starts(tmp_path: Path):
    real = replace(PLAIN, hardware="real")
    with pytest.raises(LaunchError, match="brakes: nothing states what holds the arm"):
        check(real)
    check(replace(real, brakes="hardware"))
    check(replace(real, controller="none"))
    file = tmp_path / "brakes.yaml"
    file.write_text("/**/feedforward_node: {ros__parameters: {brakes: ours}}\n", encoding="utf-8")
    check(replace(real, robot=Robot(parameter_file=str(file))))


def test_limits_in_the_nodes_file_would_not_hold(workspace: Path):
    file = workspace / "limits.yaml"
    file.write_text("/**: {ros__parameters: {torque_limit_scale: 0.1}}\n", encoding="utf-8")
    limited = Robot(parameter_file=str(file))
    check(replace(PLAIN, robot=limited))
    with pytest.raises(LaunchError, match=r"torque_limit_scale is not used; .* feedforward_controller"):
        check(replace(IN_MANAGER, robot=limited))
    check(replace(IN_MANAGER, robot=Robot(parameter_file=str(share_file("config", "feedforward.yaml")))))


def test_a_controller_of_a_simulated_arm_has_the_parameters_of_the_simulated_node():
    node = yaml.safe_load(share_file("config", "sim.yaml").read_text())["/**/feedforward_node"]["ros__parameters"]
    assert replace(IN_MANAGER, simulated=True).parameters == {**node, "brakes": "supported"}
    assert replace(IN_MANAGER, simulated=True, brakes="none").parameters == {**node, "brakes": "none"}
    assert IN_MANAGER.parameters == {"brakes": "supported"}
    assert replace(PLAIN, simulated=True).parameters == {"brakes": "supported"}  # the node reads the file itself

"""Which inputs of a bring-up go together, and which controllers' file comes with them; where launch is installed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from helpers.launching.generated_packages import install

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

from puma560_dynamics import load_arm
from puma560_dynamics.errors import LaunchError
from puma560_dynamics.files import share_file
from puma560_dynamics.launching.bring_up_request import BringUp, check, controllers_file_of
from puma560_dynamics.launching.robot import Robot

PLAIN = BringUp(Robot(), "mock", "effort_controller", "", "", "generated", True, True, "", {}, "none", "")
GENERATED = replace(PLAIN, controller="generated")


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With the package of the paper's arm."""
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path))
    install(tmp_path, "my_controller", load_arm("akb1986"))
    return tmp_path


def own_file(folder: Path, plugin: str) -> str:
    """A controllers' file with a generated controller of that type."""
    file = folder / "own.yaml"
    section = f"{{ros__parameters: {{feedforward_controller: {{type: {plugin}}}}}}}"
    file.write_text(f"/**/controller_manager: {section}\n", encoding="utf-8")
    return str(file)


def test_names_and_files_without_a_choice(workspace: Path):
    assert (PLAIN.name, GENERATED.name) == ("effort_controller", "feedforward_controller")
    assert replace(GENERATED, controller_name="mine").name == "mine"
    assert controllers_file_of(PLAIN) == str(share_file("config", "controllers.yaml"))
    assert controllers_file_of(replace(PLAIN, controllers_file="/a.yaml")) == "/a.yaml"
    assert Path(controllers_file_of(GENERATED)).parts[-3:] == ("my_controller", "config", "controllers.yaml")


def test_a_file_of_the_user_names_the_package(workspace: Path):
    file = own_file(workspace, "my_controller/FeedforwardController")
    assert controllers_file_of(replace(GENERATED, controllers_file=file)) == file
    with pytest.raises(LaunchError, match="expected 'other_controller/FeedforwardController'"):
        controllers_file_of(replace(GENERATED, controllers_file=file, generated_package="other_controller"))
    wrong = own_file(workspace, "other_controller/FeedforwardController")
    with pytest.raises(LaunchError, match="'other_controller' is not installed; there is my_controller"):
        controllers_file_of(replace(GENERATED, controllers_file=wrong))


def test_a_file_without_the_controller_is_refused(workspace: Path):
    with pytest.raises(LaunchError, match="gives feedforward_controller the type ''"):
        controllers_file_of(replace(GENERATED, controllers_file=str(share_file("config", "controllers.yaml"))))


def test_the_package_for_every_arm_needs_a_controllers_file(workspace: Path):
    file = own_file(workspace, "feedforward_controller/FeedforwardController")
    with pytest.raises(LaunchError, match="feedforward_controller is not installed"):
        controllers_file_of(replace(GENERATED, controllers_file=file))
    install(workspace, "feedforward_controller", export="<puma560_dynamics/>")
    assert controllers_file_of(replace(GENERATED, controllers_file=file)) == file
    with pytest.raises(LaunchError, match="give a controllers_file"):
        controllers_file_of(replace(GENERATED, generated_package="feedforward_controller"))


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
        check(replace(GENERATED, robot=limited))
    check(replace(GENERATED, robot=Robot(parameter_file=str(share_file("config", "feedforward.yaml")))))

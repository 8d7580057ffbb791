"""Inputs of a bring-up, and the check that they fit together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..arm import load_arm
from ..control.gate.gate_settings import SUPPORTED
from ..controller.package_files import CONTROLLER, controllers_text
from ..errors import LaunchError
from ..files import share_file
from .arguments import IN_MANAGER
from .controllers_file import parameters_of, plugin_of
from .installed_plugins import check_controller, check_plugin, model_of
from .parameter_file import check_no_parameters_of, check_parameter_file, gives
from .robot import Robot
from .torque import GUARD, check_brakes, parameters_of_nodes

POSITION_LOOP = "joint_trajectory_controller"
WITHOUT_POSITION_LOOP = ("topic", "mujoco")
"""Hardware that accepts only torque: of position and effort together it would use one without a report."""

TORQUE_NODES = ("feedforward_node", GUARD)
"""Nodes that the controller in the controller manager replaces."""
NODES_WITH_FILE = {"effort_controller": TORQUE_NODES, IN_MANAGER: ("validator_node",)}
"""Nodes that read the parameter file, by controller."""


@dataclass(frozen=True)
class BringUp:
    """The inputs of a bring-up.

    Attributes:
        robot: settings of the robot.
        hardware: one of `arguments.HARDWARE`.
        controller: kind of the controller, one of `arguments.CONTROLLERS`, `IN_MANAGER` or `NO_CONTROLLER`.
        controller_name: name of the controller in `controllers_file`, "" for the usual one.
        controllers_file: path of the YAML file, "" for the one that comes with the controller.
        model: dynamic model.
        guard: whether command_guard_node runs.
        validate: whether validator_node runs.
        mujoco_package: package of MuJoCo's ros2_control_node.
        description: further arguments of puma560.urdf.xacro; empty ones are left out.
        view: one of `arguments.VIEWS`.
        record: folder of a bag, "" for none.
        brakes: what holds the arm while no torque is commanded, one of `BRAKES`; "" if a parameter gives it.
        observe: whether observer_node runs.
        simulated: whether plant_node is the arm.
    """

    robot: Robot
    hardware: str
    controller: str
    controller_name: str
    controllers_file: str
    model: str
    guard: bool
    validate: bool
    mujoco_package: str
    description: dict[str, str]
    view: str
    record: str
    brakes: str = ""
    observe: bool = False
    simulated: bool = False

    @property
    def parameters(self) -> dict[str, Any]:
        """Parameters that the arguments give to the node or controller that computes the torque.

        A controller of a simulated arm also has those of feedforward_node in ``config/sim.yaml``.
        """
        if self.simulated and self.controller == IN_MANAGER:
            own = parameters_of(str(share_file("config", "sim.yaml")), "feedforward_node")
        else:
            own = {}
        if self.brakes:
            return {**own, "brakes": self.brakes}
        file = self.robot.parameter_file
        if self.hardware == "real" or (file and gives(file, self.robot.named("feedforward_node"), "brakes")):
            return own
        return {**own, "brakes": SUPPORTED}

    @property
    def name(self) -> str:
        """Name of the controller in the controllers' file."""
        return self.controller_name or self.controller


def controllers_file_of(wanted: BringUp, write: Callable[[str, str], str]) -> str:
    """Return the path of the controllers' file of a bring-up.

    Without a file of the user, that of the arm's compiled model is used, or else one that is written for the arm.

    Args:
        wanted: inputs of the bring-up.
        write: writes a file with a name and a text; returns its path.

    Raises:
        LaunchError: the controller of this package is not installed or not in the file, several models are installed
            for the arm, or it has coupled motors, which the controller does not limit.
    """
    given = wanted.controllers_file
    if wanted.controller != IN_MANAGER:
        return given or str(share_file("config", "controllers.yaml"))
    expected = f"{CONTROLLER}/FeedforwardController"
    if given and (plugin := plugin_of(given, wanted.name)) != expected:
        raise LaunchError(
            f"controllers_file {given} gives {wanted.name} the type {plugin!r}; expected {expected!r}, of the package "
            "that `puma560 controller` writes"
        )
    check_controller()
    if given:
        return given
    arm = load_arm(wanted.robot.arm)
    if arm.coupled:
        raise LaunchError(
            f"motors of {arm.name} turn with several joints (transmission), and controller {IN_MANAGER} limits only "
            "the torque of joints; use controller:=effort_controller, or give a controllers_file if the hardware "
            "limits its motors"
        )
    model = model_of(arm)
    return write("controllers_of_arm.yaml", controllers_text(arm)) if model is None else model.controllers_file


def check(wanted: BringUp) -> None:
    """Check that the inputs of a bring-up fit together.

    Raises:
        LaunchError: hardware and controller do not fit together, the hardware's plugin is not installed, the
            parameter file cannot be used, or nothing states the brakes of a real arm.
    """
    if wanted.controller == POSITION_LOOP and wanted.hardware in WITHOUT_POSITION_LOOP:
        raise LaunchError(
            f"controller {POSITION_LOOP} sends position and effort, and hardware {wanted.hardware} has no position "
            "loop that adds the effort: the arm would fall; use controller:=joint_trajectory_effort_controller"
        )
    if wanted.hardware == "real" and wanted.description.get("real_plugin"):
        check_plugin(wanted.description["real_plugin"])
    if wanted.robot.parameter_file:
        _check_parameter_file(wanted)
    if wanted.controller == "effort_controller" and wanted.hardware == "real":
        check_brakes(wanted.brakes, wanted.robot.parameter_file, wanted.robot.named("feedforward_node"))


def _check_parameter_file(wanted: BringUp) -> None:
    robot, path, known = wanted.robot, wanted.robot.parameter_file, parameters_of_nodes()
    nodes = NODES_WITH_FILE.get(wanted.controller, ("trajectory_feedforward_node", "validator_node"))
    own = [share_file("config", name).resolve() for name in ("feedforward.yaml", "sim.yaml")]
    if wanted.controller == IN_MANAGER and Path(path).resolve() not in own:
        # Lowered limits in this file would have no effect: the controller reads only the controllers' file.
        others = [name for node in nodes for name in known[node]]
        check_no_parameters_of(
            path,
            [robot.named(node) for node in TORQUE_NODES],
            others,
            f"controller:=feedforward_controller runs without it; move the parameter to {wanted.name} in a "
            "controllers_file",
        )
    check_parameter_file(path, [robot.named(node) for node in nodes], known)

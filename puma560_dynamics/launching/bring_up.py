"""Bring up a robot: description, ros2_control, the controllers one after another, then the torque.

Each step waits for the one before: no other process has brought this robot up, controller manager,
joint_state_broadcaster, usable joint states, the chosen controller, then the node that computes the torque. If a step
fails, the launch ends with the reason.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from launch import Action, LaunchContext
from launch.actions import LogInfo, OpaqueFunction, RegisterEventHandler
from launch.event_handlers import OnShutdown
from launch_ros.actions import Node

from ..arm import load_arm
from ..control.balance import balanced_pose
from ..description.mjcf import mjcf
from ..errors import Puma560Error
from ..models.load import load_model
from .arguments import IN_MANAGER, NO_CONTROLLER
from .bring_up_request import POSITION_LOOP, BringUp, check, controllers_file_of
from .control import BROADCASTER, MANAGER, controller_manager, spawned
from .controllers_file import fallbacks, with_parameters, with_prefix
from .describe import describe
from .graph import when_alone, when_states_come
from .installed_plugins import REMAPPINGS
from .order import Start
from .recording import recording
from .robot import robot_state_publisher, views
from .torque_start import torque_start


class Scratch:
    """Temporary folder that is created at its first use."""

    def __init__(self) -> None:
        self._folder: Path | None = None

    def file(self, name: str, text: str) -> str:
        """Write a file; return its path."""
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="puma560_"))
        path = self._folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def removed_at_the_end(self) -> Action:
        """Return an action that removes the folder when the launch shuts down."""

        def act(context: LaunchContext) -> None:
            self.remove()

        return RegisterEventHandler(OnShutdown(on_shutdown=[OpaqueFunction(function=act)]))

    def remove(self) -> None:
        """Remove the folder."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


SIMULATORS = ("gazebo", "mujoco")


def bring_up(wanted: BringUp, plant: Node | None = None, then: Sequence[Action] = ()) -> list[Action]:
    """Return the actions of a bring-up.

    Args:
        wanted: inputs of the bring-up.
        plant: node of the simulated arm, for hardware ``topic``.
        then: actions once the chosen controller is active.

    Raises:
        LaunchError: hardware and controller do not fit together, or a file cannot be used.
        Puma560Error: the arm or its description cannot be made.
    """
    check(wanted)
    scratch = Scratch()
    try:
        return [scratch.removed_at_the_end(), *_actions(wanted, plant, scratch, then)]
    except Puma560Error:  # no launch is started whose shutdown would remove the folder
        scratch.remove()
        raise


def _actions(wanted: BringUp, plant: Node | None, scratch: Scratch, then: Sequence[Action]) -> list[Action]:
    robot, start = wanted.robot, Start()
    controllers_file = controllers_file_of(wanted, scratch.file)
    if robot.prefix:
        text = with_prefix(controllers_file, load_arm(robot.arm).joint_names, robot.prefix)
        controllers_file = scratch.file("controllers.yaml", text)
    publisher = robot_state_publisher(robot, _description(wanted, controllers_file, scratch))
    validate = wanted.validate and wanted.controller != NO_CONTROLLER  # without torque there is nothing to compare
    wishes = {"validator_node": validate, "observer_node": wanted.observe}
    watchers = [robot.node(name) for name, wished in wishes.items() if wished]
    plants = [plant] if plant is not None else []
    lookers = [*watchers, *views(robot, wanted.view)]
    torque = torque_start(wanted, start)
    hardware = controller_manager(robot, wanted.hardware, controllers_file, wanted.mujoco_package)
    name, kind = wanted.name, wanted.hardware
    if wanted.controller == NO_CONTROLLER:
        chosen = list(torque.then)
    else:
        active = [LogInfo(msg=f"{name} is active"), *torque.then, *then]
        remappings = REMAPPINGS if wanted.controller == IN_MANAGER else ()
        own = with_parameters(controllers_file, name, wanted.parameters) if wanted.controller == IN_MANAGER else None
        more = [] if own is None else [scratch.file("arguments.yaml", own)]
        chosen = spawned(robot, name, kind, controllers_file, active, remappings=remappings, more=more)
        for other in reversed(fallbacks(controllers_file, name)):
            chosen = spawned(robot, other, kind, controllers_file, chosen, active=False)
    states = when_states_come(chosen, robot.named("joint_states"), robot.joints, kind)
    published = [robot.named(f"{name}/commands")] if torque.commands else []
    if kind == "topic":
        published.append(wanted.description["commands_topic"])
    watched = [(publisher, "robot_state_publisher", "frames and description are no longer published")]
    watched += [(node, str(node.node_executable), "its output is missing; the torque continues") for node in lookers]
    watched += [(node, "plant_node", "the simulated arm is gone") for node in plants]
    first = [
        *(action for one in watched for action in start.needs(*one)),
        publisher,
        *plants,
        *hardware,
        *lookers,
        *torque.first,
        *spawned(robot, BROADCASTER, kind, controllers_file, states),
        *recording(robot, wanted.record, [name] if wanted.controller != NO_CONTROLLER else []),
    ]
    return when_alone(
        first, [robot.named(name) for name in (MANAGER, *(str(p.node_executable) for p in plants))], published
    )


def _description(wanted: BringUp, controllers_file: str, scratch: Scratch) -> str:
    """Return the robot description."""
    robot, hardware = wanted.robot, wanted.hardware
    further = dict(wanted.description)
    arm = load_arm(robot.arm)
    if hardware in SIMULATORS and not further.get("initial_positions"):
        pose = balanced_pose(load_model("newton_euler", arm))
        further["initial_positions"] = " ".join(f"{angle:.6f}" for angle in pose)
    if hardware == "mujoco":
        further["mujoco_model"] = scratch.file("puma560.mjcf.xml", mjcf(arm))
    command = "position_effort" if wanted.controller == POSITION_LOOP else "effort"
    return describe(
        robot.arm,
        hardware=hardware,
        command=command,
        prefix=robot.prefix,
        controllers_file=controllers_file,
        **further,
    )

"""The robot: description, ros2_control, its controllers one after another, then the torque.

Order by events: nobody else has brought this robot up, controller manager, joint_state_broadcaster, usable joint
states, the chosen controller, then the node that makes the torque. Whatever fails ends the launch and says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from launch import Action
from launch.actions import LogInfo, OpaqueFunction
from launch_ros.actions import Node

from ..arm import load_arm
from ..control.balance import balanced_pose
from ..description.mjcf import mjcf
from ..errors import LaunchError, Puma560Error
from ..models.load import load_model
from .arguments import NO_CONTROLLER
from .control import BROADCASTER, MANAGER, controller_manager, spawned
from .controllers_file import fallbacks, with_prefix
from .describe import describe
from .description import robot_state_publisher
from .graph import when_alone, when_served, when_states_come
from .hardware_plugin import check_plugin
from .order import Start, activated_once_configured, configure, delayed, fail
from .parameter_file import check_parameter_file
from .recording import recording
from .robot import Robot
from .scratch import Scratch
from .torque import (
    GUARD,
    NO_GUARD,
    command_guard_node,
    feedforward_node,
    parameter_names,
    trajectory_feedforward_node,
)
from .views import views

SIMULATORS = ("gazebo", "mujoco")
POSITION_LOOP = "joint_trajectory_controller"
WITHOUT_POSITION_LOOP = ("topic", "mujoco")
"""Hardware that takes torque alone: of position and effort together it would use one, and not say which."""


@dataclass(frozen=True)
class BringUp:
    """The inputs of a bring-up.

    Attributes:
        robot: which one.
        hardware: one of `arguments.HARDWARE`.
        controller: kind of the controller, one of `arguments.CONTROLLERS` or `NO_CONTROLLER`.
        controller_name: its name in `controllers_file`.
        controllers_file: path of the YAML file.
        model: dynamic model.
        guard: whether command_guard_node runs.
        validate: whether validator_node runs.
        mujoco_package: package of MuJoCo's ros2_control_node.
        description: further arguments of puma560.urdf.xacro; empty ones are left out.
        view: one of `arguments.VIEWS`.
        record: folder of a bag, "" for none.
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


def bring_up(wanted: BringUp, plant: Node | None = None) -> list[Action]:
    """The actions of a bring-up.

    Args:
        wanted: what is brought up.
        plant: the simulated arm at the other end of hardware ``topic``.

    Raises:
        LaunchError: hardware and controller do not go together, or a file cannot be used.
        Puma560Error: the arm or its description cannot be made.
    """
    check(wanted)
    scratch = Scratch()
    try:
        return [scratch.removed_at_the_end(), *_actions(wanted, plant, scratch)]
    except Puma560Error:  # nothing is started, and nothing will shut down
        scratch.remove()
        raise


def _actions(wanted: BringUp, plant: Node | None, scratch: Scratch) -> list[Action]:
    robot, start = wanted.robot, Start()
    controllers_file = wanted.controllers_file
    if robot.prefix:
        text = with_prefix(controllers_file, load_arm(robot.arm).joint_names, robot.prefix)
        controllers_file = scratch.file("controllers.yaml", text)
    publisher = robot_state_publisher(robot, _description(wanted, controllers_file, scratch))
    watchers = [robot.node("validator_node")] if wanted.validate else []
    plants = [plant] if plant is not None else []
    lookers = [*watchers, *views(robot, wanted.view)]
    torque = _torque(wanted, start)
    hardware = controller_manager(robot, wanted.hardware, controllers_file, wanted.mujoco_package)
    name, kind = wanted.controller_name, wanted.hardware
    if wanted.controller == NO_CONTROLLER:
        chosen: list[Action] = [LogInfo(msg="joint states come; no torque"), start.complete()]
    else:
        chosen = spawned(robot, name, kind, controllers_file, [LogInfo(msg=f"{name} is active"), *torque.then])
        for other in reversed(fallbacks(controllers_file, name)):
            chosen = spawned(robot, other, kind, controllers_file, chosen, active=False)
    states = when_states_come(chosen, robot.named("joint_states"), robot.joints, kind)
    published = [robot.named(f"{name}/commands")] if torque.commands else []
    if kind == "topic":
        published.append(wanted.description["commands_topic"])
    watched = [(publisher, "robot_state_publisher", "frames and description are no longer published")]
    watched += [(node, str(node.node_executable), "what it shows is missing; the torque goes on") for node in lookers]
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


def check(wanted: BringUp) -> None:
    """Whether a bring-up makes sense.

    Raises:
        LaunchError: hardware and controller do not go together, the hardware's plugin is not installed, or the
            parameter file cannot be used.
    """
    if wanted.controller == POSITION_LOOP and wanted.hardware in WITHOUT_POSITION_LOOP:
        raise LaunchError(
            f"controller {POSITION_LOOP} sends position and effort, and hardware {wanted.hardware} has no position "
            "loop that adds the effort: the arm would fall; use controller:=joint_trajectory_effort_controller"
        )
    if wanted.hardware == "real" and wanted.description.get("real_plugin"):
        check_plugin(wanted.description["real_plugin"])
    if wanted.robot.parameter_file:
        torque = wanted.controller == "effort_controller"
        nodes = ("feedforward_node", GUARD) if torque else ("trajectory_feedforward_node", "validator_node")
        names = [wanted.robot.named(node) for node in nodes]
        check_parameter_file(wanted.robot.parameter_file, names, parameter_names())


def _description(wanted: BringUp, controllers_file: str, scratch: Scratch) -> str:
    """The robot description."""
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


@dataclass(frozen=True)
class _Torque:
    """`first` is started before the controller, `then` once it is active; `commands`: by commands on a topic."""

    first: Sequence[Action] = ()
    then: Sequence[Action] = ()
    commands: bool = False


def _torque(wanted: BringUp, start: Start) -> _Torque:
    robot, name = wanted.robot, wanted.controller_name
    if wanted.controller == NO_CONTROLLER:
        return _Torque()
    if wanted.controller != "effort_controller":
        return _Torque(then=[*_trajectories(wanted, start), start.complete()])
    guard = command_guard_node(robot, name) if wanted.guard else None
    feedforward = feedforward_node(robot, wanted.model, GUARD if guard else NO_GUARD, name)
    ended = (
        f"{GUARD} leads the torque to zero; start the launch again"
        if guard
        else "nothing guards its commands: the launch ends"
    )
    active = activated_once_configured(
        feedforward, "feedforward_node", then=[LogInfo(msg="feed-forward torque is active"), start.complete()]
    )
    first: list[Action] = []
    if guard is not None:
        first += [*start.needs(guard, GUARD, "feedforward_node ends the torque; start the launch again"), guard]
    unguarded = [] if guard else [fail("feedforward_node has ended, and nothing guards its commands")]
    first += [*start.needs(feedforward, "feedforward_node", ended, unguarded), feedforward, *active]
    # Both are there before the controllers: the guard misses no command, and launch no transition.
    begin = when_served(robot.named("feedforward_node/change_state"), [configure(feedforward)])
    return _Torque(first, begin, commands=True)


AGAIN = 2.0
"""Seconds until trajectory_feedforward_node is started again after its end."""


def _trajectories(wanted: BringUp, start: Start) -> list[Action]:
    """The node that fills effort into trajectories; started again if it ends while the robot runs."""
    node: Node = trajectory_feedforward_node(wanted.robot, wanted.model, wanted.controller, wanted.controller_name)
    later = "the controller finishes the trajectory that it has, goals in work get no result; it is started again"

    again = OpaqueFunction(function=lambda context: _trajectories(wanted, start))
    return [*start.needs(node, "trajectory_feedforward_node", later, [delayed(AGAIN, [again])]), node]

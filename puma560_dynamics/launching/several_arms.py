"""Bring up simulated arms of one robot description, each moved by its own controller in one controller manager.

Every arm has its own hardware, simulated arm, reference and validator. Their nodes are in a namespace with the name of
the controller, so that the node's `reference` is the topic ``~/reference`` of the controller.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from launch import Action
from launch.actions import LogInfo
from launch_ros.actions import Node

from ..errors import LaunchError
from .arguments import IN_MANAGER, Given, split_words
from .bring_up import Scratch
from .bring_up_request import BringUp, check, controllers_file_of
from .control import BROADCASTER, MANAGER, controller_manager, spawned
from .controlled_arms import ControlledArm, controlled_arms, read_robot, simulated_description
from .controllers_file import fallbacks, with_parameters
from .graph import when_alone, when_states_come
from .installed_plugins import REMAPPINGS
from .order import Start
from .plant_arguments import plant_parameters
from .robot import Robot, robot_state_publisher, views

FOR_ONE_ARM = ("initial_positions", "record")
"""Arguments that name topics or joints of one arm."""


class _SimulatedArm:
    """The nodes of one arm.

    Args:
        given: launch arguments.
        robot: the robot of all arms.
        one: the arm.
    """

    def __init__(self, given: Given, robot: Robot, one: ControlledArm) -> None:
        self.one = one
        self._place = replace(robot, arm="", namespace=robot.named(one.controller))
        self._shared = [(name, robot.named(name)) for name in ("joint_states", "robot_description")]
        self.topics = {f"{name}_topic": self._place.named(f"robot_joint_{name}") for name in ("commands", "states")}
        motors = {"interface": "topic_hardware", "servo": given["servo"], **self.topics}
        self.plant = self._node(
            "plant_node",
            {**motors, "rate": given.number("rate"), **plant_parameters(given, self._place)},
            enclave="plant_node/topic_hardware",
        )
        self.reference = self._node("reference_node", {"autostart": True})
        watchers = ["validator_node", *(["observer_node"] if given.on("observe") else [])]
        self.watchers = [self._node(name) for name in watchers]
        self.wanted = BringUp(
            robot=self._place,
            hardware="topic",
            controller=IN_MANAGER,
            controller_name=one.controller,
            controllers_file=given["controllers_file"],
            model=given["model"],
            guard=False,
            validate=True,
            mujoco_package="",
            description={},
            view="none",
            record="",
            simulated=True,
        )

    def _node(self, executable: str, parameters: Mapping[str, Any] | None = None, enclave: str | None = None) -> Node:
        own = {**self.one.part, **(parameters or {})}
        return self._place.node(executable, own, enclave=enclave, remappings=self._shared)

    @property
    def plant_name(self) -> str:
        """Full name of the simulated arm's node."""
        return self._place.named("plant_node")


def several_arms(given: Given, robot: Robot) -> list[Action]:
    """Return the actions that simulate the arms of the controllers in the argument ``controllers``.

    Args:
        given: launch arguments of sim.launch.py.
        robot: settings of the robot; its arm is the path of a URDF.

    Raises:
        LaunchError: arguments, controllers' file or parameter file cannot be used.
        Puma560Error: the description has no such arms.
    """
    if not given["controllers_file"]:
        raise LaunchError("controllers:= needs controllers_file:=, a file with the joints of every controller")
    for name in FOR_ONE_ARM:
        if given[name]:
            raise LaunchError(f"{name}:= is for one arm; leave it out with controllers:=")
    if given["view"] == "web":
        raise LaunchError("view:=web shows one arm; with controllers:= use view:=rviz")
    description = read_robot(robot.arm)
    found = controlled_arms(description, given["controllers_file"], split_words(given["controllers"]))
    arms = [_SimulatedArm(given, robot, one) for one in found]
    for arm in arms:
        check(arm.wanted)
    topics = {arm.one.controller: {f"joint_{name}": topic for name, topic in arm.topics.items()} for arm in arms}
    text = simulated_description(description, found, lambda one: topics[one.controller])
    scratch = Scratch()
    return [scratch.removed_at_the_end(), *_actions(given, robot, arms, text, scratch)]


def _actions(
    given: Given, robot: Robot, arms: Sequence[_SimulatedArm], description: str, scratch: Scratch
) -> list[Action]:
    start = Start()
    names = ", ".join(arm.one.controller for arm in arms)
    publisher = robot_state_publisher(robot, description)
    then: list[Action] = [LogInfo(msg=f"feed-forward torque is active in {names}")]
    for arm in arms:  # the arms stand still until the torque acts
        then += [*start.needs(arm.reference, "reference_node", "the arm stands still"), arm.reference]
    then.append(start.complete())
    for arm in reversed(arms):
        then = _controller(robot, arm, then, scratch)
    joints = [name for arm in arms for name in arm.one.arm.joint_names]
    states = when_states_come(then, robot.named("joint_states"), joints, "topic")
    file = controllers_file_of(arms[0].wanted, scratch.file)
    lookers = [*(node for arm in arms for node in arm.watchers), *views(robot, given["view"], markers=False)]
    watched = [(publisher, "robot_state_publisher", "frames and description are no longer published")]
    watched += [(node, str(node.node_executable), "its output is missing; the torque continues") for node in lookers]
    watched += [(arm.plant, "plant_node", f"the simulated arm of {arm.one.controller} is gone") for arm in arms]
    first = [
        *(action for one in watched for action in start.needs(*one)),
        publisher,
        *(arm.plant for arm in arms),
        *controller_manager(robot, "topic", file, ""),
        *lookers,
        *spawned(robot, BROADCASTER, "topic", file, states),
    ]
    nodes = [robot.named(MANAGER), *(arm.plant_name for arm in arms)]
    return when_alone(first, nodes, [arm.topics["commands_topic"] for arm in arms])


def _controller(robot: Robot, arm: _SimulatedArm, then: Sequence[Action], scratch: Scratch) -> list[Action]:
    """Return the actions that activate the controller of an arm, with topics in the arm's namespace, and run `then`."""
    name, file = arm.one.controller, controllers_file_of(arm.wanted, scratch.file)
    own = with_parameters(file, name, arm.wanted.parameters)
    more = [] if own is None else [scratch.file(f"{name}.yaml", own)]
    remappings = [(topic, f"{name}/{other}") for topic, other in REMAPPINGS]
    chosen = spawned(robot, name, "topic", file, then, remappings=remappings, more=more)
    for other in reversed(fallbacks(file, name)):
        chosen = spawned(robot, other, "topic", file, chosen, active=False)
    return chosen

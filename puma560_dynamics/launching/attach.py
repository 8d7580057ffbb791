"""Start feed-forward, guard and validator for a robot that another bring-up has started.

This module starts no controller manager, loads no controller and publishes no description. It waits for events in this
order: no other launch has attached nodes, the controller exists and accepts torque for the arm's joints in the arm's
order, joint states are usable. Then it starts the nodes, which become active as soon as the controller is active.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from launch import Action
from launch.actions import LogInfo, RegisterEventHandler
from launch_ros.actions import LifecycleNode
from launch_ros.event_handlers import OnStateTransition
from launch_ros.parameter_descriptions import ParameterValue

from ..arm import Arm, Selection, load_arm
from ..arm.received_description import ReceivedDescription
from ..control.command_order import Answer, attached_joints
from ..errors import LaunchError
from .graph import when_alone, when_controller, when_described, when_states_come
from .order import Start, fail_launch
from .parameter_file import check_parameter_file
from .robot import Robot
from .torque import GUARD, NO_GUARD, check_brakes, parameters_of_nodes


@dataclass(frozen=True)
class Attach:
    """Inputs of an attachment.

    Attributes:
        robot: arm ("" for the robot's own description), namespace of the robot, prefix of its joints.
        base, tip, hold: part of a robot description, with the meaning of the arguments of `load_arm`.
        controller: name of the forward effort controller, relative to the namespace unless it begins with a slash.
        joints: joint names from the base outwards; empty: prefix and names of the arm, or without an arm the names
            of the controller.
        manager: controller manager that runs the controller, named like `controller`; empty: found in the
            graph; none: not monitored.
        joint_states, robot_description: names of these topics, relative to the namespace unless they begin with a
            slash.
        model: dynamic model.
        guard, validate, observe: whether command_guard_node, validator_node and observer_node run.
        brakes: what holds the arm while no torque is commanded, one of `BRAKES`; empty if the parameter file gives it.
    """

    robot: Robot
    controller: str
    manager: str = ""
    joints: Sequence[str] = ()
    base: str = ""
    tip: str = ""
    hold: Sequence[str] = ()
    joint_states: str = "joint_states"
    robot_description: str = "robot_description"
    model: str = "generated"
    guard: bool = True
    validate: bool = True
    observe: bool = False
    brakes: str = ""

    @property
    def nodes(self) -> list[str]:
        """Full names of the nodes that are attached."""
        wishes = {GUARD: self.guard, "validator_node": self.validate, "observer_node": self.observe}
        started = ["feedforward_node", *(name for name, wished in wishes.items() if wished)]
        return [self.place.named(name) for name in started]

    @property
    def place(self) -> Robot:
        """Robot settings for this package's nodes: a sub-namespace named after the prefix separates two arms."""
        word = self.robot.prefix.strip("_/-")
        below = f"{self.robot.namespace.rstrip('/')}/{word}" if word else self.robot.namespace
        return replace(self.robot, namespace=below, prefix="")

    def loaded(self) -> Arm | None:
        """Return the arm; `None` if the robot's own description gives it.

        Raises:
            Puma560Error: the arm cannot be used.
        """
        if not self.robot.arm:
            return None
        return load_arm(self.robot.arm, base=self.base or None, tip=self.tip or None, hold=self.hold)


def attach(wanted: Attach) -> list[Action]:
    """Return the actions of an attachment.

    Raises:
        LaunchError: a prefix or a parameter file that cannot be used, or no choice of brakes.
        Puma560Error: the arm cannot be used.
    """
    place = wanted.place
    if wanted.robot.prefix and place.namespace == wanted.robot.namespace:
        raise LaunchError(f"prefix {wanted.robot.prefix!r} has no letters; the nodes' namespace is made of them")
    arm = wanted.loaded()  # errors of the arm are reported before the launch waits for anything
    own = [] if arm is None else arm.joint_names
    if wanted.robot.parameter_file:
        check_parameter_file(wanted.robot.parameter_file, wanted.nodes, parameters_of_nodes())
    check_brakes(wanted.brakes, wanted.robot.parameter_file, place.named("feedforward_node"))

    def known(answer: Answer) -> Sequence[Action]:
        try:
            joints = attached_joints(controller, answer, given=wanted.joints, own=own, prefix=wanted.robot.prefix)
        except LaunchError as error:
            return [fail_launch(str(error))]
        actions = _nodes(wanted, joints, required=answer.joints is not None)
        states = when_states_come(actions, wanted.robot.topic(wanted.joint_states), joints, "of the other launch")
        if arm is not None:
            return states
        topic = wanted.robot.topic(wanted.robot_description)
        part = Selection.of("", base=wanted.base, tip=wanted.tip, hold=wanted.hold)
        description = ReceivedDescription(topic, part, joints)
        return when_described(states, topic, description)

    controller = wanted.robot.topic(wanted.controller)
    return when_alone(
        when_controller(known, controller, unknown=bool(wanted.joints)),
        wanted.nodes,
        [f"{controller}/commands"],
        "feed-forward torque has been attached to this robot, or another program commands it; end that, or give "
        "namespace:=, prefix:= or controller:= of another arm",
    )


def _nodes(wanted: Attach, joints: Sequence[str], required: bool) -> list[Action]:
    """Return the nodes for an arm with these joints; `required` is set if the controller reports its joints."""
    place, start = wanted.place, Start()
    topics = {
        "joint_states": wanted.joint_states,
        "robot_description": wanted.robot_description,
        "effort_controller/commands": f"{wanted.controller}/commands",
        "controller_manager/activity": "controller_manager/activity",
    }
    remappings = [(name, wanted.robot.topic(topic)) for name, topic in topics.items()]
    arm = {"base": wanted.base, "tip": wanted.tip, "hold": list(wanted.hold) or [""], "joints": list(joints)}
    feedforward = place.node(
        "feedforward_node",
        {
            **arm,
            "model": wanted.model,
            "autostart": True,
            "guard": GUARD if wanted.guard else NO_GUARD,
            **({"brakes": wanted.brakes} if wanted.brakes else {}),
            "controller_joints": "required" if required else "checked",
            "controller_manager": wanted.manager
            if wanted.manager in ("", "none")
            else wanted.robot.topic(wanted.manager),
        },
        remappings=remappings,
        lifecycle=True,
    )
    assert isinstance(feedforward, LifecycleNode)
    active = OnStateTransition(
        target_lifecycle_node=feedforward,
        goal_state="active",
        entities=[LogInfo(msg=f"feed-forward torque of {', '.join(joints)} is active"), start.complete()],
        handle_once=True,
    )
    others = []
    if wanted.guard:
        others.append((place.node(GUARD, arm, remappings=remappings), "feedforward_node ends the torque"))
    if wanted.validate:
        others.append((place.node("validator_node", arm, remappings=remappings), "torques are no longer compared"))
    if wanted.observe:
        # A description's links have the prefix already, an arm file's have not.
        before = wanted.robot.prefix if wanted.robot.arm else ""
        frames = {"frame_prefix": ParameterValue(before, value_type=str)}
        observer = place.node("observer_node", {**arm, **frames}, remappings=remappings)
        others.append((observer, "no contacts are found"))
    ended = f"{GUARD} brings the torque to zero" if wanted.guard else "nothing guards its commands"
    return [
        *(
            action
            for node, later in others
            for action in start.needs(node, str(node.node_executable), f"{later}; start the launch again")
        ),
        *start.needs(feedforward, "feedforward_node", f"{ended}; start the launch again"),
        RegisterEventHandler(active),
        *(node for node, _ in others),
        feedforward,
    ]

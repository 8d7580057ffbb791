"""Start the nodes that compute the torque for each controller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from launch import Action
from launch.actions import LogInfo, OpaqueFunction
from launch_ros.actions import Node

from .arguments import IN_MANAGER, NO_CONTROLLER
from .bring_up_request import BringUp
from .graph import when_served
from .order import Start, activated_once_configured, configure, delayed, fail_launch
from .torque import (
    GUARD,
    NO_GUARD,
    command_guard_node,
    feedforward_node,
    trajectory_feedforward_node,
)


@dataclass(frozen=True)
class TorqueStart:
    """Actions for the nodes of a controller.

    Attributes:
        first: actions before the controller is active.
        then: actions once the controller is active.
        commands: whether the controller receives commands on a topic.
    """

    first: Sequence[Action] = ()
    then: Sequence[Action] = ()
    commands: bool = False


def torque_start(wanted: BringUp, start: Start) -> TorqueStart:
    """Return the actions that start the torque of the requested controller.

    Args:
        wanted: inputs of the bring-up.
        start: start phase, which ends once the torque acts.
    """
    robot, name = wanted.robot, wanted.name
    if wanted.controller == NO_CONTROLLER:
        return TorqueStart(then=[LogInfo(msg="joint states come; no torque"), start.complete()])
    if wanted.controller == IN_MANAGER:
        return TorqueStart(
            then=[LogInfo(msg="feed-forward torque is active in the controller manager"), start.complete()]
        )
    if wanted.controller != "effort_controller":
        return TorqueStart(then=[*_trajectories(wanted, start), start.complete()])
    guard = command_guard_node(robot, name) if wanted.guard else None
    feedforward = feedforward_node(robot, wanted.model, GUARD if guard else NO_GUARD, name, **wanted.parameters)
    ended = (
        f"{GUARD} brings the torque to zero; start the launch again"
        if guard
        else "nothing guards its commands: the launch ends"
    )
    active = activated_once_configured(
        feedforward, "feedforward_node", then=[LogInfo(msg="feed-forward torque is active"), start.complete()]
    )
    first: list[Action] = []
    if guard is not None:
        first += [*start.needs(guard, GUARD, "feedforward_node ends the torque; start the launch again"), guard]
    unguarded = [] if guard else [fail_launch("feedforward_node has ended, and nothing guards its commands")]
    first += [*start.needs(feedforward, "feedforward_node", ended, unguarded), feedforward, *active]
    # Both nodes start before the controllers, so that the guard misses no command and launch no transition.
    begin = when_served(robot.named("feedforward_node/change_state"), [configure(feedforward)])
    return TorqueStart(first, begin, commands=True)


RESTART_DELAY_S = 2.0
"""Delay before trajectory_feedforward_node is started again after its end, s."""


def _trajectories(wanted: BringUp, start: Start) -> list[Action]:
    """Return the actions for the trajectory node, which is started again if it ends while the robot runs."""
    node: Node = trajectory_feedforward_node(wanted.robot, wanted.model, wanted.controller, wanted.name)
    later = "the controller finishes the trajectory that it has, goals in work get no result; it is started again"

    again = OpaqueFunction(function=lambda context: _trajectories(wanted, start))
    return [*start.needs(node, "trajectory_feedforward_node", later, [delayed(RESTART_DELAY_S, [again])]), node]

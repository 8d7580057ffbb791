"""Steps that wait for what other processes send: joint states, a controller's answer, the robot's description."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import launch.logging
from launch import Action

from ..arm.received_description import ReceivedDescription
from ..control.command_order import Answer
from ..nodes.queries.controller_query import ControllerQuery
from ..nodes.queries.description_query import DescriptionQuery
from ..nodes.queries.graph_queries import domain_id
from ..nodes.queries.usable_states import UsableStates
from .graph import once
from .order import fail_launch

_log = launch.logging.get_logger("puma560_dynamics")

PATIENCE = 10.0
"""Seconds that usable joint states are waited for."""


def when_states_come(then: Sequence[Action], topic: str, joints: Sequence[str], hardware: str) -> list[Action]:
    """`then`, once a joint state names every joint with finite numbers; the launch fails after `PATIENCE`.

    Args:
        then: what comes next.
        topic: full name.
        joints: as they are named on the wire.
        hardware: kind of the hardware, for the reason.
    """
    patience = PATIENCE
    states = UsableStates(topic, joints, patience)

    def condition(node: Any) -> Sequence[Action] | None:
        usable = states(node)
        if usable is None:
            return None
        if usable:
            return ()
        return [
            fail_launch(
                f"no usable joint state on {topic} for {patience:g} s ({states.finding}); does the hardware "
                f"({hardware}) run, and in ROS domain {domain_id()}?"
            )
        ]

    return once(condition, then)


def when_controller(then: Callable[[Answer], Sequence[Action]], controller: str, unknown: bool = False) -> list[Action]:
    """What `then` makes of a controller that another launch runs, once it is there; until then the log reports it.

    Args:
        then: gets what the controller answered; returns at least one action.
        controller: full name of its node; its commands are on the topic ``commands`` below it.
        unknown: whether a subscription of that topic is enough, where no node answers.
    """
    query = ControllerQuery(controller, unknown, _log.warning)

    def condition(node: Any) -> Sequence[Action] | None:
        answer = query(node)
        return None if answer is None else then(answer)

    return once(condition, [])


def when_described(then: Sequence[Action], topic: str, description: ReceivedDescription) -> list[Action]:
    """`then`, once the robot has published the description of an arm; the launch fails if it is none.

    Args:
        then: what comes next.
        topic: full name.
        description: receives the text, and decides.
    """
    query = DescriptionQuery(topic, description, _log.warning)

    def condition(node: Any) -> Sequence[Action] | None:
        refusal = query(node)
        if refusal is None:
            return None
        return [fail_launch(refusal)] if refusal else ()

    return once(condition, then)

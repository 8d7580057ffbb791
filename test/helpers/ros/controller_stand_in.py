"""In place of ros2_control, whose messages are not on PyPI.

The activity of one controller is a `Bool`, and the state of a trajectory controller a `JointTrajectory` whose only
point is its reference.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from std_msgs.msg import Bool
from trajectory_msgs.msg import JointTrajectory

from helpers.ros.forked import node_main
from helpers.stand_in import stands_in_for
from puma560_dynamics.control.feed_forward.references import Reference
from puma560_dynamics.control.joint_order import JointOrder
from puma560_dynamics.nodes.wire import reference_source, surroundings
from puma560_dynamics.nodes.wire.controller_watch import ControllerWatch
from puma560_dynamics.nodes.wire.intake import Intake
from puma560_dynamics.nodes.wire.messages import read_controller_state
from puma560_dynamics.nodes.wire.topics import ACTIVITY, LATCHED


@stands_in_for(ControllerWatch)
class ActivityStandIn:
    """In place of `ControllerWatch`."""

    manager, problem = "", None

    def __init__(
        self,
        node: Any,
        intake: Intake,
        controller: str,
        manager: str,
        report: Callable[[bool, bool], None],
        steady: Any,
    ) -> None:
        intake.subscribe(Bool, ACTIVITY, lambda message: report(message.data, False), LATCHED, latched=True)

    def search_graph(self) -> None:
        """Do nothing: there is no manager to search for."""


def read_state_stand_in(message: JointTrajectory, order: JointOrder) -> Reference:
    """In place of `read_controller_state`, which receives the stand-in's point in its field."""
    fields = SimpleNamespace(joint_names=message.joint_names, reference=message.points[0], speed_scaling_factor=1.0)
    return read_controller_state(fields, order)


def managed_main(node: str) -> int:
    """Run a node by its name, in a process that runs nothing else."""
    patch.object(surroundings, ControllerWatch.__name__, ActivityStandIn).start()
    patch.object(reference_source, "controller_state_type", lambda: JointTrajectory).start()
    patch.object(reference_source, "read_controller_state", read_state_stand_in).start()
    return node_main(node)

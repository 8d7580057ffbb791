"""In place of a controller manager, whose messages are not on PyPI: the activity of one controller as a `Bool`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from std_msgs.msg import Bool

from helpers.ros.forked import node_main
from helpers.stand_in import stands_in_for
from puma560_dynamics.nodes.wire import surroundings
from puma560_dynamics.nodes.wire.controller_watch import ControllerWatch
from puma560_dynamics.nodes.wire.intake import Intake
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


def managed_main(node: str) -> int:
    """Run a node by its name, in a process that runs nothing else."""
    patch.object(surroundings, ControllerWatch.__name__, ActivityStandIn).start()
    return node_main(node)

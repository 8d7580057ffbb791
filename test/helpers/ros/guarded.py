"""What the guard gets from the node that it guards, without that node."""

from __future__ import annotations

from typing import Any

import numpy as np
from rclpy.publisher import Publisher
from std_msgs.msg import String

from helpers.ros.domain import STATE_TIMEOUT
from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.gate.guard_setup import GuardSetup
from puma560_dynamics.control.gate.timing import take_over_time
from puma560_dynamics.nodes.wire.topics import LATCHED, SETUP


def setup_of(arm: Arm | None = None, scale: float = 1.0, **changes: Any) -> GuardSetup:
    """The setup of an arm, the PUMA by default, in N·m times `scale`."""
    arm = load_arm() if arm is None else arm
    settings = GateSettings.of(arm, **{"state_timeout": STATE_TIMEOUT, **changes})
    return GuardSetup(arm, settings, np.full(arm.n, scale), take_over_time(settings.timing))


def publish_setup(peer: Any, setup: GuardSetup | None = None, **changes: Any) -> Publisher[String]:
    """Give a guard its setup; its publisher, which has to live on."""
    publisher: Publisher[String] = peer.node.create_publisher(String, SETUP, LATCHED)
    publisher.publish(String(data=(setup or setup_of(**changes)).text))
    return publisher

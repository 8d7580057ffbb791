"""Faults of an arm that something touches or a person guides, each with the outcome that it must have."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from helpers.ros.faults import ENDS, REFUSED, RIDES
from helpers.ros.touched import Touched
from puma560_dynamics.control.guiding.guiding_settings import HAND_GUIDING

STOP: dict[str, Any] = {"contact_policy": "stop"}
REPORT: dict[str, Any] = {"contact_policy": "report"}
FLOAT: dict[str, Any] = {"contact_policy": "float", "hand_guiding.enabled": True}
GUIDED: dict[str, Any] = {"hand_guiding.enabled": True, "mode": HAND_GUIDING}
LOAD: dict[str, Any] = {
    "payload__link": "", "payload__center_of_mass": [0.0, 0.0, 0.1], "payload__inertia": [0.0] * 6,
}  # fmt: skip

Children = dict[str, subprocess.Popen[bytes]]


@dataclass(frozen=True)
class TouchCase:
    """One fault.

    Attributes:
        settings: parameters of the node.
        fault: causes it, with the arm and the processes by name.
        ending: the outcome.
        reports: what diagnostics must contain.
        guard: whether a guard runs.
        arm: name of the arm; `akb1986` has no friction numbers, `corke1995` has.
    """

    settings: dict[str, Any]
    fault: Callable[[Touched, Children], None]
    ending: str
    reports: str
    guard: bool = False
    arm: str = "akb1986"


def touched(driver: Touched, children: Children) -> None:
    """A push that stays."""
    driver.touch()
    driver.peer.wait(1.0)


def other_unit(factor: float) -> Callable[[Touched, Children], None]:
    """Efforts in another unit; 0 for none."""

    def fault(driver: Touched, children: Children) -> None:
        driver.unit = factor
        driver.peer.wait(1.5)

    return fault


def run_into_a_wall(driver: Touched, children: Children) -> None:
    """The guided arm passes the wall before the upper limit of joint 1 at 2 rad/s, and the limit."""
    driver.speed[0] = 2.0
    assert driver.peer.until(lambda: driver.shows("fault", "outside"))
    driver.speed[0] = 0.0


def guard_killed(driver: Touched, children: Children) -> None:
    """The guard is killed while the arm is led at 0.2 rad/s."""
    driver.speed[0] = 0.2
    children["command_guard_node"].send_signal(signal.SIGKILL)
    children["command_guard_node"].wait()
    assert driver.peer.until(lambda: driver.shows("fault", "guard_lost"))
    driver.speed[0] = 0.0


def not_moved(driver: Touched, children: Children) -> None:
    """Nobody moves the arm until the guiding ends."""
    assert driver.peer.until(lambda: driver.shows("guiding", "released: no motion for 4 s"))


def too_heavy(driver: Touched, children: Children) -> None:
    """A payload of 60 kg is set, as payload_node sets its estimates."""
    assert not driver.set_together(payload__mass=60.0, **LOAD).successful
    driver.peer.wait(1.0)


def payload_during_a_stop(driver: Touched, children: Children) -> None:
    """A contact, and 2 kg are set, as payload_node sets its estimates, while the torque ends."""
    driver.touch()
    assert driver.peer.until(lambda: driver.shows("fault", "contact"))
    assert np.any(driver.commands[-1].data), "the torque had ended before the payload arrived"
    assert driver.set_together(payload__mass=2.0, **LOAD).successful


TOUCHES: dict[str, TouchCase] = {
    "a push at joint2, contact_policy: stop, an arm without friction numbers": TouchCase(
        STOP, touched, ENDS, "exceeds its threshold"
    ),
    "a push at joint2, contact_policy: stop, an arm with friction numbers": TouchCase(
        STOP, touched, ENDS, "exceeds its threshold", arm="corke1995"
    ),
    "a push at joint2, contact_policy: report": TouchCase(REPORT, touched, RIDES, "exceeds its threshold"),
    "a push at joint2 of an arm at rest, contact_policy: float": TouchCase(
        FLOAT, touched, RIDES, "the arm floats after a contact"
    ),
    "efforts lost, contact_policy: stop": TouchCase(STOP, other_unit(0.0), ENDS, "effort"),
    "states without efforts, contact_policy: stop": TouchCase(STOP, other_unit(0.0), REFUSED, "effort"),
    "efforts 5 times too large, contact_policy: stop": TouchCase(STOP, other_unit(5.0), ENDS, ""),
    "efforts 5 times too large, contact_policy: report": TouchCase(REPORT, other_unit(5.0), RIDES, "another unit"),
    "a virtual wall passed at 2 rad/s while guided": TouchCase(GUIDED, run_into_a_wall, ENDS, "limit"),
    "command_guard_node killed while guided": TouchCase(GUIDED, guard_killed, ENDS, "", guard=True),
    "hand guiding timed out": TouchCase({**GUIDED, "hand_guiding.timeout": 4.0}, not_moved, RIDES, ""),
    "a payload of 60 kg set": TouchCase(STOP, too_heavy, RIDES, ""),
    "a payload set while a contact ends the torque": TouchCase(STOP, payload_during_a_stop, ENDS, ""),
}

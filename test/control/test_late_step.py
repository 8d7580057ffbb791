"""What the hardware gets in one step where commands arrive late, in fades and changes of a loop at rest."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from helpers.steady_loop import Q

from puma560_dynamics import GateSettings, LoopSettings, Payload, TorqueLoop, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.feed_forward import MODEL_TERMS
from puma560_dynamics.control.gate.gate_settings import LATE_STEP
from puma560_dynamics.control.gate.gate_state import GateState

PERIOD = 0.002
REST = 0.0 * Q


class Robot:
    """A loop at 500 Hz, and every command that it gave with its time."""

    def __init__(self, arm: Arm, late_step: float, fade: float = 0.05) -> None:
        gate = GateSettings.of(arm, late_step=late_step, fade_in_time=fade, fade_out_time=fade)
        self.arm = arm
        self.loop = TorqueLoop.from_settings(load_model("newton_euler", arm), LoopSettings(gate=gate))
        self.now, self.torques = 0.0, [REST]
        self.loop.activate(0.0)

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / PERIOD)):
            self.now += PERIOD
            output = self.loop.state(self.now, 1000.0 + self.now, 1000.0 + self.now, Q, REST).output
            output = output or self.loop.watch(self.now)
            if output is not None:
                self.loop.sent(self.now, self.now, output)
                self.torques.append(output.torque)

    def largest(self) -> np.ndarray:
        """Largest share of a joint's motor torque between two commands that are an own stall apart, or less."""
        settings, torques = self.loop.gate.settings, np.array(self.torques)
        behind = round(settings.timing.own_stall / PERIOD)
        torques = np.vstack([np.zeros((behind, 6)), torques, np.repeat(torques[-1:], behind, axis=0)])
        windows = np.lib.stride_tricks.sliding_window_view(torques, behind + 1, axis=0)
        return (windows.max(axis=-1) - windows.min(axis=-1)).max(axis=0) / settings.motor_torque


def load(robot: Robot) -> None:
    robot.loop.change(model=load_model("newton_euler", robot.arm, Payload.of(3.0, (0.0, 0.0, 0.1))))


CHANGES: dict[str, Callable[[Robot], None]] = {
    "fade-in": lambda robot: None,
    "payload": load,
    "terms.gravity off": lambda robot: robot.loop.change(active=[name for name in MODEL_TERMS if name != "gravity"]),
    "deactivated": lambda robot: robot.loop.deactivate(robot.now, "deactivated"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_command_that_is_late_by_an_own_stall_brings_no_larger_step(arm: Arm, name: str):
    robot = Robot(arm, LATE_STEP)
    robot.run(3.0)
    assert robot.loop.gate.state is GateState.OPEN
    CHANGES[name](robot)
    robot.run(3.0)
    assert (robot.largest() <= LATE_STEP + 1e-9).all()
    expected = load_model("newton_euler", arm).gravity(Q)
    if name == "payload":
        assert np.abs(robot.torques[-1] - expected).max() > 5.0
    else:
        np.testing.assert_allclose(robot.torques[-1], expected if name == "fade-in" else REST, atol=1e-9)


@pytest.mark.parametrize("name", CHANGES)
def test_without_the_bound_it_does(arm: Arm, name: str):
    robot = Robot(arm, 1.0)
    robot.run(3.0)
    CHANGES[name](robot)
    robot.run(3.0)
    assert robot.largest().max() > 2.0 * LATE_STEP


def test_a_fault_takes_the_torque_away_in_its_time(arm: Arm):
    """Less torque sooner is what a fault is answered with."""
    robot = Robot(arm, 0.001, fade=0.3)
    robot.run(60.0)
    assert robot.loop.gate.state is GateState.OPEN
    robot.loop.supervision.note_controller(False, gone=True)
    robot.run(0.4)
    assert robot.loop.gate.state is GateState.CLOSED

"""What the nodes of a run compute in lock-step, in one loop without ROS: their figures are known beforehand."""

from __future__ import annotations

import numpy as np

from puma560_dynamics.arm import load_arm
from puma560_dynamics.arm.home_pose import HOME
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.control.feed_forward.friction import FrictionCompensation
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.control.torque_loop import TorqueLoop
from puma560_dynamics.control.trajectory.trajectory import pick_and_place
from puma560_dynamics.demo.record import FRICTION_SCALE, SETTINGS
from puma560_dynamics.demo.recorder import PhaseRecorder
from puma560_dynamics.demo.tracking import rms_error
from puma560_dynamics.models.load import load_model
from puma560_dynamics.models.payload.payload import Payload, attached
from puma560_dynamics.nodes.run_processes import REST_S
from puma560_dynamics.nodes.run_session import WARM_UP_S
from puma560_dynamics.simulation.plant import Plant
from puma560_dynamics.simulation.plant_errors import PlantErrors, simulated_arm_of
from puma560_dynamics.simulation.servo import Servo


class Replica:
    """Plant, servo, reference and torque loop; `step` counts samples."""

    def __init__(self, duration: float, rate: float, load: Payload | None = None) -> None:
        """The arm carries a load that the model knows."""
        arm = load_arm("akb1986")
        friction = FrictionCompensation.of(arm, FRICTION_SCALE)
        model = load_model("full", arm, load)
        self.loop, self.servo = TorqueLoop.from_settings(model, LoopSettings(friction=friction)), Servo(arm)
        drawn = simulated_arm_of(arm, PlantErrors())
        self.plant = Plant(attached(drawn.arm, load) if load else drawn.arm, break_away=drawn.break_away)
        self.motion, self.period, self.step, self.start = pick_and_place(duration), 1.0 / rate, round(rate), np.inf
        self.command: FloatArray | None = None
        self.loop.activate(0.0)
        self.plant.reset(HOME)

    @property
    def time(self) -> float:
        return self.step * self.period

    @property
    def since(self) -> float:
        """Time of the motion, in whole nanoseconds as in messages."""
        return float(np.clip(np.round(self.time - self.start, 9), 0.0, self.motion.duration))

    def answer(self) -> None:
        """The command for the present state."""
        now = self.time
        self.loop.reference(now, now, now, self.motion.at(self.since))
        output = self.loop.state(now, now, now, self.plant.position, self.plant.velocity).output
        assert output is not None
        self.loop.sent(now, now, output)
        self.command = output.torque


def tracking(duration: float, rate: float, load: Payload | None = None) -> list[FloatArray]:
    """RMS tracking error (n,) rad of each setting."""
    replica = Replica(duration, rate, load)
    for _ in range(round(WARM_UP_S * rate)):  # the torque fades in
        replica.answer()
        replica.step += 1
    found = []
    for setting in SETTINGS:
        replica.loop.forward.active = setting.terms
        replica.plant.reset(HOME)
        replica.step += 1
        replica.answer()
        acting = None
        replica.start = replica.time + REST_S
        recorder = PhaseRecorder(setting, replica.loop.forward.model.arm.n)
        for _ in range(round((REST_S + duration) * rate)):
            now = replica.time
            replica.servo.follow(now, replica.motion.at(replica.since))
            if acting is not None:  # before the first command the brakes hold
                replica.servo.drive(replica.plant, now + replica.period, replica.period, acting)
            acting = replica.command
            replica.step += 1
            replica.answer()
            plant = replica.plant
            recorder.reference(replica.time, replica.since, replica.motion.at(replica.since).position)
            recorder.state(replica.time, plant.position, plant.velocity, plant.effort)
        found.append(rms_error(recorder.phase()))
    return found

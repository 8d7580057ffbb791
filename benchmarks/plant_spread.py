"""The reduction of the tracking error for simulated arms with many different numbers (seeds), in one command.

``python benchmarks/plant_spread.py --seeds 20`` prints for each setting of `puma560 run` the least, the median and the
largest ratio of the RMS error of PD alone to that of the setting, over all joints. It computes the motions of
`puma560 run` in one process, with the same delay of one sample.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import numpy as np

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.home_pose import USUAL, home
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.control.feed_forward.friction import FrictionCompensation
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.control.torque_loop import TorqueLoop
from puma560_dynamics.control.trajectory.trajectory import demonstration
from puma560_dynamics.demo.experiments.robot import SimulatedRobot, StateNoise
from puma560_dynamics.demo.record import FRICTION_SCALE, Setting, run_settings
from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.simulation.plant import Plant
from puma560_dynamics.simulation.plant_errors import PlantErrors, simulated_arm_of
from puma560_dynamics.simulation.servo import Servo

RATE = 250.0
"""Rate of the joint states, Hz, as in `puma560 run`."""

REST_S = 0.5
"""Rest at the first pose before each motion, s, in which the torque rises to that of the pose."""

EXACT_STATES = StateNoise(0.0, 0.0, 0.0)


def overall_error(arm: Arm, setting: Setting, errors: PlantErrors, duration: float) -> float:
    """Return the RMS tracking error over all joints and the demonstration motion, rad.

    Args:
        arm: arm of the model.
        setting: feed-forward setting.
        errors: errors of the simulated arm's numbers.
        duration: duration of the motion, s.
    """
    drawn, motion, pose = simulated_arm_of(arm, errors), demonstration(arm, duration), home(arm)
    gate = GateSettings.of(arm, fade_in_time=0.0, jump_tolerance=3.0)
    friction = FrictionCompensation.of(arm, FRICTION_SCALE)
    loop = TorqueLoop.from_settings(load_model("newton_euler", arm), LoopSettings(gate, setting.terms, friction))
    plant = Plant(drawn.arm, break_away=drawn.break_away)
    plant.reset(pose)
    robot = SimulatedRobot(loop, plant, RATE, Servo(arm), EXACT_STATES)
    for _ in range(round(REST_S * RATE)):
        robot.step(motion.at(0.0))
    plant.reset(pose)  # a motion does not start with the error at which the joints have stuck
    found = []
    for k in range(round(duration * RATE)):
        reference = motion.at((k + 1) / RATE)
        found.append(robot.step(reference).position - reference.position)
    return float(np.sqrt(np.mean(np.square(found))))


def factors(arm: Arm, settings: Sequence[Setting], errors: PlantErrors, duration: float) -> FloatArray:
    """Return the ratios of the error of the first setting to that of each later one."""
    found = [overall_error(arm, setting, errors, duration) for setting in settings]
    return found[0] / np.array(found[1:])


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the spread; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--arm", default="akb1986", help="name or path of the arm (default: akb1986)")
    parser.add_argument("--seeds", type=int, default=20, help="number of simulated arms, seeds from 0 (default: 20)")
    parser.add_argument("--duration", type=float, default=USUAL, help="duration of the motion, s (default: 5)")
    parser.add_argument("--plant-friction", type=float, default=20.0, help="error of friction, percent (default: 20)")
    parser.add_argument("--plant-bodies", choices=("tolerance", "exact"), default="tolerance")
    given = parser.parse_args(arguments)
    try:
        arm = load_arm(given.arm)
        settings = run_settings(arm, friction=True)
        plants = [
            PlantErrors(given.plant_friction / 100.0, given.plant_bodies == "tolerance", seed)
            for seed in range(given.seeds)
        ]
        found = np.array([factors(arm, settings, errors, given.duration) for errors in plants])
    except Puma560Error as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{'times less RMS error than PD alone':36}{'least':>8}{'median':>8}{'largest':>8}")
    for setting, column in zip(settings[1:], found.T, strict=True):
        row = "".join(f"{value:8.1f}" for value in (column.min(), np.median(column), column.max()))
        print(f"{setting.name:36}{row}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

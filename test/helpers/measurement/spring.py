"""The experiment on the simulated arm: one joint on a spring made of motor torque, the others under their brakes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from puma560_dynamics.arm import Arm
from puma560_dynamics.description.mjcf import TIMESTEP
from puma560_dynamics.simulation.plant import Plant

BRAKE = 1e4
"""Dry friction of a braked joint, N·m."""

STEP = 0.001
"""Period of the controller and of the record, s."""


def record(
    arm: Arm,
    joint: int,
    pose: np.ndarray,
    stiffness: float,
    *,
    pull: float,
    duration: float,
    feedback: float = 0.0,
    friction: bool = True,
) -> tuple[np.ndarray, np.ndarray]:
    """Time (s) and position (rad) of `joint` after letting go `pull` rad away from `pose`.

    Args:
        arm: the arm to measure, with what is hidden in it.
        joint: index.
        pose: (n,) rad, middle of the spring; there gravity is held by a constant torque.
        stiffness: N·m/rad.
        pull: rad.
        duration: s.
        feedback: positive velocity feedback, N·m·s/rad.
        friction: whether the joint has the dry friction of its break-away torque.
    """
    motors = tuple(
        motor if i == joint and friction else replace(motor, break_away_torque=0.0 if i == joint else BRAKE)
        for i, motor in enumerate(arm.motors)
    )
    plant = Plant(arm.with_(motors=motors))
    # By default MuJoCo's dry friction turns round 10 ms before the joint does, which lengthens the period by 1 %.
    plant._model.dof_solref[:, 0] = 2 * TIMESTEP
    level = held(arm, joint, pose)
    start = np.array(pose, dtype=float)
    start[joint] += pull
    plant.reset(start)
    positions = np.empty(int(duration / STEP))
    torque = np.zeros(arm.n)
    for k in range(len(positions)):
        q, qd = plant.position[joint], plant.velocity[joint]
        positions[k] = q
        torque[joint] = level - stiffness * (q - pose[joint]) + feedback * qd
        assert abs(torque[joint]) < arm.motors[joint].maximum_torque
        plant.advance(STEP, torque)
    return np.arange(len(positions)) * STEP, positions


def held(arm: Arm, joint: int, pose: np.ndarray) -> float:
    """Torque that holds `joint` at `pose` against gravity, by MuJoCo: no acceleration without torque of others."""
    free = Plant(arm, friction=False)
    rest = np.zeros(arm.n)
    fall = free.acceleration(pose, rest, rest)
    inverse = np.column_stack([free.acceleration(pose, rest, unit) - fall for unit in np.eye(arm.n)])
    return float(np.linalg.solve(inverse, -fall)[joint])

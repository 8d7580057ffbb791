"""Recordings of the simulated arm with one thing wrong: MuJoCo moves it, computed torque with PD drives it at 250 Hz.

What is recorded is what a driver on ros2_control sees: encoder counts, a velocity by filtered differences that comes
late, the torque held over the last period with noise, and stamps that jitter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from helpers.replay.bags import START, write_bag
from helpers.replay.driven import multi_sine
from puma560_dynamics import Arm, load_model
from puma560_dynamics.models.payload.payload import Payload, attached
from puma560_dynamics.replay.reading.samples import JointSamples
from puma560_dynamics.simulation.plant import Plant

RATE = 250.0
COUNTS = 4000
"""Encoder counts a motor turn."""

NOISE = 0.002
"""Standard deviation of the measured effort, as a share of maximum torque: four steps of a 12 bit converter."""

STIFFNESS, DAMPING = 400.0, 40.0
"""1/s² and 1/s: both poles at 20 rad/s."""

VELOCITY_FILTER = 40.0
"""Hz, first-order low pass of the differenced position."""


@dataclass(frozen=True, eq=False)
class Truth:
    """The arm as it is, where it is not the arm that the controller and the replay take it for.

    Attributes:
        payload: on the last link.
        viscous: friction in N·m·s/rad by index of the joint.
        motor: factor on the motor inertia by index of the joint.
        gravity: direction in the base's frame, of a tilted base.
    """

    payload: Payload = field(default_factory=Payload)
    viscous: Mapping[int, float] = field(default_factory=dict)
    motor: Mapping[int, float] = field(default_factory=dict)
    gravity: tuple[float, float, float] | None = None


def recorded(arm: Arm, truth: Truth, seconds: float, seed: int = 1) -> JointSamples:
    """Joint states of a run of the true arm under a controller that believes in `arm`."""
    time, wanted, rate, bend = multi_sine(seconds, RATE, seed)
    plant = _plant(arm, truth)
    plant.reset(wanted[0], rate[0])
    model = load_model("pinocchio", arm)
    friction = arm.break_away_torque * np.tanh(rate / 0.02)
    position, effort = np.empty_like(wanted), np.zeros_like(wanted)
    for k in range(len(time)):
        position[k] = plant.position
        effort[k] = plant.effort
        pull = STIFFNESS * (wanted[k] - plant.position) + DAMPING * (rate[k] - plant.velocity)
        plant.advance(1.0 / RATE, model.torque(plant.position, plant.velocity, bend[k] + pull) + friction[k])
    return _seen(arm, time, position, effort, np.random.default_rng(seed))


def wrong(states: JointSamples, effort: np.ndarray) -> JointSamples:
    """The same motion with an effort (N, n) that was reported otherwise."""
    return replace(states, effort=effort)


def scaled(states: JointSamples, joint: int, factor: float) -> np.ndarray:
    """(N, n) N·m, the effort of one joint times a factor."""
    effort = states.effort.copy()
    effort[:, joint] *= factor
    return effort


def late(states: JointSamples, seconds: float) -> np.ndarray:
    """(N, n) N·m, the effort that was measured so much earlier."""
    steps = round(seconds * RATE)
    return np.concatenate([np.repeat(states.effort[:1], steps, axis=0), states.effort[:-steps]])


def bag(path: Path, states: JointSamples) -> Path:
    """`states` on the disk."""
    return write_bag(path, states=states)


def _plant(arm: Arm, truth: Truth) -> Plant:
    """The true arm in MuJoCo."""
    motors = tuple(
        replace(motor, inertia=truth.motor.get(joint, 1.0) * motor.inertia) for joint, motor in enumerate(arm.motors)
    )
    true = attached(arm.with_(motors=motors), truth.payload)
    plant = Plant(true if truth.gravity is None else true.with_(gravity_direction=truth.gravity))
    for joint, value in truth.viscous.items():
        plant._viscous[joint] = value
    return plant


def _seen(
    arm: Arm, time: np.ndarray, position: np.ndarray, effort: np.ndarray, rng: np.random.Generator
) -> JointSamples:
    """What encoders, filters and clocks make of it."""
    step = 2.0 * np.pi / (COUNTS * np.array([motor.gear_ratio for motor in arm.motors]))
    position = step * np.round(position / step)
    velocity = np.zeros_like(position)
    keep = np.exp(-2.0 * np.pi * VELOCITY_FILTER / RATE)
    for k in range(1, len(time)):
        velocity[k] = keep * velocity[k - 1] + (1.0 - keep) * RATE * (position[k] - position[k - 1])
    effort = effort + NOISE * arm.maximum_torque * rng.standard_normal(effort.shape)
    stamp = START + np.round(1e9 * time + 2e4 * rng.standard_normal(len(time))).astype(np.int64)
    return JointSamples(stamp, stamp + rng.integers(1_000_000, 1_500_000, len(time)), position, velocity, effort)

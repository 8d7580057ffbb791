"""Unknown arms, moved by MuJoCo and measured badly: what identification has to cope with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm, JointFriction, Link
from puma560_dynamics.arm.friction_terms import FITTED, FRICTION_TERMS, MOVING
from puma560_dynamics.arm.home_pose import HOME
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.identification.bodies import from_linear, pseudo_inertia, tensor
from puma560_dynamics.identification.fourier_motion import Fourier, at_rest
from puma560_dynamics.identification.prior import prior
from puma560_dynamics.identification.unknowns import Unknowns
from puma560_dynamics.models.payload.payload import Payload, attached
from puma560_dynamics.replay.motion.motion import Motion, Motions
from puma560_dynamics.replay.reading.samples import Block, CommandSamples, JointSamples, ReferenceSamples
from puma560_dynamics.replay.settings import ReplaySettings
from puma560_dynamics.simulation.gains import critically_damped

NOISE = np.array([0.2, 0.35, 0.15, 0.05, 0.05, 0.05])
"""Standard deviation of the effort's noise, N·m."""

PERIOD = 0.002
"""s of the control loop; a sample in every other period is recorded."""


def hidden_arm(arm: Arm, rng: np.random.Generator) -> Arm:
    """An arm as likely as the source's tolerances make it, physically possible, with different friction."""
    unknowns = Unknowns(arm)
    before = prior(unknowns)
    links = []
    for link, place in zip(arm.links, unknowns.bodies, strict=True):
        root = np.linalg.cholesky(before.covariance[place, place])
        body = before.mean[place] + root @ rng.normal(size=10)
        while (
            np.linalg.eigvalsh(pseudo_inertia(body))[0]
            < 1e-2 * np.linalg.eigvalsh(pseudo_inertia(before.mean[place]))[0]
        ):
            body = before.mean[place] + root @ rng.normal(size=10)
        numbers = from_linear(body)
        links.append(Link(link.name, float(numbers[0]), numbers[1:4], tensor(numbers[4:])))
    motors = tuple(
        type(motor)(float(inertia), motor.gear_ratio, motor.maximum_torque, motor.break_away_torque)
        for motor, inertia in zip(
            arm.motors,
            rng.normal(before.mean[unknowns.motors], before.deviation[unknowns.motors]).clip(0.05),
            strict=True,
        )
    )
    friction = tuple(
        JointFriction(*(motor.break_away_torque * rng.uniform((0.3, 0.3, 0.2, -0.1), (1.2, 1.2, 1.0, 0.1))).tolist())
        for motor in arm.motors
    )
    return arm.with_(name="hidden", links=tuple(links), motors=motors, friction=friction)


def excited(arm: Arm, rng: np.random.Generator, period: float = 16.0, harmonics: int = 5) -> Fourier:
    """A random periodic motion about the home pose, slow enough for every joint and off the stops."""
    a, b = at_rest(rng.normal(size=(arm.n, 2 * harmonics - 2)))
    size = np.array([1.4, 1.2, 1.6, 2.2, 2.2, 2.2])[:, None] / np.hypot(a, b).sum(axis=1, keepdims=True)
    whole = Fourier(period, np.array(HOME), a * size, b * size)
    way = np.abs(whole.states(whole.times(400))[0] - HOME).max(axis=0)
    room = np.minimum(arm.upper - HOME, HOME - arm.lower)
    share = np.minimum(1.0, 0.8 * room / way)[:, None]
    return Fourier(period, np.array(HOME), share * whole.a, share * whole.b)


@dataclass(frozen=True, eq=False)
class Measured:
    """What a recorder gets."""

    time: np.ndarray
    position: np.ndarray
    effort: np.ndarray

    def motions(self) -> list[Motion]:
        """As replay makes it of a bag without velocities and reference."""
        stamp = np.round(1e9 * self.time).astype(np.int64) + 1_700_000_000_000_000_000
        n = self.position.shape[1]
        states = JointSamples(stamp, stamp, self.position, np.full_like(self.position, np.nan), self.effort)
        none, empty = np.zeros(0, dtype=np.int64), np.zeros((0, n))
        block = Block(states, CommandSamples(none, empty), {}, ReferenceSamples(none, none, empty, empty, empty), 1.0)
        return list(Motions([block], [f"joint{k}" for k in range(n)], ReplaySettings(), Findings()))


def measure(
    arm: Arm, truth: Arm, motion: Fourier, rng: np.random.Generator, payload: Payload | None = None
) -> Measured:
    """Move `truth` along `motion` under PD and the feed-forward of `arm`."""
    states = motion.states(np.arange(0.0, motion.period, PERIOD))
    return follow(arm, truth, *states[:2], load_model("newton_euler", arm).torque(*states), rng, payload)


def follow(
    arm: Arm,
    truth: Arm,
    q: np.ndarray,
    qd: np.ndarray,
    ahead: np.ndarray,
    rng: np.random.Generator,
    payload: Payload | None = None,
    *,
    old: float = 1.0,
) -> Measured:
    """Move `truth` along references `PERIOD` apart under PD and `ahead`; encoders count, effort is noisy.

    As in a real recording a sample is taken at any time of the period before its stamp, or in the last `old` part of
    it: what a position is too old by looks like acceleration when it is differentiated.
    """
    pytest.importorskip("mujoco")
    from puma560_dynamics.simulation.plant import Plant

    kp, kd = critically_damped(load_model("newton_euler", arm))
    plant = Plant(attached(truth, payload or Payload()), friction=False)
    plant.reset(q[0])
    friction = [np.array([getattr(joint, key) for joint in truth.friction]) for key in
                ("coulomb_positive", "coulomb_negative", "viscous", "offset")]  # fmt: skip
    positions, efforts, most = np.empty_like(q), np.empty_like(q), arm.maximum_torque
    for step in range(len(q)):
        at, speed = plant.position, plant.velocity
        effort = ahead[step] + kp * (q[step] - at) + kd * (qd[step] - speed)
        effort = np.minimum(np.maximum(effort, -most), most)  # as np.clip, which takes longer for few values
        # Dry friction without chatter: full from 5 mrad/s on.
        slip = np.minimum(np.maximum(speed / 0.005, -1.0), 1.0)
        loss = np.where(slip > 0.0, friction[0], friction[1]) * slip + friction[2] * speed + friction[3]
        positions[step], efforts[step] = at, effort
        plant.advance(PERIOD, effort - loss)
    now = np.arange(1, len(q), 2)
    age = rng.uniform(0.0, old, size=(len(now), 1))
    sampled = (1.0 - age) * positions[now] + age * positions[now - 1]
    quantum = 2.0 * np.pi / (4000.0 * np.array([motor.gear_ratio for motor in arm.motors]))
    noisy = efforts[now - 1] + NOISE * rng.normal(size=sampled.shape)
    return Measured(PERIOD * now, quantum * np.round(sampled / quantum), noisy)


def vector(truth: Arm, unknowns: Unknowns, payload: Payload | None = None) -> np.ndarray:
    """The unknowns' true values."""
    from puma560_dynamics.identification.recorded import known_load
    from puma560_dynamics.models.recursive.regressor import arm_parameters

    friction = [getattr(joint, name) for joint in truth.friction for name in FITTED]
    result = np.concatenate([arm_parameters(truth), friction, np.zeros(10 if unknowns.load else 0)])
    if payload is not None:
        result[unknowns.bodies[-1]] = known_load(payload, unknowns)[unknowns.bodies[unknowns.n - 1]]
    return result


def seen(unknowns: Unknowns, base_map: np.ndarray) -> np.ndarray:
    """Rows of what motion shows: base parameters, dry friction with offset by direction, viscous friction."""
    rows: list[np.ndarray] = list(np.pad(base_map, ((0, 0), (0, unknowns.size - base_map.shape[1]))))
    for joint in range(unknowns.n):
        unit = {name: np.eye(unknowns.size)[unknowns.place_of(name)[joint]] for name in FITTED}
        rows += [unit[name] + FRICTION_TERMS[name].offset_sign * unit["offset"] for name in MOVING]
    return np.array(rows)


def rms(values: Sequence[np.ndarray]) -> float:
    """Of everything together."""
    return float(np.sqrt(np.mean(np.concatenate([np.ravel(value) for value in values]) ** 2)))

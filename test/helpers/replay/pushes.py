"""Recordings of simulated arms that something pushes: MuJoCo moves an arm that differs from its description.

A controller (model of the description, PD and a slow integral) holds or moves the arm. A force at a link pushes it for
a while. What is recorded is what a driver sees: encoder steps and the motors' torque with noise, perhaps late.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from puma560_dynamics import Payload, ReplaySettings, compare_recording, load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.joint_friction import JointFriction
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.models.assumed_limits import with_assumed_limits
from puma560_dynamics.models.payload.payload import attached
from puma560_dynamics.replay.result import Analysis
from puma560_dynamics.simulation.plant import Plant

RATE, SECONDS = 200.0, 24.0

GIVES, FASTEST = 0.01, 80.0
"""Deflection of a joint under its maximum torque, rad, and highest bandwidth of its position loop, rad/s."""

INTEGRAL = 2.0
"""1/s, integral part of the position loop relative to its stiffness."""

STEP = 0.001
"""Period of the position loop, s."""

ENCODER = 2e-5
"""Step of the encoders, rad."""

NOISE = 0.003
"""Standard deviation of the effort's noise, as a fraction of the maximum torque."""

STARTS = 3.0
"""Beginning of the motion, s; the arm stands before."""


@dataclass(frozen=True, eq=False)
class Push:
    """A force at the origin of a link.

    Attributes:
        start: s.
        length: duration, s, of which a sixth each is rise and fall.
        link: name of the link.
        force: (3,) N in the axes of the base.
    """

    start: float
    length: float
    link: str
    force: FloatArray

    @property
    def end(self) -> float:
        """Return the end, s."""
        return self.start + self.length

    def size(self, time: float) -> float:
        """Return the fraction of the force at a time, 0 to 1."""
        edge = self.length / 6.0
        return float(np.clip(min(time - self.start, self.end - time) / edge, 0.0, 1.0))


@dataclass(frozen=True, eq=False)
class Difference:
    """What distinguishes the robot from its description.

    Attributes:
        friction: dry friction as a fraction of the maximum torque; viscous friction takes as much at 1 rad/s.
        masses: largest relative error of a link's mass.
        payload: kg at the last link.
        delay: of the effort, s.
        zero: error of the encoders' zeros, in either direction, rad.
    """

    friction: float = 0.02
    masses: float = 0.0
    payload: float = 0.0
    delay: float = 0.0
    zero: float = 0.0


class PushedArm:
    """A simulated arm that stands and moves.

    Args:
        description: for `ReplaySettings`.
        seed: of motion, masses and noise.
        moves: whether it moves after `STARTS`, from point to point, with pauses.
        difference: what is not as described.
    """

    def __init__(self, description: str, seed: int, moves: bool, difference: Difference) -> None:
        self.description, self.seed, self.moves, self.difference = description, seed, moves, difference
        self.arm = arm = with_assumed_limits(load_arm(description))
        rng = np.random.default_rng(seed)
        self._points = _points(arm, rng)
        self._model = load_model("pinocchio", arm)
        links = [
            replace(link, mass=link.mass * factor, inertia=link.inertia * factor)
            for link, factor in zip(
                arm.links, 1.0 + difference.masses * rng.uniform(-1.0, 1.0, len(arm.links)), strict=True
            )
        ]
        dry = difference.friction * arm.maximum_torque
        friction = tuple(JointFriction(one, one, one) for one in dry.tolist())
        true = attached(arm.with_(links=links, friction=friction), Payload(difference.payload))
        self._plant = Plant(true, timestep=0.001)
        self._zeros = difference.zero * rng.choice([-1.0, 1.0], arm.n)

    def reference(self, time: float) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return position, velocity and acceleration that the controller wants."""
        zero = np.zeros(self.arm.n)
        if not self.moves or time < STARTS:
            return self._points[0], zero, zero
        leg, since = divmod(time - STARTS, 4.0)
        start, end = self._points[int(leg)], self._points[int(leg) + 1]
        span = 3.4  # and a pause
        x = min(since / span, 1.0)
        away = end - start
        return (
            start + away * (10.0 * x**3 - 15.0 * x**4 + 6.0 * x**5),
            away * (30.0 * x**2 - 60.0 * x**3 + 30.0 * x**4) / span,
            away * (60.0 * x - 180.0 * x**2 + 120.0 * x**3) / span**2,
        )

    def record(self, pushes: tuple[Push, ...] = ()) -> dict[str, FloatArray]:
        """Return the columns ``t`` (N,), ``q`` and ``tau`` (N, n) of a recording."""
        plant, model, period = self._plant, self._model, 1.0 / RATE
        plant.reset(self.reference(0.0)[0])
        inertia = np.diag(model.kinetic_energy_matrix(self._points[0]))
        stiff = np.minimum(self.arm.maximum_torque / GIVES, FASTEST**2 * inertia)
        damping = 2.0 * np.sqrt(stiff * inertia)
        time: FloatArray = np.linspace(0.0, SECONDS, round(SECONDS * RATE), endpoint=False)
        position, effort = np.zeros((2, len(time), self.arm.n))
        lost = np.zeros(self.arm.n)
        for k, now in enumerate(time.tolist()):
            q, qd, qdd = self.reference(now)
            position[k] = plant.position
            feed, external = model.torque(q, qd, qdd), self.external(plant.position, now, pushes)
            for _ in range(round(period / STEP)):
                error = q - plant.position
                lost += STEP * INTEGRAL * error
                effort[k] = feed + stiff * (error + lost) + damping * (qd - plant.velocity)
                effort[k] = np.clip(effort[k], -self.arm.maximum_torque, self.arm.maximum_torque)
                plant.advance(STEP, effort[k] + external)
                q = q + STEP * qd
        rng = np.random.default_rng(self.seed + 1)
        noise = NOISE * self.arm.maximum_torque * rng.standard_normal(effort.shape)
        late = round(self.difference.delay * RATE)
        effort = np.concatenate([effort[:1].repeat(late, axis=0), effort[: len(effort) - late]])
        return {"t": time, "q": ENCODER * np.round((position + self._zeros) / ENCODER), "tau": effort + noise}

    def external(self, q: FloatArray, time: float, pushes: tuple[Push, ...]) -> FloatArray:
        """Return the torque (n,) N·m of the pushes at a time."""
        torque = np.zeros(self.arm.n)
        for push in pushes:
            if size := push.size(time):
                torque += size * push.force @ self._model.jacobian(q, push.link)[:3]
        return torque

    def torque_of(self, push: Push) -> FloatArray:
        """Return the torque (n,) N·m of a push, averaged where it is above 85 % of its largest, joint by joint."""
        times = np.arange(push.start, push.end, 1.0 / RATE).tolist()
        series = np.stack([self.external(self.reference(time)[0], time, (push,)) for time in times])
        size = np.abs(series)
        weight = size >= 0.85 * size.max(axis=0)
        return np.asarray((series * weight).sum(axis=0) / weight.sum(axis=0))

    def compare(self, recording: dict[str, FloatArray], friction: str = "fit") -> Analysis:
        """Replay a recording with the model of the description."""
        return compare_recording(
            recording, ReplaySettings(arm=self.description, friction=friction, model="newton_euler", models=())
        )

    def push(self, seed: int, times: float, limit: FloatArray) -> tuple[Push, int]:
        """Return a random push whose torque at a joint is a multiple of its limit, and this joint.

        The arm stands all the time, or the push is in the middle of a motion of this joint from point to point.

        Args:
            seed: of time, link and direction.
            times: multiple of the limit.
            limit: (n,) N·m; NaN for joints that cannot show it.
        """
        rng = np.random.default_rng(seed)
        length = float(rng.uniform(0.3, 0.8))
        if self.moves:
            leg = int(rng.integers(0, 5))
            start = STARTS + 4.0 * leg + 1.7 - 0.5 * length
        else:
            start = float(rng.uniform(3.0, SECONDS - 4.0))
        q, speed = self.reference(start + 0.5 * length)[0], np.abs(self.reference(start + 0.5 * length)[1])
        links = list(self.arm.link_names[1 : self.arm.n + 1])
        for _ in range(200):
            link = str(rng.choice(links))
            direction = rng.standard_normal(3)
            direction /= np.linalg.norm(direction)
            ratio = np.nan_to_num(np.abs(direction @ self._model.jacobian(q, link)[:3]) / limit)
            if self.moves:
                ratio[speed < 0.15] = 0.0
            joint = int(np.argmax(ratio))
            share = np.abs(direction @ self._model.jacobian(q, link)[:3]) / self.arm.maximum_torque
            size = times / max(ratio[joint], 1e-9)
            if ratio[joint] > 0.0 and size * share.max() < 0.35:
                return Push(start, length, link, size * direction), joint
        raise AssertionError("no link of this arm can be pushed so that a joint shows it")


def _points(arm: Arm, rng: np.random.Generator) -> FloatArray:
    """Return (7, n) positions in the middle of the joints' ranges, each coordinate well away from the one before."""
    low = np.array([max(joint.lower, -2.5) for joint in arm.joints])
    high = np.array([min(joint.upper, 2.5) for joint in arm.joints])
    middle, half = 0.5 * (low + high), np.minimum(0.3 * (high - low), 0.6)
    sign = np.where(np.arange(7) % 2, 1.0, -1.0)[:, None]
    return middle + sign * half * rng.uniform(0.4, 1.0, (7, arm.n))

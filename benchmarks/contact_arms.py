"""Simulated arms for `contacts.py`: unknown masses and friction, and torque errors like those of real recordings.

The arm follows its path exactly, so that nothing is integrated: the torque is inverse dynamics plus friction plus
errors. The parts are listed at `Errors`. Their sizes are chosen so that the identified arms have residuals like those
of the UR10e in docs/real_arms.md (docs/external_torque.md compares both).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import solve_banded
from scipy.signal import lfilter

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm, JointFriction, Link, Motor
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.identification.fourier_motion import Fourier, at_rest

_ROBOTS = "example-robot-data:ur_description/urdf/"
KINDS: Mapping[str, str] = {
    "PUMA 560": "akb1986",
    "UR3": f"{_ROBOTS}ur3_robot.urdf",
    "UR5": f"{_ROBOTS}ur5_robot.urdf",
    "UR10": f"{_ROBOTS}ur10_robot.urdf",
}
"""Described arms: names or files in packages (`robot_files`)."""

EACH = 5
"""Number of simulated arms of each kind."""

PERIOD, HARMONICS = 15.0, 10
"""Length (s) and number of harmonics of one continuous motion."""

FASTEST, QUICKEST = 1.5, 6.0
"""Largest velocity, rad/s, and acceleration, rad/s², of the motions."""


@dataclass(frozen=True)
class Errors:
    """Sizes of what the identified law does not contain. M is the maximum torque, c the dry friction of a joint.

    Attributes:
        noise: white noise of the efforts, fraction of M.
        velocity: white noise of the velocities, rad/s.
        coloured: noise with the correlation time `memory`, fraction of M.
        memory: s.
        tooth: ripple with the angle of the motor and twice this angle, fraction of c, behind a gear of 1:100.
        turn: ripple with one to six times the angle of the joint, fraction of c.
        drift: slow change of friction (Ornstein-Uhlenbeck with `warm`), fraction of friction.
        warm: time constant of the temperature, s.
        day: difference of friction between two days, fraction of friction.
        late: time by which the measured effort lags behind the motion, s.
    """

    noise: float = 0.005
    velocity: float = 5e-4
    coloured: float = 0.0025
    memory: float = 0.1
    tooth: float = 0.02
    turn: float = 0.03
    drift: float = 0.015
    warm: float = 600.0
    day: float = 0.015
    late: float = 0.002


GEAR = 100.0


@dataclass(frozen=True, eq=False)
class Samples:
    """What a driver reports, (N,) and (N, n): s, rad, rad/s, N·m."""

    time: FloatArray
    q: FloatArray
    qd: FloatArray
    effort: FloatArray


class SimulatedArm:
    """An arm whose numbers nobody knows.

    Args:
        described: arm of the description.
        seed: seed of its numbers.
        errors: sizes of the errors.
    """

    def __init__(self, described: Arm, seed: int, errors: Errors | None = None) -> None:
        self.errors = errors or Errors()
        rng = np.random.default_rng(seed)
        self.described, self.true = described, _unknown(described, rng)
        self.model = load_model("newton_euler", self.true)
        self.dry = np.array([one.dry for one in self.true.friction])
        self.distance = np.exp(rng.uniform(np.log(1e-4), np.log(3e-4), described.n))
        self._tooth = self.errors.tooth * self.dry * rng.uniform(0.5, 1.5, (2, described.n))
        self._turn = self.errors.turn * self.dry * rng.uniform(0.5, 1.5, (6, described.n)) / np.sqrt(3.0)
        self._phases = rng.uniform(0.0, 2.0 * np.pi, (8, described.n))

    def record(self, motion: tuple[FloatArray, ...], rate: float, rng: np.random.Generator, day: FloatArray) -> Samples:
        """Return what a driver reports.

        Args:
            motion: q, qd, qdd, (N, n) each.
            rate: of the samples, Hz.
            rng: generator of the errors.
            day: (2, n) dry and viscous friction of the day, relative to their means (`days`).
        """
        q, qd, qdd = motion
        effort, errors = self.torque(q, qd, qdd, rate, rng, day), self.errors
        effort = (1.0 - errors.late * rate) * effort + errors.late * rate * np.vstack([effort[:1], effort[:-1]])
        most = self.true.maximum_torque
        keep = np.exp(-1.0 / (rate * errors.memory))
        white = rng.standard_normal(q.shape) * errors.coloured * most
        start = (keep * errors.coloured * most * rng.standard_normal(q.shape[1]))[None]
        slow = lfilter([np.sqrt(1.0 - keep**2)], [1.0, -keep], white, axis=0, zi=start)[0]
        effort += slow + errors.noise * most * rng.standard_normal(q.shape)
        return Samples(np.arange(len(q)) / rate, q, qd + errors.velocity * rng.standard_normal(q.shape), effort)

    def torque(
        self, q: FloatArray, qd: FloatArray, qdd: FloatArray, rate: float, rng: np.random.Generator, day: FloatArray
    ) -> FloatArray:
        """Return the torque (N, n) N·m of the motors: rigid bodies, friction that drifts, and ripple."""
        rigid = self.model.torque(q, qd, qdd)
        slip = _slip(q, qd / rate, self.distance)
        names = ("coulomb_positive", "coulomb_negative", "viscous", "offset", "bend", "load")
        numbers = {name: np.array([getattr(one, name) for one in self.true.friction]) for name in names}
        transmitted = np.abs(rigid - qdd * self.true.motor_inertia)
        dry = np.where(slip > 0.0, numbers["coulomb_positive"], numbers["coulomb_negative"])
        warm = day[:, None] + self._temperature(len(q), rate, rng)
        ripple = np.zeros(q.shape)
        for index, size in enumerate([*self._tooth, *self._turn]):
            times = GEAR * (index + 1) if index < 2 else index - 1
            ripple += size * np.sin(times * q + self._phases[index])
        friction = slip * (dry * warm[0] + numbers["load"] * transmitted) + numbers["viscous"] * warm[1] * qd
        return np.asarray(rigid + friction - numbers["bend"] * qd * np.abs(qd) + numbers["offset"] + ripple)

    def _temperature(self, count: int, rate: float, rng: np.random.Generator) -> FloatArray:
        """Return the slow change (2, N, n) of dry and viscous friction, from a value every second."""
        keep = np.exp(-1.0 / self.errors.warm)
        seconds = int(count / rate) + 2
        steps = rng.standard_normal((2, seconds, self.true.n)) * self.errors.drift * np.sqrt(1.0 - keep**2)
        steps[:, 0] /= np.sqrt(1.0 - keep**2)
        value = lfilter([1.0], [1.0, -keep], steps, axis=1)
        at = np.arange(count) / rate
        low = at.astype(np.intp)
        part = (at - low)[:, None]
        return np.asarray((1.0 - part) * value[:, low] + part * value[:, low + 1])

    def days(self, rng: np.random.Generator) -> FloatArray:
        """Return dry and viscous friction (2, n) of a day, relative to their means."""
        return np.asarray(1.0 + self.errors.day * rng.standard_normal((2, self.true.n)))


def _unknown(arm: Arm, rng: np.random.Generator) -> Arm:
    """Return an arm with other masses, rotors and friction: within tolerances, or by about 10 % without them."""

    def off(path: str, value: float, share: float) -> float:
        quantity = arm.quantities.get(path)
        width = quantity.half_width if quantity is not None and quantity.half_width else None
        if width is None:
            width = 0.0 if any(each.half_width for each in arm.quantities.values()) else share * abs(value)
        return value + width * float(rng.standard_normal())

    links = []
    for link in arm.links:
        place = f"links.{link.name}"
        mass = off(f"{place}.mass", link.mass, 0.1)
        center = [off(f"{place}.center_of_gravity.{axis}", x, 0.1) for axis, x in enumerate(link.center_of_gravity)]
        scale = mass / link.mass if link.mass else 1.0
        links.append(Link(link.name, mass, np.array(center), link.inertia * scale))
    middle = load_model("newton_euler", arm).kinetic_energy_matrix(_middle(arm))
    motors = [
        replace(motor, inertia=off(f"motors.{name}.inertia", motor.inertia, 0.1) or float(rng.uniform(0.2, 0.6) * own))
        for name, motor, own in zip(arm.joint_names, arm.motors, np.diag(middle), strict=True)
    ]
    friction = [_friction(motor, rng) for motor in arm.motors]
    return arm.with_(links=tuple(links), motors=tuple(motors), friction=tuple(friction), quantities={})


def _friction(motor: Motor, rng: np.random.Generator) -> JointFriction:
    """Return friction like that of the UR10e: 3.5 to 6.5 % of the maximum torque dry, at most the known break-away."""
    most = motor.maximum_torque
    dry = most * rng.uniform(0.035, 0.065)
    dry = min(dry, motor.break_away_torque) if motor.break_away_torque else dry
    viscous = dry * rng.uniform(0.7, 2.0)
    return JointFriction(
        coulomb_positive=dry * rng.uniform(0.95, 1.05),
        coulomb_negative=dry * rng.uniform(0.95, 1.05),
        viscous=viscous,
        offset=most * rng.normal(0.0, 0.002),
        bend=viscous * rng.uniform(0.05, 0.15),
        load=rng.uniform(0.0, 0.06),
    )


def _slip(q: FloatArray, steps: FloatArray, distance: FloatArray) -> FloatArray:
    """Return the state (N, n) of presliding friction (Dahl) after every displacement, -1 to 1."""
    result = np.empty(q.shape)
    for joint, own in enumerate(distance):
        kept = np.exp(-np.abs(steps[:, joint]) / own)
        bands = np.ones((2, len(kept)))
        bands[1, :-1] = -kept[1:]
        result[:, joint] = solve_banded((1, 0), bands, np.sign(steps[:, joint]) * (1.0 - kept))
    return result


def _middle(arm: Arm) -> FloatArray:
    lower, upper = arm.pose_range
    return np.asarray(0.5 * (lower + upper))


def continuous(arm: Arm, rate: float, rng: np.random.Generator) -> tuple[FloatArray, ...]:
    """Return q, qd, qdd (N, n) of a random Fourier motion of `PERIOD`, from the middle and back to it."""
    a, b = at_rest(rng.standard_normal((arm.n, 2 * HARMONICS - 2)))
    q, qd, qdd = Fourier(PERIOD, np.zeros(arm.n), a, b).states(np.arange(0.0, PERIOD, 1.0 / rate))
    q = q - q[0]
    lower, upper = _ranges(arm)
    used = [q / (0.5 * (upper - lower)), qd / np.minimum(FASTEST, 0.6 * arm.velocity), qdd / QUICKEST]
    scale = rng.uniform(0.5, 1.0) / np.abs(np.concatenate(used)).max(axis=0)
    return 0.5 * (lower + upper) + scale * q, scale * qd, scale * qdd


def point_to_point(arm: Arm, rate: float, seconds: float, rng: np.random.Generator) -> tuple[FloatArray, ...]:
    """Return q, qd, qdd (N, n) of moves by quintic polynomials between random poses, with pauses."""
    lower, upper = _ranges(arm)
    count = round(seconds * rate)
    q, qd, qdd = np.zeros((3, count, arm.n))
    at, pose = 0, 0.5 * (lower + upper)
    fastest = np.minimum(FASTEST, 0.6 * arm.velocity)
    while at < count:
        way = rng.uniform(lower, upper) - pose
        longest = max(float((1.875 * np.abs(way) / fastest).max()), np.sqrt(5.78 * float(np.abs(way).max()) / QUICKEST))
        length = longest * rng.uniform(1.0, 2.0)
        steps, pause = int(length * rate), int(rng.uniform(0.1, 1.0) * rate)
        x = (np.arange(steps) / (length * rate))[:, None]
        place = slice(at, min(at + steps, count))
        some = place.stop - place.start
        q[place] = (pose + way * x**3 * (10.0 - 15.0 * x + 6.0 * x**2))[:some]
        qd[place] = (way * 30.0 * (x * (1.0 - x)) ** 2 / length)[:some]
        qdd[place] = (way * 60.0 * x * (1.0 - x) * (1.0 - 2.0 * x) / length**2)[:some]
        pose = pose + way
        q[at + steps : at + steps + pause] = pose
        at += steps + pause
    return q, qd, qdd


def fresh(arm: Arm, rate: float, seconds: float, rng: np.random.Generator) -> tuple[FloatArray, ...]:
    """Return q, qd, qdd (N, n): half continuous motions, half point to point; all parts begin and end near rest."""
    pieces = [continuous(arm, rate, rng) for _ in range(round(0.5 * seconds / PERIOD))]
    pieces.append(point_to_point(arm, rate, seconds - PERIOD * len(pieces), rng))
    return tuple(np.concatenate(each) for each in zip(*pieces, strict=True))


def _ranges(arm: Arm) -> tuple[FloatArray, FloatArray]:
    lower, upper = arm.pose_range
    middle, half = 0.5 * (lower + upper), 0.5 * np.minimum(0.6 * (upper - lower), 3.0)
    return middle - half, middle + half


def described(kind: str) -> tuple[Arm, str]:
    """Return a described arm, and its name or file.

    Raises:
        Unavailable: its package is not installed.
    """
    from robot_files import folder

    source = KINDS[kind]
    if ":" in source:
        package, _, file = source.partition(":")
        source = str(folder(package) / file)
    return load_arm(source), source

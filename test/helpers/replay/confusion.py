"""Recordings of simulated arms with one fault each, for the confusion matrix of replay's causes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from puma560_dynamics import Payload, ReplaySettings, compare_recording, load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.models.assumed_limits import with_assumed_limits
from puma560_dynamics.replay.causes import cause_type
from puma560_dynamics.replay.causes.tilted_base import tilt_axes
from puma560_dynamics.replay.result import Analysis

SIZES = (1, 3, 10)
"""Sizes of a fault, as multiples of the expected residual of the joint where it is largest."""

NOISE = 0.002
"""Standard deviation of the effort's noise, as a fraction of the maximum torque."""

RATE, SECONDS = 200.0, 40.0

Effort = Callable[[float], FloatArray]
"""Effort (N, n) of a fault of some size in its unit."""


@dataclass(frozen=True, eq=False)
class Run:
    """A replay of a recording with a known fault.

    Attributes:
        arm: name of the arm.
        friction: as in the settings.
        true: kind of the cause; ``"nothing"`` for a robot as described.
        size: out of `SIZES`, 0 for a fault that has none.
        found: result of the replay.
    """

    arm: str
    friction: str
    true: str
    size: int
    found: Analysis

    @property
    def first(self) -> str:
        """Kind of the first cause; empty for none."""
        return self.found.causes[0].kind if self.found.causes else ""

    @property
    def asserted(self) -> bool:
        """Return whether the headline names causes."""
        headline = self.found.verdict.headline
        return "agree" not in headline and headline != "Nothing to compare with"

    @property
    def wrong(self) -> bool:
        """Return whether the headline names causes, and the true one is not among them."""
        right = "" if self.true == "nothing" else cause_type(self.true).headline.lower()
        return self.asserted and (not right or right not in self.found.verdict.headline.lower())


class FaultyArm:
    """A simulated arm, its motion and its friction, which the description does not contain.

    Args:
        description: for `ReplaySettings`.
        friction: ``"none"`` for a robot without, ``"fit"`` for one whose friction is fitted.
        seed: of motion, friction and the faulty joint.
    """

    def __init__(self, description: str, friction: str, seed: int) -> None:
        self.description, self.friction, self.seed = description, friction, seed
        self.arm = arm = with_assumed_limits(load_arm(description))
        rng = np.random.default_rng(seed)
        self._model, self._state = load_model("newton_euler", arm), smooth_motion(arm, rng)
        self._joint = int(rng.integers(1, arm.n - 1))
        _, q, qd, qdd = self._state
        self._rigid = self._model.torque(q, qd, qdd)
        size = 3.0 * np.sqrt(np.mean(self._rigid**2, axis=0) + (0.02 * arm.maximum_torque) ** 2)
        dry, viscous = rng.uniform(0.01, 0.05, (2, arm.n)) * size * (friction != "none")
        self._dissipated = dry * np.tanh(qd / 0.01) + viscous * qd

    def runs(self) -> Iterator[Run]:
        """Replay the arm as described, and with every fault in every size."""
        right = self._replay(self._rigid + self._dissipated)
        yield Run(self.arm.name, self.friction, "nothing", 0, right)
        assert right.band is not None
        expected = 0.5 * right.band.rms
        for kind, (effort, step, largest) in self.sized().items():
            if self.friction == "fit" and kind in ("friction", "offset"):
                continue  # fitted, and so no difference
            effect = effort(step) - self._rigid - self._dissipated
            unit = float(np.max(np.sqrt(np.mean(effect**2, axis=0)) / expected)) / step
            for size in SIZES:
                if size / unit <= largest:
                    yield Run(self.arm.name, self.friction, kind, size, self._replay(effort(size / unit)))
        for kind, changed in self.whole().items():
            if np.max(np.sqrt(np.mean((changed - self._rigid - self._dissipated) ** 2, axis=0)) / expected) > SIZES[1]:
                yield Run(self.arm.name, self.friction, kind, 0, self._replay(changed))

    def sized(self) -> Mapping[str, tuple[Effort, float, float]]:
        """Return faults of any size: effort, a small size in the fault's unit, and the largest size that is linear."""
        arm, model, rest, joint = self.arm, self._model, self._dissipated, np.eye(self.arm.n)[self._joint]
        time, q, qd, qdd = self._state
        whole = self._rigid + rest
        axis, down = tilt_axes(arm)[0], arm.gravity_direction

        def carrying(mass: float) -> FloatArray:
            inertia = (0.002 * mass, 0.002 * mass, 0.001 * mass, 0.0, 0.0, 0.0)
            payload = Payload.of(mass, (0.02, -0.03, 0.08), inertia)
            return load_model("newton_euler", arm, payload).torque(q, qd, qdd) + rest

        def tilted(angle: float) -> FloatArray:
            back = np.cos(angle) * down - np.sin(angle) * np.cross(axis, down)
            return load_model("newton_euler", arm.with_(gravity_direction=back)).torque(q, qd, qdd) + rest

        def late(lag: float) -> FloatArray:
            return np.stack([np.interp(time - lag, time, column) for column in whole.T], axis=1)

        inf = np.inf
        return {
            "payload": (carrying, 0.1, inf),
            "tilt": (tilted, 0.01, 0.4),
            "friction": (lambda size: whole + size * joint * (np.tanh(qd / 0.01) + 0.5 * qd), 1.0, inf),
            "offset": (lambda size: whole + size * joint, 1.0, inf),
            "motor_inertia": (lambda size: whole + size * joint * qdd, 0.1, inf),
            "effort_scale": (lambda size: whole * (1.0 + size * joint), 0.1, inf),
            "lag": (late, 0.002, 0.08),
            "zero": (lambda size: model.torque(q + size * joint, qd, qdd) + rest, 0.01, 0.25),
        }

    def whole(self) -> Mapping[str, FloatArray]:
        """Return the efforts of faults that are there or not."""
        _, q, qd, qdd = self._state
        whole, joint = self._rigid + self._dissipated, np.eye(self.arm.n)[self._joint]
        exchanged = whole.copy()
        exchanged[:, [self._joint, self._joint + 1]] = whole[:, [self._joint + 1, self._joint]]
        return {
            "negated": whole * (1.0 - 2.0 * joint),
            "swapped": exchanged,
            "without_gravity": whole - self._model.gravity(q),
            "external_only": 0.0 * whole,
            "quarter_turns": self._model.torque(q + 0.5 * np.pi * joint, qd, qdd) + self._dissipated,
        }

    def _replay(self, effort: FloatArray) -> Analysis:
        time, q, _, _ = self._state
        noise = NOISE * self.arm.maximum_torque * np.random.default_rng(self.seed + 1).standard_normal(q.shape)
        settings = ReplaySettings(arm=self.description, friction=self.friction, model="newton_euler", models=())
        return compare_recording({"t": time, "q": q, "tau": effort + noise}, settings)


def smooth_motion(arm: Arm, rng: np.random.Generator) -> tuple[FloatArray, ...]:
    """Return time (N,) and a multi-sine q, qd, qdd (N, n) through 60 % of the joints' ranges."""
    time = np.arange(round(SECONDS * RATE)) / RATE
    low = np.array([max(joint.lower, -2.5) for joint in arm.joints])
    high = np.array([min(joint.upper, 2.5) for joint in arm.joints])
    omega, phase = 2.0 * np.pi * rng.uniform(0.05, 0.4, (arm.n, 5)), rng.uniform(0.0, 2.0 * np.pi, (arm.n, 5))
    size = rng.uniform(0.3, 1.0, (arm.n, 5))
    size *= 0.3 * (high - low)[:, None] / size.sum(axis=1, keepdims=True)
    angle = omega * time[:, None, None] + phase
    return (
        time,
        0.5 * (low + high) + (size * np.sin(angle)).sum(axis=-1),
        (size * omega * np.cos(angle)).sum(axis=-1),
        -(size * omega**2 * np.sin(angle)).sum(axis=-1),
    )

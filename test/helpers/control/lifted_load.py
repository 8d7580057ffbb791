"""Samples of an arm that approaches, grips a load, lifts it and carries it on, by inverse dynamics without a simulator.

The motors' torque is that of the model with the load, of friction, of errors of the model and of noise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from puma560_dynamics import Payload, load_model
from puma560_dynamics.arm import Arm, JointFriction
from puma560_dynamics.arm.friction import friction_torque
from puma560_dynamics.models.payload.payload import attached

GRIP, LIFTED = 2.5, 4.0
"""Times of the grip and of the end of the lift, s."""

POSES = (
    (0.6, -0.4, 0.9, -0.6, 0.3, 0.5),
    (0.1, -0.9, 1.4, 0.3, 0.9, 0.1),
    (0.4, -1.3, 1.7, 0.8, 0.5, 0.6),
    (-0.2, -1.0, 1.3, 0.2, 1.1, -0.1),
)
"""Start, grip, lifted pose, end."""


@dataclass(frozen=True)
class Moved:
    """A sample."""

    time: float
    q: np.ndarray
    qd: np.ndarray
    effort: np.ndarray


def samples(
    arm: Arm,
    load: Payload,
    *,
    poses: Sequence[ArrayLike] = POSES,
    friction: Sequence[JointFriction] = (),
    held: np.ndarray | None = None,
    gain: float = 1.0,
    noise: float = 0.003,
    shaky: float = 1e-3,
    rate: float = 250.0,
    release: float = np.inf,
    end: float = 6.0,
    seed: int = 0,
) -> Iterator[Moved]:
    """Yield samples.

    Args:
        arm: the true arm.
        load: what it carries from `GRIP` to `release`.
        poses: start, grip, lifted pose, end.
        friction: true friction of each joint.
        held: friction of joints at rest from the grip on, N·m.
        gain: factor of the efforts.
        noise: standard deviation of the efforts, as a fraction of the maximum torque.
        shaky: standard deviation of the velocities' noise, rad/s.
        rate: samples per second.
        release: time of the release, s.
        end: time of the last sample, s.
        seed: of the noise.
    """
    rng = np.random.default_rng(seed)
    empty, loaded = load_model("newton_euler", arm), load_model("newton_euler", attached(arm, load))
    legs = ((0.0, 2.0, 0), (GRIP, LIFTED - GRIP, 1), (LIFTED, 2.0, 2))
    for k in range(1, round(end * rate)):
        time = k / rate
        start, duration, leg = next(each for each in reversed(legs) if time >= each[0])
        q, qd, qdd = _between(np.array(poses[leg]), np.array(poses[leg + 1]), time - start, duration)
        model = loaded if GRIP <= time < release else empty
        effort = model.torque(q, qd, qdd)
        if friction:
            effort = effort + friction_torque(friction, qd, 1e-4)
        if held is not None and time >= GRIP:
            effort = effort + np.where(np.abs(qd) < 1e-6, held, 0.0)
        effort = gain * effort + noise * arm.maximum_torque * rng.standard_normal(arm.n)
        yield Moved(time, q, qd + shaky * rng.standard_normal(arm.n), effort)


def _between(start: np.ndarray, end: np.ndarray, time: float, duration: float) -> tuple[np.ndarray, ...]:
    x = min(time / duration, 1.0)
    step = end - start
    return (
        start + step * x**3 * (10.0 - 15.0 * x + 6.0 * x**2),
        step * 30.0 * (x * (1.0 - x)) ** 2 / duration,
        step * 60.0 * x * (1.0 - x) * (1.0 - 2.0 * x) / duration**2,
    )

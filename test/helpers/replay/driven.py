"""Motions made for tests: analytic multi-sines, and the effort that Pinocchio says they take, plus what a test adds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from puma560_dynamics import Arm, load_model
from puma560_dynamics.arm.joint_friction import JointFriction
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.replay.analysis.evaluation import Evaluator, pieces
from puma560_dynamics.replay.analysis.torque_band import TorqueBand
from puma560_dynamics.replay.causes.wrong_zero import quarter_turns
from puma560_dynamics.replay.motion.motion import Motion
from puma560_dynamics.replay.verdict.cause_sums import CauseSums

HOME = np.array([0.0, -1.4, 1.4, 0.5, 0.2, 0.0])

FRICTION = tuple(JointFriction(1.0 + j, 0.8 + j, 0.3) for j in range(6))
"""Unlike by direction and joint."""


def multi_sine(seconds: float, rate: float = 250.0, seed: int = 0) -> tuple[np.ndarray, ...]:
    """time (N,), q, qd, qdd (N, 6): five harmonics a joint, some 1 rad/s."""
    rng = np.random.default_rng(seed)
    time = np.arange(round(seconds * rate)) / rate
    omega = 2 * np.pi * rng.uniform(0.08, 0.6, (6, 5))
    size = rng.uniform(0.1, 0.3, (6, 5))
    phase = omega * time[:, None, None] + rng.uniform(0, 2 * np.pi, (6, 5))
    return (
        time,
        HOME + (size * np.sin(phase)).sum(axis=-1),
        (size * omega * np.cos(phase)).sum(axis=-1),
        -(size * omega**2 * np.sin(phase)).sum(axis=-1),
    )


def driven(
    arm: Arm,
    seconds: float = 30.0,
    *,
    rate: float = 250.0,
    payload: Payload | None = None,
    friction: Sequence[JointFriction] = (),
    noise: float = 0.0,
    seed: int = 0,
) -> Motion:
    """One segment, all samples used; noise as a share of each joint's maximum torque."""
    time, q, qd, qdd = multi_sine(seconds, rate, seed)
    effort = load_model("pinocchio", arm, payload).torque(q, qd, qdd)
    for joint, one in enumerate(friction):
        effort[:, joint] += one.torque(qd[:, joint])
    rng = np.random.default_rng(seed + 1)
    effort += noise * arm.maximum_torque * rng.standard_normal(effort.shape)
    return Motion(0, time, q, qd, qdd, effort, np.full_like(q, np.nan), {}, np.ones(len(time), dtype=bool))


def cut(motion: Motion, *at: int) -> Iterator[Motion]:
    """The same motion in pieces."""
    for start, stop in zip([0, *at], [*at, len(motion.time)], strict=True):
        rows = slice(start, stop)
        yield replace(
            motion,
            **{name: getattr(motion, name)[rows] for name in ("time", "q", "qd", "qdd", "effort", "command", "used")},
            terms={name: values[rows] for name, values in motion.terms.items()},
        )


KNOWN = tuple(JointFriction(2.0, 2.0, 0.5) for _ in range(6))
"""Friction that the model of `cause_sums` knows."""


def cause_sums(
    arm: Arm, motion: Motion, payload: Payload | None = None, friction: Sequence[JointFriction] = KNOWN
) -> CauseSums:
    """A motion compared with a model that knows payload and friction."""
    turns = quarter_turns(arm, payload or Payload(), [motion], [motion.effort])
    sums = CauseSums(arm, payload or Payload(), friction, turns=turns)
    band = TorqueBand(arm.with_(quantities={}))
    made = Evaluator(load_model("full", arm, payload), friction, "effort", band, sums.directions)
    for piece in pieces(motion, Findings()):
        sums.add(made.evaluate(piece))
    return sums


def evaluator(arm: Arm, friction: tuple[JointFriction, ...] = FRICTION, target: str = "effort") -> Evaluator:
    """With a model that need not be derived."""
    return Evaluator(load_model("full", arm), friction, target, TorqueBand(arm), np.zeros((66, 0)))

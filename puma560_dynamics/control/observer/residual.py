"""Explicit model against Newton-Euler, term by term, for one state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray
from ...models.interface import DynamicModel
from ..feed_forward.feed_forward import TERM_NAMES


@dataclass(frozen=True)
class Residual:
    """Torque as published less torque as recomputed.

    Attributes:
        torque: (n,) N·m, of the sum of the terms that were given.
        by_term: the same for each term.
        relative: largest component of `torque` as a share of the joint's maximum torque.
    """

    torque: FloatArray
    by_term: Mapping[str, FloatArray]
    relative: float


MOTOR_INERTIA, FRICTION = "motor_inertia", "friction"


class ResidualCheck:
    """Recomputes published terms with an independent engine's recursive Newton-Euler.

    Gravity, inertia and the velocity terms come from separate calls (at rest, without motion,
    without gravity); the centrifugal part from one call a joint with only that joint moving. Friction
    is no matter of rigid bodies: it stays out of the residual.

    Args:
        oracle: the engine, motor inertia included.
        names: the terms that may be published. If ``motor_inertia`` is one of them, it is
            ``qdd @ armature`` and ``inertia`` is that of the rigid bodies alone; if not,
            ``inertia`` holds both.
    """

    def __init__(self, oracle: DynamicModel, names: Sequence[str] = TERM_NAMES) -> None:
        self.oracle = oracle
        self._motors_apart = MOTOR_INERTIA in names
        self._armature = oracle.arm.armature

    def terms(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> dict[str, FloatArray]:
        """The terms of equation (1) by Newton-Euler, each (n,) N·m."""
        return self._evaluate(q, qd, qdd)[0]

    def _evaluate(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> tuple[dict[str, FloatArray], FloatArray]:
        """The terms, and the whole torque in one recursion: no differences of large numbers."""
        n = len(q)
        # At rest, accelerating, moving, both, and one joint moving after another: one call for all.
        velocities, accelerations = np.zeros((2, 4 + n, n))
        velocities[2] = velocities[3] = qd
        velocities[4:] = np.diag(qd)
        accelerations[1] = accelerations[3] = qdd
        torques = self.oracle.torque(np.tile(q, (4 + n, 1)), velocities, accelerations)
        gravity, accelerated, moving, whole = torques[:4]
        centrifugal = (torques[4:] - gravity).sum(axis=0)
        expected = {
            "gravity": gravity,
            "inertia": accelerated - gravity,
            "coriolis": moving - gravity - centrifugal,
            "centrifugal": centrifugal,
        }
        if self._motors_apart:
            expected[MOTOR_INERTIA] = qdd @ self._armature
            expected["inertia"] = expected["inertia"] - expected[MOTOR_INERTIA]
        return expected, whole

    def check(
        self,
        q: FloatArray,
        qd: FloatArray,
        qdd: FloatArray,
        published: Mapping[str, FloatArray],
    ) -> Residual:
        """Compare published terms (any of them, each (n,) N·m) at one state."""
        expected, whole = self._evaluate(q, qd, qdd)
        rigid = {name: torque for name, torque in published.items() if name != FRICTION}
        by_term = {name: torque - expected[name] for name, torque in rigid.items()}
        if len(rigid) == len(expected):
            total = sum(rigid.values(), np.zeros_like(q)) - whole
        else:
            total = sum(by_term.values(), np.zeros_like(q))
        share = np.abs(total) / self.oracle.arm.maximum_torque
        return Residual(total, by_term, float(share.max()))

    def is_whole(self, published: Mapping[str, FloatArray]) -> bool:
        """Whether `published` holds every term of rigid bodies and motors, so that its sum is the arm's torque."""
        needed = {"gravity", "inertia", "coriolis", "centrifugal"} | ({MOTOR_INERTIA} if self._motors_apart else set())
        return needed <= published.keys()

"""Compare the explicit model with Newton-Euler, term by term, and judge the residuals of many states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from ...arrays import FloatArray
from ...models.interface import DynamicModel
from ..feed_forward.feed_forward import GUIDING, TERM_NAMES
from .statistics import RunningStatistics, WindowStatistics


@dataclass(frozen=True)
class Residual:
    """Published torque minus recomputed torque.

    Attributes:
        torque: (n,) N·m, residual of the sum of the given terms.
        by_term: residual of each term, (n,) N·m.
        relative: largest component of `torque` as a fraction of the joint's maximum torque.
    """

    torque: FloatArray
    by_term: Mapping[str, FloatArray]
    relative: float


MOTOR_INERTIA = "motor_inertia"

OTHER = ("friction", GUIDING)
"""Terms that are not part of rigid-body dynamics."""


class ResidualCheck:
    """Recomputes published terms with an independent engine's recursive Newton-Euler.

    Each term is the difference of the torque of one motion and the gravity torque: acceleration alone, velocity
    alone, and one joint after another moving alone for the centrifugal term. Friction and hand guiding are not part of
    rigid-body dynamics, so the residual leaves them out.

    Args:
        oracle: model of the independent engine, motor inertia included.
        names: terms that may be published. If ``motor_inertia`` is one of them, it is
            ``qdd @ armature`` and ``inertia`` is the torque of the rigid bodies alone; otherwise
            ``inertia`` contains both.
    """

    def __init__(self, oracle: DynamicModel, names: Sequence[str] = TERM_NAMES) -> None:
        self.oracle = oracle
        self._motors_apart = MOTOR_INERTIA in names
        self._armature = oracle.arm.armature

    def terms(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> dict[str, FloatArray]:
        """Return the terms of equation (1) by Newton-Euler, each (n,) N·m."""
        return self._evaluate(q, qd, qdd)[0]

    def _evaluate(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> tuple[dict[str, FloatArray], FloatArray]:
        """Return the terms, and the whole torque from a single motion, which needs no difference of large numbers."""
        n = len(q)
        # One call for all motions: at rest, accelerating, moving, both, and each joint moving alone.
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

    def check_terms(
        self,
        q: FloatArray,
        qd: FloatArray,
        qdd: FloatArray,
        published: Mapping[str, FloatArray],
    ) -> Residual:
        """Return the residual of published terms (any of them, each (n,) N·m) at one state."""
        expected, whole = self._evaluate(q, qd, qdd)
        rigid = {name: torque for name, torque in published.items() if name not in OTHER}
        by_term = {name: torque - expected[name] for name, torque in rigid.items()}
        if len(rigid) == len(expected):
            total = sum(rigid.values(), np.zeros_like(q)) - whole
        else:
            total = sum(by_term.values(), np.zeros_like(q))
        share = np.abs(total) / self.oracle.arm.maximum_torque
        return Residual(total, by_term, float(share.max()))

    def is_whole(self, published: Mapping[str, FloatArray]) -> bool:
        """Return whether `published` has all terms of rigid bodies and motors, so that their sum is the torque."""
        needed = {"gravity", "inertia", "coriolis", "centrifugal"} | ({MOTOR_INERTIA} if self._motors_apart else set())
        return needed <= published.keys()


class ResidualLevel(Enum):
    """Levels of a residual."""

    AGREES = "within the tolerance"
    BEYOND = "beyond the tolerance"
    FAR_BEYOND = "beyond the error tolerance"


class ResidualJudge:
    """Classifies successive residuals, and records their statistics.

    Args:
        joints: number of joints.
        tolerance: N·m, largest residual that counts as rounding.
        error_tolerance: N·m, largest residual that is not an error; at least `tolerance`.
        window: length of the recent statistics, s.
        hold: seconds after a disagreement for which agreement is not reported: a report that changes at every state
            is not readable.

    Attributes:
        recent: statistics over the window.
        all: statistics since the beginning.
    """

    def __init__(self, joints: int, tolerance: float, error_tolerance: float, window: float, hold: float) -> None:
        self.tolerance = tolerance
        self.error_tolerance = max(tolerance, error_tolerance)
        self.recent, self.all = WindowStatistics(window, joints), RunningStatistics(joints)
        self._hold = hold
        self._until = 0.0
        self._disagreed: dict[str, float] = {}

    def judge(self, now: float, residual: Residual) -> ResidualLevel | None:
        """Classify the next residual.

        Args:
            now: steady time, s.
            residual: residual at one state.

        Returns:
            The level to report; `None` while the report of a disagreement is held.
        """
        self.recent.add(now, residual.torque)
        self.all.add(residual.torque)
        worst = float(np.abs(residual.torque).max())
        if worst > self.tolerance:
            for name, torque in residual.by_term.items():
                if np.abs(torque).max() > self.tolerance:
                    self._disagreed[name] = now
        if worst > self.error_tolerance:
            return ResidualLevel.FAR_BEYOND
        if worst > self.tolerance:
            self._until = now + self._hold
            return ResidualLevel.BEYOND
        return ResidualLevel.AGREES if now >= self._until else None

    def disagreeing(self, now: float) -> list[str]:
        """Return names of the terms that disagreed within the window, sorted."""
        return sorted(name for name, seen in self._disagreed.items() if now - seen < self.recent.length)

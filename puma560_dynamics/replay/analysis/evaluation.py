"""Evaluation of one piece of motion: torques of the model, target torque, and uncertainty at every sample."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ...arm.joint_friction import MEASURED_SMOOTHING, JointFriction, joint_friction_torque, smooth_sign
from ...arrays import FloatArray
from ...bags.findings import Findings
from ...models.interface import DynamicModel
from ..motion.motion import Motion
from .torque_band import TorqueBand, root_sum_of_squares

PIECE = 8192
"""Samples processed together; their signals fit into the processor's cache."""


@dataclass(frozen=True, eq=False)
class Evaluated:
    """A piece of motion and its torques, (N, n) N·m each.

    Attributes:
        motion: the piece; all its states are finite.
        terms: terms of the model, by the names of `SWITCHED_TERMS`.
        total: sum of the terms.
        target: effort, or command if the recording has no effort; NaN where the sample does not count.
        band: half width of the uncertainty from tolerances.
        stiction: additional torque that dry friction may hold where a joint hardly moves.
        extra: (N, n, k) products of the regressor with the `directions` of the `Evaluator`.
    """

    motion: Motion
    terms: Mapping[str, FloatArray]
    total: FloatArray
    target: FloatArray
    band: FloatArray
    stiction: FloatArray
    extra: FloatArray

    @property
    def residual(self) -> FloatArray:
        """Return target minus model."""
        return self.target - self.total

    @property
    def rigid(self) -> FloatArray:
        """Return the model without friction."""
        return self.total - self.terms["friction"]


class Evaluator:
    """Computes the torques of pieces of motion.

    Args:
        model: model that computes the terms.
        friction: friction of each joint.
        target: ``"effort"`` or ``"command"``.
        band: torque uncertainty of the arm without payload.
        directions: (10 m + n, k) k directions in the space of the inertial parameters of m links and n motors, for
            `Evaluated.extra`.
        weightless: whether the target does not contain gravity; then `band` is that of the arm without gravity.
    """

    def __init__(
        self,
        model: DynamicModel,
        friction: Sequence[JointFriction],
        target: str,
        band: TorqueBand,
        directions: FloatArray,
        weightless: bool = False,
    ) -> None:
        self.model = model
        self._weightless = weightless
        self.friction = friction
        self.target = target
        self._coupling = model.arm.transmission if model.arm.coupled else None
        self._regressor = band.regressor
        self._wide = band.factor.shape[1]
        self._transform = np.hstack([band.factor, directions])

    def evaluate(self, motion: Motion) -> Evaluated:
        """Return every torque at every sample of `motion`, whose states must be finite."""
        terms = model_terms(self.model, motion)
        load = sum(terms.values(), np.zeros_like(motion.q)) - terms["motor_inertia"]
        terms["friction"] = joint_friction_torque(
            self.friction, motion.qd, MEASURED_SMOOTHING * motion.scale, transmission=self._coupling, load=load
        )
        if self._weightless:
            terms["gravity"] = np.zeros_like(motion.q)  # friction depends on what the joints transmit: gravity, too
        total = sum(terms.values(), np.zeros_like(motion.q))
        held = stiction(self.friction, motion.qd / motion.scale, load, self._coupling)
        effects = self._regressor.combined(motion.q, motion.qd, motion.qdd, self._transform)
        band = root_sum_of_squares(effects[..., : self._wide])
        return Evaluated(motion, terms, total, target_of(motion, self.target), band, held, effects[..., self._wide :])


def model_terms(model: DynamicModel, motion: Motion) -> dict[str, FloatArray]:
    """Return the terms of the rigid-body model by name; ``inertia`` is the torque of the links without motors."""
    return model.terms(motion.q, motion.qd, motion.qdd).by_name(motion.qdd @ model.arm.armature)


def target_of(motion: Motion, name: str) -> FloatArray:
    """Return the signal `name`, ``"effort"`` or ``"command"``, (N, n); NaN where a sample does not count."""
    return np.where(motion.used[:, None], getattr(motion, name), np.nan)


def pieces(motion: Motion, findings: Findings) -> Iterator[Motion]:
    """Yield `motion` in pieces of at most `PIECE` samples; samples with a state that is not finite are left out."""
    finite: NDArray[np.bool_] = np.asarray(np.isfinite(motion.q + motion.qd + motion.qdd).all(axis=1))
    if not finite.all():
        findings.add(
            "state",
            "samples whose position, velocity or acceleration is not finite were left out",
            int((~finite).sum()),
        )
        motion = _rows(motion, finite)
    for start in range(0, len(motion.time), PIECE):
        yield _rows(motion, slice(start, start + PIECE))


def _rows(motion: Motion, rows: slice | NDArray[np.bool_]) -> Motion:
    return replace(
        motion,
        time=motion.time[rows],
        q=motion.q[rows],
        qd=motion.qd[rows],
        qdd=motion.qdd[rows],
        effort=motion.effort[rows],
        command=motion.command[rows],
        terms={name: values[rows] for name, values in motion.terms.items()},
        used=motion.used[rows],
    )


def stiction(
    friction: Sequence[JointFriction], qd: FloatArray, load: FloatArray, transmission: FloatArray | None = None
) -> FloatArray:
    """Return the torque that dry friction may hold in addition to the torque of the friction law.

    The friction law contains dry friction c s, where s is the smooth sign of the velocity. If the joint hardly moves,
    |s| is below 1, but the real dry friction is anywhere between -c and c. So c (1 - |s|) is uncertain: c at rest, 0 in
    motion.

    Args:
        friction: friction of each joint, or of each motor if motors are coupled.
        qd: (N, n) joint velocities, rad/s.
        load: (N, n) torque that the joints transmit, N·m.
        transmission: (n, n) `Arm.transmission` if motors are coupled.

    Returns:
        (N, n) N·m, 0 or more.
    """
    if transmission is not None:
        at_motors = stiction(friction, qd @ transmission.T, load @ np.linalg.inv(transmission))
        return np.asarray(at_motors @ np.abs(transmission))
    dry = np.array([max(one.dry_by_direction) for one in friction])
    grows = np.array([one.load for one in friction])
    return np.asarray((dry + grows * np.abs(load)) * (1.0 - np.abs(smooth_sign(qd, MEASURED_SMOOTHING))))

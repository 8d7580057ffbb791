r"""Compute the friction law of control, replay and identification. Simulation uses its parameters in MuJoCo's friction.

.. math:: \tau = c_+ \max(s, 0) + c_- \min(s, 0) + b\, \dot q + o, \qquad
          s = \tanh(\max(|\dot q| - v_d, 0) / v_s)\, \mathrm{sign}(\dot q)

c is Coulomb friction in each direction, b viscous friction, and o an offset. An arm file can add two terms: a quadratic
part of viscous friction, :math:`-d\, \dot q |\dot q|` (as of grease), and dry friction proportional to the torque u
that the joint transmits, :math:`\mu |u|\, s`. The smooth sign s equals the sign of the velocity except near zero; the
smoothing v_s and the dead band v_d are chosen by how well the sign of the velocity is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import FloatArray
from .friction_terms import FITTED, FRICTION_TERMS

MEASURED_SMOOTHING = 0.005
"""Smoothing v_s for recorded velocities, rad/s: far below it, the sign of a measured velocity is noise.

For a prismatic joint it is multiplied by `Arm.motion_scale`.
"""


@dataclass(frozen=True, slots=True)
class JointFriction:
    """Kinetic friction of one joint. `arm.friction_terms` has a row with the properties of each parameter.

    Attributes:
        coulomb_positive: dry friction torque while the joint moves in positive direction, N·m.
        coulomb_negative: dry friction torque while the joint moves in negative direction, N·m, a positive number.
        viscous: coefficient of viscous friction, N·m·s/rad.
        offset: constant part of the effort, independent of motion (zero error of a sensor, or a spring), N·m.
        bend: coefficient of the squared velocity, subtracted from viscous friction, N·m·s²/rad².
        load: fraction of the transmitted torque that is added to dry friction.
        presliding: displacement over which dry friction reverses its sign, rad; 0 if unknown. Predictions from a
            recording use it (`identification.presliding`); control does not.
    """

    coulomb_positive: float = 0.0
    coulomb_negative: float = 0.0
    viscous: float = 0.0
    offset: float = 0.0
    bend: float = 0.0
    load: float = 0.0
    presliding: float = 0.0

    @property
    def dry_by_direction(self) -> tuple[float, float]:
        """Dry friction in positive and in negative direction, both positive, N·m, without offset and load."""
        numbers, still = friction_numbers([replace(self, offset=0.0)]), np.zeros(1)
        forwards, backwards = (_law(numbers, np.full(1, sign), still).item() for sign in (1.0, -1.0))
        return forwards, 0.0 - backwards

    @property
    def dry(self) -> float:
        """Mean dry friction of both directions, N·m."""
        return 0.5 * sum(self.dry_by_direction)

    @property
    def bias(self) -> float:
        """Offset plus half the difference between dry friction in positive and in negative direction, N·m.

        The torque of slow motion is ``bias + dry`` in positive direction and ``bias - dry`` in negative direction.
        """
        forwards, backwards = self.dry_by_direction
        return self.offset + 0.5 * (forwards - backwards)

    def without_offset(self) -> JointFriction:
        """Return a lower bound of friction that holds whether the offset acts on the joint or only on the sensor.

        A compensating torque of these values never exceeds the real resistance, whether the offset is a torque at the
        joint or a zero error of the effort signal. Only `coulomb_positive`, `coulomb_negative` and `offset` change,
        since velocity-dependent terms do not depend on the offset. If dry friction decreases with velocity, the
        parameters must be its minimum, not its break-away value.

        Returns:
            Friction with an offset of 0.
        """
        return replace(
            self,
            coulomb_positive=max(0.0, self.coulomb_positive + min(self.offset, 0.0)),
            coulomb_negative=max(0.0, self.coulomb_negative - max(self.offset, 0.0)),
            offset=0.0,
        )

    def torque(self, qd: ArrayLike) -> FloatArray:
        """Return the torque that overcomes friction, including the offset.

        Args:
            qd: (…) joint velocity, rad/s.

        Returns:
            ``(…)`` torque, N·m; only the offset at rest.
        """
        return joint_friction_torque([self], np.asarray(qd, dtype=np.float64)[..., None])[..., 0]


def smooth_sign(qd: ArrayLike, smoothing: ArrayLike = 0.0, dead_band: ArrayLike = 0.0) -> FloatArray:
    """Return the smooth sign s of the law, from -1 to 1.

    A replacement of this function must be odd, rise monotonically with a slope of at most 1/v_s, and be within 1 % of
    the sign at 3 v_s: compensation must never exceed the friction, and must reach it in motion. This applies to s
    only; the parameters that multiply s may decrease with velocity.

    Args:
        qd: (…) joint velocity, rad/s.
        smoothing: v_s, velocity above the dead band at which s reaches 76 %, rad/s, broadcast against `qd`; 0 for a
            step.
        dead_band: v_d, velocity up to which s is 0, rad/s, broadcast against `qd`; may be infinite.

    Returns:
        (…) smooth sign, an odd function of `qd`.
    """
    velocity = np.asarray(qd, dtype=np.float64)
    beyond = np.maximum(np.abs(velocity) - dead_band, 0.0)
    size = np.tanh(beyond / smoothing) if np.all(np.greater(smoothing, 0.0)) else (beyond > 0.0).astype(np.float64)
    return np.asarray(size * np.sign(velocity))


def friction_basis(
    qd: ArrayLike, smoothing: ArrayLike = 0.0, dead_band: ArrayLike = 0.0, names: Sequence[str] = FITTED
) -> FloatArray:
    """Return the basis functions of the law, which its parameters multiply, without the factor of the load.

    Args:
        qd: joint velocity, rad/s, any shape.
        smoothing: v_s of `smooth_sign`.
        dead_band: v_d of `smooth_sign`.
        names: names of k parameters that have a basis (`FrictionTerm.basis`).

    Returns:
        (k, …) values, in the order of `names`.
    """
    velocity = np.asarray(qd, dtype=np.float64)
    sign = smooth_sign(velocity, smoothing, dead_band)
    bases = [basis for name in names if (basis := FRICTION_TERMS[name].basis) is not None]
    return np.stack([basis(sign, velocity) for basis in bases])


def friction_numbers(friction: Sequence[JointFriction]) -> dict[str, FloatArray]:
    """Return the parameters of the law, by name, each (n,) for n joints; parameters that are all 0 are omitted."""
    names = [name for name, term in FRICTION_TERMS.items() if term.basis is not None]
    columns = {name: np.array([getattr(joint, name) for joint in friction], dtype=np.float64) for name in names}
    return {name: column for name, column in columns.items() if column.any()}


def joint_friction_torque(
    friction: Sequence[JointFriction] | Mapping[str, FloatArray],
    qd: ArrayLike,
    smoothing: ArrayLike = 0.0,
    dead_band: ArrayLike = 0.0,
    transmission: FloatArray | None = None,
    load: FloatArray | None = None,
) -> FloatArray:
    """Return the torque that overcomes friction.

    Args:
        friction: friction of each of n joints, or their `friction_numbers`.
        qd: (…, n) joint velocities, rad/s.
        smoothing: v_s of `smooth_sign`.
        dead_band: v_d of `smooth_sign`.
        transmission: (n, n) matrix C of coupled motors (`Arm.transmission`), in which case the friction is that of the
            motors at their velocities C q̇, mapped to the joints by the transpose of C.
        load: (…, n) torque that the joints transmit, N·m; without it, load-dependent friction is omitted.

    Returns:
        (…, n) torque, N·m.
    """
    numbers = friction if isinstance(friction, Mapping) else friction_numbers(friction)
    velocity = np.asarray(qd, dtype=np.float64)
    if transmission is None:
        return _law(numbers, smooth_sign(velocity, smoothing, dead_band), velocity, load)
    at_joints = {name: column for name, column in numbers.items() if FRICTION_TERMS[name].at_joint}
    of_motors = {name: column for name, column in numbers.items() if name not in at_joints}
    load = None if load is None else load @ np.linalg.inv(transmission)
    motors = joint_friction_torque(of_motors, velocity @ transmission.T, smoothing, dead_band, load=load)
    return np.asarray(motors @ transmission + joint_friction_torque(at_joints, velocity, smoothing, dead_band))


def _law(
    numbers: Mapping[str, FloatArray], sign: FloatArray, velocity: FloatArray, load: FloatArray | None = None
) -> FloatArray:
    """Return the (…, n) torque at a smooth sign and a velocity: the sum of the parameters times their bases."""
    torque = np.zeros(velocity.shape)
    for name, column in numbers.items():
        term = FRICTION_TERMS[name]
        if term.basis is None or (term.times_load and load is None):
            continue
        part = column * term.basis(sign, velocity)
        torque = torque + (part * np.abs(load) if term.times_load and load is not None else part)
    return torque

r"""Friction law of control, replay and identification. The simulated arm uses its numbers with MuJoCo's friction.

.. math:: \tau = c_+ \max(s, 0) + c_- \min(s, 0) + b\, \dot q + o, \qquad
          s = \tanh(\max(|\dot q| - v_d, 0) / v_s)\, \mathrm{sign}(\dot q)

Coulomb friction c by direction, viscous friction b, and an offset o. Two more parts are there where an arm's file gives
them: viscous friction that bends, :math:`-d\, \dot q |\dot q|`, as that of grease does, and dry friction that grows
with the torque that the joint transmits, :math:`\mu |u|\, s`. The smooth sign s tends to the sign of the velocity for
a small smoothing v_s and no dead band v_d; both say how well the sign of that velocity is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import FloatArray
from .friction_terms import FITTED, FRICTION_TERMS

MEASURED_SMOOTHING = 0.005
"""rad/s, v_s for recorded velocities: far below it, the sign of a measured velocity is the sign of its noise."""


@dataclass(frozen=True, slots=True)
class JointFriction:
    """Kinetic friction of one joint: the torque that a moving joint takes.

    Attributes:
        coulomb_positive: torque that dry friction takes while the joint moves in positive direction, N·m.
        coulomb_negative: the same in negative direction, N·m, as a positive number.
        viscous: N·m·s/rad.
        offset: constant part of the effort that no motion explains (a sensor's zero, a spring), N·m.
        bend: N·m·s²/rad², what is taken off for the square of the velocity.
        load: share of the transmitted torque that dry friction takes in addition.
        presliding: rad over which dry friction turns round; 0 where it is not known. Predictions from a recording
            follow it (`identification.presliding`), control does not.

    Each number has a row in `arm.friction_terms`, with everything else that belongs to it.
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
        """Dry friction of a joint that starts to move forwards and backwards, N·m, without offset and load."""
        numbers, still = friction_numbers([replace(self, offset=0.0)]), np.zeros(1)
        forwards, backwards = (_law(numbers, np.full(1, sign), still).item() for sign in (1.0, -1.0))
        return forwards, 0.0 - backwards

    @property
    def dry(self) -> float:
        """Dry friction as the mean of both directions, N·m."""
        return 0.5 * sum(self.dry_by_direction)

    @property
    def bias(self) -> float:
        """Offset plus half the difference of dry friction, forwards minus backwards, N·m.

        ``bias + dry`` is the torque of forward motion, ``bias - dry`` that of backward motion.
        """
        forwards, backwards = self.dry_by_direction
        return self.offset + 0.5 * (forwards - backwards)

    def without_offset(self) -> JointFriction:
        """The least dry friction of each direction, whether the offset acts at the joint or only in its effort signal.

        A torque of at most these numbers is never more than what resists the motion: neither where the offset pushes
        the joint, nor where it is a sensor's zero that no joint feels. Only `coulomb_positive`, `coulomb_negative` and
        `offset` change, since what a velocity multiplies is the same with the offset and without. Dry friction that
        falls with the velocity has to be at its least here, not at its break-away.

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
        """The torque that overcomes friction, offset included.

        Args:
            qd: (…) rad/s.

        Returns:
            ``(…)`` N·m; at rest the offset alone.
        """
        return joint_friction_torque([self], np.asarray(qd, dtype=np.float64)[..., None])[..., 0]


def smooth_sign(qd: ArrayLike, smoothing: float = 0.0, dead_band: ArrayLike = 0.0) -> FloatArray:
    """Return the smooth sign s of the law, from -1 to 1.

    Another function in its place must be odd, rise monotonically with a slope of at most 1/v_s, and be within 1 % of
    the sign at 3 v_s: what control compensates must never exceed the friction, nor fall short of it in motion. This
    is about s alone; the numbers that the law multiplies by it may themselves fall with the velocity.

    Args:
        qd: (…) rad/s.
        smoothing: v_s, rad/s beyond the dead band over which s rises to 76 %; 0 for a step.
        dead_band: v_d, rad/s up to which s is 0, broadcast against `qd`; may be infinite.

    Returns:
        (…), odd in `qd`.
    """
    velocity = np.asarray(qd, dtype=np.float64)
    beyond = np.maximum(np.abs(velocity) - dead_band, 0.0)
    size = np.tanh(beyond / smoothing) if smoothing > 0.0 else (beyond > 0.0).astype(np.float64)
    return np.asarray(size * np.sign(velocity))


def friction_basis(
    qd: ArrayLike, smoothing: float = 0.0, dead_band: ArrayLike = 0.0, names: Sequence[str] = FITTED
) -> FloatArray:
    """Return what numbers of the law multiply, without the load that some of them multiply, too.

    Args:
        qd: rad/s, any shape.
        smoothing: as of `smooth_sign`.
        dead_band: as of `smooth_sign`.
        names: k numbers that have a basis (`FrictionTerm.basis`).

    Returns:
        (k, …), in the order of `names`.
    """
    velocity = np.asarray(qd, dtype=np.float64)
    sign = smooth_sign(velocity, smoothing, dead_band)
    bases = [basis for name in names if (basis := FRICTION_TERMS[name].basis) is not None]
    return np.stack([basis(sign, velocity) for basis in bases])


def friction_numbers(friction: Sequence[JointFriction]) -> dict[str, FloatArray]:
    """Return the numbers of n joints that the law contains, (n,) by name, without those that are 0 at every joint."""
    names = [name for name, term in FRICTION_TERMS.items() if term.basis is not None]
    columns = {name: np.array([getattr(joint, name) for joint in friction], dtype=np.float64) for name in names}
    return {name: column for name, column in columns.items() if column.any()}


def joint_friction_torque(
    friction: Sequence[JointFriction] | Mapping[str, FloatArray],
    qd: ArrayLike,
    smoothing: float = 0.0,
    dead_band: ArrayLike = 0.0,
    transmission: FloatArray | None = None,
    load: FloatArray | None = None,
) -> FloatArray:
    """The torque that overcomes friction.

    Args:
        friction: n of them, one a joint, or their `friction_numbers`.
        qd: (…, n) rad/s.
        smoothing: as of `smooth_sign`.
        dead_band: as of `smooth_sign`.
        transmission: (n, n) matrix C of `Arm.transmission` where motors are coupled: the friction is that of the
            motors, which turn with C q̇, and reaches the joints by the transpose.
        load: (…, n) N·m that the joints transmit; without it friction that grows with it is left out.

    Returns:
        (…, n) N·m.
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
    """Return the torque (…, n) at a smooth sign and a velocity: the sum of the numbers times their bases."""
    torque = np.zeros(velocity.shape)
    for name, column in numbers.items():
        term = FRICTION_TERMS[name]
        if term.basis is None or (term.times_load and load is None):
            continue
        part = column * term.basis(sign, velocity)
        torque = torque + (part * np.abs(load) if term.times_load and load is not None else part)
    return torque

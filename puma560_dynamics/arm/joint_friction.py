"""The friction law that control, replay and identification share; the simulated arm takes its numbers to MuJoCo.

.. math:: \\tau = c_+ \\max(s, 0) + c_- \\min(s, 0) + b\\, \\dot q + o, \\qquad
          s = \\tanh(\\max(|\\dot q| - v_d, 0) / v_s)\\, \\mathrm{sign}(\\dot q)

Coulomb friction c by direction, viscous friction b, and an offset o. The smooth sign s tends to the sign of the
velocity for a small smoothing v_s and no dead band v_d; both say how well the sign of that velocity is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

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
    """

    coulomb_positive: float = 0.0
    coulomb_negative: float = 0.0
    viscous: float = 0.0
    offset: float = 0.0

    @property
    def dry(self) -> float:
        """Dry friction as the mean of both directions, N·m."""
        return 0.5 * (self.coulomb_positive + self.coulomb_negative)

    @property
    def bias(self) -> float:
        """Constant torque, N·m, that together with `dry` gives both directions: offset and half their difference."""
        return self.offset + 0.5 * (self.coulomb_positive - self.coulomb_negative)

    def without_offset(self) -> JointFriction:
        """The least dry friction of each direction, whether the offset acts at the joint or only in its effort signal.

        A torque of at most these numbers is never more than what resists the motion.
        """
        return replace(
            self,
            coulomb_positive=max(0.0, self.coulomb_positive + min(self.offset, 0.0)),
            coulomb_negative=max(0.0, self.coulomb_negative - max(self.offset, 0.0)),
            offset=0.0,
        )

    def torque(self, qd: ArrayLike) -> NDArray[np.float64]:
        """The torque that overcomes friction at `qd` (…) rad/s, offset included, N·m; at rest the offset alone."""
        return friction_torque([self], np.asarray(qd, dtype=np.float64)[..., None])[..., 0]


def smooth_sign(qd: ArrayLike, smoothing: float = 0.0, dead_band: ArrayLike = 0.0) -> NDArray[np.float64]:
    """The smooth sign s of the law, from -1 to 1.

    Another function in its place must be odd, rise monotonically with a slope of at most 1/v_s, and be within 1 % of
    the sign at 3 v_s: what control compensates must never exceed the friction, nor fall short of it in motion.

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


def friction_basis(qd: ArrayLike, smoothing: float = 0.0, dead_band: ArrayLike = 0.0) -> NDArray[np.float64]:
    """What the four numbers of `JointFriction`, in their order, multiply.

    Args:
        qd, smoothing, dead_band: as of `smooth_sign`.

    Returns:
        (4, …): forward and backward part of the smooth sign, velocity, one.
    """
    velocity = np.asarray(qd, dtype=np.float64)
    sign = smooth_sign(velocity, smoothing, dead_band)
    return np.stack([np.maximum(sign, 0.0), np.minimum(sign, 0.0), velocity, np.ones_like(velocity)])


def friction_numbers(friction: Sequence[JointFriction]) -> NDArray[np.float64]:
    """(n, 4) the numbers of n joints, in the order of `friction_basis`."""
    rows = [(joint.coulomb_positive, joint.coulomb_negative, joint.viscous, joint.offset) for joint in friction]
    return np.array(rows, dtype=np.float64).reshape(-1, 4)


def friction_torque(
    friction: Sequence[JointFriction] | NDArray[np.float64],
    qd: ArrayLike,
    smoothing: float = 0.0,
    dead_band: ArrayLike = 0.0,
    transmission: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """The torque that overcomes friction.

    Args:
        friction: n of them, one a joint, or their `friction_numbers`.
        qd: (…, n) rad/s.
        smoothing, dead_band: as of `smooth_sign`.
        transmission: (n, n) matrix C of `Arm.transmission` where motors are coupled: the friction is that of the
            motors, which turn with C q̇, and reaches the joints by the transpose.

    Returns:
        (…, n) N·m.
    """
    if transmission is not None:
        at_motors = np.asarray(qd, dtype=np.float64) @ transmission.T
        return np.asarray(friction_torque(friction, at_motors, smoothing, dead_band) @ transmission)
    numbers = friction if isinstance(friction, np.ndarray) else friction_numbers(friction)
    velocity = np.asarray(qd, dtype=np.float64)
    sign = smooth_sign(velocity, smoothing, dead_band)
    coulomb = np.maximum(sign, 0.0) * numbers[:, 0] + np.minimum(sign, 0.0) * numbers[:, 1]
    return np.asarray(coulomb + velocity * numbers[:, 2] + numbers[:, 3])

"""Friction of one joint as data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, slots=True)
class JointFriction:
    """Dry friction that may differ by direction, viscous friction, and a constant offset of the effort.

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

    def torque(self, qd: ArrayLike) -> NDArray[np.float64]:
        """The torque that overcomes friction at `qd` (…) rad/s, offset included, N·m; at rest the offset alone."""
        velocity = np.asarray(qd, dtype=np.float64)
        dry = np.where(velocity > 0.0, self.coulomb_positive, np.where(velocity < 0.0, -self.coulomb_negative, 0.0))
        return np.asarray(dry + self.viscous * velocity + self.offset)

"""Joint friction as a feed-forward torque: Coulomb with a smooth sign and a dead band, and viscous.

.. math:: \\tau = s\\,(\\tau_c\\, \\tanh(\\max(|\\dot q| - v_d, 0) / v_s)\\,\\mathrm{sign}(\\dot q) + b\\, \\dot q)

The dead band keeps noise around standstill from shaking the arm; the scale of at most 1 keeps the
compensation below the friction, since more than that would drive the arm.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..arm import Arm
from ..arm.arm import read_only
from ..errors import StateError


@dataclass(frozen=True, eq=False)
class Friction:
    """Friction of one arm.

    Attributes:
        coulomb: (n,) N·m.
        viscous: (n,) N·m·s/rad.
        scale: share that is compensated, 0 to 1.
        dead_band: rad/s below which Coulomb friction is not compensated.
        smoothing: rad/s beyond the dead band over which it rises to 76 %.

    Raises:
        StateError: a negative or infinite number, a scale above 1, or no smoothing.
    """

    coulomb: NDArray[np.float64]
    viscous: NDArray[np.float64]
    scale: float = 0.5
    dead_band: float = 0.02
    smoothing: float = 0.05

    def __post_init__(self) -> None:
        for name in ("coulomb", "viscous"):
            values = read_only(getattr(self, name))
            if values.ndim != 1 or not np.isfinite(values).all() or (values < 0.0).any():
                raise StateError(f"{name} friction: expected finite numbers of 0 or more, got {values.tolist()}")
            object.__setattr__(self, name, values)
        if self.coulomb.shape != self.viscous.shape:
            raise StateError(
                f"expected one coulomb and one viscous number a joint, got {self.coulomb.size} and {self.viscous.size}"
            )
        if not 0.0 <= self.scale <= 1.0:
            raise StateError(
                f"friction scale: expected 0 to 1, got {self.scale}; more than the friction would drive the arm"
            )
        if not 0.0 <= self.dead_band < np.inf or not 0.0 < self.smoothing < np.inf:
            raise StateError(
                f"expected a dead band of 0 or more and a positive smoothing in rad/s, got {self.dead_band} and "
                f"{self.smoothing}"
            )

    @classmethod
    def of(cls, arm: Arm, scale: float = 0.5) -> Friction:
        """Break-away torques of table 7 as Coulomb friction, nothing viscous (the paper has no numbers)."""
        return cls(arm.break_away_torque, np.zeros(arm.n), scale)

    def torque(self, qd: NDArray[np.float64]) -> NDArray[np.float64]:
        """The torque that overcomes the compensated share of friction at `qd` (..., n) rad/s, N·m."""
        rise = np.tanh(np.maximum(np.abs(qd) - self.dead_band, 0.0) / self.smoothing)
        return np.asarray(self.scale * (self.coulomb * rise * np.sign(qd) + self.viscous * qd))

"""The one gate that every torque passes on its way to the arm."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arm.arm import read_only


@dataclass(frozen=True)
class Passed:
    """What the gate lets out.

    Attributes:
        torque: (n,) N·m, finite and within the limits, whatever came in.
        trip: why it is not what came in, empty if it is.
    """

    torque: NDArray[np.float64]
    trip: str


class TorqueGate:
    """Finite, complete, within the maximum torque; and silence fades to zero.

    Args:
        maximum_torque: (n,) N·m, table 7.
        fade_time: seconds in which the last torque falls to zero when no state arrives any more.
    """

    def __init__(self, maximum_torque: ArrayLike, fade_time: float = 0.3) -> None:
        self.maximum_torque = read_only(maximum_torque)
        self.fade_time = fade_time
        self._last = np.zeros_like(self.maximum_torque)

    def admit(self, torque: ArrayLike) -> Passed:
        """Check one torque vector on its way out."""
        wanted = np.asarray(torque, dtype=np.float64)
        if wanted.shape != self.maximum_torque.shape:
            return self._keep(np.zeros_like(self.maximum_torque), f"wrong length {wanted.shape}, zero torque instead")
        if not np.isfinite(wanted).all():
            return self._keep(np.zeros_like(wanted), "torque not finite, zero torque instead")
        clamped = np.clip(wanted, -self.maximum_torque, self.maximum_torque)
        over = np.flatnonzero(clamped != wanted)
        trip = "" if over.size == 0 else f"torque limit reached at joint index {over.tolist()}"
        return self._keep(clamped, trip)

    def fade(self, silent_for: float) -> Passed:
        """The torque when the last usable state is `silent_for` seconds past its deadline."""
        share = max(0.0, 1.0 - silent_for / self.fade_time) if self.fade_time > 0.0 else 0.0
        return Passed(self._last * share, "no fresh joint state, torque fades to zero")

    def _keep(self, torque: NDArray[np.float64], trip: str) -> Passed:
        self._last = torque
        return Passed(torque, trip)

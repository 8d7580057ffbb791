"""What the controller commands at the moment a trajectory takes over from the one before."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import FloatArray, read_only
from ...errors import StateError


@dataclass(frozen=True, eq=False, init=False)
class Present:
    """A state of the arm, measured or commanded. It is made of arrays or lists, and keeps copies.

    Attributes:
        position: (n,) rad.
        velocity: (n,) rad/s.
        acceleration: (n,) rad/s²; zero where it is not known, as in measured states.
    """

    position: FloatArray
    velocity: FloatArray
    acceleration: FloatArray

    def __init__(self, position: ArrayLike, velocity: ArrayLike, acceleration: ArrayLike | None = None) -> None:
        object.__setattr__(self, "position", read_only(position))
        object.__setattr__(self, "velocity", read_only(velocity))
        given = np.zeros_like(self.position) if acceleration is None else acceleration
        object.__setattr__(self, "acceleration", read_only(given))


@dataclass(frozen=True, eq=False)
class Acting:
    """What a new trajectory continues from.

    Attributes:
        effort: (n,) N·m, feed-forward effort that the controller commands.
        state: the commanded state, with which the effort goes; `None` to start from the measured one.
        handover: s for which `effort` is held before it changes. Without a stamp the controller starts
            the trajectory when it takes it, and 0 is right; by a stamp it joins a little after the
            start, and a ramp would have risen by then.

    Raises:
        StateError: effort that is not finite, or a negative time.
    """

    effort: FloatArray
    state: Present | None = None
    handover: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "effort", read_only(self.effort))
        if not np.isfinite(self.effort).all():
            raise StateError(f"effort that acts: expected finite numbers, got {self.effort.tolist()}")
        if not 0.0 <= self.handover < np.inf:
            raise StateError(f"handover: expected a finite time of 0 s or more, got {self.handover}")

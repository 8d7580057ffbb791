"""From a joint state and a reference to the torque: the model's terms, each switchable, plus PD."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arm.arm import read_only
from ..errors import StateError
from ..model import DynamicModel, Terms

TERM_NAMES = ("gravity", "inertia", "coriolis", "centrifugal")
"""The terms of equation (1), in the order in which they go on the wire."""


@dataclass(frozen=True)
class Reference:
    """Where the arm shall be: positions rad, velocities rad/s, accelerations rad/s², each (n,)."""

    position: NDArray[np.float64]
    velocity: NDArray[np.float64]
    acceleration: NDArray[np.float64]

    def advanced(self, seconds: float) -> Reference:
        """The reference `seconds` later, its acceleration taken as constant.

        Reference and joint states come on their own clocks' ticks; without this the arm would
        follow a reference that is up to one period old.
        """
        return Reference(
            self.position + seconds * self.velocity + 0.5 * seconds**2 * self.acceleration,
            self.velocity + seconds * self.acceleration,
            self.acceleration,
        )


@dataclass(frozen=True)
class Command:
    """A torque with where it came from.

    Attributes:
        torque: (n,) N·m, feed-forward and PD together, before the gate.
        feed_forward: (n,) N·m, sum of the active terms.
        terms: every term of the model, active or not.
        acceleration: (n,) rad/s² at which the terms were evaluated.
    """

    torque: NDArray[np.float64]
    feed_forward: NDArray[np.float64]
    terms: Terms
    acceleration: NDArray[np.float64]


class FeedForward:
    """Computes the torque for one state after another.

    Args:
        model: any model of the arm.
        active: names of the active terms, a subset of `TERM_NAMES`.
        proportional, derivative: (n,) PD gains, N·m/rad and N·m·s/rad; zero by default.

    Raises:
        StateError: gains of another shape, negative or not finite.
        ValueError: an unknown term.
    """

    def __init__(
        self,
        model: DynamicModel,
        active: Iterable[str] = TERM_NAMES,
        proportional: ArrayLike | None = None,
        derivative: ArrayLike | None = None,
    ) -> None:
        self.model = model
        n = model.arm.n
        self.proportional = _gains("proportional", proportional, n)
        self.derivative = _gains("derivative", derivative, n)
        self.active = active

    @property
    def active(self) -> frozenset[str]:
        """Names of the active terms."""
        return self._active

    @active.setter
    def active(self, names: Iterable[str]) -> None:
        chosen = frozenset(names)
        unknown = sorted(chosen - set(TERM_NAMES))
        if unknown:
            raise ValueError(f"unknown terms {unknown}; the model has {list(TERM_NAMES)}")
        self._active = chosen

    def command(self, q: NDArray[np.float64], qd: NDArray[np.float64], reference: Reference | None = None) -> Command:
        """Torque for the measured state `q` (rad), `qd` (rad/s).

        Without a reference the acceleration is taken as zero and PD stays out: the arm is held up,
        not driven.
        """
        acceleration = np.zeros_like(q) if reference is None else reference.acceleration
        terms = self.model.terms(q, qd, acceleration)
        feed_forward = np.zeros_like(q)
        for name in TERM_NAMES:
            if name in self._active:
                feed_forward = feed_forward + getattr(terms, name)
        torque = feed_forward
        if reference is not None:
            torque = (
                feed_forward
                + self.proportional * (reference.position - q)
                + self.derivative * (reference.velocity - qd)
            )
        return Command(torque, feed_forward, terms, acceleration)


def _gains(name: str, values: ArrayLike | None, n: int) -> NDArray[np.float64]:
    gains = read_only(np.zeros(n) if values is None else values)
    if gains.shape != (n,) or not np.isfinite(gains).all() or (gains < 0.0).any():
        raise StateError(f"{name} gains: expected {n} finite numbers of 0 or more, got {gains.tolist()}")
    return gains

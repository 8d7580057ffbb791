"""From a joint state and a reference to the torque: the terms of the model, each switchable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from ..errors import StateError
from ..model import DynamicModel, Elements
from .friction import Friction
from .sample_period import SamplePeriod

MODEL_TERMS = ("gravity", "inertia", "motor_inertia", "coriolis", "centrifugal")
"""The terms of equation (1); `inertia` is that of the links alone, `motor_inertia` that of rotors and drives."""

TERM_NAMES = (*MODEL_TERMS, "friction")
"""Every term, in the order in which they go on the wire."""


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
        torque: (n,) N·m, sum of the active terms, before the gate.
        terms: every term of `TERM_NAMES`, active or not, each (n,) N·m.
        hold: (n,) N·m that keep the arm still here, payload included; zero where the hardware does it.
        acceleration: (n,) rad/s² at which the terms were evaluated.
    """

    torque: NDArray[np.float64]
    terms: Mapping[str, NDArray[np.float64]]
    hold: NDArray[np.float64]
    acceleration: NDArray[np.float64]


class FeedForward:
    """Computes the torque for one state after another.

    Args:
        model: any model of the arm.
        active: names of the active terms, a subset of `TERM_NAMES`.
        friction: what the friction term compensates; that of the arm by default.
        divider: the configuration-dependent elements are evaluated every so many samples, the
            products with velocity and acceleration every time (section 3 and table 2 of the paper).
        hardware_compensates_gravity: the drive adds the gravity torque itself: ours is left out.

    Raises:
        StateError: a divider below 1.
        ValueError: an unknown term.
    """

    def __init__(
        self,
        model: DynamicModel,
        active: Iterable[str] = MODEL_TERMS,
        *,
        friction: Friction | None = None,
        divider: int = 1,
        hardware_compensates_gravity: bool = False,
    ) -> None:
        if divider < 1:
            raise StateError(f"configuration update divider: expected a whole number of 1 or more, got {divider}")
        self.friction = Friction.of(model.arm) if friction is None else friction
        self._period = SamplePeriod()
        self.divider = divider
        self.hardware_compensates_gravity = hardware_compensates_gravity
        self.active = active
        self.model = model

    @property
    def model(self) -> DynamicModel:
        """The model; a new one is used from the next sample on."""
        return self._model

    @model.setter
    def model(self, model: DynamicModel) -> None:
        self._model = model
        self._motor_inertia = model.arm.motor_inertia
        self.forget()

    def sampled(self, dt: float) -> None:
        """Take the time `dt` (s, 0 for unknown) between the last measured states, for the dead band of friction."""
        self._period.update(dt)

    def forget(self) -> None:
        """Evaluate the elements anew at the next sample: the arm may be elsewhere by then."""
        self._elements: Elements | None = None
        self._age = 0

    @property
    def active(self) -> frozenset[str]:
        """Names of the active terms; never gravity where the hardware compensates it."""
        return self._active

    @active.setter
    def active(self, names: Iterable[str]) -> None:
        chosen = frozenset(names)
        unknown = sorted(chosen - set(TERM_NAMES))
        if unknown:
            raise ValueError(f"unknown terms {unknown}; the model has {list(TERM_NAMES)}")
        self._active = chosen - {"gravity"} if self.hardware_compensates_gravity else chosen

    def command(
        self,
        q: NDArray[np.float64],
        qd: NDArray[np.float64],
        reference: Reference | None = None,
        acceleration: NDArray[np.float64] | None = None,
    ) -> Command:
        """Torque for the measured state `q` (rad), `qd` (rad/s).

        Friction is compensated at the reference's velocity where there is one, which closes no loop,
        else at the measured, whose dead band follows the period that `sampled` was given.

        Args:
            q, qd: (n,), finite.
            reference: where the arm shall be.
            acceleration: (n,) rad/s² of the inertia terms; the reference's, or zero, by default.

        Raises:
            StateError: a state of another shape or not finite.
        """
        if acceleration is None:
            acceleration = np.zeros_like(q) if reference is None else reference.acceleration
        if reference is None:
            friction = self.friction.torque(qd, self._period.seconds)
        else:
            friction = self.friction.torque(reference.velocity)
        terms = self._terms(q, qd, acceleration, friction)
        torque = np.zeros_like(q)
        for name in TERM_NAMES:
            if name in self._active:
                torque = torque + terms[name]
        hold = np.zeros_like(q) if self.hardware_compensates_gravity else terms["gravity"]
        return Command(torque, MappingProxyType(terms), hold, acceleration)

    def _terms(
        self,
        q: NDArray[np.float64],
        qd: NDArray[np.float64],
        qdd: NDArray[np.float64],
        friction: NDArray[np.float64],
    ) -> dict[str, NDArray[np.float64]]:
        if self.divider == 1:
            terms = self._model.terms(q, qd, qdd)
        else:
            if self._elements is None or self._age >= self.divider:
                self._elements, self._age = self._model.elements(q), 0
            self._age += 1
            terms = self._elements.terms(qd, qdd)
        return {**terms.by_name(self._motor_inertia * qdd), "friction": friction}

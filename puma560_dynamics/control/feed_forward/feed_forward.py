"""Compute the torque from a joint state and a reference: the sum of those model terms that are switched on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from ...arrays import FloatArray, read_only
from ...errors import StateError
from ...models.interface import DynamicModel
from ...models.terms import Elements, Terms
from ...states import joint_arrays
from ..sample_period import SamplePeriod
from .friction import FrictionCompensation
from .references import Reference

MODEL_TERMS = ("gravity", "inertia", "motor_inertia", "coriolis", "centrifugal")
"""Terms of equation (1): `inertia` is the torque of the links alone, `motor_inertia` that of rotors and drives."""

SWITCHED_TERMS = (*MODEL_TERMS, "friction")
"""Terms that can be switched on and off."""

GUIDING = "guiding"
"""Term of hand guiding (`control.guiding`)."""

TERM_NAMES = (*SWITCHED_TERMS, GUIDING)
"""All terms, in the order of the published messages. `GUIDING` is a term of a guided arm only."""

GUIDED_TERMS = frozenset(("gravity", "friction", GUIDING))
"""Terms of a guided arm."""


class Command(NamedTuple):
    """A torque and its terms.

    Attributes:
        torque: (n,) N·m, sum of the active terms, before the gate.
        hold: (n,) N·m that keep the arm still here, payload included; zero if the hardware compensates gravity.
        acceleration: (n,) rad/s² at which the terms were evaluated.
        active: names of the terms that `torque` sums.
        evaluate: function that computes `terms`.
    """

    torque: FloatArray
    hold: FloatArray
    acceleration: FloatArray
    active: frozenset[str]
    evaluate: Callable[[], Mapping[str, FloatArray]]

    @property
    def terms(self) -> Mapping[str, FloatArray]:
        """All terms of `TERM_NAMES`, active or not, each (n,) N·m; computed at every access.

        Computing the terms takes far longer than computing their sum, and they are rarely needed.
        """
        return MappingProxyType(dict(self.evaluate()))


class FeedForward:
    """Computes the feed-forward torque for successive joint states.

    Args:
        model: any model of the arm.
        active: names of the active terms, a subset of `SWITCHED_TERMS`.
        friction: friction compensation; that of the arm by default.
        divider: number of samples between evaluations of the configuration-dependent elements; the products with
            velocity and acceleration are computed for every sample (section 3 and table 2 of the paper).
        hardware_compensates_gravity: whether the drive adds the gravity torque, which is then left out here.

    Raises:
        StateError: a divider below 1.
        ValueError: an unknown term.
    """

    def __init__(
        self,
        model: DynamicModel,
        active: Iterable[str] = MODEL_TERMS,
        *,
        friction: FrictionCompensation | None = None,
        divider: int = 1,
        hardware_compensates_gravity: bool = False,
    ) -> None:
        if divider < 1:
            raise StateError(f"configuration update divider: expected a whole number of 1 or more, got {divider}")
        self._zero = read_only(np.zeros(model.arm.n))
        self.friction = FrictionCompensation.of(model.arm) if friction is None else friction
        self._period = SamplePeriod()
        self.divider = divider
        self.hardware_compensates_gravity = hardware_compensates_gravity
        self.active = active
        self.model = model

    @property
    def model(self) -> DynamicModel:
        """Dynamic model; a new model is used from the next sample on."""
        return self._model

    @model.setter
    def model(self, model: DynamicModel) -> None:
        self._model = model
        self._armature = model.arm.armature
        self.forget()

    def note_period(self, dt: float) -> None:
        """Note the time `dt` (s, 0 for unknown) between the last measured states, for the dead band of friction."""
        self._period.update(dt)

    def forget(self) -> None:
        """Evaluate the model elements again at the next sample, because the arm may have moved."""
        self._elements: Elements | None = None
        self._age = 0

    @property
    def active(self) -> frozenset[str]:
        """Names of the active terms, without gravity if the hardware compensates it."""
        return self._active

    @active.setter
    def active(self, names: Iterable[str]) -> None:
        chosen = frozenset(names)
        unknown = sorted(chosen - set(SWITCHED_TERMS))
        if unknown:
            raise ValueError(f"unknown terms {', '.join(unknown)}; the model has {', '.join(SWITCHED_TERMS)}")
        self._active = chosen - {"gravity"} if self.hardware_compensates_gravity else chosen

    def compute_torque(
        self,
        q: FloatArray,
        qd: FloatArray,
        reference: Reference | None = None,
        acceleration: FloatArray | None = None,
    ) -> Command:
        """Return torque for the measured state `q` (rad), `qd` (rad/s).

        Friction is computed from the velocity of the reference, which closes no feedback loop. Without a reference it
        is computed from the measured velocity, with a dead band that depends on the period given to `note_period`.

        Args:
            q: (n,) rad, finite.
            qd: (n,) rad/s, finite.
            reference: motion to follow, if any.
            acceleration: (n,) rad/s² of the inertia terms; the reference's, or zero, by default.

        Raises:
            StateError: a state of a wrong shape, or not finite.
        """
        if acceleration is None:
            acceleration = self._zero if reference is None else reference.acceleration
        qdd = acceleration
        terms = self._held_terms(q, qd, qdd)
        if terms is None:
            total, gravity = self._sum(q, qd, qdd)
        else:
            total, gravity = self._sum_of(terms), terms["gravity"]
        if "friction" in self._active:
            total = total + self._friction(qd, reference)
        hold = self._zero if self.hardware_compensates_gravity else gravity
        model, period = self._model, self._period.seconds

        def evaluate() -> Mapping[str, FloatArray]:
            formed = self._named(model.terms(q, qd, qdd), qdd) if terms is None else terms
            return {**formed, "friction": self._friction(qd, reference, period), GUIDING: self._zero}

        return Command(total, hold, acceleration, self._active, evaluate)

    def compute_guided(self, q: FloatArray, qd: FloatArray, guiding: FloatArray) -> Command:
        """Return the torque of an arm that is guided by hand: gravity, friction at the measured velocity, `guiding`.

        The terms do not depend on `active`; without a payload and at rest the arm floats. Gravity is left out if the
        hardware compensates it.

        Args:
            q: (n,) rad, finite.
            qd: (n,) rad/s, finite.
            guiding: (n,) N·m, torque of the term ``guiding``.

        Raises:
            StateError: a state of a wrong shape, or not finite.
        """
        model, period = self._model, self._period.seconds
        joint_arrays(model.arm.n, {"q": q, "qd": qd})
        gravity, friction = model.gravity(q), self.friction.torque(qd, period)
        compensated = self.hardware_compensates_gravity
        hold = self._zero if compensated else gravity

        def evaluate() -> Mapping[str, FloatArray]:
            return {**self._named(model.terms(q, qd, self._zero), self._zero), "friction": friction, GUIDING: guiding}

        active = GUIDED_TERMS - {"gravity"} if compensated else GUIDED_TERMS
        return Command(hold + friction + guiding, hold, self._zero, active, evaluate)

    def _friction(self, qd: FloatArray, reference: Reference | None, period: float | None = None) -> FloatArray:
        if reference is None:
            return self.friction.torque(qd, self._period.seconds if period is None else period)
        return self.friction.torque(reference.velocity)

    def _sum(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the sum of the active model terms, and gravity; compute separate terms only where necessary."""
        active = self._active
        if ("coriolis" in active) != ("centrifugal" in active):
            terms = self._named(self._model.terms(q, qd, qdd), qdd)
            return self._sum_of(terms), terms["gravity"]
        moves, drives = "coriolis" in active, "inertia" in active
        if not (moves and drives):  # the model checks only the arguments that it receives
            joint_arrays(self._model.arm.n, {"q": q, "qd": qd, "qdd": qdd})
        if (moves and any(qd.tolist())) or (drives and any(qdd.tolist())):
            still = self._zero
            total, gravity = self._model.torque_and_gravity(q, qd if moves else still, qdd if drives else still)
            if "gravity" not in active:
                total = total - gravity
        else:
            gravity = self._model.gravity(q)
            total = gravity if "gravity" in active else self._zero
        if drives and "motor_inertia" not in active:
            total = total - qdd @ self._armature
        elif "motor_inertia" in active and not drives:
            total = total + qdd @ self._armature
        return total, gravity

    def _sum_of(self, terms: Mapping[str, FloatArray]) -> FloatArray:
        total = np.zeros_like(terms["gravity"])
        for name in MODEL_TERMS:
            if name in self._active:
                total = total + terms[name]
        return total

    def _held_terms(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> dict[str, FloatArray] | None:
        """Return the terms from elements that are evaluated every `divider` samples; `None` if that is every sample."""
        if self.divider == 1:
            return None
        if self._elements is None or self._age >= self.divider:
            self._elements, self._age = self._model.elements(q), 0
        self._age += 1
        return self._named(self._elements.terms(qd, qdd), qdd)

    def _named(self, terms: Terms, qdd: FloatArray) -> dict[str, FloatArray]:
        return terms.by_name(qdd @ self._armature)
